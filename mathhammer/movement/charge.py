"""The charge roll: the number to reach, from a number of inches and the edition."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import Literal, TypeAlias, get_args

from ..editions import Edition
from ..errors import SituationError
from .gap import Gap

Arrival = Literal["deep-strike", "reserves"]
ARRIVALS: tuple[str, ...] = get_args(Arrival)
FARTHEST = 12  # inches: no target beyond can be charged (10th: charge; 11th: 11.02)
Distance: TypeAlias = "int | Fraction | str"
_INCHES = re.compile(r"""\s*([0-9]{1,6}(?:\.[0-9]{1,6}|/[1-9][0-9]{0,5})?)\s*(?:"|''|in)?\s*""")


def inches(text: object) -> Fraction:
    """A distance in inches: a whole number, a `Fraction`, or text such as ``8.5`` or ``17/2``.

    Raises `SituationError` for anything else.

    >>> inches('8.5"')
    Fraction(17, 2)
    """
    long = isinstance(text, int) and text.bit_length() > 64  # Python refuses to write the longest whole numbers
    match = None if long or isinstance(text, bool) else _INCHES.fullmatch(str(text))
    if match is None or not Fraction(match[1]):
        said = "that" if long else repr(str(text))
        raise SituationError(f"{said} is no distance", "write inches, for example 9 or 8.5")
    return Fraction(match[1])


def in_words(distance: Fraction) -> str:
    """A distance as players write it.

    >>> in_words(Fraction(17, 2)), in_words(Fraction(9))
    ('8 1/2"', '9"')
    """
    whole, rest = divmod(distance, 1)
    return f'{whole} {rest}"' if rest else f'{whole}"'


def need_at(distance: Fraction, edition: Edition) -> int:
    """The least charge roll that reaches a target at this distance.

    10th edition: the move may end 1" short of it; 11th edition (11.04): it covers the distance.
    Raises `SituationError` for a target that cannot be charged.

    >>> from mathhammer.editions import edition
    >>> need_at(Fraction(10), edition("10e")), need_at(Fraction(10), edition("11e"))
    (9, 10)
    """
    if distance > FARTHEST:
        raise SituationError(
            f"a target {in_words(distance)} away cannot be charged", f'a charge needs targets within {FARTHEST}"'
        )
    return need_to_close(Gap(distance), edition)


def need_to_close(gap: Gap, edition: Edition) -> int:
    """The least charge roll that closes the gap, however wide it is.

    >>> from mathhammer.editions import edition
    >>> need_to_close(Gap(Fraction(9), over=True), edition("10e"))
    9
    """
    rest = gap.inches - edition.charge_reach
    return floor(rest) + 1 if gap.over else ceil(rest)


def need_of(distances: Iterable[Fraction], edition: Edition) -> int:
    """The least charge roll that reaches every target: the farthest decides.

    >>> from mathhammer.editions import edition
    >>> need_of([Fraction(7), Fraction(17, 2)], edition("10e"))
    8
    """
    return max(need_at(distance, edition) for distance in distances)


def need_from(arrival: str, edition: Edition) -> int:
    """The least charge roll after arriving as near as allowed: just over 9", or 8" by Deep Strike in the 11th edition.

    Raises `SituationError` for an arrival that nobody knows. Source: Deep Strike, 10th edition and 24.09; 20.04.

    >>> from mathhammer.editions import edition
    >>> need_from("deep-strike", edition("11e")), need_from("reserves", edition("11e"))
    (9, 10)
    """
    if arrival not in ARRIVALS:
        raise SituationError(f"no arrival is called {arrival!r}", f"write one of {', '.join(ARRIVALS)}")
    nearest = edition.deep_strike_distance if arrival == "deep-strike" else edition.reserves_distance
    return need_to_close(Gap(Fraction(nearest), over=True), edition)
