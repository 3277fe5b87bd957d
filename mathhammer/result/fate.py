"""What Fate dice and Miracle dice show, as blocks: a table for people, Markdown for a forum, a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from ..decisions.miracle import MiracleDice
from ..decisions.strands import NOTE, Advice, Law, Roll, Strands
from ..decisions.value import NUMBERS, Value
from ..editions import Edition
from ..report.blocks import Block, Grid, Heading, Notes
from ..report.law import law_rows, ranges, singles
from ..report.numbers import Figures, decimal, short_fraction
from ..report.pictures import Gallery
from .fate_pictures import NEEDS, fate_gallery, miracle_picture, thresholds, whole_law, worths

Answer: TypeAlias = Advice | Strands | MiracleDice
Reached: TypeAlias = tuple[int, int]  # so many dice, of so much or more

_MOST_ROWS = 40  # of a law whose values are no whole numbers


def fate_blocks(
    answers: Sequence[Answer], editions: Sequence[Edition], figures: Figures, reached: Reached | None = None
) -> list[Block]:
    """The answers as blocks, each once, with the editions that give it and the notes on it."""
    blocks: list[Block] = []
    for answer, named in _apart(answers, editions):
        blocks += [Heading((*_title(answer), *([named] if named else []))), *_blocks(answer, figures, reached)]
        found = notes(answer)
        blocks += [Notes(tuple(f"note: {note}" for note in found))] if found else []
    return blocks


def answers_gallery(answers: Sequence[Answer], editions: Sequence[Edition]) -> Gallery:
    """The pictures of the answers; of those that differ between editions, the pictures of the first."""
    first, named = _apart(answers, editions)[0]
    return fate_gallery(first, ", ".join([*_title(first), *([named] if named else [])]))


def notes(answer: Answer) -> tuple[str, ...]:
    """What has to be said about an answer."""
    return tuple(_notes(answer))


def _apart(answers: Sequence[Answer], editions: Sequence[Edition]) -> list[tuple[Answer, str]]:
    """The answers, each with the titles of its editions, if any are named."""
    titles: dict[int, list[str]] = {}
    for answer, edition in zip(answers, [e.title for e in editions] or [""] * len(answers), strict=True):
        first = next(at for at, other in enumerate(answers) if other == answer)
        titles.setdefault(first, []).append(edition)
    return [(answers[at], ", ".join(named)) for at, named in titles.items()]


def _title(answer: Answer) -> list[str]:
    if isinstance(answer, Advice):
        return [" ".join(map(str, reversed(answer.roll))), answer.goal.words]
    if isinstance(answer, Strands):
        return [_dice(answer.number, "Fate"), answer.goal.words]
    changed = [answer.change.words] if answer.change is not None else []
    return [_dice(answer.gained, "Miracle"), *changed]


def _blocks(answer: Answer, figures: Figures, reached: Reached | None) -> Iterator[Block]:
    if isinstance(answer, Advice):
        return _advice(answer, figures)
    if isinstance(answer, Strands):
        return _strands(answer, figures)
    return _miracle(answer, figures, reached)


def _notes(answer: Answer) -> Iterator[str]:
    if isinstance(answer, MiracleDice):
        if answer.income is not None and answer.income.rounds and answer.edition.miracle_dice_a_round > 1:
            yield f"a Miracle die arrives each turn: {answer.edition.miracle_dice_a_round} a battle round"
        if answer.income is not None and answer.income.attached_destroyed and answer.edition.miracle_dice_for_attached > 1:
            yield "a destroyed attached unit counts as two units: both must have the keyword"
        if answer.change is not None:
            yield "each number takes the changes that serve it best, once the dice are seen"
    else:
        yield NOTE
    if any(weight < 0 for weight in answer.goal.weights):
        yield "a die that is never used costs nothing: a weight below 0 says otherwise"


def _advice(answer: Advice, figures: Figures) -> Iterator[Block]:
    keep = _worth(answer.goal, answer.keep, figures)
    if answer.ahead is None:
        yield f"keep  {keep}; the last die stays"
        return
    again = f"{_worth(answer.goal, answer.ahead.value, figures)} with {_dice(answer.ahead.number)}"
    if answer.advice == "keep":
        yield f"keep  {keep} as it is, {again} again{', the same' if answer.keep == answer.reroll else ''}"
        yield worths(answer)
        return
    yield f"re-roll  {again}, {keep} as it is"
    yield worths(answer)
    yield _rolls(answer.ahead, figures)


def _strands(answer: Strands, figures: Figures) -> Iterator[Block]:
    first = answer.rolls[-1]
    said = f"{_worth(answer.goal, answer.value, figures)} on average" if answer.goal.at_least is None else ""
    said = said or _worth(answer.goal, answer.value, figures)
    yield f"{said}, {_worth(answer.goal, first.once, figures)} without re-rolls; {figures.mean(answer.kept.mean)} dice kept"
    yield _rolls(answer, figures)
    if len(answer.rolls) > 1:
        yield thresholds(answer)
    if answer.rule is not None:
        rule = answer.rule
        how = "by this rule of thumb" if rule.guide == rule.goal else f"by the {rule.guide.words}"
        yield f"decided {how}: {_worth(answer.goal, rule.value, figures)}, {_share(rule.value, answer.value, figures)}"
        yield _rolls(rule, figures)
    if answer.goal.at_least is None:
        yield from _outcomes(answer.outcomes, answer.goal, figures)


def _rolls(play: Strands, figures: Figures) -> Grid:
    """Each roll: when it is kept, what is ahead, and how often the play ends there."""
    rows = []
    for roll in reversed(play.rolls):
        worths = (_cell(play.goal, roll.value, figures), _cell(play.goal, roll.once, figures))
        chances = (figures.chance(roll.keep), figures.chance(play.kept.probability(roll.dice)))
        rows.append((str(roll.dice), _kept(roll, play.guide), *worths, *chances))
    return Grid(("dice", "keep", "worth", "without re-rolls", "is kept", "ends here"), rows, "><>>>>")


def _kept(roll: Roll, guide: Value) -> str:
    """When a roll is kept."""
    if roll.keep == 1:
        return "always"
    if roll.keep_from is None:
        return "never"
    return "if met" if guide.at_least is not None else f"{short_fraction(roll.keep_from, 20)} or more"


def _outcomes(outcomes: Law, goal: Value, figures: Figures) -> Iterator[Grid]:
    """What the final pool is worth, if it can be shown."""
    head = (goal.words if ":" not in goal.text else "worth", "exactly", "at least")
    law = whole_law(outcomes)
    if law is not None:
        shown = singles([law]) if figures.exact else ranges([law])
        rows = [(row.label, row.chance, row.at_least) for row in law_rows(law, shown)]
    elif len(outcomes) <= _MOST_ROWS:
        above = [sum((chance for _, chance in outcomes[at:]), Fraction(0)) for at in range(len(outcomes))]
        rows = [(short_fraction(worth, 20), chance, more) for (worth, chance), more in zip(outcomes, above, strict=True)]
    else:
        return
    cells = [(label, figures.cell(chance), figures.cell(more)) for label, chance, more in rows]
    yield Grid(head, cells, ">>>", [chance for _, chance, _ in rows])


def _miracle(answer: MiracleDice, figures: Figures, reached: Reached | None) -> Iterator[Block]:
    if answer.income is not None:
        yield ", ".join(_income(answer))
    if reached is not None:
        number, need = reached
        yield f"at least {number} of {need}+  {figures.chance(answer.at_least(number, need))}"
    mean = _worth(answer.goal, answer.mean, figures)
    yield f"{answer.goal.words}  {mean}{' on average' if answer.goal.at_least is None else ''}"
    yield miracle_picture(answer)
    rows = []
    for number in range(1, answer.gained + 1):
        rows.append((str(number), *(figures.cell(answer.at_least(number, need)) for need in NEEDS)))
    yield Grid(("at least", *(f"{need}+" for need in NEEDS)), rows, ">" * (1 + len(NEEDS)))


def _income(answer: MiracleDice) -> Iterator[str]:
    """Where the dice come from, one source after another."""
    for name, number in vars(answer.income).items():
        if number:
            word = {"rounds": "battle round", "destroyed": "destroyed unit"}.get(name, "destroyed attached unit")
            yield f"{number} {word}{'' if number == 1 else 's'}"


def _worth(goal: Value, worth: Fraction, figures: Figures) -> str:
    """What a pool is worth: a chance if that is what the value is, or a number."""
    return figures.chance(worth) if goal.at_least is not None else figures.mean(worth)


def _cell(goal: Value, worth: Fraction, figures: Figures) -> str:
    """The same in a column."""
    return decimal(worth) if goal.at_least is None and not figures.exact else _worth(goal, worth, figures)


def _share(worth: Fraction, best: Fraction, figures: Figures) -> str:
    """How near a value comes to the best."""
    if worth == best:
        return "as good as the best"
    return f"{figures.chance(worth / best)} of the best" if worth >= 0 < best else "less than the best"


def _dice(number: int, kind: str = "") -> str:
    """So many dice.

    >>> _dice(1), _dice(6, "Fate")
    ('one die', '6 Fate dice')
    """
    if kind:
        return f"{number} {kind} {'die' if number == 1 else 'dice'}"
    return "one die" if number == 1 else f"{NUMBERS[number]} dice"
