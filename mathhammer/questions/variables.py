"""What can be swept: any stat of either side, numbers of weapons and models, and the situation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..dice import dice
from ..errors import LimitError, MathhammerError, ProfileError
from ..notation.tokens import closest, quoted
from ..profiles import MOST, Group, Unit, Weapon
from ..result.sweep import Setting
from ..rules.damage import FeelNoPainRule
from ..rules.saves import InvulnerableSave
from ..situation import FLAGS, Situation
from .attack import Attack

MOST_VALUES = 1000  # of one variable
NONE = 7  # an invulnerable save or Feel No Pain of 7: none, as for Sv
_RANGE = re.compile(r"(-?[0-9]{1,6})\+?\s*\.\.\s*(-?[0-9]{1,6})\+?")
_WHOLE = re.compile(r"(-?[0-9]{1,6})[+\"]?")
_SWITCH = {"off": False, "no": False, "false": False, "on": True, "yes": True, "true": True}
_ALSO = {"count": "weapons", "range": "distance", "invulnerable": "Inv", "save": "Sv", "wounds": "W", "toughness": "T"}


@dataclass(frozen=True)
class Asked:
    """The question whose parts are changed: the weapons, the target, the situation."""

    weapons: tuple[Attack, ...]
    unit: Unit
    situation: Mapping[str, Any]


def canonical(name: str) -> str:
    """The name of what is swept as answers have it: ``T``, ``Sv``, ``half_range``.

    Raises `MathhammerError` for anything else.

    >>> canonical("sv"), canonical("half-range"), canonical("count")
    ('Sv', 'half_range', 'weapons')
    """
    wanted = name.strip().replace("-", "_").replace(" ", "_").lower()
    names = {known.lower(): known for known in (*_STATS, *Situation.__dataclass_fields__)}
    found = names.get(wanted) or _ALSO.get(wanted)
    if found is None:
        near = closest(wanted, names)
        hint = f"did you mean {names[near]}?" if near else f"write one of {', '.join(names.values())}"
        raise MathhammerError(f"{quoted(name)} cannot be swept", hint)
    return found


def settings(name: str, given: str | Iterable[Any]) -> tuple[Setting, ...]:
    """The values of what is swept: ``3..14``, ``3,4,8``, ``D3,D6``, ``off,on``, or any values one by one.

    Raises `MathhammerError` for values that cannot be read, `LimitError` for too many.

    >>> settings("T", "3..5,8"), settings("cover", "off,on"), settings("D", "1,D3")
    ((3, 4, 5, 8), (False, True), (1, 'D3'))
    """
    parts = [part.strip() for part in given.split(",")] if isinstance(given, str) else _several(name, given)
    found: list[Setting] = []
    for part in parts:
        found += _values(name, part)
        if len(found) > MOST_VALUES:
            raise LimitError(f"more than {MOST_VALUES:,} values of {name}", f"at most {MOST_VALUES:,} are swept")
    if not found:
        raise MathhammerError(f"no value of {name} is given", f"write for example {name}={_EXAMPLES.get(name, 'off,on')}")
    return tuple(dict.fromkeys(found))


def changed(asked: Asked, name: str, value: Setting) -> Asked:
    """The question with one value in the place of what was written.

    Raises `MathhammerError` where it does not fit.
    """
    change = _STATS.get(name)
    try:
        if change is None:
            return replace(asked, situation={**asked.situation, name: None if value == "none" else value})
        return change(asked, value)
    except ProfileError as error:
        raise ProfileError(f"{name}={shown(value)}: {error.message}", error.hint) from None


def shown(value: Setting) -> str:
    """A value as a player writes it.

    >>> shown(True), shown(3), shown("D6")
    ('on', '3', 'D6')
    """
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _several(name: str, given: Iterable[Any]) -> Iterator[Any]:
    if not isinstance(given, Iterable):
        raise MathhammerError(f"{name} is swept over {given!r}", "write several values, such as range(3, 15)")
    return iter(given)


def _values(name: str, part: Any) -> Iterable[Setting]:
    """The values that one part of the list stands for."""
    if name in FLAGS:
        switch = _SWITCH.get(part.lower()) if isinstance(part, str) else part
        if not isinstance(switch, bool):
            raise MathhammerError(f"{name}={part} is no value", f"write for example {name}=off,on")
        return [switch]
    if isinstance(part, bool) or not isinstance(part, int | str):
        raise MathhammerError(f"{name} is swept over {part!r}", "write whole numbers, or text such as D6")
    if isinstance(part, int):
        return [part]
    span, number = _RANGE.fullmatch(part), _WHOLE.fullmatch(part)
    if span is not None:
        low, high = int(span[1]), int(span[2])
        step = 1 if low <= high else -1
        return range(low, high + step, step)
    if number is not None:
        return [int(number[1])]
    said = "-".join(part.lower().split())
    if name in ("Inv", "FNP") and said in _NONE:
        return [NONE]
    if name in _ROLLED and said:
        return [str(dice(part))]
    if name in ("order", "distance") and said in _NONE:
        return ["none"]
    if name in ("order", "lethal") and said:
        return [said]
    raise MathhammerError(f"{name}={part or '?'} is no value", f"write for example {name}={_EXAMPLES[name]}")


def _on_weapons(asked: Asked, name: str, change: Callable[[Weapon], Weapon | None]) -> Asked:
    """Every weapon that has such a stat changed; refused if none has."""
    found = [change(weapon) if isinstance(weapon, Weapon) else None for weapon in asked.weapons]
    if not any(found):
        raise ProfileError(f"no weapon has {name}", "sweep another stat")
    return replace(asked, weapons=tuple(new or old for new, old in zip(found, asked.weapons, strict=True)))


def _dice_stat(name: str, field: str) -> Callable[[Asked, Setting], Asked]:
    def change(asked: Asked, value: Setting) -> Asked:
        changes: dict[str, Any] = {field: dice(str(value))}
        return _on_weapons(asked, name, lambda weapon: replace(weapon, **changes))

    return change


def _skill(name: str, *, melee: bool) -> Callable[[Asked, Setting], Asked]:
    def change(asked: Asked, value: Setting) -> Asked:
        return _on_weapons(asked, name, lambda w: replace(w, skill=_int(value)) if w.melee is melee else None)

    return change


def _ap(asked: Asked, value: Setting) -> Asked:
    return _on_weapons(asked, "AP", lambda weapon: replace(weapon, ap=abs(_int(value))))


def _weapons(asked: Asked, value: Setting) -> Asked:
    return replace(asked, weapons=tuple(replace(weapon, count=_int(value)) for weapon in asked.weapons))


def _on_groups(field: str) -> Callable[[Asked, Setting], Asked]:
    def change(asked: Asked, value: Setting) -> Asked:
        changes: dict[str, Any] = {field: _int(value)}
        return replace(asked, unit=Unit(tuple(replace(group, **changes) for group in asked.unit.groups)))

    return change


def _models(asked: Asked, value: Setting) -> Asked:
    if len(asked.unit.groups) > 1:
        raise ProfileError("the target has several groups of models", "sweep another number")
    return _on_groups("count")(asked, value)


def _rule(kind: type[InvulnerableSave | FeelNoPainRule]) -> Callable[[Asked, Setting], Asked]:
    def change(asked: Asked, value: Setting) -> Asked:
        def with_rule(group: Group) -> Group:
            kept = tuple(rule for rule in group.rules if not isinstance(rule, kind))
            return replace(group, rules=kept if value == NONE else (*kept, kind(_int(value))))

        return replace(asked, unit=Unit(tuple(map(with_rule, asked.unit.groups))))

    return change


def _int(value: Setting) -> int:
    if not isinstance(value, int):
        raise ProfileError(f"{value} is no whole number", f"write a number up to {MOST}")
    return value


_STATS: dict[str, Callable[[Asked, Setting], Asked]] = {
    "A": _dice_stat("A", "attacks"),
    "BS": _skill("BS", melee=False),
    "WS": _skill("WS", melee=True),
    "S": _dice_stat("S", "strength"),
    "AP": _ap,
    "D": _dice_stat("D", "damage"),
    "weapons": _weapons,
    "T": _on_groups("toughness"),
    "Sv": _on_groups("save"),
    "W": _on_groups("wounds"),
    "Inv": _rule(InvulnerableSave),
    "FNP": _rule(FeelNoPainRule),
    "models": _models,
}
_ROLLED = ("A", "S", "D")
_NONE = ("none", "-")  # of a save, of Feel No Pain, of an Order, of a distance
_EXAMPLES = {
    "A": "1..6",
    "BS": "2..6",
    "WS": "2..6",
    "S": "3..12",
    "AP": "0..-4",
    "D": "1,2,D3,D6",
    "weapons": "1..20",
    "T": "3..14",
    "Sv": "2..7",
    "W": "1..12",
    "Inv": "4,5,none",
    "FNP": "4,5,none",
    "models": "1..20",
    "distance": "6..24",
    "order": "none,take-aim",
    "lethal": "always,never",
}
