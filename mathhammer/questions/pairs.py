"""Many weapons against many targets: the means of each pair, with what repeats worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..editions import Edition
from ..exact import one, packet
from ..profiles import Unit
from ..result import Shooting
from ..sequence.ladder import Ladder
from ..sequence.limits import check_attacks, check_unit
from ..sequence.squad import Kernel, Squad, squad_of
from ..sequence.steps import Steps, steps
from ..situation import Situation
from .attack import Attack, at_distance, attack, range_note, unit_notes
from .choices import lethal_is_open

Count = tuple[list[int], int]  # the weights of 0, 1, 2, ... and their denominator


@dataclass(frozen=True)
class Dealt:
    """What an attack does on average: models slain (also group by group), wounds lost, the chance that all are dead."""

    kills: Fraction
    damage: Fraction
    wipe: Fraction
    by_group: tuple[Fraction, ...]
    notes: tuple[str, ...] = ()


class Pairs:
    """Attacks in one edition and situation; what different pairs share is worked out once.

    ``units`` are those that are attacked; ``options`` are those of `attack` beside the edition and the situation.
    """

    def __init__(self, edition: Edition, situation: Situation, units: Iterable[Unit], **options: Any) -> None:
        self._edition = edition
        self._situation = situation
        self._options = options
        self._limit = max(squad_of(unit).states for unit in units)  # so many packets kill any of them
        self._ladders: dict[tuple[int, Squad], Ladder] = {}
        self._counts: dict[object, Count] = {}

    def dealt(self, weapons: tuple[Attack, ...], unit: Unit) -> Dealt:
        """What these weapons, fired together, do to the unit: the means of `attack`.

        Raises a `MathhammerError` as `attack` does.
        """
        if len(weapons) == 1 and len(unit.groups) == 1:
            check_unit(unit)
            shooting = Shooting(weapons[0], at_distance(weapons[0], self._situation))
            found = steps(shooting.attack, unit, shooting.situation, self._edition)
            check_attacks(shooting.attack.name or "the weapon", found.most_attacks)
            if isinstance(found, Steps) and not lethal_is_open(shooting, unit, self._edition):
                kernels = _kernels(found)
                if not kernels or (len(kernels) == 1 and kernels[0].strict):
                    return self._at_once(shooting, found, kernels[0] if kernels else None, unit)
        return self._asked(weapons, unit)

    def _asked(self, weapons: tuple[Attack, ...], unit: Unit) -> Dealt:
        """The same from the whole answer."""
        result = attack(weapons, unit, edition=self._edition, **self._options, **vars(self._situation))
        kills = result.law("kills").mean
        by_group = (kills,) if len(unit.groups) == 1 else tuple(Fraction(group.kills.mean()) for group in result.groups)
        return Dealt(kills, result.law("damage").mean, result.wipe, by_group, result.notes)

    def _at_once(self, shooting: Shooting, found: Steps, kernel: Kernel | None, unit: Unit) -> Dealt:
        """The same where all packets of the attack do the same: nothing waits for anything."""
        squad = squad_of(unit)
        ladder = self._ladders.get((id(kernel), squad))
        if ladder is None:  # it holds its kernel, so no other kernel gets the same id
            ladder = self._ladders[id(kernel), squad] = Ladder(kernel, squad)
        loss = ladder.loss(*self._packets(found))
        notes = (*found.notes, *range_note(shooting), *unit_notes(unit, self._edition))
        return Dealt(loss.kills, loss.damage, loss.wipe, (loss.kills,), notes)

    def _packets(self, found: Steps) -> Count:
        """The law of the number of packets, as far as it matters."""
        parts = {kind: (each.still, each.total) for kind, each in found.packets.items() if each.kernel is not None}
        key = (
            *(found.count, found.attacks, found.hit.weights(), found.critical_hit, found.critical_wound),
            tuple((weight, check.weights()) for _, weight, check in found.wounds),
            found.save.best().weights(),
            tuple(parts.items()),
        )
        known = self._counts.get(key)
        if known is None:
            yields = {kind: packet(1, 0, *parts[kind]) if kind in parts else one(1) for kind in found.packets}
            series = found.series(yields, self._limit)
            weights = [series.terms.get((number,), 0) for number in range(max(series.terms)[0] + 1)]
            known = self._counts[key] = (weights, series.denominator)
        return known


def not_modelled(weapons: Iterable[Attack], units: Iterable[Unit]) -> tuple[str, ...]:
    """What was read and is not modelled, on either side."""
    rules = [rule for weapon in weapons for rule in weapon.rules]
    rules += [rule for unit in units for group in unit.groups for rule in group.rules]
    return tuple(dict.fromkeys(str(rule) for rule in rules if not rule.modelled))


def _kernels(found: Steps) -> list[Kernel]:
    """The different kernels of an attack's packets; none where no packet does anything."""
    kernels: list[Kernel] = []
    for each in found.packets.values():
        if each.kernel is not None and not any(each.kernel is known or each.kernel == known for known in kernels):
            kernels.append(each.kernel)
    return kernels
