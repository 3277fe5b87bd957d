"""Which rules acted in a step of an attack, and what each of them did, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from ..check import Check, Verdict
from ..dice import Dice
from ..profiles import Weapon
from ..rules.rule import PLACEHOLDER, Encounter, Rule
from ..sequence.active import Active
from ..sequence.steps import Steps
from ..stages import Attacks, CriticalHit, CriticalWound, Damage, Save

Named: TypeAlias = Iterator[tuple[Rule, str]]
# Rules whose effect says everything: "+1", "re-roll 1s" need no name behind them.
_PLAIN = ("+", "-", "{", "reroll", "crit", "wound rolls", "worsen", "half", "damage", "FNP", "Inv")


@dataclass(frozen=True)
class Acted:
    """The rules that acted in one weapon's attacks, each with the name under which the player wrote it."""

    active: Active
    weapon: Weapon
    steps: Steps

    @cached_property
    def rules(self) -> tuple[tuple[Rule, str], ...]:
        """The rules with their names; a rule for which another stands bears the other's name."""
        named = zip(self.active.rules, self.active.origins, strict=True)
        return tuple((rule, _name(origin)) for rule, origin in named)

    @property
    def encounter(self) -> Encounter:
        """What the rules were asked about."""
        return self.active.encounter

    def at(self, stage: str) -> Named:
        """The rules that act at a stage."""
        return ((rule, name) for rule, name in self.rules if stage in rule.stages)

    def attacks(self) -> str:
        """Where the number of attacks comes from: ``10 x (2 + 1 rapid fire)``."""
        printed = self.weapon.attacks
        text, again = str(printed), ""
        for rule, name in self.at("attacks"):
            part = rule.attacks(Attacks(printed), self.encounter)
            for dice in (*part.raises, *part.extra):
                sign = "-" if dice.highest < 0 else "+"
                text += f" {sign} {str(dice).lstrip('-')}{_after(name)}"
            again = f", re-roll {part.reroll}" if part.reroll and printed.is_random else again
        if self.weapon.count > 1:
            text = f"{self.weapon.count} x ({text})" if " " in text else f"{self.weapon.count} x {text}"
        return text + again if " " in text or printed.is_random else ""

    def hits(self) -> list[str]:
        """What changed the hit roll, and what criticals yield."""
        check, skill = self.steps.hit, "WS" if self.weapon.melee else "BS"
        words = list(_roll(check, self.at("hit"), lambda rule, fresh: rule.hit(fresh, self.encounter), skill))
        counted = any(by and not _ignored(check, by) for by in check.modifiers)
        if not check.automatic and (counted or check.bounded_need != check.need or check.gate):
            words.insert(0, f"{skill}{self.weapon.skill}+")
        fresh = CriticalHit()
        return words + [_bare(r) for r, _ in self.at("critical_hit") if r.critical_hit(fresh, self.encounter) != fresh]

    def wounds(self) -> list[str]:
        """Strength against Toughness, and what changed the wound roll."""
        strengths = [strength for strength, _, _ in self.steps.wounds]
        shown = f"S{strengths[0]}" + (f" to S{strengths[-1]}" if len(strengths) > 1 else "")
        words = [f"{shown} against T{self.steps.toughness}"]
        for strength, _, check in self.steps.wounds:
            encounter = replace(self.encounter, strength=strength)
            found = list(_roll(check, self.at("wound"), lambda rule, fresh, e=encounter: rule.wound(fresh, e), "S"))  # type: ignore[misc]
            words += [word for word in found if words.count(word) < found.count(word)]
        fresh = CriticalWound()
        for rule, _ in self.at("critical_wound"):
            mortals = rule.critical_wound(fresh, self.encounter).mortals
            words += [f"a critical also deals {dice} mortal" for dice in mortals]
        return words

    def saves(self) -> list[str]:
        """Which save is rolled, and what changed it."""
        save = self.steps.save
        best = save.best()
        if all(best.judge(face) is Verdict.FAIL for face in range(1, 7)):
            words = ["no save"]
        elif best == save.invulnerable_save() and best != save.armour():
            words = [f"invulnerable {save.invulnerable}+"]
        else:
            after = f" after AP-{save.modified_ap}" if save.modified_ap else ""
            words = [f"save {save.modified_save}+{after}", *self._cover()]
        for rule, name in self.at("save"):
            part = rule.save(Save(save.save, save.ap), self.encounter)
            words += [f"AP {abs(by)} {'better' if by > 0 else 'worse'}{_of(name)}" for by in part.ap_modifiers]
            words += [f"{by:+d}{_after(name)} to save" for by in part.modifiers]
            words += [f"Save 1 better{_of(name)}"] if part.improves_to_3 and save.modified_save != save.save else []
        if save.rerolls:
            words.append(f"re-roll {' and '.join(sorted(save.rerolls))}")
        if self.steps.critical_wound.devastating:
            words.append("devastating wounds are not saved")
        return words

    def _cover(self) -> list[str]:
        save = self.steps.save
        if not save.cover:
            return []
        return ["+1 cover"] if save.in_cover else ["no cover for Sv3+ or better against AP0"]

    def damage(self) -> str:
        """The printed Damage, and what changed it; nothing for a plain 1."""
        printed = self.weapon.damage
        words: list[str] = []
        for rule, name in self.at("damage"):
            part = rule.damage(Damage(printed), self.encounter)
            words += [f"re-roll {part.reroll}"] if part.reroll and printed.is_random else []
            words += [f"+{dice}{_after(name)}" for dice in part.weapon.add]
            words += [f"-{side.subtract}" for side in (part.weapon, part.target) if side.subtract]
            words += ["halved"] if part.target.divide > 1 else []
            words += [f"set to {part.target.set_to}"] if part.target.set_to is not None else []
            words += ["0 for the first failed save"] if part.first_is_zero else []
        steps = self.steps
        words += [f"FNP{steps.feel_no_pain}+"] if steps.feel_no_pain < 7 else []
        if steps.critical_wound.devastating and steps.devastating_feel_no_pain != steps.feel_no_pain:
            need = steps.devastating_feel_no_pain
            words.append("none against devastating" if need == 7 else f"FNP{need}+ against devastating")
        if words or printed.is_random:
            return f"each: {', '.join([str(printed), *words])}"
        return "" if printed == Dice(plus=1) else "each"


def _roll(check: Check, rules: Named, change: Callable[[Rule, Check], Check], skill: str) -> Iterator[str]:
    """What each rule did to a roll."""
    for rule, name in rules:
        part = change(rule, Check(check.need))
        if part.automatic:
            yield _name(rule)
        if check.automatic:
            continue
        yield from (f"{by:+d}{_after(name)}" for by in part.modifiers if by and not _ignored(check, by))
        for by in part.need_modifiers:
            if not _ignored(check, -by):
                yield f"{skill} {abs(by)} {'worse' if by > 0 else 'better'}{_of(name)}"
        if part.critical < 6 and part.critical == check.critical:
            yield f"critical {part.critical}+{_of(name)}"
        if part.critical_if_successful < 6 and part.critical_if_successful == check.critical_if_successful:
            yield f"critical {part.critical_if_successful}+ if it succeeds{_of(name)}"
        lowest = max(part.gate, part.fails if part.fails > 1 else 0)
        if lowest:
            yield f"natural 1-{lowest} fail{_of(name)}"
        if part.rerolls and check.can_reroll:
            yield f"re-roll {' and '.join(sorted(part.rerolls))}{_of(name)}"
        if not part.can_reroll and check.rerolls:
            yield f"no re-rolls{_of(name)}"
        if part.ignores_penalties and any(by < 0 for by in (*check.modifiers, *(-by for by in check.need_modifiers))):
            yield f"penalties ignored{_of(name)}"
    if not check.automatic and sum(by for by in check.modifiers if not _ignored(check, by)) != check.modifier:
        yield f"{check.modifier:+d} in all"


def _ignored(check: Check, by: int) -> bool:
    return by < 0 and check.ignores_penalties


def _name(rule: Rule) -> str:
    """The rule's name with its KEYWORD but without numbers; nothing if its effect says it all."""
    form = rule.forms[0] if rule.forms else ""
    if form.startswith(_PLAIN):
        return ""
    values = iter(rule.parameters)
    return " ".join(PLACEHOLDER.sub(lambda mark: _keyword(mark[0], next(values)), form).split())


def _keyword(mark: str, value: object) -> str:
    return str(value) if mark == "{keyword}" else ""


def _bare(rule: Rule) -> str:
    """The rule as written, without its condition."""
    return str(replace(rule, condition=None))


def _after(name: str) -> str:
    return f" {name}" if name else ""


def _of(name: str) -> str:
    return f" ({name})" if name else ""
