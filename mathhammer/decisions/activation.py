"""One attacking unit's volley as a game: its rolls in order, each with whoever may put a die into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from typing import Literal, TypeAlias

from ..check import Check, Verdict
from ..dice import Dice, Law, added
from ..editions import Edition, PacketKind
from ..sequence.defence import Defence
from ..sequence.mortal import MortalSteps
from ..sequence.squad import Packet as SquadPacket
from ..sequence.squad import Row, Squad
from ..sequence.standing import Standing
from ..sequence.steps import Steps as Sequence_
from .front import NOBODY, Aim, Landing
from .game import ByState, Chance, InTurn, Nothing, Operator, Repeated, Steps
from .hands import ATTACKER, DEFENDER
from .roll import LethalChoice
from .rolls import open_check, open_sum, plain_sum, seen_check, seen_sum
from .table import Table
from .throws import Again, Sum

Rolls = Literal["one", "batch", "after"]
AnySteps: TypeAlias = Sequence_ | MortalSteps


@dataclass(frozen=True)
class Packet:
    """Damage that waits: of which weapon and kind, and how many at the most."""

    weapon: int
    kind: PacketKind
    most: int


@dataclass
class Volley:
    """What the builder of a volley's operators knows: the squad, the edition, what waits at present."""

    squad: Squad
    edition: Edition
    table: Table
    rolls: Rolls
    lethal_open: Sequence[bool]
    several: bool
    standing: Standing | None = None  # how a target of several groups stands
    first: int = 0  # weapons of other units that fired before
    waiting: tuple[Packet, ...] = ()
    deals_at_once: bool = False  # what is put off is dealt right after its weapon's batch, and need not wait

    @property
    def states(self) -> int:
        """The states of the squad, dead among them."""
        return self.squad.states + 1

    def stride(self, at: int) -> int:
        """By how many states one more packet of the kind at this place takes the game on."""
        return prod(packet.most + 1 for packet in self.waiting[at + 1 :]) * self.states

    def size(self) -> int:
        """The number of states, what waits included."""
        return prod(packet.most + 1 for packet in self.waiting) * self.states

    def label(self, weapon: int, roll: str) -> str:
        """How a roll is called."""
        return f"{self.first + weapon + 1} {roll}" if self.several else roll

    # Damage.

    def landing(self, steps: Sequence_, aim: Aim = NOBODY) -> Landing:
        """Where the wounds of a weapon land."""
        if self.standing is None:
            return Landing(self.squad, steps.defences)
        seen = tuple(steps.defences[self.standing.seen(group)] for group in range(len(self.standing.left)))
        return Landing(self.squad, seen, aim)

    def packet(self, found: SquadPacket) -> Operator:
        """A packet about which nothing is decided."""
        if found.kernel is None:
            return Nothing()
        scale = found.kernel.denominator
        moves = found.total - found.still
        rows = [((0, found.still * scale), *((s, w * moves) for s, w in row)) for row in found.kernel.rows]
        return Steps(self.all_blocks(rows), found.total * scale)

    def all_blocks(self, rows: Sequence[Row]) -> list[list[tuple[int, int]]]:
        """The steps of the squad in every block of what waits; the dead stay dead."""
        dead = self.squad.states
        found = []
        for start in range(0, self.size(), self.states):
            for state, row in enumerate(rows):
                merged: dict[int, int] = {}
                for step, weight in row:
                    reached = start + min(state + step, dead)
                    merged[reached] = merged.get(reached, 0) + weight
                found.append(list(merged.items()))
            found.append([(start + dead, sum(weight for _, weight in rows[0]))])
        return found

    def put_off(self, weapon: int, kind: PacketKind) -> Operator:
        """One more packet waits (as many as can matter are counted)."""
        at = next(i for i, packet in enumerate(self.waiting) if (packet.weapon, packet.kind) == (weapon, kind))
        stride, most = self.stride(at), self.waiting[at].most
        rows = []
        for state in range(self.size()):
            full = state // stride % (most + 1) == most
            rows.append([(state if full else state + stride, 1)])
        return Steps(rows, 1)

    def damage(self, weapon: int, landing: Landing, *, devastating: bool) -> Operator:
        """The damage roll of an attack, and the packet it deals; a one-use defence meets the first failed save."""
        edition, printed = self.edition, landing.met[0].damage_roll
        order, zero = edition.damage_order, edition.zero_damage_is_final
        spills = devastating and edition.devastating_spills
        from_target = not devastating or edition.devastating_takes_target_modifiers

        def blow(met: Defence, total: int) -> tuple[Law, int, Law | None]:
            flat = replace(met.damage_roll, dice=Dice(plus=total), reroll=None)
            law = flat.law(order, zero_is_final=zero, from_target=from_target)
            if devastating:
                return law, met.devastating_feel_no_pain, None
            shielded = flat.set_to_zero().law(order, zero_is_final=zero) if flat.first_is_zero else None
            return law, met.feel_no_pain, shielded

        @cache
        def dealt(blows: tuple[tuple[Law, int, Law | None], ...]) -> Operator:
            rows, total = landing.rows(blows, spills=spills)
            return Steps(self.all_blocks(rows), total)

        def after(total: int) -> Operator:
            return dealt(tuple(blow(met, total) for met in landing.met))

        if not printed.dice.is_random:
            return after(printed.dice.plus)
        return self.sum(self.label(weapon, "damage"), Sum(printed.dice, printed.reroll), after)

    # Rolls.

    def sum(self, label: str, roll: Sum, part: Callable[[int], Operator]) -> Operator:
        """A roll of several dice, followed by the part for their total."""
        rolls = seen_sum if self.rolls == "after" else open_sum
        return rolls(self.table, label, roll, part, self.again(ATTACKER))

    def again(self, owner: int) -> Again | None:
        """What the owner's Command Re-roll makes again, None if it has none."""
        return self.edition.command_reroll if self.table.hands.may_reroll(owner) else None

    def check(self, label: str, check: Check, parts: Sequence[Operator], owner: int = ATTACKER) -> Operator:
        """A D6 test, followed by one of the parts for failure, success and critical success."""
        if check.automatic:
            return parts[Verdict.SUCCESS]
        again = self.again(owner) is not None and check.can_reroll
        rolls = seen_check if self.rolls == "after" else open_check
        return rolls(self.table, label, check, parts, owner, again)

    def by_state(self, parts: Sequence[Operator], which: Sequence[int]) -> Operator:
        """The part that belongs to the state of the squad, in every block of what waits."""
        found = list(dict.fromkeys(parts[number] for number in which))
        if len(found) == 1:
            return found[0]
        places = [found.index(parts[number]) for number in which]
        return ByState(found, places * (self.size() // self.states))

    def saved(self, weapon: int, landing: Landing, hurt: Operator) -> Operator:
        """One wound to be saved by the group on which it falls."""

        @cache
        def save(check: Check) -> Operator:
            return self.check(self.label(weapon, "save"), check, [hurt, Nothing(), Nothing()], DEFENDER)

        return self.by_state([save(check) for check in landing.saves()], landing.front)

    def sorted_save(self, weapon: int, landing: Landing, face: int, hurt: Operator, *, last: bool = False) -> Operator:
        """One of many save dice that lie there, met by the group on which its wound then falls; ``last``: for good."""

        @cache
        def met(check: Check) -> Operator:
            if check.rerolled(face) and not last:
                second, label = check.without_rerolls(), self.label(weapon, "save")
                return open_check(self.table, label, second, [hurt, Nothing(), Nothing()], DEFENDER, False)
            return hurt if check.judge(face) is Verdict.FAIL else Nothing()

        return self.by_state([met(check) for check in landing.saves()], landing.front)

    def attack(self, weapon: int, steps: Sequence_, aim: Aim) -> Operator:
        """One attack: hit roll, wound rolls, saves, damage; what is put off is only counted."""
        landing = self.landing(steps, aim)
        saved = self.saved(weapon, landing, self.damage(weapon, landing, devastating=False))
        critical = self.devastation(weapon, steps, aim) if steps.critical_wound.devastating else saved
        if steps.critical_wound.mortals:
            critical = InTurn(critical, self.put_off(weapon, "mortal"))
        parts = (Nothing(), saved, critical)
        hit = Chance([(w, self.check(self.label(weapon, "wound"), check, parts)) for _, w, check in steps.wounds])
        own: Operator = hit
        if steps.critical_hit.lethal:
            choice = LethalChoice(self.table, self.label(weapon, "lethal"), saved, hit)
            own = choice if self.lethal_open[weapon] else saved
        critically = Chance([(w, InTurn(own, *[hit] * more)) for more, w in steps.critical_hit.extra()])
        return self.check(self.label(weapon, "hit"), steps.hit, [Nothing(), hit, critically])

    def devastation(self, weapon: int, steps: Sequence_, aim: Aim) -> Operator:
        """A devastating wound: put off, or dealt at once where that makes no difference."""
        if deals_at_once(steps, self.squad, alone=not self.several):
            return self.deal(Packet(weapon, "devastating", 1), steps, aim)
        return self.put_off(weapon, "devastating")

    def weapon(self, number: int, steps: AnySteps, aim: Aim = NOBODY) -> Operator:
        """All attacks of a weapon; how many there are is known before the first."""
        if isinstance(steps, MortalSteps):
            hurt = self.packet(steps.packets["normal"])
            fail, success, critical = steps.roll.weights()
            return InTurn(*[Chance([(fail, Nothing()), (success + critical, hurt)])] * steps.count)
        attack = self.attack(number, steps, aim)
        if self.again(ATTACKER) is None:
            law = added(*[steps.attacks] * steps.count)
            return Repeated(attack, law, forgets=True, left=self.table.attacks_left)
        times: list[Operator] = [Nothing()]
        for _ in range(steps.most_attacks):
            times.append(InTurn(attack, times[-1]))
        return self.gathered(number, steps, times.__getitem__)

    def gathered(self, number: int, steps: Sequence_, part: Callable[[int], Operator]) -> Operator:
        """The number of attacks, copy by copy, each made again if the Command Re-roll is used on it."""
        label = self.label(number, "attacks")
        copies = [roll for roll, count in steps.gathered for _ in range(count)]

        @cache
        def after(copy: int, known: int) -> Operator:
            if copy == len(copies):
                return part(known)
            made = copies[copy]

            def rolled(total: int) -> Operator:
                return Chance([(w, after(copy + 1, known + n)) for n, w in made.after(total)])

            if not made.dice.is_random:
                return rolled(made.dice.plus)
            return plain_sum(self.table, label, Sum(made.dice, made.reroll), cache(rolled), self.again(ATTACKER))

        return after(0, 0)

    def deal(self, packet: Packet, steps: Sequence_, aim: Aim = NOBODY) -> Operator:
        """One packet that waited is dealt."""
        if packet.kind == "mortal":
            return self.packet(steps.packets["mortal"])
        return self.damage(packet.weapon, self.landing(steps, aim), devastating=True)


def deals_at_once(steps: Sequence_, squad: Squad, *, alone: bool) -> bool:
    """Whether devastating wounds need not wait: neither the end nor what a player knows depends on it.

    So it is when their damage is certain (no roll, no Feel No Pain) and the target is one model, or
    all wounds of the only weapon do the same certain damage.
    """
    packet, normal = steps.packets["devastating"], steps.packets["normal"]
    if packet.kernel is None or packet.still or packet.kernel.steps is None:
        return False
    return squad.models == 1 or (alone and not normal.still and packet.kernel == normal.kernel)
