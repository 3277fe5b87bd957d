"""What flows from stage to stage of an attack: the records that rules transform.

A rule only adds to a record (a modifier, a threshold, a flag); the record is judged once all rules
have spoken. So the order in which rules speak does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Literal

from .dice import FACES, Dice, Law, Reroll, added, law, mapped
from .editions import DamageStep

Again = Literal["1s", "fails", "non-crits"]


class Verdict(IntEnum):
    """What a natural face of a D6 test comes to."""

    FAIL = 0
    SUCCESS = 1
    CRITICAL = 2


@dataclass(frozen=True, slots=True)
class Check:
    """A D6 test: a source of natural faces and what decides each face.

    ``need`` is the face that succeeds (2..7, 7 is out of reach of an unmodified roll), ``modifiers``
    are summed, then kept within ``low``..``high``; ``need_modifiers`` change the characteristic
    (above 0 is worse), kept within 2..``worst``. Criticals and gates look at the natural face: from
    ``critical`` on it is critical and succeeds, from ``critical_if_successful`` on it is critical if
    it succeeds, up to ``fails`` it fails.

    >>> Check(need=3).weights()
    (2, 3, 1)
    """

    need: int
    modifiers: tuple[int, ...] = ()
    need_modifiers: tuple[int, ...] = ()
    low: int | None = -1
    high: int | None = 1
    worst: int | None = None
    critical: int = 6
    critical_if_successful: int = 7
    fails: int = 1
    gate: int = 0  # natural faces up to this fail, critical or not
    rerolls: frozenset[Again] = frozenset()
    can_reroll: bool = True
    ignores_penalties: bool = False
    automatic: bool = False
    faces: tuple[int, ...] = FACES  # equally likely natural faces; a substituted die is one face

    @property
    def modifier(self) -> int:
        """The net modifier of the roll."""
        total = sum(m for m in self.modifiers if m > 0 or not self.ignores_penalties)
        if self.low is not None:
            total = max(total, self.low)
        return total if self.high is None else min(total, self.high)

    @property
    def bounded_need(self) -> int:
        """The face that succeeds once the characteristic is modified."""
        changed = sum(m for m in self.need_modifiers if m < 0 or not self.ignores_penalties)
        if not changed:
            return self.need
        need = max(2, self.need + changed)
        return need if self.worst is None else min(need, self.worst)

    def judge(self, face: int) -> Verdict:
        """What this natural face comes to.

        >>> Check(need=4, modifiers=(1,)).judge(3).name
        'SUCCESS'
        """
        return _verdicts(self)[face - 1]

    def rerolled(self, face: int) -> bool:
        """Whether the player rolls this natural face again.

        >>> Check(need=3, rerolls=frozenset({"1s"})).rerolled(2)
        False
        """
        if not self.rerolls or not self.can_reroll:
            return False
        if "1s" in self.rerolls and face == 1:
            return True
        verdict = self.judge(face)
        if "fails" in self.rerolls and verdict is Verdict.FAIL:
            return True
        return "non-crits" in self.rerolls and verdict is not Verdict.CRITICAL

    def weights(self) -> tuple[int, int, int]:
        """Weights of failure, success and critical success."""
        return _weights(self)

    @property
    def success(self) -> Fraction:
        """The chance to succeed, critically or not."""
        fail, success, critical = self.weights()
        return Fraction(success + critical, fail + success + critical)

    @property
    def critical_chance(self) -> Fraction:
        """The chance of a critical success."""
        weights = self.weights()
        return Fraction(weights[Verdict.CRITICAL], sum(weights))


@lru_cache(maxsize=4096)
def _verdicts(check: Check) -> tuple[Verdict, ...]:
    """What each natural face comes to."""
    modifier, need = check.modifier, check.bounded_need
    return tuple(_verdict(check, face, face + modifier >= need) for face in FACES)


def _verdict(check: Check, face: int, reached: bool) -> Verdict:
    if face <= check.gate:
        return Verdict.FAIL
    if face >= check.critical:
        return Verdict.CRITICAL
    if face <= check.fails or not reached:
        return Verdict.FAIL
    return Verdict.CRITICAL if face >= check.critical_if_successful else Verdict.SUCCESS


@lru_cache(maxsize=4096)
def _weights(check: Check) -> tuple[int, int, int]:
    if check.automatic:
        return (0, 1, 0)
    verdicts = _verdicts(check)
    first, second, again = [0, 0, 0], [0, 0, 0], 0
    for verdict in verdicts:
        second[verdict] += 1
    for face in check.faces:
        if check.rerolls and check.rerolled(face):
            again += 1
        else:
            first[verdicts[face - 1]] += 1
    if not again:
        return (first[0], first[1], first[2])
    return (6 * first[0] + again * second[0], 6 * first[1] + again * second[1], 6 * first[2] + again * second[2])


@dataclass(frozen=True, slots=True)
class Attacks:
    """How many attacks one weapon makes.

    ``raises`` are added to the characteristic, which is at least 1; ``extra`` attacks come on top.

    >>> Attacks(Dice(plus=2), raises=(Dice(plus=-3),), extra=(Dice(plus=1),)).law()
    ((2, 1),)
    """

    dice: Dice
    raises: tuple[Dice, ...] = ()
    extra: tuple[Dice, ...] = ()
    reroll: Reroll | None = None

    def law(self) -> Law:
        """The law of the number of attacks."""
        total = self.dice.law(self.reroll)
        if self.raises:
            total = mapped(added(total, *(d.law() for d in self.raises)), lambda a: max(a, 1))
        return added(total, *(d.law() for d in self.extra)) if self.extra else total


@dataclass(frozen=True, slots=True)
class CriticalHit:
    """What a critical hit yields beside the hit itself: extra hits, and whether it wounds at once."""

    extra_hits: tuple[Dice, ...] = ()
    lethal: bool = False

    def extra(self) -> Law:
        """The law of the number of extra hits.

        >>> CriticalHit((Dice(plus=2),)).extra()
        ((2, 1),)
        """
        return added(*(d.law() for d in self.extra_hits))


@dataclass(frozen=True, slots=True)
class CriticalWound:
    """What a critical wound yields: whether it is devastating, and mortal wounds on top."""

    devastating: bool = False
    mortals: tuple[Dice, ...] = ()


@dataclass(frozen=True, slots=True)
class Save:
    """A saving throw: armour worsened by AP, or an invulnerable save, whichever is better.

    ``save`` is 2..7 (7: none), ``ap`` is written as 0 and up; ``improves_to_3`` is a better Save that
    does not pass 3+; ``cover`` adds 1 to armour saves, but not for a Save of 3+ or better against AP 0.

    >>> Save(save=3, ap=1).chance()
    Fraction(1, 2)
    """

    save: int
    ap: int
    ap_modifiers: tuple[int, ...] = ()  # above 0 is better for the attacker
    modifiers: tuple[int, ...] = ()
    high: int | None = 1
    cover: bool = False
    improves_to_3: bool = False
    invulnerable: int | None = None
    rerolls: frozenset[Again] = frozenset()
    can_reroll: bool = True

    @property
    def modified_ap(self) -> int:
        """The AP after modifiers, 0 and up."""
        return max(0, self.ap + sum(self.ap_modifiers))

    @property
    def modified_save(self) -> int:
        """The Save after modifiers."""
        return max(3, self.save - 1) if self.improves_to_3 and self.save > 3 else self.save

    @property
    def in_cover(self) -> bool:
        """Whether cover helps this armour save."""
        return self.cover and not (self.modified_save <= 3 and self.modified_ap == 0)

    def armour(self) -> Check:
        """The armour save as a test."""
        cover = (1,) if self.in_cover else ()
        return self._check(self.modified_save, (-self.modified_ap, *self.modifiers, *cover))

    def invulnerable_save(self) -> Check | None:
        """The invulnerable save as a test, if there is one: neither AP nor cover counts."""
        return None if self.invulnerable is None else self._check(self.invulnerable, self.modifiers)

    def _check(self, need: int, modifiers: tuple[int, ...]) -> Check:
        return Check(need, modifiers, low=None, high=self.high, critical=7, rerolls=self.rerolls, can_reroll=self.can_reroll)

    def best(self) -> Check:
        """The better of the two tests; armour when they are equal."""
        armour, invulnerable = self.armour(), self.invulnerable_save()
        return invulnerable if invulnerable and invulnerable.success > armour.success else armour

    def chance(self) -> Fraction:
        """The chance that the better test succeeds."""
        return self.best().success


@dataclass(frozen=True, slots=True)
class DamageModifiers:
    """Modifiers of a Damage characteristic, from one side; ``add`` may be dice."""

    set_to: int | None = None
    divide: int = 1
    add: tuple[Dice, ...] = ()
    subtract: int = 0

    def joined(self, other: DamageModifiers) -> DamageModifiers:
        """Both sides' modifiers; of two set values the lower."""
        sets = [s for s in (self.set_to, other.set_to) if s is not None]
        return DamageModifiers(
            min(sets) if sets else None,
            self.divide * other.divide,
            self.add + other.add,
            self.subtract + other.subtract,
        )


@dataclass(frozen=True, slots=True)
class Damage:
    """The Damage of one attack that is not saved.

    ``first_is_zero``: a one-use defence changes it to 0 for the first failed save.
    """

    dice: Dice
    reroll: Reroll | None = None
    weapon: DamageModifiers = DamageModifiers()
    target: DamageModifiers = DamageModifiers()
    first_is_zero: bool = False

    def set_to_zero(self) -> Damage:
        """The Damage of the attack that meets the one-use defence."""
        return replace(self, target=replace(self.target, set_to=0))

    def law(self, order: tuple[DamageStep, ...], *, zero_is_final: bool, from_target: bool = True) -> Law:
        """The law of the damage, all modifiers made in ``order`` and rounded up once.

        >>> half = Damage(Dice(plus=3), weapon=DamageModifiers(add=(Dice(plus=2),)), target=DamageModifiers(divide=2))
        >>> half.law(("set", "divide", "multiply", "add", "subtract"), zero_is_final=False)
        ((4, 1),)
        """
        change = self.weapon.joined(self.target) if from_target else self.weapon
        return _damage_law(self.dice.law(self.reroll), change, order, zero_is_final)


@lru_cache(maxsize=4096)
def _damage_law(rolled: Law, change: DamageModifiers, order: tuple[DamageStep, ...], zero_is_final: bool) -> Law:
    if change == DamageModifiers():
        return rolled
    added_law = added(*(d.law() for d in change.add))
    return law([(_modified(d, a, change, order, zero_is_final), v * w) for d, v in rolled for a, w in added_law])


def _modified(rolled: int, add: int, change: DamageModifiers, order: tuple[DamageStep, ...], zero_is_final: bool) -> int:
    value = Fraction(rolled)
    zero = rolled == 0
    for step in order:
        if step == "set" and change.set_to is not None:
            value, zero = Fraction(change.set_to), change.set_to == 0
            if zero and zero_is_final:
                return 0
        elif step == "divide":
            value /= change.divide
        elif step == "add":
            value += add
        elif step == "subtract":
            value -= change.subtract
    return max(0 if zero else 1, ceil(value))


@dataclass(frozen=True, slots=True)
class FeelNoPain:
    """Feel No Pain rolls of a model: pairs of scope ("" for every wound) and need (2..6)."""

    needs: tuple[tuple[str, int], ...] = ()

    def need(self, *, mortal: bool, psychic: bool) -> int:
        """The need of the best that applies, 7 if none does: only one may be used for each wound.

        >>> FeelNoPain((("", 5), ("mortal", 4))).need(mortal=True, psychic=False)
        4
        """
        scopes = {""} | ({"mortal"} if mortal else set()) | ({"psychic"} if psychic else set())
        return min((need for scope, need in self.needs if scope in scopes), default=7)
