"""Units: groups of models, by their stats or by the name of a preset."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Literal, cast

from ..errors import NotationError, ProfileError
from ..profiles import Group, Unit
from ..rules.damage import FeelNoPainRule
from ..rules.rule import Rule
from ..rules.saves import InvulnerableSave
from .keywords import read_keyword, read_target_rule
from .lines import BRACKETS, Line
from .presets import ALIASES, PRESETS, preset
from .stats import UNIT, Token, once, scan, whole
from .tokens import Piece, closest, quoted

InLine = InvulnerableSave | FeelNoPainRule
_LONGEST_PRESET = 3  # words


def unit(piece: Piece) -> Unit:
    """The unit that a line describes, groups with a plus between blanks between them; raises `NotationError`.

    >>> [group.count for group in unit(Piece.of("10x geq + meq")).groups]
    [10, 5]
    """
    return Unit(tuple(_group(part) for part in _groups(piece)))


def _groups(piece: Piece) -> list[Piece]:
    body = piece.blanked(BRACKETS)
    pluses = [match.start() + body.start - piece.start for match in re.finditer(r"(?<!\S)\+(?!\S)", body.text)]
    starts, ends = [0, *(at + 1 for at in pluses)], [*pluses, piece.end - piece.start]
    parts = [piece.part(start, end) for start, end in zip(starts, ends, strict=True)]
    for at, before, after in zip(pluses, parts, parts[1:], strict=False):
        if not before or not after:
            where = "after" if before else "before"
            raise piece.part(at, at + 1).error(f"a group of models is missing {where} +", "write for example meq + 1x T4 W4")
    return parts


def _group(piece: Piece) -> Group:
    line, saves, rules, keywords = _bracketed(Line.of(piece))
    line = line.named(UNIT)
    base, body = _base(line.body)
    tokens, at = scan(body, UNIT)
    if at < len(body.text):
        raise _unread(body, at, base)
    in_line = {token.piece: _in_line(token) for token in tokens if token.kind in ("inv", "fnp")}
    stats = once([token for token in tokens if token.piece not in in_line])
    if base is None and "T" not in stats:
        raise line.body.error("a unit needs T, or a preset", "write for example 5x T4 Sv3+ W2, or meq")
    line = line.ruled(in_line).marked({kind: token.piece for kind, token in stats.items()})
    try:
        return _built(line, base, stats, (*in_line.values(), *saves), rules, keywords)
    except ProfileError as error:
        raise line.refused(error) from None


def _built(
    line: Line,
    base: Group | None,
    stats: dict[str, Token],
    in_line: tuple[InLine, ...],
    rules: tuple[Rule, ...],
    keywords: tuple[str, ...],
) -> Group:
    numbers = {kind: whole(token[f"{kind}_value"] or token["W_number"], token.piece) for kind, token in stats.items()}
    start = base or Group(numbers["T"])
    kept = tuple(rule for rule in start.rules if not _replaced(rule, in_line))
    return replace(
        start,
        toughness=numbers.get("T", start.toughness),
        save=numbers.get("Sv", start.save),
        wounds=numbers.get("W", start.wounds),
        count=line.count or start.count,
        rules=(*kept, *in_line, *rules),
        keywords=tuple(dict.fromkeys((*start.keywords, *keywords))),
        name=line.name,
        points=line.points,
    )


def _replaced(rule: Rule, by: Iterable[InLine]) -> bool:
    """Whether a preset's rule gives way: an invulnerable save to any other, Feel No Pain to one of its scope or of none."""
    if isinstance(rule, InvulnerableSave):
        return any(isinstance(new, InvulnerableSave) for new in by)
    return isinstance(rule, FeelNoPainRule) and any(
        isinstance(new, FeelNoPainRule) and new.scope in ("", rule.scope) for new in by
    )


def _bracketed(line: Line) -> tuple[Line, tuple[InLine, ...], tuple[Rule, ...], tuple[str, ...]]:
    """The line with its keywords marked: saves and Feel No Pain, other rules, plain KEYWORDS."""
    rules: dict[Piece, Rule] = {}
    keywords: dict[str, Piece] = {}
    for piece in line.keywords:
        rule = _rule(piece)
        if rule is not None:
            rules[piece] = rule
            continue
        keyword = read_keyword(piece)
        if keyword in keywords:
            raise piece.error(f"[{keyword}] stands twice", "write one")
        keywords[keyword] = piece
    saves = tuple(rule for rule in rules.values() if isinstance(rule, InLine))
    others = tuple(rule for rule in rules.values() if not isinstance(rule, InLine))
    return line.ruled(rules), saves, others, tuple(keywords)


def _rule(piece: Piece) -> Rule | None:
    """The target's rule that a keyword names, or None for a plain KEYWORD."""
    tokens, at = scan(piece, UNIT)
    if len(tokens) == 1 and at >= len(piece.text) and tokens[0].kind in ("inv", "fnp"):
        return _in_line(tokens[0])
    return read_target_rule(piece)


def _in_line(token: Token) -> InLine:
    kind = token.kind
    need = whole(token[f"{kind}_value"] or token[f"{kind}_pluses"], token.piece)
    scope = token[f"{kind}_scope"].lower()
    if kind == "inv":
        return InvulnerableSave(need, cast(Literal["", "ranged", "melee"], scope))
    return FeelNoPainRule(need, cast(Literal["", "mortal", "psychic"], scope))


def _base(piece: Piece) -> tuple[Group | None, Piece]:
    """The preset that the text begins with, if any, and what follows."""
    ends = [match.end() for match in re.finditer(r"[^\s,]+", piece.text)]
    for end in reversed(ends[:_LONGEST_PRESET]):
        profile = preset(piece.text[:end])
        if profile is not None:
            return _of_preset(profile), piece.part(end)
    return None, piece


@cache
def _of_preset(profile: str) -> Group:
    return _group(Piece.of(profile))


def _unread(body: Piece, at: int, base: Group | None) -> NotationError:
    """The error for a group's line at the first word that is no stat."""
    shown = body.word(at)
    head = re.match(r"(?i:Sv|Inv|FNP|T|W)(?=[=:]?(?![a-z]))", shown.text)
    if head is not None:
        return shown.error(f"{quoted(shown.text)} is no {head[0]}", "write for example T4, Sv3+, W2, Inv4+ or FNP5+")
    if shown.text.startswith("("):
        return shown.error(
            f"{quoted(shown.text)} is no scope", "write (ranged) or (melee) after Inv, (mortal) or (psychic) after FNP"
        )
    if re.match(r"(?i:A|BS|WS|S|AP|D)[0-9=:-]", shown.text):
        return shown.error(f"{quoted(shown.text)} is a stat of a weapon", "write it before vs")
    near = "" if at or base else _near_preset(body.text)
    hint = f"did you mean {near}?" if near else "write T, Sv, W, Inv, FNP; a name ends with a colon"
    return shown.error(f"{quoted(shown.text)} is no stat of a unit and no preset", hint)


def _near_preset(text: str) -> str:
    """The preset for which the beginning of a line is a misprint, or nothing; where a T follows it is a name."""
    begins = re.match(r"(?i:[a-z][a-z' -]*)", text)
    if begins is None or re.search(r"(?i:\bT\s?[0-9])", text):
        return ""
    return closest(begins[0].strip(), [*PRESETS, *ALIASES])
