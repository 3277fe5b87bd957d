"""The Strands of Fate roll: all dice may be rolled again with one die fewer, until one is left.

An optimal stopping problem over pools: ``V_n = E max(value of the roll, V_(n-1))``, ``V_1`` the mean
value of a die. A roll is kept when it is worth at least what rolling again is worth; ties keep.

Source: index army rule (10th editions; twelve dice in June 2023, six from January 2024).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

from ..distribution import Distribution, distribution
from ..errors import LimitError, MathhammerError
from .pool import MOST_DICE, Pool, pools
from .value import Value

Keeping: TypeAlias = int | Fraction | Sequence[int | Fraction]
Law: TypeAlias = tuple[tuple[Fraction, Fraction], ...]

DICE = 6  # of the roll, as the rule stands since January 2024
NOTE = (
    "no current edition has the Strands of Fate roll as an army rule; "
    "it was made with twelve dice from June 2023, with six from January 2024"
)


@dataclass(frozen=True)
class Roll:
    """One roll of a Strands of Fate roll, as it is played.

    ``value`` is the expected value before it is made; ``once`` that without any re-roll; ``threshold``
    what it must be worth to be kept (None with one die: it is always kept), by the value that guides
    the choice; ``keep_from`` the smallest such value that can be rolled, None when it is never kept;
    ``keep`` the chance that it is kept.
    """

    dice: int
    value: Fraction
    once: Fraction
    threshold: Fraction | None
    keep_from: Fraction | None
    keep: Fraction


@dataclass(frozen=True, repr=False)
class Strands:
    """A Strands of Fate roll with so many dice, played for the best or by a rule of thumb.

    ``rolls`` are the rolls with 1, 2, ... dice; ``kept`` the law of the number of dice in the final
    pool; ``outcomes`` the law of what it is worth: pairs (value, chance) in ascending order.
    ``guide`` is the value by which the choices are made: ``goal`` itself for the best play.
    """

    number: int
    goal: Value
    guide: Value
    rolls: tuple[Roll, ...]
    kept: Distribution
    outcomes: Law
    rule: Strands | None = None

    @property
    def value(self) -> Fraction:
        """The expected value of the final pool."""
        return self.rolls[-1].value

    @cached_property
    def pools(self) -> tuple[tuple[Pool, Fraction], ...]:
        """The law of the final pool: pairs (faces in ascending order, chance), most dice first."""
        reach = Fraction(1)
        law: list[tuple[Pool, Fraction]] = []
        for roll in reversed(self.rolls):
            if reach and roll.keep_from is not None:
                guides, unit = self.guide.wholes(roll.dice)
                weights, least = pools(roll.dice), int(roll.keep_from * unit)
                chance = {weight: reach * Fraction(weight, 6**roll.dice) for weight in set(weights.values())}
                rows = zip(guides, weights.items(), strict=True)
                law += [(faces, chance[weight]) for worth, (faces, weight) in rows if worth >= least]
            reach *= 1 - roll.keep
        return tuple(law)

    def __str__(self) -> str:
        return f"{self.number} Fate dice, {self.goal.words}: {self.value}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, repr=False)
class Advice:
    """Keep a roll or roll again: what it is worth, and what rolling again with one die fewer is worth.

    ``reroll`` is None with one die. ``ahead`` is the rest of the play if it is rolled again.
    """

    roll: Pool
    goal: Value
    keep: Fraction
    ahead: Strands | None

    @property
    def reroll(self) -> Fraction | None:
        """The expected value of rolling again, None with one die."""
        return None if self.ahead is None else self.ahead.value

    @property
    def advice(self) -> Literal["keep", "re-roll"]:
        """What is best; keep when both are worth the same."""
        return "keep" if self.reroll is None or self.keep >= self.reroll else "re-roll"

    def __str__(self) -> str:
        faces = " ".join(map(str, reversed(self.roll)))
        return f"{faces}, {self.goal.words}: {self.advice}; keep {self.keep}, re-roll {self.reroll}"

    def __repr__(self) -> str:
        return f"<{self}>"


def advise(roll: Pool, goal: Value) -> Advice:
    """The advice for a roll.

    >>> from mathhammer.decisions.pool import pool
    >>> from mathhammer.decisions.value import value
    >>> advise(pool("6 5"), value("6+")).advice, advise(pool("6 6"), value("pips")).reroll
    ('keep', Fraction(7, 2))
    """
    return Advice(roll, goal, goal.of(roll), strands(len(roll) - 1, goal) if len(roll) > 1 else None)


def strands(number: int, goal: Value, guide: Value | None = None, keep_at: Keeping | None = None) -> Strands:
    """The Strands of Fate roll with so many dice (1..12), played so that the final pool is worth most.

    With ``guide`` every choice is the best one for that value, whatever ``goal`` says; with ``keep_at``
    a roll is kept when the guide (the goal if there is none) is at least that: one number, or one for
    each number of dice from the most down to two.

    Raises `MathhammerError` for numbers that do not fit, `LimitError` for more dice.

    >>> from mathhammer.decisions.value import value
    >>> strands(2, value("6+")).value, strands(2, value("6+"), value("pips")).value
    (Fraction(97, 216), Fraction(25, 72))
    """
    guide = goal if guide is None else guide
    tables = _tables(checked(number), goal, guide)
    thresholds = _best_thresholds(tables) if keep_at is None else _given_thresholds(number, keep_at)
    rolls: list[Roll] = []
    for table, threshold in zip(tables, thresholds, strict=True):
        rolls.append(table.played(threshold, rolls[-1].value if rolls else Fraction(0)))
    kept, outcomes = _laws(tables, thresholds)
    return Strands(number, goal, guide, tuple(rolls), kept, outcomes)


def checked(number: int) -> int:
    """The number of dice, if it is 1..12.

    Raises `MathhammerError` below, `LimitError` above.

    >>> checked(12)
    12
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise MathhammerError(f"{number!r} dice cannot be rolled", f"write a whole number from 1 to {MOST_DICE}")
    if number > MOST_DICE:
        raise LimitError(f"{number} dice are more than {MOST_DICE}", f"write at most {MOST_DICE}")
    return number


@dataclass(frozen=True)
class _Table:
    """All rolls of so many dice by (guide, goal), in whole numbers of their units, with their weights."""

    dice: int
    weights: dict[tuple[int, int], int]
    guide_unit: int
    goal_unit: int

    def kept(self, threshold: Fraction | None) -> dict[tuple[int, int], int]:
        """The part that is kept."""
        if threshold is None:
            return self.weights
        p, q = threshold.numerator * self.guide_unit, threshold.denominator
        return {pair: weight for pair, weight in self.weights.items() if pair[0] * q >= p}

    @property
    def mean_guide(self) -> Fraction:
        """The mean of the guide."""
        total = sum(guide * weight for (guide, _), weight in self.weights.items())
        return Fraction(total, self.guide_unit * 6**self.dice)

    def best(self, again: Fraction) -> Fraction:
        """The mean of the guide, or of what rolling again is worth where that is more."""
        p, q = again.numerator * self.guide_unit, again.denominator
        total = sum(weight * max(guide * q, p) for (guide, _), weight in self.weights.items())
        return Fraction(total, q * self.guide_unit * 6**self.dice)

    def played(self, threshold: Fraction | None, again: Fraction) -> Roll:
        """The roll kept from this threshold on, when rolling again is worth so much."""
        kept, every = self.kept(threshold), 6**self.dice
        chance = Fraction(sum(kept.values()), every)
        worth = self._mean(kept) + (1 - chance) * again
        least = Fraction(min(guide for guide, _ in kept), self.guide_unit) if kept else None
        return Roll(self.dice, worth, self._mean(self.weights), threshold, least, chance)

    def _mean(self, weights: dict[tuple[int, int], int]) -> Fraction:
        return Fraction(sum(goal * weight for (_, goal), weight in weights.items()), self.goal_unit * 6**self.dice)


def _tables(number: int, goal: Value, guide: Value) -> list[_Table]:
    if goal.function is None and guide.function is None:
        return list(_summed(number, goal, guide))
    return [_listed(dice, goal, guide) for dice in range(1, number + 1)]


def _summed(number: int, goal: Value, guide: Value) -> Iterator[_Table]:
    """The tables of values by weights: die by die the law of both sums."""
    steps = Counter(zip(guide.scaled[1][1:], goal.scaled[1][1:], strict=True))
    sums: dict[tuple[int, int], int] = {(0, 0): 1}
    for dice in range(1, number + 1):
        longer: dict[tuple[int, int], int] = {}
        for (a, b), weight in sums.items():
            for (c, d), ways in steps.items():
                longer[a + c, b + d] = longer.get((a + c, b + d), 0) + weight * ways
        sums = longer
        judged = ((guide.judged(a), goal.judged(b), weight) for (a, b), weight in sums.items())
        yield _Table(dice, _gathered(judged), guide.unit, goal.unit)


def _listed(dice: int, goal: Value, guide: Value) -> _Table:
    """The table of any values: pool by pool."""
    goals, goal_unit = goal.wholes(dice)
    guides, guide_unit = (goals, goal_unit) if guide is goal else guide.wholes(dice)
    return _Table(dice, _gathered(zip(guides, goals, pools(dice).values(), strict=True)), guide_unit, goal_unit)


def _gathered(rows: Iterable[tuple[int, int, int]]) -> dict[tuple[int, int], int]:
    total: dict[tuple[int, int], int] = {}
    for guide, goal, weight in rows:
        total[guide, goal] = total.get((guide, goal), 0) + weight
    return total


def _best_thresholds(tables: Sequence[_Table]) -> list[Fraction | None]:
    """What each roll must be worth by the guide to be kept: the guide's own value of rolling again."""
    again = tables[0].mean_guide
    thresholds: list[Fraction | None] = [None]
    for table in tables[1:]:
        thresholds.append(again)
        again = table.best(again)
    return thresholds


def _given_thresholds(number: int, keep_at: Keeping) -> list[Fraction | None]:
    several = [keep_at] * (number - 1) if isinstance(keep_at, int | Fraction) else list(keep_at)
    if len(several) != number - 1:
        wanted = f"write one number, or {number - 1}: for {number} dice down to two"
        raise MathhammerError(f"{len(several)} numbers say when to keep {number} dice", wanted)
    for least in several:
        if not isinstance(least, int | Fraction):
            raise MathhammerError(f"{least!r} says not when to keep", "write whole numbers or fractions")
    return [None, *map(Fraction, reversed(several))]


def _laws(tables: Sequence[_Table], thresholds: Sequence[Fraction | None]) -> tuple[Distribution, Law]:
    """The laws of the number of dice kept and of what they are worth, in whole numbers."""
    reach, below = 1, 6 ** sum(table.dice for table in tables)  # the weight of getting here, of all rolls still to come
    every, dice, worth = below, {}, dict[Fraction, int]()
    for table, threshold in zip(reversed(tables), reversed(thresholds), strict=True):
        below //= 6**table.dice
        kept = table.kept(threshold)
        dice[table.dice] = reach * below * sum(kept.values())
        for (_, goal), weight in kept.items():
            amount = Fraction(goal, table.goal_unit)
            worth[amount] = worth.get(amount, 0) + reach * below * weight
        reach *= 6**table.dice - sum(kept.values())
    return distribution(dice), tuple((amount, Fraction(worth[amount], every)) for amount in sorted(worth) if worth[amount])
