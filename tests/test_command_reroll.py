"""The Command Re-roll in an attack, with dice and without: cases worked by hand, and what always holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import Case, small_cases

from mathhammer import attack
from mathhammer.decisions.decision import Decision

F = Fraction
QUICK = settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def decided(gun: str, target: str, *, attacker: bool = True, **held: Any) -> Decision:
    again = {"command_reroll" if attacker else "defender_command_reroll": True}
    found = attack(gun, target, **{"edition": "10e", "rolls": "one", **again, **held}).decision
    assert found is not None
    return found


def spent(found: Decision) -> dict[str, Fraction]:
    return {roll: share for roll, share in found.spent.items() if share and roll != "kept"}


SURE = "A1 [torrent] S4 D1"  # to wound on 4+ against T4


def test_it_goes_on_the_roll_that_failed() -> None:
    found = decided("A1 BS4+ S4 D1", "1x T4 W1")
    assert (found.base, found.best, found.reroll) == (F(1, 4), F(1, 2), F(1, 4))
    assert spent(found) == {"hit re-roll": F(1, 2), "wound re-roll": F(1, 4)}
    assert found.policy[-1] == "otherwise keep the Command Re-roll"


def test_a_die_put_into_a_roll_that_is_made_again_is_lost() -> None:
    """A price below 0 pays for the use of a die that does no good; the roll is then made afresh."""
    found = decided(SURE, "1x T4 W1", dice=(3,), price={3: -1})
    assert found.best == F(3, 2)
    assert spent(found) == {"wound 3": 1, "wound re-roll": 1}


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_a_die_put_into_one_of_two_damage_dice_is_lost_with_its_roll(edition: str) -> None:
    """A 1 that pays 2: it is put into the damage roll, which is made again as a whole or but for the 1."""
    found = decided("A1 [torrent] S8 D2D6", "1x T4 W20", dice=(1,), price={1: -2}, edition=edition)
    assert found.best == F(5, 6) * 9 + F(1, 6) * F(5, 6) * 7
    assert found.spent["damage 1"] == F(5, 6)


def test_a_die_may_be_put_into_the_roll_that_is_made_again() -> None:
    found = decided(SURE, "1x T4 W1", dice=(4,), price={4: "1/4"})
    assert found.best == 1 - F(1, 2) * F(1, 4)
    assert spent(found) == {"wound 4": F(1, 2), "wound re-roll": F(1, 2)}


@pytest.mark.parametrize("rolls", ["one", "batch"])
def test_no_die_is_rolled_a_third_time(rolls: str) -> None:
    twice = decided("A2 [torrent, twin-linked] S4 D1", "2x T4 W1", rolls=rolls)
    assert twice.gain == 0
    assert spent(twice) == {}
    ones = decided("A1 [torrent, reroll wounds 1s] S4 D1", "1x T4 W1", rolls=rolls)
    assert (ones.base, ones.best) == (F(7, 12), F(3, 4))
    assert spent(ones) == {"wound re-roll": F(1, 3)}


def test_a_roll_of_several_dice_is_made_again_whole_in_the_10th_edition_and_by_one_die_in_the_11th() -> None:
    """Two dice: 35/36 more if the whole of 6 or less is rolled again, 89/72 if the lower die is, of 1 to 3."""
    gun, target = "A1 [torrent] S8 D2D6", "1x T4 W20"
    missed = F(1, 6) * F(5, 6) * 7  # the re-roll is gone on the wound roll
    assert decided(gun, target).best == F(5, 6) * (7 + F(35, 36)) + missed == F(1645, 216)
    assert decided(gun, target, edition="11e").best == F(5, 6) * (7 + F(89, 72)) + missed == F(3385, 432)


def test_a_damage_die_rolled_again_by_a_rule_stays_and_its_neighbour_may_be_rolled_again_in_the_11th_edition() -> None:
    """Two dice of which ones are rolled again: with one die rolled twice, the 10th edition cannot touch the roll."""
    gun, target = "A1 [torrent] S8 D2D6 [reroll damage 1s]", "1x T4 W20"
    mean = {True: F(7, 2), False: F(4)}  # of a die rolled once more, and of one that was rolled for the first time
    both = F(0)
    for one in (2, 3, 4, 5, 6):
        for other in (2, 3, 4, 5, 6):
            both += F(1, 36) * max(one + other, 7)
    tenth = both + F(10, 36) * (mean[False] + mean[True]) + F(1, 36) * 7
    missed = F(1, 6) * F(5, 6) * 2 * (F(1, 6) * F(7, 2) + F(20, 6))
    assert decided(gun, target).best == F(5, 6) * tenth + missed
    each = F(0)
    for one in (2, 3, 4, 5, 6):
        each += F(10, 36) * F(1, 5) * (F(7, 2) + max(F(one), F(7, 2)))
        for other in (2, 3, 4, 5, 6):
            each += F(1, 36) * max(F(one + other), max(one, other) + F(7, 2))
    eleventh = each + F(1, 36) * 7
    assert decided(gun, target, edition="11e").best == F(5, 6) * eleventh + missed


def test_a_number_of_attacks_is_rolled_again_where_it_is_low() -> None:
    """With n attacks that wound on 2+, a failed one may be rolled again: with three or fewer, the number is."""
    kept = {n: F(5, 6) * n + (1 - F(5, 6) ** n) * F(5, 6) for n in range(1, 7)}
    again = F(5, 6) * F(7, 2)
    found = decided("AD6 [torrent] S8 D1", "20x T4 W1")
    assert found.best == sum(max(value, again) for value in kept.values()) / 6
    assert found.spent["attacks re-roll"] == F(1, 2)
    assert "the Command Re-roll: on a roll for the number of attacks of 1, 2, 3" in found.policy


def test_hits_of_overwatch_cannot_be_rolled_again_in_the_11th_edition() -> None:
    gun, target = "A1 BS3+ S8 D1", "1x T4 W1"
    assert decided(gun, target, overwatch=True).best == F(1, 6) * F(35, 36) + F(5, 6) * F(1, 6) * F(5, 6) == F(5, 18)
    assert decided(gun, target, overwatch=True, edition="11e").best == F(1, 6) * F(35, 36)


@pytest.mark.parametrize("rolls", ["one", "batch"])
def test_the_defender_rolls_the_save_again_that_decides(rolls: str) -> None:
    found = decided("A1 [torrent] S8 D1", "1x T4 Sv4+ W1", attacker=False, rolls=rolls)
    assert (found.base, found.best, found.gain) == (F(5, 12), F(5, 24), F(5, 24))
    assert found.reroll == F(5, 24)
    assert spent(found) == {"save re-roll": F(5, 12)}


def test_both_sides_have_one() -> None:
    found = decided(SURE, "1x T4 Sv4+ W1", defender_command_reroll=True)
    assert (found.base, found.best) == (F(1, 4), F(3, 4) * F(1, 4))
    assert found.gain == F(3, 16) - F(1, 8)


def test_one_die_of_a_batch_is_rolled_again() -> None:
    found = decided("A3 [torrent] S4 D1", "3x T4 W1", rolls="batch")
    assert found.best == F(3, 2) + F(7, 8) * F(1, 2)
    assert spent(found) == {"wound re-roll": F(7, 8)}


def test_units_share_one() -> None:
    found = decided(SURE, "2x T4 W1", then=[SURE], per="unit")
    assert found.best == 1 + F(3, 4) * F(1, 2)


def ask(case: Case, **held: Any) -> Decision:
    edition, weapons, target, situation = case
    flags = {field: getattr(situation, field) for field in situation.__dataclass_fields__}
    found = attack(weapons, target, edition=edition, separate=True, **flags, **held).decision
    assert found is not None
    return found


@QUICK
@given(small_cases(), st.sampled_from(("one", "batch", "after")), st.booleans(), st.booleans())
def test_it_never_harms_who_has_it(case: Case, rolls: str, with_a_die: bool, theirs: bool) -> None:
    held: dict[str, Any] = {"rolls": rolls, "dice": (6,) if with_a_die else (), "defender_command_reroll": theirs}
    without, having = ask(case, **held), ask(case, command_reroll=True, **held)
    assert having.best >= without.best
    assert having.gain >= 0
    assert having.reroll == having.best - without.best
    against = ask(case, **{**held, "defender_command_reroll": True})
    assert against.best <= ask(case, **{**held, "defender_command_reroll": False}).best
    re_rolls = sum(share for roll, share in having.spent.items() if roll.endswith("re-roll"))
    assert re_rolls <= 1 + theirs
