"""The options of ``attack`` about dice held: which, how many may be used, how they are rolled, at what price."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import MathhammerError
from ..notation.queries import Query
from .options import whole

if TYPE_CHECKING:  # few answers hold a decision, and every start would pay for it
    from ..decisions.decision import Decision
    from ..report.pictures import Gallery, Picture

DiceOption = Annotated[
    str | None, typer.Option("--dice", metavar="N,N", help="Fate or Miracle dice held by the attacker (see --side).")
]
UsesOption = Annotated[str | None, typer.Option("--uses", metavar="N", help="How many of them may be used.  [default: 1]")]
RollsOption = Annotated[
    str | None,
    typer.Option("--rolls", metavar="HOW", help="one, batch, or after (a roll is changed to a 6 once it is seen)."),
]
PriceOption = Annotated[
    str | None, typer.Option("--price", metavar="6=1/4", help="What a die of a face costs, in units of the objective.")
]
DefenderDiceOption = Annotated[
    str | None, typer.Option("--defender-dice", metavar="N,N", help="Dice held by the target, for saving throws.")
]
DefenderUsesOption = Annotated[
    str | None, typer.Option("--defender-uses", metavar="N", help="How many of those may be used.  [default: 1]")
]
PerOption = Annotated[
    str,
    typer.Option("--per", metavar="OWNER", help="Who may use so many: each attacking unit, or the army.", show_default=True),
]
CommandRerollOption = Annotated[
    bool, typer.Option("--command-reroll", help="The attacker may make one roll again, once it is seen.")
]
DefenderCommandRerollOption = Annotated[
    bool, typer.Option("--defender-command-reroll", help="The target may make one saving throw again.")
]
SideOption = Annotated[
    str, typer.Option("--side", metavar="WHO", help="Whose --dice they are: attacker or defender.", show_default=True)
]


def held_options(
    dice: DiceOption = None,
    uses: UsesOption = None,
    rolls: RollsOption = None,
    price: PriceOption = None,
    defender_dice: DefenderDiceOption = None,
    defender_uses: DefenderUsesOption = None,
    side: SideOption = "attacker",
    per: PerOption = "unit",
    command_reroll: CommandRerollOption = False,
    defender_command_reroll: DefenderCommandRerollOption = False,
) -> dict[str, Any]:
    """The options as arguments of `attack`; raises `MathhammerError` for what does not go together."""
    if side not in ("attacker", "defender"):
        raise MathhammerError(f"--side {side!r}", "write attacker or defender")
    if side == "defender" and dice is not None:
        if defender_dice is not None:
            raise MathhammerError("--dice and --defender-dice both name the defender's dice", "write one of them")
        dice, defender_dice, uses, defender_uses = None, dice, None, uses
    return {
        "dice": dice or (),
        "uses": 1 if uses is None else whole(uses, "--uses"),
        "rolls": rolls,
        "price": _prices(price),
        "defender_dice": defender_dice or (),
        "defender_uses": 1 if defender_uses is None else whole(defender_uses, "--defender-uses"),
        "per": per,
        "command_reroll": command_reroll,
        "defender_command_reroll": defender_command_reroll,
    }


def held_gallery(
    query: Query, hand: dict[str, Any], decision: Decision | None, asked: dict[str, Any], *, separate: bool
) -> Gallery:
    """The pictures of dice held that need work of their own: ``die`` (by roll and face), and ``map``."""
    from ..questions.dice_values import dice_policy, die_values
    from ..report.pictures import picked

    weapons, target = query.volleys[0], query.target
    rolls = None if decision is None else decision.rolls
    found: dict[str, Callable[[], Picture]] = {
        "die": lambda: picked(die_values(weapons, target, rolls=rolls, separate=separate, **asked).gallery(), None)
    }
    if hand["dice"] and rolls == "one" and len(weapons) == 1:
        held = {"dice": hand["dice"], "uses": hand["uses"]}
        found["map"] = lambda: picked(dice_policy(weapons, target, **held, **asked).gallery(), None)
    return found


def _prices(given: str | None) -> dict[int, str]:
    """What is said of each face; whether it is a price is for the question to judge."""
    prices = {}
    for part in given.split(",") if given else []:
        face, _, cost = part.partition("=")
        if not re.fullmatch(r"\s*[0-9]{1,3}\s*", face):
            raise MathhammerError(f"--price {part!r} cannot be read", "write a face and a price, such as 6=1/4")
        prices[int(face)] = cost
    return prices
