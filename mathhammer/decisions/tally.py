"""Batches of D6 tests as tallies: how many succeed, critically or not, and what may still be rolled again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb
from typing import Literal, NamedTuple, TypeAlias

from ..check import Check, Verdict
from ..dice import FACES
from ..exact import Series, one
from ..sequence.steps import Steps

Again = Literal["seen", "at once", "never"]  # dice that a rule rolls again: once all is seen, unseen, or no more
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

    def and_also(self, at: int, tally: tuple[int, ...], free: frozenset[tuple[int, Place]]) -> Landed:
        """The same with the tally of the test at that place, which has none yet."""
        *counts, again = tally
        by_test = (*self.again[:at], again, *self.again[at + 1 :])
        return Landed(tuple(map(int.__add__, self.counts, counts)), by_test, self.free | free if free else self.free)

    def after(self, before: Landed) -> Landed:
        """The same where some dice lay there before."""
        free = self.free | before.free if before.free else self.free
        return Landed(tuple(map(int.__add__, self.counts, before.counts)), self.again, free)


_NONE_FREE = frozenset[tuple[int, Place]]()


@lru_cache(maxsize=2048)
def landings(
    tests: tuple[Test, ...], numbers: tuple[int, ...], faces: tuple[int, ...], *, again: Again, frees: bool
) -> Sequence[Mapping[Landed, int]]:
    """What a batch of so many of each test comes to when these faces are put into it.

    One law for each way to share out the faces; ``frees`` says whether it matters which dice could be rolled
    again.
    """
    tests_of_faces = {tuple(sorted(zip(faces, ways, strict=True))) for ways in product(range(len(tests)), repeat=len(faces))}
    found = []
    for put in sorted(tests_of_faces):
        by_test = [tuple(face for face, at in put if at == test) for test in range(len(tests))]
        if any(len(those) > number for those, number in zip(by_test, numbers, strict=True)):
            continue
        law: dict[Landed, int] = {Landed((0,) * len(tests[0].places[0]), (0,) * len(tests), _NONE_FREE): 1}
        for at, test in enumerate(tests):
            if not numbers[at]:
                continue
            after: dict[Landed, int] = {}
            for tally, chance in _tallies(test, numbers[at] - len(by_test[at]), by_test[at], again).items():
                free = _free(at, numbers[at], tally, test) if frees else _NONE_FREE
                for landed, weight in law.items():
                    reached = landed.and_also(at, tally, free)
                    after[reached] = after.get(reached, 0) + weight * chance
            law = after
        found.append(law)
    return found


def _free(at: int, number: int, tally: tuple[int, ...], test: Test) -> frozenset[tuple[int, Place]]:
    """The places of dice that were rolled only once."""
    uncounted = number - sum(tally)
    return frozenset(
        (at, place) for place in dict.fromkeys(test.places) if (tally[place.index(1)] if any(place) else uncounted)
    )


@lru_cache(maxsize=2048)
def _tallies(test: Test, dice: int, faces: tuple[int, ...], again: Again) -> Mapping[tuple[int, ...], int]:
    """Weights of the counts and of the dice to be rolled again, of dice and of set faces."""
    rolled = _one(test, FACES, again).power(dice) if dice else one(len(test.places[0]) + 1)
    for face in faces:
        rolled = rolled.times(_one(test, [face], again))
    return {exponents: weight for exponents, weight in rolled.terms.items() if weight}


def _one(test: Test, faces: Iterable[int], again: Again) -> Series:
    poor = set() if again == "never" else {face for face in FACES if test.check.rerolled(face)}
    terms: dict[tuple[int, ...], int] = {}

    def add(place: tuple[int, ...], weight: int) -> None:
        terms[place] = terms.get(place, 0) + weight

    for face in faces:
        if face not in poor:
            add((*test.places[face - 1], 0), len(FACES) if again == "at once" else 1)
        elif again == "seen":
            add((*(0,) * len(test.places[0]), 1), 1)
        else:
            for place in test.places:
                add((*place, 0), 1)
    return Series(terms, sum(terms.values())).reduced()


def tallies(step: Steps) -> int:
    """About how many tallies a weapon's batches of hits and wounds may come to, re-rolls included.

    Dice that fall into so many places, or are left out, make a tally for each way to share them out.
    """
    attacks, extra = step.most_attacks, step.critical_hit.extra()[-1][0]
    most, lethal = attacks * (1 + extra), step.critical_hit.lethal
    hits = _batches(attacks, 2 + bool(extra or lethal), 1, again=bool(step.hit.rerolls)) * len(step.attacks)
    kinds = len({check for _, _, check in step.wounds})
    places = 2 + bool(set(step.packets) - {"normal"})
    wounds = _batches(most, places, kinds, again=any(check.rerolls for _, _, check in step.wounds), beside=lethal)
    return (0 if step.hit.automatic else hits) + wounds + (most + 1) ** 2


def _batches(dice: int, places: int, kinds: int, *, again: bool, beside: bool = False) -> int:
    """The tallies of all batches of up to so many dice, ``beside`` up to as many things that need no roll."""
    first = comb(dice + kinds * (places + again) + beside, dice)
    return first + (comb(dice + places - 1 + kinds * places, dice) if again else 0)
