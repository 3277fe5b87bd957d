"""Break-even: every cell against an attack of its own, ties, targets that neither can hurt, points."""

from __future__ import annotations

from typing import Any

import pytest

from mathhammer import LimitError, MathhammerError, attack, breakeven
from mathhammer.result.breakeven import Breakeven, breakeven_table, regions

MANY, HEAVY = "3x A3 BS3+ S4 AP-1 D1", "A2 BS3+ S9 AP-3 D=3 [devastating wounds]"


def small(**said: Any) -> Breakeven:
    given: dict[str, Any] = {"T": [3, 4, 8, 9], "Sv": [3, 7], "W": [1, 3], "FNP": [7, 5]}
    return breakeven(MANY, HEAVY, over=given, edition="10e", **said)


@pytest.mark.parametrize("cell", ["damage", "kills", "wipe"])
def test_every_cell_is_an_attack(cell: str) -> None:
    found = small(cell=cell, cover=True)
    assert len(found.rows) == 32
    for row in found.rows:
        toughness, save, wounds, ignored = row.target
        target = f"5x T{toughness} Sv{save}+ W{wounds}" + (f" FNP{ignored}+" if ignored < 7 else "")
        for weapon, value in ((MANY, row.first), (HEAVY, row.second)):
            answer = attack(weapon, target, edition="10e", cover=True)
            assert value == (answer.wipe if cell == "wipe" else answer.law(cell).mean)  # type: ignore[arg-type]
        expected = "first" if row.first > row.second else "second" if row.first < row.second else "equal"
        assert row.better == ("neither" if not row.first and not row.second else expected)


def test_a_tie_is_exact_and_doing_nothing_is_none() -> None:
    grid = {"T": [4], "Sv": [7], "W": [1, 2], "FNP": [7]}
    tied = breakeven("A2 BS3+ S4 AP0 D1", "A1 BS3+ S4 AP0 D2", over=grid)
    assert [row.better for row in tied.rows] == ["first", "equal"]
    neither = breakeven("A1 BS3+ S4 AP0 D1", "A1 BS2+ S4 AP0 D1", over=grid, cell="kills")
    assert [row.better for row in neither.rows] == ["second", "neither"]


def test_points_divide_both_and_name_the_price_of_a_tie() -> None:
    grid = {"T": [4], "Sv": [7], "W": [1], "FNP": [7]}
    first, second = "A4 BS3+ S4 AP0 D1 @ 60", "A3 BS3+ S4 AP0 D1 @ 40"
    plain, priced = (breakeven(first, second, over=grid, per_points=per) for per in (False, True))
    assert [plain.rows[0].better, priced.rows[0].better] == ["first", "second"]
    for found in (plain, priced):
        price = found.to_rows()[0]["breakeven_points"]
        kills = [attack(weapon, "5x T4 W1").law("damage").mean for weapon in (first, second)]
        assert kills[0] / 60 == kills[1] / price
    per_100 = breakeven(first, second, over=grid, cell="per-100-points")
    assert per_100.rows[0].first == 100 * attack(first, "5x T4 W1").law("kills").mean / 60


def test_the_rest_of_the_target_stays_and_an_axis_takes_the_place_of_what_is_written() -> None:
    grid = {"T": [4], "Sv": [3], "W": [2], "FNP": [7, 5], "Inv": [7, 4]}
    found = breakeven(MANY, HEAVY, over=grid, target="3x T9 Sv2+ W9 Inv2+ FNP2+ [vehicle]")
    rows = {row.target[3:]: row.second for row in found.rows}
    for (ignored, invulnerable), value in rows.items():
        target = "3x T4 Sv3+ W2" + ("" if invulnerable == 7 else " Inv4+") + ("" if ignored == 7 else " FNP5+")
        assert value == attack(HEAVY, f"{target} [vehicle]").law("damage").mean


def test_regions_hold_every_target_once() -> None:
    found = small()
    grids = list(regions(found))
    assert all(grid[0] == ("T, Sv", "3+", "none") for _, grid in grids)
    text = breakeven_table([found])
    assert f"1 is better against {found.count('first')} of 32 targets" in text
    same = breakeven(MANY, MANY)
    ((title, (_, *rows)),) = list(regions(same))
    assert title == "W 1 or 2 or 3, FNP none or 5+"
    assert rows == [("3 to 14", "=", "=", "=", "=", "=", "=")]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "another axis": ({"over": {"A": [1]}}, "no axis"),
    "a value outside": ({"over": {"Sv": [1]}}, "outside 2..7"),
    "no values": ({"over": {"T": []}}, "0 values"),
    "another cell": ({"cell": "hits"}, "no cell"),
    "no points": ({"per_points": True}, "no points"),
    "several groups": ({"target": "T4 W1 + 2x T4 W2"}, "several groups"),
}


@pytest.mark.parametrize(("said", "message"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(MathhammerError, match=message):
        breakeven(MANY, HEAVY, **said)


def test_too_many_targets_are_refused() -> None:
    with pytest.raises(LimitError, match="targets"):
        breakeven(MANY, HEAVY, over={"T": range(1, 1001)})
    with pytest.raises(LimitError, match="attacks on"):
        breakeven("1000x A4 BS3+ S4 D1", HEAVY, target="20x T4 W1")
    with pytest.raises(LimitError, match="attacks on"):
        breakeven(MANY, "10x A10 BS3+ S4 D1 [devastating wounds]", target="10x T4 W1")
