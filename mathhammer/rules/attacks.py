"""Rules on the number of attacks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ..dice import Dice
from ..stages import Attacks
from .rule import Encounter, Rule


@dataclass(frozen=True)
class RapidFire(Rule):
    """X more attacks when the target is within half range."""

    dice: Dice

    forms = ("rapid fire {dice}", "rf {dice}")
    source = "10e core rules, Rapid Fire; 11e 24.30"
    reading = (
        "X is rolled once a weapon; in the 10th edition it raises the Attacks characteristic, in the 11th it adds attacks."
    )

    def attacks(self, attacks: Attacks, encounter: Encounter) -> Attacks:
        if not encounter.situation.half_range or encounter.melee:
            return attacks
        if encounter.edition.rapid_fire == "characteristic":
            return replace(attacks, raises=(*attacks.raises, self.dice))
        return replace(attacks, extra=(*attacks.extra, self.dice))


@dataclass(frozen=True)
class Blast(Rule):
    """X more attacks for every five models in the target unit; 1 where no X is printed."""

    extra: int = 1

    forms = ("blast {int}", "blast")
    counts_models = True
    source = "10e core rules, Blast; 11e 24.05"
    reading = "The models of the whole target are counted once, before the volley; each weapon of the count gets the bonus."

    def __str__(self) -> str:
        text = "blast" if self.extra == 1 else f"blast {self.extra}"
        return text if self.condition is None else f"{text}: {self.condition}"

    def attacks(self, attacks: Attacks, encounter: Encounter) -> Attacks:
        return _per_five_models(attacks, self.extra, encounter)

    def forbids(self, encounter: Encounter) -> str:
        if self.extra != 1 and encounter.edition.family == "10th":
            return f"[blast {self.extra}] belongs to the 11th edition; write [blast]"
        return "a [blast] weapon cannot be used against an engaged unit" if encounter.situation.target_engaged else ""


@dataclass(frozen=True)
class Cleave(Rule):
    """X more melee attacks for every five models in the target unit."""

    extra: int

    forms = ("cleave {int}",)
    counts_models = True
    families = ("11th",)
    source = "11e 24.06"
    reading = "All attacks of the weapon are made against this target; its models are counted as for [blast]."

    def attacks(self, attacks: Attacks, encounter: Encounter) -> Attacks:
        return _per_five_models(attacks, self.extra, encounter) if encounter.melee else attacks


def _per_five_models(attacks: Attacks, extra: int, encounter: Encounter) -> Attacks:
    more = extra * (encounter.target_models // 5)
    return replace(attacks, extra=(*attacks.extra, Dice(plus=more))) if more else attacks


@dataclass(frozen=True)
class ModifyAttacks(Rule):
    """The Attacks characteristic is N higher or lower, at least 1."""

    by: int

    forms = ("{signed} A",)
    repeats = True
    source = "10e rules commentary, modifiers; 11e 02.02.01"
    reading = "In the 10th edition [extra attacks] weapons keep their printed Attacks."

    def attacks(self, attacks: Attacks, encounter: Encounter) -> Attacks:
        return raised(attacks, self.by, encounter)


def raised(attacks: Attacks, by: int, encounter: Encounter) -> Attacks:
    """The attacks with the characteristic changed, unless the edition keeps it as printed."""
    if encounter.edition.extra_attacks_fixed and "extra attacks" in encounter.weapon_rules:
        return attacks
    return replace(attacks, raises=(*attacks.raises, Dice(plus=by)))


@dataclass(frozen=True)
class RerollAttacks(Rule):
    """The roll for the number of attacks is made again when it is low, or each die that shows 1."""

    which: Literal["low", "1s"] = "low"

    forms = ("reroll attacks {low|1s}", "reroll attacks")
    source = "10e core rules, re-rolls; 11e 01.05"
    reading = "low: the whole roll is made again when its total is below the mean of its dice; 1s: each die that shows 1."

    def attacks(self, attacks: Attacks, encounter: Encounter) -> Attacks:
        return replace(attacks, reroll=self.which)


class ExtraAttacks(Rule):
    """The weapon is used beside another; in the 10th edition nothing changes its Attacks."""

    forms = ("extra attacks", "ea")
    source = "10e core rules updates, Extra Attacks; 11e 24.11"
    reading = "Write it as one more weapon; the attacks of the others are not given up."
