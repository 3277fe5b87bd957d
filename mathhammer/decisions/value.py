"""What a pool of dice is worth: how many are high enough, their pips, a chance, weights, or any function.

A worth is a `Fraction`; whole numbers over one unit are used where many pools are weighed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TypeAlias

from ..dice import FACES
from ..errors import MathhammerError, NotationError
from ..notation.tokens import quoted
from .pool import MOST_DICE, Pool, pools

Function: TypeAlias = Callable[[Pool], int | Fraction]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Value:
    """What a pool is worth: a sum of weights, the chance that such a sum is large enough, or a function.

    ``weights`` belong to the faces 1 to 6; with ``at_least`` a pool whose weights reach that number is
    worth 1, any other 0. ``function`` takes the faces in ascending order.

    >>> value("5+").of((1, 5, 6)), value("2x6+").of((1, 5, 6)), value(max).of((1, 5, 6))
    (Fraction(2, 1), Fraction(0, 1), Fraction(6, 1))
    """

    text: str
    weights: tuple[Fraction, ...] = ()
    at_least: int | None = None
    function: Function | None = None

    def of(self, faces: Pool) -> Fraction:
        """What the pool with these faces, in ascending order, is worth."""
        if self.function is not None:
            return Fraction(self._called(self.function, faces))
        total = sum((self.weights[face - 1] for face in faces), Fraction(0))
        return total if self.at_least is None else Fraction(total >= self.at_least)

    def wholes(self, dice: int) -> tuple[list[int], int]:
        """What every pool of so many dice is worth, in the order of `pools`, in units of 1/n; and n."""
        if self.function is None:
            unit, weight = self.scaled
            return [self.judged(sum(map(weight.__getitem__, faces))) for faces in pools(dice)], self.unit
        found = [self._called(self.function, faces) for faces in pools(dice)]
        unit = lcm(*{worth.denominator for worth in found})
        return [worth.numerator * (unit // worth.denominator) for worth in found], unit

    @cached_property
    def scaled(self) -> tuple[int, tuple[int, ...]]:
        """The unit 1/n of the weights, as n, and the weights in it, by face (0 for a face 0)."""
        unit = lcm(*(weight.denominator for weight in self.weights))
        return unit, (0, *(int(weight * unit) for weight in self.weights))

    @property
    def unit(self) -> int:
        """The unit 1/n in which a value by weights is counted, as n."""
        return self.scaled[0] if self.at_least is None else 1

    def judged(self, total: int) -> int:
        """What a pool with this sum of scaled weights is worth, in units of the value."""
        return total if self.at_least is None else int(total >= self.at_least * self.scaled[0])

    def _called(self, function: Function, faces: Pool) -> int | Fraction:
        found = function(faces)
        if isinstance(found, (int, Fraction)):
            return found
        raise MathhammerError(f"{self.text} of {faces} is {quoted(repr(found))}", "return a whole number or a Fraction")

    @property
    def words(self) -> str:
        """What is counted, in words.

        >>> value("6+").words, value("2x5+").words, value("6:1").words
        ('number of 6s', 'chance of at least two 5+', 'weights 1:0 2:0 3:0 4:0 5:0 6:1')
        """
        if not self.weights or ":" in self.text:
            return f"weights {self.text.replace(',', ' ')}" if self.weights else self.text
        need = FACES[self.weights.index(Fraction(1))]
        one, several = {6: ("6", "6s"), 1: ("die", "dice")}.get(need, (f"{need}+", f"{need}+"))
        if self.at_least is not None:
            return f"chance of at least {NUMBERS[self.at_least]} {one if self.at_least == 1 else several}"
        return "sum of pips" if self.text == "pips" else f"number of {several}"


_COUNT = re.compile(r"(?:(\d{1,3})[x*])?([1-6])\+")
_WEIGHT = re.compile(r"([1-6]):([+-]?\d{1,9}(?:/\d{1,9}|\.\d{1,9})?)")
_HINT = "write 6+, 5+, pips, 2x6+ or weights such as 5:1/2,6:1"


def value(given: str | Value | Function) -> Value:
    """The value that a text or a function of the faces stands for.

    ``6+`` counts the 6s (any n+ from 1+ to 6+), ``pips`` adds the faces, ``2x6+`` is the chance of at
    least two 6s, ``4:1/2,6:2`` gives each face a weight, 0 to those that are not named; a function
    takes the faces in ascending order. Raises `MathhammerError` for anything else.

    >>> value("4:1/2,6:2").text
    '1:0,2:0,3:0,4:1/2,5:0,6:2'
    """
    if isinstance(given, Value):
        return given
    if callable(given):
        return Value(getattr(given, "__name__", type(given).__name__), function=given)
    if not isinstance(given, str):
        raise MathhammerError(f"{quoted(repr(given))} values no pool", _HINT)
    text = "".join(given.lower().split())
    if text.startswith("@"):
        raise NotationError(f"{quoted(given)}: a plan is no value yet", _HINT, text=given)
    if text == "pips":
        return Value(text, tuple(map(Fraction, FACES)))
    count = _COUNT.fullmatch(text)
    return _counting(count, given) if count else _weighing(given)


def _counting(found: re.Match[str], given: str) -> Value:
    need = int(found[2])
    weights = tuple(Fraction(face >= need) for face in FACES)
    if found[1] is None:
        return Value(f"{need}+", weights)
    if not 1 <= int(found[1]) <= MOST_DICE:
        raise NotationError(f"{found[1]} dice are outside 1..{MOST_DICE}", "write for example 2x6+", text=given)
    return Value(f"{int(found[1])}x{need}+", weights, int(found[1]))


def _weighing(given: str) -> Value:
    weights: dict[int, Fraction] = {}
    for part in re.finditer("(?:^|(?<=,))[^,]*", given):
        found = _WEIGHT.fullmatch("".join(part[0].split()))
        start, end = part.span()
        if found is None or re.search("/0+$", found[2]):
            raise NotationError(f"{quoted(given)} is no value of a pool", _HINT, text=given, start=start, end=end)
        if int(found[1]) in weights:
            raise NotationError(f"two weights for a {found[1]}", "write one", text=given, start=start, end=end)
        weights[int(found[1])] = Fraction(found[2])
    every = tuple(weights.get(face, Fraction(0)) for face in FACES)
    return Value(",".join(f"{face}:{weight}" for face, weight in zip(FACES, every, strict=True)), every)
