"""The Orders that touch moves and tests: what they add to a Move, what they do to a Leadership."""

from __future__ import annotations

from ..errors import ProfileError
from ..situation import Situation

MOVE_ORDER, LEADERSHIP_ORDER = "move-move-move", "duty-and-honour"
MOVE_ADDED = 3  # inches
BEST, WORST = 5, 8  # Leadership after modifiers, 10th and 11th edition (02.02)
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
    if situation.order != LEADERSHIP_ORDER or situation.shocked:
        return printed
    return min(printed, max(BEST, min(WORST, printed - 1)))


def move(printed: int, situation: Situation) -> int:
    """The Move in inches once the Order is applied: 3" more.

    A Battle-shocked unit is affected by no Order. Raises `ProfileError` outside 1"..100".
    Source: given text, Voice of Command.

    >>> move(6, Situation(order="move-move-move")), move(6, Situation())
    (9, 6)
    """
    if not isinstance(printed, int) or isinstance(printed, bool) or printed not in MOVES:
        raise ProfileError('a Move is outside 1"..100"', "write inches, for example 6", about="M")
    ordered = situation.order == MOVE_ORDER and not situation.shocked
    return printed + (MOVE_ADDED if ordered else 0)


def note_on(acting: str, situation: Situation, why: str) -> str | None:
    """What to say about an Order that does nothing here; ``acting`` is the one that would, ``why`` what it misses.

    >>> note_on("duty-and-honour", Situation(order="take-aim"), "it touches no test")
    'take-aim: it touches no test'
    """
    if situation.order is None:
        return None
    if situation.shocked:
        return f"{situation.order}: a Battle-shocked unit is affected by no Order"
    return None if situation.order == acting else f"{situation.order}: {why}"
