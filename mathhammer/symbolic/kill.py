"""The chance that a unit is wiped out, as a formula: in the number of attacks, or in one chance.

In the number n of attacks: one attack moves the vector of live states by g0 I + N, where g0 is the
chance that it does nothing and N only leads on, so N^K = 0 for K states. Hence after n attacks
``sum over j < K of C(n, j) g0^(n - j) start N^j`` is alive: g0^n times a polynomial in n.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, factorial, lcm

from ..check import Check
from ..dice import Law
from ..editions import Edition
from ..errors import LimitError, MathhammerError
from ..profiles import Unit
from ..sequence.squad import Kernel, Packet, Row, Squad, squad_of
from ..sequence.steps import Steps
from ..sequence.volley import Outcome, fire
from .attack import bounds_of, shape_of, values_of
from .damage import MEANINGS
from .formula import Formula, Letter
from .polynomial import Decay, Polynomial, letters, number, plain, polynomial

QUANTITY = "chance that all models are slain"
MOST_STATES = 30  # wounds of a unit for a formula in n: one term each
MOST_DEGREE = 80  # of a formula in one chance
MOST_WORK = 2_400  # its degree times the wounds of the unit: a few seconds
DEFERRED = 10  # by so much less where some wounds wait for others, or some packets may do nothing
CHANCES = ("h", "c", "w", "k", "s", "f")


def kill_in_attacks(steps: Steps, unit: Unit, edition: Edition) -> Formula:
    """The chance to slain all in n attacks (in n weapons, where the number of attacks is rolled).

    Raises `MathhammerError` where no such formula holds, `LimitError` for too many wounds.
    """
    squad = squad_of(unit)
    _check_closed(steps, squad)
    fixed = len(steps.attacks) == 1
    one = replace(steps, count=1, attacks=((1, 1),) if fixed else steps.attacks)
    first = len(squad.start()) - 1
    rows = [_row(one, squad, edition, state) for state in range(first, squad.states)]
    still = {row[at] for at, row in enumerate(rows)}
    if len(still) != 1:
        raise MathhammerError("an attack does nothing with a chance that changes", "no closed form in n is known here")
    (base,) = still
    if not base:
        raise MathhammerError("no attack does nothing here", "ask attack for the number that is sure")
    expr = polynomial(("n",), {}) if base == 1 else Decay("n", base, _rest(rows, base))
    counted = "attacks" if fixed else "weapons, each with its roll for attacks"
    now = steps.attacks[0][0] * steps.count if fixed else steps.count
    valid = f"n = 0, 1, 2, ... {'single attacks' if fixed else 'weapons'} at one unit of {_wounds(squad)} wounds"
    return Formula(QUANTITY, expr, (), valid, (Letter("n", Fraction(now), counted),))


def _check_closed(steps: Steps, squad: Squad) -> None:
    wounds = _wounds(squad)
    if wounds > MOST_STATES:
        raise LimitError(f"the target has {wounds} wounds", f"a formula in n is given up to {MOST_STATES}")
    if squad.models > 1 and len(_kernels(steps)) > 1:
        raise MathhammerError(
            "some wounds of this attack wait for the others, and do something else",
            "no formula in n holds for several models; ask for one model, or for a chance such as --unknown h",
        )


def _kernels(steps: Steps) -> set[Kernel]:
    """The different things that a packet of this attack can do."""
    return {packet.kernel for packet in steps.packets.values() if packet.kernel is not None}


def _wounds(squad: Squad) -> int:
    """The wounds that are left when the attack begins."""
    return squad.models * squad.wounds - squad.lost


def _row(one: Steps, squad: Squad, edition: Edition, state: int) -> list[Fraction]:
    """The chances of every live state after one attack on a unit in this one."""
    start = Outcome(squad, (*[0] * state, 1), 1)
    after = fire([one], squad, edition, start)
    return [Fraction(weight, after.denominator) for weight in after.vector[len(squad.start()) - 1 :]]


def _rest(rows: list[list[Fraction]], base: Fraction) -> Polynomial:
    """What multiplies g0^n: ``sum over j of C(n, j) alive(start N^j) / g0^j``."""
    n = letters("n")["n"]
    vector = [Fraction(int(not at)) for at in range(len(rows))]
    total, falling, scale = n * 0, n * 0 + 1, Fraction(1)
    for j in range(len(rows)):
        alive = sum(vector, Fraction(0))
        total = total + falling * number(alive * scale / factorial(j))
        falling, scale = falling * (n - j), scale / base
        after = [Fraction(0)] * len(rows)
        for state, weight in enumerate(vector):
            for to, chance in enumerate(rows[state]):
                if weight and to > state:
                    after[to] += weight * chance
        vector = after
    return plain(total)


@dataclass(frozen=True)
class GivenRoll(Check):
    """A roll whose weights of failure, success and critical success are given."""

    given: tuple[int, int, int] = (0, 1, 0)

    def weights(self) -> tuple[int, int, int]:
        """The weights as given."""
        return self.given


def kill_in_chance(steps: Steps, unit: Unit, edition: Edition, name: str) -> Formula:
    """The chance to slay all in one chance (h, c, w, k, s or f), everything else as it is.

    It is a polynomial of known degree, so exact answers for as many values say what it is.
    Raises `MathhammerError` for another letter, `LimitError` where the degree is too high.
    """
    if name not in CHANCES:
        raise MathhammerError(f"the chance to slay all is not stated in {name}", f"write n or one of {', '.join(CHANCES)}")
    values = values_of(steps)
    low, high = bounds_of(name, values)
    degree = _degree(steps, name)
    if degree > MOST_DEGREE:
        raise LimitError(f"the formula in {name} has degree {degree}", f"up to {MOST_DEGREE} are given; write fewer attacks")
    wounds = _wounds(squad_of(unit))
    most = MOST_WORK // DEFERRED if len(_kernels(steps)) > 1 or name == "f" else MOST_WORK
    if degree * wounds > most:
        raise LimitError(
            f"the formula in {name} has degree {degree}, and the target {wounds} wounds",
            f"degree times wounds may be {most:,} here; write fewer attacks or a smaller target",
        )
    if low == high:
        raise MathhammerError(f"{name} can only be {low} here", "ask for another letter")
    points = [low + (high - low) * Fraction(i, degree) for i in range(degree + 1)]
    wiped = [_wipe(_with(steps, name, point, values, unit, edition), unit, edition) for point in points]
    counted = f"{values['n']} attacks{' on average' if len(steps.attacks) > 1 else ''}"
    valid = f"{low} <= {name} <= {high}, {counted}"
    expr = polynomial((name,), {(at,): c for at, c in enumerate(interpolated(points, wiped))})
    return Formula(QUANTITY, expr, (), valid, (Letter(name, values[name], MEANINGS[name], low, high),))


def _degree(steps: Steps, name: str) -> int:
    """The highest power that can arise: how often the chance can be at play in one volley."""
    attacks, more = steps.most_attacks, 1 + steps.critical_hit.extra()[-1][0]
    if name in ("h", "c"):
        return attacks
    if name in ("w", "k", "s"):
        return attacks * more
    return attacks * more * max(steps.damage[-1][0], 1)


def _with(steps: Steps, name: str, point: Fraction, values: dict[str, Fraction], unit: Unit, edition: Edition) -> Steps:
    """The steps with one chance changed."""
    chance = values | {name: point}
    if name in ("h", "c"):
        return replace(steps, hit=_roll(chance["h"], chance["c"]))
    if name in ("w", "k"):
        return replace(steps, wounds=((steps.wounds[0][0], 1, _roll(chance["w"], chance["k"])),))
    if name == "s":
        return replace(steps, saving=((point.denominator - point.numerator, ""), (point.numerator, "normal")))
    return replace(steps, packets=_ignoring(steps, point, unit, edition))


def _ignoring(steps: Steps, part: Fraction, unit: Unit, edition: Edition) -> dict[str, Packet]:
    """The packets when so great a part of normal damage is not ignored; devastating wounds with it, if they are like it."""
    squad, kinds = squad_of(unit), dict(steps.packets)
    if squad.shield:
        raise MathhammerError("the first failed save does nothing here", "ask for another letter than f")
    kinds["normal"] = _packet(steps.damage, part, squad, spills=False)
    if "devastating" in kinds and not shape_of(steps).apart:
        kinds["devastating"] = _packet(steps.devastating_damage, part, squad, spills=edition.devastating_spills)
    return kinds


def _packet(damage: Law, part: Fraction, squad: Squad, *, spills: bool) -> Packet:
    """A packet of damage each point of which is lost with this chance."""
    highest, (hurt, of) = damage[-1][0], part.as_integer_ratio()
    lost = [0] * (highest + 1)
    for value, weight in damage:
        for k in range(value + 1):
            lost[k] += weight * of ** (highest - value) * comb(value, k) * hurt**k * (of - hurt) ** (value - k)
    rows: list[Row] = []
    for state in range(squad.states):
        limit = squad.states - state if spills else squad.wounds - state % squad.wounds
        row = [(step, weight) for step, weight in enumerate(lost[:limit]) if weight]
        rows.append((*row, *([(limit, sum(lost[limit:]))] if any(lost[limit:]) else [])))
    return Packet(0, 1, Kernel(tuple(rows), sum(lost)))


def _roll(success: Fraction, critical: Fraction) -> GivenRoll:
    unit = lcm(success.denominator, critical.denominator)
    weights = (1 - success, success - critical, critical)
    return GivenRoll(2, given=(int(weights[0] * unit), int(weights[1] * unit), int(weights[2] * unit)))


def _wipe(steps: Steps, unit: Unit, edition: Edition) -> Fraction:
    after = fire([steps], squad_of(unit), edition)
    return 1 - Fraction(sum(after.vector), after.denominator)


def interpolated(points: list[Fraction], values: list[Fraction]) -> list[Fraction]:
    """The coefficients, lowest first, of the polynomial through these points (Newton's divided differences).

    >>> interpolated([Fraction(0), Fraction(1), Fraction(2)], [Fraction(1), Fraction(2), Fraction(5)])
    [Fraction(1, 1), Fraction(0, 1), Fraction(1, 1)]
    """
    slopes = list(values)
    for order in range(1, len(points)):
        for at in range(len(points) - 1, order - 1, -1):
            slopes[at] = (slopes[at] - slopes[at - 1]) / (points[at] - points[at - order])
    found: list[Fraction] = []
    for at in range(len(points) - 1, -1, -1):
        moved = [Fraction(0), *found]
        kept = [*(-points[at] * c for c in found), Fraction(0)]
        found = [a + b for a, b in zip(moved, kept, strict=True)]
        found[0] += slopes[at]
    return found
