"""A threat range: as a table, as Markdown, and as data for machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..movement import threat as movement
from ..movement.threat import Row
from ..report.blocks import Block, Code, Facts, Grid, Heading
from ..report.data import number
from ..report.numbers import Figures, bar, decimal, fraction
from ..report.pictures import Gallery
from ..report.table import beside, columns, comma_separated, indented
from .shown import Shown
from .threat_pictures import USES, chances, inches, threat_gallery, uses_shown

_BAR = 40  # the width of a bar for certainty


class ThreatResult(movement.ThreatResult, Shown):
    """The exact chances of a unit to reach an enemy, a row for each distance asked for, as they show themselves."""

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The answer as neutral blocks."""
        return threat_blocks([self], figures or Figures())

    def gallery(self) -> Gallery:
        """The pictures by name: ``distance``, and ``use`` where dice are held."""
        return threat_gallery([self])

    def to_rows(self) -> list[dict[str, Any]]:
        """A row a distance: edition, distance, success, success by the use of the dice, advice.

        >>> from mathhammer import threat
        >>> threat(6, distance="12..13").to_rows()[1]["success"]
        Fraction(13, 18)
        """
        named = {"edition": self.edition.name}
        return [
            {**named, "distance": row.distance, "success": row.success, **row.by_use, "advice": self.advice(row)}
            for row in self.rows
        ]


def threat_table(results: Sequence[movement.ThreatResult], figures: Figures) -> str:
    """The answer for people: the question, how the unit moves, and a row for each distance.

    Several results are answers to one question in several editions.
    """
    several = len(results) > 1
    heading = results[0].query + ("" if several else f"        {results[0].edition.title}")
    facts, tables = [], []
    for result in results:
        title = f"{result.edition.title}\n" if several else ""
        text = columns([*_facts(result, figures), *(("note", note) for note in result.notes)], "<<")
        facts.append(title + (indented(text) if several else text))
        head, rows = _head(result), list(_rows(result, figures))
        bars = [[""], *([bar(row.success, _BAR)] for row in result.rows)]
        cells = [[*row, *mark] for row, mark in zip([head, *rows], bars, strict=True)] if not several else [head, *rows]
        tables += [title + columns(cells, ">" * len(head) + "<")] if len(rows) > 1 or uses_shown(result) else []
    return "\n\n".join([heading, *map(indented, facts), *([indented(beside(tables, "    "))] if tables else [])])


def threat_blocks(results: Sequence[movement.ThreatResult], figures: Figures) -> list[Block]:
    """The answer as blocks, edition by edition."""
    blocks: list[Block] = [Code(results[0].query)]
    for result in results:
        notes = [("note", note) for note in result.notes]
        blocks += [Heading((result.edition.title,)), Facts((*_facts(result, figures), *notes)), chances([result])]
        if result.rows:
            head, rows = _head(result), [tuple(row) for row in _rows(result, figures)]
            blocks.append(Grid(tuple(head), rows, ">" * len(head), [row.success for row in result.rows]))
    return blocks


def threat_data(results: Sequence[movement.ThreatResult]) -> dict[str, Any]:
    """The answer as plain data; several answers stand in a list."""
    found = [_data(result) for result in results]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def threat_csv(results: Sequence[movement.ThreatResult]) -> str:
    """A row for each distance as comma-separated values; with several answers the edition comes first."""
    several = len(results) > 1
    uses = list(dict.fromkeys(use for result in results for row in result.rows for use in row.by_use))
    rows = []
    for result in results:
        for row in result.rows:
            chances = [fraction(row.by_use[use]) if use in row.by_use else "" for use in uses]
            cells = [inches(row.distance), fraction(row.success), repr(number(row.success)), *chances]
            rows.append([*([result.edition.name] if several else []), *cells])
    return comma_separated([*(["edition"] if several else []), "distance", "success", "success_decimal", *uses], rows)


def _facts(result: movement.ThreatResult, figures: Figures) -> Iterator[tuple[str, str]]:
    """What is to be said about the unit and its roll, each with its name."""
    approach = result.approach
    if approach.scouts:
        yield "Scouts", f'{approach.scouts}", ending more than {result.edition.scouts_distance}" away'
    yield "move", f'{approach.move}"' + (" and an Advance" if approach.advances else "")
    if approach.charge is None:
        yield "reach", f'{approach.reach}"'
    else:
        yield "charge", f"{approach.charge}" + (_needs(result.rows[0]) if len(result.rows) == 1 else "")
    if result.chance is not None:
        found = "at no distance" if result.farthest is None else f'up to {inches(result.farthest)}" away'
        yield f"{_least(result.chance, figures)} or more", found
    if len(result.rows) == 1:
        (row,) = result.rows
        yield "success", figures.chance(row.success)
        yield "advice", result.advice(row)


def _needs(row: Row) -> str:
    """What the charge needs, by the result of the Advance if there is one."""
    found = [(roll, need) for roll, need in row.needs if need is not None]
    if not found:
        return ": out of reach"
    if row.needs[0][0] == 0:
        return f": {found[0][1]} or more"
    return ": " + ", ".join(f"{need} or more after a {roll}" for roll, need in found)


def _least(chance: Fraction, figures: Figures) -> str:
    """The chance asked for, as written: never rounded to a value that does not mean the same."""
    hundredths = 100 * chance
    exact = figures.exact or (100 * hundredths).denominator != 1
    return fraction(chance) if exact else f"{decimal(hundredths, trim=True)} %"


def _head(result: movement.ThreatResult) -> list[str]:
    return ["distance", "success", *(USES[use] for use in uses_shown(result))]


def _rows(result: movement.ThreatResult, figures: Figures) -> Iterator[list[str]]:
    for row in result.rows:
        yield [
            f'{inches(row.distance)}"',
            figures.cell(row.success),
            *(figures.cell(row.by_use[use]) for use in uses_shown(result)),
        ]


def _data(result: movement.ThreatResult) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    if result.chance is not None:
        farthest = None if result.farthest is None else _number(result.farthest)
        asked = {"chance": fraction(result.chance), "farthest": farthest}
    return {
        "edition": result.edition.name,
        "query": result.query,
        "rows": [
            {
                "distance": _number(row.distance),
                "success": fraction(row.success),
                "success_decimal": number(row.success),
                "by_use": {use: fraction(chance) for use, chance in row.by_use.items()},
                "advice": result.advice(row),
            }
            for row in result.rows
        ],
        **({} if result.success is None else {"success": fraction(result.success)}),
        **asked,
        "notes": list(result.notes),
    }


def _number(distance: Fraction) -> Any:
    """Whole inches as they are, others as the nearest decimal number."""
    return int(distance) if distance.denominator == 1 else number(distance)
