"""Dice: the one door to icepool, dice expressions, and small laws in whole numbers.

A `Law` is a distribution as sorted pairs ``(value, weight)`` with whole weights whose greatest
common divisor is 1: what the arithmetic uses. `icepool.Die` is what users get.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Literal, TypeAlias

import icepool

from .errors import ProfileError

Die: TypeAlias = "icepool.Die[int]"
Law: TypeAlias = tuple[tuple[int, int], ...]
Reroll = Literal["1s", "low"]

D6: Die = icepool.d6
D3: Die = icepool.d3
FACES = (1, 2, 3, 4, 5, 6)


def die(weights: Mapping[int, int]) -> Die:
    """The distribution with these whole weights, in lowest terms.

    >>> die({0: 2, 1: 4}).probability(1)
    Fraction(2, 3)
    """
    return icepool.Die({k: w for k, w in weights.items() if w}).simplify()


def die_of_pairs(weights: Mapping[tuple[int, int], int]) -> icepool.Die[tuple[int, int]]:
    """The joint distribution of two whole numbers with these weights, in lowest terms.

    >>> die_of_pairs({(0, 1): 2, (1, 0): 4}).probability((1, 0))
    Fraction(2, 3)
    """
    return icepool.Die({k: w for k, w in weights.items() if w}).simplify()


def law(weights: Mapping[int, int] | Iterable[tuple[int, int]]) -> Law:
    """A law from weights; equal values add up, zero weights go, the weights are reduced.

    >>> law([(1, 2), (0, 2), (1, 4)])
    ((0, 1), (1, 3))
    """
    total: dict[int, int] = {}
    for value, weight in weights.items() if isinstance(weights, Mapping) else weights:
        if weight:
            total[value] = total.get(value, 0) + weight
    common = gcd(*total.values())
    return tuple((value, total[value] // common) for value in sorted(total))


def added(*laws: Law) -> Law:
    """The law of the sum of independent values.

    >>> added(((1, 1), (2, 1)), ((0, 1), (1, 1)))
    ((1, 1), (2, 2), (3, 1))
    """
    total: Law = ((0, 1),)
    for other in laws:
        total = law([(a + b, v * w) for a, v in total for b, w in other])
    return total


def mapped(source: Law, function: Callable[[int], int]) -> Law:
    """The law of a function of the value.

    >>> mapped(((1, 1), (2, 1), (3, 1)), lambda v: max(v, 2))
    ((2, 2), (3, 1))
    """
    return law([(function(value), weight) for value, weight in source])


@dataclass(frozen=True)
class Dice:
    """A dice expression: so many D6, so many D3, and a number.

    A total of rolled dice below 1 counts as 1; a plain number is itself (a modifier may be negative).

    >>> str(Dice(d6=2, plus=1)), str(Dice(plus=4))
    ('2D6+1', '4')
    """

    d6: int = 0
    d3: int = 0
    plus: int = 0

    @property
    def is_random(self) -> bool:
        """Whether any die is rolled."""
        return bool(self.d6 or self.d3)

    @property
    def highest(self) -> int:
        """The highest total."""
        return 6 * max(self.d6, 0) + min(self.d6, 0) + 3 * max(self.d3, 0) + min(self.d3, 0) + self.plus

    def law(self, reroll: Reroll | None = None) -> Law:
        """The law of the total.

        ``reroll="1s"`` rolls each die that shows 1 again, once; ``"low"`` the whole roll when its
        total is below its mean.

        >>> Dice(d3=1).law()
        ((1, 1), (2, 1), (3, 1))
        >>> Dice(d3=1).law("1s")
        ((1, 1), (2, 4), (3, 4))
        """
        return _law(self, reroll)

    def die(self) -> Die:
        """The distribution of the total."""
        return die(dict(self.law()))

    def __str__(self) -> str:
        terms = [(self.d6, "D6"), (self.d3, "D3"), (self.plus, "")]
        terms.sort(key=lambda term: term[0] < 0)
        text = ""
        for number, kind in terms:
            if number:
                sign = "-" if number < 0 else "+" if text else ""
                text += f"{sign}{'' if kind and abs(number) == 1 else abs(number)}{kind}"
        return text or "0"


ZERO = Dice()


@lru_cache(maxsize=4096)
def _law(dice: Dice, reroll: Reroll | None) -> Law:
    if not dice.is_random:
        return ((dice.plus, 1),)
    d6, d3 = D6, D3
    if reroll == "1s":
        d6, d3 = D6.reroll({1}, depth=1), D3.reroll({1}, depth=1)
    total = _several(dice.d6, d6) + _several(dice.d3, d3) + dice.plus
    if reroll == "low":
        mean = total.mean()
        low = [value for value in total.outcomes() if value < mean]
        total = total.reroll(low, depth=1)
    return law([(max(1, value), weight) for value, weight in total.items()])


def _several(number: int, one: Die) -> Die:
    """So many independent dice of one kind, added; subtracted when the number is negative."""
    total: Die = icepool.Die([0])
    for _ in range(abs(number)):
        total = (total + one if number > 0 else total - one).simplify()
    return total


_TERM = re.compile(r"([+-]?)\s*(?:(\d*)d([36])(?!\d)|(\d+)(?!d))", re.IGNORECASE)


def dice(text: str | int) -> Dice:
    """A dice expression from text: ``4``, ``D6``, ``2D6+1``, ``D3+3``, ``D6+D3``.

    Raises `ProfileError` for anything else.

    >>> dice("d6+d6+2")
    Dice(d6=2, d3=0, plus=2)
    """
    whole = str(text).strip()
    bad = ProfileError(f"bad dice expression {whole!r}", "write a number, D6, D3, 2D6 or D6+1")
    count = {"6": 0, "3": 0, "": 0}
    at = 0
    while at < len(whole) or at == 0:
        term = _TERM.match(whole, at)
        if term is None or bool(term[1]) != bool(at) or len(term[0]) > 12:
            raise bad
        number, kind = (term[4], "") if term[4] else (term[2] or "1", term[3])
        if kind and int(number) == 0:
            raise bad
        count[kind] += int(number) * (-1 if term[1] == "-" else 1)
        at = term.end()
        while at < len(whole) and whole[at] == " ":
            at += 1
    found = Dice(count["6"], count["3"], count[""])
    if found.highest < 0 or (found.is_random and found.highest < 1):
        raise bad
    return found
