"""An attack in which dice of known value are held: what is asked, checked, and the best use of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from ..decisions.activation import Rolls
from ..decisions.decision import Attacker, Decision, Game, decide
from ..decisions.hands import Stock
from ..decisions.objective import Objective
from ..decisions.pool import Pool, pool
from ..dice import added
from ..editions import Edition
from ..errors import SituationError
from ..profiles import Unit
from ..result import Shooting
from ..sequence.mortal import MortalSteps
from ..sequence.squad import squad_of
from ..sequence.steps import Steps, steps
from ..sequence.volley import Outcome

ROLLS = ("one", "batch", "after")
PER = ("unit", "army")


@dataclass(frozen=True)
class Held:
    """What is held in an attack, and how it may be used.

    ``rolls`` is ``one`` (each roll is known before the next), ``batch`` or ``after`` (a roll is
    changed to a 6 once it is seen); ``per_unit`` says whether each attacking unit may use as many dice, or all
    of them together; ``price`` what a die of a face costs in units of the objective.
    """

    attacker: Stock
    defender: Stock
    rolls: Rolls | None = None
    per_unit: bool = True
    price: tuple[tuple[int, Fraction], ...] = ()


def held(
    dice: Iterable[int] | str = (),
    uses: int = 1,
    per: str = "unit",
    rolls: str | None = None,
    price: Mapping[int, Any] | None = None,
    defender_dice: Iterable[int] | str = (),
    defender_uses: int = 1,
    command_reroll: bool = False,
    defender_command_reroll: bool = False,
) -> Held:
    """What is held, checked.

    Raises `MathhammerError` for faces outside 1..6, `SituationError` for uses below 1, an unknown owner or way
    to roll, and dice other than 6 with ``after``.

    >>> held((6, 5)).attacker.dice
    (5, 6)
    """
    for number in (uses, defender_uses):
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 12:
            raise SituationError(f"{number!r} uses", "write a whole number from 1 to 12")
    for name, flag in (("command_reroll", command_reroll), ("defender_command_reroll", defender_command_reroll)):
        if not isinstance(flag, bool):
            raise SituationError(f"{name} is {flag!r}", "write True or False")
    attacker = Stock(_pool(dice), uses, command_reroll)
    defender = Stock(_pool(defender_dice), defender_uses, defender_command_reroll)
    if per not in PER:
        raise SituationError(f"per {per!r}", f"write one of {', '.join(PER)}")
    if rolls is not None and rolls not in ROLLS:
        raise SituationError(f"rolls {rolls!r}", f"write one of {', '.join(ROLLS)}")
    if rolls == "after" and set(attacker.dice + defender.dice) - {6}:
        raise SituationError("a roll that is seen is changed to a 6", "hold only sixes with rolls after")
    prices = []
    for face, cost in (price or {}).items():
        try:
            exact = Fraction(cost) if isinstance(cost, int | Fraction | str) else None
        except (ValueError, ZeroDivisionError):
            exact = None
        if face not in range(1, 7) or exact is None:
            raise SituationError(f"a price of {cost!r} for a {face!r}", "write a face and a fraction, such as 6=1/4")
        prices.append((face, exact))
    return Held(attacker, defender, cast("Rolls | None", rolls), per == "unit", tuple(sorted(prices)))


def _pool(faces: Iterable[int] | str) -> Pool:
    given = faces if isinstance(faces, str) else tuple(faces)
    return pool(given) if given else ()


def best_use(
    units: Sequence[Sequence[Shooting]], unit: Unit, edition: Edition, held: Held, objective: Objective, *, separate: bool
) -> tuple[Decision, Outcome]:
    """The best use of what is held while these units attack one after another, and the law that comes of it."""
    rolls = held.rolls or ("batch" if edition.merges_identical_attacks else "one")
    together = rolls == "batch" and edition.merges_identical_attacks and not separate
    attackers = [_attacker(shootings, unit, edition, together, first=not n) for n, shootings in enumerate(units)]
    game = Game(tuple(attackers), squad_of(unit), edition, rolls, objective, dict(held.price), held.per_unit)
    return decide(game, held.attacker, held.defender)


def _attacker(shootings: Sequence[Shooting], unit: Unit, edition: Edition, together: bool, *, first: bool) -> Attacker:
    """One attacking unit; later ones count the models that are then left."""
    counts = not first and any(rule.counts_models for shooting in shootings for rule in shooting.attack.rules)
    fired = {}
    for models in range(unit.models, 0, -1) if counts else [unit.models]:
        found = [steps(s.attack, unit, s.situation, edition, models) for s in shootings]
        pairs = list(zip(found, [edition.lethal_optional and s.situation.lethal == "best" for s in shootings], strict=True))
        pairs = _merged(pairs) if together else pairs
        fired[models] = tuple(step for step, _ in pairs)
    return Attacker(fired, tuple(choice for _, choice in pairs))


def _merged(pairs: Sequence[tuple[Steps | MortalSteps, bool]]) -> list[tuple[Steps | MortalSteps, bool]]:
    """Weapons with identical attacks as one, at the place of the first."""
    together: dict[object, list[tuple[Steps | MortalSteps, bool]]] = {}
    for step, choice in pairs:
        together.setdefault((step.identity, choice), []).append((step, choice))
    merged: list[tuple[Steps | MortalSteps, bool]] = []
    for several in together.values():
        first, choice = several[0]
        if isinstance(first, Steps) and len(several) > 1:
            laws = [step.attacks for step, _ in several if isinstance(step, Steps) for _ in range(step.count)]
            gathered = tuple(pair for step, _ in several if isinstance(step, Steps) for pair in step.gathered)
            first = replace(first, count=1, attacks=added(*laws), gathered=gathered)
        merged.append((first, choice))
    return merged
