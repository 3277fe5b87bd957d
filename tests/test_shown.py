"""Answers as rows, data frames, Markdown and LaTeX."""

from __future__ import annotations

import pickle
import sys
from fractions import Fraction
from typing import Any

import pytest

from mathhammer import (
    AttackResult,
    MathhammerError,
    RollResult,
    attack,
    battle_shock,
    breakeven,
    charge,
    compare,
    contest,
    fate_curve,
    fate_interval,
    fate_pool,
    fate_reroll,
    fate_value,
    needed,
    sweep,
    threat,
    upgrades,
)
from mathhammer.decisions.strands import strands
from mathhammer.decisions.value import value
from mathhammer.report.frames import to_pandas
from mathhammer.report.latex import latex, words
from mathhammer.result.shown import Shown

BOLT = "10x A2 BS3+ S4 AP-1 D1"
ANSWERS: dict[str, Any] = {
    "attack": lambda: attack(BOLT, "meq"),
    "dice": lambda: attack("A3 BS3+ S4 AP-1 D1", "meq", dice=(6,)),
    "charge": lambda: charge(9, reroll="one", dice=(6,)),
    "battle-shock": lambda: battle_shock(7),
    "threat": lambda: threat(7, distance="22..25", charge_after_advance=True, dice=(6,)),
    "how near": lambda: threat(6, chance="75%"),
    "matrix": lambda: compare([BOLT, "A1 BS3+ S8 D1 [indirect fire]"], ["meq", "rhino"]),
    "matrix of chances": lambda: compare([BOLT, "A1 BS3+ S8 AP-2 D2"], ["meq", "2x T4 W1"], cell="wipe"),
    "needed": lambda: needed("A2 BS3+ S4 AP-1 D1", "meq", chance="60%"),
    "upgrades": lambda: upgrades(BOLT, "meq"),
    "breakeven": lambda: breakeven("A3 BS3+ S4 D1 @ 50", "A2 BS3+ S9 AP-3 D=3", over={"W": [2], "FNP": [7]}),
    "contest": lambda: contest("lethal hits", "sustained hits 1"),
    "interval": lambda: fate_interval([5, 5, 1]),
    "curve": lambda: fate_curve(3),
    "sweep": lambda: sweep(BOLT, "meq", {"T": "3..5"}),
    "sweep of words": lambda: sweep(BOLT, "meq", {"D": ["1", "D3"]}),
    "grid": lambda: sweep(BOLT, "meq", {"T": "3..5", "cover": "off,on"}),
    "value": lambda: fate_value(4, by="pips"),
    "reroll": lambda: fate_reroll([6, 5, 1]),
    "last die": lambda: fate_reroll([6]),
    "pool": lambda: fate_pool(gained=4),
}


def small() -> AttackResult:
    return attack("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1", edition="10e")


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_shows_itself_in_every_way(name: str) -> None:
    answer = ANSWERS[name]()
    assert isinstance(answer, Shown)
    rows = answer.to_rows()
    assert rows
    assert all(row.keys() == rows[0].keys() for row in rows)
    assert all(type(cell) in (str, int, bool, Fraction, type(None)) for row in rows for cell in row.values())
    assert answer.gallery()
    assert answer._repr_markdown_()
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert answer == ANSWERS[name]()
    frame, other = answer.to_pandas(), answer.to_polars()
    assert list(frame.columns) == other.columns
    assert len(frame) == other.height == len(rows)
    for column in rows[0]:
        values = [row[column] for row in rows]
        if any(isinstance(cell, Fraction) for cell in values):
            assert [None if cell is None else Fraction(cell) for cell in other[column].to_list()] == values
            decimals = [None if cell is None else float(cell) for cell in values]
            assert other[f"{column}_decimal"].to_list() == decimals
            assert [None if cell != cell else cell for cell in frame[f"{column}_decimal"]] == decimals
        else:
            values = (
                values
                if len({isinstance(cell, str) for cell in values}) == 1
                else [None if cell is None else str(cell) for cell in values]
            )
            assert list(frame[column]) == other[column].to_list() == values


def test_the_rows_of_an_attack_are_its_laws() -> None:
    result = small()
    rows = [row for row in result.to_rows() if row["quantity"] == "kills"]
    assert {row["value"]: row["exactly"] for row in rows} == dict(result.law("kills"))
    assert [row["at_least"] for row in rows] == [result.at_least("kills", value) for value in (0, 1, 2)]
    assert {row["edition"] for row in rows} == {"10e"}


def test_the_rows_of_a_strands_roll_are_its_rolls() -> None:
    answer = fate_value(2)
    assert answer.to_rows()[0] == {
        "play": "best", "dice": 2, "value": Fraction(97, 216), "once": Fraction(1, 3), "threshold": Fraction(1, 6),
        "keep_from": Fraction(1), "keep": Fraction(11, 36), "ends": Fraction(11, 36),
    }  # fmt: skip
    assert sum(row["ends"] for row in answer.to_rows()) == 1


def test_an_answer_that_shows_itself_is_the_same_answer() -> None:
    plain = strands(3, value("6+"))
    assert {name: getattr(fate_value(3), name) for name in ("value", "rolls", "kept", "outcomes")} == {
        name: getattr(plain, name) for name in ("value", "rolls", "kept", "outcomes")
    }
    assert str(fate_value(3)) == str(plain)
    assert isinstance(charge(9), RollResult)


def test_fractions_of_any_length_fit_into_a_frame() -> None:
    """Python refuses to print whole numbers of more than 4,300 digits."""
    long = Fraction(1, 7**6000)
    frame = to_pandas([{"chance": long}])
    assert len(frame["chance"][0]) > 5000
    assert "1/" in str(frame)


@pytest.mark.parametrize("library", ["pandas", "polars", "matplotlib"])
def test_a_missing_library_is_said_with_what_to_install(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    ask = {"pandas": small().to_pandas, "polars": small().to_polars, "matplotlib": small().plot}[library]
    with pytest.raises(MathhammerError, match=f"{library} is not installed.*pip install"):
        ask()


def test_short_laws_are_latex() -> None:
    found = attack("A1 BS3+ S4 AP-1 D1", "1x T4 Sv3+ W1", edition="10e")._repr_latex_()
    assert found is not None
    assert r"\text{10e} & \text{kills} & 1 & \frac{1}{6} & \frac{1}{6}" in found
    assert found.startswith("$$\\begin{array}{rrrrr}\n\\text{edition} & \\text{quantity}")
    assert found.count("\\\\") == found.count("\n") - 2


def test_what_is_too_long_is_not_latex() -> None:
    assert attack(BOLT, "meq")._repr_latex_() is None
    assert latex([]) is None
    assert latex([{"x": n} for n in range(30)]) is None
    assert latex([{"x": 10**40}]) is None
    assert latex([{"x": Fraction(-1, 2), "y": None, "z": Fraction(4)}]) is not None


def test_latex_of_odd_names_stays_text() -> None:
    assert words(r"a_b $ 5% \x {y} ^~&#") == r"\text{a\_b \$ 5\% $\backslash $x \{y\} $\hat{\ }$$\sim $\&\#}"


def test_markdown_is_that_of_the_command_line() -> None:
    from mathhammer.result.page import markdown_page

    assert small()._repr_markdown_() == markdown_page(small())


def test_an_answer_without_pictures_says_so() -> None:
    class Bare(Shown):
        pass

    with pytest.raises(MathhammerError, match="no picture"):
        Bare().plot()
