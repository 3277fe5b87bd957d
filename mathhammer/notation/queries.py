"""The words of a question: which are weapons, and which is the target."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Final

from ..errors import MathhammerError, NotationError
from .lines import BRACKETS
from .read import read_attack, read_unit
from .tokens import LONGEST, Piece

_MARK: Final = re.compile(r"(?<!\S)(?P<word>vs|then)(?!\S)|;", re.IGNORECASE)
_MOST_WORDS = 100  # side by side that are tried for missing quotes
_EXAMPLE = "write WEAPON vs TARGET"
_MATRIX_EXAMPLE = "write WEAPON WEAPON vs TARGET TARGET"
_ONE_TARGET = "write one target, or join groups with ' + '"


@dataclass(frozen=True)
class Query:
    """The texts of a question: the weapons of each attacking unit, and the target."""

    volleys: tuple[tuple[str, ...], ...]
    target: str


def split_query(words: Sequence[str]) -> Query:
    """The weapons of each attacking unit and the target, from the words of a command line.

    A word is a whole weapon or target, ``["W1", "W2", "vs", "TARGET", "then", "W3"]``, or a longer
    text in which ``vs``, ``then`` and ``;`` outside brackets do the same, such as a whole query.
    Nothing is checked but that; words that only read together should have stood in quotes, and an
    error says so. Raises `NotationError`.

    >>> split_query(["A2 BS3+ S4 D1; A1 WS4+ S4 D1 vs meq"])
    Query(volleys=(('A2 BS3+ S4 D1', 'A1 WS4+ S4 D1'),), target='meq')
    """
    line = Piece.of(" ".join(words))
    chunks = _chunks(line, words)
    volleys = [chunk for chunk in chunks if chunk.mark.text.lower() != "vs"]
    target = _target(line, [chunk for chunk in chunks if chunk.mark.text.lower() == "vs"])
    for chunk in chunks:
        if not chunk.texts:
            raise _nothing(chunk, chunks)
    for chunk in volleys:
        _check_quotes(chunk.texts, read_attack, "weapon", "A2 BS3+ S4 AP-1 D1")
    return Query(tuple(tuple(piece.shown for piece in chunk.texts) for chunk in volleys), _one(target))


@dataclass(frozen=True)
class Matrix:
    """The texts of a comparison: weapons row by row, those of one row fired together, and the targets."""

    rows: tuple[tuple[str, ...], ...]
    targets: tuple[str, ...]


def split_matrix(words: Sequence[str]) -> Matrix:
    """The weapons and the targets of a comparison, from the words of a command line; targets may be absent.

    As for `split_query`, but each word before ``vs`` is a row and each after it a target; ``;`` joins
    weapons to one row, and parts targets. Raises `NotationError`.

    >>> split_matrix(["A2 BS3+ S4 D1; A1 WS4+ S4 D1", "A1 BS3+ S8 D2", "vs", "meq", "geq"])
    Matrix(rows=(('A2 BS3+ S4 D1', 'A1 WS4+ S4 D1'), ('A1 BS3+ S8 D2',)), targets=('meq', 'geq'))
    """
    short = sum(len(word) + 1 for word in words) <= LONGEST  # a long list has come from a file, one text a line
    parts = [words] if short else [[word] for word in words]
    sides: list[list[list[Piece]]] = [[]]
    joined = False
    for piece in (piece for part in parts for piece in _pieces(Piece.of(" ".join(part)), part)):
        mark = piece.text.lower() if _MARK.fullmatch(piece.text) else ""
        if mark == "then" or (mark == "vs" and len(sides) > 1):
            raise piece.error(f"{piece.text} does not belong here", _MATRIX_EXAMPLE)
        if mark == "vs":
            sides.append([])
        elif not mark and joined:
            sides[-1][-1].append(piece)
        elif not mark:
            sides[-1].append([piece])
        joined = mark == ";" and bool(sides[-1])
    if not all(sides):
        raise NotationError(f"nothing is written {'before' if not sides[0] else 'after'} vs", _MATRIX_EXAMPLE)
    targets = [text for row in sides[1] for text in row] if len(sides) > 1 else []
    if short:
        _check_quotes([text for row in sides[0] for text in row], read_attack, "weapon", "A2 BS3+ S4 AP-1 D1")
        _check_quotes(targets, read_unit, "target", "5x T4 Sv3+ W2")
    return Matrix(tuple(tuple(text.shown for text in row) for row in sides[0]), tuple(text.shown for text in targets))


@dataclass(frozen=True)
class _Chunk:
    """The texts after a ``vs`` or a ``then``; those at the beginning have an empty mark."""

    mark: Piece
    texts: list[Piece]


def _chunks(line: Piece, words: Sequence[str]) -> list[_Chunk]:
    chunks = [_Chunk(line.part(0, 0), [])]
    for piece in _pieces(line, words):
        if _MARK.fullmatch(piece.text) is None:
            chunks[-1].texts.append(piece)
        elif piece.text != ";":
            chunks.append(_Chunk(piece, []))
    return chunks


def _pieces(line: Piece, words: Sequence[str]) -> Iterator[Piece]:
    """The marks and the texts between them, in order."""
    at = -line.start
    for word in words:
        piece = line.part(at, at + len(word))
        masked = piece.blanked(BRACKETS)
        edges = [0]
        for match in _MARK.finditer(masked.text):
            edges += [match.start() + masked.start - piece.start, match.end() + masked.start - piece.start]
        edges.append(piece.end - piece.start)
        yield from filter(None, (piece.part(start, end) for start, end in pairwise(edges)))
        at += len(word) + 1


def _target(line: Piece, chunks: list[_Chunk]) -> _Chunk:
    """The one chunk after ``vs``."""
    if not chunks:
        raise line.error("no vs is written", _EXAMPLE)
    if len(chunks) > 1:
        raise chunks[1].mark.error("a second vs", _ONE_TARGET)
    return chunks[0]


def _nothing(chunk: _Chunk, chunks: list[_Chunk]) -> NotationError:
    """The error for a mark with nothing on one of its sides."""
    if chunk.mark:
        return chunk.mark.error(f"nothing is written after {chunk.mark.text}", _EXAMPLE)
    return chunks[1].mark.error(f"nothing is written before {chunks[1].mark.text}", _EXAMPLE)


def _one(chunk: _Chunk) -> str:
    """The text of the one target."""
    _check_quotes(chunk.texts, read_unit, "target", "5x T4 Sv3+ W2")
    if len(chunk.texts) > 1:
        raise _joined(chunk.texts).error("several targets", _ONE_TARGET)
    return chunk.texts[0].shown


def _check_quotes(texts: list[Piece], read: Callable[[str], object], what: str, example: str) -> None:
    """Raise the error for words that should have stood in quotes, if some of these do not read by themselves."""
    lone = [not _reads(read, text.shown) for text in texts] if 1 < len(texts) <= _MOST_WORDS else []
    if not any(lone):
        return
    runs = [
        [text for text, _ in run] for is_lone, run in groupby(zip(texts, lone, strict=True), lambda pair: pair[1]) if is_lone
    ]
    for run in (texts, *runs):
        if len(run) > 1 and _reads(read, _joined(run).shown):
            raise _joined(run).error(f"these words are one {what}", f"put it in quotes: {shlex.quote(_joined(run).shown)}")
    if all(lone) and _joined(texts).text.split() == [text.text for text in texts]:
        raise _joined(texts).error(
            f"these words are no {what}, alone or together", f"put each {what} in quotes: '{example}'"
        )


def _joined(texts: list[Piece]) -> Piece:
    return replace(texts[0], end=texts[-1].end)


def _reads(read: Callable[[str], object], text: str) -> bool:
    """Whether a text can be read, or stands for one that is elsewhere: ``@name``, or ``-`` for the input."""
    if text == "-" or text.startswith("@"):
        return True
    try:
        read(text)
    except MathhammerError:
        return False
    return True
