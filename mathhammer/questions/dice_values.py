"""What a die is worth in each kind of roll of an attack, and which roll gets it as the attack goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..decisions.attack import Game
from ..decisions.hands import Stock
from ..decisions.objective import Worth
from ..decisions.objective import objective as objective_of
from ..dice import FACES
from ..editions import Edition
from ..errors import LimitError, SituationError
from ..notation import write_query
from ..profiles import Unit
from ..result.dice_values import DicePolicy, DieValues
from ..sequence.engagement import Plan
from .attack import Weapons, read_question
from .dice import Held, game_of, held

__all__ = ["DicePolicy", "DieValues", "dice_policy", "die_values"]

KINDS = ("hit", "wound", "damage", "save", "any")
MOST_CELLS = 20_000  # of a map: attacks left times wounds missing


def die_values(
    weapons: Weapons,
    target: str | Unit,
    *,
    edition: str | Edition | None = None,
    rolls: str | None = None,
    objective: str | Worth = "damage",
    separate: bool = False,
    **situation: Any,
) -> DieValues:
    """What one die of each face is worth if it may go into one kind of roll alone, or into any.

    The attacker holds it for hit, wound and damage rolls (``any``: all of these), the target for saves. ``rolls``,
    ``objective``, ``separate`` and the situation are those of `attack`; with ``rolls="after"`` the only face is 6.
    Raises a `MathhammerError` as `attack` does.

    >>> melta = die_values("A1 BS3+ S9 AP-4 D=D6+3", "1x T10 W12", edition="10e")
    >>> melta.worth("hit", 6), melta.worth("wound", 6), melta.worth("damage", 6)
    (Fraction(13, 18), Fraction(26, 9), Fraction(5, 9))
    """
    asked = held(rolls=rolls)
    query, rules, game = _game(weapons, target, edition, situation, asked, objective, separate=separate)
    base = game.value(Stock(), Stock())
    rows: list[tuple[str, int, Fraction]] = []
    for kind in KINDS:
        for face in (6,) if rolls == "after" else FACES:
            die = Stock((face,))
            only = replace(game, only=None if kind == "any" else kind)
            worth = base - only.value(Stock(), die) if kind == "save" else only.value(die, Stock()) - base
            rows.append((kind, face, worth))
    return DieValues(query, rules.name, game.objective.name, game.rolls, base, tuple(rows))


def dice_policy(
    weapons: Weapons,
    target: str | Unit,
    *,
    dice: Iterable[int] | str,
    uses: int = 1,
    edition: str | Edition | None = None,
    objective: str | Worth = "damage",
    **situation: Any,
) -> DicePolicy:
    """Which roll of the next attack gets a die while all ``dice`` are held, by attacks left and wounds missing.

    The attacks of one weapon are made one at a time; nothing waits yet. Raises a `MathhammerError` as `attack`
    does, and for more than one weapon.

    >>> found = dice_policy("2x A1 BS3+ S9 AP-4 DD6+2", "1x T10 W12", dice=(6,), objective="wipe", edition="10e")
    >>> [use for left, missing, use, _ in found.rows if left == 1 and missing in (9, 8, 7)]
    ['wound 6', 'damage 6', 'wound 6']
    """
    asked = held(dice=dice, uses=uses, rolls="one")
    query, rules, game = _game(weapons, target, edition, situation, asked, objective, separate=True)
    if len(game.attackers[0].lethal_open) != 1:
        raise SituationError("several weapons", "ask about one weapon")
    squad = game.squad
    total = squad.lost_in(squad.states)
    found = game.choices(asked.attacker)
    attacks = range(1, max((left for left, _ in found), default=0) + 1)
    if len(attacks) * total > MOST_CELLS:
        raise LimitError(f"a map of {len(attacks) * total:,} cells", "ask about fewer attacks or wounds")
    missing = {total - squad.lost_in(state): state for state in range(squad.states)}
    rows = []
    for left in attacks:
        for wounds, state in missing.items():
            use, always = "keep", True
            for roll in ("damage", "wound", "hit"):  # the first roll that takes a die decides
                faces = [places[state] for places in found.get((left, roll), [])]
                used = next((put for put in faces if put), None)
                if used is not None:
                    use, always = f"{roll} {used[0]}", all(faces)
            rows.append((left, wounds, use, always))
    return DicePolicy(query, rules.name, game.objective.name, tuple(rows))


def _game(
    weapons: Weapons,
    target: str | Unit,
    edition: str | Edition | None,
    situation: dict[str, Any],
    asked: Held,
    objective: str | Worth,
    *,
    separate: bool,
) -> tuple[str, Edition, Game]:
    """The question in canonical notation, the edition, and the game."""
    rules, _, unit, units = read_question(weapons, target, (), edition, situation)
    plan = Plan(precise=(True,) * len(units), separate=separate)
    query = write_query([[shooting.attack for shooting in several] for several in units], unit)
    return query, rules, game_of(units, unit, rules, asked, objective_of(objective), plan)
