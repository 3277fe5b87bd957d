"""A roll that one side makes: with its dice, with one that it holds put in place of a die, or made again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import TypeAlias

from .game import Array, Components, Flow, Memory, Operator, Terms, Values, weighted_components
from .hands import ATTACKER
from .pool import Pool
from .table import Choice, Table, Throw

Lifted: TypeAlias = tuple[int, Components]  # values, and what brings them to a common denominator

KEEP = 0  # the choice to roll, or to let a roll stand
LEFT = "left"  # a lethal hit that is not taken: it rolls to wound
REROLL = 0  # what is spent by the Command Re-roll, in place of a face


class Roll(Operator):
    """A decision node: whoever makes the roll may put one die into it before, and into its re-roll.

    ``parts`` are what follows each outcome, ``second`` the re-rolls to which ``first`` may lead.
    """

    def __init__(
        self,
        table: Table,
        label: str,
        parts: Sequence[Operator],
        first: Choice,
        second: Sequence[Choice] = (),
        owner: int = ATTACKER,
    ) -> None:
        self.table, self.label, self.parts, self.first, self.second, self.owner = table, label, parts, first, second, owner
        self.common = lcm(*(part.scale for part in parts))
        self.found: dict[tuple[int, int], list[tuple[Pool, int, Throw]]] = {}
        self.totals = {id(choice): self._total(choice) for choice in (first, *second)}
        self.again = lcm(*(self.totals[id(choice)] for choice in second)) if second else 1
        self.scale = self.common * self.again * self.totals[id(first)]

    def _total(self, choice: Choice) -> int:
        """The common total of all throws that a choice may come to."""
        put = [throw for faces in self.table.hands.ever(self.owner, choice.most) for throw in choice.put(faces)]
        return lcm(choice.ordinary.total, *(throw.total for throw in put))

    def worked_out(self, after: Values, memory: Memory) -> Values:
        found = [part.back(after, memory) for part in self.parts]
        lifts = [self.common // part.scale for part in self.parts]
        before = after.denominator * self.common
        outcomes = [
            [(lift, v.hands[hand]) for lift, v in zip(lifts, found, strict=True)] for hand in range(len(after.hands))
        ]
        choices: list[list[Sequence[int]]] = []
        rerolls: list[list[Components]] = [[] for _ in after.hands]  # by hand, then by number of the re-roll
        for choice in self.second:
            lift = self.again // self.totals[id(choice)]
            best, chosen = self._decided(choice, outcomes, None, before * self.again, lift)
            choices.append(chosen)
            for hand, components in enumerate(best):
                rerolls[hand].append(components)
        best, chosen = self._decided(self.first, outcomes, rerolls, before * self.again * self.totals[id(self.first)], 1)
        self.table.decided(self.label, [(), *(faces for faces, _, _ in self._options(self.first, 0))], chosen[0])
        terms = [(lift, v.key) for lift, v in zip(lifts, found, strict=True)]
        return memory.named(best, after.denominator * self.scale, partial(self._lead, terms, [chosen, *choices]))

    def _decided(
        self,
        choice: Choice,
        outcomes: Sequence[Sequence[Lifted]],
        rerolls: Sequence[Sequence[Components] | None] | None,
        denominator: int,
        lift: int,
    ) -> tuple[list[Components], list[Sequence[int]]]:
        """For each hand the better of rolling and of each die, and which was chosen in each state."""
        best, chosen = [], []
        after = rerolls or [None] * len(outcomes)
        for hand in range(len(outcomes)):
            value = self._thrown(choice.ordinary, choice, outcomes[hand], after[hand], lift)
            choices: Sequence[int] = ()
            for number, (faces, left, throw) in enumerate(self._options(choice, hand), start=1):
                other = self._thrown(throw, choice, outcomes[left], after[left], lift)
                price = self._price(faces)
                if price:
                    cost = price.numerator * (denominator // price.denominator)
                    other = ([value_ - cost for value_ in other[0]], *other[1:])
                value, choices = better(self.owner, value, other, choices, number)
            best.append(value)
            chosen.append(choices)
        return best, chosen

    def _price(self, faces: Pool) -> Fraction:
        """What the attacker pays for spending these dice."""
        if self.owner != ATTACKER or not self.table.prices:
            return Fraction(0)
        return sum((self.table.prices.get(face, Fraction(0)) for face in faces), Fraction(0))

    def _options(self, choice: Choice, hand: int) -> list[tuple[Pool, int, Throw]]:
        """The dice that may be put in: faces, hand left, what becomes of the throw (what is new)."""
        place = (id(choice), hand)
        if place in self.found:
            return self.found[place]
        found = self.found[place] = []
        options = self.table.hands.options(self.owner, hand, choice.most) if self.table.may_take(self.label) else []
        for faces, left in options:
            for throw in choice.put(faces):
                same = (f for f, where, other in found if where == left and other == throw)
                if not any(self._price(f) == self._price(faces) for f in same):
                    found.append((faces, left, throw))
        return found

    def _thrown(
        self,
        throw: Throw,
        choice: Choice,
        outcomes: Sequence[Lifted],
        rerolls: Sequence[Components] | None,
        lift: int,
    ) -> Components:
        """What a throw is worth in every state."""
        scale = lift * (self.totals[id(choice)] // throw.total)
        inner = self.again if rerolls is not None else 1
        terms = [(weight * scale * inner * outcomes[to][0], outcomes[to][1]) for to, weight in throw.outcomes.items()]
        if rerolls is not None:
            terms += [(weight * scale, rerolls[number]) for number, weight in throw.again.items()]
        return weighted_components(terms)

    def _lead(self, parts: Terms, chosen: list[list[Sequence[int]]], flow: Flow, memory: Memory) -> None:
        outcomes: list[dict[int, Array]] = [{} for _ in self.parts]
        rerolls: list[dict[int, Array]] = [{} for _ in self.second]
        self._thrown_on(flow, self.first, chosen[0], outcomes, rerolls, 1, self.again)
        at_reroll = flow.denominator * self.totals[id(self.first)]
        for number, choice in enumerate(self.second):
            lift = self.again // self.totals[id(choice)]
            self._thrown_on(Flow(rerolls[number], at_reroll), choice, chosen[1 + number], outcomes, None, lift, 1)
        for (weight, key), reached in zip(parts, outcomes, strict=True):
            for hand, array in reached.items():
                memory.enter(key, hand, array, weight)

    def _thrown_on(
        self,
        before: Flow,
        choice: Choice,
        chosen: Sequence[Sequence[int]],
        outcomes: list[dict[int, Array]],
        rerolls: list[dict[int, Array]] | None,
        lift: int,
        inner: int,
    ) -> None:
        """Send the flow through the choices of one throw, to outcomes and re-rolls."""
        for hand, array in before.hands.items():
            options: list[tuple[Pool, int, Throw]] = [((), hand, choice.ordinary), *self._options(choice, hand)]
            for number, (faces, left, throw) in enumerate(options):
                part = chosen_part(array, chosen[hand], number)
                if part is None:
                    continue
                for other in {face for several, _, _ in options for face in several}:
                    self.table.seen(self.label, other, part, used=other in faces)
                for face in faces:
                    self.table.spend(self.label, face, Fraction(sum(part), before.denominator))
                scale = lift * (self.totals[id(choice)] // throw.total)
                for outcome, weight in throw.outcomes.items():
                    _add(outcomes[outcome], left, part, weight * scale * inner)
                for again, weight in throw.again.items() if rerolls is not None else ():
                    _add(rerolls[again], left, part, weight * scale)  # type: ignore[index]


def better(
    owner: int, value: Components, other: Components, choices: Sequence[int], number: int
) -> tuple[Components, Sequence[int]]:
    """The better of two for the owner in every state; equal ones leave the choice as it was."""
    sign = 1 if owner == ATTACKER else -1
    if len(value) == 1:
        wins = [sign * b > sign * a for a, b in zip(value[0], other[0], strict=True)]
    else:
        pairs = zip(value[0], value[1], other[0], other[1], strict=True)
        wins = [sign * c > sign * a or (c == a and sign * d > sign * b) for a, b, c, d in pairs]
    if not any(wins):
        return value, choices
    mixed = tuple(
        [b if win else a for a, b, win in zip(one, two, wins, strict=True)] for one, two in zip(value, other, strict=True)
    )
    held = choices or bytes(len(wins))
    return mixed, bytes(number if win else was for was, win in zip(held, wins, strict=True))


def chosen_part(array: Array, chosen: Sequence[int], number: int) -> Array | None:
    """The flow in the states where this was chosen, or None if there is none."""
    if not chosen:
        return array if number == KEEP else None
    part = [weight if choice == number else 0 for weight, choice in zip(array, chosen, strict=True)]
    return part if any(part) else None


def _add(hands: dict[int, Array], hand: int, array: Array, weight: int) -> None:
    held = hands.get(hand)
    if held is None:
        hands[hand] = [weight * w for w in array]
    else:
        hands[hand] = [h + weight * w for h, w in zip(held, array, strict=True)]


class Best(Operator):
    """A decision node without dice: the owner takes the part that is worth most; ties: the first."""

    def __init__(self, *parts: Operator, owner: int = ATTACKER) -> None:
        self.parts = parts
        self.owner = owner
        self.scale = lcm(*(part.scale for part in parts))

    def left(self, hand: int) -> int | None:
        """The hand left once another part than the first is taken; None if none can be."""
        return hand

    def worked_out(self, after: Values, memory: Memory) -> Values:
        found = [part.back(after, memory) for part in self.parts]
        lifts = [self.scale // part.scale for part in self.parts]
        hands, chosen = [], []
        for hand in range(len(after.hands)):
            value = weighted_components([(lifts[0], found[0].hands[hand])])
            choices: Sequence[int] = ()
            left = self.left(hand)
            for number in range(1, len(self.parts)):
                if left is None:
                    break
                other = weighted_components([(lifts[number], found[number].hands[left])])
                value, choices = better(self.owner, value, other, choices, number)
            hands.append(value)
            chosen.append(choices)
        terms = [(lift, v.key) for lift, v in zip(lifts, found, strict=True)]
        return memory.named(hands, after.denominator * self.scale, partial(self._lead, terms, chosen))

    def _lead(self, terms: Terms, chosen: Sequence[Sequence[int]], flow: Flow, memory: Memory) -> None:
        for hand, array in flow.hands.items():
            left = self.left(hand)
            for number, (weight, key) in enumerate(terms):
                picked = chosen_part(array, chosen[hand], number)
                after = hand if number == KEEP else left
                if picked is not None and after is not None:
                    memory.enter(key, after, picked, weight)
                    if left is not None:
                        self.taken(number, picked, flow.denominator)

    def taken(self, number: int, part: Array, denominator: int) -> None:
        """A part was taken in these states where there was a choice."""


class LethalChoice(Best):
    """A decision node after critical hits: the first part takes them all as wounds, others roll to wound for some."""

    def __init__(self, table: Table, label: str, *parts: Operator) -> None:
        super().__init__(*parts)
        self.table, self.label = table, label

    def taken(self, number: int, part: Array, denominator: int) -> None:
        self.table.seen(self.label, LEFT, part, used=number != KEEP)


class CommandReroll(Best):
    """A decision node after a roll is seen: it stands, or its owner uses the Command Re-roll on (part of) it.

    ``shown`` says for each way to make it again what is then made again.
    """

    def __init__(
        self, table: Table, label: str, shown: Sequence[str], stands: Operator, again: Sequence[Operator], owner: int
    ) -> None:
        super().__init__(stands, *again, owner=owner)
        self.table, self.label, self.shown = table, label, shown
        self.after = table.hands.after_reroll[owner]

    def left(self, hand: int) -> int | None:
        return self.after[hand]

    def taken(self, number: int, part: Array, denominator: int) -> None:
        for other, shown in enumerate(self.shown, start=1):
            self.table.seen(self.label, shown, part, used=number == other)
        if number != KEEP:
            self.table.spend(self.label, REROLL, Fraction(sum(part), denominator))
