"""A game against the dice, solved backward: operators on the values of all states at once.

A state is a number (what the target has lost, what damage waits) and a hand (which dice are still
held). `Values` hold what each state is worth, in whole numbers over one denominator: the objective,
and where it decides ties the damage. An operator is a stretch of the attack: `Operator.back` takes the
values after it to those before it. Values are made of other values, each times a whole number; the
`Memory` keeps of which, and what was chosen. A `Flow` of probability is led the same ways forward, from
values to those that they were made of. Chance nodes and decision nodes are different operators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import lcm
from operator import mul
from typing import TypeAlias

Array: TypeAlias = list[int]
Components: TypeAlias = tuple[Array, ...]  # the objective, and the damage if it decides ties
Lead: TypeAlias = "Callable[[Flow, Memory], None]"  # leads a flow on to the values of which others were made
Terms: TypeAlias = Sequence[tuple[int, int]]  # weights and keys of values


@dataclass(slots=True)
class Values:
    """What each state is worth, by hand; ``key`` names these values in the memory."""

    hands: list[Components]
    denominator: int
    key: int


@dataclass(slots=True)
class Flow:
    """The chance of each state, by hand, for the hands that occur."""

    hands: dict[int, Array]
    denominator: int


@dataclass
class Memory:
    """Which values an operator handed on, and of what values were made; the flows that reach them.

    Values are made of values with lower keys. All flows before some values are over one denominator, for theirs
    times that of the values is the same everywhere.
    """

    values: dict[tuple[int, int], Values] = field(default_factory=dict)
    leads: list[tuple[Lead | None, int]] = field(default_factory=list)
    flows: dict[int, dict[int, Array]] = field(default_factory=dict)

    def named(self, hands: list[Components], denominator: int, lead: Lead | None = None) -> Values:
        """These values under a key of their own; ``lead`` knows of what they were made."""
        self.leads.append((lead, denominator))
        return Values(hands, denominator, len(self.leads) - 1)

    def enter(self, key: int, hand: int, array: Array, weight: int = 1) -> None:
        """So much more flows into these values."""
        hands = self.flows.setdefault(key, {})
        held = hands.get(hand)
        if held is not None:
            hands[hand] = [h + weight * w for h, w in zip(held, array, strict=True)]
        else:
            hands[hand] = array if weight == 1 else [weight * w for w in array]

    def led(self, before: Values, state: int) -> Flow:
        """The flow that begins in a state of the first hand before these values, at the first values of all."""
        first = [0] * len(before.hands[0][0])
        first[state] = 1
        self.flows = {before.key: {0: first}}
        for key in range(before.key, 0, -1):
            lead, denominator = self.leads[key]
            if key in self.flows and lead is not None:
                lead(Flow(self.flows.pop(key), before.denominator // denominator), self)
        return Flow(self.flows.pop(0), before.denominator // self.leads[0][1])


class Operator:
    """A stretch of the attack; ``scale`` is the factor by which it lengthens denominators."""

    scale: int = 1

    def back(self, after: Values, memory: Memory) -> Values:
        """The values before it, from those after it; what was worked out for the same values is used again."""
        place = (id(self), after.key)
        if place not in memory.values:
            memory.values[place] = self.worked_out(after, memory)
        return memory.values[place]

    def worked_out(self, after: Values, memory: Memory) -> Values:
        """The values before it."""
        raise TypeError(f"{type(self).__name__} is no operator of its own")


def weighted(terms: Sequence[tuple[int, Array]]) -> Array:
    """The sum of arrays, each times its weight."""
    if len(terms) == 1:
        weight, array = terms[0]
        return array if weight == 1 else [weight * value for value in array]
    if len(terms) == 2:
        (v, one), (w, other) = terms
        return [v * a + w * b for a, b in zip(one, other, strict=True)]
    weights = [weight for weight, _ in terms]
    return [sum(map(mul, weights, values)) for values in zip(*(array for _, array in terms), strict=True)]


def weighted_components(terms: Sequence[tuple[int, Components]]) -> Components:
    """The sum of components, each times its weight."""
    return tuple(weighted([(w, c[i]) for w, c in terms]) for i in range(len(terms[0][1])))


def mixed(terms: Sequence[tuple[int, Values]], denominator: int, memory: Memory) -> Values:
    """The sum of values, each times its weight."""
    size = len(terms[0][1].hands)
    hands = [weighted_components([(w, v.hands[hand]) for w, v in terms]) for hand in range(size)]
    return memory.named(hands, denominator, partial(_spread, [(w, v.key) for w, v in terms]))


def _spread(terms: Terms, flow: Flow, memory: Memory) -> None:
    for weight, key in terms:
        for hand, array in flow.hands.items():
            memory.enter(key, hand, array, weight)


class Nothing(Operator):
    """Nothing happens."""

    def back(self, after: Values, memory: Memory) -> Values:
        return after


class InTurn(Operator):
    """Several operators, one after another."""

    def __init__(self, *parts: Operator) -> None:
        self.parts = parts
        for part in parts:
            self.scale *= part.scale

    def worked_out(self, after: Values, memory: Memory) -> Values:
        for part in reversed(self.parts):
            after = part.back(after, memory)
        return after


class Chance(Operator):
    """One of several operators, by weight: a chance node."""

    def __init__(self, parts: Sequence[tuple[int, Operator]]) -> None:
        self.parts = [(weight, part) for weight, part in parts if weight]
        self.common = lcm(*(part.scale for _, part in self.parts))
        self.scale = self.common * sum(weight for weight, _ in self.parts)

    def worked_out(self, after: Values, memory: Memory) -> Values:
        found = [(weight * (self.common // part.scale), part.back(after, memory)) for weight, part in self.parts]
        return mixed(found, after.denominator * self.scale, memory)


class Repeated(Operator):
    """The same operator a random number of times; the number is known before the first.

    ``forgets`` drops intermediate values that no other operator will ask for again; ``left`` is told before
    each time how many times are to come.
    """

    def __init__(
        self,
        part: Operator,
        law: Sequence[tuple[int, int]],
        *,
        forgets: bool = False,
        left: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.part = part
        self.forgets = forgets
        self.left = left
        self.law = dict(law)
        self.most = max(self.law)
        self.total = sum(self.law.values())
        self.scale = part.scale**self.most * self.total

    def worked_out(self, after: Values, memory: Memory) -> Values:
        levels = [after]
        for number in range(self.most):
            self.left(number + 1)
            levels.append(self.part.back(levels[-1], memory))
            if self.forgets:
                memory.values.clear()  # only what they were made of is needed again
        terms = [(weight * self.part.scale ** (self.most - n), levels[n]) for n, weight in self.law.items() if weight]
        return mixed(terms, after.denominator * self.scale, memory)


class Steps(Operator):
    """Each state goes a number of states on, by weight: damage dealt, or damage put off."""

    def __init__(self, rows: Sequence[Sequence[tuple[int, int]]], total: int) -> None:
        self.rows = rows  # from each state: (state reached, weight)
        self.scale = total

    def worked_out(self, after: Values, memory: Memory) -> Values:
        hands = [tuple(self._back(array) for array in components) for components in after.hands]
        return memory.named(hands, after.denominator * self.scale, partial(self._lead, after.key))

    def _back(self, array: Array) -> Array:
        return [
            array[row[0][0]] * row[0][1] if len(row) == 1 else sum(array[to] * weight for to, weight in row)
            for row in self.rows
        ]

    def _lead(self, key: int, flow: Flow, memory: Memory) -> None:
        for hand, array in flow.hands.items():
            after = [0] * len(array)
            for row, weight in zip(self.rows, array, strict=True):
                if weight:
                    for to, chance in row:
                        after[to] += weight * chance
            memory.enter(key, hand, after)


class Deferred(Operator):
    """Before: a block of states for each number of packets that wait; after: they have been dealt.

    ``part`` deals one packet. With ``most`` packets at the most, block n of the states before begins
    at n times the number of states after.
    """

    def __init__(self, part: Operator, most: int) -> None:
        self.part = part
        self.most = most
        self.scale = part.scale**most

    def worked_out(self, after: Values, memory: Memory) -> Values:
        levels = [after]
        for _ in range(self.most):
            levels.append(self.part.back(levels[-1], memory))
        lifts = [self.part.scale ** (self.most - n) for n in range(self.most + 1)]
        hands = []
        for hand in range(len(after.hands)):
            blocks = [weighted_components([(lift, v.hands[hand])]) for lift, v in zip(lifts, levels, strict=True)]
            hands.append(tuple([w for block in blocks for w in block[i]] for i in range(len(after.hands[hand]))))
        blocks_of = [(lift, level.key) for lift, level in zip(lifts, levels, strict=True)]
        return memory.named(hands, after.denominator * self.scale, partial(self._lead, blocks_of))

    @staticmethod
    def _lead(blocks: Terms, flow: Flow, memory: Memory) -> None:
        for hand, array in flow.hands.items():
            size = len(array) // len(blocks)
            for number, (lift, key) in enumerate(blocks):
                block = array[number * size : (number + 1) * size]
                if any(block):
                    memory.enter(key, hand, block, lift)


class Opened(Operator):
    """Before: states; after: as many blocks of them, of which the first is entered: nothing waits yet."""

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks

    def worked_out(self, after: Values, memory: Memory) -> Values:
        size = len(after.hands[0][0]) // self.blocks
        hands = [tuple(array[:size] for array in hand) for hand in after.hands]
        return memory.named(hands, after.denominator, partial(self._lead, after.key))

    def _lead(self, key: int, flow: Flow, memory: Memory) -> None:
        for hand, array in flow.hands.items():
            memory.enter(key, hand, array + [0] * (len(array) * (self.blocks - 1)))


class PassedOn(Operator):
    """What one unit has left is handed on to the next: ``to`` gives for each hand before the number of that after."""

    def __init__(self, to: Sequence[int]) -> None:
        self.to = to

    def worked_out(self, after: Values, memory: Memory) -> Values:
        hands = [after.hands[hand] for hand in self.to]
        return memory.named(hands, after.denominator, partial(self._lead, after.key))

    def _lead(self, key: int, flow: Flow, memory: Memory) -> None:
        for hand, array in flow.hands.items():
            memory.enter(key, self.to[hand], array)


class ByState(Operator):
    """One of several operators, as the state has it: ``which`` gives for each state the number of the part."""

    def __init__(self, parts: Sequence[Operator], which: Sequence[int]) -> None:
        self.parts = parts
        self.which = which
        self.scale = lcm(*(part.scale for part in parts))

    def worked_out(self, after: Values, memory: Memory) -> Values:
        found = [part.back(after, memory) for part in self.parts]
        lifts = [self.scale // part.scale for part in self.parts]
        hands = []
        for hand in range(len(found[0].hands)):
            several = [weighted_components([(lift, v.hands[hand])]) for lift, v in zip(lifts, found, strict=True)]
            kinds = range(len(several[0]))
            hands.append(tuple([several[part][i][s] for s, part in enumerate(self.which)] for i in kinds))
        terms = [(lift, v.key) for lift, v in zip(lifts, found, strict=True)]
        return memory.named(hands, after.denominator * self.scale, partial(self._lead, terms))

    def _lead(self, terms: Terms, flow: Flow, memory: Memory) -> None:
        for number, (lift, key) in enumerate(terms):
            for hand, array in flow.hands.items():
                share = [w if part == number else 0 for w, part in zip(array, self.which, strict=True)]
                if any(share):
                    memory.enter(key, hand, share, lift)
