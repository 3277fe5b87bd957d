"""Pictures drawn with matplotlib: the numbers on the Axes are the exact ones; files are the same every time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command_line import invoked
from matplotlib import pyplot

from mathhammer import MathhammerError, attack, charge, fate_pool, fate_reroll, fate_value, overlay
from mathhammer.distribution import distribution
from mathhammer.report.pictures import Bars, Choices, Curves, Heat, Laws, Picture, picked
from mathhammer.report.plots import checked, draw, save

BOLT = "10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]"
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PICTURES: list[Picture] = [
    Laws("slain", (("", distribution({0: 1, 1: 2, 3: 1})),), 1, title="A law", about="a question"),
    Laws("slain", (("one", distribution({0: 1, 1: 2})), ("two", distribution({0: 1, 2: 2}))), title="Two laws"),
    Laws("lost", (("", distribution(dict.fromkeys(range(60), 1))),), title="A wide law"),
    Laws("lost", (("", distribution({2: 1})),), title="A certain law"),
    Curves("attacks", "killed", (("_gun $5", [(n, 1 - HALF**n) for n in range(9)]),), levels=(Fraction(9, 10),)),
    Curves("dice", "worth", (("", [(1, THIRD), (2, HALF)]),), chance=False, marks=((1, "one"),), title="Numbers"),
    Bars("mean", ("hits", "wounds"), (("gun", (3, None)), ("bolter", (THIRD, 1))), stacked=True, title="Funnel"),
    Bars("gain", ("a 6", "a 5"), (("", (HALF, THIRD)),), chance=True, base=THIRD, said=("good", ""), title="Dice"),
    Bars("gain", ("a 6",), (("alone", (0,)), ("among", (0,))), title="Nothing"),
    Heat("slain", "target", "weapon", ("meq", "a long name of a target"), ("gun",), ((HALF, None),), title="Heat"),
    Choices("missing", "left", ("1", "2"), ("3",), (("hit 6", ""),), title="Policy"),
]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pyplot.close("all")


def near(drawn: Any, exact: Fraction | int) -> bool:
    """Whether a drawn number is the exact one, as near as decimal numbers that are added up come to it."""
    difference = abs(Fraction(drawn.item() if hasattr(drawn, "item") else drawn) - exact)
    return difference <= max(Fraction(1), abs(Fraction(exact))) / 2**45


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.title)
def test_the_same_picture_gives_the_same_bytes(picture: Picture, kind: str, tmp_path: Path) -> None:
    first, second = tmp_path / f"a.{kind}", tmp_path / f"b.{kind}"
    save(picture, first)
    pyplot.rcParams["axes.facecolor"] = "red"  # a user's own settings change nothing
    try:
        save(picture, second)
    finally:
        pyplot.rcdefaults()
    assert first.read_bytes() == second.read_bytes()
    if kind == "svg":
        assert ElementTree.parse(first).getroot().tag.endswith("svg")
        assert b"<dc:date>" not in first.read_bytes()
    else:
        assert first.read_bytes().startswith(b"\x89PNG")
    assert not pyplot.get_fignums()


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_another_process_gives_the_same_bytes(kind: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.{kind}" for name in "ab"]
    for seed, file in enumerate(files):
        words = ["attack", BOLT, "vs", "meq", "--plot", str(file)]
        done = subprocess.run(
            [sys.executable, "-m", "mathhammer", *words], capture_output=True, check=True, env={"PYTHONHASHSEED": str(seed)},
            cwd=Path(__file__).parent.parent,
        )  # fmt: skip
        assert done.stdout
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_law_is_drawn_as_it_is() -> None:
    result = attack(BOLT, "meq", half_range=True)
    law = result.law("kills")
    ax = result.plot()
    assert ax.get_title() == "Models slain"
    for rectangle, (value, chance) in zip(ax.patches, law, strict=True):
        assert near(rectangle.get_height(), 100 * chance)
        assert abs(Fraction(rectangle.get_x() + rectangle.get_width() / 2) - value) < Fraction(1, 10**9)
    at_least, mean = ax.lines[:2]
    assert list(at_least.get_xdata()) == [value for value, _ in law]
    assert all(near(y, 100 * law.at_least(x)) for x, y in zip(at_least.get_xdata(), at_least.get_ydata(), strict=True))
    assert near(mean.get_xdata()[0], law.mean)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["exactly", "at least", "mean 2.25"]


def test_a_wide_law_has_a_scale_for_its_columns_and_one_for_its_line() -> None:
    law = attack("20x A4 BS3+ S4 AP-1 D1", "20x T4 Sv3+ W3").law("damage")
    ax = draw(Laws("lost", (("", law),)))
    other = next(axes for axes in ax.figure.axes if axes is not ax)
    drawn = {round(p.get_x() + p.get_width() / 2): p.get_height() for p in ax.patches}
    assert all(near(height, 100 * law.probability(value)) for value, height in drawn.items())
    line = other.lines[0]
    assert all(near(y, 100 * law.at_least(x)) for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True))
    assert other.get_ylim() == (0, 104)
    low, high = ax.get_xlim()
    assert sum(chance for value, chance in law if low < value < high) > 1 - Fraction(1, 5000)


def test_laws_overlaid_are_drawn_each_under_its_name() -> None:
    rolls = {"plain": charge(9), "again": charge(9, reroll="both")}
    ax = overlay(rolls)
    for line, result in zip([line for line in ax.lines if len(line.get_xdata()) > 2], rolls.values(), strict=True):
        assert list(line.get_xdata()) == list(range(2, 13))
        assert all(near(y, 100 * result.law.at_least(x)) for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True))
    assert [text.get_text().split(" (")[0] for text in ax.get_legend().get_texts()] == list(rolls)
    styles = {(line.get_color(), line.get_linestyle(), line.get_marker()) for line in ax.lines if len(line.get_xdata()) > 2}
    assert len(styles) == 2


def test_overlay_takes_axes_and_refuses_what_it_cannot_draw() -> None:
    _, axes = pyplot.subplots(1, 2)
    result = attack(BOLT, "meq")
    assert overlay({"one": result, "two": result.law("hits")}, "hits", axes[1]) is axes[1]
    assert axes[1].get_xlabel() == "hits"
    with pytest.raises(MathhammerError, match="0 answers"):
        overlay({})
    with pytest.raises(MathhammerError, match="no stat is called 'x'"):
        overlay({"one": result}, "x")
    with pytest.raises(MathhammerError, match="has no law"):
        overlay({"one": "A2"})  # type: ignore[dict-item]


def test_a_funnel_stacks_the_means_of_the_weapons() -> None:
    result = attack([BOLT, "3x gun: A1 BS3+ S9 AP-4 D=D6", "mortals D3 on 4+"], "meq")
    ax = result.plot("funnel")
    labels = [text.get_text() for text in ax.get_yticklabels()]
    assert labels == ["attacks", "hits", "wounds", "unsaved", "wounds lost", "slain"]
    for bars, stage in zip(ax.containers, result.stages, strict=False):
        names = labels[:4] if "mortals" not in stage.weapon else ("attacks", None, None, "unsaved")
        for rectangle, name in zip(bars, names, strict=False):
            assert near(rectangle.get_width(), getattr(stage, name) if name else 0)
    assert near(ax.containers[-1][4].get_width(), result.law("damage").mean)
    assert near(ax.containers[-1][5].get_width(), result.law("kills").mean)
    assert near(ax.containers[1][0].get_x(), result.stages[0].attacks)


def test_the_odds_of_a_charge_are_those_of_each_number() -> None:
    ax = charge(9, reroll="one").plot()
    asked, alone = ax.lines[:2]
    for x, y, z in zip(asked.get_xdata(), asked.get_ydata(), alone.get_ydata(), strict=True):
        assert near(y, 100 * charge(int(x), reroll="one").law.at_least(int(x)))
        assert near(z, 100 * charge(int(x)).law.at_least(int(x)))
    assert list(asked.get_xdata()) == list(range(2, 14))
    assert ax.lines[2].get_xdata()[0] == 9


def test_what_a_die_is_worth_is_drawn_face_by_face() -> None:
    result = charge(9, reroll="one")
    ax = result.plot("die")
    assert [text.get_text() for text in ax.get_yticklabels()] == [f"a {face}" for face in (6, 5, 4, 3, 2, 1)]
    for rectangle, face in zip(ax.patches, (6, 5, 4, 3, 2, 1), strict=True):
        assert near(rectangle.get_width(), 100 * result.by_face[face])
    assert near(ax.lines[0].get_xdata()[0], 100 * result.base)


def test_dice_in_an_attack_have_their_pictures() -> None:
    result = attack("A4 BS3+ S8 AP-1 D=D6", "dread", dice=(6, 5), uses=2, objective="wipe", edition="10e")
    decision = result.decision
    assert decision is not None
    assert list(result.gallery())[-3:] == ["dice", "spent", "policy"]
    alone, among = result.plot("dice").containers
    assert [near(r.get_width(), 100 * decision.by_die[face]) for r, face in zip(alone, (6, 5), strict=True)] == [True] * 2
    assert [near(r.get_width(), 100 * decision.marginal[face]) for r, face in zip(among, (6, 5), strict=True)] == [True] * 2
    ax = result.plot("spent")
    rolls = [text.get_text() for text in ax.get_yticklabels()]
    for bars, face in zip(ax.containers, (6, 5), strict=True):
        for rectangle, roll in zip(bars, rolls, strict=True):
            assert near(rectangle.get_width(), decision.spent.get(f"{roll} {face}", Fraction(0)))
    policy = picked(result.gallery(), "policy")
    assert isinstance(policy, Choices)
    for row, roll in zip(policy.cells, policy.rows, strict=True):
        for cell, missing in zip(row, policy.columns, strict=True):
            faces = {a.face for a in decision.advice if a.roll == roll and int(missing) in a.missing}
            assert {int(c) for c in cell if c.isdigit()} == faces


def test_strands_thresholds_are_drawn_by_number_of_dice() -> None:
    answer = fate_value()
    worth, once, kept = answer.plot("thresholds").lines[:3]
    assert all(near(y, answer.rolls[int(x) - 1].value) for x, y in zip(worth.get_xdata(), worth.get_ydata(), strict=True))
    assert all(near(y, answer.rolls[int(x) - 1].once) for x, y in zip(once.get_xdata(), once.get_ydata(), strict=True))
    assert [(x, y) for x, y in zip(kept.get_xdata(), kept.get_ydata(), strict=True)] == [
        (roll.dice, roll.keep_from) for roll in answer.rolls[1:]
    ]


def test_miracle_dice_are_drawn_kind_by_kind() -> None:
    answer = fate_pool(gained=5)
    for line, need in zip(answer.plot().lines, (6, 5, 4, 3, 2), strict=True):
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True):
            assert near(y, 100 * answer.at_least(int(x), need))


def test_keeping_and_rolling_again_are_drawn_side_by_side() -> None:
    answer = fate_reroll([6, 5, 3, 2, 1, 1])
    assert answer.reroll is not None
    keep, again = answer.plot().patches
    assert near(keep.get_width(), answer.keep)
    assert near(again.get_width(), answer.reroll)


def test_heat_holds_the_numbers() -> None:
    ax = draw(Heat("slain", "t", "w", ("a", "b"), ("x", "y"), ((THIRD, None), (1, HALF)), chance=True))
    shown = ax.images[0].get_array()
    assert near(shown[0, 0], 100 * THIRD)
    assert near(shown[1, 1], 100 * HALF)
    assert shown[0, 1] is not shown[0, 0]
    assert sorted(text.get_text() for text in ax.texts) == ["100.00", "33.33", "50.00"]


def test_levels_and_marks_of_a_curve_are_drawn() -> None:
    points = [(n, 1 - HALF**n) for n in range(9)]
    ax = draw(Curves("attacks", "killed", (("gun", points),), levels=(Fraction(9, 10),), marks=((4, "4 for 90 %"),)))
    line, level, mark = ax.lines
    assert all(near(y, 100 * exact) for y, (_, exact) in zip(line.get_ydata(), points, strict=True))
    assert level.get_ydata()[0] == 90
    assert mark.get_xdata()[0] == 4
    assert 90 in ax.get_yticks()


# The command line.


@pytest.mark.parametrize(
    "words",
    [
        ["attack", BOLT, "vs", "meq"],
        ["attack", BOLT, "vs", "meq", "--edition", "10e,11e", "--stat", "hits"],
        ["attack", BOLT, "vs", "meq", "--picture", "funnel", "--format", "html"],
        ["attack", "A2 BS3+ S4 D1", "vs", "meq", "--dice", "6", "--picture", "dice", "--format", "json"],
        ["compare", BOLT, "--cell", "kills,wipe", "--edition", "10e,11e", "--picture", "wipe-11e"],
        ["compare", BOLT, "vs", "meq", "--format", "csv"],
        ["needed", BOLT, "vs", "meq", "--chance", "60%", "--edition", "10e,11e"],
        ["needed", "AD6 BS3+ S4 D1", "vs", "meq", "--picture", "attacks", "--format", "json"],
        ["upgrades", BOLT, "vs", "meq", "--picture", "chance"],
        ["sweep", BOLT, "vs", "meq", "--over", "T=3..6", "--at", "1%", "--edition", "10e,11e"],
        ["sweep", BOLT, "vs", "meq", "--over", "cover=off,on", "--over", "T=3..6", "--picture", "damage"],
        ["charge", "9", "--edition", "10e,11e"],
        ["charge", "900"],
        ["advance"],
        ["battle-shock", "7", "--picture", "die"],
        ["threat", "--move", "6", "--chance", "75%", "--edition", "10e,11e"],
        ["threat", "--move", "6", "--advance", "--reach", "24", "--distance", "33", "--dice", "3", "--picture", "use"],
        ["fate", "reroll", "6", "1"],
        ["fate", "value", "--picture", "worth"],
        ["fate", "die"],
        ["fate", "value", "--value", "5:a,6:1", "--number", "4"],
        ["fate", "reroll", "5", "5", "1", "--value", "5:a,6:1"],
        ["rules", "lethal hits", "vs", "sustained hits 1", "--edition", "10e,11e"],
        ["formula", "A4 BS3+ S5 AP-1 D2", "vs", "1x T4 Sv3+ W2", "--unknown", "h", "--reach", "50%"],
        ["breakeven", "A3 BS3+ S4 D1", "vs", "A2 BS3+ S9 AP-3 D=3", "--over", "FNP=none", "--picture", "regions-2"],
        ["fate", "pool", "--gained", "3", "--format", "csv"],
    ],
)
def test_a_picture_is_drawn_beside_the_answer(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "picture.SVG"
    done = invoked(*words, "--plot", str(file))
    assert done.exit_code == 0, done.stderr
    without = list(words)
    if "--picture" in without:
        at = without.index("--picture")
        del without[at : at + 2]
    assert done.stdout == invoked(*without).stdout
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            ["--plot", "x.pdf"],
            "error: --plot 'x.pdf' ends in no kind of picture: write for example picture.png or picture.svg\n",
        ),
        (["--plot", "x"], "error: --plot 'x' ends in no kind of picture"),
        (["--picture", "law"], "error: --picture 'law' without --plot"),
        (
            ["--plot", "x.png", "--picture", "y"],
            "error: no picture of this answer is called 'y': write one of odds, law, die\n",
        ),
        (["--plot", "/none/x.png"], "error: /none/x.png cannot be written"),
        (["--plot", "a\0.png"], "error: --plot 'a\\x00.png' is no name of a file"),
    ],
)
def test_pictures_that_cannot_be_drawn_are_refused(
    more: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = invoked("charge", "9", *more)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(said)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_without_matplotlib_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = invoked("charge", "9", "--plot", str(tmp_path / "x.png"))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "error: matplotlib is not installed: install it: pip install 'mathhammer[plot]'\n"


def test_kinds_of_file() -> None:
    assert checked("a/b.PNG") == Path("a/b.PNG")


def test_no_picture_imports_matplotlib_before_it_is_drawn() -> None:
    code = "import sys, mathhammer; r = mathhammer.charge(9); r.gallery(); r.to_html(); print('matplotlib' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent
    )
    assert done.stdout.strip() == "False"
