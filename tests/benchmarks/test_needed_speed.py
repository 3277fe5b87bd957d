"""How long a kill curve and a set of upgrades take (run with --benchmark-enable)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mathhammer import needed, unit, upgrades, weapon
from mathhammer.check import _weights
from mathhammer.dice import _law
from mathhammer.sequence.active import active
from mathhammer.sequence.squad import damage_packet
from mathhammer.sequence.steps import steps_against
from mathhammer.stages import _damage_law

EVERY = "[lethal hits, sustained hits D3, devastating wounds, reroll hits, twin-linked, anti-infantry 4+]"
CURVES = {
    "0 to 100 attacks against ten models": ("A1 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]", "10x T4 Sv3+ W2 FNP5+"),
    "random attacks and damage": (f"AD6 BS3+ S6 AP-2 D=D6 {EVERY}", "10x T5 Sv3+ W3 Inv5+ FNP5+ [infantry]"),
    "two kinds of wounds": (f"A4 BS3+ S6 AP-2 D2 {EVERY}", "10x T4 Sv3+ W2 FNP5+ FNP4+ (mortal) [infantry]"),
    "one large model": (f"A2D6 BS3+ S6 AP-2 D=D6+1 {EVERY}", "1x T12 Sv2+ W26 Inv5+ FNP5+"),
}


def forget() -> None:
    for cached in (active, steps_against, _weights, _damage_law, damage_packet, _law):
        cached.cache_clear()


@pytest.mark.parametrize("name", CURVES)
def test_speed_of_a_curve(name: str, benchmark: Callable[..., Any]) -> None:
    text, target = CURVES[name]
    gun, squad = weapon(text), unit(target)

    def ask() -> None:
        found = needed(gun, squad, upto=100, edition="10e")
        assert len(found.curve) == 101
        assert found.milestones

    benchmark.pedantic(ask, setup=forget, rounds=10)  # type: ignore[attr-defined]


def test_speed_of_upgrades(benchmark: Callable[..., Any]) -> None:
    gun, squad = weapon("10x A2 BS3+ S4 AP-1 D1"), unit("5x T4 Sv3+ W2")
    benchmark.pedantic(  # type: ignore[attr-defined]
        lambda: upgrades(gun, squad, edition="10e").to_rows(), setup=forget, rounds=10
    )
