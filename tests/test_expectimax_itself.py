"""The literal expectimax against the oracle, closed forms and answers worked by hand; no judge until these hold."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from expectimax import Answer, Game, Hand, Roll, Rolls, State, solve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import Attack, Fight, volley
from strategies import Case, small_cases

from mathhammer.notation import read_attack, read_unit
from mathhammer.situation import Situation

F = Fraction
ROLLS: tuple[Rolls, ...] = ("one", "batch", "after")

MELTA, TANK = "A1 BS3+ S9 AP-4 DD6+3", "1x T10 Sv7+ W12"
LANCE, KNIGHT = "A1 BS3+ S12 AP-3 DD6+2", "1x T10 Sv3+ W12"
CANNON, GUARDED = "A1 BS4+ S14 AP-4 DD6 [dev]", "1x T10 Sv3+ Inv4+ W12"
HEAVY_CANNON, TITAN = "2x A1 BS3+ S16 AP-4 D2D6 [dev]", "1x T10 Sv7+ Inv5+ W22"
LETHAL_DEV, INFANTRY = "A1 BS5+ S4 DD6 [lethal, dev, anti-infantry 2+]", "1x T8 Sv2+ W6 [infantry]"


def play(*fired: str, at: str, edition: str = "10e", flags: dict[str, Any] | None = None, **options: Any) -> Answer:
    attacks: list[Attack] = [read_attack(attack) for attack in fired]
    return solve(attacks, read_unit(at), Situation(**{"lethal": "always", **(flags or {})}), edition, **options)


def gain(*fired: str, at: str, **options: Any) -> Fraction:
    answer = play(*fired, at=at, **options)
    return answer.best - answer.base


# Nobody holds a die: the law of the oracle.

PLAIN: list[tuple[list[str], str, str, dict[str, Any]]] = [
    (["A2 BS3+ S4 AP-1 D2"], "3x T4 Sv3+ W2", "10e", {}),
    (["AD3 BS4+ SD6 AP-1 DD3 [reroll hits 1s, twin-linked]"], "2x T4 Sv4+ W3 [FNP5+]", "10e", {}),
    (["AD3 BS4+ S5 AP-1 D2 [sustained D3, lethal]"], "3x T5 Sv3+ Inv5+ W3 [reroll saves 1s]", "10e", {}),
    (["A3 BS3+ S4 DD3 [dev, mortals 1 on crit wound]"], "3x T4 Sv3+ W2", "10e-launch", {}),
    (["A3 BS3+ S4 DD3 [dev]", "A2 BS4+ S8 D=3 [dev]"], "3x T4 Sv3+ W2 [FNP5+ (mortal)]", "10e-2023-09", {}),
    (["A2 BS3+ S4 DD3 [dev]", "2x mortals D3 on 4+", "A2 BS4+ S8 D=3"], "2x T4 Sv3+ W3 [-1 damage]", "11e", {}),
    (["A3 BS3+ S4 D2D3 [lethal, dev, reroll damage]"], "2x T4 Sv3+ W4 [half damage]", "11e", {"lethal": "never"}),
    (["A2 [torrent] S6 DD6+D3 [reroll damage 1s, melta D3]"], "2x T4 Sv5+ W4 [damage 0 first failed save]", "10e", {}),
    (["A2 BS4+ S8 DD3 [melta 2]"], "2x T4 Sv5+ W3", "10e", {"half_range": True, "cover": True}),
]


@pytest.mark.parametrize("rolls", ROLLS)
@pytest.mark.parametrize(("fired", "at", "edition", "flags"), PLAIN)
def test_without_dice_the_law_is_that_of_the_oracle(
    fired: list[str], at: str, edition: str, flags: dict[str, Any], rolls: Rolls
) -> None:
    answer = play(*fired, at=at, edition=edition, flags=flags, rolls=rolls)
    situation = Situation(**{"lethal": "always", **flags})
    assert answer.law == volley([read_attack(attack) for attack in fired], read_unit(at), situation, edition)
    assert answer.base == answer.best == sum(lost * chance for (_, lost), chance in answer.law.items())
    assert answer.spent == {"kept": 1}


QUICK = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(small_cases(), st.sampled_from(ROLLS))
def test_without_dice_any_law_is_that_of_the_oracle(case: Case, rolls: Rolls) -> None:
    edition, fired, unit, situation = case
    assert solve(fired, unit, situation, edition, rolls=rolls).law == volley(fired, unit, situation, edition)


@QUICK
@given(small_cases(), st.sampled_from(("one", "batch")), st.integers(1, 6), st.sampled_from(("damage", "kills", "wipe")))
def test_a_die_never_hurts_who_holds_it_and_the_law_has_the_value(case: Case, rolls: Rolls, face: int, aim: str) -> None:
    edition, fired, unit, situation = case
    mine = solve(fired, unit, situation, edition, rolls=rolls, dice=[face], objective=aim)
    theirs = solve(fired, unit, situation, edition, rolls=rolls, defender_dice=[face], objective=aim)
    assert theirs.best <= theirs.base == mine.base <= mine.best
    worth: dict[str, Callable[[int, int], int]]
    worth = {"damage": lambda _, lost: lost, "kills": lambda slain, _: slain, "wipe": lambda slain, _: slain == unit.models}
    for answer in (mine, theirs):
        assert answer.best == sum(worth[aim](*end) * chance for end, chance in answer.law.items())
        assert sum(answer.law.values()) == 1
    assert sum(mine.spent.values()) == 1  # one use: it is spent somewhere or kept


# One die, worked by hand.


def test_a_die_that_surely_hits() -> None:
    answer = play("A1 BS3+ S4 D1", at="1x T4 Sv7+ W1", dice=[3])
    assert (answer.base, answer.best) == (F(1, 3), F(1, 2))
    assert answer.law == {(0, 0): F(1, 2), (1, 1): F(1, 2)}
    assert answer.spent == {"kept": 0, ("hit", 3): 1}


def test_a_die_waits_for_the_wound_roll_when_both_are_worth_the_same() -> None:
    answer = play("A1 BS4+ S4 D1", at="1x T4 Sv7+ W1", dice=[4])
    assert (answer.best, answer.spent) == (F(1, 2), {"kept": F(1, 2), ("wound", 4): F(1, 2)})


def test_of_equal_faces_the_smallest_is_spent() -> None:
    assert play("A1 BS4+ S4 D1", at="1x T4 Sv7+ W1", dice=[6, 5, 4]).spent == {"kept": F(1, 2), ("wound", 4): F(1, 2)}


def test_a_die_takes_modifiers_and_a_1_fails() -> None:
    assert gain("A1 [torrent] S4 D1 [-1 to wound]", at="1x T4 Sv7+ W1", dice=[4]) == 0
    assert gain("A1 [torrent] S4 D1 [-1 to wound]", at="1x T4 Sv7+ W1", dice=[5]) == F(2, 3)
    assert gain("A1 [torrent] S8 D1", at="1x T4 Sv7+ W1", dice=[1]) == 0


def test_a_price_is_paid_for_each_die_spent() -> None:
    answer = play("A1 [torrent] S4 D1", at="1x T4 Sv7+ W1", dice=[4], price={4: F(1, 3)})
    assert (answer.best, answer.law[1, 1]) == (F(2, 3), F(1))
    assert play("A1 [torrent] S4 D1", at="1x T4 Sv7+ W1", dice=[4], price={4: F(2, 3)}).spent == {"kept": 1}


def test_two_uses_put_two_dice_into_two_rolls() -> None:
    answer = play("A1 BS4+ S4 D1", at="1x T4 Sv7+ W1", dice=[4, 4], uses=2)
    assert answer.best == answer.spent["hit", 4] == answer.spent["wound", 4] == 1


def test_a_die_of_three_is_made_by_half_of_the_face() -> None:
    weapon, at = "A1 [torrent] S8 DD3", "1x T4 Sv7+ W3"
    assert [gain(weapon, at=at, dice=[face]) for face in (1, 2, 3, 4, 5, 6)] == [
        0,
        F(1, 3),
        F(1, 3),
        F(1, 3),
        F(5, 6),
        F(5, 6),
    ]


def test_one_of_two_damage_dice_is_put_in_and_either_kind_may_be() -> None:
    assert gain("A1 [torrent] S8 D2D6", at="1x T4 Sv7+ W20", dice=[6]) == F(5, 6) * F(5, 2)
    assert gain("A1 [torrent] S8 D2D6", at="1x T4 Sv7+ W20", dice=[6, 6], uses=2, rolls="batch") == 7 * F(1, 6) + F(5, 2)
    mixed = play("A1 [torrent] S8 DD6-D3", at="1x T4 Sv7+ W20", dice=[1])
    assert mixed.best - mixed.base == F(5, 6) * (F(16, 6) - F(37, 18))  # 1 into the D3


def test_damage_that_kills_anyway_needs_no_die() -> None:
    assert play("A1 [torrent] S8 DD6+3", at="1x T4 Sv7+ W4", dice=[6]).spent == {"kept": 0, ("wound", 6): 1}


def test_deferred_damage_takes_a_die_when_it_is_dealt() -> None:
    """A 6 on the first weapon's damage and the second weapon's wound are needed: the 10th edition knows the wound first."""
    fired = ("A1 [torrent] S8 DD6 [dev, crit wound 2+]", "A1 [torrent] S8 D2")
    said: dict[str, Any] = {"at": "1x T4 Sv7+ W20", "dice": [6], "objective": "damage>=8", "price": {6: F(1, 100)}}
    assert play(*fired, **said).best == F(25, 36) * F(99, 100)
    assert play(*fired, **said, edition="11e").best == F(5, 6) * (F(5, 6) - F(1, 100))


# Re-rolls.


def test_a_die_may_go_into_the_reroll_after_the_first_roll_is_seen() -> None:
    answer = play("A1 [torrent] S4 D1 [twin-linked]", at="1x T4 Sv7+ W1", dice=[4])
    assert (answer.base, answer.best) == (F(3, 4), F(1))
    assert answer.spent == {"kept": F(1, 2), ("wound", 4): F(1, 2)}


def test_a_substituted_die_that_is_rolled_again_is_lost() -> None:
    """A price below 0 pays for the use of a die that does no good."""
    weapon, at = "A1 [torrent] S4 D1 [twin-linked]", "1x T4 Sv7+ W1"
    answer = play(weapon, at=at, dice=[3], price={3: F(-1)})
    assert (answer.best, answer.law[1, 1], answer.spent["wound", 3]) == (F(3, 2), F(1, 2), F(1))
    assert play(weapon, at=at, dice=[3, 4], uses=2, price={3: F(-1)}).best == 2


def test_a_low_damage_roll_may_take_a_die_when_it_is_made_again() -> None:
    weapon, at = "A1 [torrent] S8 DD6 [reroll damage]", "1x T4 Sv7+ W20"
    assert gain(weapon, at=at, dice=[6]) == F(5, 6) * (6 - F(17, 4))
    assert gain(weapon, at=at, dice=[4]) == F(1, 6) * F(17, 4)  # to wound; 1/4 as damage


def test_a_batch_sees_all_first_rolls_before_the_rerolls() -> None:
    answer = play("A2 [torrent] S4 D1 [twin-linked]", at="2x T4 Sv7+ W1", dice=[4], rolls="batch")
    assert answer.best == 2 - F(1, 4) * F(1, 2)
    assert answer.spent == {"kept": F(1, 4), ("wound", 4): F(3, 4)}


# A batch takes a die before it is rolled; with more uses, several of its dice may be replaced.


def test_a_batch_takes_one_die_a_use() -> None:
    weapon, at = "A3 [torrent] S4 D1", "3x T4 Sv7+ W1"
    assert play(weapon, at=at, dice=[4, 5], rolls="batch").best == 2
    assert play(weapon, at=at, dice=[4, 5], uses=2, rolls="batch").best == F(5, 2)


def test_one_at_a_time_a_die_waits_for_the_roll_that_decides() -> None:
    weapon, at = "A2 [torrent] S4 D1", "1x T4 Sv7+ W1"
    assert play(weapon, at=at, dice=[4]).spent == {"kept": F(1, 2), ("wound", 4): F(1, 2)}
    assert play(weapon, at=at, dice=[4], rolls="batch").spent == {"kept": 0, ("wound", 4): 1}


# After the roll.


def test_a_roll_that_failed_is_changed_to_a_6() -> None:
    answer = play("A1 BS4+ S4 D1", at="1x T4 Sv7+ W1", dice=[6], rolls="after")
    assert (answer.best, answer.spent) == (F(3, 4), {"kept": F(1, 4), ("hit", 6): F(1, 2), ("wound", 6): F(1, 4)})


def test_after_the_roll_only_sixes_are_of_use() -> None:
    with pytest.raises(ValueError, match="sixes"):
        play(MELTA, at=TANK, dice=[5], rolls="after")


# The defender.


def save(wounds: int, damage: str, at: str, face: int | None) -> Answer:
    """That many wounds to be saved one after another; the value is the chance that the unit dies."""
    fight = Fight(read_attack(f"A1 BS3+ S4 D{damage}"), unit := read_unit(at), Situation(), "10e")
    game = Game([[fight]], unit, "one", "wipe", {})
    held = Hand((face,), 1) if face else Hand((), 0)
    rolls = (Roll("save", 0, (0,)),) * wounds
    look = game.outlook(State(rolls, (unit.groups[0].wounds, False), (), Hand((), 0), held))
    return Answer(look.value, look.value, look.law, look.spent)


@pytest.mark.parametrize(
    ("number", "without", "with_a_4"), [(1, F(5, 12), F(0)), (2, F(2, 3), F(5, 12)), (3, F(13, 16), F(2, 3))]
)
def test_a_die_for_the_saves_of_a_character(number: int, without: Fraction, with_a_4: Fraction) -> None:
    at = "1x T4 Sv7+ Inv4+ W4"
    assert save(number, "D6+2", at, None).best == save(number, "D6+2", at, 3).best == without
    assert save(number, "D6+2", at, 4).best == save(number, "D6+2", at, 6).best == with_a_4


def test_a_saving_die_waits_until_it_decides() -> None:
    at = "1x T4 Sv4+ W5"
    assert (save(4, "2", at, None).best, save(4, "2", at, 6).best) == (F(5, 16), F(1, 8))


def test_a_saving_die_takes_ap_and_a_1_fails() -> None:
    assert gain("A1 [torrent] S8 AP-1 D1", at="1x T4 Sv3+ W1", defender_dice=[3]) == 0
    assert gain("A1 [torrent] S8 AP-1 D1", at="1x T4 Sv3+ W1", defender_dice=[4]) == -F(5, 12)
    assert gain("A1 [torrent] S8 D1", at="1x T4 Sv2+ W1 [+1 to save]", defender_dice=[1]) == 0


def test_saves_of_a_batch_take_one_die_a_use() -> None:
    weapon, at = "A2 [torrent] S8 D1", "2x T4 Sv4+ W1"
    assert play(weapon, at=at, rolls="batch", defender_dice=[4, 4]).best == F(25, 36) * F(1, 2)
    assert play(weapon, at=at, rolls="batch", defender_dice=[4, 4], defender_uses=2).best == 0


def test_each_side_uses_its_die_in_the_order_of_the_rolls() -> None:
    answer = play("A1 [torrent] S4 D1", at="1x T4 Sv4+ W1", dice=[6], defender_dice=[6])
    assert (answer.base, answer.best) == (F(1, 4), F(0))
    assert answer.spent == {"kept": 1, ("save", 6): F(1, 2)}
    devastating = play("A1 [torrent] S4 D1 [dev]", at="1x T4 Sv4+ W1", dice=[6], defender_dice=[6])
    assert devastating.best == 1
    assert devastating.spent == {"kept": 0, ("wound", 6): 1}


# Reference values, one die.


@pytest.mark.parametrize(
    ("fired", "at", "base", "gains"),
    [
        (MELTA, TANK, F(13, 9), [0, 0, F(13, 18), F(13, 18), F(26, 9), F(26, 9)]),
        (LANCE, KNIGHT, F(55, 27), [0, 0, *[F(55, 54)] * 4]),
        (CANNON, GUARDED, F(35, 48), [0, 0, F(7, 48), F(35, 48), F(35, 48), F(49, 48)]),
        (LETHAL_DEV, INFANTRY, F(7, 12), [0, None, F(7, 72), F(1, 9), F(7, 3), F(5, 12)]),
    ],
)
def test_one_attack(fired: str, at: str, base: Fraction, gains: list[Fraction | None]) -> None:
    for face, expected in enumerate(gains, start=1):
        answer = play(fired, at=at, dice=[face])
        assert answer.base == base
        assert expected in (None, answer.best - base)


def test_lethal_hits_that_are_not_taken() -> None:
    said: dict[str, Any] = {"at": INFANTRY, "edition": "11e", "flags": {"lethal": "never"}}
    assert play(LETHAL_DEV, **said).base == F(35, 36)
    assert [gain(LETHAL_DEV, dice=[face], **said) for face in (3, 4, 5, 6)] == [F(7, 36), F(7, 36), F(35, 18), F(35, 18)]


@pytest.mark.parametrize(
    ("fired", "at", "gained"), [(MELTA, TANK, F(25, 6)), (CANNON, GUARDED, F(47, 24)), (LANCE, KNIGHT, F(80, 27))]
)
def test_one_attack_after_the_roll(fired: str, at: str, gained: Fraction) -> None:
    assert gain(fired, at=at, dice=[6], rolls="after") == gained


@pytest.mark.parametrize("stage", ["hit", "wound"])
def test_a_sure_success_gains_as_much_at_any_stage(stage: str) -> None:
    """The gain is E(1/p - 1) wherever the stage stands, and the die is spent when the rolls before have succeeded."""
    weapon = "A1 BS6+ S8 D1" if stage == "hit" else "A1 BS2+ S4 D1"
    answer = play(weapon, at="1x T4 Sv7+ W1" if stage == "hit" else "1x T8 Sv7+ W1", dice=[6])
    assert answer.best == 6 * answer.base
    assert answer.spent[stage, 6] == (1 if stage == "hit" else F(5, 6))


def test_five_shots_without_a_cap() -> None:
    assert gain(f"5x {MELTA}", at="1x T10 Sv7+ W99", dice=[6]) == (1 - F(1, 3**5)) * F(13, 3) == F(3146, 729)


def test_five_shots_against_twelve_wounds() -> None:
    weapon = f"5x {MELTA}"
    for rolls in ("one", "batch"):
        answer = play(weapon, at=TANK, dice=[6], rolls=rolls)
        assert (answer.base, answer.best - answer.base) == (F(3305041, 531441), F(1698170, 531441))
        answer = play(weapon, at=TANK, dice=[6], rolls=rolls, objective="wipe")
        assert (answer.base, answer.best) == (F(129788, 531441), F(82220, 177147))
    assert gain(weapon, at=TANK, dice=[6], rolls="after", objective="wipe") == F(62285, 177147)
    assert gain(weapon, at=TANK, dice=[6], price={6: F(9, 2)}) == 0


def test_two_shots_of_which_both_must_strike() -> None:
    weapon = "2x A1 BS3+ S9 AP-4 DD6+2"
    assert play(weapon, at=TANK, objective="wipe").base == F(5, 243)
    assert gain(weapon, at=TANK, dice=[6], objective="wipe") == F(11, 243)
    assert gain(weapon, at=TANK, dice=[6], objective="wipe", rolls="batch") == F(10, 243)
    assert play(weapon, at=TANK, dice=[6, 6]).best == F(1366, 243)
    assert play(weapon, at=TANK, dice=[6, 6], uses=2).best == F(1253, 162)


def test_two_damage_dice_of_devastating_wounds() -> None:
    answer = play(HEAVY_CANNON, at=TITAN, dice=[6])
    assert (answer.base, answer.best - answer.base) == (F(9071, 1944), F(6047, 1944))
    wiped = play(HEAVY_CANNON, at=TITAN, dice=[6], objective="wipe")
    assert (wiped.base, wiped.best - wiped.base) == (F(5, 3888), F(5, 1296))


def test_a_model_slain_by_devastating_wounds() -> None:
    answer = play("A4 BS3+ S4 D2 [dev]", at="5x T4 Sv7+ Inv4+ W3", dice=[6], objective="kills>=1")
    assert (answer.base, answer.best - answer.base) == (F(472, 2187), F(176, 729))


def test_ten_shots_with_lethal_hits() -> None:
    answer = play("A10 BS3+ S4 D1 [lethal]", at="5x T5 Sv4+ W2", dice=[6])
    assert (answer.base, answer.best - answer.base, answer.spent["hit", 6]) == (F(5, 3), F(1, 3), F(1))


# One attack at a time and batches are not ordered.


def test_slow_rolling_can_be_better() -> None:
    said: dict[str, Any] = {"at": "2x T4 Sv7+ W6", "dice": [6]}
    weapon = "A3 BS4+ S5 DD6 [lethal, dev]"
    assert play(weapon, **said, rolls="one").best == F(667331, 104976)
    assert play(weapon, **said, rolls="batch").best == F(621593, 104976)


def test_a_batch_can_be_better() -> None:
    said: dict[str, Any] = {"at": "2x T4 Sv7+ W6", "dice": [5]}
    weapon = "A2 BS3+ S5 DD6 [lethal, sustained 1]"
    assert play(weapon, **said, rolls="one").best == F(332561, 69984)
    assert play(weapon, **said, rolls="batch").best == F(14071, 2916)
