"""A formula with its working: a table for people, Markdown with LaTeX, data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..report.blocks import Block, Code, Facts, Heading, Maths, Notes
from ..report.data import number
from ..report.numbers import Figures, fraction, short_fraction, significant
from ..report.table import columns, comma_separated, indented
from ..symbolic.formula import Formula
from ..symbolic.threshold import Threshold
from .attack import AttackResult
from .formula_pictures import Stated, curve_of, is_chance

LONGEST = 600  # characters of a formula in a table when it was not asked for in full
_DIGITS = 12  # of a bound, printed so that it is still a bound


def working(found: Formula) -> str:
    """The working in one line: ``4 attacks (A4) x 2/3 hits (3+) x ... = 8/3``."""
    parts = [f"{fraction(s.factor)} {s.label}{f' ({s.reason})' if s.reason else ''}" for s in found.steps]
    return f"{' x '.join(parts)} = {fraction(found.steps[-1].value)}" if parts else ""


def formula_table(several: Sequence[Stated], figures: Figures, *, latex: bool = False) -> str:
    """The formulas for people, edition by edition."""
    return "\n\n".join(_text(stated, figures, latex) for stated in several)


def _text(stated: Stated, figures: Figures, latex: bool) -> str:
    result = stated.result
    blocks = []
    for found, passed in zip(stated.formulas, stated.thresholds, strict=True):
        lines = [found.quantity, indented(_shown(found.text(), figures)), *([indented(found.latex())] if latex else [])]
        lines += [indented(line) for line in _facts(found, passed, figures)]
        blocks.append("\n".join(lines))
        if found.steps:
            blocks.append(_letters(found))
            rows = [("" if not at else "x", fraction(s.factor), s.label, s.reason) for at, s in enumerate(found.steps)]
            ends = ("=", fraction(found.steps[-1].value), "", "")
            blocks.append(columns([*rows, ends], "<><<"))
    blocks += ["\n".join(f"note: {note}" for note in stated.notes)] if stated.notes else []
    head = "        ".join([result.query.replace(" vs ", "  vs  "), _circumstances(result)])
    return "\n\n".join([head, *map(indented, blocks)])


def _circumstances(result: AttackResult) -> str:
    return ", ".join((result.edition.title, *result.situation.said()))


def _shown(text: str, figures: Figures) -> str:
    if len(text) <= LONGEST or (figures.exact and figures.longest is None):
        return text
    return f"{text[:LONGEST]} ... ({len(text)} characters; --exact shows all)"


def _letters(found: Formula) -> str:
    return columns([(a.name, fraction(a.value), a.meaning) for a in found.letters], "<><")


def _facts(found: Formula, passed: Threshold | None, figures: Figures) -> Iterator[str]:
    """Its value in the question asked, where it holds, and where it passes the value asked for."""
    given = ", ".join(f"{a.name} = {fraction(a.value)}" for a in found.letters if a.name in found.unknowns)
    yield f"= {_value(found, found.value, figures)}" + (f" for {given}" if given else "")
    yield f"holds for {found.valid}" if not found.steps else f"holds {found.valid}"
    if passed is not None:
        yield _passed(found, passed, figures)


def _value(found: Formula, value: Fraction, figures: Figures) -> str:
    if is_chance(found):
        return figures.chance(value)
    return figures.mean(value) if figures.exact else f"{short_fraction(value, 30)} ({figures.mean(value)})"


def _passed(found: Formula, passed: Threshold, figures: Figures) -> str:
    """Where it passes the value, in words: whole numbers, or bounds that are printed outwards."""
    name, value = passed.unknown, _value(found, passed.value, figures)
    if passed.low is None or passed.high is None:
        return f"never reaches {value}, whatever {name} is"
    if name == "n" and passed.low != passed.high:
        below, above = (found.at(**{name: int(n)}) for n in (passed.low, passed.high))
        return (
            f"reaches {value} from n = {passed.high} on: {_value(found, above, figures)}; "
            f"{_value(found, below, figures)} with {passed.low}"
        )
    if passed.low == passed.high and found.at(**{name: passed.low}) > passed.value:
        return f"is more than {value} from {name} = {fraction(passed.low)} on"
    verb = "falls below" if passed.falls else "reaches"
    if passed.low == passed.high:
        return f"{verb} {value} at {name} = {fraction(passed.low)}"
    alone = "" if passed.only else " (perhaps elsewhere as well)"
    return f"{verb} {value} between {name} = {_down(passed.low)} and {_up(passed.high)}{alone}"


def _down(value: Fraction) -> str:
    """A bound rounded down.

    >>> _down(Fraction(2, 3)), _up(Fraction(2, 3))
    ('0.666666666666', '0.666666666667')
    """
    return significant(Fraction(value * 10**_DIGITS // 1, 10**_DIGITS))


def _up(value: Fraction) -> str:
    """A bound rounded up."""
    return significant(Fraction(-(-value * 10**_DIGITS // 1), 10**_DIGITS))


def formula_blocks(several: Sequence[Stated], figures: Figures) -> list[Block]:
    """The formulas as blocks, edition by edition."""
    blocks: list[Block] = [Code(several[0].result.query)]
    for stated in several:
        blocks.append(Heading((stated.result.edition.title, *stated.result.situation.said())))
        for found, passed in zip(stated.formulas, stated.thresholds, strict=True):
            blocks += [found.quantity, Maths(_shown(found.text(), figures), found.latex())]
            blocks.append("\n".join(_facts(found, passed, figures)))
            drawn = curve_of([(stated, found, passed)])
            blocks += [drawn] if drawn else []
            if found.steps:
                blocks.append(Facts(tuple((f"{a.name} = {fraction(a.value)}", a.meaning) for a in found.letters)))
                blocks.append(working(found))
        blocks.append(Notes(tuple(f"note: {note}" for note in stated.notes)))
    return blocks


def formula_data(several: Sequence[Stated]) -> dict[str, Any]:
    """The formulas as plain data; several editions stand in a list."""
    found = [_data(stated) for stated in several]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def _data(stated: Stated) -> dict[str, Any]:
    pairs = zip(stated.formulas, stated.thresholds, strict=True)
    return {
        "edition": stated.result.edition.name,
        "query": stated.result.query,
        "formulas": [_formula_data(found, passed) for found, passed in pairs],
        "notes": list(stated.notes),
    }


def _formula_data(found: Formula, passed: Threshold | None) -> dict[str, Any]:
    steps = [
        {
            "step": s.label,
            "factor": fraction(s.factor),
            "mean": fraction(s.value),
            "formula": s.expr.text(),
            "reason": s.reason,
        }
        for s in found.steps
    ]
    return {
        "quantity": found.quantity,
        "text": found.text(),
        "latex": found.latex(),
        "unknowns": list(found.unknowns),
        "letters": {a.name: {"value": fraction(a.value), "meaning": a.meaning} for a in found.letters},
        "value": fraction(found.value),
        "value_decimal": number(found.value),
        "valid": found.valid,
        "steps": steps,
        **({} if passed is None else {"threshold": _threshold_data(passed)}),
    }


def _threshold_data(passed: Threshold) -> dict[str, Any]:
    low, high = _bounds(passed)
    return {
        "unknown": passed.unknown,
        "value": fraction(passed.value),
        "low": low,
        "high": high,
        "falls": passed.falls,
        "only": passed.only,
    }


def _bounds(passed: Threshold | None) -> tuple[str | None, str | None]:
    if passed is None or passed.low is None or passed.high is None:
        return None, None
    return fraction(passed.low), fraction(passed.high)


def formula_csv(several: Sequence[Stated]) -> str:
    """A row a formula; with several editions the edition comes first."""
    head = ("quantity", "text", "latex", "value", "value_decimal", "threshold_low", "threshold_high")
    rows = []
    for stated in several:
        for found, passed in zip(stated.formulas, stated.thresholds, strict=True):
            bounds = [bound or "" for bound in _bounds(passed)]
            cells = (found.quantity, found.text(), found.latex(), fraction(found.value), repr(number(found.value)), *bounds)
            rows.append((stated.result.edition.name, *cells) if len(several) > 1 else cells)
    return comma_separated((*(["edition"] if len(several) > 1 else []), *head), rows)
