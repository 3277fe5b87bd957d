"""An attack as blocks, for Markdown and pages, and its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from ..profiles import Mortals
from ..report.blocks import Block, Cell, Code, Facts, Fixed, Grid, Heading, Notes
from ..report.law import law_rows, ranges, singles
from ..report.markdown import markdown_of
from ..report.numbers import Figures
from ..report.pictures import Bars, Gallery, Laws, Picture
from .attack import AttackResult, Stage, Stat
from .dice import decision_rows
from .dice_pictures import dice_gallery
from .funnel import funnel, weapon_label
from .group_rows import HEAD, group_rows, left_head, left_rows
from .losses import HEAD as LOSSES
from .losses import losses_rows, losses_said
from .table import default_stats, explanations, headlines, notes, stat_label

__all__ = ["gallery", "markdown_page", "page_blocks"]

STEPS = ("attacks", "hits", "wounds", "unsaved")


def markdown_page(
    *results: AttackResult,
    figures: Figures | None = None,
    stats: Sequence[Stat] = (),
    at_least: int | None = None,
    explained: bool = False,
) -> str:
    """The answer as Markdown: the query, the funnel, the headline, distributions and notes, edition by edition."""
    return markdown_of(page_blocks(*results, figures=figures, stats=stats, at_least=at_least, explained=explained))


def page_blocks(
    *results: AttackResult,
    figures: Figures | None = None,
    stats: Sequence[Stat] = (),
    at_least: int | None = None,
    explained: bool = False,
) -> list[Block]:
    """The answer as blocks: the query, then edition by edition the funnel, the headline, distributions and notes."""
    figures = figures or Figures()
    shown = tuple(stats) or default_stats(results[0])
    blocks: list[Block] = [Code(results[0].query)]
    if len(results) > 1:
        blocks += [_laws(results, stat) for stat in shown]
    for result in results:
        blocks += [Heading((result.edition.title, *result.situation.said())), _funnel(result, figures), _steps(result)]
        blocks.append(headlines([result], figures))
        if at_least is not None:
            reached = [(stat_label(stat), figures.chance(result.at_least(stat, at_least))) for stat in shown]
            blocks += [f"at least {at_least} {label}: {chance}" for label, chance in reached]
        if result.decision is not None:
            blocks.append(Facts(tuple(decision_rows(result.decision, figures))))
            blocks += [draw() for draw in dice_gallery(result.decision).values()]
        for stat in shown:
            blocks += [_laws([result], stat), _law(result, stat, figures)]
        blocks += _groups(result, figures) if result.mixed else []
        if result.own_losses is not None:
            rows = [tuple(row) for row in losses_rows(result.own_losses, figures)]
            blocks += [Grid(LOSSES, rows, "<>>>>"), losses_said(result.own_losses)]
        found = notes(result)
        blocks += [Notes(tuple(found))] if found else []
        blocks += [Fixed(text) for text in explanations([result])] if explained else []
    return blocks


def gallery(*results: AttackResult, stats: Sequence[Stat] = ()) -> Gallery:
    """The pictures of an attack by name: distributions, and for one edition the funnel and the use of dice held."""
    first = tuple(stats) or default_stats(results[0])
    every: tuple[Stat, ...] = ("kills", "damage", "attacks", "hits", "critical_hits", "wounds", "critical_wounds", "unsaved")
    found: dict[str, Callable[[], Picture]] = {
        stat: partial(_laws, results, stat) for stat in dict.fromkeys((*first, *every))
    }
    if len(results) == 1:
        found["funnel"] = partial(_steps, results[0])
        if results[0].decision is not None:
            found |= dice_gallery(results[0].decision, about=about(results))
    return found


def about(results: Sequence[AttackResult]) -> str:
    """The question of a picture that stands alone, with the edition (if it is one) and the situation."""
    first = results[0]
    editions = [first.edition.title] if len(results) == 1 else []
    return ", ".join([first.query, *editions, *first.situation.said()])


def _laws(results: Sequence[AttackResult], stat: Stat) -> Laws:
    named = tuple(("" if len(results) == 1 else result.edition.title, result.law(stat)) for result in results)
    words = {"kills": "models slain", "damage": "wounds lost"}.get(stat, stat_label(stat))
    return Laws(words, named, title=words.capitalize(), about=about(results))


def _steps(result: AttackResult) -> Bars:
    """The funnel: the means of the steps, weapon on weapon, then what the target loses."""
    stages = list(zip(result.shootings, result.stages, strict=True))
    labels = [
        step for step in STEPS if any(_step(stage, step, mortals=_mortal(s.attack)) is not None for s, stage in stages)
    ]
    nothing = (None,) * 2
    series = [
        (weapon_label(s.attack), (*(_step(stage, step, mortals=_mortal(s.attack)) for step in labels), *nothing))
        for s, stage in stages
    ]
    lost = (*(None for _ in labels), result.law("damage").mean, result.law("kills").mean)
    named = series if len(series) > 1 else [("each step", series[0][1])]
    return Bars(
        "mean",
        (*labels, "wounds lost", "slain"),
        (*named, ("the target", lost)),
        stacked=True,
        title="Step by step",
        about=about([result]),
    )


def _mortal(attack: object) -> bool:
    return isinstance(attack, Mortals)


def _step(stage: Stage, step: str, *, mortals: bool) -> Fraction | None:
    """The mean of a step; mortal wounds have no hits, wounds or saves to be told apart."""
    return None if mortals and step in ("hits", "wounds") else getattr(stage, step)


def _funnel(result: AttackResult, figures: Figures) -> Grid:
    return Grid(("", "mean", "needs", ""), list(_funnel_rows(result, figures)), "<><<")


def _funnel_rows(result: AttackResult, figures: Figures) -> Iterator[tuple[Cell, ...]]:
    """The steps; with several weapons, each weapon has a row with its name above them."""
    named: set[int | None] = set()
    for row in funnel(result, figures):
        if len(result.shootings) > 1 and row.weapon not in named:
            named.add(row.weapon)
            above = "the target" if row.weapon is None else Code(weapon_label(result.shootings[row.weapon].attack))
            yield (above, "", "", "")
        yield (row.label, *row.cells)


def _groups(result: AttackResult, figures: Figures) -> list[Block]:
    """What each group suffers, and what is left."""
    blocks: list[Block] = [Grid(tuple(HEAD), [tuple(row) for row in group_rows(result, figures)], "<>>>")]
    left = [tuple(row) for row in left_rows(result, figures)]
    return [*blocks, Grid(tuple(left_head(result)), left, "<>>>")] if left else blocks


def _law(result: AttackResult, stat: Stat, figures: Figures) -> Grid:
    law = result.law(stat)
    rows = list(law_rows(law, singles([law]) if figures.exact else ranges([law])))
    cells = [(row.label, figures.chance(row.chance), figures.chance(row.at_least)) for row in rows]
    return Grid((stat_label(stat), "exactly", "at least"), cells, ">>>", [row.chance for row in rows])
