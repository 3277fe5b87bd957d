"""What a wound meets: the group of the target that is in front in each state, and what its models do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..check import Check
from ..dice import FACES, Law
from ..sequence.blows import Blow, mixed_rows
from ..sequence.defence import Defence
from ..sequence.mixed import MixedSquad
from ..sequence.squad import Row, Squad, damage_rows
from ..sequence.standing import NOBODY

Aim = frozenset[int]  # ranks of those apart at whom wounds are directed

__all__ = ["NOBODY", "Aim", "Landing"]


@dataclass(frozen=True)
class Landing:
    """Where one weapon's wounds land: ``met`` is what each written group does about them, ``aim`` whom they seek."""

    squad: Squad
    met: tuple[Defence, ...]
    aim: Aim = NOBODY

    @property
    def mixed(self) -> bool:
        """Whether there are several groups."""
        return isinstance(self.squad, MixedSquad)

    @cached_property
    def front(self) -> Sequence[int]:
        """For each state the written group that a wound falls on; 0 for the dead."""
        if not isinstance(self.squad, MixedSquad):
            return [0] * (self.squad.states + 1)
        return [*(self.squad.group_hit(state, self.aim) for state in range(self.squad.live)), 0]

    def rows(self, blows: Sequence[tuple[Law, int, Law | None]], *, spills: bool) -> tuple[Sequence[Row], int]:
        """The steps of a packet that is to each group a law of damage, against a Feel No Pain, perhaps shielded."""
        if not isinstance(self.squad, MixedSquad):
            damage, need, shielded = blows[0]
            return damage_rows(damage, need, self.squad, spills=spills, shielded=shielded)
        several = tuple(Blow(0, 1, damage, need, shielded) for damage, need, shielded in blows)
        return mixed_rows(self.squad, several, self.aim, spills=spills)

    def saves(self) -> list[Check]:
        """The save of each group."""
        return [one.save.best() for one in self.met]

    def classes(self, *, apart: bool) -> list[tuple[int, ...]]:
        """The faces of a save die, in classes that come to the same for every group, from the lowest.

        With ``apart`` those that a rule may roll again are told apart, as it matters which is met first.
        """
        found: list[list[int]] = []
        before: object = None
        for face in FACES:
            now = [(check.rerolled(face), check.judge(face)) for check in self.saves()]
            if now == before and not (apart and any(again for again, _ in now)):
                found[-1].append(face)
            else:
                found.append([face])
            before = now
        return [tuple(faces) for faces in found]
