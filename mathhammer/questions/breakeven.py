"""Break-even: against which targets each of two weapons is better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from ..config import default_edition
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import LimitError, MathhammerError
from ..notation import read_attack, read_unit, write
from ..profiles import Mortals, Unit, Weapon
from ..result.breakeven import AXES, CELLS, Breakeven, BreakevenRow
from ..rules.damage import FeelNoPainRule
from ..rules.rule import Rule
from ..rules.saves import InvulnerableSave
from ..rules.wounds import DevastatingWounds, MortalsOnCriticalWound
from .attack import attack

TARGET = "5x T4 Sv3+ W2"
GRID: dict[str, tuple[int, ...]] = {"T": tuple(range(3, 15)), "Sv": tuple(range(2, 8)), "W": (1, 2, 3), "FNP": (7, 5)}
MOST_TARGETS = 2_000  # about a millisecond each for a plain attack
MOST_WORK = 20_000_000  # attacks times wounds, over all targets: about ten seconds
DEFERRED = 25  # by which wounds that wait for others lengthen the work
_KINDS: dict[str, type[InvulnerableSave | FeelNoPainRule]] = {"FNP": FeelNoPainRule, "Inv": InvulnerableSave}
_BOUNDS = {"T": (1, 1000), "Sv": (2, 7), "W": (1, 1000), "FNP": (2, 7), "Inv": (2, 7)}


def breakeven(
    first: str | Weapon | Mortals,
    second: str | Weapon | Mortals,
    *,
    over: Mapping[str, Iterable[int]] | None = None,
    target: str | Unit = TARGET,
    cell: str = "damage",
    per_points: bool = False,
    edition: str | Edition | None = None,
    **situation: Any,
) -> Breakeven:
    """Two weapons against a grid of targets: which is better where, and where they are exactly equal.

    ``over`` gives the values of T, Sv, W, FNP and Inv (7: none) that ``target`` takes in turn, where the
    default grid will not do; its other values stay. ``cell`` is ``damage`` (mean wounds lost), ``kills``,
    ``wipe`` or ``per-100-points`` (models slain for the points of the weapon); ``per_points`` divides any
    of them by the points. ``situation`` is that of `attack`.

    Raises a `MathhammerError` that says what to write instead.

    >>> found = breakeven("A2 BS3+ S4 AP0 D1", "A1 BS3+ S4 AP0 D2", over={"T": [4], "Sv": [7], "W": [1, 2], "FNP": [7]})
    >>> [(row.target[2], row.better) for row in found.rows]
    [(1, 'first'), (2, 'equal')]
    """
    rules = default_edition() if edition is None else edition_of(edition)
    pair = [read_attack(weapon) if isinstance(weapon, str) else weapon for weapon in (first, second)]
    base = read_unit(target) if isinstance(target, str) else target
    if len(base.groups) > 1:
        raise MathhammerError("the target has several groups of models", "write one group")
    if cell not in CELLS:
        raise MathhammerError(f"no cell is called {cell!r}", f"write one of {', '.join(CELLS)}")
    per_points = per_points or cell == "per-100-points"
    scale = [_scale(weapon, cell) if per_points else Fraction(1) for weapon in pair]
    axes = _axes(over or {})
    _check_work(pair, base, axes)
    ask = [_Answers(weapon, cell, rules, situation) for weapon in pair]
    rows = []
    for values in product(*axes.values()):
        unit = _with(base, dict(zip(axes, values, strict=True)))
        one, other = (answers.of(unit) * times for answers, times in zip(ask, scale, strict=True))
        rows.append(BreakevenRow(values, one, other))
    notes = tuple(dict.fromkeys(note for answers in ask for note in answers.notes))
    said = ask[0].said
    return Breakeven(rules, said, pair[0], pair[1], base, cell, per_points, tuple(axes.items()), tuple(rows), notes)


def _scale(weapon: Weapon | Mortals, cell: str) -> Fraction:
    points = weapon.points if isinstance(weapon, Weapon) else None
    if not points:
        raise MathhammerError(f"{write(weapon)} has no points", "write them at its end: @ 75")
    return Fraction(100 if cell == "per-100-points" else 1, points)


def _axes(over: Mapping[str, Iterable[int]]) -> dict[str, tuple[int, ...]]:
    """The values of every axis, those not named from the default grid; refused if there are too many."""
    for name in over:
        if name not in AXES:
            raise MathhammerError(f"{name!r} is no axis", f"write one of {', '.join(AXES)}")
    axes: dict[str, tuple[int, ...]] = {}
    total = 1
    for name in AXES:
        if name not in over and name not in GRID:
            continue
        axes[name] = tuple(_checked(name, over[name])) if name in over else GRID[name]
        total *= len(axes[name])
    if total > MOST_TARGETS:
        raise LimitError(f"{total:,} targets", f"at most {MOST_TARGETS:,} are compared")
    return axes


def _check_work(pair: Iterable[Weapon | Mortals], base: Unit, axes: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse so many attacks on so large units, so many times."""
    targets = prod(len(values) for name, values in axes.items() if name != "W")
    wounds = targets * base.models * sum(axes["W"])
    for weapon in pair:
        attacks = weapon.count * (weapon.attacks.highest if isinstance(weapon, Weapon) else 1)
        defers = any(isinstance(rule, (DevastatingWounds, MortalsOnCriticalWound)) for rule in weapon.rules)
        if attacks * wounds * (DEFERRED if defers else 1) > MOST_WORK:
            raise LimitError(
                f"{attacks:,} attacks on {wounds:,} wounds in all targets together",
                "write fewer attacks, or a smaller grid: --over",
            )


def _checked(name: str, values: Iterable[int]) -> Iterator[int]:
    low, high = _BOUNDS[name]
    found = dict.fromkeys(values)
    if not 1 <= len(found) <= MOST_TARGETS:
        raise MathhammerError(f"{len(found):,} values of {name}", "write at least one, such as T=3..14")
    for value in found:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise MathhammerError(f"{name} {value!r} is outside {low}..{high}", "write for example T=3..14, FNP=none,5")
        yield value


def _with(base: Unit, values: Mapping[str, int]) -> Unit:
    (group,) = base.groups
    rules: list[Rule] = list(group.rules)
    for name, kind in _KINDS.items():
        if name in values:
            rules = [rule for rule in rules if not isinstance(rule, kind)]
            rules += [kind(values[name])] if values[name] < 7 else []
    changed = replace(group, toughness=values["T"], save=values["Sv"], wounds=values["W"], rules=tuple(rules))
    return Unit((changed,))


class _Answers:
    """What one weapon does to one unit after another."""

    def __init__(self, weapon: Weapon | Mortals, cell: str, rules: Edition, situation: Mapping[str, Any]) -> None:
        self._weapon = weapon
        self._cell = cell
        self._rules = rules
        self._situation = situation
        self.notes: dict[str, None] = {}
        self.said: tuple[str, ...] = ()

    def of(self, unit: Unit) -> Fraction:
        """The value of the cell."""
        result = attack(self._weapon, unit, edition=self._rules, **self._situation)
        self.notes |= dict.fromkeys(result.notes)
        self.said = result.situation.said()
        if self._cell == "wipe":
            return result.wipe
        return result.law("damage" if self._cell == "damage" else "kills").mean
