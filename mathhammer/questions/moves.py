"""Charges, Advances and Battle-shock tests: what a roll reaches, and the best use of dice held."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..config import default_edition
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import LimitError, SituationError
from ..movement import orders
from ..movement.charge import Arrival, Distance, inches, need_from, need_of
from ..movement.result import Kind
from ..movement.roll import Reroll, Roll
from ..orders import DUTY_AND_HONOUR, MOVE_MOVE_MOVE
from ..result.moves import RollResult
from ..situation import Situation

__all__ = ["RollResult", "advance", "battle_shock", "charge"]

MOST_TARGETS = 100  # of one charge


def charge(
    need: int | None = None,
    *,
    distance: Distance | Iterable[Distance] | None = None,
    from_: Arrival | None = None,
    order: str | None = None,
    shocked: bool = False,
    drop_lowest: int | None = None,
    plus: int = 0,
    reroll: Reroll | None = None,
    die: int | None = None,
    dice: Iterable[int] = (),
    edition: str | Edition | None = None,
) -> RollResult:
    """The chance of a charge: 2D6, or 3D6 without the lowest (``drop_lowest=3``).

    Either ``need`` is the number to roll, or ``distance`` is how far the target is in inches (several
    targets: all of them), or ``from_`` says ``deep-strike`` or ``reserves``. ``plus`` modifies the roll.
    ``reroll``: both, one or any of the dice. ``die`` is put into the roll for better or worse; of
    ``dice`` one at most is used, at the best moment. An ``order`` touches no charge roll, which is noted.

    Raises a `MathhammerError` that says what to write instead. Source: the charge, 10th edition and 11.02-11.04.

    >>> charge(9).success, charge(distance=10, dice=(6, 5)).success
    (Fraction(5, 18), Fraction(2, 3))
    """
    rules, around = edition_of_question(edition), situation_of(order, shocked)
    asked, number = _to_reach(need, distance, from_, rules)
    if drop_lowest not in (None, 3):
        raise SituationError("the lowest die is dropped from three only", "write 3 for it")
    three, most = drop_lowest is not None, rules.charge_highest
    options: dict[str, Any] = {"plus": plus, "reroll": reroll, "die": die, "dice": dice}
    roll = _roll(number=2 + three, dropped=int(three), highest=most, need=number, **options)
    note = around.idle_order((), "it touches no charge roll")
    bound = [f"the result of a charge roll is at most {most}"] if most is not None and number > most else []
    asked = [*(asked or _number(roll.need)), *said_around(around)]
    return _result("charge", asked, rules, roll, [*bound, *([note] if note else [])])


def advance(
    need: int | None = None,
    *,
    move: int | None = None,
    order: str | None = None,
    shocked: bool = False,
    plus: int = 0,
    reroll: Reroll | None = None,
    die: int | None = None,
    dice: Iterable[int] = (),
    edition: str | Edition | None = None,
) -> RollResult:
    """The law of an Advance: one D6; with ``move`` the inches moved, Move and ``order`` included.

    ``need`` is the number to reach, of the roll, or of the inches moved if ``move`` is given; without it
    dice and re-rolls are used for the highest mean. The rest is as for `charge`.

    Raises a `MathhammerError` that says what to write instead. Source: Advance moves, 10th and 11th edition.

    >>> advance(10, move=6).success, advance(move=6, die=5).law.mean
    (Fraction(1, 2), Fraction(11, 1))
    """
    rules, around = edition_of_question(edition), situation_of(order, shocked)
    added = 0 if move is None else orders.move(move, around)
    roll = _roll(number=1, added=added, need=need, plus=plus, reroll=reroll, die=die, dice=dice)
    note = around.idle_order([MOVE_MOVE_MOVE.name], "it touches neither Move nor Advance")
    if note is None and order is not None and move is None:
        note = f'{order}: it adds {MOVE_MOVE_MOVE.by}" to the Move, not to the roll; give the Move'
    asked = [*_number(need), *([] if move is None else [f"--move {move}"]), *said_around(around)]
    return _result("advance", asked, rules, roll, [note] if note else [])


def battle_shock(
    leadership: int,
    *,
    order: str | None = None,
    shocked: bool = False,
    dice3: bool = False,
    plus: int = 0,
    reroll: Reroll | None = None,
    die: int | None = None,
    dice: Iterable[int] = (),
    edition: str | Edition | None = None,
) -> RollResult:
    """The chance to pass a Battle-shock test: 2D6 (``dice3``: 3D6) against the best Leadership of the unit.

    ``order="duty-and-honour"`` makes it 1 better, unless the unit is ``shocked`` already. The rest is as
    for `charge`.

    Raises a `MathhammerError` that says what to write instead. Source: Battle-shock, 10th edition and 01.06-07, 08.03.

    >>> battle_shock(7).success, battle_shock(7, die=6).success
    (Fraction(7, 12), Fraction(1, 1))
    """
    rules, around = edition_of_question(edition), situation_of(order, shocked)
    need = orders.leadership(leadership, around)
    roll = _roll(number=3 if dice3 else 2, need=need, plus=plus, reroll=reroll, die=die, dice=dice)
    note = around.idle_order([DUTY_AND_HONOUR.name], "it does not touch Leadership")
    if note is None and order is not None and need == leadership:
        note = f"{order}: Leadership gets no better than {need}+"
    recovers = "recovers only by passing" if rules.shock_lasts else "recovers without a test"
    notes = [*([note] if note else []), *([f"a Battle-shocked unit {recovers}"] if shocked else [])]
    asked = [str(leadership), *said_around(around), *(["--dice3"] if dice3 else [])]
    return _result("battle-shock", asked, rules, roll, notes)


def edition_of_question(given: str | Edition | None) -> Edition:
    """The edition asked for, or else the usual one."""
    return default_edition() if given is None else edition_of(given)


def situation_of(order: str | None, shocked: bool) -> Situation:
    """The Order on the unit, and whether it is Battle-shocked; raises `SituationError` for what is neither."""
    if not isinstance(shocked, bool):
        raise SituationError(f"shocked is {shocked!r}", "write True or False")
    return Situation(order=order, shocked=shocked)


def _to_reach(
    need: int | None, distance: Distance | Iterable[Distance] | None, arrival: Arrival | None, rules: Edition
) -> tuple[list[str], int]:
    """How the question names what is to be reached (nothing for a number), and the number to roll."""
    if sum(given is not None for given in (need, distance, arrival)) != 1:
        raise SituationError(
            "a charge needs a number, a distance or an arrival, and one of them only",
            "write for example 9, --distance 10 or --from reserves",
        )
    if arrival is not None:
        return [f"--from {arrival}"], need_from(arrival, rules)
    if need is not None:
        return [], need
    several = [distance] if isinstance(distance, str) or not isinstance(distance, Iterable) else list(distance)
    if not 1 <= len(several) <= MOST_TARGETS:
        raise LimitError(f"{len(several)} distances", f"give 1 to {MOST_TARGETS}, one a target")
    found = [inches(one) for one in several]
    return [f"--distance {one}" for one in found], need_of(found, rules)


def _number(need: int | None) -> list[str]:
    return [] if need is None else [str(need)]


def said_around(around: Situation) -> list[str]:
    """The Order and the state of the unit, as options."""
    return [*([f"--order {around.order}"] if around.order else []), *(["--shocked"] if around.shocked else [])]


def _roll(*, dice: Iterable[int], **fields: Any) -> Roll:
    several = dice if isinstance(dice, str) or not isinstance(dice, Iterable) else tuple(dice)
    return Roll(dice=several, **fields)  # what is no tuple is refused there


def _result(kind: Kind, asked: list[str], rules: Edition, roll: Roll, notes: list[str]) -> RollResult:
    return RollResult(kind, " ".join([kind, *asked, *said_roll(roll)]), rules, roll, tuple(notes))


def said_roll(roll: Roll) -> list[str]:
    """What is done about the roll, as options."""
    options = [
        "--drop-lowest 3" if roll.dropped else "",
        f"--plus {roll.plus}" if roll.plus else "",
        f"--reroll {roll.reroll}" if roll.reroll else "",
        f"--die {roll.die}" if roll.die else "",
        f"--dice {','.join(map(str, roll.dice))}" if roll.dice else "",
    ]
    return [option for option in options if option]
