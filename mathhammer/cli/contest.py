"""``mathhammer rules A vs B``: which of two rules is better against all targets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import MathhammerError
from ..questions.contest import contest
from ..result.contest import contest_csv, contest_data, contest_page, contest_table
from ..symbolic.contest import Contest
from .options import Settled
from .output import patience, put, put_data, say


def put_contest(words: Sequence[str], chosen: Settled) -> None:
    """Ask in each edition, and print the answers; those that are the same are shown once."""
    sides = re.split(r"(?i)(?<!\S)vs(?!\S)", " ".join(words))
    if len(sides) != 2 or not all(side.strip() for side in sides):
        raise MathhammerError("two sides are compared", "write for example: rules 'lethal hits' vs 'sustained hits 1'")
    with patience():
        answers = [contest(sides[0], sides[1], edition) for edition in chosen.editions]
    if chosen.format == "json":
        found = [contest_data(answer) for answer in answers]
        put_data({"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found})
    elif chosen.format == "csv":
        put(contest_csv(answers))
        for note in dict.fromkeys(note for answer in answers for note in answer.limits):
            say(f"note: {note}")
    else:
        show = contest_table if chosen.format == "table" else contest_page
        put("\n\n".join(show(answer, titles) for answer, titles in _apart(answers)))


def _apart(answers: Sequence[Contest]) -> list[tuple[Contest, str]]:
    """The answers that differ, each with the titles of its editions."""
    titles: dict[object, list[str]] = {}
    first: dict[object, Contest] = {}
    for answer in answers:
        same = (answer.parts, tuple(answer.outcomes.items()), answer.limits)
        first.setdefault(same, answer)
        titles.setdefault(same, []).append(answer.edition.title)
    return [(answer, ", ".join(titles[same])) for same, answer in first.items()]
