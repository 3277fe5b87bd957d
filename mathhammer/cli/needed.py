"""``mathhammer needed``: how many attacks, or models, slay a target with a given chance."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..errors import MathhammerError
from ..notation import split_query
from ..questions.needed import needed
from ..result.needed_show import needed_blocks, needed_csv, needed_data, needed_gallery, needed_table, remarks
from .answer import Forms, give
from .gathered import with_options
from .inputs import expanded
from .options import Settled, answer_options, situation_options, whole
from .output import patience

ChanceOption = Annotated[str, typer.Option("--chance", metavar="P", help="The chance to be reached: 90%, 0.9 or 9/10.")]
KillsOption = Annotated[
    str | None, typer.Option("--kills", metavar="K", help="How many models are to be slain; all if not said.")
]
UptoOption = Annotated[
    str | None, typer.Option("--upto", metavar="N", help="Show the curve for every number up to N, up to 1,000.")
]


@with_options(situation=situation_options, chosen=answer_options)
def needed_command(
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    *,
    situation: dict[str, Any],
    chance: ChanceOption = "90%",
    kills: KillsOption = None,
    upto: UptoOption = None,
    chosen: Settled,
) -> None:
    """How many attacks, or how many models with the weapon, slay the target with a chance.

    The answer is the smallest number, beside the number that it takes on average, what other chances
    need, and the chance for each number. The count before the weapon is not part of the question.

    \b
    Examples:
      mathhammer needed 'A4 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]' vs '5x T4 Sv3+ W2 FNP5+'
      mathhammer needed 'A1 BS3+ S9 AP-3 D=D6' vs rhino --chance 75% --cover
      mathhammer needed 'AD6+3 BS4+ S5 AP-1 D1 [blast]' vs geq --kills 6
    """
    weapon, target = one_weapon(words or [], "needed")
    with patience():
        answers = [
            needed(
                weapon,
                target,
                chance=chance,
                kills=whole(kills, "--kills"),
                upto=whole(upto, "--upto"),
                edition=rules,
                **situation,
            )
            for rules in chosen.editions
        ]
        forms = Forms(
            data=lambda: needed_data(answers),
            csv=lambda: needed_csv(answers),
            blocks=lambda: needed_blocks(answers, chosen.figures),
            table=lambda: needed_table(answers, chosen.figures),
            said=lambda: [line for answer in answers for line in remarks(answer)],
            gallery=lambda: needed_gallery(answers),
        )
        give(forms, chosen)


def one_weapon(words: list[str], name: str) -> tuple[str, str]:
    """The one weapon and the target of a question; raises `MathhammerError` if there are more."""
    query = split_query(expanded(words))
    weapons = [weapon for volley in query.volleys for weapon in volley]
    if len(weapons) > 1:
        raise MathhammerError(f"{name} takes one weapon, here are {len(weapons)}", "ask for each of them")
    return weapons[0], query.target
