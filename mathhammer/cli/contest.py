"""``mathhammer rules A vs B``: which of two rules is better against all targets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..errors import MathhammerError
from ..questions.contest import contest
from ..result.contest import contest_blocks, contest_csv, contest_data, contest_gallery, contest_table
from ..symbolic.contest import Contest
from .answer import Forms, give
from .options import Settled
from .output import patience


def put_contest(words: Sequence[str], chosen: Settled) -> None:
    """Ask in each edition, and print the answers; those that are the same are shown once."""
    sides = re.split(r"(?i)(?<!\S)vs(?!\S)", " ".join(words))
    if len(sides) != 2 or not all(side.strip() for side in sides):
        raise MathhammerError("two sides are compared", "write for example: rules 'lethal hits' vs 'sustained hits 1'")
    with patience():
        answers = [contest(sides[0], sides[1], edition) for edition in chosen.editions]
    forms = Forms(
        data=lambda: _data(answers),
        csv=lambda: contest_csv(answers),
        blocks=lambda: [block for answer, titles in _apart(answers) for block in contest_blocks(answer, titles)],
        table=lambda: "\n\n".join(contest_table(answer, titles) for answer, titles in _apart(answers)),
        said=lambda: [f"note: {note}" for answer in answers for note in answer.limits],
        gallery=lambda: contest_gallery([answer for answer, _ in _apart(answers)]),
    )
    give(forms, chosen)


def _data(answers: Sequence[Contest]) -> dict[str, Any]:
    found = [contest_data(answer) for answer in answers]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def _apart(answers: Sequence[Contest]) -> list[tuple[Contest, str]]:
    """The answers that differ, each with the titles of its editions."""
    titles: dict[object, list[str]] = {}
    first: dict[object, Contest] = {}
    for answer in answers:
        same = (answer.parts, tuple(answer.outcomes.items()), answer.limits)
        first.setdefault(same, answer)
        titles.setdefault(same, []).append(answer.edition.title)
    return [(answer, ", ".join(titles[same])) for same, answer in first.items()]
