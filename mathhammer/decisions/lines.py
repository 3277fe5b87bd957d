"""A number that is not known yet: straight lines in it, and curves made of pieces of lines.

Everything is exact, for an unknown from 0 to 1. The largest of several lines is a convex curve, and so
is a mean of such; a line lies on or above it in one interval, if anywhere.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

Interval: TypeAlias = tuple[Fraction, Fraction]
Point: TypeAlias = tuple[Fraction, Fraction]


@dataclass(frozen=True, order=True)
class Line:
    """``constant + slope a``, for an unknown a.

    >>> str(Line(Fraction(2), Fraction(1, 2))), Line(Fraction(2), Fraction(1, 2)).at(Fraction(1))
    ('2 + 1/2 a', Fraction(5, 2))
    """

    constant: Fraction
    slope: Fraction

    def at(self, a: Fraction) -> Fraction:
        """The value for this unknown."""
        return self.constant + self.slope * a

    def plus(self, other: Line) -> Line:
        """The sum of both."""
        return Line(self.constant + other.constant, self.slope + other.slope)

    def __str__(self) -> str:
        if not self.slope:
            return str(self.constant)
        size = "" if abs(self.slope) == 1 else f"{abs(self.slope)} "
        if not self.constant:
            return f"{'-' if self.slope < 0 else ''}{size}a"
        return f"{self.constant} {'-' if self.slope < 0 else '+'} {size}a"


@dataclass(frozen=True)
class Curve:
    """A convex curve of straight pieces over 0..1, by its corners (a, value) in ascending order.

    >>> vee = Curve(((Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(0)), (Fraction(1), Fraction(1))))
    >>> vee.at(Fraction(1, 4)), vee.under(Line(Fraction(1, 2), Fraction(0)))
    (Fraction(1, 2), (Fraction(1, 4), Fraction(3, 4)))
    """

    corners: tuple[Point, ...]

    def at(self, a: Fraction) -> Fraction:
        """The value for this unknown, 0..1."""
        at = min(max(bisect_right(self.corners, a, key=lambda corner: corner[0]) - 1, 0), len(self.slopes) - 1)
        x, y = self.corners[at]
        return y + self.slopes[at] * (a - x)

    def under(self, line: Line) -> Interval | None:
        """Where the line is at least as high as the curve: from the first unknown to the last, or nowhere."""
        corners = self.corners
        peak = bisect_left(self.slopes, line.slope)  # up to this corner the line gains on the curve, then it loses
        if self._height(line, peak) < 0:
            return None
        first = bisect_left(range(peak), True, key=lambda at: self._height(line, at) >= 0)
        last = peak + bisect_left(range(peak + 1, len(corners)), True, key=lambda at: self._height(line, at) < 0)
        low = corners[0][0] if first == 0 else self._crossing(line, first - 1)
        high = corners[-1][0] if last == len(corners) - 1 else self._crossing(line, last)
        return low, high

    @cached_property
    def slopes(self) -> tuple[Fraction, ...]:
        """The slopes of the pieces, in ascending order."""
        return tuple((to_y - y) / (to_x - x) for (x, y), (to_x, to_y) in pairwise(self.corners))

    def _height(self, line: Line, at: int) -> Fraction:
        """How far above a corner the line is."""
        x, y = self.corners[at]
        return line.at(x) - y

    def _crossing(self, line: Line, at: int) -> Fraction:
        """Where the line crosses the piece after a corner."""
        return self.corners[at][0] + self._height(line, at) / (self.slopes[at] - line.slope)

    def pieces(self) -> tuple[tuple[Fraction, Fraction, Line], ...]:
        """The pieces: from, to, and the line between; neighbours on one line are one piece."""
        found: list[tuple[Fraction, Fraction, Line]] = []
        for ((x, y), (to_x, _)), slope in zip(pairwise(self.corners), self.slopes, strict=True):
            line = Line(y - slope * x, slope)
            if found and found[-1][2] == line:
                found[-1] = (found[-1][0], to_x, line)
            else:
                found.append((x, to_x, line))
        return tuple(found)


def straight(line: Line) -> Curve:
    """The line as a curve."""
    return Curve(((Fraction(0), line.constant), (Fraction(1), line.at(Fraction(1)))))


def mean_of_best(curve: Curve, lines: Iterable[tuple[Line, Fraction, Interval | None]]) -> Curve:
    """The mean of the higher one of line and curve, over lines, each with its chance and where it is the higher one.

    >>> flat = straight(Line(Fraction(1, 2), Fraction(0)))
    >>> rising = Line(Fraction(0), Fraction(1))
    >>> mean_of_best(flat, [(rising, Fraction(1), flat.under(rising))]).corners[1:]
    ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 1), Fraction(1, 1)))
    """
    starts: dict[Fraction, list[tuple[Line, Fraction]]] = {}
    ends: dict[Fraction, list[tuple[Line, Fraction]]] = {}
    for line, chance, above in lines:
        if above is not None and above[0] < above[1]:
            starts.setdefault(above[0], []).append((line, chance))
            ends.setdefault(above[1], []).append((line, chance))
    best, total, found = Line(Fraction(0), Fraction(0)), Fraction(0), []
    for x in sorted({x for x, _ in curve.corners} | starts.keys() | ends.keys()):
        for line, chance in starts.get(x, ()):
            best, total = best.plus(Line(chance * line.constant, chance * line.slope)), total + chance
        found.append((x, best.at(x) + (1 - total) * curve.at(x)))
        for line, chance in ends.get(x, ()):
            best, total = best.plus(Line(-chance * line.constant, -chance * line.slope)), total - chance
    return Curve(tuple(found))
