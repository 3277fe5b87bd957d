"""The command line: what it answers, what it refuses, and how it ends."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import data, invoked, refused, run
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

import mathhammer
import mathhammer.cli.attack
import mathhammer.cli.output
from mathhammer import AttackResult, attack
from mathhammer.cli.app import COMMANDS
from mathhammer.cli.examples import EXAMPLES, Example
from mathhammer.cli.lookup import rules_called
from mathhammer.cli.options import whole
from mathhammer.cli.readings import READINGS
from mathhammer.editions import EDITIONS
from mathhammer.notation import read_attack, read_unit
from mathhammer.notation.presets import ALIASES, PRESETS
from mathhammer.result.reference import aliases, written
from mathhammer.result.rulebook import page as page_of
from mathhammer.result.rulebook import rules_of
from mathhammer.rules.catalogue import RULES
from mathhammer.rules.rule import Rule
from mathhammer.rules.topics import TOPICS
from mathhammer.situation import FLAGS, Situation

ROOT = Path(__file__).parent.parent
BOLT = "10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]"
FILES = {  # that the examples of a help text name
    "guns.txt": f"{BOLT} @ 90\n2x Lance: A1 BS3+ S12 AP-3 D=D6+1 @ 80\n",
    "queries.jsonl": f'{{"weapons": "{BOLT}", "target": "meq", "half_range": true}}\n',
    "queries.csv": f"weapons,target,cover\n{BOLT},meq,yes\n",
}
TABLE = """\
10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]  vs  5x T4 Sv3+ W2        10th edition, half range

  attacks  30         10 x (2 + 1 rapid fire)
  hits     20     3+
  wounds   10     4+  S4 against T4
  unsaved   5     4+  save 3+ after AP-1
  lost      4.99      wounds; 0.01 wasted
  slain     2.25

  slain  2.25 on average, 2 most likely, 1 to 4 in the middle 80 %   at least one 97.05 %   all five 1.97 %

  slain  exactly  at least
      0     2.95    100.00  ##
      1    21.01     97.05  #############
      2    37.68     76.04  #######################
      3    26.99     38.36  ################
      4     9.40     11.37  ######
      5     1.97      1.97  #
"""


@pytest.fixture(autouse=True)
def folder(no_settings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration folder with nothing in it, and no variable set."""
    monkeypatch.delenv("_MATHHAMMER_COMPLETE", raising=False)
    (tmp_path / "mathhammer").mkdir()
    return tmp_path / "mathhammer"


def process(*words: str | bytes, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """The command line as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    command: list[str | bytes] = [sys.executable, "-m", "mathhammer", *words]
    return subprocess.run(command, capture_output=True, env=environment, check=False, timeout=60, **more)


# Answers.


def test_the_answer_of_the_contract() -> None:
    assert run("attack", BOLT, "vs", "5x T4 Sv3+ W2", "--half-range") == TABLE


def test_the_same_in_a_process_of_its_own() -> None:
    done = process("attack", BOLT, "vs", "5x T4 Sv3+ W2", "--half-range")
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, TABLE, b"")


def test_a_whole_query_may_be_pasted() -> None:
    assert run("attack", f"{BOLT} vs 5x T4 Sv3+ W2", "--half-range") == TABLE
    query = data("attack", "A2 BS3+ S4 D1 ; mortals D3", "vs", "meq")["query"]
    assert data("attack", query)["query"] == query


def test_json_is_the_data_of_the_contract() -> None:
    law = {
        "mean": "1/3",
        "mean_decimal": 0.3333333333333333,
        "median": 0,
        "mode": 0,
        "standard_deviation": 0.5270462766947299,
        "band": [0, 1],
        "distribution": {"0": "25/36", "1": "5/18", "2": "1/36"},
        "decimals": {"0": 0.6944444444444444, "1": 0.2777777777777778, "2": 0.027777777777777776},
    }
    stage = {
        "weapon": "A2 BS3+ S4 AP-1 D1",
        "attacks": "2",
        "hits": "4/3",
        "critical_hits": "1/3",
        "wounds": "2/3",
        "critical_wounds": "2/9",
        "unsaved": "1/3",
    }
    assert data("attack", "A2 BS3+ S4 AP-1 D1", "vs", "2x T4 Sv3+ W1") == {
        "schema": 1,
        "edition": "10e",
        "query": "A2 BS3+ S4 AP-1 D1 vs 2x T4 Sv3+ W1",
        "situation": [],
        "damage": law,
        "kills": law,
        "wipe": "1/36",
        "wipe_decimal": 0.027777777777777776,
        "nominal": "1/3",
        "wasted": "0",
        "stages": [stage],
        "groups": [],
        "notes": [],
        "not_modelled": [],
    }


def test_two_editions_stand_in_a_list() -> None:
    found = data("attack", "A2 BS3+ S4 AP-1 D1", "vs", "meq", "--edition", "10e,11e")
    assert [answer["edition"] for answer in found["answers"]] == ["10e", "11e"]
    assert found["schema"] == 1
    csv = run("attack", "A2 BS3+ S4 AP-1 D1", "vs", "meq", "--edition", "10e, 11e, 10e", "--format", "csv").split("\n")
    assert csv[0].startswith("edition,quantity,value,")
    assert {line.split(",")[0] for line in csv[1:-1]} == {"10e", "11e"}
    assert "10th edition" in run("attack", "A2 BS3+ S4 D1", "vs", "meq", "--edition", "10e,11e")


def test_csv_has_the_columns_of_the_contract() -> None:
    lines = run("attack", "A2 BS3+ S4 AP-1 D1", "vs", "2x T4 Sv3+ W1", "--format", "csv", "--stat", "kills").split("\n")
    assert lines == [
        "quantity,value,exactly,at_least,exactly_decimal,at_least_decimal",
        "kills,0,25/36,1,0.6944444444444444,1.0",
        "kills,1,5/18,11/36,0.2777777777777778,0.3055555555555556",
        "kills,2,1/36,1/36,0.027777777777777776,0.027777777777777776",
        "",
    ]


def test_notes_that_are_not_in_the_data_go_to_standard_error() -> None:
    text = run("attack", "A2 BS3+ S4 D1 [overcharge]", "vs", "meq", "--format", "csv", stderr="not modelled: overcharge\n")
    assert "overcharge" not in text
    assert data("attack", "A2 BS3+ S4 D1 [overcharge]", "vs", "meq")["not_modelled"] == ["overcharge"]


@pytest.mark.parametrize("stat", ["kills", "damage", "hits", "wounds", "unsaved", "critical-hits"])
def test_every_stat_can_be_shown(stat: str) -> None:
    name = stat.replace("-", "_")
    result = attack(BOLT, "meq", edition="10e")
    chance = result.law(name).at_least(3)  # type: ignore[arg-type]
    found = data("attack", BOLT, "vs", "meq", "--stat", stat, "--at-least", "3")
    assert found["at_least"][0]["chance"] == str(chance)
    assert found[name]["mean"] == str(result.law(name).mean)  # type: ignore[arg-type]
    assert "\n  at least 3 " in run("attack", BOLT, "vs", "meq", "--stat", stat, "--at-least", "3")
    assert f"{name},3," in run("attack", BOLT, "vs", "meq", "--stat", stat, "--at-least", "3", "--format", "csv")


def test_exact_shows_fractions() -> None:
    assert " 25/36 " in run("attack", "A2 BS3+ S4 AP-1 D1", "vs", "2x T4 Sv3+ W1", "--exact")


def test_weapons_order_and_explanation_can_be_asked_for() -> None:
    weapons = ["3x A1 BS3+ S9 AP-3 D=D6", BOLT]
    given = data("attack", *weapons, "vs", "meq")
    best = data("attack", *weapons, "vs", "meq", "--weapon-order", "best", "--objective", "kills")
    assert best["kills"]["mean_decimal"] >= given["kills"]["mean_decimal"]
    assert "hit roll" in run("attack", BOLT, "vs", "meq", "--explain")
    assert "hit roll" in run("attack", BOLT, "vs", "meq", "--explain", "--format", "markdown")
    assert "wound roll: S4 against T4, 4+" in data("attack", BOLT, "vs", "meq", "--explain")["explanation"]


def test_another_unit_follows_then() -> None:
    found = data("attack", "A2 BS3+ S4 D1", "vs", "meq", "then", "A2 WS3+ S4 D1")
    assert [stage["weapon"] for stage in found["stages"]] == ["A2 BS3+ S4 AP0 D1", "A2 WS3+ S4 AP0 D1"]


# The situation.

REFUSED_ALONE = {"not_visible", "target_engaged"}  # they need a weapon or a target of their own


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_of_the_situation_has_an_option(flag: str) -> None:
    option = f"--{flag.replace('_', '-')}"
    weapon = "AD6 BS3+ S4 D1 [indirect fire]"
    assert data("attack", weapon, "vs", "meq", option)["situation"] == [flag.replace("_", " ")]
    assert f"\n  {option} " in run("attack", "--help")
    situation: dict[str, Any] = {flag: True}
    result = attack(weapon, "meq", edition="10e", **situation)
    assert data("attack", weapon, "vs", "meq", option)["damage"]["mean"] == str(result.law("damage").mean)


def test_every_other_field_of_the_situation_has_an_option() -> None:
    valued = set(Situation.__dataclass_fields__) - set(FLAGS)
    assert valued == {"distance", "order", "lethal"}
    words = ["--distance", '12"', "--order", "take-aim", "--lethal", "always"]
    weapon = '24" A2 BS4+ S4 D1 [lethal hits, devastating wounds]'
    found = data("attack", weapon, "vs", "meq", "--edition", "11e", *words)
    assert found["situation"] == ['distance 12"', "order take-aim", "lethal always"]


@pytest.mark.parametrize(("text", "number"), [("12", 12), (' 12" ', 12), ("12in", 12), ("-3", -3)])
def test_a_distance_may_bear_its_mark(text: str, number: int) -> None:
    assert whole(text, "--distance") == number


# What it refuses.

SHOT = ["attack", "A2 BS3+ S4 D1", "vs", "meq"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["attack"], "error: no vs is written: write WEAPON vs TARGET\n"),
        (["attack", "--half-rang"], "error: no such option: --half-rang (Possible options: "),
        ([*SHOT, "--stat", "deaths"], "error: no stat is called 'deaths': write one of damage,"),
        ([*SHOT, "--format", "xml"], "error: no format is called 'xml' (--format): write one of"),
        ([*SHOT, "--edition", "9e"], "error: no edition is called '9e': write one of 10e,"),
        ([*SHOT, "--edition", ""], "error: no edition is called '': write one of 10e,"),
        ([*SHOT, "--distance", "far"], "error: --distance 'far' is no whole number: write"),
        ([*SHOT, "--distance", "-1"], 'error: distance -1" is outside 0..1000: write'),
        ([*SHOT, "--at-least", "-1"], "error: --at-least -1 is outside 0..1,000,000: write"),
        ([*SHOT, "--at-least", "9" * 5000], "error: --at-least '999"),
        ([*SHOT, "--order", "charge"], "error: no Order is called 'charge': write one of"),
        ([*SHOT, "--lethal", "maybe"], "error: lethal 'maybe' is no choice: write always,"),
        ([*SHOT, "--weapon-order", "x"], "error: weapon order 'x': write given or best\n"),
        (["attack", "A2 WS3+ S4 D1", "vs", "meq", "--overwatch"], "error: overwatch is made with ranged weapons\n"),
        (["attack", "@list", "vs", "meq"], "error: nothing is saved as 'list': write the text itself, or a file such as"),
        (["attack", "@list.toml", "vs", "meq"], "error: list.toml is no .txt file: write one weapon or unit a line"),
        (["attack", "@./list", "vs", "meq"], "error: ./list is no .txt file: write one weapon or unit a line"),
        (["attack", "@no/such.txt", "vs", "meq"], "error: no/such.txt cannot be read (No such file or directory): write"),
        (["attack", "@no\0such.txt", "vs", "meq"], "error: no\ufffdsuch.txt cannot be read (embedded null byte): write"),
        (["attack", "-", "vs", "-"], "error: - stands twice: standard input is read once"),
        (["attack", "-", "vs", "meq"], "error: standard input is empty: write one weapon or unit a line\n"),
        (["rules", "lethl", "hits"], "error: no rule is called 'lethl hits': did you mean lethal hits?\n"),
        (["rules", "xyzzy"], "error: no rule is called 'xyzzy': mathhammer rules lists them all\n"),
        (["targets", "meq"], "error: got unexpected extra argument(s) (meq): see mathhammer targets --help\n"),
        (["attak"], "error: no such command 'attak'"),
        (["--edition", "9e", "targets", "--format", "json"], "error: no edition is called '9e'"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_was_seen_and_what_to_write(words: list[str], message: str) -> None:
    said = refused(*words)
    assert said.startswith(message)
    assert said.count("\n") == 1


def test_a_caret_stands_under_what_cannot_be_read() -> None:
    assert refused("attack", "A2 BS3+ S4 Q1 D1", "vs", "meq").split("\n")[1:] == [
        "  A2 BS3+ S4 Q1 D1",
        "             ^^",
        "",
    ]


def test_words_without_quotes_are_told_so() -> None:
    said = refused("attack", "A2", "BS3+", "S4", "AP-1", "D1", "vs", "5x", "T4", "Sv3+", "W2")
    assert "put it in quotes: 'A2 BS3+ S4 AP-1 D1'" in said
    assert "put it in quotes" in refused("attack", "A2 BS3+ S4 D1", "vs", "5x", "T4", "Sv3+", "W2")
    assert "put each weapon in quotes" in refused("attack", "A2", "BS3+", "-1", "vs", "meq")


def test_points_in_a_weapon_without_quotes_are_no_file() -> None:
    said = refused("attack", "A2", "BS3+", "S4", "D1", "@", "90", "vs", "meq")
    assert "put it in quotes: 'A2 BS3+ S4 D1 @ 90'" in said
    assert data("attack", "A2 BS3+ S4 D1 @ 90", "vs", "meq")["query"].startswith("A2 BS3+ S4 AP0 D1 @ 90 vs")


def test_a_fault_of_the_program_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("\x1b[31mred")

    monkeypatch.setattr(mathhammer.cli.attack, "attack", fail)
    said = refused("attack", "A2 BS3+ S4 D1", "vs", "meq", code=1)
    assert said == "error: an internal fault (ZeroDivisionError: \ufffd[31mred): please report the command that you gave\n"


# Texts that stand elsewhere.


def test_weapons_come_from_standard_input() -> None:
    text = "# two weapons\n\nA2 BS3+ S4 D1\n  A1 BS3+ S9 AP-3 D=D6  \n"
    found = data("attack", "-", "vs", "meq", stdin=text)
    assert [stage["weapon"] for stage in found["stages"]] == ["A2 BS3+ S4 AP0 D1", "A1 BS3+ S9 AP-3 D=D6"]
    assert data("attack", "A2 BS3+ S4 D1", "vs", "-", stdin="meq\n")["query"].endswith(" vs 5x T4 Sv3+ W2 [infantry]")
    assert data("attack", "-", stdin="A2 BS3+ S4 D1 vs meq")["wasted"] == "0"


def test_weapons_and_targets_come_from_files(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("\ufeff# mine\nA2 BS3+ S4 D1\nA1 BS3+ S9 AP-3 D=D6\n", encoding="utf-8")
    (tmp_path / "unit.TXT").write_text("meq\r\n", encoding="utf-8")
    found = data("attack", f"@{tmp_path / 'list.txt'}", "vs", f"@{tmp_path / 'unit.TXT'}")
    assert found["query"] == "A2 BS3+ S4 AP0 D1; A1 BS3+ S9 AP-3 D=D6 vs 5x T4 Sv3+ W2 [infantry]"
    said = refused("attack", "A2 BS3+ S4 D1", "vs", f"@{tmp_path / 'list.txt'}")
    assert said.endswith("list.txt holds 2 lines: a target is one line\n")


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "big.txt").write_bytes(b"#" * 1_000_001)
    (tmp_path / "empty.txt").write_text("# nothing\n", encoding="utf-8")
    (tmp_path / "folder.txt").mkdir()
    for name, message in [
        ("bytes.txt", "is no text in UTF-8"),
        ("big.txt", "has more than 1,000,000 bytes"),
        ("empty.txt", "is empty"),
        ("folder.txt", "cannot be read (Is a directory)"),
    ]:
        assert message in refused("attack", f"@{tmp_path / name}", "vs", "meq")
    assert "standard input is no text" in refused("attack", "-", "vs", "meq", stdin=b"\xff\xfe")


# Which edition, format and figures hold.


def edition_of(*words: str) -> str:
    """The edition of an answer in JSON."""
    found: str = json.loads(run(*words))["edition"]
    return found


def test_the_nearest_choice_wins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = ["attack", "A2 BS3+ S4 D1", "vs", "meq"]
    assert "10th edition" in run(*question)
    (folder / "config.toml").write_text('edition = "11e"\nformat = "json"\nexact = true\n', encoding="utf-8")
    assert edition_of(*question) == "11e"
    monkeypatch.setenv("MATHHAMMER_EDITION", "10e-launch")
    assert edition_of(*question) == "10e-launch"
    assert edition_of("--edition", "10e-2023-09", *question) == "10e-2023-09"
    assert edition_of("--edition", "10e-2023-09", *question, "--edition", "10e") == "10e"
    assert "10th edition, June 2023" in run("--format", "table", *question)
    assert "4/3" in run(*question, "--format", "table")
    assert "1.33" in run("--no-exact", *question, "--format", "table")
    assert "4/3" in run("--no-exact", *question, "--format", "table", "--exact")
    assert run(*question, "--format", "csv").startswith("quantity,")


def test_a_fraction_that_only_the_file_asks_for_may_be_cut(folder: Path) -> None:
    question = ["attack", "100x A3 BS3+ S4 AP-1 D1", "vs", "knight"]
    (folder / "config.toml").write_text("exact = true\n", encoding="utf-8")
    assert max(map(len, run(*question).split("\n"))) < 250
    assert max(map(len, run(*question, "--exact").split("\n"))) > 250


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('format = "xml"', "no format is called 'xml'"),
        ("format = 3", "no format is called 3"),
        ('exact = "yes"', "exact is 'yes'"),
        ('edition = "9e"', "no edition is called '9e'"),
        ("edition = [", "is no TOML file"),
        ("color = true", "sets 'color'"),
    ],
)
def test_a_bad_configuration_is_named(folder: Path, text: str, message: str) -> None:
    (folder / "config.toml").write_text(text, encoding="utf-8")
    said = refused("attack", "A2 BS3+ S4 D1", "vs", "meq")
    assert message in said
    assert said.count("\n") == 1


# Targets and rules.


def test_targets_are_listed_with_profiles_and_aliases() -> None:
    assert run("targets").split("\n")[:3] == [
        "target           also        profile",
        "geq              guardsman   10x T3 Sv5+ W1 [infantry]",
        "meq              marine      5x T4 Sv3+ W2 [infantry]",
    ]
    found = data("targets")["targets"]
    assert {target["name"]: target["profile"] for target in found} == PRESETS
    assert {alias: target["name"] for target in found for alias in target["aliases"]} == ALIASES
    assert run("targets", "--format", "csv").startswith("target,also,profile\ngeq,guardsman,10x T3 Sv5+ W1 [infantry]\n")
    assert "| geq | guardsman | `10x T3 Sv5+ W1 [infantry]` |" in run("targets", "--format", "markdown")


@pytest.mark.parametrize("name", [*PRESETS, *ALIASES])
def test_every_target_can_be_attacked(name: str) -> None:
    assert data("attack", "A2 BS3+ S4 D1", "vs", name)["query"].startswith("A2 BS3+ S4 AP0 D1 vs ")


def test_rules_lists_every_rule_and_every_reading() -> None:
    text = run("rules")
    modelled, _, rest = text.partition("\n\nread, not modelled\n")
    for rule in RULES:
        assert f"\n  {written(rule)} " in (modelled if rule.modelled else f"\n{rest}")
    for name, reading in READINGS.items():
        assert re.search(rf"^  {name} +{re.escape(reading)}$", rest, re.MULTILINE)
    for rule in RULES:
        assert rule.reading in rest


def test_rules_can_be_read_by_machines() -> None:
    found = data("rules")
    alone = [topic.name.lower() for topic in TOPICS if not rules_of(topic)]
    assert [rule["name"] for rule in found["rules"]] == [*dict.fromkeys(rule.title() for rule in RULES), *alone]
    assert {reading["name"]: reading["text"] for reading in found["readings"]} == READINGS
    assert all(bool(rule.get("example")) is rule["modelled"] for rule in found["rules"])
    lines = run("rules", "--format", "csv").split("\n")
    assert lines[0].startswith("name,written,aliases,of,acts_on,editions,modelled,meaning,reading,source,title,does,")
    assert len(lines) == len(found["rules"]) + 2
    page = run("rules", "--format", "markdown")
    assert page.startswith("### number of attacks\n\n| written | editions | does | source |\n")
    assert "### read, not modelled\n" in page
    assert "| save cap | " in page


def test_rules_of_one_edition() -> None:
    assert "\n  cleave N " in run("rules", "--edition", "11e")
    assert "\n  cleave N " not in run("rules", "--edition", "10e")
    assert "11th edition" in run("rules", "dw", "--edition", "11e")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("dw", "devastating wounds"),
        ("[dev wounds]", "devastating wounds"),
        ("Sustained Hits", "sustained hits"),
        ("sus 2", "sustained hits"),
        ("rapid fire D6+3", "rapid fire"),
        ("feel no pain", "feel no pain"),
        ("FNP", "feel no pain"),
        ("invulnerable save", "Inv"),
        ("Inv", "Inv"),
        ("anti-infantry 4+", "anti"),
        ("anti", "anti"),
        ("twin linked", "twin-linked"),
        ("+1 to hit", "+N to hit"),
        ("-1 to wound if S > T", "+N to wound if S>T"),
        ("reroll hits", "reroll hits"),
        ("re-roll hits 1s", "reroll hits"),
        ("--cover", "cover"),
        ("benefit of cover", "cover"),
        ("fire overwatch", "overwatch"),
        ("target-engaged", "target engaged"),
        ("take aim", "take aim"),
        ("linked fire", "one-off abilities"),
    ],
)
def test_a_rule_is_found_by_any_of_its_names(name: str, title: str) -> None:
    assert page_of(rules_called(name)[0]).name == title
    assert data("rules", name.removeprefix("--"))["rules"][0]["name"] == title


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_name_that_a_page_shows_finds_the_rule(rule: type[Rule]) -> None:
    for name in (rule.title(), written(rule), *aliases(rule)):
        assert rule in rules_called(name)


@pytest.mark.parametrize("name", ["saves", "hit roll", "number of attacks"])
def test_a_section_of_rules_is_found(name: str) -> None:
    assert run("rules", name).count("\n  source") == len(rules_called(name)) > 5


def test_the_page_of_a_rule() -> None:
    assert run("rules", "lh") == (
        "lethal hits\n"
        "\n"
        "  A critical hit wounds without a wound roll, so never critically; a choice in the 11th edition.\n"
        "\n"
        "  written   lethal hits; lethal; lethals; lh\n"
        "  of        a weapon\n"
        "  acts on   critical hit\n"
        "  editions  all\n"
        "  source    10e core rules, Lethal Hits; 11e 24.23\n"
        "  11th      --lethal best takes, for each weapon, the better of always and never over the whole volley; ties:\n"
        "            always. --lethal policy chooses attack by attack (in batches: how many of the critical hits), as it\n"
        "            is whenever dice are held.\n"
        "\n"
        "  example  mathhammer attack '10x A2 BS3+ S4 AP-1 D1 [lethal hits]' vs rhino\n"
        "\n"
        "    10x A2 BS3+ S4 AP-1 D1 [lethal hits]  vs  1x T9 Sv3+ W10 [vehicle]        10th edition\n"
        "\n"
        "      attacks  20         10 x 2\n"
        "      hits     13.33  3+  lethal hits\n"
        "      wounds    5     6+  S4 against T9\n"
        "      unsaved   2.5   4+  save 3+ after AP-1\n"
        "      lost      2.5       wounds; <0.01 wasted\n"
        "      slain    <0.01\n"
        "\n"
        "      lost  2.5 on average, 2 most likely, 1 to 4 in the middle 80 %   dead 0.01 %\n"
    )


# Examples.

MODELLED = [rule for rule in RULES if rule.modelled]
# They change no die of an attack.
LABELS = {"assault", "one shot", "hunter", "scouts", "deep strike", "lone operative", "hazardous"}


def test_every_modelled_rule_has_an_example_and_no_other() -> None:
    assert list(EXAMPLES) == [rule.title() for rule in MODELLED]


@pytest.mark.parametrize("title", EXAMPLES)
def test_every_example_runs_and_the_page_shows_its_true_beginning(title: str) -> None:
    example = EXAMPLES[title]
    words = shlex.split(example.command())
    assert words == ["mathhammer", *example.words()]
    answer = run(*words[1:])
    first = next(rule for rule in page_of(rules_called(title)[0]).rules if rule.modelled)
    if first.title() != title:  # a page of several keywords shows the example of the first
        return
    page = run("rules", title)
    shown = page.split(f"  example  {example.command()}\n\n")[1].split("\n\n\n")[0].split("\n")
    for line, true in zip(shown[:8], answer.split("\n"), strict=False):
        assert line == f"    {true}".rstrip()


NEEDED = {"torrent", "indirect fire"}  # without them the attack of their example is not allowed


def without(rule: type[Rule], example: Example) -> AttackResult | None:
    """The example's answer without the rule, or None if there is no such attack."""
    if rule.title() in NEEDED:
        return None
    weapons = []
    for text in example.weapons:
        weapon = read_attack(text)
        kept = tuple(other for other in weapon.rules if type(other) is not rule)
        weapons.append(replace(weapon, rules=kept))
    unit = read_unit(example.target)
    groups = tuple(replace(g, rules=tuple(r for r in g.rules if type(r) is not rule)) for g in unit.groups)
    if rule.is_keyword:
        groups = tuple(replace(g, keywords=tuple(k for k in g.keywords if k != rule.title())) for g in unit.groups)
    flag = rule.title().replace(" ", "_")
    situation = {name: value for name, value in example.situation.items() if rule.owners or name != flag}
    return attack(weapons, replace(unit, groups=groups), edition=example.edition, **situation)


@pytest.mark.parametrize("rule", MODELLED, ids=lambda rule: rule.__name__)
def test_every_example_shows_its_rule_at_work(rule: type[Rule]) -> None:
    example = EXAMPLES[rule.title()]
    answer = attack(example.weapons, example.target, edition=example.edition, **example.situation)
    bare = without(rule, example)
    assert not answer.not_modelled
    if bare is not None:
        assert (answer.law("damage") == bare.law("damage")) is (rule.title() in LABELS)
        assert (answer.own_losses == bare.own_losses) is (rule.title() != "hazardous")


@pytest.mark.parametrize("name", EDITIONS)
def test_every_rule_of_an_edition_has_a_page_in_it(name: str) -> None:
    for rule in RULES:
        if EDITIONS[name].family in rule.families:
            text = run("rules", rule.title(), "--edition", name)
            assert text.startswith(page_of(rules_called(rule.title())[0]).topic.name)


# How it is documented.


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"mathhammer {name}" in readme


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_has_an_example_that_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, text in FILES.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    text = run(name, "--help")
    examples = re.findall(r"^ +mathhammer (.*)$", text.partition("Example")[2], re.MULTILINE)
    assert examples
    for line in examples:
        assert run(*shlex.split(line))


def test_help_and_version() -> None:
    assert run("--version") == f"mathhammer {mathhammer.__version__}\n"
    text = run()
    assert text == run("--help") == run("-h")
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", text, re.MULTILINE)


def test_help_shows_how_the_words_are_written() -> None:
    assert run("attack", "-h").startswith("Usage: mathhammer attack WEAPON [WEAPON...] vs TARGET [then WEAPON...]")
    assert run("rules", "-h").startswith("Usage: mathhammer rules [NAME] | RULE vs RULE [OPTIONS]\n")


def test_shells_can_complete_options() -> None:
    asked = {"_MATHHAMMER_COMPLETE": "complete_bash", "COMP_WORDS": "mathhammer attack --half", "COMP_CWORD": "2"}
    done = process(env=asked)
    assert (done.returncode, done.stdout.split()) == (0, [b"--half-range"])
    assert "--install-completion" in run("--help")


# How it ends.


def test_a_reader_that_has_gone_away_is_no_error() -> None:
    command = [sys.executable, "-m", "mathhammer", "rules"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


def test_an_answer_that_cannot_be_written_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        encoding = "utf-8"

        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

        def fileno(self) -> int:
            raise OSError(9, "no file")

    with pytest.raises(mathhammer.MathhammerError, match="cannot be written"):
        mathhammer.cli.output._write(Full(), "text")  # type: ignore[arg-type]


def test_an_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mathhammer.cli.attack, "attack", interrupt)
    done = invoked("attack", "A2 BS3+ S4 D1", "vs", "meq")
    assert (done.exit_code, done.output.strip()) == (130, "")


def test_control_c_ends_a_process_with_130() -> None:
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # even when started in the background
    program = f"{heard}; import mathhammer.cli.app as app; print('up', flush=True); app.main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "attack", "-", "vs", "meq"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == b"up\n"
        time.sleep(1)  # until it waits for its input
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
        assert b"Traceback" not in running.stderr.read()


def test_a_process_refuses_with_2_on_standard_error() -> None:
    done = process("attack", "A2 BS3+ S4 D1", "vs", b"5x Q4 \xff\xfe")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"error: ")


def test_standard_input_of_a_process_is_read() -> None:
    done = process("attack", "-", "vs", "meq", "--format", "json", input=b"A2 BS3+ S4 D1\n")
    assert json.loads(done.stdout)["stages"][0]["attacks"] == "2"


@pytest.mark.parametrize("format", ["table", "json", "csv", "markdown", "html"])
def test_a_stream_without_the_characters_gets_escapes(format: str) -> None:
    words = ["attack", "Brühl ⚙: A2 BS3+ S4 D1", "vs", "meq", "--format", format]
    done = process(*words, env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    if format == "json":
        assert json.loads(done.stdout)["query"].startswith("Brühl ⚙: A2")


def test_streams_that_are_closed_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(sys, "stdin", None)
    mathhammer.cli.output.put("text")
    mathhammer.cli.output.say("text")
    with pytest.raises(mathhammer.MathhammerError, match="no standard input"):
        mathhammer.cli.inputs.expanded(["-"])


# Whatever is typed.

PARTS = [
    "A2 BS3+ S4 D1", "2x gun: AD6 BS4+ S=D6 AP-2 D=D3 [rapid fire 1, blast]", "A3 WS2+ S5 D2 [lh, sus 1, dw]",
    "mortals D3 on 4+", "meq", "knight", "5x T4 Sv3+ W2 [stealth]", "A2", "BS3+", "[torrent]", "vs", "VS", "then", ";", "-",
    "@", "@x.txt", "@./x", "@90", "+", "", " ", "-5", "--", "--cover", "--overwatch", "--not-visible", "--distance", "12",
    "--order", "take-aim", "--lethal", "never", "--stat", "hits", "--at-least", "3", "--exact", "--edition", "11e",
    "10e,11e", "--format", "json", "csv", "markdown", "html", "--separate", "--explain", "--weapon-order", "best", "--help",
    "--version", "attack", "targets", "rules", "dw", "cover", "[", "]", ":", "\n", "\x1b",
]  # fmt: skip
WORDS = st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=12)), max_size=9)
GOOD = st.tuples(st.sampled_from(PARTS[:4]), st.just("vs"), st.sampled_from(PARTS[4:7])).map(list)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.sampled_from([*COMMANDS, "attack", "attack", ""]), st.one_of(st.just([]), GOOD), WORDS, st.binary(max_size=30))
@example("attack", ["A2 BS3+ S4 D1", "vs", "meq"], ["--stat", "hits,kills"], b"")
@example("attack", [], ["--distance"], b"")
def test_no_words_end_in_a_traceback(command: str, question: list[str], words: list[str], stdin: bytes) -> None:
    typed = [*([command] if command else []), *question, *words]
    assume(not any("completion" in word for word in typed))
    result = invoked(*typed, stdin=stdin)
    assert result.exit_code in ((0, 1, 2) if "batch" in typed else (0, 2)), (typed, result.output)
    assert "internal fault" not in result.output
    assert "Traceback" not in result.output
    assert "\x1b" not in result.output
    if result.exit_code == 2:
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
