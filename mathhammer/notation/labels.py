"""Short names for the head of a column or a row: a name, a preset, or else the line itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from ..profiles import Group, Mortals, Unit
from .presets import PRESETS
from .read import read_unit
from .weapons import Attack
from .write import write


def unit_label(unit: Unit) -> str:
    """How a target is called: by the names or presets of its groups, or by their lines.

    >>> unit_label(read_unit("marine @ 80")), unit_label(read_unit("10x meq")), unit_label(read_unit("T4 W3"))
    ('meq', '10x meq', '1x T4 Sv7+ W3')
    """
    return " + ".join(map(_group_label, unit.groups))


def attack_label(weapons: Iterable[Attack]) -> str:
    """How the weapons of one attacking unit are called: by their names, or by their lines, points apart.

    >>> from .read import read_weapon
    >>> attack_label([read_weapon("2x gun: A2 BS3+ S4 D1 @ 90"), read_weapon("A1 WS4+ S4 D1 @ 0")])
    '2x gun; A1 WS4+ S4 AP0 D1'
    """
    return "; ".join(map(_attack_label, weapons))


def distinct(labels: Sequence[str], lines: Sequence[str]) -> tuple[str, ...]:
    """The labels, where two are the same the lines in their place, and numbers where these are.

    >>> distinct(["gun", "gun", "meq", "x", "x"], ["gun: A1", "gun: A2", "T4", "y", "y"])
    ('gun: A1', 'gun: A2', 'meq', 'y', 'y (2)')
    """
    times, found = Counter(labels), []
    seen: Counter[str] = Counter()
    for label, line in zip(labels, lines, strict=True):
        shown = label if times[label] == 1 else line
        seen[shown] += 1
        found.append(f"{shown} ({seen[shown]})" if seen[shown] > 1 else shown)
    return tuple(found)


def _group_label(group: Group) -> str:
    if group.name:
        return f"{group.count}x {group.name}" if group.count > 1 else group.name
    bare = replace(group, points=None)
    if bare in _presets():
        return _presets()[bare]
    alike = _kinds().get(replace(bare, count=1))
    return write(bare) if alike is None else f"{group.count}x {alike}"


@cache
def _presets() -> dict[Group, str]:
    """The presets' names by their profile; of equals the first counts."""
    return {read_unit(text).groups[0]: name for name, text in reversed(PRESETS.items())}


@cache
def _kinds() -> dict[Group, str]:
    """The same for one model of each."""
    return {replace(group, count=1): name for group, name in _presets().items()}


def _attack_label(weapon: Attack) -> str:
    if weapon.name:
        return f"{weapon.count}x {weapon.name}" if weapon.count > 1 else weapon.name
    return write(weapon if isinstance(weapon, Mortals) else replace(weapon, points=None))
