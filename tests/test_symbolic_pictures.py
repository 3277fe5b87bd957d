"""Pictures and pages of formulas, break-even, rules against rules and open Fate dice: their numbers are the answers'."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mathhammer import breakeven, contest, fate_curve, fate_interval
from mathhammer.questions.fate_open import fixed_die
from mathhammer.questions.formula import stated
from mathhammer.report.blocks import Grid, Maths
from mathhammer.report.html import html
from mathhammer.report.markdown import markdown_of
from mathhammer.report.numbers import Figures, percent
from mathhammer.report.pictures import Choices, Curves, Heat, picked
from mathhammer.result.contest import contest_gallery
from mathhammer.result.fate_open_shown import open_gallery
from mathhammer.result.formula import formula_blocks
from mathhammer.result.formula_pictures import formula_gallery

GUN, TARGET = "A4 BS3+ S5 AP-1 D2", "1x T4 Sv3+ W2"


@pytest.mark.parametrize(
    ("unknown", "reach"), [("n", Fraction(9, 10)), ("h", Fraction(1, 2)), ("s", None), ("h", Fraction(99, 100))]
)
def test_a_formula_in_one_letter_is_a_curve(unknown: str, reach: Fraction | None) -> None:
    answers = [stated(GUN, TARGET, of="wipe", unknown=unknown, reach=reach, edition=name) for name in ("10e", "11e")]
    gallery = formula_gallery(answers)
    assert list(gallery) == ["wipe"]
    found = picked(gallery, None)
    assert isinstance(found, Curves)
    for answer, (name, points) in zip(answers, found.lines, strict=True):
        (formula,) = answer.formulas
        (letter,) = (letter for letter in formula.letters if letter.name == unknown)
        assert name == answer.result.edition.title
        assert all(y == formula.at(**{unknown: x}) for x, y in points)
        xs = [x for x, _ in points]
        assert xs == list(range(len(xs))) if unknown == "n" else (xs[0], xs[-1]) == (letter.low, letter.high)
    assert found.levels == (() if reach is None else (reach,))
    passed = answers[0].thresholds[0]
    assert [at for at, _ in found.marks] == ([] if passed is None or passed.high is None else [passed.high])
    assert found.whole is (unknown == "n")


def test_a_formula_in_several_letters_has_no_curve() -> None:
    assert list(formula_gallery([stated(GUN, TARGET, of="damage")])) == []
    assert list(formula_gallery([stated(GUN, TARGET)])) == ["wipe"]
    assert list(formula_gallery([stated(GUN, TARGET, unknown="n")])) == ["wipe", "damage"]


def test_formulas_are_for_latex_in_markdown_and_text_on_a_page() -> None:
    blocks = formula_blocks([stated(GUN, TARGET, of="wipe")], Figures())
    (maths,) = (block for block in blocks if isinstance(block, Maths))
    assert f"$$ {maths.latex} $$" in markdown_of(blocks)
    assert f"<pre><code>{maths.text}</code></pre>" in html(blocks)


def test_regions_are_coloured_as_they_are_said() -> None:
    answer = breakeven("3x A3 BS3+ S4 AP-1 D1", "A2 BS3+ S9 AP-3 D=3", over={"T": range(3, 12), "W": [1, 2], "FNP": [7]})
    grids = [block for block in answer.blocks() if isinstance(block, Grid)]
    assert list(answer.gallery()) == ["regions", "regions-2"]
    better = {row.target: {"first": "1", "second": "2", "equal": "=", "neither": "-"}[row.better] for row in answer.rows}
    for wounds, grid, name in zip((1, 2), grids, answer.gallery(), strict=True):
        found = picked(answer.gallery(), name)
        assert isinstance(found, Choices)
        assert found == grid.shades
        assert found.cells == tuple(row[1:] for row in grid.rows)
        assert found.kinds == ("1", "2", "=", "-")
        for label, cells in zip(found.rows, found.cells, strict=True):
            first, _, last = label.partition(" to ")
            for toughness in range(int(first), int(last or first) + 1):
                assert cells == tuple(better[toughness, save, wounds, 7] for save in range(2, 8))


def test_rules_against_rules_are_drawn_by_roll() -> None:
    one = picked(contest("lethal hits", "sustained hits 1").gallery(), None)
    assert isinstance(one, Choices)
    assert (one.x, one.columns, one.cells) == ("wound roll", ("2+", "3+", "4+", "5+", "6+"), (("2", "2", "=", "1", "1"),))
    answer = contest("twin-linked", "heavy")
    two = picked(answer.gallery(), "rolls")
    assert isinstance(two, Choices)
    signs = {"first": "1", "second": "2", "equal": "="}
    for hit, row in enumerate(two.cells, 2):
        assert row == tuple(signs[answer.outcomes[hit, wound, 4]] for wound in range(2, 7))
    both = [contest("twin-linked", "heavy", edition=name) for name in ("10e", "11e")]
    assert list(contest_gallery(both)) == ["rolls-10e", "rolls-11e"]
    assert len(answer.to_rows()) == 150


def test_keeping_and_rolling_again_cross_where_the_advice_changes() -> None:
    answer = fate_interval([5, 5, 5, 2, 1, 1])
    found = picked(answer.gallery(), None)
    assert isinstance(found, Curves)
    (keep, kept), (again, rolled) = found.lines
    assert (keep, again) == ("keep", "roll again")
    assert list(kept) == [(0, 0), (1, 3)]
    assert answer.ahead is not None
    assert all(y == answer.ahead.value(Fraction(x)) for x, y in rolled)
    assert [at for at, _ in found.marks] == [Fraction(11321279, 20433799)]
    assert not found.whole or all(x in (0, 1) for x, _ in rolled)


def test_every_number_of_dice_has_its_line() -> None:
    answer = fate_curve(3)
    found = picked(answer.gallery(), "worth")
    assert isinstance(found, Curves)
    assert [name for name, _ in found.lines] == ["3 dice", "2 dice", "1 die"]
    assert all(y == answer.value(Fraction(x)) for x, y in found.lines[0][1])


def test_gains_of_a_fixed_die_are_drawn_with_their_signs() -> None:
    rows = fixed_die()
    found = picked(open_gallery(rows), "gain")
    assert isinstance(found, Heat)
    assert found.values == tuple(tuple(100 * gain for gain in row.gains.values()) for row in rows)
    assert min(value for row in found.values for value in row if value is not None) < 0


def test_negative_chances_are_written_with_their_sign() -> None:
    assert percent(Fraction(-1, 4)) == "-25.00"
    assert percent(Fraction(-1, 10**6)) == ">-0.01"
    assert percent(Fraction(-999_999, 10**6)) == "<-99.99"
    assert Figures().chance(Fraction(-1, 4)) == "-25.00 %"
