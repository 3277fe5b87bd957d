"""A sweep as a table, as Markdown, and as data for machines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..report.blocks import Block, Code, Grid, Heading, Notes
from ..report.data import number
from ..report.numbers import Figures, decimal, fraction
from ..report.table import beside, columns, comma_separated, indented
from .sweep import SWEEP_CELLS, Crossing, Sweep, SweepRow
from .sweep_pictures import LABELS, Bound, heat_of, named, setting, sweeps_gallery

_NONE = "-"
_WIDEST = 150  # editions that do not fit side by side stand below each other


def sweeps_table(
    results: Sequence[Sweep], figures: Figures | None = None, cells: Sequence[str] = (), bound: Bound | None = None
) -> str:
    """The rows for people: all cells or those asked for; of two numbers a grid for each cell, for the first if none is.

    Several results are of one question in several editions.
    """
    figures = figures or Figures()
    several = len(results) > 1
    blocks = [_heading(results)]
    for shown in _shown(results[0], cells):
        parts = [_aligned(*_grid(result, shown, figures), figures) for result in results]
        titled = (
            [f"{result.edition.title}\n{part}" for result, part in zip(results, parts, strict=True)] if several else parts
        )
        text = beside(titled, "    ")
        if max(map(len, text.split("\n"))) > _WIDEST:
            text = "\n\n".join(titled)
        blocks.append(indented(_titled(results[0], shown, figures) + text))
    blocks += [indented(_said(result, bound, figures, several)) for result in results if bound]
    blocks.append(indented("\n".join(remarks(results))))
    return "\n\n".join(block for block in blocks if block)


def sweeps_blocks(
    results: Sequence[Sweep], figures: Figures, cells: Sequence[str] = (), bound: Bound | None = None
) -> list[Block]:
    """The rows as blocks, edition by edition."""
    blocks: list[Block] = [Code(results[0].query)]
    for result in results:
        blocks.append(Heading((result.edition.title, *result.situation.said())))
        if len(result.over) == 1:
            blocks.append(next(iter(sweeps_gallery([result], cells, bound).values()))())
        for shown in _shown(result, cells):
            head, rows = _grid(result, shown, figures)
            heat = None if len(result.over) == 1 else heat_of(result, shown[0])
            title = _titled(result, shown, figures).strip()
            blocks += [title] if title else []
            blocks.append(Grid(tuple(head), [tuple(row) for row in rows], ">" * len(head), shades=heat))
        blocks += [Notes(tuple(crossing_lines(result, bound, figures)))] if bound else []
    return [*blocks, Notes(tuple(remarks(results)))]


def sweeps_data(results: Sequence[Sweep], bound: Bound | None = None) -> dict[str, Any]:
    """The rows as plain data; several answers stand in a list."""
    found = [_data(result, bound) for result in results]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def sweeps_csv(results: Sequence[Sweep]) -> str:
    """The rows as comma-separated values; with several answers the edition comes first."""
    several = len(results) > 1
    head = [*(["edition"] if several else []), *results[0].over, *SWEEP_CELLS, *(f"{cell}_decimal" for cell in SWEEP_CELLS)]
    rows = []
    for result in results:
        for row in result.rows:
            values = [row.value(cell) for cell in SWEEP_CELLS]
            exact = ["" if value is None else fraction(value) for value in values]
            near = ["" if value is None else repr(number(value)) for value in values]
            rows.append([*([result.edition.name] if several else []), *map(setting, row.settings), *exact, *near])
    return comma_separated(head, rows)


def remarks(results: Sequence[Sweep]) -> list[str]:
    """The notes, with its edition what only some editions say, and what was read but not modelled."""
    lines = []
    for result in results:
        for note in result.notes:
            everywhere = all(note in other.notes for other in results)
            lines.append(f"note: {note}" if everywhere else f"{result.edition.title}: note: {note}")
    missing = results[0].not_modelled
    return [*dict.fromkeys(lines), *([f"not modelled: {', '.join(missing)}"] if missing else [])]


def crossing_lines(result: Sweep, bound: Bound, figures: Figures) -> list[str]:
    """Where a number passes the bound, or that it does not, in words."""
    crossings = result.crossings(bound.cell, bound.at)
    lines = []
    for beside_it, rows in result.lines():
        where = f"{named(result.over[1])} {setting(beside_it[0])}: " if beside_it else ""
        found = [crossing for crossing in crossings if crossing.beside == beside_it]
        lines += [where + _crossed(result, crossing, bound, figures) for crossing in found] or [
            where + _uncrossed(result, rows, bound)
        ]
    return lines


def _data(result: Sweep, bound: Bound | None) -> dict[str, Any]:
    return {
        "edition": result.edition.name,
        "query": result.query,
        "situation": list(result.situation.said()),
        "over": list(result.over),
        "rows": [
            {
                **dict(zip(result.over, row.settings, strict=True)),
                **{cell: None if (v := row.value(cell)) is None else fraction(v) for cell in SWEEP_CELLS},
                **{f"{cell}_decimal": None if (v := row.value(cell)) is None else number(v) for cell in SWEEP_CELLS},
            }
            for row in result.rows
        ],
        **({"crossings": _crossings_data(result, bound)} if bound else {}),
        "notes": list(result.notes),
        "not_modelled": list(result.not_modelled),
    }


def _crossings_data(result: Sweep, bound: Bound) -> list[dict[str, Any]]:
    return [
        {
            "cell": bound.cell,
            "at": fraction(bound.at),
            "reached": crossing.reached,
            "before": dict(zip(result.over, crossing.before.settings, strict=True)),
            "after": dict(zip(result.over, crossing.after.settings, strict=True)),
        }
        for crossing in result.crossings(bound.cell, bound.at)
    ]


def _heading(results: Sequence[Sweep]) -> str:
    first = results[0]
    around = ", ".join([*([first.edition.title] if len(results) == 1 else []), *first.situation.said()])
    return f"{first.query}        {around}".rstrip()


def _shown(result: Sweep, cells: Sequence[str]) -> list[tuple[str, ...]]:
    """What each table shows: several cells side by side, or in a grid one."""
    if len(result.over) == 1:
        return [tuple(cells or SWEEP_CELLS)]
    return [(cell,) for cell in cells or SWEEP_CELLS[:1]]


def _titled(result: Sweep, cells: Sequence[str], figures: Figures) -> str:
    """What stands above a grid."""
    if len(result.over) == 1:
        return ""
    return f"{_label(cells[0], figures)}, {named(result.over[0])} down, {named(result.over[1])} across\n"


def _grid(result: Sweep, cells: Sequence[str], figures: Figures) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of a table."""
    if len(result.over) == 1:
        head = [named(result.over[0]), *(_label(cell, figures) for cell in cells)]
        return head, [[setting(row.settings[0]), *(_text(row, cell, figures) for cell in cells)] for row in result.rows]
    by_settings = {row.settings: row for row in result.rows}
    head = [named(result.over[0]), *map(setting, result.axis(1))]
    rows = [
        [setting(down), *(_text(by_settings[down, across], cells[0], figures) for across in result.axis(1))]
        for down in result.axis(0)
    ]
    return head, rows


def _aligned(head: Sequence[str], rows: Sequence[Sequence[str]], figures: Figures) -> str:
    """The table with its numbers aligned at their points."""
    blocks = []
    for at, name in enumerate(head):
        lines = columns([(row[at],) for row in rows], ">" if figures.exact or at == 0 else ".").split("\n")
        width = max(map(len, [name, *lines]))
        body = max(map(len, lines))
        blocks.append("\n".join([f"{name:>{width}}", *(f"{line:<{body}}".rjust(width) for line in lines)]))
    return beside(blocks)


def _label(cell: str, figures: Figures) -> str:
    return f"{LABELS[cell]} %" if cell == "wipe" and not figures.exact else LABELS[cell]


def _text(row: SweepRow, cell: str, figures: Figures) -> str:
    value = row.value(cell)
    if value is None:
        return _NONE
    return figures.cell(value) if cell == "wipe" else figures.mean(value)


def _said(result: Sweep, bound: Bound | None, figures: Figures, several: bool) -> str:
    assert bound is not None
    text = "\n".join(crossing_lines(result, bound, figures))
    return f"{result.edition.title}\n{indented(text)}" if several else text


def _crossed(result: Sweep, crossing: Crossing, bound: Bound, figures: Figures) -> str:
    verb = "reaches" if crossing.reached else "falls below"
    after, before = (_value(row, bound, figures) for row in (crossing.after, crossing.before))
    told = f"{LABELS[bound.cell]} {verb} {_bound(bound)} at {_at(result, crossing.after)}"
    return f"{told}: {after}, after {before} at {setting(crossing.before.settings[0])}"


def _uncrossed(result: Sweep, rows: Sequence[SweepRow], bound: Bound) -> str:
    values = [value for row in rows if (value := row.value(bound.cell)) is not None]
    if not values:
        return f"{LABELS[bound.cell]} is not allowed at any {named(result.over[0])}"
    side = f"{_bound(bound)} or more" if values[0] >= bound.at else f"below {_bound(bound)}"
    return f"{LABELS[bound.cell]} is {side} at every {named(result.over[0])}"


def _value(row: SweepRow, bound: Bound, figures: Figures) -> str:
    value = row.value(bound.cell) or Fraction(0)
    return figures.chance(value) if bound.cell == "wipe" else figures.mean(value)


def _bound(bound: Bound) -> str:
    return f"{decimal(100 * bound.at, trim=True)} %" if bound.cell == "wipe" else decimal(bound.at, trim=True)


def _at(result: Sweep, row: SweepRow) -> str:
    return f"{named(result.over[0])} {setting(row.settings[0])}"
