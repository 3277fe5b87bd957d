"""``formula``, ``breakeven``, ``rules A vs B`` and open Fate dice on the command line, and their reference cards."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import data, invoked, refused, run

from mathhammer import attack, contest, fate_interval, formula
from mathhammer.questions.fate_open import fixed_die
from mathhammer.result.contest import statement

FOLDER = Path(__file__).parent / "reference"
CARDS: dict[str, list[dict[str, Any]]] = tomllib.loads((FOLDER / "formulas.toml").read_text(encoding="utf-8"))
WEAPON, TARGET = "A4 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]", "1x T4 Sv3+ W2 FNP5+"
FORMULA = """\
A4 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]  vs  1x T4 Sv3+ W2 FNP5+        10th edition

  mean damage as if nothing were lost to overkill
    D f n s (h w + c)
    = 44/27 (1.63) for n = 4, h = 2/3, c = 1/6, w = 2/3, s = 1/2, D = 2, f = 2/3
    holds for any number of models and wounds: it counts damage that finds no model left, so it is not the wounds lost

  n    4  attacks: A4
  h  2/3  chance that an attack hits: 3+, lethal hits, sustained hits 1
  c  1/6  chance that it hits critically
  w  2/3  chance that a hit wounds: 3+, S5 against T4
  s  1/2  chance that a wound is not saved: saved on 4+, save 3+ after AP-1
  D    2  mean damage of an unsaved wound: 2
  f  2/3  part of the damage that Feel No Pain does not ignore: Feel No Pain 5+

         4  attacks                    A4
  x    5/6  hits                       3+, lethal hits, sustained hits 1
  x  11/15  wounds                     3+, S5 against T4
  x    1/2  unsaved wounds             saved on 4+, save 3+ after AP-1
  x      2  damage                     2
  x    2/3  damage after Feel No Pain  Feel No Pain 5+
  =  44/27

  chance that all models are slain
    1 - (547/729)^n (1 + 83 n/547)
    = 49.06 % for n = 4
    holds for n = 0, 1, 2, ... single attacks at one unit of 2 wounds

  note: the mean of the wounds lost is 1.17364: damage that finds no wounds left is not among them
"""


def records(*words: str) -> list[dict[str, str]]:
    """The rows of comma-separated values; notes go to standard error."""
    done = invoked(*words, "--format", "csv")
    assert done.exit_code == 0, done.output
    return list(csv.DictReader(io.StringIO(done.stdout)))


@pytest.mark.parametrize("card", CARDS["formula"], ids=lambda card: card["case"])
def test_the_card_of_a_formula_holds(card: dict[str, Any]) -> None:
    found = formula(card["weapon"], card["target"], of=card["of"], unknown=card["unknown"], edition="10e")
    assert found.text() == card["text"]
    assert found.at(**{name: Fraction(value) for name, value in card["at"].items()}) == Fraction(card["value"])


@pytest.mark.parametrize("card", CARDS["contest"], ids=lambda card: card["case"])
def test_the_card_of_a_contest_holds(card: dict[str, Any]) -> None:
    found = contest(card["first"], card["second"], edition="10e")
    assert [part.difference.text() for part in found.parts] == [card["difference"]]
    assert statement(found) == card["words"]


@pytest.mark.parametrize("card", CARDS["interval"], ids=lambda card: card["case"])
def test_the_card_of_an_interval_holds(card: dict[str, Any]) -> None:
    keep = fate_interval(card["roll"], card["value"]).keep
    assert keep is not None
    assert list(keep) == [Fraction(bound) for bound in card["keep"]]


@pytest.mark.parametrize("card", CARDS["fixed"], ids=lambda card: card["case"])
def test_the_card_of_a_fixed_die_holds(card: dict[str, Any]) -> None:
    (row,) = fixed_die(card["needed"])
    assert row.break_even == Fraction(card["break_even"])
    for face, gain in card["gains"].items():
        assert row.gains[int(face)] == Fraction(gain)


def test_every_card_says_where_it_comes_from() -> None:
    assert all(card["source"] and card["says"] for cards in CARDS.values() for card in cards)


def test_the_table_of_a_formula() -> None:
    assert run("formula", WEAPON, "vs", TARGET, "--edition", "10e") == FORMULA


def test_a_formula_as_data() -> None:
    found = data("formula", WEAPON, "vs", TARGET, "--unknown", "n", "--reach", "90%")
    (wiped,) = found["formulas"]
    assert wiped["text"] == "1 - (547/729)^n (1 + 83 n/547)"
    assert wiped["threshold"] == {"unknown": "n", "value": "9/10", "low": "11", "high": "12", "falls": False, "only": True}
    assert Fraction(wiped["value"]) == attack(WEAPON, TARGET).wipe
    both = data("formula", WEAPON, "vs", TARGET, "--edition", "10e,11e")["answers"]
    assert [answer["edition"] for answer in both] == ["10e", "11e"]
    assert [len(answer["formulas"]) for answer in both] == [2, 2]
    assert both[0]["formulas"][0]["latex"] == r"D f n s \left(h w + c\right)"
    assert both[0]["formulas"][0]["steps"][-1]["mean"] == "44/27"


def test_a_formula_in_the_other_formats() -> None:
    rows = records("formula", WEAPON, "vs", TARGET, "--unknown", "h")
    assert [row["value"] for row in rows] == ["44/27", "46188653188/94143178827"]
    page = run("formula", WEAPON, "vs", TARGET, "--format", "markdown")
    assert r"$$ D f n s \left(h w + c\right) $$" in page
    assert "4 attacks (A4) x 5/6 hits (3+, lethal hits, sustained hits 1) x 11/15 wounds" in page
    assert r"\left(\frac{547}{729}\right)^{n}" in run("formula", WEAPON, "vs", TARGET, "--latex")


def test_where_a_formula_passes_a_value() -> None:
    words = ("formula", WEAPON, "vs", TARGET, "--edition", "10e")
    assert "reaches 90.00 % from n = 12 on: 91.02 %; 88.67 % with 11" in run(*words, "--reach", "90%")
    assert "reaches 50.00 % between h = 0.686349929074 and 0.686349929076" in run(*words, "--reach", "50%", "--unknown", "h")
    assert "reaches 2 (2) at h = 7/8" in run(*words, "--reach", "2", "--unknown", "h")
    assert "never reaches 100 %, whatever n is" in run(*words, "--reach", "100%")


def test_what_has_no_closed_form_is_said_beside_what_has() -> None:
    table = run("formula", "A4 S4 AP0 D2 [torrent, devastating wounds]", "vs", "2x T4 Sv4+ W3 FNP5+ (mortal)")
    assert "note: chance that all models are slain: some wounds of this attack wait for the others" in table


REFUSED = {
    "several weapons": (("formula", WEAPON, WEAPON, "vs", TARGET), "several weapons"),
    "mortal wounds": (("formula", "mortals D3", "vs", TARGET), "mortal wounds as an attack have no steps"),
    "no value": (("formula", WEAPON, "vs", TARGET, "--reach", "much"), "--reach 'much' is no value"),
    "another letter": (("formula", WEAPON, "vs", TARGET, "--unknown", "z"), "no unknown is called 'z'"),
    "another quantity": (("formula", WEAPON, "vs", TARGET, "--of", "kills"), "no formula of 'kills'"),
    "one side": (("rules", "lethal hits", "vs"), "two sides are compared"),
    "three sides": (("rules", "lethal hits vs heavy vs lance"), "two sides are compared"),
    "one weapon": (("breakeven", WEAPON), "two weapons are compared"),
    "no axis": (("breakeven", WEAPON, "vs", WEAPON, "--over", "A=1"), "cannot be read"),
    "no axis values": (("breakeven", WEAPON, "vs", WEAPON, "--over", "T=x"), "is no value"),
    "an axis backwards": (("breakeven", WEAPON, "vs", WEAPON, "--over", "T=9..3"), "holds no values"),
    "an axis twice": (("breakeven", WEAPON, "vs", WEAPON, "--over", "T=1", "--over", "T=2"), "stands twice"),
    "a huge axis": (("breakeven", WEAPON, "vs", WEAPON, "--over", "T=1..9999"), "too many"),
    "a rule of thumb": (("fate", "value", "--value", "5:a", "--by", "pips"), "leave out --by"),
    "an unknown twice": (("fate", "reroll", "5", "1", "--value", "5:a,5:1"), "two weights for a 5"),
    "a total": (("fate", "die", "2"), "2 always comes"),
    "no total": (("fate", "die", "x"), "no whole number"),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_answered_is_one_message(words: tuple[str, ...], message: str) -> None:
    said = refused(*words)
    assert message in said
    assert "Traceback" not in said


def test_a_contest_in_every_format() -> None:
    words = ("rules", "lethal hits", "vs", "sustained hits 1")
    table = run(*words)
    assert "lethal hits is better  D c f n s (1 - 2 w) > 0, that is w < 1/2" in table
    assert "\n  equal when the wound roll is 4+\n" in table
    assert run("rules", "lethal hits vs sustained hits 1") == table
    found = data(*words)
    assert len(found["rolls"]) == 150
    assert {row["wound"] for row in found["rolls"] if row["better"] == "equal"} == {"4+"}
    rows = records(*words)
    assert [row["better"] for row in rows] == [row["better"] for row in found["rolls"]]
    assert "$w < 1/2$" in run(*words, "--format", "markdown")
    assert len(data(*words, "--edition", "10e,11e")["answers"]) == 2
    assert run("rules", "twin-linked vs heavy", "--edition", "10e,10e-launch").count("  vs  ") == 1


def test_break_even_in_every_format() -> None:
    words: tuple[str, ...] = ("breakeven", "3x A3 BS3+ S4 AP-1 D1 @ 60", "vs", "A2 BS3+ S9 AP-3 D=3 @ 45")
    words = (*words, "--over", "T=4,9", "--over", "Sv=3+,none", "--over", "W=2", "--over", "FNP=none", "--edition", "10e")
    assert run(*words).splitlines()[-5:] == [
        "  T, Sv  3+  none",
        "  4      2   1",
        "  9      2   2",
        "",
        "  1, 2: that weapon is better; =: exactly equal; -: neither does anything",
    ]
    rows = data(*words)["rows"]
    assert [row["better"] for row in rows] == ["second", "first", "second", "second"]
    lines = records(*words)
    assert [line["better"] for line in lines] == [row["better"] for row in rows]
    assert [line["breakeven_points"] for line in lines] == [row["breakeven_points"] for row in rows]
    assert "| 4 | 2 | 1 |" in run(*words, "--format", "markdown")
    assert "for each point of the weapon" in run(*words, "--per-points")
    assert len(data(*words[:-1], "10e,11e")["answers"]) == 2


def test_open_fate_dice_in_every_format() -> None:
    words = ("fate", "reroll", "5", "5", "5", "2", "1", "1", "--value", "5:a,6:1", "--edition", "10e")
    table = run(*words)
    assert "worth 3 a: keep when a is 11321279/20433799 or more, re-roll else" in table
    assert "\n     2  a                " in table
    found = data(*words)
    assert found["keep"] == ["11321279/20433799", "1"]
    assert found["ahead"]["rolls"][-2]["keep"]["a"] == ["1/5", "1"]
    rows = records(*words)
    assert (rows[0]["what"], rows[0]["keep_from"]) == ("roll", "11321279/20433799")
    assert "| dice | rolls worth | are kept |" in run(*words, "--format", "markdown")
    assert "re-roll, whatever a is" in run("fate", "reroll", "6", "5", "3", "2", "1", "1", "--value", "5:a,6:1")
    value = data("fate", "value", "--value", "5:a,6:1")
    assert value["rolls"][0]["corners"][-1] == ["1", "8762640530/3486784401"]
    assert len(data("fate", "value", "--value", "5:a", "--edition", "10e,11e")["answers"]) == 2


def test_a_fixed_die_in_every_format() -> None:
    assert "break-even face (98 - 15 t + t^2)/12 for t = 7..12" in run("fate", "die", "9")
    found = data("fate", "die")
    assert [row["needed"] for row in found["rows"]] == list(range(3, 13))
    assert set(found["formulas"]) == {"t = 3..7", "t = 7..12"}
    rows = records("fate", "die", "9")
    assert rows[0]["gain_6"] == "7/18"
    assert "11/3" in run("fate", "die", "9+", "--format", "markdown")


NUMERIC = (
    ["attack", "A2 BS3+ S4 D1", "vs", "meq"],
    ["attack", "A2 BS3+ S4 D1", "vs", "meq", "--dice", "6"],
    ["charge", "9"],
    ["advance"],
    ["battle-shock", "7"],
    ["fate", "reroll", "6", "5"],
    ["fate", "value"],
    ["fate", "reroll", "5", "1", "--value", "5:a,6:1"],
    ["fate", "pool", "--gained", "2"],
    ["breakeven", "A1 BS3+ S4 D1", "vs", "A2 BS4+ S4 D1", "--over", "T=4", "--over", "W=1"],
    ["targets"],
    ["rules"],
    ["formula", "--help"],
)


def test_numeric_commands_do_not_load_sympy() -> None:
    code = f"""
import contextlib, io, sys
from mathhammer.cli.app import app
for words in {list(NUMERIC)!r}:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        app(words)
    assert "sympy" not in sys.modules, words
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    app(["fate", "die", "9"])
assert "sympy" in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
