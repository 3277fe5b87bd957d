"""What Fate dice and Miracle dice show: a table for people, Markdown for a forum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from ..decisions.miracle import MiracleDice
from ..decisions.strands import NOTE, Advice, Law, Roll, Strands
from ..decisions.value import NUMBERS, Value
from ..distribution import distribution
from ..editions import Edition
from ..report.law import law_rows, ranges, singles
from ..report.numbers import Figures, bar, decimal, short_fraction
from ..report.table import columns, indented, markdown
from .page import escaped

Answer: TypeAlias = Advice | Strands | MiracleDice
Reached: TypeAlias = tuple[int, int]  # so many dice, of so much or more

NEEDS = (6, 5, 4, 3, 2)
_MOST_ROWS = 40  # of a law whose values are no whole numbers
_BAR = 40  # the width of the longest bar


@dataclass(frozen=True)
class Grid:
    """Rows under a head, with the alignment of each column."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    align: str


Block: TypeAlias = str | Grid


def fate_table(
    answers: Sequence[Answer], editions: Sequence[Edition], figures: Figures, reached: Reached | None = None
) -> str:
    """The answers for people; answers in several editions that are all the same are shown once."""
    return "\n\n".join(_text(answer, named, figures, reached) for answer, named in _apart(answers, editions))


def fate_page(
    answers: Sequence[Answer], editions: Sequence[Edition], figures: Figures, reached: Reached | None = None
) -> str:
    """The answers as Markdown."""
    return "\n\n".join(_markdown(answer, named, figures, reached) for answer, named in _apart(answers, editions))


def notes(answer: Answer) -> tuple[str, ...]:
    """What has to be said about an answer."""
    return tuple(_notes(answer))


def _apart(answers: Sequence[Answer], editions: Sequence[Edition]) -> list[tuple[Answer, str]]:
    """The answers, each with the titles of its editions."""
    titles: dict[int, list[str]] = {}
    for answer, edition in zip(answers, editions, strict=True):
        first = next(at for at, other in enumerate(answers) if other == answer)
        titles.setdefault(first, []).append(edition.title)
    return [(answers[at], ", ".join(named)) for at, named in titles.items()]


def _text(answer: Answer, edition: str, figures: Figures, reached: Reached | None) -> str:
    blocks = [block if isinstance(block, str) else _columns(block) for block in _blocks(answer, figures, reached)]
    found = "\n".join(f"note: {note}" for note in notes(answer))
    said = [*blocks, *([found] if found else [])]
    return "\n\n".join(["        ".join([*_title(answer), edition]), *map(indented, said)])


def _columns(grid: Grid) -> str:
    return columns([grid.head, *grid.rows], grid.align)


def _markdown(answer: Answer, edition: str, figures: Figures, reached: Reached | None) -> str:
    blocks = [f"**{escaped(', '.join([*_title(answer), edition]))}**"]
    for block in _blocks(answer, figures, reached):
        if isinstance(block, str):
            blocks.append("  \n".join(map(escaped, block.split("\n"))))
        else:
            align = block.align.replace(".", ">")
            blocks.append(markdown(list(map(escaped, block.head)), [tuple(map(escaped, row)) for row in block.rows], align))
    found = "\n".join(f"- {escaped(note)}" for note in notes(answer))
    return "\n\n".join([*blocks, *([found] if found else [])])


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
        return
    yield f"re-roll  {again}, {keep} as it is"
    yield _rolls(answer.ahead, figures)


def _strands(answer: Strands, figures: Figures) -> Iterator[Block]:
    first = answer.rolls[-1]
    said = f"{_worth(answer.goal, answer.value, figures)} on average" if answer.goal.at_least is None else ""
    said = said or _worth(answer.goal, answer.value, figures)
    yield f"{said}, {_worth(answer.goal, first.once, figures)} without re-rolls; {figures.mean(answer.kept.mean)} dice kept"
    yield _rolls(answer, figures)
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
    head = (goal.words if ":" not in goal.text else "worth", "exactly", "at least", "")
    if all(worth.denominator == 1 for worth, _ in outcomes):
        whole = lcm(*(chance.denominator for _, chance in outcomes))
        law = distribution((int(worth), int(chance * whole)) for worth, chance in outcomes)
        shown = singles([law]) if figures.exact else ranges([law])
        rows = [(row.label, row.chance, row.at_least) for row in law_rows(law, shown)]
    elif len(outcomes) <= _MOST_ROWS:
        above = [sum((chance for _, chance in outcomes[at:]), Fraction(0)) for at in range(len(outcomes))]
        rows = [(short_fraction(worth, 20), chance, more) for (worth, chance), more in zip(outcomes, above, strict=True)]
    else:
        return
    scale = int(_BAR / max(chance for _, chance, _ in rows))
    cells = [(label, figures.cell(chance), figures.cell(more), bar(chance, scale)) for label, chance, more in rows]
    yield Grid(head, cells if not figures.exact else [(*row[:3], "") for row in cells], ">>><")


def _miracle(answer: MiracleDice, figures: Figures, reached: Reached | None) -> Iterator[Block]:
    if answer.income is not None:
        yield ", ".join(_income(answer))
    if reached is not None:
        number, need = reached
        yield f"at least {number} of {need}+  {figures.chance(answer.at_least(number, need))}"
    mean = _worth(answer.goal, answer.mean, figures)
    yield f"{answer.goal.words}  {mean}{' on average' if answer.goal.at_least is None else ''}"
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
