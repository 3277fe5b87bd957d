"""A comparison as a table, as Markdown, and as data for machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ..report.blocks import Block, Code, Facts, Grid, Heading, Notes, Strong
from ..report.data import number
from ..report.numbers import Figures, fraction
from ..report.pictures import Gallery, Heat
from ..report.table import columns, comma_separated, indented
from .compare import MEANINGS, Comparison

CSV_HEAD = ("weapon", "target", "cell", "value", "value_decimal", "best")
_WIDEST = 140  # columns that do not fit stand below
_NONE = "-"
_BEST = "*"


def comparisons_table(results: Sequence[Comparison], figures: Figures | None = None) -> str:
    """The matrices for people, one below the other; the best of each column bears a star.

    Several results are of the same weapons and targets, of other cells or in other editions.
    """
    figures = figures or Figures()
    blocks = []
    for result in results:
        head = f"{_title(result, figures)}        {_around(result)}"
        blocks += [head, *(indented(part) for part in _parts(result, figures))]
    blocks += [indented(text) for text in (_legend(results[0]), "\n".join(remarks(results))) if text]
    return "\n\n".join(blocks)


def comparisons_blocks(results: Sequence[Comparison], figures: Figures) -> list[Block]:
    """The matrices as blocks; the best of each column stands out."""
    blocks: list[Block] = []
    for result in results:
        head = ("", *result.column_labels)
        rows = [
            (label, *(Strong(text) if best else text for text, best in cells)) for label, cells in _cells(result, figures)
        ]
        blocks.append(Heading((_title(result, figures), _around(result))))
        blocks.append(Grid(head, rows, "<" + ">" * len(head[1:]), shades=_heat(result)))
    lines, said = _lines(results[0]), remarks(results)
    blocks += [Facts(tuple((label, Code(line)) for label, line in lines))] if lines else []
    return [*blocks, Notes(tuple(said))] if said else blocks


def comparisons_gallery(results: Sequence[Comparison]) -> Gallery:
    """The matrices in shades, by the name of the cell, and the edition if there are several."""
    several = len({result.edition for result in results}) > 1
    return {f"{result.cell}-{result.edition.name}" if several else result.cell: partial(_heat, result) for result in results}


def _heat(result: Comparison) -> Heat:
    """The matrix in shades: each target for itself, unless the numbers are of one kind for all."""
    chance = result.cell == "wipe"
    return Heat(
        MEANINGS[result.cell],
        "",
        "",
        result.column_labels,
        result.row_labels,
        result.values,
        chance=chance,
        alone=result.cell in ("kills", "damage"),
        title=MEANINGS[result.cell].capitalize(),
        about=_around(result),
    )


def comparisons_data(results: Sequence[Comparison]) -> dict[str, Any]:
    """The matrices as plain data; several stand in a list."""
    found = [_data(result) for result in results]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def comparisons_csv(results: Sequence[Comparison]) -> str:
    """One row a pair as comma-separated values; with several editions the edition comes first."""
    several = len({result.edition.name for result in results}) > 1
    rows = []
    for result in results:
        edition = (result.edition.name,) if several else ()
        for weapon, (row, values) in zip(result.rows, enumerate(result.values), strict=True):
            for target, best, value in zip(result.columns, result.best, values, strict=True):
                cells = ("", "") if value is None else (fraction(value), repr(number(value)))
                rows.append((*edition, weapon, target, result.cell, *cells, "1" if row in best else "0"))
    return comma_separated([*(["edition"] if several else []), *CSV_HEAD], rows)


def remarks(results: Sequence[Comparison]) -> list[str]:
    """The notes, and what was read but not modelled, each once."""
    said = [f"note: {note}" for result in results for note in result.notes]
    missing = dict.fromkeys(rule for result in results for rule in result.not_modelled)
    return [*dict.fromkeys(said), *([f"not modelled: {', '.join(missing)}"] if missing else [])]


def _data(result: Comparison) -> dict[str, Any]:
    return {
        "edition": result.edition.name,
        "situation": list(result.situation.said()),
        "rows": list(result.rows),
        "columns": list(result.columns),
        "row_labels": list(result.row_labels),
        "column_labels": list(result.column_labels),
        "cell": result.cell,
        "values": [[None if value is None else fraction(value) for value in row] for row in result.values],
        "decimals": [[None if value is None else number(value) for value in row] for row in result.values],
        "best": [list(rows) for rows in result.best],
        "ranks": [fraction(rank) for rank in result.ranks],
        "notes": list(result.notes),
        "not_modelled": list(result.not_modelled),
    }


def _title(result: Comparison, figures: Figures) -> str:
    return MEANINGS[result.cell] + (", in %" if result.cell == "wipe" and not figures.exact else "")


def _around(result: Comparison) -> str:
    return ", ".join([result.edition.title, *result.situation.said()])


def _cells(result: Comparison, figures: Figures) -> Iterator[tuple[str, list[tuple[str, bool]]]]:
    """Each row's label, and its cells as text with whether they are the best of their column."""
    for row, (label, values) in enumerate(zip(result.row_labels, result.values, strict=True)):
        texts = [_text(result, value, figures) for value in values]
        yield label, [(text, row in best) for text, best in zip(texts, result.best, strict=True)]


def _text(result: Comparison, value: Fraction | None, figures: Figures) -> str:
    if value is None:
        return _NONE
    return figures.cell(value) if result.cell == "wipe" else figures.mean(value)


def _parts(result: Comparison, figures: Figures) -> Iterator[str]:
    """The matrix, in several parts where it is too wide."""
    rows = list(_cells(result, figures))
    starred = [[text + (_BEST if best else " ") for text, best in cells] for _, cells in rows]
    labels = ["", *(label for label, _ in rows)]
    shown = [[head, *cells] for head, cells in zip(result.column_labels, zip(*starred, strict=True), strict=True)]
    side = ">" if figures.exact else "."
    blocks = [_column(block, side) for block in shown]
    at = 0
    while at < len(blocks):
        width, end = max(map(len, labels)), at
        while end < len(blocks) and (end == at or width + len(blocks[end][0]) + 2 <= _WIDEST):
            width, end = width + len(blocks[end][0]) + 2, end + 1
        yield columns(list(zip(labels, *blocks[at:end], strict=True)), "<" + "<" * (end - at))
        at = end


def _column(cells: Sequence[str], side: str) -> list[str]:
    """A column under its head, all of the same width, the numbers aligned at their points, to the right."""
    head, *values = cells
    lines = columns([(value,) for value in values], side).split("\n")
    width = max(len(head), *map(len, lines))
    body = max(map(len, lines))
    return [f"{head:>{width}}", *(f"{line:<{body}}".rjust(width) for line in lines)]


def _legend(result: Comparison) -> str:
    return columns(_lines(result), "<<")


def _lines(result: Comparison) -> list[tuple[str, str]]:
    """The labels that stand for longer lines, and these."""
    pairs = [*zip(result.row_labels, result.rows, strict=True), *zip(result.column_labels, result.columns, strict=True)]
    return [(label, line) for label, line in pairs if label != line]
