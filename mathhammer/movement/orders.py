"""Characteristics that moves and tests ask, once an Order is applied: Move and Leadership."""

from __future__ import annotations

from ..errors import ProfileError
from ..orders import DUTY_AND_HONOUR, MOVE_MOVE_MOVE
from ..situation import Situation

WORST = 8  # Leadership after modifiers, 10th and 11th edition (02.02)
LEADERSHIPS = range(2, 13)  # what 2D6 can show
MOVES = range(1, 101)  # inches


def leadership(printed: int, situation: Situation) -> int:
    """The Leadership once the Order is applied: 1 better, no better than 5+ and no worse than 8+.

    A Battle-shocked unit is affected by no Order. Raises `ProfileError` outside 2+..12+.
    Source: given text, Voice of Command; bounds of characteristics, 10th and 11th edition (02.02).

    >>> leadership(7, Situation(order="duty-and-honour")), leadership(5, Situation(order="duty-and-honour"))
    (6, 5)
    """
    if not isinstance(printed, int) or isinstance(printed, bool) or printed not in LEADERSHIPS:
        raise ProfileError("Leadership is outside 2+..12+", "write for example 7", about="Ld")
    return min(DUTY_AND_HONOUR.improved(printed), WORST) if situation.ordered(DUTY_AND_HONOUR) else printed


def move(printed: int, situation: Situation) -> int:
    """The Move in inches once the Order is applied: 3" more.

    A Battle-shocked unit is affected by no Order. Raises `ProfileError` outside 1"..100".
    Source: given text, Voice of Command.

    >>> move(6, Situation(order="move-move-move")), move(6, Situation())
    (9, 6)
    """
    if not isinstance(printed, int) or isinstance(printed, bool) or printed not in MOVES:
        raise ProfileError('a Move is outside 1"..100"', "write inches, for example 6", about="M")
    return printed + (MOVE_MOVE_MOVE.by if situation.ordered(MOVE_MOVE_MOVE) else 0)
