"""Fast dice: one weapon's hit rolls at once, then its wound rolls, then the saves; damage one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from ..check import Check, Verdict
from ..dice import FACES, added
from ..editions import PacketKind
from ..errors import SituationError
from ..exact import Series, one
from ..sequence.mortal import MortalSteps
from ..sequence.steps import Steps
from .activation import Packet, Volley
from .game import Chance, InTurn, Nothing, Operator
from .hands import ATTACKER, DEFENDER
from .pool import Pool
from .roll import Best, Roll
from .table import Choice, Throw

Tally = tuple[int, int]  # successes that are not critical, critical successes
Part = Callable[[int, int], Operator]


@dataclass
class BatchVolley(Volley):
    """A volley whose rolls are made in batches: a die is set before a batch, one for each use."""

    built: dict[tuple[int, str, Tally], Operator] = field(default_factory=dict)

    def weapon(self, number: int, steps: Steps | MortalSteps) -> Operator:
        if not isinstance(steps, Steps):
            return super().weapon(number, steps)
        if len(steps.wounds) > 1:
            raise SituationError("a random Strength with dice held in batches", "write rolls one")
        self.built.clear()
        hurt = self.damage(number, steps.damage_roll, steps.feel_no_pain, from_target=True, spills=False)
        attacks = added(*[steps.attacks] * steps.count)
        return Chance([(weight, self.hits(number, steps, hurt, most)) for most, weight in attacks])

    def once(self, weapon: int, name: str, tally: Tally, build: Callable[[], Operator]) -> Operator:
        """The operator for a tally at a step: built once, so that its values are worked out once."""
        place = (weapon, name, tally)
        if place not in self.built:
            self.built[place] = build()
        return self.built[place]

    def hits(self, weapon: int, steps: Steps, hurt: Operator, attacks: int) -> Operator:
        """The batch of hit rolls."""

        def part(hits: int, critical: int) -> Operator:
            return self.once(weapon, "hits", (hits, critical), lambda: self.scored(weapon, steps, hurt, hits, critical))

        matters = bool(steps.critical_hit.extra_hits) or steps.critical_hit.lethal
        return self.rolled(weapon, "hit", _plain(steps.hit, matters), attacks, (0, 0), part)

    def scored(self, weapon: int, steps: Steps, hurt: Operator, hits: int, critical: int) -> Operator:
        """What follows so many hits and critical hits: extra hits are rolled for, then all hits roll to wound."""
        extra = added(*[steps.critical_hit.extra()] * critical)

        def wounds(rolling: int, automatic: int) -> Operator:
            build = cache(lambda: self.wounds(weapon, steps, hurt, rolling, automatic))
            return self.once(weapon, "wounds", (rolling, automatic), build)

        def with_lethal(taken: int) -> Operator:
            return Chance([(w, wounds(hits + critical - taken + more, taken)) for more, w in extra])

        if not steps.critical_hit.lethal:
            return with_lethal(0)
        if not self.lethal_open[weapon]:
            return with_lethal(critical)
        return Best(*[with_lethal(taken) for taken in range(critical, -1, -1)])

    def wounds(self, weapon: int, steps: Steps, hurt: Operator, rolling: int, automatic: int) -> Operator:
        """The batch of wound rolls, beside wounds that need none."""

        def part(wounds: int, critical: int) -> Operator:
            return self.once(
                weapon, "wounded", (wounds, critical), lambda: self.wounded(weapon, steps, hurt, wounds, critical)
            )

        matters = steps.critical_wound.devastating or bool(steps.critical_wound.mortals)
        return self.rolled(weapon, "wound", _plain(steps.wounds[0][2], matters), rolling, (automatic, 0), part)

    def wounded(self, weapon: int, steps: Steps, hurt: Operator, wounds: int, critical: int) -> Operator:
        """What is put off is counted, then the batch of saves is rolled."""
        kinds: list[PacketKind] = ["devastating"] if steps.critical_wound.devastating else []
        kinds += ["mortal"] if steps.critical_wound.mortals else []
        if not steps.critical_wound.devastating:
            wounds += critical
        saves = self.once(weapon, "saves", (wounds, 0), lambda: self.saves(weapon, steps, hurt, wounds))
        if not kinds or not critical:
            return saves
        if not self.deals_at_once:
            return InTurn(*[self.put_off(weapon, kind) for kind in kinds] * critical, saves)
        late = [self.late(weapon, kind, steps) for kind in kinds]
        return InTurn(saves, *[packet for packet in late for _ in range(critical)])

    def late(self, weapon: int, kind: PacketKind, steps: Steps) -> Operator:
        """One packet that is dealt after the saves and their damage."""
        return self.once(weapon, kind, (0, 0), lambda: self.deal(Packet(weapon, kind, 1), steps))

    def saves(self, weapon: int, steps: Steps, hurt: Operator, wounds: int) -> Operator:
        """The batch of saves, then the damage of those that fail, one by one."""

        def part(failed: int, _: int) -> Operator:
            return self.once(weapon, "failed", (failed, 0), lambda: InTurn(*[hurt] * failed) if failed else Nothing())

        return self.rolled(weapon, "save", _failing(steps.save.best()), wounds, (0, 0), part, DEFENDER)

    def rolled(
        self, weapon: int, roll: str, check: _Test, number: int, base: Tally, part: Part, owner: int = ATTACKER
    ) -> Operator:
        """A batch of so many tests, added to the tally so far; re-rolls are made as one batch once all is seen.

        What follows depends on the whole tally alone, so batches that lead to the same one share it.
        """
        if number == 0:
            return part(*base)
        if check.automatic:
            return part(base[0] + number, base[1])
        again = frozenset(face for face in FACES if check.check.rerolled(face))
        return self._rolled(weapon, roll, check, number, base, part, owner, again)

    def _rolled(
        self,
        weapon: int,
        roll: str,
        check: _Test,
        number: int,
        base: Tally,
        part: Part,
        owner: int,
        again: frozenset[int],
    ) -> Operator:
        reached: dict[tuple[int, int, int], int] = {}

        @cache
        def throw(faces: Pool) -> tuple[Throw, ...]:
            if len(faces) > number:
                return ()
            outcomes: dict[int, int] = {}
            for (success, critical, more), weight in _tallies(check, number - len(faces), faces, again).items():
                place = reached.setdefault((base[0] + success, base[1] + critical, more), len(reached))
                outcomes[place] = outcomes.get(place, 0) + weight
            return (Throw(outcomes),)

        (ordinary,) = throw(())
        for faces in self.table.hands.ever(owner, number):
            throw(faces)  # so that everything it may lead to is known

        def follows(success: int, critical: int, more: int) -> Operator:
            if not more:
                return part(success, critical)
            rest = (success, critical)
            return self.once(
                weapon,
                f"{roll} again {more}",
                rest,
                lambda: self._rolled(weapon, roll, check, more, rest, part, owner, frozenset()),
            )

        parts = [follows(*tally) for tally in reached]
        return Roll(self.table, self.label(weapon, roll), parts, Choice(ordinary, throw, number), owner=owner)


@dataclass(frozen=True)
class _Test:
    """A D6 test, and the place in a tally of each face: success, critical success, or neither."""

    check: Check
    places: tuple[Tally, ...]

    @property
    def automatic(self) -> bool:
        """Whether no die is rolled."""
        return self.check.automatic


def _plain(check: Check, critical_matters: bool) -> _Test:
    """The test; where nothing comes of criticals they count as successes."""
    places = []
    for face in FACES:
        verdict = check.judge(face)
        critical = verdict is Verdict.CRITICAL and critical_matters
        places.append((int(verdict is not Verdict.FAIL and not critical), int(critical)))
    return _Test(check, tuple(places))


def _failing(check: Check) -> _Test:
    """The test of which the failures are counted."""
    return _Test(check, tuple((int(check.judge(face) is Verdict.FAIL), 0) for face in FACES))


def _tallies(check: _Test, dice: int, faces: Iterable[int], again: Iterable[int]) -> Mapping[tuple[int, int, int], int]:
    """Weights of successes, critical successes and dice to be rolled again, of dice and of set faces."""
    rolled = _one(check, FACES, again).power(dice) if dice else one(3)
    for face in faces:
        rolled = rolled.times(_one(check, [face], again))
    return {(e[0], e[1], e[2]): weight for e, weight in rolled.terms.items() if weight}


def _one(check: _Test, faces: Iterable[int], again: Iterable[int]) -> Series:
    terms: dict[tuple[int, ...], int] = {}
    for face in faces:
        place = (0, 0, 1) if face in again else (*check.places[face - 1], 0)
        terms[place] = terms.get(place, 0) + 1
    return Series(terms, sum(terms.values()))
