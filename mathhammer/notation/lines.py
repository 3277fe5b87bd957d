"""What weapons and groups of models share: a count, a name, keywords in brackets, points."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ..errors import NotationError, ProfileError
from ..profiles import MOST
from ..rules.rule import Rule
from .stats import scan
from .tokens import Piece

BRACKETS: Final = re.compile(r"\[[^\[\]]*\]")
COUNT: Final = re.compile(r"(?P<count>-?\s*[0-9]+)(?:x(?![^\s\w\"'])|\s+x(?!\S))\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Line:
    """A line taken apart: ``body`` is what is left to read, ``keywords`` stood in brackets.

    ``marks`` says where each part stands, by the name that a `ProfileError` gives it.
    """

    whole: Piece
    body: Piece
    keywords: tuple[Piece, ...]
    count: int | None = None
    name: str = ""
    points: int | None = None
    marks: Mapping[str, Piece] = field(default_factory=dict)

    @classmethod
    def of(cls, piece: Piece) -> Line:
        """The line without its brackets, its points and the count at its beginning."""
        body = piece.blanked(BRACKETS).strip(" \t|")
        return _counted(_pointed(cls(piece, body, tuple(_keywords(piece)))))

    def marked(self, marks: Mapping[str, Piece]) -> Line:
        """The same line with more of its parts marked."""
        return replace(self, marks={**self.marks, **marks})

    def ruled(self, rules: Mapping[Piece, Rule]) -> Line:
        """The same line with the places of these rules marked."""
        return self.marked({str(rule): piece for piece, rule in rules.items()})

    def named(self, stats: re.Pattern[str]) -> Line:
        """The line without its name: the words before the first colon, if the colon is not that of a stat."""
        colon = self.body.text.find(":")
        if colon < 0 or scan(self.body, stats)[1] > colon:
            return self
        name = self.body.part(0, colon)
        line = replace(self, body=self.body.part(colon + 1), name=name.words).marked({"name": name})
        return _counted(line)

    def refused(self, error: ProfileError) -> NotationError:
        """The same refusal with a caret under the part that it is about."""
        return self.marks.get(error.about, self.whole).refused(error)


def _keywords(piece: Piece) -> list[Piece]:
    """The keywords between brackets; raises `NotationError` for a bracket without its partner."""
    lone = re.search(r"[\[\]]", piece.blanked(BRACKETS).text)
    if lone is not None:
        at = piece.blanked(BRACKETS).start - piece.start + lone.start()
        raise piece.part(at, at + 1).error(f"a {lone[0]} without its partner", "write [keyword, keyword]")
    found = []
    for match in BRACKETS.finditer(piece.text):
        found += listed(piece.part(match.start() + 1, match.end() - 1))
    return found


def listed(piece: Piece) -> list[Piece]:
    """The keywords between commas or semicolons; a hyphen says that there are none.

    >>> [part.text for part in listed(Piece.of("Heavy, Melta 2"))]
    ['Heavy', 'Melta 2']
    """
    if piece.text in ("", "-"):
        return []
    parts = piece.split(r"[,;]")
    for part in parts:
        if not part:
            raise piece.error("an empty keyword", "write one keyword between commas")
    return parts


def _pointed(line: Line) -> Line:
    at = line.body.text.rfind("@")
    if at < 0:
        return line
    given = line.body.part(at)
    match = re.fullmatch(r"@\s*([0-9]{1,6})\s*(?:pts|points)?", given.text, re.IGNORECASE)
    if match is None:
        raise given.error("points are a whole number at the end", "write for example @ 90")
    return replace(line, body=line.body.part(0, at), points=int(match[1])).marked({"points": given})


def _counted(line: Line) -> Line:
    match = COUNT.match(line.body.text)
    if match is None:
        return line
    piece = line.body.part(0, match.end())
    if line.count is not None:
        raise piece.error("a second count", "write one count, before the name")
    digits = match["count"]
    if not digits.isdigit() or len(digits) > 6 or not 1 <= int(digits) <= MOST:
        raise piece.error(f"the count {piece.text[:20]} is outside 1x..{MOST}x", f"write 1x to {MOST}x")
    return replace(line, body=line.body.part(match.end()), count=int(digits)).marked({"count": piece})
