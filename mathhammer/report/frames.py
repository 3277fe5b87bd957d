"""Rows as tables of pandas and polars, if those are installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from ..errors import MathhammerError
from .data import number
from .numbers import fraction

Row = Mapping[str, Any]


def to_pandas(rows: Sequence[Row]) -> Any:
    """The rows as a `pandas.DataFrame`: fractions as text, beside each column of them one of decimals.

    Raises `MathhammerError` if pandas is not installed.
    """
    return library("pandas", "pandas").DataFrame(_columns(rows))


def to_polars(rows: Sequence[Row]) -> Any:
    """The rows as a `polars.DataFrame`, the same columns as `to_pandas`.

    Raises `MathhammerError` if polars is not installed.
    """
    return library("polars", "polars").DataFrame(_columns(rows), strict=False)


def library(name: str, extra: str) -> Any:
    """The library of that name.

    Raises `MathhammerError` that says what to install if it is missing.
    """
    try:
        return import_module(name)
    except ImportError:
        raise MathhammerError(f"{name.partition('.')[0]} is not installed", f"install it: pip install {extra}") from None


def _columns(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """The rows column by column, exact numbers as text with decimals beside them.

    >>> _columns([{"value": 0, "chance": Fraction(1, 4)}])
    {'value': [0], 'chance': ['1/4'], 'chance_decimal': [0.25]}
    """
    found: dict[str, list[Any]] = {}
    for name in rows[0] if rows else ():
        values = [row[name] for row in rows]
        if not any(isinstance(value, Fraction) for value in values):
            mixed = len({isinstance(value, str) for value in values}) > 1  # such as Damage of 1 and D3
            found[name] = [None if value is None else str(value) for value in values] if mixed else values
            continue
        found[name] = [None if value is None else fraction(Fraction(value)) for value in values]
        found[f"{name}_decimal"] = [None if value is None else number(Fraction(value)) for value in values]
    return found
