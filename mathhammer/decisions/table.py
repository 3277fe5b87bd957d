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
    put in (the roll made again) and those in which it is not. With ``only``, dice may go into rolls of that
    kind alone. ``left`` is the number of attacks to come, the present one counted, where they are made one by one;
    with a ``record`` it keeps for each such number and roll which dice the first hand puts in, state by state.
    """

    hands: Hands
    prices: Mapping[int, Fraction] = field(default_factory=dict)
    states: int = 1
    spent: dict[tuple[str, int], Fraction] = field(default_factory=dict)
    used: dict[tuple[str, int | str], set[int]] = field(default_factory=dict)
    kept: dict[tuple[str, int | str], set[int]] = field(default_factory=dict)
    only: str | None = None
    left: int = 0
    record: dict[tuple[int, str], list[list[Pool]]] | None = None

    def attacks_left(self, number: int) -> None:
        """So many attacks are to come."""
        self.left = number

    def decided(self, label: str, options: Sequence[Pool], chosen: Sequence[int]) -> None:
        """Record what the first hand does before a roll in each state; nothing ``chosen``: it keeps its dice."""
        if self.record is not None:
            found = [options[choice] for choice in chosen[: self.states]] or [()] * self.states
            self.record.setdefault((self.left, label), []).append(found)

    def may_take(self, label: str) -> bool:
        """Whether dice may go into this roll."""
        return self.only is None or label.rpartition(" ")[2] == self.only

    def spend(self, label: str, face: int, chance: Fraction) -> None:
        """Count the chance that a die is spent on a roll."""
        if chance:
            self.spent[label, face] = self.spent.get((label, face), Fraction(0)) + chance

    def seen(self, label: str, what: int | str, array: Array, *, used: bool) -> None:
        """Remember in which states of the squad a die that could be put in was, or was not."""
        where = (self.used if used else self.kept).setdefault((label, what), set())
        where.update(state % self.states for state, weight in enumerate(array) if weight)
