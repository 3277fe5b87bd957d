"""From the name of a rule, as a player says it, to the rule."""

from __future__ import annotations

import re
from functools import cache

from ..errors import MathhammerError
from ..notation.forms import words
from ..notation.keywords import read_rule
from ..notation.tokens import Piece, closest, quoted
from ..result.reference import SECTIONS, aliases, section, written
from ..result.rulebook import FAMILY, Entry, rules_of
from ..rules.catalogue import RULES
from ..rules.rule import PLACEHOLDER, Rule
from ..rules.topics import TOPICS

# What players say for rules that are written as stats or options.
_SAID: dict[str, str] = {
    "invulnerable save": "Inv",
    "invulnerable": "Inv",
    "invuln": "Inv",
    "invul": "Inv",
    "benefit of cover": "cover",
    "fire overwatch": "overwatch",
    "plunging fire": "plunging",
    "big guns never tire": "engaged",
    "anti keyword": "anti",
    "ballistic skill": "+N BS|WS",
    "weapon skill": "+N BS|WS",
}
_NUMBER = re.compile(r"( [0-9]+\+?)+$")
_SHORTEST = 3  # letters of a word that finds a rule by a part of its name


def rules_called(name: str) -> tuple[Entry, ...]:
    """The rules with that name, alias or text, or all of that section, or with these words in a name; at least one.

    Raises `MathhammerError` when there are none; it names the closest.

    >>> [rule.__name__ for rule in rules_called("dw")], [topic.name for topic in rules_called("miracle dice")]
    (['DevastatingWounds'], ['Acts of Faith'])
    """
    text = name.strip().removeprefix("[").removesuffix("]").removeprefix("--")
    key = _key(text)
    found = _names().get(key) or _names().get(_key(_SAID.get(key, "")))
    if found:
        return tuple(found)
    sections = {title.lower(): short for short, title in SECTIONS.items()} | {short: short for short in SECTIONS}
    if key in sections:
        return _of_section(sections[key])
    rule = _read(text)
    if rule is not None:
        return (type(rule),)
    found = _names().get(_NUMBER.sub("", key)) or _with_words(key)
    if found:
        return tuple(found)
    near = closest(key, [*_names(), *_SAID, *SECTIONS])
    raise MathhammerError(
        f"no rule is called {quoted(name)}", f"did you mean {near}?" if near else "mathhammer rules lists them all"
    )


def _key(text: str) -> str:
    """The words of a name, without what is only punctuation in it."""
    return " ".join(words(re.sub(r"[!,.?]+(?=\s|$)", "", text)))


def _of_section(name: str) -> tuple[Entry, ...]:
    return tuple(TOPICS) if name == FAMILY else tuple(rule for rule in RULES if section(rule) == name)


def _read(text: str) -> Rule | None:
    """The rule that a keyword with its parameters names."""
    piece = Piece.of(text)
    return (read_rule(piece, "weapon") or read_rule(piece, "target")) if piece else None


def _with_words(key: str) -> list[Entry]:
    """The rules in one of whose names all these words stand."""
    asked = set(key.split())
    if not asked or any(len(word) < _SHORTEST or not word.isalpha() for word in asked):
        return []
    return list(dict.fromkeys(rule for name, found in _names().items() if asked <= set(name.split()) for rule in found))


@cache
def _names() -> dict[str, list[Entry]]:
    """The rules by every name without parameters, and by how they are written with them."""
    names: dict[str, list[Entry]] = {}

    def add(text: str, entry: Entry) -> None:
        known = names.setdefault(_key(text), [])
        if entry not in known:
            known.append(entry)

    for rule in RULES:
        bare = (PLACEHOLDER.sub("", form).replace("()", "").strip("- ") for form in rule.forms)
        for text in (rule.title(), written(rule).removeprefix("--"), *aliases(rule), *bare):
            add(text, rule)
    for topic in TOPICS:
        for text in (topic.name, *topic.also):
            for entry in rules_of(topic) or (topic,):
                add(text, entry)
    names.pop("", None)
    return names
