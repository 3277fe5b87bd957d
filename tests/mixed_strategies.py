"""Hypothesis strategies for attacks on mixed units, small enough for the oracle that rolls them literally."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st
from mixed_oracle import Battle, Wounding, shown
from oracle import EDITIONS
from strategies import KEYWORDS, TARGET, Case, legal, mortals, rules, situations, themes, weapons

from mathhammer.dice import Dice
from mathhammer.profiles import Group, Mortals, Unit, Weapon
from mathhammer.rules import damage, hits, labels, saves, wounds
from mathhammer.situation import Situation

MOST_HITS = 8  # of all weapons together
NAMES = ("Guards", "Sergeant", "Captain")
# The rules that belong to a group, which a mixed unit is about; those of the unit are drawn less often.
OF_A_GROUP = {kind: rule for kind, rule in TARGET.items() if kind.__module__ in (saves.__name__, damage.__name__)}
# Which groups are characters. In one of the 10th editions without a bodyguard, or with one datasheet, nobody is protected.
SHAPES = (
    *((False, True), (False, True), (False, False), (True, False), (True, True)),
    *((False, False, True), (False, False, True), (False, True, True), (False, False, False), (False, True, False)),
)


@st.composite
def groups(draw: st.DrawFn, name: str, character: bool) -> Group:
    """One or two models of one to three wounds; the front one may be wounded."""
    per_model = draw(st.integers(1, 3))
    family = draw(st.sampled_from((OF_A_GROUP, OF_A_GROUP, TARGET)))
    found = [rule for rule in draw(rules(family, most=3)) if not isinstance(rule, damage.Wounded)]
    if any(isinstance(rule, damage.SetDamage) for rule in found):  # which zero or value comes first is not settled
        found = [rule for rule in found if not isinstance(rule, damage.ZeroFirstFailedSave)]
    if per_model > 1 and draw(st.integers(0, 2)) == 2:
        found.append(damage.Wounded(draw(st.integers(1, per_model - 1))))
    return Group(
        toughness=draw(st.integers(3, 6)),
        save=draw(st.integers(2, 7)),
        wounds=per_model,
        count=draw(st.sampled_from((1, 1, 2))),
        rules=tuple(found),
        keywords=(*["character"] * character, *draw(st.lists(st.sampled_from(KEYWORDS), max_size=1))),
        name=name,
    )


@st.composite
def units(draw: st.DrawFn) -> Unit:
    """Two or three groups: characters and others, or of one kind; sometimes a single datasheet, or two alike."""
    shape = draw(st.sampled_from(SHAPES))
    found = [draw(groups(name, character)) for name, character in zip(NAMES, shape, strict=False)]
    if draw(st.integers(0, 3)) == 3:
        found[-1] = alike(found[0], found[-1])
    if draw(st.integers(0, 7)) == 7:
        found = [replace(found[0], keywords=(*found[0].keywords, "single")), *found[1:]]
    return Unit(tuple(found))


def settled(edition: str, unit: Unit) -> bool:
    """Whether the order is one that was declared once.

    In the 11th edition a group whose wounded model is dead waits for the next with a wounded model, batch by batch.
    """
    battle = Battle([], unit, Situation(), edition)
    state = battle.start()
    hurt = [
        p for p in battle.declared(state) if not battle.is_character(p[0]) and any(battle.is_wounded(state, m) for m in p)
    ]
    return edition != "11e" or all(len(party) == 1 for party in hurt[:-1])


def healed(group: Group) -> Group:
    """The group without a wounded model."""
    return replace(group, rules=tuple(rule for rule in group.rules if not isinstance(rule, damage.Wounded)))


def alike(one: Group, other: Group) -> Group:
    """The other with the W, Sv and InSv of the one."""
    inv = tuple(rule for rule in one.rules if isinstance(rule, saves.InvulnerableSave))
    own = tuple(rule for rule in healed(other).rules if not isinstance(rule, saves.InvulnerableSave))
    return replace(other, wounds=one.wounds, save=one.save, rules=inv + own)


@st.composite
def guns(draw: st.DrawFn, edition: str, most_attacks: int) -> Weapon:
    """A weapon of few attacks, often with [precision] and with damage that waits."""
    theme = draw(themes)
    weapon = draw(weapons(edition, theme, most_attacks=most_attacks))
    found = [replace(rule, dice=Dice(plus=1)) if isinstance(rule, hits.SustainedHits) else rule for rule in weapon.rules]
    if draw(st.booleans()) and not any(isinstance(rule, labels.Precision) for rule in found):
        found.append(labels.Precision())
    if draw(st.integers(0, 2)) == 2 and not any(isinstance(rule, wounds.DevastatingWounds) for rule in found):
        found.append(wounds.DevastatingWounds())
    return replace(weapon, rules=tuple(found))


@st.composite
def mixed_cases(draw: st.DrawFn, max_weapons: int = 2) -> Case:
    """A legal question about a mixed unit: the edition's name, what is fired in order, the unit, the situation."""
    edition = draw(st.sampled_from((*EDITIONS, "11e", "11e")))
    number = draw(st.integers(1, max_weapons))
    fired: list[Weapon | Mortals] = [draw(guns(edition, 4 if number == 1 else 3))]
    for _ in range(number - 1):
        gun = guns(edition, 3)
        fired.append(draw(st.one_of(gun, gun, gun, mortals())))
    unit = draw(units())
    assume(settled(edition, unit))
    case = legal(edition, fired, unit, draw(situations(edition)))
    assume(most_hits(case) <= MOST_HITS)
    return case


@st.composite
def small_mixed_cases(draw: st.DrawFn, most: int = 3) -> Case:
    """The same for a literal game tree: one weapon of about two attacks, sometimes mortal wounds besides."""
    edition = draw(st.sampled_from((*EDITIONS, "11e", "11e")))
    fired: list[Weapon | Mortals] = [draw(guns(edition, 2))]
    if draw(st.integers(0, 3)) == 3:
        fired.append(draw(mortals()))
    unit = draw(units())
    wounded = [group for group in unit.groups if group.front_wounds < group.wounds]
    assume(edition != "11e" or len(wounded) <= 1)  # of several it depends which one waits for which
    case = legal(edition, fired, unit, draw(situations(edition)))
    assume(most_hits(case) <= most + len(fired) - 1)
    return case


def most_hits(case: Case) -> int:
    """The most hits that all weapons together may score; mortal wounds count a little."""
    edition, fired, unit, situation = case
    most = 0
    for attack in fired:
        fight = Wounding(attack, shown(unit, unit.groups[0]), situation, edition)
        if isinstance(attack, Weapon):
            extra = sum(rule.dice.highest for rule in fight.rules(hits.SustainedHits))
            most += max(fight.number_of_attacks()) * attack.count * (1 + extra)
        else:
            most += attack.count
    return most
