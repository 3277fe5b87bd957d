"""The power of an attack: what any number of equal attacks does to a squad, from one decomposition.

Let P be the generating function of the packets of one attack, p its weight of no packet, Q the rest.
Then P**n is the sum over j of C(n, j) p**(n-j) Q**j, and a packet that does something takes the squad
to a later state: with K states to go, terms from j = K on are dead for sure. So K whole numbers, one
for each j, answer for every n. The packets are resolved in the edition's order, as one volley of n
attacks: the variables only count them, so packets that wait for others need nothing of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, gcd, prod
from typing import Protocol

from ..dice import Law
from ..editions import Edition
from ..exact import Exponents, Series, one, packet
from .limits import check_work
from .mortal import MortalSteps
from .squad import Kernel, Packet, Squad
from .steps import Steps

MOST = 10_000  # attacks, of one or of several models, up to which a number is searched
PROBES = 50  # numbers of models that are tried for an answer


class Curve(Protocol):
    """How likely a goal is with any number of attacks, or of models: 0 with none, and never falling."""

    @property
    def mean(self) -> Fraction | None:
        """The mean of the smallest number that reaches the goal; None if it may never be, or is not known."""

    @property
    def most(self) -> int:
        """The largest number for which it answers in good time."""

    def reached(self, number: int) -> Fraction:
        """The chance that the goal is reached with so many."""

    def reaches(self, number: int, chance: Fraction) -> bool:
        """Whether the goal is reached with so many with at least that chance."""

    def can_reach(self, chance: Fraction) -> bool:
        """Whether any number reaches the goal with that chance or more."""


@dataclass(frozen=True)
class Power:
    """The chance to miss the goal after n: the weights of y**j in ``series**(n * each)`` times ``terms[j]``, over ``scale``.

    For attacks the series is p + y, where y stands for what an attack does when it does something; for models
    that make a random number A of attacks it is the generating function of A at p + y.

    >>> coin = Power(Series({(0,): 1, (1,): 1}, 2), (1,), 1)
    >>> coin.reached(2), coin.mean
    (Fraction(3, 4), Fraction(2, 1))
    """

    series: Series
    terms: tuple[int, ...]
    scale: int
    each: int = 1
    most: int = MOST

    @cached_property
    def _known(self) -> dict[int, tuple[int, int]]:
        return {}

    def _missed(self, number: int) -> tuple[int, int]:
        """The chance that the goal is not reached with so many, as a weight and its denominator."""
        if number not in self._known:
            times, length = number * self.each, len(self.terms)
            still = self.series.terms.get((0,), 0)
            if still and times >= length:
                weight = self._weight(times, still)
            else:
                power = self.series.power(times, length)
                weight = sum(w * self.terms[j] for (j,), w in power.terms.items())
            self._known[number] = weight, self.series.denominator**times * self.scale
        return self._known[number]

    def _weight(self, times: int, still: int) -> int:
        """Euler's recurrence with the powers of the first term taken out, so that numbers stay short for any n."""
        moving = sorted((a, w * still ** (a - 1)) for (a,), w in self.series.terms.items() if a)
        found, total = [1], self.terms[0]
        for k in range(1, len(self.terms)):
            found.append(sum((times * a - k + a) * w * found[k - a] for a, w in moving if a <= k) // k)
            total = total * still + found[k] * self.terms[k]
        return total * int(still ** (times - len(self.terms) + 1))

    def reached(self, number: int) -> Fraction:
        """The chance that the goal is reached with so many."""
        return 1 - Fraction(*self._missed(number))

    def reaches(self, number: int, chance: Fraction) -> bool:
        """Whether the goal is reached with so many with at least that chance."""
        weight, of = self._missed(number)
        return weight * chance.denominator <= (chance.denominator - chance.numerator) * of

    def can_reach(self, chance: Fraction) -> bool:
        """Whether any number reaches the goal with that chance: certainty only if each one does something for sure."""
        still = self.series.terms.get((0,), 0)
        return still < self.series.denominator and (chance < 1 or not still)

    @property
    def mean(self) -> Fraction | None:
        """The mean of the smallest number that reaches the goal: ``terms`` at 1 / (1 - series); None if there is none."""
        series = self.series.power(self.each, len(self.terms))
        moving = series.denominator - series.terms.get((0,), 0)
        if not moving:
            return None
        inverse, total = [1], self.terms[0]
        steps = sorted((j, weight * moving ** (j - 1)) for (j,), weight in series.terms.items() if j)
        for k in range(1, len(self.terms)):
            inverse.append(sum(weight * inverse[k - j] for j, weight in steps if j <= k))
            total = total * moving + self.terms[k] * inverse[k]
        return Fraction(total * series.denominator, self.scale * moving ** len(self.terms))


@dataclass(frozen=True)
class Better:
    """The better of several ways to the same goal, chosen for each number anew."""

    ways: tuple[Curve, ...]

    @property
    def most(self) -> int:
        """The largest number for which all of them answer."""
        return min(way.most for way in self.ways)

    def reached(self, number: int) -> Fraction:
        """The chance that the goal is reached with so many."""
        return max(way.reached(number) for way in self.ways)

    def reaches(self, number: int, chance: Fraction) -> bool:
        """Whether any of them reaches the goal with so many with at least that chance."""
        return any(way.reaches(number, chance) for way in self.ways)

    def can_reach(self, chance: Fraction) -> bool:
        """Whether any of them reaches the goal with that chance."""
        return any(way.can_reach(chance) for way in self.ways)

    @property
    def mean(self) -> Fraction | None:
        """The smallest of the means, one way being kept to."""
        return min((mean for way in self.ways if (mean := way.mean) is not None), default=None)


def least(curve: Curve, chance: Fraction, low: int = 0) -> int | None:
    """The smallest number that reaches the goal with at least this chance, found by search; None beyond the bounds.

    ``low`` is known not to reach it.

    >>> least(Power(Series({(0,): 1, (1,): 1}, 2), (1,), 1), Fraction(9, 10))
    4
    """
    if not curve.can_reach(chance):
        return None
    step = 1
    while not curve.reaches(high := min(low + step, curve.most), chance):
        if high == curve.most:
            return None
        low, step = high, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if curve.reaches(middle, chance) else (middle, high)
    return high


@dataclass(frozen=True)
class Powers:
    """The power of one attack and of one model's attacks, and the generating function of one attack's packets."""

    attack: Power
    model: Power
    polynomial: Series


def powers(found: Steps | MortalSteps, squad: Squad, edition: Edition, kills: int) -> Powers | None:
    """How likely so many models are slain, by attacks and by models that fire; None if some packets may do nothing.

    Raises `LimitError` before any work when there would be too much.
    """
    single: Steps | MortalSteps
    attacks: Law = ((1, 1),)
    if isinstance(found, MortalSteps):
        single = replace(found, count=1)
    else:
        single, attacks = replace(found, count=1, attacks=attacks), found.attacks
    kernels, yields = _packets(single.packets, edition, squad)
    if not all(kernel.strict for kernel in kernels):
        return None
    polynomial = single.series(yields, None).reduced()
    size = squad.states // squad.models * kills
    togo = size - len(squad.start()) + 1
    held, moves = comb(togo + len(kernels) - 1, len(kernels)), len(polynomial.terms)
    check_work(held * size // 2 + held * togo * moves // (1 if len(kernels) > 1 else 4), 0)
    table, scale = _live(kernels, squad, size)
    terms = _terms(polynomial, table)
    common = gcd(scale, *terms)
    terms, scale = tuple(term // common for term in terms), scale // common
    still = polynomial.terms.get((0,) * polynomial.variables, 0)
    attack = Series({(0,): still, (1,): 1} if still else {(1,): 1}, polynomial.denominator)
    length, highest = len(terms), attacks[-1][0]
    numbers = length * min(highest, length) * (PROBES if len(attacks) > 1 else 1)
    check_work(numbers, attack.denominator.bit_length() * highest * length // 4)
    model, each = (attack, highest) if len(attacks) == 1 else (attack.of(attacks, length), 1)
    most = max(1, MOST // highest)
    return Powers(Power(attack, terms, scale), Power(model, terms, scale, each, most), polynomial)


def _terms(polynomial: Series, table: Mapping[Exponents, int]) -> tuple[int, ...]:
    """For each j the weight that misses the goal when j attacks do something: the table at the power j of the rest."""
    zero = (0,) * polynomial.variables
    limit = max(map(sum, table)) + 1
    rest = Series({e: w for e, w in polynomial.terms.items() if any(e) and w and sum(e) < limit} or {zero: 0}, 1)
    power, terms = one(polynomial.variables), []
    for _ in range(limit):
        terms.append(sum(weight * table.get(e, 0) for e, weight in power.terms.items()))
        power = power.times(rest, limit)
        if not any(power.terms.values()):
            break
    return tuple(terms)


def _wounds(dealt: Packet) -> Series:
    """The generating function of the wounds that a packet takes from a fresh model."""
    if dealt.kernel is None:
        return one(1)
    moving: dict[Exponents, int] = {(step,): (dealt.total - dealt.still) * weight for step, weight in dealt.kernel.rows[0]}
    still: dict[Exponents, int] = {(0,): dealt.still * dealt.kernel.denominator} if dealt.still else {}
    return Series({**still, **moving}, dealt.total * dealt.kernel.denominator)


def _packets(packets: Mapping[str, Packet], edition: Edition, squad: Squad) -> tuple[list[Kernel], dict[str, Series]]:
    """The kernels in the order of resolution, equal neighbours once, and each kind of packet in their variables.

    Against one model the only kernel is the loss of one wound: all packets are so many of it.
    """
    if squad.models == 1 and not squad.shield:
        loss = Kernel((((1, 1),),) * squad.states, 1)
        return [loss], {kind: _wounds(dealt) for kind, dealt in packets.items()}
    placed = [kind for kind in (*edition.after_each, *edition.after_all) if kind in packets]
    kernels: list[Kernel] = []
    places: dict[str, int] = {}
    for kind in placed:
        kernel = packets[kind].kernel
        if kernel is not None:
            if not kernels or kernels[-1] != kernel:
                kernels.append(kernel)
            places[kind] = len(kernels) - 1
    count = max(len(kernels), 1)
    yields = {kind: one(count) for kind in packets}
    for name, place in places.items():
        yields[name] = packet(count, place, packets[name].still, packets[name].total)
    return kernels, yields


def _live(kernels: Sequence[Kernel], squad: Squad, size: int) -> tuple[dict[Exponents, int], int]:
    """The weight below ``size`` after each number of packets of each kind, resolved in order, over one denominator."""
    start = squad.start()
    togo = size - len(start) + 1
    held: dict[Exponents, list[int]] = {(): start}
    for kernel in kernels:
        after: dict[Exponents, list[int]] = {}
        for before, vector in held.items():
            for count in range(togo - sum(before)):
                if not any(vector):
                    break
                after[(*before, count)] = vector
                vector = kernel.applied(vector, size)
        held = after
    if not kernels:
        return {(0,): 1}, 1
    lifts = [[kernel.denominator**lift for lift in range(togo - 1, -1, -1)] for kernel in kernels]
    table = {e: sum(v) * prod(lift[k] for lift, k in zip(lifts, e, strict=True)) for e, v in held.items()}
    return table, prod(lift[0] for lift in lifts)
