"""The Strands of Fate roll when what a die is worth is not known: for which worths a roll is kept.

A face is worth a number, or some part of an unknown a from 0 to 1 (``5:a,6:1``). Every roll is then
worth a line in a, and rolling again a convex curve of straight pieces: ``V_n = E max(line, V_(n-1))``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..dice import FACES
from ..errors import LimitError, MathhammerError, NotationError
from ..notation.tokens import quoted
from .lines import Curve, Interval, Line, mean_of_best, straight
from .pool import Pool
from .strands import checked

MOST_WORTHS = 120  # different lines that one roll may be worth: about a second for all numbers of dice
ALWAYS: Interval = (Fraction(0), Fraction(1))
_HINT = "write a weight a face, such as 5:a,6:1"
_PART = re.compile(
    r"([1-6]):(?:([+-]?\d{1,9}(?:/0*[1-9]\d{0,8}|\.\d{1,9})?)?(\*?a)|([+-]?\d{1,9}(?:/0*[1-9]\d{0,8}|\.\d{1,9})?))"
)


@dataclass(frozen=True)
class OpenValue:
    """What each face 1 to 6 is worth: a line in the unknown a."""

    text: str
    weights: tuple[Line, ...]

    def of(self, faces: Pool) -> Line:
        """What the pool with these faces is worth.

        >>> str(open_value("5:a,6:1").of((1, 5, 5, 6)))
        '1 + 2 a'
        """
        total = Line(Fraction(0), Fraction(0))
        for face in faces:
            total = total.plus(self.weights[face - 1])
        return total

    @property
    def words(self) -> str:
        """The weights in words."""
        return f"weights {self.text.replace(',', ' ')}"


def is_open(given: object) -> bool:
    """Whether a value is a text with an unknown in it.

    >>> is_open("5:a,6:1"), is_open("pips")
    (True, False)
    """
    return isinstance(given, str) and re.search(r":[^,]*a", given, re.IGNORECASE) is not None


def open_value(given: str) -> OpenValue:
    """The value that a text stands for: a weight a face, each a number or a number of times a.

    Raises `NotationError` for anything else.

    >>> open_value("4:1/2a, 6:1").text
    '4:1/2a,6:1'
    """
    weights: dict[int, Line] = {}
    texts = []
    for part in re.finditer("(?:^|(?<=,))[^,]*", given):
        text = "".join(part[0].lower().split())
        found = _PART.fullmatch(text)
        start, end = part.span()
        if found is None:
            raise NotationError(f"{quoted(given)} is no value with an unknown a", _HINT, text=given, start=start, end=end)
        face = int(found[1])
        if face in weights:
            raise NotationError(f"two weights for a {face}", "write one", text=given, start=start, end=end)
        zero = Fraction(0)
        weights[face] = Line(zero, Fraction(found[2] or 1)) if found[3] else Line(Fraction(found[4]), zero)
        texts.append(text)
    if not is_open(given):
        raise NotationError(f"{quoted(given)} has no unknown", _HINT, text=given)
    none = Line(Fraction(0), Fraction(0))
    return OpenValue(",".join(texts), tuple(weights.get(face, none) for face in FACES))


@dataclass(frozen=True)
class OpenRoll:
    """One roll of a Strands of Fate roll, for every a: what it is worth before it is made, and when it is kept.

    ``keep`` holds for every worth that can be rolled the interval of a in which keeping is right
    (ties keep), None where it never is.
    """

    dice: int
    curve: Curve
    keep: tuple[tuple[Line, Interval | None], ...]


@dataclass(frozen=True)
class OpenStrands:
    """A Strands of Fate roll with so many dice, for every a: its rolls with 1, 2, ... dice."""

    number: int
    goal: OpenValue
    rolls: tuple[OpenRoll, ...]

    def value(self, a: int | Fraction) -> Fraction:
        """What it is worth for this a, from 0 to 1."""
        return self.rolls[-1].curve.at(within(a))


@dataclass(frozen=True)
class OpenAdvice:
    """For which a a roll is kept: the interval, None where never; ``ahead`` is the play if it is rolled again."""

    roll: Pool
    goal: OpenValue
    worth: Line
    keep: Interval | None
    ahead: OpenStrands | None


def within(a: int | Fraction) -> Fraction:
    """The unknown, if it is from 0 to 1; raises `MathhammerError` for any other."""
    if isinstance(a, bool) or not isinstance(a, int | Fraction) or not 0 <= a <= 1:
        raise MathhammerError(f"a = {a!r} is outside 0..1", "write a Fraction, for a 6 is the best face")
    return Fraction(a)


def open_advice(roll: Pool, goal: OpenValue) -> OpenAdvice:
    """For which a the roll is kept.

    >>> from .pool import pool
    >>> open_advice(pool("5 1"), open_value("5:a,6:1")).keep
    (Fraction(1, 5), Fraction(1, 1))
    """
    worth = goal.of(roll)
    if len(roll) == 1:
        return OpenAdvice(roll, goal, worth, ALWAYS, None)
    ahead = open_strands(len(roll) - 1, goal)
    return OpenAdvice(roll, goal, worth, ahead.rolls[-1].curve.under(worth), ahead)


@lru_cache(maxsize=64)
def open_strands(number: int, goal: OpenValue) -> OpenStrands:
    """The Strands of Fate roll with so many dice (1..12), for every a.

    Raises `MathhammerError` for numbers that do not fit, `LimitError` where a roll may be worth too
    many different things.

    >>> open_strands(2, open_value("5:a,6:1")).value(0), open_strands(2, open_value("5:a,6:1")).value(1)
    (Fraction(97, 216), Fraction(22, 27))
    """
    checked(number)
    sums: dict[Line, int] = {Line(Fraction(0), Fraction(0)): 1}
    rolls: list[OpenRoll] = []
    for dice in range(1, number + 1):
        longer: dict[Line, int] = {}
        for line, weight in sums.items():
            for face in goal.weights:
                longer[line.plus(face)] = longer.get(line.plus(face), 0) + weight
        sums = longer
        if len(sums) > MOST_WORTHS:
            raise LimitError(
                f"{dice} dice may be worth {len(sums)} different things", f"at most {MOST_WORTHS}; weigh fewer faces"
            )
        chances = {line: Fraction(weight, 6**dice) for line, weight in sorted(sums.items())}
        rolls.append(_roll(dice, chances, rolls[-1].curve) if rolls else _last(chances))
    return OpenStrands(number, goal, tuple(rolls))


def _last(chances: dict[Line, Fraction]) -> OpenRoll:
    """The roll of one die: it is always kept."""
    mean = Line(Fraction(0), Fraction(0))
    for line, chance in chances.items():
        mean = mean.plus(Line(chance * line.constant, chance * line.slope))
    return OpenRoll(1, straight(mean), tuple((line, ALWAYS) for line in chances))


def _roll(dice: int, chances: dict[Line, Fraction], again: Curve) -> OpenRoll:
    keep = tuple((line, again.under(line)) for line in chances)
    curve = mean_of_best(again, ((line, chances[line], interval) for line, interval in keep))
    return OpenRoll(dice, curve, keep)
