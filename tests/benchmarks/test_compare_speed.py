"""How long a matrix of two hundred weapons against fifty targets takes (run with --benchmark-enable).

The caches are emptied before each round; weapons and targets are read already.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_attack_speed import forget

from mathhammer import compare, sweep, unit, weapon
from mathhammer.notation.presets import PRESETS

KEYWORDS = (
    *("", "[rapid fire 1]", "[lethal hits]", "[sustained hits 1]", "[devastating wounds]", "[twin-linked]", "[blast]"),
    *("[lethal hits, sustained hits 1]", "[anti-infantry 4+, devastating wounds]", "[melta 2]", "[heavy]"),
    "[sustained hits 1, devastating wounds, reroll hits 1s]",
)
DAMAGE = ("D1", "D2", "D=3", "D=D6", "D=D3", "D=D6+1")
WEAPONS = [
    weapon(
        f"{1 + n % 10}x gun {n}: A{1 + n % 4} BS{2 + n % 4}+ S{3 + n % 11} AP-{n % 5} {DAMAGE[n // 3 % 6]} "
        f"{KEYWORDS[n % len(KEYWORDS)]}"
    )
    for n in range(200)
]
TARGETS = [
    *map(unit, PRESETS.values()),
    *(unit(f"{5 + n}x T{3 + n % 7} Sv{2 + n % 5}+ W{1 + n % 4} FNP{4 + n % 3}+ [infantry]") for n in range(14)),
]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_speed_of_two_hundred_weapons_against_fifty_targets(edition: str, benchmark: Callable[..., Any]) -> None:
    assert len(TARGETS) == 50
    found = benchmark.pedantic(  # type: ignore[attr-defined]
        lambda: compare(WEAPONS, TARGETS, edition=edition), setup=forget, rounds=2
    )
    assert len(found.values) == 200


def test_speed_of_a_grid(benchmark: Callable[..., Any]) -> None:
    over = {"T": range(3, 13), "Sv": range(2, 7)}
    found = benchmark.pedantic(  # type: ignore[attr-defined]
        lambda: sweep(WEAPONS[7], TARGETS[1], over, edition="10e"), setup=forget, rounds=3
    )
    assert len(found.rows) == 50
