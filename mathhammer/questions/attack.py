"""An attack: what one or several weapons do to a unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..config import default_edition
from ..decisions.objective import Objective, Worth
from ..decisions.objective import objective as objective_of
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import MathhammerError, SituationError
from ..notation import read_attack, read_unit, write
from ..profiles import Mortals, Unit, Weapon
from ..result import AttackResult, Shooting, Volley
from ..sequence.limits import check_attacks, check_unit
from ..sequence.steps import steps
from ..situation import FLAGS, Situation
from .choices import best_volleys

if TYPE_CHECKING:
    from ..decisions.decision import Decision
    from ..sequence.volley import Outcome

Attack: TypeAlias = Weapon | Mortals
Weapons: TypeAlias = str | Attack | Iterable[str | Attack]


def attack(
    weapons: Weapons,
    target: str | Unit,
    *,
    then: Iterable[Weapons] = (),
    edition: str | Edition | None = None,
    separate: bool = False,
    weapon_order: Literal["given", "best"] = "given",
    objective: str | Worth = "damage",
    dice: Iterable[int] | str = (),
    uses: int = 1,
    per: str = "unit",
    rolls: str | None = None,
    price: Mapping[int, Any] | None = None,
    defender_dice: Iterable[int] | str = (),
    defender_uses: int = 1,
    command_reroll: bool = False,
    defender_command_reroll: bool = False,
    **situation: Any,
) -> AttackResult:
    """The exact outcome of an attack on a unit of one kind of model.

    ``weapons`` is one weapon or several of one attacking unit, fired in the order given, as text or
    records; ``then`` holds those of further attacking units. ``target`` is text or a record.
    ``situation`` takes the fields of `Situation`: ``half_range=True``, ``distance=12``,
    ``order="take-aim"``, ``lethal="never"``. ``separate`` keeps identical attacks apart where the
    edition would resolve them as one batch. ``weapon_order="best"`` and an optional Lethal Hits that
    is left open are settled for the ``objective``: damage, kills, wipe, ``kills>=k``, ``damage>=k``, or
    a function of models slain and wounds lost.

    ``dice`` are held by the attacker, ``defender_dice`` by the target, at most ``uses`` of them to be
    put in place of a roll (by each attacking unit, or with ``per="army"`` by all of them together);
    ``rolls`` is ``one``, ``batch`` or ``after``; ``price`` is what a die of a face costs.
    ``command_reroll`` and ``defender_command_reroll`` say who may make one roll again. The laws then follow
    the best use of all that, and ``decision`` says what it is.

    Raises a `MathhammerError` that says what to write instead.

    >>> attack("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1").wipe
    Fraction(1, 36)
    """
    if weapon_order not in ("given", "best"):
        raise SituationError(f"weapon order {weapon_order!r}", "write given or best")
    rules = default_edition() if edition is None else edition_of(edition)
    aim = objective_of(objective)
    around = situation_of(situation)
    unit = read_unit(target) if isinstance(target, str) else target
    if len(unit.groups) > 1:
        raise SituationError("the target has several groups of models", "write one group; mixed units are not modelled yet")
    check_unit(unit)
    others = [then] if isinstance(then, str) else then
    units = [tuple(Shooting(w, at_distance(w, around)) for w in attacks_of(several)) for several in (weapons, *others)]
    for shooting in (shooting for several in units for shooting in several):
        check_attacks(shooting.attack.name or "the weapon", _most_attacks(shooting, unit, rules))
    decision: Decision | None = None
    if dice or defender_dice or rolls or price or command_reroll or defender_command_reroll:
        if weapon_order == "best":
            raise SituationError("dice are held with a best order", "ask for the weapons in the order given")
        asked = {"dice": dice, "uses": uses, "per": per, "rolls": rolls, "price": price}
        asked |= {"defender_dice": defender_dice, "defender_uses": defender_uses}
        asked |= {"command_reroll": command_reroll, "defender_command_reroll": defender_command_reroll}
        decision, outcome = _best_use(units, unit, rules, aim, separate, asked)
        volleys: tuple[Volley, ...] = (Volley(units[0], ((unit.models, Fraction(1)),)),)
        if len(units) > 1:
            volleys = best_volleys(units, unit, rules, separate=separate, aim=aim)[0]
        chosen = [f"the means of the steps are those without {'dice' if dice or defender_dice else 'the re-roll'}"]
    else:
        volleys, outcome, chosen = best_volleys(
            units, unit, rules, separate=separate, reorder=weapon_order == "best", aim=aim
        )
    fired = [shooting for volley in volleys for shooting in volley.shootings]
    return AttackResult(
        edition=rules,
        volleys=volleys,
        unit=unit,
        situation=around,
        outcome=outcome,
        decision=decision,
        notes=tuple(dict.fromkeys((*_notes(fired, unit, rules), *chosen))),
        not_modelled=_not_modelled([shooting.attack for shooting in fired], unit),
    )


def _best_use(
    units: Sequence[Sequence[Shooting]], unit: Unit, rules: Edition, aim: Objective, separate: bool, asked: dict[str, Any]
) -> tuple[Decision, Outcome]:
    """The best use of the dice held; imported here, for few ask for it and every start would pay for it."""
    from .dice import best_use, held

    return best_use(units, unit, rules, held(**asked), aim, separate=separate)


def attacks_of(weapons: Weapons) -> list[Attack]:
    several = [weapons] if isinstance(weapons, str | Weapon | Mortals) else list(weapons)
    if not several:
        raise MathhammerError("no weapon is given", "write at least one")
    return [read_attack(weapon) if isinstance(weapon, str) else weapon for weapon in several]


def _most_attacks(shooting: Shooting, unit: Unit, rules: Edition) -> int:
    return steps(shooting.attack, unit, shooting.situation, rules).most_attacks


def situation_of(flags: dict[str, Any]) -> Situation:
    for name, value in flags.items():
        if name not in Situation.__dataclass_fields__:
            raise SituationError(
                f"no situation is called {name!r}", f"write one of {', '.join(Situation.__dataclass_fields__)}"
            )
        if name in FLAGS and not isinstance(value, bool):
            raise SituationError(f"{name} is {value!r}", "write True or False")
    return Situation(**flags)


def at_distance(weapon: Attack, situation: Situation) -> Situation:
    """The situation once the distance has decided half range; refuses what contradicts it."""
    distance = situation.distance
    if distance is None or isinstance(weapon, Mortals) or weapon.melee or weapon.range is None:
        return situation
    if distance > weapon.range:
        raise SituationError(
            f'the target is {distance}" away, the range is {weapon.range}"', f'write a distance of at most {weapon.range}"'
        )
    within = 2 * distance <= weapon.range
    if situation.half_range and not within:
        raise SituationError(
            f'half range of {weapon.range}" contradicts a distance of {distance}"', "leave out one of the two"
        )
    return replace(situation, half_range=within)


def range_note(shooting: Shooting) -> Iterator[str]:
    """What to say where a distance is given, but no range."""
    weapon = shooting.attack
    if shooting.situation.distance is not None and isinstance(weapon, Weapon) and not weapon.melee and weapon.range is None:
        yield f"{write(weapon)}: no range is written, so range and half range are not checked"


def _notes(shootings: Sequence[Shooting], unit: Unit, rules: Edition) -> Iterator[str]:
    for shooting in shootings:
        yield from steps(shooting.attack, unit, shooting.situation, rules).notes
        yield from range_note(shooting)


def _not_modelled(weapons: Sequence[Attack], unit: Unit) -> tuple[str, ...]:
    rules = [rule for weapon in weapons for rule in weapon.rules]
    rules += [rule for group in unit.groups for rule in group.rules]
    return tuple(dict.fromkeys(str(rule) for rule in rules if not rule.modelled))
