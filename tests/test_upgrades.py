"""Upgrades: every gain is the difference of two attacks; ties, ranks, and what does nothing and why."""

from __future__ import annotations

import pickle
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import Case, cases

from mathhammer import MathhammerError, Weapon, attack, upgrades
from mathhammer.questions.upgrades import UpgradesResult
from mathhammer.result.upgrades import MEASURES

FEW = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
CARDS = tomllib.loads((Path(__file__).parent / "reference" / "upgrades.toml").read_text(encoding="utf-8"))["card"]


def reasons(gun: str, target: str, **around: Any) -> dict[str, str]:
    return {row.name: row.reason for row in upgrades(gun, target, **{"edition": "10e", **around}).idle}


@FEW
@given(cases(), st.data())
def test_what_has_a_reason_changes_nothing_and_the_rest_does(case: Case, data: st.DataObject) -> None:
    edition, guns, target, situation = case
    around = {name: getattr(situation, name) for name in situation.__dataclass_fields__}
    assert isinstance(guns[0], Weapon)
    kills = data.draw(st.none() | st.integers(1, target.models))
    found = upgrades(guns[0], target, kills=kills, edition=edition, **around)
    assert found.base == attack(guns[0], target, edition=edition, **around)
    for row in found.tried:
        same = all(row.result.law(stat) == found.base.law(stat) for stat in ("damage", "kills"))
        assert same is bool(row.reason), row.name
        assert row.damage == row.result.law("damage").mean - found.base.law("damage").mean
        assert row.kills == row.result.law("kills").mean - found.base.law("kills").mean
    check_order(found)


def check_order(found: UpgradesResult) -> None:
    for by in MEASURES:
        gains = [found.gain(row, by) for row in found.ranked(by)]
        assert gains == sorted(gains, reverse=True)
        assert all(int(found.rank(row, by).rstrip("=")) == gains.index(found.gain(row, by)) + 1 for row in found.ranked(by))
        assert all(found.rank(row, by).endswith("=") is (gains.count(found.gain(row, by)) > 1) for row in found.rows)
    names = {row.name: row for row in found.rows}
    for row in found.rows:
        for other in found.equal(row):
            assert row.name in found.equal(names[other])
            assert [found.gain(row, by) for by in MEASURES] == [found.gain(names[other], by) for by in MEASURES]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_each_upgrade_is_its_keyword(edition: str) -> None:
    around: dict[str, Any] = {"cover": True, "half_range": True, "edition": edition}
    found = upgrades("4x A2 BS4+ S4 AP-1 D=D3", "5x T4 Sv3+ W2", also=("melta 2",), **around)
    assert {"melta 2", "reroll damage low", "ignores cover"} <= {row.name for row in found.rows}
    for row in found.rows:
        assert row.result == attack(f"4x A2 BS4+ S4 AP-1 D=D3 [{row.name}]", "5x T4 Sv3+ W2", **around), row.name


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["says"])
def test_a_reference_card_holds(card: dict[str, Any]) -> None:
    found = upgrades(card["weapon"], card["target"], edition=card.get("edition", "10e"), **card.get("ask", {}))
    assert found.slain == card["slain"]
    rows = {row.name: row for row in found.rows}
    for name, gains in card["gains"].items():
        assert [found.gain(rows[name], by) for by in MEASURES] == [Fraction(gain) for gain in gains], name
    for by, first in card["first"].items():
        assert found.ranked(by)[0].name == first, by


def test_the_best_on_average_need_not_be_the_best_to_slay_all() -> None:
    found = upgrades("10x A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W2", edition="10e")
    mean, chance = ([row.name for row in found.ranked(by)] for by in ("damage", "chance"))
    assert mean != chance
    assert mean.index("reroll wounds fails") < mean.index("+1 A")
    assert chance.index("reroll wounds fails") > chance.index("+1 A")


@pytest.mark.parametrize(
    ("gun", "target", "more", "expected"),
    [
        ("A2 BS3+ S4 D1 [torrent]", "meq", {}, {"+1 to hit": "without a roll", "lethal hits": "without a roll"}),
        ("A2 BS3+ S4 D1 [+1 to hit]", "meq", {}, {"+1 to hit": "at most 1"}),
        ("A2 BS2+ S4 D1", "meq", {}, {"+1 to hit": "only a 1 does not hit", "+1 BS": "only a 1"}),
        ("A2 BS3+ S4 D1 [+1 to wound]", "meq", {}, {"+1 to wound": "modifiers to the wound roll"}),
        ("A2 BS3+ S8 D1", "meq", {}, {"+1 S": "S9 wounds T4 on 2+, as S8 does", "+1 to wound": "only a 1"}),
        ("A2 BS3+ S5 D1", "1x T4 Sv7+ W2", {}, {"+1 AP": "no save is made", "devastating wounds": "no save is made"}),
        ("A2 BS3+ S5 D1", "1x T4 Sv6+ W2 Inv4+", {}, {"+1 AP": "invulnerable save of 4+"}),
        ("A2 BS3+ S5 AP0 D1", "1x T4 Sv3+ W2", {}, {"ignores cover": "no cover"}),
        ("A2 BS3+ S5 AP0 D1", "1x T4 Sv3+ W2", {"cover": True}, {"ignores cover": "cover changes nothing"}),
        ("A2 BS3+ S5 D2", "5x T4 Sv3+ W2", {}, {"+1 D": "no more wounds"}),
        ("A2 BS3+ S5 D=3", "5x T4 Sv3+ W4 [half damage]", {"edition": "11e"}, {"+1 D": "the damage is the same"}),
        ("A2 BS3+ S5 D2 [lethal hits: infantry]", "meq", {}, {"lethal hits": "has [lethal hits: infantry] already"}),
        ("A2 BS3+ S5 D2 [lethal hits, crit hit 4+]", "meq", {}, {"lethal hits": "has [lethal hits] already"}),
        ("A2 BS3+ S5 D2 [lethal hits, crit hit 4+]", "meq", {}, {"crit hit 5+": "it has [crit hit 4+] already"}),
        ("A2 BS3+ S5 D2", "meq", {}, {"crit hit 5+": "nothing happens on a critical hit"}),
        ("A2 BS3+ S5 D2 [twin-linked]", "meq", {}, {"reroll wounds fails": "made again already"}),
        ("A2 WS3+ S5 D2 [extra attacks]", "meq", {}, {"+1 A": "number of attacks cannot be changed"}),
        (
            "A2 BS3+ S5 D2 [indirect fire]",
            "meq",
            {"not_visible": True, "edition": "11e"},
            {"reroll hits 1s": "cannot be made"},
        ),
        ("A2 BS3+ S5 D0", "meq", {}, {"lethal hits": "nothing gets through"}),
        (
            "A9 BS3+ S9 AP0 D2 [devastating wounds, crit wound 3+]",
            "3x T4 Sv2+ W2",
            {"edition": "11e"},
            {"lethal hits": "worth more when it rolls to wound"},
        ),
    ],
)
def test_what_does_nothing_says_why(gun: str, target: str, more: dict[str, Any], expected: dict[str, str]) -> None:
    found = reasons(gun, target, **more)
    for name, words in expected.items():
        assert words in found[name], (name, found[name])


def test_a_rule_against_other_targets_does_not_count_as_had() -> None:
    found = upgrades("A4 BS3+ S4 D1 [sustained hits 1: vehicle]", "meq", edition="10e")
    row = next(row for row in found.rows if row.name == "sustained hits 1")
    assert row.result.law("damage") == attack("A4 BS3+ S4 D1 [sustained hits 1]", "meq", edition="10e").law("damage")


def test_a_better_threshold_takes_the_place_of_a_worse_one() -> None:
    found = upgrades("A4 BS3+ S4 D1 [lethal hits, crit hit 6+]", "meq", edition="10e")
    row = next(row for row in found.rows if row.name == "crit hit 5+")
    assert row.result == attack("A4 BS3+ S4 D1 [lethal hits, crit hit 5+]", "meq", edition="10e")


def test_melee_weapons_get_a_better_weapon_skill() -> None:
    names = {row.name for row in upgrades("A4 WS4+ S4 D1", "meq", edition="10e").rows}
    assert "+1 WS" in names
    assert "+1 BS" not in names


def test_the_chance_is_that_of_one_model_where_the_weapon_cannot_slay_all() -> None:
    assert upgrades("A1 BS3+ S4 D1", "2x T3 W1", edition="10e").slain == 1
    assert upgrades("A2 BS3+ S4 D1", "2x T3 W1", edition="10e").slain == 2
    assert upgrades("A1 BS3+ S4 D1", "10x T3 W1", kills=2, edition="10e").slain == 2


def test_answers_are_values() -> None:
    ask = ("A2 BS3+ S5 AP-1 D1", "5x T4 Sv3+ W2")
    one = upgrades(*ask, edition="10e")
    assert one == upgrades(*ask, edition="10e")
    assert pickle.loads(pickle.dumps(one)) == one
    assert "adds most" in repr(one)
    assert "no gain" in str(one)
    assert [row["upgrade"] for row in one.to_rows()] == [row.name for row in one.tried]


@pytest.mark.parametrize(
    ("gun", "more", "words"),
    [
        ("mortals D3", {}, "mortal wounds have no upgrades"),
        ("A2 BS3+ S4 D1", {"also": "blst"}, "unknown keyword"),
        ("A2 BS3+ S4 D1", {"also": ["lance"] * 51}, "write at most 50"),
        ("A2 BS3+ S4 D1", {"also": "cleave 2"}, "10th edition has no [cleave 2]"),
        ("A2 BS3+ S4 D1", {"kills": 9}, "the target has 5 models"),
        ("A2 BS3+ S4 D1", {"dice": (6,)}, "no situation is called"),
    ],
)
def test_a_refusal_says_what_to_write(gun: str, more: dict[str, Any], words: str) -> None:
    with pytest.raises(MathhammerError) as refusal:
        upgrades(gun, "meq", edition="10e", **more)
    assert words in str(refusal.value)
