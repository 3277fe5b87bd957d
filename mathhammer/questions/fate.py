"""Fate dice and Miracle dice: whether to roll again, what a roll is worth, what a pool may hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from ..config import default_edition
from ..decisions.miracle import MOST_GAINED, Income, whole_within
from ..decisions.pool import Change, pool
from ..decisions.pool import change as change_of
from ..decisions.strands import DICE, Keeping, advise, strands
from ..decisions.value import Function, Value
from ..decisions.value import value as value_of
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import MathhammerError
from ..result.fate_shown import FateAdvice, FatePool, FateValue

Worth: TypeAlias = str | Value | Function


def reroll(roll: Iterable[int] | str, value: Worth = "6+") -> FateAdvice:
    """The advice for a Strands of Fate roll: keep it, or roll again with one die fewer.

    ``roll`` holds 1 to 12 faces. ``value`` says what the final pool is worth: ``6+``, ``5+``, ... (how
    many), ``pips``, ``2x6+`` (the chance of at least two), ``5:1/2,6:1`` (a weight a face, 0 to those
    not named), or a function of the faces in ascending order. The answer holds both numbers, ``keep``
    and ``reroll`` (None with one die); when they are equal it is "keep".

    Raises a `MathhammerError` that says what to write instead.

    >>> answer = reroll([6, 1])
    >>> answer.advice, answer.keep, answer.reroll
    ('keep', Fraction(1, 1), Fraction(1, 6))
    """
    return FateAdvice.of(advise(pool(roll), value_of(value)))


def fate_value(
    number: int = DICE, value: Worth = "6+", *, by: Worth | None = None, keep_at: Keeping | None = None
) -> FateValue:
    """What a Strands of Fate roll with so many dice (1..12) is worth before it is made, played for the best.

    With ``by`` (another value) or ``keep_at`` (keep when ``by``, or else ``value``, is at least that:
    one number, or one for each number of dice from the most down to two) the answer's ``rule`` is the
    same roll played by that rule of thumb.

    Raises a `MathhammerError` that says what to write instead.

    >>> answer = fate_value(2, by="pips")
    >>> answer.value, answer.rule.value
    (Fraction(97, 216), Fraction(25, 72))
    """
    goal = value_of(value)
    best = FateValue.of(strands(number, goal))
    if by is None and keep_at is None:
        return best
    guide = goal if by is None else value_of(by)
    return replace(best, rule=strands(number, goal, guide, keep_at))


def fate_pool(
    *,
    rounds: int = 0,
    destroyed: int = 0,
    attached_destroyed: int = 0,
    gained: int | None = None,
    change: str | Change | None = None,
    value: Worth = "6+",
    edition: str | Edition | None = None,
) -> FatePool:
    """The Miracle dice gained in so many battle rounds and for so many destroyed units, none used yet.

    ``attached_destroyed`` counts attached units that are destroyed whole, apart from ``destroyed``.
    ``gained`` gives the number of dice instead (1..60). ``change`` is what a rule makes of a die when
    it is used: ``6`` or ``4`` (it counts as that), ``+1``, and ``2x6`` for two dice.

    Raises a `MathhammerError` that says what to write instead.

    >>> fate_pool(rounds=2, edition="10e").at_least(1, need=6)
    Fraction(11, 36)
    """
    rules = default_edition() if edition is None else edition_of(edition)
    income = Income(rounds, destroyed, attached_destroyed)
    came = income.dice(rules)
    if gained is not None and income != Income():
        raise MathhammerError("the dice are counted twice", "write how many are gained, or where they come from")
    if gained is None and not came:
        raise MathhammerError("no Miracle dice are gained", "write rounds, destroyed units, or how many are gained")
    number = whole_within(came if gained is None else gained, "number of Miracle dice", 1, MOST_GAINED)
    changed = None if change is None else change_of(change)
    return FatePool(rules, number, value_of(value), changed, income if gained is None else None)
