"""How long attacks on units of several kinds of models take (run with --benchmark-enable)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_attack_speed import forget

from mathhammer import attack, unit, weapon
from mathhammer.sequence.blows import mixed_packet
from mathhammer.sequence.standing import mixed_squad

LED = "9x T4 Sv3+ W2 + 1x T4 Sv3+ W4 Inv4+ [character]"
TOUGH = "9x T4 Sv3+ W2 FNP6+ + 1x T4 Sv3+ W4 Inv4+ FNP5+ [character]"
CASES: dict[str, tuple[str, str]] = {
    "40 attacks": ("20x A2 BS3+ S5 AP-2 D1", LED),
    "40 attacks, random damage": ("20x A2 BS3+ S5 AP-2 D=D3", LED),
    "40 attacks, devastating": ("20x A2 BS3+ S5 AP-2 D2 [devastating wounds]", LED),
    "40 attacks, devastating, Feel No Pain": ("20x A2 BS3+ S5 AP-2 D2 [devastating wounds]", TOUGH),
    "40 attacks, precision": ("20x A2 BS3+ S5 AP-2 D2 [precision]", LED),
    "40 attacks, precision, devastating": ("20x A2 BS3+ S5 AP-2 D2 [precision, devastating wounds]", TOUGH),
}


def forget_all() -> None:
    forget()
    mixed_packet.cache_clear()
    mixed_squad.cache_clear()


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("name", CASES)
def test_speed_against_a_led_unit(name: str, edition: str, benchmark: Callable[..., Any]) -> None:
    text, target = CASES[name]
    gun, squad = weapon(text), unit(target)
    benchmark.pedantic(lambda: attack(gun, squad, edition=edition).wipe, setup=forget_all, rounds=3)  # type: ignore[attr-defined]


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("name", CASES)
def test_speed_of_the_steps_of_a_led_unit(name: str, edition: str, benchmark: Callable[..., Any]) -> None:
    """The means of what reaches a living model, which the table shows besides."""
    text, target = CASES[name]
    gun, squad = weapon(text), unit(target)
    benchmark.pedantic(  # type: ignore[attr-defined]
        lambda: attack(gun, squad, edition=edition).stages, setup=forget_all, rounds=3
    )
