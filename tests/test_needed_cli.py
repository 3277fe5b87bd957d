"""``needed`` and ``upgrades`` on the command line."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from command_line import data, refused, run

from mathhammer import needed, upgrades
from mathhammer.result.upgrades import MEASURES

GUN, TARGET = "A4 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]", "1x T4 Sv3+ W2 FNP5+"


pytestmark = pytest.mark.usefixtures("no_settings")


NEEDED = """\
3x A2 WS3+ S5 AP-2 D2 vs 3x T4 Sv3+ W2        10th edition

  attacks   17   for 90 % that all 3 are slain   91.79 %, with one less 89.51 %   on average 10.13
  models     9   for 90 % that all 3 are slain   93.61 %, with one less 89.51 %   on average 5.31
  a model   2 attacks
  written   3 models: 24.89 %
"""
UPGRADES = """\
A2 BS4+ S4 AP0 D1 vs 3x T4 Sv4+ W1        10th edition

  now  0.25 lost, 0.25 slain, at least 1 23.44 %
"""


def test_the_table_says_how_many_and_how_likely() -> None:
    text = run("needed", "3x A2 WS3+ S5 AP-2 D2", "vs", "3x T4 Sv3+ W2")
    assert text.startswith(NEEDED)
    assert "  at least  attacks  models\n" in text
    found = needed("3x A2 WS3+ S5 AP-2 D2", "3x T4 Sv3+ W2", edition="10e")
    assert (found.attacks, found.models) == (17, 9)
    for part in ("50 %        9       5", "99 %       25      13", "attacks  chance", "models  chance"):
        assert part in text, part


def test_json_holds_the_exact_answer() -> None:
    found = data("needed", GUN, "vs", TARGET)
    told = needed(GUN, TARGET, edition="10e")
    assert (found["schema"], found["edition"], found["query"]) == (1, "10e", f"{GUN} vs {TARGET}")
    assert (found["chance"], found["attacks"], found["models"]) == ("9/10", 12, 3)
    assert found["expected_attacks"] == "193185/33124"
    assert [(at["chance"], at["attacks"]) for at in found["milestones"]][:3] == [("1/2", 5), ("3/4", 8), ("9/10", 12)]
    for row in found["curve"]:
        curve = told.by_attacks if row["by"] == "attacks" else told.by_models
        assert Fraction(row["chance"]) == curve.reached(row["number"])


def test_csv_holds_the_curves() -> None:
    rows = list(csv.DictReader(io.StringIO(run("needed", GUN, "vs", TARGET, "--upto", "40", "--format", "csv"))))
    told = needed(GUN, TARGET, upto=40, edition="10e")
    for by, curve in (("attacks", told.curve), ("models", told.model_curve)):
        assert {int(r["number"]): Fraction(r["chance"]) for r in rows if r["by"] == by} == curve


def test_what_is_never_reached_is_null_and_said() -> None:
    found = data("needed", "A1 BS3+ S4 D0", "vs", "meq")
    assert (found["attacks"], found["models"], found["expected_attacks"]) == (None, None, None)
    assert "never" in run("needed", "A1 BS3+ S4 D0", "vs", "meq")
    assert "nothing gets through" in run("needed", "A1 BS3+ S4 D0", "vs", "meq")
    assert "it is only approached" in run("needed", GUN, "vs", TARGET, "--chance", "100%")
    assert "more than 10,000" in run("needed", "A1 BS6+ S1 D1 [-1 to hit]", "vs", "20x T9 Sv2+ W10 FNP2+")


@pytest.mark.parametrize("command", ["needed", "upgrades"])
def test_editions_stand_side_by_side(command: str) -> None:
    words = [command, "A2 BS3+ S5 AP0 D1", "vs", "5x T4 Sv4+ W1 [stealth]", "--edition", "10e,11e"]
    text = run(*words)
    assert "\n\n10th edition\n" in text
    assert "\n\n11th edition\n" in text
    assert [answer["edition"] for answer in data(*words)["answers"]] == ["10e", "11e"]
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv"))))
    assert {row["edition"] for row in rows} == {"10e", "11e"}
    page = run(*words, "--format", "markdown")
    assert "**10th edition**" in page
    assert "**11th edition**" in page


def test_markdown_and_fractions() -> None:
    page = run("needed", GUN, "vs", TARGET, "--format", "markdown", "--exact", "--upto", "3")
    assert page.startswith(f"`{GUN} vs {TARGET}`")
    assert "| at least | attacks | models |" in page
    assert "11/81" in page
    assert "on average 193185/33124" in run("needed", GUN, "vs", TARGET, "--exact")


def test_the_situation_and_the_number_of_models_count() -> None:
    found = data(
        "needed", "A1 BS4+ S4 D1 [rapid fire 1]", "vs", "5x T4 W1", "--half-range", "--kills", "2", "--chance", "0.5"
    )
    assert (found["situation"], found["kills"], found["chance"]) == (["half range"], 2, "1/2")
    assert (found["attacks"], found["models"]) == (7, 4)


def test_notes_go_to_standard_error_of_csv() -> None:
    words = ["needed", "A1 BS4+ S4 D1", "vs", "2x T4 Sv4+ W2 FNP5+ [damage 0 first failed save]", "--format", "csv"]
    run(*words, stderr="note: each number is worked out as an attack of its own, so no mean is given\n")


def test_the_table_of_upgrades_ranks_and_explains() -> None:
    text = run("upgrades", "A2 BS4+ S4 AP0 D1", "vs", "3x T4 Sv4+ W1")
    assert text.startswith(UPGRADES)
    assert "  no gain\n" in text
    assert "nothing happens on a critical hit" in text
    assert " = " in text


def test_the_data_of_upgrades_are_the_gains() -> None:
    words = ["upgrades", "A2 BS4+ S4 AP0 D1", "vs", "3x T4 Sv4+ W1"]
    found, told = data(*words), upgrades("A2 BS4+ S4 AP0 D1", "3x T4 Sv4+ W1", edition="10e")
    assert found["base"] == {"damage": "1/4", "kills": "1/4", "chance": "15/64"}
    rows = {row["upgrade"]: row for row in found["upgrades"]}
    assert set(rows) == {row.name for row in told.tried}
    for row in told.rows:
        assert [Fraction(rows[row.name][by]) for by in MEASURES] == [told.gain(row, by) for by in MEASURES]
        assert [rows[row.name][f"{by}_rank"] for by in MEASURES] == [told.rank(row, by) for by in MEASURES]
        assert tuple(rows[row.name]["equal"]) == told.equal(row)
    table = {row["upgrade"]: row for row in csv.DictReader(io.StringIO(run(*words, "--format", "csv")))}
    assert set(table) == set(rows)
    for name, line in table.items():
        assert [line[by] for by in MEASURES] == [rows[name][by] for by in MEASURES]
        assert line["equal"] == "; ".join(rows[name]["equal"])
        assert line["reason"] == rows[name]["reason"]


def test_keywords_of_one_s_own_are_tried() -> None:
    found = data("upgrades", "A1 BS4+ S4 D1", "vs", "1x T4 W5", "--also", "melta 2", "--also", "lance", "--half-range")
    rows = {row["upgrade"]: row for row in found["upgrades"]}
    assert Fraction(rows["melta 2"]["damage"]) > 0
    assert rows["lance"]["reason"]


@pytest.mark.parametrize("command", ["needed", "upgrades"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([GUN, GUN, "vs", TARGET], "takes one weapon, here are 2"),
        ([GUN, "vs", TARGET, "then", GUN], "takes one weapon, here are 2"),
        ([GUN, "vs", TARGET, "--kills", "2"], "the target has 1 model"),
        ([GUN, "vs", TARGET, "--kills", "many"], "is no whole number"),
        ([GUN, "vs", "5x T4 Sv3+ Q2"], "is no stat"),
        ([], "no vs is written"),
    ],
)
def test_a_refusal_is_one_message(command: str, words: list[str], said: str) -> None:
    assert said in refused(command, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--chance", "often"], "is no chance"),
        (["--chance", "0"], "is no chance: write more than 0"),
        (["--chance", "90"], "'90' is no chance: write more than 0 and at most 100 %, for example 90%"),
        (["--upto", "5000"], "from 0 to 1,000"),
        (["--upto", "x"], "is no whole number"),
    ],
)
def test_a_refusal_of_needed_says_what_to_write(words: list[str], said: str) -> None:
    assert said in refused("needed", GUN, "vs", TARGET, *words)
