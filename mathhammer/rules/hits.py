"""Rules on the hit roll and on what a hit yields."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..check import Again, Check
from ..dice import Dice
from ..stages import CriticalHit
from .rule import Encounter, Rule
from .saves import Cover, ModifyAP


class Torrent(Rule):
    """Attacks hit without a roll, so never critically."""

    forms = ("torrent",)
    source = "10e core rules, Torrent; 11e 24.37"

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, automatic=True)


@dataclass(frozen=True)
class SustainedHits(Rule):
    """A critical hit scores X more hits, which are not critical."""

    dice: Dice

    forms = ("sustained hits {dice}", "sustained {dice}", "sus {dice}", "sh {dice}")
    source = "10e core rules, Sustained Hits; rules commentary, additional hits; 11e 24.36"
    reading = "A random X is rolled for each critical hit; extra hits still roll to wound."

    def critical_hit(self, critical: CriticalHit, encounter: Encounter) -> CriticalHit:
        return replace(critical, extra_hits=(*critical.extra_hits, self.dice))


class LethalHits(Rule):
    """A critical hit wounds without a wound roll, so never critically; a choice in the 11th edition."""

    forms = ("lethal hits", "lethal", "lethals", "lh")
    source = "10e core rules, Lethal Hits; 11e 24.23"
    reading = (
        "11th edition: --lethal best takes, for each weapon, the better of always and never "
        "over the whole volley; ties: always. --lethal policy chooses attack by attack (in batches: how many of the "
        "critical hits), as it is whenever dice are held."
    )

    def critical_hit(self, critical: CriticalHit, encounter: Encounter) -> CriticalHit:
        if encounter.edition.lethal_optional and encounter.situation.lethal == "never":
            return critical
        return replace(critical, lethal=True)


class Heavy(Rule):
    """+1 to hit when the shooter remained stationary."""

    forms = ("heavy",)
    source = "10e core rules, Heavy; 11e 24.16"
    reading = "11th edition: not in overwatch and not while engaged."

    def hit(self, check: Check, encounter: Encounter) -> Check:
        situation = encounter.situation
        blocked = any(getattr(situation, flag) for flag in encounter.edition.heavy_blocked_by)
        if encounter.melee or blocked or not situation.stationary:
            return check
        return replace(check, modifiers=(*check.modifiers, 1))


@dataclass(frozen=True)
class ModifyHit(Rule):
    """N is added to or taken from the hit roll; all modifiers together count for at most 1."""

    by: int

    forms = ("{signed} to hit",)
    owners = ("weapon", "target")
    repeats = True
    of_unit = "if any group has it"
    source = "10e core rules, hit roll; 11e 02.02.01"

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, modifiers=(*check.modifiers, self.by))


@dataclass(frozen=True)
class ModifySkill(Rule):
    """The Ballistic or Weapon Skill is N better (+) or worse (-); never better than 2+."""

    by: int
    skill: str = "BS"

    forms = ("{signed} {BS|WS}",)
    repeats = True
    source = "10e rules commentary, modifiers; 11e 02.02.01"
    reading = "A characteristic, so not under the cap of 1; in the 11th edition never worse than 6+."

    def hit(self, check: Check, encounter: Encounter) -> Check:
        if (self.skill == "WS") is not encounter.melee:
            return check
        return replace(check, need_modifiers=(*check.need_modifiers, -self.by))


@dataclass(frozen=True)
class CriticalHitOn(Rule):
    """An unmodified hit roll of n+ is a critical hit, whatever the skill."""

    need: int

    forms = ("crit hit {need}", "crit hits {need}", "critical hit {need}", "critical hits {need}", "crits {need}")
    repeats = "other parameters"
    source = "10e rules commentary, Critical Hit; 11e 05.01"

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, critical=min(check.critical, self.need))


@dataclass(frozen=True)
class SuccessfulCriticalHitOn(Rule):
    """An unmodified hit roll of n+ that hits is a critical hit."""

    need: int

    forms = ("crit hit {need} (successful)", "critical hit {need} (successful)")
    repeats = "other parameters"
    source = "10e rules commentary, Critical Hit: the wording with a successful roll"

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, critical_if_successful=min(check.critical_if_successful, self.need))


class Conversion(Rule):
    """At long range a successful unmodified hit roll of 4+ is a critical hit."""

    forms = ("conversion",)
    source = "10e datasheets, Conversion"
    reading = "The 11th edition is taken to say the same; the range is the player's to judge (--long-range)."

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        return (SuccessfulCriticalHitOn(4),) if encounter.situation.long_range else ()


@dataclass(frozen=True)
class RerollHits(Rule):
    """Hit rolls of 1, that fail, or that are not critical are made again."""

    which: Again = "fails"

    forms = ("reroll hits {1s|fails|non-crits}", "reroll hits")
    repeats = "other parameters"
    source = "10e core rules, re-rolls; 11e 01.05"
    reading = (
        "Whether a roll fails is judged after modifiers, gates and caps; two such rules re-roll the union of their faces."
    )

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, rerolls=check.rerolls | {self.which})


class Stealth(Rule):
    """Ranged attacks are at -1 to hit (10th) or find the target in cover (11th)."""

    forms = ("stealth",)
    owners = ("target",)
    of_unit = "if every group has it"
    source = "given text, Stealth; 10e core rules, Stealth; 11e 24.33"

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        if encounter.melee:
            return ()
        return (Cover(),) if encounter.edition.stealth_is_cover else (ModifyHit(-1),)


class Psychic(Rule):
    """Its wounds are psychic (Feel No Pain scopes); 11th edition: penalties to hit are ignored."""

    forms = ("psychic",)
    source = "10e core rules, Psychic; 11e 24.29"
    reading = (
        "11th edition: worse skill and negative hit modifiers, cover and Stealth among them, are ignored; the gate "
        "of indirect fire is not."
    )

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return replace(check, ignores_penalties=True) if encounter.edition.psychic_ignores_penalties else check


class IndirectFire(Rule):
    """The weapon may shoot at what it cannot see, at a price."""

    forms = ("indirect fire", "indirect")
    source = "10e core rules updates, Indirect Fire; 11e 10.07"
    reading = (
        "10th: -1 to hit, natural 1-3 fail, cover. 11th: cover, no hit re-rolls, natural 1-5 fail (1-3 if stationary "
        "and spotted); the gate is literal, a fixed 4+ or 6+ is another reading. What fails by the gate is no critical."
    )

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        return (Cover(),) if encounter.situation.not_visible else ()

    def hit(self, check: Check, encounter: Encounter) -> Check:
        situation, edition = encounter.situation, encounter.edition
        if encounter.melee or not situation.not_visible:
            return check
        spotted = situation.stationary and situation.spotted
        gate = edition.indirect_gate_spotted if spotted else edition.indirect_gate
        return replace(
            check,
            gate=max(check.gate, gate),
            modifiers=(*check.modifiers, edition.indirect_to_hit),
            can_reroll=check.can_reroll and edition.indirect_rerolls,
        )

    def forbids(self, encounter: Encounter) -> str:
        blind_torrent = encounter.situation.not_visible and "torrent" in encounter.weapon_rules
        if blind_torrent and not encounter.edition.indirect_torrent:
            return "a [torrent] weapon cannot be fired indirectly"
        return ""

    def note(self, encounter: Encounter) -> str:
        if encounter.situation.not_visible and encounter.edition.family == "11th":
            return "indirect fire: the gate on natural rolls is read literally, beside BS and modifiers"
        return ""


class Overwatch(Rule):
    """Only an unmodified 6 hits, and it is a critical hit."""

    forms = ("overwatch",)
    owners = ()
    source = "10e core stratagems, Fire Overwatch; 11e 15.08"
    reading = (
        "Critical on a 6 alone, whatever other rules say; [torrent] needs no roll and hits. 11th edition: no re-"
        "rolls, no [heavy]."
    )

    def hit(self, check: Check, encounter: Encounter) -> Check:
        can_reroll = check.can_reroll and encounter.edition.overwatch_rerolls
        return replace(check, gate=5, can_reroll=can_reroll)

    def forbids(self, encounter: Encounter) -> str:
        return "overwatch is made with ranged weapons" if encounter.melee else ""


class Engaged(Rule):
    """The shooter is an engaged MONSTER or VEHICLE: -1 to hit, but for [pistol] and [close-quarters]."""

    forms = ("engaged",)
    owners = ()
    source = "10e core rules, Big Guns Never Tire; 11e 10.06"

    def hit(self, check: Check, encounter: Encounter) -> Check:
        exempt = encounter.melee or encounter.weapon_rules & {"pistol", "close-quarters"}
        return check if exempt else replace(check, modifiers=(*check.modifiers, -1))

    def note(self, encounter: Encounter) -> str:
        return "engaged: no effect on melee attacks" if encounter.melee else ""


class TargetEngaged(Rule):
    """The target is a MONSTER or VEHICLE engaged with others: ranged attacks are at -1 to hit."""

    forms = ("target engaged",)
    owners = ()
    source = "10e core rules, Big Guns Never Tire; 11e 17.03"

    def hit(self, check: Check, encounter: Encounter) -> Check:
        return check if encounter.melee else replace(check, modifiers=(*check.modifiers, -1))

    def note(self, encounter: Encounter) -> str:
        return "target engaged: no effect on melee attacks" if encounter.melee else ""


class PlungingFire(Rule):
    """The shooter stands well above the target: AP is 1 better (10th), BS is 1 better (11th)."""

    forms = ("plunging",)
    owners = ()
    source = "10e core rules, Plunging Fire; 11e 22.05"

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        if encounter.melee:
            return ()
        return (ModifySkill(1, "BS"),) if encounter.edition.plunging == "skill" else (ModifyAP(1),)

    def note(self, encounter: Encounter) -> str:
        return "plunging: no effect on melee attacks" if encounter.melee else ""
