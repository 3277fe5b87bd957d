"""From one line of text to profiles. Whatever cannot be read is an error with a caret under it."""

from __future__ import annotations

from functools import lru_cache

from ..profiles import Mortals, Unit, Weapon
from .tokens import Piece
from .units import unit
from .weapons import Attack, attack


def read_weapon(text: str) -> Weapon:
    """The weapon that a line describes, in stat form or as a pasted datasheet row.

    Raises `NotationError`.

    >>> read_weapon("10x Bolt gun: A2 BS3+ S4 AP-1 D1 [rapid fire 1]").count
    10
    """
    found = read_attack(text)
    if isinstance(found, Mortals):
        raise Piece.of(text).error("a weapon is expected here, not mortal wounds", "write A, BS or WS, S, AP and D")
    return found


@lru_cache(maxsize=2048)
def read_attack(text: str) -> Attack:
    """The weapon, or the mortal wounds as an attack, that a line describes.

    Raises `NotationError`.

    >>> read_attack("6x mortals 1 on 4+").need
    4
    """
    piece = Piece.of(text)
    if not piece:
        raise piece.error("no weapon is written", "write for example A2 BS3+ S4 AP-1 D1")
    return attack(piece)


@lru_cache(maxsize=2048)
def read_unit(text: str) -> Unit:
    """The unit that a line describes: groups with `` + `` between them.

    Raises `NotationError`.

    >>> read_unit("5x T4 Sv3+ W2 [infantry]").models
    5
    """
    piece = Piece.of(text)
    if not piece:
        raise piece.error("no target is written", "write for example 5x T4 Sv3+ W2, or a preset such as meq")
    return unit(piece)
