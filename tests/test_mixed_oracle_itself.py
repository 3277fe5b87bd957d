"""The oracle of mixed units against answers worked by hand from the rules, and against the oracle of one group."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import oracle
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mixed_oracle import Answer, Battle, one_group, toughness, volley, whole_unit
from mixed_strategies import mixed_cases
from oracle import EDITIONS, Law, Tally, mapped, surely, then
from strategies import Case, small_cases

from mathhammer.notation import read_attack, read_unit
from mathhammer.profiles import Unit
from mathhammer.rules.damage import Wounded, ZeroFirstFailedSave
from mathhammer.situation import Situation

F = Fraction
SLOW = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
TENTH = ("10e", "10e-2023-09", "10e-launch")
ALWAYS = Situation(lethal="always")


def shoot(*attacks: str, at: str, edition: str = "10e", situation: Situation = ALWAYS, **policy: Any) -> Law[Answer]:
    return volley([read_attack(text) for text in attacks], read_unit(at), situation, edition, **policy)


def battle(weapon: str, at: str, edition: str = "10e", **policy: Any) -> Battle:
    return Battle([read_attack(weapon)], read_unit(at), ALWAYS, edition, **policy)


def struck(weapon: str, at: str, edition: str, *, wounds: int, critical: int = 0, **policy: Any) -> Law[Answer]:
    """The answer if the weapon has scored exactly so many wounds that allow a save, and so many critical ones."""
    fight = battle(weapon, at, edition, **policy)
    if fight.eleventh:
        return mapped(fight.resolved(0, fight.start(), Tally(unsaved=wounds, critical_wounds=critical)), fight.answer)
    law = surely(fight.start())
    for _ in range(wounds):
        law = then(law, lambda state: fight.wound(0, state))
    waiting = tuple(sorted(fight.waits(0) * critical))
    return mapped(fight.settled(mapped(law, lambda state: (state, waiting))), fight.answer)


def slain(law: Law[Answer], group: int) -> Law[int]:
    return mapped(one_group(law, group), lambda pair: pair[0])


# Whose save it is, and the order of the save dice. The guns wound on 2+.

GUN = "A3 S8 D1 [torrent]"
BODY_THEN_ELITE = "2x T4 Sv7+ W1 + 1x T4 Sv3+ W1"


@pytest.mark.parametrize(
    ("edition", "wounds", "expected"),
    [("10e", 3, F(1, 3)), ("10e", 4, F(5, 9)), ("11e", 3, F(1, 27)), ("11e", 4, F(1, 9))],
)
def test_low_save_dice_fall_on_the_first_group_in_the_11th_edition(edition: str, wounds: int, expected: Fraction) -> None:
    law = struck(GUN, BODY_THEN_ELITE, edition, wounds=wounds)
    assert (slain(law, 0)[2], slain(law, 1)[1]) == (F(1), expected)


def test_an_elite_declared_first_takes_the_low_dice() -> None:
    law = {((0, 0), (0, 0)): F(16, 81), ((1, 1), (2, 2)): F(65, 81)}
    assert struck(GUN, "1x T4 Sv3+ W1 + 2x T4 Sv7+ W1", "11e", wounds=4) == law
    turned = struck(GUN, BODY_THEN_ELITE, "11e", wounds=4, order=(1, 0))
    assert mapped(turned, lambda answer: (answer[1], answer[0])) == law


def test_the_worked_example_of_the_11th_edition() -> None:
    # Two companions, then the others, the saint last: two 1s, a 3 that AP-1 spoils, and two dice that pass.
    unit = "2x T3 Sv2+ W2 [leader] + 5x T3 Sv3+ W1 + 1x T3 Sv2+ W7 Inv4+ [character, leader]"
    fight = battle("A5 S8 AP-1 D2 [torrent]", unit, "11e")
    law = fight.save_dice(0, tuple(fight.declared(fight.start())), (1, 1, 3, 5, 6), fight.start())
    assert mapped(law, fight.answer) == {((2, 4), (1, 1), (0, 0)): 1}


def test_a_whole_volley_mixes_over_the_number_of_wounds() -> None:
    assert slain(shoot(GUN, at=BODY_THEN_ELITE), 1)[1] == F(125, 216) / 3
    assert slain(shoot(GUN, at=BODY_THEN_ELITE, edition="11e"), 1)[1] == F(125, 216) / 27


def test_every_weapon_is_a_batch_of_its_own_in_the_11th_edition() -> None:
    # Two wounds take the bodies, whatever their dice; then one die for the elite, unsorted.
    law = shoot("A2 S8 D1 [torrent]", "A1 S8 D1 [torrent]", at=BODY_THEN_ELITE, edition="11e")
    assert slain(law, 1)[1] == F(125, 216) / 3


def test_save_rerolls_are_judged_die_by_die() -> None:
    unit = "1x T4 Sv7+ W1 + 1x T4 Sv4+ W1 [character, reroll saves]"
    assert slain(struck(GUN, unit, "11e", wounds=2), 1)[1] == F(1, 4) * F(1, 2)  # the higher die is 3 or less
    assert slain(struck(GUN, unit, "10e", wounds=2), 1)[1] == F(1, 2) * F(1, 2)
    ones = unit.replace("reroll saves", "reroll saves 1s")  # the higher die is a 1, or it is 2 or 3
    assert slain(struck(GUN, ones, "11e", wounds=2), 1)[1] == F(1, 36) * F(1, 2) + F(8, 36)


# Allocation.


def test_equal_characteristics_make_one_group_of_the_11th_edition() -> None:
    # The second model of two wounds stands before the model of three, although it is written after it.
    unit = "1x T4 W2 + 1x T4 W3 + 1x T4 W2 FNP4+"
    assert struck("A2 S8 D2 [torrent]", unit, "11e", wounds=2) == {
        ((1, 2), (0, 0), (0, 0)): F(1, 4),
        ((1, 2), (0, 0), (0, 1)): F(1, 2),
        ((1, 2), (0, 0), (1, 2)): F(1, 4),
    }
    assert struck("A2 S8 D2 [torrent]", unit, "10e", wounds=2) == {((1, 2), (0, 2), (0, 0)): 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wounded_group_goes_first_and_characters_last(edition: str) -> None:
    unit = "2x T4 W4 + 1x T4 W5 [wounded 2] + 1x T4 W3 [character, wounded 1]"
    for wounds, after in enumerate(
        [
            ((0, 0), (0, 0), (0, 0)),
            ((0, 0), (1, 2), (0, 0)),
            ((0, 3), (1, 2), (0, 0)),
            ((1, 4), (1, 2), (0, 0)),
            ((1, 7), (1, 2), (0, 0)),
            ((2, 8), (1, 2), (0, 0)),
            ((2, 8), (1, 2), (1, 1)),
            ((2, 8), (1, 2), (1, 1)),
        ]
    ):
        assert struck("A2 S8 D=3 [torrent]", unit, edition, wounds=wounds) == {after: 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wounded_character_goes_before_the_others(edition: str) -> None:
    unit = "1x T4 W2 + 1x T4 W3 [character] + 1x T4 W4 [character, wounded 2]"
    assert struck("A1 S8 D2 [torrent]", unit, edition, wounds=2) == {((1, 2), (0, 0), (1, 2)): 1}
    assert struck("A1 S8 D2 [torrent]", unit, edition, wounds=3) == {((1, 2), (0, 2), (1, 2)): 1}
    assert struck("A1 S8 D2 [torrent, precision]", unit, edition, wounds=1) == {((0, 0), (0, 0), (1, 2)): 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wounded_model_must_be_taken_before_a_fresh_one_of_another_wounded_group(edition: str) -> None:
    law = struck("A1 S8 D2 [torrent]", "2x T4 W2 [wounded 1] + 1x T4 W2 [wounded 1]", edition, wounds=2)
    assert law == {((1, 1), (1, 1)): 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_companion_of_a_leader_is_no_character(edition: str) -> None:
    unit = "1x T4 W2 + 1x T4 W2 [leader] + 1x T4 W2 [character, leader]"
    assert struck("A1 S8 D2 [torrent]", unit, edition, wounds=2) == {((1, 2), (1, 2), (0, 0)): 1}
    assert struck("A1 S8 D2 [torrent, precision]", unit, edition, wounds=1) == {((0, 0), (0, 0), (1, 2)): 1}
    unit = "1x T4 W2 + 1x T4 W2 [leader]"  # without one he is the leader himself
    assert struck("A1 S8 D2 [torrent, precision]", unit, edition, wounds=1) == {((0, 0), (1, 2)): 1}


def test_a_single_datasheet_protects_its_character_in_the_11th_edition_alone() -> None:
    unit = "1x T4 W2 [character, single] + 1x T4 W2"
    for edition in TENTH:
        assert struck("A1 S8 D2 [torrent]", unit, edition, wounds=1) == {((1, 2), (0, 0)): 1}
    assert struck("A1 S8 D2 [torrent]", unit, "11e", wounds=1) == {((0, 0), (1, 2)): 1}


def test_who_has_had_an_attack_allocated_takes_the_next_one() -> None:
    # Precision finds the first character written, then the guard dies: the first goes on, though the order says otherwise.
    unit = "1x T4 W1 + 1x T4 Sv2+ W1 [character] + 1x T4 Sv2+ W1 [character]"
    fight = Battle([read_attack(PRECISE), read_attack(GUN)], read_unit(unit), ALWAYS, "10e", order=(0, 2, 1))
    law = then(fight.wound(0, fight.start()), lambda state: fight.wound(1, state))
    law = then(law, lambda state: fight.wound(1, state))
    spared, dead = F(5, 6), F(1, 6)
    assert mapped(law, fight.answer) == {
        ((1, 1), (0, 0), (0, 0)): spared * spared,
        ((1, 1), (1, 1), (0, 0)): spared * dead + dead * spared,
        ((1, 1), (1, 1), (1, 1)): dead * dead,
    }


def test_attacks_flow_on_to_the_character_when_the_last_bodyguard_dies() -> None:
    unit = "2x T4 Sv7+ W1 + 1x T4 Sv4+ W1 [character]"
    assert slain(struck(GUN, unit, "10e", wounds=3), 1)[1] == F(1, 2)
    assert slain(struck(GUN, unit, "11e", wounds=3), 1)[1] == F(1, 8)  # the highest of three dice is 3 or less


def test_damage_beyond_a_bodyguard_is_lost() -> None:
    for edition in EDITIONS:
        assert struck("A1 S8 D=9 [torrent]", "1x T4 W1 + 1x T4 W5 [character]", edition, wounds=1) == {((1, 1), (0, 0)): 1}


# What belongs to a group.


@pytest.mark.parametrize("edition", EDITIONS)
def test_damage_rules_belong_to_their_group(edition: str) -> None:
    unit = "1x T4 W3 [-1 damage] + 1x T4 W8 [half damage, character]"
    assert struck("A1 S8 D=3 [torrent]", unit, edition, wounds=3) == {((1, 3), (0, 2)): 1}
    unit = "1x T4 W3 [damage 2] + 1x T4 W8 [character]"
    assert struck("A1 S8 D=5 [torrent]", unit, edition, wounds=3) == {((1, 3), (0, 5)): 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_shield_belongs_to_its_group(edition: str) -> None:
    unit = "1x T4 W2 + 1x T4 W8 [character, damage 0 first failed save]"
    assert struck("A1 S8 D=3 [torrent]", unit, edition, wounds=2) == {((1, 2), (0, 0)): 1}
    assert struck("A1 S8 D=3 [torrent]", unit, edition, wounds=3) == {((1, 2), (0, 3)): 1}
    unit = "1x T4 W2 [damage 0 first failed save] + 1x T4 W8 [character, damage 0 first failed save]"
    assert struck("A1 S8 D=3 [torrent]", unit, edition, wounds=4) == {((1, 2), (0, 3)): 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_feel_no_pain_belongs_to_its_group(edition: str) -> None:
    law = struck("A1 S8 D1 [torrent]", "1x T4 W1 + 1x T4 W8 FNP4+ [character]", edition, wounds=2)
    assert law == {((1, 1), (0, 0)): F(1, 2), ((1, 1), (0, 1)): F(1, 2)}


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("1x T4 W1 + 1x T6 W1 [character]", 4),
        ("1x T4 W1 + 2x T5 W1 + 1x T6 W1 [character]", 5),
        ("1x T4 W1 + 1x T6 W1", 6),
        ("1x T4 W1 [single] + 1x T6 W1 [character]", 6),
        ("1x T4 W1 [character] + 1x T6 W1 [character]", 6),
        ("1x T4 W1 + 2x T5 W1 [leader] + 1x T6 W1 [character, leader]", 4),
        ("1x T4 W1 [bodyguard] + 2x T5 W1 [support]", 4),
    ],
)
def test_the_toughness_of_the_unit(unit: str, expected: int) -> None:
    assert toughness(read_unit(unit)) == expected


@pytest.mark.parametrize(
    ("weapon", "unit", "chance"),
    [
        ("A1 BS3+ S8 D1", "1x T4 W1 + 1x T4 W1", F(2, 3)),
        ("A1 BS3+ S8 D1", "1x T4 W1 [stealth] + 1x T4 W1", F(2, 3)),
        ("A1 BS3+ S8 D1", "1x T4 W1 [stealth] + 1x T4 W1 [stealth]", F(1, 2)),
        ("A1 BS3+ S8 D1", "1x T4 W1 + 1x T4 W1 [-1 to hit]", F(1, 2)),
        ("A1 BS3+ S8 D1 [+1 to hit]", "1x T4 W1 [-1 to hit] + 1x T4 W1 [-1 to hit]", F(2, 3)),
        ("A1 BS3+ S8 D1 [+1 to hit]", "1x T4 W1 [-1 to hit, -1 to hit] + 1x T4 W1 [-1 to hit]", F(1, 2)),
        ("A1 S8 D1 [torrent]", "1x T4 W1 + 1x T4 W1 [-1 to wound]", F(2, 3) * F(6, 5)),
        ("A1 S8 D1 [torrent]", "1x T4 W1 + 1x T4 W1 [-1 to wound if S>T]", F(2, 3) * F(6, 5)),
        ("A1 S2 D1 [torrent, anti-psyker 4+]", "1x T4 W1 + 1x T4 W1 [psyker, character]", F(1, 2) * F(6, 5)),
    ],
)
def test_what_belongs_to_the_unit(weapon: str, unit: str, chance: Fraction) -> None:
    law = shoot(weapon, at=unit)
    assert slain(law, 0)[1] == chance * F(5, 6)


def test_the_models_of_all_groups_count_for_blast() -> None:
    law = shoot("A1 S8 D1 [torrent, blast]", at="4x T4 W1 + 1x T4 W1 [character]")
    assert slain(law, 0) == {0: F(1, 36), 1: F(10, 36), 2: F(25, 36)}


# Precision.

PRECISE = "A3 S8 D1 [torrent, precision]"
LED = "2x T4 Sv7+ W1 + 1x T4 Sv4+ W1 [character]"


def test_precision_in_the_10th_edition_is_for_each_wound() -> None:
    law = struck(PRECISE, LED, "10e", wounds=3)
    # The leader saves all three, or dies to the first, second or third and the rest take the guards.
    assert law == {
        ((0, 0), (0, 0)): F(1, 8),
        ((0, 0), (1, 1)): F(1, 8),
        ((1, 1), (1, 1)): F(1, 4),
        ((2, 2), (1, 1)): F(1, 2),
    }
    assert struck(PRECISE, LED, "10e", wounds=3, precision="none") == struck(GUN, LED, "10e", wounds=3)


def test_precision_in_the_11th_edition_makes_the_character_current() -> None:
    # The lowest of three dice kills him if it is 3 or less; the other dice take the guards.
    law = struck(PRECISE, LED, "11e", wounds=3)
    assert law == {((0, 0), (0, 0)): F(1, 8), ((2, 2), (1, 1)): F(7, 8)}
    assert struck(PRECISE, LED, "11e", wounds=3, precision="none") == struck(GUN, LED, "11e", wounds=3)


def test_precision_of_the_11th_edition_is_one_character_a_batch() -> None:
    unit = "1x T4 W9 + 1x T4 W1 [character] + 1x T4 W1 [character]"
    assert struck(PRECISE, unit, "11e", wounds=2) == {((0, 1), (1, 1), (0, 0)): 1}
    assert struck(PRECISE, unit, "10e", wounds=2) == {((0, 0), (1, 1), (1, 1)): 1}


def test_precision_needs_an_attached_unit_in_the_10th_edition() -> None:
    unit = "1x T4 W2 [single] + 1x T4 W2 [character]"
    assert struck("A1 S8 D2 [torrent, precision]", unit, "10e", wounds=1) == {((1, 2), (0, 0)): 1}
    assert struck("A1 S8 D2 [torrent, precision]", unit, "11e", wounds=1) == {((0, 0), (1, 2)): 1}


SURE = "A1 S8 D=3 [torrent, devastating wounds, crit wound 2+]"
SURE_PRECISE = "A1 S8 D=3 [torrent, devastating wounds, crit wound 2+, precision]"


@pytest.mark.parametrize("edition", EDITIONS)
def test_devastating_wounds_find_the_character_by_precision(edition: str) -> None:
    unit = "1x T4 W2 + 1x T4 W4 [character]"
    assert struck(SURE_PRECISE, unit, edition, wounds=0, critical=1) == {((0, 0), (0, 3)): 1}
    after = (1, 2) if edition == "10e-launch" else (0, 0)
    assert struck(SURE_PRECISE, unit, edition, wounds=0, critical=2) == {(after, (1, 4)): 1}


def test_devastating_wounds_of_a_precise_batch_fall_back_on_the_ladder() -> None:
    unit = "1x T4 W9 + 1x T4 W2 [character] + 1x T4 W2 [character]"
    assert struck(SURE_PRECISE, unit, "11e", wounds=1, critical=1) == {((0, 3), (1, 2), (0, 0)): 1}
    assert struck(SURE_PRECISE, unit, "11e", wounds=0, critical=2) == {((0, 3), (1, 2), (0, 0)): 1}
    assert struck(SURE_PRECISE, unit, "10e", wounds=1, critical=1) == {((0, 0), (1, 2), (1, 2)): 1}


# Devastating wounds and mortal wounds without it.


@pytest.mark.parametrize("edition", EDITIONS)
def test_devastating_wounds_spill_over_at_the_launch_alone(edition: str) -> None:
    law = struck(SURE, "1x T4 W1 + 1x T4 W4 [character]", edition, wounds=0, critical=1)
    assert law == {((1, 1), (0, 2) if edition == "10e-launch" else (0, 0)): 1}


@pytest.mark.parametrize(("edition", "lost"), [("10e", 2), ("10e-2023-09", 2), ("10e-launch", 2), ("11e", 3)])
def test_devastating_damage_is_modified_by_the_group_it_falls_on(edition: str, lost: int) -> None:
    law = struck(SURE, "1x T4 W1 + 1x T4 W9 [character, -1 damage]", edition, wounds=1, critical=1)
    assert law == {((1, 1), (0, lost)): 1}


def test_devastating_wounds_wait_for_other_weapons_in_the_10th_edition() -> None:
    # Both wound: the guard falls to the second weapon and the leader loses 3; or the guard takes the 3.
    weapons, unit = (SURE, "A1 S8 D1 [torrent]"), "1x T4 W1 + 1x T4 W9 [character]"
    law = {((0, 0), (0, 0)): F(1, 36), ((1, 1), (0, 0)): F(10, 36)}
    assert shoot(*weapons, at=unit) == {**law, ((1, 1), (0, 3)): F(25, 36)}
    assert shoot(*weapons, at=unit, edition="11e") == {**law, ((1, 1), (0, 1)): F(25, 36)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_mortal_wounds_spill_along_the_order_each_with_the_feel_no_pain_of_its_model(edition: str) -> None:
    unit = "1x T4 Sv2+ W2 + 1x T4 Sv2+ W3 FNP4+ (mortal) [character]"
    law = shoot("mortals 3", at=unit, edition=edition)
    assert law == {((1, 2), (0, 0)): F(1, 2), ((1, 2), (0, 1)): F(1, 2)}
    extra = "A1 S8 D0 [torrent, crit wound 2+, mortals 3 on crit wound]"
    law = shoot(extra, at=unit, edition=edition)
    assert law == {((0, 0), (0, 0)): F(1, 6), ((1, 2), (0, 0)): F(5, 12), ((1, 2), (0, 1)): F(5, 12)}


def test_extra_mortal_wounds_of_a_precise_attack() -> None:
    extra, unit = "A1 S8 D0 [torrent, crit wound 2+, mortals 3 on crit wound, precision]", "1x T4 W2 + 1x T4 W2 [character]"
    for edition in TENTH:  # each on a character while there is one
        assert struck(extra, unit, edition, wounds=1, critical=1) == {((0, 1), (1, 2)): 1}
    assert struck(extra, unit, "11e", wounds=1, critical=1) == {((1, 2), (0, 1)): 1}  # the fixed ladder


# One group, and one group written as two.


@SLOW
@given(small_cases())
def test_one_group_is_what_the_other_oracle_says(case: Case) -> None:
    edition, attacks, unit, situation = case
    law = volley(attacks, unit, situation, edition)
    assert one_group(law, 0) == oracle.volley(attacks, unit, situation, edition)


@SLOW
@given(small_cases().filter(lambda case: case[2].models > 1), st.data())
def test_a_group_written_as_two_is_the_same_unit(case: Case, data: st.DataObject) -> None:
    edition, attacks, unit, situation = case
    group = unit.groups[0]
    first = data.draw(st.integers(1, group.count - 1))
    group = replace(
        group, rules=tuple(rule for rule in group.rules if not isinstance(rule, ZeroFirstFailedSave))
    )  # one each
    unit, fresh = Unit((group,)), tuple(rule for rule in group.rules if not isinstance(rule, Wounded))
    halves = Unit((replace(group, count=first), replace(group, count=group.count - first, rules=fresh)))
    law = volley(attacks, halves, situation, edition)
    assert whole_unit(law, halves) == whole_unit(volley(attacks, unit, situation, edition), unit)


@SLOW
@given(mixed_cases(), st.data())
def test_the_order_of_the_defender_is_the_unit_written_otherwise(case: Case, data: st.DataObject) -> None:
    edition, attacks, unit, situation = case
    turned = Unit(tuple(data.draw(st.permutations(unit.groups))))
    order = [unit.groups.index(group) for group in turned.groups]
    law = volley(attacks, unit, situation, edition, "none", order)
    assert mapped(law, lambda answer: tuple(answer[group] for group in order)) == volley(
        attacks, turned, situation, edition, "none"
    )


@SLOW
@given(mixed_cases())
def test_every_law_sums_to_1_and_loses_no_more_than_there_is(case: Case) -> None:
    edition, attacks, unit, situation = case
    law = volley(attacks, unit, situation, edition)
    assert sum(law.values()) == 1
    for answer in law:
        for group, (models, lost) in zip(unit.groups, answer, strict=True):
            assert 0 <= models <= group.count
            assert models * group.wounds - (group.wounds - group.front_wounds) * (models > 0) <= lost
            assert lost <= (group.count - 1) * group.wounds + group.front_wounds
