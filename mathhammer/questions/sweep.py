"""A sweep: one attack again and again, with one or two of its numbers changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import Any, Literal

from ..config import default_edition
from ..decisions.objective import Worth
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import LimitError, MathhammerError, SituationError
from ..notation import read_unit
from ..profiles import Unit
from ..result.sweep import Setting, Sweep, SweepRow
from ..situation import Situation
from .attack import Weapons, attack, attacks_of, check_choices, situation_of
from .pairs import not_modelled
from .variables import Asked, canonical, changed, settings, shown

__all__ = ["Sweep", "sweep"]

MOST_SWEPT = 2  # a row a value, or a grid
MOST_ROWS = 5_000  # a plain attack takes about a millisecond
_FIELDS = Situation.__dataclass_fields__


def sweep(
    weapons: Weapons,
    target: str | Unit,
    over: Mapping[str, str | Iterable[Any]],
    *,
    edition: str | Edition | None = None,
    separate: bool = False,
    weapon_order: Literal["given", "best"] = "given",
    precision: Literal["all", "none", "best"] = "all",
    allocation: Literal["written", "best"] = "written",
    objective: str | Worth = "damage",
    **situation: Any,
) -> Sweep:
    """What weapons do to a target when one or two of its numbers are changed: a row a value, or a grid.

    ``over`` names what is changed and its values: ``{"T": range(3, 15)}``, ``{"Sv": "2..6", "cover":
    "off,on"}``. It may be A, BS, WS, S, AP, D (of every weapon that has it), ``weapons`` (how many), T, Sv,
    W, Inv, FNP (7: none; they take the place of any that are written), ``models``, or a field of
    `Situation`. Everything else is as for `attack`, and so is each row. Where the rules do not allow
    an attack its numbers are None.

    Raises a `MathhammerError` that says what to write instead.

    >>> rows = sweep("A1 BS4+ S4 D1", "T4 W1", {"T": (4, 8), "cover": "off"}).to_rows()
    >>> [(row["T"], row["wipe"]) for row in rows]
    [(4, Fraction(1, 4)), (8, Fraction(1, 12))]
    """
    rules = default_edition() if edition is None else edition_of(edition)
    values = _values(over)
    for name in values:
        if name in _FIELDS and situation.get(name, _FIELDS[name].default) != _FIELDS[name].default:
            raise SituationError(f"{name} is swept and said to be {situation[name]}", "leave out one of the two")
    asked = Asked(tuple(attacks_of(weapons)), read_unit(target) if isinstance(target, str) else target, situation)
    questions = {chosen: _changed(asked, dict(zip(values, chosen, strict=True))) for chosen in product(*values.values())}
    check_choices(weapon_order, precision, allocation)
    options: dict[str, Any] = {"separate": separate, "weapon_order": weapon_order, "objective": objective}
    options |= {"precision": precision, "allocation": allocation}
    for question in questions.values():
        situation_of(dict(question.situation))
    rows, said, refused = [], dict[str, None](), dict[str, list[str]]()
    for chosen, question in questions.items():
        try:
            result = attack(question.weapons, question.unit, edition=rules, **options, **question.situation)
        except SituationError as error:
            where = ", ".join(f"{name} {shown(value)}" for name, value in zip(values, chosen, strict=True))
            refused.setdefault(str(error), []).append(where)
            rows.append(SweepRow(chosen, None, None, None))
        else:
            said.update(dict.fromkeys(result.notes))
            rows.append(SweepRow(chosen, result.law("kills").mean, result.law("damage").mean, result.wipe))
    if sum(map(len, refused.values())) == len(rows):
        raise SituationError(next(iter(refused)))
    notes = (*said, *(f"{reason} (at {'; '.join(places)})" for reason, places in refused.items()))
    missing = not_modelled(asked.weapons, [asked.unit])
    return Sweep(rules, tuple(values), asked.weapons, asked.unit, situation_of(situation), tuple(rows), notes, missing)


def _values(over: Mapping[str, str | Iterable[Any]]) -> dict[str, tuple[Setting, ...]]:
    """The values of each that is swept, within bounds."""
    if not 1 <= len(over) <= MOST_SWEPT:
        raise MathhammerError(f"{len(over)} numbers are swept", f"sweep one, or {MOST_SWEPT} for a grid")
    values: dict[str, tuple[Setting, ...]] = {}
    for name, given in over.items():
        if canonical(name) in values:
            raise MathhammerError(f"{canonical(name)} is swept twice", "write all its values in one list")
        values[canonical(name)] = settings(canonical(name), given)
    number = prod(map(len, values.values()))
    if number > MOST_ROWS:
        raise LimitError(f"{number:,} rows", f"at most {MOST_ROWS:,} are answered")
    return values


def _changed(asked: Asked, chosen: Mapping[str, Setting]) -> Asked:
    for name, value in chosen.items():
        asked = changed(asked, name, value)
    return asked
