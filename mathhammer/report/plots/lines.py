"""Laws, curves and bars on Axes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...distribution import Distribution
from ..data import number
from ..frames import library
from ..numbers import Figures
from ..pictures import COLOURS, Bars, Curves, Laws
from ..svg import ticks

STYLES = ("-", "--", ":", "-.", (0, (5, 1)), (0, (1, 3)))
MARKS = ("o", "s", "^", "D", "v", "P")
HATCHES = ("", "///", "...", "xx", "\\\\\\", "++")
_MOST_MARKERS = 40  # points of a line, beyond which markers would touch
_MOST_NAMES = 14  # of a legend
_BELOW = 0.55  # inches from an axis to a legend: numbers and the name of the axis stand between
_GREY = "0.35"


def laws(picture: Laws, ax: Any) -> None:
    """One law as bars with the chance of at least each value; several as lines of that chance, with their means."""
    if len(picture.laws) == 1:
        _law(picture, ax)
    else:
        _several(picture, ax)
    whole_numbers(ax)
    ax.set_xlabel(plain(picture.quantity))


def _law(picture: Laws, ax: Any) -> None:
    law, (low, high) = picture.laws[0][1], picture.span
    shown = [(value, chance) for value, chance in law if low <= value <= high]
    drawn = ax.bar([v for v, _ in shown], [100 * number(c) for _, c in shown], width=0.8, color=COLOURS[0])
    for (value, _), rectangle in zip(shown, drawn, strict=True):
        if picture.need is not None and value < picture.need:
            rectangle.set_alpha(0.4)
    above = ax if picture.together else ax.twinx()
    marker = MARKS[0] if high - low < _MOST_MARKERS else ""
    every, at_least = _points(picture, law)
    handles = [drawn[-1], *above.plot(every, at_least, color=COLOURS[1], marker=marker, markersize=4)]
    labels = ["exactly", "at least", f"mean {Figures().mean(law.mean)}"]
    handles.append(ax.axvline(number(law.mean), color=_GREY, linestyle="--", linewidth=1.2))
    if picture.need is not None:
        reached = law.at_least(picture.need)
        style = {"color": COLOURS[1], "markeredgecolor": "black", "markersize": 8}
        handles += above.plot([picture.need], [100 * number(reached)], "D", **style)
        labels.append(f"{picture.need} or more: {Figures().chance(reached)}")
    _percent(above)
    if not picture.together:
        above.set_ylabel("at least")
        ax.set_ylabel("exactly")
        _percent(ax, top=110 * number(picture.tallest))
    ax.set_xlim(low - 0.7, high + 0.7)
    _legend(ax, handles, labels)


def _points(picture: Laws, law: Distribution) -> tuple[list[int], list[float]]:
    """The values worth showing, and the chances of at least each, in hundredths."""
    reached = picture.reached(law)
    return [value for value, _ in reached], [100 * number(chance) for _, chance in reached]


def _several(picture: Laws, ax: Any) -> None:
    for at, (name, law) in enumerate(picture.laws):
        said = f"{plain(name)} (mean {Figures().mean(law.mean)})"
        _line(ax, at, *_points(picture, law), said)
        ax.axvline(number(law.mean), color=COLOURS[at % 6], linestyle=STYLES[at % 6], linewidth=1, alpha=0.7)
    if picture.need is not None:
        ax.axvline(picture.need, color=_GREY, linestyle="--", linewidth=1.2, label=str(picture.need))
    ax.set_ylabel("at least")
    span = picture.span
    ax.set_xlim(span[0] - 0.3, span[1] + 0.3)
    _percent(ax)
    _legend(ax)


def curves(picture: Curves, ax: Any) -> None:
    """Lines of numbers or chances against a number, marked levels and marked numbers."""
    unit = 100 if picture.chance else 1
    for at, (name, points) in enumerate(picture.lines):
        xs, ys = [number(Fraction(x)) for x, _ in points], [unit * number(Fraction(y)) for _, y in points]
        _line(ax, at, xs, ys, plain(name), thick=len(picture.lines) > 1)
    for level in picture.levels:
        ax.axhline(unit * number(level), color=_GREY, linestyle="--", linewidth=1)
    for value, said in picture.marks:
        ax.axvline(number(Fraction(value)), color=_GREY, linestyle="--", linewidth=1.2, label=plain(said))
    ax.set_xlabel(plain(picture.x))
    ax.set_ylabel(plain(picture.y))
    if picture.chance:
        top = 104.0 if picture.top == 1 else 106 * number(Fraction(picture.top))
        _percent(ax, top, [100 * number(level) for level in picture.levels])
    else:
        ax.set_ylim(bottom=min(0, ax.get_ylim()[0]))
    ax.grid(visible=True, alpha=0.25)
    if picture.whole:
        whole_numbers(ax)
    if len(picture.lines) > 1 or picture.lines[0][0] or picture.marks:
        _legend(ax)


def _line(ax: Any, at: int, xs: Sequence[float], ys: Sequence[float], name: str, *, thick: bool = True) -> None:
    marker = MARKS[at % 6] if len(xs) <= _MOST_MARKERS else ""
    style: dict[str, Any] = {"linestyle": STYLES[at % 6], "marker": marker, "markersize": max(7 - 1.5 * at, 4)}
    style["linewidth"] = max(3 - 0.8 * at, 1.4) if thick else 2  # a line below another one still shows
    ax.plot(xs, ys, color=COLOURS[at % 6], label=name, **style)


def bars(picture: Bars, ax: Any) -> None:
    """Horizontal bars, the first label on top, each with its number."""
    unit, count = (100 if picture.chance else 1), len(picture.labels)
    say = Figures().chance if picture.chance else Figures().mean
    thick = 0.8 if picture.stacked else 0.8 / len(picture.series)
    left = [0.0] * count
    for at, (name, values) in enumerate(picture.series):
        lengths = [0.0 if value is None else unit * number(Fraction(value)) for value in values]
        places = [row + (0 if picture.stacked else (at - (len(picture.series) - 1) / 2) * thick) for row in range(count)]
        style = {"color": COLOURS[at % 6], "hatch": HATCHES[at % 6], "edgecolor": "white", "label": plain(name)}
        drawn = ax.barh(places, lengths, height=thick, left=left if picture.stacked else None, **style)
        if picture.stacked:
            left = [a + b for a, b in zip(left, lengths, strict=True)]
        else:
            ax.bar_label(drawn, ["" if v is None else say(Fraction(v)) for v in values], padding=3, fontsize=9)
    if picture.stacked:
        for row, total in enumerate(picture.totals):
            ax.annotate(say(Fraction(total)), (left[row], row), (4, 0), textcoords="offset points", va="center", fontsize=9)
    labels = [plain(label) for label in picture.labels]
    if picture.said:
        labels = [f"{label}\n{plain(said)}" if said else label for label, said in zip(labels, picture.said, strict=True)]
    ax.set_yticks(range(count), labels)
    ax.invert_yaxis()
    totals = [number(Fraction(total)) for total in picture.totals]
    ax.set_xlim(min(0.0, 1.14 * unit * min(totals)), 1.14 * unit * max([*totals, number(Fraction(picture.base or 0))]) or 1)
    ax.set_xlabel(plain(picture.quantity) + (" (%)" if picture.chance else ""))
    if picture.base is not None:
        base = Fraction(picture.base)
        ax.axvline(unit * number(base), color=_GREY, linestyle="--", linewidth=1.2, label=f"without {say(base)}")
    if len(picture.series) > 1 or picture.base is not None:
        _legend(ax)


def _percent(ax: Any, top: float = 104.0, more: Sequence[float] = ()) -> None:
    """An axis of chances in hundredths; ``more`` are marked beside the round ones, instead of those near them."""
    ax.set_ylim(0, top)
    if top > 100 or more:
        every = range(0, 101, 20) if top > 100 else map(number, ticks(0, Fraction(top)))
        near = 0.06 * top
        ax.set_yticks(sorted([*(tick for tick in every if all(abs(tick - other) > near for other in more)), *more]))
    ax.yaxis.set_major_formatter(library("matplotlib.ticker", "'mathhammer[plot]'").FuncFormatter(_hundredths))


def _hundredths(value: float, _: Any) -> str:
    return f"{value:g} %"


def whole_numbers(ax: Any) -> None:
    """Only whole numbers below the picture."""
    locator = library("matplotlib.ticker", "'mathhammer[plot]'").MaxNLocator(nbins="auto", integer=True, min_n_ticks=1)
    ax.xaxis.set_major_locator(locator)


def plain(text: str) -> str:
    """Text in which matplotlib sees no mathematics; long lines are cut, names from ``_`` on are no secrets.

    >>> plain("5$"), plain("_name")
    ('5\\\\$', '\\u200b_name')
    """
    cut = text if len(text) <= 70 else f"{text[:67]}..."
    return ("\u200b" if cut.startswith("_") else "") + cut.replace("$", r"\$")


def _legend(ax: Any, handles: Sequence[Any] = (), labels: Sequence[str] = ()) -> None:
    """The legend below the picture, where it hides nothing."""
    if not handles:
        handles, labels = ax.get_legend_handles_labels()
    transforms = library("matplotlib.transforms", "'mathhammer[plot]'")
    below = ax.transAxes + transforms.ScaledTranslation(0, -_BELOW, ax.figure.dpi_scale_trans)
    longest = max(map(len, labels))
    wide = 1 if longest > 40 else 2 if longest > 22 else min(5, len(labels))
    style = {"loc": "upper center", "ncols": wide, "frameon": False, "fontsize": 9}
    shown = (handles[:_MOST_NAMES], labels[:_MOST_NAMES])
    ax.legend(*shown, bbox_to_anchor=(0.5, 0), bbox_transform=below, borderaxespad=0, **style)
