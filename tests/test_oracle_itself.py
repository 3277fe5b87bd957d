"""The oracle against answers worked by hand from the rules; it is no judge of the engine until these hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from oracle import EDITIONS, WHAT, Attack, Law, counts, throw, volley
from strategies import ANY_WEAPON, ELEVENTH_MELEE, ELEVENTH_RANGED, MELEE, RANGED, TARGET, Case, cases

from mathhammer.dice import Dice
from mathhammer.notation import read_attack, read_unit, read_weapon
from mathhammer.profiles import Weapon
from mathhammer.rules.catalogue import RULES
from mathhammer.situation import Situation

F = Fraction
SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Flags = dict[str, Any]


def shoot(*weapons: str, at: str, edition: str = "10e", situation: Situation | None = None) -> Law[tuple[int, int]]:
    attacks: list[Attack] = [read_attack(weapon) for weapon in weapons]
    return volley(attacks, read_unit(at), situation or Situation(lethal="always"), edition)


def slain(law: Law[tuple[int, int]]) -> Law[int]:
    return {models: sum((p for (m, _), p in law.items() if m == models), F(0)) for models in {m for m, _ in law}}


def lost(law: Law[tuple[int, int]]) -> Law[int]:
    return {wounds: sum((p for (_, w), p in law.items() if w == wounds), F(0)) for wounds in {w for _, w in law}}


def mean(law: Law[int]) -> Fraction:
    return sum((value * chance for value, chance in law.items()), F(0))


def average(what: str, weapon: str, at: str = "1x T4 W1", edition: str = "10e", **flags: Any) -> Fraction:
    situation = Situation(**{"lethal": "always", **flags})
    return mean(counts(read_weapon(weapon), read_unit(at), situation, edition, what))


# Dice.


def test_a_die_of_three_is_rolled_again_by_its_halved_result() -> None:
    assert throw(Dice(d3=1), "1s") == {1: F(1, 9), 2: F(4, 9), 3: F(4, 9)}


def test_a_low_roll_is_made_again_as_a_whole() -> None:
    assert throw(Dice(d6=1, plus=1), "low") == {**dict.fromkeys((2, 3, 4), F(1, 12)), **dict.fromkeys((5, 6, 7), F(1, 4))}


def test_a_total_of_dice_is_at_least_1_and_a_plain_number_is_itself() -> None:
    assert throw(Dice(d3=1, plus=-1)) == {1: F(2, 3), 2: F(1, 3)}
    assert throw(Dice()) == {0: 1}
    assert throw(Dice(d3=-1, plus=4)) == {1: F(1, 3), 2: F(1, 3), 3: F(1, 3)}


# Number of attacks.


@pytest.mark.parametrize(
    ("weapon", "at", "edition", "flags", "expected"),
    [
        ("AD3 BS3+ S4 D1", "1x T4 W1", "10e", {}, F(2)),
        ("3x AD6 BS3+ S4 D1 [rapid fire 1]", "1x T4 W1", "10e", {"half_range": True}, F(27, 2)),
        ("A1 BS3+ S4 D1 [rapid fire 2, -2 A]", "1x T4 W1", "10e", {"half_range": True}, F(1)),
        ("A1 BS3+ S4 D1 [rapid fire 2, -2 A]", "1x T4 W1", "11e", {"half_range": True}, F(3)),
        ("A1 BS3+ S4 D1 [rapid fire 2, -2 A]", "1x T4 W1", "11e", {}, F(1)),
        ("A1 BS3+ S4 D1 [blast, -2 A]", "10x T4 W1", "10e", {}, F(3)),
        ("2x A1 BS3+ S4 D1 [blast]", "4x T4 W1", "10e", {}, F(2)),
        ("2x A1 BS3+ S4 D1 [blast 2]", "9x T4 W1", "11e", {}, F(6)),
        ("A1 WS3+ S4 D1 [cleave 2]", "10x T4 W1", "11e", {}, F(5)),
        ("A2 WS3+ S4 D1 [extra attacks, +1 A]", "1x T4 W1", "10e", {}, F(2)),
        ("A2 WS3+ S4 D1 [extra attacks, +1 A]", "1x T4 W1", "11e", {}, F(3)),
        ("A1 BS3+ S4 D1 [rapid fire 1]", "1x T4 W1", "10e", {"order": "first-rank-fire"}, F(2)),
        ("A1 BS3+ S4 D1", "1x T4 W1", "10e", {"order": "first-rank-fire"}, F(1)),
        ("A1 BS3+ S4 D1 [rapid fire 1]", "1x T4 W1", "10e", {"order": "first-rank-fire", "shocked": True}, F(1)),
        ("AD6 BS3+ S4 D1 [reroll attacks]", "1x T4 W1", "10e", {}, F(17, 4)),
    ],
)
def test_the_number_of_attacks(weapon: str, at: str, edition: str, flags: Flags, expected: Fraction) -> None:
    assert average("attacks", weapon, at, edition, **flags) == expected


# Hit rolls (11th edition: sections 2, 5 and 9 of its page).

STEADY: Flags = {"not_visible": True, "stationary": True, "spotted": True}


@pytest.mark.parametrize(
    ("weapon", "edition", "flags", "expected"),
    [
        ("BS3+", "11e", {"cover": True}, F(1, 2)),
        ("BS3+ [-1 to hit]", "11e", {"cover": True}, F(1, 3)),
        ("BS5+ [-1 to hit]", "11e", {"cover": True}, F(1, 6)),
        ("BS6+", "11e", {"cover": True}, F(1, 6)),
        ("BS3+ [+1 to hit]", "11e", {"cover": True}, F(2, 3)),
        ("BS3+", "11e", {"cover": True, "plunging": True}, F(2, 3)),
        ("BS3+ [ignores cover]", "11e", {"cover": True}, F(2, 3)),
        ("BS3+ [psychic, -1 to hit]", "11e", {"cover": True}, F(2, 3)),
        ("BS3+ [psychic, -1 to hit, +1 to hit]", "11e", {}, F(5, 6)),
        ("WS3+", "11e", {"cover": True}, F(2, 3)),
        ("BS2+ [indirect fire]", "11e", STEADY, F(1, 2)),
        ("BS3+ [indirect fire]", "11e", STEADY, F(1, 2)),
        ("BS4+ [indirect fire]", "11e", STEADY, F(1, 3)),
        ("BS5+ [indirect fire]", "11e", STEADY, F(1, 6)),
        ("BS4+ [indirect fire, heavy]", "11e", STEADY, F(1, 2)),
        ("BS5+ [indirect fire, heavy]", "11e", STEADY, F(1, 3)),
        ("BS2+ [indirect fire, reroll hits, crit hit 2+]", "11e", {"not_visible": True}, F(1, 6)),
        ("BS2+ [indirect fire]", "10e", {"not_visible": True}, F(1, 2)),
        ("BS4+ [indirect fire]", "10e", {"not_visible": True}, F(1, 3)),
        ("BS2+ [indirect fire]", "10e-launch", {"not_visible": True}, F(2, 3)),
        ("BS3+ [indirect fire, crit hit 2+]", "10e", {"not_visible": True}, F(1, 2)),
        ("BS2+ [reroll hits]", "10e", {}, F(35, 36)),
        ("BS3+ [-3 to hit]", "10e", {}, F(1, 2)),
        ("BS3+ [+1 to hit, +1 to hit, -1 to hit]", "10e", {}, F(5, 6)),
        ("BS3+ [-1 BS, -1 to hit]", "10e", {}, F(1, 3)),
        ("BS6+ [-2 BS]", "10e", {}, F(1, 6)),
        ("BS2+ [+1 BS, -1 to hit]", "10e", {}, F(2, 3)),
        ("BS3+ [heavy]", "10e", {"stationary": True}, F(5, 6)),
        ("BS3+ [heavy]", "11e", {"stationary": True, "engaged": True}, F(1, 2)),
        ("BS3+ [pistol]", "10e", {"engaged": True}, F(2, 3)),
        ("BS3+", "10e", {"target_engaged": True}, F(1, 2)),
        ("BS3+", "10e", {"order": "take-aim"}, F(5, 6)),
        ("BS3+ [take aim]", "10e", {"shocked": True}, F(2, 3)),
        ("WS3+", "10e", {"order": "take-aim"}, F(2, 3)),
        ("BS3+ [reroll hits]", "10e", {"overwatch": True}, F(11, 36)),
        ("BS3+ [reroll hits]", "11e", {"overwatch": True}, F(1, 6)),
        ("BS3+ [crit hit 5+]", "10e", {"overwatch": True}, F(1, 6)),
        ("[torrent]", "10e", {"overwatch": True}, F(1)),
    ],
)
def test_the_chance_to_hit(weapon: str, edition: str, flags: Flags, expected: Fraction) -> None:
    skill, _, keywords = weapon.partition("[")
    assert average("hits", f"A1 {skill} S4 D1 {'[' + keywords if keywords else ''}", edition=edition, **flags) == expected


@pytest.mark.parametrize(("edition", "with_a_penalty"), [("10e", F(1, 2)), ("11e", F(1, 3))])
def test_stealth_is_a_modifier_or_cover(edition: str, with_a_penalty: Fraction) -> None:
    stealthy = "1x T4 W1 [stealth]"
    assert average("hits", "A1 BS3+ S4 D1", stealthy, edition) == F(1, 2)
    assert average("hits", "A1 BS3+ S4 D1 [-1 to hit]", stealthy, edition) == with_a_penalty
    assert average("hits", "A1 BS3+ S4 D1", stealthy, edition, cover=True) == F(1, 2)
    assert average("hits", "A1 WS3+ S4 D1", stealthy, edition) == F(2, 3)


@pytest.mark.parametrize(
    ("weapon", "flags", "expected"),
    [
        ("BS5+ [crit hit 5+, -1 to hit]", {}, F(1, 3)),
        ("BS5+ [crit hit 5+ (successful), -1 to hit]", {}, F(1, 6)),
        ("BS3+ [conversion]", {"long_range": True}, F(1, 2)),
        ("BS5+ [conversion]", {"long_range": True}, F(1, 3)),
        ("BS3+ [crit hit 5+]", {"overwatch": True}, F(1, 6)),
        ("BS3+ [reroll hits non-crits]", {}, F(11, 36)),
        ("BS3+ [reroll hits 1s]", {}, F(7, 36)),
        ("[torrent, crit hit 2+]", {}, F(0)),
    ],
)
def test_the_chance_of_a_critical_hit(weapon: str, flags: Flags, expected: Fraction) -> None:
    skill, _, keywords = weapon.partition("[")
    assert average("critical_hits", f"A1 {skill} S4 D1 [{keywords}", **flags) == expected


# Wound rolls.


@pytest.mark.parametrize(
    ("strength", "expected"), [(8, F(5, 6)), (5, F(2, 3)), (4, F(1, 2)), (3, F(1, 3)), (2, F(1, 6)), (1, F(1, 6))]
)
def test_strength_against_toughness(strength: int, expected: Fraction) -> None:
    assert average("wounds", f"A1 S{strength} D1 [torrent]") == expected


@pytest.mark.parametrize(
    ("keywords", "at", "wounds", "criticals"),
    [
        ("twin-linked", "T4 W1", F(3, 4), F(1, 4)),
        ("reroll wounds non-crits", "T4 W1", F(7, 12), F(11, 36)),
        ("reroll wounds 1s, reroll wounds fails", "T4 W1", F(3, 4), F(1, 4)),
        ("-1 to wound, -1 to wound, +1 to wound", "T4 W1", F(1, 3), F(1, 6)),
        ("anti-infantry 3+", "T9 W1 [infantry]", F(2, 3), F(2, 3)),
        ("anti-infantry 3+", "T9 W1 [vehicle]", F(1, 6), F(1, 6)),
        ("anti-infantry 2+: non-fly", "T9 W1 [infantry, fly]", F(1, 6), F(1, 6)),
        ("crit wound 5+, -1 to wound", "T5 W1", F(1, 3), F(1, 3)),
        ("crit wound 5+ (successful), -1 to wound", "T5 W1", F(1, 6), F(1, 6)),
        ("+1 to wound", "T4 W1 [wound rolls 1-3 fail]", F(1, 2), F(1, 6)),
        ("crit wound 3+", "T4 W1 [wound rolls 1-3 fail]", F(2, 3), F(2, 3)),
        ("+1 S", "T4 W1 [-1 to wound if S>T]", F(1, 2), F(1, 6)),
        ("-1 S", "T4 W1 [-1 to wound if S>T]", F(1, 3), F(1, 6)),
        ("-6 S", "T1 W1", F(1, 2), F(1, 6)),
    ],
)
def test_the_chance_to_wound(keywords: str, at: str, wounds: Fraction, criticals: Fraction) -> None:
    weapon = f"A1 S4 D1 [torrent, {keywords}]"
    assert (average("wounds", weapon, at), average("critical_wounds", weapon, at)) == (wounds, criticals)


def test_a_random_strength_is_rolled_for_each_wound_roll() -> None:
    # Strength 1 and 2 need 6+, 3 5+, 4 4+, 5 and 6 3+; the last two are above the Toughness.
    assert average("wounds", "A1 SD6 D1 [torrent]") == F(1 + 1 + 2 + 3 + 4 + 4, 36)
    assert average("wounds", "A1 SD6 D1 [torrent]", "T4 W1 [-1 to wound if S>T]") == F(1 + 1 + 2 + 3 + 3 + 3, 36)
    assert counts(read_weapon("A2 SD6 D1 [torrent]"), read_unit("T4 W1"), Situation(), "10e", "wounds")[2] == F(15, 36) ** 2


# Saves.


@pytest.mark.parametrize(
    ("weapon", "at", "edition", "flags", "unsaved"),
    [
        ("AP0", "T4 Sv3+ W1", "10e", {}, F(1, 3)),
        ("AP-1", "T4 Sv6+ W1", "10e", {}, F(1)),
        ("AP0", "T4 Sv7+ W1", "10e", {}, F(1)),
        ("AP0", "T4 Sv7+ W1 [+1 to save]", "10e", {}, F(5, 6)),
        ("AP0", "T4 Sv3+ W1", "10e", {"cover": True}, F(1, 3)),
        ("AP-1", "T4 Sv3+ W1", "10e", {"cover": True}, F(1, 3)),
        ("AP-1", "T4 Sv3+ W1 [worsen AP 1]", "10e", {"cover": True}, F(1, 3)),
        ("AP0", "T4 Sv4+ W1", "10e", {"cover": True}, F(1, 3)),
        ("AP0", "T4 Sv4+ W1 [take cover]", "10e", {"cover": True}, F(1, 3)),
        ("AP0", "T4 Sv4+ W1", "11e", {"cover": True}, F(1, 2)),
        ("AP0", "T4 Sv4+ W1", "10e", {"plunging": True}, F(2, 3)),
        ("AP0", "T4 Sv4+ W1", "11e", {"plunging": True}, F(1, 2)),
        ("AP-1", "T4 Sv5+ W1 [+1 to save, +1 to save]", "10e", {}, F(1, 2)),
        ("AP0", "T4 Sv5+ W1 [+1 to save, +1 to save]", "10e", {}, F(1, 2)),
        ("AP0", "T4 Sv5+ W1 [+1 to save, +1 to save]", "11e", {}, F(1, 3)),
        ("AP-3", "T4 Sv2+ W1 Inv4+", "10e", {"cover": True}, F(1, 2)),
        ("AP-3", "T4 Sv2+ W1 Inv5+", "10e", {"cover": True}, F(1, 2)),
        ("AP-6", "T4 Sv3+ W1 Inv4+ (melee)", "10e", {}, F(1)),
        ("AP-6", "T4 Sv3+ W1 Inv4+ (ranged)", "10e", {}, F(1, 2)),
        ("AP-6", "T4 Sv3+ W1 Inv5+ [-1 to save]", "10e", {}, F(5, 6)),
        ("AP0", "T4 Sv3+ W1 [reroll saves]", "10e", {}, F(1, 9)),
        ("AP0", "T4 Sv3+ W1 [reroll saves 1s]", "10e", {}, F(2, 9)),
        ("AP-6", "T4 Sv3+ W1 [reroll saves]", "10e", {}, F(1)),
    ],
)
def test_the_share_of_wounds_that_are_not_saved(weapon: str, at: str, edition: str, flags: Flags, unsaved: Fraction) -> None:
    assert average("unsaved", f"A1 S4 {weapon} D1 [torrent]", at, edition, **flags) == unsaved / 2


# The funnel.


@pytest.mark.parametrize(
    ("keywords", "expected"), [("", F(50, 27)), ("[lethal hits]", F(25, 9)), ("[sustained hits 1]", F(125, 54))]
)
def test_ten_bolters_against_toughness_5(keywords: str, expected: Fraction) -> None:
    assert average("unsaved", f"A10 BS3+ S4 D1 {keywords}", "T5 Sv6+ W1") == expected


def test_a_lethal_hit_is_no_critical_wound_and_its_extra_hits_roll() -> None:
    weapon = "A1 BS6+ S4 D1 [lethal hits, sustained hits 1, anti-infantry 2+]"
    assert average("wounds", weapon, "T8 W1 [infantry]") == F(1, 6) * (1 + F(5, 6))
    assert average("critical_wounds", weapon, "T8 W1 [infantry]") == F(1, 6) * F(5, 6)


def test_lethal_hits_are_a_choice_in_the_11th_edition_alone() -> None:
    for edition, wounds in (("10e", F(1, 6)), ("11e", F(1, 36))):
        assert average("wounds", "A1 BS6+ S4 D1 [lethal hits]", "T8 W1", edition, lethal="never") == wounds
    assert average("wounds", "A1 BS6+ S4 D1 [lethal hits]", "T8 W1", "11e", lethal="always") == F(1, 6)


def test_sustained_dice_are_rolled_for_each_critical_hit() -> None:
    law = counts(read_weapon("A2 BS6+ S4 D1 [sustained hits D3]"), read_unit("T4 W1"), Situation(), "10e", "hits")
    assert law[8] == F(1, 36) * F(1, 9)
    assert law[2] == 2 * F(1, 6) * F(5, 6) * F(1, 3)


# Damage: one wound on 2+ with no save, against a model with wounds to spare.


@pytest.mark.parametrize(
    ("damage", "at", "edition", "values"),
    [
        ("DD6 []", "[half damage]", "10e", (1, 1, 2, 2, 3, 3)),
        ("DD6 []", "[-1 damage]", "10e", (1, 1, 2, 3, 4, 5)),
        ("DD6 [melta 2]", "[damage 0]", "10e", (2,)),
        ("DD6 [melta 2]", "[damage 0]", "11e", (0,)),
        ("DD6 [melta 2]", "[damage 1]", "10e", (3,)),
        ("DD6+2 []", "[half damage]", "10e", (2, 2, 3, 3, 4, 4)),
        ("DD6 [melta 2]", "[half damage]", "10e", (3, 3, 4, 4, 5, 5)),
        ("DD6 [melta 2]", "[half damage]", "11e", (2, 2, 3, 3, 4, 4)),
        ("DD6 [melta 2]", "[half damage, -1 damage]", "11e", (1, 1, 2, 2, 3, 3)),
        ("DD6 [+2 D, -1 D]", "[half damage]", "11e", (1, 1, 2, 2, 3, 3)),
        ("D=3 [melta 2]", "[half damage]", "10e", (4,)),
        ("D=3 [melta 2]", "[half damage]", "11e", (3,)),
        ("D=3 []", "[half damage, -1 damage]", "10e", (1,)),
        ("D1 []", "[-1 damage]", "10e", (1,)),
        ("D0 []", "", "10e", (0,)),
        ("D0 [-1 D]", "", "10e", (0,)),
        ("D0 [melta 2]", "[-1 damage]", "10e", (1,)),
        ("D1 [melta D3]", "", "10e", (2, 3, 4)),
        ("D2 []", "[damage 0 first failed save]", "10e", (0,)),
        ("D2 [melta 2]", "[damage 0 first failed save]", "10e", (2,)),
        ("D2 [melta 2]", "[damage 0 first failed save]", "11e", (0,)),
    ],
)
def test_damage_modifiers_in_the_order_of_the_edition(damage: str, at: str, edition: str, values: tuple[int, ...]) -> None:
    weapon = f"A1 S8 {damage.replace('[', '[torrent, ').replace(', ]', ']')}"
    expected = {0: F(1, 6)}
    for value in values:
        expected[value] = expected.get(value, F(0)) + F(5, 6) / len(values)
    assert lost(shoot(weapon, at=f"T4 W20 {at}", edition=edition, situation=Situation(half_range=True))) == expected


def test_only_the_first_failed_save_is_free_and_never_a_devastating_wound() -> None:
    sure = "A2 S8 D1 [torrent]"  # two wounds on 2+ each
    assert lost(shoot(sure, at="T4 W9 [damage 0 first failed save]")) == {0: F(11, 36), 1: F(25, 36)}
    devastating = "A1 S8 D1 [torrent, devastating wounds, crit wound 2+]"
    assert lost(shoot(devastating, at="T4 W9 [damage 0 first failed save]")) == {0: F(1, 6), 1: F(5, 6)}


def test_damage_beyond_the_wounds_of_a_model_is_lost() -> None:
    assert shoot("A2 S8 D=3 [torrent]", at="3x T4 W2") == {(0, 0): F(1, 36), (1, 2): F(10, 36), (2, 4): F(25, 36)}


def test_a_wounded_model_goes_first() -> None:
    assert mean(slain(shoot("A3 S8 AP-6 D2 [torrent]", at="3x T4 W3"))) == F(25, 27)
    assert mean(slain(shoot("A3 S8 AP-6 D2 [torrent]", at="3x T4 W3 [wounded 1]"))) == F(85, 54)


@pytest.mark.parametrize(
    ("keywords", "at", "expected"),
    [
        ("", "FNP5+", F(2, 3)),
        ("", "FNP5+ FNP4+ (mortal)", F(2, 3)),
        ("", "FNP5+ FNP4+ (psychic)", F(2, 3)),
        (", psychic", "FNP5+ FNP4+ (psychic)", F(1, 2)),
        (", psychic", "FNP3+ FNP4+ (psychic)", F(1, 3)),
    ],
)
def test_one_feel_no_pain_the_best_that_applies(keywords: str, at: str, expected: Fraction) -> None:
    assert mean(lost(shoot(f"A1 S8 D1 [torrent{keywords}]", at=f"T4 W9 {at}"))) == F(5, 6) * expected


# Devastating wounds and mortal wounds.

THREE = "A3 S4 D2 [torrent, devastating wounds]"


@pytest.mark.parametrize(
    ("edition", "pain", "wounds_lost", "models", "two_dead"),
    [
        ("10e-launch", "", F(52, 27), F(5, 18), F(1, 54)),
        ("10e-2023-09", "", F(47, 27), F(7, 27), F(0)),
        ("10e", "", F(47, 27), F(7, 27), F(0)),
        ("10e-launch", "FNP5+ (mortal)", F(43, 27), F(496, 2187), F(62, 19683)),
        ("10e-2023-09", "FNP5+ (mortal)", F(47, 27), F(7, 27), F(0)),
        ("10e", "FNP5+ (mortal)", F(9998, 6561), F(4402, 19683), F(0)),
    ],
)
def test_the_three_forms_of_the_10th_edition(
    edition: str, pain: str, wounds_lost: Fraction, models: Fraction, two_dead: Fraction
) -> None:
    law = shoot(THREE, at=f"3x T4 Sv4+ W3 {pain}", edition=edition)
    assert (mean(lost(law)), mean(slain(law)), slain(law).get(2, 0)) == (wounds_lost, models, two_dead)


@pytest.mark.parametrize(("edition", "expected"), [("10e", F(1)), ("11e", F(3, 2))])
def test_damage_reduction_spares_no_devastating_wound_in_the_11th_edition(edition: str, expected: Fraction) -> None:
    assert mean(lost(shoot(THREE, at="T4 Sv4+ W6 [-1 damage]", edition=edition))) == expected


@pytest.mark.parametrize(("more", "expected"), [("", F(5, 9)), (", -1 to wound", F(7, 12))])
def test_a_penalty_to_wound_can_help_who_re_rolls_fails(more: str, expected: Fraction) -> None:
    weapon = f"A1 S5 D2 [torrent, devastating wounds, reroll wounds fails{more}]"
    assert mean(lost(shoot(weapon, at="T4 Sv2+ W9 [-1 damage]", edition="11e"))) == expected


def test_a_packet_of_three_against_feel_no_pain() -> None:
    weapon = "A1 S8 D=3 [torrent, devastating wounds, crit wound 2+]"
    for edition in EDITIONS:
        law = shoot(weapon, at="2x T4 W2 FNP5+", edition=edition)
        assert slain(law)[1] == F(5, 6) * F(20, 27)
        assert lost(law).get(3, 0) == F(5, 6) * F(8, 27) * (edition == "10e-launch")


def test_devastating_wounds_wait_for_the_unit_or_for_their_weapon() -> None:
    law = {(0, 0): F(1, 36), (0, 2): F(5, 36), (1, 3): F(5, 36)}
    weapons = ("A1 S8 D=3 [torrent, devastating wounds, crit wound 2+]", "A1 S8 D2 [torrent]")
    assert shoot(*weapons, at="2x T4 W3", edition="11e") == {**law, (1, 5): F(25, 36)}
    for edition in ("10e", "10e-2023-09"):
        assert shoot(*weapons, at="2x T4 W3", edition=edition) == {**law, (1, 3): F(30, 36)}  # 2, then one of the 3
    assert shoot(*weapons, at="2x T4 W3", edition="10e-launch") == {**law, (1, 5): F(25, 36)}


def test_deferred_wounds_meet_feel_no_pain_on_the_model_that_is_left() -> None:
    assert shoot("A4 S4 D2 [torrent, devastating wounds]", at="2x T4 Sv4+ W3 FNP5+ (mortal)")[2, 6] == F(7705, 944784)


@pytest.mark.parametrize("edition", EDITIONS)
def test_extra_mortal_wounds_spill_over_whether_the_attack_is_saved_or_not(edition: str) -> None:
    # A wound on 2+, each critical; the save passes on 2+ or the wound kills one model.
    weapon = "A1 S8 D1 [torrent, crit wound 2+, mortals 2 on crit wound]"
    law = shoot(weapon, at="5x T4 Sv2+ W1", edition=edition)
    assert slain(law) == {0: F(1, 6), 2: F(25, 36), 3: F(5, 36)}


def test_extra_mortal_wounds_come_after_the_devastating_ones() -> None:
    weapons = "A1 S8 D=3 [torrent, devastating wounds, crit wound 2+, mortals 1 on crit wound]", "A1 S8 D2 [torrent]"
    law = {(0, 0): F(1, 36), (0, 2): F(5, 36), (1, 4): F(5, 36)}
    # Both wound: 2 lost, then one of the 3, then the extra one; or all 3, the extra one, then 2.
    assert shoot(*weapons, at="3x T4 W3") == {**law, (1, 4): F(30, 36)}
    assert shoot(*weapons, at="3x T4 W3", edition="11e") == {**law, (2, 6): F(25, 36)}


def test_all_devastating_wounds_of_the_unit_come_before_any_extra_mortal_wounds() -> None:
    weapons = (
        "A1 S8 D0 [torrent, crit wound 2+, mortals 1 on crit wound]",
        "A1 S8 D=3 [torrent, devastating wounds, crit wound 2+]",
    )
    law = {(0, 0): F(1, 36), (0, 1): F(5, 36), (1, 3): F(5, 36)}
    for edition in ("10e", "10e-2023-09", "10e-launch"):
        assert shoot(*weapons, at="2x T4 W3", edition=edition) == {**law, (1, 4): F(25, 36)}
    assert shoot(*weapons, at="2x T4 W3", edition="11e") == {**law, (1, 3): F(30, 36)}  # the extra one first


def test_mortal_wounds_as_an_attack() -> None:
    assert slain(shoot("2x mortals 1 on 4+", at="5x T4 Sv2+ W1")) == {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}
    assert lost(shoot("mortals D3", at="2x T4 W2")) == {1: F(1, 3), 2: F(1, 3), 3: F(1, 3)}
    assert lost(shoot("mortals 1", at="T4 W2 FNP5+ FNP4+ (mortal)")) == {0: F(1, 2), 1: F(1, 2)}
    assert lost(shoot("mortals 1 [psychic]", at="T4 W2 FNP5+ FNP4+ (psychic)")) == {0: F(1, 2), 1: F(1, 2)}


def test_mortal_wounds_keep_their_place_in_the_firing_order() -> None:
    gun = "A1 S8 D2 [torrent]"  # 2 wounds on a W2 model on 2+
    assert shoot("mortals 1", gun, at="2x T4 W2") == {(0, 1): F(1, 6), (1, 2): F(5, 6)}
    assert shoot(gun, "mortals 1", at="2x T4 W2") == {(0, 1): F(1, 6), (1, 3): F(5, 6)}


# Public cases: the question, the exact answer and where it was asked.

K40 = "https://github.com/toadchild/40kdice/issues/"
ENGINE = "https://github.com/akabbeke/WarhammerStatsEngine/issues/"
CRUNCHER = "https://github.com/wn-mitch/40kdc-data/blob/main/"


@pytest.mark.parametrize(
    ("weapon", "at", "models", "wounds_lost", "source"),
    [
        ("A6 BS2+ S4 D2 [sustained hits 1, devastating wounds]", "20x T4 Sv2+ W2", "4/3", "8/3", K40 + "26"),
        ("A10 BS4+ S4 D2 [lethal hits, devastating wounds]", "10x T4 W3", "83653/59049", "310007/59049", K40 + "26"),
        ("A6 BS3+ S9 D2 [devastating wounds, crit wound 2+]", "6x T4 W3", "752875/531441", "2790065/531441", K40 + "26"),
        ("A8 BS4+ S3 AP-1 D=3 [crit wound 4+]", "1x T11 Sv2+ W13", None, "859796665/429981696", K40 + "16"),
        ("A4 BS3+ S5 AP-1 D2 [devastating wounds]", "10x T4 Sv4+ W2", "4/3", "8/3", K40 + "14"),
        ("A6 BS3+ S6 D=D6", "10x T4 W2", "877724512/387420489", "1810105264/387420489", K40 + "25"),
        ("A12 BS3+ S5 AP-1 D2 [reroll wounds fails]", "12x T5 Sv3+ W2", "3", "6", K40 + "10"),
        ("A3 S8 D10 [torrent]", "3x T4 W11", "25/27", "50/3", ENGINE + "21"),
        ("A2 S8 D=D6 [torrent]", "5x T4 W1", "5/3", "5/3", ENGINE + "21"),
        ("A10 BS3+ S4 AP-1 D1 [reroll hits fails]", "10x T4 Sv4+ W1", "80/27", "80/27", ENGINE + "6"),
        ("A1 BS3+ S12 AP-3 D=D6+1", "1x T11 Sv3+ W26 Inv5+ [-1 damage]", "0", "28/27", CRUNCHER + "conformance/cruncher"),
        ("AD6 BS3+ S4 D1 [blast]", "4x T3 Sv5+ W1", "1202735900/1162261467", None, CRUNCHER + "tools/src/cruncher"),
        ("AD3 BS3+ S10 AP-3 D=3 [blast, -1 to hit]", "10x T3 Sv6+ W1", "5/3", "5/3", CRUNCHER + "tools/src/cruncher"),
        (
            "A6 BS3+ S6 D2",
            "6x T4 W2 FNP6+",
            "84692650/43046721",
            "178877510/43046721",
            "toadchild/40kdice, run as published",
        ),
        (
            *("A1 BS3+ S12 AP-3 D=D6+1 [devastating wounds]", "10x T3 Sv6+ W1 FNP5+ FNP4+ (mortal)"),
            *("8073931/15116544", "8073931/15116544", CRUNCHER + "conformance/cruncher"),
        ),
    ],
)
def test_a_public_case(weapon: str, at: str, models: str | None, wounds_lost: str | None, source: str) -> None:
    law = shoot(weapon, at=at)
    assert models is None or mean(slain(law)) == F(models), source
    assert wounds_lost is None or mean(lost(law)) == F(wounds_lost), source


def test_two_multi_meltas_against_a_model_that_halves_damage() -> None:
    melta, ctan = "2x A2 BS3+ S9 AP-4 D=D6 [melta 2]", "1x T11 Sv3+ W12 Inv4+ FNP5+ [half damage]"
    law = shoot(melta, at=ctan, situation=Situation(half_range=True))
    assert mean(lost(law)) == F(243999823492960, 205891132094649)
    assert slain(law)[1] == F(41154088960, 205891132094649)


def test_spilling_devastating_wounds_of_the_launch() -> None:
    weapon = "A6 BS2+ S4 D2 [sustained hits 1, devastating wounds]"
    assert mean(slain(shoot(weapon, at="20x T4 Sv2+ W1", edition="10e-launch"))) == F(199946164689955, 85691213438976)


def test_the_answer_of_the_manual() -> None:
    law = shoot("A2 BS3+ S4 AP-1 D1", at="2x T4 Sv3+ W1")
    assert law == {(0, 0): F(25, 36), (1, 1): F(5, 18), (2, 2): F(1, 36)}
    law = shoot("10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]", at="5x T4 Sv3+ W2", situation=Situation(half_range=True))
    assert [round(10000 * slain(law)[models]) for models in range(6)] == [295, 2101, 3768, 2699, 940, 197]


# The oracle and the strategies as such.


def test_what_the_oracle_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="four editions"):
        shoot("A1 BS3+ S4 D1", at="T4 W1", edition="9e")
    with pytest.raises(ValueError, match="units of one group"):
        shoot("A1 BS3+ S4 D1", at="2x T4 W1 + 1x T5 W4 [character]")
    with pytest.raises(ValueError, match="indirect fire"):
        shoot("A1 BS3+ S4 D1", at="T4 W1", situation=Situation(not_visible=True))
    with pytest.raises(ValueError, match="does not choose"):
        shoot("A1 BS3+ S4 D1 [lethal hits]", at="T4 W1", edition="11e", situation=Situation(lethal="best"))


def test_the_strategies_draw_every_rule_that_acts_on_one_kind_of_model() -> None:
    drawn = {*ANY_WEAPON, *RANGED, *MELEE, *ELEVENTH_RANGED, *ELEVENTH_MELEE, *TARGET}
    elsewhere = {"precision", "hazardous", "lone operative", "damage 0 once", "deadly demise"}  # not in the oracle
    for rule in RULES:
        if rule.modelled and rule.owners and rule.title() not in elsewhere:
            assert rule in drawn, rule.title()


@SLOW
@given(cases(max_weapons=3))
def test_every_law_sums_to_1(case: Case) -> None:
    edition, attacks, unit, situation = case
    assert sum(volley(attacks, unit, situation, edition).values()) == 1


@SLOW
@given(cases())
def test_no_stage_counts_more_than_the_one_that_feeds_it(case: Case) -> None:
    edition, attacks, unit, situation = case
    for weapon in attacks:
        assert isinstance(weapon, Weapon)
        number = {what: mean(counts(weapon, unit, situation, edition, what)) for what in WHAT}
        assert number["unsaved"] <= number["wounds"] <= number["hits"]
        assert number["critical_hits"] <= number["hits"]
        assert number["critical_wounds"] <= number["wounds"]
