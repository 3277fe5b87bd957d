"""A game against the dice, solved backward: operators on the values of all states at once.

A state is a number (what the target has lost, what damage waits) and a hand (which dice are still
held). `Values` hold what each state is worth, in whole numbers over one denominator: the objective,
and where it decides ties the damage. An operator is a stretch of the attack: `Operator.back` takes the
values after it to those before it and remembers the choices; `Operator.on` takes a flow of
probability through the choices remembered. Chance nodes and decision nodes are different operators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import lcm
from operator import mul
from typing import TypeAlias

Array: TypeAlias = list[int]
Components: TypeAlias = tuple[Array, ...]  # the objective, and the damage if it decides ties


@dataclass(slots=True)
class Values:
    """What each state is worth, by hand; ``key`` names these values in the memory."""

    hands: list[Components]
    denominator: int
    key: int


@dataclass(slots=True)
class Flow:
    """The chance of each state, by hand; None for a hand that does not occur."""

    hands: list[Array | None]
    denominator: int


@dataclass
class Memory:
    """What was chosen where, and which values an operator handed on."""

    choices: dict[tuple[int, int], object] = field(default_factory=dict)
    links: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    values: dict[tuple[int, int], Values] = field(default_factory=dict)
    keys: int = 0

    def named(self, hands: list[Components], denominator: int) -> Values:
        """These values under a key of their own."""
        self.keys += 1
        return Values(hands, denominator, self.keys)


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

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        """The flow after it, through the choices remembered for the values named ``key`` after it."""
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


def joined(flows: Sequence[Flow], hands: int) -> Flow:
    """The sum of flows over one denominator."""
    total: list[Array | None] = [None] * hands
    for flow in flows:
        for hand, array in enumerate(flow.hands):
            held = total[hand]
            if array is not None:
                total[hand] = array if held is None else list(map(int.__add__, held, array))
    return Flow(total, flows[0].denominator)


def scaled(flow: Flow, factor: int) -> Flow:
    """The same flow over a denominator larger by a factor."""
    if factor == 1:
        return flow
    hands = [None if array is None else [factor * weight for weight in array] for array in flow.hands]
    return Flow(hands, flow.denominator * factor)


class Nothing(Operator):
    """Nothing happens."""

    def back(self, after: Values, memory: Memory) -> Values:
        return after

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        return flow


class InTurn(Operator):
    """Several operators, one after another."""

    def __init__(self, *parts: Operator) -> None:
        self.parts = parts
        for part in parts:
            self.scale *= part.scale

    def worked_out(self, after: Values, memory: Memory) -> Values:
        keys = []
        for part in reversed(self.parts):
            keys.append(after.key)
            after = part.back(after, memory)
        memory.links[id(self), keys[0] if keys else after.key] = keys[::-1]
        return after

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        for part, after in zip(self.parts, memory.links[id(self), key], strict=True):
            flow = part.on(flow, after, memory)
        return flow


class Chance(Operator):
    """One of several operators, by weight: a chance node."""

    def __init__(self, parts: Sequence[tuple[int, Operator]]) -> None:
        self.parts = [(weight, part) for weight, part in parts if weight]
        self.common = lcm(*(part.scale for _, part in self.parts))
        self.scale = self.common * sum(weight for weight, _ in self.parts)

    def worked_out(self, after: Values, memory: Memory) -> Values:
        found = [(weight * (self.common // part.scale), part.back(after, memory)) for weight, part in self.parts]
        hands = [weighted_components([(w, v.hands[hand]) for w, v in found]) for hand in range(len(after.hands))]
        return memory.named(hands, after.denominator * self.scale)

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        total = sum(weight for weight, _ in self.parts)
        flows = []
        for weight, part in self.parts:
            share = Flow(scaled(flow, weight).hands, flow.denominator * total)
            flows.append(scaled(part.on(share, key, memory), self.common // part.scale))
        return joined(flows, len(flow.hands))


class Repeated(Operator):
    """The same operator a random number of times; the number is known before the first.

    ``forgets`` drops intermediate values that no other operator will ask for again.
    """

    def __init__(self, part: Operator, law: Sequence[tuple[int, int]], *, forgets: bool = False) -> None:
        self.part = part
        self.forgets = forgets
        self.law = dict(law)
        self.most = max(self.law)
        self.total = sum(self.law.values())
        self.scale = part.scale**self.most * self.total

    def worked_out(self, after: Values, memory: Memory) -> Values:
        levels = [after]
        for _ in range(self.most):
            levels.append(self.part.back(levels[-1], memory))
            if self.forgets:
                memory.values.clear()  # only the choices are needed again
        memory.links[id(self), after.key] = [level.key for level in levels]
        lifts = [self.part.scale ** (self.most - n) for n in range(self.most + 1)]
        terms = [(weight * lifts[n], levels[n]) for n, weight in self.law.items()]
        hands = [weighted_components([(w, v.hands[hand]) for w, v in terms]) for hand in range(len(after.hands))]
        return memory.named(hands, after.denominator * self.scale)

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        keys = memory.links[id(self), key]
        start = Flow(flow.hands, flow.denominator * self.total)
        now: Flow | None = None
        for n in range(self.most, -1, -1):
            weight = self.law.get(n, 0)
            if weight:
                entering = scaled(start, weight * self.part.scale ** (self.most - n))
                entering.denominator = start.denominator * self.part.scale ** (self.most - n)
                now = entering if now is None else joined([now, entering], len(flow.hands))
            if n:
                assert now is not None
                now = self.part.on(now, keys[n - 1], memory)
        assert now is not None
        return now


class Steps(Operator):
    """Each state goes a number of states on, by weight: damage dealt, or damage put off."""

    def __init__(self, rows: Sequence[Sequence[tuple[int, int]]], total: int) -> None:
        self.rows = rows  # from each state: (state reached, weight)
        self.scale = total

    def worked_out(self, after: Values, memory: Memory) -> Values:
        hands = [tuple(self._back(array) for array in components) for components in after.hands]
        return memory.named(hands, after.denominator * self.scale)

    def _back(self, array: Array) -> Array:
        return [
            array[row[0][0]] * row[0][1] if len(row) == 1 else sum(array[to] * weight for to, weight in row)
            for row in self.rows
        ]

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        hands: list[Array | None] = []
        for array in flow.hands:
            if array is None:
                hands.append(None)
                continue
            after = [0] * len(array)
            for row, weight in zip(self.rows, array, strict=True):
                if weight:
                    for to, chance in row:
                        after[to] += weight * chance
            hands.append(after)
        return Flow(hands, flow.denominator * self.scale)


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
        memory.links[id(self), after.key] = [level.key for level in levels]
        lifts = [self.part.scale ** (self.most - n) for n in range(self.most + 1)]
        hands = []
        for hand in range(len(after.hands)):
            blocks = [weighted_components([(lift, v.hands[hand])]) for lift, v in zip(lifts, levels, strict=True)]
            hands.append(tuple([w for block in blocks for w in block[i]] for i in range(len(after.hands[hand]))))
        return memory.named(hands, after.denominator * self.scale)

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        keys = memory.links[id(self), key]
        now: Flow | None = None
        for n in range(self.most, -1, -1):
            lift = self.part.scale ** (self.most - n)
            entering = scaled(_block(flow, n, self.most + 1), lift)
            now = entering if now is None else joined([now, entering], len(flow.hands))
            if n:
                now = self.part.on(now, keys[n - 1], memory)
        assert now is not None
        return now


class Opened(Operator):
    """Before: states; after: as many blocks of them, of which the first is entered: nothing waits yet."""

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks

    def worked_out(self, after: Values, memory: Memory) -> Values:
        size = len(after.hands[0][0]) // self.blocks
        return memory.named([tuple(array[:size] for array in hand) for hand in after.hands], after.denominator)

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        more = self.blocks - 1
        return Flow([None if a is None else a + [0] * (len(a) * more) for a in flow.hands], flow.denominator)


def _block(flow: Flow, number: int, blocks: int) -> Flow:
    hands: list[Array | None] = []
    for array in flow.hands:
        size = 0 if array is None else len(array) // blocks
        hands.append(None if array is None else array[number * size : (number + 1) * size])
    return Flow(hands, flow.denominator)


class PassedOn(Operator):
    """What one unit has left is handed on to the next: ``to`` gives for each hand before the number of that after."""

    def __init__(self, to: Sequence[int], after: int) -> None:
        self.to = to
        self.after = after

    def worked_out(self, after: Values, memory: Memory) -> Values:
        return memory.named([after.hands[hand] for hand in self.to], after.denominator)

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        flows = []
        for hand, array in zip(self.to, flow.hands, strict=True):
            flows.append(Flow([array if hand == other else None for other in range(self.after)], flow.denominator))
        return joined(flows, self.after)


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
        return memory.named(hands, after.denominator * self.scale)

    def on(self, flow: Flow, key: int, memory: Memory) -> Flow:
        flows = []
        for number, part in enumerate(self.parts):
            share: list[Array | None] = []
            for array in flow.hands:
                own = array and [w if p == number else 0 for w, p in zip(array, self.which, strict=True)]
                share.append(own if own and any(own) else None)
            if any(array is not None for array in share):
                gone = part.on(Flow(share, flow.denominator), key, memory)
                flows.append(scaled(gone, self.scale // part.scale))
        return joined(flows, len(flow.hands))
