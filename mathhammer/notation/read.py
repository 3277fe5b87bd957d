"""From one line of text to profiles. Whatever cannot be read is an error with a caret under it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from ..dice import Dice, dice
from ..errors import NotationError, ProfileError
from ..profiles import Group, Mortals, Unit, Weapon
from ..rules.damage import FeelNoPainRule
from ..rules.rule import Rule
from ..rules.saves import InvulnerableSave
from .keywords import read_keyword, read_rule, unknown
from .presets import ALIASES, PRESETS, preset
from .tokens import COUNT, ROW, UNIT_STATS, WEAPON_STATS, Piece, closest, plain

Attack = Weapon | Mortals
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_MORTALS = re.compile(r"mortals?\s+(?P<dice>\S+)(?:\s+on\s+(?P<need>\d+)\+?)?", re.IGNORECASE)
_AMBIGUOUS = {"3", "6"}
_STAT_WORDS = {"A", "BS", "WS", "S", "AP", "D", "T", "SV", "W", "INV", "INVSV", "FNP"}


def read_weapon(text: str) -> Weapon:
    """The weapon that a line describes, in stat form or as a pasted datasheet row.

    Raises `NotationError`.

    >>> read_weapon("10x Bolt gun: A2 BS3+ S4 AP-1 D1 [rapid fire 1]").count
    10
    """
    attack = read_attack(text)
    if isinstance(attack, Mortals):
        raise Piece.of(plain(text)).error("a weapon is expected here, not mortal wounds", "write A, BS or WS, S, AP and D")
    return attack


@lru_cache(maxsize=2048)
def read_attack(text: str) -> Attack:
    """The weapon, or the mortal wounds as an attack, that a line describes.

    >>> read_attack("6x mortals 1 on 4+").need
    4
    """
    whole = Piece.of(plain(text))
    if not whole:
        raise whole.error("no weapon is written", "write for example A2 BS3+ S4 AP-1 D1")
    body, points = _points(whole)
    body, count = _count(body)
    body, rules = _bracketed(body)
    try:
        mortals = _MORTALS.fullmatch(body.text.rsplit(":", 1)[-1].strip())
        if mortals is not None:
            return _mortals(body, mortals, rules, count)
        row = _row(body)
        if row is not None:
            return _weapon_of_row(row, rules, count, points)
        return _weapon_of_stats(body, rules, count, points)
    except ProfileError as error:
        raise whole.refused(error) from None


@lru_cache(maxsize=2048)
def read_unit(text: str) -> Unit:
    """The unit that a line describes: groups with `` + `` between them.

    Raises `NotationError`.

    >>> read_unit("5x T4 Sv3+ W2 [infantry]").models
    5
    """
    whole = Piece.of(plain(text))
    if not whole:
        raise whole.error("no target is written", "write for example 5x T4 Sv3+ W2, or a preset such as meq")
    return Unit(tuple(_group(piece) for piece in _groups(whole)))


def read_query(text: str) -> tuple[list[str], str]:
    """The weapons' texts and the target's text of a whole query in one line, ``WEAPON; WEAPON vs TARGET``.

    >>> read_query("A2 BS3+ S4 D1 vs meq")
    (['A2 BS3+ S4 D1'], 'meq')
    """
    parts = re.split(r"\s+vs\s+", text.strip())
    if len(parts) != 2:
        raise NotationError("a query has one vs", "write WEAPON vs TARGET", text=text)
    return [weapon.strip() for weapon in parts[0].split(" ; ")], parts[1]


# Pieces that weapons and units share.


def _points(piece: Piece) -> tuple[Piece, int | None]:
    at = piece.text.rfind("@")
    if at < 0:
        return piece, None
    given = piece.part(at + 1)
    match = re.fullmatch(r"(\d{1,6})(?:\s*(?:pts|points))?", given.text)
    if match is None:
        raise piece.part(at).error("points are a whole number", "write for example @ 90")
    return piece.part(0, at), int(match[1])


def _count(piece: Piece) -> tuple[Piece, int]:
    match = COUNT.match(piece.text)
    if match is None:
        negative = re.match(r"-\s*\d+\s*x\s", piece.text)
        if negative:
            raise piece.part(0, negative.end()).error("a count below 1", "write 1x or more")
        return piece, 1
    if len(match["count"]) > 4 or not 1 <= int(match["count"]) <= 1000:
        raise piece.part(0, match.end()).error(f"a count of {match['count']} is outside 1..1000", "write 1x to 1000x")
    return piece.part(match.end()), int(match["count"])


def _bracketed(piece: Piece) -> tuple[Piece, tuple[Rule, ...]]:
    """The piece with its bracketed keywords blanked out, and the weapon's rules in them."""
    rules = []
    for part in _keyword_parts(piece):
        rule = read_rule(part, "weapon")
        if rule is None:
            raise unknown(part)
        if "weapon" not in rule.owners:
            raise part.error(f"[{part.text}] is a keyword of the target", "write it after the target's stats")
        rules.append(rule)
    return _without_brackets(piece), tuple(rules)


def _keyword_parts(piece: Piece) -> list[Piece]:
    parts: list[Piece] = []
    blanked = _BRACKETS.sub(lambda m: " " * len(m[0]), piece.text)
    for at, character in enumerate(blanked):
        if character in "[]":
            raise piece.part(at, at + 1).error(f"a {character} without its partner", "write [keyword, keyword]")
    for match in _BRACKETS.finditer(piece.text):
        inner = piece.part(match.start() + 1, match.end() - 1)
        if not inner or inner.text == "-":
            continue
        for part in inner.split(r"[,;]"):
            if not part:
                raise inner.error("an empty keyword", "write one keyword between commas")
            parts.append(part)
    return parts


def _without_brackets(piece: Piece) -> Piece:
    blanked = _BRACKETS.sub(lambda m: " " * len(m[0]), piece.whole[: piece.end])
    return Piece(piece.whole[: piece.start] + blanked[piece.start :] + piece.whole[piece.end :], piece.start, piece.end).strip()


def _name(piece: Piece, is_stats: re.Pattern[str]) -> tuple[Piece, str]:
    """What follows the name, and the name: the text before a colon that is no stat's own."""
    for match in re.finditer(r":", piece.text):
        before = piece.text[: match.start()].strip()
        if before.upper().split(" ")[-1] in _STAT_WORDS and is_stats.match(piece.text):
            return piece, ""
        if before:
            return piece.part(match.end()), " ".join(before.split())
    return piece, ""


# Weapons.


def _mortals(piece: Piece, match: re.Match[str], rules: tuple[Rule, ...], count: int) -> Mortals:
    body, name = _name(piece, WEAPON_STATS)
    need = None if match["need"] is None else int(match["need"])
    return Mortals(dice(match["dice"]), need, rules, count, name)


def _row(piece: Piece) -> tuple[str, re.Match[str], Piece] | None:
    """The name, the stats and what follows them, if the text is a pasted row."""
    for match in ROW.finditer(piece.text):
        before = piece.text[: match.start()].rstrip()
        if before and before == piece.text[: match.start()] and piece.text[match.start()] not in "\t|":
            continue  # the row begins in the middle of a word
        after = piece.part(match.end())
        if after and after.text[0] not in "|\t" and not after.text.startswith(("|", "\t")):
            separated = re.match(r"\s*[|\t]", piece.text[match.end() :])
            if separated is None:
                continue
        name = before.strip().rstrip("|:").strip()
        return re.sub(r"\s*[:|;@\t]\s*", " - ", " ".join(name.split())), match, after
    return None


def _weapon_of_row(
    row: tuple[str, re.Match[str], Piece], rules: tuple[Rule, ...], count: int, points: int | None
) -> Weapon:
    name, stats, after = row
    for part in after.split(r"[,|\t]"):
        if part and part.text != "-":
            rule = read_rule(part, "weapon")
            if rule is None or "weapon" not in rule.owners:
                raise unknown(part)
            rules = (*rules, rule)
    melee = stats["range"].lower() in ("melee", "n/a")
    return _weapon(
        {
            "attacks": dice(stats["attacks"]),
            "strength": dice(stats["strength"]),
            "damage": dice(stats["damage"]),
            "ap": abs(int(stats["ap"])) if stats["ap"] != "-" else 0,
            "skill": _skill(stats["skill"]),
            "range": None if melee else int(re.match(r"\d+", stats["range"])[0]),  # type: ignore[index]
        },
        melee=melee,
        rules=rules,
        name=name,
        count=count,
        points=points,
        piece=after,
    )


def _skill(text: str) -> int | None:
    digits = text.rstrip("+")
    return int(digits) if digits.isdigit() else None


def _weapon_of_stats(piece: Piece, rules: tuple[Rule, ...], count: int, points: int | None) -> Weapon:
    body, name = _name(piece, WEAPON_STATS)
    stats: dict[str, object] = {}
    melee = False
    at = 0
    text = body.text
    while at < len(text):
        if text[at] in " ,\t":
            at += 1
            continue
        match = WEAPON_STATS.match(text, at)
        token = body.part(at, match.end()) if match else _unread(body, at)
        if match is None or _continues(text, match.end()):
            raise _unknown_weapon_stat(body, at, token)
        kind = str(match.lastgroup).split("_")[0]
        kind = next(k for k in ("range", "skill", "ap", "attacks", "strength", "damage") if match[k])
        if kind in stats:
            raise token.error(f"{token.text} stands beside another {kind}", "write one")
        if kind == "range" and match["range"].lower() == "melee":
            melee = True
        elif kind == "range":
            stats[kind] = _whole(token, re.match(r"\d+", match["range"])[0])  # type: ignore[index]
        elif kind == "skill":
            melee = melee or match["skill_kind"].upper() == "WS"
            if match["skill_kind"].upper() == "BS" and melee:
                raise token.error("a melee weapon has a WS", "write WS instead of BS")
            stats[kind] = _skill(match["skill_value"])
            if stats[kind] is not None and not 2 <= int(str(stats[kind])) <= 6:
                raise token.error(f"{token.text} is outside 2+..6+", "write a skill from 2+ to 6+")
        elif kind == "ap":
            stats[kind] = abs(_whole(token, match["ap_value"].replace(" ", "")))
        else:
            stats[kind] = _dice(token, kind, match)
        at = match.end()
    return _weapon(stats, melee=melee, rules=rules, name=name, count=count, points=points, piece=body)


def _weapon(
    stats: dict[str, object],
    *,
    melee: bool,
    rules: tuple[Rule, ...],
    name: str,
    count: int,
    points: int | None,
    piece: Piece,
) -> Weapon:
    for kind, letter, example in (("attacks", "A", "A2 or AD6"), ("strength", "S", "S4"), ("damage", "D", "D1 or DD6")):
        if kind not in stats:
            raise piece.error(f"a weapon needs {letter}", f"write for example {example}")
    torrent = any(rule.title() == "torrent" for rule in rules)
    if stats.get("skill") is None and not torrent:
        raise piece.error("a weapon needs a skill", "write BS3+ (ranged) or WS3+ (melee), or [torrent]")
    return Weapon(
        **{**stats, "skill": stats.get("skill")},  # type: ignore[arg-type]
        melee=melee,
        rules=rules,
        name=name,
        count=count,
        points=points,
    )


def _whole(token: Piece, digits: str) -> int:
    if len(digits) > 6:
        raise token.error(f"{digits[:12]}... is too large", "at most 1000")
    return int(digits)


def _dice(token: Piece, kind: str, match: re.Match[str]) -> Dice:
    value = match[f"{kind}_value"]
    if kind == "damage" and match["damage_sep"].strip() == "" and value[0] in _AMBIGUOUS:
        if value in _AMBIGUOUS:
            raise token.error(
                f"D{value} can mean {value} damage or a die",
                f"write D={value} for {value} damage, D=D{value} (or DD{value}) for a die",
            )
        if value[1] in "+-":
            value = "D" + value
    try:
        return dice(value)
    except ProfileError as error:
        raise token.refused(error) from None


def _continues(text: str, end: int) -> bool:
    """Whether the character after a stat belongs to it: A1.5, A2dd6."""
    return end < len(text) and text[end] in ".%$#&*^?!+-" or bool(re.match(r"d\d|dd", text[end:], re.IGNORECASE))


def _unread(piece: Piece, at: int) -> Piece:
    match = re.compile(r"\S+").match(piece.text, at)
    return piece.part(at, match.end() if match else None)


def _unknown_weapon_stat(body: Piece, at: int, token: Piece) -> NotationError:
    shown = _unread(body, at)
    head = re.match(r"(AP|BS|WS|A|S|D)[=:]?(?=[-.\d]|$|D)", shown.text, re.IGNORECASE)
    if head is not None and head[1].upper() in ("A", "S", "D"):
        value = shown.text[head.end() :]
        return shown.error(f"bad dice expression {value!r}", "write a number, D6, D3, 2D6 or D6+1")
    if head is not None:
        return shown.error(f"{shown.text!r} is no {head[1].upper()}", "write for example BS3+ or AP-1")
    if re.match(r"(T|Sv|W|Inv|FNP)\d|\d\+", shown.text, re.IGNORECASE):
        return shown.error(f"{shown.text!r} is a stat of a target", "write it after vs")
    if "|" in body.whole or "\t" in body.whole:
        return shown.error("this row cannot be read", "a row has a name, range, A, BS or WS, S, AP and D")
    return shown.error(f"{shown.text!r} is no stat of a weapon", "write A, BS or WS, S, AP, D, and a name before a colon")


# Units.


def _groups(piece: Piece) -> list[Piece]:
    blanked = _without_brackets(piece)
    parts = []
    at = 0
    for match in re.finditer(r"\s\+\s", blanked.text):
        parts.append(piece.part(at, match.start()))
        at = match.end()
    parts.append(piece.part(at))
    for part in parts:
        if not part:
            raise piece.error("an empty group", "write a group of models on both sides of +")
    return parts


def _group(piece: Piece) -> Group:
    body, points = _points(piece)
    body, count = _count(body)
    rules, keywords = _unit_keywords(body)
    rest = _without_brackets(body)
    counted = rest.start > piece.start
    named, name = _name(rest, UNIT_STATS)
    base, stats_piece = _base(named)
    stats, saves = _unit_stats(stats_piece)
    if base is None and "toughness" not in stats:
        raise _unknown_unit(named)
    try:
        if base is None:
            group = Group(**stats, count=count, rules=(*saves, *rules), keywords=keywords, name=name, points=points)  # type: ignore[arg-type]
        else:
            old_rules = tuple(rule for rule in base.rules if not _replaced(rule, saves))
            group = replace(
                base,
                **stats,  # type: ignore[arg-type]
                count=count if counted and COUNT.match(piece.text) else base.count,
                rules=(*old_rules, *saves, *rules),
                keywords=tuple(dict.fromkeys(base.keywords + keywords)),
                name=name,
                points=points,
            )
    except ProfileError as error:
        raise piece.refused(error) from None
    return group


def _replaced(rule: Rule, by: list[Rule]) -> bool:
    """Whether a preset's save or Feel No Pain gives way to one written after it."""
    return any(type(rule) is type(new) and rule.parameters[1] == new.parameters[1] for new in by)


def _base(piece: Piece) -> tuple[Group | None, Piece]:
    """The preset that the text begins with, if any, and what follows."""
    tokens = list(re.finditer(r"\S+", piece.text))
    for last in (2, 1, 0):
        if last < len(tokens):
            found = preset(piece.text[: tokens[last].end()])
            if found is not None:
                return read_unit(found).groups[0], piece.part(tokens[last].end())
    return None, piece


def _unit_keywords(piece: Piece) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    rules: list[Rule] = []
    keywords: list[str] = []
    for part in _keyword_parts(piece):
        rule = read_rule(part, "target")
        if rule is None:
            keyword = read_keyword(part)
            if keyword in keywords:
                raise part.error(f"[{keyword}] stands twice", "write one")
            keywords.append(keyword)
        elif "target" not in rule.owners:
            raise part.error(f"[{part.text}] is a keyword of a weapon", "write it before vs")
        else:
            rules.append(rule)
    return tuple(rules), tuple(keywords)


def _unit_stats(piece: Piece) -> tuple[dict[str, int], list[Rule]]:
    stats: dict[str, int] = {}
    saves: list[Rule] = []
    text, at = piece.text, 0
    while at < len(text):
        if text[at] in " ,\t":
            at += 1
            continue
        match = UNIT_STATS.match(text, at)
        token = piece.part(at, match.end()) if match else _unread(piece, at)
        if match is None or (match.end() < len(text) and text[match.end()] in ".+-"):
            raise _unknown_unit_stat(_unread(piece, at))
        at = match.end()
        if match["fnp"]:
            need = _save_need(token, match["fnp_value"] or match["fnp_pluses"], 2, 6)
            saves.append(FeelNoPainRule(need, _scope(match["fnp_scope"])))
        elif match["inv"]:
            need = _save_need(token, match["inv_value"] or match["inv_pluses"], 2, 6)
            saves.append(InvulnerableSave(need, (match["inv_scope"] or "").lower()))  # type: ignore[arg-type]
        else:
            kind = next(k for k in ("toughness", "wounds", "save") if match[k])
            digits = match[f"{kind}_value"] or match["wounds_number"]
            value = _save_need(token, digits, 2, 7) if kind == "save" else _whole(token, digits)
            if kind in stats:
                raise token.error(f"{token.text} stands beside another {kind}", "write one")
            if kind != "save" and not 1 <= value <= 1000:
                raise token.error(f"{token.text} is outside 1..1000", "write 1 or more")
            stats[kind] = value
            continue
        twice = sum(type(r) is type(saves[-1]) and r.parameters[1] == saves[-1].parameters[1] for r in saves)
        if twice > 1:
            raise token.error(f"{token.text} stands beside another of its kind", "write one, or give one a scope")
    return stats, saves


def _scope(text: str | None) -> str:  # the scope as Feel No Pain holds it
    return "" if text is None else text.lower().removesuffix("s")


def _save_need(token: Piece, digits: str, low: int, high: int) -> int:
    value = _whole(token, digits)
    if not low <= value <= high:
        none = "; Sv7+ or nothing is no save" if high == 7 else "; leave it out for none"
        raise token.error(f"{token.text} is outside {low}+..{high}+", f"write {low}+ to {high}+{none}")
    return value


def _unknown_unit(piece: Piece) -> NotationError:
    first = re.match(r"[A-Za-z][A-Za-z -]*", piece.text)
    hint = closest(first[0].strip(), [*PRESETS, *ALIASES]) if first else ""
    return piece.error("a unit needs T, or a preset", hint or "write for example 5x T4 Sv3+ W2, or meq")


def _unknown_unit_stat(token: Piece) -> NotationError:
    near = closest(token.text, [*PRESETS, *ALIASES])
    if re.match(r"(A|BS|WS|S|AP|D)\d", token.text, re.IGNORECASE):
        return token.error(f"{token.text!r} is a stat of a weapon", "write it before vs")
    return token.error(f"{token.text!r} is no stat of a unit", near or "write T, Sv, W, Inv, FNP, and a name before a colon")
