"""What one packet does to a target of several kinds of models: a blow to whichever group it falls on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import lcm

from ..dice import Law
from .limits import check_work
from .mixed import MixedSquad
from .squad import Packet, Row, packet_of, wounds_lost


@dataclass(frozen=True)
class Blow:
    """What a packet does to a model of one group.

    With weight ``stopped`` it does nothing, with weight ``passed`` it deals ``damage``, or what is
    ``shielded`` while the group's one-use defence is up. ``counts`` are counters that add up such
    packets, ``nominal`` one that adds up their damage.
    """

    stopped: int
    passed: int
    damage: Law
    feel_no_pain: int
    shielded: Law | None = None
    counts: int | None = None
    nominal: int | None = None

    @cached_property
    def lost(self) -> list[int]:
        """Weights of the wounds lost."""
        return wounds_lost(self.damage, self.feel_no_pain)

    @cached_property
    def first(self) -> list[int]:
        """The same while the defence is up."""
        return self.lost if self.shielded is None else wounds_lost(self.shielded, self.feel_no_pain)

    @property
    def total(self) -> int:
        """The weight of everything."""
        return (self.stopped + self.passed) * sum(self.lost) * sum(self.first)


@lru_cache(maxsize=1024)
def mixed_packet(
    squad: MixedSquad, blows: tuple[Blow, ...], aim: frozenset[int] = frozenset(), *, spills: bool = False
) -> Packet:
    """The packet that is to each written group one of the blows, directed at some ranks of those apart.

    Damage beyond a model is lost unless it ``spills`` over, wound by wound. Raises `LimitError` when
    that would take too long.
    """
    rows, total = mixed_rows(squad, blows, aim, spills=spills)
    if squad.counters:
        met = [blows[squad.group_hit(state, aim)] for state in range(squad.live)]
        rows = [(*row, *_counts(squad, at, row, total, met[at], spills=spills)) for at, row in enumerate(rows)]
    rows += [((0, total),) for _ in range(squad.counters)]
    return packet_of(rows, total)


def mixed_rows(
    squad: MixedSquad, blows: Sequence[Blow], aim: frozenset[int] = frozenset(), *, spills: bool = False
) -> tuple[list[Row], int]:
    """Every step of a packet from every live state, doing nothing and dying among them, and the total weight."""
    return _spilling(squad, blows, aim) if spills else _landing(squad, blows, aim)


def _landing(squad: MixedSquad, blows: Sequence[Blow], aim: frozenset[int]) -> tuple[list[Row], int]:
    """The rows of packets each of which stays with one model."""
    total = lcm(*(blow.total for blow in blows))
    rows = []
    for state in range(squad.live):
        hit = squad.hit(state, aim)
        column = squad.apart if hit.apart else squad.body
        blow, left = blows[column.ranks[hit.place.rank].group], column.left(hit.place)
        shielded = blow.shielded is not None and column.breaks(hit.place)
        weights, other = (blow.first, blow.lost) if shielded else (blow.lost, blow.first)
        scale = total // blow.total * sum(other)
        row: dict[int, int] = {0: blow.stopped * sum(weights) * scale} if blow.stopped else {}
        for lost, weight in enumerate(weights):
            if weight and blow.passed:
                after = column.after(hit.place, min(lost, left), broken=shielded)
                step = squad.step(state, hit, after)
                row[step] = row.get(step, 0) + blow.passed * weight * scale
        rows.append(tuple(sorted(row.items())))
    return rows, total


def _spilling(squad: MixedSquad, blows: Sequence[Blow], aim: frozenset[int]) -> tuple[list[Row], int]:
    """The rows of mortal wounds, each of which falls on whoever is in front."""
    highest = max(blow.damage[-1][0] for blow in blows)
    check_work(squad.live * min(highest, squad.live) * highest // 2, 1)
    total = lcm(*((blow.stopped + blow.passed) * sum(w for _, w in blow.damage) for blow in blows)) * 6**highest
    rows = []
    for state in range(squad.live):
        blow = blows[squad.group_hit(state, aim)]
        scale = total // ((blow.stopped + blow.passed) * sum(w for _, w in blow.damage) * 6**highest)
        damage = dict(blow.damage)
        row: dict[int, int] = {0: blow.stopped * sum(damage.values()) * 6**highest * scale} if blow.stopped else {}
        now = {state: 1}
        for number in range(max(damage) + 1):
            now = _one_wound(squad, now, blows, aim) if number else now
            weight = damage.get(number, 0) * blow.passed * 6 ** (highest - number) * scale
            for reached, chance in now.items() if weight else ():
                row[reached - state] = row.get(reached - state, 0) + weight * chance
        rows.append(tuple(sorted(row.items())))
    return rows, total


def _one_wound(squad: MixedSquad, now: dict[int, int], blows: Sequence[Blow], aim: frozenset[int]) -> dict[int, int]:
    """The states after one more mortal wound, with weights over six times as much."""
    after: dict[int, int] = {}
    for state, weight in now.items():
        if state >= squad.live:
            after[state] = after.get(state, 0) + 6 * weight
            continue
        hit = squad.hit(state, aim)
        need = blows[squad.group_hit(state, aim)].feel_no_pain
        column = squad.apart if hit.apart else squad.body
        reached = state + squad.step(state, hit, column.after(hit.place, 1))
        after[reached] = after.get(reached, 0) + (need - 1) * weight
        if need < 7:
            after[state] = after.get(state, 0) + (7 - need) * weight
    return after


def _counts(squad: MixedSquad, state: int, row: Row, total: int, blow: Blow, *, spills: bool) -> Iterator[tuple[int, int]]:
    """What a packet adds to the counters: that it is one, and its damage as if none were wasted on a model."""
    if not blow.passed:
        return
    passed = total * blow.passed // (blow.stopped + blow.passed)
    if blow.counts is not None:
        yield squad.live + blow.counts - state, passed
    if blow.nominal is not None:
        dealt = _dealt(squad, state, row) if spills else passed * _sum(blow.lost) // sum(blow.lost)
        if dealt:
            yield squad.live + blow.nominal - state, dealt


def _sum(weights: Sequence[int]) -> int:
    return sum(value * weight for value, weight in enumerate(weights))


def _dealt(squad: MixedSquad, state: int, row: Row) -> int:
    """The wounds lost in a row, by weight: what spills over is wasted on nobody who lives."""
    gone = squad.gone
    return sum(weight * (gone[min(state + step, squad.live)] - gone[state]) for step, weight in row)
