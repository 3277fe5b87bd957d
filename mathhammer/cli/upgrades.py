"""``mathhammer upgrades``: which +1 is worth most to a weapon against a target."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..questions.upgrades import upgrades
from ..result.table import notes
from ..result.upgrades_show import upgrades_blocks, upgrades_csv, upgrades_data, upgrades_gallery, upgrades_table
from .answer import Forms, give
from .gathered import with_options
from .needed import one_weapon
from .options import Settled, answer_options, situation_options, whole
from .output import patience

KillsOption = Annotated[
    str | None,
    typer.Option(
        "--kills", metavar="K", help="Compare the chance to slay K models; all if not said, one if all is too many."
    ),
]
AlsoOption = Annotated[
    list[str] | None,
    typer.Option("--also", metavar="KEYWORD", help="Another keyword to try, such as 'melta 2'; or several."),
]


@with_options(situation=situation_options, chosen=answer_options)
def upgrades_command(
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    *,
    situation: dict[str, Any],
    kills: KillsOption = None,
    also: AlsoOption = None,
    chosen: Settled,
) -> None:
    """Which +1 is worth most to a weapon against a target.

    For each upgrade: how many more wounds are lost and models slain on average, and how much likelier
    the target is slain, each with its rank; the two need not agree. Upgrades that come to the same stand
    in one row, those that do nothing below, with the reason.

    \b
    Examples:
      mathhammer upgrades '10x A2 BS3+ S4 AP-1 D1' vs meq
      mathhammer upgrades 'A1 BS3+ S9 AP-3 D=D6' vs rhino --cover --also 'melta 2' --half-range
    """
    weapon, target = one_weapon(words or [], "upgrades")
    with patience():
        answers = [
            upgrades(weapon, target, kills=whole(kills, "--kills"), also=also or (), edition=rules, **situation)
            for rules in chosen.editions
        ]
        forms = Forms(
            data=lambda: upgrades_data(answers),
            csv=lambda: upgrades_csv(answers),
            blocks=lambda: upgrades_blocks(answers, chosen.figures),
            table=lambda: upgrades_table(answers, chosen.figures),
            said=lambda: [line for answer in answers for line in notes(answer.base)],
            gallery=lambda: upgrades_gallery(answers),
        )
        give(forms, chosen)
