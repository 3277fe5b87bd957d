"""Numbers of attacks that are rolled together, of which one die may be rolled again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from ..dice import added
from ..errors import LimitError
from ..sequence.steps import Steps
from ..stages import Attacks
from .game import Chance, Operator
from .hands import ATTACKER
from .roll import CommandReroll
from .table import Table
from .throws import Again, Part, Sum

MOST_GATHERED = 20_000  # sums of attacks, with what of them can be rolled again
Made = tuple[int, Attacks, Sum, Part]  # attacks of one copy, and what of its roll can be made again


def pooled(table: Table, label: str, steps: Steps, part: Callable[[int], Operator], again_of: Again) -> Operator:
    """The numbers of attacks of all copies of a weapon, rolled together; one die may be rolled again."""
    copies = [roll for roll, count in steps.gathered for _ in range(count)]
    extra = added(*[die.law() for roll in copies for die in roll.extra])
    sums: dict[tuple[int, frozenset[Made]], int] = {(0, frozenset()): 1}
    for made in copies:
        after: dict[tuple[int, frozenset[Made]], int] = {}
        for (known, free), weight in sums.items():
            for number_made, more, chance in _made(made, again_of):
                key = (known + number_made, free | more)
                after[key] = after.get(key, 0) + weight * chance
        if len(after) > MOST_GATHERED:
            raise LimitError("these numbers of attacks are too many to decide on", "write fewer weapons, or rolls one")
        sums = after
    done = cache(lambda known: Chance([(weight, part(known + more)) for more, weight in extra]))

    def offered(known: int, free: frozenset[Made]) -> Operator:
        options = sorted(free, key=lambda made: (made[0], made[3].staying))
        again = [
            Chance([(w, done(known - n + new)) for new, w in _again(made, roll, part_)]) for n, made, roll, part_ in options
        ]
        shown = [str(n) for n, *_ in options]
        return CommandReroll(table, label, shown, done(known), again, ATTACKER) if again else done(known)

    return Chance([(weight, offered(*state)) for state, weight in sums.items()])


def _made(attacks: Attacks, again: Again) -> Iterator[tuple[int, frozenset[Made], int]]:
    """What one copy's roll for its number of attacks comes to: the number, what can be made again, the weight."""
    roll = Sum(attacks.dice, attacks.reroll)
    first = roll.whole.thrown()
    most = 6 ** len(roll.whole.kinds)
    for lying, weight in first.items():
        part = roll.again(lying)
        if part is None:
            options = [(_raised(attacks, roll.total(lying)), attacks, roll, p) for p in roll.commanded(lying, (), again)]
            yield _raised(attacks, roll.total(lying)), frozenset(options), weight * most
            continue
        second = part.thrown()
        scale = most // sum(second.values())
        for fresh, chance in second.items():
            all_dice = tuple(sorted(part.staying + fresh))
            total = _raised(attacks, roll.total(all_dice))
            options = [(total, attacks, roll, p) for p in roll.commanded(all_dice, fresh, again)]
            yield total, frozenset(options), weight * chance * scale


def _again(attacks: Attacks, roll: Sum, part: Part) -> list[tuple[int, int]]:
    return [(_raised(attacks, roll.total(tuple(sorted(part.staying + new)))), w) for new, w in part.thrown().items()]


def _raised(attacks: Attacks, rolled: int) -> int:
    """The number of attacks before what is added after the bound; raises are no dice where a pool is rolled."""
    return max(1, rolled + sum(raised.plus for raised in attacks.raises)) if attacks.raises else rolled
