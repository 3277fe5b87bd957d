"""``mathhammer formula``: an attack in letters, with the working."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from ..chances import number_in
from ..editions import Edition
from ..errors import MathhammerError
from ..notation import split_query
from ..notation.tokens import quoted
from ..questions.formula import stated
from ..result.formula import formula_blocks, formula_csv, formula_data, formula_table
from ..result.formula_pictures import formula_gallery
from .answer import Forms, give
from .gathered import with_options
from .inputs import expanded
from .options import Settled, answer_options, situation_options
from .output import patience

UnknownOption = Annotated[
    str | None,
    typer.Option(
        "--unknown",
        metavar="LETTER",
        help="What is left open: n (attacks), h, c (hit, critical hit), w, k (wound, critical wound), s (not saved), f (not "
        "ignored by Feel No Pain); for the mean damage several with commas. All of them without it.",
        autocompletion=lambda: list("nhcwksf"),
    ),
]
OfOption = Annotated[
    str | None,
    typer.Option("--of", metavar="WHAT", help="damage or wipe; both without it.", autocompletion=lambda: ["damage", "wipe"]),
]
ReachOption = Annotated[
    str | None,
    typer.Option("--reach", metavar="V", help="Also where the formula passes this: 90% (all slain), or 3 (mean damage)."),
]
LatexOption = Annotated[bool, typer.Option("--latex", help="Also each formula for LaTeX.")]


@with_options(situation=situation_options, chosen=answer_options)
def formula_command(
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    *,
    situation: dict[str, Any],
    unknown: UnknownOption = None,
    of: OfOption = None,
    reach: ReachOption = None,
    latex: LatexOption = False,
    chosen: Settled,
) -> None:
    """An attack as a formula: the mean damage, and the chance that all are slain.

    The mean damage is that of an endless target: nothing is lost to overkill, so it is not the mean of
    the wounds lost. The chance that all are slain is stated in the number of attacks n, or in one chance.

    \b
    Examples:
      mathhammer formula 'A4 BS3+ S5 AP-1 D2' vs '1x T4 Sv3+ W2'
      mathhammer formula 'A4 BS3+ S5 AP-1 D2 [lethal hits]' vs '1x T4 Sv3+ W2' --unknown n --reach 90%
      mathhammer formula 'A4 BS3+ S5 AP-1 D2' vs '1x T4 Sv3+ W2' --unknown h --reach 50%
    """
    value = None if reach is None else _value(reach)
    query = split_query(expanded(words or []))
    if len(query.volleys) != 1 or len(query.volleys[0]) != 1:
        raise MathhammerError("several weapons are given", "a formula is of one weapon against one target")
    what = of if of is not None else ("wipe" if "%" in (reach or "") else "damage" if reach is not None else None)

    def ask(rules: Edition) -> Any:
        return stated(
            query.volleys[0][0], query.target, of=what, unknown=unknown or "", reach=value, edition=rules, **situation
        )

    with patience():
        answers = [ask(rules) for rules in chosen.editions]
        forms = Forms(
            data=lambda: formula_data(answers),
            csv=lambda: formula_csv(answers),
            blocks=lambda: formula_blocks(answers, chosen.figures),
            table=lambda: formula_table(answers, chosen.figures, latex=latex),
            said=lambda: [f"note: {note}" for answer in answers for note in answer.notes],
            gallery=lambda: formula_gallery(answers),
        )
        give(forms, chosen)


def _value(text: str) -> Fraction:
    """A chance such as 90% or 9/10, or a number."""
    found = number_in(text)
    if found is None:
        raise MathhammerError(f"--reach {quoted(text)} is no value", "write for example --reach 90% or --reach 3")
    return found
