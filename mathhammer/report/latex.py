"""Rows of exact numbers as LaTeX, where they are short enough to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

MOST_ROWS = 24
LONGEST = 24  # digits of a fraction, above and below together
_SPECIAL = {
    "\\": r"\backslash ", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\sim ", "^": r"\hat{\ }",
}  # fmt: skip


def latex(rows: Sequence[Mapping[str, Any]]) -> str | None:
    """The rows as one array in display mathematics; None if there are too many, or a fraction is too long.

    >>> print(latex([{"value": 0, "chance": Fraction(1, 3)}]))
    $$\\begin{array}{rr}
    \\text{value} & \\text{chance} \\\\ \\hline
    0 & \\frac{1}{3}
    \\end{array}$$
    """
    if not 1 <= len(rows) <= MOST_ROWS:
        return None
    cells = [[_cell(value) for value in row.values()] for row in rows]
    if any(cell is None for row in cells for cell in row):
        return None
    head = " & ".join(words(name.replace("_", " ")) for name in rows[0])
    body = " \\\\\n".join(" & ".join(cell or "" for cell in row) for row in cells)
    return f"$$\\begin{{array}}{{{'r' * len(rows[0])}}}\n{head} \\\\ \\hline\n{body}\n\\end{{array}}$$"


def words(text: str) -> str:
    """Text inside mathematics.

    >>> words("50 % of {a}")
    '\\\\text{50 \\\\% of \\\\{a\\\\}}'
    """
    return "\\text{" + "".join(f"${_SPECIAL[c]}$" if c in "\\~^" else _SPECIAL.get(c, c) for c in text) + "}"


def _cell(value: Any) -> str | None:
    """A cell; None if it is too long."""
    if isinstance(value, Fraction) and value.denominator != 1:
        if value.numerator.bit_length() + value.denominator.bit_length() > 3 * LONGEST:
            return None
        sign = "-" if value < 0 else ""
        return f"{sign}\\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return str(int(value)) if int(value).bit_length() <= 3 * LONGEST else None
    return "" if value is None else words(str(value))
