"""Dice held and the Command Re-roll on the command line: tables, data, refusals."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

from mathhammer import attack
from mathhammer.cli.app import app

SHOTS, CROWD = "A3 BS3+ S2 AP0 D1", "20x T4 W1"
SURE, TWO = "A1 [torrent] S4 D1", "2x T4 W1"
NOTE = "note: the means of the steps are those without the re-roll\n"


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.delenv("MATHHAMMER_EDITION", raising=False)
    for name in ("XDG_CONFIG_HOME", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))


def run(*words: str, said: str = "") -> str:
    done = CliRunner().invoke(app, ["attack", *words])
    assert done.exit_code == 0, done.output
    assert done.stderr == said
    return done.stdout


def data(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*words, "--format", "json"))
    return found


def refused(*words: str) -> str:
    done = CliRunner().invoke(app, ["attack", *words])
    assert (done.exit_code, done.stdout) == (2, "")
    return done.stderr


TABLE = """\
  re-roll  for damage, in batches
  without  1/3
  with     2141/4374   gain 683/4374
  used     hit re-roll 1/27, wound re-roll 665/729
  use      the Command Re-roll: on a failed hit roll while 20 wounds are missing, in some cases
           the Command Re-roll: on a failed wound roll
           otherwise keep the Command Re-roll
"""
WITH_A_DIE = """\
  dice     for wipe, one roll at a time
  without  25.00 %
  with     75.00 %   gain 50.00 %
  a 4      25.00 % alone, 25.00 % among these
  re-roll  25.00 % among these
  spent    hit re-roll 50.00 %, wound 4 50.00 %, wound re-roll 25.00 %, none by the attacker 50.00 %
  use      a 4: on a wound roll while 1 wound is missing, in some cases
           the Command Re-roll: on a failed hit roll
           the Command Re-roll: on a failed wound roll
           otherwise keep the dice
"""
MARKDOWN = """\
- re-roll: for damage, in batches
- without: 1/3
- with: 2141/4374   gain 683/4374
- used: hit re-roll 1/27, wound re-roll 665/729
- use: the Command Re-roll: on a failed hit roll while 20 wounds are missing, in some cases
  the Command Re-roll: on a failed wound roll
  otherwise keep the Command Re-roll
"""


def test_the_table_says_what_the_command_reroll_is_worth_and_when_to_use_it() -> None:
    shown = run(SHOTS, "vs", CROWD, "--rolls", "batch", "--command-reroll", "--exact")
    assert TABLE in shown
    assert "  note: the means of the steps are those without the re-roll" in shown


def test_the_table_sets_a_die_beside_the_command_reroll() -> None:
    assert WITH_A_DIE in run("A1 BS4+ S4 D1", "vs", "1x T4 W1", "--dice", "4", "--command-reroll", "--objective", "wipe")


def test_markdown_says_the_same() -> None:
    words = (SHOTS, "vs", CROWD, "--rolls", "batch", "--command-reroll", "--exact", "--format", "markdown")
    assert MARKDOWN in run(*words)


def test_json_holds_the_decision() -> None:
    found = data(SHOTS, "vs", CROWD, "--rolls", "batch", "--command-reroll")["decision"]
    assert found == {
        "objective": "damage",
        "rolls": "batch",
        "base": "1/3",
        "best": "2141/4374",
        "gain": "683/4374",
        "by_die": {},
        "marginal": {},
        "command_reroll": "683/4374",
        "spent": {"hit re-roll": "1/27", "wound re-roll": "665/729", "kept": "1"},
        "policy": [
            "the Command Re-roll: on a failed hit roll while 20 wounds are missing, in some cases",
            "the Command Re-roll: on a failed wound roll",
            "otherwise keep the Command Re-roll",
        ],
    }


def test_json_names_no_command_reroll_where_there_is_none() -> None:
    found = data(SURE, "vs", TWO, "--dice", "4")
    assert "command_reroll" not in found["decision"]
    assert found["decision"]["by_die"] == {"4": "1/2"}


def test_csv_gives_the_laws_under_the_best_use() -> None:
    rows = list(csv.DictReader(io.StringIO(run(SURE, "vs", TWO, "--command-reroll", "--format", "csv", said=NOTE))))
    assert {row["value"]: row["exactly"] for row in rows if row["quantity"] == "damage"} == {"0": "1/4", "1": "3/4"}


def test_the_defender_has_a_command_reroll_too() -> None:
    found = data("A1 [torrent] S8 D1", "vs", "1x T4 Sv4+ W1", "--defender-command-reroll")["decision"]
    assert (found["base"], found["best"], found["gain"], found["command_reroll"]) == ("5/12", "5/24", "5/24", "5/24")
    assert found["spent"]["save re-roll"] == "5/12"


def test_each_unit_may_use_a_die_or_the_army_one() -> None:
    chain = (SURE, "vs", TWO, "then", SURE, "--dice", "4,4")
    assert data(*chain)["decision"]["best"] == "2"
    assert data(*chain, "--per", "unit")["decision"]["best"] == "2"
    assert data(*chain, "--per", "army")["decision"]["best"] == "3/2"


def test_two_editions_stand_side_by_side() -> None:
    both = data("A1 [torrent] S8 D2D6", "vs", "1x T4 W20", "--command-reroll", "--edition", "10e,11e")
    assert [answer["decision"]["best"] for answer in both["answers"]] == ["1645/216", "3385/432"]
    table = run("A1 [torrent] S8 D2D6", "vs", "1x T4 W20", "--command-reroll", "--edition", "10e,11e")
    assert table.count("without  5.83") == 2


def test_the_command_line_asks_what_python_asks() -> None:
    held = attack(SHOTS, CROWD, edition="10e", rolls="batch", command_reroll=True, dice=(6,)).decision
    assert held is not None
    found = data(SHOTS, "vs", CROWD, "--rolls", "batch", "--command-reroll", "--dice", "6")["decision"]
    assert Fraction(found["best"]) == held.best
    assert Fraction(found["command_reroll"]) == held.reroll
    assert {roll: Fraction(share) for roll, share in found["spent"].items()} == held.spent


REFUSED: list[tuple[list[str], str]] = [
    (["--per", "player", "--dice", "6"], "per 'player': write one of unit, army"),
    (["--rolls", "slow", "--command-reroll"], "rolls 'slow': write one of one, batch, after"),
    (["--command-reroll", "--weapon-order", "best"], "ask for the weapons in the order given"),
    (["--dice", "7"], "'7' is no face of a D6"),
    (["--dice", "65"], "write 6 5"),
    (["--dice", "5", "--rolls", "after"], "a roll that is seen is changed to a 6"),
    (["--dice", "6", "--uses", "0"], "write a whole number from 1 to 12"),
    (["--dice", "6", "--uses", "two"], "--uses"),
    (["--dice", "6", "--price", "6"], "such as 6=1/4"),
    (["--dice", "6", "--price", "6=x"], "such as 6=1/4"),
    (["--dice", "6", "--side", "referee"], "write attacker or defender"),
    (["--dice", "6", "--defender-dice", "5", "--side", "defender"], "write one of them"),
    (["--dice", "6", "--objective", "glory"], "no objective is called 'glory'"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_what_makes_no_sense_is_refused(words: list[str], said: str) -> None:
    answer = refused(SHOTS, "vs", CROWD, *words)
    assert answer.startswith("error: ")
    assert said in answer
    assert "Traceback" not in answer


def test_what_the_target_alone_would_make_of_its_dice_is_said() -> None:
    asked = ("3x A1 BS3+ S9 AP-3 D=3", "vs", "1x T5 Sv3+ W6", "--rolls", "one", "--dice", "6")
    assert "only the target" not in run(*asked)
    found = run(*asked, "--defender-dice", "6")
    assert "  against  " in found
    assert "when only the target uses its own" in found
