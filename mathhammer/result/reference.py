"""A keyword or option in words: how it is written, where it acts, which editions have it."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator, Sequence

from ..editions import EDITIONS
from ..report.table import columns
from ..rules.rule import STAGES, Rule

# The files of the rules, as sections in the order of an attack; last, the rules that are more than a keyword.
SECTIONS: dict[str, str] = {
    "attacks": "number of attacks",
    "hits": "hit roll",
    "wounds": "wound roll",
    "saves": "save, AP and cover",
    "damage": "damage",
    "allocation": "whom wounds fall on",
    "orders": "Orders",
    "labels": "no roll",
    "army": "army rules and core abilities",
}
_STAGES: dict[str, str] = {
    "attacks": "number of attacks",
    "strength": "Strength",
    "hit": "hit roll",
    "critical_hit": "critical hit",
    "wound": "wound roll",
    "critical_wound": "critical wound",
    "save": "saving throw",
    "damage": "damage",
    "feel_no_pain": "wounds that would be lost",
}
# Rules that stand among the stats of a unit, not in brackets.
_STATS: dict[str, tuple[str, ...]] = {
    "Inv": ("Inv n+", "n++", "Inv n+ (ranged)", "Inv n+ (melee)"),
    "feel no pain": ("FNP n+", "n+++", "FNP n+ (mortal)", "FNP n+ (psychic)"),
}
_PARAMETERS: dict[str, str] = {
    "X": "a number or dice: 2, D3, D6+1",
    "+N": "a number with its sign: +1, -1",
    "N": "a whole number",
    "n+": "a roll from 2+ to 6+",
    "KEYWORD": "a KEYWORD of the target, such as infantry",
}
_WIDTH = 100
_PART = re.compile(r"(?:^|(?<=[.;] ))(10th|11th)(?: editions?)?: ")


def section(rule: type[Rule]) -> str:
    """The name of the rule's section in `SECTIONS`."""
    name = rule.__module__.rpartition(".")[2]
    return name if name in SECTIONS else "labels"


def meaning(rule: type[Rule]) -> str:
    """What the rule does, in a sentence or two."""
    return rule.effects or " ".join((inspect.getdoc(rule) or "").partition("\n\n")[0].split())


def written(rule: type[Rule]) -> str:
    """How the rule is written, with its parameters: a keyword, a stat, or an option of the command line.

    >>> from mathhammer.rules.catalogue import BY_NAME
    >>> written(BY_NAME["sustained hits"]), written(BY_NAME["cover"])
    ('sustained hits X', '--cover')
    """
    if rule.is_keyword:
        return rule.title()
    if not rule.owners:
        return f"--{rule.title().replace(' ', '-')}"
    if rule.title() in _STATS:
        return _STATS[rule.title()][0]
    return rule.title() if rule.forms[0].startswith("{") and rule.title() != rule.usage() else rule.usage()


def aliases(rule: type[Rule]) -> tuple[str, ...]:
    """The other ways to write the rule, with their parameters."""
    if not rule.owners:
        return ()
    others = _STATS.get(rule.title(), ("", *map(rule.usage, rule.forms[1:])))[1:]
    if rule.forms[0].startswith("{") and len(rule.forms) == 1 and rule.title() != rule.usage():
        others = tuple(rule.usage().split("|"))  # one name after another, each a rule's whole text
    return tuple(dict.fromkeys(other for other in others if other != written(rule)))


def editions(rule: type[Rule]) -> tuple[str, ...]:
    """The names of the editions that have the rule."""
    return tuple(name for name, edition in EDITIONS.items() if edition.family in rule.families)


def acts_on(rule: type[Rule]) -> tuple[str, ...]:
    """Where in the sequence the rule acts."""
    return tuple(_STAGES[stage] for stage in STAGES if stage in rule.stages) or (SECTIONS[section(rule)],)


def parameters(form: str) -> Iterator[tuple[str, str]]:
    """What the parameters in a written form stand for.

    >>> list(parameters("scouts N"))
    [('N', 'a whole number')]
    """
    parts = re.split(r"[ -](?=[^ ]*$)|[ -]", form)
    return ((name, said) for name, said in _PARAMETERS.items() if name in parts)


def readings(text: str) -> Iterator[tuple[str, str]]:
    """A reading, for all editions, or edition by edition where it names them.

    >>> list(readings("10th: +1. 11th: -1."))
    [('10th', '+1.'), ('11th', '-1.')]
    """
    parts = _PART.split(text)
    if parts[0]:
        yield "reading", parts[0].strip()
    for edition, said in zip(parts[1::2], parts[2::2], strict=True):
        yield edition, said.strip().rstrip(";")


def wrapped(text: str) -> str:
    """A text in lines of a readable length."""
    return "\n".join(textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False))


def rows_of_text(rows: Sequence[tuple[str, str]]) -> str:
    """Names and texts, long texts on several lines; a name that comes again is not said again."""
    lines, before = [], ""
    for name, text in rows:
        for line in wrapped(text).split("\n"):
            lines.append(("" if name == before else name, line))
            before = name
    return columns(lines, "<<")
