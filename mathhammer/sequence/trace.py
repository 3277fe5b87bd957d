"""Which rule changed what, stage by stage: the same fold as `steps`, one rule at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from ..check import Check
from ..dice import Dice
from ..editions import Edition
from ..profiles import Mortals, Unit, Weapon
from ..rules.rule import STAGES
from ..situation import Situation
from ..stages import Attacks, CriticalHit, CriticalWound, Damage, FeelNoPain, Save
from .active import active
from .steps import Steps, steps


@dataclass(frozen=True)
class Action:
    """One rule's deed at one stage, in words."""

    stage: str
    rule: str
    change: str


def _signed(numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{number:+d}" for number in numbers)


def _dice(dice: tuple[Dice, ...]) -> str:
    return " ".join(f"+{d}" if d.is_random or d.plus >= 0 else str(d) for d in dice)


# What a change of a field means. A tuple field has grown: its new part is what is described.
_WORDS: dict[str, Callable[[Any], str]] = {
    "modifiers": lambda more: f"{_signed(more)} to the roll",
    "need_modifiers": lambda more: ", ".join(f"skill {abs(m)} {'worse' if m > 0 else 'better'}" for m in more),
    "critical": lambda need: f"critical on an unmodified {need}+",
    "critical_if_successful": lambda need: f"critical on an unmodified {need}+ that succeeds",
    "fails": lambda face: f"unmodified 1 to {face} fail unless critical",
    "gate": lambda face: f"unmodified 1 to {face} fail",
    "rerolls": lambda kinds: f"re-roll {' and '.join(sorted(kinds))}",
    "can_reroll": lambda _: "no re-rolls",
    "ignores_penalties": lambda _: "penalties are ignored",
    "automatic": lambda _: "no roll: succeeds, never critical",
    "raises": lambda more: f"{_dice(more)} to Attacks",
    "extra": lambda more: f"{_dice(more)} attacks",
    "reroll": lambda which: f"re-roll {'low totals' if which == 'low' else 'dice that show 1'}",
    "extra_hits": lambda more: f"{_dice(more)} hits on a critical hit",
    "lethal": lambda _: "a critical hit wounds without a roll",
    "devastating": lambda _: "a critical wound is not saved",
    "mortals": lambda more: f"{_dice(more)} mortal wounds on a critical wound",
    "ap_modifiers": lambda more: ", ".join(f"AP {abs(m)} {'better' if m > 0 else 'worse'}" for m in more),
    "cover": lambda _: "cover: +1 to the armour save (not 3+ or better against AP 0)",
    "improves_to_3": lambda _: "Save 1 better, not beyond 3+",
    "invulnerable": lambda need: f"invulnerable save {need}+",
    "set_to": lambda value: f"damage changed to {value}",
    "divide": lambda by: f"damage divided by {by}",
    "add": lambda more: f"{_dice(more)} damage",
    "subtract": lambda by: f"-{by} damage",
    "first_is_zero": lambda _: "the first failed save does 0 damage",
    "needs": lambda more: ", ".join(f"{need}+{f' against {scope}' if scope else ''} for each wound" for scope, need in more),
}


def _changes(before: Any, after: Any) -> Iterator[str]:
    for field in fields(after):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old == new:
            continue
        if is_dataclass(new) and not isinstance(new, type):
            yield from _changes(old, new)
        elif isinstance(new, tuple):
            yield _WORDS[field.name](new[len(old) :])
        elif isinstance(new, frozenset):
            yield _WORDS[field.name](new - old)
        else:
            yield _WORDS[field.name](new)


def trace(
    attack: Weapon | Mortals, unit: Unit, situation: Situation, edition: Edition, strength: int = 1, at: int = 0
) -> tuple[Action, ...]:
    """What each rule changes at each stage, in the order of the sequence, when a wound roll has that Strength.

    ``at`` is the number of the group that the attack is allocated to.
    """
    acting = active(attack, unit, situation, edition, None, at)
    encounter = replace(acting.encounter, strength=strength)
    group = unit.groups[at]
    starts: dict[str, Any] = {
        "critical_hit": CriticalHit(),
        "critical_wound": CriticalWound(),
        "save": Save(group.save, attack.ap if isinstance(attack, Weapon) else 0),
        "feel_no_pain": FeelNoPain(),
    }
    if isinstance(attack, Weapon):
        starts |= {
            "attacks": Attacks(attack.attacks),
            "hit": Check(attack.skill or 2),
            "wound": Check(4),
            "damage": Damage(attack.damage),
        }
    actions = []
    for stage in STAGES:
        if stage == "strength":
            total: tuple[int, ...] = ()
            for rule, origin in zip(acting.rules, acting.origins, strict=True):
                more = rule.strength(total, encounter)
                if more != total:
                    actions.append(Action(stage, str(origin), f"{_signed(more[len(total) :])} to Strength"))
                total = more
            continue
        record = starts.get(stage)
        for rule, origin in zip(acting.rules, acting.origins, strict=True):
            if record is None or stage not in rule.stages:
                continue
            changed = getattr(rule, stage)(record, encounter)
            actions += [Action(stage, str(origin), change) for change in _changes(record, changed)]
            record = changed
    return tuple(actions)


def idle(attack: Weapon | Mortals, unit: Unit, situation: Situation, edition: Edition) -> tuple[str, ...]:
    """The written rules of both sides that change no die in this attack."""
    strengths = [1]
    if isinstance(attack, Weapon):
        found = steps(attack, unit, situation, edition)
        strengths = [strength for strength, _, _ in found.wounds] if isinstance(found, Steps) else strengths
    groups = range(len(unit.groups))
    acted = {action.rule for s in strengths for at in groups for action in trace(attack, unit, situation, edition, s, at)}
    written = [*attack.rules, *(rule for group in unit.groups for rule in group.rules)]
    return tuple(str(rule) for rule in written if str(rule) not in acted and rule.modelled)
