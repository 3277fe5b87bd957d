"""Which rules act in an attack: those of the weapon, of the target and of the situation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ..editions import Edition
from ..errors import EditionError, SituationError
from ..profiles import Mortals, Unit, Weapon
from ..rules.hits import Engaged, Overwatch, PlungingFire, TargetEngaged
from ..rules.orders import ON_ATTACKERS, Order, TakeCover
from ..rules.rule import STAGES, Encounter, Rule
from ..rules.saves import Cover
from ..situation import Situation

_BY_FLAG: dict[str, Rule] = {
    "cover": Cover(),
    "overwatch": Overwatch(),
    "engaged": Engaged(),
    "target_engaged": TargetEngaged(),
    "plunging": PlungingFire(),
}


@dataclass(frozen=True)
class Active:
    """The rules that act, by stage, and the encounter that they ask.

    ``origins`` says for each rule which written keyword or situation it comes from.
    """

    encounter: Encounter
    rules: tuple[Rule, ...]
    origins: tuple[Rule, ...]
    by_stage: dict[str, tuple[Rule, ...]]
    notes: tuple[str, ...]


@lru_cache(maxsize=1024)
def active(
    attack: Weapon | Mortals,
    unit: Unit,
    situation: Situation,
    edition: Edition,
    models: int | None = None,
    group: int = 0,
) -> Active:
    """The rules that act when this weapon attacks this unit, of which so many models are left (or all).

    In a unit of several groups those of one ``group`` act beside those that are the unit's.

    Raises `EditionError` for a rule that the edition does not have, `SituationError` for an attack
    that the rules do not allow.
    """
    keywords = unit.keywords
    own = tuple(rule for rule in attack.rules if rule.condition is None or rule.condition.holds(keywords))
    _check_edition((*attack.rules, *(r for group in unit.groups for r in group.rules)), edition)
    _check_orders(own, situation)
    encounter = Encounter(
        edition=edition,
        situation=situation,
        melee=isinstance(attack, Weapon) and attack.melee,
        weapon_rules=frozenset(rule.title() for rule in own),
        target_keywords=keywords,
        target_models=unit.models if models is None else models,
        toughness=unit.toughness,
        attached=unit.attached or situation.attached,
        measured=situation.distance if isinstance(attack, Weapon) and attack.range is not None else None,
    )
    written = (*own, *_of_target(unit, group), *_of_situation(situation))
    for rule in written:
        reason = rule.forbids(encounter)
        if reason:
            raise SituationError(reason)
    _check_visible(encounter, attack)
    acting, origins = _expanded(written, encounter)
    by_stage = {stage: tuple(rule for rule in acting if stage in rule.stages) for stage in STAGES}
    said = [note for rule in acting if (note := rule.note(encounter))]
    notes = tuple(dict.fromkeys([*said, *_idle_order(situation)]))
    return Active(encounter, acting, origins, by_stage, notes)


def _of_target(unit: Unit, at: int) -> tuple[Rule, ...]:
    """The target's rules that act on what is allocated to one group: its own, and those of the whole unit."""
    by_group = [
        [rule for rule in group.rules if rule.condition is None or rule.condition.holds(unit.keywords)]
        for group in unit.groups
    ]
    if len(by_group) == 1:
        return tuple(by_group[0])
    found = [rule for rule in by_group[at] if not rule.of_unit]
    bare = [[replace(rule, condition=None) for rule in rules if rule.of_unit] for rules in by_group]
    for rule in dict.fromkeys(rule for rules in bare for rule in rules):
        if rule.of_unit == "if any group has it":
            found += [rule] * max(rules.count(rule) for rules in bare)
        elif all(any(isinstance(other, type(rule)) for other in rules) for rules in bare):
            found.append(rule)
    return tuple(found)


def _expanded(written: tuple[Rule, ...], encounter: Encounter) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """The rules and those for which they stand, and where each comes from; what does not add up is there once."""
    acting: list[Rule] = []
    origins: list[Rule] = []
    waiting = [(rule, rule) for rule in written]
    while waiting:
        rule, origin = waiting.pop(0)
        if not rule.cumulative and rule in acting:
            continue
        acting.append(rule)
        origins.append(origin)
        waiting[:0] = [(granted, origin) for granted in rule.grants(encounter)]
    return tuple(acting), tuple(origins)


def _of_situation(situation: Situation) -> tuple[Rule, ...]:
    rules = [rule for flag, rule in _BY_FLAG.items() if getattr(situation, flag)]
    order = ON_ATTACKERS.get(situation.order or "")
    return (*rules, order) if order else tuple(rules)


def _idle_order(situation: Situation) -> list[str]:
    """What to say of an Order that touches no attack."""
    if situation.order in ON_ATTACKERS:
        return []
    hint = f"; on the target write [{TakeCover.title()}]" if situation.order == TakeCover.order.name else ""
    note = situation.idle_order(ON_ATTACKERS, f"it changes no attack of this unit{hint}")
    return [] if note is None else [note]


def _check_edition(rules: tuple[Rule, ...], edition: Edition) -> None:
    for rule in rules:
        if edition.family not in rule.families:
            raise EditionError(
                f"{edition.title} has no [{rule}]", f"it belongs to the {' and '.join(rule.families)} edition"
            )


def _check_orders(own: tuple[Rule, ...], situation: Situation) -> None:
    orders = {rule.title() for rule in own if isinstance(rule, Order)}
    if situation.order in ON_ATTACKERS:
        orders.add(ON_ATTACKERS[situation.order].title())
    if len(orders) > 1:
        raise SituationError(f"two Orders on one unit ({', '.join(sorted(orders))})", "a unit is affected by one at a time")


def _check_visible(encounter: Encounter, attack: Weapon | Mortals) -> None:
    unseen = encounter.situation.not_visible and isinstance(attack, Weapon) and not encounter.melee
    if unseen and "indirect fire" not in encounter.weapon_rules:
        raise SituationError("a target that is not visible needs [indirect fire]", "leave out not_visible")
