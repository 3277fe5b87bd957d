"""What each group of a mixed unit suffers and what is left of the unit, as rows for people and data for machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..notation import write
from ..profiles import Group
from ..report.data import law_cells, law_data, number
from ..report.numbers import Figures, fraction
from ..report.table import columns
from .attack import AttackResult

HEAD = ("group", "lost", "slain", "all dead")


def group_label(group: Group) -> str:
    """How a group is called: by its name, or by its line.

    >>> from mathhammer.profiles import Group
    >>> group_label(Group(4, count=2, name="Veteran")), group_label(Group(4))
    ('2x Veteran', '1x T4 Sv7+ W1')
    """
    return f"{group.count}x {group.name}" if group.name else write(group)


def group_rows(result: AttackResult, figures: Figures) -> list[tuple[str, str, str, str]]:
    """A row a group: wounds lost and models slain on average, the chance that all of it are dead."""
    return [
        (group_label(group), figures.mean(one.damage_law.mean), figures.mean(one.kills_law.mean), figures.chance(one.wipe))
        for group, one in zip(result.unit.groups, result.groups, strict=True)
    ]


def left_head(result: AttackResult) -> tuple[str, ...]:
    """The heading over the units that may be left."""
    half = "at half-strength or below" if result.edition.half_is_low else "below half-strength"
    return ("left afterwards", "Starting Strength", "chance", half)


def left_rows(result: AttackResult, figures: Figures) -> list[tuple[str, ...]]:
    """A row a unit that may be left: its groups, its Starting Strength, how likely it is, and how likely it is low."""
    return [
        (
            " + ".join(group_label(result.unit.groups[number]) for number in one.groups),
            str(one.starting_strength),
            figures.chance(one.chance),
            figures.chance(one.low),
        )
        for one in result.remains
    ]


def groups_text(result: AttackResult, figures: Figures) -> str:
    """Both tables as text; nothing for a unit of one group."""
    if not result.mixed:
        return ""
    tables = [columns([HEAD, *group_rows(result, figures)], "<>>>")]
    if result.remains:
        tables.append(columns([left_head(result), *left_rows(result, figures)], "<>>>"))
    return "\n\n".join(tables)


def groups_data(result: AttackResult) -> dict[str, Any]:
    """The groups, and what is left of a unit of several, as plain data."""
    if not result.mixed:
        return {"groups": []}
    groups = [
        {
            "name": group.name,
            "profile": write(group),
            "damage": law_data(one.damage_law),
            "kills": law_data(one.kills_law),
            "wipe": fraction(one.wipe),
            "wipe_decimal": number(one.wipe),
        }
        for group, one in zip(result.unit.groups, result.groups, strict=True)
    ]
    return {"groups": groups, "remains": list(_remains(result)), "half_strength": fraction(result.half_strength)}


def _remains(result: AttackResult) -> Iterator[dict[str, Any]]:
    for one in result.remains:
        yield {
            "groups": list(one.groups),
            "starting_strength": one.starting_strength,
            "chance": fraction(one.chance),
            "half_strength": fraction(one.low),
        }


def group_cells(result: AttackResult) -> Iterator[Sequence[str]]:
    """The distributions of every group of a mixed unit as cells of CSV."""
    for number_, one in enumerate(result.groups if result.mixed else (), start=1):
        for what, law in (("damage", one.damage_law), ("kills", one.kills_law)):
            yield from ((f"group {number_} {what}", *cells) for cells in law_cells(law))
