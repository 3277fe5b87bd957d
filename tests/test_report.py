"""Numbers, distributions and rows as text."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathhammer.distribution import Distribution, distribution
from mathhammer.report.data import law_cells, law_data, to_json
from mathhammer.report.law import MOST_ROWS, law_rows, ranges, singles
from mathhammer.report.numbers import Figures, bar, decimal, digits, fraction, percent, short_fraction, significant
from mathhammer.report.table import beside, columns, comma_separated, markdown

LAWS = st.dictionaries(st.integers(0, 300), st.integers(1, 10**6), min_size=1, max_size=120).map(distribution)


@given(st.integers(1, 40_000), st.integers(0, 10**6))
def test_digits_of_any_length_are_all_there(bits: int, more: int) -> None:
    number = (1 << bits) + more
    text = digits(number)
    assert not text.startswith("0")
    back = 0
    for start in range(0, len(text), 1000):
        part = text[start : start + 1000]
        back = back * 10 ** len(part) + int(part)
    assert back == number


def test_digits_of_a_negative_number_bear_a_sign() -> None:
    assert digits(-42) == "-42"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 8), "0.13"),
        (Fraction(-1, 8), "-0.13"),
        (Fraction(1, 1000), "0.00"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(999, 1000), "1.00"),
        (Fraction(7), "7.00"),
    ],
)
def test_decimals_round_halves_away_from_zero(value: Fraction, text: str) -> None:
    assert decimal(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "100"),
        (Fraction(1, 3), "33.33"),
        (Fraction(1, 10**6), "<0.01"),
        (1 - Fraction(1, 10**6), ">99.99"),
        (Fraction(1, 20_000), "0.01"),
    ],
)
def test_a_chance_that_is_neither_none_nor_sure_never_looks_so(value: Fraction, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "0.333333333333"),
        (Fraction(200, 3), "66.6666666667"),
        (Fraction(10**20 - 1, 10**20), "1"),
        (Fraction(10**30), "1e+30"),
        (Fraction(1, 3 * 10**8), "3.33333333333e-9"),
        (Fraction(-(10**14) + 1, 10**40), "-1e-26"),
    ],
)
def test_significant_figures(value: Fraction, text: str) -> None:
    assert significant(value) == text


def test_a_short_fraction_is_exact_and_a_long_one_is_not() -> None:
    assert short_fraction(Fraction(10**28, 10**29 + 1)) == f"{10**28}/{10**29 + 1}"
    assert short_fraction(Fraction(10**29, 10**30 + 1)) == "0.1"


def test_figures_write_means_and_chances() -> None:
    plain, exact, cut = Figures(), Figures(exact=True), Figures(exact=True, longest=10)
    long = Fraction(10**9, 10**9 + 7)
    assert [plain.mean(Fraction(1, 3)), exact.mean(Fraction(1, 3)), cut.mean(Fraction(1, 3))] == ["0.33", "1/3", "1/3"]
    assert [plain.mean(Fraction(1, 10**4)), plain.mean(Fraction(0))] == ["<0.01", "0"]
    assert [plain.chance(long), exact.chance(long), cut.chance(long)] == [">99.99 %", fraction(long), "0.999999993"]
    assert [plain.cell(Fraction(1)), exact.cell(Fraction(1)), plain.cell(Fraction(0))] == ["100.00", "1", "0"]


def test_a_bar_has_a_mark_for_whatever_is_possible() -> None:
    assert [bar(Fraction(0)), bar(Fraction(1, 10**9)), bar(Fraction(1), 3)] == ["", "#", "###"]


@given(LAWS)
def test_ranges_hold_every_value_once_and_all_the_chance(law: Distribution) -> None:
    shown = ranges([law])
    assert len(shown) <= MOST_ROWS + 2
    for (_, high), (low, _) in pairwise(shown):
        assert high < low
    rows = list(law_rows(law, shown))
    assert sum(row.chance for row in rows) == 1
    assert rows[0].at_least == 1
    for row in rows:
        assert row.at_least == law.at_least(row.low)


@given(LAWS, LAWS)
def test_two_laws_share_their_ranges(one: Distribution, other: Distribution) -> None:
    shown = ranges([one, other])
    for law in (one, other):
        assert sum(row.chance for row in law_rows(law, shown)) == 1


@given(LAWS)
def test_rows_of_single_values_are_the_law(law: Distribution) -> None:
    assert [(row.low, row.chance) for row in law_rows(law)] == list(law)
    assert singles([law]) == [(value, value) for value, _ in law]


def test_a_range_is_labelled_by_its_ends() -> None:
    assert [row.label for row in law_rows(distribution({0: 1, 3: 1}), [(0, 2), (3, 3)])] == ["0-2", "3"]


def test_cells_name_a_value_that_is_not_possible_when_asked() -> None:
    law = distribution({0: 1, 2: 1})
    assert law_cells(law, 1)[1] == ("1", "0", "1/2", "0.0", "0.5")
    assert law_cells(law, 7)[2] == ("7", "0", "0", "0.0", "0.0")
    assert [cells[0] for cells in law_cells(law)] == ["0", "2"]


def test_data_of_a_law_is_json() -> None:
    data = law_data(distribution({0: 25, 1: 10, 2: 1}))
    assert json.loads(to_json(data)) == {
        "mean": "1/3",
        "mean_decimal": 0.3333333333333333,
        "median": 0,
        "mode": 0,
        "standard_deviation": 0.5270462766947299,
        "band": [0, 1],
        "distribution": {"0": "25/36", "1": "5/18", "2": "1/36"},
        "decimals": {"0": 0.6944444444444444, "1": 0.2777777777777778, "2": 0.027777777777777776},
    }


def test_columns_align_left_right_and_at_the_point() -> None:
    rows = [("a", "1", "10", "x"), ("bb", "22", "0.25", ""), ("c",)]
    assert columns(rows, "<>.<").split("\n") == ["a    1  10     x", "bb  22   0.25", "c"]
    assert columns([], "<>") == ""


def test_blocks_stand_beside_each_other() -> None:
    assert beside(["a\nbb\nc", "1\n2"], " | ") == "a  | 1\nbb | 2\nc  |"


def test_markdown_and_csv_escape_what_would_part_cells() -> None:
    assert markdown(["a|b"], [("c|d",)], "<") == "| a\\|b |\n|:--|\n| c\\|d |"
    assert comma_separated(["a"], [('say "x"',), ("1,2",)]) == 'a\n"say ""x"""\n"1,2"'
