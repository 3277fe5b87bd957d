"""Batches of D6 tests as tallies: how many succeed, critically or not, and what may still be rolled again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from ..check import Check, Verdict
from ..dice import FACES
from ..exact import Series, one

Place: TypeAlias = tuple[int, int]  # what a die adds to the successes that are not critical, and to those that are


@dataclass(frozen=True)
class Test:
    """A D6 test, and the place in a tally of each face; ``names`` say what lies in a place."""

    __test__ = False  # no test of pytest's

    check: Check
    places: tuple[Place, ...]
    counts_failures: bool = False

    @property
    def automatic(self) -> bool:
        """Whether no die is rolled."""
        return self.check.automatic

    @property
    def names(self) -> Mapping[Place, str]:
        """What a die in a place is."""
        if self.counts_failures:
            return {(1, 0): "failed", (0, 0): "successful"}
        return {(0, 0): "failed", (1, 0): "successful", (0, 1): "critical"}


def plain(check: Check, *, critical_matters: bool) -> Test:
    """The test; where nothing comes of criticals they count as successes."""
    places = []
    for face in FACES:
        verdict = check.judge(face)
        critical = verdict is Verdict.CRITICAL and critical_matters
        places.append((int(verdict is not Verdict.FAIL and not critical), int(critical)))
    return Test(check, tuple(places))


def failing(check: Check) -> Test:
    """The test of which the failures are counted."""
    return Test(check, tuple((int(check.judge(face) is Verdict.FAIL), 0) for face in FACES), counts_failures=True)


class Landed(NamedTuple):
    """What a batch comes to.

    ``again`` are the dice that a rule rolls again, by test; ``free`` the tests and places of dice that
    were rolled only once and could still be rolled again.
    """

    successes: int
    critical: int
    again: tuple[int, ...]
    free: frozenset[tuple[int, Place]]


def landings(
    tests: Sequence[Test], numbers: tuple[int, ...], faces: tuple[int, ...], so_far: Landed, *, last: bool, frees: bool
) -> Iterator[Mapping[Landed, int]]:
    """What a batch of so many of each test comes to when these faces are put into it, added to what lies there.

    One law for each way to share out the faces. ``last`` dice are not rolled again; ``frees`` says
    whether it matters which dice could be.
    """
    tests_of_faces = {tuple(sorted(zip(faces, ways, strict=True))) for ways in product(range(len(tests)), repeat=len(faces))}
    for put in sorted(tests_of_faces):
        by_test = [[face for face, at in put if at == test] for test in range(len(tests))]
        if any(len(those) > number for those, number in zip(by_test, numbers, strict=True)):
            continue
        law: dict[Landed, int] = {so_far: 1}
        for at, test in enumerate(tests):
            if not numbers[at]:
                continue
            after: dict[Landed, int] = {}
            for landed, weight in law.items():
                for tally, chance in _tallies(test, numbers[at] - len(by_test[at]), by_test[at], last=last).items():
                    reached = _added(landed, at, numbers[at], tally, test, frees=frees and not last)
                    after[reached] = after.get(reached, 0) + weight * chance
            law = after
        yield law


def _added(landed: Landed, at: int, number: int, tally: tuple[int, int, int], test: Test, *, frees: bool) -> Landed:
    successes, critical, again = tally
    free = landed.free
    if frees:
        held = {(1, 0): successes, (0, 1): critical, (0, 0): number - successes - critical - again}
        free |= {(at, place) for place in dict.fromkeys(test.places) if held[place]}
    by_test = tuple(again if test_at == at else n for test_at, n in enumerate(landed.again))
    return Landed(landed.successes + successes, landed.critical + critical, by_test, free)


def _tallies(test: Test, dice: int, faces: Iterable[int], *, last: bool) -> Mapping[tuple[int, int, int], int]:
    """Weights of successes, critical successes and dice to be rolled again, of dice and of set faces."""
    again = set() if last else {face for face in FACES if test.check.rerolled(face)}
    rolled = _one(test, FACES, again).power(dice) if dice else one(3)
    for face in faces:
        rolled = rolled.times(_one(test, [face], again))
    return {(e[0], e[1], e[2]): weight for e, weight in rolled.terms.items() if weight}


def _one(test: Test, faces: Iterable[int], again: Iterable[int]) -> Series:
    terms: dict[tuple[int, ...], int] = {}
    for face in faces:
        place = (0, 0, 1) if face in again else (*test.places[face - 1], 0)
        terms[place] = terms.get(place, 0) + 1
    return Series(terms, sum(terms.values()))
