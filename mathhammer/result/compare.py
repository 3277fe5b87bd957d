"""The answer to a comparison: a matrix of weapons against targets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, get_args

from ..editions import Edition
from ..errors import MathhammerError
from ..notation import write
from ..notation.labels import attack_label, distinct, unit_label
from ..notation.tokens import closest, quoted
from ..notation.weapons import Attack
from ..profiles import Unit
from ..report.blocks import Block
from ..report.numbers import Figures
from ..report.pictures import Gallery
from ..situation import Situation
from .shown import Shown

Cell = Literal["kills", "damage", "wipe", "per-100-points"]
CELLS: tuple[str, ...] = get_args(Cell)
MEANINGS: dict[str, str] = {
    "kills": "models slain on average",
    "damage": "wounds lost on average",
    "wipe": "chance that all are dead",
    "per-100-points": "points destroyed on average per 100 points of the attacker",
}


@dataclass(frozen=True)
class Comparison(Shown):
    """A number for each weapon (a row) against each target (a column), in one edition.

    ``cell`` says what the numbers are: models slain (``kills``), wounds lost (``damage``), the chance
    that all are dead (``wipe``), or points destroyed per 100 points (``per-100-points``). ``values``
    holds rows of Fractions, None where the rules do not allow the attack; ``notes`` say why. A row is
    one weapon, or several fired together. It is immutable, hashable and picklable.
    """

    edition: Edition
    cell: Cell
    weapons: tuple[tuple[Attack, ...], ...]
    units: tuple[Unit, ...]
    situation: Situation
    values: tuple[tuple[Fraction | None, ...], ...]
    notes: tuple[str, ...] = ()
    not_modelled: tuple[str, ...] = ()

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The weapons of each row in canonical notation."""
        return tuple(map(row_line, self.weapons))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The targets in canonical notation."""
        return tuple(map(write, self.units))

    @cached_property
    def row_labels(self) -> tuple[str, ...]:
        """A short name for each row, no two alike."""
        return distinct([attack_label(weapons) for weapons in self.weapons], self.rows)

    @cached_property
    def column_labels(self) -> tuple[str, ...]:
        """A short name for each target, no two alike."""
        return distinct([unit_label(unit) for unit in self.units], self.columns)

    @cached_property
    def best(self) -> tuple[tuple[int, ...], ...]:
        """For each target the rows with the highest value, all that are equal."""
        return tuple(_highest(column) for column in zip(*self.values, strict=True))

    @cached_property
    def ranks(self) -> tuple[Fraction, ...]:
        """The mean of each row's ranks over the targets; 1 is the best everywhere, equal rows share the better rank."""
        columns = [_ranks(column) for column in zip(*self.values, strict=True)]
        return tuple(Fraction(sum(row), len(columns)) for row in zip(*columns, strict=True))

    def order(self, by: str = "rank") -> tuple[int, ...]:
        """The rows from the best to the worst: by mean ``rank``, as ``given``, or by a target's label or number.

        Raises `MathhammerError` for a target that is not there.
        """
        numbers = range(len(self.values))
        if by == "given":
            return tuple(numbers)
        if by == "rank":
            return tuple(sorted(numbers, key=lambda row: self.ranks[row]))
        at = self._column(by)
        return tuple(sorted(numbers, key=lambda row: _order(self.values[row][at]), reverse=True))

    def sorted(self, by: str = "rank") -> Comparison:
        """The same with its rows in that `order`."""
        return self.taken(self.order(by))

    def taken(self, rows: Iterable[int]) -> Comparison:
        """The same with these rows in this order."""
        order = list(rows)
        weapons = tuple(self.weapons[row] for row in order)
        return replace(self, weapons=weapons, values=tuple(self.values[row] for row in order))

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The matrix as neutral blocks."""
        from .compare_page import comparisons_blocks

        return comparisons_blocks([self], figures or Figures())

    def gallery(self) -> Gallery:
        """The picture: the matrix in shades, under the name of the cell."""
        from .compare_page import comparisons_gallery

        return comparisons_gallery([self])

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a pair: the weapon, the target, the value."""
        return [
            {"weapon": weapon, "target": target, self.cell: value}
            for weapon, values in zip(self.row_labels, self.values, strict=True)
            for target, value in zip(self.column_labels, values, strict=True)
        ]

    def _column(self, name: str) -> int:
        wanted = " ".join(name.lower().split())
        known = [[label.lower() for label in labels] for labels in (self.column_labels, self.columns)]
        for labels in known:
            if wanted in labels:
                return labels.index(wanted)
        if wanted.isdecimal() and 1 <= int(wanted[:9]) <= len(self.columns):
            return int(wanted[:9]) - 1
        near = closest(wanted, self.column_labels)
        hint = f"did you mean {near}?" if near else "write rank, given, the name of a target or its number"
        raise MathhammerError(f"no target is called {quoted(name)}", hint)

    def __str__(self) -> str:
        from .compare_page import comparisons_table

        return comparisons_table([self])


def row_line(weapons: Iterable[Attack]) -> str:
    """Weapons that are fired together in canonical notation."""
    return "; ".join(map(write, weapons))


def _highest(column: Iterable[Fraction | None]) -> tuple[int, ...]:
    values = list(column)
    top = max(map(_order, values))
    return tuple(row for row, value in enumerate(values) if value is not None and _order(value) == top)


def _ranks(column: Iterable[Fraction | None]) -> list[int]:
    """How many are better than each, and one."""
    values = list(map(_order, column))
    ranks: dict[Fraction, int] = {}
    for place, value in enumerate(sorted(values, reverse=True), start=1):
        ranks.setdefault(value, place)
    return [ranks[value] for value in values]


def _order(value: Fraction | None) -> Fraction:
    """What is not allowed comes after everything."""
    return Fraction(-1) if value is None else value
