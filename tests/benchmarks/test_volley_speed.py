"""How long volleys of several weapons, and decisions about dice, take (run with --benchmark-enable)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_attack_speed import forget

from mathhammer import attack, unit, weapon

TARGET = "10x T5 Sv3+ W5"
DEVASTATING = [
    "20x A1 BS3+ S4 AP-1 D2 [devastating wounds]",
    "10x A1 BS3+ S4 AP-1 D=3 [devastating wounds]",
    "5x A1 BS3+ S8 AP-1 D4 [devastating wounds]",
    "5x A1 BS3+ S8 AP-1 D1 [devastating wounds]",
]
VOLLEYS: dict[str, tuple[list[str], str]] = {
    "two devastating weapons, 10e": (DEVASTATING[:2], "10e"),
    "two devastating weapons, 11e": (DEVASTATING[:2], "11e"),
    "four devastating weapons, 10e": (DEVASTATING, "10e"),
    "eight plain weapons": ([f"A{10 + i} BS3+ S{4 + i} AP-1 D{(1, 2, 4, 5)[i % 4]}" for i in range(8)], "10e"),
}
DICE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "5 attacks, one die, to kill": ("A5 BS3+ S9 AP-4 D=D6+3", "1x T10 W12", {"objective": "wipe"}),
    "10 attacks with every ability": (
        "A10 BS3+ S6 AP-2 D2 [lethal hits, sustained hits 1, devastating wounds]",
        "5x T5 Sv2+ W2 Inv4+",
        {},
    ),
    "20 attacks with every ability": (
        "A20 BS3+ S6 AP-2 D2 [lethal hits, sustained hits 1, devastating wounds]",
        "10x T5 Sv2+ W2 Inv4+",
        {},
    ),
    "40 attacks with every ability": (
        "A40 BS3+ S6 AP-2 D2 [lethal hits, sustained hits 1, devastating wounds]",
        "10x T5 Sv2+ W2 Inv4+",
        {},
    ),
    "40 attacks with every ability, D3 damage": (
        "A40 BS3+ S6 AP-2 DD3 [lethal hits, sustained hits 1, devastating wounds]",
        "10x T5 Sv2+ W2 Inv4+",
        {},
    ),
    "10 attacks, 11e, in batches": ("A10 BS3+ S6 AP-2 D2", "5x T5 Sv2+ W2 Inv4+", {"edition": "11e"}),
}


@pytest.mark.parametrize("name", VOLLEYS)
def test_speed_of_a_volley(name: str, benchmark: Callable[..., Any]) -> None:
    texts, edition = VOLLEYS[name]
    guns, squad = [weapon(text) for text in texts], unit(TARGET)
    benchmark.pedantic(  # type: ignore[attr-defined]
        lambda: attack(guns, squad, edition=edition).wipe, setup=forget, rounds=5
    )


@pytest.mark.parametrize("name", DICE)
def test_speed_of_a_decision(name: str, benchmark: Callable[..., Any]) -> None:
    text, target, asked = DICE[name]
    gun, squad = weapon(text), unit(target)
    benchmark.pedantic(  # type: ignore[attr-defined]
        lambda: attack(gun, squad, dice=(6,), **{"edition": "10e", **asked}).decision, setup=forget, rounds=5
    )
