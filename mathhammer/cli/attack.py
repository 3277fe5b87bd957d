"""``mathhammer attack``: what weapons do to a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from ..errors import MathhammerError
from ..notation import split_query
from ..questions.attack import attack
from ..result import AttackResult, Stat
from ..result.table import explanations, notes, table
from .answer import Forms, give
from .choices import choice_options
from .dice import held_gallery, held_options
from .gathered import with_options
from .inputs import expanded
from .options import Settled, answer_options, situation_options, whole
from .output import patience

if TYPE_CHECKING:
    from ..report.pictures import Gallery

STATS: tuple[str, ...] = get_args(Stat)
MOST_REACHED = 1_000_000  # the largest N of --at-least

StatOption = Annotated[
    str | None,
    typer.Option(
        "--stat",
        metavar="NAME",
        help=f"The distribution to show, or several with commas: {', '.join(STATS)}.",
        autocompletion=lambda: list(STATS),
    ),
]
AtLeastOption = Annotated[str | None, typer.Option("--at-least", metavar="N", help="Also the chance of at least N.")]
BearerOption = Annotated[
    str | None, typer.Option("--bearer", metavar="UNIT", help="The attacking unit: also what [hazardous] weapons cost it.")
]
ExplainOption = Annotated[bool, typer.Option("--explain", help="Also each step: which rule acted, face by face.")]


@with_options(situation=situation_options, choices=choice_options, held=held_options, chosen=answer_options)
def attack_command(
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    *,
    situation: dict[str, Any],
    choices: dict[str, Any],
    bearer: BearerOption = None,
    held: dict[str, Any],
    stat: StatOption = None,
    at_least: AtLeastOption = None,
    explain: ExplainOption = False,
    chosen: Settled,
) -> None:
    """What weapons do to a target.

    Every weapon, and the target, stands in quotes; several weapons fire in the order given, and "then" starts
    those of another unit. In place of a text, - reads standard input and @list.txt a file, one line a weapon.
    Groups of different models are joined by ' + '; a [character] among others leads them and dies last.
    With --dice, dice of known value may be put in place of hit, wound and damage rolls (and saves): the answer
    is the best use of them. So it is with --command-reroll.

    \b
    Examples:
      mathhammer attack '10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]' vs meq --half-range
      mathhammer attack '3x A2 BS3+ S5 AP-2 D2 [precision]' vs 'meq + 1x T4 Sv2+ W5 Inv4+ [character]'
    """
    stats, least = _stats(stat), _within_bounds(whole(at_least, "--at-least"))
    query = split_query(expanded(words or []))
    with patience():
        answers = [
            attack(
                query.volleys[0],
                query.target,
                then=query.volleys[1:],
                edition=rules,
                bearer=bearer,
                **choices,
                **held,
                **situation,
            )
            for rules in chosen.editions
        ]
        pictures: Gallery = {}
        if len(answers) == len(query.volleys) == 1 and (held["dice"] or held["defender_dice"]):
            asked = {"edition": chosen.editions[0], "objective": choices["objective"], **situation}
            pictures = held_gallery(query, held, answers[0].decision, asked, separate=choices["separate"])
        _show(answers, chosen, Shown(stats, least, explain), pictures)


@dataclass(frozen=True)
class Shown:
    """What of an answer is asked for."""

    stats: tuple[Stat, ...]
    at_least: int | None
    explained: bool


def _show(answers: Sequence[AttackResult], chosen: Settled, shown: Shown, pictures: Gallery) -> None:
    asked = {"figures": chosen.figures, **vars(shown)}
    forms = Forms(
        data=lambda: _form("data").answers_data(*answers, **vars(shown)),
        csv=lambda: _form("data").answers_csv(*answers, stats=shown.stats, at_least=shown.at_least),
        blocks=lambda: _form("page").page_blocks(*answers, **asked),
        table=lambda: table(*answers, **asked),
        said=lambda: _said(answers, shown),
        gallery=lambda: {**_form("page").gallery(*answers, stats=shown.stats), **pictures},
    )
    give(forms, chosen)


def _form(module: str) -> Any:
    """A module that gives an answer another form than the table: imported when it is wanted."""
    return import_module(f"...result.{module}", __name__)


def _said(answers: Sequence[AttackResult], shown: Shown) -> list[str]:
    """The notes, and the steps if they are asked for."""
    said = [note for answer in answers for note in notes(answer)]
    return [*said, *(explanations(answers) if shown.explained else [])]


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
