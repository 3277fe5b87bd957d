"""An answer as Markdown, to paste where others read it."""

from __future__ import annotations

from collections.abc import Sequence

from ..report.law import law_rows, ranges, singles
from ..report.numbers import Figures
from ..report.table import indented, markdown
from .attack import AttackResult, Stat
from .funnel import funnel, weapon_label
from .table import default_stats, explanations, headlines, notes, stat_label


def markdown_page(
    *results: AttackResult,
    figures: Figures | None = None,
    stats: Sequence[Stat] = (),
    at_least: int | None = None,
    explained: bool = False,
) -> str:
    """The answer as Markdown: the query, the funnel, the headline, distributions and notes, edition by edition."""
    figures = figures or Figures()
    shown = tuple(stats) or default_stats(results[0])
    blocks = [code(results[0].query)]
    for result in results:
        blocks.append(f"**{', '.join((result.edition.title, *result.situation.said()))}**")
        blocks += [_funnel(result, figures), headlines([result], figures)]
        for stat in shown:
            if at_least is not None:
                blocks.append(f"at least {at_least} {stat_label(stat)}: {figures.chance(result.at_least(stat, at_least))}")
            blocks.append(_law(result, stat, figures))
        found = notes(result)
        blocks += ["\n".join(f"- {escaped(note)}" for note in found)] if found else []
        blocks += [indented(text, "    ") for text in explanations([result])] if explained else []
    return "\n\n".join(blocks)


def code(text: str) -> str:
    """The text as Markdown code, whatever backticks it holds.

    >>> code("A2"), code("a`b")
    ('`A2`', '`` a`b ``')
    """
    if "`" not in text:
        return f"`{text}`"
    fence = "``"
    while fence in text:
        fence += "`"
    return f"{fence} {text} {fence}"


def escaped(text: str) -> str:
    """The text with the characters that Markdown would take as its own made plain.

    >>> escaped("a_b <0.01")
    'a\\\\_b &lt;0.01'
    """
    for character in "\\`*_[]":
        text = text.replace(character, f"\\{character}")
    return text.replace("<", "&lt;")


def _funnel(result: AttackResult, figures: Figures) -> str:
    rows = []
    for row in funnel(result, figures):
        label = row.label
        if row.weapon is not None and len(result.shootings) > 1:
            label = f"{code(weapon_label(result.shootings[row.weapon].attack))} {label}"
        rows.append((label, *map(escaped, row.cells)))
    return markdown(["", "mean", "needs", ""], rows, "<><<")


def _law(result: AttackResult, stat: Stat, figures: Figures) -> str:
    law = result.law(stat)
    shown = singles([law]) if figures.exact else ranges([law])
    chances = [(row.label, figures.chance(row.chance), figures.chance(row.at_least)) for row in law_rows(law, shown)]
    rows = [tuple(map(escaped, cells)) for cells in chances]
    return markdown([stat_label(stat), "exactly", "at least"], rows, ">>>")
