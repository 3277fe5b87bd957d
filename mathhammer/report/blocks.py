"""An answer as neutral blocks: text for a terminal, Markdown and a page are drawn from the same ones.

A block is a paragraph (a plain ``str``), or one of the records below; `report.text`, `report.markdown`
and `report.html` draw them, each in its own way, and leave out what they cannot draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from .pictures import Choices, Heat, Picture


@dataclass(frozen=True)
class Code:
    """Text to be copied as it stands, such as a weapon or a query; a block, or a cell of a grid."""

    text: str


@dataclass(frozen=True)
class Strong:
    """A cell that stands out among its like, such as the best of a column."""

    text: str


@dataclass(frozen=True)
class Maths:
    """A formula, as text and for LaTeX; a block, or a cell."""

    text: str
    latex: str


Cell: TypeAlias = str | Code | Strong | Maths


@dataclass(frozen=True)
class Heading:
    """What follows, in parts: of what, for what, in which edition."""

    parts: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """The title of a part of a long list."""

    text: str


@dataclass(frozen=True)
class Facts:
    """Names and what is to be said about each; an empty name goes on with the one before."""

    rows: tuple[tuple[str, Cell], ...]


@dataclass(frozen=True)
class Fixed:
    """Lines whose spaces matter."""

    text: str


@dataclass(frozen=True)
class Notes:
    """What has to be said beside an answer, line by line."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """Rows under a head; ``align`` has a mark a column, as for `report.table.columns`.

    ``bars`` are chances, one a row, drawn as bars beside the rows. ``shades`` colours all columns but the
    first as that picture. A row of which only the first cell says something is a title over those below it.
    """

    head: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    align: str
    bars: Sequence[Fraction] = ()
    shades: Heat | Choices | None = None


Block: TypeAlias = str | Code | Maths | Heading | Section | Facts | Fixed | Notes | Grid | Picture


def plain(cell: Cell) -> str:
    """A cell as text.

    >>> plain("a"), plain(Code("A2 BS3+"))
    ('a', 'A2 BS3+')
    """
    return cell if isinstance(cell, str) else cell.text


def title(blocks: Sequence[Block]) -> str:
    """What the blocks are about: the first line of a query or heading among them.

    >>> title(["for whom it may concern", Heading(("6 Fate dice", "10th edition"))])
    '6 Fate dice, 10th edition'
    """
    for block in blocks:
        if isinstance(block, Code | Section):
            return block.text
        if isinstance(block, Heading):
            return ", ".join(block.parts)
    return "mathhammer"
