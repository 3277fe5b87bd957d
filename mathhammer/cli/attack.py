"""``mathhammer attack``: what weapons do to a target."""

from __future__ import annotations

from typing import Annotated, Any, cast, get_args

import typer

from ..errors import MathhammerError
from ..notation import split_query
from ..questions.attack import attack
from ..result import Stat
from ..show import answers_csv, answers_data, markdown_page, table
from ..show.table import notes
from .inputs import expanded
from .options import Chosen, EditionOption, ExactOption, FormatOption, settled, whole, with_situation
from .output import put, put_data, say

STATS: tuple[str, ...] = get_args(Stat)
MOST_REACHED = 1_000_000  # the largest N of --at-least


@with_situation
def attack_command(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(hidden=True),
    ] = None,
    *,
    situation: dict[str, Any],
    separate: Annotated[bool, typer.Option("--separate", help="Keep weapons with identical attacks apart (11e).")] = False,
    stat: Annotated[
        str | None,
        typer.Option(
            "--stat",
            metavar="NAME",
            help=f"The distribution to show, or several with commas: {', '.join(STATS)}.",
            autocompletion=lambda: list(STATS),
        ),
    ] = None,
    at_least: Annotated[str | None, typer.Option("--at-least", metavar="N", help="Also the chance of at least N.")] = None,
    edition: EditionOption = None,
    format: FormatOption = None,
    exact: ExactOption = None,
) -> None:
    """What weapons do to a target.

    Every weapon, and the target, stands in quotes; several weapons fire in the order given. In place of a
    text, - reads standard input and @list.txt a file, one line a weapon.

    \b
    Example:
      mathhammer attack '10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]' vs meq --half-range
    """
    chosen = settled(context, Chosen(edition, format, exact))
    stats, least = _stats(stat), _within_bounds(whole(at_least, "--at-least"))
    query = split_query(expanded(words or []))
    answers = [
        attack(query.volleys[0], query.target, then=query.volleys[1:], edition=rules, separate=separate, **situation)
        for rules in chosen.editions
    ]
    if chosen.format == "json":
        put_data(answers_data(*answers, stats=stats, at_least=least))
    elif chosen.format == "csv":
        put(answers_csv(*answers, stats=stats, at_least=least))
        for note in dict.fromkeys(note for answer in answers for note in notes(answer)):
            say(note)
    else:
        show = table if chosen.format == "table" else markdown_page
        put(show(*answers, figures=chosen.figures, stats=stats, at_least=least))


def _stats(given: str | None) -> tuple[Stat, ...]:
    found = [] if given is None else [name.strip().replace("-", "_") for name in given.split(",")]
    for name in found:
        if name not in STATS:
            raise MathhammerError(f"no stat is called {name!r}", f"write one of {', '.join(STATS)}")
    return tuple(cast(Stat, name) for name in dict.fromkeys(found))


def _within_bounds(at_least: int | None) -> int | None:
    if at_least is not None and not 0 <= at_least <= MOST_REACHED:
        raise MathhammerError(f"--at-least {at_least} is outside 0..{MOST_REACHED:,}", "write a number such as 3")
    return at_least
