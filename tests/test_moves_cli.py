"""``charge``, ``advance`` and ``battle-shock`` on the command line."""

from __future__ import annotations

import csv
import io
import re
import shlex
from fractions import Fraction
from typing import Any

import pytest
from command_line import data, refused, run

from mathhammer import advance, battle_shock, charge
from mathhammer.report.numbers import percent
from mathhammer.situation import ORDERS

pytestmark = pytest.mark.usefixtures("no_settings")


TABLE = """\
charge 9 --reroll one --dice 6,4        10th edition

  roll           2D6: 9 or more
  success        88.89 %
  mean           8.92
  advice         keep the dice for the re-roll; if the roll fails, re-roll the lower die with the 4 \
when the higher die shows 5 or more, with the 6 when the higher die shows 3 or 4
  without a die  52.31 %
  spent          the 4 in the re-roll 27.78 %, the 6 in the re-roll 33.33 %, kept 38.89 %

      exactly  at least
   2     2.78    100.00  ##
   3     5.56     97.22  ###
   4     2.78     91.67  ##
   9    41.67     88.89  #########################
  10    38.89     47.22  #######################
  11     5.56      8.33  ###
  12     2.78      2.78  ##
"""
BESIDE = """\
charge --distance 10

  10th edition
    roll        2D6: 9 or more
    success     27.78 %
    mean        7
    advice      nothing to decide
    with a die  1: 0 %   2: 0 %   3: 16.67 %   4: 33.33 %   5: 50.00 %   6: 66.67 %

  11th edition
    roll        2D6: 10 or more
    success     16.67 %
    mean        7
    advice      nothing to decide
    with a die  1: 0 %   2: 0 %   3: 0 %   4: 16.67 %   5: 33.33 %   6: 50.00 %

  10th edition             11th edition
      exactly  at least        exactly  at least
   2     2.78    100.00     2     2.78    100.00
   3     5.56     97.22     3     5.56     97.22
   4     8.33     91.67     4     8.33     91.67
   5    11.11     83.33     5    11.11     83.33
   6    13.89     72.22     6    13.89     72.22
   7    16.67     58.33     7    16.67     58.33
   8    13.89     41.67     8    13.89     41.67
   9    11.11     27.78     9    11.11     27.78
  10     8.33     16.67    10     8.33     16.67
  11     5.56      8.33    11     5.56      8.33
  12     2.78      2.78    12     2.78      2.78
"""


def test_the_table() -> None:
    assert run("charge", "9", "--reroll", "one", "--dice", "6,4") == TABLE
    assert run("charge", "--distance", "10", "--edition", "10e,11e") == BESIDE


def test_fractions_in_the_table() -> None:
    text = run("charge", "9", "--die", "5", "--exact")
    assert "success        1/2\n" in text
    assert "without a die  5/18\n" in text
    assert re.search(r"^   6 +1/6 +1  #+$", text, re.MULTILINE)


def test_json_has_what_scripts_depend_on() -> None:
    found = data("charge", "9", "--dice", "6,5")
    assert (found["schema"], found["edition"], found["query"]) == (1, "10e", "charge 9 --dice 6,5")
    assert (found["need"], found["success"], found["advice"]) == (9, "2/3", "use the 6 before the roll")
    assert found["distribution"] == {str(total): "1/6" for total in range(7, 13)}
    assert (found["base"], found["gain"], found["spent"]) == ("5/18", "7/18", {"roll 6": "1", "kept": "0"})
    assert found["by_die"]["5"] == "2/9"
    assert found["by_face"]["1"] == "0"
    assert found["by_use"] == {"none": "5/18", "roll": "2/3"}


def test_json_of_two_editions() -> None:
    found = data("charge", "--from", "reserves", "--edition", "10e,11e")
    assert found["schema"] == 1
    assert [(one["edition"], one["need"], one["success"]) for one in found["answers"]] == [
        ("10e", 9, "5/18"),
        ("11e", 10, "1/6"),
    ]


def test_an_advance_without_a_number_has_no_need_in_json() -> None:
    found = data("advance", "--move", "6", "--die", "5")
    assert "need" not in found
    assert "success" not in found
    assert (found["distribution"], found["mean"], found["base"]) == ({"11": "1"}, "11", "19/2")


def test_csv_holds_the_law_and_a_row_for_the_number_to_reach() -> None:
    rows = list(csv.DictReader(io.StringIO(run("charge", "13", "--format", "csv"))))
    assert rows[0] == {
        "quantity": "charge",
        "value": "2",
        "exactly": "1/36",
        "at_least": "1",
        "exactly_decimal": "0.027777777777777776",
        "at_least_decimal": "1.0",
    }
    assert rows[-1]["value"] == "13"
    assert rows[-1]["at_least"] == "0"
    both = list(csv.DictReader(io.StringIO(run("battle-shock", "7", "--edition", "10e,11e", "--format", "csv"))))
    assert [row["edition"] for row in both] == ["10e"] * 11 + ["11e"] * 11


def test_notes_of_csv_go_to_standard_error() -> None:
    words = shlex.split("advance 4 --order take-aim --format csv")
    run(*words, stderr="note: take-aim: it touches neither Move nor Advance\n")


def test_markdown() -> None:
    text = run("battle-shock", "7", "--shocked", "--edition", "10e,11e", "--format", "markdown")
    assert text.startswith("`battle-shock 7 --shocked`\n\n**10th edition**\n\n- roll: 2D6: 7 or more\n- success: 58.33 %\n")
    assert "- note: a Battle-shocked unit recovers only by passing\n" in text
    assert text.count("| 12 | 2.78 | 2.78 |") == 2


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("charge 9 --reroll both --plus 1", charge(9, reroll="both", plus=1)),
        ("charge 9+ --drop-lowest 3 --dice 6,5,5", charge(9, drop_lowest=3, dice=(6, 5, 5))),
        ("charge --distance 8.5 --distance '7\"' --die 4 --plus -1", charge(distance=["8.5", 7], die=4, plus=-1)),
        ("charge --from deep-strike --edition 11e --reroll any", charge(from_="deep-strike", edition="11e", reroll="any")),
        ("advance", advance()),
        ("advance 10 --move 6 --order move-move-move --dice 3", advance(10, move=6, order="move-move-move", dice=(3,))),
        ("battle-shock 7+ --dice3 --reroll one --die 2", battle_shock(7, dice3=True, reroll="one", die=2)),
        ("battle-shock 8 --order duty-and-honour --shocked", battle_shock(8, order="duty-and-honour", shocked=True)),
        ("battle-shock 8 --plus=-2", battle_shock(8, plus=-2)),
    ],
)
def test_the_command_line_asks_the_same_question(words: str, result: Any) -> None:
    found = data(*shlex.split(words))
    assert found["query"] == result.query
    assert found["edition"] == result.edition.name
    assert {int(total): Fraction(chance) for total, chance in found["distribution"].items()} == dict(result.law)
    assert found.get("success") == (None if result.success is None else str(result.success))
    assert data(*shlex.split(found["query"]), "--edition", found["edition"]) == found


def test_the_examples_in_the_help_are_true() -> None:
    lines = re.findall(r"^ +charge (.*?) {2,}([0-9.]+ %)", run("charge", "--help"), re.MULTILINE)
    assert len(lines) == 7
    for words, chance in lines:
        assert f"{percent(Fraction(data('charge', *words.split())['success']))} %" == chance
    assert "3 or more" in data("charge", "9", "--reroll", "one")["advice"]
    assert data("charge", "9", "--dice", "3")["advice"] == "keep the die"
    assert data("charge", "9", "--reroll", "both", "--dice", "6")["advice"].startswith("keep the die for the re-roll")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("charge", "write for example 9, --distance 10 or --from reserves"),
        ("charge 9 --distance 9", "one of them only"),
        ("charge nine", "'nine' is no whole number: write for example charge 9"),
        ("charge ''", "no whole number"),
        ("charge 9 9", "see mathhammer charge --help"),
        ("charge 99999", "-1000..1000"),
        ("charge 9 --die 6,5", "2 dice are put into one roll: write --dice 6,5 for the best of them"),
        ("charge 9 --die 6 --die 5", "2 dice are put into one roll: write --dice 6,5"),
        ("charge 9 --die 7", "no face of a D6: write 1 to 6"),
        ("charge 9 --die 0", "no face of a D6"),
        ("charge 9 --die six", "no face of a D6"),
        ("charge 9 --die ''", "no face of a D6"),
        ("charge 9 --dice ''", "write 1 to 6, for example --dice 6,5"),
        ("charge 9 --dice ,", "no face of a D6"),
        ("charge 9 --dice 6,7", "no face of a D6"),
        ("charge 9 --dice 6.5", "no face of a D6"),
        ("charge 9 --die 6 --dice 5", "give die or dice, not both"),
        ("charge 9 --reroll all", "both, one, any"),
        ("charge 9 --drop-lowest 2", "write 3 for it"),
        ("charge 9 --plus one", "--plus 'one' is no whole number: write for example --plus -1"),
        ("charge --distance 12.5", 'a target 12 1/2" away cannot be charged: a charge needs targets within 12"'),
        ("charge --distance 7 --distance 13", "cannot be charged"),
        ("charge --distance -3", "no distance"),
        ("charge --distance far", "'far' is no distance: write inches, for example 9 or 8.5"),
        ("charge --from above", "deep-strike, reserves"),
        ("charge 9 --edition 9e", "no edition is called '9e'"),
        ("charge 9 --format yaml", "no format is called 'yaml'"),
        ("charge 9 --order run", ", ".join(ORDERS)),
        ("charge 9 --order take-aim --order fix-bayonets", "two Orders on one unit (take-aim, fix-bayonets): a later one"),
        ("advance 4 --order run", ", ".join(ORDERS)),
        ("advance --move 6.5", "--move '6.5' is no whole number"),
        ("advance --move 0", 'a Move is outside 1"..100"'),
        ("battle-shock", "no Leadership is given: write for example battle-shock 7"),
        ("battle-shock 13", "Leadership is outside 2+..12+"),
        ("battle-shock brave", "no whole number: write for example battle-shock 7"),
    ],
)
def test_nonsense_is_refused_in_one_line(words: str, said: str) -> None:
    message = refused(*shlex.split(words))
    assert said in message
    assert message.count("\n") == 1
