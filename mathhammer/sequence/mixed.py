"""A target of several kinds of models as a vector of live states.

The groups die one after another, so the wounds lost so far say which model is hit next; a group whose
first failed save costs nothing has a bit more while that group is in front. Where precision may reach
characters early they stand in a column of their own, and a state is a pair: how far each column is gone.
A group of which one model came wounded may stand as two ranks, for wounded models are taken first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations
from typing import NamedTuple

from .squad import Squad


@dataclass(frozen=True)
class Rank:
    """Models of one written group that die one after another; ``lost`` wounds of the first are gone already."""

    group: int
    models: int
    wounds: int
    lost: int = 0
    shield: bool = False

    @property
    def size(self) -> int:
        """The wounds that are left to lose."""
        return self.models * self.wounds - self.lost


class Place(NamedTuple):
    """How far a column is gone: the rank in front, the wounds lost in it, the groups whose shield is used."""

    rank: int
    gone: int
    used: frozenset[int]


@dataclass(frozen=True)
class Column:
    """Ranks that die in this order."""

    ranks: tuple[Rank, ...]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every place while someone lives, in the order in which they can be reached."""
        found = []
        for number, rank in enumerate(self.ranks):
            for gone in range(rank.size):
                found += [Place(number, gone, used) for used in self._uses[number]]
        return tuple(found)

    @cached_property
    def _uses(self) -> tuple[dict[frozenset[int], int], ...]:
        """For each rank which shields may have been used while it is in front, numbered."""
        found = []
        for shields in self._shields:
            uses = [used for many in range(len(shields) + 1) for used in combinations(shields, many)]
            found.append({frozenset(used): number for number, used in enumerate(uses)})
        return tuple(found)

    @cached_property
    def _shields(self) -> tuple[tuple[int, ...], ...]:
        """For each rank the groups whose shield still matters and may be used while it is in front."""
        found = []
        for number in range(len(self.ranks)):
            begun = {rank.group for rank in self.ranks[: number + 1] if rank.shield}
            found.append(tuple(sorted(begun.intersection(rank.group for rank in self.ranks[number:]))))
        return tuple(found)

    @cached_property
    def _first(self) -> tuple[int, ...]:
        """For each rank the number of its first place, and beyond all of them."""
        sizes = (rank.size * len(uses) for rank, uses in zip(self.ranks, self._uses, strict=True))
        return tuple(accumulate(sizes, initial=0))

    def _number(self, rank: int, gone: int, used: frozenset[int]) -> int:
        uses = self._uses[rank]
        return self._first[rank] + gone * len(uses) + uses[used]

    def left(self, place: Place) -> int:
        """The wounds that the model in front has left."""
        rank = self.ranks[place.rank]
        return rank.wounds - (rank.lost + place.gone) % rank.wounds

    def breaks(self, place: Place) -> bool:
        """Whether the shield of the group in front is there to be used."""
        rank = self.ranks[place.rank]
        return rank.shield and rank.group not in place.used

    def after(self, place: Place, lost: int, *, broken: bool = False) -> int:
        """The number of the place once so many more wounds of its rank are lost; beyond the last when all are dead.

        ``broken`` says that the shield of the group in front has been used by that.
        """
        rank = self.ranks[place.rank]
        used = place.used | {rank.group} if broken else place.used
        if place.gone + lost < rank.size:
            return self._number(place.rank, place.gone + lost, used)
        if place.rank + 1 == len(self.ranks):
            return len(self.places)
        return self._number(place.rank + 1, 0, used.intersection(self._shields[place.rank + 1]))


class Hit(NamedTuple):
    """Where a packet lands: in which column, at which place."""

    apart: bool
    place: Place


@dataclass(frozen=True)
class MixedSquad(Squad):
    """Several kinds of models: the ``body`` dies rank by rank, then the characters who stand ``apart``.

    ``counters`` are states that are no states of the target: they add up what `Blow` counts.
    """

    body: Column = Column(())
    apart: Column = Column(())
    counters: int = 0

    @cached_property
    def live(self) -> int:
        """The number of live states, counters aside."""
        return (len(self.body.places) + 1) * (len(self.apart.places) + 1) - 1

    @property
    def states(self) -> int:
        """The number of live states and counters."""
        return self.live + self.counters

    @property
    def start_state(self) -> int:
        """The state in which the volley begins: what is lost before it is none of the states."""
        return 0

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """All ranks, in the order in which they die."""
        return self.body.ranks + self.apart.ranks

    @cached_property
    def places(self) -> tuple[tuple[Place | None, Place | None], ...]:
        """How far the body and those apart are gone in every live state, None when they are dead."""
        both = [(b, a) for b in (*self.body.places, None) for a in (*self.apart.places, None)]
        return tuple(both[:-1])

    def hit(self, state: int, aim: frozenset[int]) -> Hit:
        """Where a packet lands that is directed at some ranks of those apart, if one of them is in front there."""
        body, apart = self.places[state]
        if apart is not None and (body is None or apart.rank in aim):
            return Hit(True, apart)
        assert body is not None
        return Hit(False, body)

    def group_hit(self, state: int, aim: frozenset[int]) -> int:
        """The written group that such a packet meets."""
        hit = self.hit(state, aim)
        return (self.apart if hit.apart else self.body).ranks[hit.place.rank].group

    def step(self, state: int, hit: Hit, after: int) -> int:
        """The step of the state when the column that is hit comes to a place; death leads beyond the counters."""
        across = len(self.apart.places) + 1
        reached = state - state % across + after if hit.apart else after * across + state % across
        return (reached if reached < self.live else self.states) - state

    @cached_property
    def gone(self) -> tuple[int, ...]:
        """The wounds lost in every live state, from full strength, and when all are dead."""
        return tuple(sum(lost for _, lost in self.tally(state)) for state in range(self.live + 1))

    def lost_in(self, state: int) -> int:
        """The wounds lost in a state by all groups, from full strength; all of them when all are dead."""
        return self.gone[state]

    def tally(self, state: int) -> tuple[tuple[int, int], ...]:
        """For each written group the models slain and the wounds lost, from full strength; also for the dead."""
        ends = self.places[state] if state < self.live else (None, None)
        lost: dict[int, list[int]] = {}
        for column, place in zip((self.body, self.apart), ends, strict=True):
            for number, rank in enumerate(column.ranks):
                dead = place is None or number < place.rank
                gone = rank.size if dead else place.gone if place is not None and number == place.rank else 0
                total = lost.setdefault(rank.group, [0, 0])
                total[0] += (rank.lost + gone) // rank.wounds
                total[1] += rank.lost + gone
        return tuple((lost[group][0], lost[group][1]) for group in sorted(lost))
