"""From profiles to the canonical line, which reads back as the same record."""

from __future__ import annotations

from ..dice import Dice
from ..profiles import Group, Mortals, Unit, Weapon
from ..rules.damage import FeelNoPainRule
from ..rules.rule import Rule
from ..rules.saves import InvulnerableSave
from .tokens import COUNT


def write(record: Weapon | Mortals | Unit | Group) -> str:
    """The canonical line of a weapon, of mortal wounds, of a group or of a unit.

    >>> from .read import read_weapon
    >>> write(read_weapon("2x gun: S=8 A=D3 BS 3+ AP3 DD6 [tl; MELTA 2]"))
    '2x gun: AD3 BS3+ S8 AP-3 D=D6 [twin-linked, melta 2]'
    """
    if isinstance(record, Unit):
        return " + ".join(write(group) for group in record.groups)
    if isinstance(record, Group):
        return _group(record)
    if isinstance(record, Mortals):
        on = "" if record.need is None else f" on {record.need}+"
        return f"{_head(record.count, record.name)}mortals {record.dice}{on}{_brackets(record.rules)}"
    return _weapon(record)


def _weapon(weapon: Weapon) -> str:
    stats = []
    if weapon.range is not None:
        stats.append(f'{weapon.range}"')
    elif weapon.melee and weapon.skill is None:
        stats.append("melee")
    stats.append(f"A{weapon.attacks}")
    if weapon.skill is not None:
        stats.append(f"{'WS' if weapon.melee else 'BS'}{weapon.skill}+")
    stats += [f"S{weapon.strength}", f"AP-{weapon.ap}" if weapon.ap else "AP0", _damage(weapon.damage)]
    points = "" if weapon.points is None else f" @ {weapon.points}"
    return f"{_head(weapon.count, weapon.name)}{' '.join(stats)}{_brackets(weapon.rules)}{points}"


def _damage(dice: Dice) -> str:
    flat = not dice.is_random
    return f"D={dice}" if not flat or str(dice)[0] in "36" else f"D{dice}"


def _head(count: int, name: str) -> str:
    counted = f"{count}x " if count != 1 or COUNT.match(name) else ""
    return f"{counted}{name}: " if name else counted


def _brackets(rules: tuple[Rule, ...], keywords: tuple[str, ...] = ()) -> str:
    written = [*keywords, *map(str, rules)]
    return f" [{', '.join(written)}]" if written else ""


def _group(group: Group) -> str:
    stats = [f"T{group.toughness}", f"Sv{group.save}+", f"W{group.wounds}"]
    in_line = [rule for rule in group.rules if isinstance(rule, InvulnerableSave | FeelNoPainRule)]
    bracketed = tuple(rule for rule in group.rules if rule not in in_line)
    stats += map(str, in_line)
    name = f"{group.name}: " if group.name else ""
    points = "" if group.points is None else f" @ {group.points}"
    return f"{group.count}x {name}{' '.join(stats)}{_brackets(bracketed, group.keywords)}{points}"
