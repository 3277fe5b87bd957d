"""From the name of a rule, as a player says it, to the rule."""

from __future__ import annotations

from functools import cache

from ..errors import MathhammerError
from ..notation.forms import words
from ..notation.keywords import read_rule
from ..notation.tokens import Piece, closest, quoted
from ..result.reference import SECTIONS, aliases, section, written
from ..rules.catalogue import RULES
from ..rules.rule import PLACEHOLDER, Rule

# What players say for rules that are written as stats or options.
_SAID: dict[str, str] = {
    "invulnerable save": "Inv",
    "invulnerable": "Inv",
    "invuln": "Inv",
    "invul": "Inv",
    "fnp": "feel no pain",
    "benefit of cover": "cover",
    "fire overwatch": "overwatch",
    "plunging fire": "plunging",
    "big guns never tire": "engaged",
    "anti keyword": "anti",
}


def rules_called(name: str) -> tuple[type[Rule], ...]:
    """The rules with that name, alias or text, or all rules of that section; at least one.

    Raises `MathhammerError` when there are none; it names the closest.

    >>> [rule.__name__ for rule in rules_called("dw")]
    ['DevastatingWounds']
    """
    text = name.strip().removeprefix("[").removesuffix("]").removeprefix("--")
    key = " ".join(words(text))
    found = _names().get(key) or _names().get(" ".join(words(_SAID.get(key, ""))))
    if found:
        return tuple(found)
    if key in SECTIONS:
        return tuple(rule for rule in RULES if section(rule) == key)
    rule = _read(text)
    if rule is not None:
        return (type(rule),)
    near = closest(key, [*_names(), *_SAID, *SECTIONS])
    raise MathhammerError(
        f"no rule is called {quoted(name)}", f"did you mean {near}?" if near else "mathhammer rules lists them all"
    )


def _read(text: str) -> Rule | None:
    """The rule that a keyword with its parameters names."""
    piece = Piece.of(text)
    return (read_rule(piece, "weapon") or read_rule(piece, "target")) if piece else None


@cache
def _names() -> dict[str, list[type[Rule]]]:
    """The rules by every name without parameters, and by how they are written with them."""
    names: dict[str, list[type[Rule]]] = {}
    for rule in RULES:
        bare = (PLACEHOLDER.sub("", form).replace("()", "").strip("- ") for form in rule.forms)
        for text in (rule.title(), written(rule).removeprefix("--"), *aliases(rule), *bare):
            known = names.setdefault(" ".join(words(text)), [])
            if rule not in known:
                known.append(rule)
    names.pop("", None)
    return names
