"""A die fixed in a 2D6 roll: from which face on it is worth it, in closed form."""

from __future__ import annotations

from fractions import Fraction

from .formula import Formula, Letter
from .polynomial import Element, letters, number, plain

QUANTITY = "face from which a die fixed in a 2D6 roll of t or more is worth it"


def break_even_face(needed: int = 9) -> Formula:
    """The face, as if faces were no whole numbers, at which fixing a die neither helps nor harms.

    With v fixed, the other die must show t - v or more: ``(7 + v - t)/6``. Rolled, t = 7..12 comes with
    ``(13 - t)(14 - t)/72``, t = 3..7 with ``1 - (t - 1)(t - 2)/72``. Both are equal at one v. A face
    above it helps, one below it harms. ``needed`` is 3..12.

    >>> high, low = break_even_face(9), break_even_face(5)
    >>> high.text(), high.at(t=7), low.text(), low.at(t=7)
    ('(98 - 15 t + t^2)/12', Fraction(7, 2), '(14 - t) (t - 1)/12', Fraction(7, 2))
    """
    known = letters("t")
    t = known["t"]
    found = t - 7 + 6 * (_rolled_high(t) if needed >= 7 else _rolled_low(t))
    valid = "t = 7..12" if needed >= 7 else "t = 3..7"
    return Formula(QUANTITY, plain(found), (), valid, (Letter("t", Fraction(needed), "the total needed"),))


def _rolled_high(t: Element) -> Element:
    """The chance of t or more, t = 7..12: 1 + 2 + ... + (13 - t) of 36 rolls."""
    return (13 - t) * (14 - t) * number(Fraction(1, 72))


def _rolled_low(t: Element) -> Element:
    """The chance of t or more, t = 3..7: all but 1 + 2 + ... + (t - 2) of 36 rolls."""
    return 1 - (t - 1) * (t - 2) * number(Fraction(1, 72))
