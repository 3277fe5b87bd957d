"""The law of a whole number, held as whole weights over one denominator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

from .dice import Die, die
from .errors import MathhammerError


@dataclass(frozen=True)
class Distribution:
    """A distribution of whole numbers: pairs (value, weight) in ascending order, in lowest terms.

    Build it with `distribution`. It is hashable, picklable and equal to any other of the same law.

    >>> two = distribution({0: 2, 1: 4})
    >>> two.probability(1), two.mean
    (Fraction(2, 3), Fraction(2, 3))
    """

    weights: tuple[tuple[int, int], ...]
    denominator: int

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """The values with their probabilities."""
        return ((value, Fraction(weight, self.denominator)) for value, weight in self.weights)

    def probability(self, value: int) -> Fraction:
        """The chance of exactly this value."""
        return Fraction(dict(self.weights).get(value, 0), self.denominator)

    def at_least(self, value: int) -> Fraction:
        """The chance of this value or more."""
        return Fraction(sum(weight for v, weight in self.weights if v >= value), self.denominator)

    @property
    def lowest(self) -> int:
        """The lowest possible value."""
        return self.weights[0][0]

    @property
    def highest(self) -> int:
        """The highest possible value."""
        return self.weights[-1][0]

    @cached_property
    def mean(self) -> Fraction:
        """The mean."""
        return Fraction(sum(value * weight for value, weight in self.weights), self.denominator)

    @cached_property
    def variance(self) -> Fraction:
        """The mean square distance from the mean."""
        square = Fraction(sum(value * value * weight for value, weight in self.weights), self.denominator)
        return square - self.mean**2

    @property
    def dispersion(self) -> Fraction | None:
        """The variance over the mean: 1 for a Poisson law, below it for steadier ones; None for a mean of 0.

        >>> distribution({0: 1, 1: 1}).dispersion
        Fraction(1, 2)
        """
        return self.variance / self.mean if self.mean else None

    def pgf(self, x: Fraction | int) -> Fraction:
        """The probability generating function at x: the mean of x to the power of the value.

        That of a sum of independent values is the product of theirs. A negative value needs an x other than 0.

        >>> distribution({1: 1, 2: 1}).pgf(Fraction(1, 2))
        Fraction(3, 8)
        """
        if not x and self.lowest < 0:
            raise MathhammerError("x is 0 and a value is negative", "write another x")
        return sum((Fraction(x) ** value * weight for value, weight in self.weights), Fraction(0)) / self.denominator

    def quantile(self, q: Fraction) -> int:
        """The smallest value x with P(X <= x) >= q, for q in 0..1.

        >>> distribution({0: 1, 1: 1}).quantile(Fraction(1, 2))
        0
        """
        total = 0
        for value, weight in self.weights:
            total += weight
            if total * q.denominator >= q.numerator * self.denominator:
                return value
        return self.highest

    @property
    def median(self) -> int:
        """The smallest value that is not exceeded with a chance of at least one half."""
        return self.quantile(Fraction(1, 2))

    @property
    def band(self) -> tuple[int, int]:
        """The 10 % and the 90 % quantile."""
        return self.quantile(Fraction(1, 10)), self.quantile(Fraction(9, 10))

    @property
    def mode(self) -> int:
        """The most likely value, the smallest if there are several."""
        return max(self.weights, key=lambda pair: (pair[1], -pair[0]))[0]

    @cached_property
    def die(self) -> Die:
        """The same as an `icepool.Die`."""
        return die(dict(self.weights))

    def __getstate__(self) -> dict[str, object]:
        return {"weights": self.weights, "denominator": self.denominator}


def distribution(weights: dict[int, int] | Iterable[tuple[int, int]]) -> Distribution:
    """The distribution with these whole weights; equal values add up, zero weights go.

    >>> distribution([(1, 2), (0, 1), (1, 3)])
    Distribution(weights=((0, 1), (1, 5)), denominator=6)
    """
    total: dict[int, int] = {}
    for value, weight in weights.items() if isinstance(weights, dict) else weights:
        if weight:
            total[value] = total.get(value, 0) + weight
    common = gcd(*total.values())
    pairs = tuple((value, total[value] // common) for value in sorted(total))
    return Distribution(pairs, sum(weight for _, weight in pairs))
