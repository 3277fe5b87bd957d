"""Weapons in stat form, and mortal wounds as an attack."""

from __future__ import annotations

import re
from typing import TypeAlias

from ..dice import Dice
from ..errors import NotationError, ProfileError
from ..profiles import Mortals, Weapon
from ..rules.rule import Rule
from . import rows
from .keywords import read_weapon_rules
from .lines import Line
from .stats import WEAPON, Token, bad_dice, number, once, read_dice, scan
from .tokens import Piece, quoted

Attack: TypeAlias = Weapon | Mortals
_MORTALS = r"(?i:mortals?(?:\s+wounds?)?\s+(?P<dice>\S+)(?:\s+on\s+(?P<need>[0-9]{1,3})\+?)?)"
# A letter of a stat with something else than a stat after it; a longer word is rather a name.
_MISWRITTEN = r"(?i:(?:AP|BS|WS)(?![a-z])|(?P<dice>[ASD])(?:[=:]|(?=[0-9.+-]|d+[0-9]|[a-z]{0,3}$)))"
_EXAMPLES = {"A": "A2 or AD6", "S": "S4", "D": "D1 or DD6", "AP": "AP-1", "BS": "BS3+", "WS": "WS3+"}
_COLON = "a name ends with a colon"


def attack(piece: Piece) -> Attack:
    """The weapon, or the mortal wounds, that a line describes; raises `NotationError`.

    >>> attack(Piece.of("gun: A2 BS3+ S4 D1")).name
    'gun'
    """
    line = Line.of(piece)
    found = read_weapon_rules(line.keywords)
    line, rules = line.ruled(found), tuple(found.values())
    named = line.named(WEAPON)
    tokens, at = scan(named.body, WEAPON)
    if tokens and at >= len(named.body.text):
        return _weapon(named, once(tokens), rules)
    wounds = re.fullmatch(_MORTALS, named.body.text)
    if wounds is not None:
        return _mortals(named, wounds, rules)
    row = rows.find(line.body)
    if row is not None:
        return rows.weapon(line, row, rules)
    raise _unread(named.body, at)


def _weapon(line: Line, stats: dict[str, Token], rules: tuple[Rule, ...]) -> Weapon:
    for letter in "ASD":
        if letter not in stats:
            raise line.body.error(f"a weapon needs {letter}", f"write for example {_EXAMPLES[letter]}")
    line = line.marked({kind: token.piece for kind, token in stats.items()})
    melee = _is_melee(stats)
    try:
        return Weapon(
            attacks=_dice(stats["A"]),
            skill=_number(stats.get("skill")),
            strength=_dice(stats["S"]),
            ap=_number(stats.get("AP")) or 0,
            damage=_dice(stats["D"]),
            melee=melee,
            range=_number(stats.get("range")),
            rules=rules,
            name=line.name,
            count=line.count or 1,
            points=line.points,
        )
    except ProfileError as error:
        raise line.refused(error) from None


def _is_melee(stats: dict[str, Token]) -> bool:
    reach, skill = stats.get("range"), stats.get("skill")
    said = reach is not None and reach.piece.text.lower() == "melee"
    if said and skill is not None and skill["skill_kind"].upper() == "BS":
        raise skill.piece.error("a melee weapon has a WS", "write WS instead of BS")
    return said or (skill is not None and skill["skill_kind"].upper() == "WS")


def _number(token: Token | None) -> int | None:
    return None if token is None else number(token.piece)


def _dice(token: Token) -> Dice:
    value = token[f"{token.kind}_value"]
    if token.kind == "D" and not token["D_sep"].strip() and value[0] in "36":
        value = _glued_damage(value, token.piece)
    return read_dice(value, token.piece)


def _glued_damage(value: str, piece: Piece) -> str:
    """The Damage that stands directly after its letter: D6+1 is a die and a number, D6 alone could be either."""
    if value in ("3", "6"):
        raise piece.error(
            f"D{value} can mean {value} damage or a die",
            f"write D={value} for {value} damage, D=D{value} (or DD{value}) for a die",
        )
    return f"D{value}" if value[1] in "+-" else value


def _mortals(line: Line, match: re.Match[str], rules: tuple[Rule, ...]) -> Mortals:
    if line.points is not None:
        raise line.marks["points"].error("mortal wounds have no points", "leave them out")
    line = line.marked(
        {"mortal wounds": line.body.part(*match.span("dice")), "the roll": line.body.part(*match.span("need"))}
    )
    need = None if match["need"] is None else int(match["need"])
    try:
        return Mortals(read_dice(match["dice"], line.marks["mortal wounds"]), need, rules, line.count or 1, line.name)
    except ProfileError as error:
        raise line.refused(error) from None


def _unread(body: Piece, at: int) -> NotationError:
    """The error for a weapon's line at the first word that is no stat."""
    if not body:
        return body.error("the stats are missing", "write A, BS or WS, S, AP and D")
    if re.match(r"mortals?\b", body.text, re.IGNORECASE):
        return body.error("mortal wounds need a number", "write for example mortals D3, or mortals 1 on 4+")
    if re.search(r"[|\t]", body.text):
        return body.error(
            "this row cannot be read", 'a row has a name, a range such as 24" or Melee, A, BS or WS, S, AP and D'
        )
    return _no_stat(body, at)


def _no_stat(body: Piece, at: int) -> NotationError:
    """The error for a word that is no stat: a misprint of one, a stat of a target, or something else."""
    shown = body.word(at)
    head = re.match(_MISWRITTEN, shown.text)
    if head is not None and head["dice"]:
        return _no_dice(head, body, at)
    if head is not None:
        letters = head[0].upper()
        return shown.error(f"{quoted(shown.text)} is no {letters}", f"write for example {_EXAMPLES[letters]}")
    if re.match(r"(?i:T|Sv|W|Inv|FNP)[0-9]|[0-9]+\+", shown.text):
        return shown.error(f"{quoted(shown.text)} is a stat of a target", "write it after vs")
    return shown.error(f"{quoted(shown.text)} is no stat of a weapon", f"write A, BS or WS, S, AP, D; {_COLON}")


def _no_dice(head: re.Match[str], body: Piece, at: int) -> NotationError:
    """The error for what stands after A, S or D, directly or after a blank, and is no dice expression."""
    shown = body.word(at)
    value = shown.text[head.end() :]
    if value.isalpha() and len(value) > 1:
        return shown.error(f"{quoted(shown.text)} is no stat of a weapon: bad dice expression {quoted(value)}", _COLON)
    apart = re.compile(r"(?:\s*[=:])?\s*([0-9.+-]\S*)").match(body.text, at + head.end())
    if value or apart is None:
        return bad_dice(value, shown)
    return bad_dice(apart[1], body.part(at, apart.end()))
