"""``threat`` on the command line."""

from __future__ import annotations

import csv
import io
import re
import shlex
from fractions import Fraction
from typing import Any

import pytest
from command_line import data, refused, run

from mathhammer import threat
from mathhammer.report.numbers import percent

pytestmark = pytest.mark.usefixtures("no_settings")


TABLE = """\
threat --move 7 --charge-after-advance --distance 22..25 --dice 6        10th edition

  move    7" and an Advance
  charge  2D6

  distance  success  no die  Advance  charge
       22"    41.67   15.74    41.67   38.89  #################
       23"    27.78    8.80    27.78   25.00  ###########
       24"    16.67    4.17    16.67   13.89  #######
       25"     8.33    1.39     8.33    5.56  ###
"""
ONE = """\
threat --move 7 --charge-after-advance --distance 24        10th edition

  move     7" and an Advance
  charge   2D6: 11 or more after a 5, 10 or more after a 6
  success  4.17 %
  advice   nothing to decide
"""
BESIDE = """\
threat --move 6 --scouts 6 --distance 21..22

  10th edition
    Scouts  6", ending more than 9" away
    move    6"
    charge  2D6

  11th edition
    Scouts  6", ending more than 8" away
    move    6"
    charge  2D6

  10th edition         11th edition
  distance  success    distance  success
       21"    41.67         21"    27.78
       22"    27.78         22"    16.67
"""
NEAR = """\
threat --move 6 --chance 3/4        11th edition

  move          6"
  charge        2D6: 5 or more
  75 % or more  up to 11" away
  success       83.33 %
  advice        nothing to decide
"""


def test_the_table() -> None:
    assert run("threat", "--move", "7", "--distance", "22..25", "--charge-after-advance", "--dice", "6") == TABLE
    assert run("threat", "--move", "7", "--distance", "24", "--charge-after-advance") == ONE
    assert run("threat", "--move", "6", "--scouts", "6", "--distance", "21..22", "--edition", "10e,11e") == BESIDE
    assert run("threat", "--move", "6", "--chance", "75%", "--edition", "11e") == NEAR


def test_words_of_the_table() -> None:
    assert "1/12 or more  at no distance\n" in run(
        "threat", "--move", "6", "--chance", "1/12", "--reach", "2", "--edition", "11e"
    )
    assert '75 % or more  up to 12" away' in run("threat", "--move", "6", "--chance", "0.75")
    assert "3/4 or more" in run("threat", "--move", "6", "--chance", "75%", "--exact")
    assert "charge   2D6: out of reach\n" in run("threat", "--move", "6", "--distance", "30")
    assert '  reach    24"\n' in run("threat", "--move", "6", "--distance", "30", "--reach", "24")
    assert '12.5"  ' in run("threat", "--move", "6", "--distance", "12.5..13.5")


def test_fractions_in_the_table() -> None:
    text = run("threat", "--move", "7", "--distance", "24", "--charge-after-advance", "--die", "6", "--exact")
    assert "success  1/6\n" in text
    assert re.search(r'^ +24" +1/6 +1/24 +1/6 +5/36 +#+$', text, re.MULTILINE)


def test_json_has_what_scripts_depend_on() -> None:
    found = data("threat", "--move", "7", "--distance", "24", "--advance", "--charge-after-advance", "--dice", "6")
    assert (found["schema"], found["edition"]) == (1, "10e")
    (row,) = found["rows"]
    assert (row["distance"], row["success"], found["success"]) == (24, "1/6", "1/6")
    assert row["by_use"] == {"none": "1/24", "advance": "1/6", "charge": "5/36"}
    assert row["advice"] == "use the 6 on the Advance"


def test_json_of_several_distances_has_no_success_of_its_own() -> None:
    found = data("threat", "--move", "6", "--distance", "12.5..14")
    assert [row["distance"] for row in found["rows"]] == [12.5, 13.5]
    assert "success" not in found


def test_json_of_how_near() -> None:
    found = data("threat", "--move", "6", "--chance", "75%")
    assert (found["chance"], found["farthest"], found["success"]) == ("3/4", 12, "5/6")
    none = data("threat", "--move", "6", "--chance", "100%", "--edition", "11e")
    assert (none["farthest"], none["rows"]) == (None, [])


def test_json_of_two_editions() -> None:
    found = data("threat", "--move", "6", "--scouts", "6", "--distance", "22", "--edition", "10e,11e")
    assert [(one["edition"], one["success"]) for one in found["answers"]] == [("10e", "5/18"), ("11e", "1/6")]


def test_csv() -> None:
    words = ("threat", "--move", "7", "--distance", "24..25", "--charge-after-advance", "--dice", "6,5", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(run(*words))))
    assert rows[0] == {
        "distance": "24",
        "success": "1/3",
        "success_decimal": "0.3333333333333333",
        "none": "1/24",
        "advance": "1/6",
        "charge": "5/36",
        "both": "1/3",
    }
    both = list(csv.DictReader(io.StringIO(run(*words, "--edition", "10e,11e"))))
    assert [(row["edition"], row["distance"]) for row in both] == [
        ("10e", "24"),
        ("10e", "25"),
        ("11e", "24"),
        ("11e", "25"),
    ]


def test_notes_of_csv_go_to_standard_error() -> None:
    words = shlex.split("threat --move 6 --distance 14 --order take-aim --format csv")
    run(*words, stderr="note: take-aim: it touches neither Move nor charge\n")


def test_markdown() -> None:
    text = run("threat", "--move", "6", "--distance", "14..15", "--advance", "--format", "markdown")
    assert text.startswith(
        '`threat --move 6 --advance --distance 14..15`\n\n**10th edition**\n\n- move: 6"\n- charge: 2D6\n'
    )
    assert "- note: a unit that Advances cannot charge: it makes a Normal move\n" in text
    assert '| 15" | 41.67 |' in text


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("--move 6 --distance 14", threat(6, distance=14)),
        (
            "--move '7\"' --distance '20..24' --charge-after-advance --die 6",
            threat(7, distance="20..24", charge_after_advance=True, die=6),
        ),
        (
            "--move 6 --distance 12.5 --reroll any --plus -1 --dice 6,5",
            threat(6, distance="12.5", reroll="any", plus=-1, dice=(6, 5)),
        ),
        ("--move 6 --distance 14 --distance 18 --drop-lowest 3", threat(6, distance=[14, 18], drop_lowest=3)),
        ("--move 6 --scouts 9 --distance 25 --edition 10e-launch", threat(6, scouts=9, distance=25, edition="10e-launch")),
        (
            "--move 6 --order move-move-move --shocked --distance 9",
            threat(6, order="move-move-move", shocked=True, distance=9),
        ),
        ("--move 6 --reach 24 --advance --chance 2/3 --dice 3", threat(6, reach=24, advance=True, chance="2/3", dice=(3,))),
        ("--move 6 --distance 18 --chance 50%", threat(6, distance=18, chance=Fraction(1, 2))),
    ],
)
def test_the_command_line_asks_the_same_question(words: str, result: Any) -> None:
    found = data("threat", *shlex.split(words))
    assert found["query"] == result.query
    assert found["edition"] == result.edition.name
    assert [row["success"] for row in found["rows"]] == [str(row.success) for row in result.rows]
    assert [row["by_use"] for row in found["rows"]] == [
        {use: str(chance) for use, chance in row.by_use.items()} for row in result.rows
    ]
    assert found["notes"] == list(result.notes)
    assert data(*shlex.split(found["query"]), "--edition", found["edition"]) == found


def test_the_examples_in_the_help_are_true() -> None:
    text = run("threat", "--help")
    lines = re.findall(r"^ +(threat --move 7 .*?) {2,}([0-9.]+ %)", text, re.MULTILINE)
    assert len(lines) == 2
    for words, chance in lines:
        assert f"{percent(Fraction(data(*words.split())['success']))} %" == chance
    examples = re.findall(r"^ +mathhammer (threat .*)$", text, re.MULTILINE)
    assert len(examples) == 3
    for words in examples:
        assert run(*shlex.split(words))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "no Move is given: write for example --move 6"),
        ("--move 6", "no distance is given: write for example 24, 18..24, or a chance such as 75%"),
        ("--move six --distance 9", "--move 'six' is no whole number"),
        ("--move 6.5 --distance 9", "no whole number"),
        ("--move 0 --distance 9", 'a Move is outside 1"..100"'),
        ("--move 6 --distance far", "'far' is no distance"),
        ("--move 6 --distance 24..18", "write 18..24"),
        ("--move 6 --distance 1..9999", "more than 200 distances"),
        ("--move 6 --distance 9 --scouts x", "--scouts 'x' is no whole number"),
        ("--move 6 --distance 9 --reach 0", 'a reach is outside 1"..1000"'),
        ("--move 6 --distance 9 --reach 24 --reroll one", "leave out one of them"),
        ("--move 6 --chance 75", "'75' is no chance"),
        ("--move 6 --chance 0%", "write more than 0 and at most 100 %"),
        ("--move 6 --distance 9 --order run", "no Order is called 'run'"),
        ("--move 6 --distance 9 --order take-aim,move-move-move", "two Orders on one unit"),
        ("--move 6 --distance 9 --order take-aim --order move-move-move", "two Orders on one unit"),
        ("--move 6 --distance 9 --die 6 --dice 5", "give die or dice, not both"),
        ("--move 6 --distance 9 --dice 7", "no face of a D6"),
        ("--move 6 --distance 9 --edition 9e", "no edition is called '9e'"),
        ("--move 6 9", "see mathhammer threat --help"),
    ],
)
def test_nonsense_is_refused_in_one_line(words: str, said: str) -> None:
    message = refused("threat", *shlex.split(words))
    assert said in message
    assert message.count("\n") == 1
