"""Batches of D6 tests as tallies: how many succeed, critically or not, and what may still be rolled again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from ..check import Check, Verdict
from ..dice import FACES
from ..exact import Series, one

Place: TypeAlias = tuple[int, ...]  # what a die adds to each count of a tally


@dataclass(frozen=True)
class Test:
    """A D6 test, and the place in a tally of each face; ``named`` say what lies in a place."""

    __test__ = False  # no test of pytest's

    check: Check
    places: tuple[Place, ...]
    named: tuple[tuple[Place, str], ...]

    @property
    def automatic(self) -> bool:
        """Whether no die is rolled."""
        return self.check.automatic

    @property
    def names(self) -> Mapping[Place, str]:
        """What a die in a place is."""
        return dict(self.named)


def plain(check: Check, *, critical_matters: bool) -> Test:
    """The test: successes that are not critical, then those that are; where nothing comes of these they count as others."""
    places = []
    for face in FACES:
        verdict = check.judge(face)
        critical = verdict is Verdict.CRITICAL and critical_matters
        places.append((int(verdict is not Verdict.FAIL and not critical), int(critical)))
    return Test(check, tuple(places), (((0, 0), "failed"), ((1, 0), "successful"), ((0, 1), "critical")))


def failing(check: Check) -> Test:
    """The test of which the failures are counted."""
    places = tuple((int(check.judge(face) is Verdict.FAIL),) for face in FACES)
    return Test(check, places, (((1,), "failed"), ((0,), "successful")))


def by_class(classes: Sequence[Sequence[int]]) -> Test:
    """A save die that is judged later: the dice of each class of faces are counted."""
    places = {face: tuple(int(face in one) for one in classes) for face in FACES}
    named = tuple((places[one[0]], " or ".join(map(str, one))) for one in classes)
    return Test(Check(7), tuple(places[face] for face in FACES), named)


class Landed(NamedTuple):
    """What a batch comes to.

    ``again`` are the dice that a rule rolls again, by test; ``free`` the tests and places of dice that
    were rolled only once and could still be rolled again.
    """

    counts: tuple[int, ...]
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


def _added(landed: Landed, at: int, number: int, tally: tuple[int, ...], test: Test, *, frees: bool) -> Landed:
    *counts, again = tally
    free = landed.free
    if frees:
        uncounted = number - sum(tally)
        free |= {(at, p) for p in dict.fromkeys(test.places) if (counts[p.index(1)] if any(p) else uncounted)}
    by_test = tuple(again if test_at == at else n for test_at, n in enumerate(landed.again))
    return Landed(tuple(map(int.__add__, landed.counts, counts)), by_test, free)


def _tallies(test: Test, dice: int, faces: Iterable[int], *, last: bool) -> Mapping[tuple[int, ...], int]:
    """Weights of the counts and of the dice to be rolled again, of dice and of set faces."""
    again = set() if last else {face for face in FACES if test.check.rerolled(face)}
    rolled = _one(test, FACES, again).power(dice) if dice else one(len(test.places[0]) + 1)
    for face in faces:
        rolled = rolled.times(_one(test, [face], again))
    return {exponents: weight for exponents, weight in rolled.terms.items() if weight}


def _one(test: Test, faces: Iterable[int], again: Iterable[int]) -> Series:
    terms: dict[tuple[int, ...], int] = {}
    nowhere = (0,) * len(test.places[0])
    for face in faces:
        place = (*nowhere, 1) if face in again else (*test.places[face - 1], 0)
        terms[place] = terms.get(place, 0) + 1
    return Series(terms, sum(terms.values()))
