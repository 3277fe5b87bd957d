"""From profiles to the canonical line, which reads back as the same record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..dice import Dice
from ..errors import NotationError, ProfileError
from ..profiles import Group, Mortals, Record, Unit, Weapon
from ..rules.damage import FeelNoPainRule
from ..rules.rule import Rule
from ..rules.saves import InvulnerableSave
from .keywords import read_keyword, read_rule
from .lines import COUNT
from .tokens import Piece, plain
from .weapons import Attack


def write(record: Weapon | Mortals | Unit | Group) -> str:
    """The canonical line of a weapon, of mortal wounds, of a group or of a unit.

    Raises `ProfileError` for a rule or KEYWORD that would read back as another one.

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
        return f"{_head(record.count, record.name)}mortals {record.dice}{on}{_weapon_brackets(record.rules)}"
    return _weapon(record)


def write_query(volleys: Sequence[Iterable[Attack]], target: Unit) -> str:
    """The canonical line of a question: the weapons of each attacking unit, and the target.

    >>> from .read import read_unit, read_weapon
    >>> write_query([[read_weapon("A2 BS3+ S4 D1")], [read_weapon("A1 WS4+ S4 D1")]], read_unit("geq"))
    'A2 BS3+ S4 AP0 D1 vs 10x T3 Sv5+ W1 [infantry] then A1 WS4+ S4 AP0 D1'
    """
    first, *others = ("; ".join(map(write, weapons)) for weapons in volleys)
    return " then ".join([f"{first} vs {write(target)}", *others])


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
    return f"{_head(weapon.count, weapon.name)}{' '.join(stats)}{_weapon_brackets(weapon.rules)}{_points(weapon.points)}"


def _damage(dice: Dice) -> str:
    clear = not dice.is_random and str(dice)[0] not in "36"
    return f"D{dice}" if clear else f"D={dice}"


def _group(group: Group) -> str:
    in_line = [str(rule) for rule in group.rules if isinstance(rule, InvulnerableSave | FeelNoPainRule)]
    bracketed = [_rule(rule, "target") for rule in group.rules if str(rule) not in in_line]
    stats = " ".join([f"T{group.toughness}", f"Sv{group.save}+", f"W{group.wounds}", *in_line])
    name = f"{group.name}: " if group.name else ""
    brackets = _brackets([*map(_keyword, group.keywords), *bracketed])
    return f"{group.count}x {name}{stats}{brackets}{_points(group.points)}"


def _head(count: int, name: str) -> str:
    """The count and the name; a count of 1 only before a name that would read as a count."""
    counted = f"{count}x " if count != 1 or COUNT.match(plain(name)) else ""
    return f"{counted}{name}: " if name else counted


def _points(points: int | None) -> str:
    return "" if points is None else f" @ {points}"


def _weapon_brackets(rules: Iterable[Rule]) -> str:
    return _brackets([_rule(rule, "weapon") for rule in rules])


def _brackets(keywords: Sequence[str]) -> str:
    return f" [{', '.join(keywords)}]" if keywords else ""


@lru_cache(maxsize=4096)
def _rule(rule: Rule, owner: str) -> str:
    text = str(rule)
    try:
        same = read_rule(Piece.of(text), owner) == rule
    except NotationError:
        same = False
    if not same:
        raise ProfileError(f"the rule {text!r} cannot be written", "give it parameters that the notation has", about=text)
    return text


@lru_cache(maxsize=4096)
def _keyword(text: str) -> str:
    """A plain KEYWORD, unless it is the name of a rule."""
    try:
        piece = Piece.of(text)
        same = read_rule(piece, "target") is None and read_keyword(piece) == text
    except NotationError:
        same = False
    if not same:
        raise ProfileError(f"the KEYWORD {text!r} reads as a rule", "put the rule among the rules", about=text)
    return text


Record.line = staticmethod(write)
