"""The answer to which upgrade is worth most: gains, ranks, what is equal and what does nothing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from ..editions import Edition
from ..report.blocks import Block
from ..report.numbers import Figures
from ..report.pictures import Gallery
from .attack import AttackResult
from .shown import Shown

By = Literal["damage", "kills", "chance"]
MEASURES: tuple[By, ...] = ("damage", "kills", "chance")


@dataclass(frozen=True)
class Upgrade:
    """One upgrade: its keyword, the answer without and with it, and why it does nothing if so."""

    name: str
    base: AttackResult
    result: AttackResult
    reason: str = ""

    @property
    def damage(self) -> Fraction:
        """By how much more the mean of the wounds lost is."""
        return self.result.law("damage").mean - self.base.law("damage").mean

    @property
    def kills(self) -> Fraction:
        """By how much more the mean of the models slain is."""
        return self.result.law("kills").mean - self.base.law("kills").mean

    def chance(self, kills: int) -> Fraction:
        """By how much likelier it is that so many models are slain."""
        return self.result.at_least("kills", kills) - self.base.at_least("kills", kills)


@dataclass(frozen=True, repr=False)
class UpgradesResult(Shown):
    """What each upgrade adds: to wounds lost, to models slain, and to the chance that ``slain`` models are."""

    base: AttackResult
    slain: int
    tried: tuple[Upgrade, ...]

    @property
    def query(self) -> str:
        """The question in canonical notation."""
        return self.base.query

    @property
    def edition(self) -> Edition:
        """The edition whose rules are followed."""
        return self.base.edition

    @cached_property
    def rows(self) -> tuple[Upgrade, ...]:
        """The upgrades that change the answer, in the order of the rolls that they touch."""
        return tuple(row for row in self.tried if not row.reason)

    @cached_property
    def idle(self) -> tuple[Upgrade, ...]:
        """Those that change nothing, each with its ``reason``."""
        return tuple(row for row in self.tried if row.reason)

    def gain(self, row: Upgrade, by: By) -> Fraction:
        """What an upgrade adds to the mean ``damage`` or ``kills``, or to the ``chance``."""
        if by == "chance":
            return row.chance(self.slain)
        return row.damage if by == "damage" else row.kills

    def ranked(self, by: By) -> tuple[Upgrade, ...]:
        """The upgrades that change the answer, the greatest gain first."""
        return tuple(sorted(self.rows, key=lambda row: -self.gain(row, by)))

    def rank(self, row: Upgrade, by: By) -> str:
        """The place of an upgrade, ``2=`` if others share it.

        >>> from mathhammer import upgrades
        >>> found = upgrades("A2 BS3+ S4 AP-1 D1", "1x T4 Sv3+ W2")
        >>> found.rows[0].name, found.rank(found.rows[0], "damage")
        ('+1 to hit', '9=')
        """
        own, gains = self.gain(row, by), [self.gain(other, by) for other in self.rows]
        return f"{1 + sum(gain > own for gain in gains)}{'=' if gains.count(own) > 1 else ''}"

    def equal(self, row: Upgrade) -> tuple[str, ...]:
        """The other upgrades with the same law of wounds lost and models slain."""
        return tuple(
            other.name
            for other in self.rows
            if other is not row and all(other.result.law(s) == row.result.law(s) for s in ("damage", "kills"))
        )

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The answer as neutral blocks."""
        from .upgrades_show import upgrades_blocks

        return upgrades_blocks([self], figures or Figures())

    def gallery(self) -> Gallery:
        """The pictures by name: what each upgrade adds to ``kills``, to ``damage`` and to the ``chance``."""
        from .upgrades_show import upgrades_gallery

        return upgrades_gallery([self])

    def to_rows(self) -> list[dict[str, Any]]:
        """Each upgrade as a row: its name, its gains and ranks, its equals, why it does nothing."""
        rows: list[dict[str, Any]] = []
        for row in self.tried:
            gains: dict[str, Any] = {by: self.gain(row, by) for by in MEASURES}
            ranks = {f"{by}_rank": "" if row.reason else self.rank(row, by) for by in MEASURES}
            equal = () if row.reason else self.equal(row)
            rows.append({"upgrade": row.name, **gains, **ranks, "equal": "; ".join(equal), "reason": row.reason})
        return rows

    def __str__(self) -> str:
        from .upgrades_show import upgrades_table

        return upgrades_table([self], Figures())

    def __repr__(self) -> str:
        best = self.ranked("kills")[:1]
        return f"<{self.query}: {best[0].name if best else 'nothing'} adds most models slain>"
