"""The Orders of Voice of Command that touch attacks, as the attacker's rules."""

from __future__ import annotations

from ..check import Check
from ..stages import Attacks
from .attacks import raised
from .hits import ModifySkill
from .rule import Encounter, Rule


class Order(Rule):
    """An Order on the attacking unit."""

    cumulative = False
    source = "given text, Voice of Command"
    reading = "A Battle-shocked unit is affected by no Order; one Order at a time."

    def improves(self, encounter: Encounter) -> bool:
        """Whether the weapon is one that the Order improves."""
        return False

    def acts(self, encounter: Encounter) -> bool:
        """Whether the Order is in force and improves this weapon."""
        return not encounter.situation.shocked and self.improves(encounter)

    def note(self, encounter: Encounter) -> str:
        if encounter.situation.shocked:
            return f"{self.title()}: a Battle-shocked unit is affected by no Order"
        return "" if self.improves(encounter) else f"{self.title()}: this weapon is not one that the Order improves"


class TakeAim(Order):
    """Take Aim!: the Ballistic Skill of ranged weapons is 1 better."""

    forms = ("take aim",)

    def improves(self, encounter: Encounter) -> bool:
        return not encounter.melee and "torrent" not in encounter.weapon_rules

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return ModifySkill(1, "BS").hit(check, encounter) if self.acts(encounter) else check


class FixBayonets(Order):
    """Fix Bayonets!: the Weapon Skill of melee weapons is 1 better."""

    forms = ("fix bayonets",)

    def improves(self, encounter: Encounter) -> bool:
        return encounter.melee

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return ModifySkill(1, "WS").hit(check, encounter) if self.acts(encounter) else check


class FirstRankFire(Order):
    """First Rank, Fire! Second Rank, Fire!: the Attacks of rapid fire weapons are 1 higher, at any range."""

    forms = ("first rank fire",)

    def improves(self, encounter: Encounter) -> bool:
        fixed = encounter.edition.extra_attacks_fixed and "extra attacks" in encounter.weapon_rules
        return not encounter.melee and "rapid fire" in encounter.weapon_rules and not fixed

    def attacks(self, attacks: Attacks, encounter: Encounter) -> Attacks:
        return raised(attacks, 1, encounter) if self.acts(encounter) else attacks
