"""The answers of a batch: a line each, as JSON, as comma-separated values, or in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..report.blocks import Block, Cell, Code, Grid, plain
from ..report.data import number
from ..report.numbers import Figures, fraction
from ..report.table import columns, comma_separated
from .attack import AttackResult
from .data import answers_data

MEANS = ("kills", "damage", "wipe")
CSV_HEAD = ("line", "edition", "query", *MEANS, *(f"{name}_decimal" for name in MEANS), "error")
_TABLE_HEAD = ("line", "edition", "slain", "lost", "all dead %", "query")


@dataclass(frozen=True)
class Answered:
    """One line of a batch: its answers, one an edition, or why there is none."""

    line: int
    results: tuple[AttackResult, ...] = ()
    error: str = ""


def line_data(answered: Answered, *, means_only: bool = False) -> dict[str, Any]:
    """The line as plain data: ``{"line": 7, "result": {...}}`` or ``{"line": 7, "error": "..."}``."""
    if answered.error:
        return {"line": answered.line, "error": answered.error}
    if not means_only:
        return {"line": answered.line, "result": answers_data(*answered.results)}
    found = [_means_data(result) for result in answered.results]
    return {"line": answered.line, "result": found[0] if len(found) == 1 else {"answers": found}}


def batch_head() -> str:
    """The first line of a batch's comma-separated values."""
    return comma_separated(CSV_HEAD, [])


def line_csv(answered: Answered) -> str:
    """The line as comma-separated values, one row an edition."""
    if answered.error:
        row = [str(answered.line), *[""] * (len(CSV_HEAD) - 2), answered.error.split("\n")[0]]
        return comma_separated(row, [])
    first, *rest = (
        (str(answered.line), result.edition.name, result.query, *map(fraction, v), *(repr(number(x)) for x in v), "")
        for result in answered.results
        for v in [_means(result)]
    )
    return comma_separated(first, rest)


def batch_blocks(answers: Sequence[Answered], figures: Figures) -> list[Block]:
    """All lines in one table."""
    return [Grid(_head(figures), _all_rows(answers, figures), "><>>><")]


def _all_rows(answers: Sequence[Answered], figures: Figures) -> list[tuple[Cell, ...]]:
    """The rows of that table."""
    return [row for answered in answers for row in _rows(answered, figures)]


def batch_table(answers: Sequence[Answered], figures: Figures) -> str:
    """The same for a terminal, at its edge: the lines are long."""
    return columns([tuple(map(plain, row)) for row in (_head(figures), *_all_rows(answers, figures))], "><>>><")


def _head(figures: Figures) -> tuple[str, ...]:
    return tuple(name.removesuffix(" %") if figures.exact else name for name in _TABLE_HEAD)


def _rows(answered: Answered, figures: Figures) -> list[tuple[Cell, ...]]:
    if answered.error:
        return [(str(answered.line), "", "-", "-", "-", f"error: {answered.error.split(chr(10))[0]}")]
    return [
        (
            str(answered.line),
            result.edition.name,
            figures.mean(kills),
            figures.mean(lost),
            figures.cell(wipe),
            Code(result.query),
        )
        for result in answered.results
        for kills, lost, wipe in [_means(result)]
    ]


def _means_data(result: AttackResult) -> dict[str, Any]:
    values = dict(zip(MEANS, _means(result), strict=True))
    return {
        "edition": result.edition.name,
        "query": result.query,
        "situation": list(result.situation.said()),
        **{name: fraction(value) for name, value in values.items()},
        **{f"{name}_decimal": number(value) for name, value in values.items()},
        "notes": list(result.notes),
        "not_modelled": list(result.not_modelled),
    }


def _means(result: AttackResult) -> tuple[Fraction, Fraction, Fraction]:
    return (result.law("kills").mean, result.law("damage").mean, result.wipe)
