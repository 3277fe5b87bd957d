"""``lethal="policy"``: Lethal Hits taken or not attack by attack (11th edition): by hand, as a property, as a command."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import Case, small_cases
from typer.testing import CliRunner

from mathhammer import SituationError, attack
from mathhammer.cli.app import app
from mathhammer.decisions.decision import Decision

F = Fraction
QUICK = settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
GUN = "A{n} BS3+ S4 D2 [lethal hits, devastating wounds, anti-infantry {need}+]"
TARGET = "1x T4 W3 [infantry, -1 damage]"  # a wound costs it 1, a devastating one 2


def decided(gun: str, target: str, **asked: Any) -> Decision:
    found = attack(gun, target, edition="11e", lethal="policy", **asked).decision
    assert found is not None
    return found


def by_hand(attacks: int, need: int, aim: str) -> Fraction:
    """One attack at a time: a critical hit wounds for 1, or rolls for a devastating wound of 2 that comes later."""
    devastating, plain = F(7 - need, 6), F(max(0, need - 4), 6)

    @cache
    def worth(left: int, lost: int, waiting: int) -> Fraction:
        if not left:
            total = min(3, min(3, lost) + 2 * waiting)
            return F(total if aim == "damage" else total == 3)

        def rolled() -> Fraction:
            rest = worth(left - 1, lost, waiting)
            wounded = worth(left - 1, min(3, lost + 1), waiting)
            return devastating * worth(left - 1, lost, waiting + 1) + plain * wounded + (1 - devastating - plain) * rest

        taken = worth(left - 1, min(3, lost + 1), waiting)
        return F(1, 3) * worth(left - 1, lost, waiting) + F(1, 2) * rolled() + F(1, 6) * max(taken, rolled())

    return worth(attacks, 0, 0)


@pytest.mark.parametrize("aim", ["damage", "wipe"])
@pytest.mark.parametrize("need", [3, 4, 6])
@pytest.mark.parametrize("attacks", [1, 2, 4])
def test_attack_by_attack_it_is_what_a_recursion_finds(attacks: int, need: int, aim: str) -> None:
    found = decided(GUN.format(n=attacks, need=need), TARGET, rolls="one", objective=aim)
    assert found.best == by_hand(attacks, need, aim)


def test_it_beats_both_fixed_choices_and_says_when() -> None:
    gun = GUN.format(n=2, need=3)
    always, never = (
        attack(gun, TARGET, edition="11e", lethal=fixed).law("damage").mean  # as is fixed before the first roll
        for fixed in ("always", "never")
    )
    found = decided(gun, TARGET, rolls="one")
    assert found.base == max(always, never) == F(128, 81)
    assert (found.best, found.gain) == (F(130, 81), F(2, 81))
    assert found.policy == ("roll to wound for a lethal hit while 3 wounds are missing", "otherwise take Lethal Hits")
    assert attack(gun, TARGET, edition="11e", lethal="policy", rolls="one").law("damage").mean == found.best


def test_in_a_batch_it_is_decided_once_all_hits_are_seen() -> None:
    found = decided(GUN.format(n=2, need=3), TARGET)
    assert (found.rolls, found.best) == ("batch", F(173, 108))
    hits = {(0, 0): F(1, 9), (1, 0): F(1, 3), (2, 0): F(1, 4), (0, 1): F(1, 9), (1, 1): F(1, 6), (0, 2): F(1, 36)}
    assert sum(hits.values()) == 1

    def worth(rolling: int, taken: int) -> Fraction:
        """Each of those that roll does 2 with a chance of 2/3, each of those taken does 1."""
        laws = {0: {0: F(1)}, 1: {0: F(1, 3), 1: F(2, 3)}, 2: {0: F(1, 9), 1: F(4, 9), 2: F(4, 9)}}[rolling]
        return sum((chance * min(3, 2 * critical + taken) for critical, chance in laws.items()), F(0))

    best = {pair: max(worth(pair[0] + pair[1] - n, n) for n in range(pair[1] + 1)) for pair in hits}
    assert found.best == sum(chance * best[pair] for pair, chance in hits.items())


@QUICK
@given(small_cases(), st.sampled_from(("one", "batch")), st.sampled_from(("damage", "wipe")))
def test_it_is_never_worse_than_a_fixed_choice(case: Case, rolls: str, aim: str) -> None:
    edition, weapons, target, situation = case
    assume(edition == "11e")
    flags = {field: getattr(situation, field) for field in situation.__dataclass_fields__ if field != "lethal"}
    asked: dict[str, Any] = {**flags, "edition": edition, "separate": True, "objective": aim}
    found = attack(weapons, target, lethal="policy", rolls=rolls, **asked)
    fixed = [attack(weapons, target, lethal=choice, **asked) for choice in ("always", "never")]
    means = [result.wipe if aim == "wipe" else result.law("damage").mean for result in fixed]
    assert found.decision is not None
    assert found.decision.base == max(means)
    assert found.decision.gain >= 0
    assert found.decision.best == (found.wipe if aim == "wipe" else found.law("damage").mean)


def test_dice_decide_on_lethal_hits_too() -> None:
    gun = GUN.format(n=2, need=3)
    with_a_die = decided(gun, TARGET, rolls="one", dice=(6,))
    assert with_a_die.base == decided(gun, TARGET, rolls="one").best
    assert with_a_die.gain > 0


@pytest.mark.parametrize("edition", ["10e", "10e-2023-09", "10e-launch"])
def test_in_the_10th_editions_there_is_no_choice(edition: str) -> None:
    with pytest.raises(SituationError, match="there Lethal Hits are no choice"):
        attack(GUN.format(n=2, need=3), TARGET, edition=edition, lethal="policy")


def test_the_command_line_asks_for_it() -> None:
    words = ["attack", GUN.format(n=2, need=3), "vs", TARGET, "--edition", "11e", "--lethal", "policy", "--rolls", "one"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0
    assert (
        "  lethal   for damage, one roll at a time\n"
        "  without  1.58\n"
        "  with     1.6   gain 0.02\n"
        "  use      roll to wound for a lethal hit while 3 wounds are missing\n"
        "           otherwise take Lethal Hits\n"
    ) in shown.stdout
    found = json.loads(CliRunner().invoke(app, [*words, "--format", "json"]).stdout)
    assert found["situation"] == ["lethal policy"]
    assert (found["decision"]["base"], found["decision"]["best"]) == ("128/81", "130/81")
    refused = CliRunner().invoke(app, [*words[:4], "--lethal", "policy"])
    assert refused.exit_code == 2
    assert "10th edition" in refused.stderr


def test_it_is_held_against_the_best_fixed_choice_in_a_mixed_unit_too() -> None:
    gun = "A2 BS4+ S4 D2 [lethal hits, devastating wounds, anti-infantry 3+]"
    target = "2x T4 W3 [infantry] + 1x T4 Sv2+ W3 [infantry, character]"
    asked: dict[str, Any] = {"edition": "11e", "objective": "kills>=1"}
    decision = attack(gun, target, lethal="policy", **asked).decision
    assert decision is not None
    fixed = [attack(gun, target, lethal=choice, **asked).at_least("kills", 1) for choice in ("always", "never")]
    assert decision.base == max(fixed) <= decision.best
    assert decision.gain == decision.best - decision.base
