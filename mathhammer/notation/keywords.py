"""Keywords in brackets: rules of the catalogue, and plain KEYWORDS of a unit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ..errors import NotationError, ProfileError
from ..profiles import KEYWORD
from ..rules.rule import Condition, Rule
from .forms import matching, names, words
from .tokens import Piece, closest, quoted


def read_rule(piece: Piece, owner: str) -> Rule | None:
    """The rule that a keyword of a ``weapon`` or ``target`` names, or None if no rule has such a form.

    Raises `NotationError` when the rule is known but its parameter is outside its domain.

    >>> str(read_rule(Piece.of("Sus D3: infantry"), "weapon"))
    'sustained hits D3: infantry'
    """
    head, colon, _ = piece.text.partition(":")
    given = words(head)
    if not given:
        raise piece.error("an empty keyword", "leave it out")
    try:
        found = matching(given, owner)
    except ProfileError as error:
        raise piece.refused(error) from None
    if found is None:
        return None
    rule, parameters = found
    return rule(*parameters, condition=_condition(piece.part(len(head) + 1)) if colon else None)


def read_weapon_rules(pieces: Iterable[Piece]) -> dict[Piece, Rule]:
    """The weapon's rules that these keywords name; raises `NotationError` for any other keyword."""
    rules = {}
    for piece in pieces:
        rule = read_rule(piece, "weapon")
        if rule is None:
            raise unknown(piece)
        if "weapon" not in rule.owners:
            raise piece.error(f"[{rule}] is a keyword of the target", "write it after the target's stats")
        rules[piece] = rule
    return rules


def read_target_rule(piece: Piece) -> Rule | None:
    """The target's rule that a keyword names, or None for a KEYWORD; raises `NotationError` for a weapon's rule."""
    rule = read_rule(piece, "target")
    if rule is not None and "target" not in rule.owners:
        raise piece.error(f"[{rule}] is a keyword of a weapon", "write it before vs")
    return rule


def read_keyword(piece: Piece) -> str:
    """A plain KEYWORD of a unit, in lower case; raises `NotationError` if it looks like a rule.

    >>> read_keyword(Piece.of("Epic Hero"))
    'epic hero'
    """
    text = " ".join(words(piece.text))
    if KEYWORD.fullmatch(text) is None or _begins_rule(text):
        raise unknown(piece)
    near = closest(text, _mistakable(), 85)
    if near:
        raise piece.error(f"{quoted(piece.text)} is neither a rule nor clearly a KEYWORD", f"did you mean {_written(near)}?")
    return text


def unknown(piece: Piece) -> NotationError:
    """The error for a keyword that nobody knows; it names the closest known one."""
    given = words(piece.text.partition(":")[0])
    name = " ".join(word for word in given if not re.search("[0-9]", word))
    if given[:1] == ("anti",) or name in names():
        return piece.error(
            f"{quoted(piece.text)} is not complete", f"write {_written('anti' if given[0] == 'anti' else name)}"
        )
    near = closest(name, names())
    return piece.error(
        f"unknown keyword {quoted(piece.text)}", f"did you mean {_written(near)}?" if near else "see: mathhammer rules"
    )


def _written(name: str) -> str:
    """How the rule of that name is written, with its parameters."""
    form, rule = names()[name]
    return name if len(form) == 1 and "|" in form[0] else rule.usage()


def _begins_rule(text: str) -> bool:
    """Whether a rule begins like this; [hunter] alone is a KEYWORD all the same."""
    return text.split()[0] == "anti" or (text in names() and "{keyword}" not in names()[text][0])


@cache
def _mistakable() -> tuple[str, ...]:
    """The names for which a misspelt KEYWORD is taken: of the target's rules, and long ones of the weapon's."""
    return tuple(name for name, (_, rule) in names().items() if len(name) > 3 and ("target" in rule.owners or " " in name))


def _condition(piece: Piece) -> Condition:
    terms = []
    for part in piece.split("/"):
        given = words(part.text)
        wanted = given[:1] != ("non",)
        keyword = " ".join(given if wanted else given[1:])
        if KEYWORD.fullmatch(keyword) is None:
            raise piece.error("a condition names KEYWORDS", "write for example: monster/vehicle, or non-vehicle")
        terms.append((keyword, wanted))
    return Condition(tuple(terms))
