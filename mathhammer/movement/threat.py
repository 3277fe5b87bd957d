"""How far a unit threatens: a Scouts move, a move, perhaps an Advance, then a charge or the reach of a weapon.

Dice held go into the Advance before it is rolled, or into the charge, whose roll is made once the Advance
is known: one die at most into each, since the two rolls are made in different phases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from ..dice import FACES
from ..editions import Edition
from .advice import advice
from .charge import FARTHEST, need_to_close
from .gap import Gap
from .roll import Roll, best

Use = Literal["none", "advance", "charge", "both"]


class Play(NamedTuple):
    """A way to use the dice held: which goes into the Advance, and which may still go into the charge."""

    use: Use
    advance: int | None = None
    charge: tuple[int, ...] = ()


_NOTHING = Play("none")


@dataclass(frozen=True)
class Row:
    """The answer for one distance: the chance to reach the enemy, by where dice may be used, and the best play.

    ``needs`` is what the charge needs by the result of the Advance (0 without one), None out of reach.
    """

    distance: Fraction
    uses: tuple[tuple[str, Fraction], ...]
    play: Play
    needs: tuple[tuple[int, int | None], ...] = ()

    @property
    def by_use(self) -> dict[str, Fraction]:
        """The chance if dice may go nowhere (``none``), into the ``advance`` only, the ``charge`` only, or ``both``."""
        return dict(self.uses)

    @property
    def success(self) -> Fraction:
        """The chance to reach the enemy, with the best use of the dice."""
        return max(chance for _, chance in self.uses)


@dataclass(frozen=True)
class Approach:
    """What a unit may do to get at an enemy; all distances in inches.

    ``move`` is its Move in this phase, ``scouts`` how far it moves before the battle. ``charge`` is the
    roll that it makes then; without one, the enemy must be within ``reach`` of its weapons. Of the
    ``dice`` one at most goes into the Advance, and one into the charge.
    """

    edition: Edition
    move: int
    scouts: int = 0
    advances: bool = False
    charge: Roll | None = None
    reach: int = 0
    dice: tuple[int, ...] = ()

    def at(self, distance: Fraction) -> Row:
        """The answer for an enemy at this distance.

        >>> from mathhammer.editions import edition
        >>> unit = Approach(edition("10e"), 7, advances=True, charge=Roll(), dice=(6,))
        >>> [str(chance) for chance in unit.at(Fraction(24)).by_use.values()]
        ['1/24', '1/6', '5/36']
        """
        gap = Gap(distance).nearer(self.scouts, self.edition.scouts_distance)
        chances = {play: self._chance(gap, play) for play in self._plays()}
        nothing, most = chances[_NOTHING], max(chances.values())
        uses: dict[str, Fraction] = {"none": nothing, "advance": nothing, "charge": nothing}
        for play, chance in chances.items():
            uses[play.use] = most if play.use == "both" else max(chance, uses[play.use])
        best_play = next(play for play, chance in chances.items() if chance == most)
        return Row(distance, tuple(uses.items()), best_play, tuple(self._needs(gap)))

    def farthest(self, chance: Fraction) -> Fraction | None:
        """The greatest distance at which the chance is at least that; None if there is none.

        All moves are whole inches, and what may be done at a distance may be done a little nearer:
        so it is a whole number, and the first one found from afar.

        >>> from mathhammer.editions import edition
        >>> Approach(edition("10e"), 7, charge=Roll()).farthest(Fraction(5, 18))
        Fraction(17, 1)
        """
        moved = self.scouts + self.move + (FACES[-1] if self.advances else 0)
        most = max(moved + (self.reach if self.charge is None else FARTHEST), self.edition.scouts_distance + 1)
        distances = map(Fraction, range(most, self.edition.engagement_range, -1))
        return next((distance for distance in distances if self.at(distance).success >= chance), None)

    def _plays(self) -> Iterator[Play]:
        """Every way to use the dice; of equals the first spends least, and late."""
        yield _NOTHING
        faces = sorted(set(self.dice))
        if self.charge is not None and faces:
            yield Play("charge", charge=self.dice)
        if self.advances:
            yield from (Play("advance", face) for face in faces)
        if self.advances and self.charge is not None and len(self.dice) > 1:
            yield from (Play("both", face, _without(self.dice, face)) for face in faces)

    def _chance(self, gap: Gap, play: Play) -> Fraction:
        """The chance to reach the enemy across this gap: the mean over the Advance, if there is one."""
        if not self.advances:
            return self._there(self._moved(gap, 0), play.charge)
        rolls = FACES if play.advance is None else (play.advance,)
        return sum((self._there(self._moved(gap, roll), play.charge) for roll in rolls), Fraction(0)) / len(rolls)

    def _moved(self, gap: Gap, advance: int) -> Gap:
        return gap.nearer(self.move + advance, self.edition.engagement_range)

    def _there(self, gap: Gap, dice: tuple[int, ...]) -> Fraction:
        """The chance once the unit has moved: of its charge, or 1 within the reach of its weapons."""
        if self.charge is None:
            return Fraction(gap <= Gap(Fraction(self.reach)))
        need = self._need(gap)
        return Fraction(0) if need is None else best(replace(self.charge, need=need, dice=dice)).value

    def _need(self, gap: Gap) -> int | None:
        """The charge roll that closes the gap; None if it is too wide for a charge to be declared."""
        return None if gap > Gap(Fraction(FARTHEST)) else need_to_close(gap, self.edition)

    def _needs(self, gap: Gap) -> Iterator[tuple[int, int | None]]:
        if self.charge is not None:
            yield from ((roll, self._need(self._moved(gap, roll))) for roll in (FACES if self.advances else (0,)))

    def advice(self, row: Row) -> str:
        """What to do with the dice, and about the charge roll where it is known beforehand, in words."""
        held = "the die" if len(self.dice) == 1 else "the dice"
        face = row.play.advance
        if not row.success:
            return "out of reach"
        if row.play.use == "both":
            return f"use the {face} on the Advance, keep {'the other' if len(self.dice) == 2 else 'the rest'} for the charge"
        if row.play.use == "advance":
            return f"use the {face} on the Advance"
        if self.charge is not None and not self.advances:
            roll = replace(self.charge, need=row.needs[0][1])
            return advice(best(replace(roll, dice=self.dice)), best(roll).value)
        if row.play.use == "charge":
            return f"keep {held} for the charge"
        return f"keep {held}" if self.dice else "nothing to decide"


def _without(dice: tuple[int, ...], face: int) -> tuple[int, ...]:
    at = dice.index(face)
    return (*dice[:at], *dice[at + 1 :])


@dataclass(frozen=True, repr=False)
class ThreatResult:
    """The exact chances of a unit to reach an enemy, a row for each distance asked for.

    ``chance`` asks how near is near enough, ``farthest`` is the greatest distance at which success is at
    least that, None if there is none; without another distance, it is the only row. Results are
    immutable, hashable, picklable, and equal when their questions are.
    """

    query: str
    approach: Approach
    rows: tuple[Row, ...]
    chance: Fraction | None = None
    farthest: Fraction | None = None
    notes: tuple[str, ...] = ()

    @property
    def edition(self) -> Edition:
        """The edition whose rules are followed."""
        return self.approach.edition

    @property
    def success(self) -> Fraction | None:
        """The chance for a single distance; None with several, or none."""
        return self.rows[0].success if len(self.rows) == 1 else None

    def advice(self, row: Row) -> str:
        """What to do at that distance, in words."""
        return self.approach.advice(row)

    def __str__(self) -> str:
        said = ", ".join(f'{row.distance}": {row.success}' for row in self.rows) or "no distance"
        return f"{self.query} ({self.edition}): {said}"

    def __repr__(self) -> str:
        return f"<{self}>"
