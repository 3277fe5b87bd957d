"""Heat maps and maps of choices on Axes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..data import number
from ..frames import library
from ..numbers import Figures
from ..pictures import COLOURS, Choices, Heat
from .lines import plain

_MOST_WORDS = 400  # cells, beyond which no numbers are written into them
_HALF = 0.55  # of the way from dark to bright: words are black above, white below


def heat(picture: Heat, ax: Any) -> None:
    """Shades by row and column, the number in each cell if there is room."""
    unit = 100 if picture.chance else 1
    missing = float("nan")
    values = [[missing if v is None else unit * number(Fraction(v)) for v in row] for row in picture.values]
    shares = [[missing if v is None else number(v) for v in row] for row in picture.shares]
    image = ax.imshow(shares if picture.alone else values, cmap="cividis", aspect="auto")
    _sides(ax, picture.columns, picture.rows, picture.x, picture.y)
    label = plain(picture.quantity) + (" (%)" if picture.chance else "")
    if picture.alone:
        ax.figure.colorbar(image, ax=ax, ticks=[0, 1]).set_ticklabels(["least of\na column", "most of\na column"])
    else:
        ax.figure.colorbar(image, ax=ax, label=label)
    if len(picture.rows) * len(picture.columns) > _MOST_WORDS:
        return
    say = Figures().cell if picture.chance else Figures().mean
    for at, row in enumerate(picture.values):
        for column, value in enumerate(row):
            if value is not None:
                ink = "black" if shares[at][column] > _HALF else "white"
                ax.text(column, at, say(Fraction(value)), ha="center", va="center", color=ink, fontsize=9)


def choices(picture: Choices, ax: Any) -> None:
    """A colour a choice by row and column, with its words."""
    kinds = {kind: at for at, kind in enumerate(picture.kinds)}
    colours = library("matplotlib.colors", "'mathhammer[plot]'")
    shades = colours.ListedColormap(["white", *(COLOURS[at % 6] for at in kinds.values())])
    numbers = [[1 + kinds[cell] if cell else 0 for cell in row] for row in picture.cells]
    ax.imshow(numbers, cmap=shades, vmin=-0.5, vmax=len(kinds) + 0.5, aspect="auto", alpha=0.75)
    _sides(ax, picture.columns, picture.rows, picture.x, picture.y)
    for at, row in enumerate(picture.cells):
        for column, cell in enumerate(row):
            ax.text(column, at, plain(cell), ha="center", va="center", color="black", fontsize=9)
    for edge in range(1, len(picture.columns)):
        ax.axvline(edge - 0.5, color="0.8", linewidth=0.5)
    for edge in range(1, len(picture.rows)):
        ax.axhline(edge - 0.5, color="0.8", linewidth=0.5)


def _sides(ax: Any, columns: Sequence[str], rows: Sequence[str], x: str, y: str) -> None:
    long = max(map(len, columns), default=0) > 7
    turned = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"} if long else {}
    ax.set_xticks(range(len(columns)), list(map(plain, columns)), **turned)
    ax.set_yticks(range(len(rows)), list(map(plain, rows)))
    ax.set_xlabel(plain(x))
    ax.set_ylabel(plain(y))
