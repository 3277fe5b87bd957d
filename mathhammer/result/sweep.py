"""The answer to a sweep: the same attack with one or two numbers changed, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args

from ..editions import Edition
from ..notation import write_query
from ..notation.weapons import Attack
from ..profiles import Unit
from ..report.blocks import Block
from ..report.numbers import Figures
from ..report.pictures import Gallery
from ..situation import Situation
from .shown import Shown

SweepCell = Literal["kills", "damage", "wipe"]
SWEEP_CELLS: tuple[str, ...] = get_args(SweepCell)
Setting: TypeAlias = int | str | bool


@dataclass(frozen=True)
class SweepRow:
    """One attack: the values of what is swept, and its means; None where the rules do not allow it."""

    settings: tuple[Setting, ...]
    kills: Fraction | None
    damage: Fraction | None
    wipe: Fraction | None

    def value(self, cell: str) -> Fraction | None:
        """The mean of that name."""
        found: Fraction | None = getattr(self, cell)
        return found


@dataclass(frozen=True)
class Crossing:
    """Where a number passes a bound: between two rows that follow each other.

    ``reached`` says that ``after`` is at least the bound and ``before`` is not, or else the reverse;
    ``beside`` is the value of the second number that is swept, if there is one.
    """

    before: SweepRow
    after: SweepRow
    reached: bool
    beside: tuple[Setting, ...] = ()


@dataclass(frozen=True)
class Sweep(Shown):
    """One attack with one or two numbers changed, in one edition: models slain, wounds lost, all dead.

    ``over`` names what is swept, ``rows`` hold the answers in order, the last name changing fastest.
    It is immutable, hashable and picklable.
    """

    edition: Edition
    over: tuple[str, ...]
    weapons: tuple[Attack, ...]
    unit: Unit
    situation: Situation
    rows: tuple[SweepRow, ...]
    notes: tuple[str, ...] = ()
    not_modelled: tuple[str, ...] = ()

    @cached_property
    def query(self) -> str:
        """The attack as written, before anything is changed."""
        return write_query([self.weapons], self.unit)

    @cached_property
    def values(self) -> tuple[tuple[Fraction | None, Fraction | None, Fraction | None], ...]:
        """Models slain, wounds lost and the chance that all are dead, row by row."""
        return tuple((row.kills, row.damage, row.wipe) for row in self.rows)

    def axis(self, number: int) -> tuple[Setting, ...]:
        """The values of the first (0) or second (1) that is swept."""
        return tuple(dict.fromkeys(row.settings[number] for row in self.rows))

    def lines(self) -> Iterator[tuple[tuple[Setting, ...], tuple[SweepRow, ...]]]:
        """The rows along the first that is swept, for each value of the second if there is one."""
        for beside in dict.fromkeys(row.settings[1:] for row in self.rows):
            yield beside, tuple(row for row in self.rows if row.settings[1:] == beside)

    def crossings(self, cell: str, at: Fraction) -> tuple[Crossing, ...]:
        """Where ``kills``, ``damage`` or ``wipe`` passes a bound, along the first that is swept."""
        found = []
        for beside, rows in self.lines():
            for before, after in _neighbours(rows, cell):
                if (before[1] >= at) is not (after[1] >= at):
                    found.append(Crossing(before[0], after[0], after[1] >= at, beside))
        return tuple(found)

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The rows as neutral blocks."""
        from .sweep_page import sweeps_blocks

        return sweeps_blocks([self], figures or Figures())

    def gallery(self) -> Gallery:
        """The pictures by name: ``kills``, ``damage`` and ``wipe``, along what is swept or over both."""
        from .sweep_pictures import sweeps_gallery

        return sweeps_gallery([self])

    def to_rows(self) -> list[dict[str, Any]]:
        """One row an attack: what is swept, and the means."""
        return [
            {**dict(zip(self.over, row.settings, strict=True)), **{cell: row.value(cell) for cell in SWEEP_CELLS}}
            for row in self.rows
        ]

    def __str__(self) -> str:
        from .sweep_page import sweeps_table

        return sweeps_table([self])


def _neighbours(
    rows: Iterable[SweepRow], cell: str
) -> Iterator[tuple[tuple[SweepRow, Fraction], tuple[SweepRow, Fraction]]]:
    """The rows that have a number, with it, each beside the next."""
    return pairwise((row, value) for row in rows if (value := row.value(cell)) is not None)
