"""Rows pasted from a datasheet: name, range, A, skill, S, AP, D, keywords, in columns."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from ..errors import ProfileError
from ..profiles import Weapon
from ..rules.rule import Rule
from .keywords import read_weapon_rules
from .lines import Line, listed
from .stats import DICE, INCHES, WEAPON, number, read_dice
from .tokens import Piece

_COLUMN = r"(?:\s*\|\s*|\s+/\s+|\s+)"
_EDGE = re.compile(r"[\s|]")


@cache
def _row() -> re.Pattern[str]:
    """The six columns of numbers; a range without its inches is one only between bars or tabs."""
    columns = (
        rf"(?P<range>{INCHES}|melee|N/A|-|(?<![0-9])[0-9]++(?=\s*\||\s*\t))",
        rf"(?P<A>{DICE})",
        r"(?P<skill>[0-9]++\+?|N/?A|-|auto)",
        rf"(?P<S>{DICE})",
        r"(?P<AP>-?[0-9]++|-)",
        rf"(?P<D>{DICE})",
    )
    return re.compile(_COLUMN.join(columns), re.ASCII | re.IGNORECASE)


def find(piece: Piece) -> re.Match[str] | None:
    """The six columns of numbers in a pasted row, or None.

    >>> find(Piece.of('gun | 24" | 2 | 3+ | 4 | -1 | 1'))["range"]
    '24"'
    """
    match = _row().search(piece.text)
    while match is not None and not _stands_apart(match):
        match = _row().search(piece.text, match.start() + 1)
    return match


def _stands_apart(match: re.Match[str]) -> bool:
    """Whether the columns begin and end where columns may, not in the middle of a word."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    if match["range"].isdigit() and before.strip() and not before.rstrip(" ").endswith(("|", "\t")):
        return False
    return all(_EDGE.match(edge) for edge in (before[-1:], after[:1]) if edge)


def weapon(line: Line, row: re.Match[str], rules: tuple[Rule, ...]) -> Weapon:
    """The weapon of a pasted row; ``rules`` are those of keywords in brackets. Raises `NotationError`."""
    cells = {name: line.body.part(*row.span(name)) for name in row.groupdict()}
    if row["range"].upper() in ("-", "N/A"):
        raise cells["range"].error("a row needs a range", 'write inches such as 24", or Melee')
    melee = row["range"].lower() == "melee"
    more = read_weapon_rules(_keywords(line.body.part(row.end())))
    line = _named(line, line.body.part(0, row.start())).ruled(more).marked(cells)
    try:
        return Weapon(
            attacks=read_dice(row["A"], cells["A"]),
            skill=number(cells["skill"]),
            strength=read_dice(row["S"], cells["S"]),
            ap=number(cells["AP"]) or 0,
            damage=read_dice(row["D"], cells["D"]),
            melee=melee,
            range=number(cells["range"]),
            rules=(*rules, *more.values()),
            name=line.name,
            count=line.count or 1,
            points=line.points,
        )
    except ProfileError as error:
        raise line.refused(error) from None


def _named(line: Line, before: Piece) -> Line:
    """The line with the name that stands before the columns; bars and colons in it become hyphens."""
    before = before.strip(" \t|/:")
    named = replace(line, body=before).named(WEAPON)
    name = " - ".join(part for part in (named.name, named.body.words) if part)
    return replace(named, name=re.sub(r"\s*[|;:]\s*", " - ", name)).marked({"name": before})


def _keywords(after: Piece) -> tuple[Piece, ...]:
    """The keywords in the columns after the numbers."""
    return tuple(keyword for cell in after.split(r"[|\t]|(?<!\S)/(?!\S)") for keyword in listed(cell))
