"""Hypothesis strategies for weapons, mortal wounds, units and situations, small enough for the oracle.

`cases` draws a whole legal question. What one part of it rules out in another (blast at an engaged
target, overwatch with a melee weapon, a second Order) is taken away rather than filtered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from oracle import EDITIONS, Attack, Fight

from mathhammer.dice import Dice
from mathhammer.profiles import Group, Mortals, Unit, Weapon
from mathhammer.rules import attacks, damage, hits, labels, orders, saves, wounds
from mathhammer.rules.rule import Condition, Rule
from mathhammer.situation import Situation

Case: TypeAlias = tuple[str, list[Weapon | Mortals], Unit, Situation]

KEYWORDS = ("infantry", "vehicle", "monster", "fly", "psyker")
needs = st.integers(2, 6)
signed = st.sampled_from((-2, -1, 1, 2))
small_dice = st.sampled_from((Dice(plus=1), Dice(plus=1), Dice(plus=2), Dice(d3=1)))
number_of_attacks = st.sampled_from(
    (Dice(plus=1), Dice(plus=2), Dice(plus=3), Dice(plus=4), Dice(d3=1), Dice(d6=1), Dice(d3=1, plus=1), Dice(d3=1, plus=-1))
)
strengths = st.one_of(
    st.integers(1, 10).map(lambda plus: Dice(plus=plus)), st.sampled_from((Dice(d6=1), Dice(d6=2), Dice(d3=1, plus=2)))
)
damages = st.sampled_from(
    (*(Dice(plus=plus) for plus in (0, 1, 1, 2, 2, 3, 4)), Dice(d3=1), Dice(d6=1), Dice(d3=1, plus=1), Dice(d3=1, plus=-1))
)
again = st.sampled_from(("1s", "fails", "non-crits"))
dice_again = st.sampled_from(("low", "1s"))

# A rule of each class that acts on an attack, by whose it is and with which weapons it makes sense.

ANY_WEAPON: dict[type[Rule], SearchStrategy[Rule]] = {
    attacks.ModifyAttacks: st.builds(attacks.ModifyAttacks, signed),
    attacks.RerollAttacks: st.builds(attacks.RerollAttacks, dice_again),
    hits.SustainedHits: st.builds(hits.SustainedHits, small_dice),
    hits.LethalHits: st.builds(hits.LethalHits),
    hits.ModifyHit: st.builds(hits.ModifyHit, signed),
    hits.ModifySkill: st.builds(hits.ModifySkill, signed),
    hits.CriticalHitOn: st.builds(hits.CriticalHitOn, needs),
    hits.SuccessfulCriticalHitOn: st.builds(hits.SuccessfulCriticalHitOn, needs),
    hits.RerollHits: st.builds(hits.RerollHits, again),
    hits.Psychic: st.builds(hits.Psychic),
    labels.Hazardous: st.builds(labels.Hazardous),
    wounds.DevastatingWounds: st.builds(wounds.DevastatingWounds),
    wounds.MortalsOnCriticalWound: st.builds(wounds.MortalsOnCriticalWound, small_dice),
    wounds.AntiKeyword: st.builds(wounds.AntiKeyword, st.sampled_from(KEYWORDS), needs),
    wounds.CriticalWoundOn: st.builds(wounds.CriticalWoundOn, needs),
    wounds.SuccessfulCriticalWoundOn: st.builds(wounds.SuccessfulCriticalWoundOn, needs),
    wounds.RerollWounds: st.builds(wounds.RerollWounds, again),
    wounds.TwinLinked: st.builds(wounds.TwinLinked),
    wounds.Lance: st.builds(wounds.Lance),
    wounds.ModifyWound: st.builds(wounds.ModifyWound, signed),
    wounds.ModifyStrength: st.builds(wounds.ModifyStrength, signed),
    wounds.LowWoundRollsFail: st.builds(wounds.LowWoundRollsFail),
    saves.ModifyAP: st.builds(saves.ModifyAP, signed),
    damage.ModifyDamage: st.builds(damage.ModifyDamage, signed),
    damage.RerollDamage: st.builds(damage.RerollDamage, dice_again),
    labels.OneShot: st.builds(labels.OneShot),
    labels.Precision: st.builds(labels.Precision),
}
RANGED: dict[type[Rule], SearchStrategy[Rule]] = {
    attacks.RapidFire: st.builds(attacks.RapidFire, small_dice),
    attacks.Blast: st.builds(attacks.Blast),
    hits.Torrent: st.builds(hits.Torrent),
    hits.Heavy: st.builds(hits.Heavy),
    hits.Conversion: st.builds(hits.Conversion),
    hits.IndirectFire: st.builds(hits.IndirectFire),
    saves.IgnoresCover: st.builds(saves.IgnoresCover),
    damage.Melta: st.builds(damage.Melta, small_dice),
    labels.Pistol: st.builds(labels.Pistol),
    labels.CloseQuarters: st.builds(labels.CloseQuarters),
    labels.Assault: st.builds(labels.Assault),
    orders.TakeAim: st.builds(orders.TakeAim),
    orders.FirstRankFire: st.builds(orders.FirstRankFire),
}
MELEE: dict[type[Rule], SearchStrategy[Rule]] = {
    attacks.ExtraAttacks: st.builds(attacks.ExtraAttacks),
    orders.FixBayonets: st.builds(orders.FixBayonets),
}
ELEVENTH_RANGED: dict[type[Rule], SearchStrategy[Rule]] = {
    attacks.Blast: st.builds(attacks.Blast, st.integers(1, 2)),
    labels.Hunter: st.builds(labels.Hunter, st.sampled_from(KEYWORDS)),
}
ELEVENTH_MELEE: dict[type[Rule], SearchStrategy[Rule]] = {
    attacks.Cleave: st.builds(attacks.Cleave, st.integers(1, 2)),
}
TARGET: dict[type[Rule], SearchStrategy[Rule]] = {
    hits.Stealth: st.builds(hits.Stealth),
    hits.ModifyHit: st.builds(hits.ModifyHit, signed),
    wounds.ModifyWound: st.builds(wounds.ModifyWound, signed),
    wounds.ModifyWoundIfStronger: st.builds(wounds.ModifyWoundIfStronger, signed),
    wounds.LowWoundRollsFail: st.builds(wounds.LowWoundRollsFail),
    saves.InvulnerableSave: st.builds(saves.InvulnerableSave, needs, st.sampled_from(("", "ranged", "melee"))),
    saves.WorsenAP: st.builds(saves.WorsenAP, st.integers(1, 2)),
    saves.ModifySave: st.builds(saves.ModifySave, signed),
    saves.RerollSaves: st.builds(saves.RerollSaves, st.sampled_from(("1s", "fails"))),
    orders.TakeCover: st.builds(orders.TakeCover),
    damage.ReduceDamage: st.builds(damage.ReduceDamage, st.integers(1, 2)),
    damage.HalveDamage: st.builds(damage.HalveDamage),
    damage.SetDamage: st.builds(damage.SetDamage, st.integers(0, 3)),
    damage.ZeroFirstFailedSave: st.builds(damage.ZeroFirstFailedSave),
    damage.FeelNoPainRule: st.builds(damage.FeelNoPainRule, needs, st.sampled_from(("", "mortal", "psychic"))),
    damage.Wounded: st.builds(damage.Wounded, st.integers(1, 3)),
    labels.Scouts: st.builds(labels.Scouts, st.integers(5, 9)),
    labels.DeepStrike: st.builds(labels.DeepStrike),
    labels.LoneOperative: st.builds(labels.LoneOperative, st.just(0) | st.integers(9, 30)),
}
# A case is often about one stage: rules of one module, and what bears on the same rolls from elsewhere.
THEMES: dict[str, tuple[type[Rule], ...]] = {
    "attacks": (orders.FirstRankFire,),
    "hits": (orders.TakeAim, orders.FixBayonets, labels.Pistol, labels.CloseQuarters, saves.IgnoresCover),
    "wounds": (hits.SustainedHits, hits.LethalHits),
    "saves": (saves.IgnoresCover,),
    "damage": (wounds.DevastatingWounds, wounds.MortalsOnCriticalWound, wounds.CriticalWoundOn, hits.Psychic),
}
themes = st.sampled_from(("", *THEMES))
# Stats written as rules, Orders, and what says where or whether the weapon may be used at all.
UNCONDITIONAL = (
    *(saves.InvulnerableSave, damage.FeelNoPainRule, damage.Wounded, damage.ZeroFirstFailedSave, hits.IndirectFire),
    *(orders.Order, labels.Hunter),
)


def conditions() -> SearchStrategy[Condition]:
    """One or two KEYWORDS, each wanted or not."""
    terms = st.lists(st.tuples(st.sampled_from(KEYWORDS), st.booleans()), min_size=1, max_size=2, unique=True)
    return terms.map(lambda found: Condition(tuple(found)))


@st.composite
def rules(
    draw: st.DrawFn, *families: dict[type[Rule], SearchStrategy[Rule]], theme: str = "", most: int = 5
) -> tuple[Rule, ...]:
    """Some rules, each as often as its class allows, a few of them conditional."""
    by_kind = {kind: rule for family in families for kind, rule in family.items()}
    kinds = [kind for kind in by_kind if fits(kind, theme)] or list(by_kind)
    found = []
    for kind in draw(st.lists(st.sampled_from(kinds), min_size=2 if theme else 0, max_size=most)):
        rule = draw(by_kind[kind])
        if not isinstance(rule, UNCONDITIONAL) and draw(st.integers(0, 5)) == 5:
            rule = replace(rule, condition=draw(conditions()))
        found.append(rule)
    return allowed(found)


def fits(kind: type[Rule], theme: str) -> bool:
    return not theme or kind.__module__.endswith(f".{theme}") or kind in THEMES[theme]


def allowed(found: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules without those that may not stand twice, with whatever need."""
    kept: dict[object, Rule] = {}
    for number, rule in enumerate(found):
        told = tuple(value for name, value in vars(rule).items() if name != "need")
        key = number if rule.repeats is True else (rule.title(), told) if rule.repeats else rule.title()
        kept.setdefault(key, rule)
    return tuple(kept.values())


@st.composite
def weapons(draw: st.DrawFn, edition: str = "10e", theme: str = "", most_attacks: int = 6) -> Weapon:
    """A ranged or melee weapon that makes about ``most_attacks`` attacks or fewer, all copies, before its rules."""
    melee = draw(st.booleans())
    families = [ANY_WEAPON, MELEE if melee else RANGED]
    if edition == "11e":
        families.append(ELEVENTH_MELEE if melee else ELEVENTH_RANGED)
    number = draw(number_of_attacks.filter(lambda dice: dice.highest <= most_attacks))
    found = [
        replace(rule, skill="WS") if melee and isinstance(rule, hits.ModifySkill) else rule
        for rule in draw(rules(*families, theme=theme))
    ]
    return Weapon(
        attacks=number,
        skill=draw(st.none() | needs) if hits.Torrent() in found else draw(needs),
        strength=draw(strengths),
        damage=draw(damages),
        ap=draw(st.sampled_from((0, 0, 1, 2, 4))),
        melee=melee,
        rules=tuple(found),
        count=draw(st.integers(1, max(1, most_attacks // number.highest))),
    )


@st.composite
def mortals(draw: st.DrawFn) -> Mortals:
    """Mortal wounds as an attack, with or without a roll."""
    return Mortals(
        dice=draw(small_dice),
        need=draw(st.none() | needs),
        rules=draw(rules({hits.Psychic: st.builds(hits.Psychic)}, most=1)),
        count=draw(st.integers(1, 3)),
    )


@st.composite
def units(draw: st.DrawFn, theme: str = "", most_wounds: int = 16) -> Unit:
    """One group: a model of up to ten wounds, a few of up to four, or five and more (blast counts them) of one."""
    count = draw(st.just(1) | st.integers(2, 4) | st.sampled_from((5, 9, 10)))
    per_model = draw(st.integers(1, min(10 if count == 1 else 4, most_wounds // count))) if count < 5 else 1
    found = [rule for rule in draw(rules(TARGET, theme=theme)) if getattr(rule, "left", 1) <= per_model]
    if any(isinstance(rule, damage.SetDamage) for rule in found):  # which zero or value comes first is not settled
        found = [rule for rule in found if not isinstance(rule, damage.ZeroFirstFailedSave)]
    group = Group(
        toughness=draw(st.integers(1, 10)),
        save=draw(st.integers(2, 7)),
        wounds=per_model,
        count=count,
        rules=tuple(found),
        keywords=tuple(draw(st.lists(st.sampled_from(KEYWORDS), max_size=3, unique=True))),
    )
    return Unit((group,))


OFTEN = ("half_range", "long_range", "stationary", "charged", "cover")
SELDOM = ("spotted", "not_visible", "overwatch", "plunging", "engaged", "target_engaged", "attached", "shocked")


@st.composite
def situations(draw: st.DrawFn, edition: str = "10e") -> Situation:
    """Any of the flags, an Order, and in the 11th edition a fixed choice about lethal hits."""
    said: dict[str, Any] = {flag: draw(st.booleans()) for flag in OFTEN}
    said |= {flag: draw(st.sampled_from((False, False, True))) for flag in SELDOM}
    if draw(st.integers(0, 2)) == 2:
        said["order"] = draw(st.sampled_from(("take-aim", "fix-bayonets", "first-rank-fire", "move-move-move")))
    if edition == "11e":
        said["lethal"] = draw(st.sampled_from(("always", "never")))
    return Situation(**said)


@st.composite
def cases(draw: st.DrawFn, max_weapons: int = 1) -> Case:
    """A legal question: the edition's name, what is fired in order (two attacks or more if allowed), unit, situation."""
    edition = draw(st.sampled_from((*EDITIONS, "11e")))
    number = draw(st.integers(min(2, max_weapons), max_weapons))
    theme = draw(themes)
    weapon = weapons(edition, theme, most_attacks=6 if number == 1 else 4)
    fired: list[Weapon | Mortals] = [draw(weapon)]
    for _ in range(number - 1):
        fired.append(draw(st.one_of(weapon, weapon, weapon, mortals())))
    unit = draw(units(theme, most_wounds=16 if number == 1 else 10))
    return legal(edition, draw(st.permutations(fired)), unit, draw(situations(edition)))


def legal(edition: str, fired: list[Weapon | Mortals], unit: Unit, situation: Situation) -> Case:
    """The case without what its parts rule out in each other."""
    guns = [weapon for weapon in fired if isinstance(weapon, Weapon)]
    situation = replace(
        situation,
        not_visible=situation.not_visible and len(guns) == len(fired) and not any(weapon.melee for weapon in guns),
        overwatch=situation.overwatch and not any(weapon.melee for weapon in guns),
        target_engaged=situation.target_engaged and not any(has(weapon, attacks.Blast) for weapon in guns),
    )
    forbidden = [kind for kind in ordered(guns) if situation.order or kind is not ordered(guns)[0]]
    forbidden += [hits.SustainedHits] if sum(defers(weapon) for weapon in guns) > 1 else []
    fit = [fitted(attack, forbidden, edition, unit, situation) if isinstance(attack, Weapon) else attack for attack in fired]
    return edition, fit, unit, situation


def fitted(weapon: Weapon, forbidden: list[type[Rule]], edition: str, unit: Unit, situation: Situation) -> Weapon:
    """The weapon without rules that do not fit; fired at what cannot be seen, it can do so."""
    kept = [rule for rule in weapon.rules if not isinstance(rule, tuple(forbidden))]
    kept = [rule for rule in kept if not isinstance(rule, labels.Hunter) or rule.keyword in unit.keywords]
    skill = weapon.skill
    if situation.not_visible:
        kept.append(hits.IndirectFire())
    if situation.not_visible and edition != "11e":
        kept, skill = [rule for rule in kept if not isinstance(rule, hits.Torrent)], skill or 4
    return replace(weapon, rules=allowed(kept), skill=skill)


def has(attack: Weapon | Mortals, kind: type[Rule]) -> bool:
    return any(isinstance(rule, kind) for rule in attack.rules)


def ordered(guns: list[Weapon]) -> list[type[Rule]]:
    """The Orders written on weapons."""
    return [type(rule) for weapon in guns for rule in weapon.rules if isinstance(rule, orders.Order)]


def defers(weapon: Weapon) -> bool:
    """Whether damage of the weapon waits; with extra hits on several such weapons the oracle is slow."""
    return has(weapon, wounds.DevastatingWounds) or has(weapon, wounds.MortalsOnCriticalWound)


@st.composite
def small_cases(draw: st.DrawFn, most_attacks: int = 2) -> Case:
    edition = draw(st.sampled_from(EDITIONS))
    fired: list[Attack] = [draw(weapons(edition, most_attacks=most_attacks))]
    if draw(st.booleans()):
        fired.append(draw(mortals()))
    case = legal(edition, fired, draw(units(most_wounds=6)), draw(situations(edition)))
    assume(most_hits(case) <= 4)
    return case


def most_hits(case: Case) -> int:
    """The most hits that a weapon may score; one of random Strength counts twice."""
    edition, fired, unit, situation = case
    fights = [Fight(attack, unit, situation, edition) for attack in fired if isinstance(attack, Weapon)]
    extra = {fight: sum(rule.dice.highest for rule in fight.rules(hits.SustainedHits)) for fight in fights}
    number = {fight: max(fight.number_of_attacks()) * fight.weapon.count * (1 + extra[fight]) for fight in fights}
    return max(number[fight] * (1 + fight.weapon.strength.is_random) for fight in fights)
