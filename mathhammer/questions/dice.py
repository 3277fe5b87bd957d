"""An attack in which dice of known value are held: what is asked, checked, and the best use of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from ..chances import number_in
from ..decisions.activation import AnySteps, Rolls
from ..decisions.attack import Attacker, Facing, Game
from ..decisions.decision import Decision, decide
from ..decisions.front import NOBODY, Aim
from ..decisions.hands import Stock
from ..decisions.objective import Objective
from ..decisions.pool import Pool, pool
from ..dice import added
from ..editions import Edition
from ..errors import SituationError
from ..profiles import Unit
from ..result import Shooting
from ..sequence.engagement import Plan, is_precise, squad_at
from ..sequence.mixed import MixedSquad
from ..sequence.squad import Squad
from ..sequence.standing import Standing
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
        exact = _price(cost)
        if face not in range(1, 7) or exact is None:
            raise SituationError(f"a price of {cost!r} for a {face!r}", "write a face and an exact fraction, such as 6=1/4")
        prices.append((face, exact))
    return Held(attacker, defender, cast("Rolls | None", rolls), per == "unit", tuple(sorted(prices)))


def _price(cost: object) -> Fraction | None:
    """A price as a number or as text, below 0 too; None if it is no exact number."""
    if isinstance(cost, str):
        text = cost.strip()
        number = number_in(text.removeprefix("-"))
        return -number if number is not None and text.startswith("-") else number
    return Fraction(cost) if isinstance(cost, int | Fraction) else None


def _pool(faces: Iterable[int] | str) -> Pool:
    given = faces if isinstance(faces, str) else tuple(faces)
    return pool(given) if given else ()


def best_use(
    units: Sequence[Sequence[Shooting]], unit: Unit, edition: Edition, held: Held, objective: Objective, plan: Plan
) -> tuple[Decision, Outcome]:
    """The best use of what is held while these units attack one after another, and the law that comes of it."""
    return decide(game_of(units, unit, edition, held, objective, plan), held.attacker, held.defender)


def game_of(
    units: Sequence[Sequence[Shooting]], unit: Unit, edition: Edition, held: Held, objective: Objective, plan: Plan
) -> Game:
    """The attack of these units as a game, but for what is held."""
    rolls = held.rolls or ("batch" if edition.merges_identical_attacks else "one")
    if rolls != "batch" and edition.sorts_saves and len(unit.groups) > 1:
        raise SituationError(f"rolls {rolls} against several groups, whose saves are sorted", "write rolls batch")
    together = rolls == "batch" and edition.merges_identical_attacks and not plan.separate
    squad = squad_at([[(s.attack, s.situation) for s in several] for several in units], unit, edition, plan)
    precise = plan.precise or (False,) * len(units)
    attackers = []
    for number, (shootings, on) in enumerate(zip(units, precise, strict=True)):
        attackers.append(_attacker(shootings, unit, edition, squad, together, precise=on, first=not number))
    return Game(tuple(attackers), squad, edition, rolls, objective, dict(held.price), held.per_unit)


def _attacker(
    shootings: Sequence[Shooting],
    unit: Unit,
    edition: Edition,
    squad: Squad,
    together: bool,
    *,
    precise: bool,
    first: bool,
) -> Attacker:
    """One attacking unit; later ones meet, and count, what is then left of the target."""
    counts = any(rule.counts_models for shooting in shootings for rule in shooting.attack.rules)
    found: dict[tuple[int, tuple[bool, ...]], Facing] = {}
    which = []
    open_choices: tuple[bool, ...] = ()
    for state in range(squad.states + 1):
        left = tuple(group.count - slain for group, (slain, _) in zip(unit.groups, squad.tally(state), strict=True))
        if first or not any(left):
            left = tuple(group.count for group in unit.groups)
        alive = tuple(number > 0 for number in left)
        models = sum(left) if counts else sum(g.count for g, lives in zip(unit.groups, alive, strict=True) if lives)
        key = (models, alive)
        if key not in found:
            found[key], open_choices = _facing(shootings, unit, edition, squad, together, models, alive, precise)
        which.append(list(found).index(key))
    return Attacker(tuple(found.values()), tuple(which), open_choices)


def _facing(
    shootings: Sequence[Shooting],
    unit: Unit,
    edition: Edition,
    squad: Squad,
    together: bool,
    models: int,
    alive: tuple[bool, ...],
    precise: bool,
) -> tuple[Facing, tuple[bool, ...]]:
    """The weapons' steps against the target as it stands; and which Lethal Hits are open."""
    standing = Standing(squad, alive) if isinstance(squad, MixedSquad) else None
    is_open = [edition.lethal_optional and s.situation.lethal in ("best", "policy") for s in shootings]
    fired: list[dict[Aim, AnySteps]] = [{} for _ in shootings]
    for aim in _aims(squad, edition) if precise else [NOBODY]:
        for number, shooting in enumerate(shootings):
            directed = aim if standing is None or is_precise(shooting.attack, unit) else NOBODY
            where = None if standing is None else replace(standing, aim=directed)
            found = steps(shooting.attack, unit, shooting.situation, edition, models, where)
            fired[number].setdefault(directed, found)
    pairs = list(zip(fired, is_open, strict=True))
    pairs = _merged(pairs) if together else pairs
    return Facing(tuple(ways for ways, _ in pairs), standing), tuple(choice for _, choice in pairs)


def _aims(squad: Squad, edition: Edition) -> list[Aim]:
    """At whom precision may be directed: all of those apart, or one of them (or nobody) for a batch."""
    if not isinstance(squad, MixedSquad):
        return [NOBODY]
    ranks = range(len(squad.apart.ranks))
    return [frozenset(ranks)] if edition.precision == "wound" else [NOBODY, *(frozenset({rank}) for rank in ranks)]


def _merged(pairs: Sequence[tuple[dict[Aim, AnySteps], bool]]) -> list[tuple[dict[Aim, AnySteps], bool]]:
    """Weapons with identical attacks as one, at the place of the first."""
    together: dict[object, list[tuple[dict[Aim, AnySteps], bool]]] = {}
    for ways, choice in pairs:
        identity = tuple((aim, step.identity) for aim, step in ways.items())
        together.setdefault((identity, choice), []).append((ways, choice))
    merged: list[tuple[dict[Aim, AnySteps], bool]] = []
    for several in together.values():
        ways, choice = several[0]
        if len(several) > 1:
            ways = {aim: _one_weapon([other[aim] for other, _ in several]) for aim in ways}
        merged.append((ways, choice))
    return merged


def _one_weapon(several: Sequence[AnySteps]) -> AnySteps:
    """Identical attacks of several weapons as those of one."""
    found = [step for step in several if isinstance(step, Steps)]  # mortal wounds are never merged
    laws = [step.attacks for step in found for _ in range(step.count)]
    gathered = tuple(pair for step in found for pair in step.gathered)
    return replace(found[0], count=1, attacks=added(*laws), gathered=gathered)
