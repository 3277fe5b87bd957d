"""Reference values of dice held in an attack: every card, closed forms, and saves known to come."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from test_fate import rounds_to

from mathhammer import attack, unit, weapon
from mathhammer.decisions.activation import Volley
from mathhammer.decisions.decision import Decision
from mathhammer.decisions.game import InTurn, Memory, Nothing
from mathhammer.decisions.hands import DEFENDER, Stock, hands
from mathhammer.decisions.table import Table
from mathhammer.editions import edition
from mathhammer.sequence.squad import squad_of
from mathhammer.sequence.steps import Steps, steps
from mathhammer.situation import Situation

F = Fraction
CARDS: Sequence[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "reference" / "dice.toml").read_text(encoding="utf-8")
)["card"]


def decided(gun: str, target: str, **held: Any) -> Decision:
    found = attack(gun, target, **{"edition": "10e", **held}).decision
    assert found is not None
    return found


def same(exact: Fraction, written: str) -> bool:
    """Whether a value is the fraction written, or rounds to the decimal written."""
    return rounds_to(exact, written) if "." in written else exact == F(written)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["case"])
def test_a_card_of_dice_held_holds(card: dict[str, Any]) -> None:
    held = dict(card.get("held", {}))
    held["price"] = {int(face): price for face, price in held.get("price", {}).items()}
    assert card["says"]
    assert card["source"]
    if "gains" not in card:
        found = decided(card["weapons"], card["target"], **held)
        assert found.best == F(card["best"])
        assert same(found.base, card.get("base", str(found.base)))
        return
    for face, gain in card["gains"].items():
        found = decided(card["weapons"], card["target"], dice=(int(face),), **held)
        assert same(found.base, card["base"])
        assert same(found.gain, gain), face
        assert found.by_die == {int(face): found.gain}
    for roll, share in card.get("spent", {}).items():
        assert same(found.spent[roll], share), roll
    assert "kept" not in card or same(found.spent["kept"], card["kept"])


def test_every_public_case_about_dice_held_has_a_card() -> None:
    cases = {"miracle-where", "miracle-low-fixed", "one-reroll-1-bs3-w4", "one-reroll-3-bs3-w6"}
    assert cases | {"one-reroll-3-bs2-w6", "one-reroll-5-bs4-w3"} <= {card["case"] for card in CARDS}


@pytest.mark.parametrize("attacks", [1, 2, 4, 8])
@pytest.mark.parametrize(("skill", "hit"), [(2, F(5, 6)), (4, F(1, 2))])
@pytest.mark.parametrize("rolls", ["one", "batch"])
def test_uncapped_the_die_goes_on_the_last_stage_that_is_reached_at_all(
    attacks: int, skill: int, hit: Fraction, rolls: str
) -> None:
    """On the wound roll: (1 - (1 - p)^n) times what a sure wound gains, 5/6 of 3 points."""
    found = decided(f"A{attacks} BS{skill}+ S2 D=3", "100x T4 W3", dice=(6,), rolls=rolls)
    reached = 1 - (1 - hit) ** attacks
    assert found.base == attacks * hit / 2
    assert found.gain == reached * F(5, 6) * 3
    assert found.spent["wound 6"] == reached


@pytest.mark.parametrize(("gun", "stage"), [("A1 BS6+ S8 AP-6 D1", "hit"), ("A1 BS2+ S2 AP-6 D1", "wound")])
def test_a_sure_success_gains_as_much_at_any_stage(gun: str, stage: str) -> None:
    """It multiplies the mean by 1/p wherever the stage stands, and is spent when the rolls before have succeeded."""
    found = decided(gun, "1x T4 Sv7+ W1", dice=(6,))
    assert found.best == 6 * found.base
    assert found.spent[f"{stage} 6"] == (1 if stage == "hit" else F(5, 6))


# The defender: so many saves to be made one after another, known from the start.


def saves(number: int, gun: str, target: str, *dice: int) -> tuple[Fraction, Fraction]:
    """The chance that the unit is wiped out, and how often a die is spent; nothing else counts, ties keep the die."""
    rules, against = edition("10e"), unit(target)
    step = steps(weapon(gun), against, Situation(), rules)
    assert isinstance(step, Steps)
    squad = squad_of(against)
    held = hands(Stock(), Stock(dice))[0]
    table = Table(held, {}, squad.states + 1)
    volley = Volley(squad, rules, table, "one", (False,), several=False)
    hurt = volley.damage(0, volley.landing(step), devastating=False)
    save = volley.check("save", step.save.best(), [hurt, Nothing(), Nothing()], DEFENDER)
    whole, memory = InTurn(*[save] * number), Memory()
    dead = [0] * squad.states + [1]
    before = whole.back(memory.named([(dead,)] * len(held.all), 1), memory)
    memory.led(before, squad.start_state)
    return F(before.hands[0][0][squad.start_state], before.denominator), sum(table.spent.values(), F(0))


def test_a_saving_die_waits_until_it_decides() -> None:
    """Damage 2, five wounds, four saves on 4+: the third failure kills."""
    assert saves(4, "A1 BS3+ S4 D2", "1x T4 Sv4+ W5") == (F(5, 16), F(0))
    assert saves(4, "A1 BS3+ S4 D2", "1x T4 Sv4+ W5", 6) == (F(1, 8), F(3, 8))
    assert saves(4, "A1 BS3+ S4 D2", "1x T4 Sv4+ W5", 3) == (F(5, 16), F(0))


@pytest.mark.parametrize(
    ("number", "without", "with_a_4"), [(1, F(5, 12), F(0)), (2, F(2, 3), F(5, 12)), (3, F(13, 16), F(2, 3))]
)
def test_a_die_for_the_saves_of_a_character(number: int, without: Fraction, with_a_4: Fraction) -> None:
    asked = number, "A1 BS3+ S4 DD6+2", "1x T4 Sv7+ Inv4+ W4"
    assert saves(*asked)[0] == saves(*asked, 3)[0] == without
    assert saves(*asked, 4)[0] == saves(*asked, 6)[0] == with_a_4


# When: the policy of five shots to kill.


def test_the_thrifty_policy_of_five_shots_to_kill() -> None:
    """On a wound roll once five wounds are lost; on a damage roll only where D6+3 can fail; before that it is kept."""
    gun, tank = "5x A1 BS3+ S9 AP-4 DD6+3", "1x T10 Sv7+ W12"
    found = decided(gun, tank, dice=(6,), objective="wipe", price={6: F(1, 10**9)})
    assert [(a.roll, a.missing) for a in found.advice] == [("wound", (3, 4, 5, 6, 7)), ("damage", (8,))]
    spendthrift = decided(gun, tank, dice=(6,), objective="wipe")
    assert spendthrift.spent == {"wound 6": F(242, 243), "kept": F(1, 243)}
    assert spendthrift.best == F(82220, 177147)
