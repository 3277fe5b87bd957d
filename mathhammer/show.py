"""What a result shows: a table for people, data for machines."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .distribution import Distribution
from .notation import write
from .profiles import Mortals, Weapon
from .report.data import law_data, number
from .report.numbers import bar, decimal, fraction, percent
from .report.table import columns, comma_separated, markdown
from .result import AttackResult, Stat
from .sequence.steps import MortalSteps, Steps
from .stages import Check, Verdict

LABELS: dict[str, str] = {"damage": "lost", "kills": "slain", "unsaved": "unsaved"}


def table(result: AttackResult, *, exact: bool = False, stat: Stat = "kills", at_least: int | None = None) -> str:
    """The answer for people: the query, the funnel, the headline, one distribution, notes."""
    blocks = [_heading(result), _funnel(result, exact), _headline(result, exact)]
    if at_least is not None:
        label = LABELS.get(stat, stat.replace("_", " "))
        blocks.append(f"  at least {at_least} {label}: {_chance(result.at_least(stat, at_least), exact)}")
    blocks.append(_law(result.law(stat), LABELS.get(stat, stat.replace("_", " ")), exact))
    blocks += _remarks(result)
    return "\n\n".join(block for block in blocks if block)


def _heading(result: AttackResult) -> str:
    around = ", ".join((result.edition.title, *result.situation.said()))
    weapons = [write(shooting.attack) for shooting in result.shootings]
    lines = weapons[:-1] + [f"{weapons[-1]}  vs  {write(result.unit)}"]
    return "\n".join([*lines[:-1], f"{lines[-1]}        {around}"])


def _value(value: Fraction, exact: bool) -> str:
    return fraction(value) if exact else decimal(value, trim=True)


def _chance(value: Fraction, exact: bool) -> str:
    return fraction(value) if exact else f"{percent(value)} %"


def _funnel(result: AttackResult, exact: bool) -> str:
    rows: list[tuple[str, str, str, str]] = []
    for step, shooting, stage in zip(result.steps, result.shootings, result.stages, strict=True):
        if len(result.shootings) > 1:
            rows.append((stage.weapon, "", "", ""))
        rows += _mortal_rows(step, exact) if isinstance(step, MortalSteps) else _step_rows(step, shooting.attack, exact)
    damage, kills = result.law("damage").mean, result.law("kills").mean
    wasted = f"wounds; {_value(result.wasted, exact)} wasted" if result.wasted else "wounds"
    rows += [("lost", _value(damage, exact), "", wasted), ("slain", _value(kills, exact), "", "")]
    names = [row[0] for row in rows if row[1]]
    width = max(map(len, names))
    lines = columns([(f"{n:<{width}}", v, why, more) if v else ("", "", "", "") for n, v, why, more in rows], "<><<")
    titles = iter([row[0] for row in rows if not row[1]])
    return "\n".join(f"  {line}" if line else f"  {next(titles)}" for line in lines.split("\n"))


def _step_rows(step: Steps, weapon: Weapon | Mortals, exact: bool) -> list[tuple[str, str, str, str]]:
    means = step.means
    rows = [("attacks", _value(means["attacks"], exact), "", _attacks_reason(step, weapon))]
    extra = step.critical_hit.extra_hits
    reasons = [f"{' + '.join(map(str, extra))} more on a critical" if extra else "", "lethal" if step.critical_hit.lethal else ""]
    rows.append(("hits", _value(means["hits"], exact), need(step.hit), _joined(*_check_words(step.hit), *reasons)))
    strengths = "/".join(str(strength) for strength, _, _ in step.wounds)
    check = step.wounds[0][2]
    words = _joined(f"S{strengths} against T{step.toughness}", *(_check_words(check) if len(step.wounds) == 1 else ()))
    rows.append(("wounds", _value(means["wounds"], exact), need(check) if len(step.wounds) == 1 else "", words))
    rows.append(("unsaved", _value(means["unsaved"], exact), need(step.save.best()), _save_words(step)))
    return rows


def _mortal_rows(step: MortalSteps, exact: bool) -> list[tuple[str, str, str, str]]:
    means = step.means
    return [
        ("rolls", _value(means["attacks"], exact), "", ""),
        ("mortals", _value(means["unsaved"], exact), need(step.roll), "rolls that succeed"),
    ]


def _attacks_reason(step: Steps, weapon: Weapon | Mortals) -> str:
    if not isinstance(weapon, Weapon):
        return ""
    printed = weapon.attacks
    each = step.means["attacks"] / weapon.count
    mean = sum((Fraction(v * w) for v, w in printed.law()), Fraction(0)) / sum(w for _, w in printed.law())
    more = each - mean
    one = str(printed) if not more else f"({printed} {'+' if more > 0 else '-'} {decimal(abs(more), trim=True)})"
    return f"{weapon.count} x {one}" if weapon.count > 1 or more or printed.is_random else ""


def need(check: Check) -> str:
    """The natural face that succeeds, as in ``3+``.

    >>> need(Check(need=3, modifiers=(-1,)))
    '4+'
    """
    if check.automatic:
        return "auto"
    passing = [face for face in range(1, 7) if check.judge(face) is not Verdict.FAIL]
    return f"{passing[0]}+" if passing else "never"


def _check_words(check: Check) -> list[str]:
    if check.automatic:
        return []
    words = [f"{check.modifier:+d}"] if check.modifier else []
    critical = [face for face in range(1, 7) if check.judge(face) is Verdict.CRITICAL]
    words += [f"critical {critical[0]}+"] if critical and critical[0] < 6 else []
    if check.rerolls and check.can_reroll:
        words.append("re-roll " + " and ".join(sorted(check.rerolls)))
    return words


def _save_words(step: Steps) -> str:
    save, best = step.save, step.save.best()
    if need(best) == "never":
        words = "no save"
    elif best == save.armour() and best != save.invulnerable_save():
        words = f"save {save.modified_save}+" + (f" after AP-{save.modified_ap}" if save.modified_ap else "")
        words += " in cover" if save.in_cover else ""
    else:
        words = f"invulnerable {save.invulnerable}+"
    again = "re-roll " + " and ".join(sorted(save.rerolls)) if save.rerolls else ""
    return _joined(words, again, "critical wounds: none" if step.critical_wound.devastating else "")


def _joined(*words: str) -> str:
    return ", ".join(word for word in words if word)


def _headline(result: AttackResult, exact: bool) -> str:
    kills = result.law("kills")
    low, high = kills.band
    models = sum(group.count for group in result.unit.groups)
    parts = [
        f"slain  {_value(kills.mean, exact)} on average, {kills.mode} most likely, {low} to {high} in the middle 80 %",
    ]
    if models > 1:
        parts.append(f"at least one {_chance(kills.at_least(1), exact)}")
        parts.append(f"all {models} {_chance(result.wipe, exact)}")
    else:
        lost = result.law("damage")
        parts = [
            f"lost  {_value(lost.mean, exact)} on average, {lost.mode} most likely, "
            f"{lost.band[0]} to {lost.band[1]} in the middle 80 %",
            f"dead {_chance(result.wipe, exact)}",
        ]
    return "  " + "   ".join(parts)


def _law(law: Distribution, label: str, exact: bool) -> str:
    rows = [(label, "exactly", "at least", "")]
    for value in _shown_values(law):
        chance, more = law.probability(value), law.at_least(value)
        cells = (fraction(chance), fraction(more)) if exact else (percent(chance), percent(more))
        rows.append((str(value), *cells, bar(chance, 60)))
    return "\n".join(f"  {line}" for line in columns(rows, ">>><").split("\n"))


def _shown_values(law: Distribution) -> list[int]:
    """The possible values, without long tails that round to nothing."""
    values = [value for value, _ in law.weights]
    if len(values) <= 30:
        return values
    tiny = Fraction(1, 20_000)
    shown = [value for value in values if law.at_least(value) >= tiny and 1 - law.at_least(value + 1) >= tiny]
    return shown or values


def _remarks(result: AttackResult) -> list[str]:
    remarks = [f"note: {note}" for note in result.notes]
    if result.not_modelled:
        remarks.append(f"not modelled: {', '.join(result.not_modelled)}")
    return ["\n".join(f"  {remark}" for remark in remarks)] if remarks else []


def data(result: AttackResult) -> dict[str, Any]:
    """The answer for machines, as plain data."""
    return {
        "schema": 1,
        "edition": result.edition.name,
        "query": result.query,
        "situation": list(result.situation.said()),
        "damage": law_data(result.law("damage")),
        "kills": law_data(result.law("kills")),
        "wipe": fraction(result.wipe),
        "wipe_decimal": number(result.wipe),
        "nominal": fraction(result.nominal),
        "wasted": fraction(result.wasted),
        "stages": [_stage_data(stage) for stage in result.stages],
        "groups": [],
        "notes": list(result.notes),
        "not_modelled": list(result.not_modelled),
    }


def _stage_data(stage: Any) -> dict[str, str]:
    fields = stage.__dataclass_fields__
    return {name: value if isinstance(value := getattr(stage, name), str) else fraction(value) for name in fields}


CSV_HEAD = ("quantity", "value", "exactly", "at_least", "exactly_decimal", "at_least_decimal")


def csv(result: AttackResult, stats: tuple[Stat, ...] = ("damage", "kills")) -> str:
    """The laws as comma-separated values."""
    return comma_separated(CSV_HEAD, _law_rows(result, stats))


def _law_rows(result: AttackResult, stats: tuple[Stat, ...]) -> list[tuple[str, ...]]:
    rows = []
    for stat in stats:
        law = result.law(stat)
        for value, chance in law:
            more = law.at_least(value)
            rows.append((stat, str(value), fraction(chance), fraction(more), repr(number(chance)), repr(number(more))))
    return rows


def markdown_table(result: AttackResult, *, exact: bool = False, stat: Stat = "kills") -> str:
    """The answer as Markdown."""
    law = result.law(stat)
    label = LABELS.get(stat, stat.replace("_", " "))
    rows = [(str(value), _chance(chance, exact), _chance(law.at_least(value), exact)) for value, chance in law]
    head = f"**{result.query}** ({', '.join((result.edition.title, *result.situation.said()))})"
    return f"{head}\n\n{_headline(result, exact).strip()}\n\n{markdown([label, 'exactly', 'at least'], rows, '>>>')}"
