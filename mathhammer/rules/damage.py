"""Rules on damage, and on wounds that are not lost after all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ..dice import Dice
from ..stages import Damage, FeelNoPain
from .rule import Encounter, Rule


@dataclass(frozen=True)
class Melta(Rule):
    """X more damage when the target is within half range."""

    dice: Dice

    forms = ("melta {dice}",)
    source = "10e core rules, Melta; 11e 24.25"
    reading = (
        "An addition to the Damage characteristic, made in the edition's order of modifiers; a random X is rolled "
        "for each damaging attack."
    )

    def damage(self, damage: Damage, encounter: Encounter) -> Damage:
        if not encounter.situation.half_range or encounter.melee:
            return damage
        return replace(damage, weapon=replace(damage.weapon, add=(*damage.weapon.add, self.dice)))


@dataclass(frozen=True)
class ModifyDamage(Rule):
    """The weapon's Damage is N higher or lower, at least 1 (a printed 0 stays 0 or what is added)."""

    by: int

    forms = ("{signed} D",)
    repeats = True
    source = "10e rules commentary, modifiers; 11e 02.02.01"

    def damage(self, damage: Damage, encounter: Encounter) -> Damage:
        weapon = damage.weapon
        if self.by < 0:
            return replace(damage, weapon=replace(weapon, subtract=weapon.subtract - self.by))
        return replace(damage, weapon=replace(weapon, add=(*weapon.add, Dice(plus=self.by))))


@dataclass(frozen=True)
class ReduceDamage(Rule):
    """N is taken from the Damage of attacks on the target, to at least 1."""

    by: int

    forms = ("-{int} damage",)
    owners = ("target",)
    repeats = True
    source = "10e rules commentary, modifiers; 11e 02.02.01"
    reading = "11th edition: not from devastating wounds."

    def damage(self, damage: Damage, encounter: Encounter) -> Damage:
        return replace(damage, target=replace(damage.target, subtract=damage.target.subtract + self.by))


class HalveDamage(Rule):
    """The Damage of attacks on the target is halved, rounded up."""

    forms = ("half damage", "halve damage")
    owners = ("target",)
    cumulative = False
    source = "10e rules commentary, modifiers; 11e 02.02.01"
    reading = "Rounded once, after all modifiers. 11th edition: not devastating wounds."

    def damage(self, damage: Damage, encounter: Encounter) -> Damage:
        return replace(damage, target=replace(damage.target, divide=damage.target.divide * 2))


@dataclass(frozen=True)
class SetDamage(Rule):
    """The Damage of attacks on the target is changed to N, before other modifiers."""

    to: int

    forms = ("damage {number}",)
    owners = ("target",)
    source = "10e rules commentary, damage characteristics; 11e 02.02.01"
    reading = "10th: [melta] still adds to it, even to a 0. 11th: a 0 is final; not for devastating wounds."

    def damage(self, damage: Damage, encounter: Encounter) -> Damage:
        return replace(damage, target=replace(damage.target, set_to=self.to))


@dataclass(frozen=True)
class RerollDamage(Rule):
    """The damage roll is made again when it is low, or each die that shows 1."""

    which: Literal["low", "1s"] = "low"

    forms = ("reroll damage {low|1s}", "reroll damage")
    source = "10e core rules, re-rolls; 11e 01.05"
    reading = (
        "low: the whole roll is made again when its total, before modifiers, is below the mean of its dice; 1s: "
        "each die that shows 1."
    )

    def damage(self, damage: Damage, encounter: Encounter) -> Damage:
        return replace(damage, reroll=self.which)


class ZeroFirstFailedSave(Rule):
    """The Damage of the first attack whose save is failed is changed to 0."""

    forms = ("damage 0 first failed save",)
    owners = ("target",)
    cumulative = False
    source = "10e datasheets; 10e core rules updates, damage characteristics"
    reading = "Forced, once a volley; never a devastating wound. A set value: in the 10th edition [melta] still adds to it."

    def damage(self, damage: Damage, encounter: Encounter) -> Damage:
        return replace(damage, first_is_zero=True)


@dataclass(frozen=True)
class FeelNoPainRule(Rule):
    """A D6 for each wound that would be lost: on n+ it is not."""

    need: int
    scope: Literal["", "mortal", "psychic"] = ""

    forms = ("FNP{need}",)
    owners = ("target",)
    repeats = "other parameters"
    source = "given text, Feel No Pain; 10e core rules; 11e 24.12"
    reading = "Only one may be used for each wound: the best that applies."

    def __str__(self) -> str:
        return f"FNP{self.need}+" + (f" ({self.scope})" if self.scope else "")

    @classmethod
    def title(cls) -> str:
        return "feel no pain"

    def feel_no_pain(self, ignored: FeelNoPain, encounter: Encounter) -> FeelNoPain:
        return replace(ignored, needs=(*ignored.needs, (self.scope, self.need)))


@dataclass(frozen=True)
class Wounded(Rule):
    """The front model of the group has N wounds left."""

    left: int

    forms = ("wounded {int}",)
    owners = ("target",)
    source = "10e core rules, allocate attack: a wounded model first; 11e 05.04"
