"""Whole numbers over one denominator: generating functions, truncated powers, and their sums.

A `Series` is a probability generating function in packet variables, in whole numbers: the term with
exponents ``(i, j)`` is the weight of meeting i packets of the first kind and j of the second. Terms
whose total degree reaches ``limit`` are dropped (with that many packets the target is dead for sure);
the denominator still counts them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as pairs
from math import gcd, lcm

from .dice import Law

Exponents = tuple[int, ...]

_SHORT = 12_000  # bits, about 3,600 digits; Python refuses to print whole numbers of more than 4,300 digits


@dataclass(frozen=True)
class Series:
    """A generating function: whole weights by exponents, over one denominator.

    >>> half = Series({(0,): 1, (1,): 1}, 2)
    >>> half.power(3, limit=2)
    Series(terms={(0,): 1, (1,): 3}, denominator=8)
    """

    terms: dict[Exponents, int]
    denominator: int

    @property
    def variables(self) -> int:
        """How many packet variables there are."""
        return len(next(iter(self.terms)))

    def times(self, other: Series, limit: int | None = None) -> Series:
        """The generating function of the sum of two independent counts."""
        terms: dict[Exponents, int] = {}
        if self.variables == 1:
            for (a,), v in self.terms.items():
                for (b,), w in other.terms.items():
                    if limit is None or a + b < limit:
                        terms[(a + b,)] = terms.get((a + b,), 0) + v * w
            return Series(terms or {(0,): 0}, self.denominator * other.denominator)
        for (e, v), (f, w) in pairs(self.terms.items(), other.terms.items()):
            exponents = tuple(map(int.__add__, e, f))
            if limit is None or sum(exponents) < limit:
                terms[exponents] = terms.get(exponents, 0) + v * w
        return Series(terms or {(0,) * self.variables: 0}, self.denominator * other.denominator)

    def power(self, n: int, limit: int | None = None) -> Series:
        """The generating function of n independent repetitions, by Euler's recurrence.

        ``p_0 * e_r * f_e = sum over a of (n*a_r - (e_r - a_r)) * p_a * f_(e-a)`` for any r with e_r > 0.
        """
        if n == 1 and limit is None:
            return self
        zero = (0,) * self.variables
        if n == 0:
            return Series({zero: 1}, 1)
        constant = self.terms.get(zero, 0)
        if self.variables == 1:
            return _univariate(self, n, limit)
        if not constant:
            return self._power_by_squaring(n, limit)
        terms = _multivariate(self.terms, constant, n, limit)
        return Series(terms, self.denominator**n)

    def _power_by_squaring(self, n: int, limit: int | None) -> Series:
        result = Series({(0,) * self.variables: 1}, 1)
        square = self
        while n:
            if n & 1:
                result = result.times(square, limit)
            n >>= 1
            if n:
                square = square.times(square, limit)
        return result

    def of(self, law: Law, limit: int | None = None) -> Series:
        """The generating function of a random number of repetitions (Horner's scheme)."""
        if len(law) == 1:
            return self.power(law[0][0], limit)
        zero = (0,) * self.variables
        weights = dict(law)
        highest = law[-1][0]
        total = Series({zero: weights[highest]}, 1)
        lift = 1
        for count in range(highest - 1, -1, -1):
            total = total.times(self, limit)
            lift *= self.denominator
            if weights.get(count):
                total.terms[zero] = total.terms.get(zero, 0) + weights[count] * lift
        return Series(total.terms, lift * sum(weights.values())).reduced()

    def reduced(self) -> Series:
        """The same in lowest terms."""
        common = gcd(self.denominator, *self.terms.values())
        if common == 1:
            return self
        return Series({e: w // common for e, w in self.terms.items()}, self.denominator // common)


def _univariate(series: Series, n: int, limit: int | None) -> Series:
    lowest = min(e for (e,) in series.terms)
    highest = max(e for (e,) in series.terms)
    p = [series.terms.get((e,), 0) for e in range(lowest, highest + 1)]
    top = n * (highest - lowest)
    if limit is not None:
        top = min(top, limit - 1 - n * lowest)
    if top < 0:
        return Series({(0,): 0}, series.denominator**n)
    f = [p[0] ** n]
    moving = [(a, n * a, w) for a, w in enumerate(p) if a and w]
    for k in range(1, top + 1):
        total = 0
        for a, na, w in moving:
            if a > k:
                break
            total += (na - k + a) * w * f[k - a]
        f.append(total // (p[0] * k))
    start = n * lowest
    return Series({(start + k,): w for k, w in enumerate(f)}, series.denominator**n)


def _multivariate(p: dict[Exponents, int], constant: int, n: int, limit: int | None) -> dict[Exponents, int]:
    moving = [(a, w) for a, w in p.items() if any(a) and w]
    size = len(next(iter(p)))
    tops = [n * max((a[i] for a, _ in moving), default=0) for i in range(size)]
    if limit is not None:
        tops = [min(top, limit - 1) for top in tops]
    f: dict[Exponents, int] = {(0,) * size: constant**n}
    for e in pairs(*(range(top + 1) for top in tops)):
        degree = sum(e)
        if degree == 0 or (limit is not None and degree >= limit):
            continue
        r = next(i for i in range(size) if e[i])
        total = 0
        for a, w in moving:
            before = f.get(tuple(map(int.__sub__, e, a)))
            if before:
                total += (n * a[r] - e[r] + a[r]) * w * before
        if total:
            f[e] = total // (constant * e[r])
    return f


def one(variables: int) -> Series:
    """The generating function of nothing happening.

    >>> one(2)
    Series(terms={(0, 0): 1}, denominator=1)
    """
    return Series({(0,) * variables: 1}, 1)


def packet(variables: int, index: int, still: int, total: int) -> Series:
    """The generating function of one packet that does nothing with weight ``still`` of ``total``.

    >>> packet(2, 1, 1, 3)
    Series(terms={(0, 0): 1, (0, 1): 2}, denominator=3)
    """
    zero = [0] * variables
    terms = {tuple(zero): still} if still else {}
    zero[index] = 1
    terms[tuple(zero)] = total - still
    return Series(terms, total)


def mixture(parts: Iterable[tuple[int, Series]]) -> Series:
    """The generating function of one of several cases, by weight.

    >>> mixture([(1, one(1)), (2, packet(1, 0, 0, 1))])
    Series(terms={(0,): 1, (1,): 2}, denominator=3)
    """
    cases = [(weight, series) for weight, series in parts if weight]
    if len(cases) == 1:
        return cases[0][1]
    common = lcm(*(series.denominator for _, series in cases))
    terms: dict[Exponents, int] = {}
    for weight, series in cases:
        scale = weight * (common // series.denominator)
        for exponents, w in series.terms.items():
            terms[exponents] = terms.get(exponents, 0) + scale * w
    return Series(terms, common * sum(weight for weight, _ in cases)).reduced()


def mean(law: Law) -> Fraction:
    """The mean of a law.

    >>> mean(((1, 1), (2, 1)))
    Fraction(3, 2)
    """
    return Fraction(sum(value * weight for value, weight in law), sum(weight for _, weight in law))


def digits(number: int) -> str:
    """A whole number of any length in decimal digits.

    >>> len(digits(10**9999))
    10000
    """
    if number < 0:
        return "-" + digits(-number)
    if number.bit_length() < _SHORT:
        return str(number)
    half = number.bit_length() * 3 // 20  # about half of its digits
    high, low = divmod(number, 10**half)
    return digits(high) + digits(low).rjust(half, "0")
