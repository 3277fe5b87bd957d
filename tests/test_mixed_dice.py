"""Dice and the Command Re-roll against units of several kinds of models: the engine against a literal expectimax."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import expectimax
import pytest
from expectimax import Rolls
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from mixed_expectimax import solve
from mixed_oracle import Answer, volley
from mixed_strategies import mixed_cases, small_mixed_cases
from strategies import Case, small_cases
from test_dice import AIMS, FACES, ask, spent

from mathhammer import AttackResult, Situation, SituationError, attack
from mathhammer.notation import read_attack, read_unit
from mathhammer.rules.saves import RerollSaves

QUICK = settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
PRECISION = st.sampled_from(("all", "none"))
WAYS = st.sampled_from(("one", "batch", "after"))
F = Fraction
GUARD = "1x Guard: T4 Sv4+ W1 [reroll saves fails] + 1x Boss: T4 Sv7+ W1 [character]"
SURE = "S8 D1 [torrent, crit wound 2+]"  # wounds on 2+


def law(result: AttackResult) -> dict[Answer, Fraction]:
    """The joint law of (models slain, wounds lost in the attack), a pair a group."""
    gone = [group.wounds - group.front_wounds for group in result.unit.groups]
    squad, vector, whole = result.outcome.squad, result.outcome.vector, result.outcome.denominator
    weights = [*vector[: squad.live], whole - sum(vector[: squad.live])]
    found: dict[Answer, Fraction] = {}
    for state, weight in enumerate(weights):
        if weight:
            pairs = zip(squad.tally(state), gone, strict=True)
            end = tuple((slain, lost - before) for (slain, lost), before in pairs)
            found[end] = found.get(end, F(0)) + F(weight, whole)
    return found


def asked(edition: str, *weapons: str, at: str, **flags: Any) -> Case:
    return edition, [read_attack(text) for text in weapons], read_unit(at), Situation(**{"lethal": "always", **flags})


def alike(case: Case, **held: Any) -> None:
    """The engine finds the value, the law and the dice spent of the literal game tree."""
    edition, fired, target, situation = case
    result, expected = ask(case, **held), solve(fired, target, situation, edition, **held)
    assert result.decision is not None
    assert (result.decision.base, result.decision.best) == (expected.base, expected.best)
    assert law(result) == {end: chance for end, chance in expected.law.items() if chance}
    dice = {key if isinstance(key, str) else f"{key[0]} {key[1] or 're-roll'}": n for key, n in expected.spent.items() if n}
    assert spent(result) == dice


@QUICK
@given(
    small_mixed_cases(),
    st.lists(FACES, max_size=2),
    st.integers(1, 2),
    WAYS,
    AIMS,
    st.lists(FACES, max_size=1),
    st.booleans(),
    PRECISION,
)
def test_the_best_use_is_that_of_a_literal_expectimax(
    case: Case, dice: list[int], uses: int, rolls: str, aim: str, theirs: list[int], priced: bool, precision: str
) -> None:
    assume(dice or theirs)
    rolls = "batch" if case[0] == "11e" else rolls
    if rolls == "after":
        dice, theirs = [6] * len(dice), [6] * len(theirs)
    price = {dice[0]: F(1, 5)} if priced and dice else {}
    held: dict[str, Any] = {"dice": tuple(dice), "defender_dice": tuple(theirs), "price": price}
    alike(case, uses=uses, rolls=rolls, objective=aim, precision=precision, **held)


@settings(QUICK, max_examples=12)
@example(asked("11e", f"A1 {SURE}", at=GUARD), [], "batch", "damage", [], (False, True), "all")
@example(asked("11e", f"A2 {SURE}", at=GUARD), [], "batch", "damage", [4], (False, True), "all")
@given(
    small_mixed_cases(most=2),
    st.lists(FACES, max_size=1),
    WAYS,
    AIMS,
    st.lists(FACES, max_size=1),
    st.sampled_from(((True, False), (False, True), (True, True))),
    PRECISION,
)
def test_the_command_reroll_is_that_of_a_literal_expectimax(
    case: Case, dice: list[int], rolls: str, aim: str, theirs: list[int], again: tuple[bool, bool], precision: str
) -> None:
    rolls = "batch" if case[0] == "11e" else rolls
    if rolls == "after":
        dice, theirs = [6] * len(dice), [6] * len(theirs)
    held: dict[str, Any] = {"dice": tuple(dice), "defender_dice": tuple(theirs)}
    held |= {"command_reroll": again[0], "defender_command_reroll": again[1]}
    alike(case, rolls=rolls, objective=aim, precision=precision, **held)


@settings(QUICK, max_examples=12)
@given(mixed_cases(max_weapons=2), WAYS, PRECISION)
def test_an_empty_pool_is_the_plain_engine(case: Case, rolls: str, precision: Any) -> None:
    edition, fired, target, situation = case
    rolls = "batch" if edition == "11e" else rolls
    expected = {end: c for end, c in volley(fired, target, situation, edition, precision).items() if c}
    plain, empty = ask(case, precision=precision), ask(case, precision=precision, rolls=rolls)
    assert law(empty) == law(plain) == expected
    assert empty.decision is not None
    assert empty.decision.best == empty.decision.base == empty.law("damage").mean


@settings(QUICK, max_examples=12)
@given(small_mixed_cases(most=5), st.sampled_from(("one", "batch")), PRECISION)
def test_a_1_is_of_no_use_to_the_defender(case: Case, rolls: str, precision: Any) -> None:
    """It is kept, but in the two cases of tests by hand: damage that spills, and sorted 1s that are rolled again."""
    edition, _, target, _ = case
    assume(edition != "10e-launch")
    ones = [rule for group in target.groups for rule in group.rules if isinstance(rule, RerollSaves) and rule.which == "1s"]
    assume(edition != "11e" or not ones)
    rolls = "batch" if edition == "11e" else rolls
    useless = ask(case, precision=precision, rolls=rolls, defender_dice=(1,))
    assert law(useless) == law(ask(case, precision=precision))
    assert useless.decision is not None
    assert useless.decision.gain == 0


@settings(QUICK, max_examples=8)
@given(
    small_cases(most_attacks=1),
    st.lists(FACES, max_size=1),
    AIMS,
    st.lists(FACES, max_size=1),
    st.tuples(st.booleans(), st.booleans()),
)
def test_the_two_game_trees_agree_on_one_group(
    case: Case, dice: list[int], aim: str, theirs: list[int], again: tuple[bool, bool]
) -> None:
    """The game tree of several groups is that of one if there is only one.

    What the defender holds for saves that are sorted is left out: he decides on re-rolls that a rule gives when all
    saves lie there, or one by one as they are met.
    """
    edition, fired, target, situation = case
    rolls: Rolls = "batch" if edition == "11e" else "one"
    held: dict[str, Any] = {"dice": tuple(dice), "objective": aim, "rolls": rolls, "command_reroll": again[0]}
    if edition != "11e":
        held |= {"defender_dice": tuple(theirs), "defender_command_reroll": again[1]}
    mixed = solve(fired, target, situation, edition, **held)
    one = expectimax.solve(fired, target, situation, edition, **held)
    assert (mixed.base, mixed.best) == (one.base, one.best)
    assert {end: chance for (end,), chance in mixed.law.items() if chance} == {e: c for e, c in one.law.items() if c}


# Answers by hand.


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_no_save_is_rolled_a_third_time(edition: str) -> None:
    """A save that a rule rolls again gains nothing from the Command Re-roll."""
    alike(asked(edition, f"A1 {SURE}", at=GUARD), rolls="batch", defender_command_reroll=True)
    held = ask(asked(edition, f"A1 {SURE}", at=GUARD), rolls="batch", defender_command_reroll=True)
    assert held.damage.mean() == F(5, 6) * F(1, 4)
    assert held.decision is not None
    assert held.decision.gain == 0


def test_the_lower_die_kills_the_guard_and_the_higher_meets_the_boss() -> None:
    """Two wounds, a guard without a save and a boss who saves on 3+: the higher of two dice is his, unless it is held."""
    case = asked("11e", f"A2 {SURE}", at="1x Guard: T4 Sv7+ W1 + 1x Boss: T4 Sv3+ W1 [character]")
    plain = ask(case, rolls="batch")
    assert plain.groups[1].wipe == F(25, 36) * F(4, 36)
    held = ask(case, rolls="batch", defender_dice=(3,), objective="wipe")
    assert held.groups[1].wipe == 0
    again = ask(case, rolls="batch", defender_command_reroll=True, objective="wipe")
    assert again.groups[1].wipe == F(25, 36) * F(4, 36) * F(1, 3)


def test_a_wound_of_the_10th_edition_is_saved_before_the_next_falls() -> None:
    """The die is kept for the boss, as no die saves the guard."""
    case = asked("10e", f"A2 {SURE}", at="1x Guard: T4 Sv7+ W1 + 1x Boss: T4 Sv3+ W1 [character]")
    for rolls in ("one", "batch"):
        held = ask(case, rolls=rolls, defender_dice=(3,))
        assert held.groups[1].wipe == 0
        assert spent(held) == {"save 3": F(25, 36), "kept": 1}


def test_a_save_die_may_be_put_into_the_re_roll_of_the_group_that_is_met() -> None:
    """Of two save dice the guard's fails for good; the boss rolls again when his is met, with the die that is held."""
    at = "1x Guard: T4 Sv7+ W1 + 1x Boss: T4 Sv4+ W1 [character, reroll saves fails]"
    case = asked("11e", f"A2 {SURE}", at=at)
    alike(case, rolls="batch", defender_dice=(4,))
    held = ask(case, rolls="batch", defender_dice=(4,))
    assert held.groups[1].wipe == 0
    assert spent(held)["save 4"] == F(25, 36) * F(1, 4)


def test_a_save_may_be_failed_on_purpose() -> None:
    """At the launch damage spills: what is set to 3 by the guard is 1 for the boss, so the guard had better be gone."""
    at = "1x Guard: T6 Sv2+ W1 [damage 3] + 1x Boss: T4 Sv6+ W3"
    case = asked("10e-launch", "A3 S8 D1 [torrent, devastating wounds]", at=at)
    alike(case, rolls="batch", defender_dice=(1,))
    decision = ask(case, rolls="batch", defender_dice=(1,)).decision
    assert decision is not None
    assert decision.gain > 0


def test_a_1_put_in_front_may_be_worth_its_re_roll() -> None:
    """Of save dice that are sorted the guard meets the lowest; his 1 is rolled again, his 2 is not."""
    case = asked("11e", f"A2 {SURE}", at="1x Guard: T4 Sv4+ W1 [reroll saves 1s] + 1x Boss: T4 Sv7+ W3")
    alike(case, rolls="batch", defender_dice=(1,))
    decision = ask(case, rolls="batch", defender_dice=(1,)).decision
    assert decision is not None
    assert (decision.base, decision.gain) == (F(5125, 5184), F(175, 5184))


def test_dice_sorted_are_dice_of_a_batch() -> None:
    ways: tuple[Rolls, ...] = ("one", "after")
    for rolls in ways:
        with pytest.raises(SituationError, match="write rolls batch"):
            attack("A2 S4 D1 [torrent]", GUARD, edition="11e", dice=(6,), rolls=rolls)
        with pytest.raises(ValueError, match="rolls batches"):
            solve([], read_unit(GUARD), Situation(), "11e", rolls=rolls)


@QUICK
@given(small_mixed_cases(), AIMS, PRECISION)
def test_units_that_attack_in_turn_do_what_they_do_without_dice_when_a_die_is_too_dear(
    case: Case, aim: str, precision: str
) -> None:
    edition, fired, target, situation = case
    assume(situation.lethal != "best")
    turns: dict[str, Any] = {"then": [fired[-1:]], "objective": aim, "precision": precision}
    try:
        plain = ask((edition, fired[:1], target, situation), **turns)
    except SituationError:  # what is left of the target cannot be chosen
        assume(False)
    dear = ask((edition, fired[:1], target, situation), dice=(1,), price={1: 1000}, **turns)
    assert law(dear) == law(plain)
    assert dear.decision is not None
    assert dear.decision.spent == {"kept": F(1)}
