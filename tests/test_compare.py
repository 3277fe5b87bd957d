"""Comparisons: every number is that of the attack, and the dice's."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import oracle
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import Case, cases, situations, units, weapons

from mathhammer import Comparison, MathhammerError, attack, compare, unit, weapon
from mathhammer.editions import EDITIONS
from mathhammer.errors import LimitError, ProfileError, SituationError
from mathhammer.notation.labels import attack_label, distinct, unit_label
from mathhammer.notation.presets import PRESETS
from mathhammer.profiles import Unit, Weapon
from mathhammer.questions.compare import DEFAULT_TARGETS, MOST_PAIRS, comparisons
from mathhammer.questions.pairs import Pairs
from mathhammer.result.compare import CELLS
from mathhammer.situation import Situation

SLOW = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
RIFLES = "10x Rifle: A2 BS3+ S4 AP-1 D1 [rapid fire 1] @ 90"
LANCES = "2x Lance: A1 BS3+ S12 AP-3 D=D6+1 @ 80"
HUNTER = "A9 BS3+ S8 AP-2 D2 [hunter vehicle]"


@st.composite
def matrices(draw: st.DrawFn) -> tuple[str, list[Weapon], list[Unit], Situation]:
    edition = draw(st.sampled_from(sorted(EDITIONS)))
    fired = draw(st.lists(weapons(edition, most_attacks=30), min_size=1, max_size=3))
    return edition, fired, draw(st.lists(units(most_wounds=30), min_size=1, max_size=3)), draw(situations(edition))


def numbers(ask: Callable[[], Any]) -> tuple[Fraction | None, ...]:
    """The means of an attack, or None where the rules do not allow it."""
    try:
        result = ask()
    except SituationError:
        return None, None, None
    return result.law("kills").mean, result.law("damage").mean, result.wipe


@SLOW
@given(matrices())
def test_every_number_is_that_of_the_attack(matrix: tuple[str, list[Weapon], list[Unit], Situation]) -> None:
    edition, fired, targets, situation = matrix
    around = vars(situation)
    expected = [[numbers(lambda w=w, u=u: attack(w, u, edition=edition, **around)) for u in targets] for w in fired]  # type: ignore[misc]
    if all(number is None for row in expected for number, _, _ in row):
        with pytest.raises(MathhammerError):
            compare(fired, targets, edition=edition, **around)
        return
    found = comparisons(fired, targets, ("kills", "damage", "wipe"), edition=edition, **around)
    for which, result in enumerate(found):
        assert result.values == tuple(tuple(cell[which] for cell in row) for row in expected)


@SLOW
@given(cases())
def test_every_number_is_that_of_the_dice(case: Case) -> None:
    edition, fired, target, situation = case
    law = oracle.volley(fired, target, situation, edition)
    expected = {
        "kills": sum((slain * chance for (slain, _), chance in law.items()), Fraction(0)),
        "damage": sum((lost * chance for (_, lost), chance in law.items()), Fraction(0)),
        "wipe": sum((chance for (slain, _), chance in law.items() if slain == target.models), Fraction(0)),
    }
    for result in comparisons([fired], [target], ("kills", "damage", "wipe"), edition=edition, **vars(situation)):
        assert result.values == ((expected[result.cell],),)


@SLOW
@given(matrices())
def test_what_one_pair_leaves_behind_does_not_change_another(
    matrix: tuple[str, list[Weapon], list[Unit], Situation],
) -> None:
    edition, fired, targets, situation = matrix
    pairs = Pairs(EDITIONS[edition], situation, targets)
    for gun in [*fired, *reversed(fired)]:
        for target in targets:
            try:
                found = pairs.dealt((gun,), target)
            except SituationError:
                continue
            assert found == Pairs(EDITIONS[edition], situation, [target]).dealt((gun,), target)


def test_most_plain_weapons_need_no_whole_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mathhammer.questions.pairs.attack", None)
    found = compare([RIFLES, LANCES, "A6 BS2+ S4 D2 [sustained hits 1, devastating wounds]"], list(PRESETS), edition="10e")
    assert len(found.values) == 3


def test_the_public_cases_hold_in_a_matrix() -> None:
    path = Path(__file__).parent / "reference" / "cases.toml"
    names = {"kills_mean": "kills", "damage_mean": "damage", "wipe": "wipe"}
    checked = 0
    for card in tomllib.loads(path.read_text(encoding="utf-8"))["card"]:
        known = {cell: Fraction(card["expect"][name]) for name, cell in names.items() if name in card.get("expect", {})}
        if not known:
            continue
        more = {"edition": card.get("edition", "10e"), **card.get("situation", {})}
        for result in comparisons([card["weapons"]], [card["target"]], tuple(known), **more):
            assert result.values == ((known[result.cell],),), card["says"]
            checked += 1
    assert checked > 20


# What the matrix says.


def test_a_row_of_several_weapons_is_one_units_volley() -> None:
    guns = ["A6 BS3+ S4 D2 [devastating wounds]", "A4 BS3+ S4 D=3 [devastating wounds]", "3x mortals 1 on 4+"]
    found = compare([guns, guns[0]], ["5x T4 Sv3+ W2"], cell="wipe", edition="11e", separate=True)
    assert found.values[0][0] == attack(guns, "5x T4 Sv3+ W2", edition="11e", separate=True).wipe
    assert found.values[1][0] == attack(guns[0], "5x T4 Sv3+ W2", edition="11e").wipe


def test_options_reach_every_pair() -> None:
    guns = ["A6 BS3+ S4 D2", "2x A1 BS3+ S8 AP-3 D=D6"]
    best = compare([guns], ["3x T4 Sv4+ W3"], weapon_order="best", objective="wipe")
    assert best.values == compare([guns], ["3x T4 Sv4+ W3"], weapon_order="best", objective="wipe").values
    assert best.values[0][0] == attack(guns, "3x T4 Sv4+ W3", weapon_order="best", objective="wipe").law("kills").mean
    near = compare(['24" A1 BS4+ S4 D1 [rapid fire 2]'], ["5x T4 W1"], distance=12)
    assert near.values == ((Fraction(3, 4),),)
    assert near.values != compare(['24" A1 BS4+ S4 D1 [rapid fire 2]'], ["5x T4 W1"], distance=13).values


def test_lethal_hits_are_settled_pair_by_pair() -> None:
    gun = "A4 BS3+ S4 AP0 D=3 [lethal hits, devastating wounds, anti-infantry 3+]"
    targets = ["5x T8 Sv2+ W3 [infantry]", "5x T8 Sv7+ W1"]
    found = compare([gun], targets, edition="11e")
    assert found.values[0] == tuple(attack(gun, target, edition="11e").law("kills").mean for target in targets)
    assert any("lethal hits: never is best" in note for note in found.notes)
    assert any("lethal hits: always is best" in note for note in found.notes)


def test_without_targets_there_is_a_common_set() -> None:
    found = compare([RIFLES])
    assert found.column_labels == DEFAULT_TARGETS
    assert found.columns == tuple(PRESETS[name] for name in DEFAULT_TARGETS)
    spread = [unit(text).groups[0] for text in found.columns]
    assert {min(g.toughness for g in spread), max(g.toughness for g in spread)} == {3, 12}
    assert {min(g.wounds for g in spread), max(g.wounds for g in spread)} == {1, 26}


def test_one_text_is_one_weapon_or_one_target() -> None:
    found = compare(RIFLES, "meq")
    assert found == compare([weapon(RIFLES)], [unit("meq")])
    assert (len(found.rows), len(found.columns)) == (1, 1)


def test_equal_values_are_all_the_best() -> None:
    found = compare(["A2 BS3+ S4 D1", "A1 BS3+ S4 D1", "2x A1 BS3+ S4 D1"], ["10x T4 W1", "T4 W1"], cell="damage")
    assert found.best[0] == (0, 2)
    assert found.best == ((0, 2), (0, 2))
    assert found.ranks == (Fraction(1), Fraction(3), Fraction(1))
    assert found.order() == (0, 2, 1)


def test_rows_are_sorted_by_rank_or_by_a_target() -> None:
    found = compare([LANCES, RIFLES], ["geq", "rhino", "meq"], cell="damage")
    assert found.ranks == (Fraction(5, 3), Fraction(4, 3))
    assert found.order("rank") == (1, 0)
    assert found.order("given") == (0, 1)
    assert found.order("rhino") == found.order("2") == found.order("1x T9 Sv3+ W10 [vehicle]") == (0, 1)
    assert found.order("GEQ") == (1, 0)
    shown = found.sorted()
    assert (shown.rows, shown.values) == (found.rows[::-1], found.values[::-1])
    with pytest.raises(MathhammerError, match="did you mean rhino"):
        found.sorted("rhno")
    with pytest.raises(MathhammerError, match="write rank, given"):
        found.sorted("4")


def test_an_attack_that_is_not_allowed_has_no_number_and_a_note() -> None:
    found = compare([HUNTER, RIFLES], ["meq", "rhino", "geq"], edition="11e", cell="damage")
    assert [value is None for value in found.values[0]] == [True, False, True]
    assert found.notes == (
        f"{HUNTER}: [hunter vehicle] may only be used against VEHICLE; the target lacks it (against meq, geq)",
    )
    assert found.best == ((1,), (0,), (1,))
    assert found.ranks == (Fraction(5, 3), Fraction(4, 3))
    with pytest.raises(SituationError, match="hunter vehicle"):
        compare([HUNTER], ["meq", "geq"], edition="11e")


def test_notes_and_labels_not_modelled_are_said_once() -> None:
    found = compare(["A2 BS3+ S4 D1 [assault, linked fire]", '24" A2 BS3+ S4 D1'], ["meq", "geq"], distance=6)
    assert found.not_modelled == ("linked fire",)
    assert len([note for note in found.notes if "no range is written" in note]) == 1


# Points.


def test_points_destroyed_per_100_points() -> None:
    """Half of one model of two is worth 20 of 80 points: 40 for every 100 of a weapon of 50."""
    found = compare(["A1 BS4+ S4 D1 @ 25"], ["2x T4 W1 @ 80"], cell="per-100-points")
    assert found.values == ((Fraction(1, 4) * 40 * 4,),)
    double = compare(["2x A1 BS4+ S4 D1 @ 50"], ["20x T4 W1 @ 800"], cell="per-100-points")
    assert double.values == found.values


@SLOW
@given(st.integers(1, 500), st.integers(1, 500), weapons("10e"), units())
def test_points_follow_from_the_models_slain(own: int, theirs: int, gun: Weapon, target: Unit) -> None:
    priced = Unit((replace(target.groups[0], points=theirs),))
    try:
        slain = compare([gun], [target], edition="10e").values[0][0]
    except MathhammerError:
        return
    assert slain is not None
    found = compare([replace(gun, points=own)], [priced], cell="per-100-points", edition="10e")
    assert found.values[0][0] == 100 * Fraction(theirs, own) * slain / target.models


def test_several_weapons_share_points() -> None:
    found = compare([["A1 BS4+ S4 D1 @ 25", "A1 BS4+ S4 D1 @ 0"]], ["10x T4 W1 @ 400"], cell="per-100-points")
    assert found.values == ((Fraction(1, 2) * 40 * 4,),)


@pytest.mark.parametrize(
    ("gun", "target", "said"),
    [
        ("Rifle: A2 BS3+ S4 D1", "meq @ 80", "Rifle has no points: write for example @ 90 after it, for the whole line"),
        ("A2 BS3+ S4 D1 @ 0", "meq @ 80", "A2 BS3+ S4 AP0 D1 has no points: write for example @ 90 after a weapon"),
        ("A2 BS3+ S4 D1 @ 5", "meq", "meq has no points: write for example meq @ 90, for all models"),
        ("mortals D3", "meq @ 80", "mortals D3 has no points: write for example @ 90 after a weapon"),
    ],
)
def test_missing_points_are_asked_for(gun: str, target: str, said: str) -> None:
    with pytest.raises(ProfileError) as refusal:
        compare([gun], [target], cell="per-100-points")
    assert str(refusal.value) == said
    with pytest.raises(ProfileError, match="@ 0 where another line of the unit has them"):
        compare(
            [["A2 BS3+ S4 D1 @ 5", gun.partition("@")[0] if "mortals" not in gun else "A1 WS3+ S4 D1"]],
            ["meq @ 8"],
            cell="per-100-points",
        )


# What it is, and what it refuses.


def test_a_comparison_is_a_value() -> None:
    found = compare([RIFLES, LANCES], ["meq", "rhino"])
    again = compare([RIFLES, LANCES], ["meq", "rhino"])
    assert found == again
    assert hash(found) == hash(again)
    assert pickle.loads(pickle.dumps(found)) == found
    assert found != compare([RIFLES, LANCES], ["meq", "rhino"], cell="damage")
    with pytest.raises(AttributeError):
        found.cell = "wipe"  # type: ignore[misc]
    assert isinstance(found, Comparison)


def test_its_rows_hold_every_pair() -> None:
    found = compare([RIFLES, LANCES], ["meq", "rhino"], cell="wipe")
    rows = found.to_rows()
    assert [(row["weapon"], row["target"]) for row in rows] == [
        (gun, target) for gun in ("10x Rifle", "2x Lance") for target in ("meq", "rhino")
    ]
    assert [row["wipe"] for row in rows] == [value for values in found.values for value in values]


@pytest.mark.parametrize(
    ("ask", "kind", "said"),
    [
        (lambda: compare([], ["meq"]), MathhammerError, "no weapon is given"),
        (lambda: compare([RIFLES], []), MathhammerError, "no target is given"),
        (lambda: compare([RIFLES], ["meq"], cell="dead"), MathhammerError, "no cell is called"),  # type: ignore[arg-type]
        (lambda: compare([RIFLES], ["meq"], weapon_order="fast"), SituationError, "weapon order"),  # type: ignore[arg-type]
        (lambda: compare([RIFLES], ["meq"], objective="fun"), SituationError, "no objective is called 'fun'"),
        (lambda: compare([RIFLES], ["meq"], covr=True), SituationError, "no situation is called 'covr'"),
        (lambda: compare([RIFLES], ["meq"], edition="9e"), MathhammerError, "no edition is called"),
        (lambda: compare([RIFLES], ["401x T4 W1"]), LimitError, "401 wounds"),
        (lambda: compare(["A4001 BS3+ S4 D1"], ["meq"]), MathhammerError, "A 4001"),
        (lambda: compare(["5x A1000 BS3+ S4 D1"], ["meq"]), LimitError, "5,000 attacks"),
        (lambda: compare([RIFLES] * (MOST_PAIRS + 1), ["meq"]), LimitError, "at most 50,000 pairs"),
        (lambda: compare([RIFLES, "A2 BS3+ S4"], ["meq"]), MathhammerError, "a weapon needs D"),
    ],
)
def test_what_cannot_be_answered_is_refused(ask: Callable[[], Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        ask()


def test_cells_are_those_of_the_contract() -> None:
    assert CELLS == ("kills", "damage", "wipe", "per-100-points")


# Labels.


def test_every_preset_is_called_by_its_name() -> None:
    twins = {"gaunt": "geq"}  # the same profile under two names
    for name, text in PRESETS.items():
        assert unit_label(unit(text)) == twins.get(name, name)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("3x meq", "3x meq"),
        ("meq @ 90", "meq"),
        ("meq [stealth]", "5x T4 Sv3+ W2 [infantry, stealth]"),
        ("5x Wardens: T4 Sv2+ W3 @ 200", "5x Wardens"),
        ("Boss: T5 W6", "Boss"),
        ("10x geq + Boss: T5 W6", "geq + Boss"),
    ],
)
def test_a_target_is_called_by_name_preset_or_line(text: str, label: str) -> None:
    assert unit_label(unit(text)) == label


def test_labels_that_are_alike_give_way_to_lines_and_numbers() -> None:
    guns = ["gun: A1 BS3+ S4 D1", "gun: A2 BS3+ S4 D1", "gun: A2 BS3+ S4 D1", "A3 BS3+ S4 D1 @ 9"]
    assert compare(guns, ["meq"]).row_labels == (
        "gun: A1 BS3+ S4 AP0 D1",
        "gun: A2 BS3+ S4 AP0 D1",
        "gun: A2 BS3+ S4 AP0 D1 (2)",
        "A3 BS3+ S4 AP0 D1",
    )
    assert attack_label([weapon("A3 BS3+ S4 D1 @ 9")]) == "A3 BS3+ S4 AP0 D1"
    assert distinct([], []) == ()
