"""Fast dice: one weapon's hit rolls at once, then its wound rolls, then the saves; damage one by one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache, partial
from math import comb

from ..dice import added
from ..editions import PacketKind
from ..sequence.mortal import MortalSteps
from ..sequence.steps import Steps
from .activation import AnySteps, Packet, Volley, deals_at_once
from .front import NOBODY, Aim, Landing
from .game import Chance, InTurn, Nothing, Operator
from .gathered import pooled
from .hands import ATTACKER, DEFENDER
from .roll import CommandReroll, LethalChoice, Roll
from .table import Choice, Throw
from .tally import Again as TallyAgain
from .tally import Landed, Place, Test, by_class, failing, landings, plain

Counts = tuple[int, ...]
Follows = Callable[..., Operator]  # the counts of a tally: what comes of them
OnceMore = Callable[[Counts, Place], Operator]  # the counts, and the place of the die that was made again


class BatchVolley(Volley):
    """A volley whose rolls are made in batches: a die is set before a batch, one for each use."""

    def weapon(self, number: int, steps: AnySteps, aim: Aim = NOBODY) -> Operator:
        if isinstance(steps, MortalSteps):
            return super().weapon(number, steps, aim)
        return Batches(self, number, steps, self.landing(steps, aim)).all()

    def gathered(self, number: int, steps: Steps, part: Callable[[int], Operator]) -> Operator:
        """The numbers of attacks: where one die is rolled again, those of all copies are rolled together."""
        again = self.edition.command_reroll
        if again == "roll":
            return super().gathered(number, steps, part)
        return pooled(self.table, self.label(number, "attacks"), steps, part, again)


class Batches:
    """One weapon's batches; what follows a tally is built once, so that its values are worked out once."""

    def __init__(self, volley: BatchVolley, number: int, steps: Steps, landing: Landing) -> None:
        self.volley, self.number, self.steps, self.landing = volley, number, steps, landing
        self.hurt = volley.damage(number, landing, devastating=False)
        hit, wound = steps.critical_hit, steps.critical_wound
        self.hit = plain(steps.hit, critical_matters=bool(hit.extra_hits) or hit.lethal)
        matters = wound.devastating or bool(wound.mortals)
        strengths: dict[Test, int] = {}
        for _, weight, check in steps.wounds:
            test = plain(check, critical_matters=matters)
            strengths[test] = strengths.get(test, 0) + weight
        self.wound, self.strengths = list(strengths), list(strengths.values())
        self.built: dict[Hashable, Operator] = {}

    def once(self, key: Hashable, build: Callable[[], Operator]) -> Operator:
        """The operator at a place of the weapon's attacks."""
        if key not in self.built:
            self.built[key] = build()
        return self.built[key]

    def all(self) -> Operator:
        """All attacks of the weapon."""
        steps = self.steps
        if self.volley.again(ATTACKER) is not None:
            return self.volley.gathered(self.number, steps, self.hits)
        return Chance([(weight, self.hits(most)) for most, weight in added(*[steps.attacks] * steps.count)])

    def hits(self, attacks: int) -> Operator:
        """The batch of hit rolls."""

        def follows(hits: int, critical: int) -> Operator:
            return self.once(("hits", hits, critical), lambda: self.scored(hits, critical))

        return self.once(("attacks", attacks), lambda: self.rolled("hit", [self.hit], (attacks,), (0, 0), follows))

    def scored(self, hits: int, critical: int) -> Operator:
        """What follows so many hits and critical hits: extra hits are rolled for, then all hits roll to wound."""
        extra = added(*[self.steps.critical_hit.extra()] * critical)

        def with_lethal(taken: int) -> Operator:
            return Chance([(w, self.wounds(hits + critical - taken + more, taken)) for more, w in extra])

        if not self.steps.critical_hit.lethal:
            return with_lethal(0)
        if not self.volley.lethal_open[self.number]:
            return with_lethal(critical)
        if not critical:
            return with_lethal(0)
        label = self.volley.label(self.number, "lethal")
        return LethalChoice(self.volley.table, label, *[with_lethal(taken) for taken in range(critical, -1, -1)])

    def wounds(self, rolling: int, automatic: int) -> Operator:
        """The Strength of each wound roll, then the batch of them, beside wounds that need none."""

        def follows(wounds: int, critical: int) -> Operator:
            return self.once(("wounded", wounds, critical), lambda: self.wounded(wounds, critical))

        def of_strengths(numbers: tuple[int, ...]) -> Operator:
            key = ("wounds", numbers, automatic)
            return self.once(key, lambda: self.rolled("wound", self.wound, numbers, (automatic, 0), follows))

        return Chance([(weight, of_strengths(numbers)) for numbers, weight in _shares(rolling, self.strengths)])

    def wounded(self, wounds: int, critical: int) -> Operator:
        """What is put off is counted, then the batch of saves is rolled."""
        outcome = self.steps.critical_wound
        kinds: list[PacketKind] = ["devastating"] if outcome.devastating else []
        kinds += ["mortal"] if outcome.mortals else []
        if not outcome.devastating:
            wounds += critical
        saves = self.once(("saves", wounds), lambda: self.saves(wounds))
        if not kinds or not critical:
            return saves
        now = [kind for kind in kinds if self.deals_at_once(kind)]
        later = [self.volley.put_off(self.number, kind) for kind in kinds if kind not in now]
        return InTurn(*later * critical, saves, *[self.late(kind) for kind in now for _ in range(critical)])

    def deals_at_once(self, kind: PacketKind) -> bool:
        """Whether such packets are dealt right after the saves and their damage."""
        if self.volley.deals_at_once:
            return True
        return kind == "devastating" and deals_at_once(self.steps, self.volley.squad, alone=not self.volley.several)

    def late(self, kind: PacketKind) -> Operator:
        """One packet that is dealt after the saves and their damage."""
        return self.once(kind, lambda: self.volley.deal(Packet(self.number, kind, 1), self.steps, self.landing.aim))

    def saves(self, wounds: int) -> Operator:
        """The batch of saves, then the damage of those that fail, one by one.

        Where the groups of the target save differently, they save one by one, or all dice are rolled and
        met from the lowest to the highest.
        """
        landing, volley = self.landing, self.volley
        if not landing.mixed:

            def follows(failed: int) -> Operator:
                return self.once(("failed", failed), lambda: InTurn(*[self.hurt] * failed) if failed else Nothing())

            return self.rolled("save", [failing(self.steps.save.best())], (wounds,), (0,), follows, DEFENDER)
        if not volley.edition.sorts_saves:
            return InTurn(*[volley.saved(self.number, landing, self.hurt)] * wounds)
        return self.sorted_saves(wounds)

    def sorted_saves(self, wounds: int) -> Operator:
        """All save dice are rolled, then met from the lowest to the highest.

        A die that the Command Re-roll made again is not rolled a third time; it is met after others like it.
        """
        classes = self.landing.classes(apart=self.volley.again(DEFENDER) is not None)
        dice = [(self.met(faces[0], last=False), self.met(faces[0], last=True)) for faces in classes]
        nowhere = (0,) * len(classes)

        def dealt(counts: Counts, again: Place) -> Operator:
            pairs = zip(dice, counts, again, strict=True)
            met = [die for (once, twice), n, last in pairs for die in [once] * n + [twice] * last]
            return self.once(("dealt", *map(id, met)), lambda: InTurn(*met))

        def follows(*counts: int) -> Operator:
            return dealt(counts, nowhere)

        return self.rolled("save", [by_class(classes)], (wounds,), nowhere, follows, DEFENDER, dealt)

    def met(self, face: int, *, last: bool) -> Operator:
        """A save die that shows this face; those that come to the same for every group are one operator."""
        by_group = tuple((check.rerolled(face) and not last, check.judge(face)) for check in self.landing.saves())
        build = partial(self.volley.sorted_save, self.number, self.landing, face, self.hurt, last=last)
        return self.once(("met", by_group), build)

    def rolled(
        self,
        roll: str,
        tests: list[Test],
        numbers: tuple[int, ...],
        base: tuple[int, ...],
        follows: Follows,
        owner: int = ATTACKER,
        once_more: OnceMore | None = None,
    ) -> Operator:
        """A batch of so many of each of these tests, added to a tally so far.

        Re-rolls that rules give are made as one batch once all is seen, then one die that was not
        among them may be made again by the Command Re-roll; ``once_more`` says what follows that one.
        """
        for at, test in enumerate(tests):
            if test.automatic:
                base = (base[0] + numbers[at], *base[1:])
                numbers = (*numbers[:at], 0, *numbers[at + 1 :])
        commanded = self.volley.again(owner) is not None and all(test.check.can_reroll for test in tests)
        most = sum(numbers)
        decided = commanded or self.volley.table.hands.ever(owner, most)
        none = Landed((0,) * len(base), (0,) * len(tests), frozenset())

        def thrown(numbers: tuple[int, ...], so_far: Landed, again: TallyAgain) -> Operator:
            """Dice are rolled."""
            if not sum(numbers):
                return stands(so_far)
            reached: dict[Landed, int] = {}

            @cache
            def throws(faces: tuple[int, ...]) -> tuple[Throw, ...]:
                found = []
                for law in landings(tuple(tests), numbers, faces, again=again, frees=commanded and again == "seen"):
                    outcomes: dict[int, int] = {}
                    for landed, weight in law.items():
                        outcome = reached.setdefault(landed.after(so_far), len(reached))
                        outcomes[outcome] = outcomes.get(outcome, 0) + weight
                    found.append(Throw(outcomes))
                return tuple(found)

            (ordinary,) = throws(())
            for faces in self.volley.table.hands.ever(owner, sum(numbers)):
                throws(faces)  # so that everything it may lead to is known
            parts = [made_again(landed) for landed in reached]
            choice = Choice(ordinary, throws, sum(numbers))
            return Roll(self.volley.table, self.volley.label(self.number, roll), parts, choice, owner=owner)

        def made_again(landed: Landed) -> Operator:
            if not sum(landed.again):
                return stands(landed)
            rest = landed._replace(again=none.again)
            return self.once((roll, "again", landed), lambda: thrown(landed.again, rest, "never"))

        def stands(landed: Landed) -> Operator:
            counts = landed.counts
            if not landed.free:
                return follows(*counts)
            return self.once((roll, "stands", counts, landed.free), lambda: offered(counts, sorted(landed.free)))

        def offered(counts: tuple[int, ...], free: list[tuple[int, Place]]) -> Operator:
            label = self.volley.label(self.number, roll)
            again = [one_again(at, tuple(map(int.__sub__, counts, where))) for at, where in free]
            shown = [tests[at].names[where] for at, where in free]
            return CommandReroll(self.volley.table, label, shown, follows(*counts), again, owner)

        def one_again(at: int, rest: tuple[int, ...]) -> Operator:
            def build() -> Operator:
                places = list(dict.fromkeys(tests[at].places))
                parts = [once_more(rest, p) if once_more else follows(*_sum(rest, p)) for p in places]

                def throw(faces: tuple[int, ...]) -> Throw:
                    outcomes: dict[int, int] = {}
                    for face in faces:
                        where = places.index(tests[at].places[face - 1])
                        outcomes[where] = outcomes.get(where, 0) + 1
                    return Throw(outcomes)

                choice = Choice(throw((1, 2, 3, 4, 5, 6)), lambda faces: [throw(faces)])
                return Roll(self.volley.table, self.volley.label(self.number, roll), parts, choice, owner=owner)

            return self.once((roll, "one again", at, rest), build)

        return thrown(numbers, none._replace(counts=base), "seen" if decided else "at once")


def _sum(counts: Counts, more: Place) -> Counts:
    return tuple(map(int.__add__, counts, more))


def _shares(number: int, weights: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way in which so many things are shared out by these weights, with its own weight."""
    if len(weights) == 1:
        yield (number,), weights[0] ** number
        return
    for first in range(number + 1):
        for rest, weight in _shares(number - first, weights[1:]):
            yield (first, *rest), comb(number, first) * weights[0] ** first * weight
