"""The inches between a unit and its enemy."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Gap(NamedTuple):
    """How far away the enemy is: so many inches exactly, or just over.

    What must stay more than 9" away stands just over 9" away. A smaller gap is less than a larger one.

    >>> Gap(Fraction(9)) < Gap(Fraction(9), over=True) < Gap(Fraction(37, 4))
    True
    """

    inches: Fraction
    over: bool = False

    def nearer(self, by: int, more_than: int) -> Gap:
        """The gap after a move of up to so many inches, which must end ``more_than`` inches away.

        >>> Gap(Fraction(14)).nearer(6, more_than=9), Gap(Fraction(8)).nearer(6, more_than=9)
        (Gap(inches=Fraction(9, 1), over=True), Gap(inches=Fraction(8, 1), over=False))
        """
        nearest = Gap(Fraction(more_than), over=True)
        return min(self, max(Gap(self.inches - by, self.over), nearest))
