"""How long dice held against a led unit take to decide on (run with --benchmark-enable)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_mixed_speed import LED, forget_all

from mathhammer import attack, unit, weapon

GUN = "20x A1 BS3+ S5 AP-1 D2"
TENTH: dict[str, Any] = {"edition": "10e"}
ELEVENTH: dict[str, Any] = {"edition": "11e"}
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "a die, one at a time": (GUN, TENTH | {"dice": (6,)}),
    "a die, in batches": (GUN, TENTH | {"dice": (6,), "rolls": "batch"}),
    "a die of the defender": (GUN, TENTH | {"defender_dice": (4,)}),
    "both Command Re-rolls": (GUN, TENTH | {"command_reroll": True, "defender_command_reroll": True}),
    "a die, random damage": ("20x A1 BS3+ S5 AP-1 D=D3", TENTH | {"dice": (6,)}),
    "11th edition": (GUN, ELEVENTH | {"dice": (6,)}),
    "11th edition, a die of the defender": (GUN, ELEVENTH | {"defender_dice": (4,)}),
    "11th edition, Command Re-roll of a save": (GUN, ELEVENTH | {"defender_command_reroll": True}),
    "11th edition, precision": ("20x A1 BS3+ S5 AP-1 D2 [precision]", ELEVENTH | {"dice": (6,)}),
}


@pytest.mark.parametrize("name", CASES)
def test_speed_of_dice_against_a_led_unit(name: str, benchmark: Callable[..., Any]) -> None:
    text, held = CASES[name]
    gun, squad = weapon(text), unit(LED)
    benchmark.pedantic(lambda: attack(gun, squad, **held).decision, setup=forget_all, rounds=2)  # type: ignore[attr-defined]
