"""The smallest pieces of the notation: a text with positions, and the stats in it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import NotationError, ProfileError

# One character for one, so that positions stay those of what was typed.
_SAME = str.maketrans(
    {
        "\u2212": "-",
        "\u2013": "-",
        "\u2011": "-",
        "\u00a0": " ",
        "\u202f": " ",
        "\u00d7": "x",
        "\u201c": '"',
        "\u201d": '"',
        "\u2033": '"',
        "\u2018": "'",
        "\u2019": "'",
        "\u27a4": " ",
        "\n": " ",
        "\r": " ",
        "\ufeff": " ",
    }
)
LONGEST = 2000

DICE = r"(?:\d*D[36](?!\d)|\d+(?!\d*D[36]))(?:[+-](?:\d*D[36](?!\d)|\d+(?!\d*D[36])))*"
_SEP = r"(?:\s*[=:]\s*|\s*)"
_INCHES = r"\d+\s*(?:\"|''|in(?:ch(?:es)?)?\b)"
# The longest names first: AP before A, Sv and S after WS and BS.
WEAPON_STATS = re.compile(
    rf"""
    (?P<range>{_INCHES}|melee\b)
    |(?P<skill>(?P<skill_kind>BS|WS){_SEP}(?P<skill_value>\d+\+?|N/?A\b|-|auto\b))
    |(?P<ap>AP{_SEP}(?P<ap_value>-?\s?\d+))
    |(?P<attacks>A{_SEP}(?P<attacks_value>{DICE}))
    |(?P<strength>S{_SEP}(?P<strength_value>{DICE}))
    |(?P<damage>D(?P<damage_sep>{_SEP})(?P<damage_value>{DICE}))
    """,
    re.IGNORECASE | re.VERBOSE,
)
UNIT_STATS = re.compile(
    rf"""
    (?P<fnp>(?:FNP{_SEP}(?P<fnp_value>\d+)\+|(?P<fnp_pluses>\d+)\+\+\+)(?:\s*\((?P<fnp_scope>mortals?|psychic)\))?)
    |(?P<inv>(?:(?:InvSv|Inv){_SEP}(?P<inv_value>\d+)\+|(?P<inv_pluses>\d+)\+\+)(?!\+)
        (?:\s*\((?P<inv_scope>ranged|melee)\))?)
    |(?P<toughness>T{_SEP}(?P<toughness_value>\d+))
    |(?P<wounds>W{_SEP}(?P<wounds_value>\d+)|(?P<wounds_number>\d+)W\b)
    |(?P<save>(?:Sv{_SEP})?(?P<save_value>\d+)\+(?!\+))
    """,
    re.IGNORECASE | re.VERBOSE,
)
ROW = re.compile(
    rf"""
    (?P<range>{_INCHES}|melee|N/A)(?P<sep>\s*\|\s*|\s*\t\s*|\s+/\s+|\s+)
    (?P<attacks>{DICE})(?:\s*\|\s*|\s*\t\s*|\s+/\s+|\s+)
    (?P<skill>\d+\+?|N/?A|-|auto)(?:\s*\|\s*|\s*\t\s*|\s+/\s+|\s+)
    (?P<strength>{DICE})(?:\s*\|\s*|\s*\t\s*|\s+/\s+|\s+)
    (?P<ap>-?\d+|-)(?:\s*\|\s*|\s*\t\s*|\s+/\s+|\s+)
    (?P<damage>{DICE})
    """,
    re.IGNORECASE | re.VERBOSE,
)
COUNT = re.compile(r"\s*(?P<count>\d+)\s*x(?=[\s\"'\[]|$|[A-Za-z0-9])\s*", re.IGNORECASE)


def plain(text: str) -> str:
    """The text with typographic characters replaced one for one.

    >>> plain("AP\u22121 10\u00d7")
    'AP-1 10x'
    """
    if len(text) > LONGEST:
        raise NotationError(f"the text has {len(text)} characters", f"at most {LONGEST} are read", text=text[:60])
    return text.translate(_SAME)


@dataclass(frozen=True)
class Piece:
    """A part of a longer text, which knows where it stands."""

    whole: str
    start: int
    end: int

    @classmethod
    def of(cls, text: str) -> Piece:
        """The whole text, without blanks at its ends."""
        return cls(text, 0, len(text)).strip()

    @property
    def text(self) -> str:
        """The words of this part."""
        return self.whole[self.start : self.end]

    def __bool__(self) -> bool:
        return self.end > self.start

    def strip(self) -> Piece:
        """The part without blanks at its ends."""
        left = len(self.text) - len(self.text.lstrip())
        return Piece(self.whole, self.start + left, max(self.start + left, self.start + len(self.text.rstrip())))

    def part(self, start: int, end: int | None = None) -> Piece:
        """A part of the part, stripped; positions count within it."""
        stop = self.end if end is None else self.start + end
        return Piece(self.whole, self.start + start, stop).strip()

    def split(self, pattern: str) -> list[Piece]:
        """The parts between matches of a pattern."""
        parts, at = [], 0
        for match in re.finditer(pattern, self.text):
            parts.append(self.part(at, match.start()))
            at = match.end()
        return [*parts, self.part(at)]

    def error(self, message: str, hint: str = "") -> NotationError:
        """An error whose caret stands under this part."""
        return NotationError(message, hint, text=self.whole, start=self.start, end=self.end)

    def refused(self, error: ProfileError) -> NotationError:
        """The same refusal with a caret under this part."""
        return self.error(error.message, error.hint)


def closest(word: str, known: Iterable[str]) -> str:
    """A hint that names the closest known word, or nothing.

    >>> closest("leathal hits", ["lethal hits", "torrent"])
    'did you mean lethal hits?'
    """
    found = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f"did you mean {found[0]}?" if found else ""
