"""Rolls with all that may be decided about them: a die put in, a result changed, the Command Re-roll.

An *open* roll may take a die before it is made; a roll that is *seen* may be changed to a 6. Either
may then be made again by the Command Re-roll, once, if no rule has made it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ..check import Check, Verdict
from ..dice import FACES
from .game import Chance, Operator
from .hands import ATTACKER
from .roll import CommandReroll, Roll
from .table import Choice, Table, Throw
from .throws import Again, Lying, Part, Sum, check_throws, part_throw, sum_throws

_SHOWN = {Verdict.FAIL: "failed", Verdict.SUCCESS: "successful", Verdict.CRITICAL: "critical"}


def open_check(table: Table, label: str, check: Check, parts: Sequence[Operator], owner: int, again: bool) -> Operator:
    """A D6 test into which a die may be put; ``parts`` follow its verdicts."""
    if not again:
        first, second = check_throws(check)
        return Roll(table, label, parts, first, second, owner)
    first, second = check_throws(check, twice=len(parts))
    fresh = Roll(table, label, parts, check_throws(check.without_rerolls())[0], owner=owner)
    stands = [_offered(table, label, _SHOWN[v], parts[v], [fresh], owner) for v in Verdict]
    return Roll(table, label, [*stands, *parts], first, second, owner)


def seen_check(table: Table, label: str, check: Check, parts: Sequence[Operator], owner: int, again: bool) -> Operator:
    """A D6 test whose result may be changed to a 6 once it is seen."""
    six = int(check.judge(6))
    stands = [_changed(table, label, [parts[v], parts[six]] if v != six else [parts[v]], owner) for v in Verdict]
    last = Chance([(weight, stands[v]) for v, weight in enumerate(check.without_rerolls().weights())])
    first = stands
    if again:
        first = [_offered(table, label, _SHOWN[v], stands[v], [last], owner) for v in Verdict]
    faces = [(1, last if check.rerolled(face) else first[check.judge(face)]) for face in FACES]
    return Chance(faces)


def open_sum(table: Table, label: str, roll: Sum, part: Callable[[int], Operator], again: Again | None) -> Operator:
    """A roll of several dice into which a die may be put, followed by the part for its total."""

    @cache
    def offered(total: int, options: tuple[Part, ...]) -> Operator:
        rolls = [made_again(option) for option in options]
        return _offered(table, label, str(total), part(total), rolls, ATTACKER)

    @cache
    def made_again(option: Part) -> Operator:
        last = _Places()
        choice = part_throw(option, lambda lying, _: last.of(part(roll.total(lying))))
        return Roll(table, label, last.parts, choice)

    def landed(lying: Lying, twice: Lying) -> int:
        return places.of(offered(roll.total(lying), tuple(roll.commanded(lying, twice, again)) if again else ()))

    places = _Places()
    first, second = sum_throws(roll, landed)
    return Roll(table, label, places.parts, first, second)


class _Places:
    """The operators that may follow a roll, numbered as they come up."""

    def __init__(self) -> None:
        self.parts: list[Operator] = []
        self.numbers: dict[int, int] = {}

    def of(self, part: Operator) -> int:
        """The number of a part."""
        if id(part) not in self.numbers:
            self.numbers[id(part)] = len(self.parts)
            self.parts.append(part)
        return self.numbers[id(part)]


def seen_sum(table: Table, label: str, roll: Sum, part: Callable[[int], Operator], again: Again | None) -> Operator:
    """A roll of several dice of which one may be changed to a 6 once they are seen."""

    @cache
    def stands(lying: Lying) -> Operator:
        others = [part(roll.total(other)) for other in _changes(lying)]
        own = part(roll.total(lying))
        return _changed(table, label, [own, *dict.fromkeys(o for o in others if o is not own)], ATTACKER)

    return _lying_sum(table, label, roll, stands, again)


def plain_sum(table: Table, label: str, roll: Sum, part: Callable[[int], Operator], again: Again | None) -> Operator:
    """A roll of several dice into which no die may be put."""
    return _lying_sum(table, label, roll, lambda lying: part(roll.total(lying)), again)


def _lying_sum(table: Table, label: str, roll: Sum, stands: Callable[[Lying], Operator], again: Again | None) -> Operator:
    @cache
    def made_again(option: Part) -> Operator:
        return _chance(option, lambda lying, _: stands(lying))

    @cache
    def offered(lying: Lying, twice: Lying) -> Operator:
        options = roll.commanded(lying, twice, again) if again else []
        shown = str(roll.total(lying))
        return _offered(table, label, shown, stands(lying), [made_again(option) for option in options], ATTACKER)

    def first(lying: Lying, _: Lying) -> Operator:
        rest = roll.again(lying)
        return offered(lying, ()) if rest is None else _chance(rest, offered)

    return _chance(roll.whole, first)


def _chance(part: Part, then: Callable[[Lying, Lying], Operator]) -> Operator:
    thrown: Mapping[Lying, int] = part.thrown()
    return Chance([(weight, then(tuple(sorted(part.staying + lying)), lying)) for lying, weight in thrown.items()])


def _changes(lying: Lying) -> list[Lying]:
    """The dice with one of them changed to a 6 (a 3 on a D3)."""
    found = []
    for at, (kind, _) in enumerate(lying):
        found.append(tuple(sorted((*lying[:at], (kind, kind), *lying[at + 1 :]))))
    return found


def _changed(table: Table, label: str, parts: Sequence[Operator], owner: int) -> Operator:
    """A result that is seen: it stands (the first part), or becomes another at the cost of a 6."""
    several = [Throw({other: 1}) for other in range(1, len(parts))]
    choice = Choice(Throw({0: 1}), lambda faces: several if faces == (6,) else ())
    return Roll(table, label, parts, choice, owner=owner)


def _offered(table: Table, label: str, shown: str, stands: Operator, again: Sequence[Operator], owner: int) -> Operator:
    return CommandReroll(table, label, [shown] * len(again), stands, again, owner) if again else stands
