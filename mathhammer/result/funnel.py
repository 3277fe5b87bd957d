"""The funnel of an attack: attacks, hits, wounds, unsaved wounds, what is lost; in means and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..check import Check, Verdict
from ..exact import mean
from ..notation import write
from ..profiles import Mortals, Weapon
from ..report.numbers import Figures
from ..sequence.active import active
from ..sequence.mortal import MortalSteps
from .acted import Acted
from .attack import AttackResult, Stage

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
    models = [max(v.models, key=lambda pair: pair[1])[0] for v in result.volleys for _ in v.shootings]
    parts = zip(result.shootings, result.steps, result.stages, models, strict=True)
    for index, (shooting, step, stage, left) in enumerate(parts):
        if isinstance(step, MortalSteps):
            rows += _mortals(index, step, stage, figures)
        elif isinstance(shooting.attack, Weapon):
            acting = active(shooting.attack, result.unit, shooting.situation, result.edition, left)
            rows += _weapon(index, Acted(acting, shooting.attack, step), stage, figures)
    wasted = f"; {figures.mean(result.wasted)} wasted" if result.wasted else ""
    rows.append(FunnelRow(None, "lost", figures.mean(result.law("damage").mean), "", f"wounds{wasted}"))
    rows.append(FunnelRow(None, "slain", figures.mean(result.law("kills").mean)))
    return tuple(rows)


def _weapon(index: int, acted: Acted, stage: Stage, figures: Figures) -> Iterator[FunnelRow]:
    step = acted.steps
    yield FunnelRow(index, "attacks", figures.mean(stage.attacks), "", acted.attacks())
    yield FunnelRow(index, "hits", figures.mean(stage.hits), need(step.hit), ", ".join(acted.hits()))
    needs = list(dict.fromkeys(need(check) for _, _, check in reversed(step.wounds)))
    wounding = " to ".join([needs[0], *needs[1:][-1:]])
    yield FunnelRow(index, "wounds", figures.mean(stage.wounds), wounding, ", ".join(acted.wounds()))
    yield FunnelRow(index, "unsaved", figures.mean(stage.unsaved), need(step.save.best()), ", ".join(acted.saves()))
    if words := acted.damage():
        yield FunnelRow(index, "damage", figures.mean(mean(step.damage)), "", words)


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
