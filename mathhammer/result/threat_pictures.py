"""A threat range as pictures: success by distance, and by the use of the dice held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from ..movement.threat import Approach, Row, ThreatResult
from ..report.numbers import decimal, fraction
from ..report.pictures import Bars, Curves, Gallery, Number, Picture, Points, marked
from .shown import about

USES = {"none": "no die", "advance": "Advance", "charge": "charge", "both": "both"}
MOST_DISTANCES = 12  # with bars for each use of the dice
_LEAST = Fraction(1, 10**9)  # any chance at all: no roll here has so small a one


def threat_gallery(results: Sequence[ThreatResult]) -> Gallery:
    """The pictures by name: success by distance, and by the use of the dice if there are any."""
    found: dict[str, Callable[[], Picture]] = {"distance": partial(chances, results)}
    if len(results) == 1 and uses_shown(results[0]) and len(results[0].rows) <= MOST_DISTANCES:
        found["use"] = partial(_by_use, results[0])
    return found


def chances(results: Sequence[ThreatResult]) -> Curves:
    """Success against distance, edition by edition; with one edition and dice, use by use."""
    lines: list[tuple[str, Points]] = []
    along = _along(results)
    for result, rows in zip(results, along, strict=True):
        uses = uses_shown(result) if len(results) == 1 else []
        named = [(USES[use], [(row.distance, row.by_use[use]) for row in rows]) for use in uses]
        lines += named or [
            ("" if len(results) == 1 else result.edition.title, [(row.distance, row.success) for row in rows])
        ]
    levels = () if results[0].chance is None else (results[0].chance,)
    marks, title = _marks(results, along), "The chance to reach the enemy"
    return Curves("inches away", "chance", tuple(lines), levels=levels, marks=marks, title=title, about=about(results))


def _by_use(result: ThreatResult) -> Bars:
    """Success at each distance, by the use of the dice."""
    series = tuple((USES[use], tuple(row.by_use[use] for row in result.rows)) for use in uses_shown(result))
    labels = tuple(f'{inches(row.distance)}"' for row in result.rows)
    title = "The chance by the use of the dice" if len(result.approach.dice) > 1 else "The chance by the use of the die"
    return Bars("chance", labels, series, chance=True, title=title, about=about([result]))


def uses_shown(result: ThreatResult) -> list[str]:
    """The uses of the dice that are worth a column, or a line."""
    approach = result.approach
    if not approach.dice or not result.rows:
        return []
    made = {"none": True, "advance": approach.advances, "charge": approach.charge is not None, "both": True}
    return [use for use in result.rows[0].by_use if made[use]]


def inches(distance: Fraction) -> str:
    """A distance as it is typed: a decimal if it is one, else a fraction.

    >>> inches(Fraction(25, 2)), inches(Fraction(12)), inches(Fraction(1, 3))
    ('12.5', '12', '1/3')
    """
    places = next((places for places in range(7) if (distance * 10**places).denominator == 1), None)
    return fraction(distance) if places is None else decimal(distance, places)


def _along(results: Sequence[ThreatResult]) -> list[list[Row]]:
    """The rows asked for if there are several; of single ones also the distances at which a chance changes."""
    if any(len(result.rows) > 1 for result in results):
        return [sorted(result.rows, key=lambda row: row.distance) for result in results]
    spans = [_span(result.approach) for result in results]
    shown = {Fraction(at) for at in range(min(near for near, _ in spans), max(far for _, far in spans) + 1)}
    shown |= {row.distance for result in results for row in result.rows if min(shown) < row.distance < max(shown)}
    return [[result.approach.at(distance) for distance in sorted(shown)] for result in results]


def _span(approach: Approach) -> tuple[int, int]:
    """From just before the chance begins to fall to where it is nothing."""
    nearest = approach.edition.engagement_range + 1
    top = approach.at(Fraction(nearest)).success
    full, last = (approach.farthest(chance) if top else None for chance in (top, _LEAST))
    return max(nearest, int(full or nearest) - 1), int(last or nearest) + 1


def _marks(results: Sequence[ThreatResult], rows: Sequence[Sequence[Row]]) -> tuple[tuple[Number, str], ...]:
    """The one distance asked for, or the greatest at which the chance asked for is reached, if it is in the picture."""
    found = []
    for result, shown in zip(results, rows, strict=True):
        asked = result.rows[0].distance if len(result.rows) == 1 else None
        sought = asked if result.farthest is None else result.farthest
        if sought is not None and shown[0].distance <= sought <= shown[-1].distance:
            found.append((sought, f'{inches(sought)}" away', result.edition.title))
    return marked(found)
