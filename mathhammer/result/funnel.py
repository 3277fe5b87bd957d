"""The funnel of an attack: attacks, hits, wounds, unsaved wounds, what is lost; in means and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..check import Check, Verdict
from ..exact import mean
from ..notation import write
from ..profiles import Mortals, Weapon, unit_left
from ..report.numbers import Figures
from ..sequence.active import active
from ..sequence.engagement import Case
from ..sequence.mortal import MortalSteps
from ..sequence.steps import Steps
from ..situation import Situation
from .acted import Acted
from .attack import AttackResult, Stage
from .group_rows import group_label

ORDER = ("attacks", "rolls", "hits", "wounds", "succeed", "unsaved", "damage", "lost", "slain")


class FunnelRow(NamedTuple):
    """One step: of which weapon (None: of all), its mean, the roll it needs, and what is behind it."""

    weapon: int | None
    label: str
    value: str = ""
    need: str = ""
    words: str = ""

    @property
    def cells(self) -> tuple[str, str, str]:
        """The mean, the roll needed, and the words."""
        return (self.value, self.need, self.words)


def funnel(result: AttackResult, figures: Figures) -> tuple[FunnelRow, ...]:
    """The rows of an attack's funnel, weapon by weapon, then what the target loses."""
    rows: list[FunnelRow] = []
    cases = [volley.likely for volley in result.volleys for _ in volley.shootings]
    parts = zip(result.shootings, result.steps, result.stages, cases, strict=True)
    for index, (shooting, step, stage, case) in enumerate(parts):
        if isinstance(step, MortalSteps):
            rows += _mortals(index, step, stage, figures)
        elif isinstance(shooting.attack, Weapon):
            rows += _weapon(index, _acted(result, shooting.attack, shooting.situation, step, case), stage, figures)
    wasted = f"; {figures.mean(result.wasted)} wasted" if result.wasted else ""
    rows.append(FunnelRow(None, "lost", figures.mean(result.law("damage").mean), "", f"wounds{wasted}"))
    rows.append(FunnelRow(None, "slain", figures.mean(result.law("kills").mean)))
    return tuple(rows)


def _acted(result: AttackResult, weapon: Weapon, situation: Situation, step: Steps, case: Case) -> list[tuple[str, Acted]]:
    """The rules that acted, as seen by each group that is left, with the group's name where there are several."""
    unit = unit_left(result.unit, case.left, splits=result.edition.attached_splits)
    found = []
    for number, group in enumerate(unit.groups):
        acting = active(weapon, unit, situation, result.edition, case.models, number)
        seen = replace(step, defences=(step.defences[number],))
        found.append((group_label(group) if result.mixed else "", Acted(acting, weapon, seen)))
    return found


def _weapon(index: int, seen: Sequence[tuple[str, Acted]], stage: Stage, figures: Figures) -> Iterator[FunnelRow]:
    acted = seen[0][1]
    step = acted.steps
    yield FunnelRow(index, "attacks", figures.mean(stage.attacks), "", acted.attacks())
    yield FunnelRow(index, "hits", figures.mean(stage.hits), need(step.hit), ", ".join(acted.hits()))
    needs = list(dict.fromkeys(need(check) for _, _, check in reversed(step.wounds)))
    wounding = " to ".join([needs[0], *needs[1:][-1:]])
    yield FunnelRow(index, "wounds", figures.mean(stage.wounds), wounding, ", ".join(acted.wounds()))
    saves = dict.fromkeys((need(one.steps.save.best()), ", ".join(one.saves())) for _, one in seen)
    needs_to_save = " / ".join(dict.fromkeys(shown for shown, _ in saves))
    words_of_saves = ", ".join(acted.saves()) if len(saves) == 1 else _by_group((n, ", ".join(o.saves())) for n, o in seen)
    yield FunnelRow(index, "unsaved", figures.mean(stage.unsaved), needs_to_save, words_of_saves)
    damages = {one.damage() for _, one in seen}
    if any(damages):
        words = acted.damage() if len(damages) == 1 else _by_group((name, one.damage() or "each: 1") for name, one in seen)
        averages = dict.fromkeys(figures.mean(mean(one.steps.damage)) for _, one in seen)
        yield FunnelRow(index, "damage", " / ".join(averages), "", words)


def _by_group(words: Iterable[tuple[str, str]]) -> str:
    """What differs by group, each under its name."""
    return "; ".join(f"{name}: {said}" for name, said in words)


def _mortals(index: int, step: MortalSteps, stage: Stage, figures: Figures) -> Iterator[FunnelRow]:
    yield FunnelRow(index, "rolls", figures.mean(stage.attacks))
    yield FunnelRow(index, "succeed", figures.mean(stage.unsaved), need(step.roll))
    ignored = f", FNP{step.feel_no_pain}+" if step.feel_no_pain < 7 else ""
    yield FunnelRow(index, "damage", figures.mean(mean(step.damage)), "", f"each: mortal wounds{ignored}")


def need(check: Check) -> str:
    """The natural face from which a roll succeeds, as in ``3+``.

    >>> need(Check(need=3, modifiers=(-1,)))
    '4+'
    """
    if check.automatic:
        return "auto"
    passing = [face for face in range(1, 7) if check.judge(face) is not Verdict.FAIL]
    return f"{passing[0]}+" if passing else "never"


def weapon_label(weapon: Weapon | Mortals) -> str:
    """How a weapon is called above its rows: by its name, or by its line."""
    if not weapon.name:
        return write(weapon)
    return f"{weapon.count}x {weapon.name}" if weapon.count > 1 else weapon.name
