"""What a roll comes to, face by face: D6 tests, and rolls of several dice that are added up.

The dice of a roll lie on the table as pairs ``(kind, value)``: the kind is 6 or 3, negative if the
die is subtracted, and so is then its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..check import Check
from ..dice import FACES, Dice, Reroll
from ..errors import LimitError
from .table import Choice, Throw

MOST_DICE = 6  # of one roll into which a die may be put, or that may be made again

Lying: TypeAlias = tuple[tuple[int, int], ...]
Again = Literal["roll", "die"]  # what the Command Re-roll makes again: a whole roll, or one die of it


# D6 tests.


def check_throws(check: Check, twice: int = 0) -> tuple[Choice, list[Choice]]:
    """A D6 test: its first roll and its re-roll (if any), over the outcomes of `Verdict`.

    Those of the re-roll are numbered from ``twice``.
    """
    again = {face for face in FACES if check.rerolled(face)}
    first = Choice(_faces(check, FACES, again), lambda put: [_faces(check, put, again)])
    if not again:
        return first, []
    return first, [Choice(_faces(check, FACES, (), twice), lambda put: [_faces(check, put, (), twice)])]


def _faces(check: Check, faces: Iterable[int], again: Iterable[int], start: int = 0) -> Throw:
    outcomes: dict[int, int] = {}
    rerolls: dict[int, int] = {}
    for face in faces:
        if face in again:
            rerolls[0] = rerolls.get(0, 0) + 1
        else:
            verdict = start + int(check.judge(face))
            outcomes[verdict] = outcomes.get(verdict, 0) + 1
    return Throw(outcomes, rerolls)


# Rolls of several dice.


@dataclass(frozen=True)
class Part:
    """Dice of a roll that are to be rolled, while others lie there."""

    kinds: tuple[int, ...]
    staying: Lying = ()

    def thrown(self) -> Mapping[Lying, int]:
        """The dice once rolled, without those that stay, by weight."""
        return _thrown(self.kinds)

    def with_face(self, face: int) -> Iterator[Mapping[Lying, int]]:
        """The same with this face put into one die of each kind; a D3 shows half of it, rounded up."""
        for kind in dict.fromkeys(self.kinds):
            others = list(self.kinds)
            others.remove(kind)
            value = face if abs(kind) == 6 else (face + 1) // 2
            yield _thrown(others, {((kind, value if kind > 0 else -value),): 1})


def _thrown(kinds: Iterable[int], law: Mapping[Lying, int] | None = None) -> Mapping[Lying, int]:
    law = law or {(): 1}
    for kind in kinds:
        after: dict[Lying, int] = {}
        for lying, weight in law.items():
            for value in range(1, abs(kind) + 1):
                more = tuple(sorted((*lying, (kind, value if kind > 0 else -value))))
                after[more] = after.get(more, 0) + weight
        law = after
    return law


@dataclass(frozen=True)
class Sum:
    """A roll of several dice that are added up, with the re-roll that a rule gives."""

    dice: Dice
    reroll: Reroll | None = None

    @property
    def whole(self) -> Part:
        """All its dice, to be rolled; raises `LimitError` for more than six."""
        kinds = (6 if self.dice.d6 > 0 else -6,) * abs(self.dice.d6) + (3 if self.dice.d3 > 0 else -3,) * abs(self.dice.d3)
        if len(kinds) > MOST_DICE:
            raise LimitError(f"a roll of {len(kinds)} dice", f"at most {MOST_DICE} are rolled at once where dice are held")
        return Part(kinds)

    def total(self, lying: Lying) -> int:
        """What the dice come to: at least 1 if any was rolled."""
        total = self.dice.plus + sum(value for _, value in lying)
        return max(1, total) if lying else total

    def again(self, lying: Lying) -> Part | None:
        """What the rule makes again of dice just rolled, if anything."""
        if self.reroll == "1s":
            ones = tuple(kind for kind, value in lying if abs(value) == 1)
            return Part(ones, tuple(die for die in lying if abs(die[1]) != 1)) if ones else None
        twice_mean = sum((7 if abs(kind) == 6 else 4) * (1 if kind > 0 else -1) for kind, _ in lying)
        low = self.reroll == "low" and 2 * sum(value for _, value in lying) < twice_mean
        return Part(tuple(kind for kind, _ in lying)) if low else None

    def commanded(self, lying: Lying, twice: Lying, again: Again) -> list[Part]:
        """What the Command Re-roll can make again: no die that was rolled ``twice``, in the whole or one die."""
        if again == "roll":
            return [] if twice or not lying else [Part(tuple(kind for kind, _ in lying))]
        once = list(lying)
        for die in twice:
            once.remove(die)
        return [Part((die[0],), _without(lying, die)) for die in dict.fromkeys(once)]


def _without(lying: Lying, die: tuple[int, int]) -> Lying:
    left = list(lying)
    left.remove(die)
    return tuple(left)


Land = Callable[[Lying, Lying], int]  # the dice as they lie, those of them that were rolled twice: the outcome


def sum_throws(roll: Sum, land: Land) -> tuple[Choice, Sequence[Choice]]:
    """A roll of several dice: its first roll and its re-rolls, over the outcomes that ``land`` numbers."""
    seconds: dict[Part, int] = {}

    def throw(law: Mapping[Lying, int]) -> Throw:
        outcomes: dict[int, int] = {}
        rerolls: dict[int, int] = {}
        for lying, weight in law.items():
            again = roll.again(lying)
            into, place = (
                (outcomes, land(lying, ())) if again is None else (rerolls, seconds.setdefault(again, len(seconds)))
            )
            into[place] = into.get(place, 0) + weight
        return Throw(outcomes, rerolls)

    first = _choice(roll.whole, throw)
    return first, [part_throw(part, land) for part in seconds]


def part_throw(part: Part, land: Land) -> Choice:
    """Some dice of a roll made again, for the last time."""

    def throw(law: Mapping[Lying, int]) -> Throw:
        outcomes: dict[int, int] = {}
        for lying, weight in law.items():
            place = land(tuple(sorted(part.staying + lying)), lying)
            outcomes[place] = outcomes.get(place, 0) + weight
        return Throw(outcomes)

    return _choice(part, throw)


def _choice(part: Part, throw: Callable[[Mapping[Lying, int]], Throw]) -> Choice:
    by_face = {face: [throw(law) for law in part.with_face(face)] for face in FACES}
    return Choice(throw(part.thrown()), lambda put: by_face[put[0]])
