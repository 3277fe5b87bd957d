"""How a unit of several kinds of models stands: in which order its groups die, and what of it is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, permutations
from typing import Any

from ..editions import Edition
from ..errors import SituationError
from ..profiles import Unit
from ..rules.damage import ZeroFirstFailedSave
from ..rules.saves import InvulnerableSave
from .mixed import Column, MixedSquad, Rank
from .squad import Squad
from .volley import Outcome

Order = tuple[int, ...]
NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Standing:
    """Where the wounds of one weapon land: the squad, the written groups that are left, whom it is directed at.

    ``aim`` are ranks of those apart; ``counter`` is the number of the weapon when packets are counted.
    """

    squad: MixedSquad
    left: tuple[bool, ...]
    aim: frozenset[int] = NOBODY
    counter: int | None = None

    def seen(self, group: int) -> int:
        """The number of a written group among those that are left; of a dead one any."""
        return sum(self.left[:group]) if self.left[group] else 0

    def counters(self) -> tuple[int | None, int | None]:
        """The counters of the weapon's packets and of all damage, if packets are counted."""
        return self.counter, self.damage_counter

    @property
    def damage_counter(self) -> int | None:
        """The counter of damage as if nothing of it were wasted, if packets are counted: the last one."""
        return None if self.counter is None else self.squad.counters - 1

    def mortal_aim(self, aim: frozenset[int], edition: Edition) -> frozenset[int]:
        """At whom extra mortal wounds are directed: where a batch is directed, they are not."""
        return aim if edition.precision == "wound" else NOBODY


def order_of_death(unit: Unit, edition: Edition, written: Sequence[int] | None = None) -> Order:
    """The order in which the groups die, if the owner prefers the one given.

    Characters of an attached unit come last (11th edition: all characters), a wounded group first
    among its kind (of several the wounded models, see `mixed_squad`); in the 11th edition groups of
    one (W, Sv, InSv) die together. Raises `SituationError` where the order would depend on what happens.

    >>> from ..editions import edition
    >>> from ..profiles import Group
    >>> order_of_death(Unit((Group(4), Group(4, keywords=("character",)), Group(3))), edition("10e"))
    (0, 1, 2)
    """
    preferred = range(len(unit.groups)) if written is None else written
    last = _go_last(unit, edition)
    wounded = _wounded(unit)
    party = [_party(unit, number, edition) for number in range(len(unit.groups))]
    hurt = {party[number] for number in preferred if wounded[number]}
    first = {party[number]: at for at, number in reversed([*enumerate(preferred)])}
    order = tuple(
        sorted(
            preferred,
            key=lambda number: (last[number], party[number] not in hurt, first[party[number]], not wounded[number]),
        )
    )
    if edition.groups_by_profile:
        bodies = [number for number in order if not last[number]]
        _check_wounded(unit, [[*run] for _, run in groupby(bodies, key=lambda number: party[number])])
    return order


def orders_of_death(unit: Unit, edition: Edition) -> list[Order]:
    """Every order in which the owner may let the groups die, the one written first."""
    return list(dict.fromkeys(order_of_death(unit, edition, order) for order in permutations(range(len(unit.groups)))))


def _go_last(unit: Unit, edition: Edition) -> list[bool]:
    """For each group whether it dies after all that are not of its kind."""
    return [leads and (unit.attached or edition.groups_by_profile) for leads in unit.characters]


def _wounded(unit: Unit) -> list[bool]:
    return [group.front_wounds < group.wounds for group in unit.groups]


def _check_wounded(unit: Unit, parties: Sequence[Sequence[int]]) -> None:
    """Refuse wounded parties of which one would have to wait, once its wounded model is dead, for the next."""
    wounded = _wounded(unit)
    hurt = [[unit.groups[number] for number in party] for party in parties if any(wounded[number] for number in party)]
    waiting = next((party for party in hurt[:-1] if sum(group.count for group in party) > 1), None)
    if waiting is not None:
        raise SituationError(
            "two groups have a wounded model, and the first has others besides",
            "write the one of a single model first, or one of them without [wounded N]",
        )


def _party(unit: Unit, number: int, edition: Edition) -> object:
    """What groups that die together have in common."""
    group = unit.groups[number]
    if not edition.groups_by_profile or unit.characters[number]:
        return number
    return group.wounds, group.save, frozenset(rule for rule in group.rules if isinstance(rule, InvulnerableSave))


@lru_cache(maxsize=256)
def mixed_squad(unit: Unit, edition: Edition, order: Order, *, apart: bool = False) -> MixedSquad:
    """The squad of a unit of several groups; ``apart`` puts its characters where precision can reach them.

    Where several groups have a wounded model, these models come first, then the rest of each group.
    """
    body: list[Rank] = []
    characters: list[Rank] = []
    for rank in _ranks(unit, edition, order):
        if not (apart and unit.characters[rank.group]):
            body.append(rank)
        elif edition.precision == "batch":  # every CHARACTER model is a group of its own
            characters += [replace(rank, models=1), *[replace(rank, models=1, lost=0)] * (rank.models - 1)]
        else:
            characters.append(rank)
    return MixedSquad(unit.models, 0, body=Column(tuple(body)), apart=Column(tuple(characters)))


def _ranks(unit: Unit, edition: Edition, order: Order) -> Iterator[Rank]:
    """The ranks in which the models die."""
    last, wounded = _go_last(unit, edition), _wounded(unit)
    for _, run in groupby(order, key=lambda n: (last[n], _kept(unit, n, edition, last[n]))):
        whole = [_rank(unit, number) for number in run]
        several = sum(wounded[rank.group] for rank in whole) > 1
        if several:
            yield from (replace(rank, models=1) for rank in whole if rank.lost)
        for rank in whole:
            if not (several and rank.lost):
                yield rank
            elif rank.models > 1:
                yield replace(rank, models=rank.models - 1, lost=0)


def _kept(unit: Unit, number: int, edition: Edition, last: bool) -> object:
    """What dies together, no wounded model of another group being taken in between; None if any may be."""
    return _party(unit, number, edition) if edition.groups_by_profile and not last else None


def _rank(unit: Unit, number: int) -> Rank:
    group = unit.groups[number]
    shield = any(isinstance(rule, ZeroFirstFailedSave) for rule in group.rules)
    return Rank(number, group.count, group.wounds, group.wounds - group.front_wounds, shield)


def as_written(unit: Unit, edition: Edition) -> Standing:
    """The unit whole, its groups dying in the order written."""
    squad = mixed_squad(unit, edition, order_of_death(unit, edition))
    return Standing(squad, (True,) * len(unit.groups))


def can_be_aimed(unit: Unit, edition: Edition) -> bool:
    """Whether precision can reach a CHARACTER of the unit before its turn."""
    return len(set(unit.characters)) == 2 and (unit.attached or edition.precision == "batch")


def parts(outcome: Outcome, unit: Unit, *, by_models: bool) -> Iterator[tuple[int, tuple[bool, ...], Outcome]]:
    """The law in parts by the groups that are left (and the number of models): models, groups, part."""
    squad = outcome.squad
    found: dict[tuple[int, tuple[bool, ...]], list[int]] = {}
    for state, weight in enumerate(outcome.vector[: squad.live]):
        if weight:
            left = tuple(g.count - slain for g, (slain, _) in zip(unit.groups, squad.tally(state), strict=True))
            key = (sum(left) if by_models else unit.models, tuple(number > 0 for number in left))
            found.setdefault(key, [0] * len(outcome.vector))[state] = weight
    _carry(outcome, squad, found)
    for (models, groups), vector in found.items():
        if not by_models:
            models = sum(group.count for group, left in zip(unit.groups, groups, strict=True) if left)
        yield models, groups, replace(outcome, vector=tuple(vector))


def aimed_parts(outcome: Outcome) -> Iterator[tuple[frozenset[int], Outcome]]:
    """The law in parts by the CHARACTER in front of those apart, at whom a batch may be directed."""
    squad = outcome.squad
    assert isinstance(squad, MixedSquad)
    found: dict[frozenset[int], list[int]] = {}
    for state, weight in enumerate(outcome.vector[: squad.live]):
        apart = squad.places[state][1]
        if weight:
            aim = NOBODY if apart is None else frozenset({apart.rank})
            found.setdefault(aim, [0] * len(outcome.vector))[state] = weight
    _carry(outcome, squad, found)
    for aim, vector in found.items():
        yield aim, replace(outcome, vector=tuple(vector))


def _carry(outcome: Outcome, squad: Squad, found: Mapping[Any, list[int]]) -> None:
    """What has been counted goes with the first part."""
    for vector in [*found.values()][:1]:
        vector[squad.live :] = outcome.vector[squad.live :]
