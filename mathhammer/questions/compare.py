"""A comparison: which of several weapons does most to which target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias, cast

from ..config import default_edition
from ..decisions.objective import Worth
from ..decisions.objective import objective as objective_of
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import LimitError, MathhammerError, ProfileError, SituationError
from ..notation import read_unit
from ..notation.labels import attack_label, unit_label
from ..profiles import Unit, Weapon
from ..result.compare import CELLS, Cell, Comparison
from ..sequence.limits import check_unit
from .attack import Attack, Weapons, attacks_of, check_choices, situation_of
from .pairs import Dealt, Pairs, not_modelled

__all__ = ["Comparison", "compare", "comparisons"]

Row: TypeAlias = tuple[Attack, ...]
Targets: TypeAlias = str | Unit | Iterable[str | Unit]

# What is met most: T3 to T12, Sv5+ to 2+, one wound to 26.
DEFAULT_TARGETS = ("geq", "meq", "teq", "gravis", "rhino", "dread", "land-raider", "knight")
MOST_PAIRS = 50_000  # of weapons and targets; a plain pair takes about a third of a millisecond


def compare(
    weapons: Iterable[Weapons] | str | Attack,
    targets: Targets = DEFAULT_TARGETS,
    *,
    cell: Cell = "kills",
    edition: str | Edition | None = None,
    separate: bool = False,
    weapon_order: Literal["given", "best"] = "given",
    precision: Literal["all", "none", "best"] = "all",
    allocation: Literal["written", "best"] = "written",
    objective: str | Worth = "damage",
    **situation: Any,
) -> Comparison:
    """What each of several weapons does to each of several targets: a matrix of exact numbers.

    A row is a weapon, or a list of weapons fired together by one unit; ``targets`` has a common set
    as its default. ``cell``: ``kills`` (models slain on average), ``damage`` (wounds lost on average),
    ``wipe`` (the chance that all are dead), ``per-100-points`` (points of the target destroyed on
    average per 100 points of the attacker; both need ``@ points``). Everything else is as for
    `attack`, and so is each number. Where the rules do not allow an attack the number is None.

    Raises a `MathhammerError` that says what to write instead.

    >>> compare(["A2 BS3+ S4 AP-1 D1", "A1 BS3+ S8 AP-2 D2"], ["2x T4 Sv3+ W1", "T8 Sv3+ W1"]).values[0]
    (Fraction(1, 3), Fraction(35, 324))
    """
    options: dict[str, Any] = {"separate": separate, "weapon_order": weapon_order, "objective": objective}
    options |= {"precision": precision, "allocation": allocation}
    return comparisons(weapons, targets, [cell], edition=edition, **options, **situation)[0]


def comparisons(
    weapons: Iterable[Weapons] | str | Attack,
    targets: Targets = DEFAULT_TARGETS,
    cells: Sequence[str] = ("kills",),
    *,
    edition: str | Edition | None = None,
    separate: bool = False,
    weapon_order: Literal["given", "best"] = "given",
    precision: Literal["all", "none", "best"] = "all",
    allocation: Literal["written", "best"] = "written",
    objective: str | Worth = "damage",
    **situation: Any,
) -> tuple[Comparison, ...]:
    """The same for several cells at once."""
    rules = default_edition() if edition is None else edition_of(edition)
    around = situation_of(situation)
    check_choices(weapon_order, precision, allocation)
    objective_of(objective)
    for cell in cells:
        if cell not in CELLS:
            raise MathhammerError(f"no cell is called {cell!r}", f"write one of {', '.join(CELLS)}")
    several = [weapons] if isinstance(weapons, str) or not isinstance(weapons, Iterable) else weapons
    rows = tuple(tuple(attacks_of(row)) for row in several)
    units = _units(targets)
    _check(rows, units, cells)
    options: dict[str, Any] = {"separate": separate, "weapon_order": weapon_order, "objective": objective}
    options |= {"precision": precision, "allocation": allocation}
    dealt, notes = _dealt(Pairs(rules, around, units, **options), rows, units)
    missing = not_modelled((weapon for row in rows for weapon in row), units)
    return tuple(
        Comparison(rules, cast(Cell, cell), rows, units, around, _values(cell, dealt, rows, units), notes, missing)
        for cell in dict.fromkeys(cells)
    )


def _units(targets: Targets) -> tuple[Unit, ...]:
    several = [targets] if isinstance(targets, str | Unit) else list(targets)
    return tuple(read_unit(target) if isinstance(target, str) else target for target in several)


def _check(rows: Sequence[Row], units: Sequence[Unit], cells: Sequence[str]) -> None:
    """Refuse what is empty or too large, and points that are missing where they count."""
    if not rows or not units:
        raise MathhammerError(f"no {'target' if rows else 'weapon'} is given", "write at least one")
    if len(rows) * len(units) > MOST_PAIRS:
        seen = f"{len(rows):,} weapons against {len(units):,} targets"
        raise LimitError(seen, f"at most {MOST_PAIRS:,} pairs are answered")
    for unit in units:
        check_unit(unit)
    if "per-100-points" in cells:
        for row in rows:
            points_of(row)
        for unit in units:
            _worth(unit)


def _dealt(pairs: Pairs, rows: Sequence[Row], units: Sequence[Unit]) -> tuple[list[list[Dealt | None]], tuple[str, ...]]:
    """What every row does to every unit, None where that is not allowed, and what is to be said about it."""
    found: list[list[Dealt | None]] = []
    said: dict[str, None] = {}
    refused: dict[str, list[str]] = {}
    for row in rows:
        found.append([])
        for unit in units:
            try:
                dealt = pairs.dealt(row, unit)
            except SituationError as error:
                refused.setdefault(f"{attack_label(row)}: {error}", []).append(unit_label(unit))
                found[-1].append(None)
            else:
                said.update(dict.fromkeys(dealt.notes))
                found[-1].append(dealt)
    if sum(map(len, refused.values())) == len(rows) * len(units):
        raise SituationError(next(iter(refused)))
    return found, (*said, *(f"{reason} (against {', '.join(targets)})" for reason, targets in refused.items()))


def _values(
    cell: str, dealt: Sequence[Sequence[Dealt | None]], rows: Sequence[Row], units: Sequence[Unit]
) -> tuple[tuple[Fraction | None, ...], ...]:
    if cell != "per-100-points":
        return tuple(tuple(None if each is None else getattr(each, cell) for each in line) for line in dealt)
    return tuple(
        tuple(
            None if each is None else _destroyed(each, unit) * 100 / points_of(row)
            for each, unit in zip(line, units, strict=True)
        )
        for line, row in zip(dealt, rows, strict=True)
    )


def _destroyed(dealt: Dealt, unit: Unit) -> Fraction:
    """The points of the models that are slain on average."""
    return sum(map(Fraction.__mul__, dealt.by_group, _worth(unit)), Fraction(0))


def points_of(weapons: Row) -> int:
    """The points of weapons that are fired together; raises `ProfileError` when they are not given.

    >>> from ..notation import read_weapon
    >>> points_of((read_weapon("5x gun: A2 BS3+ S4 D1 @ 90"), read_weapon("A1 WS4+ S4 D1 @ 0")))
    90
    """
    total = 0
    for weapon in weapons:
        if isinstance(weapon, Weapon):
            if weapon.points is None:
                hint = "write for example @ 90 after it, for the whole line" + (
                    "; @ 0 where another line of the unit has them" if len(weapons) > 1 else ""
                )
                raise ProfileError(f"{attack_label([weapon])} has no points", hint)
            total += weapon.points
    if not total:
        raise ProfileError(f"{attack_label(weapons)} has no points", "write for example @ 90 after a weapon")
    return total


def _worth(unit: Unit) -> tuple[Fraction, ...]:
    """The points of a model of each group: its group's share, or the unit's if not each group has its own."""
    if unit.points is None:
        raise ProfileError(f"{unit_label(unit)} has no points", f"write for example {unit_label(unit)} @ 90, for all models")
    given = [group.points for group in unit.groups]
    if None in given:
        return (Fraction(unit.points, unit.models),) * len(unit.groups)
    return tuple(Fraction(points or 0, group.count) for points, group in zip(given, unit.groups, strict=True))
