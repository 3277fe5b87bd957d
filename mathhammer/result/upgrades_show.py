"""Upgrades, shown: a table for people, Markdown, data for machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ..report.blocks import Block, Code, Grid, Heading, Notes
from ..report.data import number
from ..report.numbers import Figures, fraction
from ..report.pictures import Bars, Gallery, Picture
from ..report.table import columns, comma_separated, indented
from .shown import about
from .table import notes, stat_label
from .upgrades import MEASURES, By, Upgrade, UpgradesResult

CSV_HEAD = (
    "upgrade",
    *(f"{by}{part}" for by in MEASURES for part in ("", "_decimal", "_rank")),
    *("equal", "reason"),
)

_TITLES = {"damage": "Wounds lost", "kills": "Models slain"}


def _goal(result: UpgradesResult) -> str:
    models = result.base.unit.models
    if models == 1:
        return "dead"
    return f"all {models}" if result.slain == models else f"at least {result.slain}"


def _signed(text: str, gain: Fraction) -> str:
    return f"{'-' if gain < 0 else '+'}{text}" if gain else "0"


def _gain(result: UpgradesResult, row: Upgrade, by: By, figures: Figures) -> str:
    gain = result.gain(row, by)
    return _signed(figures.chance(abs(gain)) if by == "chance" else figures.mean(abs(gain)), gain)


def _shown(result: UpgradesResult) -> tuple[By, ...]:
    """What there is to compare: models slain say nothing more than the chance where there is one model."""
    return ("damage", "chance") if result.base.unit.models == 1 else MEASURES


def _head(result: UpgradesResult, by: By) -> str:
    return _goal(result) if by == "chance" else stat_label(by)


def _ranking(result: UpgradesResult) -> By:
    """By what the upgrades are put in order."""
    return "damage" if result.base.unit.models == 1 else "kills"


def _together(result: UpgradesResult, by: By) -> Iterator[tuple[Upgrade, tuple[str, ...]]]:
    """Each upgrade that gains, with the names of its equals, the greatest gain first."""
    told: set[str] = set()
    for row in result.ranked(by):
        if row.name not in told:
            names = (row.name, *result.equal(row))
            told |= {*names}
            yield row, names


def _table_rows(result: UpgradesResult, figures: Figures) -> list[tuple[str, ...]]:
    """A row for each gain, equal upgrades together, the greatest mean first."""
    rows: list[tuple[str, ...]] = []
    for row, names in _together(result, _ranking(result)):
        cells = [cell for by in _shown(result) for cell in (_gain(result, row, by, figures), result.rank(row, by))]
        rows.append((" = ".join(names), *cells))
    return rows


def _now(result: UpgradesResult, figures: Figures) -> str:
    base = result.base
    parts = [f"{figures.mean(base.law('damage').mean)} lost", f"{figures.mean(base.law('kills').mean)} slain"]
    parts = parts[:1] if base.unit.models == 1 else parts
    return ", ".join([*parts, f"{_goal(result)} {figures.chance(base.at_least('kills', result.slain))}"])


def upgrades_table(results: Sequence[UpgradesResult], figures: Figures) -> str:
    """The answer for people: what it is now, what each upgrade adds with its rank, and what does nothing and why."""
    first = results[0].base
    around = ", ".join([*([first.edition.title] if len(results) == 1 else []), *first.situation.said()])
    blocks = [f"{first.query}        {around}".rstrip()]
    for result in results:
        parts = [f"now  {_now(result, figures)}"]
        rows = _table_rows(result, figures)
        if rows:
            head = ("upgrade", *(cell for by in _shown(result) for cell in (_head(result, by), "")))
            parts.append(columns([head, *rows], "<" + "><" * len(_shown(result))))
        if result.idle:
            parts.append("no gain\n" + indented(columns([(row.name, row.reason) for row in result.idle], "<<")))
        parts.append("\n".join(notes(result.base)))
        text = "\n\n".join(filter(None, parts))
        blocks.append(indented(text) if len(results) == 1 else f"{result.edition.title}\n{indented(text)}")
    return "\n\n".join(blocks)


def upgrades_blocks(results: Sequence[UpgradesResult], figures: Figures) -> list[Block]:
    """The answer as blocks, edition by edition."""
    blocks: list[Block] = [Code(results[0].query)]
    for result in results:
        blocks.append(Heading((result.edition.title, *result.base.situation.said())))
        blocks.append(f"now: {_now(result, figures)}")
        shown = _shown(result)
        head = ("upgrade", *(cell for by in shown for cell in (_head(result, by), "rank")))
        rows = _table_rows(result, figures)
        if rows:
            blocks += [_picture(result, _ranking(result)), Grid(head, rows, "<" + ">>" * len(shown))]
        idle = [f"{row.name}: no gain, {row.reason}" for row in result.idle]
        blocks.append(Notes((*idle, *notes(result.base))))
    return blocks


def upgrades_gallery(results: Sequence[UpgradesResult]) -> Gallery:
    """The pictures by name: what there is to compare, by edition if there are several."""
    found: dict[str, Callable[[], Picture]] = {}
    for result in results:
        for by in sorted(_shown(result), key=lambda by: by != _ranking(result)):
            found[by if len(results) == 1 else f"{by}-{result.edition.name}"] = partial(_picture, result, by)
    return found


def _picture(result: UpgradesResult, by: By) -> Bars:
    """What each upgrade adds, the most first; equal ones together."""
    rows = [(names, result.gain(row, by)) for row, names in _together(result, by)] or [(("nothing",), Fraction(0))]
    return Bars(
        "gain",
        tuple(_short(names) for names, _ in rows),
        (("", tuple(gain for _, gain in rows)),),
        chance=by == "chance",
        title=f"{f'The chance of {_goal(result)}' if by == 'chance' else _TITLES[by]}: what each upgrade adds",
        about=", ".join([about([result]), *result.base.situation.said()]),
    )


def _short(names: Sequence[str]) -> str:
    """Equal upgrades in a few words."""
    return " = ".join(names) if len(names) < 3 else f"{names[0]} = {len(names) - 1} others"


def upgrades_data(results: Sequence[UpgradesResult]) -> dict[str, Any]:
    """The answer as plain data; several answers stand in a list."""
    found = [_data(result) for result in results]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def _data(result: UpgradesResult) -> dict[str, Any]:
    base = result.base
    now = (base.law("damage").mean, base.law("kills").mean, base.at_least("kills", result.slain))
    return {
        "edition": base.edition.name,
        "query": base.query,
        "situation": list(base.situation.said()),
        "slain": result.slain,
        "base": {by: fraction(value) for by, value in zip(MEASURES, now, strict=True)},
        "upgrades": [dict(zip(CSV_HEAD, cells, strict=True)) for cells in _cells(result)],
        "notes": list(base.notes),
        "not_modelled": list(base.not_modelled),
    }


def _cells(result: UpgradesResult) -> Iterator[list[Any]]:
    for upgrade, row in zip(result.tried, result.to_rows(), strict=True):
        gains = [cell for by in MEASURES for cell in (fraction(row[by]), number(row[by]), row[f"{by}_rank"])]
        equal = [] if upgrade.reason else list(result.equal(upgrade))
        yield [row["upgrade"], *gains, equal, row["reason"]]


def upgrades_csv(results: Sequence[UpgradesResult]) -> str:
    """The gains as comma-separated values; with several answers the edition comes first."""
    several, rows = len(results) > 1, []
    for result in results:
        for *cells, equal, reason in _cells(result):
            edition = [result.edition.name] if several else []
            rows.append([*edition, *map(str, cells), "; ".join(equal), reason])
    return comma_separated([*(["edition"] if several else []), *CSV_HEAD], rows)
