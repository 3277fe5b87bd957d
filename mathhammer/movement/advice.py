"""The best policy of a roll, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from .roll import Case, Faces, Policy, Roll

_SAME: dict[int, str] = {1: "the die", 2: "both dice", 3: "all three dice"}
Reading = tuple[str, Callable[[Faces], int]]  # what one reads off the table, and how


def advice(policy: Policy, base: Fraction) -> str:
    """What to do, in words; ``base`` is what the roll is worth without any die held.

    >>> from .roll import best
    >>> advice(best(Roll(need=9, dice=(6, 5))), Fraction(5, 18))
    'use the 6 before the roll'
    >>> advice(best(Roll(need=9, reroll="one")), Fraction(5, 18))
    'if the roll fails, re-roll the lower die when the higher die shows 3 or more'
    """
    parts = [*_before(policy, base), *_after(policy)]
    return "; ".join(parts) or "nothing to decide"


def _before(policy: Policy, base: Fraction) -> Iterator[str]:
    """What to do before the roll."""
    roll = policy.roll
    if roll.die is not None:
        better = (policy.value > base) - (policy.value < base)
        yield {
            1: f"the {roll.die} helps: put it in",
            0: f"the {roll.die} changes nothing: keep it",
            -1: f"the {roll.die} makes it worse: keep it",
        }[better]
    elif policy.before is not None:
        yield f"use the {policy.before} before the roll"
    elif roll.dice:
        held = "the die" if len(roll.dice) == 1 else "the dice"
        yield f"keep {held} for the re-roll" if policy.put_again else f"keep {held}"


def _after(policy: Policy) -> Iterator[str]:
    """What to do about each result."""
    roll = policy.roll
    if roll.reroll is None:
        return
    open_cases = [case for case in policy.cases if roll.need is None or not roll.worth(case.faces)]
    taken: dict[tuple[int, int | None], list[Faces]] = {}
    for case in open_cases:
        if case.choice.kept != case.faces:
            taken.setdefault(_action(case), []).append(case.faces)
    if not taken:
        yield "no re-roll helps" if open_cases else "the roll cannot fail"
        return
    clauses = [_clause(roll, *action, faces, open_cases) for action, faces in sorted(taken.items(), key=_order)]
    yield ("" if roll.need is None else "if the roll fails, ") + ", ".join(_shortened(clauses))


def _action(case: Case) -> tuple[int, int | None]:
    """How many dice are rolled again, and the die put among them."""
    return len(case.faces) - len(case.choice.kept), case.choice.put


def _order(taken: tuple[tuple[int, int | None], list[Faces]]) -> tuple[int, int]:
    (again, put), _ = taken
    return again, put or 0


def _clause(roll: Roll, again: int, put: int | None, faces: Sequence[Faces], cases: Sequence[Case]) -> tuple[str, str]:
    """What is rolled again; with which die, and when."""
    with_die = "" if put is None else f" with the {put}"
    return f"re-roll {_rolled(roll.number, again)}", with_die + _condition(
        roll, again, faces, [case.faces for case in cases]
    )


def _shortened(clauses: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The clauses, each saying what is rolled again unless the one before did."""
    before = ""
    for rolled, rest in clauses:
        yield rest.strip() if rolled == before else rolled + rest
        before = rolled


def _rolled(number: int, again: int) -> str:
    """The dice that are rolled again: the lowest ones, in words."""
    if again == number:
        return _SAME.get(number, "all dice")
    lowest = "lower" if number == 2 else "lowest"
    return f"the {lowest} die" if again == 1 else f"the {again} lowest dice"


def _condition(roll: Roll, again: int, faces: Sequence[Faces], among: Sequence[Faces]) -> str:
    """When to do it: nothing if always, what is read off the table, or the dice one by one."""
    if len(faces) == len(among):
        return ""
    for name, read in _readings(roll, again):
        low, high = min(map(read, faces)), max(map(read, faces))
        if sum(low <= read(dice) <= high for dice in among) == len(faces):
            return f" when {name} {_range(low, high, min(map(read, among)), max(map(read, among)))}"
    return " on " + ", ".join("-".join(map(str, dice)) for dice in faces)


def _readings(roll: Roll, again: int) -> Iterator[Reading]:
    """What may be read off the table, the easiest first."""
    if roll.number == 1:
        yield "it shows", lambda dice: dice[0]
        return
    highest, lowest = ("higher", "lower") if roll.number == 2 else ("highest", "lowest")
    yield f"the {highest} die shows", lambda dice: dice[-1]
    yield f"the {lowest} die shows", lambda dice: dice[0]
    if roll.number - again > 1:
        yield "the others add up to", lambda dice: sum(dice[again:])
    yield "the result is", roll.total


def _range(low: int, high: int, lowest: int, highest: int) -> str:
    """The range low..high among lowest..highest, in words.

    >>> _range(3, 6, 1, 6), _range(1, 2, 1, 6), _range(2, 4, 1, 6), _range(5, 5, 1, 6)
    ('3 or more', '2 or less', '2 to 4', '5')
    """
    if low == high:
        return str(low)
    if high == highest:
        return f"{low} or more"
    if low == lowest:
        return f"{high} or less"
    return f"{low} {'or' if high == low + 1 else 'to'} {high}"
