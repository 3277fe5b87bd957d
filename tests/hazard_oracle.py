"""Hazard rolls, literally: one die after another, wound by wound, model by model.

A state is a tuple of models in the order written: the group of each and the wounds it has left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from oracle import D6, Law, mapped, surely, then

from mathhammer.profiles import Group, Unit
from mathhammer.rules.damage import FeelNoPainRule

Models: TypeAlias = tuple[tuple[int, int], ...]  # group, wounds left


def start(unit: Unit) -> Models:
    found: list[tuple[int, int]] = []
    for number, group in enumerate(unit.groups):
        found += [(number, group.front_wounds), *[(number, group.wounds)] * (group.count - 1)]
    return tuple(found)


def is_huge(group: Group) -> bool:
    return "monster" in group.keywords or "vehicle" in group.keywords


def victim(unit: Unit, models: Models, edition: str) -> int | None:
    """Who suffers next: by the ladder of the edition, in the order written where it leaves the choice."""
    living = [at for at, (_, left) in enumerate(models) if left]
    wounded = [at for at in living if models[at][1] < unit.groups[models[at][0]].wounds]
    plain = [at for at in living if not unit.characters[models[at][0]]]
    if edition == "10e":
        # a wounded bearer; one who is no CHARACTER; a CHARACTER
        ladder = [[at for at in wounded if at in plain], wounded, plain, living]
    else:
        ladder = [[at for at in wounded if at in plain], plain, wounded, living]
    return next((rung[0] for rung in ladder if rung), None)


def ignored(group: Group, *, psychic: bool) -> set[int]:
    """The faces of a Feel No Pain roll that save a mortal wound."""
    faces: set[int] = set()
    for rule in group.rules:
        if isinstance(rule, FeelNoPainRule) and (rule.scope in ("", "mortal") or (rule.scope == "psychic" and psychic)):
            faces |= {face for face in range(1, 7) if face >= rule.need}
    return faces


def wound(unit: Unit, at: int, psychic: bool, models: Models) -> Law[Models]:
    """One mortal wound on one model."""
    group, left = models[at]
    if not left:
        return surely(models)
    hurt = (*models[:at], (group, left - 1), *models[at + 1 :])
    safe = ignored(unit.groups[group], psychic=psychic)
    return mapped(D6, lambda face: models if face in safe else hurt)


def some_wounds(number: int, one: Callable[[Models], Law[Models]], models: Models) -> Law[Models]:
    law = surely(models)
    for _ in range(number):
        law = then(law, one)
    return law


def spilling(unit: Unit, edition: str, psychic: bool, models: Models) -> Law[Models]:
    """One mortal wound on whoever is next."""
    at = victim(unit, models, edition)
    return surely(models) if at is None else wound(unit, at, psychic, models)


def failed(unit: Unit, edition: str, psychic: bool, models: Models) -> Law[Models]:
    """What a failed roll costs."""
    at = victim(unit, models, edition)
    if at is None:
        return surely(models)
    group = unit.groups[models[at][0]]
    if edition == "10e":
        return some_wounds(3, partial(wound, unit, at, psychic), models)
    if edition == "11e":
        number = 3 if all(map(is_huge, unit.groups)) else 1
        return some_wounds(number, partial(spilling, unit, edition, False), models)
    if is_huge(group) or unit.characters[models[at][0]]:
        return some_wounds(3, partial(spilling, unit, edition, psychic), models)
    return surely((*models[:at], (models[at][0], 0), *models[at + 1 :]))


def losses(unit: Unit, edition: str, rolls: Sequence[bool]) -> Law[tuple[int, int]]:
    """The joint law of models slain and wounds lost, after a roll for each weapon (psychic or not)."""
    law = surely(start(unit))
    lowest = 2 if edition == "11e" else 1
    for psychic in rolls:
        fail = partial(failed, unit, edition, psychic)
        law = then(law, lambda now, fail=fail: then(D6, lambda face: fail(now) if face <= lowest else surely(now)))  # type: ignore[misc]
    begun = sum(left for _, left in start(unit))
    return mapped(law, lambda now: (sum(not left for _, left in now), begun - sum(left for _, left in now)))
