"""``mathhammer threat``: from how far a unit reaches an enemy, and where a die held is best used."""

from __future__ import annotations

from typing import Annotated

import typer

from ..errors import MathhammerError
from ..questions.threat import threat
from ..result.threat import threat_blocks, threat_csv, threat_data, threat_table
from ..result.threat_pictures import threat_gallery
from .answer import Forms, give
from .gathered import with_options
from .moves import DropLowestOption, PlusOption, RerollOption, ShockedOption, number, roll_options
from .options import OrderOption, Settled, answer_options
from .output import patience


@with_options(chosen=answer_options)
def threat_command(
    *,
    move: Annotated[str | None, typer.Option("--move", metavar="M", help="The Move of the unit in inches.")] = None,
    distance: Annotated[
        list[str] | None,
        typer.Option("--distance", metavar="D | A..B", help="How far the enemy is in inches, or a range of distances."),
    ] = None,
    chance: Annotated[
        str | None,
        typer.Option("--chance", metavar="75%", help="The greatest distance at which success is at least that."),
    ] = None,
    scouts: Annotated[
        str | None, typer.Option("--scouts", metavar="X", help="A Scouts move of up to X inches before the battle.")
    ] = None,
    advance: Annotated[
        bool, typer.Option("--advance", help="The unit may Advance; then its weapons may reach, but it cannot charge.")
    ] = False,
    charge_after_advance: Annotated[
        bool, typer.Option("--charge-after-advance", help="It Advances, and charges all the same.")
    ] = False,
    reach: Annotated[
        str | None, typer.Option("--reach", metavar="N", help="Within so many inches is near enough: no charge is made.")
    ] = None,
    order: OrderOption = None,
    shocked: ShockedOption = False,
    drop_lowest: DropLowestOption = None,
    plus: PlusOption = None,
    reroll: RerollOption = None,
    die: Annotated[list[str] | None, typer.Option("--die", metavar="N", help="The same as --dice with one die.")] = None,
    dice: Annotated[
        list[str] | None,
        typer.Option("--dice", metavar="N,N", help="Dice held: the best use of one in the Advance and one in the charge."),
    ] = None,
    chosen: Settled,
) -> None:
    """The chance to reach an enemy with a move and a charge.

    The unit may make a Scouts move first, and Advance; --reach asks for its weapons, not for a charge. A
    Scouts move ends more than 9" from enemies (8" in the 11th edition), and no move but a charge ends
    within engagement range. --plus, --reroll and --drop-lowest are about the charge roll. A Fate or
    Miracle die goes into the Advance before it is rolled, or waits for the charge: at most one into
    each. Move 7 against an enemy 24" away:

    \b
      threat --move 7 --distance 24 --charge-after-advance           4.17 %
      threat --move 7 --distance 24 --charge-after-advance --dice 6  16.67 %  on the Advance; on the charge 13.89 %

    \b
    Examples:
      mathhammer threat --move 6 --scouts 6 --distance 20..24 --edition 10e,11e
      mathhammer threat --move 6 --order move-move-move --chance 75%
      mathhammer threat --move 6 --advance --reach 24 --distance 34
    """
    moved = number(move, "--move", "--move 6")
    if moved is None:
        raise MathhammerError("no Move is given", "write for example --move 6")
    with patience():
        answers = [
            threat(
                moved,
                distance=distance or None,
                chance=chance,
                scouts=number(scouts, "--scouts", "--scouts 6"),
                advance=advance,
                charge_after_advance=charge_after_advance,
                reach=number(reach, "--reach", "--reach 24"),
                drop_lowest=number(drop_lowest, "--drop-lowest", "--drop-lowest 3"),
                edition=rules,
                **roll_options(order, shocked, plus, reroll, die, dice),
            )
            for rules in chosen.editions
        ]
    forms = Forms(
        data=lambda: threat_data(answers),
        csv=lambda: threat_csv(answers),
        blocks=lambda: threat_blocks(answers, chosen.figures),
        table=lambda: threat_table(answers, chosen.figures),
        said=lambda: [f"note: {note}" for result in answers for note in result.notes],
        gallery=lambda: threat_gallery(answers),
    )
    give(forms, chosen)
