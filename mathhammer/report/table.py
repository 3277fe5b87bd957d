"""Rows of text as aligned columns, as Markdown, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

Rows = Sequence[Sequence[str]]


def columns(rows: Rows, align: str, gap: str = "  ") -> str:
    """The rows with their columns aligned, ``<`` to the left and ``>`` to the right.

    >>> print(columns([("a", "1"), ("bb", "22")], "<>"))
    a    1
    bb  22
    """
    widths = [max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(len(align))]
    lines = []
    for row in rows:
        cells = [f"{cell:{align[i]}{widths[i]}}" for i, cell in enumerate(row)]
        lines.append(gap.join(cells).rstrip())
    return "\n".join(lines)


def markdown(head: Sequence[str], rows: Rows, align: str) -> str:
    """The rows as a Markdown table.

    >>> print(markdown(["x", "p"], [("0", "1/2")], ">>"))
    | x | p |
    |--:|--:|
    | 0 | 1/2 |
    """
    rule = "|" + "|".join("--:" if side == ">" else ":--" for side in align) + "|"
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(["| " + " | ".join(head) + " |", rule, *lines])


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
