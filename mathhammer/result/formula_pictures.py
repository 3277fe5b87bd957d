"""Formulas in one letter as curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from ..report.numbers import significant
from ..report.pictures import Curves, Gallery, Number, Picture, Points, marked
from ..symbolic.formula import Formula
from ..symbolic.threshold import Threshold
from .attack import AttackResult
from .shown import about

_PARTS = 40  # of the range of a chance
_FEWEST, _MOST = 12, 120  # attacks in a picture


@dataclass(frozen=True)
class Stated:
    """Formulas of one attack, where they pass the value asked for, and what is to be noted."""

    result: AttackResult
    formulas: tuple[Formula, ...]
    thresholds: tuple[Threshold | None, ...]
    notes: tuple[str, ...]


One = tuple[Stated, Formula, Threshold | None]


def formula_gallery(several: Sequence[Stated]) -> Gallery:
    """The curve of each formula that is open in one letter, ``damage`` and ``wipe``, of all editions."""
    found: dict[str, Callable[[], Picture]] = {}
    for wipe in (True, False):
        of_it = [
            (stated, formula, passed)
            for stated in several
            for formula, passed in zip(stated.formulas, stated.thresholds, strict=True)
            if is_chance(formula) is wipe
        ]
        if of_it and _letter(of_it) is not None:
            found["wipe" if wipe else "damage"] = partial(_curves, of_it)
    return found


def curve_of(several: Sequence[One]) -> Curves | None:
    """The curve of one formula, edition by edition; None if it is open in several letters."""
    return None if _letter(several) is None else _curves(several)


def is_chance(found: Formula) -> bool:
    """Whether the formula states a chance."""
    return found.quantity.startswith("chance")


def _letter(several: Sequence[One]) -> str | None:
    """The letter that is open: n or a chance."""
    found = {name for _, formula, _ in several for name in formula.unknowns}
    return found.pop() if len(found) == 1 and all(name.islower() for name in found) else None


def _curves(several: Sequence[One]) -> Curves:
    name = _letter(several) or "n"
    lines: list[tuple[str, Points]] = []
    marks: list[tuple[Number, str, str]] = []
    values = {passed.value for _, _, passed in several if passed is not None}
    for stated, formula, passed in several:
        title = stated.result.edition.title
        (letter,) = (letter for letter in formula.letters if letter.name == name)
        at = _whole(several, name) if name == "n" else _within(letter.low, letter.high)
        lines.append((title if len(several) > 1 else "", [(x, formula.at(**{name: x})) for x in at]))
        if passed is not None and passed.high is not None and at[0] <= passed.high <= at[-1]:
            marks.append((passed.high, f"{name} = {significant(passed.high, 4)}", title))
    first = several[0][1]
    (meaning,) = (letter.meaning for letter in first.letters if letter.name == name)
    chance = is_chance(first)
    return Curves(
        f"{name}: {meaning.partition(':')[0]}",
        "chance" if chance else "mean damage",
        tuple(lines),
        chance=chance,
        levels=tuple(sorted(values)),
        marks=marked(marks),
        title=first.quantity.capitalize(),
        about=", ".join([about([stated.result for stated, _, _ in several]), *several[0][0].result.situation.said()]),
    )


def _whole(several: Sequence[One], name: str) -> list[Number]:
    """Numbers of attacks: to twice those of the question, and beyond where the value is passed."""
    asked = [letter.value for _, formula, _ in several for letter in formula.letters if letter.name == name]
    passed = [found.high for _, _, found in several if found is not None and found.high is not None]
    last = max(_FEWEST, 2 * int(max(asked)), *(int(high * 5 / 4) for high in passed))
    step = -(-last // _MOST)
    return [*range(0, last + 1, step)]


def _within(low: Fraction, high: Fraction) -> list[Number]:
    return [low + (high - low) * part / _PARTS for part in range(_PARTS + 1)]
