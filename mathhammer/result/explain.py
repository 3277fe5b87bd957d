"""An attack explained: each step, which rule acted, what each face comes to, with the fraction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..check import Check, Verdict
from ..dice import FACES, Law
from ..notation import write
from ..profiles import Weapon
from ..report.numbers import fraction
from ..report.table import columns
from ..sequence.defence import Defence
from ..sequence.engagement import is_precise
from ..sequence.mortal import MortalSteps
from ..sequence.standing import can_be_aimed, order_of_death
from ..sequence.steps import Steps
from ..sequence.trace import Action, idle, trace
from .attack import AttackResult, Shooting
from .group_rows import group_label

_FAMILIES = {"normal": "wounds", "devastating": "devastating wounds", "mortal": "mortal wounds on critical wounds"}


@dataclass(frozen=True)
class Step:
    """One step of the sequence: its title, what rules did to it, its faces if it is a roll, its outcome."""

    title: str
    actions: tuple[Action, ...]
    faces: tuple[str, ...]
    outcome: str


def explain(result: AttackResult) -> str:
    """Each weapon's steps in words: rules that acted, faces, and exact chances."""
    blocks = []
    cases = [volley.likely for volley in result.volleys for _ in volley.shootings]
    aims = [
        at < len(result.plan.precise) and result.plan.precise[at] for at, v in enumerate(result.volleys) for _ in v.shootings
    ]
    for shooting, step, case, aimed in zip(result.shootings, result.steps, cases, aims, strict=True):
        blocks.append(write(shooting.attack))
        blocks += [
            _text(found) for found in explained(result, shooting, step, [at for at, there in enumerate(case.left) if there])
        ]
        still = idle(shooting.attack, result.unit, shooting.situation, result.edition)
        if is_precise(shooting.attack, result.unit):
            still = tuple(rule for rule in still if rule.partition(":")[0] != "precision")
            blocks.append(f"precision: {_precision(result, aimed=aimed)}")
        if still:
            blocks.append(f"changed no die here: {', '.join(still)}")
    blocks.append("\n".join(_order(result)))
    return "\n\n".join(blocks)


def _precision(result: AttackResult, *, aimed: bool) -> str:
    """Where precision sends the wounds of a weapon."""
    if not can_be_aimed(result.unit, result.edition):
        return "the target has no CHARACTER among bodyguards, so it changes nothing"
    if not aimed:
        return "not used, so wounds are allocated as any others"
    whose = "each wound is" if result.edition.precision == "wound" else "the wounds of a whole batch are"
    return f"{whose} allocated to a CHARACTER while one lives, before the others"


def explained(result: AttackResult, shooting: Shooting, step: Steps | MortalSteps, left: Sequence[int] = (0,)) -> list[Step]:
    """The steps of one weapon, against the groups that are left."""
    actions = trace(shooting.attack, result.unit, shooting.situation, result.edition)
    weapon = shooting.attack
    if isinstance(step, MortalSteps) or not isinstance(weapon, Weapon):
        assert isinstance(step, MortalSteps)
        roll = Step("roll", (), _faces(step.roll), f"succeeds {fraction(step.roll.success)}")
        return [roll, _damage_step("mortal wounds", step.damage, step.feel_no_pain, _of(actions, "feel_no_pain"))]
    each = _law(step.attacks)
    steps = [
        Step("attacks", _of(actions, "attacks"), (), f"{weapon.count} x {each}" if weapon.count > 1 else each),
        _roll("hit roll", f"{'WS' if weapon.melee else 'BS'}{weapon.skill}+", step.hit, _of(actions, "hit", "critical_hit")),
    ]
    for strength, weight, check in step.wounds:
        share = Fraction(weight, sum(w for _, w, _ in step.wounds))
        title = f"wound roll{'' if share == 1 else f' ({fraction(share)} of the time)'}"
        need = f"S{strength} against T{step.toughness}, {check.need}+"
        here = trace(weapon, result.unit, shooting.situation, result.edition, strength)
        steps.append(_roll(title, need, check, _of(here, "strength", "wound", "critical_wound")))
    for at, met in zip(left, step.defences, strict=True):
        own = trace(weapon, result.unit, shooting.situation, result.edition, 1, at)
        steps += _met(step, met, own, f"{group_label(result.unit.groups[at])}: " if result.mixed else "")
    return steps


def _met(step: Steps, met: Defence, actions: tuple[Action, ...], name: str) -> Iterator[Step]:
    """What a group does about a wound, and what it suffers."""
    ignored = _of(actions, "feel_no_pain")
    yield _save(met, _of(actions, "save"), name)
    yield _damage_step(f"{name}damage", met.damage, met.feel_no_pain, (*_of(actions, "damage"), *ignored))
    if step.critical_wound.devastating:
        yield _damage_step(f"{name}devastating damage", met.devastating_damage, met.devastating_feel_no_pain, ())
    if step.critical_wound.mortals:
        yield _damage_step(f"{name}mortal wounds", met.mortal_damage, met.mortal_feel_no_pain, ())


def _of(actions: tuple[Action, ...], *stages: str) -> tuple[Action, ...]:
    return tuple(action for action in actions if action.stage in stages)


def _roll(title: str, need: str, check: Check, actions: tuple[Action, ...]) -> Step:
    if check.automatic:
        return Step(title, actions, (), "no roll: succeeds")
    outcome = f"succeeds {fraction(check.success)}, critically {fraction(check.critical_chance)}"
    return Step(f"{title}: {need}", actions, _faces(check), outcome)


def _save(met: Defence, actions: tuple[Action, ...], name: str) -> Step:
    save, best = met.save, met.save.best()
    if best == save.armour():
        need = f"armour {save.modified_save}+, AP{-save.modified_ap if save.modified_ap else 0}"
    else:
        need = f"invulnerable {save.invulnerable}+"
    return Step(f"{name}saving throw: {need}", actions, _faces(best), f"saved {fraction(best.success)}")


def _damage_step(title: str, damage: Law, feel_no_pain: int, actions: tuple[Action, ...]) -> Step:
    ignored = f"; each wound is lost on a Feel No Pain roll below {feel_no_pain}" if feel_no_pain < 7 else ""
    return Step(title, actions, (), f"{_law(damage)}{ignored}")


def _faces(check: Check) -> tuple[str, ...]:
    """What each natural face comes to; in brackets a face that is rolled again."""
    if check.automatic:
        return ()
    words = {Verdict.FAIL: "fail", Verdict.SUCCESS: "success", Verdict.CRITICAL: "critical"}
    return tuple("(again)" if check.rerolled(face) else words[check.judge(face)] for face in FACES)


def _law(law: Law) -> str:
    if len(law) == 1:
        return str(law[0][0])
    total = sum(weight for _, weight in law)
    shown = [f"{value}: {fraction(Fraction(weight, total))}" for value, weight in law[:12]]
    return ", ".join([*shown, *(["..."] if len(law) > 12 else [])])


def _text(step: Step) -> str:
    lines = [step.title]
    rows = [(f"  {action.rule}", action.change) for action in step.actions]
    lines += columns(rows, "<<").split("\n") if rows else []
    if step.faces:
        table = columns([("  face", *map(str, FACES)), ("", *step.faces)], "<<<<<<<")
        lines += table.split("\n")
    return "\n".join([*lines, f"  {step.outcome}"])


def _order(result: AttackResult) -> Iterator[str]:
    """When what is resolved, if more than one kind of wound can be pending."""
    kinds = {kind for step in result.steps for kind in step.packets}
    each = [_FAMILIES[kind] for kind in result.edition.after_each if kind in kinds]
    late = [_FAMILIES[kind] for kind in result.edition.after_all if kind in kinds]
    if result.mixed:
        order = result.plan.order or order_of_death(result.unit, result.edition)
        yield "groups die in this order: " + ", ".join(group_label(result.unit.groups[number]) for number in order)
    yield "order: after each weapon " + ", ".join(each) + (f"; when all are done {', '.join(late)}" if late else "")
