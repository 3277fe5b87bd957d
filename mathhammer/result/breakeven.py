"""Against which targets each of two weapons is better: regions of a grid, exact ties, rows for machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypeAlias

from ..editions import Edition
from ..notation import write
from ..profiles import Mortals, Unit, Weapon
from ..report.blocks import Block, Code, Facts, Grid, Heading, Notes
from ..report.data import number
from ..report.numbers import Figures, fraction
from ..report.pictures import Choices, Gallery, Picture
from ..report.table import columns, comma_separated, indented
from .shown import Shown

Verdict: TypeAlias = Literal["first", "second", "equal", "neither"]

AXES = ("T", "Sv", "W", "FNP", "Inv")
CELLS: dict[str, str] = {
    "damage": "mean wounds lost",
    "kills": "mean models slain",
    "wipe": "chance that all are slain",
    "per-100-points": "mean models slain for 100 points of the weapon",
}
_SIGNS: dict[Verdict, str] = {"first": "1", "second": "2", "equal": "=", "neither": "-"}
_SAID = "1, 2: that weapon is better; =: exactly equal; -: neither does anything"
_WORDS: dict[Verdict, str] = {
    "first": "1 is better",
    "second": "2 is better",
    "equal": "exactly equal",
    "neither": "neither does anything",
}


@dataclass(frozen=True)
class BreakevenRow:
    """One target, as values of the axes, and what both weapons do to it."""

    target: tuple[int, ...]
    first: Fraction
    second: Fraction

    @property
    def better(self) -> Verdict:
        """Which does more; doing nothing both is no tie."""
        if self.first == self.second:
            return "equal" if self.first else "neither"
        return "first" if self.first > self.second else "second"


@dataclass(frozen=True, repr=False)
class Breakeven(Shown):
    """Two weapons against a grid of targets: the rows in order, the last axis changing fastest.

    ``base`` is the target of which the axes are changed. With ``per_points`` both values are divided by
    the points of the weapon.
    """

    edition: Edition
    situation: tuple[str, ...]
    first: Weapon | Mortals
    second: Weapon | Mortals
    base: Unit
    cell: str
    per_points: bool
    axes: tuple[tuple[str, tuple[int, ...]], ...]
    rows: tuple[BreakevenRow, ...]
    notes: tuple[str, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """Against how many targets it is so."""
        return sum(row.better == verdict for row in self.rows)

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The regions as neutral blocks."""
        return breakeven_blocks([self])

    def gallery(self) -> Gallery:
        """The pictures: ``regions``, and more of them by number where the other axes matter."""
        return breakeven_gallery([self])

    def to_rows(self) -> list[dict[str, Any]]:
        """A row a target: the values of the axes, what both weapons do, and which is better.

        Where the first weapon has points, ``breakeven_points`` is what the second may cost to be as good.
        """
        names = [name for name, _ in self.axes]
        rows = []
        for row in self.rows:
            found: dict[str, Any] = dict(zip(names, row.target, strict=True))
            found |= {"first": row.first, "second": row.second, "better": row.better}
            if _points(self.first):
                found["breakeven_points"] = self.may_cost(row)
            rows.append(found)
        return rows

    def may_cost(self, row: BreakevenRow) -> Fraction | None:
        """The points at which the second weapon is as good as the first for its points; None if the first does nothing."""
        points = _points(self.first)
        if not points or not row.first:
            return None
        other = _points(self.second) if self.per_points else None
        return points * row.second * (Fraction(other, points) if other else 1) / row.first

    def __repr__(self) -> str:
        return f"<{write(self.first)} vs {write(self.second)}: {', '.join(_counts(self))}>"


def _points(weapon: Weapon | Mortals) -> int | None:
    return weapon.points if isinstance(weapon, Weapon) else None


def _counts(found: Breakeven) -> Iterator[str]:
    total = len(found.rows)
    for verdict, words in _WORDS.items():
        if number_of := found.count(verdict):
            yield f"{words} against {number_of} of {total} targets"


def regions(found: Breakeven) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """The grid of the first two axes, once for each kind of the others; rows that are the same stand together."""
    (rows_name, rows_axis), (columns_name, columns_axis), *others = found.axes
    better = {row.target: _SIGNS[row.better] for row in found.rows}
    grids: dict[tuple[tuple[str, ...], ...], list[tuple[int, ...]]] = {}
    for rest in _products([values for _, values in others]):
        grid = tuple(tuple(better[(row, column, *rest)] for column in columns_axis) for row in rows_axis)
        grids.setdefault(grid, []).append(rest)
    head = (f"{rows_name}, {columns_name}", *(_shown(columns_name, value) for value in columns_axis))
    for grid, kinds in grids.items():
        rows = [(label, *cells) for label, cells in _joined(rows_name, rows_axis, grid)]
        title = _kinds([name for name, _ in others], kinds) if others else ""
        yield title, [head, *rows]


def _products(axes: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for axis in axes:
        found = [(*before, value) for before in found for value in axis]
    return found


def _joined(name: str, axis: Sequence[int], grid: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Neighbouring rows with the same cells, as one."""
    start = 0
    for at in range(1, len(axis) + 1):
        if at == len(axis) or grid[at] != grid[start]:
            yield _label(name, axis[start:at]), grid[start]
            start = at


def _label(name: str, values: Sequence[int]) -> str:
    """Neighbouring values of an axis in words.

    >>> _label("T", [3, 4, 5]), _label("T", [4, 9]), _label("Sv", [7])
    ('3 to 5', '4, 9', 'none')
    """
    if len(values) > 1 and list(values) == list(range(values[0], values[-1] + 1)):
        return f"{_shown(name, values[0])} to {_shown(name, values[-1])}"
    return ", ".join(_shown(name, value) for value in values)


def _kinds(names: Sequence[str], kinds: Sequence[tuple[int, ...]]) -> str:
    """The values of the other axes in words; those that vary together stand together."""
    sets = [sorted({kind[at] for kind in kinds}, key=[k[at] for k in kinds].index) for at in range(len(names))]
    whole = len(kinds)
    for values in sets:
        whole //= len(values)
    if whole == 1 and len(_products(sets)) == len(kinds):
        words = [" or ".join(_shown(name, value) for value in values) for name, values in zip(names, sets, strict=True)]
        return ", ".join(map(" ".join, zip(names, words, strict=True)))
    return "; ".join(", ".join(f"{name} {_shown(name, v)}" for name, v in zip(names, kind, strict=True)) for kind in kinds)


def _shown(name: str, value: int) -> str:
    if name in ("T", "W"):
        return str(value)
    return "none" if value == 7 else f"{value}+"


def _title(found: Breakeven) -> list[str]:
    return [write(found.first), write(found.second)]


def _meaning(found: Breakeven) -> str:
    per = " for each point of the weapon" if found.per_points and found.cell != "per-100-points" else ""
    return f"{CELLS[found.cell]}{per}, against {write(found.base)} with other values"


def breakeven_table(several: Sequence[Breakeven]) -> str:
    """The regions for people, edition by edition."""
    return "\n\n".join(map(_text, several))


def _text(found: Breakeven) -> str:
    one, other = _title(found)
    blocks = [f"1  {one}\n2  {other}", _meaning(found), "\n".join(_counts(found))]
    for title, rows in regions(found):
        blocks.append("\n".join([*([title] if title else []), columns(rows, "<" * len(rows[0]))]))
    blocks.append(_SAID)
    blocks += ["\n".join(f"note: {note}" for note in found.notes)] if found.notes else []
    return "\n\n".join(["breakeven        " + ", ".join((found.edition.title, *found.situation)), *map(indented, blocks)])


def breakeven_blocks(several: Sequence[Breakeven]) -> list[Block]:
    """The regions as blocks, edition by edition."""
    one, other = _title(several[0])
    blocks: list[Block] = [Code(f"{one} vs {other}"), Facts((("1", Code(one)), ("2", Code(other))))]
    for found in several:
        blocks.append(Heading((found.edition.title, *found.situation)))
        blocks += [_meaning(found), "\n".join(_counts(found))]
        for title, (head, *rows) in regions(found):
            blocks += [title] if title else []
            blocks.append(Grid(head, rows, "<" * len(head), shades=_region(found, title, head, rows)))
        blocks += [_SAID, Notes(tuple(f"note: {note}" for note in found.notes))]
    return blocks


def breakeven_gallery(several: Sequence[Breakeven]) -> Gallery:
    """The pictures: ``regions``, and more of them by number where the other axes matter; by edition if there are several."""
    found: dict[str, Callable[[], Picture]] = {}
    for one in several:
        edition = f"-{one.edition.name}" if len(several) > 1 else ""
        for at, (title, (head, *rows)) in enumerate(regions(one), 1):
            found[f"regions{edition}" + (f"-{at}" if at > 1 else "")] = partial(_region, one, title, head, rows)
    return found


def _region(found: Breakeven, title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Choices:
    """One grid of the first two axes, as colours."""
    one, other = _title(found)
    (down, _), (across, _) = found.axes[:2]
    about = f"1: {one}; 2: {other}; {', '.join((found.edition.title, *found.situation))}"
    cells = tuple(row[1:] for row in rows)
    labels = tuple(row[0] for row in rows)
    named = "1 or 2: that weapon is better" + (f"; {title}" if title else "")
    return Choices(across, down, head[1:], labels, cells, tuple(_SIGNS.values()), title=named, about=about)


def breakeven_data(several: Sequence[Breakeven]) -> dict[str, Any]:
    """The rows as plain data; several editions stand in a list."""
    found = [_data(one) for one in several]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def _data(found: Breakeven) -> dict[str, Any]:
    return {
        "edition": found.edition.name,
        "first": write(found.first),
        "second": write(found.second),
        "target": write(found.base),
        "cell": found.cell,
        "per_points": found.per_points,
        "over": [name for name, _ in found.axes],
        "rows": [{name: _plain(value, fraction) for name, value in row.items()} for row in found.to_rows()],
        "notes": list(found.notes),
    }


def _plain(value: Any, write_fraction: Callable[[Fraction], str]) -> Any:
    return write_fraction(value) if isinstance(value, Fraction) else value


def breakeven_csv(several: Sequence[Breakeven]) -> str:
    """A row a target; with several editions the edition comes first."""
    rows = [(found.edition.name, row) for found in several for row in found.to_rows()]
    head = list(rows[0][1])
    lines = []
    for name, row in rows:
        cells = ["" if v is None else str(_plain(v, fraction)) for v in row.values()]
        cells += [repr(number(row["first"])), repr(number(row["second"]))]
        lines.append([name, *cells] if len(several) > 1 else cells)
    return comma_separated([*(["edition"] if len(several) > 1 else []), *head, "first_decimal", "second_decimal"], lines)
