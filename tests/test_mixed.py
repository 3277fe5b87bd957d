"""Units of several kinds of models: published vectors, equality with the plain path, results, choices, refusals."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import Case, cases, units

from mathhammer import AttackResult, Group, LimitError, MathhammerError, SituationError, Unit, attack, unit, weapon
from mathhammer.check import Check
from mathhammer.editions import EDITIONS, edition
from mathhammer.result.data import answers_csv, answers_data
from mathhammer.result.groups import GroupResult
from mathhammer.result.table import table
from mathhammer.sequence.standing import as_written, order_of_death
from mathhammer.sequence.steps import Steps, steps
from mathhammer.sequence.volley import fire
from mathhammer.situation import Situation

SLOW = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
LED = "9x Guard: T4 Sv3+ W2 + 1x Boss: T4 Sv2+ W4 Inv4+ [character]"


def wounds(number: int, target: str, name: str) -> dict[tuple[int, ...], Fraction]:
    """The law of wounds lost, group by group, after exactly so many wounds of AP0 and Damage 1."""
    at, rules = unit(target), edition(name)
    found = steps(weapon(f"A{number} S4 D1 [torrent]"), at, Situation(), rules)
    assert isinstance(found, Steps)
    sure = replace(found, wounds=((4, 1, Check(2, automatic=True)),))
    outcome = fire([sure], as_written(at, rules).squad, rules)
    law: dict[tuple[int, ...], Fraction] = {}
    weights = [*outcome.vector, outcome.denominator - sum(outcome.vector)]
    for state, weight in enumerate(weights):
        if weight:
            key = tuple(lost for _, lost in outcome.squad.tally(state))
            law[key] = law.get(key, Fraction(0)) + Fraction(weight, outcome.denominator)
    return law


def test_save_dice_of_the_11th_edition_are_met_from_the_lowest() -> None:
    elite_last, elite_first = "2x T4 W1 + 1x T4 Sv3+ W1", "1x T4 Sv3+ W1 + 2x T4 W1"
    assert wounds(3, elite_last, "11e")[2, 1] == Fraction(1, 27)
    assert wounds(3, elite_last, "10e")[2, 1] == Fraction(1, 3)
    assert wounds(4, elite_last, "11e")[2, 1] == Fraction(1, 9)
    assert wounds(4, elite_last, "10e")[2, 1] == Fraction(5, 9)
    assert wounds(4, elite_first, "11e") == {(0, 0): Fraction(16, 81), (1, 2): Fraction(65, 81)}


def test_the_higher_of_two_dice_decides_for_whoever_is_behind() -> None:
    law = wounds(2, "1x T4 W1 + 1x T4 Sv4+ W1", "11e")
    assert law == {(1, 1): Fraction(1, 4), (1, 0): Fraction(3, 4)}


def law_of(result: AttackResult) -> dict[tuple[int, int], Fraction]:
    return {end: Fraction(weight, result.joint.denominator()) for end, weight in result.joint.items()}


def flags(situation: Situation) -> dict[str, Any]:
    return {name: getattr(situation, name) for name in situation.__dataclass_fields__}


@SLOW
@given(cases(max_weapons=2), st.integers(1, 3))
def test_two_equal_groups_are_one(case: Case, first: int) -> None:
    """The same models written as two groups die like one group: the mixed path equals the plain one."""
    name, weapons, target, situation = case
    (group,) = target.groups
    assume(group.count > first)
    # a use once in each group is two uses
    assume(not any(rule.title() == "damage 0 first failed save" for rule in group.rules))
    rest = replace(group, count=group.count - first, rules=tuple(r for r in group.rules if r.title() != "wounded"))
    parted = Unit((replace(group, count=first), rest))
    plain = attack(weapons, target, edition=name, separate=True, **flags(situation))
    mixed = attack(weapons, parted, edition=name, separate=True, **flags(situation))
    assert law_of(mixed) == law_of(plain)
    assert [stage.wounds for stage in mixed.stages] == [stage.wounds for stage in plain.stages]


@SLOW
@given(units(most_wounds=8), st.sampled_from(sorted(EDITIONS)))
def test_the_whole_is_the_sum_of_its_groups(target: Unit, name: str) -> None:
    led = Unit((*target.groups, Group(4, save=4, wounds=3, keywords=("character",))))
    result = attack(["A3 BS3+ S5 AP-1 D2 [devastating wounds]", "A2 S4 D1 [torrent, precision]"], led, edition=name)
    assert sum(g.damage_law.mean for g in result.groups) == result.law("damage").mean
    assert sum(g.kills_law.mean for g in result.groups) == result.law("kills").mean
    assert result.wasted >= 0
    assert sum(one.chance for one in result.remains) >= 1 - result.wipe
    assert all(one.low <= one.chance for one in result.remains)


def test_unsaved_wounds_are_those_that_reach_a_living_model() -> None:
    result = attack("A4 S4 D1 [torrent]", "1x T4 W1 + 1x T4 W1 [character]")
    assert result.stages[0].wounds == 2
    # of four coins at most two heads count
    assert result.stages[0].unsaved == Fraction(4 * 1 + 11 * 2, 16)
    assert result.nominal == result.stages[0].unsaved
    assert result.wasted == 0
    big = attack("A4 S4 D=3 [torrent]", "1x T4 W1 + 1x T4 W1 [character]")
    assert big.nominal == 3 * big.stages[0].unsaved


def test_weapons_of_one_batch_share_what_reaches_the_target() -> None:
    alone = attack("2x gun: A2 BS3+ S4 D1", "1x T4 W1 + 1x T4 Sv4+ W1 [character]", edition="11e")
    both = attack(["A1 BS3+ S4 D1", "A3 BS3+ S4 D1"], "1x T4 W1 + 1x T4 Sv4+ W1 [character]", edition="11e")
    whole = alone.stages[0].unsaved
    assert [stage.unsaved for stage in both.stages] == [whole / 4, whole * 3 / 4]
    random = attack(["AD3 BS3+ S4 D1", "A2 BS3+ S4 D1"], "1x T4 W1 + 1x T4 Sv4+ W1 [character]", edition="11e")
    by_number = [
        attack([f"A{n} BS3+ S4 D1", "A2 BS3+ S4 D1"], "1x T4 W1 + 1x T4 Sv4+ W1 [character]", edition="11e")
        for n in (1, 2, 3)
    ]
    for at in (0, 1):
        assert random.stages[at].unsaved == sum(r.stages[at].unsaved for r in by_number) / 3


# The order of death.


@pytest.mark.parametrize(
    ("text", "tenth", "eleventh"),
    [
        ("1x T4 W4 [character] + 5x T4 W2", (0, 1), (0, 1)),  # the record has the character last
        ("1x T4 W4 [character, single] + 5x T4 W2", (0, 1), (1, 0)),
        ("5x T4 W2 + 5x T4 W1 [wounded 1] + 3x T4 W3 [wounded 2]", (2, 0, 1), (2, 0, 1)),
        ("1x T4 Sv3+ W2 + 1x T4 Sv4+ W2 + 1x T4 Sv3+ W2 FNP5+", (0, 1, 2), (0, 2, 1)),
        ("2x T4 W2 + 1x T4 W4 [character] + 1x T4 W4 [character, wounded 1]", (0, 2, 1), (0, 2, 1)),
    ],
)
def test_the_order_of_death(text: str, tenth: tuple[int, ...], eleventh: tuple[int, ...]) -> None:
    assert order_of_death(unit(text), edition("10e")) == tenth
    assert order_of_death(unit(text), edition("11e")) == eleventh


@pytest.mark.parametrize("name", ["10e", "11e"])
def test_of_several_groups_the_wounded_models_die_first(name: str) -> None:
    """Two attacks, each of which kills on 2+: the first the one wounded model, the second the other."""
    for target in (
        "2x T4 W2 [wounded 1] + 1x T4 W2 [wounded 1]",
        "2x T4 W2 [character, wounded 1] + 1x T4 W2 [character, wounded 1]",
    ):
        result = attack("A2 S8 D2 [torrent]", target, edition=name)
        assert [group.kills_law.mean for group in result.groups] == [Fraction(35, 36), Fraction(25, 36)]


def test_several_wounded_groups_of_which_one_would_have_to_wait_are_refused() -> None:
    ready = attack("A2 S8 D2 [torrent]", "1x T4 W2 [wounded 1] + 2x T4 W3 [wounded 1]", edition="11e")
    assert [group.kills_law.mean for group in ready.groups] == [Fraction(35, 36), Fraction(25, 36)]
    with pytest.raises(MathhammerError, match="two groups have a wounded model, and the first has others besides"):
        attack("A1 S8 D2 [torrent]", "2x T4 W3 [wounded 1] + 1x T4 W2 [wounded 1]", edition="11e")
    with pytest.raises(MathhammerError, match="two groups have a wounded model"):
        attack("A1 S8 D2 [torrent]", "1x T4 W2 [wounded 1] + 2x T4 W3 [wounded 1]", edition="11e", allocation="best")


def test_a_use_of_a_shield_is_not_forgotten_while_another_wounded_model_is_in_front() -> None:
    """The first packet is for nothing, the second kills that group's wounded model, the third the other's."""
    target = "2x T4 W2 [wounded 1, damage 0 first failed save] + 1x T4 W2 [wounded 1]"
    result = attack("A4 S4 D2 [torrent]", target)
    wounds_of = [Fraction(comb(4, n), 16) for n in range(5)]
    assert result.groups[0].kills_law.at_least(1) == sum(wounds_of[2:])
    assert result.groups[1].kills_law.at_least(1) == sum(wounds_of[3:])
    assert result.wipe == wounds_of[4]


def test_characters_of_an_attached_unit_are_written_last() -> None:
    led = unit("1x Boss: T4 W4 [leader] + 5x Guard: T4 W2")
    assert str(attack("A1 BS3+ S4 D1", led).query).endswith("vs 5x Guard: T4 Sv7+ W2 + 1x Boss: T4 Sv7+ W4 [leader]")
    assert led.characters == (False, True)
    assert led.keywords == {"leader", "character"}
    companions = unit("2x T9 W1 [leader] + 5x T4 W2 + 1x T3 W4 [character, leader]")
    assert (companions.characters, companions.toughness) == ((False, False, True), 4)
    assert unit("2x T9 W1 [leader] + 1x T3 W4 [character, leader]").toughness == 9


def test_reading_echo_groups_and_data_have_one_order() -> None:
    typed = "1x Boss: T5 Sv3+ W4 [character] + 5x Guard: T4 Sv3+ W2 + 1x Ancient: T4 Sv3+ W3 [leader]"
    result = attack("A1 BS3+ S4 D1", typed)
    names = ["Guard", "Ancient", "Boss"] if not unit(typed).characters[1] else ["Guard", "Boss", "Ancient"]
    assert [group.name for group in unit(typed).groups] == names
    assert [group.name for group in result.groups] == names
    assert [group["name"] for group in answers_data(result)["groups"]] == names
    echo = result.query.partition(" vs ")[2]
    assert [part.split(":")[0].split("x ")[1] for part in echo.split(" + ")] == names
    assert unit(echo) == result.unit
    assert answers_data(attack("A1 BS3+ S4 D1", echo)) == answers_data(result)


def test_companions_of_a_dead_leader_are_no_characters() -> None:
    """What is left after the first volley is what it was: neither its KEYWORDS nor the places of its groups change."""
    led = "2x T6 Sv2+ W1 [leader] + 5x T4 W9 [infantry] + 1x T4 W1 [character, leader]"
    sniper, gun = "A1 S8 D1 [torrent, precision, anti-infantry 2+]", "A1 S4 D1 [torrent, anti-character 2+]"
    result = attack(sniper, led, then=[gun])
    assert [case.left for case in result.volleys[1].cases] == [(True, True, True), (True, True, False)]
    # one time in six he lives, and the unit is a CHARACTER
    assert result.stages[1].wounds == Fraction(1, 6) * Fraction(5, 6) + Fraction(5, 6) * Fraction(1, 2)
    # companions are in front, with their save of 2+: a sixth of the wounds is not saved
    assert result.groups[0].damage_law.mean == result.stages[1].wounds / 6
    assert "[leader]: save 2+" in table(result)


def test_who_is_left_of_an_attached_unit_is_no_longer_one_in_the_10th_edition() -> None:
    led = "1x T4 W1 [bodyguard] + 1x T4 W1 [lone operative, character]"
    led = led.replace("[bodyguard]", "[bodyguard, lone operative]")
    kill, far = "A1 S8 D1 [torrent]", '24" A1 S8 D1 [torrent]'
    assert attack(kill, led, then=[far], edition="11e", distance=18).wipe == Fraction(25, 36)
    with pytest.raises(SituationError, match="cannot be chosen from 18"):
        attack(kill, led, then=[far], edition="10e", distance=18)


def test_the_owner_may_choose_the_order() -> None:
    target = "1x T4 Sv7+ W3 + 1x T4 Sv2+ W3"
    written = attack("A6 BS3+ S4 AP0 D1", target)
    best = attack("A6 BS3+ S4 AP0 D1", target, allocation="best")
    assert best.law("damage").mean < written.law("damage").mean
    assert best.plan.order == (1, 0)
    assert best.notes == ("the target dies in the order best for its owner: 1x T4 Sv2+ W3 ; 1x T4 Sv7+ W3",)
    assert attack("A6 BS3+ S4 AP0 D1", f"{target} [wounded 1]", allocation="best").plan.order == (1, 0)
    hurt = attack("A6 BS3+ S4 AP0 D1", "1x T4 Sv7+ W3 [wounded 1] + 1x T4 Sv2+ W3", allocation="best")
    assert hurt.plan.order == (0, 1)


@pytest.mark.parametrize("name", ["10e", "11e"])
def test_the_best_use_of_precision(name: str) -> None:
    gun, target = "A4 BS3+ S4 AP-1 D2 [precision]", "3x T4 Sv5+ W1 + 1x T4 Sv2+ W4 Inv4+ [character]"
    for aim in ("damage", "kills"):
        best = attack(gun, target, edition=name, precision="best", objective=aim)
        both = {p: attack(gun, target, edition=name, precision=p) for p in ("all", "none")}
        means = {p: result.law(aim).mean for p, result in both.items()}
        assert best.law(aim).mean == max(means.values())
        assert any(note == f"precision: {max(means, key=lambda p: means[p])} is best for {aim}" for note in best.notes)


# What is left.


def test_what_is_left_of_an_attached_unit() -> None:
    tenth = attack("A4 S4 D1 [torrent]", "2x T4 W1 + 1x T4 W2 [character]")
    rest = {one.groups: (one.starting_strength, one.chance, one.low) for one in tenth.remains}
    # 0, 1, 2 wounds leave the unit, its half 1.5 models; three or more the leader alone, whose half is one wound
    assert rest == {(0, 1): (3, Fraction(5, 16), Fraction(0)), (1,): (1, Fraction(5, 8), Fraction(0))}
    eleventh = attack("A4 S4 D1 [torrent]", "2x T4 W1 + 1x T4 W2 [character]", edition="11e")
    (whole,) = eleventh.remains
    assert (whole.groups, whole.starting_strength, whole.chance, whole.low) == (
        (0, 1),
        3,
        Fraction(15, 16),
        Fraction(10, 16),
    )
    assert eleventh.half_strength == Fraction(10, 16)


def test_bodyguards_without_their_leader_are_a_unit_of_their_own() -> None:
    result = attack("A1 S4 D1 [torrent, precision]", "5x T4 W1 + 1x T4 W1 [character]")
    assert {one.groups: (one.starting_strength, one.chance) for one in result.remains} == {
        (0, 1): (6, Fraction(1, 2)),
        (0,): (5, Fraction(1, 2)),
    }


@pytest.mark.parametrize(("name", "low"), [("10e", Fraction(4, 16)), ("11e", Fraction(10, 16))])
def test_half_strength_of_one_model_is_by_its_wounds(name: str, low: Fraction) -> None:
    """Four coins against four wounds: three lost are below half, two lost are half, four are dead."""
    assert attack("A4 S4 D1 [torrent]", "1x T4 W4", edition=name).half_strength == low


# How it is shown.


def test_groups_in_every_form() -> None:
    result = attack("10x A2 BS3+ S5 AP-2 D2 [precision]", LED)
    data = answers_data(result)
    boss = data["groups"][1]
    assert (boss["name"], boss["wipe"]) == ("Boss", str(result.groups[1].wipe))
    assert [one["groups"] for one in data["remains"]] == [[0, 1], [0]]
    assert "\n  1x Boss " in table(result)
    assert "\ngroup 2 kills,1," in answers_csv(result)
    assert answers_data(attack("A1 BS3+ S4 D1", "meq"))["groups"] == []
    assert pickle.loads(pickle.dumps(result)) == result
    assert isinstance(result.groups[0], GroupResult)
    assert result.groups[1].kills.probability(1) == result.groups[1].wipe


def test_what_the_table_says_of_saves() -> None:
    text = table(attack("10x A2 BS3+ S5 AP-2 D2", LED))
    assert "5+ / 4+  9x Guard: save 3+ after AP-2; 1x Boss: save 2+ after AP-2" in text
    assert table(attack("A1 BS3+ S4 D1", LED), explained=True).endswith(
        "groups die in this order: 9x Guard, 1x Boss\n  order: after each weapon wounds"
    )


# What is refused.


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"precision": "some"}, "precision 'some'"),
        ({"allocation": "worst"}, "allocation 'worst'"),
    ],
)
def test_what_is_refused(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(SituationError, match=said):
        attack("A1 BS3+ S4 D1", LED, **asked)


def test_what_cannot_be_told_of_a_mixed_unit_is_refused() -> None:
    with pytest.raises(MathhammerError, match="distribution of unsaved wounds"):
        attack("A1 BS3+ S4 D1", LED).law("unsaved")
    with pytest.raises(LimitError, match="the order of 7 groups"):
        attack("A1 BS3+ S4 D1", " + ".join(f"1x T4 W{n}" for n in range(1, 8)), allocation="best")


def test_what_takes_too_long_is_refused_before_it_begins() -> None:
    gun = "10x A100 BS3+ S5 AP-1 D2 [devastating wounds, mortals D3 on crit wound]"
    with pytest.raises(LimitError):
        attack(gun, "40x T4 Sv4+ W3 + 1x T4 Sv2+ W8 Inv4+ FNP5+ [character]", edition="11e")


def test_notes_on_roles() -> None:
    target = "5x T4 W2 + 1x T4 W4 [character, leader] + 1x T4 W4 [character, support]"
    assert attack("A1 BS3+ S4 D1", target).notes == ("10th edition: [support] is taken for a further Leader",)
    assert attack("A1 BS3+ S4 D1", target, edition="11e").notes == ()
    two = target.replace("support", "leader")
    assert "one Leader unit and one Support unit" in attack("A1 BS3+ S4 D1", two, edition="11e").notes[0]


def test_the_wounds_lost_in_a_state_are_those_of_all_groups() -> None:
    squad = attack("A1 BS3+ S4 D1", "2x T4 W2 + 1x T4 W3 [character]").outcome.squad
    lost = [squad.lost_in(state) for state in range(squad.live + 1)]
    assert lost == [sum(wounds for _, wounds in squad.tally(state)) for state in range(squad.live + 1)]
    assert (lost[squad.start_state], lost[-1]) == (0, 7)
