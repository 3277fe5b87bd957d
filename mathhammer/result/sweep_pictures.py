"""A sweep as pictures: curves or bars along one number, shades over two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from ..report.pictures import Bars, Curves, Gallery, Heat, Number, Picture, Points
from .shown import about
from .sweep import SWEEP_CELLS, Setting, Sweep

LABELS = {"kills": "slain", "damage": "lost", "wipe": "all dead"}
_TITLES = {"kills": "Models slain on average", "damage": "Wounds lost on average", "wipe": "The chance that all are dead"}


@dataclass(frozen=True)
class Bound:
    """A number to be passed: of which cell, and how much."""

    cell: str
    at: Fraction


def sweeps_gallery(results: Sequence[Sweep], cells: Sequence[str] = (), bound: Bound | None = None) -> Gallery:
    """The pictures by name: of each cell, the one with the bound first; of a grid also by edition if there are several."""
    names = list(cells or SWEEP_CELLS)
    if bound is not None:
        names.sort(key=lambda cell: cell != bound.cell)
    found: dict[str, Callable[[], Picture]] = {}
    for cell in names:
        if len(results[0].over) == 1:
            whole = all(type(value) is int for value in results[0].axis(0))
            found[cell] = partial(_curves, results, cell, bound) if whole else partial(_bars, results, cell)
            continue
        for result in results:
            name = cell if len(results) == 1 else f"{cell}-{result.edition.name}"
            found[name] = partial(heat_of, result, cell)
    return found


def _curves(results: Sequence[Sweep], cell: str, bound: Bound | None) -> Curves:
    """A number along the one that is swept, edition by edition, with the bound that it passes."""
    lines: list[tuple[str, Points]] = []
    marks: dict[Number, str] = {}
    for result in results:
        values = [(row.settings[0], row.value(cell)) for row in sorted(result.rows, key=lambda row: row.settings)]
        points = [(at, value) for at, value in values if isinstance(at, int) and value is not None]
        lines.append(("" if len(results) == 1 else result.edition.title, points))
        if bound is not None and bound.cell == cell:
            for crossing in result.crossings(cell, bound.at):
                at = crossing.after.settings[0]
                marks |= {at: f"{named(result.over[0])} {at}"} if isinstance(at, int) else {}
    levels = (bound.at,) if bound is not None and bound.cell == cell else ()
    return Curves(
        named(results[0].over[0]),
        LABELS[cell],
        tuple(lines),
        chance=cell == "wipe",
        levels=levels,
        marks=tuple(marks.items()),
        title=_TITLES[cell],
        about=_around(results),
    )


def _bars(results: Sequence[Sweep], cell: str) -> Bars:
    """The same where what is swept is no number."""
    over = named(results[0].over[0])
    several = len(results) > 1
    series = tuple(
        (result.edition.title if several else "", tuple(row.value(cell) for row in result.rows)) for result in results
    )
    labels = tuple(f"{over} {setting(value)}" for value in results[0].axis(0))
    return Bars(LABELS[cell], labels, series, chance=cell == "wipe", title=_TITLES[cell], about=_around(results))


def heat_of(result: Sweep, cell: str) -> Heat:
    """A number by both that are swept, the first down, the second across."""
    down, across = (result.axis(number) for number in (0, 1))
    values = {row.settings: row.value(cell) for row in result.rows}
    return Heat(
        LABELS[cell],
        named(result.over[1]),
        named(result.over[0]),
        tuple(map(setting, across)),
        tuple(map(setting, down)),
        tuple(tuple(values[first, second] for second in across) for first in down),
        chance=cell == "wipe",
        title=_TITLES[cell],
        about=_around([result]),
    )


def named(name: str) -> str:
    """What is swept, in words."""
    return name.replace("_", " ")


def setting(value: Setting) -> str:
    """A value as a player writes it."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _around(results: Sequence[Sweep]) -> str:
    return ", ".join([about(results), *results[0].situation.said()])
