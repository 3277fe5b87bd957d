"""What [hazardous] weapons cost the unit that uses them: a roll for each, once all attacks are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm

from ..dice import FACES
from ..editions import Edition
from ..exact import Series
from ..profiles import Unit
from ..rules.rule import Encounter
from ..situation import Situation
from ..stages import FeelNoPain
from .blows import Blow, mixed_rows
from .limits import terms_of
from .mixed import Column, MixedSquad, Rank
from .squad import Packet, Row, packet_of
from .standing import NOBODY
from .volley import Outcome, fire

WOUNDS = 3  # mortal wounds for a failed roll
_HUGE = {"monster", "vehicle"}


@dataclass(frozen=True)
class HazardRolls:
    """So many rolls, each a packet: nothing, or what a failed roll costs."""

    count: int
    packets: Mapping[str, Packet]

    @property
    def most_attacks(self) -> int:
        """The number of rolls."""
        return self.count

    @property
    def most_packets(self) -> int:
        """The number of rolls, for each may fail."""
        return self.count

    def products(self, kinds: int, limit: int) -> int:
        """The products of two numbers that the generating function takes."""
        return terms_of(min(self.most_packets, limit), kinds) * terms_of(1, kinds)

    def series(self, yields: Mapping[str, Series], limit: int | None) -> Series:
        """The generating function of all rolls when each yields this."""
        return yields["normal"].power(self.count, limit)


def own_losses(bearer: Unit, edition: Edition, rolls: Sequence[tuple[int, bool]]) -> Outcome:
    """The law of what is left of a unit after so many hazard rolls, each lot with whether its wounds are psychic.

    Every model is taken for a bearer. Raises `LimitError` before any work when there would be too much.

    >>> from ..editions import edition
    >>> from ..profiles import Group
    >>> outcome = own_losses(Unit((Group(4, wounds=2, count=5),)), edition("10e"), [(1, False)])
    >>> outcome.vector[0], outcome.vector[2], outcome.denominator
    (5, 1, 6)
    """
    squad = MixedSquad(bearer.models, 0, body=Column(tuple(_ranks(bearer, edition))))
    shots = [HazardRolls(count, {"normal": _packet(bearer, edition, squad, psychic)}) for count, psychic in rolls]
    return fire(shots, squad, edition)


def _ranks(bearer: Unit, edition: Edition) -> Iterator[Rank]:
    """The models in the order in which they suffer: wounded ones first, CHARACTERs last.

    A wounded CHARACTER comes before whoever is no CHARACTER where wounds fall on a bearer alone.
    """
    whole = [Rank(n, g.count, g.wounds, g.wounds - g.front_wounds) for n, g in enumerate(bearer.groups)]
    wounded = [replace(rank, models=1) for rank in whole if rank.lost]
    others = [replace(rank, models=rank.models - bool(rank.lost), lost=0) for rank in whole]
    ranks = [*wounded, *(rank for rank in others if rank.models)]
    anyone = edition.hazard == "bearer"
    return iter(sorted(ranks, key=lambda rank: bearer.characters[rank.group] and not (anyone and rank.lost)))


def _packet(bearer: Unit, edition: Edition, squad: MixedSquad, psychic: bool) -> Packet:
    """What one hazard roll does."""
    fails = edition.hazard_fails
    huge = [bool(_HUGE.intersection(group.keywords)) for group in bearer.groups]
    wounds = WOUNDS if edition.hazard != "unit" or all(huge) else 1
    needs = _feel_no_pain(bearer, edition, psychic=psychic and edition.hazard != "unit")
    suffered = [Blow(len(FACES) - fails, fails, ((wounds, 1),), need) for need in needs]
    if edition.hazard == "bearer":
        return packet_of(*mixed_rows(squad, suffered))
    if edition.hazard == "unit":
        return packet_of(*mixed_rows(squad, suffered, spills=True))
    destroyed = [Blow(len(FACES) - fails, fails, ((group.wounds, 1),), 7) for group in bearer.groups]
    dies = [not (is_huge or leads) for is_huge, leads in zip(huge, bearer.characters, strict=True)]
    one, other = mixed_rows(squad, destroyed), mixed_rows(squad, suffered, spills=True)
    total = lcm(one[1], other[1])
    rows: list[Row] = []
    for state in range(squad.live):
        chosen, own = one if dies[squad.group_hit(state, NOBODY)] else other
        rows.append(tuple((step, weight * (total // own)) for step, weight in chosen[state]))
    return packet_of(rows, total)


def _feel_no_pain(bearer: Unit, edition: Edition, *, psychic: bool) -> list[int]:
    """The roll by which a model of each group ignores such a wound, 7 if there is none."""
    encounter = Encounter(edition, Situation(), target_keywords=bearer.keywords)
    needs = []
    for group in bearer.groups:
        ignored = FeelNoPain()
        for rule in group.rules:
            if rule.condition is None or rule.condition.holds(bearer.keywords):
                ignored = rule.feel_no_pain(ignored, encounter)
        needs.append(ignored.need(mortal=True, psychic=psychic))
    return needs
