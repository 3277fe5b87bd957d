"""Mean, variance and generating functions of laws, and what they say about the engine."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathhammer import MathhammerError, attack, needed
from mathhammer.distribution import Distribution, distribution

laws = st.dictionaries(st.integers(0, 9), st.integers(1, 30), min_size=1, max_size=6).map(distribution)
points = st.fractions(-3, 3, max_denominator=12)


@settings(max_examples=60, deadline=None)
@given(laws, points)
def test_the_generating_function_is_the_mean_of_a_power(law: Distribution, x: Fraction) -> None:
    assert law.pgf(x) == sum((chance * x**value for value, chance in law), Fraction(0))
    assert law.pgf(1) == 1
    assert law.pgf(0) == law.probability(0)


@settings(max_examples=60, deadline=None)
@given(laws)
def test_the_variance_over_the_mean(law: Distribution) -> None:
    if law.mean:
        spread = sum((chance * (value - law.mean) ** 2 for value, chance in law), Fraction(0))
        assert law.dispersion == spread / law.mean
    else:
        assert law.dispersion is None


def test_a_negative_value_has_no_power_at_0() -> None:
    law = distribution({-1: 1, 1: 1})
    assert law.pgf(2) == Fraction(5, 4)
    with pytest.raises(MathhammerError):
        law.pgf(0)


@pytest.mark.parametrize("x", [Fraction(0), Fraction(1, 3), Fraction(-2, 7), Fraction(5, 2)])
def test_the_funnel_is_one_function_of_another(x: Fraction) -> None:
    """Unsaved wounds of 3 models of 2 attacks: hits 2/3, wounds 1/2, unsaved 1/2, each a step of one function."""
    law = attack("3x A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W2", edition="10e").law("unsaved")
    step = Fraction(2, 3) * Fraction(1, 2) * Fraction(1, 2)
    assert law.pgf(x) == (1 - step + step * x) ** 6
    assert law.dispersion == 1 - step


@pytest.mark.parametrize("x", [Fraction(1, 2), Fraction(3)])
def test_sustained_hits_square_the_function(x: Fraction) -> None:
    law = attack("A1 BS3+ S4 D1 [sustained hits 1]", "meq", edition="10e").law("hits")
    assert law.pgf(x) == Fraction(1, 3) + Fraction(1, 2) * x + Fraction(1, 6) * x**2
    assert attack("A9 BS3+ S4 D1 [sustained hits 1]", "meq", edition="10e").law("hits").pgf(x) == law.pgf(x) ** 9


def test_random_attacks_are_a_function_of_a_function() -> None:
    x = Fraction(2, 5)
    law = attack("2x AD3 BS4+ S4 D1", "meq", edition="10e").law("hits")
    hit = (1 + x) / 2
    assert law.pgf(x) == ((hit + hit**2 + hit**3) / 3) ** 2


def test_the_polynomial_of_an_attack_is_its_law_of_wounds() -> None:
    """Against one model the attack's polynomial counts wounds: its powers are the law of the wounds lost."""
    found = needed("A1 BS3+ S9 AP-3 D=D3", "1x T7 Sv3+ W9 FNP5+", edition="10e")
    assert found.polynomial is not None
    law = attack("A1 BS3+ S9 AP-3 D=D3", "1x T7 Sv3+ W9 FNP5+", edition="10e").law("damage")
    assert dict(law) == {wounds: chance for (wounds,), chance in found.polynomial.items()}
    three = attack("A3 BS3+ S9 AP-3 D=D3", "1x T7 Sv3+ W99 FNP5+", edition="10e").law("damage")
    assert three.pgf(Fraction(1, 7)) == law.pgf(Fraction(1, 7)) ** 3
