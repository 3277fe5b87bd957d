"""The target as a vector of live states, and what one packet of damage does to it.

A state is the number of wounds that the squad has lost, in the order in which its models die; excess
damage is lost, so that number says everything. Dead is no state: its weight is the denominator less
the live weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, gcd

from ..dice import Law

Vector = list[int]
Row = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Squad:
    """Equal models: ``models`` of ``wounds`` each, of which ``lost`` are gone already."""

    models: int
    wounds: int
    lost: int = 0

    @property
    def states(self) -> int:
        """The number of live states, which is the number of wounds of all models."""
        return self.models * self.wounds

    def start(self) -> Vector:
        """The vector in which the volley begins; states above its last one have weight 0."""
        return [0] * self.lost + [1]


@dataclass(frozen=True)
class Kernel:
    """What a packet that does something does: from each live state, steps with whole weights.

    Every row adds up to ``denominator`` once the steps to death, which are left out, are added.
    """

    rows: tuple[Row, ...]
    denominator: int

    def applied(self, vector: Vector, size: int) -> Vector:
        """The vector of at most ``size`` states after one packet, over ``denominator`` times its own.

        States above the last one written have weight 0, here and in the result.
        """
        after = [0] * min(size, len(vector) + self.longest)
        reach = len(after)
        for state, weight in enumerate(vector):
            if weight:
                for step, chance in self.rows[state]:
                    if state + step < reach:
                        after[state + step] += weight * chance
        return after

    @cached_property
    def longest(self) -> int:
        """The longest step that leaves the squad alive, or more."""
        return max((step for row in self.rows for step, _ in row), default=0)


@dataclass(frozen=True)
class Packet:
    """One packet of damage: with weight ``still`` of ``total`` it does nothing, else ``kernel``."""

    still: int
    total: int
    kernel: Kernel | None


@lru_cache(maxsize=1024)
def damage_packet(damage: Law, feel_no_pain: int, models: int, wounds: int, spills: bool) -> Packet:
    """The packet of an attack with this law of damage against a squad.

    ``feel_no_pain`` is 2..7, 7 meaning none. Damage beyond the model is lost unless it ``spills``
    over to the next.

    >>> damage_packet(((2, 1),), 7, 2, 3, False).kernel.rows[0]
    ((2, 1),)
    """
    lost = wounds_lost(damage, feel_no_pain)
    still, total = lost[0], sum(lost)
    if still == total:
        return Packet(1, 1, None)
    limits = range(models * wounds, 0, -1) if spills else [wounds - state % wounds for state in range(models * wounds)]
    cut = {limit: _row(lost, limit) for limit in set(limits)}
    common = gcd(total - still, *(weight for row in cut.values() for _, weight in row))
    reduced = {limit: tuple((step, weight // common) for step, weight in row) for limit, row in cut.items()}
    kernel = Kernel(tuple(reduced[limit] for limit in limits), (total - still) // common)
    shared = gcd(still, total)
    return Packet(still // shared, total // shared, kernel)


def wounds_lost(damage: Law, feel_no_pain: int) -> list[int]:
    """Weights of the number of wounds lost to one packet, whatever the model has left.

    >>> wounds_lost(((2, 1),), 4)
    [1, 2, 1]
    """
    out, of = feel_no_pain - 1, 6
    out, of = out // gcd(out, of), of // gcd(out, of)
    highest = damage[-1][0]
    weights = [0] * (highest + 1)
    for value, weight in damage:
        scale = weight * of ** (highest - value)
        for lost in range(value + 1):
            weights[lost] += scale * comb(value, lost) * out**lost * (of - out) ** (value - lost)
    return weights


def _row(lost: list[int], limit: int) -> Row:
    """The steps of a packet when at most ``limit`` wounds can be lost."""
    if len(lost) <= limit:
        return tuple((step, weight) for step, weight in enumerate(lost) if step and weight)
    steps = [(step, lost[step]) for step in range(1, limit) if lost[step]]
    return (*steps, (limit, sum(lost[limit:])))
