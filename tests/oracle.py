"""The attack sequence rolled literally, one die after another: what the fast engine is compared with.

It shares no code with the engine beyond the profile records, `Dice` (its three fields) and
`Situation`: rules are known by their class, editions by their name. A law is a
``dict[value, Fraction]``; every roll goes through `then`, which rolls the next die for each state
and merges equal states. Nothing is truncated, approximated or made clever.

Usable within these bounds, where an answer takes well under a second: one group of models, up to
sixteen wounds in the unit, three weapons of about four attacks. One weapon may have six to twelve, or
dozens if its damage is dealt at once; extra hits on several weapons whose damage waits (devastating,
extra mortals) are slow. A larger input is answered rightly, but late.

Not here: mixed units, precision, dice pools, ``lethal="best"``, refusals of what the game forbids.
The 11th edition resolves weapons one after the other, each as a batch of its own: identical attacks
are not merged into one batch (compare with weapons kept apart).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from math import ceil
from typing import NamedTuple, TypeAlias, TypeVar, cast

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
Squad: TypeAlias = tuple[int, bool]  # the wounds a unit has left, and whether its first failed save will cost nothing

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
            after[reached] = after[reached] + chance * likely if reached in after else chance * likely
    return after


def mapped(law: Mapping[A, Fraction], function: Callable[[A], B]) -> Law[B]:
    """The law of a function of the value."""
    after: Law[B] = {}
    for value, chance in law.items():
        result = function(value)
        after[result] = after[result] + chance if result in after else chance
    return after


def repeat(times: Law[int], roll: Callable[[A], Mapping[A, Fraction]], law: Law[A]) -> Law[A]:
    """The law after that many equal rolls, one after another."""
    mixed: Law[A] = {}
    for number in range(max(times) + 1):
        law = then(law, roll) if number else law
        for state, chance in law.items() if number in times else ():
            mixed[state] = mixed.get(state, Fraction(0)) + times[number] * chance
    return mixed


def add(more: Law[int], total: int) -> Law[int]:
    return mapped(more, lambda value: total + value)


def rerolled(law: Law[int], again: Iterable[int]) -> Law[int]:
    """The law of a roll of which some results are rolled again, once."""
    results = set(again)
    return then(law, lambda result: law if result in results else surely(result))


def throw(dice: Dice, again: str = "") -> Law[int]:
    """The law of a dice expression, rolled again when "low" (in all) or on "1s" (each die); at least 1 if rolled."""
    law = surely(dice.plus)
    for number, faces in ((dice.d6, D6), (dice.d3, D3)):
        die = rerolled(faces, [1] if again == "1s" else [])
        signed = die if number > 0 else {-face: chance for face, chance in die.items()}
        law = repeat(surely(abs(number)), partial(add, signed), law)
    if again == "low":
        mean = sum(total * chance for total, chance in law.items())
        law = rerolled(law, [total for total in law if total < mean])
    return mapped(law, lambda total: max(1, total)) if dice.d6 or dice.d3 else law


def judged(again: Iterable[str], judge: Callable[[int], str]) -> Law[str]:
    """A D6 judged by its face ("fail", "success" or "critical"), with re-rolls by what it is judged."""
    results = {"1s": (), "fails": ("fail",), "non-crits": ("fail", "success")}
    faces = [face for which in again for face in FACES if judge(face) in results[which] or (which == "1s" and face == 1)]
    return mapped(rerolled(D6, faces), judge)


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
        self.weapon = cast(Weapon, attack)  # never looked at when it is mortal wounds
        self.edition, self.eleventh, self.tenth = edition, edition == "11e", edition != "11e"
        self.ranged = isinstance(attack, Weapon) and not attack.melee
        self.overwatch = self.ranged and situation.overwatch
        self.unseen = self.ranged and situation.not_visible
        covered = situation.cover or self.unseen or (self.eleventh and self.has(hits.Stealth))
        self.covered = self.ranged and covered and not self.has(saves.IgnoresCover)
        self.lethal = self.has(hits.LethalHits) and not (self.eleventh and situation.lethal == "never")
        self.devastating = self.has(wounds.DevastatingWounds)
        if edition not in EDITIONS or len(unit.groups) != 1:
            raise ValueError("the oracle knows four editions and units of one group")
        if self.unseen and not self.has(hits.IndirectFire):
            raise ValueError("not_visible needs [indirect fire]")
        if self.eleventh and situation.lethal == "best" and self.has(hits.LethalHits):
            raise ValueError("lethal hits: always or never, the oracle does not choose")

    def rules(self, kind: type[R]) -> list[R]:
        """The rules of a kind that act on this target, the attacker's and the target's."""
        found = [rule for rule in self.attack.rules + self.target.rules if isinstance(rule, kind)]
        return [rule for rule in found if rule.condition is None or rule.condition.holds(self.unit.keywords)]

    def has(self, *kinds: type[Rule]) -> bool:
        return any(self.rules(kind) for kind in kinds)

    def ordered(self, kind: type[Rule], name: str) -> bool:
        """Whether an Order acts, given to the unit or written on the weapon."""
        return not self.now.shocked and (self.now.order == name or self.has(kind))

    def number_of_attacks(self) -> Law[int]:
        rolled = throw(self.weapon.attacks, *(rule.which for rule in self.rules(RerollAttacks)))
        rapid = [throw(rule.dice) for rule in self.rules(RapidFire) if self.now.half_range] or [surely(0)]
        return then(rolled, lambda first: mapped(rapid[0], partial(self.gathered, first)))

    def gathered(self, rolled: int, rapid: int) -> int:
        """Attacks: the characteristic and its bound, and what is added after it."""
        extra = [rule.extra for rule in self.rules(Blast)] + [rule.extra for rule in self.rules(Cleave)]
        blast = sum(extra) * (self.unit.models // 5)
        by = sum(rule.by for rule in self.rules(ModifyAttacks))
        if self.has(RapidFire) and self.ordered(orders.FirstRankFire, "first-rank-fire"):
            by += 1
        if self.eleventh:
            return max(1, rolled + by) + rapid + blast
        return max(1, rolled + rapid + (0 if self.has(ExtraAttacks) else by)) + blast

    def hit_roll(self) -> Law[str]:
        if self.weapon.skill is None or self.has(hits.Torrent):
            return surely("success")
        again = [rule.which for rule in self.rules(hits.RerollHits)]
        return judged([] if self.eleventh and (self.overwatch or self.unseen) else again, self.hit)

    def hit(self, face: int) -> str:
        if face == 1 or face <= self.gate():
            return "fail"
        if face == 6 or any(face >= rule.need for rule in self.rules(hits.CriticalHitOn)):
            return "critical"
        if face + self.hit_modifier() < self.skill():
            return "fail"
        successful = [rule.need for rule in self.rules(hits.SuccessfulCriticalHitOn)]
        successful += [4] * (self.now.long_range and self.has(hits.Conversion))
        return "critical" if any(face >= need for need in successful) else "success"

    def gate(self) -> int:
        """Natural hit rolls up to this fail, whatever else is said."""
        if self.overwatch:
            return 5
        if self.unseen and self.eleventh:
            return 3 if self.now.stationary and self.now.spotted else 5
        return 3 if self.unseen and self.edition == "10e" else 1

    def skill(self) -> int:
        """The Ballistic or Weapon Skill after its modifiers."""
        better = [
            *(rule.by for rule in self.rules(hits.ModifySkill) if rule.skill == ("BS" if self.ranged else "WS")),
            +1 * (self.ranged and self.ordered(orders.TakeAim, "take-aim")),
            +1 * (not self.ranged and self.ordered(orders.FixBayonets, "fix-bayonets")),
            +1 * (self.eleventh and self.ranged and self.now.plunging),
            -1 * (self.eleventh and self.covered),
        ]
        need = max(2, (self.weapon.skill or 2) - sum(self.not_ignored(better)))
        return min(6, need) if self.eleventh else need

    def hit_modifier(self) -> int:
        now = self.now
        heavy_blocked = self.eleventh and (now.overwatch or now.engaged)
        modifiers = [
            *(rule.by for rule in self.rules(hits.ModifyHit)),
            +1 * (self.has(hits.Heavy) and now.stationary and not heavy_blocked),
            -1 * (self.ranged and now.engaged and not self.has(labels.Pistol, labels.CloseQuarters)),
            -1 * (self.ranged and now.target_engaged),
            -1 * (self.tenth and self.ranged and self.has(hits.Stealth)),
            -1 * (self.tenth and self.unseen),
        ]
        return max(-1, min(1, sum(self.not_ignored(modifiers))))

    def not_ignored(self, modifiers: list[int]) -> list[int]:
        """[psychic] attacks of the 11th edition ignore what makes them miss more, and keep the rest."""
        return [by for by in modifiers if by > 0] if self.eleventh and self.has(hits.Psychic) else modifiers

    def wound_roll(self) -> Law[str]:
        again = [rule.which for rule in self.rules(wounds.RerollWounds)] + ["fails"] * self.has(wounds.TwinLinked)
        by = sum(rule.by for rule in self.rules(wounds.ModifyStrength))
        strength = mapped(throw(self.weapon.strength), lambda rolled: max(1, rolled + by))
        return then(strength, lambda s: judged(again, lambda face: self.wound(s, face)))

    def wound(self, strength: int, face: int) -> str:
        anti = [rule.need for rule in self.rules(wounds.AntiKeyword) if rule.keyword in self.unit.keywords]
        if face == 1:
            return "fail"
        if face >= min([6, *anti, *(rule.need for rule in self.rules(wounds.CriticalWoundOn))]):
            return "critical"
        if face <= 3 and self.has(wounds.LowWoundRollsFail):
            return "fail"
        if face + self.wound_modifier(strength) < self.wound_need(strength):
            return "fail"
        successful = [rule.need for rule in self.rules(wounds.SuccessfulCriticalWoundOn)]
        return "critical" if any(face >= need for need in successful) else "success"

    def wound_need(self, strength: int) -> int:
        toughness = self.target.toughness
        if strength > toughness:
            return 2 if strength >= 2 * toughness else 3
        if strength == toughness:
            return 4
        return 6 if 2 * strength <= toughness else 5

    def wound_modifier(self, strength: int) -> int:
        lance = self.now.charged and self.has(wounds.Lance)
        modifiers = [+1 * lance, *(rule.by for rule in self.rules(wounds.ModifyWound))]
        if strength > self.target.toughness:
            modifiers += [rule.by for rule in self.rules(wounds.ModifyWoundIfStronger)]
        return max(-1, min(1, sum(modifiers)))

    def save_roll(self) -> Law[str]:
        """The better of the armour and the invulnerable save; a 1 fails, a 6 is nothing special."""
        bonus = sum(rule.by for rule in self.rules(saves.ModifySave))
        saved = max(self.armour_faces(bonus), self.invulnerable_faces(bonus), key=len)
        again = [rule.which for rule in self.rules(saves.RerollSaves)]
        return judged(again, lambda face: "success" if face in saved else "fail")

    def armour_faces(self, bonus: int) -> list[int]:
        better = sum(rule.by for rule in self.rules(saves.ModifyAP)) + (self.tenth and self.ranged and self.now.plunging)
        ap = max(0, self.weapon.ap + better - sum(rule.by for rule in self.rules(saves.WorsenAP)))
        save = self.target.save - 1 * (self.has(orders.TakeCover) and self.target.save > 3)
        if self.tenth and self.covered and not (save <= 3 and ap == 0):
            bonus += 1
        return self.saving_faces(save, bonus - ap)

    def invulnerable_faces(self, bonus: int) -> list[int]:
        scopes = ("", "ranged" if self.ranged else "melee")
        needs = [rule.need for rule in self.rules(saves.InvulnerableSave) if rule.scope in scopes]
        return self.saving_faces(min(needs), bonus) if needs else []

    def saving_faces(self, need: int, modifier: int) -> list[int]:
        """In the 10th edition all modifiers to a save roll together add at most 1."""
        by = modifier if self.eleventh else min(1, modifier)
        return [face for face in FACES if face != 1 and face + by >= need]

    def one_attack(self) -> Law[Tally]:
        """Hit roll, extra hits, wound rolls and saves of one attack."""
        extra = [throw(rule.dice) for rule in self.rules(hits.SustainedHits)] or [surely(0)]
        one_hit = self.one_hit()

        def hit(tally: Tally) -> Law[Tally]:
            return mapped(one_hit, tally.plus)

        def critical(more: int) -> Law[Tally]:
            scored = Tally(hits=1 + more, critical_hits=1)
            return repeat(surely(more), hit, mapped(self.one_wound(), scored.plus) if self.lethal else hit(scored))

        outcomes = {"critical": then(extra[0], critical), "success": hit(Tally(hits=1)), "fail": surely(Tally())}
        return then(self.hit_roll(), lambda result: outcomes[result])

    def one_hit(self) -> Law[Tally]:
        """The wound roll of one hit, and the save that is allowed."""
        saved, mark = self.one_wound(), Tally(critical_wounds=1)
        critical = surely(mark._replace(wounds=1)) if self.devastating else mapped(saved, mark.plus)
        outcomes = {"critical": critical, "success": saved, "fail": surely(Tally())}
        return then(self.wound_roll(), lambda result: outcomes[result])

    def one_wound(self) -> Law[Tally]:
        return mapped(self.save_roll(), lambda result: Tally(wounds=1, unsaved=int(result == "fail")))

    def damage_roll(self, *, target_side: bool, zero: bool = False) -> Law[int]:
        """The damage of one attack after all modifiers, those of the target among them or not."""
        melta = [throw(rule.dice) for rule in self.rules(damage.Melta) if self.now.half_range] or [surely(0)]
        rolled = throw(self.weapon.damage, *(rule.which for rule in self.rules(damage.RerollDamage)))
        return then(rolled, lambda first: mapped(melta[0], lambda more: self.modified(first, more, target_side, zero)))

    def modified(self, printed: int, melta: int, target_side: bool, zero: bool) -> int:
        """Set, halve, add and subtract in the edition's order, rounded up once, at least 1 but for a 0."""
        fixed = [0] * zero + [rule.to for rule in self.rules(damage.SetDamage) if target_side]
        by = [melta, *(rule.by for rule in self.rules(damage.ModifyDamage))]
        by += [-rule.by for rule in self.rules(damage.ReduceDamage) if target_side]
        plus, minus = sum(n for n in by if n > 0), -sum(n for n in by if n < 0)
        divisor = 2 if target_side and self.has(damage.HalveDamage) else 1
        start = fixed[0] if fixed else printed
        if self.eleventh and fixed and start == 0:
            return 0
        value = Fraction(start + plus, divisor) if self.eleventh else Fraction(start, divisor) + plus
        return max(0 if start == 0 else 1, ceil(value - minus))

    def suffer(self, squad: Squad, points: Law[int], *, mortal: bool, spills: bool) -> Law[Squad]:
        """Damage, point by point, each with a Feel No Pain roll; what exceeds the front model is lost or spills over."""
        left, zero = squad
        others = max(0, left - 1) // self.target.wounds * self.target.wounds
        end, ignored = 0 if spills else others, self.ignored_faces(mortal)

        def point(now: int) -> Law[int]:
            return surely(now) if now == end else mapped(D6, lambda face: now if face in ignored else now - 1)

        return mapped(repeat(points, point, surely(left)), lambda after: (after, zero))

    def ignored_faces(self, mortal: bool) -> list[int]:
        """The faces that ignore a wound: only one Feel No Pain may be used, so the best that applies."""
        scopes = {"": True, "mortal": mortal, "psychic": self.has(hits.Psychic)}
        needs = [rule.need for rule in self.rules(damage.FeelNoPainRule) if scopes[rule.scope]]
        return [face for face in FACES if face >= min([7, *needs])]

    def normal(self, squad: Squad) -> Law[Squad]:
        """One failed save; the first may be one whose damage is 0."""
        left, zero = squad
        return self.suffer((left, False), self.damage_roll(target_side=True, zero=zero), mortal=False, spills=False)

    def devastation(self, squad: Squad) -> Law[Squad]:
        """One devastating wound, in the form of the edition."""
        mortal, spills = self.edition != "10e-2023-09", self.edition == "10e-launch"
        return self.suffer(squad, self.damage_roll(target_side=self.tenth), mortal=mortal, spills=spills)

    def extra_mortals(self, squad: Squad) -> Law[Squad]:
        """The mortal wounds that one critical wound deals besides."""
        number = throw(self.rules(wounds.MortalsOnCriticalWound)[0].dice)
        return self.suffer(squad, number, mortal=True, spills=True)

    def strike(self, squad: Squad) -> Law[tuple[Squad, int]]:
        """One attack and its normal damage: the unit after it, and how many critical wounds there were."""
        normal = cache(self.normal)

        def struck(tally: Tally) -> Law[tuple[Squad, int]]:
            return mapped(repeat(surely(tally.unsaved), normal, surely(squad)), lambda after: (after, tally.critical_wounds))

        return then(self.one_attack(), struck)

    def mortals(self, squad: Squad) -> Law[tuple[Squad, int]]:
        """One source of mortal wounds: its roll, if it needs one, and the wounds."""
        assert isinstance(self.attack, Mortals)
        need, suffered = self.attack.need, self.suffer(squad, throw(self.attack.dice), mortal=True, spills=True)
        law = suffered if need is None else then(D6, lambda face: suffered if face >= need else surely(squad))
        return mapped(law, lambda after: (after, 0))


# The volley. A packet is damage that waits: its rank (0 devastating wounds, 1 extra mortal wounds) and
# the place of its weapon; packets are dealt in this order. A table is the unit and what waits for it.

PACKETS = (Fight.devastation, Fight.extra_mortals)
Table: TypeAlias = tuple[Squad, tuple[tuple[int, int], ...]]


def table(squad: Squad, waiting: Iterable[tuple[int, int]]) -> Table:
    """Nothing waits for a dead unit."""
    return squad, tuple(sorted(waiting)) if squad[0] else ()


def volley(attacks: Sequence[Attack], unit: Unit, situation: Situation, edition_name: str) -> Law[tuple[int, int]]:
    """The joint law of (models slain, wounds lost in the volley); `ValueError` for what the oracle does not know."""
    fights = [Fight(attack, unit, situation, edition_name) for attack in attacks]
    group = unit.groups[0]
    start = (group.count - 1) * group.wounds + group.front_wounds
    law = surely(table((start, any(fight.has(damage.ZeroFirstFailedSave) for fight in fights)), ()))
    for place, fight in enumerate(fights):
        law = fire(fight, place, law)
        law = settle(fights, law) if fight.eleventh else law
    law = settle(fights, law)
    return mapped(law, lambda end: (group.count - ceil(Fraction(end[0][0], group.wounds)), start - end[0][0]))


def fire(fight: Fight, place: int, law: Law[Table]) -> Law[Table]:
    """All attacks of one weapon, or all sources of mortal wounds, with the damage dealt at once."""
    waits = [(0, place)] * fight.devastating + [(1, place)] * fight.has(wounds.MortalsOnCriticalWound)
    mortal = isinstance(fight.attack, Mortals)
    strike = cache(fight.mortals if mortal else fight.strike)
    number = surely(1) if mortal else fight.number_of_attacks()

    def once(now: Table) -> Law[Table]:
        return mapped(strike(now[0]), lambda struck: table(struck[0], [*now[1], *waits * struck[1]]))

    for _ in range(fight.attack.count):
        law = repeat(number, once, law)
    return law


def settle(fights: Sequence[Fight], law: Law[Table]) -> Law[Table]:
    """The packets that wait are dealt one after another; what has most of them before it comes first."""
    deal = cache(lambda rank, place, squad: PACKETS[rank](fights[place], squad))

    def first(most: int, now: Table) -> Law[Table]:
        squad, waiting = now
        if len(waiting) < most:
            return surely(now)
        return mapped(deal(*waiting[0], squad), lambda after: table(after, waiting[1:]))

    for most in range(max(len(waiting) for _, waiting in law), 0, -1):
        law = then(law, partial(first, most))
    return law


def counts(attack: Weapon, unit: Unit, situation: Situation, edition_name: str, what: str) -> Law[int]:
    """The law of how many ``what`` (see `WHAT`) all copies of one weapon come to, if the target never runs out."""
    fight = Fight(attack, unit, situation, edition_name)

    def counted(tally: Tally) -> int:
        number: int = {"attacks": 1, **tally._asdict()}[what]
        return number + tally.critical_wounds * (what == "unsaved" and fight.devastating)

    one, number, law = mapped(fight.one_attack(), counted), fight.number_of_attacks(), surely(0)
    for _ in range(attack.count):
        law = repeat(number, partial(add, one), law)
    return law
