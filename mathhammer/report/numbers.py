"""Fractions as text: decimals and percentages by whole-number arithmetic, fractions of any length."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

_CHUNK = 4000  # digits; Python refuses to print whole numbers of more than 4,300


def digits(number: int) -> str:
    """A whole number of any length in decimal digits.

    >>> len(digits(10**9999))
    10000
    """
    if number < 0:
        return "-" + digits(-number)
    if number.bit_length() < 3 * _CHUNK:
        return str(number)
    half = max(_CHUNK, int(number.bit_length() * 0.15))
    high, low = divmod(number, 10**half)
    return digits(high) + digits(low).rjust(half, "0")


def fraction(value: Fraction) -> str:
    """A fraction in lowest terms, a whole number alone.

    >>> fraction(Fraction(2, 6)), fraction(Fraction(3))
    ('1/3', '3')
    """
    if value.denominator == 1:
        return digits(value.numerator)
    return f"{digits(value.numerator)}/{digits(value.denominator)}"


def decimal(value: Fraction, places: int = 2, *, trim: bool = False) -> str:
    """A fraction rounded to so many places, halves away from zero; ``trim`` drops trailing zeros.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(5), trim=True)
    ('0.67', '5')
    """
    scale = 10**places
    size = abs(value)
    rounded = (2 * size.numerator * scale + size.denominator) // (2 * size.denominator)
    whole, rest = divmod(rounded, scale)
    text = f"{digits(whole)}.{rest:0{places}d}" if places else digits(whole)
    if trim and places:
        text = text.rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and rounded else text


def percent(value: Fraction, places: int = 2) -> str:
    """A probability in hundredths, without the sign; a chance that rounds to 0 or 100 says so.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 10**9)), percent(Fraction(0))
    ('33.33', '<0.01', '0')
    """
    if value in (0, 1):
        return str(100 * int(value))
    smallest = Fraction(1, 10**places)
    hundredths = 100 * value
    if hundredths < smallest / 2:
        return f"<{decimal(smallest, places)}"
    if hundredths >= 100 - smallest / 2:
        return f">{decimal(100 - smallest, places)}"
    return decimal(hundredths, places)


def bar(value: Fraction, width: int = 40) -> str:
    """A bar of ``#`` for a probability, of at least one mark unless it is 0.

    >>> bar(Fraction(1, 4), 20)
    '#####'
    """
    length = (2 * value.numerator * width + value.denominator) // (2 * value.denominator)
    return "#" * max(length, 1 if value else 0)


def root(value: Fraction) -> float:
    """The square root of a fraction as a decimal number."""
    return sqrt(value)
