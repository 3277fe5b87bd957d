"""``mathhammer batch``: many questions, a line each."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Annotated, BinaryIO, cast

import typer

from ..editions import Edition
from ..errors import MathhammerError
from ..questions.batch import UNREADABLE, Question, csv_questions, json_questions
from ..result.batch_page import Answered, batch_blocks, batch_head, batch_table, line_csv, line_data
from .answer import Forms, give
from .options import Chosen, EditionOption, ExactOption, Format, FormatOption, settled
from .output import patience, put, put_data, say

MOST_BYTES = 100_000  # of a line; a question takes a few hundred

MeansOption = Annotated[bool, typer.Option("--means", help="JSON: only the means and the chance that all are dead.")]


def batch_command(
    context: typer.Context,
    path: Annotated[str | None, typer.Argument(hidden=True)] = None,
    means: MeansOption = False,
    edition: EditionOption = None,
    format: FormatOption = None,
    exact: ExactOption = None,
) -> None:
    """Many questions, a line each, answered one by one in the order given.

    QUERIES is a file of JSON lines, each with weapons (a text or a list), target, and what else is to
    be said by its name in Python: edition, half_range, distance, dice; or a .csv file with these names in its
    first line; - reads standard input. Or a line has all in one: query. Each answer is a JSON object with
    the number of its line, and result or error; --format csv gives the means. Exit code 1: some lines failed.

    \b
    A line:
      {"weapons": ["A2 BS3+ S4 D1", "A1 BS3+ S8 D2"], "target": "meq", "edition": "11e", "cover": true}
    Examples:
      mathhammer batch queries.jsonl --means
      mathhammer batch queries.csv --format csv
    """
    chosen = settled(context, Chosen(edition, format, exact))
    if path is None:
        raise MathhammerError(
            "no file of questions is named", "write for example batch queries.jsonl, or - for standard input"
        )
    before = context.obj if isinstance(context.obj, Chosen) else Chosen()
    asked = format or before.format or "json"
    number = failed = 0
    kept: list[Answered] = []  # for a table, whose columns are as wide as their widest cell
    with patience(), _opened(path) as stream:
        for question in _questions(path, stream):
            answer = _answer(question, chosen.editions)
            number, failed = number + 1, failed + bool(answer.error)
            if asked == "json":
                put_data(line_data(answer, means_only=means), indent=None)
            elif asked == "csv":
                put(line_csv(answer) if number > 1 else f"{batch_head()}\n{line_csv(answer)}")
            else:
                kept.append(answer)
    if not number:
        raise MathhammerError(f"{_called(path)} holds no question", "write one a line")
    if kept:
        forms = Forms(
            data=lambda: [line_data(answer, means_only=means) for answer in kept],
            csv=lambda: "\n".join([batch_head(), *map(line_csv, kept)]),
            blocks=lambda: batch_blocks(kept, chosen.figures),
            table=lambda: batch_table(kept, chosen.figures),
            title="Answers line by line",
        )
        give(forms, replace(chosen, format=cast(Format, asked)))
    if failed:
        say(f"{failed:,} of {number:,} questions could not be answered")
        raise typer.Exit(1)


def _answer(question: Question, editions: Sequence[Edition]) -> Answered:
    try:
        return Answered(question.line, question.answers(editions))
    except MathhammerError as error:
        return Answered(question.line, error=str(error))


def _questions(path: str, stream: BinaryIO) -> Iterator[Question]:
    """The questions of a file: JSON lines, or comma-separated values by its name or its first character."""
    lines = _lines(stream)
    first = next(((number, text) for number, text in lines if text.strip()), None)
    if first is None:
        return iter(())
    name = path.lower()
    is_json = name.endswith((".jsonl", ".ndjson", ".json")) or (
        not name.endswith((".csv", ".tsv")) and first[1].lstrip().startswith("{")
    )
    return (json_questions if is_json else csv_questions)(chain([first], lines))


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; what is too long or no UTF-8 bears a mark by which it is refused."""
    number = 0
    while raw := stream.readline(MOST_BYTES + 1):
        number += 1
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8", "surrogateescape")
        if len(raw) > MOST_BYTES:
            text = UNREADABLE
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MOST_BYTES)
        yield number, text


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """The file, or standard input; raises `MathhammerError` when it cannot be read."""
    try:
        if path != "-":
            with Path(path).open("rb") as stream:
                yield stream
        elif sys.stdin is None:
            raise MathhammerError("there is no standard input", "write the name of a file")
        else:
            yield sys.stdin.buffer
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise MathhammerError(
            f"{_called(path)} cannot be read ({reason})", "write the name of a file of questions"
        ) from None


def _called(path: str) -> str:
    return "standard input" if path == "-" else path
