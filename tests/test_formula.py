"""Formulas: identities in all letters, numbers equal to the engine's, closed forms, certified bounds."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Case, cases

from mathhammer import Formula, LimitError, MathhammerError, attack, formula
from mathhammer.dice import Dice, Law
from mathhammer.editions import edition
from mathhammer.exact import Series
from mathhammer.profiles import Weapon
from mathhammer.sequence.limits import check_unit
from mathhammer.sequence.steps import Steps, steps
from mathhammer.symbolic.attack import NAMES, Shape, packets, shape_of, stages, values_of
from mathhammer.symbolic.damage import damage_formula
from mathhammer.symbolic.kill import kill_in_attacks, kill_in_chance
from mathhammer.symbolic.polynomial import (
    Decay,
    Polynomial,
    element_of,
    factors,
    fraction_of,
    letters,
    number,
    plain,
    polynomial,
)
from mathhammer.symbolic.threshold import threshold_of

EXTRA: tuple[Law, ...] = (((0, 1),), ((1, 1),), ((2, 1),), ((1, 1), (2, 1), (3, 1)))
SHAPES = [
    Shape(extra, lethal, devastating, devastating, mortals)
    for extra, lethal, devastating, mortals in product(EXTRA, (False, True), (False, True), (False, True))
]
WEAPON, TARGET = "A4 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]", "1x T4 Sv3+ W2 FNP5+"


def known_letters() -> dict[str, Any]:
    return letters(*NAMES, "x", "y", "z")


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_generating_function_is_1_at_1_in_all_letters(shape: Shape) -> None:
    known = known_letters()
    one = known["x"] ** 0
    assert packets(shape, known | {"x": one, "y": one, "z": one}, number) == one
    assert packets(shape, known, number) != one


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_mean_damage_is_the_derivative_of_the_generating_function(shape: Shape) -> None:
    known = known_letters()
    series = packets(shape, known, number)
    ones = [(known[name], 1) for name in "xyz"]
    worth = {"x": known["D"] * known["f"], "y": known["V"] * known["g"], "z": known["M"] * known["m"]}
    total = sum(series.diff(known[name]).compose(ones) * value for name, value in worth.items()) * known["n"]
    assert total == stages(shape, known, number)["lost"]


def engine(case: Case) -> tuple[Steps, Any, Any]:
    name, fired, unit, situation = case
    assume(isinstance(fired[0], Weapon))
    check_unit(unit)
    found = steps(fired[0], unit, situation, edition(name))
    assert isinstance(found, Steps)
    return found, unit, edition(name)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_the_coefficients_are_those_of_the_engine(case: Case) -> None:
    found, _, _ = engine(case)
    one = replace(found, count=1, attacks=((1, 1),))
    kinds = ("normal", "devastating", "mortal")
    marks = {kind: Series({tuple(int(k == kind) for k in kinds): 1}, 1) for kind in kinds}
    series = one.series(marks, None)
    known = known_letters()
    shape = replace(shape_of(found), apart=True)
    assume(shape.extra[-1][0] <= 6)
    expected = {e: Fraction(w, series.denominator) for e, w in series.terms.items() if w}
    numbers = {name: known["x"] * 0 + number(value) for name, value in values_of(found).items()}
    in_variables = plain(packets(shape, known | numbers, number))
    at = [in_variables.names.index(name) for name in "xyz"]
    assert {tuple(e[i] for i in at): c for e, c in in_variables.terms} == expected


@settings(max_examples=60, deadline=None)
@given(cases())
def test_the_mean_damage_in_letters_is_the_nominal_damage(case: Case) -> None:
    found, _, _ = engine(case)
    whole = damage_formula(found, {})
    assert whole.value == found.nominal
    for name in {letter.name for letter in whole.letters}:
        alone = damage_formula(found, {}, (name,))
        assert alone.unknowns in ((), (name,))
        assert alone.value == found.nominal
        assert alone.at(**{name: Fraction(1, 3)}) == whole.at(**{name: Fraction(1, 3)})
    assert whole.steps[-1].value == found.nominal
    product_of_factors = Fraction(1)
    for step in whole.steps:
        product_of_factors *= step.factor
    assert product_of_factors == found.nominal


@settings(max_examples=25, deadline=None)
@given(cases(), st.integers(1, 5))
def test_the_closed_form_in_attacks_is_the_engine_for_so_many_attacks(case: Case, attacks: int) -> None:
    found, unit, rules = engine(case)
    try:
        closed = kill_in_attacks(found, unit, rules)
    except MathhammerError:
        assume(False)
    name, fired, _, situation = case
    weapon = fired[0]
    assert isinstance(weapon, Weapon)
    asked = replace(found, count=1, attacks=((attacks, 1),)) if len(found.attacks) == 1 else replace(found, count=attacks)
    from mathhammer.symbolic.kill import _wipe

    assert closed.at(n=attacks) == _wipe(asked, unit, rules)
    assert closed.at(n=0) == 0
    assert closed.value == attack(weapon, unit, edition=name, **vars(situation)).wipe


@settings(max_examples=25, deadline=None)
@given(cases(), st.sampled_from("hcwksf"))
def test_the_polynomial_in_one_chance_is_the_engine_at_its_own_value(case: Case, name: str) -> None:
    found, unit, rules = engine(case)
    try:
        closed = kill_in_chance(found, unit, rules, name)
    except MathhammerError:
        assume(False)
    edition_name, fired, _, situation = case
    assert closed.value == attack(fired[0], unit, edition=edition_name, **vars(situation)).wipe


RULES = ("", " [lethal hits]", " [devastating wounds]", " [sustained hits 2]", " [lethal hits, devastating wounds]")


@pytest.mark.parametrize("rules", RULES)
def test_another_skill_toughness_save_or_feel_no_pain_is_another_value_of_its_letter(rules: str) -> None:
    """At every roll of the game the polynomial is the answer for the profile with that roll."""

    def wipe(skill: int = 3, strength: int = 4, save: int = 4, ignored: str = " FNP5+") -> Fraction:
        return attack(f"A3 BS{skill}+ S{strength} AP0 D2{rules}", f"2x T4 Sv{save}+ W2{ignored}").wipe

    found = {u: formula(f"A3 BS3+ S4 AP0 D2{rules}", "2x T4 Sv4+ W2 FNP5+", of="wipe", unknown=u) for u in "hwsf"}
    for need in range(2, 7):
        assert found["h"].at(h=Fraction(7 - need, 6)) == wipe(skill=need)
        assert found["s"].at(s=Fraction(need - 1, 6)) == wipe(save=need)
        assert found["f"].at(f=Fraction(need - 1, 6)) == wipe(ignored=f" FNP{need}+")
    for need, strength in {2: 8, 3: 5, 4: 4, 5: 3, 6: 2}.items():
        assert found["w"].at(w=Fraction(7 - need, 6)) == wipe(strength=strength)
    assert found["f"].at(f=1) == wipe(ignored="")


def test_an_unknown_outside_what_dice_can_do_is_checked_by_its_law() -> None:
    """Two attacks at one model with one wound: 1 - (1 - p)^2 in every chance of the product p."""
    for name, rest in {"h": Fraction(1, 6), "w": Fraction(2, 9), "s": Fraction(2, 6)}.items():
        found = formula("A2 BS3+ S4 AP0 D1", "1x T4 Sv4+ W1", of="wipe", unknown=name)
        for at in (Fraction(1, 5), Fraction(5, 7)):
            chance = at * {"h": Fraction(1, 4), "w": Fraction(1, 3), "s": Fraction(1, 3)}[name]
            assert found.at(**{name: at}) == 1 - (1 - chance) ** 2, rest


def test_the_reference_closed_form() -> None:
    found = formula(WEAPON, TARGET, of="wipe", unknown="n")
    assert found.text() == "1 - (547/729)^n (1 + 83 n/547)"
    assert found.latex() == r"1 - \left(\frac{547}{729}\right)^{n} \left(1 + \frac{83 n}{547}\right)"
    assert found._repr_latex_() == f"$\\displaystyle {found.latex()}$"
    assert isinstance(found.expr, Decay)
    assert found.value == attack(WEAPON, TARGET).wipe
    for n in range(1, 6):
        assert found.at(n=n) == 1 - Fraction(547, 729) ** n * (1 + Fraction(83 * n, 547))
    passed = found.reaches(Fraction(9, 10))
    assert (passed.low, passed.high) == (Fraction(11), Fraction(12))
    assert found.at(n=11) < Fraction(9, 10) <= found.at(n=12)


def test_the_mean_damage_names_what_it_is() -> None:
    found = formula(WEAPON, TARGET)
    assert found.text() == "D f n s (h w + c)"
    assert "overkill" in found.quantity
    assert "not the wounds lost" in found.valid
    assert found.value == attack(WEAPON, TARGET).nominal != attack(WEAPON, TARGET).law("damage").mean
    assert [(step.label, step.factor) for step in found.steps][:3] == [
        ("attacks", 4),
        ("hits", Fraction(5, 6)),
        ("wounds", Fraction(11, 15)),
    ]


def test_formulas_are_equal_hashable_and_picklable() -> None:
    one, other = (formula(WEAPON, TARGET, of="wipe", unknown=u) for u in ("n", "h"))
    assert one == formula(WEAPON, TARGET, of="wipe", unknown="n") != other
    assert len({one, other, pickle.loads(pickle.dumps(one))}) == 2
    assert isinstance(one, Formula)


REFUSED = {
    "a letter that nobody knows": ({"unknown": "q"}, "no unknown is called 'q'"),
    "a letter that this attack does not have": ({"unknown": "k"}, "this attack has no k"),
    "two unknowns of the chance": ({"of": "wipe", "unknown": "h,w"}, "stated in one unknown"),
    "a letter in which it is not stated": ({"of": "wipe", "unknown": "D"}, "not stated in D"),
    "another quantity": ({"of": "kills"}, "no formula of 'kills'"),
}


@pytest.mark.parametrize(("said", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_stated_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(MathhammerError, match=message):
        formula(WEAPON, TARGET, **said)


def test_attacks_whose_wounds_wait_have_no_closed_form_in_n() -> None:
    """Deferred devastating wounds with a kernel of their own: the power of the attack would say 8281/944784."""
    weapon, target = "A4 S4 AP0 D2 [torrent, devastating wounds]", "2x T4 Sv4+ W3 FNP5+ (mortal)"
    assert attack(weapon, target).wipe == Fraction(7705, 944784)
    with pytest.raises(MathhammerError, match="several models"):
        formula(weapon, target, of="wipe")
    assert formula(weapon, target, of="wipe", unknown="w").value == Fraction(7705, 944784)


@pytest.mark.parametrize(
    ("weapon", "target", "unknown"),
    [
        ("A4 BS3+ S4 AP0 D1", "10x T4 Sv3+ W4", "n"),
        ("100x A4 BS3+ S4 AP0 D1", "10x T4 Sv3+ W2", "h"),
        ("A50 BS3+ S4 AP0 D1", "10x T4 Sv3+ W5", "h"),
        ("2x A6 BS3+ S4 AP0 D=D6+3", "1x T4 Sv3+ W2", "f"),
    ],
)
def test_large_formulas_are_refused_before_any_work(weapon: str, target: str, unknown: str) -> None:
    with pytest.raises(LimitError):
        formula(weapon, target, of="wipe", unknown=unknown)


def test_values_outside_their_range_are_refused() -> None:
    found = formula(WEAPON, TARGET)
    for values, message in (
        ({"h": Fraction(3, 2)}, "between 0 and 1"),
        ({"h": -1}, "between 0 and 1"),
        ({"q": 1}, "has no q"),
        ({"h": "1"}, "whole number or a Fraction"),
        ({"n": 10**9}, "at most"),
    ):
        with pytest.raises(MathhammerError, match=message):
            found.at(**values)
    with pytest.raises(MathhammerError, match="n is 1/2"):
        formula(WEAPON, TARGET, of="wipe").at(n=Fraction(1, 2))
    with pytest.raises(MathhammerError, match="unknowns"):
        found.reaches(1)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.fractions(-3, 3, max_denominator=20), min_size=3, max_size=6), st.fractions(-2, 3, max_denominator=9))
def test_bounds_are_bounds(coefficients: list[Fraction], value: Fraction) -> None:
    curve = polynomial(("p",), {(k,): c for k, c in enumerate(coefficients)})
    found = threshold_of(curve, "p", value, (Fraction(0), Fraction(1)))
    if found.low is None or found.high is None:
        assert curve.at(p=0) < value
        assert curve.at(p=1) < value
        return
    assert 0 <= found.low <= found.high <= 1
    assert found.high - found.low <= Fraction(1, 2**39)
    below, above = (found.high, found.low) if found.falls else (found.low, found.high)
    assert curve.at(p=above) >= value
    assert below == above or curve.at(p=below) < value


def test_a_formula_in_one_chance_passes_a_value_where_its_bounds_say() -> None:
    found = formula(WEAPON, TARGET, of="wipe", unknown="h")
    passed = found.reaches(Fraction(1, 2))
    assert passed.low is not None
    assert passed.high is not None
    assert found.at(h=passed.low) < Fraction(1, 2) <= found.at(h=passed.high)
    assert passed.only
    assert passed.high - passed.low < Fraction(1, 10**11)
    never = formula("A1 BS3+ S4 AP0 D1", "2x T4 Sv4+ W1", of="wipe", unknown="h").reaches(Fraction(1, 2))
    assert (never.low, never.high) == (None, None)
    assert formula(WEAPON, TARGET, unknown="h").reaches(2).high == Fraction(7, 8)
    sure = formula("A80 BS3+ S6 AP-2 D2 [lethal hits]", "2x T5 Sv3+ W3", of="wipe", unknown="h").reaches(Fraction(1, 2))
    assert (sure.low, sure.high) == (Fraction(1, 6), Fraction(1, 6))


def test_numbers_go_in_and_out_unchanged() -> None:
    for value in (Fraction(0), Fraction(-7, 3), Fraction(3**900, 2**1000)):
        assert fraction_of(number(value)) == value
        assert type(fraction_of(number(value)).numerator) is int
    given_terms = polynomial(("n", "h"), {(1, 2): Fraction(5, 7), (0, 0): Fraction(-1)})
    assert plain(element_of(given_terms)) == given_terms


@pytest.mark.parametrize("text", [True, False], ids=["text", "latex"])
def test_numbers_of_more_than_4300_digits_are_written(text: bool) -> None:
    big = Fraction(7**9000, 3**9500)
    n, h = letters("n", "h").values()
    several = [plain(n * number(big) + 1), plain(n * number(-big) * (1 + h * number(big))), plain(n * 0 + number(big))]
    formulas: list[Polynomial | Decay] = [*several, Decay("n", 1 / big, polynomial(("n",), {(0,): Fraction(1), (1,): big}))]
    for written in formulas:
        assert len(written.text() if text else written.latex()) > 10_000


def test_factors_multiply_to_the_polynomial() -> None:
    n, h, w = letters("n", "h", "w").values()
    whole = plain(-number(Fraction(3, 4)) * n * h**2 * (1 - 2 * w) ** 3 * (h - w))
    before, parts = factors(whole)
    again = element_of(polynomial(whole.names, {(0, 0, 0): before}))
    for part, power in parts:
        again = again * element_of(part) ** power
    assert plain(again) == whole


def test_a_wounded_model_whose_first_failed_save_does_nothing() -> None:
    target = "2x T4 Sv4+ W3 [wounded 1, damage 0 first failed save]"
    found = formula("A4 BS3+ S5 AP-1 D2", target, of="wipe")
    assert "one unit of 4 wounds" in found.valid
    for attacks in range(1, 8):
        assert found.at(n=attacks) == attack(f"A{attacks} BS3+ S5 AP-1 D2", target).wipe
    assert "first failed save" in formula("A4 BS3+ S5 AP-1 D2", target).valid


def test_dice_of_a_weapon_are_counted_in_weapons() -> None:
    found = formula("3x AD3 BS3+ S4 AP0 D1", "2x T4 Sv4+ W1", of="wipe")
    assert found.value == attack("3x AD3 BS3+ S4 AP0 D1", "2x T4 Sv4+ W1").wipe
    assert found.at(n=5) == attack("5x AD3 BS3+ S4 AP0 D1", "2x T4 Sv4+ W1").wipe
    assert "weapons" in found.valid
    assert Dice(d3=1).is_random


def test_a_unit_of_several_groups_has_no_formula() -> None:
    with pytest.raises(MathhammerError, match="several groups"):
        formula("A4 BS3+ S5 AP-1 D2", "3x T4 Sv3+ W2 + 1x T4 Sv2+ W5 [character]")
