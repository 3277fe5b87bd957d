"""Fate dice with something left open, as they show themselves: blocks, rows and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction
from functools import partial
from typing import Any, Self, cast

from ..decisions.lines import Interval, Line
from ..decisions.open_strands import OpenAdvice, OpenStrands
from ..report.blocks import Block
from ..report.numbers import Figures, short_fraction
from ..report.pictures import Curves, Gallery, Heat, Picture, Points
from .fate_open import FixedDie, OpenAnswer, open_blocks, open_title
from .shown import Shown

_MOST = 6  # lines in a picture
_LONGEST = 12  # characters of a bound in a picture


class OpenShown(Shown):
    """An answer with something left open that shows itself."""

    @classmethod
    def of(cls, answer: Any) -> Self:
        """The same answer, as one that shows itself."""
        return cls(**{field.name: getattr(answer, field.name) for field in fields(answer)})

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The answer as neutral blocks."""
        return open_blocks(cast(OpenAnswer, self), [], figures or Figures())

    def gallery(self) -> Gallery:
        """The picture: ``worth``, for every worth a of a face."""
        return open_gallery(cast(OpenAnswer, self))


class FateInterval(OpenShown, OpenAdvice):
    """For which worths of a face a Strands of Fate roll is kept, as it shows itself."""

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for this roll, and one for each worth of the rolls ahead: dice, worth, from which a to which it is kept.

        >>> from mathhammer import fate_interval
        >>> fate_interval([5, 1]).to_rows()[0]["keep_from"]
        Fraction(1, 5)
        """
        ahead = [] if self.ahead is None else _rows(self.ahead)
        return [_row(len(self.roll), self.worth, self.keep), *ahead]


class FateCurve(OpenShown, OpenStrands):
    """What a Strands of Fate roll is worth for every worth of a face, as it shows itself."""

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of dice and worth of a roll: dice, worth, from which a to which it is kept.

        >>> from mathhammer import fate_curve
        >>> fate_curve(2).to_rows()[0]["dice"]
        2
        """
        return _rows(self)


def open_gallery(answer: OpenAnswer) -> Gallery:
    """The picture of an answer by name: ``worth`` by a, or the ``gain`` of each face."""
    if isinstance(answer, OpenAdvice):
        return {"worth": partial(_advice, answer)}
    if isinstance(answer, OpenStrands):
        return {"worth": partial(_curves, answer)}
    return {"gain": partial(_gains, answer)}


def _advice(answer: OpenAdvice) -> Picture:
    """Keeping and rolling again, by a."""
    lines: list[tuple[str, Points]] = [("keep", [(a, answer.worth.at(Fraction(a))) for a in (0, 1)])]
    if answer.ahead is not None:
        lines.append(("roll again", answer.ahead.rolls[-1].curve.corners))
    bounds = [] if answer.keep is None else [bound for bound in answer.keep if 0 < bound < 1]
    marks = tuple((bound, f"a = {short_fraction(bound, _LONGEST)}") for bound in bounds)
    return Curves(
        "a", "worth", tuple(lines), chance=False, marks=marks, title="Keep, or roll again", about=open_title(answer)
    )


def _curves(answer: OpenStrands) -> Picture:
    """What a roll is worth before it is made, by a, for the largest numbers of dice."""
    shown = list(reversed(answer.rolls))[:_MOST]
    lines = tuple((f"{roll.dice} {'die' if roll.dice == 1 else 'dice'}", roll.curve.corners) for roll in shown)
    title = "What a roll is worth before it is made"
    return Curves("a", "worth", lines, chance=False, title=title, about=open_title(answer))


def _gains(answer: Sequence[FixedDie]) -> Picture:
    """What each face adds to the chance of each total, in hundredths."""
    faces = tuple(answer[0].gains)
    values = tuple(tuple(100 * row.gains[face] for face in faces) for row in answer)
    rows = tuple(f"{row.needed}+" for row in answer)
    title = "A die fixed in a 2D6 roll"
    return Heat("gain in %", "the die", "needed", tuple(map(str, faces)), rows, values, title=title)


def _rows(play: OpenStrands) -> list[dict[str, Any]]:
    return [_row(roll.dice, line, keep) for roll in reversed(play.rolls) for line, keep in roll.keep]


def _row(dice: int, worth: Line, keep: Interval | None) -> dict[str, Any]:
    low, high = (None, None) if keep is None else keep
    return {"dice": dice, "worth": str(worth), "keep_from": low, "keep_to": high}
