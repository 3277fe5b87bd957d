"""One attacking unit's volley as a game: its rolls in order, each with whoever may put a die into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from typing import Literal

from ..check import Check, Verdict
from ..dice import Dice, Law, added
from ..editions import Edition, PacketKind
from ..sequence.mortal import MortalSteps
from ..sequence.squad import Row, Squad, damage_rows
from ..sequence.steps import Steps as Sequence_
from ..stages import Damage
from .game import Chance, Deferred, InTurn, Nothing, Opened, Operator, Repeated, Steps
from .hands import ATTACKER, DEFENDER
from .roll import Best
from .rolls import open_check, open_sum, plain_sum, seen_check, seen_sum
from .table import Table
from .throws import Again, Sum

Rolls = Literal["one", "batch", "after"]


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

    def dealt(self, damage: Law, feel_no_pain: int, *, spills: bool = False, shielded: Law | None = None) -> Operator:
        """A packet of damage is dealt, Feel No Pain rolled; ``shielded`` while a one-use defence is up."""
        rows, total = damage_rows(damage, feel_no_pain, self.squad, spills=spills, shielded=shielded)
        return Steps(self.all_blocks(rows), total)

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

    def damage(
        self, weapon: int, roll: Damage, feel_no_pain: int, *, from_target: bool, spills: bool, failed_save: bool
    ) -> Operator:
        """The damage roll of an attack, and the packet it deals; a one-use defence meets the first failed save."""
        order, zero = self.edition.damage_order, self.edition.zero_damage_is_final

        def dealt(total: int) -> Operator:
            flat = replace(roll, dice=Dice(plus=total), reroll=None)
            law = flat.law(order, zero_is_final=zero, from_target=from_target)
            shielded = None
            if roll.first_is_zero and failed_save:
                shielded = flat.set_to_zero().law(order, zero_is_final=zero)
            return once(law, shielded)

        once = cache(lambda law, shielded: self.dealt(law, feel_no_pain, spills=spills, shielded=shielded))
        if not roll.dice.is_random:
            return dealt(roll.dice.plus)
        return self.sum(self.label(weapon, "damage"), Sum(roll.dice, roll.reroll), dealt)

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

    def attack(self, weapon: int, steps: Sequence_) -> Operator:
        """One attack: hit roll, wound rolls, saves, damage; what is put off is only counted."""
        hurt = self.damage(weapon, steps.damage_roll, steps.feel_no_pain, from_target=True, spills=False, failed_save=True)
        saved = self.check(self.label(weapon, "save"), steps.save.best(), [hurt, Nothing(), Nothing()], DEFENDER)
        critical = self.devastation(weapon, steps) if steps.critical_wound.devastating else saved
        if steps.critical_wound.mortals:
            critical = InTurn(critical, self.put_off(weapon, "mortal"))
        parts = (Nothing(), saved, critical)
        hit = Chance([(w, self.check(self.label(weapon, "wound"), check, parts)) for _, w, check in steps.wounds])
        own: Operator = hit
        if steps.critical_hit.lethal:
            own = Best(saved, hit) if self.lethal_open[weapon] else saved
        critically = Chance([(w, InTurn(own, *[hit] * more)) for more, w in steps.critical_hit.extra()])
        return self.check(self.label(weapon, "hit"), steps.hit, [Nothing(), hit, critically])

    def devastation(self, weapon: int, steps: Sequence_) -> Operator:
        """A devastating wound: put off, or dealt at once where that makes no difference."""
        if deals_at_once(steps, self.squad, alone=not self.several):
            return self.deal(Packet(weapon, "devastating", 1), steps)
        return self.put_off(weapon, "devastating")

    def weapon(self, number: int, steps: Sequence_ | MortalSteps) -> Operator:
        """All attacks of a weapon; how many there are is known before the first."""
        if isinstance(steps, MortalSteps):
            hurt = self.dealt(steps.damage, steps.feel_no_pain, spills=True)
            fail, success, critical = steps.roll.weights()
            return InTurn(*[Chance([(fail, Nothing()), (success + critical, hurt)])] * steps.count)
        attack = self.attack(number, steps)
        if self.again(ATTACKER) is None:
            return Repeated(attack, added(*[steps.attacks] * steps.count), forgets=True)
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

    def deal(self, packet: Packet, steps: Sequence_) -> Operator:
        """One packet that waited is dealt."""
        if packet.kind == "mortal":
            return self.dealt(steps.mortal_damage, steps.mortal_feel_no_pain, spills=True)
        edition = self.edition
        return self.damage(
            packet.weapon,
            steps.damage_roll,
            steps.devastating_feel_no_pain,
            from_target=edition.devastating_takes_target_modifiers,
            spills=edition.devastating_spills,
            failed_save=False,
        )


def program(volley: Volley, fired: Sequence[Sequence_ | MortalSteps]) -> Operator:
    """The operators of a whole volley, in the edition's order."""
    if volley.deals_at_once:
        return InTurn(*(volley.weapon(number, steps) for number, steps in enumerate(fired)))
    late = [
        packet
        for kind in volley.edition.after_all
        for number, steps in enumerate(fired)
        for packet in _waiting(number, steps, kind, volley)
    ]
    volley.waiting = tuple(late)
    parts: list[Operator] = [Opened(prod(packet.most + 1 for packet in late))] if late else []
    for number, steps in enumerate(fired):
        soon = [p for kind in volley.edition.after_each for p in _waiting(number, steps, kind, volley)]
        if soon:
            parts.append(Opened(prod(packet.most + 1 for packet in soon)))
        volley.waiting = (*soon, *late)
        parts.append(volley.weapon(number, steps))
        parts += _dealt(volley, soon, late, fired)
    parts += _dealt(volley, late, [], fired)
    return InTurn(*parts)


def _dealt(
    volley: Volley, packets: Sequence[Packet], rest: Sequence[Packet], fired: Sequence[Sequence_ | MortalSteps]
) -> list[Operator]:
    """Every packet of these kinds is dealt, one kind after another, while the rest waits on."""
    parts: list[Operator] = []
    for at, packet in enumerate(packets):
        volley.waiting = (*packets[at + 1 :], *rest)
        steps = fired[packet.weapon]
        assert isinstance(steps, Sequence_)
        parts.append(Deferred(volley.deal(packet, steps), packet.most))
    return parts


def deals_at_once(steps: Sequence_, squad: Squad, *, alone: bool) -> bool:
    """Whether devastating wounds need not wait: neither the end nor what a player knows depends on it.

    So it is when their damage is certain (no roll, no Feel No Pain) and the target is one model, or
    all wounds of the only weapon do the same certain damage.
    """
    packet, normal = steps.packets["devastating"], steps.packets["normal"]
    if packet.kernel is None or packet.still or packet.kernel.steps is None:
        return False
    return squad.models == 1 or (alone and not normal.still and packet.kernel == normal.kernel)


def _waiting(number: int, steps: Sequence_ | MortalSteps, kind: PacketKind, volley: Volley) -> list[Packet]:
    """The packets of this kind that may wait, if any."""
    squad = volley.squad
    if kind == "normal" or isinstance(steps, MortalSteps) or kind not in steps.packets:
        return []
    if kind == "devastating" and deals_at_once(steps, squad, alone=not volley.several):
        return []
    most = steps.most_attacks * (1 + steps.critical_hit.extra()[-1][0])
    packet = steps.packets[kind]
    sure = packet.still == 0 and packet.kernel is not None and packet.kernel.strict
    return [Packet(number, kind, min(most, squad.states) if sure else most)]
