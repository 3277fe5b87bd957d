"""The unit that uses the weapons: what its own hazardous weapons cost it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..editions import Edition
from ..notation import read_unit
from ..profiles import Unit
from ..result import Shooting
from ..result.losses import OwnLosses, losses_of
from ..rules.hits import Psychic
from ..rules.labels import Hazardous
from ..rules.rule import Rule
from ..sequence.hazard import own_losses
from ..sequence.limits import check_unit


def bearer_losses(bearer: str | Unit, unit: Unit, rules: Edition, shootings: Sequence[Shooting]) -> OwnLosses:
    """What the weapons of one unit, fired at another, cost the unit that bears them.

    Raises a `MathhammerError` for a bearer that cannot be read or is too large.
    """
    own = read_unit(bearer) if isinstance(bearer, str) else bearer
    check_unit(own)
    lots = [(s.attack.count, _has(s, Psychic, unit)) for s in shootings if _has(s, Hazardous, unit)]
    return losses_of(own, rules, sum(count for count, _ in lots), own_losses(own, rules, lots))


def bearer_notes(units: Sequence[Sequence[Shooting]], target: Unit) -> Iterator[str]:
    """What is to be said where a bearer is named."""
    first, *others = units
    if not any(_has(shooting, Hazardous, target) for shooting in first):
        yield "bearer: none of its weapons is hazardous, so it loses nothing"
    if any(_has(shooting, Hazardous, target) for several in others for shooting in several):
        yield "bearer: its losses are those by the weapons of the first unit alone"


def _has(shooting: Shooting, kind: type[Rule], target: Unit) -> bool:
    return any(
        isinstance(rule, kind) and (rule.condition is None or rule.condition.holds(target.keywords))
        for rule in shooting.attack.rules
    )
