"""How long an attack takes, from parsed records to the exact law (run with --benchmark-enable).

The caches over rules and checks are emptied before each round, so that a round does the whole work
of a question asked for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from mathhammer import attack, unit, weapon
from mathhammer.check import _weights
from mathhammer.dice import _law
from mathhammer.sequence.active import active
from mathhammer.sequence.squad import damage_packet
from mathhammer.sequence.steps import steps_against
from mathhammer.stages import _damage_law

EVERY = "[lethal hits, sustained hits D3, devastating wounds, reroll hits, twin-linked, anti-infantry 4+]"
CASES: dict[str, tuple[str, str, Fraction | None]] = {
    "A": ("A20 BS3+ S4 AP-1 D1", "10x T4 Sv3+ W2", Fraction(1, 3656158440062976)),
    "B": (
        "A6 BS3+ S9 AP-4 D=D6+1",
        "1x T11 Sv2+ W13 Inv4+ FNP5+",
        Fraction(119017885851663919911707648, 42391158275216203514294433201),
    ),
    "C": (
        "A10 BS3+ S6 AP-2 D2 [lethal hits, sustained hits 1, devastating wounds, reroll hits 1s, twin-linked]",
        "5x T5 Sv2+ W3 Inv4+ FNP5+",
        Fraction(38139609463381445580666140117888163323, 16817360146698913941741023027926277415936),
    ),
    "D": ("A6 BS2+ S4 AP0 D2 [sustained hits 1, devastating wounds]", "20x T4 W1", None),
    "E": (
        "A60 BS3+ S6 AP-2 D=D6+1 [lethal hits, sustained hits 2, devastating wounds]",
        "10x T5 Sv3+ W3 Inv5+ FNP5+",
        None,
    ),
    "200 attacks with every keyword": (f"A200 BS3+ S6 AP-2 D=D6+1 {EVERY}", "10x T5 Sv3+ W3 Inv5+ FNP5+ [infantry]", None),
    "two kinds of wounds": (f"A60 BS3+ S6 AP-2 D=D6+1 {EVERY}", "10x T5 Sv3+ W3 FNP5+ FNP4+ (mortal) [infantry]", None),
}


def forget() -> None:
    for cached in (active, steps_against, _weights, _damage_law, damage_packet, _law):
        cached.cache_clear()


@pytest.mark.parametrize("name", CASES)
def test_speed_of_an_attack(name: str, benchmark: Callable[..., Any]) -> None:
    text, target, wipe = CASES[name]
    gun, squad = weapon(text), unit(target)
    benchmark.pedantic(  # type: ignore[attr-defined]
        lambda: attack(gun, squad, edition="10e").wipe, setup=forget, rounds=30
    )
    if wipe is not None:
        assert attack(gun, squad, edition="10e").wipe == wipe
