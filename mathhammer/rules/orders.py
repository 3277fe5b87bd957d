"""The Orders of Voice of Command that touch attacks, as rules of the attacking unit and of the target."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from .. import orders
from ..check import Check
from ..stages import Attacks, Save
from .attacks import raised
from .hits import ModifySkill
from .rule import Encounter, Rule


class Order(Rule):
    """An Order on a unit; what it improves stands in the list of all Orders."""

    order: ClassVar[orders.Order]
    cumulative = False
    source = orders.SOURCE
    reading = orders.READING


class OrderOnAttackers(Order):
    """An Order on the attacking unit."""

    def improves(self, encounter: Encounter) -> bool:
        """Whether the weapon is one that the Order improves."""
        return False

    def acts(self, encounter: Encounter) -> bool:
        """Whether the Order is in force and improves this weapon."""
        return not encounter.situation.shocked and self.improves(encounter)

    def note(self, encounter: Encounter) -> str:
        if encounter.situation.shocked:
            return f"{self.title()}: {orders.SHOCKED}"
        return "" if self.improves(encounter) else f"{self.title()}: this weapon is not one that the Order improves"


class TakeAim(OrderOnAttackers):
    """Take Aim!: the Ballistic Skill of ranged weapons is 1 better."""

    order = orders.TAKE_AIM
    forms = (order.keyword,)

    def improves(self, encounter: Encounter) -> bool:
        return not encounter.melee and "torrent" not in encounter.weapon_rules

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return ModifySkill(self.order.by, "BS").hit(check, encounter) if self.acts(encounter) else check


class FixBayonets(OrderOnAttackers):
    """Fix Bayonets!: the Weapon Skill of melee weapons is 1 better."""

    order = orders.FIX_BAYONETS
    forms = (order.keyword,)

    def improves(self, encounter: Encounter) -> bool:
        return encounter.melee

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return ModifySkill(self.order.by, "WS").hit(check, encounter) if self.acts(encounter) else check


class FirstRankFire(OrderOnAttackers):
    """First Rank, Fire! Second Rank, Fire!: the Attacks of rapid fire weapons are 1 higher, at any range."""

    order = orders.FIRST_RANK_FIRE
    forms = (order.keyword,)

    def improves(self, encounter: Encounter) -> bool:
        fixed = encounter.edition.extra_attacks_fixed and "extra attacks" in encounter.weapon_rules
        return not encounter.melee and "rapid fire" in encounter.weapon_rules and not fixed

    def attacks(self, attacks: Attacks, encounter: Encounter) -> Attacks:
        return raised(attacks, self.order.by, encounter) if self.acts(encounter) else attacks


class TakeCover(Order):
    """Take Cover!: the Save is 1 better, but not better than 3+; a Save of 2+ stays."""

    order = orders.TAKE_COVER
    forms = (order.keyword,)
    owners = ("target",)
    reading = "It is written on the groups that have it: leave it out for a Battle-shocked unit."

    def save(self, save: Save, encounter: Encounter) -> Save:
        return replace(save, improves_to_3=True)


ON_ATTACKERS: dict[str, OrderOnAttackers] = {rule.order.name: rule for rule in (TakeAim(), FixBayonets(), FirstRankFire())}
