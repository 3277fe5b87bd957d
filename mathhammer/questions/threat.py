"""Threat ranges: from how far a unit reaches an enemy, with a charge or with its weapons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from ..chances import chance_in
from ..editions import Edition
from ..errors import LimitError, ProfileError, SituationError
from ..movement import orders
from ..movement.charge import FARTHEST, Distance, inches
from ..movement.roll import Reroll, Roll
from ..movement.threat import Approach
from ..orders import MOVE_MOVE_MOVE
from ..result.threat import ThreatResult
from .moves import charge, edition_of_question, said_around, said_roll, situation_of

__all__ = ["ThreatResult", "threat"]

MOST_ROWS = 200  # distances of one answer
LONGEST = 1_000  # inches that a weapon reaches


def threat(
    move: int,
    *,
    distance: Distance | Iterable[Distance] | None = None,
    chance: Fraction | str | None = None,
    scouts: int | None = None,
    advance: bool = False,
    charge_after_advance: bool = False,
    reach: int | None = None,
    order: str | None = None,
    shocked: bool = False,
    drop_lowest: int | None = None,
    plus: int = 0,
    reroll: Reroll | None = None,
    die: int | None = None,
    dice: Iterable[int] = (),
    edition: str | Edition | None = None,
) -> ThreatResult:
    """The chance that a unit reaches an enemy: it moves, perhaps it Advances, then it charges.

    ``distance`` is how far the enemy is at the beginning, in inches: one number, a range such as
    ``"18..24"``, or several numbers; ``chance`` asks for the greatest distance at which success is at
    least that, such as ``"75%"``. ``scouts`` is a Scouts move made first. A unit may ``advance``, but
    charges then only with ``charge_after_advance``. With ``reach`` the enemy need only be within so
    many inches once the unit has moved. ``order`` may be on the unit, unless it is ``shocked``.
    ``drop_lowest``, ``plus`` and ``reroll`` are about the charge roll, as for `charge`. Of ``dice`` (or
    the one ``die``) one at most goes into the Advance, and one into the charge, at the best moment.

    Raises a `MathhammerError` that says what to write instead. Source: given texts Scouts, Voice of
    Command, Acts of Faith, Strands of Fate; moves and charges, 10th and 11th edition (09, 11).

    >>> threat(7, distance=24, charge_after_advance=True, dice=(6,)).success
    Fraction(1, 6)
    >>> threat(6, distance=22, scouts=6, edition="11e").success
    Fraction(1, 6)
    """
    rules, around = edition_of_question(edition), situation_of(order, shocked)
    for name, flag in (("advance", advance), ("charge_after_advance", charge_after_advance)):
        if not isinstance(flag, bool):
            raise SituationError(f"{name} is {flag!r}", "write True or False")
    moved = orders.move(move, around)
    said = charge(FARTHEST, drop_lowest=drop_lowest, plus=plus, reroll=reroll, die=die, dice=dice, edition=rules).roll
    roll = None if reach is not None else replace(said, need=None, die=None, dice=())
    if reach is not None:
        _check_reach(reach, charge_after_advance, said)
    scouted = _scouts(scouts)
    approach = Approach(
        rules,
        moved,
        scouts=min(scouted, move) if rules.scouts_within_move else scouted,
        advances=charge_after_advance or (advance and reach is not None),
        charge=roll,
        reach=reach or 0,
        dice=said.dice if said.die is None else (said.die,),
    )
    distances, least = _distances(distance), None if chance is None else chance_in(chance)
    if not distances and least is None:
        raise SituationError("no distance is given", "write for example 24, 18..24, or a chance such as 75%")
    notes = [
        around.idle_order([MOVE_MOVE_MOVE.name], "it touches neither Move nor charge"),
        "a unit that Advances cannot charge: it makes a Normal move" if advance and not approach.advances else None,
        f'a Scouts move is no longer than the Move, {move}"' if approach.scouts < scouted else None,
        _engaged(distances, approach),
    ]
    asked = [
        f"threat --move {move}",
        *([f"--scouts {scouts}"] if scouted else []),
        *(["--advance"] if advance else []),
        *(["--charge-after-advance"] if charge_after_advance else []),
        *([f"--reach {reach}"] if reach else []),
        *_said(distances),
        *([f"--chance {least}"] if least is not None else []),
        *said_around(around),
        *said_roll(said),
    ]
    farthest = None if least is None else approach.farthest(least)
    rows = map(approach.at, distances or ([] if farthest is None else [farthest]))
    return ThreatResult(" ".join(asked), approach, tuple(rows), least, farthest, tuple(note for note in notes if note))


def _engaged(distances: tuple[Fraction, ...], approach: Approach) -> str | None:
    near = approach.edition.engagement_range
    engaged = approach.charge is not None and any(distance <= near for distance in distances)
    return f'a unit within {near}" of the enemy is engaged already' if engaged else None


def _check_reach(reach: object, charge_after_advance: bool, roll: Roll) -> None:
    if not isinstance(reach, int) or isinstance(reach, bool) or not 1 <= reach <= LONGEST:
        raise SituationError(f'a reach is outside 1"..{LONGEST}"', "write whole inches, for example 24")
    if charge_after_advance or roll.dropped or roll.plus or roll.reroll:
        raise SituationError("a reach, and options of a charge", "a weapon's reach needs no charge: leave out one of them")


def _scouts(given: object) -> int:
    if given is None:
        return 0
    if not isinstance(given, int) or isinstance(given, bool) or given not in orders.MOVES:
        raise ProfileError('a Scouts move is outside 1"..100"', "write inches, for example 6", about="Scouts")
    return given


def _distances(given: Distance | Iterable[Distance] | None) -> tuple[Fraction, ...]:
    """The distances named: one, several, or a range in steps of an inch."""
    if given is None:
        return ()
    several = [given] if isinstance(given, str) or not isinstance(given, Iterable) else given
    found: list[Fraction] = []
    for one in several:
        for distance in _range(one):
            if len(found) == MOST_ROWS:
                raise LimitError(f"more than {MOST_ROWS} distances", "give fewer, or a shorter range")
            found.append(distance)
    if not found:
        raise SituationError("no distance is given", "write for example 24 or 18..24")
    return tuple(found)


def _range(given: object) -> Iterator[Fraction]:
    first, dots, last = str(given).partition("..") if isinstance(given, str) else (given, "", "")
    at = inches(first)
    end = inches(last) if dots else at
    if end < at:
        raise SituationError(f"the range {given!r} ends before it begins", f"write {last}..{first}")
    while at <= end:
        yield at
        at += 1


def _said(distances: tuple[Fraction, ...]) -> list[str]:
    if len(distances) > 1 and all(after - before == 1 for before, after in pairwise(distances)):
        return [f"--distance {distances[0]}..{distances[-1]}"]
    return [f"--distance {distance}" for distance in distances]
