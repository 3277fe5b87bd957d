"""``mathhammer charge``, ``advance`` and ``battle-shock``: what a roll reaches, and where a die held is best used."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, cast

import typer

from ..editions import Edition
from ..errors import MathhammerError
from ..movement.charge import ARRIVALS, Arrival
from ..movement.roll import REROLLS, Reroll
from ..questions.moves import RollResult, advance, battle_shock, charge
from ..result.moves import rolls_blocks, rolls_csv, rolls_data, rolls_gallery, rolls_table
from .answer import Forms, give
from .gathered import with_options
from .options import OrderOption, Settled, answer_options, one_order

WordOption = Annotated[str | None, typer.Argument(hidden=True)]
PlusOption = Annotated[str | None, typer.Option("--plus", metavar="N", help="A modifier to the roll; it may be negative.")]
RerollOption = Annotated[
    str | None,
    typer.Option(
        "--reroll",
        metavar="WHICH",
        help="A re-roll, once: both (all dice), one (of your choice), any (as many as you like).",
        autocompletion=lambda: list(REROLLS),
    ),
]
DieOption = Annotated[
    list[str] | None,
    typer.Option("--die", metavar="N", help="Put this die into the roll, for better or worse."),
]
DiceOption = Annotated[
    list[str] | None, typer.Option("--dice", metavar="N,N", help="Dice held: the best use of at most one, or of none.")
]
DropLowestOption = Annotated[
    str | None, typer.Option("--drop-lowest", metavar="3", help="Roll three dice and drop the lowest.")
]
ShockedOption = Annotated[bool, typer.Option("--shocked", help="The unit is Battle-shocked: Orders do not act.")]


def roll_options(
    order: OrderOption = None,
    shocked: ShockedOption = False,
    plus: PlusOption = None,
    reroll: RerollOption = None,
    die: DieOption = None,
    dice: DiceOption = None,
) -> dict[str, Any]:
    """The options that every roll has, as the questions take them.

    Raises `MathhammerError` for what is no number.

    >>> roll_options(reroll="one", dice=["6,5"])
    {'order': None, 'shocked': False, 'plus': 0, 'reroll': 'one', 'die': None, 'dice': (6, 5)}
    """
    put_in = faces(die, "--die")
    if len(put_in) > 1:
        several = ",".join(map(str, put_in))
        raise MathhammerError(f"{len(put_in)} dice are put into one roll", f"write --dice {several} for the best of them")
    return {
        "order": one_order(order),
        "shocked": shocked,
        "plus": number(plus, "--plus", "--plus -1") or 0,
        "reroll": cast("Reroll | None", reroll),
        "die": put_in[0] if put_in else None,
        "dice": faces(dice, "--dice"),
    }


@with_options(roll=roll_options, chosen=answer_options)
def charge_command(
    *,
    need: WordOption = None,
    distance: Annotated[
        list[str] | None,
        typer.Option("--distance", metavar="INCHES", help="How far the target is; again for each further target to reach."),
    ] = None,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="WHERE",
            help="Just arrived, as near as allowed: deep-strike or reserves.",
            autocompletion=lambda: list(ARRIVALS),
        ),
    ] = None,
    drop_lowest: DropLowestOption = None,
    roll: dict[str, Any],
    chosen: Settled,
) -> None:
    """The chance of a charge, and the best use of a re-roll or a die held.

    NEED is the number to roll on 2D6; --distance or --from finds it: in the 10th edition a charge may
    end 1" short of the target, in the 11th it covers the distance and is at most 12. A Fate or
    Miracle die takes the place of one of the dice, the other is rolled. With --dice the best use is
    found: before the roll, as one of the dice of a re-roll, or none. On 9 or more:

    \b
      charge 9                         27.78 %
      charge 9 --reroll both           47.84 %  all dice again, if it fails
      charge 9 --reroll one            52.31 %  the lower die, if the higher shows 3 or more
      charge 9 --die 6                 66.67 %  the other must show 3 or more
      charge 9 --die 3                 16.67 %  worse than rolling both
      charge 9 --dice 3                27.78 %  kept
      charge 9 --reroll both --dice 6  75.93 %  put into the re-roll, if it comes to that

    \b
    Examples:
      mathhammer charge 9 --reroll one --dice 6,4
      mathhammer charge --from deep-strike --plus 1 --edition 10e,11e
    """
    answer(
        chosen,
        lambda rules: charge(
            number(need, "NEED", "charge 9"),
            distance=distance or None,
            from_=cast("Arrival | None", from_),
            drop_lowest=number(drop_lowest, "--drop-lowest", "--drop-lowest 3"),
            edition=rules,
            **roll,
        ),
    )


@with_options(roll=roll_options, chosen=answer_options)
def advance_command(
    *,
    need: WordOption = None,
    move: Annotated[str | None, typer.Option("--move", metavar="M", help="The Move: the answer is in inches moved.")] = None,
    roll: dict[str, Any],
    chosen: Settled,
) -> None:
    """What an Advance rolls, or how far the unit gets with it.

    NEED is the number to reach: of the roll, or of the inches moved if --move is given. Without it,
    re-rolls and dice are used for the highest mean.

    \b
    Examples:
      mathhammer advance --move 6 --order move-move-move
      mathhammer advance 10 --move 6 --dice 5,2
    """
    answer(
        chosen,
        lambda rules: advance(
            number(need, "NEED", "advance 4"),
            move=number(move, "--move", "--move 6"),
            edition=rules,
            **roll,
        ),
    )


@with_options(roll=roll_options, chosen=answer_options)
def battle_shock_command(
    *,
    ld: WordOption = None,
    dice3: Annotated[bool, typer.Option("--dice3", help="Roll 3D6 and add all three.")] = False,
    roll: dict[str, Any],
    chosen: Settled,
) -> None:
    """The chance to pass a Battle-shock test on the best Leadership of the unit.

    \b
    Examples:
      mathhammer battle-shock 7 --dice 6,4
      mathhammer battle-shock 7+ --order duty-and-honour --plus -1
    """
    leadership = number(ld, "LD", "battle-shock 7")
    if leadership is None:
        raise MathhammerError("no Leadership is given", "write for example battle-shock 7")
    answer(chosen, lambda rules: battle_shock(leadership, dice3=dice3, edition=rules, **roll))


def faces(texts: list[str] | None, option: str) -> tuple[int, ...]:
    """The faces of dice, written with commas or spaces, in one or several options.

    Raises `MathhammerError` for anything else.

    >>> faces(["6, 5"], "--dice"), faces(None, "--dice")
    ((6, 5), ())
    """
    if not texts:
        return ()
    said = ",".join(texts)
    words = said.replace(",", " ").split()
    if not words or any(re.fullmatch("[1-6]", word) is None for word in words):
        more = ",5" if option == "--dice" else ""
        raise MathhammerError(f"{option} {said!r} names no face of a D6", f"write 1 to 6, for example {option} 6{more}")
    return tuple(map(int, words))


def number(text: str | None, name: str, example: str) -> int | None:
    """A whole number, with or without a plus sign or an inch mark after it; None if there is none.

    Raises `MathhammerError` for anything else.

    >>> number("7+", "LD", "battle-shock 7")
    7
    """
    if text is None:
        return None
    match = re.fullmatch(r"""\s*([+-]?[0-9]{1,6})\s*(?:\+|"|''|in)?\s*""", text)
    if match is None:
        raise MathhammerError(f"{name} {text!r} is no whole number", f"write for example {example}")
    return int(match[1])


def answer(chosen: Settled, ask: Callable[[Edition], RollResult]) -> None:
    """Ask the question in each edition and print the answers as wanted."""
    answers = [ask(rules) for rules in chosen.editions]
    forms = Forms(
        data=lambda: rolls_data(answers),
        csv=lambda: rolls_csv(answers),
        blocks=lambda: rolls_blocks(answers, chosen.figures),
        table=lambda: rolls_table(answers, chosen.figures),
        said=lambda: [f"note: {note}" for result in answers for note in result.notes],
        gallery=lambda: rolls_gallery(answers),
    )
    give(forms, chosen)
