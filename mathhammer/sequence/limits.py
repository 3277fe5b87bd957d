"""The largest questions that are answered, checked before any work.

The bounds keep an answer within a few seconds on a small machine; what is beyond them is refused.
"""

from __future__ import annotations

from math import comb

from ..errors import LimitError
from ..profiles import Unit

MOST_ATTACKS = 4_000  # of one weapon, all models that carry it together
MOST_WOUNDS = 400  # of all models of a target together
MOST_HITS = 20_000  # when the law of hits, wounds or unsaved wounds is asked for
MOST_WORK = 2_000_000  # numbers of up to a few thousand bits, handled while packets wait
BITS = 3_000  # longer numbers count as several


def check_attacks(name: str, highest: int) -> None:
    """Refuse a weapon with more attacks than `MOST_ATTACKS`.

    >>> check_attacks("gun", 4000)
    """
    if highest > MOST_ATTACKS:
        raise LimitError(f"{name} can make {highest:,} attacks", f"at most {MOST_ATTACKS:,} of one weapon are answered")


def check_hits(highest: int) -> None:
    """Refuse the law of a number that can exceed `MOST_HITS`."""
    if highest > MOST_HITS:
        raise LimitError(f"up to {highest:,} hits", f"laws of at most {MOST_HITS:,} hits are answered")


def check_unit(unit: Unit) -> None:
    """Refuse a unit with more wounds than `MOST_WOUNDS`."""
    wounds = sum(group.count * group.wounds for group in unit.groups)
    if wounds > MOST_WOUNDS:
        raise LimitError(f"the target has {wounds:,} wounds", f"at most {MOST_WOUNDS} in all are answered")


def terms_of(degree: int, variables: int) -> int:
    """The number of terms of a polynomial of that degree, at the most.

    >>> terms_of(2, 2)
    6
    """
    return comb(degree + variables, variables)


def check_work(numbers: int, bits: int) -> None:
    """Refuse a volley in which so many numbers of that length would have to be handled."""
    if numbers * (1 + bits // BITS) > MOST_WORK:
        raise LimitError(
            "this volley is too large: too many wounds, of too many kinds, wait for each other",
            "write fewer attacks or devastating weapons at a time, or a smaller target",
        )
