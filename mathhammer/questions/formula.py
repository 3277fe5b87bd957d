"""An attack as a formula: the mean damage in letters, the chance to slay all in n or in one chance."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

from ..editions import Edition
from ..errors import MathhammerError
from ..profiles import Unit, Weapon
from ..report.numbers import significant
from ..result import AttackResult
from ..result.acted import Acted
from ..result.formula_pictures import Stated
from ..result.funnel import need
from ..sequence.active import active
from ..sequence.mortal import MortalSteps
from ..sequence.steps import Steps
from ..symbolic.attack import NAMES
from ..symbolic.damage import QUANTITY as DAMAGE
from ..symbolic.damage import damage_formula
from ..symbolic.formula import Formula as Formula
from ..symbolic.kill import QUANTITY as KILL
from ..symbolic.kill import kill_in_attacks, kill_in_chance
from .attack import attack

Quantity = Literal["damage", "wipe"]


def formula(
    weapon: str | Weapon,
    target: str | Unit,
    *,
    of: Quantity = "damage",
    unknown: str | Iterable[str] = (),
    edition: str | Edition | None = None,
    **situation: Any,
) -> Formula:
    """A closed form of an attack by one weapon on a unit of one kind of model.

    ``of="damage"``: the mean damage as if nothing were lost to overkill, in the letters of ``unknown``
    (such as ``"n"`` or ``"h,w"``), in all its letters when none is named. ``of="wipe"``: the chance that
    all models are slain, in n, or in one chance (h, c, w, k, s, f). ``situation`` is that of `attack`.

    Raises a `MathhammerError` that says what to write instead.

    >>> found = formula("A4 BS3+ S5 AP-1 D2", "1x T4 Sv3+ W2", of="wipe", unknown="n")
    >>> found.text(), found.at(n=2)
    ('1 - (7/9)^n', Fraction(32, 81))
    """
    return closed(attack(weapon, target, edition=edition, **situation), of, letters_named(unknown))


def stated(
    weapon: str | Weapon,
    target: str | Unit,
    *,
    of: str | None = None,
    unknown: str | Iterable[str] = (),
    reach: Fraction | None = None,
    edition: str | Edition | None = None,
    **situation: Any,
) -> Stated:
    """The mean damage and the chance that all are slain, each where it can be stated, or the one asked for.

    With ``reach`` also where they pass that value: in n, or in the one unknown.
    Raises a `MathhammerError` that says what to write instead, if what was asked for cannot be stated.
    """
    result = attack(weapon, target, edition=edition, **situation)
    names = letters_named(unknown)
    formulas, notes = [], list(result.notes)
    for what in ("damage", "wipe") if of is None else (of,):
        try:
            formulas.append(closed(result, what, names))
        except MathhammerError as error:
            if of is not None or not formulas:
                raise
            notes.append(f"{KILL}: {error}")
    if any(found.quantity == DAMAGE for found in formulas):
        lost = significant(result.law("damage").mean, 6)
        notes.insert(0, f"the mean of the wounds lost is {lost}: damage that finds no wounds left is not among them")
    passed = [None if reach is None else found.reaches(reach, names[0] if names else "n") for found in formulas]
    return Stated(result, tuple(formulas), tuple(passed), tuple(notes))


def letters_named(unknown: str | Iterable[str]) -> tuple[str, ...]:
    """The letters that a text or several texts name; raises `MathhammerError` for any other.

    >>> letters_named("h, w")
    ('h', 'w')
    """
    several = unknown.split(",") if isinstance(unknown, str) else list(unknown)
    found = tuple(dict.fromkeys(name.strip() for name in several if name.strip()))
    for name in found:
        if name not in NAMES:
            raise MathhammerError(f"no unknown is called {name!r}", f"write one of {', '.join(NAMES)}")
    return found


def closed(result: AttackResult, of: str, unknown: tuple[str, ...]) -> Formula:
    """The closed form of an attack that is answered already."""
    if len(result.unit.groups) > 1:
        raise MathhammerError("a formula for several groups of models", "write one group; attack answers for all of them")
    steps = _steps(result)
    if of == "damage":
        return damage_formula(steps, reasons(result), unknown)
    if of != "wipe":
        raise MathhammerError(f"no formula of {of!r} is known", "write damage or wipe")
    if len(unknown) > 1:
        raise MathhammerError("the chance to slay all is stated in one unknown", f"write one of {', '.join(unknown)}")
    if unknown in ((), ("n",)):
        return kill_in_attacks(steps, result.unit, result.edition)
    return kill_in_chance(steps, result.unit, result.edition, unknown[0])


def _steps(result: AttackResult) -> Steps:
    if len(result.steps) != 1:
        raise MathhammerError(f"{len(result.steps)} weapons are given", "a formula is of one weapon")
    (steps,) = result.steps
    if isinstance(steps, MortalSteps):
        raise MathhammerError("mortal wounds as an attack have no steps", "write a weapon, such as A2 BS3+ S4 AP-1 D1")
    return steps


def reasons(result: AttackResult) -> dict[str, str]:
    """Where the value of each letter comes from: the roll needed, and what changed it."""
    steps, (shooting,) = _steps(result), result.shootings
    assert isinstance(shooting.attack, Weapon)
    acted = Acted(active(shooting.attack, result.unit, shooting.situation, result.edition), shooting.attack, steps)
    needs = list(dict.fromkeys(need(check) for _, _, check in reversed(steps.wounds)))
    damage = acted.damage().removeprefix("each: ").removeprefix("each").split(", ")
    found = {
        "n": [acted.attacks() or f"A{shooting.attack.attacks}"],
        "h": [need(steps.hit), *acted.hits()],
        "w": [" to ".join([needs[0], *needs[1:][-1:]]), *acted.wounds()],
        "s": [f"saved on {need(steps.save.best())}", *acted.saves()],
        "D": [word for word in damage if word and "FNP" not in word and "against devastating" not in word]
        or [f"D{shooting.attack.damage}"],
        "f": [f"Feel No Pain {steps.feel_no_pain}+"] if steps.feel_no_pain < 7 else [],
    }
    if need(steps.save.best()) == "never":
        found["s"] = ["no save"]
    return {name: ", ".join(words) for name, words in found.items()}
