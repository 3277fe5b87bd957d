"""The answer to how many attacks are needed: the smallest numbers, the means, and the curve behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from ..distribution import Distribution
from ..editions import Edition
from ..notation import write_query
from ..profiles import Mortals, Unit, Weapon
from ..report.blocks import Block
from ..report.numbers import Figures, short_fraction
from ..report.pictures import Gallery
from ..sequence.power import Curve, least
from ..situation import Situation
from .shown import Shown

MILESTONES = tuple(Fraction(percent, 100) for percent in (50, 75, 90, 95, 99))
MOST_ROWS = 20  # of a curve whose length was not asked for
By = Literal["attacks", "models"]


@dataclass(frozen=True)
class Milestone:
    """The smallest numbers of attacks and of models that reach a chance; None where none was found."""

    chance: Fraction
    attacks: int | None
    models: int | None


@dataclass(frozen=True, repr=False)
class NeededResult(Shown):
    """How many attacks, or models that fire, are needed to slay ``kills`` models with a ``chance``.

    ``by_attacks`` and ``by_models`` answer for any number; ``attacks_a_model`` is how many attacks one model
    makes, ``upto`` how far the curve was asked for.
    """

    edition: Edition
    attack: Weapon | Mortals
    unit: Unit
    situation: Situation
    kills: int
    chance: Fraction
    by_attacks: Curve
    by_models: Curve
    attacks_a_model: Distribution
    upto: int | None = None
    polynomial: Mapping[tuple[int, ...], Fraction] | None = None
    notes: tuple[str, ...] = ()
    not_modelled: tuple[str, ...] = ()

    @cached_property
    def query(self) -> str:
        """The weapon and the target in canonical notation."""
        return write_query([[self.attack]], self.unit)

    @property
    def attacks(self) -> int | None:
        """The smallest number of attacks that reaches the chance; None if none does, or none up to the bound."""
        return self._least("attacks", self.chance)

    @property
    def models(self) -> int | None:
        """The smallest number of models, each firing the weapon as written, that reaches the chance, or None."""
        return self._least("models", self.chance)

    @cached_property
    def expected_attacks(self) -> Fraction | None:
        """The mean of the smallest number of attacks that does it; None if there is none or it is not known."""
        return self.by_attacks.mean

    @cached_property
    def expected_models(self) -> Fraction | None:
        """The same for models."""
        return self.by_models.mean

    @cached_property
    def milestones(self) -> tuple[Milestone, ...]:
        """What the usual chances, and the one asked for, need."""
        return tuple(map(self._at, sorted({*MILESTONES, self.chance})))

    @cached_property
    def _found(self) -> dict[tuple[By, Fraction], int | None]:
        return {}

    def _at(self, chance: Fraction) -> Milestone:
        return Milestone(chance, self._least("attacks", chance), self._least("models", chance))

    def _least(self, by: By, chance: Fraction) -> int | None:
        """The smallest number for a chance; what is known of lower chances shortens the search."""
        if (by, chance) not in self._found:
            lower = [n for (side, p), n in self._found.items() if side == by and p < chance and n is not None]
            self._found[by, chance] = least(self.side(by), chance, max(lower, default=1) - 1)
        return self._found[by, chance]

    @property
    def curve(self) -> dict[int, Fraction]:
        """The chance by number of attacks, as far as asked for or to 99 %; `by_attacks` answers for any other."""
        return {n: self.by_attacks.reached(n) for n in range(self._end("attacks") + 1)}

    @property
    def model_curve(self) -> dict[int, Fraction]:
        """The same by number of models."""
        return {n: self.by_models.reached(n) for n in range(self._end("models") + 1)}

    def _end(self, by: By) -> int:
        """Where a curve ends: where it was asked to, at 99 %, or soon where that is out of reach."""
        last = self._least(by, MILESTONES[-1]) if self.upto is None else self.upto
        return MOST_ROWS if last is None else int(last)

    def side(self, by: By) -> Curve:
        """The curve by attacks or by models."""
        return self.by_attacks if by == "attacks" else self.by_models

    @property
    def sides(self) -> tuple[By, ...]:
        """By what there is something to tell: attacks, and models unless each makes exactly one."""
        return ("attacks",) if self.attacks_a_model.weights == ((1, 1),) else ("attacks", "models")

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The answer as neutral blocks."""
        from .needed_show import needed_blocks

        return needed_blocks([self], figures or Figures())

    def gallery(self) -> Gallery:
        """The pictures by name: the kill curve by ``attacks``, and by ``models`` unless each makes one."""
        from .needed_show import needed_gallery

        return needed_gallery([self])

    def to_rows(self) -> list[dict[str, Any]]:
        """The curves as rows: by attacks or models, the number of them, the chance.

        All numbers as far as asked for; else about twenty of them, to 99 %.
        """
        rows = []
        for by in self.sides:
            end = self._end(by)
            step = _step(end) if self.upto is None else 1
            shown = range(0, end + step, step)
            rows += [{"by": by, "number": n, "chance": self.side(by).reached(n)} for n in shown]
        return rows

    def _key(self) -> tuple[Any, ...]:
        return (self.edition.name, self.query, self.situation, self.kills, self.chance, self.upto)

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> Mapping[str, Any]:
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def __str__(self) -> str:
        from .needed_show import needed_table

        return needed_table([self], Figures())

    def __repr__(self) -> str:
        return f"<{self.query}: {self.attacks} attacks, {self.models} models for a chance of {short_fraction(self.chance)}>"


def _step(last: int) -> int:
    """A round step with which a curve of that length has about twenty rows.

    >>> _step(20), _step(57), _step(1000)
    (1, 5, 50)
    """
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if last <= step * MOST_ROWS:
                return step
        size *= 10
