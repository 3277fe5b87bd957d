"""Distributions as plain data for machines: fractions as strings, decimals beside them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from ..distribution import Distribution
from .numbers import fraction, root


def law_data(law: Distribution) -> dict[str, Any]:
    """A distribution as data: mean, median, mode, spread, band, and every probability.

    >>> from mathhammer.distribution import distribution
    >>> law_data(distribution({0: 1, 1: 2}))["distribution"]
    {'0': '1/3', '1': '2/3'}
    """
    return {
        "mean": fraction(law.mean),
        "mean_decimal": number(law.mean),
        "median": law.median,
        "mode": law.mode,
        "standard_deviation": root(law.variance),
        "band": list(law.band),
        "distribution": {str(value): fraction(chance) for value, chance in law},
        "decimals": {str(value): number(chance) for value, chance in law},
    }


def number(value: Fraction) -> float:
    """The nearest decimal number."""
    return value.numerator / value.denominator


def to_json(data: Any) -> str:
    """The data as JSON, as typed: no characters escaped that need not be."""
    return json.dumps(data, ensure_ascii=False, indent=1)
