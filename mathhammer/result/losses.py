"""What its own hazardous weapons cost an attacking unit, as a record, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..distribution import Distribution, distribution
from ..editions import Edition
from ..notation.write import write
from ..profiles import Unit
from ..report.data import law_cells, law_data, number
from ..report.numbers import Figures, fraction
from ..report.table import columns
from ..sequence.volley import Outcome
from .groups import Suffered

HEAD = ("own losses", "mean", "most likely", "at least one", "all")


@dataclass(frozen=True)
class OwnLosses(Suffered):
    """The wounds and the models that a unit loses by the hazard rolls for its own weapons.

    ``rolls`` is how many are made, ``fails`` the natural face up to which one fails.
    """

    unit: Unit
    rolls: int
    fails: int
    damage_law: Distribution
    kills_law: Distribution

    @property
    def wipe(self) -> Fraction:
        """The chance that all of it are dead."""
        return self.kills_law.at_least(self.unit.models)


def losses_of(unit: Unit, edition: Edition, rolls: int, outcome: Outcome) -> OwnLosses:
    """The losses when the unit ends like this."""
    squad = outcome.squad
    weights = [*outcome.vector, outcome.denominator - sum(outcome.vector)]
    ends = [(squad.tally(state), weight) for state, weight in enumerate(weights) if weight]
    before = sum(group.wounds - group.front_wounds for group in unit.groups)
    damage = distribution((sum(lost for _, lost in tally) - before, weight) for tally, weight in ends)
    kills = distribution((sum(slain for slain, _ in tally), weight) for tally, weight in ends)
    return OwnLosses(unit, rolls, edition.hazard_fails, damage, kills)


def losses_rows(losses: OwnLosses, figures: Figures) -> list[tuple[str, ...]]:
    """A row for wounds and a row for models: mean, most likely, at least one, all of them."""
    wounds = sum(group.wounds * (group.count - 1) + group.front_wounds for group in losses.unit.groups)
    rows = (("lost", losses.damage_law, wounds), ("slain", losses.kills_law, losses.unit.models))
    return [
        (name, figures.mean(law.mean), str(law.mode), figures.chance(law.at_least(1)), figures.chance(law.at_least(every)))
        for name, law, every in rows
    ]


def losses_said(losses: OwnLosses) -> str:
    """Who rolls how often, and what fails."""
    faces = "1" if losses.fails == 1 else f"1 to {losses.fails}"
    rolls = "1 hazard roll" if losses.rolls == 1 else f"{losses.rolls} hazard rolls"
    return f"{write(losses.unit)}: {rolls}, failed on {faces}"


def losses_text(losses: OwnLosses, figures: Figures) -> str:
    """The losses as text."""
    return f"{columns([HEAD, *losses_rows(losses, figures)], '<>>>>')}\n{losses_said(losses)}"


def losses_data(losses: OwnLosses | None) -> dict[str, Any]:
    """The losses as plain data; nothing where no bearer is named."""
    if losses is None:
        return {}
    told = {
        "unit": write(losses.unit),
        "rolls": losses.rolls,
        "damage": law_data(losses.damage_law),
        "kills": law_data(losses.kills_law),
        "wipe": fraction(losses.wipe),
        "wipe_decimal": number(losses.wipe),
    }
    return {"own_losses": told}


def losses_cells(losses: OwnLosses | None) -> Iterator[tuple[str, ...]]:
    """Both distributions as cells of CSV."""
    if losses is not None:
        for what, law in (("own damage", losses.damage_law), ("own kills", losses.kills_law)):
            yield from ((what, *cells) for cells in law_cells(law))
