"""Words that stand for a text elsewhere: ``-`` is standard input, ``@list.txt`` a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import LimitError, MathhammerError

MOST_BYTES = 1_000_000  # of a file or of standard input; an army's weapons take a few thousand
_FILE = re.compile(r"\./|/|.*\.(txt|toml|json)$", re.IGNORECASE | re.DOTALL)
_POINTS = re.compile(r"@\d*")  # part of a weapon that stands without quotes


def expanded(words: Sequence[str], *, one_target: bool = True) -> list[str]:
    """The words with ``-`` and ``@path`` replaced by the lines for which they stand.

    Raises `MathhammerError` when there is nothing to read, or several lines where ``one_target`` stands.

    >>> expanded(["A2 BS3+ S4 D1", "vs", "meq"])
    ['A2 BS3+ S4 D1', 'vs', 'meq']
    """
    if words.count("-") > 1:
        raise MathhammerError("- stands twice", "standard input is read once; write the other text out")
    found: list[str] = []
    for at, word in enumerate(words):
        lines = list(_lines(word))
        if one_target and len(lines) > 1 and at and words[at - 1].lower() == "vs":
            raise MathhammerError(f"{word} holds {len(lines)} lines", "a target is one line")
        found += lines
    return found


def _lines(word: str) -> Iterator[str]:
    if word == "-":
        yield from _written("standard input", _standard_input())
    elif word.startswith("@") and not _POINTS.fullmatch(word):
        path = word[1:]
        if not _FILE.match(path):
            raise MathhammerError(f"nothing is saved as {path!r}", "write the text itself, or a file such as @list.txt")
        if not path.lower().endswith(".txt"):
            raise MathhammerError(f"{path} is no .txt file", "write one weapon or unit a line in a .txt file")
        yield from _written(path, _file(path))
    else:
        yield word


def _written(where: str, content: bytes) -> Iterator[str]:
    """The lines that say something, without comments."""
    if len(content) > MOST_BYTES:
        raise LimitError(f"{where} has more than {MOST_BYTES:,} bytes", "write less")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise MathhammerError(f"{where} is no text in UTF-8", "save it as UTF-8") from None
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines:
        raise MathhammerError(f"{where} is empty", "write one weapon or unit a line")
    yield from lines


def _file(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise MathhammerError(f"{path} cannot be read ({reason})", "write the path of a text file") from None


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise MathhammerError("there is no standard input", "write the text itself")
    try:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    except OSError as error:
        raise MathhammerError(f"standard input cannot be read ({error.strerror})", "write the text itself") from None
