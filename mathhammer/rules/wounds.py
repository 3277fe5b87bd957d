"""Rules on the wound roll and on what a wound yields."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..check import Again, Check
from ..dice import Dice
from ..stages import CriticalWound
from .rule import Encounter, Rule


class DevastatingWounds(Rule):
    """A critical wound cannot be saved and is dealt as mortal wounds to one model."""

    forms = ("devastating wounds", "dev wounds", "devs", "dw", "dev", "devastating")
    source = "given text, Devastating Wounds; 10e core rules updates; 11e 24.10"
    reading = "In the 11th edition the target's reductions of damage do not touch it."

    def critical_wound(self, critical: CriticalWound, encounter: Encounter) -> CriticalWound:
        return replace(critical, devastating=True)


@dataclass(frozen=True)
class MortalsOnCriticalWound(Rule):
    """A critical wound also deals X mortal wounds, which spill over."""

    dice: Dice

    forms = ("mortals {dice} on crit wound", "mortals {dice} on critical wound")
    source = "10e core rules, mortal wounds; rules commentary; 11e 06.02"
    reading = "Dealt even if the attack itself is saved, after all other damage, untouched by damage modifiers."

    def critical_wound(self, critical: CriticalWound, encounter: Encounter) -> CriticalWound:
        return replace(critical, mortals=(*critical.mortals, self.dice))


@dataclass(frozen=True)
class AntiKeyword(Rule):
    """Against that KEYWORD an unmodified wound roll of n+ is a critical wound, whatever the Toughness."""

    keyword: str
    need: int

    forms = ("anti-{keyword} {need}",)
    repeats = "other parameters"
    source = "10e core rules, Anti; 11e 24.03"
    reading = "Of several that apply, the lowest counts."

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        return (CriticalWoundOn(self.need),) if self.keyword in encounter.target_keywords else ()


@dataclass(frozen=True)
class CriticalWoundOn(Rule):
    """An unmodified wound roll of n+ is a critical wound, whatever the Toughness."""

    need: int

    forms = ("crit wound {need}", "crit wounds {need}", "critical wound {need}", "critical wounds {need}")
    repeats = "other parameters"
    source = "10e rules commentary, Critical Wound; 11e 05.02"
    reading = "It beats rules by which wound rolls of some faces always fail."

    def wound(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, critical=min(check.critical, self.need))


@dataclass(frozen=True)
class SuccessfulCriticalWoundOn(Rule):
    """An unmodified wound roll of n+ that wounds is a critical wound."""

    need: int

    forms = ("crit wound {need} (successful)", "critical wound {need} (successful)")
    repeats = "other parameters"
    source = "10e datasheets: the wording with a successful roll"

    def wound(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, critical_if_successful=min(check.critical_if_successful, self.need))


@dataclass(frozen=True)
class RerollWounds(Rule):
    """Wound rolls of 1, that fail, or that are not critical are made again."""

    which: Again = "fails"

    forms = ("reroll wounds {1s|fails|non-crits}", "reroll wounds")
    repeats = "other parameters"
    source = "10e core rules, re-rolls; 11e 01.05"
    reading = (
        "Whether a roll fails is judged after modifiers, gates and caps; two such rules re-roll the union of their faces."
    )

    def wound(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, rerolls=check.rerolls | {self.which})


class TwinLinked(Rule):
    """Wound rolls that fail are made again."""

    forms = ("twin-linked", "tl")
    source = "10e core rules, Twin-linked; 11e 24.38"
    reading = (
        "The rule lets any wound roll be made again; here that is those that fail. To fish for criticals write "
        "[reroll wounds non-crits]."
    )

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        return (RerollWounds("fails"),)


class Lance(Rule):
    """+1 to wound when the bearer charged."""

    forms = ("lance",)
    source = "10e core rules, Lance; 11e 24.21"

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        return (ModifyWound(1),) if encounter.situation.charged else ()


@dataclass(frozen=True)
class ModifyWound(Rule):
    """N is added to or taken from the wound roll; all modifiers together count for at most 1."""

    by: int

    forms = ("{signed} to wound",)
    owners = ("weapon", "target")
    repeats = True
    of_unit = "if any group has it"
    source = "10e core rules, wound roll; 11e 02.02.01"

    def wound(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, modifiers=(*check.modifiers, self.by))


@dataclass(frozen=True)
class ModifyWoundIfStronger(Rule):
    """N is added to or taken from the wound roll when the Strength is above the Toughness."""

    by: int

    forms = ("{signed} to wound if S>T", "{signed} to wound if S > T")
    owners = ("target",)
    repeats = True
    of_unit = "if any group has it"
    source = "10e datasheets"
    reading = "A random Strength is compared as rolled for that wound roll, with its modifiers."

    def wound(self, check: Check, encounter: Encounter) -> Check:
        if encounter.strength <= encounter.toughness:
            return check
        return replace(check, modifiers=(*check.modifiers, self.by))


@dataclass(frozen=True)
class ModifyStrength(Rule):
    """The Strength is N higher or lower, at least 1."""

    by: int

    forms = ("{signed} S",)
    repeats = True
    source = "10e rules commentary, modifiers; 11e 02.02.01"

    def strength(self, modifiers: tuple[int, ...], encounter: Encounter) -> tuple[int, ...]:
        return (*modifiers, self.by)


class LowWoundRollsFail(Rule):
    """Unmodified wound rolls of 1 to 3 fail, unless they are critical."""

    forms = ("wound rolls 1-3 fail", "wound rolls of 1-3 fail")
    owners = ("weapon", "target")
    cumulative = False
    of_unit = "if any group has it"
    source = "datasheets and stratagems that fail low wound rolls"
    reading = "A critical wound always succeeds, so it wins over this rule."

    def wound(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, fails=max(check.fails, 3))
