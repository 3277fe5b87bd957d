"""Dice of known value against units of several kinds of models, played out face by face.

The game tree is that of `expectimax`; whom a wound falls on, and what belongs to that model, is asked of
`mixed_oracle.Battle`. Nothing is shared with the engine but the profile records. Usable for about two attacks, groups
of one or two models of up to three wounds, and pools of two dice.

Readings, besides those of the two oracles:

- 10th editions: the group on which a wound falls makes the save. The saves are made and resolved one by one, each with
  its damage before the next, also when hit and wound rolls are batches.
- 11th edition: all save dice of a batch are rolled together, and dice of the defender may be put in first. The Command
  Re-roll is one of these dice, once all are seen and before they are sorted. A re-roll that a rule gives is made when
  the die is met, once its group is known: a die that is held may be put in. No die is rolled a third time. Of equal
  dice the one that may still be rolled again is met first.
- The 11th edition rolls batches only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple

from expectimax import (
    Answer,
    Fire,
    Game,
    Hand,
    Objective,
    Outlook,
    Roll,
    Rolls,
    Settle,
    Special,
    State,
    Task,
    What,
    points,
    without,
    worth,
)
from mixed_oracle import Battle, Model, Party, Place
from mixed_oracle import State as Models
from oracle import D6, Attack, Fight, Law, mapped, surely, then, throw

from mathhammer.profiles import Mortals, Unit
from mathhammer.rules import damage
from mathhammer.situation import Situation

POOLED = -1  # a save die whose group is not known yet; one whose group is known is the number of the group


class Army(NamedTuple):
    """The models; in the 11th edition also what was declared for a batch."""

    models: Models
    chosen: Party = ()  # the character that precision looks for
    parties: tuple[Party, ...] = ()  # the groups in the order in which they are met


@dataclass(frozen=True)
class Allocate(Special):
    """10th editions: a wound falls on a model, which makes its save."""

    weapon: int


@dataclass(frozen=True)
class Meet(Special):
    """11th edition: save dice are met from the lowest to the highest; each with whether it was rolled again already."""

    weapon: int
    dice: tuple[tuple[int, bool], ...]


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
    precision: Literal["all", "none"] = "all",
) -> Answer:
    """The attack played as well as possible by both sides; the law is over (models slain, wounds lost), a pair a group."""
    if rolls != "batch" and edition_name == "11e":
        raise ValueError("against several groups the 11th edition rolls batches")
    held = Hand(tuple(dice), uses, command_reroll).without(())
    theirs = Hand(tuple(defender_dice), defender_uses, defender_command_reroll).without(())
    game = MixedGame(Battle(attacks, unit, situation, edition_name, precision), unit, rolls, objective, price or {})
    best = game.outlook(game.start(held, theirs))
    base = game.outlook(game.start(Hand((), 0), Hand((), 0)))
    return Answer(base.value, best.value, best.law, best.spent)


class MixedGame(Game):
    """The game tree against a unit of any groups."""

    def __init__(
        self, battle: Battle, unit: Unit, rolls: Rolls, objective: Objective, price: Mapping[int, Fraction]
    ) -> None:
        super().__init__([battle.wounding], unit, rolls, objective, price)
        self.battle, self.worth = battle, worth(objective, unit.models)

    def start(self, attacker: Hand, defender: Hand) -> State:
        return super().start(attacker, defender)._replace(squad=Army(self.battle.start()))

    def end(self, squad: Army) -> Outlook:
        pairs = self.battle.answer(squad.models)
        slain, lost = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        return Outlook(Fraction(self.worth(slain, lost)), Fraction(lost), surely(pairs), {"kept": Fraction(1)})

    # What a die is.

    def fight(self, what: What, place: int, die: int) -> Fight:
        return self.battle.fights[place][die] if what == "save" else self.fights[place]

    def poor(self, what: What, place: int, die: int) -> set[int]:
        return set() if what == "save" and die == POOLED else super().poor(what, place, die)

    def told_apart(self, what: What, place: int, die: int) -> Law[int]:
        return D6 if what == "save" and die == POOLED else super().told_apart(what, place, die)

    # What follows.

    def special(self, task: Special, rest: State) -> Law[State]:
        """A wound falls on a model, or save dice meet the groups."""
        if isinstance(task, Meet):
            return self.met(task, rest)
        assert isinstance(task, Allocate)
        place = self.victim(task.weapon, rest, normal=True)
        return surely(rest.before(Roll("save", task.weapon, (place.group,))))

    def done(self, task: Task, rest: State) -> Law[State]:
        if isinstance(task, Roll) and task.what == "save":
            return self.saved(task, rest)
        return super().done(task, rest)

    def fired(self, fire: Fire, rest: State) -> Law[State]:
        battle, models = self.battle, rest.squad.models
        if isinstance(battle.attacks[fire.weapon], Mortals):
            law: Law[Models] = surely(models)
            for _ in range(battle.attacks[fire.weapon].count):
                law = then(law, partial(battle.source, fire.weapon))
            return mapped(law, partial(self.hurt, rest))
        if battle.eleventh:
            chosen = battle.chosen(fire.weapon, models)
            rest = rest._replace(squad=Army(models, chosen, (chosen, *battle.declared(models))))
        return super().fired(fire, rest)

    def wounded(self, roll: Roll, rest: State, successes: int, criticals: int) -> State:
        """The saves of the 10th editions are made one by one, those of the 11th are rolled together."""
        after = super().wounded(roll, rest, successes, criticals)
        if after.agenda == rest.agenda:
            return after
        saves = after.agenda[0]
        assert isinstance(saves, Roll)
        number = len(saves.dice)
        if self.battle.eleventh:
            return after._replace(agenda=(saves._replace(dice=(POOLED,) * number), *rest.agenda))
        return after._replace(agenda=(*[Allocate(roll.weapon)] * number, *rest.agenda))

    def stands(self, roll: Roll, rest: State) -> Law[State]:
        """Of save dice that are still to be sorted it is known which were rolled again."""
        if roll.what == "save" and POOLED in [die for die, _ in roll.shown]:
            return self.sorted_dice(roll, rest)
        return super().stands(roll, rest)

    def sorted_dice(self, roll: Roll, rest: State) -> Law[State]:
        """Nothing changes them any more: they are put in order."""
        once = [(face, False) for _, face in without(roll.shown, roll.twice)]
        return surely(rest.before(Meet(roll.weapon, tuple(sorted(once + [(face, True) for _, face in roll.twice])))))

    def met(self, meet: Meet, rest: State) -> Law[State]:
        """The lowest die meets the current group."""
        if not meet.dice:
            return surely(rest)
        (face, again), *others = meet.dice
        rest = rest.before(Meet(meet.weapon, tuple(others)))
        group = self.victim(meet.weapon, rest, normal=True).group
        if face in self.again("save", meet.weapon, group) and not again:
            return surely(rest.before(Roll("save", meet.weapon, (group,), again=True, commanded=True)))
        return self.saved(Roll("save", meet.weapon, (), shown=((group, face),)), rest)

    def saved(self, roll: Roll, rest: State) -> Law[State]:
        """One save of a group that is known."""
        ((group, face),) = roll.shown
        if self.result("save", roll.weapon, group, face) == "fail":
            return surely(rest.before(self.damage_roll("damage", roll.weapon)))
        if self.battle.eleventh:
            return surely(rest)
        place, models = self.victim(roll.weapon, rest, normal=True), rest.squad.models
        spared = Model(self.battle.model(models, place).left, marked=True)
        return surely(rest._replace(squad=Army(self.battle.changed(models, place, spared))))

    def victim(self, weapon: int, rest: State, *, normal: bool) -> Place:
        """Who makes the next save and suffers its damage, or suffers what is no longer saved."""
        army = rest.squad
        if not self.battle.eleventh:
            place = self.battle.allocated(army.models, self.battle.precise[weapon])
        elif normal:
            place = self.battle.selected(army.models, army.parties)
        else:
            place = self.battle.victim(weapon, army.models, army.chosen)
        assert place is not None
        return place

    def damaged(self, roll: Roll, rest: State) -> Law[State]:
        """The damage after the modifiers of that group, point by point."""
        battle, models, weapon, normal = self.battle, rest.squad.models, roll.weapon, roll.what == "damage"
        place = self.victim(weapon, rest, normal=normal)
        fight, zero = battle.fights[weapon][place.group], normal and models.shields[place.group]
        total = fight.weapon.damage.plus + sum(points(die, face) for die, face in roll.shown)
        printed = max(1, total) if roll.shown else total
        melta = [throw(rule.dice) for rule in fight.rules(damage.Melta) if fight.now.half_range] or [surely(0)]
        lost = mapped(melta[0], lambda more: fight.modified(printed, more, normal or fight.tenth, zero))
        if normal:
            shields = tuple(shield and number != place.group for number, shield in enumerate(models.shields))
            models = models._replace(shields=shields)
        if not normal and battle.edition == "10e-launch":
            after = battle.mortal_wounds(weapon, lost, models)
        else:
            mortal = not normal and battle.edition != "10e-2023-09"
            after = battle.suffer(fight, place, models, lost, mortal=mortal)
        return mapped(after, partial(self.hurt, rest))

    def hurt(self, rest: State, squad: Models) -> State:
        """Nothing is left to do when the unit is dead."""
        if any(model.left for group in squad.squad for model in group):
            return rest._replace(squad=rest.squad._replace(models=squad))
        return State((), Army(squad), (), Hand((), 0), Hand((), 0))

    def settled(self, rest: State) -> Law[State]:
        """The first of what waits, then the others; with the batch ends what was declared for it."""
        if not rest.waiting:
            return surely(rest._replace(squad=Army(rest.squad.models)))
        (kind, weapon), army = rest.waiting[0], rest.squad
        rest = rest._replace(waiting=rest.waiting[1:]).before(Settle())
        if kind == 0:
            return surely(rest.before(self.damage_roll("devastation", weapon)))
        return mapped(self.battle.packets[1](weapon, army.chosen, army.models), partial(self.hurt, rest))
