"""A roll of dice added up, with the best use of a re-roll and of a die put in its place.

A roll is played in two steps, each a decision and then dice: a held die may be put into the roll, and
the others are rolled; then some dice may be rolled again, and a die still held may be one of them. One
die at most is put into a roll and its re-roll together. Re-rolling a die that was put in loses it.
Solved backward over sorted faces in whole numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from itertools import combinations, product
from typing import Literal, NamedTuple, get_args

from ..dice import FACES
from ..distribution import Distribution, distribution
from ..errors import LimitError, SituationError

Faces = tuple[int, ...]
Reroll = Literal["both", "one", "any"]
REROLLS: tuple[str, ...] = get_args(Reroll)
MOST_DICE = 100  # held; only their faces matter
MOST_PLUS = 1_000  # the size of a modifier or of a number to reach


@dataclass(frozen=True)
class Roll:
    """So many D6 added up, and what may be done about them.

    The ``dropped`` lowest dice do not count. ``plus`` modifies the sum; the result is at least 1 and at
    most ``highest``; ``added`` inches (a Move characteristic) come on top. ``need`` is the number to
    reach; without one the highest mean is sought. ``reroll``: ``both`` rolls all dice again, ``one`` one
    of them, ``any`` as many as wanted, once. ``die`` is put into the roll for better or worse; of
    ``dice`` one at most is used, at the best moment.

    Raises `SituationError` for what the rules do not allow, `LimitError` beyond the stated bounds.
    Source: general dice rules, 10th and 11th edition (01.05); given texts Acts of Faith, Strands of Fate.

    >>> Roll(need=9, plus=1).total((2, 5))
    8
    """

    number: int = 2
    dropped: int = 0
    plus: int = 0
    added: int = 0
    highest: int | None = None
    need: int | None = None
    reroll: Reroll | None = None
    die: int | None = None
    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name, value in (("need", self.need), ("plus", self.plus)):
            _check_number(name, value)
        if self.reroll is not None and self.reroll not in REROLLS:
            raise SituationError(f"no re-roll is called {self.reroll!r}", f"write one of {', '.join(REROLLS)}")
        _check_dice(self.die, self.dice)

    def total(self, faces: Faces) -> int:
        """The result with these dice on the table."""
        result = max(1, sum(sorted(faces)[self.dropped :]) + self.plus)
        return self.added + (result if self.highest is None else min(result, self.highest))

    def worth(self, faces: Faces) -> int:
        """What is sought: 1 if the number is reached, else 0; without a number the result itself."""
        total = self.total(faces)
        return total if self.need is None else int(total >= self.need)

    @property
    def hand(self) -> Faces:
        """The different faces held, the lowest first."""
        return tuple(sorted(set(self.dice)))

    @property
    def rerolled(self) -> tuple[int, ...]:
        """How many dice may be rolled again together."""
        return {None: (), "both": (self.number,), "one": (1,), "any": tuple(range(1, self.number + 1))}[self.reroll]

    def __str__(self) -> str:
        dice = f"{'' if self.number == 1 else self.number}D6" + (", the lowest dropped" if self.dropped else "")
        plus = f", {self.plus:+d}" if self.plus else ""
        return f"{dice}{plus}" + (f", after a Move of {self.added}" if self.added else "")


class Choice(NamedTuple):
    """What is done with the dice on the table: those kept, how many are rolled again, a die put in."""

    kept: Faces
    again: int = 0
    put: int | None = None

    @property
    def known(self) -> Faces:
        """The dice that need no rolling."""
        return self.kept if self.put is None else (*self.kept, self.put)


class Case(NamedTuple):
    """Dice on the table after the first roll, how many of the 6**n rolls give them, and what is done then."""

    faces: Faces
    weight: int
    choice: Choice


@dataclass(frozen=True)
class Policy:
    """The best way to play a roll: the die put in before it, and what is done with each result.

    ``values`` is what is sought (a chance, or a mean) by the die put in before the roll, None being none.
    """

    roll: Roll
    before: int | None
    cases: tuple[Case, ...]
    values: tuple[tuple[int | None, Fraction], ...]

    @property
    def value(self) -> Fraction:
        """The chance to reach the number, or the mean where there is none."""
        return dict(self.values)[self.before]

    @cached_property
    def law(self) -> Distribution:
        """The law of the result under this policy."""
        return distribution(
            (
                self.roll.total((*case.choice.known, *dice)),
                case.weight * weight * 6 ** (self.roll.number - case.choice.again),
            )
            for case in self.cases
            for dice, weight in thrown(case.choice.again)
        )

    @property
    def put_again(self) -> dict[int, Fraction]:
        """The chance that a die of that face is put into the re-roll."""
        total = sum(case.weight for case in self.cases)
        weights: Counter[int] = Counter()
        for case in self.cases:
            if case.choice.put is not None:
                weights[case.choice.put] += case.weight
        return {face: Fraction(weights[face], total) for face in sorted(weights)}


@lru_cache(maxsize=4096)
def best(roll: Roll) -> Policy:
    """The policy with the highest chance to reach the number; without a number, with the highest mean.

    Equal policies: keep the dice, then the smallest die that does as well; leave the roll as it is, then
    roll the fewest and lowest dice again.

    >>> best(Roll(need=9)).value, best(Roll(need=9, dice=(6, 5))).value
    (Fraction(5, 18), Fraction(2, 3))
    >>> best(Roll(need=6, dice=(6, 5))).before
    5
    """
    sought = cache(partial(_sought, roll))
    options = (None, *roll.hand) if roll.die is None else (roll.die,)
    played = {before: _cases(roll, before, sought) for before in options}
    values = {before: _value(roll, cases, sought) for before, cases in played.items()}
    before = max(options, key=lambda put: values[put])
    return Policy(roll, before, played[before], tuple(values.items()))


def _cases(roll: Roll, before: int | None, sought: Callable[[Choice], int]) -> tuple[Case, ...]:
    """Every first roll with the best that can be done about it."""
    put = () if before is None else (before,)
    hand = roll.hand if before is None else ()
    cases = []
    for dice, weight in thrown(roll.number - len(put)):
        faces = tuple(sorted((*put, *dice)))
        cases.append(Case(faces, weight, max(_choices(roll, faces, hand), key=sought)))
    return tuple(cases)


def _value(roll: Roll, cases: tuple[Case, ...], sought: Callable[[Choice], int]) -> Fraction:
    total = sum(case.weight for case in cases)
    return Fraction(sum(case.weight * sought(case.choice) for case in cases), total * 6**roll.number)


def _choices(roll: Roll, faces: Faces, hand: Faces) -> Iterator[Choice]:
    """All that may be done with the dice on the table; of equal choices the first is the better."""
    yield Choice(faces)
    for put in (None, *hand):
        for again in roll.rerolled:
            for kept in sorted(set(combinations(faces, roll.number - again)), reverse=True):
                yield Choice(kept, again - (put is not None), put)


def _sought(roll: Roll, choice: Choice) -> int:
    """What is sought, on average after the choice, times 6 to the number of dice."""
    total = sum(weight * roll.worth((*choice.known, *dice)) for dice, weight in thrown(choice.again))
    return int(total * 6 ** (roll.number - choice.again))


@lru_cache(maxsize=16)
def thrown(number: int) -> tuple[tuple[Faces, int], ...]:
    """The results of so many D6, faces in order, with how many of the 6**number rolls give each.

    >>> thrown(2)[:3]
    (((1, 1), 1), ((1, 2), 2), ((1, 3), 2))
    """
    counted = Counter(tuple(sorted(dice)) for dice in product(FACES, repeat=number))
    return tuple(sorted(counted.items()))


def _check_number(name: str, value: object) -> None:
    if value is None and name == "need":
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise SituationError(f"{name} {value!r} is no whole number", f"write for example {name}=1")
    if abs(value) > MOST_PLUS:
        raise LimitError(f"{name} is too large", f"write a number in -{MOST_PLUS}..{MOST_PLUS}")


def _check_dice(die: object, dice: object) -> None:
    if isinstance(die, tuple | list):
        raise SituationError(f"{len(die)} dice in one roll", "one die can be replaced; dice takes the best of several")
    if not isinstance(dice, tuple):
        raise SituationError(f"dice {dice!r}", "write the faces held, for example dice=(6, 5)")
    if die is not None and dice:
        raise SituationError("a die for this roll, and dice to choose from", "give die or dice, not both")
    if len(dice) > MOST_DICE:
        raise LimitError(f"{len(dice)} dice are held", f"at most {MOST_DICE}")
    for face in dice if die is None else (die,):
        if not isinstance(face, int) or isinstance(face, bool):
            raise SituationError(f"{face!r} is no face of a D6", "write a number from 1 to 6")
        if face not in FACES:
            raise SituationError("a die shows a face outside 1..6", "write a number from 1 to 6")
