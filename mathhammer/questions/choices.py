"""Fixed choices of the attacker: in which order weapons fire, and whether Lethal Hits are taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import lcm

from ..decisions.objective import Objective
from ..editions import Edition
from ..errors import LimitError
from ..notation import write
from ..profiles import Unit
from ..result import Shooting, Volley
from ..sequence.mortal import MortalSteps
from ..sequence.squad import squad_of
from ..sequence.steps import Steps, steps
from ..sequence.volley import Batch, Outcome, Shot, fire

MOST_ARRANGEMENTS = 2_000  # orders and choices tried for one answer
MOST_ORDERED = 6  # weapons of one unit whose order is searched

Arrangement = tuple[Shooting, ...]


def best_volleys(
    units: Sequence[Arrangement],
    target: Unit,
    edition: Edition,
    *,
    separate: bool = False,
    reorder: bool = False,
    aim: Objective,
) -> tuple[tuple[Volley, ...], Outcome, list[str]]:
    """The volleys with the best order (if asked) and the best optional Lethal Hits; ties: as written, taken.

    The last part says what was chosen, in words. Raises `LimitError` when there is too much to try.
    """
    options = [list(_arrangements(unit, target, edition, reorder)) for unit in units]
    total = 1
    for several in options:
        total *= len(several)
    if total > MOST_ARRANGEMENTS:
        raise LimitError(f"{total:,} orders and choices", f"at most {MOST_ARRANGEMENTS:,} are tried; fix some of them")
    best: tuple[tuple[Fraction, Fraction], tuple[Volley, ...], Outcome] | None = None
    for chosen in product(*options):
        volleys, outcome = _fired(chosen, target, edition, separate)
        value = aim.value(outcome) if total > 1 else (Fraction(0), Fraction(0))
        if best is None or value > best[0]:
            best = (value, volleys, outcome)
    assert best is not None
    return best[1], best[2], list(_said(units, best[1], target, edition, reorder, aim.name))


def _arrangements(unit: Arrangement, target: Unit, edition: Edition, reorder: bool) -> Iterator[Arrangement]:
    if reorder and len(unit) > MOST_ORDERED:
        raise LimitError(f"the order of {len(unit)} weapons", f"at most {MOST_ORDERED} of one unit are put in order")
    orders = permutations(unit) if reorder else [unit]
    for order in dict.fromkeys(orders):
        yield from product(*(_lethal_choices(shooting, target, edition) for shooting in order))


def _lethal_choices(shooting: Shooting, target: Unit, edition: Edition) -> list[Shooting]:
    """Lethal Hits taken or not, where a critical wound is worth more than a wound."""
    if not lethal_is_open(shooting, target, edition):
        return [shooting]
    return [
        replace(shooting, situation=replace(shooting.situation, lethal="always")),
        replace(shooting, situation=replace(shooting.situation, lethal="never")),
    ]


def lethal_is_open(shooting: Shooting, target: Unit, edition: Edition) -> bool:
    if not edition.lethal_optional or shooting.situation.lethal != "best":
        return False
    found = steps(shooting.attack, target, shooting.situation, edition)
    if isinstance(found, MortalSteps) or not found.critical_hit.lethal:
        return False
    return found.critical_wound.devastating or bool(found.critical_wound.mortals)


def _fired(
    units: Sequence[Arrangement], target: Unit, edition: Edition, separate: bool
) -> tuple[tuple[Volley, ...], Outcome]:
    """All units' volleys one after the other, each against what is left."""
    volleys, outcome = [], None
    for unit in units:
        blocks = _blocks(unit, target, outcome)
        parts = [_volley(unit, target, edition, separate, models, start) for models, start in blocks]
        alive = sum((Fraction(sum(start.vector), start.denominator) for _, start in blocks if start), Fraction(0))
        chances = [
            (models, Fraction(sum(start.vector), start.denominator) / alive if start and alive else Fraction(1, len(blocks)))
            for models, start in blocks
        ]
        volleys.append(Volley(unit, tuple(chances)))
        outcome = _joined(parts)
    assert outcome is not None
    return tuple(volleys), outcome


def _blocks(unit: Arrangement, target: Unit, outcome: Outcome | None) -> list[tuple[int, Outcome | None]]:
    """The target as it stands, in one block for each number of models that the unit would count."""
    if outcome is None:
        return [(target.models, None)]
    if not any(rule.counts_models for shooting in unit for rule in shooting.attack.rules):
        return [(target.models, outcome)]
    squad = outcome.squad
    by_count: dict[int, list[int]] = {}
    for state, weight in enumerate(outcome.vector):
        left = squad.models - squad.lost_in(state) // squad.wounds
        by_count.setdefault(left, [0] * len(outcome.vector))[state] = weight
    blocks = [(left, replace(outcome, vector=tuple(vector))) for left, vector in by_count.items() if any(vector)]
    return list(blocks) or [(target.models, outcome)]


def _joined(parts: Sequence[Outcome]) -> Outcome:
    """One outcome of those that began in different blocks of the same law."""
    if len(parts) == 1:
        return parts[0]
    denominator = lcm(*(part.denominator for part in parts))
    vector = [0] * len(parts[0].vector)
    for part in parts:
        scale = denominator // part.denominator
        vector = [held + scale * weight for held, weight in zip(vector, part.vector, strict=True)]
    return Outcome(parts[0].squad, tuple(vector), denominator)


def _volley(
    unit: Arrangement, target: Unit, edition: Edition, separate: bool, models: int, start: Outcome | None
) -> Outcome:
    found = [steps(s.attack, target, s.situation, edition, models) for s in unit]
    shots: Sequence[Shot] = found
    if edition.merges_identical_attacks and not separate and len(found) > 1:
        shots = list(_merged(found))
    return fire(shots, squad_of(target), edition, start)


def _merged(found: Sequence[Steps | MortalSteps]) -> Iterator[Shot]:
    """Weapons with identical attacks as one batch, at the place of the first."""
    batches: dict[object, list[Steps | MortalSteps]] = {}
    for step in found:
        batches.setdefault(step.identity, []).append(step)
    for batch in batches.values():
        yield batch[0] if len(batch) == 1 else Batch(tuple(batch))


def _said(
    units: Sequence[Arrangement], volleys: Sequence[Volley], target: Unit, edition: Edition, reorder: bool, aim: str
) -> Iterator[str]:
    """What was chosen, in words."""
    for unit, volley in zip(units, volleys, strict=True):
        if reorder and len(unit) > 1:
            yield f"fired in the order best for {aim}: " + " ; ".join(write(s.attack) for s in volley.shootings)
        for written in unit:
            if lethal_is_open(written, target, edition):
                chosen = next(s for s in volley.shootings if s.attack == written.attack)
                yield f"lethal hits: {chosen.situation.lethal} is best for {aim} with {write(written.attack)}"
