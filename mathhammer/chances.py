"""Chances as players write them: 75%, 3/4 or 0.75."""

from __future__ import annotations

import re
from fractions import Fraction

from .errors import SituationError

_NUMBER = re.compile(r"\s*([0-9]{1,400}(?:\.[0-9]{1,400}|/0{0,9}[1-9][0-9]{0,399})?)\s*(%?)\s*")
_LONGEST = 60  # letters of a text that is said again


def number_in(text: str) -> Fraction | None:
    """The number that a text says: a percentage, a fraction or a decimal, none of them negative; None if it says none.

    >>> number_in("75%"), number_in("3/4"), number_in("2.5"), number_in("-1")
    (Fraction(3, 4), Fraction(3, 4), Fraction(5, 2), None)
    """
    match = _NUMBER.fullmatch(text)
    return Fraction(match[1]) / (100 if match[2] else 1) if match else None


def chance_in(given: object) -> Fraction:
    """A chance to be reached, above 0 and at most 1: a number, or text such as 75%, 3/4 or 0.75.

    Raises `SituationError` for anything else.

    >>> chance_in("75%"), chance_in(Fraction(1, 3))
    (Fraction(3, 4), Fraction(1, 3))
    """
    found: object = number_in(given) if isinstance(given, str) else given
    if isinstance(found, Fraction | int) and not isinstance(found, bool) and 0 < found <= 1:
        return Fraction(found)
    short = given.strip() if isinstance(given, str) and len(given) <= _LONGEST else ""
    percent = short if re.fullmatch(r"[1-9][0-9]?(\.[0-9]+)?|100", short) else "75"
    said = repr(given) if short else "that"
    raise SituationError(f"{said} is no chance", f"write more than 0 and at most 100 %, for example {percent}% or 3/4")
