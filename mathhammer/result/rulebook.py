"""The page of a rule: one shape for keywords, options, Orders, army rules and abilities."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..editions import EDITIONS
from ..report.blocks import Block, Code, Grid, Section
from ..report.table import indented
from ..rules.catalogue import RULES
from ..rules.rule import Rule
from ..rules.topics import TOPICS, Topic
from .reference import (
    SECTIONS,
    acts_on,
    aliases,
    editions,
    meaning,
    parameters,
    readings,
    rows_of_text,
    section,
    wrapped,
    written,
)

Entry: TypeAlias = type[Rule] | Topic
Line: TypeAlias = tuple[str, str]  # a command, and what it shows
FAMILY = "army"  # the section of topics in `SECTIONS`


@dataclass(frozen=True)
class Page:
    """All there is to say about a rule.

    ``topic`` says what the rule is and does; ``rules`` are the keywords and options that are part of
    it, none for a rule that is no keyword; ``commands`` are examples with what they show.
    """

    topic: Topic
    rules: tuple[type[Rule], ...] = ()
    commands: tuple[Line, ...] = ()

    @property
    def name(self) -> str:
        """The name by which data call the rule."""
        return self.rules[0].title() if self.rules else self.topic.name.lower()

    @property
    def written(self) -> tuple[str, ...]:
        """All the ways to write it as a keyword, a stat or an option, the canonical one first."""
        return tuple(dict.fromkeys(form for rule in self.rules for form in (written(rule), *aliases(rule))))

    @property
    def of(self) -> tuple[str, ...]:
        """Whose rule it is: a weapon, a target, an army, a unit, or nobody's: the situation."""
        return tuple(dict.fromkeys(owner for rule in self.rules for owner in rule.owners)) or self.topic.of

    @property
    def section(self) -> str:
        """The heading under which its keyword, or else the rule, is listed."""
        return SECTIONS[section(self.rules[0]) if self.rules else FAMILY]

    @property
    def acts_on(self) -> tuple[str, ...]:
        """Where it acts."""
        return self.topic.acts_on or tuple(dict.fromkeys(stage for rule in self.rules for stage in acts_on(rule)))

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the editions that have it."""
        return self.topic.editions or tuple(dict.fromkeys(name for rule in self.rules for name in editions(rule)))

    @property
    def modelled(self) -> bool:
        """Whether answers depend on it: its keywords are modelled, or a command asks for it."""
        return all(rule.modelled for rule in self.rules) if self.rules else bool(self.commands)

    @property
    def readings(self) -> tuple[tuple[str, str], ...]:
        """How it is read where its sources leave room: for all editions, or by edition."""
        texts = [*(rule.reading for rule in self.rules), self.topic.reading]
        return tuple(pair for text in dict.fromkeys(texts) if text for pair in readings(text))


def topic_of(rule: type[Rule]) -> Topic | None:
    """The topic of which a keyword is part, or None."""
    return next((topic for topic in TOPICS if rule.title() in topic.keywords), None)


def rules_of(topic: Topic) -> tuple[type[Rule], ...]:
    """The keywords that are part of a topic.

    >>> [rule.__name__ for rule in rules_of(next(topic for topic in TOPICS if topic.name == "Stealth"))]
    ['Stealth']
    """
    return tuple(rule for rule in RULES if rule.title() in topic.keywords)


def page(entry: Entry) -> Page:
    """The page of a keyword, an option, or a topic; a keyword that is part of a topic has the topic's.

    >>> from mathhammer.rules.catalogue import BY_NAME
    >>> page(BY_NAME["stealth"]).topic.name, page(BY_NAME["torrent"]).topic.name
    ('Stealth', 'torrent')
    """
    topic = entry if isinstance(entry, Topic) else topic_of(entry)
    if topic is not None:
        return Page(topic, rules_of(topic))
    assert not isinstance(entry, Topic)
    return Page(Topic(written(entry), meaning(entry), entry.source), (entry,))


def page_data(page: Page) -> dict[str, Any]:
    """A page as plain data."""
    topic = page.topic
    return {
        "name": page.name,
        "written": next(iter(page.written), ""),
        "aliases": list(page.written[1:]),
        "of": list(page.of) or ["situation"],
        "section": page.section,
        "acts_on": list(page.acts_on),
        "editions": list(page.editions),
        "modelled": page.modelled,
        "meaning": topic.meaning,
        "reading": " ".join(dict.fromkeys([*(r.reading for r in page.rules if r.reading), topic.reading])).strip(),
        "source": topic.source,
        "title": topic.name,
        "does": dict(topic.said()),
        "not_modelled": list(topic.not_modelled),
        "options": list(topic.options),
        "members": list(topic.members),
        "related": list(topic.related),
        "examples": [{"command": command, "shows": shows} for command, shows in page.commands],
    }


def page_rows(page: Page, asked: Collection[str] = ()) -> list[tuple[str, str]]:
    """What a page says, name by name; of what differs by edition only those asked for, if any are."""
    topic = page.topic
    said: dict[str, list[str]] = {}
    for name, text in topic.said():
        if not asked or name in asked:
            said.setdefault(text, []).append(name)
    rows = [
        *((some(names, "all editions"), text) for text, names in said.items()),
        *((("written", "; ".join(page.written)),) if page.written else ()),
        *((("options", "; ".join(topic.options)),) if topic.options else ()),
        *parameters(next(iter(page.written), "")),
        ("of", ", ".join(f"a{'n' if owner[0] in 'aeiou' else ''} {owner}" for owner in page.of) or "the situation"),
        ("acts on", ", ".join(page.acts_on)),
        ("editions", some(page.editions, "all")),
        ("source", topic.source),
        *page.readings,
        *(("not modelled", text) for text in topic.not_modelled),
    ]
    if not page.modelled:
        keyword = "it is read, changes nothing, and is listed with every answer"
        rows.append(("modelled", f"not: {keyword if page.rules else 'no command asks for it'}"))
    return [*rows, ("related", ", ".join(topic.related))] if topic.related else rows


def page_text(page: Page, asked: Collection[str] = (), answer: str = "") -> str:
    """A page for people; ``answer`` is the beginning of the first example's."""
    blocks = [page.topic.name, indented(wrapped(page.topic.meaning))]
    blocks += [indented(rows_of_text(rows)) for rows in (members(page), page_rows(page, asked)) if rows]
    commands = list(page.commands)
    if answer:
        blocks += [f"  example  {commands.pop(0)[0]}", indented(answer, "    ")]
    if commands:
        lines = [f"{command}\n{indented(shows, '    ')}" for command, shows in commands]
        blocks.append("\n".join(["  examples", *(indented(line, "    ") for line in lines)]))
    return "\n\n".join(blocks)


def page_blocks(page: Page, asked: Collection[str] = ()) -> list[Block]:
    """A page as blocks."""
    rows = [*members(page), *page_rows(page, asked)]
    blocks: list[Block] = [Section(page.topic.name), page.topic.meaning, Grid(("", ""), rows, "<<")]
    if page.commands:
        blocks.append(Grid(("example", "shows"), [(Code(command), shows) for command, shows in page.commands], "<<"))
    return blocks


def members(page: Page) -> list[tuple[str, str]]:
    """The topics of a family, with what they do in a sentence."""
    return [(topic.name, topic.meaning) for topic in TOPICS if topic.name in page.topic.members]


def some(names: Sequence[str], all_of_them: str) -> str:
    """The names of editions, or words for all of them, or for all of the 10th.

    >>> some(["10e", "10e-2023-09", "10e-launch"], "all"), some(["10e", "11e"], "all")
    ('10th editions', '10e, 11e')
    """
    if list(names) == list(EDITIONS):
        return all_of_them
    tenth = [name for name, edition in EDITIONS.items() if edition.family == "10th"]
    return "10th editions" if list(names) == tenth else ", ".join(names)
