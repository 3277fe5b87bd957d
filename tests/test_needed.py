"""How many attacks are needed: the power of an attack against the engine, reference values, refusals."""

from __future__ import annotations

import pickle
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import Case, cases, mortals, situations, units

from mathhammer import (
    LimitError,
    MathhammerError,
    Mortals,
    Unit,
    Weapon,
    attack,
    needed,
    unit,
    weapon,
)
from mathhammer.chances import chance_in
from mathhammer.dice import Dice
from mathhammer.exact import Series
from mathhammer.questions.needed import Volleys
from mathhammer.rules.damage import ZeroFirstFailedSave
from mathhammer.sequence.power import Better, Power, least
from mathhammer.situation import Situation

FEW = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
NUMBERS = (0, 1, 3, 8, 100)
CARDS = tomllib.loads((Path(__file__).parent / "reference" / "needed.toml").read_text(encoding="utf-8"))["card"]


def said(situation: Situation) -> dict[str, Any]:
    return {name: getattr(situation, name) for name in situation.__dataclass_fields__}


def fired(gun: Weapon | Mortals, target: Unit, number: int, kills: int, edition: str, **around: Any) -> Fraction:
    """The chance that so many models are slain by so many weapons, asked of the engine."""
    if number == 0:
        return Fraction(0)
    return attack(replace(gun, count=number), target, edition=edition, objective=f"kills>={kills}", **around).at_least(
        "kills", kills
    )


def one_attack(gun: Weapon) -> Weapon:
    """The weapon with one attack, and without what makes it more."""
    rules = tuple(rule for rule in gun.rules if rule.stages != {"attacks"})
    return replace(gun, attacks=Dice(plus=1), rules=rules)


@FEW
@given(cases(), st.data())
def test_the_curve_is_the_engine_s_for_any_number_of_models(case: Case, data: st.DataObject) -> None:
    edition, guns, target, situation = case
    kills = data.draw(st.integers(1, target.models))
    found = needed(guns[0], target, kills=kills, edition=edition, **said(situation))
    alone = isinstance(found.by_models, Volleys)  # each number is an attack of its own: a hundred would take long
    for number in NUMBERS[:-1] if alone else NUMBERS:
        assert found.by_models.reached(number) == fired(guns[0], target, number, kills, edition, **said(situation))


@FEW
@given(cases(), st.data())
def test_the_curve_is_the_engine_s_for_any_number_of_attacks(case: Case, data: st.DataObject) -> None:
    edition, guns, target, situation = case
    assume(isinstance(guns[0], Weapon) and situation.order != "first-rank-fire")
    kills = data.draw(st.integers(1, target.models))
    found = needed(guns[0], target, kills=kills, edition=edition, **said(situation))
    single = one_attack(guns[0]) if isinstance(guns[0], Weapon) else guns[0]
    for number in NUMBERS:
        assert found.by_attacks.reached(number) == fired(single, target, number, kills, edition, **said(situation))


@FEW
@given(mortals(), units(), situations(), st.data())
def test_mortal_wounds_have_a_curve_too(gun: Mortals, target: Unit, situation: Situation, data: st.DataObject) -> None:
    around = said(situation) | {"not_visible": False, "overwatch": False}
    kills = data.draw(st.integers(1, target.models))
    found = needed(gun, target, kills=kills, edition="10e", **around)
    for number in NUMBERS:
        assert found.by_attacks.reached(number) == fired(gun, target, number, kills, "10e", **around)


@FEW
@given(cases(), st.sampled_from((Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))))
def test_the_answer_is_the_smallest_number_that_reaches_the_chance(case: Case, chance: Fraction) -> None:
    edition, guns, target, situation = case
    assume(not any(isinstance(rule, ZeroFirstFailedSave) for rule in target.groups[0].rules))  # searched attack by attack
    found = needed(guns[0], target, chance=chance, edition=edition, **said(situation))
    for number, curve in ((found.attacks, found.by_attacks), (found.models, found.by_models)):
        if number is None:
            assert curve.reached(min(curve.most, 1000)) < chance
        else:
            assert curve.reached(number) >= chance > curve.reached(number - 1)


@FEW
@given(cases())
def test_the_mean_is_the_sum_of_the_chances_to_miss(case: Case) -> None:
    """What is left after some attacks takes no longer than the whole did: so the sum is bounded from both sides."""
    edition, guns, target, situation = case
    found = needed(guns[0], target, edition=edition, **said(situation))
    for curve in (found.by_attacks, found.by_models):
        if curve.mean is not None:
            rest = curve.mean - sum(1 - curve.reached(number) for number in range(60))
            missed = 1 - curve.reached(60)
            assert missed <= rest <= missed * curve.mean


def test_the_mean_of_random_attacks_is_that_sum_as_closely_as_one_likes() -> None:
    found = needed("AD6 BS3+ S6 AP-2 D=D3 [sustained hits 1]", "3x T4 Sv3+ W2 FNP6+", edition="10e")
    assert found.expected_models is not None
    summed = sum(1 - found.by_models.reached(number) for number in range(150))
    assert 0 < found.expected_models - summed < Fraction(1, 10**30)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["says"])
def test_a_reference_card_holds(card: dict[str, Any]) -> None:
    found = needed(card["weapon"], card["target"], edition=card.get("edition", "10e"), **card.get("ask", {}))
    for name, value in card["expect"].items():
        if name in ("by_attacks", "by_models"):
            for number, chance in value.items():
                assert getattr(found, name).reached(int(number)) == Fraction(chance), number
        elif name == "needs":
            for chance, numbers in value.items():
                curve = (found.by_attacks, found.by_models)
                assert [least(one, chance_in(chance)) for one in curve[: len(numbers)]] == numbers, chance
        elif name.startswith("expected"):
            assert getattr(found, name) == Fraction(value)
        else:
            assert getattr(found, name) == value


def test_a_closed_form_holds_for_every_number() -> None:
    found = needed("A4 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]", "1x T4 Sv3+ W2 FNP5+", edition="10e")
    for n in (*range(30), 1000):
        assert found.by_attacks.reached(n) == 1 - Fraction(547, 729) ** n * (1 + Fraction(83 * n, 547))


def test_packets_that_wait_are_resolved_after_all_attacks_of_the_volley() -> None:
    found = needed("A1 S4 D2 [torrent, devastating wounds]", "2x T4 Sv4+ W3 FNP5+ (mortal)", edition="10e")
    assert found.by_attacks.reached(4) == Fraction(7705, 944784)
    assert found.by_attacks.reached(4) != Fraction(8281, 944784)  # what the power of the attack as a step would say


def test_an_optional_choice_is_made_for_each_number() -> None:
    gun, target = weapon("A2 BS3+ S9 AP0 D=3 [lethal hits, devastating wounds, crit wound 3+]"), unit("3x T5 Sv2+ W3")
    found = needed(gun, target, edition="11e")
    always, never = (needed(gun, target, edition="11e", lethal=choice) for choice in ("always", "never"))
    assert isinstance(found.by_attacks, Better)
    for n in (1, 3, 10):
        one = attack(replace(gun, count=n), target, edition="11e", objective="wipe").wipe
        assert found.by_models.reached(n) == one == max(always.by_models.reached(n), never.by_models.reached(n))
    assert (found.attacks, found.expected_attacks) == (never.attacks, never.expected_attacks)
    assert any("lethal hits" in note for note in found.notes)


def test_numbers_worked_out_one_by_one_are_the_same() -> None:
    gun, target = weapon("AD3 BS3+ S5 AP-1 D=D3"), unit("2x T4 Sv3+ W3 FNP5+")
    found = needed(gun, target, edition="10e")
    volleys = Volleys(gun, target, found.edition, Situation(), 2)
    assert [volleys.reached(n) for n in range(9)] == list(found.model_curve.values())[:9]
    assert least(volleys, Fraction(9, 10)) == found.models


def test_a_defence_used_once_beside_feel_no_pain_goes_volley_by_volley() -> None:
    found = needed("A2 BS3+ S9 AP-3 D=3", "3x T5 Sv3+ W3 FNP5+ [damage 0 first failed save]", edition="10e")
    assert isinstance(found.by_models, Volleys)
    assert (found.attacks, found.models, found.expected_attacks) == (26, 13, None)
    assert any("no mean" in note for note in found.notes)


@pytest.mark.parametrize(
    ("gun", "target", "chance"),
    [
        ("A1 BS3+ S4 D0", "meq", "1%"),  # nothing gets through
        ("A9 BS2+ S20 AP-6 D9", "1x T1 W1", 1),  # a 1 always fails
        ("mortals 1 on 2+", "1x T1 W1", 1),
        ("A9 BS2+ S20 AP-6 D0", "1x T1 W3 FNP5+ [damage 0 first failed save]", "1%"),
    ],
)
def test_what_is_never_reached_is_none(gun: str, target: str, chance: Any) -> None:
    found = needed(gun, target, chance=chance, edition="10e")
    assert (found.attacks, found.models) == (None, None)


def test_certainty_is_found_where_there_is_some() -> None:
    found = needed("mortals D3", "1x T9 W10", chance=1, edition="10e")
    assert (found.attacks, found.models) == (10, 10)
    assert found.by_attacks.reached(9) < 1


def test_what_takes_more_than_the_bound_is_none() -> None:
    found = needed("A1 BS6+ S1 AP0 D1 [-1 to hit]", "20x T9 Sv2+ W10 FNP2+", chance="99%", edition="10e")
    assert found.attacks is None
    assert found.by_attacks.can_reach(found.chance)


def test_rows_are_the_curve() -> None:
    found = needed("A2 BS3+ S5 AP-1 D1", "5x T4 Sv3+ W2", upto=30, edition="10e")
    rows = found.to_rows()
    assert [row["chance"] for row in rows if row["by"] == "attacks"] == list(found.curve.values())
    assert [row["chance"] for row in rows if row["by"] == "models"] == list(found.model_curve.values())
    assert len(found.curve) == len(found.model_curve) == 31
    assert {row["by"] for row in needed("A1 BS3+ S5 D1", "meq", edition="10e").to_rows()} == {"attacks"}


def test_the_polynomial_of_an_attack_adds_up() -> None:
    found = needed("A4 S4 D2 [torrent, devastating wounds]", "2x T4 Sv4+ W3 FNP5+ (mortal)", edition="10e")
    assert found.polynomial == {(0, 0): Fraction(37, 54), (1, 0): Fraction(1, 6), (0, 1): Fraction(4, 27)}


def test_answers_are_values() -> None:
    ask = ("A2 BS3+ S5 AP-1 D1", "5x T4 Sv3+ W2")
    one, other = needed(*ask, edition="10e"), needed(*ask, edition="10e")
    assert one == other
    assert hash(one) == hash(other)
    assert one.attacks is not None
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != needed(*ask, edition="10e", kills=2)
    assert "attacks" in repr(one)
    assert "all 5 are slain" in str(one)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"chance": 0}, "is no chance: write more than 0"),
        ({"chance": "101%"}, "is no chance: write more than 0 and at most 100 %"),
        ({"chance": "90"}, "is no chance: write more than 0 and at most 100 %, for example 90%"),
        ({"chance": "often"}, "is no chance"),
        ({"chance": "1/0"}, "is no chance"),
        ({"chance": "9" * 40}, "is no chance"),
        ({"chance": True}, "is no chance"),
        ({"kills": 0}, "write 1 to 5"),
        ({"kills": 6}, "the target has 5 models"),
        ({"kills": "2"}, "the target has 5 models"),
        ({"upto": -1}, "write a number from 0 to 1,000"),
        ({"upto": 10**9}, "write a number from 0 to 1,000"),
        ({"dice": (6,)}, "no situation is called 'dice'"),
        ({"half_range": 1}, "write True or False"),
    ],
)
def test_a_refusal_says_what_to_write(more: dict[str, Any], words: str) -> None:
    with pytest.raises(MathhammerError) as refusal:
        needed("A2 BS3+ S5 AP-1 D1", "5x T4 Sv3+ W2", edition="10e", **more)
    assert words in str(refusal.value)


def test_too_large_a_target_is_refused_at_once() -> None:
    with pytest.raises(LimitError):
        needed("A2 BS3+ S5 AP-1 D1", "100x T4 Sv3+ W20", edition="10e")
    with pytest.raises(LimitError):
        needed(
            "A2D6 BS3+ S5 AP-1 D=D6 [devastating wounds, mortals D3 on crit wound]",
            "40x T4 Sv3+ W10 FNP5+ FNP4+ (mortal)",
            edition="10e",
        )


def test_a_coin_is_a_power() -> None:
    coin = Power(Series({(0,): 1, (1,): 1}, 2), (1,), 1)
    assert [coin.reached(n) for n in range(4)] == [0, Fraction(1, 2), Fraction(3, 4), Fraction(7, 8)]
    assert [least(coin, Fraction(7, 8)), least(coin, Fraction(7, 8) + Fraction(1, 10**30))] == [3, 4]
