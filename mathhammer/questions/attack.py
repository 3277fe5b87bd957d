"""An attack: what one or several weapons do to a unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from ..config import default_edition
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import LimitError, MathhammerError, SituationError
from ..notation import read_attack, read_unit, write
from ..profiles import Mortals, Unit, Weapon
from ..result import AttackResult, Shooting
from ..sequence.limits import check_attacks, check_unit
from ..sequence.squad import Squad
from ..sequence.steps import MortalSteps, Steps, steps
from ..sequence.volley import Batch, Outcome, Shot, fire
from ..situation import FLAGS, Situation

Attack = Weapon | Mortals
MOST_LETHAL_CHOICES = 6


def attack(
    weapons: str | Attack | Iterable[str | Attack],
    target: str | Unit,
    *,
    edition: str | Edition | None = None,
    separate: bool = False,
    **situation: Any,
) -> AttackResult:
    """The exact outcome of an attack on a unit of one kind of model.

    ``weapons`` is one weapon or several, fired in the order given, as text or records; ``target`` is
    text or a record. ``situation`` takes the fields of `Situation`: ``half_range=True``,
    ``distance=12``, ``order="take-aim"``, ``lethal="never"``. ``separate`` keeps identical attacks
    apart where the edition would resolve them as one batch.

    Raises a `MathhammerError` that says what to write instead.

    >>> attack("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1").wipe
    Fraction(1, 36)
    """
    rules = default_edition() if edition is None else edition_of(edition)
    fired = _attacks(weapons)
    unit = read_unit(target) if isinstance(target, str) else target
    around = _situation(situation)
    if len(unit.groups) > 1:
        raise SituationError("the target has several groups of models", "write one group; mixed units are not modelled yet")
    check_unit(unit)
    settled = [_at_distance(weapon, around) for weapon in fired]
    shootings, outcome, notes = _best_lethal(fired, settled, unit, rules, separate)
    return AttackResult(
        edition=rules,
        shootings=shootings,
        unit=unit,
        situation=around,
        outcome=outcome,
        notes=tuple(dict.fromkeys((*_notes(shootings, unit, rules), *notes))),
        not_modelled=_not_modelled(fired, unit),
    )


def _attacks(weapons: str | Attack | Iterable[str | Attack]) -> list[Attack]:
    several = [weapons] if isinstance(weapons, str | Weapon | Mortals) else list(weapons)
    if not several:
        raise MathhammerError("no weapon is given", "write at least one")
    return [read_attack(weapon) if isinstance(weapon, str) else weapon for weapon in several]


def _situation(flags: dict[str, Any]) -> Situation:
    for name, value in flags.items():
        if name not in Situation.__dataclass_fields__:
            raise SituationError(f"no situation is called {name!r}", f"write one of {', '.join(Situation.__dataclass_fields__)}")
        if name in FLAGS and not isinstance(value, bool):
            raise SituationError(f"{name} is {value!r}", "write True or False")
    return Situation(**flags)


def _at_distance(weapon: Attack, situation: Situation) -> Situation:
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


def _best_lethal(
    weapons: Sequence[Attack], situations: Sequence[Situation], unit: Unit, rules: Edition, separate: bool
) -> tuple[tuple[Shooting, ...], Outcome, list[str]]:
    """The volley with each optional Lethal Hits taken or not, whichever does more damage; ties: taken."""
    open_choices = [i for i, w in enumerate(weapons) if _lethal_is_open(w, situations[i], unit, rules)]
    if len(open_choices) > MOST_LETHAL_CHOICES:
        raise LimitError(
            f"{len(open_choices)} weapons may each take Lethal Hits or not",
            f"at most {MOST_LETHAL_CHOICES} are tried; say lethal always or never",
        )
    best: tuple[Fraction, tuple[Shooting, ...], Outcome] | None = None
    for taken in product((True, False), repeat=len(open_choices)):
        choice = dict(zip(open_choices, taken, strict=True))
        shootings = tuple(
            Shooting(w, replace(s, lethal="always" if choice[i] else "never") if i in choice else s)
            for i, (w, s) in enumerate(zip(weapons, situations, strict=True))
        )
        outcome = _volley(shootings, unit, rules, separate)
        worth = _mean_damage(outcome) if open_choices else Fraction(0)
        if best is None or worth > best[0]:
            best = (worth, shootings, outcome)
    assert best is not None
    notes = [
        f"lethal hits: {best[1][i].situation.lethal} is best for {write(weapons[i])} (chosen for the mean damage)"
        for i in open_choices
    ]
    return best[1], best[2], notes


def _lethal_is_open(weapon: Attack, situation: Situation, unit: Unit, rules: Edition) -> bool:
    """Whether an optional Lethal Hits could be better left: only if a critical wound is worth more than a wound."""
    if not rules.lethal_optional or situation.lethal != "best":
        return False
    found = steps(weapon, unit, situation, rules)
    if isinstance(found, MortalSteps) or not found.critical_hit.lethal:
        return False
    return found.critical_wound.devastating or bool(found.critical_wound.mortals)


def _volley(shootings: Sequence[Shooting], unit: Unit, rules: Edition, separate: bool) -> Outcome:
    group = unit.groups[0]
    found = [steps(s.attack, unit, s.situation, rules) for s in shootings]
    for shooting, step in zip(shootings, found, strict=True):
        check_attacks(shooting.attack.name or "the weapon", step.most_attacks)
    shots: Sequence[Shot] = found
    if rules.merges_identical_attacks and not separate and len(found) > 1:
        shots = list(_merged(found))
    return fire(shots, Squad(group.count, group.wounds, group.wounds - group.front_wounds), rules)


def _merged(found: Sequence[Steps | MortalSteps]) -> Iterator[Shot]:
    """Weapons with identical attacks as one batch, at the place of the first."""
    batches: dict[object, list[Steps | MortalSteps]] = {}
    for step in found:
        key = step.identity if isinstance(step, Steps) else id(step)
        batches.setdefault(key, []).append(step)
    for batch in batches.values():
        yield batch[0] if len(batch) == 1 else Batch(tuple(batch))


def _mean_damage(outcome: Outcome) -> Fraction:
    live = sum(state * weight for state, weight in enumerate(outcome.vector))
    dead = outcome.denominator - sum(outcome.vector)
    return Fraction(live + dead * len(outcome.vector), outcome.denominator)


def _notes(shootings: Sequence[Shooting], unit: Unit, rules: Edition) -> Iterator[str]:
    for shooting in shootings:
        yield from steps(shooting.attack, unit, shooting.situation, rules).notes
        weapon = shooting.attack
        if shooting.situation.distance is not None and isinstance(weapon, Weapon) and not weapon.melee and weapon.range is None:
            yield f"{write(weapon)}: no range is written, so range and half range are not checked"


def _not_modelled(weapons: Sequence[Attack], unit: Unit) -> tuple[str, ...]:
    rules = [rule for weapon in weapons for rule in weapon.rules]
    rules += [rule for group in unit.groups for rule in group.rules]
    return tuple(dict.fromkeys(str(rule) for rule in rules if not rule.modelled))
