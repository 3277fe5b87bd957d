"""``mathhammer targets`` and ``mathhammer rules``: what there is, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from ..notation.presets import ALIASES, PRESETS
from ..questions.attack import attack
from ..report.blocks import Block, Code, Grid, Section
from ..report.table import columns, comma_separated, indented
from ..result.reference import SECTIONS, editions, meaning, section, written
from ..result.rulebook import FAMILY, Entry, Page, page, page_blocks, page_data, page_text, some
from ..result.table import table
from ..rules.catalogue import RULES
from ..rules.rule import Rule
from ..rules.topics import TOPICS
from .answer import Forms, give
from .examples import EXAMPLES, Example
from .lookup import rules_called
from .options import Chosen, EditionOption, FormatOption, PictureOption, PlotOption, asked_editions, settled
from .readings import READINGS
from .uses import USES


def targets_command(context: typer.Context, format: FormatOption = None) -> None:
    """The targets that have a name.

    \b
    Example:
      mathhammer targets --format csv
    """
    head = ("target", "also", "profile")
    rows = [(name, ", ".join(a for a, of in ALIASES.items() if of == name), text) for name, text in PRESETS.items()]
    listed = [{"name": n, "aliases": also.split(", ") if also else [], "profile": p} for n, also, p in rows]
    forms = Forms(
        data=lambda: {"schema": 1, "targets": listed},
        csv=lambda: comma_separated(head, rows),
        blocks=lambda: [Grid(head, [(name, also, Code(text)) for name, also, text in rows], "<<<")],
        table=lambda: columns([head, *rows], "<<<"),
        title="Targets",
    )
    give(forms, settled(context, Chosen(format=format)))


def rules_command(
    context: typer.Context,
    name: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    edition: EditionOption = None,
    format: FormatOption = None,
    plot: PlotOption = None,
    picture: PictureOption = None,
) -> None:
    """The rules: modelled or not, and how they are read.

    With a name, one rule: what it does in each edition, how it is written, where it comes from, and examples.
    With two sides and vs between them: which does more damage on average, for all hit, wound and save rolls.

    \b
    Examples:
      mathhammer rules
      mathhammer rules 'sustained hits'
      mathhammer rules orders
      mathhammer rules 'lethal hits' vs 'sustained hits 1'
    """
    chosen = settled(context, Chosen(edition, format, plot=plot, picture=picture))
    if "vs" in " ".join(name or ()).lower().split():
        from .contest import put_contest  # few ask for it, and every list would pay for it

        put_contest(name or (), chosen)
        return
    asked = tuple(one.name for one in asked_editions(context, edition) or ())
    whole = not name
    pages = _pages((*RULES, *TOPICS) if whole else rules_called(" ".join(name or ())), asked)
    if whole and asked:
        pages = [page for page in pages if set(asked) & set(page.editions)]
    forms = Forms(
        data=lambda: _data(pages, whole),
        csv=lambda: _csv(pages),
        blocks=lambda: _blocks(pages) if whole else [block for page in pages for block in page_blocks(page, asked)],
        table=lambda: _list(pages) if whole else "\n\n".join(page_text(p, asked, _beginning(p, asked)) for p in pages),
        title="Rules" if whole else f"Rule: {' '.join(name or [])}",
    )
    give(forms, chosen)


def _pages(entries: Iterable[Entry], asked: Sequence[str]) -> list[Page]:
    """The pages of rules, with their commands; rules that share a page have it once."""
    return list(dict.fromkeys(_page(page(entry), asked) for entry in entries))


def _page(page: Page, asked: Sequence[str]) -> Page:
    example = _example(page, asked)
    own = [(example.command(), "")] if example else []
    return replace(page, commands=(*own, *((f"mathhammer {line}", shows) for line, shows in USES.get(page.topic.name, ()))))


def _example(page: Page, asked: Sequence[str]) -> Example | None:
    """The example of the first keyword that has one, in the edition asked for if it has the rule."""
    rule = next((rule for rule in page.rules if rule.modelled and rule.title() in EXAMPLES), None)
    if rule is None:
        return None
    fitting = [name for name in asked if name in editions(rule)]
    return replace(EXAMPLES[rule.title()], edition=fitting[0]) if fitting else EXAMPLES[rule.title()]


def _sections(pages: Sequence[Page]) -> list[tuple[str, list[tuple[str, str, str, str]]]]:
    """What is modelled, section by section, army rules and abilities by name, then what is not modelled.

    Each with rows: how it is written or called, the editions that have it, what it does, its source.
    """
    rules = [rule for page in pages for rule in page.rules]
    topics = sorted((page for page in pages if page.topic in TOPICS), key=lambda page: TOPICS.index(page.topic))
    parts = [(SECTIONS[name], [_row(r) for r in rules if r.modelled and section(r) == name]) for name in SECTIONS]
    parts.append((SECTIONS[FAMILY], [_line(page.topic.name, page) for page in topics]))
    parts.append(("read, not modelled", [_row(rule) for rule in rules if not rule.modelled]))
    return [part for part in parts if part[1]]


def _row(rule: type[Rule]) -> tuple[str, str, str, str]:
    return written(rule), some(editions(rule), "all"), meaning(rule), rule.source


def _line(name: str, page: Page) -> tuple[str, str, str, str]:
    return name, some(page.editions, "all"), page.topic.meaning, page.topic.source


def _list(pages: Sequence[Page]) -> str:
    parts = _sections(pages)
    texts = iter(columns([row[:3] for _, part in parts for row in part], "<<<").split("\n"))
    blocks = [f"{title}\n{indented(chr(10).join(next(texts) for _ in part))}" for title, part in parts]
    blocks.append(f"readings\n{indented(columns(list(READINGS.items()), '<<'))}")
    blocks.append(f"readings of single rules\n{indented(columns(_readings(pages), '<<'))}")
    blocks.append("One rule with its names, source, reading and examples: mathhammer rules NAME")
    return "\n\n".join(blocks)


def _blocks(pages: Sequence[Page]) -> list[Block]:
    blocks: list[Block] = []
    for title, part in _sections(pages):
        rows = [(Code(row[0]), *row[1:]) for row in part]
        blocks += [Section(title), Grid(("written", "editions", "does", "source"), rows, "<<<<")]
    return [*blocks, Section("readings"), Grid(("reading", "says"), [*READINGS.items(), *_readings(pages)], "<<")]


def _readings(pages: Sequence[Page]) -> list[tuple[str, str]]:
    found = [(page.written[0] if page.rules else page.topic.name, page_data(page)["reading"]) for page in pages]
    return [(name, reading) for name, reading in found if reading]


def _csv(pages: Sequence[Page]) -> str:
    head = [key for key in page_data(pages[0]) if key != "section"]
    return comma_separated(head, [[_cell(data[key]) for key in head] for data in map(page_data, pages)])


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ";".join(f"{name}: {text}" for name, text in value.items())
    return (
        ";".join(one["command"] if isinstance(one, dict) else one for one in value)
        if isinstance(value, list)
        else str(value)
    )


def _data(pages: Sequence[Page], whole: bool) -> dict[str, Any]:
    found = []
    for data in map(page_data, pages):
        examples = data["examples"] if data["modelled"] else []
        found.append(data | ({"example": examples[0]["command"]} if examples else {}))
    readings = [{"name": name, "text": text} for name, text in READINGS.items()] if whole else []
    return {"schema": 1, "rules": found} | ({"readings": readings} if whole else {})


def _beginning(page: Page, asked: Sequence[str]) -> str:
    """The first lines of the answer to the keyword's own example, up to the headline; nothing if it has none."""
    example = _example(page, asked)
    if example is None:
        return ""
    answer = attack(example.weapons, example.target, edition=example.edition, **example.situation)
    return "\n\n".join(table(answer).split("\n\n")[:3])
