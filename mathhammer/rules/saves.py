"""Rules on the saving throw, AP and cover."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ..check import Check
from ..stages import Save
from .rule import Encounter, Rule


@dataclass(frozen=True)
class InvulnerableSave(Rule):
    """A save that AP and cover do not touch, perhaps against ranged or melee attacks only."""

    need: int
    scope: Literal["", "ranged", "melee"] = ""

    forms = ("Inv{need}",)
    owners = ("target",)
    repeats = "other parameters"
    source = "10e core rules, invulnerable saves; 11e 05.03"
    reading = "The better of armour and invulnerable save is used, armour when they are equal."

    def __str__(self) -> str:
        return f"Inv{self.need}+" + (f" ({self.scope})" if self.scope else "")

    def save(self, save: Save, encounter: Encounter) -> Save:
        if self.scope and (self.scope == "melee") is not encounter.melee:
            return save
        return replace(save, invulnerable=min(save.invulnerable or 7, self.need))


class Cover(Rule):
    """Cover against ranged attacks: a better armour save (10th), a worse BS for the shooter (11th)."""

    forms = ("cover",)
    owners = ()
    cumulative = False
    source = "10e core rules, Benefit of Cover; 11e 13.08"
    reading = (
        "10th: +1 to armour saves; a modified Save of 3+ or better gets nothing against a modified AP of 0. 11th: "
        "BS is 1 worse."
    )

    def _helps(self, encounter: Encounter) -> bool:
        return not encounter.melee and "ignores cover" not in encounter.weapon_rules

    def hit(self, check: Check, encounter: Encounter) -> Check:
        if encounter.edition.cover != "skill" or not self._helps(encounter):
            return check
        return replace(check, need_modifiers=(*check.need_modifiers, 1))

    def save(self, save: Save, encounter: Encounter) -> Save:
        if encounter.edition.cover != "save" or not self._helps(encounter):
            return save
        return replace(save, cover=True)

    def note(self, encounter: Encounter) -> str:
        return "cover: no effect on melee attacks" if encounter.melee else ""


class IgnoresCover(Rule):
    """The target has no benefit of cover; in the 11th edition that undoes Stealth too."""

    forms = ("ignores cover", "ic")
    source = "10e core rules, Ignores Cover; 11e 24.18"


@dataclass(frozen=True)
class ModifyAP(Rule):
    """The AP is N better (+) or worse (-), never worse than 0."""

    by: int

    forms = ("{signed} AP",)
    repeats = True
    source = "10e rules commentary, modifiers; 11e 02.02.01"

    def save(self, save: Save, encounter: Encounter) -> Save:
        return replace(save, ap_modifiers=(*save.ap_modifiers, self.by))


@dataclass(frozen=True)
class WorsenAP(Rule):
    """The AP of attacks against the target is N worse, never worse than 0."""

    by: int

    forms = ("worsen AP {int}", "worsen AP by {int}")
    owners = ("target",)
    repeats = True
    source = "10e datasheets; 10e rules commentary, modifiers; 11e 02.02.01"

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        return (ModifyAP(-self.by),)


@dataclass(frozen=True)
class ModifySave(Rule):
    """N is added to or taken from save rolls of both kinds."""

    by: int

    forms = ("{signed} to save", "{signed} to saves")
    owners = ("target",)
    repeats = True
    source = "10e core rules, saving throw; 11e 05.03"
    reading = "10th: all modifiers to the roll, AP included, add at most 1 (net); 11th: no such cap was found."

    def save(self, save: Save, encounter: Encounter) -> Save:
        return replace(save, modifiers=(*save.modifiers, self.by))


@dataclass(frozen=True)
class RerollSaves(Rule):
    """Save rolls of 1, or that fail, are made again."""

    which: Literal["1s", "fails"] = "fails"

    forms = ("reroll saves {1s|fails}", "reroll saves")
    owners = ("target",)
    repeats = "other parameters"
    source = "10e core rules, re-rolls; 11e 01.05"

    def save(self, save: Save, encounter: Encounter) -> Save:
        return replace(save, rerolls=save.rerolls | {self.which})
