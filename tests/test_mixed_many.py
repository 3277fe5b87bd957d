"""Units of several groups in ``compare``, ``sweep`` and ``batch``: the same choices and notes as in ``attack``."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command_line import run

from mathhammer import SituationError, attack, compare, sweep

LED = "5x T4 Sv5+ W1 + 1x T4 Sv2+ W4 Inv4+ [character]"
TWO = "1x T4 Sv7+ W3 + 1x T4 Sv2+ W3"
GUN, SNIPER = "A6 BS3+ S4 AP0 D1", "A4 BS3+ S4 AP-1 D2 [precision]"
CHOICES: tuple[dict[str, Any], ...] = (
    {"precision": "none"},
    {"precision": "all"},
    {"precision": "best", "objective": "wipe"},
    {"allocation": "best"},
)


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("chosen", CHOICES)
def test_a_matrix_and_a_sweep_say_what_an_attack_says(edition: str, chosen: dict[str, Any]) -> None:
    matrix = compare([GUN, SNIPER], [LED, TWO], cell="damage", edition=edition, **chosen)
    for row, gun in zip(matrix.values, (GUN, SNIPER), strict=True):
        for value, target in zip(row, (LED, TWO), strict=True):
            one = attack(gun, target, edition=edition, **chosen)
            assert value == one.law("damage").mean
            assert set(one.notes) <= set(matrix.notes)
    for gun, target in ((SNIPER, LED), (GUN, TWO)):
        one = attack(gun, target, edition=edition, **chosen)
        (found,) = sweep(gun, target, {"cover": "off"}, edition=edition, **chosen).rows
        assert (found.kills, found.damage, found.wipe) == (one.law("kills").mean, one.law("damage").mean, one.wipe)


def test_the_choices_matter() -> None:
    assert len({compare([SNIPER], [LED], precision=how).values for how in ("all", "none")}) == 2
    assert len({compare([GUN], [TWO], cell="damage", allocation=how).values for how in ("written", "best")}) == 2


def test_the_command_line_passes_them_on() -> None:
    line = {"weapons": SNIPER, "target": LED, "precision": "none", "edition": "10e"}
    (batch,) = run("batch", "-", stdin=json.dumps(line)).splitlines()
    matrix = json.loads(run("compare", SNIPER, "vs", LED, "--precision", "none", "--format", "json"))
    swept = json.loads(run("sweep", SNIPER, "vs", LED, "--over", "cover=off", "--precision", "none", "--format", "json"))
    kills = str(attack(SNIPER, LED, precision="none").law("kills").mean)
    assert json.loads(batch)["result"]["kills"]["mean"] == kills
    assert matrix["values"] == [[kills]]
    assert swept["rows"][0]["kills"] == kills
    best = run("compare", GUN, "vs", TWO, "--allocation", "best")
    assert "the target dies in the order best for its owner" in best
    assert "the target dies in the order best for its owner" in run(
        "sweep", GUN, "vs", TWO, "--over", "cover=off", "--allocation", "best"
    )


@pytest.mark.parametrize("target", ["1x T4 W4 [support]", "5x T4 W1 + 1x T4 W4 [character, support]"])
def test_notes_on_roles_are_the_same(target: str) -> None:
    said = attack(GUN, target).notes
    assert said == ("10th edition: [support] is taken for a further Leader",)
    assert compare([GUN], [target]).notes == said
    assert sweep(GUN, target, {"cover": "off"}).notes == said


@pytest.mark.parametrize("wrong", [{"precision": "some"}, {"allocation": "worst"}, {"weapon_order": "any"}])
def test_a_choice_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SituationError, match="write "):
        compare([GUN], [LED], **wrong)
    with pytest.raises(SituationError, match="write "):
        sweep(GUN, LED, {"cover": "off"}, **wrong)
