"""What each group of a target suffers, and which units are left of it afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ..dice import Die
from ..distribution import Distribution
from ..editions import Edition
from ..profiles import Unit

Tally: TypeAlias = tuple[tuple[int, int], ...]  # models slain and wounds lost from full strength, group by group


class Suffered:
    """What models suffer: the laws of the wounds that they lose and of those slain, also as dice."""

    damage_law: Distribution
    kills_law: Distribution

    @property
    def damage(self) -> Die:
        """The distribution of the wounds that are lost."""
        return self.damage_law.die

    @property
    def kills(self) -> Die:
        """The distribution of the models slain."""
        return self.kills_law.die


@dataclass(frozen=True)
class GroupResult(Suffered):
    """What one group of the target suffers."""

    name: str
    models: int
    damage_law: Distribution
    kills_law: Distribution

    @property
    def wipe(self) -> Fraction:
        """The chance that all its models are dead."""
        return self.kills_law.at_least(self.models)


@dataclass(frozen=True)
class Remnant:
    """A unit that may be left: the numbers of its groups as written, and its Starting Strength.

    ``chance`` is how likely it is there, ``low`` how likely it is there and below half-strength (11th
    edition: or at it).
    """

    groups: tuple[int, ...]
    starting_strength: int
    chance: Fraction
    low: Fraction


def remnants(unit: Unit, edition: Edition, ends: Sequence[tuple[Tally, int]], denominator: int) -> tuple[Remnant, ...]:
    """Every unit that may be left, the whole one first."""
    weights: dict[tuple[int, ...], list[int]] = {tuple(range(len(unit.groups))): [0, 0]}
    for tally, weight in ends:
        for part in _units_left(unit, edition, tally):
            held = weights.setdefault(part, [0, 0])
            held[0] += weight
            held[1] += weight if _is_low(unit, edition, part, tally) else 0
    return tuple(
        Remnant(part, _strength(unit, part), Fraction(there, denominator), Fraction(low, denominator))
        for part, (there, low) in weights.items()
        if there
    )


def low_chance(unit: Unit, edition: Edition, ends: Sequence[tuple[Tally, int]], denominator: int) -> Fraction:
    """The chance that a unit is left that is below half-strength, or counts as such."""
    low = sum(w for tally, w in ends if any(_is_low(unit, edition, p, tally) for p in _units_left(unit, edition, tally)))
    return Fraction(low, denominator)


def _units_left(unit: Unit, edition: Edition, tally: Tally) -> Iterator[tuple[int, ...]]:
    """The groups of each unit that is left: an attached unit may fall apart."""
    everything = tuple(range(len(unit.groups)))
    alive = [number for number in everything if tally[number][0] < unit.groups[number].count]
    if not (edition.attached_splits and unit.attached and any(unit.bodyguards)):
        if alive:
            yield everything
        return
    guards = tuple(number for number in everything if unit.bodyguards[number])
    led = list(_leading_units(unit))
    guarded = any(number in alive for number in guards)
    left = [part for part in led if any(number in alive for number in part)]
    if guarded:
        yield everything if left else guards
    else:
        yield from left


def _leading_units(unit: Unit) -> Iterator[tuple[int, ...]]:
    """The units that lead the bodyguards: those of one role together, other characters each by themselves."""
    others = [number for number in range(len(unit.groups)) if not unit.bodyguards[number]]
    for role in ("leader", "support"):
        found = tuple(number for number in others if role in unit.groups[number].keywords)
        if found:
            yield found
    yield from ((n,) for n in others if not {"leader", "support"}.intersection(unit.groups[n].keywords))


def _strength(unit: Unit, part: Sequence[int]) -> int:
    return sum(unit.groups[number].count for number in part)


def _is_low(unit: Unit, edition: Edition, part: Sequence[int], tally: Tally) -> bool:
    """Whether a unit is below half its Starting Strength, a single model half its Wounds; where half is low, at it."""
    strength = _strength(unit, part)
    if strength == 1:
        whole = unit.groups[part[0]].wounds
        left = whole - tally[part[0]][1]
    else:
        whole, left = strength, strength - sum(tally[number][0] for number in part)
    return 2 * left <= whole if edition.half_is_low else 2 * left < whole
