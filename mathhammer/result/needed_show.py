"""How many attacks are needed, shown: a table for people, Markdown, data for machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ..report.blocks import Block, Code, Facts, Grid, Heading, Notes
from ..report.data import number
from ..report.numbers import Figures, bar, decimal, fraction
from ..report.pictures import Curves, Gallery, Number, Points, marked
from ..report.table import beside, columns, comma_separated, indented
from ..sequence.power import Curve
from .needed import MILESTONES, By, NeededResult
from .shown import about

_APART = Fraction(8, 100)  # chances marked nearer to each other could not be read
_BAR = 40  # the width of a bar for certainty
CSV_HEAD = ("by", "number", "chance", "chance_decimal")


def _percent(chance: Fraction) -> str:
    return f"{decimal(100 * chance, 6, trim=True)} %"


def goal(result: NeededResult) -> str:
    """What is to be reached, in words."""
    models = result.unit.models
    if models == 1:
        return "the target is dead"
    return f"all {models} are slain" if result.kills == models else f"at least {result.kills} of {models} are slain"


def _number(found: int | None, curve: Curve, chance: Fraction) -> str:
    if found is not None:
        return f"{found:,}"
    return f"more than {curve.most:,}" if curve.can_reach(chance) else "never"


def _counted(found: int, what: str) -> str:
    return f"{found:,} {what if found != 1 else what.removesuffix('s')}"


def _facts(result: NeededResult, figures: Figures) -> list[tuple[str, ...]]:
    """What is needed, how likely it is then and with one less, the means, and what was written."""
    facts: list[tuple[str, ...]] = []
    means = {"attacks": result.expected_attacks, "models": result.expected_models}
    for by in result.sides:
        curve, found, mean = result.side(by), getattr(result, by), means[by]
        said = [_number(found, curve, result.chance), f"for {_percent(result.chance)} that {goal(result)}"]
        if found is not None:
            reached, before = figures.chance(curve.reached(found)), figures.chance(curve.reached(found - 1))
            said.append(f"{reached}, with one less {before}")
        elif not curve.can_reach(result.chance):
            said.append("it is only approached" if curve.can_reach(MILESTONES[0]) else "nothing gets through")
        facts.append((by, *said, *([] if mean is None else [f"on average {figures.mean(mean)}"])))
    law = result.attacks_a_model
    if len(result.sides) > 1:
        spread = f"{law.lowest} to {law.highest} attacks, {figures.mean(law.mean)} on average"
        facts.append(("a model", _counted(law.lowest, "attacks") if law.lowest == law.highest else spread))
    if result.attack.count > 1:
        written = figures.chance(result.by_models.reached(result.attack.count))
        facts.append(("written", f"{_counted(result.attack.count, 'models')}: {written}"))
    return facts


def _fact_lines(result: NeededResult, figures: Figures) -> str:
    """The facts in columns; what is said in one cell after its name takes no part in their widths."""
    facts = _facts(result, figures)
    wide = columns([fact for fact in facts if len(fact) > 2], "<><<<", "   ").split("\n")
    return "\n".join([*wide, *(f"{name}   {text}" for name, text in (fact for fact in facts if len(fact) == 2))])


def _milestones(result: NeededResult) -> list[tuple[str, ...]]:
    return [
        (_percent(at.chance), *(_number(getattr(at, by), result.side(by), at.chance) for by in result.sides))
        for at in result.milestones
    ]


def _curves(result: NeededResult, figures: Figures, *, bars: bool) -> dict[By, list[tuple[str, ...]]]:
    """The rows of each curve as cells: number, chance, and a bar."""
    found: dict[By, list[tuple[str, ...]]] = {by: [] for by in result.sides}
    for row in result.to_rows():
        cells = (str(row["number"]), figures.cell(row["chance"]))
        found[row["by"]].append((*cells, bar(row["chance"], _BAR)) if bars else cells)
    return found


def needed_table(results: Sequence[NeededResult], figures: Figures) -> str:
    """The answer for people: what is needed, the usual chances, the curve, notes; edition by edition."""
    first = results[0]
    around = ", ".join([*([first.edition.title] if len(results) == 1 else []), *first.situation.said()])
    blocks = [f"{first.query}        {around}".rstrip()]
    for result in results:
        parts = [_fact_lines(result, figures)]
        if result.by_attacks.can_reach(MILESTONES[0]):
            parts.append(columns([("at least", *result.sides), *_milestones(result)], ">>>"))
            curves = _curves(result, figures, bars=not figures.exact)
            parts.append(beside([columns([(by, "chance", ""), *rows], ">><") for by, rows in curves.items()], "    "))
        parts.append("\n".join(remarks(result)))
        text = "\n\n".join(filter(None, parts))
        blocks.append(indented(text) if len(results) == 1 else f"{result.edition.title}\n{indented(text)}")
    return "\n\n".join(blocks)


def needed_blocks(results: Sequence[NeededResult], figures: Figures) -> list[Block]:
    """The answer as blocks, edition by edition."""
    blocks: list[Block] = [Code(results[0].query)]
    for result in results:
        blocks.append(Heading((result.edition.title, *result.situation.said())))
        blocks.append(Facts(tuple((name, "; ".join(said)) for name, *said in _facts(result, figures))))
        if result.by_attacks.can_reach(MILESTONES[0]):
            blocks.append(_kill_curve([result], result.sides[-1]))
            blocks.append(Grid(("at least", *result.sides), _milestones(result), ">" * (1 + len(result.sides))))
            for by, rows in _curves(result, figures, bars=False).items():
                chances = [row["chance"] for row in result.to_rows() if row["by"] == by]
                blocks.append(Grid((by, "chance"), rows, ">>", chances))
        blocks.append(Notes(tuple(remarks(result))))
    return blocks


def needed_gallery(results: Sequence[NeededResult]) -> Gallery:
    """The pictures by name: the kill curve by models if there is more to tell than by attacks, and by attacks."""
    return {by: partial(_kill_curve, results, by) for by in reversed(results[0].sides)}


def _kill_curve(results: Sequence[NeededResult], by: By) -> Curves:
    """The chance by number of attacks or models, with the usual chances marked, and the number that is needed."""
    first = results[0]
    lines: list[tuple[str, Points]] = []
    marks: list[tuple[Number, str, str]] = []
    for result in results:
        title = "" if len(results) == 1 else result.edition.title
        rows = {row["number"]: row["chance"] for row in result.to_rows() if row["by"] == by}
        least = [getattr(at, by) for at in result.milestones]
        rows |= {n: result.side(by).reached(n) for n in least if n is not None and n <= max(rows)}
        lines.append((title, sorted(rows.items())))
        found = getattr(result, by)
        if found in rows:
            marks.append((found, f"{_counted(found, by)} for {_percent(result.chance)}", title))
    title = f"The chance that {goal(first)}"
    around = ", ".join([about(results), *first.situation.said()])
    named = "models that attack" if by == "models" else by
    return Curves(named, "chance", tuple(lines), levels=_levels(first), marks=marked(marks), title=title, about=around)


def _levels(result: NeededResult) -> tuple[Fraction, ...]:
    """The chance asked for, and of the usual ones those that do not stand too near to another."""
    found = [result.chance]
    for chance in MILESTONES:
        if all(abs(chance - other) >= _APART for other in found):
            found.append(chance)
    return tuple(sorted(found))


def remarks(result: NeededResult) -> list[str]:
    """The notes, and what was read but not modelled, as lines."""
    missing = [f"not modelled: {', '.join(result.not_modelled)}"] if result.not_modelled else []
    return [*(f"note: {note}" for note in result.notes), *missing]


def needed_data(results: Sequence[NeededResult]) -> dict[str, Any]:
    """The answer as plain data; several answers stand in a list."""
    found = [_data(result) for result in results]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def _data(result: NeededResult) -> dict[str, Any]:
    means = {"expected_attacks": result.expected_attacks, "expected_models": result.expected_models}
    return {
        "edition": result.edition.name,
        "query": result.query,
        "situation": list(result.situation.said()),
        "kills": result.kills,
        "chance": fraction(result.chance),
        "attacks": result.attacks,
        "models": result.models,
        **{name: None if mean is None else fraction(mean) for name, mean in means.items()},
        **{f"{name}_decimal": None if mean is None else number(mean) for name, mean in means.items()},
        "milestones": [
            {"chance": fraction(at.chance), "attacks": at.attacks, "models": at.models} for at in result.milestones
        ],
        "curve": [dict(zip(CSV_HEAD, _cells(row), strict=True)) for row in result.to_rows()],
        "notes": list(result.notes),
        "not_modelled": list(result.not_modelled),
    }


def _cells(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return (row["by"], row["number"], fraction(row["chance"]), number(row["chance"]))


def needed_csv(results: Sequence[NeededResult]) -> str:
    """The curves as comma-separated values; with several answers the edition comes first."""
    several = len(results) > 1
    rows = [
        (*([result.edition.name] if several else []), *map(str, _cells(row)))
        for result in results
        for row in result.to_rows()
    ]
    return comma_separated([*(["edition"] if several else []), *CSV_HEAD], rows)
