"""The command line on units of several groups: options, forms of the answer, refusals."""

from __future__ import annotations

import pytest
from command_line import data, refused, run

from mathhammer import attack

LED = "5x Guard: T4 Sv3+ W2 + 1x Boss: T4 Sv2+ W4 Inv4+ [character]"
GUN = "3x A2 BS3+ S5 AP-2 D2 [precision]"


def test_precision_on_the_command_line() -> None:
    for how in ("all", "none", "best"):
        found = data("attack", GUN, "vs", LED, "--precision", how, "--edition", "10e")
        same = attack(GUN, LED, precision=how, edition="10e")
        assert found["groups"][1]["wipe"] == str(same.groups[1].wipe)
        assert found["remains"][0]["starting_strength"] == 6


def test_allocation_on_the_command_line() -> None:
    text = run("attack", "A6 BS3+ S4 D1", "vs", "1x T4 W3 + 1x T4 Sv2+ W3", "--allocation", "best")
    assert "note: the target dies in the order best for its owner: 1x T4 Sv2+ W3 ; 1x T4 Sv7+ W3" in text


def test_editions_side_by_side() -> None:
    text = run("attack", GUN, "vs", LED, "--edition", "10e,11e")
    assert text.count("  1x Boss ") == 2
    assert "at half-strength or below" in text
    assert "| group | lost | slain | all dead |" in run("attack", GUN, "vs", LED, "--format", "markdown")


@pytest.mark.parametrize("name", ["leader", "support", "bodyguard", "single", "precision", "lone operative"])
def test_the_rules_are_listed_as_modelled(name: str) -> None:
    rule, *_ = data("rules", name)["rules"]
    assert rule["modelled"]
    assert rule["example"].startswith("mathhammer attack ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--dice", "6", "--edition", "11e", "--rolls", "one"), "write rolls batch"),
        (("--precision", "some"), "precision 'some'"),
        (("--allocation", "worst"), "allocation 'worst'"),
        (("--stat", "unsaved"), "the distribution of unsaved wounds on several groups"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], said: str) -> None:
    assert said in refused("attack", GUN, "vs", LED, *words)


def test_a_lone_operative_is_refused_from_afar() -> None:
    gun, far = '24" A2 BS3+ S5 D2', ("--distance", "13")
    said = refused("attack", gun, "vs", "1x T4 W4 [lone operative]", *far)
    assert '[lone operative]: the target cannot be chosen from 13" away; write a distance of at most 12"' in said
    run("attack", gun, "vs", "1x T4 W4 [lone operative]", *far, "--attached")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ((LED, "--edition", "10e"), "precision: each wound is allocated to a CHARACTER while one lives"),
        ((LED, "--edition", "11e"), "precision: the wounds of a whole batch are allocated to a CHARACTER while one lives"),
        ((LED, "--precision", "none"), "precision: not used"),
        (("meq",), "precision: the target has no CHARACTER among bodyguards, so it changes nothing"),
    ],
)
def test_what_precision_does_is_explained(how: tuple[str, ...], said: str) -> None:
    text = run("attack", GUN.replace("precision", "precision, assault"), "vs", *how, "--explain")
    assert said in text
    assert "changed no die here: assault\n" in text
