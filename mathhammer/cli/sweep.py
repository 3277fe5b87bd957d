"""``mathhammer sweep``: one attack with one or two of its numbers changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..chances import number_in
from ..errors import MathhammerError
from ..notation import split_query
from ..questions.sweep import sweep
from ..result.sweep import SWEEP_CELLS, Sweep
from ..result.sweep_page import remarks, sweeps_blocks, sweeps_csv, sweeps_data, sweeps_table
from ..result.sweep_pictures import Bound, sweeps_gallery
from .answer import Forms, give
from .choices import choice_options
from .gathered import with_options
from .inputs import expanded
from .options import Settled, answer_options, situation_options
from .output import patience

OverOption = Annotated[
    list[str] | None,
    typer.Option(
        "--over",
        metavar="STAT=VALUES",
        help="What is changed: T=3..14, Sv=2,3,7, D=1,D3,D6, cover=off,on; twice for a grid.",
    ),
]
SweepCellOption = Annotated[
    str | None,
    typer.Option(
        "--cell",
        metavar="WHAT",
        help=f"What the numbers are, one or several with commas: {', '.join(SWEEP_CELLS)}.",
        autocompletion=lambda: list(SWEEP_CELLS),
    ),
]
AtOption = Annotated[
    str | None,
    typer.Option("--at", metavar="VALUE", help="Also where the --cell (or else wipe) passes this: 50%, 1/2, 2.5."),
]


@with_options(situation=situation_options, choices=choice_options, chosen=answer_options)
def sweep_command(
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    *,
    situation: dict[str, Any],
    over: OverOption = None,
    cell: SweepCellOption = None,
    at: AtOption = None,
    choices: dict[str, Any],
    chosen: Settled,
) -> None:
    """One attack with one or two of its numbers changed: a row a value, or a grid.

    --over changes a stat of every weapon (A, BS, WS, S, AP, D, or weapons: how many), one of the target
    (T, Sv, W, Inv, FNP, models), or the situation (cover=off,on; distance=6..24). An Inv or FNP that is
    swept takes the place of those written. --at says where the answer passes a bound.

    \b
    Examples:
      mathhammer sweep '5x A1 BS3+ S9 AP-4 D=D6' vs '1x T10 Sv2+ W12' --over T=3..14 --at 5%
      mathhammer sweep '10x A2 BS3+ S4 AP-1 D1' vs meq --over T=3..6 --over Sv=2..6 --cell kills,wipe
    """
    cells = _cells(cell)
    bound = None if at is None else _bound(at, cells)
    query = split_query(expanded(words or []))
    if len(query.volleys) > 1:
        raise MathhammerError("a sweep is of one unit's weapons", "leave out then and what follows")
    with patience():
        answers = [
            sweep(
                query.volleys[0],
                query.target,
                _over(over),
                edition=rules,
                **choices,
                **situation,
            )
            for rules in chosen.editions
        ]
    _show(answers, chosen, cells, bound)


def _show(answers: Sequence[Sweep], chosen: Settled, cells: Sequence[str], bound: Bound | None) -> None:
    forms = Forms(
        data=lambda: sweeps_data(answers, bound),
        csv=lambda: sweeps_csv(answers),
        blocks=lambda: sweeps_blocks(answers, chosen.figures, cells, bound),
        table=lambda: sweeps_table(answers, chosen.figures, cells, bound),
        said=lambda: remarks(answers),
        gallery=lambda: sweeps_gallery(answers, cells, bound),
    )
    give(forms, chosen)


def _over(given: list[str] | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given or []:
        name, equals, values = text.partition("=")
        if not equals or not name.strip():
            raise MathhammerError(f"--over {text!r} cannot be read", "write a stat and its values, such as --over T=3..14")
        if name in found:
            raise MathhammerError(f"--over {name} stands twice", f"write all its values in one: --over {name}={values},...")
        found[name] = values
    if not found:
        raise MathhammerError("nothing is swept", "write for example --over T=3..14")
    return found


def _cells(given: str | None) -> list[str]:
    found = [] if given is None else [name.strip().lower() for name in given.split(",")]
    for name in found:
        if name not in SWEEP_CELLS:
            raise MathhammerError(f"no cell is called {name!r}", f"write one of {', '.join(SWEEP_CELLS)}")
    return list(dict.fromkeys(found))


def _bound(text: str, cells: Sequence[str]) -> Bound:
    """The number to pass: a percentage or a chance for ``wipe``, any number not below 0 for the others."""
    if len(cells) > 1:
        raise MathhammerError(f"--at {text} with several cells", "write one --cell")
    cell = cells[0] if cells else "wipe"
    value = number_in(text)
    if value is None or ("%" in text and cell != "wipe"):
        example = "50%" if cell == "wipe" else "2.5"
        raise MathhammerError(f"--at {text!r} cannot be read", f"write for example --at {example}")
    if cell == "wipe" and value > 1:
        raise MathhammerError(f"--at {text} is more than certain", f"write --at {text.strip().rstrip('%')[:2]}%, or 0 to 1")
    return Bound(cell, value)
