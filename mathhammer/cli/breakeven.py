"""``mathhammer breakeven``: against which targets each of two weapons is better."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from ..errors import LimitError, MathhammerError
from ..notation.tokens import quoted
from ..questions.breakeven import MOST_TARGETS, TARGET, breakeven
from ..result.breakeven import (
    AXES,
    CELLS,
    breakeven_blocks,
    breakeven_csv,
    breakeven_data,
    breakeven_gallery,
    breakeven_table,
)
from .answer import Forms, give
from .gathered import with_options
from .inputs import expanded
from .options import Chosen, EditionOption, FormatOption, PictureOption, PlotOption, settled, situation_options
from .output import patience

OverOption = Annotated[
    list[str] | None,
    typer.Option(
        "--over",
        metavar="STAT=VALUES",
        help=f"The values of {', '.join(AXES)}: T=3..14, Sv=2..7, W=1,2,3, FNP=none,5; several times. The rest as usual.",
    ),
]
TargetOption = Annotated[
    str, typer.Option("--target", metavar="TARGET", help="The unit whose T, Sv, W and FNP are changed; its rest stays.")
]
CellOption = Annotated[
    str,
    typer.Option("--cell", metavar="WHAT", help=f"What counts: {', '.join(CELLS)}.", autocompletion=lambda: list(CELLS)),
]
PerPointsOption = Annotated[bool, typer.Option("--per-points", help="Divided by the points written after each weapon.")]


@with_options(situation=situation_options)
def breakeven_command(
    context: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    *,
    situation: dict[str, Any],
    over: OverOption = None,
    target: TargetOption = TARGET,
    cell: CellOption = "damage",
    per_points: PerPointsOption = False,
    edition: EditionOption = None,
    format: FormatOption = None,
    plot: PlotOption = None,
    picture: PictureOption = None,
) -> None:
    """Against which targets each of two weapons is better.

    The target takes each Toughness, Save, number of wounds and Feel No Pain of the grid in turn; exact
    ties are told from targets to which neither does anything. By points: write @ POINTS after both weapons.

    \b
    Examples:
      mathhammer breakeven '3x A3 BS3+ S4 AP-1 D1' vs 'A2 BS3+ S9 AP-3 D=3'
      mathhammer breakeven '3x A3 BS3+ S4 AP-1 D1 @ 60' vs 'A2 BS3+ S9 AP-3 D=3 @ 45' --per-points --over W=2
    """
    chosen = settled(context, Chosen(edition, format, plot=plot, picture=picture))
    sides = re.split(r"(?i)(?<!\S)vs(?!\S)", " ".join(expanded(words or [])))
    if len(sides) != 2 or not all(side.strip() for side in sides):
        raise MathhammerError("two weapons are compared", "write WEAPON vs WEAPON")
    grid = _grid(over or [])
    with patience():
        answers = [
            breakeven(
                *(side.strip() for side in sides),
                over=grid,
                target=target,
                cell=cell,
                per_points=per_points,
                edition=rules,
                **situation,
            )
            for rules in chosen.editions
        ]
    forms = Forms(
        data=lambda: breakeven_data(answers),
        csv=lambda: breakeven_csv(answers),
        blocks=lambda: breakeven_blocks(answers),
        table=lambda: breakeven_table(answers),
        said=lambda: [f"note: {note}" for answer in answers for note in answer.notes],
        gallery=lambda: breakeven_gallery(answers),
    )
    give(forms, chosen)


def _grid(over: list[str]) -> dict[str, list[int]]:
    names = {name.lower(): name for name in AXES}
    found: dict[str, list[int]] = {}
    for text in over:
        name, _, values = text.partition("=")
        known = names.get(name.strip().lower())
        if known is None or not values.strip():
            raise MathhammerError(f"--over {quoted(text)} cannot be read", "write for example --over T=3..14")
        if known in found:
            raise MathhammerError(f"--over {known} stands twice", "write all its values in one")
        found[known] = [value for part in values.split(",") for value in _values(known, part)]
    return found


def _values(name: str, part: str) -> list[int]:
    """The values of one part: 3..14, 5, 5+, none."""
    text = part.strip().lower()
    if text in ("none", "-") and name not in ("T", "W"):
        return [7]
    match = re.fullmatch(r"(\d{1,4})\+?(?:\s*\.\.\s*(\d{1,4})\+?)?", text, re.ASCII)
    if match is None:
        raise MathhammerError(f"{name}={quoted(part)} is no value", "write for example 3..14, or 2,3,none")
    low, high = int(match[1]), int(match[2] or match[1])
    if not 0 <= high - low < MOST_TARGETS:
        raise LimitError(f"{name}={part.strip()} holds no values, or too many", "write for example 3..14")
    return list(range(low, high + 1))
