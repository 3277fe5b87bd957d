"""A distribution as rows: every value, or ranges of values where there are too many to read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from ..distribution import Distribution

MOST_ROWS = 40
TINY = Fraction(1, 20_000)  # what is rarer than this rounds to 0.00 %


class LawRow(NamedTuple):
    """The chance that a value lies in low..high, and that it is at least low."""

    low: int
    high: int
    chance: Fraction
    at_least: Fraction

    @property
    def label(self) -> str:
        """The value, or the range of values."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


Range = tuple[int, int]


def ranges(laws: Sequence[Distribution]) -> list[Range]:
    """The possible values in ranges: tails that round to nothing as one, long laws in steps of equal width.

    >>> from mathhammer.distribution import distribution
    >>> ranges([distribution({0: 10**6, 1: 10**6, 2: 1, 3: 1})])
    [(0, 0), (1, 1), (2, 3)]
    """
    values = sorted({value for law in laws for value, _ in law.weights})
    first, last = visible(laws)
    low, high = [v for v in values if v < first], [v for v in values if v > last]
    middle = [(v, v) for v in values if first <= v <= last]
    if len(middle) > MOST_ROWS:
        step = -(-(last - first + 1) // MOST_ROWS)
        middle = [(start, min(start + step - 1, last)) for start in range(first, last + 1, step)]
    tails = [[(tail[0], tail[-1])] if tail else [] for tail in (low, high)]
    return [*tails[0], *middle, *tails[1]]


def visible(laws: Sequence[Distribution]) -> Range:
    """The values beyond which no law has a chance that shows.

    >>> from mathhammer.distribution import distribution
    >>> visible([distribution({0: 1, 1: 10**6, 2: 10**6, 3: 1})])
    (1, 2)
    """
    return min(law.quantile(TINY) for law in laws), max(_last_common(law) for law in laws)


def _last_common(law: Distribution) -> int:
    """The largest value that is reached with a chance that shows."""
    total = 0
    for value, weight in reversed(law.weights):
        total += weight
        if total * TINY.denominator >= TINY.numerator * law.denominator:
            return value
    return law.lowest


def singles(laws: Sequence[Distribution]) -> list[Range]:
    """Every possible value as a range of its own."""
    return [(v, v) for v in sorted({value for law in laws for value, _ in law.weights})]


def law_rows(law: Distribution, shown: Sequence[Range] | None = None) -> Iterator[LawRow]:
    """The rows of a distribution over these ranges, over every possible value if none are given.

    >>> from mathhammer.distribution import distribution
    >>> [row.at_least for row in law_rows(distribution({0: 1, 2: 1}))]
    [Fraction(1, 1), Fraction(1, 2)]
    """
    values = [value for value, _ in law.weights]
    below = [0, *accumulate(weight for _, weight in law.weights)]
    for low, high in singles([law]) if shown is None else shown:
        before, until = below[bisect_left(values, low)], below[bisect_left(values, high + 1)]
        chance, more = until - before, law.denominator - before
        yield LawRow(low, high, Fraction(chance, law.denominator), Fraction(more, law.denominator))


def named_rows(edition: str, quantity: str, law: Distribution) -> list[dict[str, Any]]:
    """A row a value: edition, quantity, value, and the chances of exactly and of at least that.

    >>> from mathhammer.distribution import distribution
    >>> named_rows("10e", "kills", distribution({2: 1}))[0]["at_least"]
    Fraction(1, 1)
    """
    named = {"edition": edition, "quantity": quantity}
    return [{**named, "value": row.low, "exactly": row.chance, "at_least": row.at_least} for row in law_rows(law)]
