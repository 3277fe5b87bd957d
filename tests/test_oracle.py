"""The engine against the literal oracle: whole laws, every probability equal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import oracle
from hypothesis import HealthCheck, assume, given, settings
from strategies import ANY_WEAPON, ELEVENTH_MELEE, ELEVENTH_RANGED, MELEE, RANGED, TARGET, Case, cases

from mathhammer import Situation, Weapon, attack
from mathhammer.result import Stat
from mathhammer.rules.catalogue import RULES

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def engine(case: Case) -> dict[tuple[int, int], Fraction]:
    """The joint law of models slain and wounds lost."""
    edition, weapons, unit, situation = case
    result = attack(weapons, unit, edition=edition, separate=True, **vars_of(situation))
    group = unit.groups[0]
    gone = group.wounds - group.front_wounds
    law: dict[tuple[int, int], Fraction] = {}
    for (slain, hurt), weight in result.joint.items():
        law[slain, slain * group.wounds + hurt - gone] = Fraction(weight, result.joint.denominator())
    return law


def vars_of(situation: Situation) -> dict[str, Any]:
    return {name: getattr(situation, name) for name in situation.__dataclass_fields__}


@SLOW
@given(cases())
def test_one_weapon_does_what_the_dice_do(case: Case) -> None:
    edition, weapons, unit, situation = case
    assert engine(case) == oracle.volley(weapons, unit, situation, edition)


@SLOW
@given(cases(max_weapons=3))
def test_several_weapons_do_what_the_dice_do(case: Case) -> None:
    edition, weapons, unit, situation = case
    assert engine(case) == oracle.volley(weapons, unit, situation, edition)


@SLOW
@given(cases())
def test_every_step_counts_what_the_dice_count(case: Case) -> None:
    edition, weapons, unit, situation = case
    assume(isinstance(weapons[0], Weapon))
    gun = cast(Weapon, weapons[0])
    result = attack(weapons, unit, edition=edition, **vars_of(situation))
    for what in oracle.WHAT:
        assert dict(result.law(cast(Stat, what))) == oracle.counts(gun, unit, situation, edition, what), what


def test_every_modelled_rule_that_can_be_written_is_among_the_random_cases() -> None:
    families = (ANY_WEAPON, RANGED, MELEE, ELEVENTH_RANGED, ELEVENTH_MELEE, TARGET)
    drawn = {rule for family in families for rule in family}
    assert [rule for rule in RULES if rule.modelled and rule.owners and rule not in drawn] == []
