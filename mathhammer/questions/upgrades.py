"""Upgrades: which +1 is worth most to a weapon against a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..config import default_edition
from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import LimitError, MathhammerError
from ..notation import read_attack, read_unit, read_weapon
from ..profiles import Mortals, Unit, Weapon
from ..result import AttackResult
from ..result.upgrades import Upgrade, UpgradesResult
from ..rules.rule import Rule
from ..sequence.steps import Steps, steps
from ..sequence.unchanged import unchanged
from .attack import attack
from .needed import check_names, wanted_kills

__all__ = ["Upgrade", "UpgradesResult", "upgrades"]

MOST_ALSO = 50  # keywords of one's own
_UPGRADES = (
    *("+1 to hit", "+1 {skill}", "reroll hits 1s", "reroll hits fails"),
    *("crit hit 5+", "sustained hits 1", "lethal hits"),
    *("+1 to wound", "+1 S", "reroll wounds 1s", "reroll wounds fails", "crit wound 5+", "devastating wounds"),
    *("+1 AP", "ignores cover", "+1 A", "+1 D"),
)


def upgrades(
    weapon: str | Weapon,
    target: str | Unit,
    *,
    kills: int | None = None,
    also: Iterable[str] = (),
    edition: str | Edition | None = None,
    **situation: Any,
) -> UpgradesResult:
    """What each upgrade adds to a weapon against a target: wounds lost, models slain, and the chance to slay.

    Upgrades are keywords of the notation: +1 to hit, to wound, to S, AP, A, D or the skill, re-rolls, Lethal
    Hits and so on; ``also`` are more of them, such as ``"melta 2"``. ``kills`` is the number of models whose
    chance to be slain is compared: all, or one where the weapon cannot slay all. ``situation`` is as for `attack`.

    Raises a `MathhammerError` that says what to write instead.

    >>> best = upgrades("A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W2").ranked("kills")[0]
    >>> best.name, best.kills
    ('+1 D', Fraction(11, 36))
    """
    rules = default_edition() if edition is None else edition_of(edition)
    gun = read_attack(weapon) if isinstance(weapon, str) else weapon
    if isinstance(gun, Mortals):
        raise MathhammerError("mortal wounds have no upgrades", "write a weapon, with A, BS or WS, S, AP and D")
    unit = read_unit(target) if isinstance(target, str) else target
    check_names(situation)
    base = attack(gun, unit, edition=rules, **situation)
    tried = [_tried(gun, rule, base, situation) for rule in _candidates(gun, also)]
    slain = 1 if kills is None and not base.wipe else wanted_kills(kills, unit)
    return UpgradesResult(base, slain, tuple(tried))


def _candidates(gun: Weapon, also: Iterable[str]) -> Iterator[Rule]:
    """The rules to be tried, each once."""
    random = [("reroll attacks", gun.attacks), ("reroll damage", gun.damage)]
    texts = [text.format(skill="WS" if gun.melee else "BS") for text in _UPGRADES]
    texts += [text for text, dice in random if dice.is_random]
    more = [also] if isinstance(also, str) else list(also)
    if len(more) > MOST_ALSO:
        raise LimitError(f"{len(more)} keywords to try", f"write at most {MOST_ALSO}")
    found = [rule for text in (*texts, *more) for rule in read_weapon(f"A1 BS4+ S1 D1 [{text}]").rules]
    yield from dict.fromkeys(found)


def _tried(gun: Weapon, rule: Rule, base: AttackResult, around: dict[str, Any]) -> Upgrade:
    """What the rule adds, or why it adds nothing."""
    had = [held for held in gun.rules if _covers(held, rule)]
    acting = [held for held in had if held.condition is None or held.condition.holds(base.unit.keywords)]
    own = next((held for held in acting if _need(held) <= _need(rule)), None)
    if own is not None:
        return Upgrade(str(rule), base, base, f"it has [{own}] already")
    better = replace(gun, rules=(*(held for held in gun.rules if held not in had), rule))
    result = attack(better, base.unit, edition=base.edition, **around)
    same = all(result.law(stat) == base.law(stat) for stat in ("damage", "kills"))
    return Upgrade(str(rule), base, result, _why(rule, base, result) if same else "")


def _covers(held: Rule, rule: Rule) -> bool:
    """Whether a weapon with the one cannot gain the other beside it: but for the roll they need they are the same."""
    if type(held) is not type(rule) or rule.repeats is True:
        return False
    own, other = ({**vars(one), "need": 0, "condition": None} for one in (held, rule))
    return not rule.repeats or own == other


def _need(rule: Rule) -> int:
    """The roll from which a rule acts, 0 if it names none."""
    return int(getattr(rule, "need", 0))


def _why(rule: Rule, base: AttackResult, result: AttackResult) -> str:
    if len(base.unit.groups) == 1:
        before, after = (steps(r.shootings[0].attack, r.unit, r.shootings[0].situation, r.edition) for r in (base, result))
        if isinstance(before, Steps) and isinstance(after, Steps):
            return unchanged(rule, before, after)
    return "the answer stays the same"
