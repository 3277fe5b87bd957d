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
from ..errors import SituationError
from ..notation import write, write_query
from ..profiles import Mortals, Unit, Weapon
from ..report.numbers import short_fraction
from ..sequence.engagement import AS_WRITTEN, Case, Plan, Reached, reached
from ..sequence.mortal import COUNTED, MortalSteps
from ..sequence.standing import Standing, as_written
from ..sequence.steps import Steps, steps
from ..sequence.volley import Outcome
from ..situation import Situation
from .groups import GroupResult, Remnant, low_chance, remnants
from .shown import Shown

if TYPE_CHECKING:  # few answers hold a decision, and every start would pay for it
    from ..decisions.decision import Decision
    from ..report.blocks import Block
    from ..report.numbers import Figures
    from ..report.pictures import Gallery
    from .losses import OwnLosses

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

    ``cases`` are the ways in which the target may stand when they fire, with their chances (given that
    some models are left).
    """

    shootings: tuple[Shooting, ...]
    cases: tuple[Case, ...]

    @property
    def likely(self) -> Case:
        """How the target most likely stands."""
        return max(self.cases, key=lambda case: case.chance)


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


@dataclass(frozen=True, eq=False, repr=False)
class AttackResult(Shown):
    """The exact outcome of an attack: laws of wounds lost and models slain, and what they come from.

    ``damage`` and ``kills`` are `icepool.Die`; probabilities and means are `Fraction`. Results are
    immutable, hashable, picklable, and equal when their laws and queries are. ``own_losses`` is what
    hazardous weapons cost the unit that bears them, if one is named.
    """

    edition: Edition
    volleys: tuple[Volley, ...]
    unit: Unit
    situation: Situation
    outcome: Outcome
    decision: Decision | None = None
    plan: Plan = AS_WRITTEN
    own_losses: OwnLosses | None = None
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
        if stat == "damage":
            return distribution((lost - self._before, weight) for (_, lost), weight in self._ends)
        if stat == "kills":
            return distribution((slain, weight) for (slain, _), weight in self._ends)
        if stat == "unsaved" and self.mixed:
            raise SituationError(
                "the distribution of unsaved wounds on several groups", "ask for damage or kills; the mean is in the table"
            )
        total: Distribution = distribution({0: 1})
        for volley in self.volleys:
            cases = [(c.chance, _sum_of(step.law_of(stat) for step in self._steps(volley, c))) for c in volley.cases]
            total = _sum_of((total.weights, _mixed(cases).weights))
        return total

    @property
    def mixed(self) -> bool:
        """Whether the target has several groups of models."""
        return len(self.unit.groups) > 1

    @cached_property
    def _tallies(self) -> list[tuple[tuple[tuple[int, int], ...], int]]:
        """For each end the models slain and the wounds lost from full strength, group by group, with its weight."""
        squad, live = self.outcome.squad, self.outcome.vector[: self.outcome.squad.live]
        found = [(squad.tally(state), weight) for state, weight in enumerate(live) if weight]
        dead = self.outcome.denominator - sum(live)
        return [*found, (squad.tally(squad.live), dead)] if dead else found

    @cached_property
    def _ends(self) -> list[tuple[tuple[int, int], int]]:
        """The same for all groups together."""
        return [((sum(s for s, _ in tally), sum(lost for _, lost in tally)), weight) for tally, weight in self._tallies]

    @cached_property
    def _before(self) -> int:
        """The wounds lost before the attack."""
        return sum(group.wounds - group.front_wounds for group in self.unit.groups)

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
        live = self.outcome.vector[: self.outcome.squad.live]
        return Fraction(self.outcome.denominator - sum(live), self.outcome.denominator)

    @cached_property
    def joint(self) -> icepool.Die[tuple[int, int]]:
        """The joint distribution of models slain and wounds lost by models still alive."""
        weights: dict[tuple[int, int], int] = {}
        for tally, weight in self._tallies:
            hurt = sum(lost - slain * g.wounds for (slain, lost), g in zip(tally, self.unit.groups, strict=True))
            end = (sum(slain for slain, _ in tally), hurt)
            weights[end] = weights.get(end, 0) + weight
        return die_of_pairs(weights)

    @cached_property
    def groups(self) -> tuple[GroupResult, ...]:
        """One record a group of the target, in the order written (characters of an attached unit last)."""
        found = []
        for number, group in enumerate(self.unit.groups):
            ends = [(tally[number], weight) for tally, weight in self._tallies]
            gone = group.wounds - group.front_wounds
            kills = distribution((slain, weight) for (slain, _), weight in ends)
            damage = distribution((lost - gone, weight) for (_, lost), weight in ends)
            found.append(GroupResult(group.name, group.count, damage, kills))
        return tuple(found)

    @cached_property
    def remains(self) -> tuple[Remnant, ...]:
        """The units that may be left, each with its Starting Strength, how likely it is, and how likely it is low."""
        return remnants(self.unit, self.edition, self._tallies, self.outcome.denominator)

    @property
    def half_strength(self) -> Fraction:
        """The chance that a unit is left that counts as below half-strength (11th edition: or at it)."""
        return low_chance(self.unit, self.edition, self._tallies, self.outcome.denominator)

    def _steps(self, volley: Volley, case: Case) -> list[Steps | MortalSteps]:
        standing = None
        if self.mixed:
            whole = as_written(self.unit, self.edition)
            standing = Standing(whole.squad, case.left)
        return [steps(s.attack, self.unit, s.situation, self.edition, case.models, standing) for s in volley.shootings]

    @cached_property
    def steps(self) -> tuple[Steps | MortalSteps, ...]:
        """The steps of each weapon, against the target as it most likely stands when it fires."""
        return tuple(step for volley in self.volleys for step in self._steps(volley, volley.likely))

    @cached_property
    def _reached(self) -> Reached:
        volleys = [[(s.attack, s.situation) for s in volley.shootings] for volley in self.volleys]
        return reached(volleys, self.unit, self.edition, self.plan)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The means of each weapon's attacks, hits, wounds and unsaved wounds.

        They are counted as if the target never ran out, but that in a unit of several groups unsaved
        wounds are those that reach a living model.
        """
        stages: list[Stage] = []
        for volley in self.volleys:
            cases = [(case.chance, self._steps(volley, case)) for case in volley.cases]
            for at, shooting in enumerate(volley.shootings):
                means = {what: sum((chance * c[at].means[what] for chance, c in cases), Fraction(0)) for what in COUNTED}
                if self.mixed:
                    means["unsaved"] = self._reached.unsaved[len(stages)]
                stages.append(Stage(write(shooting.attack), **means))
        return tuple(stages)

    @cached_property
    def nominal(self) -> Fraction:
        """The mean damage as if nothing were lost to overkill (Feel No Pain counted).

        In a unit of several groups that of what reaches a living model.
        """
        if self.mixed:
            return self._reached.nominal
        total = Fraction(0)
        for volley in self.volleys:
            for case in volley.cases:
                total += case.chance * sum((step.nominal for step in self._steps(volley, case)), Fraction(0))
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
        squad = self.outcome.squad
        laws = (self.law("damage"), squad, self._groups(), self._decided(), self.own_losses)
        return (self.edition.name, self.query, self.situation, *laws)

    def _groups(self) -> tuple[Any, ...]:
        return tuple((group.damage_law, group.kills_law) for group in self.groups) if self.mixed else ()

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
