"""Rules and targets as lists and pages: what is modelled, how it is written, where it comes from."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from ..editions import EDITIONS
from ..report.table import columns, indented
from ..rules.rule import STAGES, Rule

# The files of the rules, as sections in the order of an attack.
SECTIONS: dict[str, str] = {
    "attacks": "number of attacks",
    "hits": "hit roll",
    "wounds": "wound roll",
    "saves": "save, AP and cover",
    "damage": "damage",
    "orders": "Orders",
    "labels": "no roll",
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
_PART = re.compile(r"(?:^|(?<=[.;] ))(10e(?:-[a-z0-9-]+)?|11e|10th|11th)(?: editions?)?: ")


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


def rule_data(rule: type[Rule]) -> dict[str, Any]:
    """A rule as plain data."""
    return {
        "name": rule.title(),
        "written": written(rule),
        "aliases": list(aliases(rule)),
        "of": list(rule.owners) or ["situation"],
        "section": SECTIONS[section(rule)],
        "acts_on": list(acts_on(rule)),
        "editions": list(editions(rule)),
        "modelled": rule.modelled,
        "meaning": meaning(rule),
        "reading": rule.reading,
        "source": rule.source,
    }


def rule_page(rule: type[Rule], example: str = "", answer: str = "") -> str:
    """A rule on one page for people, with an example command and the beginning of its answer."""
    rows = [
        ("written", "; ".join((written(rule), *aliases(rule)))),
        *((name, said) for name, said in _PARAMETERS.items() if name in re.split(r"[ -](?=[^ ]*$)|[ -]", written(rule))),
        ("of", ", ".join(f"a {owner}" for owner in rule.owners) or "the situation"),
        ("acts on", ", ".join(acts_on(rule))),
        ("editions", _some(editions(rule))),
        ("source", rule.source),
        *readings(rule),
    ]
    if not rule.modelled:
        rows.append(("modelled", "not: it is read, changes nothing, and is listed with every answer"))
    blocks = [written(rule), indented(_wrapped(meaning(rule))), indented(_table(rows))]
    if example:
        blocks += [f"  example  {example}", indented(answer, "    ")]
    return "\n\n".join(blocks)


def readings(rule: type[Rule]) -> Iterator[tuple[str, str]]:
    """How the rule is read where its sources leave room: for all editions, or edition by edition.

    >>> from mathhammer.rules.catalogue import BY_NAME
    >>> [edition for edition, _ in readings(BY_NAME["cover"])]
    ['10th', '11th']
    """
    parts = _PART.split(rule.reading)
    if parts[0]:
        yield "reading", parts[0].strip()
    for edition, text in zip(parts[1::2], parts[2::2], strict=True):
        yield edition, text.strip().rstrip(";")


def rule_rows(rules: Sequence[type[Rule]]) -> list[tuple[str, str, str]]:
    """Rules as rows: how they are written, the editions that have them, what they do."""
    return [(written(rule), _some(editions(rule)), meaning(rule)) for rule in rules]


def _some(names: tuple[str, ...]) -> str:
    return "all" if names == tuple(EDITIONS) else ", ".join(names)


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False))


def _table(rows: Sequence[tuple[str, str]]) -> str:
    """Names and texts, long texts on several lines."""
    lines = [
        (name if not number else "", line)
        for name, text in rows
        for number, line in enumerate(textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False))
    ]
    return columns(lines, "<<")
