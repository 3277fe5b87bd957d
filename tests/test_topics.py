"""Army rules, core abilities and Orders: none is missing, each is found, and what its page says is true."""

from __future__ import annotations

import re
import shlex
from json import loads as from_json
from typing import Any

import pytest
from command_line import refused, run

from mathhammer.cli.lookup import rules_called
from mathhammer.cli.uses import USES
from mathhammer.editions import DEFAULT, EDITIONS
from mathhammer.orders import ORDERS as LIST
from mathhammer.orders import TAKE_COVER
from mathhammer.result.rulebook import page, rules_of
from mathhammer.rules.topics import TOPICS, Topic
from mathhammer.situation import ORDERS

BY_NAME = {topic.name: topic for topic in TOPICS}
ORDER_NAMES = (
    "Move! Move! Move!",
    "Fix Bayonets!",
    "Take Aim!",
    "First Rank, Fire! Second Rank, Fire!",
    "Take Cover!",
    "Duty and Honour!",
)
COMMANDS = [command for lines in USES.values() for command, _ in lines]


def plain(text: str) -> str:
    """The words of a page, however its lines are broken and its Markdown is escaped."""
    return " ".join(re.sub(r"\\([\\`*_\[\]])", r"\1", text).replace("&lt;", "<").replace("\\|", "|").split())


def test_no_rule_is_missing() -> None:
    assert [topic.name for topic in TOPICS] == [
        "Acts of Faith",
        "Strands of Fate",
        "Voice of Command",
        *ORDER_NAMES,
        "Command Re-roll",
        "Leader",
        "Support",
        "Feel No Pain",
        "Devastating Wounds",
        "Stealth",
        "Lone Operative",
        "Scouts",
        "Deep Strike",
    ]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_a_topic_says_what_it_does_in_every_edition_that_has_it(topic: Topic) -> None:
    assert topic.editions == (("11e",) if topic.name == "Support" else tuple(EDITIONS))
    assert {name for name, _ in topic.does} <= set(topic.editions)
    for name, text in topic.said():
        assert text.endswith(".")
        assert text == dict(topic.does).get(name, dict(topic.does).get(DEFAULT))
    assert topic.meaning.endswith(".")
    assert page(topic).acts_on
    assert page(topic).of


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_what_a_topic_names_is_there(topic: Topic) -> None:
    assert {rule.title() for rule in rules_of(topic)} >= set(topic.keywords)
    for name in (*topic.related, *topic.members):
        assert page(rules_called(name)[0]).topic is not topic
    for option in topic.options:
        words = [word for word in option.split() if word.islower() and not word.startswith("-")]
        command = words[:2] if words[0] == "fate" else words[:1]
        assert set(re.findall(r"--[a-z-]+", option)) <= set(re.findall(r"--[a-z-]+", run(*command, "--help")))


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_every_name_of_a_topic_finds_it(topic: Topic) -> None:
    for name in (topic.name, topic.name.lower(), *topic.also):
        assert topic in [page(entry).topic for entry in rules_called(name)]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("faith", "Acts of Faith"),
        ("acts of faith", "Acts of Faith"),
        ("miracle", "Acts of Faith"),
        ("Miracle dice", "Acts of Faith"),
        ("fate", "Strands of Fate"),
        ("strands", "Strands of Fate"),
        ("deep strike", "Deep Strike"),
        ("reserves", "Deep Strike"),
        ("scouts", "Scouts"),
        ('scouts 6"', "Scouts"),
        ("order", "Voice of Command"),
        ("orders", "Voice of Command"),
        ("voice", "Voice of Command"),
        ("take aim!", "Take Aim!"),
        ("frfsrf", "First Rank, Fire! Second Rank, Fire!"),
        ("first rank, fire! second rank, fire!", "First Rank, Fire! Second Rank, Fire!"),
        ("--order move-move-move", "Move! Move! Move!"),
        ("duty & honour", "Duty and Honour!"),
        ("attached units", "Leader"),
        ("bodyguards", "Leader"),
        ("lone op", "Lone Operative"),
        ("fnp 5+", "Feel No Pain"),
        ("dw", "Devastating Wounds"),
        ("command reroll", "Command Re-roll"),
    ],
)
def test_a_topic_is_found_as_a_player_says_it(name: str, found: str) -> None:
    words = name.removeprefix("--order ").split()
    assert run("rules", *words).startswith(f"{found}\n\n")


def test_a_near_miss_names_the_topic() -> None:
    assert refused("rules", "miracel", "dice") == "error: no rule is called 'miracel dice': did you mean miracle dice?\n"


def test_a_word_of_a_name_finds_all_that_have_it() -> None:
    assert {page(entry).topic.name for entry in rules_called("rank")} == {"First Rank, Fire! Second Rank, Fire!"}
    assert {"Command Re-roll", "Acts of Faith", "Strands of Fate"} <= {page(e).topic.name for e in rules_called("army")}


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
@pytest.mark.parametrize("format", ["table", "markdown"])
def test_a_page_says_all_of_it(topic: Topic, format: str) -> None:
    text = plain(run("rules", topic.name, "--format", format))
    said = [topic.name, topic.meaning, topic.source, topic.reading, *topic.not_modelled, *topic.options]
    said += [*dict(topic.does).values(), ", ".join(topic.related)]
    said += [part for member in topic.members for part in (member, BY_NAME[member].meaning)]
    said += [part for command, shows in USES[topic.name] for part in (f"mathhammer {command}", shows)]
    for part in said:
        assert plain(part) in text


def test_a_page_of_one_edition_says_what_holds_in_it() -> None:
    launch = plain(run("rules", "dw", "--edition", "10e-launch"))
    assert "spill over" in launch
    assert "The sequence ends" not in launch
    assert "The sequence ends" in plain(run("rules", "dw", "--edition", "10e-launch,11e"))


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_machines_read_the_same(topic: Topic) -> None:
    (found,) = from_json(run("rules", topic.name, "--format", "json"))["rules"]
    assert found["title"] == topic.name
    assert found["does"] == dict(topic.said())
    assert found["not_modelled"] == list(topic.not_modelled)
    assert [example["command"] for example in found["examples"]][-len(USES[topic.name]) or 99 :] == [
        f"mathhammer {command}" for command, _ in USES[topic.name]
    ]
    assert found["modelled"] is (all(r.modelled for r in rules_of(topic)) if rules_of(topic) else bool(USES[topic.name]))


def test_the_list_has_them_in_a_family_of_their_own() -> None:
    block = run("rules").split("army rules and core abilities\n")[1].split("\n\n")[0]
    assert [re.split("  +", line.strip())[0] for line in block.split("\n")] == [topic.name for topic in TOPICS]
    assert "\n  Support " not in run("rules", "--edition", "10e")


def test_the_family_of_orders_has_every_order() -> None:
    family = BY_NAME["Voice of Command"]
    assert family.members == ORDER_NAMES
    keywords = {keyword for name in ORDER_NAMES for keyword in BY_NAME[name].keywords}
    options = {word for name in ORDER_NAMES for option in BY_NAME[name].options for word in option.split()}
    assert {order for order in ORDERS if order in options or order.replace("-", " ") in keywords} == set(ORDERS)


def test_names_numbers_and_bounds_are_those_of_the_list_of_orders() -> None:
    assert {topic.name for topic in TOPICS} >= {order.title for order in LIST}
    for order in LIST:
        topic = BY_NAME[order.title]
        assert topic.meaning == f"{order.says}."
        assert {order.name, order.keyword} <= set(topic.also)
        assert set(topic.options) <= {f"{command} --order {order.name}" for command in order.where}
        assert topic.options or order == TAKE_COVER  # which is written on the target


# The commands on the pages.


def test_every_topic_has_its_commands_and_no_other() -> None:
    assert set(USES) == set(BY_NAME)
    assert len(set(COMMANDS)) == len(COMMANDS)


@pytest.mark.parametrize(("command", "shows"), [line for lines in USES.values() for line in lines])
def test_every_command_on_a_page_runs_in_every_edition_that_it_names(command: str, shows: str) -> None:
    words = shlex.split(command)
    answer = run(*words)
    named = words[words.index("--edition") + 1].split(",") if "--edition" in words else [DEFAULT]
    for name in named:
        assert EDITIONS[name].title in answer
    for number in re.findall(r"\d+\.\d+|\d+(?= %)", shows):
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.])", answer), number


def answers(command: str) -> dict[str, Any]:
    """The answers of a command by edition."""
    found = from_json(run(*shlex.split(command), "--format", "json"))
    return {answer["edition"]: answer for answer in found.get("answers", [found])}


def test_what_the_pages_say_of_editions_is_so() -> None:
    cover = answers(USES["Take Aim!"][0][0])
    assert cover["11e"]["stages"][0]["hits"] == "9/2"
    devastating = {name: answer["damage"]["mean"] for name, answer in answers(USES["Devastating Wounds"][0][0]).items()}
    assert devastating["10e"] == devastating["10e-2023-09"] == devastating["11e"] != devastating["10e-launch"]
    mortal = {name: answer["damage"]["mean"] for name, answer in answers(USES["Feel No Pain"][1][0]).items()}
    assert mortal["10e"] != mortal["10e-2023-09"]
    saved = {name: answer["stages"][0]["unsaved"] for name, answer in answers(USES["Take Cover!"][0][0]).items()}
    assert saved["10e"] == answers("attack '10x A2 BS3+ S4 AP0 D1' vs '10x T3 Sv3+ W1'")["10e"]["stages"][0]["unsaved"]
