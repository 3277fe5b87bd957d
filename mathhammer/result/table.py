"""The table of an attack, for one edition or for several side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..notation import write
from ..report.law import Range, law_rows, ranges, singles
from ..report.numbers import Figures, bar
from ..report.table import beside, columns, indented
from .attack import AttackResult, Stat
from .dice import decision_text
from .funnel import ORDER, FunnelRow, funnel, weapon_label
from .group_rows import groups_text

LABELS: dict[str, str] = {"damage": "lost", "kills": "slain"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_WEAPONS = 1_000_000  # more than any answer has
_WIDEST = 120  # a heading longer than this is put on several lines
_WIDEST_BESIDE = 150  # editions whose funnels are wider than this stand below each other
_BAR = 60  # the width of a bar for certainty


def table(
    *results: AttackResult,
    figures: Figures | None = None,
    stats: Sequence[Stat] = (),
    at_least: int | None = None,
    explained: bool = False,
) -> str:
    """The answer for people: the query, the funnel, the headline, distributions, notes; each step if ``explained``.

    Several results are answers to one query in several editions. ``stats`` are the distributions to
    show; without any, models slain, or wounds lost by a single model.
    """
    figures = figures or Figures()
    shown = tuple(stats) or default_stats(results[0])
    blocks = [heading(results), _funnels(results, figures), headlines(results, figures)]
    if at_least is not None:
        blocks += [_reached(results, figures, stat, at_least) for stat in shown]
    blocks += [_decided(result, figures, several=len(results) > 1) for result in results]
    blocks += [_groups(result, figures, several=len(results) > 1) for result in results]
    blocks += [_laws(results, figures, stat) for stat in shown]
    blocks += [_losses(result, figures, several=len(results) > 1) for result in results]
    blocks.append(remarks(results))
    blocks += explanations(results) if explained else []
    first, *rest = [block for block in blocks if block]
    return "\n\n".join([first, *map(indented, rest)])


def _decided(result: AttackResult, figures: Figures, *, several: bool) -> str:
    """What the dice held are worth and when they are used, if any are held."""
    if result.decision is None:
        return ""
    text = decision_text(result.decision, figures)
    return f"{result.edition.title}\n{text}" if several else text


def _groups(result: AttackResult, figures: Figures, *, several: bool) -> str:
    """What each group suffers and what is left, if there are several."""
    text = groups_text(result, figures)
    return f"{result.edition.title}\n{text}" if several and text else text


def _losses(result: AttackResult, figures: Figures, *, several: bool) -> str:
    """What hazardous weapons cost their own unit, if it is named."""
    if result.own_losses is None:
        return ""
    from .losses import losses_text  # few ask for it

    text = losses_text(result.own_losses, figures)
    return f"{result.edition.title}\n{text}" if several else text


def default_stats(result: AttackResult) -> tuple[Stat, ...]:
    """The distributions that matter most: models slain, or wounds lost by a single model."""
    return ("damage",) if result.unit.models == 1 else ("kills",)


def stat_label(stat: str) -> str:
    """How a quantity is called in a table.

    >>> stat_label("kills"), stat_label("critical_hits")
    ('slain', 'critical hits')
    """
    return LABELS.get(stat, stat.replace("_", " "))


def heading(results: Sequence[AttackResult]) -> str:
    """The query, with the edition (if it is one) and the situation."""
    first = results[0]
    editions = [first.edition.title] if len(results) == 1 else []
    around = ", ".join([*editions, *first.situation.said()])
    units = [" ;\n".join(write(shooting.attack) for shooting in volley.shootings) for volley in first.volleys]
    line = f"{units[0]}  vs  {write(first.unit)}"
    if "\n" not in line and len(units) == 1 and len(line) + len(around) + 8 <= _WIDEST:
        return f"{line}        {around}".rstrip()
    lines = [units[0], f"vs  {write(first.unit)}", *(f"then  {unit}" for unit in units[1:])]
    return "\n".join([*lines, *([around] if around else [])])


def _funnels(results: Sequence[AttackResult], figures: Figures) -> str:
    """The funnels of one edition, or of several next to each other if there is room."""
    text = _funnels_beside(results, figures)
    if len(results) == 1 or max(map(len, text.split("\n"))) <= _WIDEST_BESIDE:
        return text
    return "\n\n".join(f"{result.edition.title}\n{indented(_funnels_beside([result], figures))}" for result in results)


def _funnels_beside(results: Sequence[AttackResult], figures: Figures) -> str:
    found = [{(row.weapon, row.label): row for row in funnel(result, figures)} for result in results]
    keys = sorted({key for rows in found for key in rows}, key=_place)
    shown: list[tuple[int | None, str]] = []  # a row without a label stands for the weapon's name
    for weapon, label in keys:
        if len(results[0].shootings) > 1 and weapon is not None and (weapon, "") not in shown:
            shown.append((weapon, ""))
        shown.append((weapon, label))
    several = len(results) > 1
    blocks = ["\n".join([*([""] if several else []), *(label for _, label in shown)])]
    side = ">" if figures.exact else "."
    for result, rows in zip(results, found, strict=True):
        cells = [rows.get(key, FunnelRow(None, "")).cells for key in shown]
        text = columns(cells, f"{side}<<")
        blocks.append(f"{result.edition.title}\n{text}" if several else text)
    lines = beside(blocks, "    " if several else "  ").split("\n")
    for at, (weapon, label) in enumerate(shown, start=1 if several else 0):
        if weapon is not None and not label:
            lines[at] = weapon_label(results[0].shootings[weapon].attack)
        elif len(results[0].shootings) > 1:
            lines[at] = f"  {lines[at]}" if weapon is not None else lines[at]
    return "\n".join(lines)


def _place(key: tuple[int | None, str]) -> tuple[int, int]:
    weapon, label = key
    return (MOST_WEAPONS if weapon is None else weapon, ORDER.index(label))


def headlines(results: Sequence[AttackResult], figures: Figures) -> str:
    """The most important numbers in one line an edition."""
    rows = [_headline(result, figures) for result in results]
    if len(rows) == 1:
        return f"{rows[0][0]}  {rows[0][1]}   {'   '.join(rows[0][2:])}".rstrip()
    named = [(result.edition.title, *row) for result, row in zip(results, rows, strict=True)]
    return columns(named, "<" * len(named[0]))


def _headline(result: AttackResult, figures: Figures) -> tuple[str, ...]:
    single = result.unit.models == 1
    law = result.law("damage" if single else "kills")
    low, high = law.band
    middle = str(low) if low == high else f"{low} to {high}"
    said = f"{figures.mean(law.mean)} on average, {law.mode} most likely, {middle} in the middle 80 %"
    if single:
        return ("lost", said, f"dead {figures.chance(result.wipe)}")
    models = result.unit.models
    every = _NUMBERS[models] if models < len(_NUMBERS) else str(models)
    return ("slain", said, f"at least one {figures.chance(law.at_least(1))}", f"all {every} {figures.chance(result.wipe)}")


def _reached(results: Sequence[AttackResult], figures: Figures, stat: Stat, value: int) -> str:
    said = f"at least {value} {stat_label(stat)}"
    chances = [figures.chance(result.at_least(stat, value)) for result in results]
    if len(results) == 1:
        return f"{said}  {chances[0]}"
    return columns([(r.edition.title, said, chance) for r, chance in zip(results, chances, strict=True)], "<<<")


def _laws(results: Sequence[AttackResult], figures: Figures, stat: Stat) -> str:
    laws = [result.law(stat) for result in results]
    shown = singles(laws) if figures.exact else ranges(laws)
    several = len(results) > 1
    labels = [stat_label(stat), *(row.label for row in law_rows(laws[0], shown))]
    width = max(map(len, labels))
    blocks = ["\n".join([*([""] if several else []), *(f"{label:>{width}}" for label in labels)])]
    for result in results:
        text = _law(result, figures, stat, shown, bars=not several)
        blocks.append(f"{result.edition.title}\n{text}" if several else text)
    return beside(blocks, "    " if several else "  ")


def _law(result: AttackResult, figures: Figures, stat: Stat, shown: Sequence[Range], *, bars: bool) -> str:
    rows = list(law_rows(result.law(stat), shown))
    scale = _scale(row.chance for row in rows)
    cells = [("exactly" if all(low == high for low, high in shown) else "within", "at least", "")]
    cells += [(figures.cell(row.chance), figures.cell(row.at_least), bar(row.chance, scale) if bars else "") for row in rows]
    if max(len(cell) for row in cells for cell in row[:2]) > _BAR:
        cells = [(*row[:2], "") for row in cells]
    return columns(cells, ">><")


def _scale(chances: Iterable[Fraction]) -> int:
    """The width of a bar for certainty: wider where every bar would be short."""
    return max(_BAR, int(20 / max(chances)))


def remarks(results: Sequence[AttackResult]) -> str:
    """Notes, and what was read but not modelled; with its edition what only some editions say."""
    said = [notes(result) for result in results]
    lines = []
    for result, found in zip(results, said, strict=True):
        lines += [note if all(note in other for other in said) else f"{result.edition.title}: {note}" for note in found]
    return "\n".join(dict.fromkeys(lines))


def explanations(results: Sequence[AttackResult]) -> list[str]:
    """Each result explained, under its edition if there are several."""
    from .explain import explain  # few ask for it, and every start would pay for it

    if len(results) == 1:
        return [explain(results[0])]
    return [f"{result.edition.title}\n{indented(explain(result))}" for result in results]


def notes(result: AttackResult) -> list[str]:
    """The notes of one result as lines."""
    missing = [f"not modelled: {', '.join(result.not_modelled)}"] if result.not_modelled else []
    return [*(f"note: {note}" for note in result.notes), *missing]
