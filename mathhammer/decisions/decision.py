"""The best use of dice in an attack: what it is worth, what it does to the law, and when to use which die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm

from ..editions import Edition
from ..errors import LimitError, SituationError
from ..sequence.mortal import MortalSteps
from ..sequence.squad import Squad
from ..sequence.steps import Steps
from ..sequence.volley import Outcome
from .activation import Rolls, Volley, program
from .batch import BatchVolley
from .game import Flow, Memory
from .hands import Hands, hands
from .objective import Objective
from .pool import Pool
from .table import Table

MOST_WORK = 3_000_000  # states times attacks times hands
MOST_TALLIES = 4_000_000  # states times tallies of hits and wounds times hands, for batches


@dataclass(frozen=True)
class Advice:
    """When to use a die: this face, in this roll, while so many wounds of the target are missing.

    ``missing`` are the numbers of wounds left to take; ``always`` says whether it is used whenever
    one of them is met, or only sometimes (as the attacks to come and the damage that waits have it).
    """

    face: int
    roll: str
    missing: tuple[int, ...]
    always: bool
    everywhere: bool

    def __str__(self) -> str:
        said = f"a {self.face}: on a {self.roll} roll"
        if not self.everywhere:
            high, low = max(self.missing), min(self.missing)
            together = len(self.missing) == high - low + 1
            shown = (
                f"{high} to {low}" if together and high > low else ", ".join(map(str, sorted(self.missing, reverse=True)))
            )
            said += f" while {shown} wounds are missing"
        return said if self.always else f"{said}, in some cases"


@dataclass(frozen=True)
class Solution:
    """The value of one game, the law of the squad's states under the best play, and the dice spent in it."""

    value: Fraction
    damage: Fraction
    outcome: Outcome
    spent: Mapping[tuple[str, int], Fraction]
    kept: Fraction
    advice: tuple[Advice, ...]


@dataclass(frozen=True)
class Decision:
    """The best use of the dice held in an attack.

    ``base`` is what the objective comes to without dice, ``best`` with them (prices paid), ``gain``
    the improvement for the side that holds them; ``by_die`` the gain if the pool were that one die,
    ``marginal`` the loss if one die of that face were taken away, ``spent`` the expected number of
    dice spent, by roll and face, ``kept`` the chance that none is; ``advice`` says when which die is used.
    """

    objective: str
    rolls: str
    base: Fraction
    best: Fraction
    gain: Fraction
    by_die: Mapping[int, Fraction] = field(default_factory=dict)
    marginal: Mapping[int, Fraction] = field(default_factory=dict)
    spent: Mapping[str, Fraction] = field(default_factory=dict)
    advice: tuple[Advice, ...] = ()

    @property
    def policy(self) -> tuple[str, ...]:
        """When which die is used, in words; whatever is not named keeps the dice."""
        return (*map(str, self.advice), "otherwise keep the dice" if self.advice else "keep the dice")


@dataclass(frozen=True)
class Game:
    """An attack in which dice are held: everything but the dice."""

    fired: tuple[Steps | MortalSteps, ...]
    squad: Squad
    edition: Edition
    rolls: Rolls
    objective: Objective
    lethal_open: tuple[bool, ...]
    prices: Mapping[int, Fraction] = field(default_factory=dict)

    def solve(self, dice: Pool, uses: int, defender_dice: Pool = (), defender_uses: int = 1) -> Solution:
        """The game played best by both sides when they hold these dice.

        Raises `LimitError` when it is too large, `SituationError` for what is not modelled with dice.
        """
        held = hands(dice, uses, defender_dice, defender_uses)
        self._check(held)
        table = Table(held, self.prices, self.squad.states + 1)
        kind = BatchVolley if self.rolls == "batch" else Volley
        volley = kind(self.squad, self.edition, table, self.rolls, self.lethal_open, len(self.fired) > 1)
        volley.deals_at_once = self.rolls == "batch" and (len(self.fired) == 1 or not self.edition.after_all)
        whole = program(volley, self.fired)
        memory = Memory()
        ends, unit = self._ends()
        after = memory.named([ends] * len(held.all), unit)
        before = whole.back(after, memory)
        start = self.squad.lost
        value = Fraction(before.hands[0][0][start], before.denominator)
        damage = Fraction(before.hands[0][-1][start], before.denominator)
        flow = whole.on(self._start(len(held.all)), after.key, memory)
        kept = self._kept(flow, held)
        return Solution(value, damage, self._outcome(flow), dict(table.spent), kept, self._advice(table))

    def _advice(self, table: Table) -> tuple[Advice, ...]:
        """When which die is used, by face from the highest, then in the order of the rolls."""
        total = self.squad.states
        found = []
        for (roll, face), states in table.used.items():
            kept = table.kept.get((roll, face), set())
            missing = tuple(sorted(total - state for state in states if state < total))
            if missing:
                always = not states & kept
                found.append(Advice(face, roll, missing, always, always and kept <= {total}))
        order = {"hit": 0, "wound": 1, "save": 2, "damage": 3}
        return tuple(sorted(found, key=lambda a: (-a.face, a.roll.split()[0], order[a.roll.split()[-1]])))

    def _ends(self) -> tuple[tuple[list[int], ...], int]:
        """The objective (and the damage, for ties) in every state, over one denominator."""
        squad = self.squad
        lost = [squad.lost_in(state) for state in range(squad.states + 1)]
        aims = [Fraction(self.objective.worth(n // squad.wounds, n - squad.lost, squad.models)) for n in lost]
        unit = lcm(*(aim.denominator for aim in aims), *(price.denominator for price in self.prices.values()))
        aim = [value.numerator * (unit // value.denominator) for value in aims]
        damage = [max(0, n - squad.lost) * unit for n in lost]
        return ((aim,) if aim == damage and not self.prices else (aim, damage)), unit

    def _start(self, number: int) -> Flow:
        first = [0] * (self.squad.states + 1)
        first[self.squad.lost] = 1
        return Flow([first, *[None] * (number - 1)], 1)

    def _outcome(self, flow: Flow) -> Outcome:
        total = [0] * (self.squad.states + 1)
        for array in flow.hands:
            if array is not None:
                total = list(map(int.__add__, total, array))
        return Outcome(self.squad, tuple(total[:-1]), flow.denominator)

    def _kept(self, flow: Flow, held: Hands) -> Fraction:
        kept = sum(sum(array) for hand, array in enumerate(flow.hands) if array is not None and held.kept(hand))
        return Fraction(kept, flow.denominator)

    def _check(self, held: Hands) -> None:
        if self.squad.shield:
            raise SituationError("dice are held against [damage 0 first failed save]", "leave out one of the two")
        work = (self.squad.states + 1) * len(held.all)
        if self.rolls == "batch":
            work *= sum(_tallies(step) for step in self.fired if isinstance(step, Steps))
            if work > MOST_TALLIES:
                raise LimitError("this batch is too large to decide on dice", "write fewer attacks or dice, or rolls one")
            return
        waits = [step for step in self.fired if isinstance(step, Steps) and set(step.packets) - {"normal"}]
        for step in waits:
            work *= 1 + min(step.most_packets, 4 * self.squad.states)
        if work * sum(step.most_attacks for step in self.fired) > MOST_WORK:
            raise LimitError("this attack is too large to decide on dice", "write fewer attacks, weapons or dice")


def decide(game: Game, dice: Pool, uses: int, defender_dice: Pool = (), defender_uses: int = 1) -> tuple[Decision, Outcome]:
    """The best use of the dice, and the law of the squad's states that comes of it."""
    base = game.solve((), 0)
    best = game.solve(dice, uses, defender_dice, defender_uses)
    sign = 1 if dice else -1
    by_die, marginal = {}, {}
    held = dice or defender_dice
    for face in sorted(set(held)):
        left = list(held)
        left.remove(face)
        one, rest = ((face,), tuple(left))
        alone = game.solve(one, 1, defender_dice, defender_uses) if dice else game.solve((), 0, one, 1)
        without = game.solve(rest, uses, defender_dice, defender_uses) if dice else game.solve((), 0, rest, defender_uses)
        start = game.solve((), 0, defender_dice, defender_uses) if dice and defender_dice else base
        by_die[face] = sign * (alone.value - start.value)
        marginal[face] = sign * (best.value - without.value)
    spent = {f"{label} {face}": chance for (label, face), chance in sorted(best.spent.items(), key=_by_roll)}
    spent["kept"] = best.kept
    decision = Decision(
        objective=game.objective.name,
        rolls=game.rolls,
        base=base.value,
        best=best.value,
        gain=sign * (best.value - base.value),
        by_die=by_die,
        marginal=marginal,
        spent=spent,
        advice=best.advice,
    )
    return decision, best.outcome


def _by_roll(item: tuple[tuple[str, int], Fraction]) -> tuple[str, int]:
    return item[0]


def _tallies(step: Steps) -> int:
    """About how many pairs of a tally of hits and a tally of wounds a weapon's batches may come to."""
    attacks, extra = step.most_attacks, step.critical_hit.extra()[-1][0]
    kinds = 1 + bool(extra or step.critical_hit.lethal) + bool(step.hit.rerolls)
    hits = comb(attacks + kinds, kinds) if not step.hit.automatic else 1
    most = attacks * (1 + extra)
    wound = step.wounds[0][2]
    kinds = 1 + bool(set(step.packets) - {"normal"}) + bool(wound.rerolls)
    rolling = (most + 1) * (attacks + 1 if step.critical_hit.lethal else 1)
    return hits + rolling * comb(most + kinds, kinds) * (1 if len(step.attacks) == 1 else len(step.attacks))
