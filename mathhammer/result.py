"""The answer to an attack: exact laws, held as whole numbers, turned into fractions when asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import icepool

from .dice import Die, die_of_pairs
from .distribution import Distribution, distribution
from .editions import Edition
from .notation import write
from .profiles import Group, Mortals, Unit, Weapon
from .sequence.steps import COUNTED, MortalSteps, Steps, steps
from .sequence.volley import Outcome
from .situation import Situation

Stat = Literal["damage", "kills", "attacks", "hits", "critical_hits", "wounds", "critical_wounds", "unsaved"]


@dataclass(frozen=True)
class Shooting:
    """One weapon of the attack with the situation in which it was used."""

    attack: Weapon | Mortals
    situation: Situation


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


@dataclass(frozen=True, eq=False)
class AttackResult:
    """The exact outcome of an attack: laws of wounds lost and models slain, and what they come from.

    ``damage`` and ``kills`` are `icepool.Die`; probabilities and means are `Fraction`. Results are
    immutable, hashable, picklable, and equal when their laws and queries are.
    """

    edition: Edition
    shootings: tuple[Shooting, ...]
    unit: Unit
    situation: Situation
    outcome: Outcome
    notes: tuple[str, ...] = ()
    not_modelled: tuple[str, ...] = ()

    @cached_property
    def query(self) -> str:
        """The question in canonical notation: paste it anywhere."""
        weapons = " ; ".join(write(shooting.attack) for shooting in self.shootings)
        return f"{weapons} vs {write(self.unit)}"

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
            return distribution((state - squad.lost, weight) for state, weight in self._states())
        if stat == "kills":
            return distribution((state // squad.wounds, weight) for state, weight in self._states())
        total: dict[int, int] = {0: 1}
        for step in self.steps:
            total = _added(total, dict(step.law_of(stat)))
        return distribution(total)

    def _states(self) -> list[tuple[int, int]]:
        """Wounds lost by all models, from full strength, with weights; the dead state is the last."""
        vector = self.outcome.vector
        return [*enumerate(vector), (len(vector), self.outcome.denominator - sum(vector))]

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
        for state, weight in self._states():
            slain, hurt = divmod(state, squad.wounds)
            weights[slain, hurt] = weights.get((slain, hurt), 0) + weight
        return die_of_pairs(weights)

    @property
    def groups(self) -> tuple[GroupResult, ...]:
        """One record a group of the target, in the order written."""
        group: Group = self.unit.groups[0]
        return (GroupResult(group.name, self.damage, self.kills, self.wipe),)

    @cached_property
    def steps(self) -> tuple[Steps | MortalSteps, ...]:
        """The steps of each weapon: checks, laws and packets."""
        return tuple(steps(s.attack, self.unit, s.situation, self.edition) for s in self.shootings)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The means of each weapon's attacks, hits, wounds and unsaved wounds."""
        return tuple(
            Stage(write(shooting.attack), **{what: step.means[what] for what in COUNTED})
            for shooting, step in zip(self.shootings, self.steps, strict=True)
        )

    @cached_property
    def nominal(self) -> Fraction:
        """The mean damage as if nothing were lost to overkill (Feel No Pain counted)."""
        return sum((step.nominal for step in self.steps), Fraction(0))

    @cached_property
    def wasted(self) -> Fraction:
        """The mean damage lost to overkill."""
        return self.nominal - self.law("damage").mean

    def at_least(self, stat: Stat, value: int) -> Fraction:
        """The chance that a stat reaches a value."""
        return self.law(stat).at_least(value)

    def _key(self) -> tuple[Any, ...]:
        return (self.edition.name, self.query, self.situation, self.law("damage"), self.outcome.squad)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AttackResult) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> Mapping[str, Any]:
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def __str__(self) -> str:
        from .show import table

        return table(self)

    def __repr__(self) -> str:
        return f"<{self.query}: {self.law('kills').mean} slain, {self.law('damage').mean} lost on average>"


def _added(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    total: dict[int, int] = {}
    for a, v in one.items():
        for b, w in other.items():
            total[a + b] = total.get(a + b, 0) + v * w
    return total
