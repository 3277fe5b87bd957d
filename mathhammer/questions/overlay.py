"""Several answers in one picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

from ..distribution import Distribution
from ..errors import MathhammerError
from ..movement.result import RollResult
from ..report.pictures import Laws
from ..report.plots import draw
from ..result import AttackResult, Stat

MOST_LAWS = 12  # lines that can still be told apart


def overlay(answers: Mapping[str, AttackResult | RollResult | Distribution], stat: str = "kills", ax: Any = None) -> Any:
    """The distributions of several answers in one picture, each under its name; returns the matplotlib Axes.

    ``stat`` is what is shown of attacks: ``kills``, ``damage``, or a stage such as ``hits``; of a charge
    or another roll it is the result. Two answers or more are drawn as the chance of at least each value.

    Raises `MathhammerError` for no answers, more than 12, an unknown ``stat``, and if matplotlib is not installed.

    >>> from matplotlib.figure import Figure
    >>> from mathhammer import charge
    >>> rolls = {"plain": charge(9), "re-roll": charge(9, reroll="one")}
    >>> overlay(rolls, ax=Figure().subplots()).get_ylabel()
    'at least'
    """
    if not 1 <= len(answers) <= MOST_LAWS:
        raise MathhammerError(f"{len(answers)} answers", f"give 1 to {MOST_LAWS}, each under its name")
    if stat not in get_args(Stat):
        raise MathhammerError(f"no stat is called {stat!r}", f"write one of {', '.join(get_args(Stat))}")
    laws = tuple((str(name), _law(answer, cast(Stat, stat))) for name, answer in answers.items())
    attacks = any(isinstance(answer, AttackResult) for answer in answers.values())
    words = {"kills": "models slain", "damage": "wounds lost"}.get(stat, stat.replace("_", " ")) if attacks else "result"
    return draw(Laws(words, laws, title=words.capitalize()), ax)


def _law(answer: AttackResult | RollResult | Distribution, stat: Stat) -> Distribution:
    if isinstance(answer, Distribution):
        return answer
    if isinstance(answer, RollResult):
        return answer.law
    if isinstance(answer, AttackResult):
        return answer.law(stat)
    raise MathhammerError(f"{type(answer).__name__} has no law of one number", "give answers of attack, charge or the like")
