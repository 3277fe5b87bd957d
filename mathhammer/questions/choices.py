"""Fixed choices: the order of weapons, Lethal Hits and precision taken or not; the order in which groups die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product

from ..decisions.objective import Objective
from ..editions import Edition
from ..errors import LimitError
from ..notation import write
from ..profiles import Unit
from ..result import Shooting, Volley
from ..sequence.engagement import Plan, engage, is_precise
from ..sequence.mortal import MortalSteps
from ..sequence.standing import Order, can_be_aimed, orders_of_death
from ..sequence.steps import steps
from ..sequence.volley import Outcome

Value = tuple[Fraction, Fraction]
Arrangement = tuple[Shooting, ...]

_UNASKED: Value = (Fraction(0), Fraction(0))  # of the only way there is
MOST_ARRANGEMENTS = 2_000  # orders and choices tried for one answer
MOST_ORDERED = 6  # weapons of one unit whose order is searched


@dataclass(frozen=True)
class Asked:
    """What may be chosen: the order of weapons, the use of precision, the order in which the target's groups die."""

    reorder: bool = False
    precision: str = "all"
    allocation: str = "written"
    separate: bool = False


def best_volleys(
    units: Sequence[Arrangement],
    target: Unit,
    edition: Edition,
    asked: Asked,
    aim: Objective,
) -> tuple[tuple[Volley, ...], Plan, Outcome, list[str]]:
    """The volleys with the best order (if asked), the best optional Lethal Hits and precision, and the best allocation.

    The owner of the target chooses last. Ties: as written, Lethal Hits and precision taken. The last
    part says what was chosen, in words. Raises `LimitError` when there is too much to try.
    """
    options = [list(_arrangements(unit, target, edition, asked.reorder)) for unit in units]
    plans = list(_plans(units, target, edition, asked))
    total = len(plans[0][1]) * len(plans)
    for several in options:
        total *= len(several)
    if total > MOST_ARRANGEMENTS:
        raise LimitError(f"{total:,} orders and choices", f"at most {MOST_ARRANGEMENTS:,} are tried; fix some of them")
    best: tuple[Value, tuple[Volley, ...], Plan, Outcome] | None = None
    for chosen in product(*options):
        for precise, orders in plans:
            worst: tuple[Value, tuple[Volley, ...], Plan, Outcome] | None = None
            for order in orders:
                plan = Plan(order, precise, asked.separate)
                volleys, outcome = _fired(chosen, target, edition, plan)
                value = value_of(aim, outcome) if total > 1 else _UNASKED
                if worst is None or value < worst[0]:
                    worst = (value, volleys, plan, outcome)
            assert worst is not None
            if best is None or worst[0] > best[0]:
                best = worst
    assert best is not None
    return best[1], best[2], best[3], list(_said(units, best[1], best[2], target, edition, asked, aim.name))


def value_of(aim: Objective, outcome: Outcome) -> Value:
    """The means of the objective and of the wounds lost."""
    squad = outcome.squad
    before = squad.lost_in(squad.start_state)
    weights = [*outcome.vector[: squad.live], outcome.denominator - sum(outcome.vector[: squad.live])]
    worth, damage = Fraction(0), 0
    for state, weight in enumerate(weights):
        if weight:
            tally = squad.tally(state)
            slain, lost = sum(slain for slain, _ in tally), sum(lost for _, lost in tally) - before
            worth += aim.worth(slain, lost, squad.models) * weight
            damage += lost * weight
    return worth / outcome.denominator, Fraction(damage, outcome.denominator)


def _plans(
    units: Sequence[Arrangement], target: Unit, edition: Edition, asked: Asked
) -> Iterator[tuple[tuple[bool, ...], list[Order | None]]]:
    """Whose precision is used, and with it the orders in which the groups may die."""
    orders: list[Order | None] = [None]
    if len(target.groups) == 1:
        yield (False,) * len(units), orders
        return
    if asked.allocation == "best":
        if len(target.groups) > MOST_ORDERED:
            raise LimitError(f"the order of {len(target.groups)} groups", f"at most {MOST_ORDERED} are put in order")
        orders = list(orders_of_death(target, edition))
    able = [can_be_aimed(target, edition) and any(is_precise(s.attack, target) for s in unit) for unit in units]
    choices = {"all": (True,), "none": (False,), "best": (True, False)}[asked.precision]
    for precise in product(*(choices if one else (False,) for one in able)):
        yield precise, orders


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


def _fired(units: Sequence[Arrangement], target: Unit, edition: Edition, plan: Plan) -> tuple[tuple[Volley, ...], Outcome]:
    """All units' volleys one after the other, each against what is left."""
    outcome, cases = engage([[(s.attack, s.situation) for s in unit] for unit in units], target, edition, plan)
    return tuple(Volley(unit, case) for unit, case in zip(units, cases, strict=True)), outcome


def _said(
    units: Sequence[Arrangement],
    volleys: Sequence[Volley],
    plan: Plan,
    target: Unit,
    edition: Edition,
    asked: Asked,
    aim: str,
) -> Iterator[str]:
    """What was chosen, in words."""
    if asked.allocation == "best" and plan.order is not None:
        names = " ; ".join(write(target.groups[number]) for number in plan.order)
        yield f"the target dies in the order best for its owner: {names}"
    for unit, volley, precise in zip(units, volleys, plan.precise, strict=True):
        if asked.precision == "best" and any(is_precise(s.attack, target) for s in unit) and can_be_aimed(target, edition):
            yield f"precision: {'all' if precise else 'none'} is best for {aim}"
        if asked.reorder and len(unit) > 1:
            yield f"fired in the order best for {aim}: " + " ; ".join(write(s.attack) for s in volley.shootings)
        for written in unit:
            if lethal_is_open(written, target, edition):
                chosen = next(s for s in volley.shootings if s.attack == written.attack)
                yield f"lethal hits: {chosen.situation.lethal} is best for {aim} with {write(written.attack)}"
