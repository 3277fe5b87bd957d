"""Dice held in an attack: the engine against a literal expectimax, reference values, laws, refusals."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from expectimax import solve
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from strategies import Case, legal, small_cases, weapons

from mathhammer import (
    AttackResult,
    Dice,
    LimitError,
    MathhammerError,
    Situation,
    SituationError,
    Weapon,
    attack,
    unit,
    weapon,
)
from mathhammer.rules.damage import RerollDamage

QUICK = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
FACES = st.integers(1, 6)
AIMS = st.sampled_from(("damage", "kills", "wipe", "kills>=1", "damage>=2"))
F = Fraction


def ask(case: Case, **held: Any) -> AttackResult:
    edition, weapons, target, situation = case
    flags = {field: getattr(situation, field) for field in situation.__dataclass_fields__}
    return attack(weapons, target, edition=edition, separate=True, **flags, **held)


def law(result: AttackResult) -> dict[tuple[int, int], Fraction]:
    group = result.unit.groups[0]
    gone = group.wounds - group.front_wounds
    pairs = result.joint.items()
    total = result.joint.denominator()
    return {(slain, slain * group.wounds + hurt - gone): F(weight, total) for (slain, hurt), weight in pairs}


def spent(result: AttackResult) -> dict[str, Fraction]:
    """The dice spent by roll and face, all weapons together."""
    assert result.decision is not None
    total: dict[str, Fraction] = {}
    for label, chance in result.decision.spent.items():
        name = " ".join(label.split()[-2:])
        total[name] = total.get(name, F(0)) + chance
    return {name: chance for name, chance in total.items() if chance}


RAW = Weapon(attacks=Dice(plus=1), skill=2, strength=Dice(plus=4), damage=Dice(d3=1, plus=-1), rules=(RerollDamage("low"),))
SAVED_AGAIN: Case = (
    "10e",
    [weapon("A2 BS2+ S1 D1")],
    unit("1x T1 Sv3+ W1 [reroll saves 1s]"),
    Situation(),
)


@QUICK
@example(("10e", [RAW], unit("1x T4 Sv4+ W3"), Situation()), [3], 1, "one", "damage", [], False, (False, False))
@example(("10e", [RAW], unit("1x T4 Sv4+ W3"), Situation()), [6], 1, "after", "damage", [], False, (True, False))
@example(
    ("10e", [weapon("A2 BS2+ S1 D1")], unit("1x T1 Sv3+ W1 [reroll saves 1s]"), Situation()),
    [],
    1,
    "batch",
    "damage",
    [1],
    False,
    (False, True),
)
@example(
    ("10e", [weapon("A2 BS3+ S4 D2 [devastating wounds]"), weapon("A1 BS3+ S4 D1")], unit("1x T4 Sv4+ W4"), Situation()),
    [6],
    1,
    "batch",
    "wipe",
    [],
    False,
    (False, False),
)
@given(
    small_cases(),
    st.lists(FACES, max_size=2),
    st.integers(1, 2),
    st.sampled_from(("one", "batch", "after")),
    AIMS,
    st.lists(FACES, max_size=1),
    st.booleans(),
    st.tuples(st.booleans(), st.booleans()),
)
def test_the_best_use_is_that_of_a_literal_expectimax(
    case: Case, dice: list[int], uses: int, rolls: str, aim: str, theirs: list[int], priced: bool, again: tuple[bool, bool]
) -> None:
    edition, fired, target, situation = case
    assume(dice or theirs or any(again))
    if rolls == "after":
        dice, theirs = [6] * len(dice), [6] * len(theirs)
    price = {dice[0]: F(1, 5)} if priced and dice else {}
    held: dict[str, Any] = {"uses": uses, "rolls": rolls, "objective": aim, "price": price}
    held |= {"command_reroll": again[0], "defender_command_reroll": again[1]}
    result = ask(case, dice=dice, defender_dice=theirs, **held)
    expected = solve(fired, target, situation, edition, dice=tuple(dice), defender_dice=tuple(theirs), **held)
    assert result.decision is not None
    assert (result.decision.base, result.decision.best) == (expected.base, expected.best)
    assert law(result) == {end: chance for end, chance in expected.law.items() if chance}
    names = {
        key if isinstance(key, str) else f"{key[0]} {key[1] or 're-roll'}": chance
        for key, chance in expected.spent.items()
        if chance
    }
    assert spent(result) == names


@settings(QUICK, max_examples=12)
@given(
    small_cases(most_attacks=1),
    weapons("10e", most_attacks=1),
    st.lists(FACES, min_size=1, max_size=2),
    st.integers(1, 2),
    st.sampled_from(("one", "batch")),
    AIMS,
    st.sampled_from(("unit", "army")),
    st.booleans(),
)
def test_several_units_share_the_dice(
    case: Case, gun: Weapon, dice: list[int], uses: int, rolls: str, aim: str, per: str, again: bool
) -> None:
    assume(case[0] == "10e" and not any(rule.counts_models for rule in gun.rules))
    edition, (*fired, last), target, situation = legal("10e", [*case[1], gun], *case[2:])
    held: dict[str, Any] = {"dice": tuple(dice), "uses": uses, "rolls": rolls, "objective": aim, "per": per}
    held |= {"command_reroll": again}
    result = ask((edition, fired, target, situation), then=[last], **held)
    expected = solve(fired, target, situation, edition, then=[[last]], **held)
    assert result.decision is not None
    assert (result.decision.base, result.decision.best) == (expected.base, expected.best)
    assert law(result) == {end: chance for end, chance in expected.law.items() if chance}
    assert result.decision.spent["kept"] == expected.spent["kept"]


@QUICK
@given(small_cases(), st.sampled_from(("one", "batch", "after")), AIMS)
def test_no_dice_are_the_plain_engine(case: Case, rolls: str, aim: str) -> None:
    plain = ask(case)
    useless = ask(case, defender_dice=(6,) if rolls == "after" else (1,), rolls=rolls, objective=aim)
    if rolls != "after":  # a 1 put into a save always fails it, so it is kept
        assert law(useless) == law(plain)
    assert useless.decision is not None
    assert useless.decision.gain >= 0


@QUICK
@given(small_cases(), FACES, FACES, st.sampled_from(("one", "batch")))
def test_one_more_die_never_lowers_the_best_and_the_law_has_its_value(case: Case, one: int, other: int, rolls: str) -> None:
    first, both = ask(case, dice=(one,), rolls=rolls), ask(case, dice=(one, other), rolls=rolls)
    assert first.decision is not None
    assert both.decision is not None
    assert first.decision.base <= first.decision.best <= both.decision.best
    assert both.law("damage").mean == both.decision.best
    assert both.decision.marginal[max(one, other)] >= 0
    assert sum(both.decision.spent.values()) == 1
    assert ask(case, dice=(one,), rolls=rolls, price={one: 0}) == first


MELTA, TANK = "A1 BS3+ S9 AP-4 D=D6+3", "1x T10 Sv7+ W12"


def test_feel_no_pain_on_wounds_that_wait_is_not_known_beforehand() -> None:
    """A devastating wound that Feel No Pain will stop still waits: nobody knows it when a die is decided on."""
    gun, target = weapon("A3 BS3+ S4 D2 [devastating wounds]"), unit("2x T4 Sv4+ W3 FNP5+ FNP4+ (mortal)")
    held: dict[str, Any] = {"dice": (6,), "objective": "wipe", "rolls": "one"}
    expected = solve([gun], target, Situation(), "10e", **held)
    result = attack(gun, target, edition="10e", **held)
    assert result.decision is not None
    assert (result.decision.base, result.decision.best) == (expected.base, expected.best)
    assert law(result) == {end: chance for end, chance in expected.law.items() if chance}


@QUICK
@given(small_cases(), st.sampled_from(("one", "batch", "after")))
def test_an_empty_pool_is_the_plain_engine(case: Case, rolls: str) -> None:
    result = ask(case, rolls=rolls)
    assert law(result) == law(ask(case))
    assert result.decision is not None
    assert result.decision.best == result.decision.base == result.law("damage").mean


def best(**asked: Any) -> Fraction:
    decision = attack(**asked).decision
    assert decision is not None
    return decision.best


def test_a_saving_throw_takes_the_smallest_die_that_does_the_job() -> None:
    result = attack("A1 S8 D=4 [torrent]", "1x T4 Sv4+ W4", edition="10e", defender_dice=(4, 6), objective="wipe")
    assert result.decision is not None
    assert result.decision.spent == {"save 4": F(5, 6), "kept": 1}
    assert result.wipe == 0
    assert result.decision.gain == F(5, 12)


def test_an_answer_about_dice_is_a_value_and_says_when_to_use_them() -> None:
    result = attack(f"5x {MELTA}", TANK, edition="10e", dice="6 5", objective="wipe")
    assert pickle.loads(pickle.dumps(result)) == result
    assert result.decision is not None
    assert result.decision.policy == ("a 5: on a wound roll", "otherwise keep the dice")
    assert result.decision.marginal == {5: 0, 6: 0}
    assert result.wipe == result.decision.best == F(82220, 177147)


def test_a_price_keeps_the_die_for_later() -> None:
    dear = attack(f"5x {MELTA}", TANK, edition="10e", dice=(6,), price={6: "9/2"}).decision
    assert dear is not None
    assert dear.spent == {"kept": 1}
    assert dear.gain == 0


def test_any_function_is_an_objective() -> None:
    asked = {"weapons": f"3x {MELTA}", "target": TANK, "dice": (6,), "edition": "10e"}
    assert best(**asked, objective=lambda slain, lost: min(lost, 4)) <= best(**asked, objective=lambda slain, lost: lost)


REFUSED: list[tuple[dict[str, Any], type[MathhammerError], str]] = [
    ({"dice": (7,)}, MathhammerError, "no face of a D6"),
    ({"dice": (0,)}, MathhammerError, "no face of a D6"),
    ({"dice": (5,), "rolls": "after"}, SituationError, "only sixes"),
    ({"dice": (6,), "rolls": "slow"}, SituationError, "write one of one, batch, after"),
    ({"dice": (6,), "uses": 0}, SituationError, "from 1 to 12"),
    ({"dice": (6,), "price": {6: 0.25}}, SituationError, "such as 6=1/4"),
    ({"dice": (6,), "price": {6: "1e999999999"}}, SituationError, "an exact fraction, such as 6=1/4"),
    ({"dice": (6,), "price": {7: 1}}, SituationError, "such as 6=1/4"),
    ({"dice": (6,), "objective": "glory"}, SituationError, "no objective is called"),
    ({"dice": (6,), "objective": lambda slain, lost: 0.5}, SituationError, "return an int or a Fraction"),
    ({"dice": (6,), "per": "player"}, SituationError, "write one of unit, army"),
    ({"command_reroll": 1}, SituationError, "command_reroll is 1"),
    ({"defender_command_reroll": "yes"}, SituationError, "write True or False"),
    ({"command_reroll": True, "weapon_order": "best"}, SituationError, "in the order given"),
    ({"dice": (6,), "weapon_order": "best"}, SituationError, "in the order given"),
]


@pytest.mark.parametrize(("asked", "kind", "said"), REFUSED)
def test_what_makes_no_sense_is_refused(asked: dict[str, Any], kind: type[MathhammerError], said: str) -> None:
    with pytest.raises(kind) as refusal:
        attack("A2 BS3+ S4 D1", "2x T4 W2", edition="10e", **asked)
    assert said in str(refusal.value)


def test_what_is_too_large_is_refused_before_any_work() -> None:
    with pytest.raises(LimitError):
        attack("4x A1000 BS3+ S4 D1 [devastating wounds]", "100x T4 W4", edition="10e", dice=(6,))
    with pytest.raises(LimitError):
        attack("A60 BS3+ S4 D1 [sustained hits 3, lethal hits, devastating wounds]", "10x T4 W4", edition="11e", dice=(6,))
