"""Attacks on units of several kinds of models, rolled literally: what the fast engine is compared with.

A unit is written out model by model; a state is a tuple of models with the wounds they have left. The
judging of a single die (hits, wounds, saving faces, damage, Feel No Pain) is `oracle.Fight`; here is
which model a wound falls on, in which order, and what then belongs to that model's group.

An answer is a law over a tuple of pairs (models slain, wounds lost), one pair a group in the order
written. Usable within these bounds, where it takes well under a second: about three attacks that cause
some six wounds, two weapons, three groups of one or two models of up to three wounds.

The defender takes models in the order written (or in a given ``order`` of groups) where the rules leave
the choice; the attacker takes for precision the living character that the defender would take, or never
(``"all"``, ``"none"``).

Not here: what `oracle` leaves out but for the mixed unit and precision; in the 11th edition each weapon
is a batch of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Literal, NamedTuple, TypeAlias

from oracle import D6, Attack, Fight, Law, Tally, mapped, repeat, surely, then, throw

from mathhammer.profiles import Group, Mortals, Unit
from mathhammer.rules import damage, hits, labels, saves, wounds
from mathhammer.rules.rule import Rule
from mathhammer.situation import Situation


class Model(NamedTuple):
    """Its wounds left, and whether it has had an attack allocated or came to the volley wounded."""

    left: int
    marked: bool


class State(NamedTuple):
    """The models, group by group as written, and which groups still have their first failed save for nothing."""

    squad: tuple[tuple[Model, ...], ...]
    shields: tuple[bool, ...]


class Place(NamedTuple):
    """Which model: its group and its number in the group."""

    group: int
    number: int


Party: TypeAlias = tuple[Place, ...]  # models that the 11th edition calls a group
Waiting: TypeAlias = tuple[tuple[int, int], ...]  # 0 devastating or 1 mortal wounds, and the place of the weapon
Table: TypeAlias = tuple[State, Waiting]
Answer: TypeAlias = tuple[tuple[int, int], ...]

OF_ANY = (hits.ModifyHit, wounds.ModifyWound, wounds.ModifyWoundIfStronger, wounds.LowWoundRollsFail)
OF_ALL = (hits.Stealth,)


# What belongs to the unit and what to the group.


def is_character(unit: Unit, group: Group) -> bool:
    """A CHARACTER, or who is said to lead or support where no CHARACTER is (beside one he is a companion)."""
    named = [other.keywords for other in unit.groups if "character" in other.keywords]
    roles = {"leader", "support"}.intersection(group.keywords)
    return "character" in group.keywords or any(not any(role in keywords for keywords in named) for role in roles)


def is_attached(unit: Unit) -> bool:
    """Characters and others, or who leads and who guards said outright, unless it is a single datasheet."""
    mixed = len({is_character(unit, group) for group in unit.groups}) == 2
    return "single" not in unit.keywords and (mixed or bool(unit.keywords & {"leader", "support", "bodyguard"}))


def is_bodyguard(group: Group) -> bool:
    others = {"character", "leader", "support"}
    return "bodyguard" in group.keywords or not others.intersection(group.keywords)


def toughness(unit: Unit) -> int:
    """The highest among bodyguards, or among all if there are none or the unit is single."""
    guards = [group.toughness for group in unit.groups if is_attached(unit) and is_bodyguard(group)]
    return max(guards or [group.toughness for group in unit.groups])


def acting(unit: Unit, group: Group, kinds: tuple[type[Rule], ...]) -> list[Rule]:
    """The rules of some kinds whose condition the unit meets, freed of it."""
    found = [rule for rule in group.rules if isinstance(rule, kinds)]
    return [replace(rule, condition=None) for rule in found if not rule.condition or rule.condition.holds(unit.keywords)]


def shared(unit: Unit) -> list[Rule]:
    """The rules that act on every attack at the unit: some belong to it if any group has them, some if all have."""
    by_group = [acting(unit, group, OF_ANY) for group in unit.groups]
    distinct = list(dict.fromkeys(rule for found in by_group for rule in found))
    times = {rule: max(found.count(rule) for found in by_group) if rule.repeats else 1 for rule in distinct}
    anyones = [rule for rule in distinct for _ in range(times[rule])]
    return anyones + [kind() for kind in OF_ALL if all(acting(unit, group, (kind,)) for group in unit.groups)]


def shown(unit: Unit, group: Group) -> Unit:
    """What an attack meets that is allocated to this group: a unit of one group, with all that is the unit's."""
    own = tuple(rule for rule in group.rules if not isinstance(rule, OF_ANY + OF_ALL))
    face = replace(
        group,
        toughness=toughness(unit),
        count=unit.models,
        rules=own + tuple(shared(unit)),
        keywords=tuple(sorted(unit.keywords)),
    )
    return Unit((face,))


class Wounding(Fight):
    """An attack up to its successful wounds: no save is made, so ``unsaved`` are those that allow one."""

    def save_roll(self) -> Law[str]:
        return surely("fail")


def saving_faces(fight: Fight) -> set[int]:
    """The faces that save by the armour or by the invulnerable save."""
    bonus = sum(rule.by for rule in fight.rules(saves.ModifySave))
    return {*fight.armour_faces(bonus), *fight.invulnerable_faces(bonus)}


def is_saved(fight: Fight, face: int) -> Law[bool]:
    """Whether a save die that shows this face saves, after the re-roll that its group may have."""
    good, again = saving_faces(fight), False
    for rule in fight.rules(saves.RerollSaves):
        again = again or face == 1 or (rule.which == "fails" and face not in good)
    return mapped(D6 if again else surely(face), lambda shows: shows in good)


@cache
def dice(number: int) -> Law[tuple[int, ...]]:
    """That many dice, rolled together, from the lowest to the highest."""
    law: Law[tuple[int, ...]] = surely(())
    for _ in range(number):
        law = then(law, lambda rolled: mapped(D6, lambda face: tuple(sorted((*rolled, face)))))
    return law


class Battle:
    """One or more attacks, in the order fired, on a unit of any groups."""

    def __init__(
        self,
        attacks: Sequence[Attack],
        unit: Unit,
        situation: Situation,
        edition: str,
        precision: Literal["all", "none"] = "all",
        order: Sequence[int] | None = None,
    ) -> None:
        self.unit, self.edition, self.eleventh = unit, edition, edition == "11e"
        self.attacks, self.attached = attacks, is_attached(unit)
        groups = range(len(unit.groups))
        self.ordered = self.in_line(order or groups)
        self.characters = [place for place in self.in_line(groups) if self.is_character(place)]
        faces = [shown(unit, group) for group in unit.groups]
        self.fights = [[Fight(attack, face, situation, edition) for face in faces] for attack in attacks]
        self.wounding = [Wounding(attack, faces[0], situation, edition) for attack in attacks]
        self.precise = [precision == "all" and fight.has(labels.Precision) for fight in self.wounding]
        self.parties = self.parted()
        self.save_rest = cache(self.save_dice)
        self.unsaved = cache(self.failed)
        self.packets = (cache(self.devastation), cache(self.extra_mortals))

    def in_line(self, groups: Iterable[int]) -> list[Place]:
        """The models in the order in which they are taken, as far as the rules leave it open."""
        ordered = sorted(groups, key=self.rank)
        return [Place(group, number) for group in ordered for number in range(self.unit.groups[group].count)]

    def rank(self, number: int) -> tuple[bool, bool]:
        """Characters go last, and wounded groups before the others of their kind: the rest is the defender's to order."""
        group = self.unit.groups[number]
        protected = is_character(self.unit, group) and (self.attached or self.eleventh)
        return protected, group.front_wounds == group.wounds

    # Models.

    def start(self) -> State:
        squad, shields = [], []
        for group in self.unit.groups:
            front = Model(group.front_wounds, marked=not self.eleventh and group.front_wounds < group.wounds)
            squad.append((front, *[Model(group.wounds, marked=False)] * (group.count - 1)))
            shields.append(bool(acting(self.unit, group, (damage.ZeroFirstFailedSave,))))
        return State(tuple(squad), tuple(shields))

    def model(self, state: State, place: Place) -> Model:
        return state.squad[place.group][place.number]

    def changed(self, state: State, place: Place, model: Model) -> State:
        group = list(state.squad[place.group])
        group[place.number] = model
        squad = list(state.squad)
        squad[place.group] = tuple(group)
        return state._replace(squad=tuple(squad))

    def living(self, state: State, places: Iterable[Place]) -> list[Place]:
        return [place for place in places if self.model(state, place).left]

    def is_character(self, place: Place) -> bool:
        return is_character(self.unit, self.unit.groups[place.group])

    def is_wounded(self, state: State, place: Place) -> bool:
        return self.model(state, place).left < self.unit.groups[place.group].wounds

    # Whom an attack is allocated to: 10th edition.

    def allocated(self, state: State, precise: bool) -> Place | None:
        """The model that the next attack, or the next mortal wound, is allocated to."""
        characters = self.living(state, self.characters)
        if precise and self.attached and characters:
            return ([place for place in characters if self.model(state, place).marked] or characters)[0]
        living = self.living(state, self.ordered)
        allowed = [place for place in living if not (self.attached and self.is_character(place))] or living
        must = [place for place in allowed if self.model(state, place).marked]
        return next(iter(must or allowed), None)

    # Whom it is allocated to: 11th edition.

    def parted(self) -> list[Party]:
        """One group for each character model, one for each distinct (W, Sv, InSv) of the others."""
        parties: dict[object, Party] = {}
        for place in self.ordered:
            group = self.unit.groups[place.group]
            invulnerable = frozenset(rule for rule in group.rules if isinstance(rule, saves.InvulnerableSave))
            key = place if self.is_character(place) else (group.wounds, group.save, invulnerable)
            parties[key] = (*parties.get(key, ()), place)
        return list(parties.values())

    def declared(self, state: State) -> list[Party]:
        """The allocation order: characters last, and those with a wounded model before the others of their kind."""

        def rank(party: Party) -> tuple[bool, bool]:
            wounded = any(self.is_wounded(state, place) for place in self.living(state, party))
            return self.is_character(party[0]), not wounded

        return sorted(self.parties, key=rank)

    def selected(self, state: State, parties: Iterable[Party]) -> Place | None:
        """A model of the current group: the first that is not dead; a wounded one if there is any."""
        for party in parties:
            living = self.living(state, party)
            if living:
                return ([place for place in living if self.is_wounded(state, place)] or living)[0]
        return None

    def on_the_ladder(self, state: State) -> Place | None:
        """Who suffers the next mortal wound: wounded others, others, wounded characters, characters."""
        living = self.living(state, (place for party in self.parties for place in party))
        for character in (False, True):
            rung = [place for place in living if self.is_character(place) is character]
            if rung:
                return ([place for place in rung if self.is_wounded(state, place)] or rung)[0]
        return None

    # Damage.

    def suffer(self, fight: Fight, place: Place, state: State, points: Law[int], *, mortal: bool) -> Law[State]:
        """Damage to one model, point by point, each with its Feel No Pain; what is left when it dies is lost."""
        ignored = fight.ignored_faces(mortal)

        def point(now: State) -> Law[State]:
            left, marked = self.model(now, place)
            if not left:
                return surely(now)
            hurt = self.changed(now, place, Model(left - 1, marked))
            return mapped(D6, lambda face: now if face in ignored else hurt)

        marked = not self.eleventh
        return repeat(points, point, surely(self.changed(state, place, Model(self.model(state, place).left, marked))))

    def failed(self, weapon: int, place: Place, state: State) -> Law[State]:
        """A failed save of that model: the first of its group may be one whose damage is 0."""
        zero, fight = state.shields[place.group], self.fights[weapon][place.group]
        shields = [shield and group != place.group for group, shield in enumerate(state.shields)]
        points = fight.damage_roll(target_side=True, zero=zero)
        return self.suffer(fight, place, state._replace(shields=tuple(shields)), points, mortal=False)

    def wound(self, weapon: int, state: State) -> Law[State]:
        """10th edition: a successful wound is allocated, saved by the model that it is allocated to, or damages it."""
        place = self.allocated(state, self.precise[weapon])
        if place is None:
            return surely(state)
        fight = self.fights[weapon][place.group]
        spared = self.changed(state, place, Model(self.model(state, place).left, marked=True))
        failed = self.unsaved(weapon, place, state)
        return then(fight.save_roll(), lambda result: failed if result == "fail" else surely(spared))

    def save_dice(self, weapon: int, parties: tuple[Party, ...], rolled: tuple[int, ...], state: State) -> Law[State]:
        """11th edition: the save dice of a batch, from lowest to highest, each against the current group."""
        place = self.selected(state, parties)
        if not rolled or place is None:
            return surely(state)
        failed = self.unsaved(weapon, place, state)
        saved = is_saved(self.fights[weapon][place.group], rolled[0])
        law = then(saved, lambda good: surely(state) if good else failed)
        return then(law, lambda after: self.save_rest(weapon, parties, rolled[1:], after))

    def victim(self, weapon: int, state: State, chosen: Party) -> Place | None:
        """Who suffers what is no longer saved: in the 11th edition the group chosen by precision first."""
        if self.eleventh:
            return self.selected(state, [chosen]) or self.on_the_ladder(state)
        return self.allocated(state, self.precise[weapon])

    def devastation(self, weapon: int, chosen: Party, state: State) -> Law[State]:
        """The damage of one devastating wound, to one model but for the form of the launch, which spills over."""
        place = self.victim(weapon, state, chosen)
        if place is None:
            return surely(state)
        fight = self.fights[weapon][place.group]
        points = fight.damage_roll(target_side=not self.eleventh)
        if self.edition == "10e-launch":
            return self.mortal_wounds(weapon, points, state)
        return self.suffer(fight, place, state, points, mortal=self.edition != "10e-2023-09")

    def extra_mortals(self, weapon: int, chosen: Party, state: State) -> Law[State]:
        """The mortal wounds that one critical wound deals besides."""
        return self.mortal_wounds(weapon, throw(self.wounding[weapon].rules(wounds.MortalsOnCriticalWound)[0].dice), state)

    def mortal_wounds(self, weapon: int, number: Law[int], state: State) -> Law[State]:
        """Mortal wounds, allocated one at a time."""

        def one(now: State) -> Law[State]:
            place = self.victim(weapon, now, ())
            if place is None:
                return surely(now)
            return self.suffer(self.fights[weapon][place.group], place, now, surely(1), mortal=True)

        return repeat(number, one, surely(state))

    # The volley.

    def tallies(self, weapon: int) -> Law[Tally]:
        """What one attack comes to before any save."""
        return mapped(
            self.wounding[weapon].one_attack(),
            lambda tally: Tally(unsaved=tally.unsaved, critical_wounds=tally.critical_wounds),
        )

    def waits(self, weapon: int) -> list[tuple[int, int]]:
        """What waits after a critical wound."""
        fight = self.wounding[weapon]
        return [(0, weapon)] * fight.devastating + [(1, weapon)] * fight.has(wounds.MortalsOnCriticalWound)

    def source(self, weapon: int, state: State) -> Law[State]:
        """One source of mortal wounds: its roll, if it needs one, and the wounds."""
        attack = self.attacks[weapon]
        assert isinstance(attack, Mortals)
        suffered, need = self.mortal_wounds(weapon, throw(attack.dice), state), attack.need
        return suffered if need is None else then(D6, lambda face: suffered if face >= need else surely(state))

    def strike(self, weapon: int, state: State) -> Law[tuple[State, int]]:
        """10th edition: one attack and its normal damage, and how many critical wounds there were."""
        wound = partial(self.wound, weapon)

        def struck(tally: Tally) -> Law[tuple[State, int]]:
            return mapped(repeat(surely(tally.unsaved), wound, surely(state)), lambda after: (after, tally.critical_wounds))

        return then(self.tallies(weapon), struck)

    def one_at_a_time(self, weapon: int, law: Law[Table]) -> Law[Table]:
        """10th edition: attack after attack, each allocated, saved and dealt before the next; some damage waits."""
        waits, strike = self.waits(weapon), cache(partial(self.strike, weapon))

        def attack(now: Table) -> Law[Table]:
            state, waiting = now
            return mapped(strike(state), lambda after: (after[0], tuple(sorted([*waiting, *waits * after[1]]))))

        for _ in range(self.attacks[weapon].count):
            law = repeat(self.wounding[weapon].number_of_attacks(), attack, law)
        return law

    def settled(self, law: Law[Table]) -> Law[State]:
        """10th edition: what waited, devastating wounds weapon by weapon, then extra mortal wounds."""

        def first(most: int, now: Table) -> Law[Table]:
            state, waiting = now
            if len(waiting) < most:
                return surely(now)
            kind, weapon = waiting[0]
            return mapped(self.packets[kind](weapon, (), state), lambda after: (after, waiting[1:]))

        for most in range(max(len(waiting) for _, waiting in law), 0, -1):
            law = then(law, partial(first, most))
        return mapped(law, lambda now: now[0])

    def batch(self, weapon: int) -> Law[Tally]:
        """11th edition: all hit and wound rolls of a weapon and its copies."""
        one, law = self.tallies(weapon), surely(Tally())
        for _ in range(self.attacks[weapon].count):
            law = repeat(self.wounding[weapon].number_of_attacks(), lambda tally: mapped(one, tally.plus), law)
        return law

    def resolved(self, weapon: int, state: State, tally: Tally) -> Law[State]:
        """11th edition: the save dice of a batch, then its devastating wounds, then its other mortal wounds."""
        chosen = self.chosen(weapon, state)
        parties = (chosen, *self.declared(state))
        law = then(dice(tally.unsaved), lambda rolled: self.save_rest(weapon, parties, rolled, state))
        for kind, _ in self.waits(weapon):
            law = repeat(surely(tally.critical_wounds), partial(self.packets[kind], weapon, chosen), law)
        return law

    def chosen(self, weapon: int, state: State) -> Party:
        """The character that precision makes the current group of the batch, or nobody."""
        characters = self.living(state, self.characters)
        first = [place for place in characters if self.is_wounded(state, place)] or characters
        return tuple(first[:1]) if self.precise[weapon] else ()

    def fire(self, weapon: int, law: Law[Table]) -> Law[Table]:
        """All copies of one weapon, or all sources of mortal wounds."""
        if isinstance(self.attacks[weapon], Mortals):
            source = cache(partial(self.source, weapon))
            number = surely(self.attacks[weapon].count)
            return repeat(number, lambda now: mapped(source(now[0]), lambda after: (after, now[1])), law)
        if not self.eleventh:
            return self.one_at_a_time(weapon, law)
        batch = self.batch(weapon)
        after = then(law, lambda now: then(batch, lambda tally: self.resolved(weapon, now[0], tally)))
        return mapped(after, lambda state: (state, ()))

    def end(self) -> Law[State]:
        """The law of what is left of the unit."""
        law: Law[Table] = surely((self.start(), ()))
        for weapon in range(len(self.attacks)):
            law = self.fire(weapon, law)
        return self.settled(law)

    def answer(self, state: State) -> Answer:
        """Models slain and wounds lost, group by group."""
        pairs = []
        for before, after in zip(self.start().squad, state.squad, strict=True):
            slain = sum(model.left == 0 for model in after)
            pairs.append((slain, sum(model.left for model in before) - sum(model.left for model in after)))
        return tuple(pairs)


def volley(
    attacks: Sequence[Attack],
    unit: Unit,
    situation: Situation,
    edition: str,
    precision: Literal["all", "none"] = "all",
    order: Sequence[int] | None = None,
) -> Law[Answer]:
    """The joint law of (models slain, wounds lost in the volley), a pair a group in the order written."""
    battle = Battle(attacks, unit, situation, edition, precision, order)
    return mapped(battle.end(), battle.answer)


def one_group(law: Law[Answer], group: int) -> Law[tuple[int, int]]:
    """The law of (models slain, wounds lost) of one group."""
    return mapped(law, lambda answer: answer[group])


def whole_unit(law: Law[Answer], unit: Unit) -> Law[tuple[int, int]]:
    """The law of (models slain, wounds lost by models still alive) of the unit, wounds lost before the volley included."""

    def total(answer: Answer) -> tuple[int, int]:
        hurt = 0
        for group, (slain, lost) in zip(unit.groups, answer, strict=True):
            hurt += lost + group.wounds - group.front_wounds - slain * group.wounds
        return sum(slain for slain, _ in answer), hurt

    return mapped(law, total)
