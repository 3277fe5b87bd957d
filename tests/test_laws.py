"""Laws that hold for every attack, whatever the rules."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import Case, cases

from mathhammer import AttackResult, MathhammerError, Mortals, Situation, Unit, Weapon, attack, unit, weapon
from mathhammer.editions import EDITIONS, edition
from mathhammer.rules.damage import HalveDamage, ReduceDamage
from mathhammer.rules.hits import ModifyHit, RerollHits
from mathhammer.rules.rule import Rule
from mathhammer.rules.saves import ModifySave, WorsenAP
from mathhammer.rules.wounds import (
    DevastatingWounds,
    LowWoundRollsFail,
    ModifyWound,
    ModifyWoundIfStronger,
    RerollWounds,
    TwinLinked,
)
from mathhammer.sequence.mortal import MortalSteps
from mathhammer.sequence.squad import squad_of
from mathhammer.sequence.steps import Steps, steps
from mathhammer.sequence.volley import Outcome, fire

settings.register_profile("laws", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.load_profile("laws")

Joint = dict[tuple[int, int], Fraction]


def ask(case: Case, **changed: Any) -> AttackResult:
    name, weapons, target, situation = case
    flags = {field: getattr(situation, field) for field in situation.__dataclass_fields__}
    return attack(weapons, target, edition=name, **(flags | changed))


def joint(result: AttackResult) -> Joint:
    die = result.joint
    return {pair: Fraction(weight, die.denominator()) for pair, weight in die.items()}


@given(cases(max_weapons=2))
def test_the_laws_agree_with_each_other(case: Case) -> None:
    result = ask(case)
    damage, kills = result.law("damage"), result.law("kills")
    assert result.wipe == kills.probability(result.unit.models)
    assert damage.mean + result.wasted == result.nominal
    assert result.wasted >= 0
    assert sum(chance for _, chance in damage) == sum(chance for _, chance in kills) == 1
    assert result.damage.mean() == damage.mean
    assert result.kills.mean() == kills.mean


@given(cases(max_weapons=2))
def test_the_means_of_the_stages_are_those_of_their_laws(case: Case) -> None:
    result = ask(case)
    for what in ("attacks", "hits", "critical_hits", "wounds", "critical_wounds", "unsaved"):
        means = sum((getattr(stage, what) for stage in result.stages), Fraction(0))
        assert result.law(what).mean == means, what


@given(cases(), st.randoms(use_true_random=False))
def test_rules_in_any_order_give_the_same_answer(case: Case, shuffle: Any) -> None:
    name, weapons, target, situation = case
    first = weapons[0]
    rules = list(first.rules)
    shuffle.shuffle(rules)
    group = target.groups[0]
    target_rules = list(group.rules)
    shuffle.shuffle(target_rules)
    other = Unit((replace(group, rules=tuple(target_rules)),))
    assert joint(ask((name, [replace(first, rules=tuple(rules))], other, situation))) == joint(ask(case))


@given(cases())
def test_truncating_loses_nothing(case: Case) -> None:
    """The live weight of the truncated volley equals that of one in which no packet is dropped."""
    name, weapons, target, situation = case
    found = steps(weapons[0], target, situation, edition(name))
    squad = squad_of(target)
    short, whole = fire([found], squad, edition(name)), untruncated(found, target, name)
    assert [Fraction(w, short.denominator) for w in short.vector] == [Fraction(w, whole.denominator) for w in whole.vector]


def untruncated(found: Steps | MortalSteps, target: Unit, name: str) -> Outcome:
    """The volley with every packet of every kind resolved, and the dead counted."""

    class Whole:
        packets = found.packets
        most_attacks = found.most_attacks
        most_packets = found.most_packets
        products = found.products

        def series(self, yields: Any, limit: int | None) -> Any:
            whole = found.series(yields, None)
            assert sum(whole.terms.values()) == whole.denominator
            return whole

    return fire([Whole()], squad_of(target), edition(name))


@given(cases(), st.integers(1, 3), st.integers(1, 3))
def test_a_volley_split_over_two_units_is_the_whole(case: Case, one: int, other: int) -> None:
    name, weapons, target, situation = case
    gun = weapons[0]
    assume(not any(isinstance(rule, DevastatingWounds) or rule.counts_models for rule in gun.rules))
    assume(not any("crit wound" in rule.title() and "mortals" in rule.title() for rule in gun.rules))
    assume(squad_of(target).shield is False)
    whole = ask((name, [replace(gun, count=one + other)], target, situation))
    flags = {field: getattr(situation, field) for field in situation.__dataclass_fields__}
    parts = attack(replace(gun, count=one), target, then=[replace(gun, count=other)], edition=name, **flags)
    assert joint(parts) == joint(whole)


@given(cases(), st.integers(1, 3))
def test_identical_attacks_are_one_batch_in_the_11th_edition(case: Case, count: int) -> None:
    _, weapons, target, situation = case
    gun = weapons[0]
    assume(isinstance(gun, Weapon))
    assume(all("11th" in rule.families for rule in gun.rules))
    try:
        whole = ask(("11e", [replace(gun, count=count + 1)], target, situation), lethal="always")
    except MathhammerError:  # what the 11th edition forbids is no case of this law
        assume(False)
    named = replace(gun, name="other", count=count)
    between = weapon("A1 BS6+ S1 D1")
    assume(not situation.not_visible)
    parted = ask(("11e", [replace(gun, count=1), named], target, situation), lethal="always")
    assert joint(parted) == joint(whole)
    around = ask(("11e", [replace(gun, count=1), between, named], target, situation), lethal="always")
    after = ask(("11e", [replace(gun, count=count + 1), between], target, situation), lethal="always")
    assert joint(around) == joint(after)


PLAIN = "A3 BS3+ S5 AP-1 DD3 [rapid fire 1, melta 1, reroll hits 1s, twin-linked, anti-infantry 5+]"


@pytest.mark.parametrize("name", EDITIONS)
def test_editions_agree_where_nothing_differs(name: str) -> None:
    target = unit("4x T4 Sv4+ W2 FNP6+ [infantry]")
    assert joint(attack(PLAIN, target, edition=name, half_range=True)) == joint(
        attack(PLAIN, target, edition="10e", half_range=True)
    )


DEFENCES: tuple[Rule, ...] = (
    ModifyHit(-1),
    ModifyWound(-1),
    ModifyWoundIfStronger(-1),
    ReduceDamage(1),
    HalveDamage(),
    WorsenAP(1),
    ModifySave(1),
    LowWoundRollsFail(),
)


@given(cases(), st.sampled_from(DEFENCES))
def test_a_defence_never_raises_the_mean_unless_fails_are_rolled_again(case: Case, defence: Rule) -> None:
    name, weapons, target, situation = case
    gun, group = weapons[0], target.groups[0]
    again = (RerollHits, RerollWounds, TwinLinked)
    assume(not any(isinstance(rule, again) for rule in gun.rules))
    assume(not any(type(rule) is type(defence) for rule in group.rules))
    defended = Unit((replace(group, rules=(*group.rules, defence)),))
    plain = ask(case).law("damage").mean
    assert ask((name, [gun], defended, situation)).law("damage").mean <= plain


@given(cases(max_weapons=2))
def test_results_are_values(case: Case) -> None:
    result = ask(case)
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert hash(again) == hash(result)
    assert {again: 1}[result] == 1
    assert again.stages == result.stages


def test_an_unset_flag_changes_nothing() -> None:
    gun = "A3 BS3+ S5 AP-1 D2 [rapid fire 2, melta 2, heavy, lance, conversion]"
    plain = attack("A3 BS3+ S5 AP-1 D2", "4x T4 Sv4+ W2", edition="10e")
    assert joint(attack(gun, "4x T4 Sv4+ W2", edition="10e")) == joint(plain)


def test_an_order_that_touches_no_attack_is_noted() -> None:
    for order in ("move-move-move", "take-cover", "duty-and-honour"):
        (note,) = attack("A1 BS3+ S4 D1", "1x T4 W1", edition="10e", order=order).notes
        assert note.startswith(f"{order}: it changes no attack")
    (note,) = attack("A1 BS3+ S4 D1", "1x T4 W1", edition="10e", order="fix-bayonets").notes
    assert note == "fix bayonets: this weapon is not one that the Order improves"


def test_a_situation_is_a_value() -> None:
    assert Situation(cover=True) == Situation(cover=True) != Situation()


def test_mortal_wounds_are_an_attack() -> None:
    assert joint(attack("3x mortals 1 on 4+", "2x T4 W1", edition="10e")) == {
        (0, 0): Fraction(1, 8),
        (1, 0): Fraction(3, 8),
        (2, 0): Fraction(1, 2),
    }
    assert isinstance(Mortals(weapon("A1 BS3+ S4 D1").damage), Mortals)
