"""``mathhammer targets`` and ``mathhammer rules``: what there is, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from ..editions import Edition
from ..notation.presets import ALIASES, PRESETS
from ..questions.attack import attack
from ..report.table import columns, comma_separated, indented, markdown
from ..result.page import code, escaped
from ..result.reference import SECTIONS, rule_data, rule_page, rule_rows, section, written
from ..result.table import table
from ..rules.catalogue import RULES
from ..rules.rule import Rule
from .examples import EXAMPLES, Example
from .lookup import rules_called
from .options import Chosen, EditionOption, FormatOption, asked_editions, settled
from .output import put, put_data
from .readings import READINGS


def targets_command(context: typer.Context, format: FormatOption = None) -> None:
    """The targets that have a name.

    \b
    Example:
      mathhammer targets --format csv
    """
    head = ("target", "also", "profile")
    rows = [(name, ", ".join(a for a, of in ALIASES.items() if of == name), text) for name, text in PRESETS.items()]
    chosen = settled(context, Chosen(format=format)).format
    if chosen == "json":
        put_data(
            {
                "schema": 1,
                "targets": [{"name": n, "aliases": also.split(", ") if also else [], "profile": p} for n, also, p in rows],
            }
        )
    elif chosen == "csv":
        put(comma_separated(head, rows))
    elif chosen == "markdown":
        put(markdown(head, [(name, also, code(text)) for name, also, text in rows], "<<<"))
    else:
        put(columns([head, *rows], "<<<"))


def rules_command(
    context: typer.Context,
    name: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    edition: EditionOption = None,
    format: FormatOption = None,
) -> None:
    """The rules: modelled or not, and how they are read.

    With a name, one rule: what it does, how it is written, where it comes from, and an example.

    \b
    Examples:
      mathhammer rules
      mathhammer rules 'sustained hits'
    """
    chosen = settled(context, Chosen(edition, format)).format
    asked = asked_editions(context, edition)
    found = RULES if not name else rules_called(" ".join(name))
    if not name and asked is not None:
        found = tuple(rule for rule in found if any(one.family in rule.families for one in asked))
    whole = not name
    if chosen == "json":
        put_data(_data(found, whole))
    elif chosen == "csv":
        put(_csv(found))
    elif chosen == "markdown":
        put(_markdown(found, whole))
    elif whole:
        put(_list(found))
    else:
        put("\n\n".join(_page(rule, asked) for rule in found))


def _sections(rules: Sequence[type[Rule]]) -> list[tuple[str, list[type[Rule]]]]:
    """What is modelled, section by section, then what is not."""
    modelled = [(SECTIONS[name], [r for r in rules if r.modelled and section(r) == name]) for name in SECTIONS]
    return [pair for pair in (*modelled, ("read, not modelled", [r for r in rules if not r.modelled])) if pair[1]]


def _list(rules: Sequence[type[Rule]]) -> str:
    parts = _sections(rules)
    texts = iter(columns([row for _, part in parts for row in rule_rows(part)], "<<<").split("\n"))
    blocks = [f"{title}\n{indented(chr(10).join(next(texts) for _ in part))}" for title, part in parts]
    blocks.append(f"readings\n{indented(columns(list(READINGS.items()), '<<'))}")
    blocks.append(f"readings of single rules\n{indented(columns(_readings(rules), '<<'))}")
    blocks.append("One rule with its names, source, reading and an example: mathhammer rules NAME")
    return "\n\n".join(blocks)


def _markdown(rules: Sequence[type[Rule]], whole: bool) -> str:
    blocks = []
    for title, part in _sections(rules):
        rows = [(code(row[0]), *map(escaped, (*row[1:], r.source))) for r, row in zip(part, rule_rows(part), strict=True)]
        blocks.append(f"### {title}\n\n{markdown(['written', 'editions', 'does', 'source'], rows, '<<<<')}")
    rows = [*(READINGS.items() if whole else ()), *_readings(rules)]
    if rows:
        table_of_readings = markdown(["reading", "says"], [tuple(map(escaped, row)) for row in rows], "<<")
        blocks.append(f"### readings\n\n{table_of_readings}")
    return "\n\n".join(blocks)


def _readings(rules: Sequence[type[Rule]]) -> list[tuple[str, str]]:
    return [(written(rule), rule.reading) for rule in rules if rule.reading]


def _csv(rules: Sequence[type[Rule]]) -> str:
    head = ("name", "written", "aliases", "of", "acts_on", "editions", "modelled", "meaning", "reading", "source")
    return comma_separated(head, [[_cell(data[key]) for key in head] for data in map(rule_data, rules)])


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ";".join(value) if isinstance(value, list) else str(value)


def _data(rules: Sequence[type[Rule]], whole: bool) -> dict[str, Any]:
    found = []
    for rule in rules:
        example = EXAMPLES.get(rule.title()) if rule.modelled else None
        found.append(rule_data(rule) | ({"example": example.command()} if example else {}))
    readings = [{"name": name, "text": text} for name, text in READINGS.items()] if whole else []
    return {"schema": 1, "rules": found} | ({"readings": readings} if whole else {})


def _page(rule: type[Rule], asked: Sequence[Edition] | None) -> str:
    example = EXAMPLES.get(rule.title()) if rule.modelled else None
    if example is None:
        return rule_page(rule)
    fitting = [edition.name for edition in asked or () if edition.family in rule.families]
    example = replace(example, edition=fitting[0]) if fitting else example
    return rule_page(rule, example.command(), _beginning(example))


def _beginning(example: Example) -> str:
    """The first lines of the example's answer, up to the headline."""
    answer = attack(example.weapons, example.target, edition=example.edition, **example.situation)
    return "\n\n".join(table(answer).split("\n\n")[:3])
