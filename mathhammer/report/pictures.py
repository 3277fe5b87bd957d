"""What a picture shows, as plain rows of exact numbers: `report.plots` and `report.svg` draw it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from ..distribution import Distribution
from ..errors import MathhammerError
from .law import law_rows, visible

Number: TypeAlias = int | Fraction
Points: TypeAlias = Sequence[tuple[Number, Number]]

# Told apart by people who do not see all colours, on white and on black: blue, vermilion, green, pink, orange, sky.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_HALF = Fraction(1, 2)
_TALL = Fraction(1, 8)  # bars below this would hardly show beside a line for "at least"


@dataclass(frozen=True, kw_only=True)
class _Titled:
    """What a picture shows, and of what: ``about`` is the question, for a picture that stands alone."""

    title: str = ""
    about: str = ""


@dataclass(frozen=True)
class Laws(_Titled):
    """Distributions of one quantity, one or several overlaid; with one, also the chance of at least each value.

    ``need`` is a value to be marked. Each law has a name, which may be empty if it is the only one.
    """

    quantity: str
    laws: tuple[tuple[str, Distribution], ...]
    need: int | None = None

    @property
    def tallest(self) -> Fraction:
        """The largest chance of a single value."""
        return max(chance for _, law in self.laws for _, chance in law)

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest value worth showing: beyond them every chance rounds to nothing."""
        low, high = visible([law for _, law in self.laws])
        return (low, high) if self.need is None else (min(low, self.need), max(high, self.need))

    def reached(self, law: Distribution) -> list[tuple[int, Fraction]]:
        """The values worth showing, each with the chance of at least that."""
        low, high = self.span
        return [(row.low, row.at_least) for row in law_rows(law, [(value, value) for value in range(low, high + 1)])]

    @property
    def together(self) -> bool:
        """Whether "exactly" and "at least" can be read off one scale."""
        return self.tallest >= _TALL


@dataclass(frozen=True)
class Curves(_Titled):
    """Numbers or chances (``chance``) against a number, line by line, each with a name.

    ``levels`` are heights to be marked, ``marks`` numbers to be marked, each with words.
    """

    x: str
    y: str
    lines: tuple[tuple[str, Points], ...]
    chance: bool = True
    levels: tuple[Fraction, ...] = ()
    marks: tuple[tuple[Number, str], ...] = ()

    @property
    def whole(self) -> bool:
        """Whether whole numbers are enough to read those along the picture: not where all lie between two."""
        xs = [x for _, points in self.lines for x, _ in points]
        return max(xs) - min(xs) > 1 or all(Fraction(x).denominator == 1 for x in xs)

    @property
    def top(self) -> Number:
        """Where the axis of numbers ends: for chances at 1, unless they are all far below."""
        most = max([0, *self.levels, *(y for _, points in self.lines for _, y in points)])
        return 1 if self.chance and (most > _HALF or not most) else most


@dataclass(frozen=True)
class Bars(_Titled):
    """Numbers or chances (``chance``) by label, series by series; ``stacked`` if the series add up.

    ``base`` is a number to compare with, marked. ``said`` stands behind each label's bars.
    """

    quantity: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[Number | None, ...]], ...]
    chance: bool = False
    stacked: bool = False
    base: Number | None = None
    said: tuple[str, ...] = ()

    @property
    def totals(self) -> tuple[Number, ...]:
        """The length of each label's bars: their sum if they are stacked, or else the longest one."""
        found = zip(*(values for _, values in self.series), strict=True)
        return tuple((sum if self.stacked else max)(value or 0 for value in row) for row in found)


@dataclass(frozen=True)
class Heat(_Titled):
    """Numbers or chances (``chance``) by row and column, as shades; None where there is none.

    With ``alone`` each column has shades of its own, from its least to its most.
    """

    quantity: str
    x: str
    y: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[tuple[Number | None, ...], ...]
    chance: bool = False
    alone: bool = False

    @property
    def shares(self) -> tuple[tuple[Fraction | None, ...], ...]:
        """How far each number is on the way from the least to the most, 0 to 1."""
        columns = list(zip(*self.values, strict=True))
        scales = [_scale(column) for column in columns] if self.alone else [_scale(chain(*columns))] * len(columns)
        return tuple(tuple(map(_share, row, scales)) for row in self.values)


def _scale(values: Iterable[Number | None]) -> tuple[Number, Number]:
    known = [value for value in values if value is not None]
    return min(known, default=0), max(known, default=0)


def _share(value: Number | None, scale: tuple[Number, Number]) -> Fraction | None:
    low, high = scale
    if value is None:
        return None
    return Fraction(value - low) / (high - low) if high > low else Fraction(0)


@dataclass(frozen=True)
class Choices(_Titled):
    """What is chosen by row and column, in words, as colours; an empty word where nothing is chosen.

    ``order`` are choices whose colours are to be the first ones, met or not.
    """

    x: str
    y: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    order: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The different choices, in the order in which they are met."""
        return tuple(dict.fromkeys([*self.order, *(cell for row in self.cells for cell in row if cell)]))


Picture: TypeAlias = Laws | Curves | Bars | Heat | Choices

Gallery: TypeAlias = Mapping[str, Callable[[], Picture]]  # the pictures of an answer by name, the best first


def picked(gallery: Gallery, name: str | None) -> Picture:
    """The picture of that name, the first one without a name.

    Raises `MathhammerError` if there is none.

    >>> picked({"odds": lambda: Curves("inches", "chance", ())}, None).x
    'inches'
    """
    if not gallery:
        raise MathhammerError("this answer has no picture", "leave out --plot and --picture")
    if name is not None and name not in gallery:
        raise MathhammerError(f"no picture of this answer is called {name!r}", f"write one of {', '.join(gallery)}")
    return gallery[next(iter(gallery)) if name is None else name]()


def marked(found: Iterable[tuple[Number, str, str]]) -> tuple[tuple[Number, str], ...]:
    """Marks with words, each with those for whom it stands unless all have the same.

    >>> marked([(9, "9 attacks", "10th edition"), (9, "9 attacks", "11th edition")])
    ((9, '9 attacks'),)
    >>> marked([(9, "9 attacks", "10th edition"), (8, "8 attacks", "11th edition")])
    ((9, '9 attacks (10th edition)'), (8, '8 attacks (11th edition)'))
    """
    whose: dict[tuple[Number, str], list[str]] = {}
    for at, words, owner in found:
        whose.setdefault((at, words), []).append(owner)
    alone = len(whose) == 1
    return tuple((at, words if alone else f"{words} ({', '.join(owners)})") for (at, words), owners in whose.items())
