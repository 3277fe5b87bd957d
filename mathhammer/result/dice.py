"""The best use of dice in an attack, as lines for people and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..report.numbers import Figures, fraction
from ..report.table import columns

if TYPE_CHECKING:
    from ..decisions.decision import Decision

_ROLLS = {"one": "one roll at a time", "batch": "in batches", "after": "after the roll is seen"}


def decision_text(decision: Decision, figures: Figures) -> str:
    """What the dice (and the Command Re-roll) are worth, on which rolls they go, and when, as aligned lines."""
    return columns(decision_rows(decision, figures), "<<")


def decision_rows(decision: Decision, figures: Figures) -> list[tuple[str, str]]:
    """The same as names and words; an empty name goes on with the one before."""
    worth = figures.chance if is_chance(decision.objective) else figures.mean
    held = "dice" if decision.by_die else "re-roll" if decision.reroll is not None else "lethal"
    rows = [
        (held, f"for {decision.objective}, {_ROLLS[decision.rolls]}"),
        ("without", worth(decision.base)),
        ("with", f"{worth(decision.best)}   gain {worth(decision.gain)}"),
    ]
    if abs(decision.best - decision.base) != decision.gain:  # both sides hold something
        rows.insert(2, ("against", f"{worth(decision.best - decision.gain)} when only the target uses its own"))
    rows += [
        (f"a {face}", f"{worth(gain)} alone, {worth(decision.marginal[face])} among these") for face, gain in _down(decision)
    ]
    if decision.reroll is not None and decision.by_die:
        rows.append(("re-roll", f"{worth(decision.reroll)} among these"))
    spent = [f"{roll} {figures.chance(share)}" for roll, share in decision.spent.items() if roll != "kept" and share]
    if decision.by_die:
        spent.append(f"none by the attacker {figures.chance(decision.spent['kept'])}")
    if held != "lethal":
        rows.append(("spent" if decision.by_die else "used", ", ".join(spent) or "never"))
    rows += [("use" if at == 0 else "", line) for at, line in enumerate(decision.policy)]
    return rows


def is_chance(objective: str) -> bool:
    """Whether an objective is a chance.

    >>> is_chance("wipe"), is_chance("kills>=2"), is_chance("damage")
    (True, True, False)
    """
    return objective == "wipe" or ">=" in objective


def _down(decision: Decision) -> list[tuple[int, Fraction]]:
    return sorted(decision.by_die.items(), reverse=True)


def decision_data(decision: Decision) -> dict[str, Any]:
    """The same for machines."""
    return {
        "objective": decision.objective,
        "rolls": decision.rolls,
        "base": fraction(decision.base),
        "best": fraction(decision.best),
        "gain": fraction(decision.gain),
        "by_die": _by_face(decision.by_die),
        "marginal": _by_face(decision.marginal),
        **({} if decision.reroll is None else {"command_reroll": fraction(decision.reroll)}),
        "spent": {roll: fraction(share) for roll, share in decision.spent.items()},
        "policy": list(decision.policy),
    }


def _by_face(values: Mapping[int, Fraction]) -> dict[str, str]:
    return {str(face): fraction(value) for face, value in values.items()}
