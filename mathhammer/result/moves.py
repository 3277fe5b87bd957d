"""A charge, an Advance or a Battle-shock test: as a table, as Markdown, and as data for machines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..movement.result import RollResult
from ..report.data import law_cells, law_data, number
from ..report.law import law_rows
from ..report.numbers import Figures, bar, fraction
from ..report.table import beside, columns, comma_separated, indented, markdown
from .data import CSV_HEAD
from .page import code, escaped

_BAR = 60  # the width of a bar for certainty
_USES = {"roll": "in the roll", "re-roll": "in the re-roll"}


def rolls_table(results: Sequence[RollResult], figures: Figures) -> str:
    """The answer for people: the question, what to do, how likely it is, and the law of the result.

    Several results are answers to one question in several editions.
    """
    several = len(results) > 1
    heading = results[0].query + ("" if several else f"        {results[0].edition.title}")
    facts, laws = [], []
    for result in results:
        title = f"{result.edition.title}\n" if several else ""
        text = columns([*_facts(result, figures), *(("note", note) for note in result.notes)], "<<")
        facts.append(title + (indented(text) if several else text))
        laws.append(title + columns([("", "exactly", "at least", ""), *_rows(result, figures, bars=not several)], ">>><"))
    return "\n\n".join([heading, *map(indented, facts), indented(beside(laws, "    "))])


def rolls_markdown(results: Sequence[RollResult], figures: Figures) -> str:
    """The answer as Markdown, edition by edition."""
    blocks = [code(results[0].query)]
    for result in results:
        facts = [*_facts(result, figures), *(("note", note) for note in result.notes)]
        law = [tuple(map(escaped, row[:3])) for row in _rows(result, figures, bars=False)]
        blocks.append(f"**{result.edition.title}**")
        blocks.append("\n".join(f"- {name}: {escaped(text)}" for name, text in facts))
        blocks.append(markdown(["result", "exactly", "at least"], law, ">>>"))
    return "\n\n".join(blocks)


def rolls_data(results: Sequence[RollResult]) -> dict[str, Any]:
    """The answer as plain data; several answers stand in a list."""
    found = [_data(result) for result in results]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def rolls_csv(results: Sequence[RollResult]) -> str:
    """The law of the result as comma-separated values; with several answers the edition comes first."""
    rows = []
    for result in results:
        edition = (result.edition.name,) if len(results) > 1 else ()
        rows += [(*edition, result.kind, *cells) for cells in law_cells(result.law, result.need)]
    return comma_separated([*(["edition"] if len(results) > 1 else []), *CSV_HEAD], rows)


def _facts(result: RollResult, figures: Figures) -> Iterator[tuple[str, str]]:
    """What is to be said about the roll, each with its name."""
    sought = figures.mean if result.need is None else figures.chance
    yield "roll", f"{result.roll}" + ("" if result.need is None else f": {result.need} or more")
    if result.need is not None:
        yield "success", sought(result.value)
    yield "mean", figures.mean(result.law.mean)
    yield "advice", result.advice
    if result.roll.dice or result.roll.die:
        yield "without a die", sought(result.base)
        yield "spent", _spent(result.spent, figures)
    else:
        yield "with a die", "   ".join(f"{face}: {sought(value)}" for face, value in result.by_face.items())


def _spent(spent: Mapping[str, Fraction], figures: Figures) -> str:
    parts = []
    for use, chance in spent.items():
        where, _, face = use.rpartition(" ")
        parts.append((f"the {face} {_USES[where]}" if where else "kept") + f" {figures.chance(chance)}")
    return ", ".join(part for part, chance in zip(parts, spent.values(), strict=True) if chance)


def _rows(result: RollResult, figures: Figures, *, bars: bool) -> Iterator[tuple[str, ...]]:
    for row in law_rows(result.law):
        yield row.label, figures.cell(row.chance), figures.cell(row.at_least), bar(row.chance, _BAR) if bars else ""


def _data(result: RollResult) -> dict[str, Any]:
    reached = {"need": result.need, "success": fraction(result.value), "success_decimal": number(result.value)}
    return {
        "edition": result.edition.name,
        "query": result.query,
        **({} if result.need is None else reached),
        **law_data(result.law),
        "advice": result.advice,
        "base": fraction(result.base),
        "gain": fraction(result.gain),
        "spent": _fractions(result.spent),
        "by_use": _fractions(result.by_use),
        "by_die": _fractions(result.by_die),
        "by_face": _fractions(result.by_face),
        "notes": list(result.notes),
    }


def _fractions(values: Mapping[Any, Fraction]) -> dict[str, str]:
    return {str(name): fraction(value) for name, value in values.items()}
