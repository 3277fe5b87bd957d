"""The dice that both sides still hold during an attack, and how many of them may still be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from .pool import Pool

ATTACKER, DEFENDER = 0, 1


@dataclass(frozen=True)
class Hand:
    """The dice of the attacker and of the defender, and the uses that each has left."""

    dice: tuple[Pool, Pool]
    uses: tuple[int, int]

    def without(self, owner: int, face: int) -> Hand:
        """The hand once its owner has used a die; dice that cannot be used any more are dropped."""
        left = list(self.dice[owner])
        left.remove(face)
        dice, uses = list(self.dice), list(self.uses)
        uses[owner] -= 1
        dice[owner] = tuple(left) if uses[owner] else ()
        return Hand((dice[0], dice[1]), (uses[0], uses[1]))


@dataclass(frozen=True)
class Hands:
    """Every hand that can occur, the first being that at the start."""

    start: Hand

    @cached_property
    def all(self) -> Sequence[Hand]:
        """The hands, each before those that come of it."""
        found = [self.start]
        for hand in found:
            for owner in (ATTACKER, DEFENDER):
                for face in sorted(set(hand.dice[owner])) if hand.uses[owner] else ():
                    left = hand.without(owner, face)
                    if left not in found:
                        found.append(left)
        return found

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
                    left = left.without(owner, face)
                found.append((faces, self.all.index(left)))
        return found

    def ever(self, owner: int, most: int = 1) -> list[Pool]:
        """Everything that the owner might use at once at any time."""
        return list(dict.fromkeys(faces for n in range(len(self.all)) for faces, _ in self.options(owner, n, most)))

    def kept(self, number: int) -> bool:
        """Whether the attacker has used no die in this hand."""
        return self.all[number].uses[ATTACKER] == self.start.uses[ATTACKER]


def hands(dice: Sequence[int], uses: int, defender_dice: Sequence[int] = (), defender_uses: int = 1) -> Hands:
    """The hands of an attack in which the attacker and the defender hold these dice."""
    held = (tuple(sorted(dice)), tuple(sorted(defender_dice)))
    most = (min(uses, len(held[0])), min(defender_uses, len(held[1])))
    return Hands(Hand((held[0] if most[0] else (), held[1] if most[1] else ()), most))
