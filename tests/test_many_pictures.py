"""Pictures and pages of comparisons and sweeps: the numbers in them are those of the answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from matplotlib import pyplot

from mathhammer import Comparison, NeededResult, Sweep, UpgradesResult, compare, needed, sweep, upgrades
from mathhammer.report.blocks import Grid, Strong
from mathhammer.report.html import html
from mathhammer.report.markdown import markdown_of
from mathhammer.report.pictures import Bars, Curves, Heat, Picture, picked
from mathhammer.report.plots import draw
from mathhammer.result.compare_page import comparisons_gallery
from mathhammer.result.needed_show import needed_gallery
from mathhammer.result.sweep_pictures import Bound, sweeps_gallery
from mathhammer.result.upgrades import MEASURES
from mathhammer.result.upgrades_show import upgrades_gallery

RIFLE, LANCE = "10x Rifle: A2 BS3+ S4 AP-1 D1", "2x Lance: A1 BS3+ S12 AP-3 D=D6+1"
HALF = Fraction(1, 2)


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pyplot.close("all")


def pictured(answer: Comparison | NeededResult | Sweep | UpgradesResult, name: str | None = None) -> Picture:
    return picked(answer.gallery(), name)


def test_a_comparison_is_drawn_in_shades() -> None:
    answer = compare([RIFLE, LANCE], ["meq", "rhino"], edition="11e")
    found = pictured(answer, "kills")
    assert isinstance(found, Heat)
    assert (found.columns, found.rows, found.values) == (("meq", "rhino"), ("10x Rifle", "2x Lance"), answer.values)
    assert found.alone
    assert found.about == "11th edition"
    chances = pictured(compare([RIFLE, LANCE], ["meq"], cell="wipe"))
    assert isinstance(chances, Heat)
    assert chances.chance
    assert not chances.alone


def test_matrices_of_several_editions_have_names_of_their_own() -> None:
    answers = [compare([RIFLE], ["meq"], cell=cell, edition=name) for name in ("10e", "11e") for cell in ("kills", "wipe")]
    assert list(comparisons_gallery(answers)) == ["kills-10e", "wipe-10e", "kills-11e", "wipe-11e"]


def test_shades_go_from_the_least_to_the_most_of_all_or_of_a_column() -> None:
    values = ((0, 10, None), (HALF, 30, None), (1, 20, 5))
    names = ("a", "b", "c")
    shares: Any = Heat("q", "", "", names, names, values).shares
    assert shares == (
        (0, Fraction(1, 3), None),
        (Fraction(1, 60), 1, None),
        (Fraction(1, 30), Fraction(2, 3), Fraction(1, 6)),
    )
    alone = Heat("q", "", "", names, names, values, alone=True)
    shares = alone.shares
    assert shares == ((0, 0, None), (HALF, 1, None), (1, HALF, 0))
    shown = draw(alone).images[0].get_array()
    assert [[None if cell is None else float(cell) for cell in row] for row in alone.shares] == [
        [None if cell is None else cell for cell in row] for row in shown.tolist()
    ]


def test_the_best_of_a_column_stands_out() -> None:
    answer = compare([RIFLE, LANCE], ["meq", "rhino"])
    grid = next(block for block in answer.blocks() if isinstance(block, Grid))
    strong = [[isinstance(cell, Strong) for cell in row[1:]] for row in grid.rows]
    assert strong == [[row in best for best in answer.best] for row in range(2)]
    assert markdown_of(answer.blocks()).count("**") == 2 * 3  # the heading, and the best of two columns
    assert html(answer.blocks()).count("<strong>") == 2


def test_the_cells_of_a_page_are_shaded_as_the_picture() -> None:
    text = html(compare([RIFLE, LANCE], ["meq", "rhino"]).blocks())
    shades = re.findall(r'<td class="c" style="background:rgb\(([\d,]+)\)', text)
    assert shades == ["8,48,107", "222,235,247", "222,235,247", "8,48,107"]


def test_a_sweep_of_a_number_is_drawn_as_curves() -> None:
    answers = [sweep(RIFLE, "meq", {"T": "3..9"}, edition=name) for name in ("10e", "11e")]
    bound = Bound("kills", Fraction(1))
    found = picked(sweeps_gallery(answers, (), bound), None)
    assert isinstance(found, Curves)
    for answer, (name, points) in zip(answers, found.lines, strict=True):
        assert name == answer.edition.title
        assert list(points) == [(row.settings[0], row.kills) for row in answer.rows]
    assert found.levels == (Fraction(1),)
    assert found.marks == ((5, "T 5"),)
    assert answers[0].rows[2].settings == (5,)
    assert answers[0].rows[1].kills > 1 > answers[0].rows[2].kills  # type: ignore[operator]


def test_values_are_drawn_in_their_order_however_they_are_given() -> None:
    found = pictured(sweep(RIFLE, "meq", {"T": (8, 3, 5)}))
    assert isinstance(found, Curves)
    assert [x for x, _ in found.lines[0][1]] == [3, 5, 8]


def test_a_sweep_of_what_is_no_number_is_drawn_as_bars() -> None:
    answer = sweep(RIFLE, "meq", {"cover": "off,on"})
    found = pictured(answer, "wipe")
    assert isinstance(found, Bars)
    assert found.labels == ("cover off", "cover on")
    assert found.series == (("", tuple(row.wipe for row in answer.rows)),)


def test_a_sweep_of_two_is_drawn_in_shades() -> None:
    answer = sweep(RIFLE, "meq", {"T": "3..5", "cover": "off,on"})
    found = pictured(answer, "damage")
    assert isinstance(found, Heat)
    assert (found.rows, found.columns) == (("3", "4", "5"), ("off", "on"))
    assert (found.y, found.x) == ("T", "cover")
    for row in answer.rows:
        down, across = answer.axis(0).index(row.settings[0]), answer.axis(1).index(row.settings[1])
        assert found.values[down][across] == row.damage


def test_a_kill_curve_has_the_chance_asked_for_and_the_number_that_is_needed() -> None:
    answers = [needed("A2 BS3+ S9 AP-3 D=D6", "rhino", chance="73%", edition=name, cover=True) for name in ("10e", "11e")]
    gallery = needed_gallery(answers)
    assert list(gallery) == ["models", "attacks"]
    for by in ("attacks", "models"):
        found = picked(gallery, by)
        assert isinstance(found, Curves)
        for answer, (name, points) in zip(answers, found.lines, strict=True):
            curve = answer.curve if by == "attacks" else answer.model_curve
            side = answer.by_attacks if by == "attacks" else answer.by_models
            least = [getattr(at, by) for at in answer.milestones]
            assert name == answer.edition.title
            assert {x for x, _ in points} >= {n for n in least if n <= max(curve)}
            assert [x for x, _ in points] == sorted({x for x, _ in points})
            assert all(y == side.reached(int(x)) for x, y in points)
        assert found.levels == (HALF, Fraction(73, 100), Fraction(9, 10), Fraction(99, 100))
        assert [at for at, _ in found.marks] == sorted({getattr(answer, by) for answer in answers})
        assert ["edition" in words for _, words in found.marks] == [by == "attacks"] * len(found.marks)


def test_a_chance_never_reached_has_no_mark() -> None:
    found = pictured(needed("A1 BS3+ S4 D1", "1x T4 Sv3+ W1", chance="100%"))
    assert isinstance(found, Curves)
    assert found.marks == ()
    assert 1 in found.levels


def test_upgrades_are_drawn_by_what_they_add() -> None:
    answer = upgrades(RIFLE, "meq")
    assert list(answer.gallery()) == ["kills", "damage", "chance"]
    kills = pictured(answer)
    assert isinstance(kills, Bars)
    assert "reroll hits fails = 4 others" in kills.labels
    for by in MEASURES:
        found = pictured(answer, by)
        assert isinstance(found, Bars)
        gains = [Fraction(gain or 0) for gain in found.series[0][1]]
        assert gains == sorted(gains, reverse=True)
        assert set(gains) == {answer.gain(row, by) for row in answer.rows}
        assert found.labels[0] == answer.ranked(by)[0].name == "+1 D"
        assert found.chance is (by == "chance")
    assert list(upgrades(RIFLE, "rhino").gallery()) == ["damage", "chance"]
    assert list(upgrades_gallery([answer, upgrades(RIFLE, "rhino", edition="11e")]))[-1] == "chance-11e"


@pytest.mark.parametrize(
    ("points", "levels", "top"),
    [([HALF], (), HALF), ([Fraction(3, 5)], (), 1), ([Fraction(1, 9)], (HALF,), HALF), ([Fraction(0)], (), 1), ([1], (), 1)],
)
def test_an_axis_of_chances_ends_at_one_unless_all_are_far_below(
    points: list[Fraction], levels: tuple[Fraction, ...], top: Fraction
) -> None:
    found = Curves("x", "chance", (("", list(enumerate(points))),), levels=levels)
    assert found.top == top
    low, high = draw(found).get_ylim()
    assert low == 0
    assert 100 * top < high < 107 * top
