"""The stats of a line: what each looks like, and reading them one after the other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..dice import Dice, dice
from ..errors import NotationError, ProfileError
from .tokens import Piece, quoted

_ROLLED = r"[0-9]*+D[36](?![0-9])"
_FLAT = r"[0-9]++(?!D[36](?![0-9]))"
DICE: Final = rf"(?:{_ROLLED}|{_FLAT})(?:[+-](?:{_ROLLED}|{_FLAT}))*"
INCHES: Final = r"(?<![0-9])[0-9]++\s*+(?:\"|''|in(?:ch(?:es)?)?\b)"
_SEP = r"(?:\s*[=:])?\s*"
# The longest names first: AP before A, WS and BS before S.
WEAPON: Final = re.compile(
    rf"""
    (?P<range>{INCHES}|melee\b)
    |(?P<skill>(?P<skill_kind>BS|WS){_SEP}(?P<skill_value>[0-9]++\+?|N/?A\b|-|auto\b))
    |(?P<AP>AP{_SEP}(?P<AP_value>-?\s?[0-9]++))
    |(?P<A>A{_SEP}(?P<A_value>{DICE}))
    |(?P<S>S{_SEP}(?P<S_value>{DICE}))
    |(?P<D>D(?P<D_sep>{_SEP})(?P<D_value>{DICE}))
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
UNIT: Final = re.compile(
    rf"""
    (?P<fnp>(?:(?:FNP|feel\s+no\s+pain){_SEP}(?P<fnp_value>[0-9]++)\+|(?P<fnp_pluses>[0-9]++)\+\+\+)
        (?:\s*\((?P<fnp_scope>mortal|psychic)(?:s|\s+wounds?)?\))?)
    |(?P<inv>(?:(?:InvSv|Inv|invulnerable\s+save){_SEP}(?P<inv_value>[0-9]++)\+|(?P<inv_pluses>[0-9]++)\+\+(?!\+))
        (?:\s*\((?P<inv_scope>ranged|melee)\))?)
    |(?P<T>T{_SEP}(?P<T_value>[0-9]++))
    |(?P<W>W{_SEP}(?P<W_value>[0-9]++)|(?P<W_number>[0-9]++)W\b)
    |(?P<Sv>(?:Sv{_SEP})?(?P<Sv_value>[0-9]++)\+(?!\+))
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
_BLANKS = " \t,"


@dataclass(frozen=True)
class Token:
    """One stat: its kind, which is the name of its group in the pattern, and where it stands."""

    kind: str
    piece: Piece
    match: re.Match[str]

    def __getitem__(self, name: str) -> str:
        """What a group of the pattern matched, or nothing."""
        found: str | None = self.match[name]
        return found or ""


def scan(piece: Piece, stats: re.Pattern[str]) -> tuple[list[Token], int]:
    """The stats from the beginning on, and the position of the first word that is none.

    >>> tokens, at = scan(Piece.of("A2BS3+ x"), WEAPON)
    >>> [token.kind for token in tokens], at
    (['A', 'skill'], 7)
    """
    tokens: list[Token] = []
    text, at = piece.text, 0
    while at < len(text):
        if text[at] in _BLANKS:
            at += 1
            continue
        match = stats.match(text, at)
        if match is None or not _ends(match, stats):
            break
        tokens.append(Token(str(match.lastgroup), piece.part(at, match.end()), match))
        at = match.end()
    return tokens, at


def _ends(match: re.Match[str], stats: re.Pattern[str]) -> bool:
    """Whether a stat is complete: nothing follows, or a blank, or the letters of another stat."""
    text, end = match.string, match.end()
    if end == len(text) or text[end] in _BLANKS:
        return True
    if match.lastgroup in ("A", "S", "D") and text[end] in "Dd":
        return False  # A2dd6 is a misprint rather than A2 with DD6
    return text[end].isalpha() and stats.match(text, end) is not None


def once(tokens: list[Token]) -> dict[str, Token]:
    """The stats by kind; raises `NotationError` if one is written twice."""
    found: dict[str, Token] = {}
    for token in tokens:
        if token.kind in found:
            raise token.piece.error(f"{token.piece.text} stands beside {found[token.kind].piece.text}", "write one")
        found[token.kind] = token
    return found


def whole(digits: str, piece: Piece) -> int:
    """The number that digits say; raises `NotationError` for an absurd one."""
    if len(digits) > 6:
        raise piece.error(f"the number {quoted(digits)} is too large", "write at most 1000")
    return int(digits)


def number(piece: Piece) -> int | None:
    """The number that the digits of a part of a line say, or None if it has none.

    >>> number(Piece.of("AP-2")), number(Piece.of("N/A"))
    (2, None)
    """
    digits = re.sub(r"[^0-9]", "", piece.text)
    return whole(digits, piece) if digits else None


def read_dice(value: str, piece: Piece) -> Dice:
    """The dice expression in a part of a line; raises `NotationError` with a caret under the part.

    >>> str(read_dice("d6+d6", Piece.of("A=d6+d6")))
    '2D6'
    """
    try:
        return dice(value)
    except ProfileError:
        raise bad_dice(value, piece) from None


def bad_dice(value: str, piece: Piece) -> NotationError:
    """The error for what should be a dice expression and is none."""
    return piece.error(f"bad dice expression {quoted(value)}", "write a number, D6, D3, 2D6 or D6+1")
