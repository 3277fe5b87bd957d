"""What is left of a squad after 0, 1, 2, ... packets of one kind: worked out once for many attacks.

Where all packets of an attack have the same kernel T, the means after the attack are sums over the
number of packets of their chances times what T to that power leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .squad import Kernel, Squad, Vector


@dataclass(frozen=True)
class Loss:
    """The means of models slain and of wounds lost, and the chance that all are dead."""

    kills: Fraction
    damage: Fraction
    wipe: Fraction


class Ladder:
    """What each number of packets with this kernel, which is None or strict, leaves of a squad.

    >>> from .squad import damage_packet
    >>> squad = Squad(2, 1)
    >>> ladder = Ladder(damage_packet(((1, 1),), 7, squad).kernel, squad)
    >>> ladder.loss([1, 2, 1], 4)
    Loss(kills=Fraction(1, 1), damage=Fraction(1, 1), wipe=Fraction(1, 4))
    """

    def __init__(self, kernel: Kernel | None, squad: Squad) -> None:
        self.kernel = kernel
        self._squad = squad
        self._vector: Vector = squad.start()
        lost = [squad.lost_in(state) for state in range(squad.states)]
        self._models = [squad.models - gone // squad.wounds for gone in lost]
        self._wounds = [squad.models * squad.wounds - gone for gone in lost]
        self._rungs: list[tuple[int, int, int]] = []  # models and wounds left, and whether any are, by weight
        self._climb()

    def loss(self, chances: Sequence[int], denominator: int) -> Loss:
        """The means after a random number of packets, by its weights; what they lack is dead for sure."""
        self._reach(len(chances))
        grows = 1 if self.kernel is None else self.kernel.denominator
        models = wounds = alive = 0
        lift = 1
        rungs = self._rungs[: len(chances)]
        for weight, rung in zip(reversed(chances[: len(rungs)]), reversed(rungs), strict=True):
            if weight:
                weight *= lift
                models += weight * rung[0]
                wounds += weight * rung[1]
                alive += weight * rung[2]
            lift *= grows
        denominator *= lift // grows
        squad = self._squad
        return Loss(
            Fraction(squad.models * denominator - models, denominator),
            Fraction((squad.models * squad.wounds - squad.lost) * denominator - wounds, denominator),
            Fraction(denominator - alive, denominator),
        )

    def _reach(self, rungs: int) -> None:
        while len(self._rungs) < rungs and self.kernel is not None and any(self._vector):
            self._vector = self.kernel.applied(self._vector, self._squad.states)
            self._climb()

    def _climb(self) -> None:
        """One rung more: the sums over the live states, by weight."""
        models, wounds = (sum(map(int.__mul__, self._vector, each)) for each in (self._models, self._wounds))
        self._rungs.append((models, wounds, sum(self._vector)))
