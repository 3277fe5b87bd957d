"""Fractions as text: decimals and percentages by whole-number arithmetic, fractions of any length."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from ..exact import digits as digits

_SMALLEST = Fraction(1, 100)  # a mean below this is shown as <0.01, never as 0


def fraction(value: Fraction) -> str:
    """A fraction in lowest terms, a whole number alone.

    >>> fraction(Fraction(2, 6)), fraction(Fraction(3))
    ('1/3', '3')
    """
    if value.denominator == 1:
        return digits(value.numerator)
    return f"{digits(value.numerator)}/{digits(value.denominator)}"


def short_fraction(value: Fraction, longest: int = 60) -> str:
    """A fraction of at most ``longest`` characters, or else its first twelve significant figures.

    >>> short_fraction(Fraction(1, 3)), short_fraction(Fraction(1, 3**200))
    ('1/3', '3.7648619496e-96')
    """
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    if bits > 4 * longest or len(text := fraction(value)) > longest:
        return significant(value)
    return text


def significant(value: Fraction, figures: int = 12) -> str:
    """A fraction rounded to so many significant figures, very small and very large ones with an exponent.

    >>> significant(Fraction(2, 3)), significant(Fraction(1, 8)), significant(Fraction(0))
    ('0.666666666667', '0.125', '0')
    """
    if not value:
        return "0"
    size = abs(value)
    power = (size.numerator.bit_length() - size.denominator.bit_length()) * 3 // 10
    while size >= _ten_to(power + 1):
        power += 1
    while size < _ten_to(power):
        power -= 1
    places = figures - 1 - power
    if -7 < power < figures:
        return decimal(value, places, trim=True)
    text = decimal(value * _ten_to(-power), figures - 1, trim=True)
    if text.lstrip("-").startswith("10"):
        text, power = text.replace("10", "1", 1), power + 1
    return f"{text}e{power:+d}"


def _ten_to(power: int) -> Fraction:
    return Fraction(10**power) if power >= 0 else Fraction(1, 10**-power)


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
    """A probability in hundredths, without the sign; what rounds to 0 or 100 without being it says so.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 10**9)), percent(Fraction(0))
    ('33.33', '<0.01', '0')
    >>> percent(Fraction(-1, 3)), percent(Fraction(-1, 10**9))
    ('-33.33', '>-0.01')
    """
    if value in (0, 1):
        return str(100 * int(value))
    if value < 0:  # of a difference
        text = percent(-value, places)
        return f">-{text[1:]}" if text[0] == "<" else f"<-{text[1:]}" if text[0] == ">" else f"-{text}"
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


@dataclass(frozen=True)
class Figures:
    """How means and chances are written: rounded, or exactly.

    ``longest`` is the length from which an exact fraction gives way to a decimal, None meaning never.

    >>> Figures().chance(Fraction(1, 3)), Figures(exact=True).chance(Fraction(1, 3))
    ('33.33 %', '1/3')
    """

    exact: bool = False
    longest: int | None = None

    def mean(self, value: Fraction) -> str:
        """A mean: to two places, or exactly."""
        if self.exact:
            return self._fraction(value)
        return "<0.01" if 0 < value < _SMALLEST / 2 else decimal(value, trim=True)

    def chance(self, value: Fraction) -> str:
        """A chance with its unit: a percentage, or a fraction."""
        return self._fraction(value) if self.exact else f"{percent(value)} %"

    def cell(self, value: Fraction) -> str:
        """A chance in a column of chances."""
        if self.exact:
            return self._fraction(value)
        return "100.00" if value == 1 else percent(value)

    def _fraction(self, value: Fraction) -> str:
        return fraction(value) if self.longest is None else short_fraction(value, self.longest)
