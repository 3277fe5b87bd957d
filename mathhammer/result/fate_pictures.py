"""Fate dice and Miracle dice as pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import lcm

from ..decisions.miracle import MiracleDice
from ..decisions.strands import Advice, Law, Strands
from ..distribution import Distribution, distribution
from ..report.pictures import Bars, Curves, Gallery, Laws, Picture, Points

NEEDS = (6, 5, 4, 3, 2)


def fate_gallery(answer: Advice | Strands | MiracleDice, about: str) -> Gallery:
    """The pictures of an answer by name."""
    if isinstance(answer, MiracleDice):
        return {"pool": partial(miracle_picture, answer, about)}
    if isinstance(answer, Advice):
        ahead = {} if answer.ahead is None else {"thresholds": partial(thresholds, answer.ahead, about)}
        return {"advice": partial(worths, answer, about), **ahead}
    law, words = whole_law(answer.outcomes), answer.goal.words
    found: dict[str, Callable[[], Picture]] = {"thresholds": partial(thresholds, answer, about)}
    if law is not None and answer.goal.at_least is None:
        found["worth"] = partial(Laws, words, (("", law),), title="What the final pool is worth", about=about)
    found["dice"] = partial(Laws, "dice kept", (("", answer.kept),), title="Dice in the final pool", about=about)
    return found


def thresholds(play: Strands, about: str = "") -> Curves:
    """What each roll is worth before it is made, and from what worth on it is kept, by the number of dice."""
    rolls = play.rolls
    lines: list[tuple[str, Points]] = [
        ("worth of the roll", [(roll.dice, roll.value) for roll in rolls]),
        ("without re-rolls", [(roll.dice, roll.once) for roll in rolls]),
    ]
    kept = [(roll.dice, roll.keep_from) for roll in rolls if roll.keep_from is not None and roll.threshold is not None]
    if play.goal == play.guide and play.goal.at_least is None and kept:
        lines.append(("kept from", kept))
    chance = play.goal.at_least is not None
    title = "What a roll is worth, and when it is kept" if len(lines) > 2 else "What a roll is worth"
    return Curves("dice in the roll", play.goal.words, tuple(lines), chance=chance, title=title, about=about)


def worths(answer: Advice, about: str = "") -> Bars:
    """What the roll is worth as it is, and again with one die fewer."""
    again = () if answer.reroll is None else (("re-roll", answer.reroll),)
    names, values = zip(("keep", answer.keep), *again, strict=True)
    chance = answer.goal.at_least is not None
    return Bars(answer.goal.words, names, (("", values),), chance=chance, title=f"Best: {answer.advice}", about=about)


def miracle_picture(answer: MiracleDice, about: str = "") -> Curves:
    """The chance of at least so many dice of each kind."""
    lines = []
    for need in NEEDS:
        law = answer.law(need)
        lines.append((f"{need}+" if need < 6 else "6", [(n, law.at_least(n)) for n in range(answer.gained + 1)]))
    return Curves("at least so many dice", "chance", tuple(lines), title="What may be among the dice", about=about)


def whole_law(outcomes: Law) -> Distribution | None:
    """The law of whole numbers that a law of worths is; None if some are no whole numbers."""
    if any(worth.denominator != 1 for worth, _ in outcomes):
        return None
    whole = lcm(*(chance.denominator for _, chance in outcomes))
    return distribution((int(worth), int(chance * whole)) for worth, chance in outcomes)
