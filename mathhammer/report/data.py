"""Distributions as plain data for machines: fractions as strings, decimals beside them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from ..distribution import Distribution
from .law import law_rows
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


def law_cells(law: Distribution, also: int | None = None) -> list[tuple[str, ...]]:
    """A distribution as cells: value, chance, chance of at least that, and both as decimals.

    A value ``also`` that is not possible gets a row as well.

    >>> from mathhammer.distribution import distribution
    >>> law_cells(distribution({0: 1, 1: 1}))[1]
    ('1', '1/2', '1/2', '0.5', '0.5')
    """
    values = {value for value, _ in law.weights} | (set() if also is None else {also})
    return [
        (str(row.low), *map(fraction, row[2:]), *(repr(number(chance)) for chance in row[2:]))
        for row in law_rows(law, [(value, value) for value in sorted(values)])
    ]


def number(value: Fraction) -> float:
    """The nearest decimal number."""
    return value.numerator / value.denominator


def to_json(data: Any, *, ascii_only: bool = False, indent: int | None = 1) -> str:
    """The data as JSON, characters as typed unless only ASCII can be written; on one line if ``indent`` is None.

    >>> to_json({"a": "é"}), to_json({"a": "é"}, ascii_only=True)
    ('{\\n "a": "é"\\n}', '{\\n "a": "\\\\u00e9"\\n}')
    """
    return json.dumps(data, ensure_ascii=ascii_only, indent=indent)
