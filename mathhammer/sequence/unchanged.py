"""Why a rule changes nothing: what the steps of an attack are without it and with it, in words."""

from __future__ import annotations

from ..check import Check, Verdict
from ..rules.attacks import ModifyAttacks
from ..rules.damage import ModifyDamage
from ..rules.hits import CriticalHitOn, LethalHits, ModifyHit, ModifySkill, RerollHits, SustainedHits
from ..rules.rule import Rule
from ..rules.saves import IgnoresCover, ModifyAP
from ..rules.wounds import CriticalWoundOn, DevastatingWounds, ModifyStrength, ModifyWound, RerollWounds
from ..stages import Save
from .steps import Steps

_SAME = "the answer stays the same"


def unchanged(rule: Rule, before: Steps, after: Steps) -> str:
    """Why the answer is the same with a rule as without it.

    >>> from ..editions import edition
    >>> from ..profiles import Group, Unit, Weapon
    >>> from ..dice import Dice
    >>> from ..situation import Situation
    >>> from .steps import steps
    >>> gun = Weapon(Dice(plus=1), 3, Dice(plus=4), Dice(plus=1))
    >>> found = steps(gun, Unit((Group(4, 7),)), Situation(), edition("10e"))
    >>> unchanged(ModifyAP(1), found, found)
    'no save is made as it is'
    """
    if not before.nominal and not after.nominal:
        return "nothing gets through, with or without it"
    if isinstance(rule, ModifyHit | ModifySkill | RerollHits | CriticalHitOn | SustainedHits | LethalHits):
        return _hit(rule, before, after)
    if isinstance(rule, ModifyWound | ModifyStrength | RerollWounds | CriticalWoundOn):
        return _wound(rule, before, after)
    if isinstance(rule, DevastatingWounds):
        return "no save is made as it is" if not before.save.chance() else "no critical wound is rolled"
    if isinstance(rule, ModifyAP | IgnoresCover):
        return _save(rule, before.save)
    if isinstance(rule, ModifyAttacks):
        return "the number of attacks cannot be changed"
    if before.damage != after.damage:
        return "a model has no more wounds to lose"
    return "after all modifiers the damage is the same" if isinstance(rule, ModifyDamage) else _SAME


def _hit(rule: Rule, before: Steps, after: Steps) -> str:
    if before.hit.automatic:
        return "it hits without a roll"
    if isinstance(rule, SustainedHits | LethalHits) and not before.hit.critical_chance:
        return "no critical hit is rolled"
    if isinstance(rule, LethalHits):
        return _SAME if after.critical_hit.lethal else "a critical hit is worth more when it rolls to wound"
    if isinstance(rule, SustainedHits):
        return _SAME
    if isinstance(rule, CriticalHitOn) and before.hit.weights() != after.hit.weights():
        return "nothing happens on a critical hit"
    return _roll(rule, before.hit, after.hit, "hit")


def _wound(rule: Rule, before: Steps, after: Steps) -> str:
    checks = [(old, new) for (_, _, old), (_, _, new) in zip(before.wounds, after.wounds, strict=True)]
    if isinstance(rule, CriticalWoundOn) and any(old.weights() != new.weights() for old, new in checks):
        return "nothing happens on a critical wound"
    if isinstance(rule, ModifyStrength) and len(checks) == 1:
        strength, need = after.wounds[0][0], after.wounds[0][2].need
        return f"S{strength} wounds T{before.toughness} on {need}+, as S{before.wounds[0][0]} does"
    return _roll(rule, *checks[0], "wound") if len(checks) == 1 else _SAME


def _roll(rule: Rule, old: Check, new: Check, what: str) -> str:
    """Why a roll succeeds on the same faces."""
    if isinstance(rule, ModifyHit | ModifyWound) and old.modifier == new.modifier:
        return f"all modifiers to the {what} roll together count for at most 1"
    if isinstance(rule, RerollHits | RerollWounds):
        if not old.can_reroll:
            return f"{what} rolls cannot be made again here"
        return f"{what} rolls are made again already" if old.rerolls else f"no {what} roll fails"
    if isinstance(rule, CriticalHitOn | CriticalWoundOn):
        already = f"critical on an unmodified {old.critical}+ already"
        return already if old.critical <= rule.need else f"the faces that {what} stay the same"
    as_it_is = old.judge(2) is not Verdict.FAIL
    return f"only a 1 does not {what}, as it is" if as_it_is else f"the faces that {what} stay the same"


def _save(rule: Rule, save: Save) -> str:
    if not save.chance():
        return "no save is made as it is"
    invulnerable = save.best() == save.invulnerable_save()
    if isinstance(rule, IgnoresCover) and not save.cover:
        return "the target has no cover"
    if invulnerable:
        return f"the invulnerable save of {save.invulnerable}+ is used"
    return "cover changes nothing here" if isinstance(rule, IgnoresCover) else "the save stays the same"
