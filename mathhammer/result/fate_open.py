"""Fate dice with something left open, shown: tables, Markdown, data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from ..decisions.lines import Interval, Line
from ..decisions.open_strands import ALWAYS, OpenAdvice, OpenRoll, OpenStrands
from ..decisions.strands import NOTE
from ..editions import Edition
from ..report.blocks import Block, Grid, Heading, Notes
from ..report.data import number
from ..report.numbers import Figures, fraction, short_fraction
from ..report.table import comma_separated
from ..symbolic.formula import Formula

_LONGEST = 24  # characters of a bound in a table


@dataclass(frozen=True)
class FixedDie:
    """A die fixed in a 2D6 roll of ``needed`` or more: the chance without it, and what each face gains.

    ``formula`` is the face at which it neither helps nor harms, as a formula in the total t.
    """

    needed: int
    rolled: Fraction
    gains: Mapping[int, Fraction]
    formula: Formula

    @property
    def break_even(self) -> Fraction:
        """The face, as if faces were no whole numbers, at which it neither helps nor harms."""
        return self.formula.at(t=self.needed)


OpenAnswer: TypeAlias = OpenAdvice | OpenStrands | tuple[FixedDie, ...]


def open_blocks(answer: OpenAnswer, editions: Sequence[Edition], figures: Figures) -> list[Block]:
    """The answer as blocks; it is the same in every edition."""
    notes = Notes(tuple(f"note: {note}" for note in open_notes(answer)))
    titles = ", ".join(edition.title for edition in editions)
    return [Heading((open_title(answer), *([titles] if titles else []))), *_blocks(answer, figures), notes]


def open_notes(answer: OpenAnswer) -> tuple[str, ...]:
    """What has to be said about an answer."""
    if isinstance(answer, tuple):
        return ("the die is fixed before the roll; a face above the break-even face helps, one below it harms",)
    return (NOTE, "a is from 0 to 1; at an end of an interval between them keeping and rolling again are worth the same")


def open_title(answer: OpenAnswer) -> str:
    if isinstance(answer, tuple):
        return "a die fixed in a 2D6 roll"
    if isinstance(answer, OpenAdvice):
        return f"{' '.join(map(str, reversed(answer.roll)))}, {answer.goal.words}"
    return f"{answer.number} Fate dice, {answer.goal.words}"


def _blocks(answer: OpenAnswer, figures: Figures) -> Iterator[Block]:
    if isinstance(answer, OpenAdvice):
        yield f"worth {answer.worth}: {_advice(answer.keep)}"
        if answer.ahead is not None:
            yield from _play(answer.ahead)
    elif isinstance(answer, OpenStrands):
        ends = [f"{short_fraction(answer.value(a), 40)} for a = {a}" for a in (0, 1)]
        yield f"worth {', '.join(ends)}"
        yield from _play(answer)
    else:
        yield "\n".join(dict.fromkeys(f"break-even face {row.formula.text()} for {row.formula.valid}" for row in answer))
        head = ("needed", "2D6", "break-even face", *(f"a {face}" for face in answer[0].gains))
        rows = []
        for row in answer:
            gains = [_gain(gain, figures) for gain in row.gains.values()]
            rows.append((f"{row.needed}+", figures.chance(row.rolled), short_fraction(row.break_even, 12), *gains))
        yield Grid(head, rows, ">" * len(head))


def _gain(gain: Fraction, figures: Figures) -> str:
    sign = "+" if gain > 0 else "-" if gain < 0 else ""
    return f"{sign}{figures.cell(abs(gain))}"


def _advice(keep: Interval | None) -> str:
    if keep is None:
        return "re-roll, whatever a is"
    if keep == ALWAYS:
        return "keep, whatever a is"
    return f"keep when a is {_between(keep)}, re-roll else"


def _between(keep: Interval) -> str:
    low, high = (short_fraction(bound, _LONGEST) for bound in keep)
    if keep[1] == 1:
        return f"{low} or more"
    return f"{high} or less" if keep[0] == 0 else f"{low} to {high}"


def _play(play: OpenStrands) -> Iterator[Block]:
    """For every number of dice: what is kept always, what never, and what in an interval."""
    rows: list[tuple[str, ...]] = []
    for roll in reversed(play.rolls):
        rows += [(str(roll.dice), worth, when) for worth, when in _kept(roll)]
    yield Grid(("dice", "rolls worth", "are kept"), rows, "><<")
    pieces = play.rolls[-1].curve.pieces()
    if len(pieces) <= 40:
        head = ("a from", "to", f"{play.number} {'die is' if play.number == 1 else 'dice are'} worth")
        yield Grid(head, [_piece(*piece) for piece in pieces], "<<<")


def _piece(low: Fraction, high: Fraction, line: Line) -> tuple[str, ...]:
    low_text, high_text, constant, slope = (short_fraction(x, _LONGEST) for x in (low, high, line.constant, line.slope))
    return low_text, high_text, f"{constant} + {slope} a"


def _kept(roll: OpenRoll) -> Iterator[tuple[str, str]]:
    always = [str(line) for line, keep in roll.keep if keep == ALWAYS]
    never = [str(line) for line, keep in roll.keep if keep is None]
    yield from (
        (str(line), f"when a is {_between(keep)}") for line, keep in roll.keep if keep not in (None, ALWAYS) and keep
    )
    if always:
        yield (", ".join(always) if len(roll.keep) > len(always) else "anything"), "whatever a is"
    if never:
        yield ", ".join(never), "never"


def open_data(answer: OpenAnswer, editions: Sequence[Edition]) -> dict[str, Any]:
    """The answer as plain data; several editions stand in a list."""
    found = [{"edition": edition.name, **_data(answer), "notes": list(open_notes(answer))} for edition in editions]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def _data(answer: OpenAnswer) -> dict[str, Any]:
    if isinstance(answer, OpenAdvice):
        ahead = {} if answer.ahead is None else {"ahead": _play_data(answer.ahead)}
        faces = list(reversed(answer.roll))
        return {"roll": faces, "goal": answer.goal.text, "worth": str(answer.worth), "keep": _ends(answer.keep), **ahead}
    if isinstance(answer, OpenStrands):
        return {"goal": answer.goal.text, **_play_data(answer)}
    return {
        "formulas": {row.formula.valid: {"text": row.formula.text(), "latex": row.formula.latex()} for row in answer},
        "rows": [
            {
                "needed": row.needed,
                "rolled": fraction(row.rolled),
                "break_even": fraction(row.break_even),
                "gains": {str(face): fraction(gain) for face, gain in row.gains.items()},
            }
            for row in answer
        ],
    }


def _play_data(play: OpenStrands) -> dict[str, Any]:
    rolls = [
        {
            "dice": roll.dice,
            "corners": [[fraction(a), fraction(value)] for a, value in roll.curve.corners],
            "keep": {str(line): _ends(keep) for line, keep in roll.keep},
        }
        for roll in reversed(play.rolls)
    ]
    return {"number": play.number, "rolls": rolls}


def _ends(keep: Interval | None) -> list[str] | None:
    return None if keep is None else [fraction(bound) for bound in keep]


def open_csv(answer: OpenAnswer) -> str:
    """A row for every worth at every number of dice, or for every total."""
    if isinstance(answer, tuple):
        head = ("needed", "rolled", "break_even", *(f"gain_{face}" for face in answer[0].gains))
        return comma_separated(
            head,
            [(str(r.needed), *map(fraction, (r.rolled, r.break_even, *r.gains.values()))) for r in answer],
        )
    rows = (
        [("roll", str(len(answer.roll)), str(answer.worth), *_cells(answer.keep))] if isinstance(answer, OpenAdvice) else []
    )
    play = answer.ahead if isinstance(answer, OpenAdvice) else answer
    for roll in reversed(play.rolls if play is not None else ()):
        rows += [("ahead", str(roll.dice), str(line), *_cells(keep)) for line, keep in roll.keep]
    return comma_separated(("what", "dice", "worth", "keep_from", "keep_to", "from_decimal", "to_decimal"), rows)


def _cells(keep: Interval | None) -> tuple[str, ...]:
    return ("", "", "", "") if keep is None else (*map(fraction, keep), *(repr(number(bound)) for bound in keep))
