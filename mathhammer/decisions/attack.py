"""An attack in which something is held, as a game that both sides play as well as they can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from ..editions import Edition
from ..errors import LimitError
from ..sequence.squad import Squad
from ..sequence.standing import Standing
from ..sequence.steps import Steps
from ..sequence.volley import Outcome
from .activation import AnySteps, Rolls, Volley
from .advice import Advice, in_order
from .batch import BatchVolley
from .front import Aim
from .game import ByState, Flow, InTurn, Memory, Operator, PassedOn, Values
from .hands import Hands, Stock, hands, passed_on
from .objective import Objective
from .pool import Pool
from .program import program
from .table import Table
from .tally import tallies

MOST_WORK = 3_000_000  # states times attacks times hands
MOST_TALLIED = 16_000_000  # the same for batches, by tallies instead of attacks
STATES_A_TALLY = 20  # what a tally costs besides, in states


@dataclass(frozen=True)
class Solution:
    """The value of one game, the law of the squad's states under the best play, and what is spent in it."""

    value: Fraction
    damage: Fraction
    outcome: Outcome
    spent: Mapping[tuple[str, int], Fraction]
    kept: Fraction
    advice: tuple[Advice, ...]


@dataclass(frozen=True)
class Play:
    """A game solved backward: the values before it, and the memory of what they were made of."""

    tables: Sequence[Table]
    memory: Memory
    before: Values


@dataclass(frozen=True)
class Facing:
    """How the target stands when a unit attacks: ``fired`` holds each weapon's steps, for each way to direct it."""

    fired: tuple[Mapping[Aim, AnySteps], ...]
    standing: Standing | None = None

    @property
    def steps(self) -> list[AnySteps]:
        """The steps of each weapon, however it is directed."""
        return [next(iter(ways.values())) for ways in self.fired]


@dataclass(frozen=True)
class Attacker:
    """One attacking unit: how the target may stand when it attacks, and which of that holds in each state.

    ``lethal_open`` says for each weapon whether its Lethal Hits may be taken or not.
    """

    facings: tuple[Facing, ...]
    which: tuple[int, ...]
    lethal_open: tuple[bool, ...]


@dataclass(frozen=True)
class Game:
    """An attack in which something is held: everything but what is held.

    ``per_unit``: each attacking unit may use as many dice; else all of them together. With ``only`` dice may go
    into rolls of that kind alone: hit, wound, damage, save.
    """

    attackers: tuple[Attacker, ...]
    squad: Squad
    edition: Edition
    rolls: Rolls
    objective: Objective
    prices: Mapping[int, Fraction] = field(default_factory=dict)
    per_unit: bool = True
    only: str | None = None

    def solve(self, attacker: Stock, defender: Stock) -> Solution:
        """The game played best by both sides when they hold this.

        Raises `LimitError` when it is too large.
        """
        play = self._played(attacker, defender)
        tables, hands = play.tables, play.tables[-1].hands
        flow = play.memory.led(play.before, self.squad.start_state)
        value, damage = self._mean(play.before, 0), self._mean(play.before, -1)
        advice = self._advice(tables[0])
        return Solution(value, damage, self._outcome(flow), dict(tables[0].spent), self._kept(flow, hands), advice)

    def value(self, attacker: Stock, defender: Stock) -> Fraction:
        """What the objective comes to when both sides hold this, without how; raises `LimitError` as `solve` does."""
        return self._mean(self._played(attacker, defender).before, 0)

    def choices(self, attacker: Stock) -> Mapping[tuple[int, str], list[list[Pool]]]:
        """Which dice are put into each roll while all are held, state by state, for each number of attacks to come.

        There is a list for each place where such a roll is made.
        """
        return self._played(attacker, Stock(), recorded=True).tables[0].record or {}

    def _mean(self, before: Values, component: int) -> Fraction:
        return Fraction(before.hands[0][component][self.squad.start_state], before.denominator)

    def _played(self, attacker: Stock, defender: Stock, *, recorded: bool = False) -> Play:
        """The game solved backward."""
        held = hands(attacker, defender, len(self.attackers), per_unit=self.per_unit)
        self._check(held)
        record: dict[tuple[int, str], list[list[Pool]]] | None = {} if recorded else None
        tables = [Table(held[0], self.prices, self.squad.states + 1, only=self.only, record=record)]
        tables += [replace(tables[0], hands=those) for those in held[1:]]
        whole, memory = InTurn(*self._program(tables, attacker.uses)), Memory()
        ends, unit = self._ends()
        after = memory.named([ends] * len(held[-1].all), unit)
        return Play(tables, memory, whole.back(after, memory))

    def _program(self, tables: Sequence[Table], uses: int) -> list[Operator]:
        """The volleys of all units, with what the dice are handed on between them."""
        parts: list[Operator] = []
        before = 0
        for number, (attacker, table) in enumerate(zip(self.attackers, tables, strict=True)):
            parts.append(self._attacked(attacker, table, before))
            before += len(attacker.lethal_open)
            if number + 1 < len(tables):
                after = tables[number + 1].hands
                later = number + 2 < len(tables)
                to = [after.all.index(passed_on(hand, uses, self.per_unit, later)) for hand in table.hands.all]
                parts.append(PassedOn(to))
        return parts

    def _attacked(self, attacker: Attacker, table: Table, before: int) -> Operator:
        """One unit's volley, as the target then stands."""
        several = len(self.attackers) > 1 or len(attacker.lethal_open) > 1
        kind = BatchVolley if self.rolls == "batch" else Volley
        parts = []
        for facing in attacker.facings:
            volley = kind(self.squad, self.edition, table, self.rolls, attacker.lethal_open, several)
            volley.standing, volley.first = facing.standing, before
            volley.deals_at_once = self.rolls == "batch" and (len(facing.fired) == 1 or not self.edition.after_all)
            parts.append(program(volley, facing.fired))
        return parts[0] if len(parts) == 1 else ByState(parts, attacker.which)

    def _advice(self, table: Table) -> tuple[Advice, ...]:
        """When which die is used, by face from the highest, then in the order of the rolls."""
        total = self.squad.lost_in(self.squad.states)
        found: dict[Advice, list[str]] = {}
        for (roll, what), states in table.used.items():
            kept = table.kept.get((roll, what), set())
            missing = tuple(sorted({total - self.squad.lost_in(state) for state in states} - {0}))
            if missing:
                always = not states & kept
                face = what if isinstance(what, int) else None
                advice = Advice(face, roll, missing, always, always and kept <= {self.squad.states})
                found.setdefault(advice, []).extend([] if face else [str(what)])
        joined = [replace(advice, shown=tuple(shown)) for advice, shown in found.items()]
        return tuple(sorted(joined, key=lambda a: (-(a.face or 0), in_order(a.roll), a.shown)))

    def _ends(self) -> tuple[tuple[list[int], ...], int]:
        """The objective (and the damage, for ties) in every state, over one denominator."""
        ends = [self.squad.tally(state) for state in range(self.squad.states + 1)]
        gone = self.squad.lost_in(self.squad.start_state)
        slain = [sum(models for models, _ in end) for end in ends]
        lost = [max(0, sum(wounds for _, wounds in end) - gone) for end in ends]
        worth, models = self.objective.worth, self.squad.models
        aims = [Fraction(worth(*end, models)) for end in zip(slain, lost, strict=True)]
        unit = lcm(*(aim.denominator for aim in aims), *(price.denominator for price in self.prices.values()))
        aim = [value.numerator * (unit // value.denominator) for value in aims]
        damage = [wounds * unit for wounds in lost]
        return ((aim,) if aim == damage and not self.prices else (aim, damage)), unit

    def _outcome(self, flow: Flow) -> Outcome:
        total = [0] * (self.squad.states + 1)
        for array in flow.hands.values():
            total = list(map(int.__add__, total, array))
        return Outcome(self.squad, tuple(total[:-1]), flow.denominator)

    def _kept(self, flow: Flow, held: Hands) -> Fraction:
        kept = sum(sum(array) for hand, array in flow.hands.items() if held.kept(hand))
        return Fraction(kept, flow.denominator)

    def _check(self, held: Sequence[Hands]) -> None:
        for attacker, those in zip(self.attackers, held, strict=True):
            for facing in attacker.facings:
                self._check_fired(facing.steps, len(those.all) * len(attacker.facings))

    def _check_fired(self, fired: Sequence[AnySteps], hands: int) -> None:
        volley = [step for step in fired if isinstance(step, Steps)]
        states = self.squad.states + 1
        at_once = self.rolls == "batch" and (len(fired) == 1 or not self.edition.after_all)
        for step in volley:
            if set(step.packets) - {"normal"} and not at_once:
                states *= 1 + min(step.most_packets, 4 * self.squad.states)
        if self.rolls == "batch":
            if hands * (states + STATES_A_TALLY) * sum(map(tallies, volley)) > MOST_TALLIED:
                raise LimitError("this batch is too large to decide on dice", "write fewer attacks or dice, or rolls one")
        elif hands * states * sum(step.most_attacks for step in fired) > MOST_WORK:
            raise LimitError("this attack is too large to decide on dice", "write fewer attacks, weapons or dice")
