"""The answer to a charge, an Advance or a Battle-shock test."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from ..dice import FACES
from ..distribution import Distribution
from ..editions import Edition
from .advice import advice
from .roll import Policy, Roll, best

Kind = Literal["charge", "advance", "battle-shock"]


@dataclass(frozen=True, repr=False)
class RollResult:
    """The exact outcome of a charge, an Advance or a Battle-shock test, played in the best way.

    ``need`` is the number to reach, None where there is none; then ``success`` is None too, and what
    is sought is the mean. Results are immutable, hashable, picklable, and equal when their questions are.
    """

    kind: Kind
    query: str
    edition: Edition
    roll: Roll
    notes: tuple[str, ...] = ()

    @cached_property
    def policy(self) -> Policy:
        """The best way to play the roll."""
        return best(self.roll)

    @property
    def need(self) -> int | None:
        """The number to reach."""
        return self.roll.need

    @property
    def success(self) -> Fraction | None:
        """The chance to reach the number; None without one."""
        return None if self.need is None else self.value

    @property
    def law(self) -> Distribution:
        """The law of the result, under the best policy."""
        return self.policy.law

    @property
    def value(self) -> Fraction:
        """What is sought: the chance to reach the number, or the mean where there is none."""
        return self.policy.value

    @cached_property
    def base(self) -> Fraction:
        """The same without any die held; a re-roll may still be taken."""
        return best(replace(self.roll, die=None, dice=())).value

    @property
    def gain(self) -> Fraction:
        """What the dice add: never negative for dice to choose from, maybe for one put in for better or worse."""
        return self.value - self.base

    @cached_property
    def advice(self) -> str:
        """What to do, in words."""
        return advice(self.policy, self.base)

    @property
    def spent(self) -> dict[str, Fraction]:
        """The chance that each die is spent: ``roll 6``, ``re-roll 6``, and ``kept`` for none."""
        if self.policy.before is not None:
            return {f"roll {self.policy.before}": Fraction(1), "kept": Fraction(0)}
        again = {f"re-roll {face}": chance for face, chance in self.policy.put_again.items()}
        return {**again, "kept": 1 - sum(again.values(), Fraction(0))}

    @property
    def by_use(self) -> dict[str, Fraction]:
        """What the roll is worth if a die may go nowhere (``none``), only into the ``roll``, only into the ``re-roll``."""
        values = dict(self.policy.values)
        before = [value for face, value in values.items() if face is not None]
        uses = {"none": self.base} | ({"roll": max(before)} if before else {})
        return uses | ({"re-roll": values[None]} if self.roll.dice and self.roll.reroll else {})

    @property
    def by_die(self) -> dict[int, Fraction]:
        """The gain by face, if that were the only die held."""
        return {face: best(replace(self.roll, die=None, dice=(face,))).value - self.base for face in FACES}

    @property
    def by_face(self) -> dict[int, Fraction]:
        """What the roll is worth with each face put in before it, for better or worse."""
        return {face: best(replace(self.roll, die=face, dice=())).value for face in FACES}

    def __str__(self) -> str:
        said = f"{self.value} on average" if self.need is None else str(self.value)
        return f"{self.query} ({self.edition}): {said}; {self.advice}"

    def __repr__(self) -> str:
        return f"<{self}>"
