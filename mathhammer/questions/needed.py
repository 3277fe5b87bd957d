"""How many attacks are needed: the smallest number that slays so many models with a given chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..chances import chance_in
from ..config import default_edition
from ..dice import Dice
from ..distribution import Distribution, distribution
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import LimitError, SituationError
from ..notation import read_attack, read_unit
from ..profiles import MOST, Mortals, Unit, Weapon
from ..result.needed import NeededResult
from ..sequence.limits import check_attacks
from ..sequence.mortal import MortalSteps
from ..sequence.power import Better, Curve, Powers, powers
from ..sequence.squad import squad_of
from ..sequence.steps import steps
from ..situation import Situation
from .attack import attack

MOST_SHOWN = 1_000  # rows of a curve

__all__ = ["NeededResult", "needed"]


def needed(
    weapon: str | Weapon | Mortals,
    target: str | Unit,
    *,
    chance: Fraction | int | str = Fraction(9, 10),
    kills: int | None = None,
    upto: int | None = None,
    edition: str | Edition | None = None,
    **situation: Any,
) -> NeededResult:
    """How many attacks of a weapon, or models that fire it as written, slay the target with a chance.

    ``chance`` is a `Fraction` or text such as ``"90%"``, above 0 and at most 1; ``kills`` is how many models
    are to be slain, all if not said; ``upto`` is how far the curve is wanted. The count written before the
    weapon is not part of the question. ``situation`` is as for `attack`. Numbers are found by search and
    exact comparison, up to 10,000 attacks (1,000 where each number is worked out as an attack of its own).

    Raises a `MathhammerError` that says what to write instead.

    >>> found = needed("A4 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1]", "1x T4 Sv3+ W2 FNP5+")
    >>> found.attacks, found.models, found.expected_attacks
    (12, 3, Fraction(193185, 33124))
    """
    rules = default_edition() if edition is None else edition_of(edition)
    gun = read_attack(weapon) if isinstance(weapon, str) else weapon
    unit = read_unit(target) if isinstance(target, str) else target
    wanted, slain = chance_in(chance), wanted_kills(kills, unit)
    if upto is not None and not (isinstance(upto, int) and 0 <= upto <= MOST_SHOWN):
        raise LimitError(f"a curve up to {upto!r}", f"write a number from 0 to {MOST_SHOWN:,}")
    check_names(situation)
    open_choice = rules.lethal_optional and situation.get("lethal", "best") == "best"
    one = replace(gun, count=1)
    brief = one if isinstance(one, Mortals) else replace(one, attacks=Dice(plus=1))
    settled = situation | {"lethal": "always"} if open_choice else situation
    asked = attack(brief, unit, edition=rules, **settled)  # checks, and finds what is to be noted
    around = replace(asked.situation, lethal="best") if open_choice else asked.situation
    here = asked.shootings[0].situation
    choices = [here, replace(here, lethal="never")] if open_choice else [here]
    law = _attacks_a_model(one, unit, here, rules)
    check_attacks(one.name or "the weapon", law.highest)
    found = [_powers(one, unit, choice, rules, slain) for choice in choices]
    notes = asked.notes
    by_attacks: Curve
    by_models: Curve
    known = [power for power in found if power is not None]
    polynomial = None
    if len(known) < len(found):
        by_attacks = Volleys(_single(one), unit, rules, _without_more(around), slain)
        several = Volleys(one, unit, rules, around, slain)
        by_models = replace(by_attacks, each=law.lowest) if law.lowest == law.highest else several
        notes = (*notes, "each number is worked out as an attack of its own, so no mean is given")
    elif all(power == known[0] for power in known):
        by_attacks, by_models = known[0].attack, known[0].model
        series = known[0].polynomial
        polynomial = {e: Fraction(w, series.denominator) for e, w in series.terms.items() if w}
    else:
        by_attacks = Better(tuple(power.attack for power in known))
        by_models = Better(tuple(power.model for power in known))
        notes = (*notes, "lethal hits: taken or not for all attacks together, whichever is better for that number")
    return NeededResult(
        edition=rules,
        attack=gun,
        unit=unit,
        situation=around,
        kills=slain,
        chance=wanted,
        by_attacks=by_attacks,
        by_models=by_models,
        attacks_a_model=law,
        upto=upto,
        polynomial=polynomial,
        notes=notes,
        not_modelled=asked.not_modelled,
    )


def check_names(situation: Mapping[str, Any]) -> None:
    """Refuse options of an attack that are no part of the situation; raises `SituationError`."""
    for name in situation:
        if name not in Situation.__dataclass_fields__:
            known = ", ".join(Situation.__dataclass_fields__)
            raise SituationError(f"no situation is called {name!r}", f"write one of {known}")


def wanted_kills(kills: int | None, unit: Unit) -> int:
    """How many models are to be slain: as said, or all; raises `SituationError` if there are not so many."""
    if kills is None:
        return unit.models
    if isinstance(kills, bool) or not isinstance(kills, int) or not 1 <= kills <= unit.models:
        models = "1 model" if unit.models == 1 else f"{unit.models} models"
        raise SituationError(f"{kills!r} are to be slain, the target has {models}", f"write 1 to {unit.models}")
    return kills


def flags_of(situation: Situation) -> dict[str, Any]:
    return {field.name: getattr(situation, field.name) for field in fields(situation)}


def _powers(one: Weapon | Mortals, unit: Unit, here: Situation, rules: Edition, kills: int) -> Powers | None:
    if len(unit.groups) > 1:
        return None
    return powers(steps(one, unit, here, rules), squad_of(unit), rules, kills)


def _attacks_a_model(one: Weapon | Mortals, unit: Unit, here: Situation, rules: Edition) -> Distribution:
    found = steps(one, unit, here, rules)
    return distribution(((1, 1),) if isinstance(found, MortalSteps) else found.attacks)


@dataclass(frozen=True)
class Volleys:
    """A curve with an attack of its own for each number: ``one`` is what there is ``each`` times so many of."""

    one: Weapon | Mortals
    unit: Unit
    edition: Edition
    situation: Situation
    kills: int
    each: int = 1

    mean = None

    @property
    def most(self) -> int:
        """The largest number for which an attack is answered."""
        highest = 1 if isinstance(self.one, Mortals) else self.one.attacks.highest
        return max(1, MOST // (self.each * highest))

    def reached(self, number: int) -> Fraction:
        """The chance that so many models are slain."""
        return _slain(replace(self, each=1), number * self.each)

    def reaches(self, number: int, chance: Fraction) -> bool:
        """Whether so many models are slain with at least that chance."""
        return self.reached(number) >= chance

    def can_reach(self, chance: Fraction) -> bool:
        """Whether any number reaches the chance: two can do damage, and only mortal wounds without a roll are certain."""
        certain = isinstance(self.one, Mortals) and self.one.need is None
        fired = attack(replace(self.one, count=2), self.unit, edition=self.edition, **flags_of(self.situation))
        return bool(fired.law("damage").mean) and (chance < 1 or certain)


@lru_cache(maxsize=1024)
def _slain(volleys: Volleys, number: int) -> Fraction:
    """The chance that so many of the weapon slay the models; worked out once."""
    if not number:
        return Fraction(0)
    aim, fired = f"kills>={volleys.kills}", replace(volleys.one, count=number)
    result = attack(fired, volleys.unit, edition=volleys.edition, objective=aim, **flags_of(volleys.situation))
    return result.at_least("kills", volleys.kills)


def _single(one: Weapon | Mortals) -> Weapon | Mortals:
    """The weapon with one attack, without what changes the number of attacks."""
    if isinstance(one, Mortals):
        return one
    return replace(one, attacks=Dice(plus=1), rules=tuple(rule for rule in one.rules if rule.stages != {"attacks"}))


def _without_more(situation: Situation) -> Situation:
    """The situation without the Order that changes the number of attacks."""
    return replace(situation, order=None) if situation.order == "first-rank-fire" else situation
