"""The mean damage of an attack as a formula, with its working."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..errors import MathhammerError
from ..sequence.steps import Steps
from .attack import NAMES, bounds_of, in_letters, shape_of, values_of
from .formula import Formula, Letter, Step
from .polynomial import letters, plain

QUANTITY = "mean damage as if nothing were lost to overkill"
VALID = "for any number of models and wounds: it counts damage that finds no model left, so it is not the wounds lost"
MEANINGS: dict[str, str] = {
    "n": "attacks",
    "h": "chance that an attack hits",
    "c": "chance that it hits critically",
    "w": "chance that a hit wounds",
    "k": "chance that it wounds critically",
    "s": "chance that a wound is not saved",
    "D": "mean damage of an unsaved wound",
    "V": "mean damage of a devastating wound",
    "M": "mean mortal wounds of a critical wound",
    "f": "part of the damage that Feel No Pain does not ignore",
    "g": "the same of a devastating wound",
    "m": "the same of mortal wounds",
}
# Each step with the letter whose reason is its own.
_STEPS = (("attacks", "n"), ("hits", "h"), ("wounds", "w"), ("unsaved", "s"), ("damage", "D"), ("lost", "f"))
_LABELS = {"unsaved": "unsaved wounds", "lost": "damage after Feel No Pain"}


def damage_formula(steps: Steps, reasons: Mapping[str, str], unknown: tuple[str, ...] = ()) -> Formula:
    """The mean damage in the letters named, the others as numbers; in all letters when none is named.

    ``reasons`` say for some letters where their value comes from, such as ``{"h": "3+"}``.
    Raises `MathhammerError` for a letter that this attack does not have.
    """
    shape, values = shape_of(steps), values_of(steps)
    names = tuple(name for name in shape.names if name != "f" or steps.feel_no_pain < 7)
    for name in unknown:
        if name not in names:
            raise MathhammerError(f"this attack has no {name}", f"write one of {', '.join(names)}")
    known = letters(*shape.names)
    left = {name: values[name] for name in shape.names if name not in (unknown or names)}
    found = {what: plain(element).put(**left) for what, element in in_letters(shape, known).items()}
    working, before = [], Fraction(1)
    for what, name in _STEPS:
        value = found[what].at(**values)
        if not (what == "lost" and found["lost"] == found["damage"]):
            factor = value / before if before else Fraction(0)
            working.append(Step(_LABELS.get(what, what), factor, value, found[what], reasons.get(name, "")))
        before = value
    told = tuple(
        Letter(name, values[name], _meaning(name, reasons), *bounds_of(name, values))
        for name in NAMES
        if name in (unknown or names)
    )
    spared = "; the first failed save counts as any other" if steps.damage_roll.first_is_zero else ""
    return Formula(QUANTITY, found["lost"], tuple(working), VALID + spared, told)


def _meaning(name: str, reasons: Mapping[str, str]) -> str:
    return f"{MEANINGS[name]}: {reasons[name]}" if reasons.get(name) else MEANINGS[name]
