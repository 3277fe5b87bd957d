"""Keywords in brackets: from words to rules of the catalogue, by the forms that the rules declare."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from functools import lru_cache
from typing import Any

from ..dice import dice
from ..errors import NotationError, ProfileError
from ..rules.catalogue import RULES
from ..rules.rule import PLACEHOLDER, Condition, Rule
from .tokens import Piece, closest

Words = tuple[str, ...]
_KEYWORD = re.compile(r"[a-z][a-z0-9' -]*", re.IGNORECASE)
_NUMBER = {"int": r"\d{1,4}\"?", "number": r"\d{1,4}", "signed": r"[+-]\d", "need": r"\d{1,2}\+?"}


def words(text: str) -> Words:
    """The words of a keyword, hyphens between letters apart, in lower case.

    >>> words("Anti-INFANTRY 4+"), words("-1 to hit")
    (('anti', 'infantry', '4+'), ('-1', 'to', 'hit'))
    """
    spaced = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text.strip().lower())
    return tuple(re.sub(r"^([+-])\s+(?=\d)", r"\1", spaced).split())


@lru_cache(maxsize=1)
def _forms() -> dict[str, list[tuple[Words, type[Rule]]]]:
    """The forms of all written rules by their first word; a placeholder first is filed under ''."""
    forms: dict[str, list[tuple[Words, type[Rule]]]] = defaultdict(list)
    for rule in RULES:
        for form in rule.forms if rule.owners else ():
            parts = tuple(_form_words(form))
            forms["" if "{" in parts[0] else parts[0]].append((parts, rule))
    return dict(forms)


def _form_words(form: str) -> list[str]:
    """The words of a form; a placeholder stays one word."""
    marks = PLACEHOLDER.findall(form)
    blank = PLACEHOLDER.sub("\0", form)
    found = []
    for word in words(blank.replace("-\0", " \0") if blank.startswith("anti") else blank):
        while "\0" in word:
            word = word.replace("\0", marks.pop(0), 1)
        found.append(word)
    return found


def read_rule(piece: Piece, owner: str) -> Rule | None:
    """The rule that a keyword names, or None if no rule has such a form.

    Raises `NotationError` when the rule is known but its parameter is out of its domain.
    """
    head, _, tail = piece.text.partition(":")
    condition = _condition(piece.part(len(head) + 1)) if ":" in piece.text else None
    given = words(head)
    if not given:
        raise piece.error("an empty keyword", "leave it out")
    candidates = [*_forms().get(given[0], ()), *_forms().get("", ())]
    candidates.sort(key=lambda candidate: owner not in candidate[1].owners)
    for form, rule in candidates:
        values = _match(form, given)
        if values is not None:
            try:
                return rule(*_parameters(form, values), condition=condition)
            except ProfileError as error:
                raise piece.refused(error) from None
    return None


def read_keyword(piece: Piece) -> str:
    """A plain KEYWORD of a unit, in lower case; raises `NotationError` if it looks like a rule."""
    text = " ".join(piece.text.lower().split())
    if _KEYWORD.fullmatch(text) is None:
        raise unknown(piece)
    rules = [r.title().lower() for r in RULES if "target" in r.owners and not r.title().startswith("+")]
    near = [] if text in rules else difflib.get_close_matches(text, rules, n=1, cutoff=0.85)
    if near:
        raise piece.error(f"no rule is called {text!r}", f"did you mean {near[0]}?")
    return text


def unknown(piece: Piece) -> NotationError:
    """The error for a keyword that nobody knows."""
    names = [form for rule in RULES if rule.owners for form in (rule.usage().lower(), rule.title().lower())]
    return piece.error(f"unknown keyword {piece.text!r}", closest(piece.text, names) or "see: mathhammer rules")


def _condition(piece: Piece) -> Condition:
    terms = []
    for part in piece.split("/"):
        text = " ".join(part.text.lower().split())
        wanted = not re.match(r"non[- ]", text)
        keyword = text if wanted else text[4:].strip()
        if _KEYWORD.fullmatch(keyword) is None:
            raise piece.error("a condition names KEYWORDS", "write for example: monster/vehicle, or non-vehicle")
        terms.append((keyword, wanted))
    return Condition(tuple(terms))


def _match(form: Words, given: Words) -> list[str] | None:
    """The words that stand for the placeholders, in order, or None if the form does not fit."""
    if not form:
        return None if given else []
    if not given:
        return None
    part, rest = form[0], form[1:]
    if part == "{keyword}":
        for length in range(1, len(given) - len(rest) + 1):
            tail = _match(rest, given[length:])
            if tail is not None:
                return [" ".join(given[:length]), *tail]
        return None
    if part.startswith("{") and "|" in part:
        for choice in part[1:-1].split("|"):
            expected = words(choice)
            if given[: len(expected)] == expected or (len(expected) == 1 and given[0] == expected[0]):
                tail = _match(rest, given[len(expected) :])
                if tail is not None:
                    return [choice, *tail]
        return None
    head = _one(part, given[0])
    if head is None:
        return None
    tail = _match(rest, given[1:])
    return None if tail is None else [*head, *tail]


@lru_cache(maxsize=512)
def _one_pattern(part: str) -> re.Pattern[str]:
    pattern = ""
    for literal, mark in re.findall(r"([^{]*)(\{[^}]*\})?", part):
        pattern += re.escape(literal)
        if mark:
            kind = mark[1:-1]
            pattern += "(" + _NUMBER.get(kind, r"[0-9d+-]+") + ")"
    return re.compile(pattern)


def _one(part: str, word: str) -> list[str] | None:
    """One word of a form against one word given: a literal, or a placeholder with text around it."""
    if "{" not in part:
        return [] if part == word else None
    match = _one_pattern(part).fullmatch(word)
    return None if match is None else list(match.groups())


def _parameters(form: Words, values: list[str]) -> list[Any]:
    marks = [mark for part in form for mark in PLACEHOLDER.findall(part)]
    return [_value(mark, value) for mark, value in zip(marks, values, strict=True)]


def _value(mark: str, value: str) -> Any:
    if mark == "{dice}":
        found = dice(value)
        if not 1 <= found.highest <= 100:
            raise ProfileError(f"{value} is outside 1..100", "write a number or dice, such as 1, D3 or D6+1")
        return found
    if mark == "{need}":
        need = int(value.rstrip("+"))
        if not 2 <= need <= 6:
            raise ProfileError(f"{need}+ is outside 2+..6+", "write 2+ to 6+")
        return need
    if mark == "{signed}":
        by = int(value)
        if not 1 <= abs(by) <= 6:
            raise ProfileError(f"a modifier of {by} is outside 1..6", "write +1 or -1")
        return by
    if mark in ("{int}", "{number}"):
        number, low = int(value.rstrip('"')), 1 if mark == "{int}" else 0
        if not low <= number <= 100:
            raise ProfileError(f"{number} is outside {low}..100", "write a whole number")
        return number
    return value
