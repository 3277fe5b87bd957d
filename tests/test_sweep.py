"""Sweeps: every row is the attack with that number written."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mathhammer import MathhammerError, Sweep, attack, sweep
from mathhammer.errors import LimitError, ProfileError, SituationError
from mathhammer.questions.variables import _EXAMPLES, _STATS, canonical, shown
from mathhammer.questions.variables import settings as values_of
from mathhammer.situation import FLAGS, Situation

GUN, TARGET = "3x A4 BS3+ S4 AP-1 D2", "3x T4 Sv3+ W3 Inv5+ FNP6+"
CLUB = "3x A4 WS3+ S4 AP-1 D2"
STATS = ("A", "BS", "S", "AP", "D", "weapons", "T", "Sv", "W", "Inv", "FNP", "models")


def written(**new: object) -> tuple[str, str]:
    """The attack with some of its numbers written anew."""
    was: dict[str, object] = {"A": 4, "BS": 3, "S": 4, "AP": 1, "D": 2, "weapons": 3}
    was |= {"T": 4, "Sv": 3, "W": 3, "Inv": 5, "FNP": 6, "models": 3} | new
    gun = f"{was['weapons']}x A={was['A']} BS{was['BS']}+ S={was['S']} AP-{was['AP']} D={was['D']}"
    saves = "".join(f" {name}{was[name]}+" for name in ("Inv", "FNP") if was[name] != 7)
    return gun, f"{was['models']}x T{was['T']} Sv{was['Sv']}+ W{was['W']}{saves}"


CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "A": st.sampled_from([1, 3, "D3", "D6+1"]),
    "BS": st.integers(2, 6),
    "S": st.sampled_from([1, 4, 8, "D6"]),
    "AP": st.integers(0, 5),
    "D": st.sampled_from([0, 1, 3, "D3", "D6+2"]),
    "weapons": st.integers(1, 6),
    "T": st.integers(1, 14),
    "Sv": st.integers(2, 7),
    "W": st.integers(1, 6),
    "Inv": st.integers(2, 7),
    "FNP": st.integers(2, 7),
    "models": st.integers(1, 6),
}


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(["10e", "11e"]))
def test_every_row_is_the_attack_with_those_numbers_written(data: st.DataObject, edition: str) -> None:
    names = data.draw(st.lists(st.sampled_from(STATS), min_size=1, max_size=2, unique=True))
    over = {name: data.draw(st.lists(CHOICES[name], min_size=1, max_size=3, unique=True)) for name in names}
    found = sweep(GUN, TARGET, over, edition=edition)
    assert [row.settings for row in found.rows] == list(product(*over.values()))
    for row in found.rows:
        gun, target = written(**dict(zip(names, row.settings, strict=True)))
        result = attack(gun, target, edition=edition)
        assert (row.kills, row.damage, row.wipe) == (result.law("kills").mean, result.law("damage").mean, result.wipe)


def test_every_stat_is_among_those_tried() -> None:
    assert set(STATS) == set(CHOICES)
    assert set(STATS) | {"WS"} == set(_STATS)


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_can_be_swept(flag: str) -> None:
    gun = '24" A4 BS3+ S4 AP-1 D1 [rapid fire 1, conversion, heavy, indirect fire]'
    found = sweep(gun, TARGET, {flag: "off,on"}, edition="11e")
    flags: list[dict[str, Any]] = [{flag: on} for on in (False, True)]
    expected = [attack(gun, TARGET, edition="11e", **around).law("damage").mean for around in flags]
    assert [row.damage for row in found.rows] == expected
    assert found.axis(0) == (False, True)


def test_the_rest_of_the_situation_can_be_swept() -> None:
    gun = '24" A4 BS3+ S4 AP-1 D1 [rapid fire 2]'
    by_distance = sweep(gun, TARGET, {"distance": "12..13"}).rows
    assert [row.kills for row in by_distance] == [attack(gun, TARGET, distance=d).law("kills").mean for d in (12, 13)]
    by_order = sweep(gun, TARGET, {"order": "none,Take Aim"}).rows
    assert [row.settings for row in by_order] == [("none",), ("take-aim",)]
    assert by_order[1].kills == attack(gun, TARGET, order="take-aim").law("kills").mean
    lethal = sweep("A4 BS3+ S4 D1 [lethal hits]", TARGET, {"lethal": "always,never"}, edition="11e").rows
    assert lethal[0].kills != lethal[1].kills


def test_a_skill_is_that_of_the_weapons_that_have_it() -> None:
    both = sweep([GUN, CLUB], TARGET, {"WS": "2,6"})
    for need, row in zip((2, 6), both.rows, strict=True):
        assert row.damage == attack([GUN, CLUB.replace("WS3+", f"WS{need}+")], TARGET).law("damage").mean
    with pytest.raises(ProfileError, match="no weapon has WS"):
        sweep(GUN, TARGET, {"WS": "2..6"})
    with pytest.raises(ProfileError, match="no weapon has S"):
        sweep("mortals D3", TARGET, {"S": "2..6"})
    assert sweep("mortals 1 on 4+", TARGET, {"weapons": "2"}).rows[0].damage == Fraction(5, 6)


def test_saves_that_are_swept_take_the_place_of_all_written() -> None:
    target = "3x T4 Sv6+ W2 Inv4+ (ranged) FNP4+ (mortal)"
    none, six = sweep(GUN, target, {"Inv": "none,6"}).rows
    assert none.settings == (7,)
    assert none.kills == attack(GUN, "3x T4 Sv6+ W2").law("kills").mean
    assert six.kills == attack(GUN, "3x T4 Sv6+ W2 Inv6+").law("kills").mean
    assert sweep("mortals D6", target, {"FNP": "none"}).rows[0].damage == attack("mortals D6", "3x T4 W2").law("damage").mean


def test_an_attack_that_is_not_allowed_has_no_numbers_and_a_note() -> None:
    found = sweep('12" A2 BS3+ S4 D1', TARGET, {"distance": "12..14"})
    assert [row.kills is None for row in found.rows] == [False, True, True]
    assert any(note.endswith("(at distance 13)") for note in found.notes)
    with pytest.raises(SituationError, match="the range is"):
        sweep('12" A2 BS3+ S4 D1', TARGET, {"distance": "13..14"})
    assert found.crossings("kills", Fraction(0)) == ()


def test_a_bound_is_passed_between_two_rows() -> None:
    found = sweep("20x A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W1", {"T": range(2, 10), "cover": (False, True)})
    at = Fraction(1, 2)
    crossings = found.crossings("wipe", at)
    for on in (False, True):
        rows = [row for row in found.rows if row.settings[1] is on]
        expected = [pair for pair in pairwise(rows) if (pair[0].wipe or 0) >= at > (pair[1].wipe or 0)]
        assert [(c.before, c.after) for c in crossings if c.beside == (on,)] == expected
        assert len(expected) == 1
    assert not any(c.reached for c in crossings)
    rising = sweep("A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W1", {"weapons": "1..40"}).crossings("kills", Fraction(3))
    assert [c.reached for c in rising] == [True]
    assert (rising[0].before.kills or 0) < 3 <= (rising[0].after.kills or 0)


def test_a_bound_that_is_met_exactly_is_reached() -> None:
    found = sweep("A1 BS4+ S4 D1", "T4 W1", {"BS": "6..2"})
    (passed,) = found.crossings("wipe", Fraction(1, 4))
    assert (passed.before.settings, passed.after.settings, passed.reached) == ((5,), (4,), True)


def test_a_sweep_is_a_value() -> None:
    found = sweep(GUN, TARGET, {"T": "3..5"})
    assert found == sweep(GUN, TARGET, {"t": range(3, 6)})
    assert hash(found) == hash(sweep(GUN, TARGET, {"T": (3, 4, 5)}))
    assert pickle.loads(pickle.dumps(found)) == found
    assert isinstance(found, Sweep)
    with pytest.raises(AttributeError):
        found.over = ("S",)  # type: ignore[misc]
    assert found.values == tuple((row.kills, row.damage, row.wipe) for row in found.rows)
    assert found.to_rows()[0] == {"T": 3, **dict(zip(("kills", "damage", "wipe"), found.values[0], strict=True))}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("T", "3..5", (3, 4, 5)),
        ("T", "5..3", (5, 4, 3)),
        ("Sv", "2+..4+, 6+", (2, 3, 4, 6)),
        ("AP", "0..-2", (0, -1, -2)),
        ("D", "1,d3,D6+1,1", (1, "D3", "D6+1")),
        ("Inv", "4,none,-", (4, 7)),
        ("cover", "off,ON,no", (False, True)),
        ("distance", '6",12', (6, 12)),
        ("order", "none", ("none",)),
    ],
)
def test_values_are_read_as_players_write_them(name: str, text: str, expected: tuple[object, ...]) -> None:
    assert values_of(name, text) == expected


@pytest.mark.parametrize("name", [*_STATS, *Situation.__dataclass_fields__])
def test_every_name_is_known_in_any_case_and_has_an_example(name: str) -> None:
    assert canonical(name.upper()) == canonical(name.replace("_", "-")) == name
    assert values_of(name, _EXAMPLES.get(name, "off,on"))


def test_settings_are_shown_as_players_write_them() -> None:
    assert [shown(value) for value in (False, True, 0, 1, "D3")] == ["off", "on", "0", "1", "D3"]


@pytest.mark.parametrize(
    ("over", "kind", "said"),
    [
        ({}, MathhammerError, "0 numbers are swept"),
        ({"T": "3", "W": "1", "S": "4"}, MathhammerError, "3 numbers are swept"),
        ({"T": "3", "toughness": "4"}, MathhammerError, "T is swept twice"),
        ({"Q": "3"}, MathhammerError, "'Q' cannot be swept"),
        ({"covr": "on"}, MathhammerError, "did you mean cover"),
        ({"T": ""}, MathhammerError, r"T=\? is no value"),
        ({"T": []}, MathhammerError, "no value of T is given: write for example T=3..14"),
        ({"T": "3..x"}, MathhammerError, "T=3..x is no value"),
        ({"T": 3}, MathhammerError, "T is swept over 3"),
        ({"T": [True]}, MathhammerError, "T is swept over True"),
        ({"T": [Fraction(3)]}, MathhammerError, "T is swept over Fraction"),
        ({"T": "0..3"}, ProfileError, "T=0: T 0 is outside 1..1000"),
        ({"BS": "1"}, ProfileError, r"BS=1: BS 1\+ is outside"),
        ({"Inv": "1"}, ProfileError, r"Inv=1: Inv 1\+ is outside"),
        ({"A": "2D"}, ProfileError, "bad dice expression"),
        ({"W": "1"}, ProfileError, "W=1: wounded 2 does not fit W1"),
        ({"cover": "perhaps"}, MathhammerError, "cover=perhaps is no value"),
        ({"cover": [1]}, MathhammerError, "cover=1 is no value"),
        ({"order": "none,fix-it"}, SituationError, "no Order is called"),
        ({"T": "1..1001"}, LimitError, "more than 1,000 values of T"),
        ({"T": range(10**12)}, LimitError, "more than 1,000 values of T"),
        ({"T": "1..999999"}, LimitError, "more than 1,000 values of T"),
        ({"T": "1..100", "S": "1..51"}, LimitError, "5,100 rows: at most 5,000"),
        ({"models": "200"}, LimitError, "600 wounds"),
        ({"stationary": "on,off"}, SituationError, "stationary is swept and said to be True"),
    ],
)
def test_what_cannot_be_swept_is_refused(over: Any, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        sweep(GUN, "2x T4 Sv3+ W3 [wounded 2]", over, stationary=True)


def test_options_reach_every_row() -> None:
    asks: list[Callable[[], Sweep]] = [
        lambda: sweep(GUN, TARGET, {"T": "4"}, weapon_order="fast"),  # type: ignore[arg-type]
        lambda: sweep(GUN, TARGET, {"T": "4"}, objective="fun"),
        lambda: sweep(GUN, TARGET, {"T": "4"}, covr=True),
        lambda: sweep(GUN, TARGET, {"T": "4"}, edition="9e"),
    ]
    for ask in asks:
        with pytest.raises(MathhammerError):
            ask()
