"""Many questions, one a line: read one by one, each answered by `attack` or refused on its own."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from inspect import signature
from itertools import chain
from typing import Any, TypeAlias

from ..editions import Edition
from ..editions import edition as edition_of
from ..errors import MathhammerError
from ..notation import split_query
from ..notation.tokens import closest, quoted
from ..result import AttackResult
from ..situation import Situation
from .attack import attack

Fields: TypeAlias = Mapping[str, Any]
Lines: TypeAlias = Iterable[tuple[int, str]]  # a line's number, from 1, and its text

UNREADABLE = "\udcff"  # in a line: it is too long, or no text in UTF-8
_ASKED = ("query", "weapons", "target", "then")
_PRICE = re.compile(r"\d{1,9}(?:/0*[1-9]\d{0,8}|\.\d{1,9})?", re.ASCII)
_SAID = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}
_ALSO = {"weapon": "weapons", "vs": "target"}
_EXAMPLE = '{"weapons": "A2 BS3+ S4 D1", "target": "meq"}'


@dataclass(frozen=True)
class Question:
    """One line of a batch: its number, and what it asks or why it cannot be read."""

    line: int
    fields: Fields | MathhammerError

    def answers(self, editions: Sequence[Edition]) -> tuple[AttackResult, ...]:
        """The answer in the edition that the line names, or else in each of these.

        Raises a `MathhammerError` for a line that cannot be read or answered.

        >>> question = Question(1, {"weapons": "A1 BS4+ S4 D1", "target": "T4 W1", "edition": "11e"})
        >>> question.answers([edition_of("10e")])[0].wipe
        Fraction(1, 4)
        """
        if isinstance(self.fields, MathhammerError):
            raise self.fields
        given = {name: _typed(name, value) for name, value in self.fields.items() if value is not None}
        query = split_query(_words(given))
        named = given.get("edition")
        rules = [edition_of(name) for name in named.split(",")] if named else editions
        options = {name: value for name, value in given.items() if name not in (*_ASKED, "edition")}
        return tuple(
            attack(query.volleys[0], query.target, then=query.volleys[1:], edition=each, **options) for each in rules
        )


def json_questions(lines: Lines) -> Iterator[Question]:
    """The questions of JSON lines: an object a line; blank lines are passed over.

    >>> next(json_questions([(1, '{"weapons": ["A1 BS4+ S4 D1"], "target": "meq"}')])).fields["target"]
    'meq'
    """
    for number, text in lines:
        if text.strip():
            try:
                _check_readable(text)
                yield Question(number, _object(text))
            except MathhammerError as error:
                yield Question(number, error)


def csv_questions(lines: Lines) -> Iterator[Question]:
    """The questions of comma-separated values (or with semicolons or tabs) under a head of field names.

    An empty cell says nothing. Raises `MathhammerError` for a head that cannot be read.

    >>> [question.fields for question in csv_questions([(1, "weapons,target,cover"), (2, "A1 BS4+ S4 D1,meq,yes")])]
    [{'weapons': 'A1 BS4+ S4 D1', 'target': 'meq', 'cover': 'yes'}]
    """
    source = iter(lines)
    first = next(((number, text) for number, text in source if text.strip()), None)
    if first is None:
        return
    texts = _Numbered(chain([first], source))
    reader = csv.reader(texts, delimiter=max(",;\t", key=first[1].count))
    try:
        head = _head(next(reader))
    except csv.Error as error:
        raise MathhammerError(f"the first line cannot be read ({error})", "write the names of the columns") from None
    while True:
        number = texts.number + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Question(number, MathhammerError(f"this line cannot be read ({error})", "write comma-separated values"))
            continue
        if any(cell.strip() for cell in cells):
            yield Question(number, _record(head, cells))


class _Numbered:
    """The texts of lines, and the number of the last one taken."""

    def __init__(self, lines: Iterator[tuple[int, str]]) -> None:
        self._lines = lines
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        self.number, text = next(self._lines)
        return text


def _check_readable(text: str) -> None:
    if any("\udc80" <= character <= UNREADABLE for character in text):
        raise MathhammerError("this line is too long, or no text in UTF-8", "write at most 100,000 bytes of UTF-8")


def _object(text: str) -> Fields:
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "a number or a nesting is too large"
        raise MathhammerError(f"this line is no JSON ({reason})", f"write for example {_EXAMPLE}") from None
    if not isinstance(found, dict):
        raise MathhammerError("this line is no JSON object", f"write for example {_EXAMPLE}")
    return _once([(_field(name), value) for name, value in found.items()])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise MathhammerError(f"{quoted(next(n for n in names if names.count(n) > 1))} stands twice", "write one")
    return found


def _head(cells: Sequence[str]) -> list[str]:
    head = [_field(cell) for cell in cells]
    for name in head:
        if head.count(name) > 1:
            raise MathhammerError(f"the column {name} stands twice", "write one")
    if "query" not in head and not {"weapons", "target"} <= set(head):
        raise MathhammerError("the first line names no weapons and target", "write for example weapons,target,edition,cover")
    return head


def _record(head: Sequence[str], cells: Sequence[str]) -> Fields | MathhammerError:
    try:
        _check_readable("".join(cells))
    except MathhammerError as error:
        return error
    if len(cells) > len(head):
        hint = "put a text that holds the separator in double quotes"
        return MathhammerError(f"{len(cells)} cells under {len(head)} columns", hint)
    return {name: cell.strip() for name, cell in zip(head, cells, strict=False) if cell.strip()}


def _field(name: str) -> str:
    found = name.strip().lower().replace("-", "_").replace(" ", "_")
    found = _ALSO.get(found, found)
    if found not in FIELDS:
        near = closest(found, FIELDS)
        raise MathhammerError(
            f"no field is called {quoted(name)}", f"did you mean {near}?" if near else f"write one of {', '.join(FIELDS)}"
        )
    return found


def _typed(name: str, value: Any) -> Any:
    """The value of a field as `attack` takes it; raises `MathhammerError` for one of another kind."""
    if name in ("weapons", "then"):
        return _texts(name, value)
    return _OPTIONS[name](name, value) if name in _OPTIONS else _text(name, value)


def _switch(name: str, value: Any) -> bool:
    said = _SAID.get(value.lower()) if isinstance(value, str) else value
    if isinstance(said, bool):
        return said
    raise _unfit(name, value, "true or false")


def _whole(name: str, value: Any) -> int:
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value, re.ASCII):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _unfit(name, value, "a whole number")


def _faces(name: str, value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(face, int) and not isinstance(face, bool) for face in value):
        return tuple(value)
    raise _unfit(name, value, "faces such as 6,5")


def _prices(name: str, value: Any) -> dict[int, Fraction]:
    """What a die of each face costs: ``6=1/4``, or an object ``{"6": "1/4"}``."""
    found = value
    if isinstance(value, str):
        found = {face: cost for face, _, cost in (part.partition("=") for part in value.split(","))}
    if not isinstance(found, dict):
        raise _unfit(name, value, "faces and prices such as 6=1/4")
    prices = {str(face).strip(): str(cost).strip() for face, cost in found.items()}
    if not all(re.fullmatch("[1-6]", face) and _PRICE.fullmatch(cost) for face, cost in prices.items()):
        raise _unfit(name, value, "faces and prices such as 6=1/4")
    return {int(face): Fraction(cost) for face, cost in prices.items()}


def _text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise _unfit(name, value, "text")


def _texts(name: str, value: Any) -> list[str]:
    """One text or a list of texts."""
    several = [value] if isinstance(value, str) else value
    if isinstance(several, list) and several and all(isinstance(text, str) for text in several):
        return several
    raise _unfit(name, value, "text, or a list of texts")


def _unfit(name: str, value: Any, wanted: str) -> MathhammerError:
    return MathhammerError(f"{name} is {quoted(json.dumps(value, ensure_ascii=False))}", f"write {wanted}")


def _words(given: Mapping[str, Any]) -> list[str]:
    """The question as the words of a command line."""
    if "query" in given:
        if len(given.keys() & set(_ASKED)) > 1:
            raise MathhammerError("a query and its parts are given", "write query alone, or weapons and target")
        return [given["query"]]
    for name in ("weapons", "target"):
        if name not in given:
            raise MathhammerError(f"no {name} is given", f"write for example {_EXAMPLE}")
    then = [word for unit in given.get("then", []) for word in ("then", unit)]
    return [*given["weapons"], "vs", given["target"], *then]


# How a field is read, by how `attack` annotates it; whatever else is text.
_READ: dict[str, Callable[[str, Any], Any]] = {
    "bool": _switch,
    "int": _whole,
    "int | None": _whole,
    "Iterable[int] | str": _faces,
    "Mapping[int, Any] | None": _prices,
}
_OPTIONS: dict[str, Callable[[str, Any], Any]] = {
    name: _READ.get(str(kind), _text)
    for name, kind in (
        *((parameter.name, parameter.annotation) for parameter in signature(attack).parameters.values()),
        *((field.name, field.type) for field in fields(Situation)),
    )
    if name not in (*_ASKED, "situation")
}
FIELDS = (*_ASKED, *_OPTIONS)
