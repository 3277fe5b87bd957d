"""A D6 test: a source of natural faces, and what decides each face."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from .dice import FACES

Again = Literal["1s", "fails", "non-crits"]


class Verdict(IntEnum):
    """What a natural face of a D6 test comes to."""

    FAIL = 0
    SUCCESS = 1
    CRITICAL = 2


@dataclass(frozen=True)
class Check:
    """A D6 test: a source of natural faces and what decides each face.

    ``need`` is the face that succeeds (2..7, 7 is out of reach of an unmodified roll), ``modifiers``
    are summed, then kept within ``low``..``high``; ``need_modifiers`` change the characteristic
    (above 0 is worse), kept within 2..``worst``. Criticals and gates look at the natural face: from
    ``critical`` on it is critical and succeeds, from ``critical_if_successful`` on it is critical if
    it succeeds, up to ``fails`` it fails.

    >>> Check(need=3).weights()
    (2, 3, 1)
    """

    need: int
    modifiers: tuple[int, ...] = ()
    need_modifiers: tuple[int, ...] = ()
    low: int | None = -1
    high: int | None = 1
    worst: int | None = None
    critical: int = 6
    critical_if_successful: int = 7
    fails: int = 1
    gate: int = 0  # natural faces up to this fail, critical or not
    rerolls: frozenset[Again] = frozenset()
    can_reroll: bool = True
    ignores_penalties: bool = False
    automatic: bool = False
    faces: tuple[int, ...] = FACES  # equally likely natural faces; a substituted die is one face

    @property
    def modifier(self) -> int:
        """The net modifier of the roll."""
        total = sum(m for m in self.modifiers if m > 0 or not self.ignores_penalties)
        if self.low is not None:
            total = max(total, self.low)
        return total if self.high is None else min(total, self.high)

    @property
    def bounded_need(self) -> int:
        """The face that succeeds once the characteristic is modified."""
        changed = sum(m for m in self.need_modifiers if m < 0 or not self.ignores_penalties)
        if not changed:
            return self.need
        need = max(2, self.need + changed)
        return need if self.worst is None else min(need, self.worst)

    def judge(self, face: int) -> Verdict:
        """What this natural face comes to.

        >>> Check(need=4, modifiers=(1,)).judge(3).name
        'SUCCESS'
        """
        return _verdicts(self)[face - 1]

    def rerolled(self, face: int) -> bool:
        """Whether the player rolls this natural face again.

        >>> Check(need=3, rerolls=frozenset({"1s"})).rerolled(2)
        False
        """
        if not self.rerolls or not self.can_reroll:
            return False
        if "1s" in self.rerolls and face == 1:
            return True
        verdict = self.judge(face)
        if "fails" in self.rerolls and verdict is Verdict.FAIL:
            return True
        return "non-crits" in self.rerolls and verdict is not Verdict.CRITICAL

    def without_rerolls(self) -> Check:
        """The same test with no re-rolls."""
        return replace(self, rerolls=frozenset())

    def weights(self) -> tuple[int, int, int]:
        """Weights of failure, success and critical success."""
        return _weights(self)

    @property
    def success(self) -> Fraction:
        """The chance to succeed, critically or not."""
        fail, success, critical = self.weights()
        return Fraction(success + critical, fail + success + critical)

    @property
    def critical_chance(self) -> Fraction:
        """The chance of a critical success."""
        weights = self.weights()
        return Fraction(weights[Verdict.CRITICAL], sum(weights))


@lru_cache(maxsize=4096)
def _verdicts(check: Check) -> tuple[Verdict, ...]:
    """What each natural face comes to."""
    modifier, need = check.modifier, check.bounded_need
    return tuple(_verdict(check, face, face + modifier >= need) for face in FACES)


def _verdict(check: Check, face: int, reached: bool) -> Verdict:
    if face <= check.gate:
        return Verdict.FAIL
    if face >= check.critical:
        return Verdict.CRITICAL
    if face <= check.fails or not reached:
        return Verdict.FAIL
    return Verdict.CRITICAL if face >= check.critical_if_successful else Verdict.SUCCESS


@lru_cache(maxsize=4096)
def _weights(check: Check) -> tuple[int, int, int]:
    if check.automatic:
        return (0, 1, 0)
    verdicts = _verdicts(check)
    first, second, again = [0, 0, 0], [0, 0, 0], 0
    for verdict in verdicts:
        second[verdict] += 1
    for face in check.faces:
        if check.rerolls and check.rerolled(face):
            again += 1
        else:
            first[verdicts[face - 1]] += 1
    if not again:
        return (first[0], first[1], first[2])
    return (6 * first[0] + again * second[0], 6 * first[1] + again * second[1], 6 * first[2] + again * second[2])
