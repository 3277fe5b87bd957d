"""From a picture to the Axes on which it is drawn."""

from __future__ import annotations

import textwrap
from typing import Any, TypeAlias

from ..frames import library
from ..pictures import Bars, Choices, Curves, Heat, Laws, Picture
from .grids import choices, heat
from .lines import bars, curves, laws, plain

Axes: TypeAlias = Any  # matplotlib.axes.Axes: matplotlib is not imported to say so
_LETTERS, _LINES = 13, 3  # letters of an inch of the question above a picture, and how many lines of it


def draw(picture: Picture, ax: Axes | None = None) -> Axes:
    """The picture on these Axes, on those of a new pyplot figure if none are given; returns the Axes.

    Raises `MathhammerError` if matplotlib is not installed.
    """
    if ax is None:
        pyplot = library("matplotlib.pyplot", "'mathhammer[plot]'")
        return fill(picture, pyplot.figure(figsize=size(picture), layout="constrained"))
    match picture:
        case Laws():
            laws(picture, ax)
        case Curves():
            curves(picture, ax)
        case Bars():
            bars(picture, ax)
        case Heat():
            heat(picture, ax)
        case Choices():
            choices(picture, ax)
    ax.set_title(plain(picture.title), fontsize=11)
    return ax


def fill(picture: Picture, figure: Any) -> Axes:
    """The picture alone in a figure, under the question that it answers; returns its Axes."""
    ax = draw(picture, figure.add_subplot())
    if picture.about:
        wide = int(_LETTERS * size(picture)[0])
        lines = textwrap.wrap(picture.about, wide, break_on_hyphens=False, max_lines=_LINES, placeholder=" ...")
        figure.suptitle("\n".join(lines).replace("$", r"\$"), fontsize=9)
    return ax


def size(picture: Picture) -> tuple[float, float]:
    """Width and height in inches: larger where there is more to show."""
    match picture:
        case Bars(labels=labels, series=series, stacked=stacked):
            each = 1 if stacked else len(series)
            return 7.0, min(2.0 + 0.24 * len(labels) * (each + 0.6), 20.0)
        case Heat(columns=columns, rows=rows) | Choices(columns=columns, rows=rows):
            longest = max(map(len, rows), default=0)
            wide, high = min(2.5 + 0.09 * longest + 0.75 * len(columns), 24.0), min(2.2 + 0.4 * len(rows), 24.0)
            return max(wide, 5.0), high + 0.05 * max(map(len, columns), default=0)
        case _:
            return 7.0, 4.4
