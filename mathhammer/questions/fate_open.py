"""Fate dice with something left open: what a face is worth, or which die to fix in a 2D6 roll."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..decisions.open_strands import open_advice, open_strands, open_value
from ..decisions.pool import pool
from ..decisions.strands import DICE
from ..dice import FACES
from ..errors import MathhammerError
from ..result.fate_open import FixedDie
from ..result.fate_open_shown import FateCurve, FateInterval
from ..symbolic.two_dice import break_even_face

TOTALS = range(3, 13)


def fate_interval(roll: Iterable[int] | str, value: str = "5:a,6:1") -> FateInterval:
    """For which worths of a face a Strands of Fate roll is kept.

    ``value`` gives each face a number or a number of times the unknown a (``5:a,6:1``, ``4:1/2a,5:a,6:1``),
    a from 0 to 1. ``keep`` of the answer is the interval of a in which keeping is right, both ends
    among it, or None; ``worth`` is what the roll is worth, a line in a.

    Raises a `MathhammerError` that says what to write instead.

    >>> answer = fate_interval([5, 1])
    >>> answer.keep
    (Fraction(1, 5), Fraction(1, 1))
    """
    return FateInterval.of(open_advice(pool(roll), open_value(value)))


def fate_curve(number: int = DICE, value: str = "5:a,6:1") -> FateCurve:
    """What a Strands of Fate roll with so many dice (1..12) is worth for every worth a of a face.

    ``rolls`` of the answer hold, for each number of dice, a curve of straight pieces and for every
    worth that can be rolled the interval of a in which it is kept.

    Raises a `MathhammerError` that says what to write instead.

    >>> fate_curve(6).value(1)
    Fraction(8762640530, 3486784401)
    """
    return FateCurve.of(open_strands(number, open_value(value)))


def fixed_die(needed: int | None = None) -> tuple[FixedDie, ...]:
    """What a die fixed in a 2D6 roll of that total or more (3..12) gains, face by face; all totals if none is given.

    Raises `MathhammerError` for another total.

    >>> (row,) = fixed_die(9)
    >>> row.gains[6], row.break_even
    (Fraction(7, 18), Fraction(11, 3))
    """
    if needed is not None and (isinstance(needed, bool) or needed not in TOTALS):
        always = " (2 always comes)" if needed == 2 else ""
        raise MathhammerError(f"a total of {needed} is outside 3..12{always}", "write for example fate die 9")
    totals = TOTALS if needed is None else (needed,)
    return tuple(_fixed(total) for total in totals)


def _fixed(total: int) -> FixedDie:
    ways = sum(one + other >= total for one in FACES for other in FACES)
    rolled = Fraction(ways, 36)
    gains = {face: Fraction(sum(face + other >= total for other in FACES), 6) - rolled for face in FACES}
    return FixedDie(total, rolled, gains, break_even_face(total))
