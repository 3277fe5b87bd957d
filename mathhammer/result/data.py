"""An answer for machines: plain data for JSON, rows for CSV."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ..report.data import law_cells, law_data, number
from ..report.numbers import fraction
from ..report.table import comma_separated
from .attack import AttackResult, Stage, Stat
from .dice import decision_data
from .group_rows import group_cells, groups_data
from .losses import losses_cells, losses_data
from .table import default_stats, explanations

CSV_HEAD = ("quantity", "value", "exactly", "at_least", "exactly_decimal", "at_least_decimal")


def answers_data(
    *results: AttackResult, stats: Sequence[Stat] = (), at_least: int | None = None, explained: bool = False
) -> dict[str, Any]:
    """The answer as plain data; several answers stand in a list."""
    found = [_data(result, tuple(stats), at_least) for result in results]
    if explained:
        for data, result in zip(found, results, strict=True):
            data["explanation"] = explanations([result])[0].split("\n")
    if len(found) == 1:
        return {"schema": 1, **found[0]}
    return {"schema": 1, "answers": found}


def _data(result: AttackResult, stats: tuple[Stat, ...], at_least: int | None) -> dict[str, Any]:
    also: dict[str, Any] = {stat: law_data(result.law(stat)) for stat in stats if stat not in ("damage", "kills")}
    if at_least is not None:
        also["at_least"] = [_reached(result, stat, at_least) for stat in stats or default_stats(result)]
    return {
        "edition": result.edition.name,
        "query": result.query,
        "situation": list(result.situation.said()),
        "damage": law_data(result.law("damage")),
        "kills": law_data(result.law("kills")),
        **also,
        "wipe": fraction(result.wipe),
        "wipe_decimal": number(result.wipe),
        "nominal": fraction(result.nominal),
        "wasted": fraction(result.wasted),
        **({"decision": decision_data(result.decision)} if result.decision else {}),
        "stages": [_stage(stage) for stage in result.stages],
        **groups_data(result),
        **losses_data(result.own_losses),
        "notes": list(result.notes),
        "not_modelled": list(result.not_modelled),
    }


def _reached(result: AttackResult, stat: Stat, value: int) -> dict[str, Any]:
    chance = result.at_least(stat, value)
    return {"quantity": stat, "value": value, "chance": fraction(chance), "chance_decimal": number(chance)}


def _stage(stage: Stage) -> dict[str, str]:
    values = ((field.name, getattr(stage, field.name)) for field in fields(stage))
    return {name: value if isinstance(value, str) else fraction(value) for name, value in values}


def answers_csv(*results: AttackResult, stats: Sequence[Stat] = (), at_least: int | None = None) -> str:
    """The distributions as comma-separated values; with several answers the edition comes first."""
    rows = []
    for result in results:
        edition = (result.edition.name,) if len(results) > 1 else ()
        for stat in tuple(stats) or ("damage", "kills"):
            also = at_least if stat in (tuple(stats) or default_stats(result)) else None
            rows += [(*edition, stat, *cells) for cells in law_cells(result.law(stat), also)]
        rows += (
            [(*edition, *cells) for cells in (*group_cells(result), *losses_cells(result.own_losses))] if not stats else []
        )
    return comma_separated([*(["edition"] if len(results) > 1 else []), *CSV_HEAD], rows)
