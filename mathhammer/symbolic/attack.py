"""An attack in letters: its generating function, and its mean damage.

The letters: ``n`` attacks; ``h`` the chance to hit and ``c`` to hit critically (a critical hit is a
hit), ``w`` and ``k`` the same of the wound roll, re-rolls counted; ``s`` the chance that a wound is not
saved; ``D`` the mean damage and ``f`` the part of it that Feel No Pain does not ignore; ``V`` and ``g``
the same of a devastating wound where they differ, ``M`` and ``m`` of mortal wounds on critical wounds.
Everything here is plain arithmetic: it takes fractions as well as letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..dice import Law
from ..exact import mean
from ..sequence.steps import Steps
from .polynomial import Element, number

NAMES = ("n", "h", "c", "w", "k", "s", "D", "V", "M", "f", "g", "m")


@dataclass(frozen=True)
class Shape:
    """What the criticals of an attack do: nothing, or more than a hit and a wound."""

    extra: Law = ((0, 1),)
    lethal: bool = False
    devastating: bool = False
    apart: bool = False  # a devastating wound has damage or Feel No Pain of its own
    mortals: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The letters that the mean damage needs."""
        needed = {"n", "h", "w", "s", "D", "f"}
        needed |= {"c"} if self.lethal or self.extra != ((0, 1),) else set()
        needed |= {"k"} if self.devastating or self.mortals else set()
        needed |= {"V", "g"} if self.apart else set()
        needed |= {"M", "m"} if self.mortals else set()
        return tuple(name for name in NAMES if name in needed)


def shape_of(steps: Steps) -> Shape:
    """The shape of a weapon's attacks."""
    devastating = steps.critical_wound.devastating
    normal = (steps.damage, steps.feel_no_pain)
    apart = devastating and normal != (steps.devastating_damage, steps.devastating_feel_no_pain)
    extra = steps.critical_hit.extra()
    return Shape(extra, steps.critical_hit.lethal, devastating, apart, bool(steps.critical_wound.mortals))


def values_of(steps: Steps) -> dict[str, Fraction]:
    """The value of every letter in an attack."""
    total = sum(weight for _, weight, _ in steps.wounds)
    return {
        "n": mean(steps.attacks) * steps.count,
        "h": steps.hit.success,
        "c": steps.hit.critical_chance,
        "w": sum((check.success * weight for _, weight, check in steps.wounds), Fraction(0)) / total,
        "k": sum((check.critical_chance * weight for _, weight, check in steps.wounds), Fraction(0)) / total,
        "s": 1 - steps.save.chance(),
        "D": mean(steps.damage),
        "V": mean(steps.devastating_damage),
        "M": mean(steps.mortal_damage),
        "f": _not_ignored(steps.feel_no_pain),
        "g": _not_ignored(steps.devastating_feel_no_pain),
        "m": _not_ignored(steps.mortal_feel_no_pain),
    }


def bounds_of(name: str, values: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
    """Between what a chance can lie when the others are as they are: a critical is a success, so never more likely."""
    low = {"h": values["c"], "w": values["k"]}.get(name, Fraction(0))
    return low, {"c": values["h"], "k": values["w"]}.get(name, Fraction(1))


def _not_ignored(need: int) -> Fraction:
    return Fraction(min(need - 1, 6), 6)


def stages(shape: Shape, of: Mapping[str, Any], exact: Any = Fraction) -> dict[str, Any]:
    """The means step by step: hits, wounds, unsaved wounds, damage, and damage that is not ignored.

    ``exact`` makes a number of the kind that the values are.

    >>> half = Fraction(1, 2)
    >>> stages(Shape(), {"n": 4, "h": half, "w": half, "s": half, "D": 2, "f": 1})["lost"]
    Fraction(1, 1)
    """
    none = exact(Fraction(0))
    extra = mean(shape.extra)
    lethal = of["c"] if shape.lethal else none
    devastating = of["k"] if shape.devastating else none
    hits = of["h"] + (of["c"] * exact(extra) if extra else none)
    rolling = hits - lethal
    saved = rolling * (of["w"] - devastating) + lethal
    beyond = rolling * devastating
    normal, other = saved * of["s"], beyond
    found = {"attacks": of["n"], "hits": of["n"] * hits, "wounds": of["n"] * (rolling * of["w"] + lethal)}
    found["unsaved"] = of["n"] * (normal + other)
    if shape.apart:
        damage, lost = normal * of["D"] + other * of["V"], normal * of["D"] * of["f"] + other * of["V"] * of["g"]
    else:
        damage = (normal + other) * of["D"]
        lost = damage * of["f"]
    if shape.mortals:
        more = rolling * of["k"] * of["M"]
        damage, lost = damage + more, lost + more * of["m"]
    return found | {"damage": of["n"] * damage, "lost": of["n"] * lost}


def packets(shape: Shape, of: Mapping[str, Any], exact: Any = Fraction) -> Any:
    """The generating function of one attack, in the variables x (unsaved wound), y (devastating), z (mortal wounds).

    >>> half = Fraction(1, 2)
    >>> packets(Shape(), {"h": half, "c": 0, "w": half, "k": 0, "s": half, "x": 0, "y": 0, "z": 0})
    Fraction(7, 8)
    """
    whole = exact(Fraction(1))
    unsaved = (whole - of["s"]) + of["s"] * of["x"]
    critical = of["y"] if shape.devastating else unsaved
    if shape.mortals:
        critical = critical * of["z"]
    hit = (whole - of["w"]) + (of["w"] - of["k"]) * unsaved + of["k"] * critical
    total = sum(weight for _, weight in shape.extra)
    more = sum((exact(Fraction(weight, total)) * _power(hit, count, whole) for count, weight in shape.extra), whole - whole)
    critically = (unsaved if shape.lethal else hit) * more
    return (whole - of["h"]) + (of["h"] - of["c"]) * hit + of["c"] * critically


def _power(base: Any, exponent: int, whole: Any) -> Any:
    for _ in range(exponent):
        whole = whole * base
    return whole


def in_letters(shape: Shape, known: Mapping[str, Element]) -> dict[str, Element]:
    """The means of every step as elements of the letters' ring."""
    return stages(shape, known, number)
