"""Rows of text as aligned columns, as Markdown, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from itertools import zip_longest

Rows = Sequence[Sequence[str]]


def columns(rows: Rows, align: str, gap: str = "  ") -> str:
    """The rows with their columns aligned: ``<`` to the left, ``>`` to the right, ``.`` at the decimal point.

    >>> print(columns([("a", "1", "10"), ("bb", "22", "0.5")], "<>."))
    a    1  10
    bb  22   0.5
    """
    sides = [_column([row[i] if i < len(row) else "" for row in rows], side) for i, side in enumerate(align)]
    return "\n".join(gap.join(cells).rstrip() for cells in zip(*sides, strict=True))


def _column(cells: Sequence[str], side: str) -> list[str]:
    if side == ".":
        whole = max((len(cell.partition(".")[0]) for cell in cells), default=0)
        cells = [" " * (whole - len(cell.partition(".")[0])) + cell for cell in cells]
        side = "<"
    width = max(map(len, cells), default=0)
    return [f"{cell:{side}{width}}" for cell in cells]


def beside(blocks: Sequence[str], gap: str = "  ") -> str:
    """Blocks of lines next to each other.

    >>> print(beside(["a\\nbb", "c\\nd"]))
    a   c
    bb  d
    """
    split = [block.split("\n") for block in blocks]
    widths = [max(map(len, lines)) for lines in split]
    rows = zip_longest(*split, fillvalue="")
    return "\n".join(gap.join(f"{line:<{w}}" for line, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def indented(text: str, by: str = "  ") -> str:
    """The lines moved to the right.

    >>> indented("a")
    '  a'
    """
    return "\n".join(by + line if line else line for line in text.split("\n"))


def markdown(head: Sequence[str], rows: Rows, align: str) -> str:
    """The rows as a Markdown table.

    >>> print(markdown(["x", "p"], [("0", "1/2")], ">>"))
    | x | p |
    |--:|--:|
    | 0 | 1/2 |
    """
    rule = "|" + "|".join(":--" if side == "<" else "--:" for side in align) + "|"
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in [head, *rows]]
    return "\n".join([lines[0], rule, *lines[1:]])


def comma_separated(head: Sequence[str], rows: Rows) -> str:
    """The rows as CSV, without a last line break.

    >>> comma_separated(["a"], [("1,2",)])
    'a\\n"1,2"'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")
