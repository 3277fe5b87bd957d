"""The forms in which rules are written: matching words against them, and reading their parameters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, TypeAlias

from ..dice import Dice, dice
from ..errors import ProfileError
from ..profiles import KEYWORD
from ..rules.catalogue import RULES
from ..rules.rule import PLACEHOLDER, Rule

Words: TypeAlias = tuple[str, ...]
Form: TypeAlias = tuple[Words, type[Rule]]
_LONGEST_KEYWORD = 10  # words
_LETTER = r"[^\W\d_]"
_HYPHEN = re.compile(rf"(?<={_LETTER})-\s*(?={_LETTER})")
_SIGN = re.compile(rf"^([+-])\s*([0-9]+)(?={_LETTER})|^([+-])\s+(?=[0-9])")
_PATTERNS = {
    "{dice}": "[0-9d+-]+",
    "{int}": r"[0-9]{1,4}\"?",
    "{number}": "[0-9]{1,4}",
    "{signed}": "[+-][0-9]{1,4}",
    "{need}": r"[0-9]{1,2}\+?",
}


def words(text: str) -> Words:
    """The words of a keyword, hyphens between letters apart, in lower case.

    >>> words("Anti-INFANTRY 4+"), words("- 1 to hit"), words("+1S")
    (('anti', 'infantry', '4+'), ('-1', 'to', 'hit'), ('+1', 's'))
    """
    spaced = _HYPHEN.sub(" ", " ".join(text.lower().split()))
    spaced = _SIGN.sub(lambda m: f"{m[1]}{m[2]} " if m[1] else m[3], spaced)
    return tuple(re.sub(r"\bre roll\b", "reroll", re.sub(" ?> ?", ">", spaced)).split())


def matching(given: Words, owner: str) -> tuple[type[Rule], list[Any]] | None:
    """The rule whose form these words have, and its parameters, or None.

    Of two rules with the same form the one of the owner (``weapon`` or ``target``) is meant. Raises
    `ProfileError` when a parameter is outside its domain.

    >>> matching(("rf", "2"), "weapon")
    (<class 'mathhammer.rules.attacks.RapidFire'>, [Dice(d6=0, d3=0, plus=2)])
    """
    candidates = [*_forms().get(given[0], ()), *_forms().get("", ())]
    for form, rule in sorted(candidates, key=lambda candidate: owner not in candidate[1].owners):
        values = _match(form, given)
        if values is not None:
            marks = [mark for part in form for mark in PLACEHOLDER.findall(part)]
            return rule, [_PARAMETERS.get(mark, str)(value) for mark, value in zip(marks, values, strict=True)]
    return None


@cache
def names() -> dict[str, Form]:
    """Every rule by the words of each of its forms without parameters: ``sustained hits``, ``sus``, ``to hit``."""
    found: dict[str, Form] = {}
    for form, rule in (form for forms in _forms().values() for form in forms):
        choices = _choices(form[0]) if len(form) == 1 else []
        bare = [PLACEHOLDER.sub("", word) for word in form]
        for name in choices or [" ".join(word for word in bare if re.search("[^+-]", word))]:
            found.setdefault(name, (form, rule))
    found.pop("", None)
    return found


@cache
def _forms() -> dict[str, list[Form]]:
    """The forms of all written rules by their first word; a placeholder first is filed under ''."""
    forms: dict[str, list[Form]] = defaultdict(list)
    for rule in RULES:
        for form in rule.forms if rule.owners else ():
            parts = _form_words(form)
            forms["" if "{" in parts[0] else parts[0]].append((parts, rule))
    return dict(forms)


def _form_words(form: str) -> Words:
    """The words of a form; a placeholder stays one word."""
    marks = iter(PLACEHOLDER.findall(form))
    blank = PLACEHOLDER.sub("\0", form).replace("anti-\0", "anti \0")
    return tuple(re.sub("\0", lambda _: next(marks), word) for word in words(blank))


def _choices(part: str) -> list[str]:
    return part[1:-1].split("|") if part.startswith("{") and "|" in part else []


def _match(form: Words, given: Words) -> list[str] | None:
    """The words that stand for the placeholders, in order, or None if the form does not fit."""
    if not form or not given:
        return [] if form == given else None
    for found, used in _beginnings(form, given):
        rest = _match(form[1:], given[used:])
        if rest is not None:
            return [*found, *rest]
    return None


def _beginnings(form: Words, given: Words) -> Iterator[tuple[list[str], int]]:
    """What the first word of a form may stand for, and how many of the given words that takes."""
    if form[0] == "{keyword}":
        most = min(len(given) - len(form) + 1, _LONGEST_KEYWORD)
        yield from (([" ".join(given[:used])], used) for used in range(1, most + 1))
    elif choices := _choices(form[0]):
        said = ((choice, words(choice)) for choice in choices)
        yield from (([choice], len(parts)) for choice, parts in said if given[: len(parts)] == parts)
    else:
        match = _pattern(form[0]).fullmatch(given[0])
        if match is not None:
            yield list(match.groups()), 1


@lru_cache(maxsize=256)
def _pattern(part: str) -> re.Pattern[str]:
    """The pattern of one word of a form: its letters, and a group for each placeholder."""
    pieces = re.findall(r"([^{]*)(\{[^}]*\})?", part)
    return re.compile("".join(re.escape(text) + (f"({_PATTERNS[mark]})" if mark else "") for text, mark in pieces))


def _dice(value: str) -> Dice:
    found = dice(value)
    if not 1 <= found.highest <= 100:
        raise ProfileError(f"{value} is outside 1..100", "write a number or dice, such as 1, D3 or D6+1")
    return found


def _need(value: str) -> int:
    need = int(value.rstrip("+"))
    if not 2 <= need <= 6:
        raise ProfileError(f"{need}+ is outside 2+..6+", "write 2+ to 6+")
    return need


def _signed(value: str) -> int:
    if not 1 <= abs(int(value)) <= 6:
        raise ProfileError(f"a modifier of {value} is outside 1..6", "write +1 or -1")
    return int(value)


def _number(value: str, low: int = 0) -> int:
    number = int(value.rstrip('"'))
    if not low <= number <= 100:
        raise ProfileError(f"{number} is outside {low}..100", "write a whole number")
    return number


def _positive(value: str) -> int:
    return _number(value, 1)


def _keyword(value: str) -> str:
    if KEYWORD.fullmatch(value) is None:
        raise ProfileError(f"{value!r} is no KEYWORD", "write one such as infantry or epic hero")
    return value


_PARAMETERS: dict[str, Callable[[str], Any]] = {
    "{dice}": _dice,
    "{need}": _need,
    "{signed}": _signed,
    "{int}": _positive,
    "{number}": _number,
    "{keyword}": _keyword,
}
