"""Blocks as Markdown, to paste where others read it."""

from __future__ import annotations

from collections.abc import Sequence

from .blocks import Block, Cell, Code, Facts, Fixed, Grid, Heading, Maths, Notes, Section, Strong
from .table import indented, markdown


def markdown_of(blocks: Sequence[Block]) -> str:
    """The blocks as Markdown; pictures and bars are left out.

    >>> print(markdown_of([Code("A2"), Notes(("note: a_b",))]))
    `A2`
    <BLANKLINE>
    - note: a\\_b
    """
    return "\n\n".join(drawn for block in blocks if (drawn := _drawn(block)))


def _drawn(block: Block) -> str:
    match block:
        case Heading(parts):
            return f"**{escaped(', '.join(parts))}**"
        case Section(said):
            return f"### {escaped(said)}"
        case Code(said):
            return code(said)
        case Maths():
            return f"$$ {block.latex} $$"
        case str(said):
            return "  \n".join(map(escaped, said.split("\n")))
        case Fixed(said):
            return indented(said, "    ")
        case Facts(rows):
            return "\n".join(f"- {escaped(name)}: {_cell(said)}" if name else f"  {_cell(said)}" for name, said in rows)
        case Notes(lines):
            return "\n".join(f"- {escaped(line)}" for line in lines)
        case Grid(head, rows, align):
            cells = [tuple(map(_cell, row)) for row in rows]
            return markdown(list(map(escaped, head)), cells, align.replace(".", ">"))
        case _:
            return ""


def _cell(cell: Cell) -> str:
    match cell:
        case Code(said):
            return code(said)
        case Strong(said):
            return f"**{escaped(said)}**"
        case Maths():
            return f"${cell.latex}$"
        case str(said):
            return escaped(said)


def code(text: str) -> str:
    """The text as Markdown code, whatever backticks it holds.

    >>> code("A2"), code("a`b")
    ('`A2`', '`` a`b ``')
    """
    if "`" not in text:
        return f"`{text}`"
    fence = "``"
    while fence in text:
        fence += "`"
    return f"{fence} {text} {fence}"


def escaped(text: str) -> str:
    """The text with the characters that Markdown would take as its own made plain.

    >>> escaped("a_b <0.01")
    'a\\\\_b &lt;0.01'
    """
    for character in "\\`*_[]":
        text = text.replace(character, f"\\{character}")
    return text.replace("<", "&lt;")
