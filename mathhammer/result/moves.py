"""A charge, an Advance or a Battle-shock test: as a table, as Markdown, and as data for machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from ..movement import result as movement
from ..movement.roll import Roll, best
from ..report.blocks import Block, Code, Facts, Grid, Heading
from ..report.data import law_cells, law_data, number
from ..report.law import law_rows, named_rows
from ..report.numbers import Figures, bar, fraction
from ..report.pictures import Bars, Curves, Gallery, Laws, Picture, Points
from ..report.table import beside, columns, comma_separated, indented
from .data import CSV_HEAD
from .shown import Shown, about

_BAR = 60  # the width of a bar for certainty
_USES = {"roll": "in the roll", "re-roll": "in the re-roll"}


class RollResult(movement.RollResult, Shown):
    """The exact outcome of a charge, an Advance or a Battle-shock test, played in the best way, as it shows itself."""

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The answer as neutral blocks."""
        return rolls_blocks([self], figures or Figures())

    def gallery(self) -> Gallery:
        """The pictures by name: ``odds`` where there is a number to reach, ``law``, and ``die``."""
        return rolls_gallery([self])

    def to_rows(self) -> list[dict[str, Any]]:
        """A row a value of the result: edition, quantity, value, exactly, at least.

        >>> from mathhammer import charge
        >>> charge(12).to_rows()[-1]["exactly"]
        Fraction(1, 36)
        """
        return named_rows(self.edition.name, self.kind, self.law)


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


def rolls_blocks(results: Sequence[RollResult], figures: Figures) -> list[Block]:
    """The answer as blocks, edition by edition."""
    blocks: list[Block] = [Code(results[0].query)]
    for result in results:
        notes = [("note", note) for note in result.notes]
        law = [row[:3] for row in _rows(result, figures, bars=False)]
        blocks += [Heading((result.edition.title,)), Facts((*_facts(result, figures), *notes)), _law([result])]
        blocks.append(Grid(("result", "exactly", "at least"), law, ">>>", [chance for _, chance in result.law]))
    return blocks


def rolls_gallery(results: Sequence[RollResult]) -> Gallery:
    """The pictures by name: the chance of each number, the law of the result, what a die put in is worth."""
    found: dict[str, Callable[[], Picture]] = {} if results[0].need is None else {"odds": partial(_odds, results)}
    found["law"] = partial(_law, results)
    if len(results) == 1:
        found["die"] = partial(_die, results[0])
    return found


def _law(results: Sequence[RollResult]) -> Laws:
    named = tuple(("" if len(results) == 1 else result.edition.title, result.law) for result in results)
    title = f"{results[0].kind.capitalize()}: the result"
    return Laws("result", named, _marked(results), title=title, about=about(results))


def _odds(results: Sequence[RollResult]) -> Curves:
    """The chance to reach each number, the roll being played for that number; and by the dice alone."""
    lines: list[tuple[str, Points]] = []
    for result in results:
        edition = f"{result.edition.title}, " if len(results) > 1 else ""
        alone = _alone(result.roll)
        lines.append((f"{edition}as asked", _chances(result.roll)))
        if alone != result.roll:
            lines.append((f"{edition}dice alone", _chances(alone)))
    need = _marked(results)
    title = f"{results[0].kind.capitalize()}: the chance of so much or more"
    marks = () if need is None else ((need, f"{need} or more"),)
    return Curves("number to reach", "chance", tuple(lines), marks=marks, title=title, about=about(results))


def _marked(results: Sequence[RollResult]) -> int | None:
    """The number to reach, if it is among the possible results, or next to them."""
    need, laws = results[0].need, [_possible(result.roll) for result in results]
    near = need is not None and min(laws)[0] - 1 <= need <= max(high for _, high in laws) + 1
    return need if near else None


def _alone(roll: Roll) -> Roll:
    """The roll without a re-roll and without dice held."""
    return replace(roll, reroll=None, die=None, dice=())


def _possible(roll: Roll) -> tuple[int, int]:
    """The lowest and the highest result of the dice alone."""
    law = best(_alone(roll)).law
    return law.lowest, law.highest


def _chances(roll: Roll) -> Points:
    low, high = _possible(roll)
    return [(need, best(replace(roll, need=need)).value) for need in range(low, high + 2)]


def _die(result: RollResult) -> Bars:
    """What the roll is worth with each face put in before it."""
    faces = sorted(result.by_face, reverse=True)
    quantity = "mean" if result.need is None else f"chance of {result.need} or more"
    values = tuple(result.by_face[face] for face in faces)
    title = "With one die put into the roll"
    return Bars(
        quantity,
        tuple(f"a {face}" for face in faces),
        (("", values),),
        chance=result.need is not None,
        base=result.base,
        title=title,
        about=about([result]),
    )


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
