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
from ..rules.labels import BEARER_UNKNOWN
from ..sequence.engagement import Case, Plan
from ..sequence.limits import check_attacks, check_unit
from ..sequence.steps import steps
from ..situation import FLAGS, Situation
from .choices import Asked, best_volleys, value_of

if TYPE_CHECKING:
    from ..decisions.decision import Decision
    from ..result.losses import OwnLosses
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
    precision: Literal["all", "none", "best"] = "all",
    allocation: Literal["written", "best"] = "written",
    objective: str | Worth = "damage",
    bearer: str | Unit | None = None,
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
    """The exact outcome of an attack on a unit.

    ``weapons`` is one weapon or several of one attacking unit, fired in the order given, as text or
    records; ``then`` holds those of further attacking units. ``target`` is text or a record.
    ``situation`` takes the fields of `Situation`: ``half_range=True``, ``distance=12``,
    ``order="take-aim"``, ``lethal="never"``. ``separate`` keeps identical attacks apart where the
    edition would resolve them as one batch. ``precision`` says whether such weapons are directed at a
    CHARACTER, ``allocation`` in which order the groups of the target die. What is ``"best"``, and an
    optional Lethal Hits that is left open, is settled for the ``objective``: damage, kills, wipe,
    ``kills>=k``, ``damage>=k``, or a function of models slain and wounds lost. ``bearer`` is the unit
    that uses the weapons: ``own_losses`` says what hazardous ones cost it.

    ``dice`` are held by the attacker, ``defender_dice`` by the target, at most ``uses`` of them to be
    put in place of a roll (by each attacking unit, or with ``per="army"`` by all of them together);
    ``rolls`` is ``one``, ``batch`` or ``after``; ``price`` is what a die of a face costs.
    ``command_reroll`` and ``defender_command_reroll`` say who may make one roll again. The laws then follow
    the best use of all that, and ``decision`` says what it is.

    Raises a `MathhammerError` that says what to write instead.

    >>> attack("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1").wipe
    Fraction(1, 36)
    """
    check_choices(weapon_order, precision, allocation)
    aim = objective_of(objective)
    rules, around, unit, units = read_question(weapons, target, then, edition, situation)
    decision: Decision | None = None
    policy = around.lethal == "policy"
    if around.lethal in ("never", "policy") and not rules.lethal_optional:
        raise SituationError(f"lethal {around.lethal} in the {rules}", "leave it out: there Lethal Hits are no choice")
    if dice or defender_dice or rolls or price or command_reroll or defender_command_reroll or policy:
        if weapon_order == "best":
            raise SituationError("dice are held with a best order", "ask for the weapons in the order given")
        asked = {"dice": dice, "uses": uses, "per": per, "rolls": rolls, "price": price}
        asked |= {"defender_dice": defender_dice, "defender_uses": defender_uses}
        asked |= {"command_reroll": command_reroll, "defender_command_reroll": defender_command_reroll}
        volleys: tuple[Volley, ...] = (Volley(units[0], (Case(unit.models, (True,), Fraction(1)),)),)
        plan = Plan(separate=separate)
        asked_for = Asked(False, precision, allocation, separate)
        if len(units) > 1 or len(unit.groups) > 1:
            volleys, plan, _, _ = best_volleys(units, unit, rules, asked_for, aim)
        decision, outcome = _best_use(units, unit, rules, aim, plan, asked)
        without = "dice" if dice or defender_dice else "the re-roll" if command_reroll or defender_command_reroll else ""
        if policy and not without:
            fixed = best_volleys(_at_best(units), unit, rules, asked_for, aim)[2]
            decision = _against_fixed(decision, fixed, aim)
        chosen = [f"the means of the steps are those {f'without {without}' if without else 'with all Lethal Hits taken'}"]
    else:
        choices = Asked(weapon_order == "best", precision, allocation, separate)
        volleys, plan, outcome, chosen = best_volleys(units, unit, rules, choices, aim)
    fired = [shooting for volley in volleys for shooting in volley.shootings]
    notes = [*_notes(fired, unit, rules), *unit_notes(unit, rules), *chosen]
    losses: OwnLosses | None = None
    if bearer is not None:
        from .bearer import bearer_losses, bearer_notes  # few ask for it

        losses = bearer_losses(bearer, unit, rules, units[0])
        notes = [*(note for note in notes if note != BEARER_UNKNOWN), *bearer_notes(units, unit)]
    return AttackResult(
        edition=rules,
        volleys=volleys,
        unit=unit,
        situation=around,
        outcome=outcome,
        decision=decision,
        plan=plan,
        own_losses=losses,
        notes=tuple(dict.fromkeys(notes)),
        not_modelled=_not_modelled([shooting.attack for shooting in fired], unit),
    )


def check_choices(weapon_order: str, precision: str, allocation: str) -> None:
    """Refuse a choice that is none of those that there are."""
    for name, given, choices in (
        ("weapon order", weapon_order, ("given", "best")),
        ("precision", precision, ("all", "none", "best")),
        ("allocation", allocation, ("written", "best")),
    ):
        if given not in choices:
            raise SituationError(f"{name} {given!r}", f"write {', '.join(choices[:-1])} or {choices[-1]}")


def read_question(
    weapons: Weapons, target: str | Unit, then: Iterable[Weapons], edition: str | Edition | None, situation: dict[str, Any]
) -> tuple[Edition, Situation, Unit, list[tuple[Shooting, ...]]]:
    """The edition, the situation, the target and the units that attack it, read and checked."""
    rules = default_edition() if edition is None else edition_of(edition)
    around = situation_of(situation)
    unit = read_unit(target) if isinstance(target, str) else target
    check_unit(unit)
    others = [then] if isinstance(then, str) else then
    units = [tuple(Shooting(w, at_distance(w, around)) for w in attacks_of(several)) for several in (weapons, *others)]
    for shooting in (shooting for several in units for shooting in several):
        check_attacks(shooting.attack.name or "the weapon", _most_attacks(shooting, unit, rules))
    return rules, around, unit, units


def _best_use(
    units: Sequence[Sequence[Shooting]], unit: Unit, rules: Edition, aim: Objective, plan: Plan, asked: dict[str, Any]
) -> tuple[Decision, Outcome]:
    """The best use of the dice held; imported here, for few ask for it and every start would pay for it."""
    from .dice import best_use, held

    return best_use(units, unit, rules, held(**asked), aim, plan)


def _at_best(units: Sequence[Sequence[Shooting]]) -> list[tuple[Shooting, ...]]:
    """The same with the better of always and never for Lethal Hits."""
    return [tuple(replace(s, situation=replace(s.situation, lethal="best")) for s in several) for several in units]


def _against_fixed(decision: Decision, fixed: Outcome, aim: Objective) -> Decision:
    """A decision about Lethal Hits alone, held against the best choice that is made beforehand."""
    base = value_of(aim, fixed)[0]
    return replace(decision, base=base, gain=decision.best - base)


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


def unit_notes(unit: Unit, rules: Edition) -> Iterator[str]:
    """What is to be said of who leads the target."""
    roles = [role for role in ("leader", "support") if role in unit.keywords]
    if rules.attached_splits and "support" in roles:
        yield f"{rules.title}: [support] is taken for a further Leader"
    if not rules.attached_splits and unit.attached:
        leads = [sum("character" in g.keywords and role in g.keywords for g in unit.groups) for role in roles]
        if sum(unit.characters) > 2 or any(number > 1 for number in leads):
            said = "one Leader unit and one Support unit lead a bodyguard unit, unless a datasheet says otherwise"
            yield f"{rules.title}: {said}"


def _not_modelled(weapons: Sequence[Attack], unit: Unit) -> tuple[str, ...]:
    rules = [rule for weapon in weapons for rule in weapon.rules]
    rules += [rule for group in unit.groups for rule in group.rules]
    return tuple(dict.fromkeys(str(rule) for rule in rules if not rule.modelled))
