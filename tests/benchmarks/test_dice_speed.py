"""How long one solution of an attack with dice held takes, beside a memoised recursion (run with --benchmark-enable).

Aims, on a machine of 2020: ten attacks with every ability in 10 ms, twenty in 50 ms, forty in 0.2 s with fixed
damage and 1 s with random damage that waits; common batches of ten to twenty attacks in a few seconds. The recursion
does the same work for ten attacks with fixed damage, in fractions, state by state: compare within a group.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from mathhammer.decisions.attack import Game
from mathhammer.decisions.hands import Stock
from mathhammer.decisions.objective import objective
from mathhammer.questions.attack import read_question
from mathhammer.questions.dice import game_of, held
from mathhammer.sequence.engagement import Plan

SIX, AGAIN = Stock((6,)), Stock(reroll=True)
EVERY = "BS3+ S6 AP-2 {damage} [lethal hits, sustained hits 1, devastating wounds]"
FULL = "BS3+ S6 AP-2 D2 [lethal hits, sustained hits 1, devastating wounds, reroll hits, twin-linked]"
SMALL, LARGE = "5x T5 Sv2+ W2 Inv4+", "10x T5 Sv2+ W2 Inv4+"
SLOW = {
    "10 attacks": (f"A10 {EVERY.format(damage='D2')}", SMALL),
    "20 attacks": (f"A20 {EVERY.format(damage='D2')}", LARGE),
    "40 attacks": (f"A40 {EVERY.format(damage='D2')}", LARGE),
    "40 attacks, D3 damage": (f"A40 {EVERY.format(damage='DD3')}", LARGE),
}
BATCHES = {
    "10 attacks, two keywords, twin-linked": ("A10 BS3+ S6 AP-2 D2 [lethal hits, devastating wounds, twin-linked]", SMALL),
    "20 attacks, twin-linked": ("A20 BS3+ S6 AP-2 D2 [twin-linked]", SMALL),
    "20 attacks, two keywords": ("A20 BS3+ S6 AP-2 D2 [lethal hits, sustained hits 1]", SMALL),
    "20 attacks, two keywords, twin-linked": ("A20 BS3+ S6 AP-2 D2 [lethal hits, devastating wounds, twin-linked]", SMALL),
    "10 attacks, every keyword and re-roll": (f"A10 {FULL}", SMALL),
}


def game(gun: str, target: str, edition: str, rolls: str) -> Game:
    rules, _, unit, units = read_question(gun, target, (), edition, {})
    return game_of(units, unit, rules, held(rolls=rolls), objective("damage"), Plan())


@pytest.mark.parametrize("name", SLOW)
@pytest.mark.parametrize("stock", [SIX, AGAIN], ids=["a die", "the Command Re-roll"])
def test_speed_of_one_solution(name: str, stock: Stock, benchmark: Any) -> None:
    benchmark.group = f"one at a time: {name}"
    asked = game(*SLOW[name], "10e", "one")
    benchmark.pedantic(lambda: asked.solve(stock, Stock()), rounds=3)


@pytest.mark.parametrize("name", BATCHES)
def test_speed_of_a_batch(name: str, benchmark: Any) -> None:
    benchmark.group = f"batches: {name}"
    asked = game(*BATCHES[name], "11e", "batch")
    benchmark.pedantic(lambda: asked.solve(SIX, Stock()), rounds=1)


def test_speed_of_a_batch_with_the_command_reroll(benchmark: Any) -> None:
    name = "10 attacks, two keywords, twin-linked"
    benchmark.group = f"batches: {name}"
    asked = game(*BATCHES[name], "11e", "batch")
    benchmark.pedantic(lambda: asked.solve(AGAIN, Stock()), rounds=2)


def recursion(attacks: int, wounds: int) -> Fraction:
    """The same as ten attacks above, state by state: a 6 may go into one hit, wound or damage roll; 2 damage each."""

    @cache
    def worth(left: int, rolling: int, saving: int, lost: int, waiting: int, held: bool) -> Fraction:
        """Attacks left, hits that are to roll to wound, wounds to be saved, wounds lost, devastating wounds that wait."""
        lost = min(lost, wounds)
        if saving:
            failed = worth(left, rolling, saving - 1, lost + 2, waiting, held)
            return Fraction(1, 2) * (failed + worth(left, rolling, saving - 1, lost, waiting, held))
        if rolling:

            def wounded(face: int, still: bool) -> Fraction:
                critical, success = face == 6, 3 <= face < 6
                return worth(left, rolling - 1, int(success), lost, waiting + critical, still)

            return best(wounded, held)
        if left:

            def struck(face: int, still: bool) -> Fraction:
                critical, success = face == 6, 3 <= face < 6
                return worth(left - 1, int(success or critical), int(critical), lost, waiting, still)

            return best(struck, held)
        return Fraction(min(wounds, lost + 2 * waiting))

    def best(then: Callable[[int, bool], Fraction], held: bool) -> Fraction:
        rolled = sum((then(face, held) for face in range(1, 7)), Fraction(0)) / 6
        return max(rolled, then(6, False)) if held else rolled

    return worth(attacks, 0, 0, 0, 0, True)


def test_speed_of_a_recursion_for_ten_attacks(benchmark: Any) -> None:
    benchmark.group = "one at a time: 10 attacks"
    found = benchmark.pedantic(lambda: recursion(10, 10), rounds=2)
    assert found == game(*SLOW["10 attacks"], "10e", "one").value(SIX, Stock())
