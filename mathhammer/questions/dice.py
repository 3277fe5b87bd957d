"""An attack in which dice of known value are held: what is asked, checked, and the best use of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..decisions.decision import Decision, Game, decide
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


@dataclass(frozen=True)
class Held:
    """The dice held in an attack and how they may be used.

    ``rolls`` is ``one`` (each roll is known before the next), ``batch`` or ``after`` (a roll is
    changed to a 6 once it is seen); ``uses`` and ``defender_uses`` are how many dice a side may
    spend, ``price`` what a die of a face costs in units of the objective.
    """

    dice: Pool = ()
    uses: int = 1
    rolls: str | None = None
    price: tuple[tuple[int, Fraction], ...] = ()
    defender_dice: Pool = ()
    defender_uses: int = 1

    def __bool__(self) -> bool:
        return bool(self.dice or self.defender_dice)


def held(
    dice: Iterable[int] | str = (),
    uses: int = 1,
    rolls: str | None = None,
    price: Mapping[int, Any] | None = None,
    defender_dice: Iterable[int] | str = (),
    defender_uses: int = 1,
) -> Held:
    """The dice held, checked.

    Raises `MathhammerError` for faces outside 1..6, `SituationError` for uses below 1, an unknown way
    to roll, and dice other than 6 with ``after``.

    >>> held((6, 5)).dice
    (5, 6)
    """
    attacker, defender = _pool(dice), _pool(defender_dice)
    for number in (uses, defender_uses):
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 12:
            raise SituationError(f"{number!r} uses", "write a whole number from 1 to 12")
    if rolls is not None and rolls not in ROLLS:
        raise SituationError(f"rolls {rolls!r}", f"write one of {', '.join(ROLLS)}")
    if rolls == "after" and set(attacker + defender) - {6}:
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
    return Held(attacker, uses, rolls, tuple(sorted(prices)), defender, defender_uses)


def _pool(faces: Iterable[int] | str) -> Pool:
    given = faces if isinstance(faces, str) else tuple(faces)
    return pool(given) if given else ()


def best_use(
    shootings: Sequence[Shooting], unit: Unit, edition: Edition, dice: Held, objective: Objective, *, separate: bool
) -> tuple[Decision, Outcome]:
    """The best use of the dice held in one unit's volley, and the law that comes of it."""
    rolls = dice.rolls or ("batch" if edition.merges_identical_attacks else "one")
    found = [steps(s.attack, unit, s.situation, edition) for s in shootings]
    is_open = [edition.lethal_optional and s.situation.lethal == "best" for s in shootings]
    pairs = list(zip(found, is_open, strict=True))
    if rolls == "batch" and edition.merges_identical_attacks and not separate:
        pairs = _merged(pairs)
    game = Game(
        tuple(step for step, _ in pairs),
        squad_of(unit),
        edition,
        rolls,  # type: ignore[arg-type]
        objective,
        tuple(choice for _, choice in pairs),
        dict(dice.price),
    )
    return decide(game, dice.dice, dice.uses, dice.defender_dice, dice.defender_uses)


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
            first = replace(first, count=1, attacks=added(*laws))
        merged.append((first, choice))
    return merged
