"""The six Orders: each does what the list of them says, within its bound, wherever its characteristic is asked for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from command_line import invoked

from mathhammer import AttackResult, SituationError, advance, attack, battle_shock, charge, threat
from mathhammer.editions import EDITIONS
from mathhammer.orders import (
    DUTY_AND_HONOUR,
    FIRST_RANK_FIRE,
    FIX_BAYONETS,
    MOVE_MOVE_MOVE,
    ORDERS,
    SHOCKED,
    TAKE_AIM,
    TAKE_COVER,
    Order,
)
from mathhammer.rules.catalogue import RULES
from mathhammer.rules.orders import Order as RuleOfOrder
from mathhammer.situation import Situation

# One question a command that every Order of that command touches, and what it answers.
GUN = "A1 BS4+ S4 AP0 D1 [rapid fire 1]"
ASKED: dict[str, Callable[..., Any]] = {
    "attack": lambda **said: attack([GUN, "A1 WS4+ S4 AP0 D1"], "5x T4 Sv5+ W1", **said),
    "advance": lambda **said: advance(12, move=6, **said),
    "battle-shock": lambda **said: battle_shock(8, **said),
    "charge": lambda **said: charge(9, **said),
    "threat": lambda **said: threat(6, distance=17, **said),
}


def answer(result: Any) -> Any:
    return dict(result.law("damage")) if isinstance(result, AttackResult) else result.success


def hits(weapon: str, **said: Any) -> Fraction:
    return sum((stage.hits for stage in attack(weapon, "1x T4 W9", **said).stages), Fraction(0))


def saved(save: int, target: str = "") -> Fraction:
    """The chance to save a wound at AP 0."""
    (stage,) = attack("6x A1 BS2+ S8 AP0 D1", f"1x T4 Sv{save}+ W99{target}", edition="10e").stages
    return 1 - stage.unsaved / stage.wounds


def test_there_are_six_with_names_of_their_own() -> None:
    assert len({order.name for order in ORDERS}) == len({order.title for order in ORDERS}) == len(ORDERS) == 6
    assert [order.says for order in ORDERS] == [
        "Ballistic Skill of ranged weapons: 1 better, no better than 2+",
        "Weapon Skill of melee weapons: 1 better, no better than 2+",
        "Attacks of [rapid fire] weapons: 1 more",
        "Save: 1 better, no better than 3+",
        'Move: 3" more',
        "Leadership and Objective Control: 1 better, no better than 5+",
    ]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("order", [order for order in ORDERS if order is not TAKE_COVER], ids=lambda order: order.name)
def test_an_order_touches_the_commands_that_it_names_and_is_noted_by_the_others(order: Order, edition: str) -> None:
    for command, ask in ASKED.items():
        plain, ordered = ask(edition=edition), ask(edition=edition, order=order.name)
        touched = answer(plain) != answer(ordered)
        assert touched == (command in order.where), command
        if not touched:
            assert any(note.startswith(f"{order.name}: it ") for note in ordered.notes), command


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.name)
@pytest.mark.parametrize("command", ASKED)
def test_no_order_acts_on_a_battle_shocked_unit(order: Order, command: str) -> None:
    plain, shocked = ASKED[command](shocked=True), ASKED[command](order=order.name, shocked=True)
    assert answer(shocked) == answer(plain)
    assert any(note in (f"{order.name}: {SHOCKED}", f"{order.keyword}: {SHOCKED}") for note in shocked.notes)


def test_an_order_to_the_attackers_that_is_the_targets_says_where_it_is_written() -> None:
    ordered = attack(GUN, "5x T4 Sv5+ W1", order=TAKE_COVER.name)
    assert answer(ordered) == answer(attack(GUN, "5x T4 Sv5+ W1"))
    assert ordered.notes == ("take-cover: it changes no attack of this unit; on the target write [take cover]",)
    assert answer(attack(GUN, "5x T4 Sv5+ W1 [take cover]")) == answer(attack(GUN, "5x T4 Sv4+ W1"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("order", "stat"), [(TAKE_AIM, "BS"), (FIX_BAYONETS, "WS")])
def test_a_skill_is_one_better_and_no_better_than_2(order: Order, stat: str, edition: str) -> None:
    other = "WS" if stat == "BS" else "BS"
    for printed in range(2, 7):
        weapon, plain = f"A1 {stat}{printed}+ S4 D1", f"A1 {stat}{max(2, printed - 1)}+ S4 D1"
        assert hits(weapon, order=order.name, edition=edition) == hits(plain, edition=edition)
        assert order.improved(printed) == max(2, printed - 1)
        unmoved = f"A1 {other}{printed}+ S4 D1"
        assert hits(unmoved, order=order.name, edition=edition) == hits(unmoved, edition=edition)


def test_a_better_skill_is_no_modifier_of_the_roll() -> None:
    assert hits("A1 BS4+ S4 D1 [heavy]", order="take-aim", stationary=True, edition="10e") == Fraction(5, 6)
    assert hits("A1 BS4+ S4 D1", order="take-aim", cover=True, edition="11e") == Fraction(1, 2)
    assert hits("A1 BS3+ S4 D1", order="take-aim", overwatch=True, edition="10e") == Fraction(1, 6)


@pytest.mark.parametrize("edition", EDITIONS)
def test_rapid_fire_weapons_make_one_more_attack_at_any_range(edition: str) -> None:
    said: dict[str, Any] = {"order": FIRST_RANK_FIRE.name, "edition": edition}
    assert hits("A2 S4 D1 [torrent, rapid fire 1]", **said) == 3
    assert hits("A2 S4 D1 [torrent, rapid fire 1]", half_range=True, **said) == 4
    assert hits("3x A=D3 S4 D1 [torrent, rapid fire 2]", **said) == 9
    assert hits("A2 S4 D1 [torrent]", **said) == 2


def test_take_cover_stops_at_3() -> None:
    ordered = {save: saved(save, " [take cover]") for save in range(2, 8)}
    assert ordered == {save: saved(better) for save, better in zip(range(2, 8), (2, 3, 3, 4, 5, 6), strict=True)}
    assert [TAKE_COVER.improved(save) for save in range(2, 8)] == [2, 3, 3, 4, 5, 6]


@pytest.mark.parametrize("edition", EDITIONS)
def test_leadership_stops_at_5(edition: str) -> None:
    for printed in range(5, 9):
        ordered = battle_shock(printed, order=DUTY_AND_HONOUR.name, edition=edition)
        assert ordered.need == max(5, printed - 1) == DUTY_AND_HONOUR.improved(printed)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_move_is_3_inches_longer(edition: str) -> None:
    said: dict[str, Any] = {"order": MOVE_MOVE_MOVE.name, "edition": edition}
    assert dict(advance(move=6, **said).law) == dict(advance(move=9, edition=edition).law)
    for distance in range(9, 27):
        for more in ({}, {"charge_after_advance": True}, {"reach": 12}):
            ordered = threat(6, distance=distance, **said, **more)
            assert ordered.success == threat(9, distance=distance, edition=edition, **more).success


def test_one_order_at_a_time() -> None:
    with pytest.raises(SituationError, match="two Orders on one unit"):
        attack("A1 BS4+ S4 D1 [take aim]", "1x T4 W1", order="first-rank-fire")
    with pytest.raises(SituationError, match="two Orders on one unit"):
        attack("A1 BS4+ S4 D1 [take aim, first rank fire, rapid fire 1]", "1x T4 W1")
    assert hits("A1 BS4+ S4 D1 [take aim]", order="take-aim") == hits("A1 BS4+ S4 D1", order="take-aim")


@pytest.mark.parametrize(
    "words",
    [
        ["attack", GUN, "vs", "meq"],
        ["advance", "--move", "6"],
        ["battle-shock", "7"],
        ["charge", "9"],
        ["threat", "--move", "6", "--distance", "14"],
    ],
    ids=lambda words: str(words[0]),
)
def test_a_second_order_is_refused_by_every_command(words: list[str]) -> None:
    for orders in (["--order", "take-aim", "--order", "duty-and-honour"], ["--order", "take-aim,duty-and-honour"]):
        done = invoked(*words, *orders)
        assert done.exit_code == 2
        assert done.stderr == (
            "error: two Orders on one unit (take-aim, duty-and-honour): a later one takes the place: write the last\n"
        )
    assert invoked(*words, "--order", "duty-and-honour").exit_code == 0


def test_every_order_on_attacks_is_a_rule_that_takes_its_name_from_the_list() -> None:
    rules = {rule.order.name: rule for rule in RULES if issubclass(rule, RuleOfOrder)}
    assert set(rules) == {order.name for order in ORDERS if "attack" in order.where}
    assert {rule.title() for rule in rules.values()} == {order.keyword for order in ORDERS if "attack" in order.where}


def test_the_situation_knows_which_order_acts() -> None:
    assert Situation(order="take-aim").ordered(TAKE_AIM)
    assert not Situation(order="take-aim").ordered(FIX_BAYONETS)
    assert not Situation(order="take-aim", shocked=True).ordered(TAKE_AIM)
    assert Situation().idle_order([], "nothing") is None
