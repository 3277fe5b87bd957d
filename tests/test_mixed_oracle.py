"""The engine against the literal oracle on mixed units: every probability equal."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import mixed_oracle
import mixed_strategies
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mixed_strategies import mixed_cases
from oracle import EDITIONS, Law, mapped
from strategies import Case

from mathhammer import AttackResult, Situation, SituationError, attack
from mathhammer.notation import read_attack, read_unit

SLOW = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def vars_of(situation: Situation) -> dict[str, Any]:
    return {name: getattr(situation, name) for name in situation.__dataclass_fields__}


def law_of(die: Any) -> Law[Any]:
    """A die of icepool as a law."""
    return {value: Fraction(weight, die.denominator()) for value, weight in die.items() if weight}


def alike(case: Case, precision: Any) -> None:
    """The engine says of the unit and of every group what the dice do."""
    edition, attacks, unit, situation = case
    law = mixed_oracle.volley(attacks, unit, situation, edition, precision)
    result = attack(attacks, unit, edition=edition, separate=True, precision=precision, **vars_of(situation))
    assert law_of(result.joint) == mixed_oracle.whole_unit(law, unit)
    assert law_of(result.kills) == mapped(law, lambda answer: sum(slain for slain, _ in answer))
    assert law_of(result.damage) == mapped(law, lambda answer: sum(lost for _, lost in answer))
    groups_alike(result, case, law)


def groups_alike(result: AttackResult, case: Case, law: Law[mixed_oracle.Answer]) -> None:
    _, _, unit, _ = case
    assert len(result.groups) == len(unit.groups)
    for number, group in enumerate(unit.groups):
        record, pairs = result.groups[number], mixed_oracle.one_group(law, number)
        assert record.name == group.name
        assert law_of(record.kills) == mapped(pairs, lambda pair: pair[0]), group.name
        assert law_of(record.damage) == mapped(pairs, lambda pair: pair[1]), group.name
        assert record.wipe == mapped(pairs, lambda pair: pair[0]).get(group.count, 0), group.name


def asked(edition: str, *weapons: str, at: str, **flags: Any) -> Case:
    return edition, [read_attack(text) for text in weapons], read_unit(at), Situation(**{"lethal": "always", **flags})


BODY = "2x Guards: T4 Sv7+ W1 + 1x Captain: T5 Sv3+ W3 Inv4+ FNP5+ [character, -1 damage]"
SMALL = (
    ("A3 BS3+ S5 AP-1 D2",),
    ("A3 BS3+ S5 AP-1 D2 [devastating wounds]",),
    ("A3 BS3+ S5 AP-1 D2 [precision]",),
    ("A3 BS3+ S5 AP-1 D2 [precision, devastating wounds]",),
    ("A2 BS3+ S5 AP-1 D=3 [mortals 1 on crit wound]", "A2 BS3+ S5 D=D3 [precision]"),
    ("2x mortals 1 on 4+", "A2 BS3+ S5 D=D3"),
)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("weapons", SMALL)
def test_a_leader_and_his_guards(edition: str, weapons: tuple[str, ...]) -> None:
    alike(asked(edition, *weapons, at=BODY), "all")


@SLOW
@given(mixed_cases(max_weapons=1), st.sampled_from(("all", "none")))
def test_one_weapon_does_to_a_mixed_unit_what_the_dice_do(case: Case, precision: str) -> None:
    alike(case, precision)


@SLOW
@given(mixed_cases(max_weapons=2), st.sampled_from(("all", "none")))
def test_two_weapons_do_to_a_mixed_unit_what_the_dice_do(case: Case, precision: str) -> None:
    alike(case, precision)


@settings(SLOW, max_examples=20)
@given(mixed_cases(max_weapons=2))
def test_the_best_order_of_the_defender_is_the_best_of_all_orders(case: Case) -> None:
    edition, attacks, unit, situation = case
    assume(edition != "11e")
    means = []
    for order in permutations(range(len(unit.groups))):
        law = mixed_oracle.volley(attacks, unit, situation, edition, "none", order)
        means.append(sum(sum(lost for _, lost in answer) * chance for answer, chance in law.items()))
    result = attack(attacks, unit, edition=edition, separate=True, precision="none", allocation="best", **vars_of(situation))
    assert result.damage.mean() == min(means)


HURT = (
    "2x T4 Sv5+ W2 [wounded 1] + 1x T4 Sv3+ W2 FNP5+ [wounded 1]",
    "2x T4 Sv5+ W2 [wounded 1, damage 0 first failed save] + 2x T4 Sv5+ W2 FNP5+ [wounded 1] + 1x T4 W1 [character]",
    "1x T4 W1 + 2x T4 Sv4+ W2 [character, wounded 1] + 1x T4 Sv5+ W3 [character, wounded 1]",
    "1x T4 Sv5+ W2 [wounded 1] + 2x T4 Sv4+ W3 [wounded 2] + 1x T4 Sv5+ W2 [character, wounded 1]",
)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("target", HURT)
@pytest.mark.parametrize("gun", ["A4 BS2+ S6 AP-1 D2 [devastating wounds]", "A4 BS2+ S6 AP-1 D=D3 [precision]"])
def test_several_groups_with_a_wounded_model(edition: str, target: str, gun: str) -> None:
    case = asked(edition, gun, at=target)
    if mixed_strategies.settled(edition, case[2]):
        alike(case, "all")
    else:
        with pytest.raises(SituationError, match="two groups have a wounded model"):
            alike(case, "all")
