"""What a die is worth in each kind of roll, and which roll gets it, attack by attack: as rows and as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from .dice import is_chance
from .shown import Shown

if TYPE_CHECKING:
    from ..report.blocks import Block
    from ..report.numbers import Figures
    from ..report.pictures import Choices, Gallery, Heat


@dataclass(frozen=True, repr=False)
class DieValues(Shown):
    """What one die is worth by its face, if it may go into one kind of roll alone (``any``: into all of them).

    ``rows`` are triples: the kind of roll, the face, and how much better the objective is for who holds the die.
    """

    query: str
    edition: str
    objective: str
    rolls: str
    base: Fraction
    rows: tuple[tuple[str, int, Fraction], ...]

    def worth(self, roll: str, face: int) -> Fraction:
        """What a die of this face is worth in this kind of roll."""
        return next(worth for kind, shown, worth in self.rows if (kind, shown) == (roll, face))

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each kind of roll and face."""
        return [{"edition": self.edition, "roll": kind, "face": face, "worth": worth} for kind, face, worth in self.rows]

    def gallery(self) -> Gallery:
        """The picture ``die``: shades by kind of roll and face."""
        return {"die": partial(self._heat, f"{self.query}, {self.edition}")}

    def blocks(self, figures: Figures | None = None) -> Sequence[Block]:
        """The question, the values and their picture."""
        from ..report.blocks import Code, Grid
        from ..report.numbers import Figures as Plain

        figures = figures or Plain()
        said = figures.chance if is_chance(self.objective) else figures.mean
        heat = self._heat("")
        grid = [(row, *(said(self.worth(row, int(face))) for face in heat.columns)) for row in heat.rows]
        return [Code(self.query), Grid(("a die of", *heat.columns), grid, "<" + ">" * len(heat.columns)), heat]

    def _heat(self, about: str) -> Heat:
        from ..report.pictures import Heat

        kinds = tuple(dict.fromkeys(kind for kind, _, _ in self.rows))
        faces = tuple(dict.fromkeys(face for _, face, _ in self.rows))
        values = tuple(tuple(self.worth(kind, face) for face in faces) for kind in kinds)
        title = "What a die is worth, if it may go into that roll alone"
        return Heat(
            f"gain for {self.objective}",
            "face",
            "roll",
            tuple(map(str, faces)),
            kinds,
            values,
            chance=is_chance(self.objective),
            title=title,
            about=about,
        )

    def __repr__(self) -> str:
        return f"<what a die is worth: {self.query}>"


@dataclass(frozen=True, repr=False)
class DicePolicy(Shown):
    """Which roll of the next attack gets a die, while all dice are held: by attacks left and wounds missing.

    ``rows`` are quadruples: attacks left (the next one counted), wounds missing, the first roll of the attack that
    takes a die if it is reached, with the face (``"wound 6"``, else ``"keep"``), and whether it always does (or only
    with some Strength or number of packets that wait).
    """

    query: str
    edition: str
    objective: str
    rows: tuple[tuple[int, int, str, bool], ...]

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of attacks left and of wounds missing."""
        names = ("attacks_left", "missing", "use", "always")
        return [{"edition": self.edition, **dict(zip(names, row, strict=True))} for row in self.rows]

    def gallery(self) -> Gallery:
        """The picture ``map``: what is chosen, as colours."""
        return {"map": partial(self._choices, f"{self.query}, {self.edition}")}

    def blocks(self, figures: Figures | None = None) -> Sequence[Block]:
        """The question and the map."""
        from ..report.blocks import Code

        return [Code(self.query), self._choices("")]

    def _choices(self, about: str) -> Choices:
        from ..report.pictures import Choices

        left = sorted({row[0] for row in self.rows})
        missing = sorted({row[1] for row in self.rows}, reverse=True)
        use = {row[:2]: row[2] if row[3] else f"({row[2]})" for row in self.rows}
        cells = tuple(tuple(use[number, wounds] for wounds in missing) for number in left)
        title = f"Which roll gets the die, for {self.objective}"
        columns, rows = tuple(map(str, missing)), tuple(map(str, left))
        return Choices("wounds missing", "attacks left", columns, rows, cells, title=title, about=about)

    def __repr__(self) -> str:
        return f"<which roll gets the die: {self.query}>"
