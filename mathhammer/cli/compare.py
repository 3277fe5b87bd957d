"""``mathhammer compare``: a matrix of weapons against targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..errors import MathhammerError
from ..notation import split_matrix
from ..questions.compare import DEFAULT_TARGETS, comparisons
from ..result.compare import CELLS, MEANINGS, Comparison
from ..result.compare_page import (
    comparisons_blocks,
    comparisons_csv,
    comparisons_data,
    comparisons_gallery,
    comparisons_table,
    remarks,
)
from .answer import Forms, give
from .choices import choice_options
from .gathered import with_options
from .inputs import expanded
from .options import Settled, answer_options, situation_options
from .output import patience

CellOption = Annotated[
    str,
    typer.Option(
        "--cell",
        metavar="WHAT",
        help=f"What the numbers are, one or several with commas: {', '.join(CELLS)}.",
        autocompletion=lambda: list(CELLS),
    ),
]
SortOption = Annotated[
    str | None,
    typer.Option(
        "--sort",
        metavar="HOW",
        help="rank (best mean rank first: tables), given (JSON and CSV), or a target's name or number.",
        autocompletion=lambda: ["rank", "given"],
    ),
]


@with_options(situation=situation_options, choices=choice_options, chosen=answer_options)
def compare_command(
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    *,
    situation: dict[str, Any],
    cell: CellOption = "kills",
    sort: SortOption = None,
    choices: dict[str, Any],
    chosen: Settled,
) -> None:
    """Weapons against targets: which does most to what.

    Every weapon and every target stands in quotes, or in a file: @guns.txt, one a line. Weapons in one
    text with ; between them are one row, fired together. Without vs, the targets are a common set:
    geq, meq, teq, gravis, rhino, dread, land-raider, knight. The best of each column bears a star.
    For per-100-points write @ POINTS after each weapon and target, for the whole line.

    \b
    Examples:
      mathhammer compare '10x Rifle: A2 BS3+ S4 AP-1 D1' '2x Lance: A1 BS3+ S12 AP-3 D=D6+1' --cell damage
      mathhammer compare @guns.txt vs 'meq @ 80' 'rhino @ 75' --cell per-100-points --sort meq
    """
    cells = _cells(cell)
    query = split_matrix(expanded(words or [], one_target=False))
    with patience():
        answers = [
            answer
            for rules in chosen.editions
            for answer in comparisons(
                query.rows,
                query.targets or DEFAULT_TARGETS,
                cells,
                edition=rules,
                **choices,
                **situation,
            )
        ]
    _show(answers, chosen, sort)


def _show(answers: Sequence[Comparison], chosen: Settled, sort: str | None) -> None:
    """Print the answers, all in the order of the first."""
    by = sort or ("given" if chosen.format in ("json", "csv") else "rank")
    order = answers[0].order(by)
    answers = [answer.taken(order) for answer in answers]
    forms = Forms(
        data=lambda: comparisons_data(answers),
        csv=lambda: comparisons_csv(answers),
        blocks=lambda: comparisons_blocks(answers, chosen.figures),
        table=lambda: comparisons_table(answers, chosen.figures),
        said=lambda: remarks(answers),
        gallery=lambda: comparisons_gallery(answers),
    )
    give(forms, chosen)


def _cells(given: str) -> list[str]:
    found = [name.strip().lower() for name in given.split(",")]
    for name in found:
        if name not in MEANINGS:
            raise MathhammerError(f"no cell is called {name!r}", f"write one of {', '.join(CELLS)}")
    return list(dict.fromkeys(found))
