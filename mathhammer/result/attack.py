"""The answer to an attack: exact laws, held as whole numbers, turned into fractions when asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, Literal

import icepool

from ..dice import Die, Law, die_of_pairs
from ..distribution import Distribution, distribution
from ..editions import Edition
from ..notation import write, write_query
from ..profiles import Mortals, Unit, Weapon
from ..report.numbers import short_fraction
from ..sequence.mortal import COUNTED, MortalSteps
from ..sequence.steps import Steps, steps
from ..sequence.volley import Outcome
from ..situation import Situation
from .shown import Shown

if TYPE_CHECKING:  # few answers hold a decision, and every start would pay for it
    from ..decisions.decision import Decision
    from ..report.blocks import Block
    from ..report.numbers import Figures
    from ..report.pictures import Gallery

Stat = Literal["damage", "kills", "attacks", "hits", "critical_hits", "wounds", "critical_wounds", "unsaved"]
_TOLD: tuple[Stat, ...] = ("damage", "kills")


@dataclass(frozen=True)
class Shooting:
    """One weapon of an attack with the situation in which it is used."""

    attack: Weapon | Mortals
    situation: Situation


@dataclass(frozen=True)
class Volley:
    """The weapons of one attacking unit, in the order in which they are fired.

    ``models`` are the numbers of models that the target may have left when they are counted, with
    their chances (given that some are left).
    """

    shootings: tuple[Shooting, ...]
    models: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True)
class Stage:
    """Means of one weapon's attacks, step by step, as if the target never ran out."""

    weapon: str
    attacks: Fraction
    hits: Fraction
    critical_hits: Fraction
    wounds: Fraction
    critical_wounds: Fraction
    unsaved: Fraction


@dataclass(frozen=True)
class GroupResult:
    """What one group of the target suffers."""

    name: str
    damage: Die
    kills: Die
    wipe: Fraction


@dataclass(frozen=True, eq=False, repr=False)
class AttackResult(Shown):
    """The exact outcome of an attack: laws of wounds lost and models slain, and what they come from.

    ``damage`` and ``kills`` are `icepool.Die`; probabilities and means are `Fraction`. Results are
    immutable, hashable, picklable, and equal when their laws and queries are.
    """

    edition: Edition
    volleys: tuple[Volley, ...]
    unit: Unit
    situation: Situation
    outcome: Outcome
    decision: Decision | None = None
    notes: tuple[str, ...] = ()
    not_modelled: tuple[str, ...] = ()

    @cached_property
    def query(self) -> str:
        """The question in canonical notation: paste it anywhere."""
        volleys = [[shooting.attack for shooting in volley.shootings] for volley in self.volleys]
        return write_query(volleys, self.unit)

    @property
    def shootings(self) -> tuple[Shooting, ...]:
        """All weapons, in the order in which they are fired."""
        return tuple(shooting for volley in self.volleys for shooting in volley.shootings)

    def law(self, stat: Stat) -> Distribution:
        """The law of ``damage`` (wounds lost), ``kills`` (models slain) or a stage such as ``hits``.

        Stages count the attacks of all weapons, as if the target never ran out.
        """
        if stat not in self._laws:
            self._laws[stat] = self._law(stat)
        return self._laws[stat]

    @cached_property
    def _laws(self) -> dict[str, Distribution]:
        return {}

    def _law(self, stat: Stat) -> Distribution:
        squad = self.outcome.squad
        if stat == "damage":
            return distribution((lost - squad.lost, weight) for lost, weight in self._lost())
        if stat == "kills":
            return distribution((lost // squad.wounds, weight) for lost, weight in self._lost())
        total: Distribution = distribution({0: 1})
        for volley in self.volleys:
            cases = [(chance, _sum_of(step.law_of(stat) for step in self._steps(volley, n))) for n, chance in volley.models]
            total = _sum_of((total.weights, _mixed(cases).weights))
        return total

    def _lost(self) -> list[tuple[int, int]]:
        """Wounds lost by all models, from full strength, with weights; dead comes last."""
        squad, vector = self.outcome.squad, self.outcome.vector
        live = [(squad.lost_in(state), weight) for state, weight in enumerate(vector)]
        return [*live, (squad.models * squad.wounds, self.outcome.denominator - sum(vector))]

    @property
    def damage(self) -> Die:
        """The distribution of wounds lost by all models of the target, overkill not counted."""
        return self.law("damage").die

    @property
    def kills(self) -> Die:
        """The distribution of models slain."""
        return self.law("kills").die

    @property
    def wipe(self) -> Fraction:
        """The chance that all of them are dead."""
        return Fraction(self.outcome.denominator - sum(self.outcome.vector), self.outcome.denominator)

    @cached_property
    def joint(self) -> icepool.Die[tuple[int, int]]:
        """The joint distribution of models slain and wounds lost by models still alive."""
        squad = self.outcome.squad
        weights: dict[tuple[int, int], int] = {}
        for lost, weight in self._lost():
            slain, hurt = divmod(lost, squad.wounds)
            weights[slain, hurt] = weights.get((slain, hurt), 0) + weight
        return die_of_pairs(weights)

    @property
    def groups(self) -> tuple[GroupResult, ...]:
        """One record a group of the target, in the order written."""
        return (GroupResult(self.unit.groups[0].name, self.damage, self.kills, self.wipe),)

    def _steps(self, volley: Volley, models: int) -> list[Steps | MortalSteps]:
        return [steps(s.attack, self.unit, s.situation, self.edition, models) for s in volley.shootings]

    @cached_property
    def steps(self) -> tuple[Steps | MortalSteps, ...]:
        """The steps of each weapon, against as many models as are most likely there when it fires."""
        likely = [(v, max(v.models, key=lambda pair: pair[1])[0]) for v in self.volleys]
        return tuple(step for volley, models in likely for step in self._steps(volley, models))

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The means of each weapon's attacks, hits, wounds and unsaved wounds."""
        stages = []
        for volley in self.volleys:
            cases = [(chance, self._steps(volley, models)) for models, chance in volley.models]
            for at, shooting in enumerate(volley.shootings):
                means = {what: sum((chance * c[at].means[what] for chance, c in cases), Fraction(0)) for what in COUNTED}
                stages.append(Stage(write(shooting.attack), **means))
        return tuple(stages)

    @cached_property
    def nominal(self) -> Fraction:
        """The mean damage as if nothing were lost to overkill (Feel No Pain counted)."""
        total = Fraction(0)
        for volley in self.volleys:
            for models, chance in volley.models:
                total += chance * sum((step.nominal for step in self._steps(volley, models)), Fraction(0))
        return total

    @cached_property
    def wasted(self) -> Fraction:
        """The mean damage lost to overkill; 0 when dice are held, for the steps are then those without them."""
        if self.decision is not None:
            return Fraction(0)
        return self.nominal - self.law("damage").mean

    def at_least(self, stat: Stat, value: int) -> Fraction:
        """The chance that a stat reaches a value."""
        return self.law(stat).at_least(value)

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The answer as neutral blocks."""
        from .page import page_blocks

        return page_blocks(self, figures=figures)

    def gallery(self) -> Gallery:
        """The pictures by name: ``kills``, ``damage``, the stages, ``funnel``, and those of dice held."""
        from .page import gallery

        return gallery(self)

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of wounds lost and of models slain: quantity, value, exactly, at least.

        >>> from mathhammer import attack
        >>> attack("A1 BS3+ S4 AP-1 D1", "1x T4 Sv3+ W1").to_rows()[1]["exactly"]
        Fraction(1, 6)
        """
        from ..report.law import named_rows

        return [row for stat in _TOLD for row in named_rows(self.edition.name, stat, self.law(stat))]

    def _key(self) -> tuple[Any, ...]:
        return (self.edition.name, self.query, self.situation, self.law("damage"), self.outcome.squad, self._decided())

    def _decided(self) -> tuple[Any, ...]:
        found = self.decision
        return () if found is None else (found.objective, found.rolls, found.base, found.best, found.gain)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AttackResult) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> Mapping[str, Any]:
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def __str__(self) -> str:
        from .table import table

        return table(self)

    def __repr__(self) -> str:
        slain, lost = short_fraction(self.law("kills").mean), short_fraction(self.law("damage").mean)
        return f"<{self.query}: {slain} slain, {lost} lost on average>"


def _sum_of(laws: Iterable[Law]) -> Distribution:
    """The law of the sum of independent numbers."""
    total: dict[int, int] = {0: 1}
    for law in laws:
        longer: dict[int, int] = {}
        for a, v in total.items():
            for b, w in law:
                longer[a + b] = longer.get(a + b, 0) + v * w
        total = longer
    return distribution(total)


def _mixed(cases: list[tuple[Fraction, Distribution]]) -> Distribution:
    """The law of one of several cases, by chance."""
    if len(cases) == 1:
        return cases[0][1]
    total: dict[int, Fraction] = {}
    for chance, law in cases:
        for value, likely in law:
            total[value] = total.get(value, Fraction(0)) + chance * likely
    common = lcm(*(likely.denominator for likely in total.values()))
    return distribution({value: int(likely * common) for value, likely in total.items()})
