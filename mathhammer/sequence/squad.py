"""The target as a vector of live states, and what one packet of damage does to it.

A state is the number of wounds that the squad has lost, in the order in which its models die; excess
damage is lost, so that number says everything. While a one-use defence is there to be used, a state
also says whether it has been: state ``2 * lost + used``. Dead is no state: its weight is the
denominator less the live weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, gcd, lcm

from ..dice import Law
from ..profiles import Unit
from ..rules.damage import ZeroFirstFailedSave

Vector = list[int]
Row = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Squad:
    """Equal models: ``models`` of ``wounds`` each, of which ``lost`` are gone already.

    ``shield`` says that the first failed save does no damage.
    """

    models: int
    wounds: int
    lost: int = 0
    shield: bool = False

    @property
    def states(self) -> int:
        """The number of live states."""
        return self.models * self.wounds * (2 if self.shield else 1)

    @property
    def start_state(self) -> int:
        """The state in which the volley begins."""
        return 2 * self.lost if self.shield else self.lost

    @property
    def live(self) -> int:
        """The number of states in which someone lives."""
        return self.states

    def start(self) -> Vector:
        """The vector in which the volley begins; states above its last one have weight 0."""
        return [0] * self.start_state + [1]

    def lost_in(self, state: int) -> int:
        """The wounds lost in a state, from full strength; all of them in the state after the last."""
        return state // 2 if self.shield else state

    def tally(self, state: int) -> tuple[tuple[int, int], ...]:
        """For each group the models slain and the wounds lost, from full strength; also for the dead."""
        lost = self.lost_in(state)
        return ((lost // self.wounds, lost),)


def squad_of(unit: Unit) -> Squad:
    """The squad of a unit of one group, at the start of a volley."""
    group = unit.groups[0]
    shield = any(isinstance(rule, ZeroFirstFailedSave) for rule in group.rules)
    return Squad(group.count, group.wounds, group.wounds - group.front_wounds, shield)


@dataclass(frozen=True)
class Kernel:
    """What a packet that does something does: from each live state, steps with whole weights.

    Every row adds up to ``denominator``; a step to death leads to the number of states or beyond.
    ``strict`` kernels always take a state further on.
    """

    rows: tuple[Row, ...]
    denominator: int

    def applied(self, vector: Vector, size: int) -> Vector:
        """The vector of at most ``size`` states after one packet, over ``denominator`` times its own.

        States above the last one written have weight 0, here and in the result.
        """
        after = [0] * min(size, len(vector) + self.longest)
        reach = len(after)
        if self.steps is not None:
            for state, weight in enumerate(vector):
                reached = state + self.steps[state]
                if weight and reached < reach:
                    after[reached] += weight
            return after
        for state, weight in enumerate(vector):
            if weight:
                for step, chance in self.rows[state]:
                    if state + step < reach:
                        after[state + step] += weight * chance
        return after

    def table(self, vector: Vector, size: int, lifts: Sequence[int]) -> list[Vector]:
        """What each number of packets makes of a vector, all over one denominator: by ``lifts`` from their own."""
        found = []
        for count, lift in enumerate(lifts):
            vector = self.applied(vector, size) if count else vector[:size]
            found.append(vector if lift == 1 else [w * lift for w in vector])
        return found

    @cached_property
    def steps(self) -> tuple[int, ...] | None:
        """The one sure step from each state, if no row has a choice; None else."""
        if self.denominator != 1 or any(len(row) != 1 for row in self.rows):
            return None
        return tuple(row[0][0] for row in self.rows)

    @cached_property
    def longest(self) -> int:
        """The longest step that leaves the squad alive, or more."""
        return max((step for row in self.rows for step, _ in row), default=0)

    @cached_property
    def strict(self) -> bool:
        """Whether every packet that does something takes the squad to a later state."""
        return all(step > 0 for row in self.rows for step, _ in row)


@dataclass(frozen=True)
class SortedKernel(Kernel):
    """What packets do of which each is one of several kinds, by weight, all of the first kind being dealt first.

    So it is with save dice that are met from the lowest to the highest. ``denominator`` counts the
    choice of the kind too; ``rows`` are empty.
    """

    kinds: tuple[tuple[int, Kernel], ...] = ()

    def applied(self, vector: Vector, size: int) -> Vector:
        """What one packet does."""
        total: Vector = [0] * size
        for weight, kernel in self.kinds:
            for state, reached in enumerate(kernel.applied(vector, size)):
                total[state] += weight * reached
        return total

    def table(self, vector: Vector, size: int, lifts: Sequence[int]) -> list[Vector]:
        """What each number of packets, sorted by kind, makes of a vector."""
        top = len(lifts) - 1
        dealt: list[Vector] = [[*vector, *[0] * (size - len(vector))][:size], *[[0] * size for _ in range(top)]]
        for weight, kernel in self.kinds:
            after = [[*before] for before in dealt]
            for number, before in enumerate(dealt):
                now = before
                for more in range(1, top - number + 1) if any(before) else ():
                    now = [weight * w if w else 0 for w in kernel.applied(now, size)]
                    chosen, held = comb(number + more, more), after[number + more]
                    for state, w in enumerate(now):
                        if w:
                            held[state] += chosen * w
            dealt = after
        return [now if lift == 1 else [w * lift for w in now] for now, lift in zip(dealt, lifts, strict=True)]

    @cached_property
    def longest(self) -> int:
        """The longest step that leaves the squad alive, or more."""
        return max(kernel.longest for _, kernel in self.kinds)

    @cached_property
    def steps(self) -> None:
        """It has no sure steps."""

    @cached_property
    def strict(self) -> bool:
        """Whether every packet that does something takes the squad to a later state."""
        return all(kernel.strict for _, kernel in self.kinds)


@dataclass(frozen=True)
class Packet:
    """One packet of damage: with weight ``still`` of ``total`` it does nothing, else ``kernel``."""

    still: int
    total: int
    kernel: Kernel | None


@lru_cache(maxsize=1024)
def damage_packet(
    damage: Law, feel_no_pain: int, squad: Squad, *, spills: bool = False, shielded: Law | None = None
) -> Packet:
    """The packet of an attack with this law of damage against a squad.

    ``feel_no_pain`` is 2..7, 7 meaning none. Damage beyond the model is lost unless it ``spills``
    over to the next. ``shielded`` is the law of its damage while the one-use defence is up.

    >>> damage_packet(((2, 1),), 7, Squad(2, 3)).kernel.rows[0]
    ((2, 1),)
    """
    rows, total = damage_rows(damage, feel_no_pain, squad, spills=spills, shielded=shielded)
    return packet_of(rows, total)


def damage_rows(
    damage: Law, feel_no_pain: int, squad: Squad, *, spills: bool = False, shielded: Law | None = None
) -> tuple[list[Row], int]:
    """Every step of a packet from every live state, doing nothing and dying among them, and the total weight.

    A step to death or beyond leads to ``squad.states`` or beyond.
    """
    lost = wounds_lost(damage, feel_no_pain)
    first = lost if shielded is None else wounds_lost(shielded, feel_no_pain)
    total = sum(lost) * sum(first)
    cut: dict[tuple[int, bool], Row] = {}
    rows = []
    for state in range(squad.states):
        gone = squad.lost_in(state)
        limit = squad.models * squad.wounds - gone if spills else squad.wounds - gone % squad.wounds
        breaks = squad.shield and shielded is not None and state % 2 == 0
        if (limit, breaks) not in cut:
            weights, scale = (first, sum(lost)) if breaks else (lost, sum(first))
            row = _row(weights, limit, scale)
            cut[limit, breaks] = tuple((2 * step + breaks, w) for step, w in row) if squad.shield else row
        rows.append(cut[limit, breaks])
    return rows, total


def packet_of(rows: list[Row], total: int) -> Packet:
    """The packet with these rows over one total, what does nothing from every state split off."""
    still = min(dict(row).get(0, 0) for row in {id(row): row for row in rows}.values())
    if still == total:
        return Packet(1, 1, None)
    moving = {id(row): tuple((s, w - still if s == 0 else w) for s, w in row if s or w > still) for row in rows}
    common = gcd(total - still, *(weight for row in moving.values() for _, weight in row))
    reduced = {key: tuple((step, weight // common) for step, weight in row) for key, row in moving.items()}
    kernel = Kernel(tuple(reduced[id(row)] for row in rows), (total - still) // common)
    shared = gcd(still, total)
    return Packet(still // shared, total // shared, kernel)


def sorted_packet(kinds: Sequence[tuple[int, Packet]]) -> Packet:
    """The packet that is one of these, by weight, all of the first kind being dealt before the next."""
    total = sum(weight for weight, _ in kinds) * lcm(*(packet.total for _, packet in kinds))
    parts = [(weight * total // packet.total, packet) for weight, packet in kinds]
    whole = sum(part * packet.total for part, packet in parts)
    moving = [(part * (packet.total - packet.still), packet.kernel) for part, packet in parts]
    found = [(weight, kernel) for weight, kernel in moving if kernel is not None and weight]
    if not found:
        return Packet(1, 1, None)
    moved = sum(weight for weight, _ in found)
    shared = gcd(whole, moved)
    if len(found) == 1:
        return Packet((whole - moved) // shared, whole // shared, found[0][1])
    common = gcd(*(weight for weight, _ in found))
    lift = lcm(*(kernel.denominator for _, kernel in found))
    scaled = tuple((weight // common * (lift // kernel.denominator), kernel) for weight, kernel in found)
    kernel = SortedKernel((), moved // common * lift, scaled)
    return Packet((whole - moved) // shared, whole // shared, kernel)


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


def _row(lost: list[int], limit: int, scale: int) -> Row:
    """The steps of a packet when at most ``limit`` wounds can be lost."""
    if len(lost) <= limit:
        return tuple((step, scale * weight) for step, weight in enumerate(lost) if weight)
    steps = [(step, scale * lost[step]) for step in range(limit) if lost[step]]
    return (*steps, (limit, scale * sum(lost[limit:])))
