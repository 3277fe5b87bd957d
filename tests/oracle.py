"""The attack sequence rolled literally, one die after another: what the fast engine is compared with.

It shares no code with the engine beyond the profile records, `Dice` (its three fields) and
`Situation`: rules are known by their class, editions by their name. A law is a
``dict[value, Fraction]``; every roll goes through `then`, which rolls the next die for each state
and merges equal states. Nothing is truncated, approximated or made clever.

Usable within these bounds, where an answer takes well under a second: one group of models; about
six attacks a weapon and three weapons, up to sixteen wounds in the unit; a weapon that fires alone
and has no deferred damage may have dozens of attacks. A larger input is right but slow.

Not here: mixed units, precision, dice pools, ``lethal="best"``, refusals of what the game forbids.
The 11th edition resolves weapons one after the other, each as a batch of its own: identical attacks
are not merged into one batch (compare with weapons kept apart).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple, TypeAlias, TypeVar

from mathhammer.dice import Dice
from mathhammer.profiles import Mortals, Unit, Weapon
from mathhammer.rules import damage, hits, labels, orders, saves, wounds
from mathhammer.rules.attacks import Blast, Cleave, ExtraAttacks, ModifyAttacks, RapidFire, RerollAttacks
from mathhammer.rules.rule import Rule
from mathhammer.situation import Situation

A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R", bound=Rule)
Attack: TypeAlias = Weapon | Mortals
Law: TypeAlias = dict[A, Fraction]

EDITIONS = ("10e", "10e-2023-09", "10e-launch", "11e")
WHAT = ("attacks", "hits", "critical_hits", "wounds", "critical_wounds", "unsaved")
FACES = (1, 2, 3, 4, 5, 6)
D6: Law[int] = {face: Fraction(1, 6) for face in FACES}
D3: Law[int] = {number: Fraction(1, 3) for number in (1, 2, 3)}


def surely(value: A) -> Law[A]:
    """The law of what is certain."""
    return {value: Fraction(1)}


def then(law: Mapping[A, Fraction], roll: Callable[[A], Mapping[B, Fraction]]) -> Law[B]:
    """What comes after: the next roll is made for each state, equal states are merged.

    >>> then({1: Fraction(1, 2), 2: Fraction(1, 2)}, lambda value: {value // 2: Fraction(1)})
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """
    after: Law[B] = {}
    for state, chance in law.items():
        for reached, likely in roll(state).items():
            after[reached] = after.get(reached, Fraction(0)) + chance * likely
    return after


def mapped(law: Mapping[A, Fraction], function: Callable[[A], B]) -> Law[B]:
    return then(law, lambda value: surely(function(value)))


def repeat(times: Law[int], roll: Callable[[A], Mapping[A, Fraction]], law: Law[A]) -> Law[A]:
    """The law after that many equal rolls, one after another."""
    mixed: Law[A] = {}
    for number in range(max(times) + 1):
        for state, chance in law.items() if number in times else ():
            mixed[state] = mixed.get(state, Fraction(0)) + times[number] * chance
        law = then(law, roll)
    return mixed


def rerolled(law: Law[int], again: Iterable[int]) -> Law[int]:
    """The law of a roll of which some results are rolled again, once."""
    results = set(again)
    return then(law, lambda result: law if result in results else surely(result))


def throw(dice: Dice, again: str = "") -> Law[int]:
    """The law of a dice expression: a total of rolled dice is at least 1, a plain number is itself.

    ``again`` is "1s" when each die showing 1 is rolled again, "low" when the whole roll is made
    again if its total is below the mean.
    """
    law = surely(dice.plus)
    for number, faces in ((dice.d6, D6), (dice.d3, D3)):
        sign = 1 if number > 0 else -1
        die = mapped(rerolled(faces, [1] if again == "1s" else []), lambda face, sign=sign: sign * face)
        law = repeat(surely(abs(number)), added(die), law)
    if again == "low":
        mean = sum(total * chance for total, chance in law.items())
        law = rerolled(law, [total for total in law if total < mean])
    return mapped(law, lambda total: max(1, total)) if dice.d6 or dice.d3 else law


def added(more: Law[int]) -> Callable[[int], Law[int]]:
    return lambda total: {total + value: chance for value, chance in more.items()}


def judged(again: Iterable[str], judge: Callable[[int], str]) -> Law[str]:
    """A D6 judged by its face ("fail", "success" or "critical"), with re-rolls by what it is judged."""
    faces: set[int] = set()
    for which in again:
        if which == "1s":
            faces |= {1}
        if which == "fails":
            faces |= {face for face in FACES if judge(face) == "fail"}
        if which == "non-crits":
            faces |= {face for face in FACES if judge(face) != "critical"}
    return mapped(rerolled(D6, faces), judge)


def capped(modifiers: Iterable[int]) -> int:
    """The sum of all modifiers to a hit or wound roll, which counts for at most 1 either way."""
    return max(-1, min(1, sum(modifiers)))


class Tally(NamedTuple):
    """What attacks came to; ``unsaved`` are the wounds that a failed save lets through."""

    hits: int = 0
    critical_hits: int = 0
    wounds: int = 0
    critical_wounds: int = 0
    unsaved: int = 0

    def plus(self, more: Tally) -> Tally:
        return Tally(*(mine + theirs for mine, theirs in zip(self, more, strict=True)))


class Fight:
    """One weapon, or one source of mortal wounds, against a unit of one group."""

    def __init__(self, attack: Attack, unit: Unit, situation: Situation, edition: str) -> None:
        self.attack, self.unit, self.now, self.target = attack, unit, situation, unit.groups[0]
        self.edition, self.eleventh = edition, edition == "11e"
        self.ranged = isinstance(attack, Weapon) and not attack.melee
        self.refuse_the_unknown()
        self.overwatch = self.ranged and situation.overwatch
        self.unseen = self.ranged and situation.not_visible
        stealth = self.eleventh and bool(self.theirs(hits.Stealth))
        self.covered = self.ranged and (situation.cover or self.unseen or stealth) and not self.has(saves.IgnoresCover)
        self.lethal = self.has(hits.LethalHits) and not (self.eleventh and situation.lethal == "never")
        self.devastating = self.has(wounds.DevastatingWounds)

    def refuse_the_unknown(self) -> None:
        if self.edition not in EDITIONS or len(self.unit.groups) != 1:
            raise ValueError("the oracle knows four editions and units of one group")
        if isinstance(self.attack, Weapon):
            if self.now.not_visible and not (self.ranged and self.has(hits.IndirectFire)):
                raise ValueError("not_visible needs [indirect fire]")
            if self.now.overwatch and not self.ranged:
                raise ValueError("no overwatch with a melee weapon")
        if self.eleventh and self.now.lethal == "best" and self.has(hits.LethalHits):
            raise ValueError("lethal hits: always or never, the oracle does not choose")

    @property
    def weapon(self) -> Weapon:
        if not isinstance(self.attack, Weapon):
            raise ValueError("mortal wounds have no attack sequence")
        return self.attack

    # The rules that act on this target, by class.

    def own(self, kind: type[R]) -> list[R]:
        return self.acting(self.attack.rules, kind)

    def theirs(self, kind: type[R]) -> list[R]:
        return self.acting(self.target.rules, kind)

    def acting(self, rules: Iterable[Rule], kind: type[R]) -> list[R]:
        found = [rule for rule in rules if isinstance(rule, kind)]
        return [rule for rule in found if rule.condition is None or rule.condition.holds(self.unit.keywords)]

    def has(self, *kinds: type[Rule]) -> bool:
        return any(self.own(kind) for kind in kinds)

    def ordered(self, kind: type[Rule], name: str) -> bool:
        """Whether an Order acts, given to the unit or written on the weapon."""
        return not self.now.shocked and (self.now.order == name or self.has(kind))

    # Number of attacks.

    def number_of_attacks(self) -> Law[int]:
        """The attacks of one weapon of the count."""
        again = [rule.which for rule in self.own(RerollAttacks)]
        rapid = [rule.dice for rule in self.own(RapidFire) if self.now.half_range]
        rolled = throw(self.weapon.attacks, *again)
        return then(rolled, lambda first: mapped(throw(*rapid or [Dice()]), lambda more: self.gathered(first, more)))

    def gathered(self, rolled: int, rapid: int) -> int:
        """Attacks from the rolls for them, the bounds of the characteristic and the size of the target."""
        extra = [rule.extra for rule in self.own(Blast)] + [rule.extra for rule in self.own(Cleave)]
        blast = sum(extra) * (self.unit.models // 5)
        by = sum(rule.by for rule in self.own(ModifyAttacks))
        if self.has(RapidFire) and self.ordered(orders.FirstRankFire, "first-rank-fire"):
            by += 1
        if self.eleventh:
            return max(1, rolled + by) + rapid + blast
        if self.has(ExtraAttacks):
            by = 0
        return max(1, rolled + by + rapid) + blast

    # Hit roll.

    def hit_roll(self) -> Law[str]:
        if self.weapon.skill is None or self.has(hits.Torrent):
            return surely("success")
        no_rerolls = self.eleventh and (self.overwatch or self.unseen)
        again = [] if no_rerolls else [rule.which for rule in self.own(hits.RerollHits)]
        return judged(again, self.hit)

    def hit(self, face: int) -> str:
        if face == 1 or face <= self.gate():
            return "fail"
        if face == 6 or any(face >= rule.need for rule in self.own(hits.CriticalHitOn)):
            return "critical"
        if face + self.hit_modifier() < self.skill():
            return "fail"
        if any(face >= rule.need for rule in self.own(hits.SuccessfulCriticalHitOn)):
            return "critical"
        if face >= 4 and self.now.long_range and self.has(hits.Conversion):
            return "critical"
        return "success"

    def gate(self) -> int:
        """Natural hit rolls up to this fail, whatever else is said."""
        if self.overwatch:
            return 5
        if self.unseen and self.eleventh:
            return 3 if self.now.stationary and self.now.spotted else 5
        return 3 if self.unseen and self.edition == "10e" else 1

    def skill(self) -> int:
        """The Ballistic or Weapon Skill after its modifiers."""
        mine = "BS" if self.ranged else "WS"
        better = [rule.by for rule in self.own(hits.ModifySkill) if rule.skill == mine]
        if self.ranged and self.ordered(orders.TakeAim, "take-aim"):
            better.append(1)
        if not self.ranged and self.ordered(orders.FixBayonets, "fix-bayonets"):
            better.append(1)
        if self.eleventh and self.ranged and self.now.plunging:
            better.append(1)
        if self.eleventh and self.covered:
            better.append(-1)
        need = max(2, (self.weapon.skill or 2) - sum(self.not_ignored(better)))
        return min(6, need) if self.eleventh else need

    def hit_modifier(self) -> int:
        now = self.now
        modifiers = [rule.by for rule in self.own(hits.ModifyHit) + self.theirs(hits.ModifyHit)]
        if self.has(hits.Heavy) and now.stationary and not (self.eleventh and (now.overwatch or now.engaged)):
            modifiers.append(1)
        if self.ranged and now.engaged and not self.has(labels.Pistol, labels.CloseQuarters):
            modifiers.append(-1)
        if self.ranged and now.target_engaged:
            modifiers.append(-1)
        if not self.eleventh and self.ranged and self.theirs(hits.Stealth):
            modifiers.append(-1)
        if not self.eleventh and self.unseen:
            modifiers.append(-1)
        return capped(self.not_ignored(modifiers))

    def not_ignored(self, modifiers: list[int]) -> list[int]:
        """[psychic] attacks of the 11th edition ignore what makes them miss more, and keep the rest."""
        return [by for by in modifiers if by > 0] if self.eleventh and self.has(hits.Psychic) else modifiers

    # Wound roll.

    def wound_roll(self) -> Law[str]:
        again = [*(rule.which for rule in self.own(wounds.RerollWounds))]
        if self.has(wounds.TwinLinked):
            again.append("fails")
        by = sum(rule.by for rule in self.own(wounds.ModifyStrength))
        strength = mapped(throw(self.weapon.strength), lambda rolled: max(1, rolled + by))
        return then(strength, lambda s: judged(again, lambda face: self.wound(s, face)))

    def wound(self, strength: int, face: int) -> str:
        anti = [rule.need for rule in self.own(wounds.AntiKeyword) if rule.keyword in self.unit.keywords]
        critical = [6, *anti, *(rule.need for rule in self.own(wounds.CriticalWoundOn))]
        if face == 1:
            return "fail"
        if face >= min(critical):
            return "critical"
        if face <= 3 and (self.own(wounds.LowWoundRollsFail) or self.theirs(wounds.LowWoundRollsFail)):
            return "fail"
        if face + self.wound_modifier(strength) < self.wound_need(strength):
            return "fail"
        if any(face >= rule.need for rule in self.own(wounds.SuccessfulCriticalWoundOn)):
            return "critical"
        return "success"

    def wound_need(self, strength: int) -> int:
        toughness = self.target.toughness
        if strength >= 2 * toughness:
            return 2
        if strength > toughness:
            return 3
        if strength == toughness:
            return 4
        return 6 if 2 * strength <= toughness else 5

    def wound_modifier(self, strength: int) -> int:
        modifiers = [rule.by for rule in self.own(wounds.ModifyWound) + self.theirs(wounds.ModifyWound)]
        if strength > self.target.toughness:
            modifiers += [rule.by for rule in self.theirs(wounds.ModifyWoundIfStronger)]
        if self.now.charged and self.has(wounds.Lance):
            modifiers.append(1)
        return capped(modifiers)

    # Save.

    def save_roll(self) -> Law[str]:
        """The better of the armour and the invulnerable save; a 1 fails, a 6 is nothing special."""
        bonus = sum(rule.by for rule in self.theirs(saves.ModifySave))
        saved = max(self.armour_faces(bonus), self.invulnerable_faces(bonus), key=len)
        again = [rule.which for rule in self.theirs(saves.RerollSaves)]
        return judged(again, lambda face: "success" if face in saved else "fail")

    def armour_faces(self, bonus: int) -> list[int]:
        save, ap = self.target.save, self.armour_penetration()
        if self.theirs(saves.TakeCover) and save > 3:
            save -= 1
        if not self.eleventh and self.covered and not (save <= 3 and ap == 0):
            bonus += 1
        return self.saving_faces(save, bonus - ap)

    def armour_penetration(self) -> int:
        better = [rule.by for rule in self.own(saves.ModifyAP)]
        worse = [rule.by for rule in self.theirs(saves.WorsenAP)]
        plunging = not self.eleventh and self.ranged and self.now.plunging
        return max(0, self.weapon.ap + sum(better) - sum(worse) + plunging)

    def invulnerable_faces(self, bonus: int) -> list[int]:
        scopes = ("", "ranged" if self.ranged else "melee")
        needs = [rule.need for rule in self.theirs(saves.InvulnerableSave) if rule.scope in scopes]
        return self.saving_faces(min(needs), bonus) if needs else []

    def saving_faces(self, need: int, modifier: int) -> list[int]:
        """In the 10th edition all modifiers to a save roll add at most 1."""
        by = modifier if self.eleventh else min(1, modifier)
        return [face for face in FACES if face != 1 and face + by >= need]

    # One whole attack, up to the save.

    def one_attack(self) -> Law[Tally]:
        """Hit roll, extra hits, wound rolls and saves of one attack."""
        extra = [rule.dice for rule in self.own(hits.SustainedHits)]
        one_hit = self.one_hit()

        def hit(tally: Tally) -> Law[Tally]:
            return {tally.plus(more): chance for more, chance in one_hit.items()}

        def critical(more: int) -> Law[Tally]:
            scored = Tally(hits=1 + more, critical_hits=1)
            if not self.lethal:
                return repeat(surely(1 + more), hit, surely(scored))
            return repeat(surely(more), hit, mapped(self.one_wound(), scored.plus))

        def after(result: str) -> Law[Tally]:
            if result == "critical":
                return then(throw(*extra or [Dice()]), critical)
            return surely(Tally()) if result == "fail" else hit(Tally(hits=1))

        return then(self.hit_roll(), after)

    def one_hit(self) -> Law[Tally]:
        """The wound roll of one hit, and the save."""

        def after(result: str) -> Law[Tally]:
            if result == "critical":
                criticals = Tally(critical_wounds=1)
                return surely(criticals.plus(Tally(wounds=1))) if self.devastating else mapped(saved, criticals.plus)
            return surely(Tally()) if result == "fail" else saved

        saved = self.one_wound()
        return then(self.wound_roll(), after)

    def one_wound(self) -> Law[Tally]:
        return mapped(self.save_roll(), lambda result: Tally(wounds=1, unsaved=int(result == "fail")))

    # Damage. The unit is the number of wounds it has left; its front model alone may be wounded.

    def damage_roll(self, *, target_side: bool) -> Law[int]:
        """The damage of one attack after all modifiers, those of the target among them or not."""
        again = [rule.which for rule in self.own(damage.RerollDamage)]
        melta = [rule.dice for rule in self.own(damage.Melta) if self.now.half_range]
        add = then(throw(*melta or [Dice()]), lambda more: surely(more))
        rolled = throw(self.weapon.damage, *again)
        return then(rolled, lambda value: mapped(add, lambda more: self.modified_damage(value, more, target_side)))

    def modified_damage(self, printed: int, melta: int, target_side: bool) -> int:
        """Set, halve, add and subtract in the edition's order, rounded up once, at least 1 but for a 0."""
        fixed = [rule.to for rule in self.theirs(damage.SetDamage) if target_side]
        by = [rule.by for rule in self.own(damage.ModifyDamage)]
        by += [-rule.by for rule in self.theirs(damage.ReduceDamage) if target_side]
        add, subtract = melta + sum(n for n in by if n > 0), -sum(n for n in by if n < 0)
        divisor = 2 if target_side and self.theirs(damage.HalveDamage) else 1
        start = fixed[0] if fixed else printed
        if self.eleventh and fixed and start == 0:
            return 0
        value = Fraction(start + add, divisor) if self.eleventh else Fraction(start, divisor) + add
        return max(0 if start == 0 else 1, ceil(value - subtract))

    def suffer(self, left: int, points: int, *, mortal: bool, spills: bool) -> Law[int]:
        """That many points of damage, one at a time, each with a Feel No Pain roll."""
        ignored = self.ignored_faces(mortal)
        end = 0 if spills else max(0, left - 1) // self.target.wounds * self.target.wounds

        def point(now: int) -> Law[int]:
            return surely(now) if now == end else mapped(D6, lambda face: now if face in ignored else now - 1)

        return repeat(surely(points), point, surely(left))

    def ignored_faces(self, mortal: bool) -> list[int]:
        """The faces that ignore a wound: only one Feel No Pain may be used, so the best that applies."""
        scopes = ["", *(["mortal"] if mortal else []), *(["psychic"] if self.has(hits.Psychic) else [])]
        needs = [rule.need for rule in self.theirs(damage.FeelNoPainRule) if rule.scope in scopes]
        return [face for face in FACES if face >= min([7, *needs])]

    def normal(self, left: int) -> Law[int]:
        """One unsaved wound: one model, what is left when it dies is lost."""
        points = self.damage_roll(target_side=True)
        return then(points, lambda number: self.suffer(left, number, mortal=False, spills=False))

    def devastation(self, left: int) -> Law[int]:
        """One devastating wound, in the form of the edition."""
        mortal, spills = self.edition != "10e-2023-09", self.edition == "10e-launch"
        points = self.damage_roll(target_side=not self.eleventh)
        return then(points, lambda number: self.suffer(left, number, mortal=mortal, spills=spills))

    def extra_mortals(self, left: int) -> Law[int]:
        """The mortal wounds that one critical wound deals besides, from model to model."""
        points = throw(*(rule.dice for rule in self.own(wounds.MortalsOnCriticalWound)))
        return then(points, lambda number: self.suffer(left, number, mortal=True, spills=True))

    def mortals(self, left: int) -> Law[int]:
        """One source of mortal wounds: its roll, if it needs one, and the wounds, from model to model."""
        assert isinstance(self.attack, Mortals)
        need, points = self.attack.need or 0, throw(self.attack.dice)
        dealt = then(points, lambda number: self.suffer(left, number, mortal=True, spills=True))
        return then(D6 if need else surely(6), lambda face: dealt if face >= need else surely(left))


# The volley.


class Packet(NamedTuple):
    """What a critical wound leaves for later: devastating wounds come first, weapon by weapon."""

    rank: int
    place: int


DEVASTATING, EXTRA_MORTALS = 0, 1


class Table(NamedTuple):
    """The wounds the unit has left, and the packets that wait, in order."""

    left: int
    waiting: tuple[Packet, ...] = ()


def volley(
    attacks: Sequence[Attack], unit: Unit, situation: Situation, edition_name: str
) -> dict[tuple[int, int], Fraction]:
    """The joint law of (models slain, wounds lost since the start of the volley).

    Raises `ValueError` for what the oracle does not know.
    """
    fights = [Fight(attack, unit, situation, edition_name) for attack in attacks]
    group = unit.groups[0]
    start = (group.count - 1) * group.wounds + group.front_wounds
    law = surely(Table(start))
    for place, fight in enumerate(fights):
        law = fire(fight, place, law)
        if fight.eleventh:
            law = settle(fights, law)
    law = settle(fights, law)
    return mapped(law, lambda table: (group.count - ceil(Fraction(table.left, group.wounds)), start - table.left))


def fire(fight: Fight, place: int, law: Law[Table]) -> Law[Table]:
    """All attacks of one weapon, or of one source of mortal wounds, with the damage dealt at once."""
    if isinstance(fight.attack, Mortals):
        mortals = cache(fight.mortals)
        return repeat(surely(fight.attack.count), lambda table: dealt(table, table.waiting, mortals), law)
    one_attack = mapped(fight.one_attack(), lambda tally: (tally.unsaved, caused(fight, place, tally)))
    normal = cache(fight.normal)
    wounds_dealt = cache(lambda left, unsaved: repeat(surely(unsaved), normal, surely(left)))

    def attack(table: Table) -> Law[Table]:
        return then(one_attack, lambda result: struck(table, *result)) if table.left else surely(table)

    def struck(table: Table, unsaved: int, packets: tuple[Packet, ...]) -> Law[Table]:
        waiting = tuple(sorted(table.waiting + packets))
        return dealt(table, waiting, lambda left: wounds_dealt(left, unsaved))

    number = fight.number_of_attacks()
    return repeat(surely(fight.attack.count), lambda table: repeat(number, attack, surely(table)), law)


def caused(fight: Fight, place: int, tally: Tally) -> tuple[Packet, ...]:
    """What the critical wounds of an attack leave for later."""
    extra = fight.has(wounds.MortalsOnCriticalWound)
    ranks = [DEVASTATING] * fight.devastating + [EXTRA_MORTALS] * extra
    return tuple(Packet(rank, place) for rank in ranks for _ in range(tally.critical_wounds))


def dealt(table: Table, waiting: tuple[Packet, ...], deal: Callable[[int], Law[int]]) -> Law[Table]:
    """Damage to the unit; nothing waits for a dead one."""
    return {Table(left, waiting if left else ()): chance for left, chance in deal(table.left).items()}


def settle(fights: Sequence[Fight], law: Law[Table]) -> Law[Table]:
    """The packets that wait are dealt one after another."""
    kinds = {DEVASTATING: Fight.devastation, EXTRA_MORTALS: Fight.extra_mortals}
    deal = cache(lambda packet, left: kinds[packet.rank](fights[packet.place], left))

    def first(table: Table) -> Law[Table]:
        if not table.waiting:
            return surely(table)
        return dealt(table, table.waiting[1:], lambda left: deal(table.waiting[0], left))

    while any(table.waiting for table in law):
        law = then(law, first)
    return law


def counts(attack: Attack, unit: Unit, situation: Situation, edition_name: str, what: str) -> dict[int, Fraction]:
    """The law of how many ``what`` (see `WHAT`) one weapon comes to, all copies, as if the target never ran out."""
    fight = Fight(attack, unit, situation, edition_name)
    one = added(surely(1) if what == "attacks" else mapped(fight.one_attack(), lambda tally: counted(fight, tally, what)))
    number = fight.number_of_attacks()
    return repeat(surely(attack.count), lambda total: repeat(number, one, surely(total)), surely(0))


def counted(fight: Fight, tally: Tally, what: str) -> int:
    if what not in WHAT:
        raise ValueError(f"{what!r} is not one of {', '.join(WHAT)}")
    number: int = getattr(tally, what)
    return number + tally.critical_wounds * (what == "unsaved" and fight.devastating)
