"""Generating functions: the truncated computation equals the untruncated one, which loses no mass."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mathhammer.exact import Series, mixture, one, packet


@st.composite
def series(draw: st.DrawFn, most_variables: int = 3) -> Series:
    """A generating function of one to three packet variables."""
    variables = draw(st.integers(1, most_variables))
    exponents = st.tuples(*[st.integers(0, 2)] * variables)
    terms = draw(st.dictionaries(exponents, st.integers(1, 9), min_size=1, max_size=5))
    return Series(terms, sum(terms.values()))


def literal_power(base: Series, n: int) -> Series:
    """The power by plain multiplication."""
    product = one(base.variables)
    for _ in range(n):
        product = product.times(base)
    return product


def cut(terms: dict[tuple[int, ...], int], limit: int) -> dict[tuple[int, ...], int]:
    return {exponents: weight for exponents, weight in terms.items() if weight and sum(exponents) < limit}


@given(series(), st.integers(0, 6))
def test_a_power_is_the_repeated_product(base: Series, n: int) -> None:
    power, product = base.power(n), literal_power(base, n)
    assert cut(power.terms, 99) == cut(product.terms, 99)
    assert power.denominator == product.denominator == sum(power.terms.values())


@given(series(), st.integers(0, 6), st.integers(1, 8))
def test_a_truncated_power_is_the_power_cut_off(base: Series, n: int, limit: int) -> None:
    truncated = base.power(n, limit)
    assert cut(truncated.terms, limit) == cut(literal_power(base, n).terms, limit)
    assert truncated.denominator == base.denominator**n


@given(
    series(),
    st.dictionaries(st.integers(0, 5), st.integers(1, 9), min_size=1, max_size=4),
    st.none() | st.integers(1, 7),
)
def test_a_random_number_of_repetitions_is_the_mixture_of_powers(
    base: Series, law: dict[int, int], limit: int | None
) -> None:
    sorted_law = tuple(sorted(law.items()))
    found = base.of(sorted_law, limit)
    mixed = mixture([(weight, literal_power(base, n)) for n, weight in sorted_law])
    bound = 99 if limit is None else limit
    assert {e: w * mixed.denominator for e, w in cut(found.terms, bound).items()} == {
        e: w * found.denominator for e, w in cut(mixed.terms, bound).items()
    }


def test_a_series_without_constant_is_raised_too() -> None:
    sure = packet(1, 0, 0, 1)
    assert sure.power(3).terms == {(3,): 1}
    assert sure.power(3, limit=3).terms == {(0,): 0}
    assert packet(2, 1, 0, 1).power(2).terms == {(0, 2): 1}
