"""The answers about Fate dice and Miracle dice as they show themselves."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Self, cast

from ..decisions.miracle import MiracleDice
from ..decisions.strands import Advice, Strands
from ..report.blocks import Block, title
from ..report.law import law_rows
from ..report.numbers import Figures
from ..report.pictures import Gallery
from .fate import Answer, fate_blocks
from .fate_pictures import NEEDS, fate_gallery
from .shown import Shown


class FateShown(Shown):
    """An answer about dice held that shows itself."""

    @classmethod
    def of(cls, answer: Any) -> Self:
        """The same answer, as one that shows itself."""
        return cls(**{field.name: getattr(answer, field.name) for field in fields(answer)})

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The answer as neutral blocks."""
        editions = [self.edition] if isinstance(self, MiracleDice) else []
        return fate_blocks([cast(Answer, self)], editions, figures or Figures())

    def gallery(self) -> Gallery:
        """The pictures by name."""
        return fate_gallery(cast(Answer, self), title(self.blocks()))


class FateAdvice(FateShown, Advice):
    """Keep a roll or roll again, as it shows itself."""

    def to_rows(self) -> list[dict[str, Any]]:
        """One row: the roll, the advice, what keeping and re-rolling are worth.

        >>> from mathhammer import fate_reroll
        >>> fate_reroll([6, 1]).to_rows()[0]["reroll"]
        Fraction(1, 6)
        """
        roll = " ".join(map(str, reversed(self.roll)))
        return [
            {"roll": roll, "goal": self.goal.text, "advice": self.advice, "keep": self.keep, "reroll": self.reroll},
        ]


class FateValue(FateShown, Strands):
    """What a Strands of Fate roll is worth, as it shows itself."""

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of dice, the most first; of the best play, and of a rule of thumb if one was asked for.

        >>> from mathhammer import fate_value
        >>> fate_value(2).to_rows()[0]["value"]
        Fraction(97, 216)
        """
        plays = [("best", self), *([] if self.rule is None else [("rule", self.rule)])]
        return [
            {"play": name, **{field.name: getattr(roll, field.name) for field in fields(roll)}}
            | {"ends": play.kept.probability(roll.dice)}
            for name, play in plays
            for roll in reversed(play.rolls)
        ]


class FatePool(FateShown, MiracleDice):
    """What may be among the Miracle dice gained, as it shows itself."""

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each kind of die and number: need, number, the chances of exactly and of at least that.

        >>> from mathhammer import fate_pool
        >>> fate_pool(gained=2).to_rows()[1]["at_least"]
        Fraction(11, 36)
        """
        named = {"edition": self.edition.name}
        return [
            {**named, "need": need, "number": row.low, "exactly": row.chance, "at_least": row.at_least}
            for need in NEEDS
            for row in law_rows(self.law(need))
        ]
