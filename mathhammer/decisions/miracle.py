"""Miracle dice: how many are gained, and what may be among them.

Each die gained shows a face of its own: a pool of n dice is multinomial, and the number of dice of n+
binomial, so nothing is enumerated roll by roll. How many are gained is the edition's answer.

Source: army rule Acts of Faith (10th editions, 11th edition with the erratum of August 2026).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import comb

from ..dice import FACES
from ..distribution import Distribution, distribution
from ..editions import Edition
from ..errors import LimitError, MathhammerError
from .pool import MOST_DICE, Change, Pool, pools
from .value import Value

MOST_ROUNDS = 10  # of a battle: it has five
MOST_GAINED = 60  # Miracle dice: a battle gives ten at most by its rounds, an army has a few dozen units


@dataclass(frozen=True)
class Income:
    """Where Miracle dice come from: battle rounds begun, destroyed units, destroyed attached units.

    >>> from mathhammer import edition
    >>> Income(rounds=3, destroyed=2).dice(edition("10e")), Income(3, 2).dice(edition("11e"))
    (5, 8)
    """

    rounds: int = 0
    destroyed: int = 0
    attached_destroyed: int = 0

    def __post_init__(self) -> None:
        for name, most in (("rounds", MOST_ROUNDS), ("destroyed", MOST_GAINED), ("attached_destroyed", MOST_GAINED)):
            whole_within(getattr(self, name), name.replace("_", " "), 0, most)

    def dice(self, edition: Edition) -> int:
        """How many dice that gives; an attached unit counts when both its units have the keyword."""
        by_rounds = self.rounds * edition.miracle_dice_a_round
        return by_rounds + self.destroyed + self.attached_destroyed * edition.miracle_dice_for_attached


def whole_within(number: int, what: str, least: int, most: int) -> int:
    """The number, if it is a whole number within these bounds.

    Raises `MathhammerError` when it is none, `LimitError` when it is outside.

    >>> whole_within(3, "rounds", 0, 10)
    3
    """
    if isinstance(number, bool) or not isinstance(number, int):
        raise MathhammerError(f"{what} is {number!r}", "write a whole number")
    if not least <= number <= most:
        raise LimitError(f"{what} is {number}, outside {least}..{most}", f"write a number from {least} to {most}")
    return number


@dataclass(frozen=True, repr=False)
class MiracleDice:
    """The Miracle dice gained, none used yet: what may be among them.

    ``change`` is what rules make of dice when they are used, chosen for the best once the dice are
    seen; ``income`` says where the dice come from, None if only their number was given.
    """

    edition: Edition
    gained: int
    goal: Value
    change: Change | None = None
    income: Income | None = None

    def law(self, need: int) -> Distribution:
        """The law of the number of dice that show ``need`` (1..6) or more, or may be changed to it.

        >>> from mathhammer import edition
        >>> from mathhammer.decisions.value import value
        >>> MiracleDice(edition("10e"), 2, value("6+")).law(6).probability(1)
        Fraction(5, 18)
        """
        whole_within(need, "need", 1, 6)
        if self.change is None:
            return _counted(self.gained, 7 - need, 0, 0)
        lifted = [face for face in FACES if face < need <= self.change.of(face)]
        return _counted(self.gained, 7 - need, len(lifted), self.change.times)

    def at_least(self, number: int, need: int) -> Fraction:
        """The chance that at least ``number`` dice show ``need`` or more, or may be changed to it.

        >>> from mathhammer import edition
        >>> from mathhammer.decisions.value import value
        >>> MiracleDice(edition("10e"), 2, value("6+")).at_least(1, 6)
        Fraction(11, 36)
        """
        return self.law(need).at_least(number)

    def __str__(self) -> str:
        changed = "" if self.change is None else f", {self.change.words}"
        return f"{self.gained} Miracle dice{changed} ({self.edition}), {self.goal.words}: {self.mean}"

    def __repr__(self) -> str:
        return f"<{self}>"

    @cached_property
    def mean(self) -> Fraction:
        """What the pool is worth on average; with a function as value for at most twelve dice."""
        if self.goal.function is not None:
            return self._mean_of_pools()
        if self.goal.at_least is not None:
            return self.at_least(self.goal.at_least, 7 - int(sum(self.goal.weights)))
        return self.gained * sum(self.goal.weights, Fraction(0)) / 6 + self._mean_raise()

    def _mean_raise(self) -> Fraction:
        """What changes add on average: the dice that gain most are changed first.

        Counted in layers: the gain of the best dice is the sum, over the steps from one possible gain
        to the next, of the step times how many of the changes go to dice that gain so much.
        """
        if self.change is None:
            return Fraction(0)
        weight = dict(zip(FACES, self.goal.weights, strict=True))
        gains = [max(Fraction(0), weight[self.change.of(face)] - weight[face]) for face in FACES]
        total, lower = Fraction(0), Fraction(0)
        for gain in sorted({gain for gain in gains if gain}):
            faces = sum(other >= gain for other in gains)
            total += (gain - lower) * _counted(self.gained, 0, faces, self.change.times).mean
            lower = gain
        return total

    def _mean_of_pools(self) -> Fraction:
        worth: Callable[[Pool], Fraction] = self.goal.of
        if self.change is not None:
            worth = _changed(self.goal, self.change)
        total = sum((weight * worth(faces) for faces, weight in self._weights().items()), Fraction(0))
        return Fraction(total, 6**self.gained)

    @cached_property
    def pools(self) -> tuple[tuple[Pool, Fraction], ...]:
        """The law of the pool as rolled: pairs (faces in ascending order, chance); for at most twelve dice."""
        return tuple((faces, Fraction(weight, 6**self.gained)) for faces, weight in self._weights().items())

    def _weights(self) -> Mapping[Pool, int]:
        if self.gained > MOST_DICE:
            raise LimitError(f"{self.gained} dice have too many pools to list", f"ask about at most {MOST_DICE} dice")
        return pools(self.gained)


@lru_cache(maxsize=128)
def _counted(dice: int, high: int, lifted: int, times: int) -> Distribution:
    """The law of the dice that show one of ``high`` faces, or one of ``lifted`` others, those at most so many times."""
    other = 6 - high - lifted
    weights = []
    for number in range(dice + 1):
        for raised in range(dice + 1 - number):
            rest = dice - number - raised
            ways = comb(dice, rest) * comb(number + raised, raised)
            weights.append((number + min(times, raised), ways * high**number * lifted**raised * other**rest))
    return distribution(weights)


def _changed(goal: Value, change: Change) -> Callable[[Pool], Fraction]:
    """What a pool is worth once the best of its dice are changed."""

    @cache
    def best(faces: Pool, face: int, left: int) -> Fraction:
        """The same when only dice of this face and lower ones may still be changed: no die twice."""
        if not face or not left:
            return goal.of(faces)
        found = best(faces, face - 1, left)
        if face in faces and change.of(face) != face:
            at = faces.index(face)
            raised = tuple(sorted((*faces[:at], *faces[at + 1 :], change.of(face))))
            found = max(found, best(raised, face, left - 1))
        return found

    return lambda faces: best(faces, 6, min(len(faces), change.times))
