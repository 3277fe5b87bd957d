"""How long formulas, statements for all targets and open Fate dice take, sympy once loaded."""

from __future__ import annotations

from typing import Any

from mathhammer import contest, formula
from mathhammer.decisions.open_strands import open_strands, open_value

WEAPON = "10x A4 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]"


def test_a_closed_form_in_attacks(benchmark: Any) -> None:
    assert benchmark(lambda: formula(WEAPON, "10x T4 Sv3+ W2 FNP5+", of="wipe").value)


def test_a_polynomial_in_one_chance(benchmark: Any) -> None:
    assert benchmark(lambda: formula(WEAPON, "10x T4 Sv3+ W2 FNP5+", of="wipe", unknown="h").value)


def test_a_statement_for_all_targets(benchmark: Any) -> None:
    assert benchmark(lambda: contest("lethal hits", "devastating wounds")).outcomes


def test_twelve_dice_with_an_open_worth(benchmark: Any) -> None:
    def asked() -> Any:
        open_strands.cache_clear()
        return open_strands(12, open_value("5:a,6:1"))

    assert benchmark(asked).value(0)
