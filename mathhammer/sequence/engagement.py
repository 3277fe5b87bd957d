"""All volleys of an attack, one attacking unit after the other, each at what is left of the target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from ..dice import Law, added, law
from ..editions import Edition
from ..profiles import Mortals, Unit, Weapon
from ..situation import Situation
from .mixed import MixedSquad
from .mortal import MortalSteps
from .squad import Squad, squad_of
from .standing import NOBODY, Order, Standing, aimed_parts, can_be_aimed, mixed_squad, order_of_death, parts
from .steps import Steps, steps
from .volley import Batch, Outcome, Shot, fire

Fired: TypeAlias = tuple[Weapon | Mortals, Situation]
AnySteps: TypeAlias = Steps | MortalSteps
Block: TypeAlias = tuple[int, tuple[bool, ...], Outcome | None]  # models, groups that are left, the part of the law

_SURE = Fraction(1)


@dataclass(frozen=True)
class Plan:
    """What both players have settled: the order in which groups die, and whose precision is used.

    ``order`` is None for the order written, ``precise`` says it for each attacking unit; ``separate``
    keeps identical attacks apart.
    """

    order: Order | None = None
    precise: tuple[bool, ...] = ()
    separate: bool = False


AS_WRITTEN = Plan()


@dataclass(frozen=True)
class Case:
    """How the target may stand when a unit attacks: models that are counted, groups that are left, its chance."""

    models: int
    left: tuple[bool, ...]
    chance: Fraction


@dataclass(frozen=True)
class Reached:
    """Means of what reaches a living model: unsaved wounds by weapon, and their damage as if none were wasted."""

    unsaved: tuple[Fraction, ...]
    nominal: Fraction


def engage(
    volleys: Sequence[Sequence[Fired]], unit: Unit, edition: Edition, plan: Plan, *, counted: bool = False
) -> tuple[Outcome, tuple[tuple[Case, ...], ...]]:
    """The law of what is left of the target, and how it may stand before each volley (given that some are left).

    ``counted`` packets are added up besides, see `reached`. Raises `LimitError` before any work when
    there would be too much.
    """
    outcome: Outcome | None = None
    told = []
    first = 0
    squad = squad_at(volleys, unit, edition, plan, counted=counted)
    for volley, precise in zip(volleys, plan.precise or (False,) * len(volleys), strict=True):
        blocks = _blocks(volley, unit, outcome)
        done = []
        for models, left, part in blocks:
            if isinstance(squad, MixedSquad):
                standing = Standing(squad, left, counter=first if counted else None)
                done.append(_mixed(volley, unit, edition, standing, models, part, precise, plan.separate))
            else:
                found = [steps(attack, unit, now, edition, models) for attack, now in volley]
                done.append(fire(_batches(found, edition, plan.separate), squad, edition, part))
        told.append(_cases(blocks))
        outcome = joined(done)
        first += len(volley)
    assert outcome is not None
    return outcome, tuple(told)


def reached(volleys: Sequence[Sequence[Fired]], unit: Unit, edition: Edition, plan: Plan) -> Reached:
    """What reaches a living model of a unit of several groups."""
    outcome, _ = engage(volleys, unit, edition, plan, counted=True)
    squad = outcome.squad
    assert isinstance(squad, MixedSquad)
    counted = [Fraction(number, outcome.denominator) for number in outcome.vector[squad.live :]]
    return Reached(tuple(counted[:-1]), counted[-1])


def joined(done: Sequence[Outcome]) -> Outcome:
    """One outcome of those that began in different parts of the same law."""
    if len(done) == 1:
        return done[0]
    denominator = lcm(*(part.denominator for part in done))
    vector = [0] * len(done[0].vector)
    for part in done:
        scale = denominator // part.denominator
        vector = [held + scale * weight for held, weight in zip(vector, part.vector, strict=True)]
    return Outcome(done[0].squad, tuple(vector), denominator)


def squad_at(
    volleys: Sequence[Sequence[Fired]], unit: Unit, edition: Edition, plan: Plan, *, counted: bool = False
) -> Squad:
    """The squad of the target of these volleys, its states as fine as they need them."""
    if len(unit.groups) == 1:
        return squad_of(unit)
    precise = (is_precise(a, unit) for volley, on in zip(volleys, plan.precise, strict=False) if on for a, _ in volley)
    apart = can_be_aimed(unit, edition) and any(precise)
    squad = mixed_squad(unit, edition, plan.order or order_of_death(unit, edition), apart=apart)
    return replace(squad, counters=sum(map(len, volleys)) + 1) if counted else squad


def is_precise(attack: Weapon | Mortals, unit: Unit) -> bool:
    """Whether the attack has precision against this unit."""
    return any(
        rule.title() == "precision" and (rule.condition is None or rule.condition.holds(unit.keywords))
        for rule in attack.rules
    )


def _weight(outcome: Outcome) -> int:
    return sum(outcome.vector[: outcome.squad.live])


def _cases(blocks: Sequence[Block]) -> tuple[Case, ...]:
    """The blocks with their chances, given that some models are left."""
    if len(blocks) == 1:
        return (Case(*blocks[0][:2], _SURE),)
    weights = [_weight(part) if part else 0 for _, _, part in blocks]
    return tuple(Case(*block[:2], Fraction(weight, sum(weights))) for block, weight in zip(blocks, weights, strict=True))


def _blocks(volley: Sequence[Fired], unit: Unit, before: Outcome | None) -> list[Block]:
    """The target as it stands, in one block for each way in which the attacking unit would see it.

    None stands for the beginning of all volleys.
    """
    everybody = (True,) * len(unit.groups)
    if before is None:
        return [(unit.models, everybody, None)]
    counts = any(rule.counts_models for attack, _ in volley for rule in attack.rules)
    if not counts and len(unit.groups) == 1:
        return [(unit.models, everybody, before)]
    return [*parts(before, unit, by_models=counts)] or [(unit.models, everybody, before)]


def _batches(found: Sequence[AnySteps], edition: Edition, separate: bool) -> Sequence[Shot]:
    """Each weapon by itself, or those with identical attacks as one batch, at the place of the first."""
    if not edition.merges_identical_attacks or separate or len(found) == 1:
        return found
    together = _together(found, edition, separate)
    return [found[n[0]] if len(n) == 1 else Batch(tuple(found[number] for number in n)) for n in together]


def _together(found: Sequence[AnySteps], edition: Edition, separate: bool) -> list[list[int]]:
    if not edition.merges_identical_attacks or separate or len(found) == 1:
        return [[number] for number in range(len(found))]
    batches: dict[object, list[int]] = {}
    for number, step in enumerate(found):
        batches.setdefault(step.identity, []).append(number)
    return list(batches.values())


def _mixed(
    volley: Sequence[Fired],
    unit: Unit,
    edition: Edition,
    standing: Standing,
    models: int,
    before: Outcome | None,
    precise: bool,
    separate: bool,
) -> Outcome:
    """One unit's volley at several kinds of models: at once, or batch after batch where each is resolved by itself."""
    squad = standing.squad
    outcome = before or Outcome(squad, (1, *[0] * (squad.states - 1)), 1)
    everyone = frozenset(range(len(standing.squad.apart.ranks))) if precise else NOBODY

    def found(numbers: Iterable[int], aim: frozenset[int], first: int | None) -> list[AnySteps]:
        return [
            steps(volley[number][0], unit, volley[number][1], edition, models, _counting(standing, aim, first, number))
            for number in numbers
        ]

    if edition.after_all:
        return fire(found(range(len(volley)), everyone, standing.counter), standing.squad, edition, outcome)
    for numbers in _together(found(range(len(volley)), everyone, None), edition, separate):
        done = []
        for aim, part in list(aimed_parts(outcome)) or [(NOBODY, outcome)]:
            batch = found(numbers, aim if precise else NOBODY, standing.counter)
            done.append(_batch(batch, standing, edition, part))
        outcome = joined(done)
    return outcome


def _counting(standing: Standing, aim: frozenset[int], first: int | None, number: int) -> Standing:
    return replace(standing, aim=aim, counter=None if first is None else first + number)


def _batch(found: Sequence[AnySteps], standing: Standing, edition: Edition, part: Outcome) -> Outcome:
    """One batch; what its weapons come to each is counted by their shares in its attacks, which are all alike."""
    if len(found) == 1 or standing.counter is None:
        shot = found[0] if len(found) == 1 else Batch(tuple(found))
        return fire([shot], standing.squad, edition, part)
    several = [step for step in found if isinstance(step, Steps)]  # mortal wounds are never merged
    laws = [added(*[step.attacks] * step.count) for step in several]
    total = replace(several[0], attacks=added(*laws), count=1)
    outcome = fire([total], standing.squad, edition, part)
    counters = list(range(standing.squad.live, standing.squad.states))
    bare = replace(part, vector=(*part.vector[: standing.squad.live], *[0] * len(counters)))
    own = _counter_of(several[0], standing)
    vector = list(outcome.vector)
    vector[own] = part.vector[own] * (outcome.denominator // part.denominator)
    for number, step in enumerate(several):
        scale, share = _share(laws, number)
        if scale:
            alone = fire([replace(total, attacks=share)], standing.squad, edition, bare)
            counted = Fraction(alone.vector[own], alone.denominator) * scale
            grown = lcm(outcome.denominator, counted.denominator)
            vector = [weight * (grown // outcome.denominator) for weight in vector]
            outcome = replace(outcome, denominator=grown)
            vector[_counter_of(step, standing)] += counted.numerator * (grown // counted.denominator)
    return replace(outcome, vector=tuple(vector))


def _counter_of(step: Steps, standing: Standing) -> int:
    return standing.squad.live + (step.counter or 0)


def _share(laws: Sequence[Law], number: int) -> tuple[Fraction, Law]:
    """The law of all attacks, each number weighted by the share that one weapon has in it; and the weight of all."""
    others = added(*(law for at, law in enumerate(laws) if at != number))
    shares = [(a + b, Fraction(a * v * w, a + b)) for a, v in laws[number] for b, w in others if a]
    if not shares:
        return Fraction(0), ((0, 1),)
    common = lcm(*(share.denominator for _, share in shares))
    scale = sum(share for _, share in shares) / (sum(w for _, w in laws[number]) * sum(w for _, w in others))
    return Fraction(scale), law([(n, int(share * common)) for n, share in shares])
