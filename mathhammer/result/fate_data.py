"""Fate dice and Miracle dice for machines: plain data for JSON, rows for CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..decisions.miracle import MiracleDice
from ..decisions.pool import MOST_DICE, Pool
from ..decisions.strands import Advice, Roll, Strands
from ..editions import Edition
from ..report.data import law_cells, law_data, number
from ..report.numbers import fraction
from ..report.table import comma_separated
from .fate import Answer, Reached, notes
from .fate_pictures import NEEDS

_LAW = ("exactly", "at_least", "exactly_decimal", "at_least_decimal")


def fate_data(answers: Sequence[Answer], editions: Sequence[Edition], reached: Reached | None = None) -> dict[str, Any]:
    """The answer as plain data; several answers stand in a list."""
    found = [
        {"edition": edition.name, **_data(answer, reached), "notes": list(notes(answer))}
        for answer, edition in zip(answers, editions, strict=True)
    ]
    return {"schema": 1, **found[0]} if len(found) == 1 else {"schema": 1, "answers": found}


def fate_csv(answers: Sequence[Answer], editions: Sequence[Edition], reached: Reached | None = None) -> str:
    """The answer as comma-separated values; with several answers the edition comes first."""
    several = len(answers) > 1
    rows: list[tuple[str, ...]] = []
    for answer, edition in zip(answers, editions, strict=True):
        rows += [(edition.name, *row) if several else row for row in _rows(answer, reached)]
    return comma_separated([*(["edition"] if several else []), *_head(answers[0])], rows)


def _data(answer: Answer, reached: Reached | None) -> dict[str, Any]:
    if isinstance(answer, Advice):
        return _advice(answer)
    return _strands(answer) if isinstance(answer, Strands) else _miracle(answer, reached)


def _advice(answer: Advice) -> dict[str, Any]:
    return {
        "roll": list(reversed(answer.roll)),
        "goal": answer.goal.text,
        "advice": answer.advice,
        "keep": fraction(answer.keep),
        "keep_decimal": number(answer.keep),
        "reroll": _fraction(answer.reroll),
        "reroll_decimal": None if answer.reroll is None else number(answer.reroll),
    }


def _strands(answer: Strands) -> dict[str, Any]:
    rule = {} if answer.rule is None else {"rule": {"by": answer.rule.guide.text, **_play(answer.rule)}}
    return {"number": answer.number, "goal": answer.goal.text, **_play(answer), **rule}


def _play(play: Strands) -> dict[str, Any]:
    return {
        "value": fraction(play.value),
        "value_decimal": number(play.value),
        "by_dice": _by_dice(play, lambda roll: roll.value),
        "without_rerolls": _by_dice(play, lambda roll: roll.once),
        "threshold": _by_dice(play, lambda roll: roll.threshold),
        "keep_from": _by_dice(play, lambda roll: roll.keep_from),
        "keep": _by_dice(play, lambda roll: roll.keep),
        "dice_kept": law_data(play.kept),
        "outcomes": {fraction(worth): fraction(chance) for worth, chance in play.outcomes},
    }


def _by_dice(play: Strands, what: Callable[[Roll], Fraction | None]) -> dict[str, str | None]:
    return {str(roll.dice): _fraction(what(roll)) for roll in play.rolls}


def _fraction(value: Fraction | None) -> str | None:
    return None if value is None else fraction(value)


def _miracle(answer: MiracleDice, reached: Reached | None) -> dict[str, Any]:
    also = {}
    if reached is not None:
        chance = answer.at_least(*reached)
        found = {"number": reached[0], "need": reached[1], "chance": fraction(chance), "chance_decimal": number(chance)}
        also = {"reached": found}
    return {
        "gained": answer.gained,
        "income": None if answer.income is None else vars(answer.income),
        "change": None if answer.change is None else answer.change.text,
        "goal": answer.goal.text,
        "value": fraction(answer.mean),
        "value_decimal": number(answer.mean),
        **also,
        "at_least": {f"{need}+": _at_least(answer, need) for need in NEEDS},
        "counts": {f"{need}+": law_data(answer.law(need)) for need in NEEDS},
        "pools": _pools(answer.pools) if answer.gained <= MOST_DICE else None,
    }


def _at_least(answer: MiracleDice, need: int) -> dict[str, str]:
    return {str(count): fraction(answer.at_least(count, need)) for count in range(1, answer.gained + 1)}


def _pools(law: Sequence[tuple[Pool, Fraction]]) -> dict[str, str]:
    return {" ".join(map(str, reversed(faces))): fraction(chance) for faces, chance in law}


def _head(answer: Answer) -> tuple[str, ...]:
    if isinstance(answer, Advice):
        return ("advice", "keep", "reroll", "keep_decimal", "reroll_decimal")
    if isinstance(answer, Strands):
        return (
            "play",
            "dice",
            "value",
            "without_rerolls",
            "threshold",
            "keep_from",
            "keep",
            "value_decimal",
            "keep_decimal",
        )
    return ("need", "dice", *_LAW)


def _rows(answer: Answer, reached: Reached | None) -> Iterator[tuple[str, ...]]:
    if isinstance(answer, Advice):
        again = ("", "") if answer.reroll is None else (fraction(answer.reroll), repr(number(answer.reroll)))
        yield (answer.advice, fraction(answer.keep), again[0], repr(number(answer.keep)), again[1])
    elif isinstance(answer, Strands):
        yield from (("best", *_cells(roll)) for roll in answer.rolls)
        yield from (("rule", *_cells(roll)) for roll in (answer.rule.rolls if answer.rule is not None else ()))
    else:
        for need in NEEDS:
            also = reached[0] if reached is not None and reached[1] == need else None
            yield from ((f"{need}+", *cells) for cells in law_cells(answer.law(need), also))


def _cells(roll: Roll) -> tuple[str, ...]:
    exact = (roll.value, roll.once, roll.threshold, roll.keep_from, roll.keep)
    decimals = (repr(number(roll.value)), repr(number(roll.keep)))
    return (str(roll.dice), *(_fraction(value) or "" for value in exact), *decimals)
