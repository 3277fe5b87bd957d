"""The use of dice held in an attack as pictures: what a die is worth, where it is spent, and when."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from ..report.pictures import Bars, Choices, Picture
from .dice import is_chance

if TYPE_CHECKING:
    from ..decisions.advice import Advice
    from ..decisions.decision import Decision

MOST_COLUMNS = 40  # wounds missing, side by side


def dice_gallery(decision: Decision, about: str = "") -> dict[str, Callable[[], Picture]]:
    """What each die is worth (``dice``), where dice are spent (``spent``), and when (``policy``), as far as there is any."""
    found: dict[str, Callable[[], Picture]] = {"dice": partial(_worth, decision, about)} if decision.by_die else {}
    if any(share for roll, share in decision.spent.items() if roll != "kept"):
        found["spent"] = partial(_spent, decision, about)
    if decision.advice and len(_missing(decision)) <= MOST_COLUMNS:
        found["policy"] = partial(_policy, decision, about)
    return found


def _worth(decision: Decision, about: str) -> Bars:
    faces = sorted(decision.by_die, reverse=True)
    alone = tuple(decision.by_die[face] for face in faces)
    among = tuple(decision.marginal[face] for face in faces)
    return Bars(
        f"gain for {decision.objective}",
        tuple(f"a {face}" for face in faces),
        (("alone", alone), ("among these dice", among)),
        chance=is_chance(decision.objective),
        title="What a die is worth",
        about=about,
    )


def _spent(decision: Decision, about: str) -> Bars:
    """The expected number of dice spent, by roll, face on face."""
    places = [(roll.rpartition(" ")[0], roll.rpartition(" ")[2], share) for roll, share in decision.spent.items()]
    rolls = tuple(dict.fromkeys(roll for roll, _, _ in places if roll))
    faces = sorted({face for roll, face, _ in places if roll}, reverse=True)
    shares = {(roll, face): share for roll, face, share in places}
    series = tuple((_used(face), tuple(shares.get((roll, face), Fraction(0)) for roll in rolls)) for face in faces)
    return Bars("dice spent on average", rolls, series, stacked=True, title="Where dice are spent", about=about)


def _policy(decision: Decision, about: str) -> Choices:
    """By roll and by wounds missing, the die that is put in; in brackets where it is only in some cases."""
    missing = _missing(decision)
    rolls = tuple(dict.fromkeys(advice.roll for advice in decision.advice))
    cells = []
    for roll in rolls:
        row = []
        for wounds in missing:
            here = [a for a in decision.advice if a.roll == roll and wounds in a.missing]
            used = {_mark(a): a.always for a in sorted(here, key=lambda a: a.always)}
            row.append(" ".join(mark if always else f"({mark})" for mark, always in used.items()))
        cells.append(tuple(row))
    title = "Which die goes where" + (" (in brackets: in some cases)" if any("(" in c for row in cells for c in row) else "")
    return Choices("wounds missing", "", tuple(map(str, missing)), rolls, tuple(cells), title=title, about=about)


def _mark(advice: Advice) -> str:
    """What is used, shortly."""
    if advice.roll.endswith("lethal"):
        return "left"
    return f"{advice.face}" if advice.face else "re-roll"


def _used(face: str) -> str:
    return f"a {face}" if face.isdigit() else "the Command Re-roll"


def _missing(decision: Decision) -> list[int]:
    return sorted({wounds for advice in decision.advice for wounds in advice.missing}, reverse=True)
