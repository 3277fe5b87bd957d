"""Which of two rules is better: the statement in letters and in words, as a table, Markdown and data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import partial
from typing import Any

from ..report.blocks import Block, Code, Facts, Grid, Heading, Maths, Notes
from ..report.numbers import Figures, fraction
from ..report.pictures import Choices, Gallery, Picture
from ..report.table import columns, comma_separated, indented
from ..symbolic.attack import NAMES
from ..symbolic.contest import HITS, SAVES, WOUNDS, Contest, Part, Triple
from ..symbolic.damage import MEANINGS
from ..symbolic.polynomial import Polynomial, factors
from .shown import Shown

_NAMES = ("hit", "wound", "save")
_EVERY: tuple[tuple[int, ...], ...] = (tuple(HITS), tuple(WOUNDS), tuple(SAVES))
_LETTERS = "hws"


class ContestResult(Contest, Shown):
    """Two sides, what they do, and which is better for every hit, wound and save roll, as it shows itself."""

    @classmethod
    def of(cls, found: Contest) -> ContestResult:
        """The same answer, as one that shows itself."""
        return cls(**{field.name: getattr(found, field.name) for field in fields(found)})

    def blocks(self, figures: Figures | None = None) -> list[Block]:
        """The statement as neutral blocks."""
        return contest_blocks(self, self.edition.title)

    def gallery(self) -> Gallery:
        """The picture: which side is better by roll, ``rolls``, and more of them by number."""
        return contest_gallery([self])

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for every hit, wound and save roll: the rolls, and which is better or on which condition."""
        return [dict(zip(("edition", *_NAMES, "better"), (self.edition.name, *row), strict=True)) for row in _rows(self)]


def statement(found: Contest) -> list[str]:
    """The statement in words, a line a side; a grid where it depends on more than one roll."""
    free = depends(found)
    if len(free) > 1:
        return []
    if not free:
        return [_sentence(found, next(iter(found.outcomes.values())), "")]
    (dimension,) = free
    by_need = {triple[dimension]: outcome for triple, outcome in found.outcomes.items()}
    groups: dict[str, list[int]] = {}
    for need, outcome in sorted(by_need.items()):
        groups.setdefault(outcome, []).append(need)
    return [_sentence(found, outcome, _when(needs, dimension)) for outcome, needs in groups.items()]


def _sentence(found: Contest, outcome: str, when: str) -> str:
    place = f" when {when}" if when else " against all targets"
    if outcome == "equal":
        return f"equal{place}"
    if outcome in ("first", "second"):
        return f"{found.first if outcome == 'first' else found.second} is better{place}"
    return f"{found.first} is better if {outcome}{place if when else ''}, {found.second} if the other way round"


def _when(needs: Sequence[int], dimension: int) -> str:
    """The needs in words.

    >>> _when([5, 6], 1), _when([2, 3], 0), _when([4], 1), _when([7], 2)
    ('the wound roll is worse than 4+', 'the hit roll is 3+ or better', 'the wound roll is 4+', 'there is no save')
    """
    every, roll = _EVERY[dimension], f"the {_NAMES[dimension]} roll"
    if list(needs) == [7]:
        return "there is no save"
    if len(needs) == 1 and needs[0] not in (2,):
        return f"{roll} is {needs[0]}+"
    if needs[-1] == every[-1] and len(needs) == needs[-1] - needs[0] + 1:
        return f"{roll} is worse than {needs[0] - 1}+"
    if needs[0] == every[0] and len(needs) == needs[-1] - needs[0] + 1:
        return f"{roll} is {needs[-1]}+ or better" if needs[-1] > every[0] else f"{roll} is {needs[0]}+"
    return f"{roll} is {' or '.join('none' if need == 7 else f'{need}+' for need in needs)}"


def depends(found: Contest) -> tuple[int, ...]:
    """The rolls on which it depends which side is better: 0 the hit roll, 1 the wound roll, 2 the save."""
    return tuple(at for at in range(3) if any(_differs(found.outcomes, triple, at) for triple in found.outcomes))


def _differs(outcomes: dict[Triple, str], triple: Triple, at: int) -> bool:
    moved = (*triple[:at], _EVERY[at][0], *triple[at + 1 :])
    return outcomes[triple] != outcomes[moved[0], moved[1], moved[2]]


def grids(found: Contest) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Where it depends on two or three rolls: a grid of two of them, for each kind of the third."""
    free = depends(found)
    if len(free) < 2:
        return
    rows_of, columns_of = free[0], free[1]
    (third,) = {0, 1, 2} - {rows_of, columns_of}
    seen: dict[tuple[tuple[str, ...], ...], list[int]] = {}
    for need in _EVERY[third]:
        body = []
        for row in _EVERY[rows_of]:
            cells = []
            for column in _EVERY[columns_of]:
                triple = {rows_of: row, columns_of: column, third: need}
                cells.append(_cell(found.outcomes[triple[0], triple[1], triple[2]]))
            body.append((_need(row, rows_of), *cells))
        seen.setdefault(tuple(body), []).append(need)
    head = (f"{_NAMES[rows_of]}, {_NAMES[columns_of]}", *(_need(need, columns_of) for need in _EVERY[columns_of]))
    for rows, needs in seen.items():
        title = f"when {_when(needs, third)}" if len(seen) > 1 else ""
        yield title, [head, *rows]


def _cell(outcome: str) -> str:
    return {"first": "1", "second": "2", "equal": "="}.get(outcome, f"1 if {outcome}")


def _need(need: int, dimension: int) -> str:
    return "none" if dimension == 2 and need == 7 else f"{need}+"


def where(part: Part) -> str:
    """For which rolls a part holds, nothing if for all."""
    needs = (part.hits, part.wounds, part.saves)
    return " and ".join(_when(list(n), at) for at, n in enumerate(needs) if n != _EVERY[at])


def that_is(difference: Polynomial) -> str:
    """The one factor that decides, solved for its letter: ``w < 1/2``; nothing where there is no such factor.

    >>> from mathhammer.symbolic.polynomial import polynomial
    >>> that_is(polynomial(("c", "w"), {(1, 0): Fraction(1), (1, 1): Fraction(-2)}))
    'w < 1/2'
    """
    before, parts = factors(difference)
    deciding = [part for part, power in parts if len(part.terms) > 1 and power % 2]
    if len(deciding) != 1 or len(deciding[0].unknowns) != 1 or len(deciding[0].terms) != 2:
        return ""
    (name,) = deciding[0].unknowns
    constant, slope = deciding[0].at(**{name: 0}), deciding[0].at(**{name: 1}) - deciding[0].at(**{name: 0})
    root = -constant / slope if slope else Fraction(0)
    if deciding[0].at(**{name: root}) or root <= 0 or (name in "hcwksf" and root >= 1):
        return ""
    return f"{name} {'>' if slope * before > 0 else '<'} {fraction(root)}"


def _formulas(found: Contest) -> list[tuple[str, list[tuple[str, str]]]]:
    blocks = []
    for part in found.parts:
        solved = that_is(part.difference)
        inequality = f"{part.difference.text()} > 0{f', that is {solved}' if solved else ''}"
        if not part.difference.unknowns:
            inequality = "never: both do the same" if not part.difference.terms else inequality
        rows = [(found.first, part.first.text()), (found.second, part.second.text())]
        blocks.append((where(part), [*rows, (f"{found.first} is better", inequality)]))
    return blocks


def _signs(found: Contest) -> str:
    return f"1: {found.first} is better; 2: {found.second}; =: equal, as at the bound of a condition"


def legend(found: Contest) -> str:
    """What the letters stand for, a line a letter."""
    return "\n".join(f"{name}  {meaning}" for name, meaning in _letters(found))


def _letters(found: Contest) -> Iterator[tuple[str, str]]:
    used = {name for part in found.parts for p in (part.first, part.second) for name in p.unknowns}
    yield from ((name, MEANINGS[name]) for name in NAMES if name in used)


def contest_table(found: Contest, editions: str) -> str:
    """The statement for people."""
    blocks = []
    for place, rows in _formulas(found):
        blocks.append("\n".join([*([f"when {place}"] if place else []), columns(rows, "<<")]))
    if said := statement(found):
        blocks.append("\n".join(said))
    for title, grid in grids(found):
        blocks.append("\n".join([*([title] if title else []), columns(grid, "<" * len(grid[0]))]))
    if len(depends(found)) > 1:
        blocks.append(_signs(found))
    blocks.append(legend(found))
    blocks.append("\n".join(f"note: {limit}" for limit in found.limits))
    return "\n\n".join([f"{found.first}  vs  {found.second}        {editions}", *map(indented, blocks)])


def contest_blocks(found: Contest, editions: str) -> list[Block]:
    """The statement as blocks."""
    blocks: list[Block] = [Code(f"{found.first} vs {found.second}"), Heading((editions,))]
    for part in found.parts:
        place = where(part)
        names = (found.first, found.second, "difference")
        rows = [(name, Maths(p.text(), p.latex())) for name, (_, p) in zip(names, _polynomials(part), strict=True)]
        solved = that_is(part.difference)
        blocks += [f"when {place}"] if place else []
        blocks.append(Facts((*rows, *([("above 0 for", Maths(solved, solved))] if solved else []))))
    blocks += statement(found)
    for title, (head, *rows_of_grid) in grids(found):
        blocks += [title] if title else []
        blocks.append(Grid(head, rows_of_grid, "<" * len(head), shades=_map(found, title, head, rows_of_grid)))
    blocks += [_signs(found)] if len(depends(found)) > 1 else []
    blocks.append(Facts(tuple(_letters(found))))
    return [*blocks, Notes(tuple(f"note: {limit}" for limit in found.limits))]


def contest_gallery(several: Sequence[Contest]) -> Gallery:
    """The pictures: which side is better by roll, ``rolls``, and more of them by number; by edition if there are several."""
    found: dict[str, Callable[[], Picture]] = {}
    for one in several:
        name = "rolls" + (f"-{one.edition.name}" if len(several) > 1 else "")
        drawn = list(grids(one)) or [("", _alone(one))]
        for at, (title, (head, *rows)) in enumerate(drawn, 1):
            found[name + (f"-{at}" if at > 1 else "")] = partial(_map, one, title, head, rows)
    return found


def _alone(found: Contest) -> list[tuple[str, ...]]:
    """A row over the one roll on which it depends, or over the wound roll if it depends on none."""
    (roll,) = depends(found) or (1,)
    by_need = {triple[roll]: outcome for triple, outcome in found.outcomes.items()}
    head = (f", {_NAMES[roll]}", *(_need(need, roll) for need in _EVERY[roll]))
    return [head, ("", *(_cell(by_need[need]) for need in _EVERY[roll]))]


def _map(found: Contest, title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Choices:
    """One grid as colours."""
    down, across = head[0].split(", ")
    return Choices(
        f"{across} roll",
        f"{down} roll" if down else "",
        head[1:],
        tuple(row[0] for row in rows),
        tuple(row[1:] for row in rows),
        ("1", "2", "="),
        title="Which is better" + (f" {title}" if title else ""),
        about=f"1: {found.first}; 2: {found.second}; =: equal",
    )


def contest_data(found: Contest) -> dict[str, Any]:
    """The statement as plain data, roll by roll."""
    names = {"first": found.first, "second": found.second}
    parts = [
        {
            "hit": [f"{need}+" for need in part.hits],
            "wound": [f"{need}+" for need in part.wounds],
            "save": [_need(need, 2) for need in part.saves],
            **{side: {"text": p.text(), "latex": p.latex()} for side, p in _polynomials(part)},
        }
        for part in found.parts
    ]
    rows = [dict(zip((*_NAMES, "better"), cells, strict=True)) for cells in _rows(found)]
    return {
        "edition": found.edition.name,
        **names,
        "formulas": parts,
        "words": statement(found),
        "rolls": rows,
        "notes": list(found.limits),
    }


def _polynomials(part: Part) -> list[tuple[str, Polynomial]]:
    return [("first", part.first), ("second", part.second), ("difference", part.difference)]


def _rows(found: Contest) -> list[tuple[str, ...]]:
    said = {"first": found.first, "second": found.second}
    return [
        (*(_need(need, at) for at, need in enumerate(triple)), said.get(outcome, outcome))
        for triple, outcome in found.outcomes.items()
    ]


def contest_csv(several: Sequence[Contest]) -> str:
    """A row for every hit, wound and save roll."""
    rows = [(found.edition.name, *row) for found in several for row in _rows(found)]
    if len(several) == 1:
        return comma_separated((*_NAMES, "better"), [row[1:] for row in rows])
    return comma_separated(("edition", *_NAMES, "better"), rows)
