"""Fate dice with an unknown worth, and the die fixed in a 2D6 roll: against play with the worth known, roll by roll."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathhammer import LimitError, MathhammerError, fate_curve, fate_interval, fate_reroll, fate_value
from mathhammer.decisions.lines import Curve, Line
from mathhammer.decisions.pool import pools
from mathhammer.questions.fate_open import fixed_die
from mathhammer.symbolic.two_dice import break_even_face

WORTHS = [Fraction(k, 12) for k in range(13)]
chances = st.fractions(0, 1, max_denominator=40)
OPEN = ("5:a,6:1", "4:a,5:a,6:1", "5:1/2a,6:a", "1:a,6:1", "4:1/3,5:a,6:1")


def literal(dice: int, weights: tuple[Fraction, ...]) -> Fraction:
    """What so many dice are worth: every ordered roll, kept when it is worth at least rolling again."""
    again = literal(dice - 1, weights) if dice > 1 else None
    total = Fraction(0)
    for roll in product(range(6), repeat=dice):
        worth = sum((weights[face] for face in roll), Fraction(0))
        total += worth if again is None else max(worth, again)
    return total / Fraction(6**dice)


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 4), chances)
def test_the_curve_is_the_literal_play_for_every_worth(dice: int, a: Fraction) -> None:
    zero, one = Fraction(0), Fraction(1)
    assert fate_curve(dice, "5:a,6:1").value(a) == literal(dice, (zero, zero, zero, zero, a, one))
    assert fate_curve(dice, "1:a,4:1/3,6:1").value(a) == literal(dice, (a, zero, zero, Fraction(1, 3), zero, one))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(OPEN), st.integers(1, 6), chances)
def test_the_curve_is_the_value_with_the_worth_known(text: str, dice: int, a: Fraction) -> None:
    assert fate_curve(dice, text).value(a) == fate_value(dice, known(text, a)).value


def known(text: str, a: Fraction) -> str:
    parts = []
    for part in text.split(","):
        face, weight = part.split(":")
        times = Fraction(weight.removesuffix("a") or 1)
        parts.append(f"{face}:{times * a if weight.endswith('a') else times}")
    return ",".join(parts)


def test_the_ends_are_the_values_of_sixes_and_of_fives() -> None:
    six = fate_curve(6)
    assert six.value(0) == Fraction(16757743775773303, 10968475320188928)
    assert six.value(1) == Fraction(8762640530, 3486784401)


def test_every_roll_at_every_number_of_dice_is_kept_exactly_in_its_interval() -> None:
    """Every pool of 1 to 6 dice: at both ends, between them, and beyond them, against the known worth."""
    again = {(dice, a): thresholds(dice)[a] for dice in range(2, 7) for a in WORTHS}
    for dice in range(1, 7):
        for faces in pools(dice):
            keep = fate_interval(faces, "5:a,6:1").keep
            for a in WORTHS:
                worth = faces.count(6) + faces.count(5) * a
                kept = dice == 1 or worth >= again[dice, a]
                assert kept is (keep is not None and keep[0] <= a <= keep[1]), (faces, a)


@cache
def thresholds(dice: int) -> dict[Fraction, Fraction]:
    return {a: fate_value(dice - 1, f"5:{a},6:1").value for a in WORTHS}


@pytest.mark.parametrize("faces", ["5 5 1 1 1", "5 5 5 2 1 1", "6 6 1 1 1 1", "6 5 5 1 1 1", "6 1 1 1", "5 1"])
def test_at_an_end_both_are_worth_the_same_and_beyond_it_the_roll_is_made_again(faces: str) -> None:
    keep = fate_interval(faces, "5:a,6:1").keep
    assert keep is not None
    for end, beyond in zip(keep, (-1, 1), strict=True):
        if end in (0, 1):
            continue
        there = fate_reroll(faces, lambda pool, end=end: pool.count(6) + pool.count(5) * end)  # type: ignore[misc]
        assert there.keep == there.reroll
        assert there.advice == "keep"
        moved = end + beyond * Fraction(1, 10**9)
        outside = fate_curve(len(faces.split()) - 1, "5:a,6:1").value(moved)
        worth = fate_interval(faces, "5:a,6:1").worth.at(moved)
        assert worth < outside


def test_the_curve_is_convex_and_rises_with_more_dice() -> None:
    play = fate_curve(8)
    for roll in play.rolls:
        assert list(roll.curve.slopes) == sorted(roll.curve.slopes)
        corners = [x for x, _ in roll.curve.corners]
        assert [corners[0], corners[-1]] == [0, 1]
        assert all(low < high for low, high in pairwise(corners))
    for fewer, more in pairwise(play.rolls):
        assert all(more.curve.at(a) > fewer.curve.at(a) for a in WORTHS)


def test_the_pieces_are_the_curve() -> None:
    curve = fate_curve(5).rolls[-1].curve
    for low, high, line in curve.pieces():
        for a in (low, high, (low + high) / 2):
            assert line.at(a) == curve.at(a)


def test_a_line_may_lie_nowhere_above() -> None:
    curve = Curve(((Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(1, 3)), (Fraction(1), Fraction(2))))
    assert curve.under(Line(Fraction(1, 4), Fraction(0))) is None
    assert curve.under(Line(Fraction(1, 3), Fraction(0))) == (Fraction(1, 2), Fraction(1, 2))
    assert curve.under(Line(Fraction(3), Fraction(0))) == (Fraction(0), Fraction(1))


REFUSED = {
    "no unknown": ("5:1,6:1", "no unknown"),
    "another letter": ("5:b", "no value with an unknown"),
    "a face that is not there": ("7:a", "no value with an unknown"),
    "two weights": ("5:a,5:a", "two weights"),
    "division by 0": ("5:1/0a", "no value with an unknown"),
    "nothing": ("", "no value with an unknown"),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_open_value_is_refused(text: str, message: str) -> None:
    with pytest.raises(MathhammerError, match=message):
        fate_interval("5 1", text)


def test_too_many_different_worths_are_refused() -> None:
    with pytest.raises(LimitError, match="different things"):
        fate_curve(12, "1:1/7,2:2/11,3:3/13,4:1/2a,5:a,6:1")
    with pytest.raises(MathhammerError):
        fate_curve(13)
    with pytest.raises(MathhammerError, match=r"outside 0\.\.1"):
        fate_curve(2).value(2)


def test_the_break_even_face_is_where_a_die_neither_helps_nor_harms() -> None:
    high, low = break_even_face(9), break_even_face(5)
    assert high.text() == "(98 - 15 t + t^2)/12"
    for total in range(7, 13):
        assert high.at(t=total) == Fraction(total**2 - 15 * total + 98, 12)
    assert high.at(t=7) == low.at(t=7)
    for row in fixed_die():
        rolls = list(product(range(1, 7), repeat=2))
        assert row.rolled == Fraction(sum(sum(roll) >= row.needed for roll in rolls), 36)
        for face, gain in row.gains.items():
            fixed = Fraction(sum(face + other >= row.needed for other in range(1, 7)), 6)
            assert gain == fixed - row.rolled
            assert (gain > 0) is (face > row.break_even)
            if row.needed <= 7:
                assert gain >= 0 or face < row.break_even
    assert [row.break_even for row in fixed_die(5)] == [3]
    with pytest.raises(MathhammerError):
        fixed_die(13)
    with pytest.raises(MathhammerError, match="always"):
        fixed_die(2)
