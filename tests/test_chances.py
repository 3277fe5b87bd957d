"""Chances as players write them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathhammer import SituationError
from mathhammer.chances import chance_in, number_in
from mathhammer.report.numbers import decimal, fraction


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 10**6), st.integers(0, 6))
def test_all_ways_to_write_a_chance_are_one(hundredths: int, places: int) -> None:
    value = Fraction(hundredths, 10**6)
    assert chance_in(f" {decimal(value, 6)} ") == chance_in(fraction(value)) == chance_in(value) == value
    assert chance_in(f"{decimal(100 * value, 4 + places)} %") == value


@pytest.mark.parametrize("text", ["", "often", "-1", "1/0", "1/00", ".5", "1.", "1e3", "½", "٣", "50%%", "9" * 401, "1//2"])
def test_what_is_no_number(text: str) -> None:
    assert number_in(text) is None


@pytest.mark.parametrize("given", ["0", "0%", "1.01", "101%", "2/1", "often", 0, 2, True, None, 0.5, Fraction(3, 2), -1])
def test_what_is_no_chance_is_refused(given: object) -> None:
    with pytest.raises(SituationError, match="is no chance: write more than 0 and at most 100 %"):
        chance_in(given)


def test_a_percentage_without_its_sign_is_offered_with_it() -> None:
    with pytest.raises(SituationError, match=r"'90' is no chance: .* for example 90% or 3/4"):
        chance_in("90")


def test_a_long_text_is_not_repeated() -> None:
    with pytest.raises(SituationError, match=r"^that is no chance"):
        chance_in("9" * 300)
