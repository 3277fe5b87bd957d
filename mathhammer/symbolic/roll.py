"""A roll in letters: what rules make of the chance to succeed and of the chance of a critical."""

from __future__ import annotations

from fractions import Fraction

from ..check import Check
from ..dice import FACES
from ..errors import MathhammerError
from .polynomial import Element, number

MOST_FACE = 6


def roll_in_letters(check: Check, success: Element, critical: Element) -> tuple[Element, Element]:
    """The chances of success and of a critical after all rules, in those of the plain roll that it changes.

    ``success`` is the letter for the chance of the plain roll with the same need, criticals counted,
    ``critical`` that of its critical on a 6. Raises `MathhammerError` for a rule that says neither.
    """
    none = success * 0
    if check.automatic:
        return none + 1, none
    if check.gate or check.ignores_penalties or check.faces != FACES:
        raise MathhammerError("a rule of this roll is no change of a chance", "compare other rules")
    plain = Fraction(7 - check.need, 6)
    once, crit = _once(check)
    shift = Fraction(check.modifier - (check.bounded_need - check.need), 6)
    critical_then = critical if crit == Fraction(1, 6) else none + number(crit)
    if once == plain + shift:
        success_then = success + number(shift) if shift else success
    elif once == crit:
        success_then = critical_then
    else:
        success_then = none + number(once)
    again = _again(check, success_then, critical_then)
    if "non-crits" in check.rerolls and check.can_reroll:
        return critical_then + again * success_then, critical_then + again * critical_then
    return success_then + again * success_then, critical_then + again * critical_then


def _once(check: Check) -> tuple[Fraction, Fraction]:
    """The chances of success and of a critical of one roll, not made again."""
    verdicts = [check.judge(face) for face in FACES]
    return Fraction(sum(v > 0 for v in verdicts), MOST_FACE), Fraction(sum(v > 1 for v in verdicts), MOST_FACE)


def _again(check: Check, success: Element, critical: Element) -> Element:
    """The chance that the first roll is made again."""
    if not check.rerolls or not check.can_reroll:
        return success * 0
    if "non-crits" in check.rerolls:
        return 1 - critical
    if "fails" in check.rerolls:
        return 1 - success
    return success * 0 + number(Fraction(1, MOST_FACE))
