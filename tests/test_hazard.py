"""What hazardous weapons cost their own unit: against literal dice, by hand, in every form of the answer, refusals."""

from __future__ import annotations

import pickle
from fractions import Fraction

import hazard_oracle
import pytest
from command_line import data, refused, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mixed_strategies import units
from oracle import EDITIONS, mapped

from mathhammer import AttackResult, MathhammerError, Unit, attack, compare, unit, weapon
from mathhammer.result.data import answers_csv, answers_data

SLOW = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
PLASMA = "A1 BS3+ S7 AP-2 D2 [hazardous]"
MARINES = "5x T4 Sv3+ W2"


def losses_of(result: AttackResult, kind: str) -> dict[int, Fraction]:
    assert result.own_losses is not None
    return dict(result.own_losses.damage_law if kind == "damage" else result.own_losses.kills_law)


def alike(bearer: Unit, edition: str, plain: int, psychic: int) -> None:
    lines = [f"{plain}x {PLASMA}"] * bool(plain)
    lines += [f"{psychic}x A2 BS3+ S5 AP-1 D1 [psychic, hazardous]"] * bool(psychic)
    result = attack(lines, "meq", edition=edition, bearer=bearer, separate=True)
    law = hazard_oracle.losses(bearer, edition, [False] * plain + [True] * psychic)
    assert losses_of(result, "kills") == mapped(law, lambda end: end[0])
    assert losses_of(result, "damage") == mapped(law, lambda end: end[1])
    assert result.own_losses is not None
    assert result.own_losses.rolls == plain + psychic


@SLOW
@given(units(), st.sampled_from(EDITIONS), st.integers(1, 4), st.integers(0, 2))
def test_hazard_rolls_cost_what_the_dice_say(bearer: Unit, edition: str, plain: int, psychic: int) -> None:
    alike(bearer, edition, plain, psychic)


BEARERS = (
    "3x T4 W2 FNP5+ (psychic)",
    "2x T4 W1 + 1x T4 W4 FNP5+ [character, wounded 3]",
    "2x T4 W2 [wounded 1] + 2x T4 W3 [wounded 2] + 1x T4 W4 [character]",
    "1x T10 W5 FNP6+ [vehicle]",
    "2x T6 W4 [monster] + 2x T4 W1 [infantry]",
    "2x T6 W4 [monster] + 1x T9 W5 [vehicle, character]",
)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bearer", BEARERS)
def test_units_that_the_ladders_are_about(edition: str, bearer: str) -> None:
    alike(unit(bearer), edition, 3, 1)


def mean(bearer: str, edition: str, rolls: int = 1) -> Fraction:
    found = attack(f"{rolls}x {PLASMA}", "meq", edition=edition, bearer=bearer).own_losses
    assert found is not None
    return found.damage_law.mean


def test_one_roll_by_hand() -> None:
    assert [mean("5x T4 W5", edition) for edition in EDITIONS] == [
        Fraction(3, 6),
        Fraction(5, 6),
        Fraction(5, 6),
        Fraction(2, 6),
    ]
    assert [mean("1x T9 W5 [vehicle]", edition) for edition in EDITIONS] == [Fraction(1, 2)] * 3 + [Fraction(1)]
    # of three wounds on a model of two, each ignored on 4+: none lost 1/8, one 3/8
    assert mean("5x T4 W2 FNP4+", "10e") == Fraction(1, 6) * Fraction(3 * 1 + 4 * 2, 8)
    # whoever is destroyed ignores nothing
    assert mean("5x T4 W2 FNP4+", "10e-launch") == Fraction(2, 6)


def test_a_published_case() -> None:
    """Two failures kill two models of two wounds, not three: what is left of three mortal wounds is lost."""
    found = attack(f"10x {PLASMA}", "meq", bearer="10x T4 Sv3+ W2").own_losses
    assert found is not None
    assert found.kills_law.mean == Fraction(5, 3)
    assert dict(found.kills_law)[2] == Fraction(1953125, 6718464)
    assert found.wipe == Fraction(1, 6**10)
    assert found.kills.mean() == Fraction(5, 3)
    assert found.damage.mean() == Fraction(10, 3)


def test_the_target_is_none_of_it() -> None:
    plain, borne = attack(PLASMA, "meq"), attack(PLASMA, "meq", bearer=MARINES)
    assert (plain.law("damage"), plain.own_losses) == (borne.law("damage"), None)
    assert plain != borne
    assert pickle.loads(pickle.dumps(borne)) == borne
    assert plain.not_modelled == ()
    assert plain.notes == ("hazardous: what its own unit loses is told by attack --bearer UNIT",)
    assert borne.notes == ()
    assert compare([PLASMA], ["meq"]).notes == plain.notes


def test_what_is_said_of_a_bearer_who_loses_nothing() -> None:
    safe = attack("A1 BS3+ S4 D1", "meq", bearer=MARINES)
    assert safe.notes == ("bearer: none of its weapons is hazardous, so it loses nothing",)
    assert losses_of(safe, "damage") == {0: 1}
    narrow = attack("A1 BS3+ S4 D1 [hazardous: vehicle]", "meq", bearer=MARINES)
    assert losses_of(narrow, "kills") == {0: 1}
    later = attack("A1 BS3+ S4 D1", "meq", then=[PLASMA], bearer=MARINES)
    assert later.notes[-1] == "bearer: its losses are those by the weapons of the first unit alone"
    assert losses_of(later, "kills") == {0: 1}


# How it is shown.


def test_own_losses_on_the_command_line() -> None:
    asked = ("attack", f"5x {PLASMA}", "vs", "meq", "--bearer", MARINES)
    text = run(*asked)
    assert "  lost        1.67            0       59.81 %  0.01 %\n" in text
    assert "  5x T4 Sv3+ W2: 5 hazard rolls, failed on 1\n" in text
    assert run(*asked, "--edition", "10e,11e").count("own losses") == 2
    found = data(*asked)["own_losses"]
    assert (found["unit"], found["rolls"], found["kills"]["mean"], found["wipe"]) == (MARINES, 5, "5/6", "1/7776")
    assert "\nown kills,1," in run(*asked, "--format", "csv")
    assert "| own losses | mean |" in run(*asked, "--format", "markdown")
    assert "5 hazard rolls, failed on 1" in run(*asked, "--format", "html")
    bare = attack(PLASMA, "meq")
    assert "own_losses" not in answers_data(bare)
    assert "own" not in answers_csv(bare)


@pytest.mark.parametrize("bearer", ["", "5x W2", "1000x T4 W3", "5x T4 Sv3+ W2 [hazardous]"])
def test_a_bearer_that_is_none_is_refused(bearer: str) -> None:
    with pytest.raises(MathhammerError):
        attack(weapon(PLASMA), "meq", bearer=bearer)
    refused("attack", PLASMA, "vs", "meq", "--bearer", bearer)


def test_the_most_hazardous_weapons_are_answered() -> None:
    assert mean("100x T4 W4 FNP5+", "11e", 400) > 0
