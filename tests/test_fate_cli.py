"""``mathhammer fate``: what it answers in each format, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction

import pytest
from command_line import data, refused, run

from mathhammer import EDITIONS, fate_pool, fate_reroll, fate_value
from mathhammer.cli.fate import COMMANDS
from mathhammer.decisions.strands import NOTE

REROLL = f"""\
6 5 3 2 1 1        number of 6s        10th edition

  re-roll  1.26 with five dice, 1 as it is

  dice  keep       worth  without re-rolls  is kept  ends here
     5  2 or more   1.26              0.83  19.62 %    19.62 %
     4  1 or more   1.03              0.67  51.77 %    41.61 %
     3  1 or more   0.76              0.50  42.13 %    16.33 %
     2  1 or more   0.45              0.33  30.56 %     6.85 %
     1  always      0.17              0.17    100 %    15.58 %

  note: {NOTE}
"""
VALUE = f"""\
2 Fate dice        number of 6s        10th edition

  97/216 on average, 1/3 without re-rolls; 47/36 dice kept

  dice  keep        worth  without re-rolls  is kept  ends here
     2  1 or more  97/216               1/3    11/36      11/36
     1  always        1/6               1/6        1      25/36

  decided by the sum of pips: 25/72, 75/97 of the best

  dice  keep       worth  without re-rolls  is kept  ends here
     2  4 or more  25/72               1/3    11/12      11/12
     1  always       1/6               1/6        1       1/12

  number of 6s  exactly  at least
             0  125/216         1
             1   85/216    91/216
             2     1/36      1/36

  note: {NOTE}
"""
POOL = """\
3 Miracle dice        one die changed to 6 when used        10th edition

  2 battle rounds, 1 destroyed unit

  at least 2 of 6+  42.13 %

  sum of pips  14.46 on average

  at least      6+      5+      4+      3+      2+
         1  100.00  100.00  100.00  100.00  100.00
         2   42.13   70.37   87.50   96.30   99.54
         3    7.41   25.93   50.00   74.07   92.59

  note: each number takes the changes that serve it best, once the dice are seen
"""


pytestmark = pytest.mark.usefixtures("no_settings")


def rows(text: str) -> list[dict[str, str]]:
    """The rows of comma-separated values."""
    return list(csv.DictReader(io.StringIO(text)))


# Tables.


def test_a_roll_to_be_made_again_shows_both_numbers_and_what_is_ahead() -> None:
    assert run("fate", "reroll", "6", "5", "3", "2", "1", "1") == REROLL


def test_a_roll_to_be_kept_shows_both_numbers() -> None:
    shown = run("fate", "reroll", "6", "5", "3", "2", "1", "1", "--value", "pips")
    assert "\n  keep  18 as it is, 17.93 with five dice again\n" in shown
    assert "  keep  0; the last die stays\n" in run("fate", "reroll", "3")
    assert "  keep  0 % as it is, 0 % with one die again, the same\n" in run("fate", "reroll", "1", "1", "--value", "2x6+")


def test_faces_may_stand_in_one_word() -> None:
    assert run("fate", "reroll", "6,5,3", "2 1,1") == REROLL


def test_the_value_of_a_roll_with_a_rule_of_thumb() -> None:
    assert run("fate", "value", "--number", "2", "--by", "pips", "--exact") == VALUE


def test_the_chance_of_a_chance_is_a_percentage() -> None:
    shown = run("fate", "value", "--value", "2x6+")
    assert "\n  53.72 %, 26.32 % without re-rolls; 3.68 dice kept\n" in shown
    assert re.search(r"^ +6  if met +53.72 % +26.32 % +26.32 % +26.32 %$", shown, re.MULTILINE)
    assert re.search(r"^ +2  always +2.78 % ", shown, re.MULTILINE)
    assert "exactly" not in shown


def test_a_fixed_rule_of_thumb_is_compared_with_the_best() -> None:
    assert "decided by this rule of thumb: 1.26, 82.76 % of the best\n" in run("fate", "value", "--keep-at", "2")
    assert "as good as the best" in run("fate", "value", "--keep-at", "2,2,1,1,1")
    assert "as good as the best" in run("fate", "value", "--number", "3", "--value", "6:2", "--keep-at", "3/2")


def test_a_pool_of_miracle_dice() -> None:
    words = ("--rounds", "2", "--destroyed", "1", "--change", "6", "--at-least", "2", "--value", "pips")
    assert run("fate", "pool", *words) == POOL


def test_a_pool_of_the_eleventh_edition_gains_a_die_a_turn() -> None:
    shown = run("fate", "pool", "--rounds", "3", "--destroyed", "2", "--edition", "10e,11e")
    assert "5 Miracle dice        10th edition" in shown
    assert "8 Miracle dice        11th edition" in shown
    assert shown.count("note: a Miracle die arrives each turn: 2 a battle round") == 1
    attached = run("fate", "pool", "--attached-destroyed", "1")
    assert "2 Miracle dice        10th edition\n\n  1 destroyed attached unit\n" in attached
    assert "note: a destroyed attached unit counts as two units: both must have the keyword" in attached


def test_editions_with_one_answer_are_shown_once() -> None:
    assert run("fate", "reroll", "6", "1", "--edition", "10e,11e").startswith(
        "6 1        number of 6s        10th edition, 11th edition\n"
    )


def test_a_weight_below_zero_is_remarked() -> None:
    assert "note: a die that is never used costs nothing" in run("fate", "value", "--value", "1:-1,6:1", "--number", "2")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("words", [("reroll", "6", "1"), ("value", "--number", "2")])
def test_every_edition_says_that_none_has_the_rule_now(edition: str, words: tuple[str, ...]) -> None:
    assert f"note: {NOTE}\n" in run("fate", *words, "--edition", edition)
    assert data("fate", *words, "--edition", edition)["notes"] == [NOTE]
    assert "note" not in run("fate", "pool", "--gained", "2", "--edition", edition)


def test_markdown_holds_the_same_rows() -> None:
    shown = run("fate", "value", "--number", "2", "--format", "markdown", "--exact")
    assert "| 2 | 1 or more | 97/216 | 1/3 | 11/36 | 11/36 |" in shown
    assert shown.startswith("**2 Fate dice, number of 6s, 10th edition**\n")
    pool = run("fate", "pool", "--gained", "2", "--format", "markdown", "--exact")
    assert "| 2 | 1/36 | 1/9 | 1/4 | 4/9 | 25/36 |" in pool


# Machines.


def test_the_data_of_a_roll_is_that_of_the_contract() -> None:
    found = data("fate", "reroll", "6", "5", "3", "2", "1", "1")
    assert (found["schema"], found["edition"], found["roll"], found["goal"]) == (1, "10e", [6, 5, 3, 2, 1, 1], "6+")
    assert (found["advice"], found["keep"], found["reroll"]) == ("re-roll", "1", "296647350865/235092492288")
    last = data("fate", "reroll", "6")
    assert (last["advice"], last["keep"], last["reroll"], last["reroll_decimal"]) == ("keep", "1", None, None)


def test_the_data_of_a_value_is_that_of_the_contract() -> None:
    found = data("fate", "value")
    answer = fate_value()
    assert found["value"] == "16757743775773303/10968475320188928"
    assert found["by_dice"] == {str(roll.dice): str(roll.value) for roll in answer.rolls}
    assert found["keep_from"] == {"1": "0", "2": "1", "3": "1", "4": "1", "5": "2", "6": "2"}
    assert found["threshold"]["1"] is None
    assert Fraction(found["dice_kept"]["mean"]) == answer.kept.mean
    assert sum(Fraction(chance) for chance in found["outcomes"].values()) == 1
    assert "rule" not in found


def test_the_data_of_a_rule_of_thumb_stands_beside_the_best() -> None:
    found = data("fate", "value", "--number", "2", "--by", "pips")
    assert (found["value"], found["rule"]["value"], found["rule"]["by"]) == ("97/216", "25/72", "pips")


def test_the_data_of_a_pool() -> None:
    found = data("fate", "pool", "--rounds", "2", "--at-least", "1", "--of", "5+", "--value", "pips")
    assert found["income"] == {"rounds": 2, "destroyed": 0, "attached_destroyed": 0}
    assert (found["gained"], found["value"], found["goal"], found["change"]) == (2, "7", "pips", None)
    assert found["at_least"]["6+"] == {"1": "11/36", "2": "1/36"}
    assert found["reached"] == {"number": 1, "need": 5, "chance": "5/9", "chance_decimal": 5 / 9}
    assert found["pools"]["6 5"] == "1/18"
    assert len(found["pools"]) == 21
    many = data("fate", "pool", "--gained", "13")
    assert (many["income"], many["pools"]) == (None, None)


def test_two_editions_are_two_answers() -> None:
    found = data("fate", "pool", "--rounds", "1", "--edition", "10e,11e")
    assert [(answer["edition"], answer["gained"]) for answer in found["answers"]] == [("10e", 1), ("11e", 2)]


def test_comma_separated_values() -> None:
    note = f"note: {NOTE}\n"
    (advice,) = rows(run("fate", "reroll", "6", "1", "--format", "csv", stderr=note))
    assert advice == {"advice": "keep", "keep": "1", "reroll": "1/6", "keep_decimal": "1.0", "reroll_decimal": repr(1 / 6)}
    (last,) = rows(run("fate", "reroll", "6", "--format", "csv", stderr=note))
    assert (last["reroll"], last["reroll_decimal"]) == ("", "")
    value = rows(run("fate", "value", "--number", "2", "--by", "pips", "--format", "csv", stderr=note))
    assert [(row["play"], row["dice"], row["value"]) for row in value] == [
        ("best", "1", "1/6"),
        ("best", "2", "97/216"),
        ("rule", "1", "1/6"),
        ("rule", "2", "25/72"),
    ]
    pool = rows(run("fate", "pool", "--gained", "1", "--format", "csv", "--edition", "10e,11e", "--at-least", "3"))
    assert pool[0] == {
        "edition": "10e",
        "need": "6+",
        "dice": "0",
        "exactly": "5/6",
        "at_least": "1",
        "exactly_decimal": repr(5 / 6),
        "at_least_decimal": "1.0",
    }
    assert [row["dice"] for row in pool if (row["edition"], row["need"]) == ("11e", "6+")] == ["0", "1", "3"]
    assert [row["dice"] for row in pool if (row["edition"], row["need"]) == ("11e", "5+")] == ["0", "1"]


def test_python_and_the_command_line_say_the_same() -> None:
    assert data("fate", "reroll", "5", "4", "4", "--value", "pips")["reroll"] == str(fate_reroll([5, 4, 4], "pips").reroll)
    words = ("--gained", "9", "--change", "2x+1", "--value", "2x5+")
    assert data("fate", "pool", *words)["value"] == str(fate_pool(gained=9, change="2x+1", value="2x5+").mean)


# Options, help.


def test_options_before_a_command_hold_for_it() -> None:
    for words in (("--format", "json", "fate", "reroll", "6"), ("fate", "--format", "json", "reroll", "6")):
        assert json.loads(run(*words))["advice"] == "keep"
    nearest = run("--edition", "10e", "fate", "--edition", "11e", "pool", "--rounds", "1")
    assert nearest.startswith("2 Miracle dice        11th edition")
    assert run("--edition", "11e", "fate", "pool", "--rounds", "1") == nearest
    assert "5/36" in run("--exact", "fate", "pool", "--gained", "2", "--value", "6:5/12")


def test_the_edition_may_be_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATHHAMMER_EDITION", "10e-launch")
    assert run("fate", "pool", "--rounds", "2").startswith("4 Miracle dice        10th edition, June 2023")


def test_help_explains_the_idea_in_about_ten_lines() -> None:
    text = run("fate", "--help")
    assert run("fate") == text
    explained = text.partition("Options:")[0].strip().split("\n")
    assert 8 <= len([line for line in explained[1:] if line.strip()]) <= 12
    for name in COMMANDS:
        assert re.search(rf"^  {name} +[A-Z][^.]+\.$", text, re.MULTILINE), name


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_are_true(name: str) -> None:
    lines = re.findall(r"^ +(fate .*)$", run("fate", name, "--help"), re.MULTILINE)
    assert lines
    for line in lines:
        command, said = re.split(" {2,}|$", line, maxsplit=1)
        shown = run(*command.split())
        for number in re.findall(r"\d+\.\d+|^(?:keep|re-roll)", said):
            assert number in shown, line


# Refusals.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("reroll", "there are no dice"),
        ("reroll 7", "'7' is no face of a D6: write faces from 1 to 6, such as 6 5 3\n  7\n  ^\n"),
        ("reroll 6 0 1", "  6 0 1\n    ^\n"),
        ("reroll six", "'six' is no face of a D6"),
        ("reroll 653", "write 6 5 3"),
        ("reroll 1.5", "'1.5' is no face of a D6"),
        ("reroll -1 3", "'-1' is no face of a D6"),
        ("reroll 1 1 1 1 1 1 1 1 1 1 1 1 1", "at most 12 faces"),
        ("reroll 6 --value 7+", "'7+' is no value of a pool"),
        ("reroll 6 --value @plan.toml", "a plan is no value yet"),
        ("reroll 6 --value 13x6+", "outside 1..12"),
        ("reroll 6 --value 6:1,6:2", "two weights for a 6: write one\n  6:1,6:2\n      ^^^\n"),
        ("reroll 6 --format xml", "no format is called 'xml'"),
        ("reroll 6 --edition 9e", "no edition is called '9e'"),
        ("value --number 13", "at most 12"),
        ("value --number 0", "0 dice cannot be rolled"),
        ("value --number six", "--number 'six' is no whole number"),
        ("value --number 999999999999", "is no whole number"),
        ("value --keep-at 1,2", "write one number, or 5"),
        ("value --keep-at x", "--keep-at 'x' is no number"),
        ("value --keep-at 1/0", "--keep-at '1/0' is no number"),
        ("value --by ?", "'?' is no value of a pool"),
        ("value 6", "unexpected extra argument"),
        ("pool", "no Miracle dice are gained"),
        ("pool --gained 0", "outside 1..60"),
        ("pool --gained 1000", "outside 1..60"),
        ("pool --rounds 99", "outside 0..10"),
        ("pool --rounds -1", "outside 0..10"),
        ("pool --rounds two", "--rounds 'two' is no whole number"),
        ("pool --gained 2 --destroyed 1", "counted twice"),
        ("pool --gained 2 --change 7", "'7' changes no die"),
        ("pool --gained 2 --at-least 1 --of 7+", "--of '7+' counts no dice"),
        ("pool --gained 2 --at-least -1", "outside 0..60"),
        ("plan", "no such command 'plan'"),
    ],
)
def test_what_cannot_be_answered_is_one_message(words: str, said: str) -> None:
    message = refused("fate", *words.split())
    assert message.startswith("error: ")
    assert said in message
    assert "Traceback" not in message
