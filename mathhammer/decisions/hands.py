"""What both sides still hold during an attack: dice, how many of them may still be used, the Command Re-roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from .pool import Pool

ATTACKER, DEFENDER = 0, 1
T = TypeVar("T")


@dataclass(frozen=True)
class Stock:
    """What one side brings: dice, how many of them one owner may use, and whether it has the Command Re-roll."""

    dice: Pool = ()
    uses: int = 1
    reroll: bool = False

    def __bool__(self) -> bool:
        return bool(self.dice or self.reroll)

    @property
    def counted(self) -> Stock:
        """The same without uses for which there are no dice."""
        return replace(self, uses=min(self.uses, len(self.dice)))


@dataclass(frozen=True)
class Hand:
    """What the attacker and the defender hold at one time: dice, the uses left, the Command Re-roll."""

    dice: tuple[Pool, Pool]
    uses: tuple[int, int]
    reroll: tuple[bool, bool] = (False, False)

    def without(self, owner: int, face: int) -> Hand:
        """The hand once its owner has used a die."""
        left = list(self.dice[owner])
        left.remove(face)
        return replace(self, dice=_with(self.dice, owner, tuple(left)), uses=_with(self.uses, owner, self.uses[owner] - 1))

    def rerolled(self, owner: int) -> Hand:
        """The hand once its owner has used the Command Re-roll."""
        return replace(self, reroll=_with(self.reroll, owner, False))

    def useful(self, *, later: bool) -> Hand:
        """The hand without what cannot be used any more; ``later``: other attackers will use the attacker's dice."""
        dice, uses = list(self.dice), list(self.uses)
        for owner in (ATTACKER, DEFENDER):
            uses[owner] = min(uses[owner], len(dice[owner]))
            if not uses[owner] and not (later and owner == ATTACKER):
                dice[owner] = ()
        return replace(self, dice=(dice[0], dice[1]), uses=(uses[0], uses[1]))


def _with(pair: tuple[T, T], owner: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if owner == ATTACKER else (pair[0], value)


@dataclass(frozen=True)
class Hands:
    """Every hand that can occur while one unit attacks, those in which it may begin being first.

    ``brought`` are the attacker's dice before the first unit; ``later`` says whether other units follow.
    """

    starts: tuple[Hand, ...]
    brought: Pool = ()
    later: bool = False

    @cached_property
    def all(self) -> Sequence[Hand]:
        """The hands, each before those that come of it."""
        found = list(self.starts)
        for hand in found:
            for left in self._from(hand):
                if left not in found:
                    found.append(left)
        return found

    def _from(self, hand: Hand) -> list[Hand]:
        left = []
        for owner in (ATTACKER, DEFENDER):
            if hand.uses[owner]:
                left += [self._without(hand, owner, face) for face in sorted(set(hand.dice[owner]))]
            if hand.reroll[owner]:
                left.append(hand.rerolled(owner))
        return left

    def _without(self, hand: Hand, owner: int, face: int) -> Hand:
        return hand.without(owner, face).useful(later=self.later)

    def options(self, owner: int, number: int, most: int = 1) -> list[tuple[Pool, int]]:
        """What the owner of a hand may use at once, at most so many dice, each with the number of the hand then left.

        Fewer dice come first, then smaller faces.
        """
        hand = self.all[number]
        found: list[tuple[Pool, int]] = []
        for size in range(1, min(most, hand.uses[owner]) + 1):
            for faces in sorted(set(combinations(hand.dice[owner], size))):
                left = hand
                for face in faces:
                    left = self._without(left, owner, face)
                found.append((faces, self.all.index(left)))
        return found

    def ever(self, owner: int, most: int = 1) -> list[Pool]:
        """Everything that the owner might use at once at any time."""
        return list(dict.fromkeys(faces for n in range(len(self.all)) for faces, _ in self.options(owner, n, most)))

    @cached_property
    def after_reroll(self) -> tuple[Sequence[int | None], Sequence[int | None]]:
        """For each side: the number of the hand left after the Command Re-roll, None where it is not held."""
        found: list[list[int | None]] = []
        for owner in (ATTACKER, DEFENDER):
            found.append([self.all.index(h.rerolled(owner)) if h.reroll[owner] else None for h in self.all])
        return found[0], found[1]

    def may_reroll(self, owner: int) -> bool:
        """Whether the owner ever holds the Command Re-roll."""
        return any(hand.reroll[owner] for hand in self.all)

    def kept(self, number: int) -> bool:
        """Whether the attacker has used no die in this hand."""
        return self.all[number].dice[ATTACKER] == self.brought


def hands(attacker: Stock, defender: Stock, units: int = 1, *, per_unit: bool = True) -> list[Hands]:
    """The hands during each unit's attack, when so many attack one after another.

    With ``per_unit`` each of them may use as many dice, else all of them together.
    """
    uses = (attacker.uses, defender.uses)
    first = Hand((tuple(sorted(attacker.dice)), tuple(sorted(defender.dice))), uses, (attacker.reroll, defender.reroll))
    starts: list[Hand] = [first.useful(later=units > 1)]
    brought = starts[0].dice[ATTACKER]
    found: list[Hands] = []
    for unit in range(units):
        later = unit < units - 1
        now = Hands(tuple(starts), brought, later)
        found.append(now)
        starts = list(dict.fromkeys(passed_on(hand, attacker.uses, per_unit, unit < units - 2) for hand in now.all))
    return found


def passed_on(hand: Hand, uses: int, per_unit: bool, later: bool) -> Hand:
    """The hand with which the next unit begins."""
    fresh = uses if per_unit else hand.uses[ATTACKER]
    return replace(hand, uses=(fresh, hand.uses[DEFENDER])).useful(later=later)
