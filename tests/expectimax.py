"""Dice of known value played out literally, face by face: what the decision engine is compared with.

`solve` walks the whole game tree of an attack: at each roll the side that makes it may put dice that it
holds in place of dice that it is about to roll (or, ``rolls="after"``, change what it sees to a 6), each face
is followed, and the better option is taken. The only thing remembered is the answer of a complete `State`. What the
rules say about one die is asked of `oracle.Fight`; nothing is shared with the engine but the profile records.

Usable for about three attacks, models of up to four wounds, two or three models and pools of two dice; more attacks
when the dice are few and the damage is fixed. One group of models (`mixed_expectimax` has several), lethal hits always
or never, as in the oracle.

Readings, where the rules of the game leave room:

- The numbers of attacks of all copies of a weapon are rolled first, the next weapon's when it fires. The number of
  extra hits is rolled as soon as the critical hit is known. Strength is rolled before a die is put into the wound roll.
- The die of a random [melta] is no part of the damage roll: it is plain chance, rolled after it. So are the roll and
  the number of mortal wounds, as an attack or on a critical wound, and Feel No Pain.
- "Each damage die that shows 1 again" makes only those dice again: another die of the roll that was put in stays. A low
  damage roll is made again as a whole. A D3 shows half of the face, rounded up, whether rolled or put in.
- A re-roll is a roll of its own: it may take one more die if a use is left. In a batch all first rolls are seen, then
  all re-rolls are made as one batch. A die of a batch is a roll, a damage roll of several dice is one roll.
- ``after``: the change is made when no re-roll can follow. The defender changes saves likewise.
- The Command Re-roll is one re-roll of a side's own roll of hits, wounds, saves, damage or the number of attacks, once it
  lies there and all re-rolls that rules give are made. No die is rolled a third time: in the 10th editions a roll of several
  dice (damage, attacks) is made again whole or not at all, in the 11th one die of it is. Of a batch one die is rolled again.
  The die that is rolled again may be replaced by one that is held. In the 10th editions, and one at a time, each copy
  of a weapon rolls its number of attacks by itself; in a batch of the 11th all copies roll together. The X of Rapid
  Fire is rolled after that.
- Of options equal in the objective less prices and in damage: the fewest dice, then the smallest faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import ceil
from typing import Any, Literal, NamedTuple, TypeAlias

from oracle import D6, FACES, A, Attack, Fight, Law, add, mapped, repeat, surely, then, throw

from mathhammer.dice import Dice
from mathhammer.profiles import Mortals, Unit
from mathhammer.rules import damage, hits, saves, wounds
from mathhammer.rules.attacks import RapidFire, RerollAttacks
from mathhammer.situation import Situation

Rolls: TypeAlias = Literal["one", "batch", "after"]
Pool: TypeAlias = tuple[int, ...]
What: TypeAlias = Literal["attacks", "hit", "wound", "save", "damage", "devastation"]
Shown: TypeAlias = tuple[tuple[int, int], ...]  # dice and the faces they show
Spent: TypeAlias = dict[tuple[str, int] | str, Fraction]  # see Answer
End: TypeAlias = Any  # (models slain, wounds lost), a pair a group if there are several
Squad: TypeAlias = Any  # that of the oracle, or of the oracle of mixed units
Objective: TypeAlias = str | Callable[[int, int], int | Fraction]

Option: TypeAlias = "tuple[Pool, Law[State]]"  # the faces that a side spends, and what comes of it

NOTHING = Fraction(0)
DAMAGE = ("damage", "devastation")
AGAIN = 0  # where the Command Re-roll is counted among the faces spent


# What is still to be done, in order: the agenda of a state.


@dataclass(frozen=True)
class Fire:
    """All copies of a weapon fire, or all sources of mortal wounds are rolled."""

    weapon: int


@dataclass(frozen=True)
class Hits:
    """Hits that are to be rolled to wound together, and automatic wounds besides."""

    weapon: int
    hits: int
    wounds: int = 0


@dataclass(frozen=True)
class Gather:
    """Copies of a weapon are still to roll their number of attacks; so many attacks are known."""

    weapon: int
    copies: int
    known: int = 0


class Roll(NamedTuple):
    """A roll of one or several dice, made at once.

    ``dice`` are still to be rolled: a hit or save die is 0, a wound die is its Strength, a damage die is
    6 or 3 (negative if it is subtracted). ``shown`` lie on the table; ``seen``: they stay there, unless changed to a 6.
    """

    what: What
    weapon: int
    dice: tuple[int, ...]
    shown: Shown = ()
    again: bool = False
    seen: bool = False
    automatic: int = 0  # wounds that came without a roll, to be saved with those of this roll
    twice: Shown = ()  # of the dice shown, those that were rolled again
    offered: bool = False  # the Command Re-roll may be used now
    commanded: bool = False  # it was used on this roll
    gather: Gather | None = None  # of a roll for the number of attacks


@dataclass(frozen=True)
class NextUnit:
    """The next unit attacks, which may use dice of its own number, or what is left of one number for all."""


@dataclass(frozen=True)
class Settle:
    """The damage that waits is dealt."""


class Special:
    """What only some units make necessary."""


Task: TypeAlias = NextUnit | Fire | Gather | Hits | Roll | Settle | Special


class Hand(NamedTuple):
    """The dice that a side holds, and how many of them it may still use."""

    pool: Pool
    uses: int
    reroll: bool = False  # the Command Re-roll

    def without(self, faces: Sequence[int], later: bool = False) -> Hand:
        left, uses = without(self.pool, faces), self.uses - len(faces)
        useful = left and (later or uses > 0)
        return Hand(tuple(sorted(left)), uses, self.reroll) if useful else Hand((), 0, self.reroll)


class State(NamedTuple):
    """Everything that matters for what follows."""

    agenda: tuple[Task, ...]
    squad: Squad
    waiting: tuple[tuple[int, int], ...]  # (0 devastating wound or 1 extra mortal wounds, weapon), in order
    attacker: Hand
    defender: Hand
    later: int = 0  # units that will attack after this one

    def hand(self, roll: Roll) -> Hand:
        return self.defender if roll.what == "save" else self.attacker

    def spending(self, roll: Roll, faces: Sequence[int], again: bool = False) -> State:
        hand = self.hand(roll).without(faces, later=bool(self.later) and roll.what != "save")
        hand = hand._replace(reroll=hand.reroll and not again)
        return self._replace(defender=hand) if roll.what == "save" else self._replace(attacker=hand)

    def before(self, *tasks: Task) -> State:
        """The state with tasks to be done before all others."""
        return self._replace(agenda=tasks + self.agenda)


class Outlook(NamedTuple):
    """What a state is worth when both sides play on as well as they can."""

    value: Fraction  # the objective less the attacker's prices
    damage: Fraction
    law: Law[End]
    spent: Spent


class Answer(NamedTuple):
    """What `solve` finds; ``law`` and ``spent`` are those of the best policy."""

    base: Fraction  # the objective when nobody holds a die
    best: Fraction  # the objective less the prices paid
    law: Law[End]
    spent: Spent  # dice spent on average, by roll and face; "kept": the chance that the attacker spends none


def solve(
    attacks: Sequence[Attack],
    unit: Unit,
    situation: Situation,
    edition_name: str,
    *,
    dice: Iterable[int] = (),
    uses: int = 1,
    rolls: Rolls = "one",
    objective: Objective = "damage",
    price: Mapping[int, Fraction] | None = None,
    defender_dice: Iterable[int] = (),
    defender_uses: int = 1,
    command_reroll: bool = False,
    defender_command_reroll: bool = False,
    then: Sequence[Sequence[Attack]] = (),
    per: Literal["unit", "army"] = "unit",
) -> Answer:
    """The attack played as well as possible by both sides; the attacker alone pays the prices, a face each."""
    held = Hand(tuple(dice), uses, command_reroll).without((), later=bool(then))
    theirs = Hand(tuple(defender_dice), defender_uses, defender_command_reroll).without(())
    if not set(held.pool + theirs.pool) <= set({"one": FACES, "batch": FACES, "after": (6,)}[rolls]):
        raise ValueError("dice have faces 1 to 6; after the roll only sixes are of use")
    several = [[Fight(attack, unit, situation, edition_name) for attack in volley] for volley in (attacks, *then)]
    game = Game(several, unit, rolls, objective, price or {}, uses if per == "unit" else None)
    best = game.outlook(game.start(held, theirs))
    base = game.outlook(game.start(Hand((), 0), Hand((), 0)))
    return Answer(base.value, best.value, best.law, best.spent)


class Game:
    """The game tree: `options` are its branches, `outlook` is the best that they come to."""

    def __init__(
        self,
        volleys: Sequence[Sequence[Fight]],
        unit: Unit,
        rolls: Rolls,
        objective: Objective,
        price: Mapping[int, Fraction],
        fresh_uses: int | None = None,
    ) -> None:
        self.volleys, self.fresh_uses = volleys, fresh_uses
        self.fights = [fight for volley in volleys for fight in volley]
        self.group, self.rolls, self.price = unit.groups[0], rolls, price
        self.wounds_at_start = (self.group.count - 1) * self.group.wounds + self.group.front_wounds
        self.worth = worth(objective, self.group.count)
        self.outlook = cache(self.look)
        self.result, self.again, self.faces = cache(self.judged), cache(self.poor), cache(self.told_apart)

    def start(self, attacker: Hand, defender: Hand) -> State:
        zero = any(fight.has(damage.ZeroFirstFailedSave) for fight in self.fights)
        agenda: list[Task] = []
        place = 0
        for number, volley in enumerate(self.volleys):
            agenda += [NextUnit()] if number else []
            for fight in volley:
                agenda += [Fire(place), Settle()] if fight.eleventh else [Fire(place)]
                place += 1
            agenda.append(Settle())
        return State(tuple(agenda), (self.wounds_at_start, zero), (), attacker, defender, len(self.volleys) - 1)

    def look(self, state: State) -> Outlook:
        """The best option for the side whose turn it is; of equal ones the first, which spends the fewest dice."""
        if not state.agenda:
            return self.end(state.squad)
        task, rest = state.agenda[0], state._replace(agenda=state.agenda[1:])
        if not isinstance(task, Roll):
            return self.mixed(self.done(task, rest))
        if task.offered:
            stands, *again = [self.mixed(after) for _, after in self.options(task, rest)]
            looks = [stands, *(self.commanded(task, look) for look in again)]
        else:
            looks = [self.paid(task, faces, self.mixed(after)) for faces, after in self.options(task, rest)]
        return (min if task.what == "save" else max)(looks, key=lambda look: (look.value, look.damage))

    def end(self, squad: Squad) -> Outlook:
        left = squad[0]
        slain, lost = self.group.count - ceil(Fraction(left, self.group.wounds)), self.wounds_at_start - left
        return Outlook(Fraction(self.worth(slain, lost)), Fraction(lost), surely((slain, lost)), {"kept": Fraction(1)})

    def mixed(self, law: Law[State]) -> Outlook:
        """What chance makes of it."""
        looks = [(chance, self.outlook(state)) for state, chance in law.items()]
        ends: Law[End] = {}
        spent: Spent = {}
        for chance, look in looks:
            for end, likely in look.law.items():
                ends[end] = ends.get(end, NOTHING) + chance * likely
            for where, number in look.spent.items():
                spent[where] = spent.get(where, NOTHING) + chance * number
        value, lost = sum(c * look.value for c, look in looks), sum(c * look.damage for c, look in looks)
        return Outlook(Fraction(value), Fraction(lost), ends, spent)

    def paid(self, roll: Roll, faces: Pool, look: Outlook) -> Outlook:
        """The same when those faces have just been put into the roll."""
        spent, value, what = dict(look.spent), look.value, "damage" if roll.what == "devastation" else roll.what
        for face in faces:
            spent[what, face] = spent.get((what, face), NOTHING) + 1
            if roll.what != "save":
                spent["kept"] = NOTHING
                value -= self.price.get(face, NOTHING)
        return look._replace(value=value, spent=spent)

    def commanded(self, roll: Roll, look: Outlook) -> Outlook:
        """The same when the Command Re-roll has just been used."""
        spent, what = dict(look.spent), "damage" if roll.what == "devastation" else roll.what
        spent[what, AGAIN] = spent.get((what, AGAIN), NOTHING) + 1
        return look._replace(spent=spent)

    def options(self, roll: Roll, rest: State) -> list[Option]:
        """Dice may be put in, the others are rolled, some are rolled again; what then lies there may become a 6."""
        if roll.offered:
            return self.offer(roll, rest)
        if roll.seen:
            return [((), self.done(roll, rest)), *(self.changed(roll, rest, die) for die in roll.shown)]
        hand = rest.hand(roll)
        most = (
            0
            if self.rolls == "after" or roll.what == "attacks"
            else min(hand.uses, 1 if roll.what in DAMAGE else len(roll.dice))
        )
        return [self.thrown(roll, rest, put) for put in ways(roll.dice, hand.pool, most)]

    def offer(self, roll: Roll, rest: State) -> list[Option]:
        """The roll stands, or one of its dice, or the whole of it, is rolled again."""
        stands = self.stands(roll._replace(offered=False), rest)
        after = rest.spending(roll, (), again=True)
        whole = roll.what in ("attacks", *DAMAGE) and not self.fights[roll.weapon].eleventh
        if whole:
            several = [roll.shown] if not roll.twice else []
        else:
            several = [(die,) for die in dict.fromkeys(without(roll.shown, roll.twice))]
        options: list[Option] = [((), stands)]
        for again in several:
            stay = without(roll.shown, again)
            fresh = roll._replace(
                dice=tuple(die for die, _ in again), shown=stay, again=True, commanded=True, offered=False, twice=()
            )
            options.append(((), surely(after.before(fresh))))
        return options

    def changed(self, roll: Roll, rest: State, die: tuple[int, int]) -> Option:
        """One of the dice is changed to a 6."""
        shown = tuple(sorted([*without(roll.shown, [die]), (die[0], 6)]))
        return (6,), self.done(roll._replace(shown=shown), rest.spending(roll, [6]))

    def thrown(self, roll: Roll, rest: State, put: Shown) -> Option:
        """Some dice are put in, the others are rolled."""
        faces, law = tuple(face for _, face in put), surely(put)
        after = rest.spending(roll, faces)
        for die in without(roll.dice, [die for die, _ in put]):
            law = then(law, partial(one_more, die, self.faces(roll.what, roll.weapon, die)))
        return faces, then(law, lambda shown: self.landed(roll, after, shown))

    def landed(self, roll: Roll, rest: State, shown: Shown) -> Law[State]:
        """The dice lie there: the policy says which of them are rolled again."""
        if not roll.again and (again := self.rolled_again(roll, shown)):
            stay = without(shown, again)
            return surely(rest.before(roll._replace(dice=tuple(die for die, _ in again), shown=stay, again=True)))
        twice = tuple(sorted(shown)) if roll.again else ()
        roll = roll._replace(dice=(), shown=tuple(sorted(roll.shown + shown)), twice=twice)
        may = roll.what != "hit" or not self.no_hit_rerolls(roll.weapon)
        if rest.hand(roll).reroll and not roll.commanded and roll.shown and may:
            return surely(rest.before(roll._replace(offered=True)))
        return self.stands(roll, rest)

    def no_hit_rerolls(self, place: int) -> bool:
        fight = self.fights[place]
        return fight.eleventh and (fight.overwatch or fight.unseen)

    def stands(self, roll: Roll, rest: State) -> Law[State]:
        """The roll lies there for good, unless it may still be changed to a 6."""
        roll = roll._replace(seen=True, again=False, commanded=False, twice=())
        if roll.what == "attacks":
            return self.done(roll, rest)
        if self.rolls == "after" and rest.hand(roll).uses:
            return surely(rest.before(roll))
        return self.done(roll, rest)

    def rolled_again(self, roll: Roll, shown: Shown) -> Shown:
        if roll.what not in ("attacks", *DAMAGE):
            return tuple((die, face) for die, face in shown if face in self.again(roll.what, roll.weapon, die))
        fight = self.fights[roll.weapon]
        policy: list[str] = [rule.which for rule in fight.rules(damage.RerollDamage)]
        if roll.what == "attacks":
            policy = [rule.which for rule in fight.rules(RerollAttacks)]
            if self.copies_together(fight) > 1 and policy == ["low"]:
                return tuple((die, face) for die, face in shown if self.is_low([(die, face)]))
        if policy == ["1s"]:
            return tuple((die, face) for die, face in shown if abs(points(die, face)) == 1)
        return shown if policy == ["low"] and self.is_low(shown) else ()

    @staticmethod
    def is_low(shown: Iterable[tuple[int, int]]) -> bool:
        """Whether a roll is below its mean."""
        mean = sum(sum(points(die, face) for face in FACES) for die, _ in shown) / Fraction(6)
        return sum(points(die, face) for die, face in shown) < mean

    def copies_together(self, fight: Fight) -> int:
        """How many copies of a weapon roll for their numbers of attacks together."""
        return fight.attack.count if self.rolls == "batch" and fight.eleventh else 1

    def fight(self, what: What, place: int, die: int) -> Fight:
        """Who knows what a die of that roll is."""
        return self.fights[place]

    def poor(self, what: What, place: int, die: int) -> set[int]:
        """The faces of a hit, wound or save die that are rolled again."""
        fight = self.fight(what, place, die)
        if what == "hit" and self.no_hit_rerolls(place):
            return set()
        policies: list[str] = ["fails"] * (what == "wound" and fight.has(wounds.TwinLinked))
        kinds: dict[str, type[hits.RerollHits | wounds.RerollWounds | saves.RerollSaves]]
        kinds = {"hit": hits.RerollHits, "wound": wounds.RerollWounds, "save": saves.RerollSaves}
        policies += [rule.which for rule in fight.rules(kinds[what])]
        results = {"1s": (), "fails": ("fail",), "non-crits": ("fail", "success")}
        poor = {result for policy in policies for result in results[policy]}
        ones = {1} if "1s" in policies else set()
        return ones | {face for face in FACES if self.result(what, place, die, face) in poor}

    def judged(self, what: What, place: int, die: int, face: int) -> str:
        """What a face is: fail, success or critical."""
        fight = self.fight(what, place, die)
        if what == "hit":
            return fight.hit(face)
        if what == "wound":
            return fight.wound(die, face)
        bonus = sum(rule.by for rule in fight.rules(saves.ModifySave))
        return "success" if face in fight.armour_faces(bonus) + fight.invulnerable_faces(bonus) else "fail"

    def told_apart(self, what: What, place: int, die: int) -> Law[int]:
        """The roll of one die; of the faces that nothing tells apart the smallest stands for all."""
        if what in ("attacks", *DAMAGE):
            return mapped(D6, lambda face: min(other for other in FACES if points(die, other) == points(die, face)))
        told = {face: (self.result(what, place, die, face), face in self.again(what, place, die)) for face in FACES}
        return mapped(D6, lambda face: min(other for other in FACES if told[other] == told[face]))

    def done(self, task: Task, rest: State) -> Law[State]:
        """What follows when it is done, or when the dice of a roll lie there."""
        match task:
            case NextUnit():
                uses = rest.attacker.uses if self.fresh_uses is None else self.fresh_uses
                hand = rest.attacker._replace(uses=uses).without((), later=rest.later > 1)
                return surely(rest._replace(attacker=hand, later=rest.later - 1))
            case Fire():
                return self.fired(task, rest)
            case Gather():
                return self.gathered(task, rest)
            case Hits():
                return self.hit(task, rest)
            case Settle():
                return self.settled(rest)
            case Special():
                return self.special(task, rest)
        if task.what in DAMAGE:
            return self.damaged(task, rest)
        if task.what == "attacks":
            return self.counted(task, rest)
        results = [self.result(task.what, task.weapon, die, face) for die, face in task.shown]
        successes, criticals = results.count("success"), results.count("critical")
        if task.what == "hit":
            return self.scored(task.weapon, rest, successes, criticals)
        if task.what == "wound":
            return surely(self.wounded(task, rest, successes, criticals))
        return surely(rest.before(*[self.damage_roll("damage", task.weapon)] * results.count("fail")))

    def special(self, task: Special, rest: State) -> Law[State]:
        """What follows what another game adds."""
        raise NotImplementedError

    def fired(self, fire: Fire, rest: State) -> Law[State]:
        """The number of attacks; then each makes its hit roll, or all make theirs together."""
        fight, place = self.fights[fire.weapon], fire.weapon
        if isinstance(fight.attack, Mortals):
            law = surely(rest.squad)
            for _ in range(fight.attack.count):
                law = then(law, lambda squad: mapped(fight.mortals(squad), lambda end: end[0]))
            return mapped(law, partial(self.hurt, rest))
        return surely(rest.before(Gather(place, fight.attack.count)))

    def gathered(self, gather: Gather, rest: State) -> Law[State]:
        """The next copy rolls for its number of attacks (or all copies do); then the attacks are made."""
        fight, place = self.fights[gather.weapon], gather.weapon
        if gather.copies:
            together = self.copies_together(fight)
            left = Gather(place, gather.copies - together, gather.known)
            kinds = dice_of(fight.weapon.attacks)
            return surely(rest.before(Roll("attacks", place, kinds * together, gather=left)))
        automatic = fight.weapon.skill is None or fight.has(hits.Torrent)
        if self.rolls == "batch":
            times = gather.known
            return surely(rest.before(Hits(place, times) if automatic else Roll("hit", place, (0,) * times)))
        attack: Task = Hits(place, 1) if automatic else Roll("hit", place, (0,))
        return surely(rest.before(*[attack] * gather.known))

    def counted(self, roll: Roll, rest: State) -> Law[State]:
        """The dice for the number of attacks lie there: what each copy makes of its own."""
        fight = self.fights[roll.weapon]
        assert roll.gather is not None
        printed, known = fight.weapon.attacks, roll.gather.known
        copies = self.copies_together(fight)
        rapid = [throw(rule.dice) for rule in fight.rules(RapidFire) if fight.now.half_range] or [surely(0)]
        if copies > 1 and roll.shown:  # a die a copy, which no modifier takes below 1
            assert len(roll.shown) == copies
        law, size = surely(known), len(roll.shown) // copies
        for copy in range(copies):
            own = roll.shown[copy * size : (copy + 1) * size]
            total = printed.plus + sum(points(die, face) for die, face in own)
            rolled = max(1, total) if own else total
            law = then(law, partial(self.more_attacks, fight, rolled, rapid[0]))
        left = roll.gather.copies
        return mapped(law, lambda number: rest.before(Gather(roll.weapon, left, number)))

    @staticmethod
    def more_attacks(fight: Fight, rolled: int, rapid: Law[int], known: int) -> Law[int]:
        return mapped(rapid, lambda more: known + fight.gathered(rolled, more))

    def scored(self, place: int, rest: State, successes: int, criticals: int) -> Law[State]:
        """Hits; a critical one may score more, and may wound without a roll."""
        fight = self.fights[place]
        extra = [throw(rule.dice) for rule in fight.rules(hits.SustainedHits)] or [surely(0)]
        more = repeat(surely(criticals), partial(add, extra[0]), surely(0))
        own, wound = (0, criticals) if fight.lethal else (criticals, 0)

        def hit(extra_hits: int) -> State:
            if self.rolls == "batch":
                return rest.before(Hits(place, successes + own + extra_hits, wound))
            first = [Hits(place, successes + own, wound)] if successes + criticals else []
            return rest.before(*first, *[Hits(place, 1)] * extra_hits)

        return mapped(more, hit)

    def hit(self, task: Hits, rest: State) -> Law[State]:
        """The Strength of each wound roll; of those by which every face does the same the smallest stands for all."""
        fight = self.fights[task.weapon]
        by = sum(rule.by for rule in fight.rules(wounds.ModifyStrength))
        strength = mapped(throw(fight.weapon.strength), lambda rolled: max(1, rolled + by))
        told = {value: [self.result("wound", task.weapon, value, face) for face in FACES] for value in strength}
        strength = mapped(strength, lambda value: min(other for other in told if told[other] == told[value]))
        strengths: Law[tuple[int, ...]] = surely(())
        for _ in range(task.hits):
            strengths = then(strengths, lambda known: mapped(strength, lambda value: tuple(sorted((*known, value)))))
        return mapped(strengths, lambda known: rest.before(Roll("wound", task.weapon, known, automatic=task.wounds)))

    def wounded(self, roll: Roll, rest: State, successes: int, criticals: int) -> State:
        """Wounds to be saved, and what waits because of critical ones."""
        fight, place = self.fights[roll.weapon], roll.weapon
        kinds = [0] * fight.devastating + [1] * fight.has(wounds.MortalsOnCriticalWound)
        waiting = tuple(sorted(rest.waiting + tuple((kind, place) for kind in kinds) * criticals))
        number = roll.automatic + successes + (0 if fight.devastating else criticals)
        save = [Roll("save", place, (0,) * number)] if number else []
        return rest._replace(waiting=waiting).before(*save)

    def damage_roll(self, what: What, place: int) -> Roll:
        return Roll(what, place, dice_of(self.fights[place].weapon.damage))

    def damaged(self, roll: Roll, rest: State) -> Law[State]:
        """The damage after modifiers, point by point."""
        fight, (left, zero), normal = self.fights[roll.weapon], rest.squad, roll.what == "damage"
        total = fight.weapon.damage.plus + sum(points(die, face) for die, face in roll.shown)
        printed = max(1, total) if roll.shown else total
        melta = [throw(rule.dice) for rule in fight.rules(damage.Melta) if fight.now.half_range] or [surely(0)]
        lost = mapped(melta[0], lambda more: fight.modified(printed, more, normal or fight.tenth, normal and zero))
        mortal, spills = not normal and fight.edition != "10e-2023-09", not normal and fight.edition == "10e-launch"
        return mapped(
            fight.suffer((left, zero and not normal), lost, mortal=mortal, spills=spills), partial(self.hurt, rest)
        )

    def hurt(self, rest: State, squad: Squad) -> State:
        """Nothing is left to do when the unit is dead."""
        return rest._replace(squad=squad) if squad[0] else State((), squad, (), Hand((), 0), Hand((), 0))

    def settled(self, rest: State) -> Law[State]:
        """The first of what waits, then the others."""
        if not rest.waiting:
            return surely(rest)
        (kind, place), rest = rest.waiting[0], rest._replace(waiting=rest.waiting[1:]).before(Settle())
        if kind == 0:
            return surely(rest.before(self.damage_roll("devastation", place)))
        return mapped(self.fights[place].extra_mortals(rest.squad), partial(self.hurt, rest))


def dice_of(printed: Dice) -> tuple[int, ...]:
    """The dice of an expression: 6 or 3 each, negative if it is subtracted."""
    sixes, threes = (abs(printed.d6), 6 if printed.d6 > 0 else -6), (abs(printed.d3), 3 if printed.d3 > 0 else -3)
    return tuple(kind for number, kind in (sixes, threes) for _ in range(number))


def points(die: int, face: int) -> int:
    """What a damage die counts when a D6 shows that face."""
    value = face if abs(die) == 6 else ceil(Fraction(face, 2))
    return value if die > 0 else -value


def one_more(die: int, faces: Law[int], shown: Shown) -> Law[Shown]:
    return mapped(faces, lambda face: tuple(sorted((*shown, (die, face)))))


def without(items: Iterable[A], taken: Iterable[A]) -> tuple[A, ...]:
    left = list(items)
    for item in taken:
        left.remove(item)
    return tuple(left)


def ways(dice: Sequence[int], pool: Pool, most: int) -> list[Shown]:
    """Every way to put at most that many dice of the pool in place of dice to be rolled, fewest and smallest first.

    >>> ways((6, 3), (5,), 1)
    [(), ((3, 5),), ((6, 5),)]
    """
    found: set[Shown] = {()}
    for _ in range(most):
        found |= {
            tuple(sorted((*put, (die, face))))
            for put in found
            for die in without(dice, [die for die, _ in put])
            for face in without(pool, [face for _, face in put])
        }
    return sorted(found, key=lambda put: (len(put), sorted(face for _, face in put), put))


def worth(objective: Objective, models: int) -> Callable[[int, int], int | Fraction]:
    """The objective as a function of models slain and wounds lost."""
    if not isinstance(objective, str):
        return objective
    name, _, least = objective.partition(">=")
    if objective == "wipe":
        name, least = "kills", str(models)
    if name not in ("kills", "damage"):
        raise ValueError(f"no objective is called {objective!r}")
    if not least:
        return lambda slain, lost: slain if name == "kills" else lost
    return lambda slain, lost: int((slain if name == "kills" else lost) >= int(least))
