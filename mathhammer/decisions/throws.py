"""What a roll comes to, face by face: D6 tests and damage rolls, as throws over numbered outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product

from ..check import Check
from ..dice import FACES, Dice, Law, added
from ..dice import law as law_of
from ..errors import LimitError
from ..stages import Damage
from .table import Choice, Throw

MOST_SEEN = 4  # dice of one damage roll that may be changed once they are seen

D6: Law = tuple((face, 1) for face in FACES)
D3: Law = ((1, 1), (2, 1), (3, 1))


def check_throws(check: Check) -> tuple[Choice, list[Choice]]:
    """A D6 test: its first roll and its re-roll (if any), over the outcomes of `Verdict`."""
    second = Choice(_faces(check, FACES), lambda put: [_faces(check, put)])
    again = {face for face in FACES if check.rerolled(face)}
    if not again:
        return second, []
    first = Choice(_faces(check, FACES, again), lambda put: [_faces(check, put, again)])
    return first, [second]


def _faces(check: Check, faces: Iterable[int], again: Iterable[int] = ()) -> Throw:
    outcomes: dict[int, int] = {}
    rerolls: dict[int, int] = {}
    for face in faces:
        if face in again:
            rerolls[0] = rerolls.get(0, 0) + 1
        else:
            verdict = int(check.judge(face))
            outcomes[verdict] = outcomes.get(verdict, 0) + 1
    return Throw(outcomes, rerolls)


def check_seen(check: Check) -> list[tuple[int, int, tuple[int, ...]]]:
    """A D6 test whose last roll may be changed to a 6: weight, outcome, outcome of a 6."""
    six = (int(check.judge(6)),)
    return [(weight, outcome, six) for outcome, weight in enumerate(check.weights()) if weight]


def damage_throws(damage: Damage, outcome: Callable[[int], int]) -> tuple[Choice, list[Choice]]:
    """A damage roll: its first roll and its re-rolls, over the outcomes that ``outcome`` numbers by total."""
    dice = damage.dice
    if damage.reroll == "1s":
        return _ones_again(dice, outcome)
    plain = _rolled(dice, outcome, _never)
    if damage.reroll is None:
        return plain, []
    return _rolled(dice, outcome, _is_low(dice)), [plain]


def _is_low(dice: Dice) -> Callable[[int], bool]:
    """Whether a total of rolled dice, before it counts as at least 1, is below the mean."""
    law = _sum(dice)
    sums, weights = sum(total * weight for total, weight in law), sum(weight for _, weight in law)
    return lambda total: total * weights < sums


def _never(_: int) -> bool:
    """No total is rolled again."""
    return False


def _rolled(dice: Dice, outcome: Callable[[int], int], again: Callable[[int], bool]) -> Choice:
    """All dice of a damage roll, or all but one that is put in; low totals lead to the re-roll."""

    def throw(law: Law) -> Throw:
        outcomes: dict[int, int] = {}
        rerolls: dict[int, int] = {}
        for total, weight in law:
            if again(total):
                rerolls[0] = rerolls.get(0, 0) + weight
            else:
                where = outcome(max(1, total))
                outcomes[where] = outcomes.get(where, 0) + weight
        return Throw(outcomes, rerolls)

    return Choice(throw(_sum(dice)), lambda put: [throw(law) for law in _with(dice, put[0])])


def _sum(dice: Dice) -> Law:
    """The law of the total, below 1 too."""
    parts = [_signed(D6, dice.d6)] * abs(dice.d6) + [_signed(D3, dice.d3)] * abs(dice.d3)
    return added(*parts, ((dice.plus, 1),))


def _signed(die: Law, number: int) -> Law:
    return die if number >= 0 else law_of([(-value, weight) for value, weight in die])


def _with(dice: Dice, face: int) -> list[Law]:
    """The laws of the total with this face put into one die: a D6, or a D3 (halved, rounded up)."""
    laws = []
    if dice.d6:
        sign = 1 if dice.d6 > 0 else -1
        laws.append(_sum(Dice(dice.d6 - sign, dice.d3, dice.plus + sign * face)))
    if dice.d3:
        sign = 1 if dice.d3 > 0 else -1
        laws.append(_sum(Dice(dice.d6, dice.d3 - sign, dice.plus + sign * ((face + 1) // 2))))
    return laws


# "Each die that shows 1 again": a throw comes to how many dice of each kind are rolled again, and the sum of the others.
Left = tuple[int, int, int]


def _ones_again(dice: Dice, outcome: Callable[[int], int]) -> tuple[Choice, list[Choice]]:
    seconds: dict[Left, int] = {}

    def throw(law: Mapping[Left, int]) -> Throw:
        outcomes: dict[int, int] = {}
        rerolls: dict[int, int] = {}
        for left, weight in law.items():
            if left[0] or left[1]:
                number = seconds.setdefault(left, len(seconds))
                rerolls[number] = rerolls.get(number, 0) + weight
            else:
                where = outcome(max(1, left[2]))
                outcomes[where] = outcomes.get(where, 0) + weight
        return Throw(outcomes, rerolls)

    by_face = {face: [throw(law) for law in _first_with(dice, face)] for face in FACES}
    first = Choice(throw(_first(dice, {(0, 0, dice.plus): 1})), lambda put: by_face[put[0]])
    again = [_rolled(Dice(*left), outcome, _never) for left in seconds]
    return first, again


def _first(dice: Dice, law: dict[Left, int]) -> dict[Left, int]:
    """All dice rolled, those that show 1 set apart."""
    for number, faces, kind in ((dice.d6, D6, 0), (dice.d3, D3, 1)):
        sign = 1 if number > 0 else -1
        for _ in range(abs(number)):
            after: dict[Left, int] = {}
            for left, weight in law.items():
                for face, chance in faces:
                    reached = _shown(left, kind, sign, face)
                    after[reached] = after.get(reached, 0) + weight * chance
            law = after
    return law


def _shown(left: Left, kind: int, sign: int, face: int) -> Left:
    if face == 1:
        return (left[0] + sign, left[1], left[2]) if kind == 0 else (left[0], left[1] + sign, left[2])
    return (left[0], left[1], left[2] + sign * face)


def _first_with(dice: Dice, face: int) -> list[dict[Left, int]]:
    """All dice but one rolled, which shows a face that is put in."""
    laws = []
    if dice.d6:
        sign = 1 if dice.d6 > 0 else -1
        laws.append(_first(Dice(dice.d6 - sign, dice.d3), {_shown((0, 0, dice.plus), 0, sign, face): 1}))
    if dice.d3:
        sign = 1 if dice.d3 > 0 else -1
        laws.append(_first(Dice(dice.d6, dice.d3 - sign), {_shown((0, 0, dice.plus), 1, sign, (face + 1) // 2): 1}))
    return laws


def damage_seen(damage: Damage, outcome: Callable[[int], int]) -> list[tuple[int, int, tuple[int, ...]]]:
    """A damage roll of which one die may be changed to a 6 once it is seen: weight, outcome, other outcomes.

    Raises `LimitError` for more than four dice.
    """
    dice = damage.dice
    kinds = [(1 if dice.d6 > 0 else -1, 6)] * abs(dice.d6) + [(1 if dice.d3 > 0 else -1, 3)] * abs(dice.d3)
    if len(kinds) > MOST_SEEN:
        raise LimitError(f"a damage roll of {len(kinds)} dice", f"at most {MOST_SEEN} are changed once seen")
    weights: dict[tuple[int, tuple[int, ...]], int] = {}
    for faces, weight in _last_faces(damage, [sides for _, sides in kinds]).items():
        total = dice.plus + sum(sign * face for (sign, _), face in zip(kinds, faces, strict=True))
        others = {total + sign * (sides - face) for (sign, sides), face in zip(kinds, faces, strict=True)}
        key = (outcome(max(1, total)), tuple(sorted({outcome(max(1, other)) for other in others})))
        weights[key] = weights.get(key, 0) + weight
    return [(weight, where, others) for (where, others), weight in weights.items()]


def _last_faces(damage: Damage, sides: list[int]) -> dict[tuple[int, ...], int]:
    """The dice as they lie once no re-roll can follow, with weights."""
    rolls = list(product(*(range(1, side + 1) for side in sides)))
    if damage.reroll is None:
        return dict.fromkeys(rolls, 1)
    found: dict[tuple[int, ...], int] = {}
    low = _low(damage.dice) if damage.reroll == "low" else None
    for roll in rolls:
        if low is not None:
            lasts = rolls if low(roll) else [roll]
            weight = len(rolls) // len(lasts)
            for last in lasts:
                found[last] = found.get(last, 0) + weight
            continue
        again = [range(1, side + 1) if face == 1 else (face,) for side, face in zip(sides, roll, strict=True)]
        lasts = list(product(*again))
        for last in lasts:
            found[last] = found.get(last, 0) + len(rolls) // len(lasts)
    return found


def _low(dice: Dice) -> Callable[[tuple[int, ...]], bool]:
    """Whether faces as they lie make a low total."""
    signs = [1 if dice.d6 > 0 else -1] * abs(dice.d6) + [1 if dice.d3 > 0 else -1] * abs(dice.d3)
    is_low = _is_low(dice)
    return lambda roll: is_low(dice.plus + sum(sign * face for sign, face in zip(signs, roll, strict=True)))
