"""Blocks as text for a terminal: what is asked, and below it everything else, a little to the right."""

from __future__ import annotations

from collections.abc import Sequence

from .blocks import Block, Code, Facts, Fixed, Grid, Heading, Maths, Notes, Section, plain
from .numbers import bar
from .table import columns, indented

_BAR = 40  # the width of the longest bar


def text(blocks: Sequence[Block], *, bars: bool = True) -> str:
    """The blocks as text; pictures are left out, and bars if they are not wanted.

    >>> print(text([Heading(("one die", "10th edition")), Grid(("face", "chance"), [("6", "16.67")], ">>")]))
    one die        10th edition
    <BLANKLINE>
      face  chance
         6   16.67
    """
    return "\n\n".join(drawn for block in blocks if (drawn := _drawn(block, bars)))


def _drawn(block: Block, bars: bool) -> str:
    match block:
        case Heading(parts):
            return "        ".join(parts)
        case Code(said) | Section(said):
            return said
        case str(said) | Fixed(said) | Maths(said):
            return indented(said)
        case Facts(rows):
            return indented(columns([(name, plain(said)) for name, said in rows], "<<"))
        case Notes(lines):
            return indented("\n".join(lines))
        case Grid():
            return indented(_grid(block, bars))
        case _:
            return ""


def _grid(grid: Grid, bars: bool) -> str:
    rows = [grid.head, *(tuple(map(plain, row)) for row in grid.rows)]
    if not bars or not grid.bars:
        return columns(rows, grid.align)
    scale = int(_BAR / (max(grid.bars) or 1))
    lengths = ["", *(bar(chance, scale) for chance in grid.bars)]
    return columns([(*row, length) for row, length in zip(rows, lengths, strict=True)], f"{grid.align}<")
