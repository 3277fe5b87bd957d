"""What flows from stage to stage of an attack: the records that rules transform.

A rule only adds to a record (a modifier, a threshold, a flag); the record is judged once all rules
have spoken. So the order in which rules speak does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil

from .check import Again, Check
from .dice import Dice, Law, Reroll, added, law, mapped
from .editions import DamageStep
from .orders import TAKE_COVER


@dataclass(frozen=True)
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
        return self._raised(total)

    def after(self, rolled: int) -> Law:
        """The law of the number of attacks once the dice of the characteristic came to this total."""
        return self._raised(((rolled, 1),))

    def _raised(self, total: Law) -> Law:
        if self.raises:
            total = mapped(added(total, *(d.law() for d in self.raises)), lambda a: max(a, 1))
        return added(total, *(d.law() for d in self.extra)) if self.extra else total


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class CriticalWound:
    """What a critical wound yields: whether it is devastating, and mortal wounds on top."""

    devastating: bool = False
    mortals: tuple[Dice, ...] = ()


@dataclass(frozen=True)
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
        return TAKE_COVER.improved(self.save) if self.improves_to_3 else self.save

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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
