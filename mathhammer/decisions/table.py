"""What lies on the table: throws, what dice put into them make of them, and what has been spent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .game import Array
from .hands import Hands
from .pool import Pool


@dataclass(frozen=True)
class Throw:
    """What a roll comes to, by weight: outcomes, or a re-roll (by its number) that must be made."""

    outcomes: Mapping[int, int]
    again: Mapping[int, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(self.outcomes.values()) + sum(self.again.values())


@dataclass(frozen=True)
class Choice:
    """A throw with what dice put into it make of it: ``put`` gives several throws if they can go to several places.

    At most ``most`` dice may be put in at once.
    """

    ordinary: Throw
    put: Callable[[Pool], Sequence[Throw]]
    most: int = 1


@dataclass
class Table:
    """What all rolls of an attack share: the hands, the prices of dice, the dice spent, and when.

    ``states`` is the number of states of the squad alone; ``used`` and ``kept`` hold, by roll and
    face (or by what is seen when it may be made again), the states of the squad in which the die is
    put in (the roll made again) and those in which it is not.
    """

    hands: Hands
    prices: Mapping[int, Fraction] = field(default_factory=dict)
    states: int = 1
    spent: dict[tuple[str, int], Fraction] = field(default_factory=dict)
    used: dict[tuple[str, int | str], set[int]] = field(default_factory=dict)
    kept: dict[tuple[str, int | str], set[int]] = field(default_factory=dict)

    def spend(self, label: str, face: int, chance: Fraction) -> None:
        """Count the chance that a die is spent on a roll."""
        if chance:
            self.spent[label, face] = self.spent.get((label, face), Fraction(0)) + chance

    def seen(self, label: str, what: int | str, array: Array, *, used: bool) -> None:
        """Remember in which states of the squad a die that could be put in was, or was not."""
        where = (self.used if used else self.kept).setdefault((label, what), set())
        where.update(state % self.states for state, weight in enumerate(array) if weight)
