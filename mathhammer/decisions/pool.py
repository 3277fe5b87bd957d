"""Dice held for later: a pool, all pools of so many dice, and what a rule makes of a die when it is used.

A `Pool` is a multiset of faces, written as a tuple in ascending order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, islice
from typing import TypeAlias

from ..dice import FACES
from ..errors import LimitError, MathhammerError, NotationError
from ..notation.tokens import quoted

Pool: TypeAlias = tuple[int, ...]

MOST_DICE = 12  # of a pool: the largest Strands of Fate roll that any edition had


def pool(faces: Iterable[int] | str) -> Pool:
    """The pool of these faces, each 1..6, in ascending order; at most 12 of them, at least one.

    Text holds the faces with spaces or commas between them.
    Raises `MathhammerError` for no dice or another face, `LimitError` for more dice.

    >>> pool([6, 1, 3]), pool("6 5,5")
    ((1, 3, 6), (5, 5, 6))
    """
    if not isinstance(faces, Iterable):
        raise MathhammerError(f"{quoted(repr(faces))} is no roll", "write the faces, such as [6, 5, 3]")
    held = _written_faces(faces) if isinstance(faces, str) else tuple(islice(faces, MOST_DICE + 1))
    for face in held:
        if isinstance(face, bool) or face not in FACES or not isinstance(face, int):
            raise MathhammerError(f"{quoted(str(face))} is no face of a D6", "write whole numbers from 1 to 6")
    if not held:
        raise MathhammerError("there are no dice", "write the faces, such as 6 5 3")
    if len(held) > MOST_DICE:
        raise LimitError(f"there are more than {MOST_DICE} dice", f"write at most {MOST_DICE} faces")
    return tuple(sorted(held))


def _written_faces(text: str) -> Pool:
    found = []
    for word in re.finditer(r"[^\s,]+", text):
        if word[0] not in ("1", "2", "3", "4", "5", "6"):
            apart = re.fullmatch("[1-6]{2,12}", word[0])
            hint = f"write {' '.join(word[0])}" if apart else "write faces from 1 to 6, such as 6 5 3"
            raise NotationError(f"{quoted(word[0])} is no face of a D6", hint, text=text, start=word.start(), end=word.end())
        found.append(int(word[0]))
    return tuple(found)


@lru_cache(maxsize=MOST_DICE + 1)
def pools(dice: int) -> Mapping[Pool, int]:
    """Every pool of so many dice (0..12) with its weight: how many of the 6**dice rolls give it.

    >>> pools(2)[(1, 6)], pools(3)[(6, 6, 6)], len(pools(6))
    (2, 1, 462)
    """
    if not dice:
        return {(): 1}
    fewer = pools(dice - 1)
    every = combinations_with_replacement(FACES, dice)
    return {faces: fewer[faces[:-1]] * dice // faces.count(faces[-1]) for faces in every}


@dataclass(frozen=True)
class Change:
    """What a rule makes of a die when it is used: a fixed face, or so much more, for so many dice.

    A change may be left out, so it never lowers a face.

    >>> change("6").of(2), change("+1").of(6), change("2x4").of(5), change("2x4").times
    (6, 6, 5, 2)
    """

    text: str
    to: int = 0
    plus: int = 0
    times: int = 1

    def of(self, face: int) -> int:
        """The face that a die counts as."""
        return max(face, self.to, min(6, face + self.plus))

    @property
    def words(self) -> str:
        """What is done, in words."""
        number = "one die" if self.times == 1 else f"up to {self.times} dice"
        return f"{number} changed to {self.to} when used" if self.to else f"{number} raised by {self.plus} when used"


_CHANGE = re.compile(r"(?:(\d{1,3})[x*])?(?:(\+1)|([2-6]))")


def change(given: str | Change) -> Change:
    """The change that a text stands for: ``6`` or ``4`` (a die counts as that), ``+1`` (at most 6), ``2x6`` for two dice.

    Raises `NotationError` for anything else.

    >>> change("2x+1")
    Change(text='2x+1', to=0, plus=1, times=2)
    """
    if isinstance(given, Change):
        return given
    found = _CHANGE.fullmatch("".join(str(given).lower().split()))
    if found is None or (found[1] is not None and not int(found[1])):
        raise NotationError(f"{quoted(str(given))} changes no die", "write 6, 4, +1, or 2x6 for two dice", text=str(given))
    times = int(found[1] or 1)
    text = f"{times}x{found[2] or found[3]}" if times > 1 else found[2] or found[3]
    return Change(text, int(found[3] or 0), int(found[2] or 0), times)
