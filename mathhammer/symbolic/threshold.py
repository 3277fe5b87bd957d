"""Where a formula passes a value: between which two fractions, by exact comparisons alone."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb

from ..errors import LimitError
from .polynomial import Decay, Polynomial

HALVINGS = 40  # the bounds lie this many halvings of the range apart
MOST_N = 20_000  # attacks tried for a chance


@dataclass(frozen=True)
class Threshold:
    """Where a formula passes ``value``: it does not reach it at ``low`` and does at ``high``.

    Both are None when it is never passed within the range; both are the same where it is reached
    exactly, or at the whole range's beginning. For n they are whole numbers, one apart. ``falls`` says
    that it falls below the value beyond ``low`` instead; ``only`` that there is no other such place.
    """

    unknown: str
    value: Fraction
    low: Fraction | None
    high: Fraction | None
    falls: bool = False
    only: bool = True


def threshold_of(expr: Polynomial | Decay, name: str, value: Fraction, within: tuple[Fraction, Fraction]) -> Threshold:
    """Where the formula passes the value; a chance is sought within the bounds given.

    >>> from mathhammer.symbolic.polynomial import polynomial
    >>> square = polynomial(("p",), {(2,): Fraction(1)})
    >>> found = threshold_of(square, "p", Fraction(1, 2), (Fraction(0), Fraction(1)))
    >>> found.low ** 2 < Fraction(1, 2) <= found.high ** 2, (found.high - found.low) * 2**40
    (True, Fraction(1, 1))
    """
    if name == "n":
        return _whole(expr, value)
    assert isinstance(expr, Polynomial)
    low, high = within if name.islower() else (Fraction(0), None)
    coefficients = _coefficients(expr, name)
    if len(coefficients) <= 2:
        return _linear(coefficients, name, value, low, high)
    assert high is not None
    return _halved(coefficients, name, value, (low, high))


def _coefficients(expr: Polynomial, name: str) -> list[Fraction]:
    at = expr.names.index(name)
    found = [Fraction(0)] * (1 + max((e[at] for e, _ in expr.terms), default=0))
    for exponents, coefficient in expr.terms:
        found[exponents[at]] += coefficient
    return found


def _linear(found: list[Fraction], name: str, value: Fraction, low: Fraction, high: Fraction | None) -> Threshold:
    constant, slope = (*found, Fraction(0))[:2]
    start = constant + slope * low
    if slope >= 0 and start >= value:
        return Threshold(name, value, low, low)
    root = (value - constant) / slope if slope else None
    if root is None or root < low or (high is not None and root > high):
        return Threshold(name, value, None, None)
    return Threshold(name, value, root, root, falls=slope < 0)


def _halved(coefficients: list[Fraction], name: str, value: Fraction, within: tuple[Fraction, Fraction]) -> Threshold:
    low, high = within
    slopes = _bernstein([k * c for k, c in enumerate(coefficients)][1:], low, high)
    only = all(b >= 0 for b in slopes) or all(b <= 0 for b in slopes)
    at_low, at_high = _value(coefficients, low), _value(coefficients, high)
    falls = at_low >= value > at_high
    if at_low >= value and not falls:
        return Threshold(name, value, low, low, only=only)
    if not falls and at_high < value:
        return Threshold(name, value, None, None, only=only)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = _value(coefficients, middle)
        if found == value:
            return Threshold(name, value, middle, middle, falls, only)
        if (found >= value) is falls:
            low = middle
        else:
            high = middle
    return Threshold(name, value, low, high, falls, only)


def _value(coefficients: list[Fraction], x: Fraction) -> Fraction:
    total = Fraction(0)
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def _bernstein(coefficients: list[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    """The coefficients in Bernstein's basis over an interval: when none is below 0, the polynomial is not either.

    >>> _bernstein([Fraction(1), Fraction(2)], Fraction(0), Fraction(1))
    [Fraction(1, 1), Fraction(3, 1)]
    """
    degree, width = len(coefficients) - 1, high - low
    moved = [
        sum((coefficients[j] * comb(j, k) * low ** (j - k) for j in range(k, degree + 1)), Fraction(0)) * width**k
        for k in range(degree + 1)
    ]
    return [
        sum((Fraction(comb(i, k), comb(degree, k)) * moved[k] for k in range(i + 1)), Fraction(0)) for i in range(degree + 1)
    ]


def _whole(expr: Polynomial | Decay, value: Fraction) -> Threshold:
    """The smallest whole n that reaches the value; the formula rises with n."""
    if isinstance(expr, Polynomial):
        found = _linear(_coefficients(expr, "n"), "n", value, Fraction(0), None)
        first = None if found.high is None else Fraction(ceil(found.high))
        return Threshold("n", value, None if first is None else max(first - 1, Fraction(0)), first)
    if value <= expr.at(n=0):
        return Threshold("n", value, Fraction(0), Fraction(0))
    if value >= 1 or expr.base == 1:
        return Threshold("n", value, None, None)
    high = 1
    while expr.at(n=high) < value:
        high *= 2
        if high > MOST_N:
            raise LimitError(f"{value} takes more than {MOST_N:,} attacks", "ask for a smaller value")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if expr.at(n=middle) >= value else (middle, high)
    return Threshold("n", value, Fraction(low), Fraction(high))
