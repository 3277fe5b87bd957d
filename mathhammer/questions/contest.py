"""Which of two rules of a weapon is better, against all targets."""

from __future__ import annotations

from ..config import default_edition
from ..editions import Edition
from ..editions import edition as edition_of
from ..result.contest import ContestResult
from ..symbolic.contest import contest as contest_of


def contest(first: str, second: str, edition: str | Edition | None = None) -> ContestResult:
    """Which of two rules does more mean damage: a statement for all hit, wound and save rolls.

    Each side is a keyword of a weapon, or several with commas between them. The answer holds the mean
    damage of both sides and their difference in letters, and for each triple of rolls which is better.

    Raises a `MathhammerError` for rules that cannot be compared so, and says why.

    >>> found = contest("lethal hits", "sustained hits 1")
    >>> {roll[1]: outcome for roll, outcome in found.outcomes.items()}
    {2: 'second', 3: 'second', 4: 'equal', 5: 'first', 6: 'first'}
    """
    return ContestResult.of(contest_of(first, second, default_edition() if edition is None else edition_of(edition)))
