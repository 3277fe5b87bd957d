"""Mortal wounds as an attack, and what steps of every attack have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..check import Check
from ..dice import Law
from ..exact import Series, mixture, one, packet
from ..profiles import Mortals, Unit
from .active import Active
from .blows import Blow, mixed_packet
from .defence import feel_no_pain
from .limits import terms_of
from .squad import Packet, damage_packet, squad_of, wounds_lost
from .standing import NOBODY, Standing

COUNTED = ("attacks", "hits", "critical_hits", "wounds", "critical_wounds", "unsaved")


@dataclass(frozen=True)
class MortalSteps:
    """Mortal wounds as an attack: so many rolls, each a spilling packet when it succeeds."""

    count: int
    roll: Check
    damage: Law
    feel_no_pain: int
    packets: Mapping[str, Packet]
    notes: tuple[str, ...] = ()

    def series(self, yields: Mapping[str, Series], limit: int | None) -> Series:
        """The generating function of all rolls when a packet yields this."""
        hurt = yields["normal"]
        fail, success, critical = self.roll.weights()
        return mixture([(fail, one(hurt.variables)), (success + critical, hurt)]).power(self.count, limit)

    @property
    def identity(self) -> object:
        """Mortal wounds are never merged with other attacks: nothing equals this."""
        return object()

    @property
    def most_attacks(self) -> int:
        """The number of rolls."""
        return self.count

    def products(self, kinds: int, limit: int) -> int:
        """The products of two numbers that the generating function takes."""
        return terms_of(min(self.count, limit), kinds) * terms_of(1, kinds)

    @property
    def most_packets(self) -> int:
        """The number of packets if all rolls succeed."""
        return self.count

    def law_of(self, what: str) -> Law:
        """The law of the number of rolls (attacks), or of those that succeed (all the others)."""
        mark = packet(1, 0, 0, 1)
        if what == "attacks":
            return ((self.count, 1),)
        if what.startswith("critical"):
            return ((0, 1),)
        return tuple((k, w) for (k,), w in self.series({"normal": mark}, None).terms.items() if w)

    @property
    def means(self) -> dict[str, Fraction]:
        """The means of everything that `law_of` knows."""
        means = dict.fromkeys(COUNTED, self.roll.success * self.count)
        none = Fraction(0)
        return means | {"attacks": Fraction(self.count), "critical_hits": none, "critical_wounds": none, "devastating": none}

    @property
    def nominal(self) -> Fraction:
        """The mean of the wounds lost as if the target never ran out."""
        return self.roll.success * self.count * mean_lost(self.damage, self.feel_no_pain)


def mortal_steps(attack: Mortals, unit: Unit, by_group: Sequence[Active], standing: Standing | None = None) -> MortalSteps:
    """The steps of mortal wounds as an attack, by the rules that act for each group of the target."""
    psychic = "psychic" in by_group[0].encounter.weapon_rules
    needs = [feel_no_pain(acting).need(mortal=True, psychic=psychic) for acting in by_group]
    damage = attack.dice.law()
    roll = Check(2, automatic=True) if attack.need is None else Check(attack.need, critical=7)
    if standing is None:
        packet = damage_packet(damage, needs[0], squad_of(unit), spills=True)
    else:
        met = [needs[standing.seen(group)] for group in range(len(standing.left))]
        blows = tuple(Blow(0, 1, damage, need, None, *standing.counters()) for need in met)
        aim = standing.aim if "precision" in by_group[0].encounter.weapon_rules else NOBODY
        packet = mixed_packet(standing.squad, blows, standing.mortal_aim(aim, by_group[0].encounter.edition), spills=True)
    notes = tuple(dict.fromkeys(note for acting in by_group for note in acting.notes))
    return MortalSteps(attack.count, roll, damage, needs[0], {"normal": packet}, notes)


def mean_lost(damage: Law, feel_no_pain: int) -> Fraction:
    lost = wounds_lost(damage, feel_no_pain)
    return Fraction(sum(k * w for k, w in enumerate(lost)), sum(lost))
