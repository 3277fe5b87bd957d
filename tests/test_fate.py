"""Fate dice and Miracle dice against reference values and against every ordered roll, played literally."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathhammer import EDITIONS, LimitError, MathhammerError, NotationError, fate_pool, fate_reroll, fate_value
from mathhammer.decisions.miracle import MiracleDice
from mathhammer.decisions.pool import MOST_DICE, Pool, change, pool, pools
from mathhammer.decisions.strands import Strands
from mathhammer.decisions.value import value

CARDS = tomllib.loads((Path(__file__).parent / "reference" / "fate.toml").read_text(encoding="utf-8"))
TEXTS = ("6+", "5+", "4+", "2+", "1+", "pips", "1x6+", "2x6+", "2x5+", "3x4+", "6:1,5:1/2", "1:-1,3:1/3,6:5/7")
CHANGES = ("6", "4", "+1", "2x6", "2x4", "2x+1", "5", "3x2")


def case(card: dict[str, Any]) -> str:
    return str(card["case"])


def rounds_to(exact: Fraction, printed: str) -> bool:
    """Whether a printed decimal is the exact value, rounded to the digits that are printed."""
    places = len(printed.partition(".")[2])
    return 2 * abs(exact - Fraction(printed)) <= Fraction(1, 10**places)


# Reference values.


@pytest.mark.parametrize("card", CARDS["strands"], ids=case)
def test_a_card_of_the_strands_roll_holds(card: dict[str, Any]) -> None:
    answer = fate_value(card.get("number", 6), card["value"])
    for dice, expected in card.get("by_dice", {}).items():
        assert answer.rolls[int(dice) - 1].value == Fraction(expected)
    for dice, printed in card.get("decimals", {}).items():
        assert rounds_to(answer.rolls[int(dice) - 1].value, printed), dice
    first = answer.rolls[-1]
    assert "once" not in card or first.once == Fraction(card["once"])
    assert "once_decimal" not in card or rounds_to(first.once, card["once_decimal"])
    assert "keep" not in card or first.keep == Fraction(card["keep"])
    assert "dice_kept" not in card or rounds_to(answer.kept.mean, card["dice_kept"])
    assert "first_kept_from" not in card or first.keep_from == card["first_kept_from"]
    if "keep_from" in card:
        assert [roll.keep_from for roll in reversed(answer.rolls[1:])] == card["keep_from"]
    assert card["source"]


@pytest.mark.parametrize("card", [card for card in CARDS["strands"] if "x" in card["value"]], ids=case)
def test_a_chance_is_kept_exactly_when_it_is_met_or_cannot_be_met_any_more(card: dict[str, Any]) -> None:
    for roll in fate_value(card.get("number", 6), card["value"]).rolls[1:]:
        assert roll.keep_from == (1 if roll.threshold else 0)


@pytest.mark.parametrize("card", CARDS["advice"], ids=case)
def test_a_card_of_advice_holds(card: dict[str, Any]) -> None:
    for worth in card["keep"]:
        assert fate_reroll(card["roll"], worth).advice == "keep", worth
    for worth in card["reroll"]:
        assert fate_reroll(card["roll"], worth).advice == "re-roll", worth


@pytest.mark.parametrize("card", CARDS["pool"], ids=case)
def test_a_card_of_miracle_dice_holds(card: dict[str, Any]) -> None:
    asked = ("rounds", "destroyed", "attached_destroyed", "gained", "change", "value", "edition")
    answer = fate_pool(**{name: card[name] for name in asked if name in card})
    assert "dice" not in card or answer.gained == card["dice"]
    assert "mean" not in card or answer.mean == Fraction(card["mean"])
    for need, expected in card.get("none", {}).items():
        assert answer.law(int(need)).probability(0) == Fraction(expected)
    for text, expected in card.get("at_least", {}).items():
        assert answer.at_least(int(text[0]), int(text[2])) == Fraction(expected), text
    assert card["source"]


# Ordered rolls, literally.

Function = Callable[[Pool], int | Fraction]


def literal_strands(number: int, worth: Function) -> list[Fraction]:
    """The values with 1, 2, ... dice, by enumeration of every ordered roll."""
    found: list[Fraction] = []
    for dice in range(1, number + 1):
        worths = [Fraction(worth(tuple(sorted(roll)))) for roll in product(range(1, 7), repeat=dice)]
        best = [max(one, found[-1]) for one in worths] if found else worths
        found.append(sum(best, Fraction(0)) / 6**dice)
    return found


def literal_final(number: int, keeps: Callable[[Pool], bool]) -> dict[Pool, Fraction]:
    """The law of the final pool when every ordered roll is kept or not as told."""
    law: dict[Pool, Fraction] = {}
    reach = Fraction(1)
    for dice in range(number, 0, -1):
        again = 0
        for roll in product(range(1, 7), repeat=dice):
            faces = tuple(sorted(roll))
            if dice == 1 or keeps(faces):
                law[faces] = law.get(faces, Fraction(0)) + reach / 6**dice
            else:
                again += 1
        reach = reach * again / 6**dice
    return {faces: chance for faces, chance in law.items() if chance}


def judged(text: str) -> Function:
    """What a text says a pool is worth, written a second time."""
    if text == "pips":
        return sum
    if ":" in text:
        weights = dict(part.split(":") for part in text.split(","))
        return lambda faces: sum((Fraction(weights.get(str(face), "0")) for face in faces), Fraction(0))
    number, _, need = text.removesuffix("+").rpartition("x")
    if number:
        return lambda faces: int(sum(face >= int(need) for face in faces) >= int(number))
    return lambda faces: sum(face >= int(need) for face in faces)


@st.composite
def functions(draw: st.DrawFn) -> Function:
    """A function of the faces without any order in it."""
    table = draw(st.lists(st.one_of(st.integers(-3, 6), st.fractions(-2, 6, max_denominator=6)), min_size=7, max_size=13))
    steps = draw(st.lists(st.integers(0, 50), min_size=6, max_size=6))
    return lambda faces: table[sum(steps[face - 1] for face in faces) % len(table)]


@pytest.mark.parametrize("text", TEXTS)
def test_the_roll_is_worth_what_every_ordered_roll_says(text: str) -> None:
    expected = literal_strands(5, judged(text))
    answer = fate_value(5, text)
    assert [roll.value for roll in answer.rolls] == expected
    for roll, again in zip(answer.rolls[1:], expected, strict=False):
        assert roll.threshold == again
    assert [roll.value for roll in fate_value(5, judged(text)).rolls] == expected


@given(functions(), st.integers(1, 4))
@settings(deadline=None, max_examples=40)
def test_any_function_is_played_as_every_ordered_roll_says(worth: Function, number: int) -> None:
    expected = literal_strands(number, worth)
    answer = fate_value(number, worth)
    assert [roll.value for roll in answer.rolls] == expected
    law = literal_final(number, lambda faces: worth(faces) >= expected[len(faces) - 2])
    check_laws(answer, law, worth)


@given(functions(), functions(), st.integers(1, 4))
@settings(deadline=None, max_examples=25)
def test_a_rule_of_thumb_is_worth_what_it_gives_and_never_more_than_the_best(
    worth: Function, guide: Function, number: int
) -> None:
    bars = literal_strands(number, guide)
    answer = fate_value(number, worth, by=guide)
    assert answer.rule is not None
    law = literal_final(number, lambda faces: guide(faces) >= bars[len(faces) - 2])
    check_laws(answer.rule, law, worth)
    assert answer.rule.value <= answer.value


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.lists(st.integers(0, 9), min_size=2, max_size=2))
@settings(deadline=None, max_examples=40)
def test_a_fixed_rule_is_worth_what_it_gives(goal: str, guide: str, least: list[int]) -> None:
    answer = fate_value(3, goal, by=guide, keep_at=least)
    assert answer.rule is not None
    law = literal_final(3, lambda faces: judged(guide)(faces) >= least[3 - len(faces)])
    check_laws(answer.rule, law, judged(goal))
    assert answer.rule.value <= answer.value


def check_laws(answer: Strands, law: dict[Pool, Fraction], worth: Function) -> None:
    """The three laws of the play, and its value, are those of this law of the final pool."""
    assert dict(answer.pools) == law
    dice: dict[int, Fraction] = {}
    worths: dict[Fraction, Fraction] = {}
    for faces, chance in law.items():
        dice[len(faces)] = dice.get(len(faces), Fraction(0)) + chance
        amount = Fraction(worth(faces))
        worths[amount] = worths.get(amount, Fraction(0)) + chance
    assert dict(answer.kept) == dice
    assert dict(answer.outcomes) == worths
    assert list(worths) == [] or [amount for amount, _ in answer.outcomes] == sorted(worths)
    assert answer.value == sum((amount * chance for amount, chance in worths.items()), Fraction(0))


@pytest.mark.parametrize("text", TEXTS)
def test_the_mean_of_the_laws_is_the_value_with_twelve_dice(text: str) -> None:
    answer = fate_value(12, text)
    assert sum(chance for _, chance in answer.outcomes) == 1
    assert sum(worth * chance for worth, chance in answer.outcomes) == answer.value
    assert sum((chance for _, chance in answer.pools), Fraction(0)) == 1


@pytest.mark.parametrize("text", TEXTS)
def test_sums_of_weights_are_the_same_die_by_die_and_pool_by_pool(text: str) -> None:
    assert [roll.value for roll in fate_value(8, text).rolls] == [roll.value for roll in fate_value(8, judged(text)).rolls]


def test_twelve_dice_have_6188_pools_and_every_roll_is_in_one() -> None:
    assert [len(pools(dice)) for dice in (1, 2, 3, 4, 5, 6, 12)] == [6, 21, 56, 126, 252, 462, 6188]
    for dice in range(MOST_DICE + 1):
        assert sum(pools(dice).values()) == 6**dice


# Rules of thumb and advice.


def test_ties_keep() -> None:
    tied = fate_reroll([1, 1], "2x6+")
    assert tied.keep == 0
    assert tied.reroll == 0
    assert tied.advice == "keep"
    answer = fate_value(6, "1+")
    assert [roll.keep for roll in answer.rolls] == [1] * 6


def test_the_last_die_is_kept() -> None:
    last = fate_reroll([1])
    assert last.keep == 0
    assert last.reroll is None
    assert last.ahead is None
    assert last.advice == "keep"


@pytest.mark.parametrize("text", TEXTS)
def test_advice_is_keep_exactly_from_the_threshold_on(text: str) -> None:
    ahead = fate_value(3, text).value
    for faces in pools(4):
        answer = fate_reroll(faces, text)
        assert answer.reroll == ahead
        assert answer.keep == judged(text)(faces)
        assert answer.advice == ("keep" if answer.keep >= ahead else "re-roll")


def test_keeping_two_sixes_only_is_worse_than_the_best() -> None:
    rule = fate_value(6, keep_at=2).rule
    assert rule is not None
    assert [roll.keep_from for roll in rule.rolls[1:]] == [2] * 5
    assert rule.value < fate_value(6).value
    best = fate_value(6, keep_at=[2, 2, 1, 1, 1])
    assert best.rule is not None
    assert best.rule.outcomes == best.outcomes


def test_the_order_of_the_faces_does_not_matter() -> None:
    assert fate_reroll([1, 6, 3]) == fate_reroll("6 3 1") == fate_reroll((3, 1, 6))


# Miracle dice.


def literal_changed(faces: Iterable[int], text: str | None) -> set[Pool]:
    """Every pool that the changes can make of these dice."""
    rolled = tuple(faces)
    if text is None:
        return {tuple(sorted(rolled))}
    number, _, what = text.rpartition("x")
    found = set()
    for size in range(int(number or 1) + 1):
        for chosen in combinations(range(len(rolled)), min(size, len(rolled))):
            made = [min(6, f + 1) if what == "+1" else max(f, int(what)) for f in rolled]
            found.add(tuple(sorted(made[i] if i in chosen else f for i, f in enumerate(rolled))))
    return found


@pytest.mark.parametrize("changed", [None, *CHANGES])
@pytest.mark.parametrize("gained", [1, 2, 3])
def test_counts_and_means_are_those_of_every_ordered_roll(gained: int, changed: str | None) -> None:
    rolls = [literal_changed(roll, changed) for roll in product(range(1, 7), repeat=gained)]
    answer = fate_pool(gained=gained, change=changed, edition="10e")
    for need in range(1, 7):
        best = [max(sum(face >= need for face in faces) for faces in found) for found in rolls]
        for number in range(gained + 2):
            assert answer.at_least(number, need) == Fraction(sum(most >= number for most in best), len(rolls))
    for text in TEXTS:
        worths = [max(Fraction(judged(text)(faces)) for faces in found) for found in rolls]
        assert fate_pool(gained=gained, change=changed, value=text).mean == sum(worths, Fraction(0)) / len(rolls), text


@given(functions(), st.sampled_from((None, *CHANGES)), st.integers(1, 3))
@settings(deadline=None, max_examples=40)
def test_a_function_of_the_pool_is_worth_its_best_change(worth: Function, changed: str | None, gained: int) -> None:
    rolls = [literal_changed(roll, changed) for roll in product(range(1, 7), repeat=gained)]
    mean = sum((max(Fraction(worth(faces)) for faces in found) for found in rolls), Fraction(0)) / len(rolls)
    assert fate_pool(gained=gained, change=changed, value=worth).mean == mean


def test_the_pool_is_multinomial() -> None:
    law = dict(fate_pool(gained=3).pools)
    assert law[(6, 6, 6)] == Fraction(1, 216)
    assert law[(1, 6, 6)] == Fraction(3, 216)
    assert law[(1, 2, 6)] == Fraction(6, 216)
    assert sum(law.values()) == 1


def test_many_dice_are_counted_without_listing_pools() -> None:
    answer = fate_pool(gained=60, value="pips", change="3x6")
    assert answer.at_least(60, 6) == Fraction(sum((1, 300, 60 * 59 // 2 * 25, 60 * 59 * 58 // 6 * 125)), 6**60)
    assert fate_pool(gained=60, value="pips").mean == 210
    with pytest.raises(LimitError, match="at most 12 dice"):
        answer.pools  # noqa: B018 - the refusal is the point
    with pytest.raises(LimitError, match="at most 12 dice"):
        fate_pool(gained=13, value=max).mean  # noqa: B018 - the refusal is the point


def test_income_is_the_editions() -> None:
    gained = {name: fate_pool(rounds=1, attached_destroyed=1, edition=name).gained for name in EDITIONS}
    assert gained == {"10e": 3, "10e-2023-09": 3, "10e-launch": 4, "11e": 3}
    assert {name: fate_pool(rounds=1, edition=name).gained for name in EDITIONS} == {
        "10e": 1,
        "10e-2023-09": 1,
        "10e-launch": 2,
        "11e": 2,
    }


# Records.


def test_answers_are_hashable_picklable_and_equal_when_their_questions_are() -> None:
    for one, same, other in (
        (fate_reroll([6, 5]), fate_reroll([5, 6]), fate_reroll([6, 6])),
        (fate_value(3, by="pips"), fate_value(3, by="pips"), fate_value(3)),
        (fate_pool(gained=3), fate_pool(gained=3), fate_pool(gained=3, change="6")),
    ):
        assert one == same
        assert hash(one) == hash(same)
        assert one != other
        assert pickle.loads(pickle.dumps(one)) == one


def test_answers_say_what_they_are() -> None:
    assert repr(fate_reroll([6, 1])) == "<6 1, number of 6s: keep; keep 1, re-roll 1/6>"
    assert repr(fate_value(2)) == "<2 Fate dice, number of 6s: 97/216>"
    said = "<2 Miracle dice, one die changed to 6 when used (10th edition), number of 6s: 47/36>"
    assert repr(fate_pool(gained=2, change="6", edition="10e")) == said
    assert isinstance(fate_pool(gained=2), MiracleDice)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("6+", "number of 6s"),
        ("5+", "number of 5+"),
        ("1+", "number of dice"),
        ("pips", "sum of pips"),
        ("1x6+", "chance of at least one 6"),
        ("2x6+", "chance of at least two 6s"),
        ("1x1+", "chance of at least one die"),
        ("3x5+", "chance of at least three 5+"),
        ("5:1/2,6:1", "weights 1:0 2:0 3:0 4:0 5:1/2 6:1"),
        ("6:0.5", "weights 1:0 2:0 3:0 4:0 5:0 6:1/2"),
    ],
)
def test_a_value_has_words(text: str, words: str) -> None:
    assert value(text).words == words
    assert value(value(text).text) == value(text)


def test_a_value_may_be_written_with_spaces_and_capitals() -> None:
    assert value(" 2X 6+") == value("2x6+")
    assert value("Pips") == value("pips")
    assert value("6:1, 5:1/2") == value("1:0,2:0,3:0,4:0,5:1/2,6:1")


# Refusals.


def half(faces: Pool) -> Any:
    return 0.5


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: fate_reroll([]), "there are no dice"),
        (lambda: fate_reroll(""), "there are no dice"),
        (lambda: fate_reroll([0]), "'0' is no face of a D6"),
        (lambda: fate_reroll([7, 1]), "'7' is no face of a D6"),
        (lambda: fate_reroll([True]), "'True' is no face of a D6"),
        (lambda: fate_reroll([Fraction(6)]), "write whole numbers from 1 to 6"),  # type: ignore[list-item]
        (lambda: fate_reroll("six"), "'six' is no face of a D6"),
        (lambda: fate_reroll("653"), "write 6 5 3"),
        (lambda: fate_reroll("6 -1"), "'-1' is no face of a D6"),
        (lambda: fate_reroll([6] * 13), "at most 12 faces"),
        (lambda: fate_reroll(6), "'6' is no roll"),  # type: ignore[arg-type]
        (lambda: fate_value(0), "0 dice cannot be rolled"),
        (lambda: fate_value(-1), "-1 dice cannot be rolled"),
        (lambda: fate_value(True), "True dice cannot be rolled"),
        (lambda: fate_value(13), "at most 12"),
        (lambda: fate_value(6, keep_at=[1, 2]), "write one number, or 5"),
        (lambda: fate_value(2, keep_at=["1"]), "write whole numbers or fractions"),  # type: ignore[list-item]
        (lambda: fate_value(2, half), "return a whole number or a Fraction"),
        (lambda: fate_value(2, 6), "values no pool"),  # type: ignore[arg-type]
        (lambda: fate_pool(), "no Miracle dice are gained"),
        (lambda: fate_pool(gained=0), "outside 1..60"),
        (lambda: fate_pool(gained=61), "outside 1..60"),
        (lambda: fate_pool(rounds=11), "outside 0..10"),
        (lambda: fate_pool(destroyed=-1), "outside 0..60"),
        (lambda: fate_pool(destroyed=60, rounds=1), "outside 1..60"),
        (lambda: fate_pool(rounds="3"), "write a whole number"),  # type: ignore[arg-type]
        (lambda: fate_pool(gained=2, rounds=1), "counted twice"),
        (lambda: fate_pool(gained=2, change="7"), "'7' changes no die"),
        (lambda: fate_pool(gained=2, change="0x6"), "'0x6' changes no die"),
        (lambda: fate_pool(gained=2, change="-1"), "'-1' changes no die"),
        (lambda: fate_pool(gained=2).law(7), "outside 1..6"),
        (lambda: fate_pool(gained=2, edition="9e"), "no edition is called '9e'"),
    ],
)
def test_what_cannot_be_is_refused(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(MathhammerError) as refusal:
        ask()
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    ["", " ", ",", "6", "7+", "0+", "x6+", "0x6+", "13x6+", "pip", "6:", ":1", "7:1", "6:1,", "6:1,6:2", "6:1/0", "6:1e5",
     "6:x", "6;1", "@plan.toml", "6:1" + "0" * 10, "1" * 400],
)  # fmt: skip
def test_what_is_no_value_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        value(text)
    assert refusal.value.text == text
    assert refusal.value.hint


def test_a_plan_is_said_to_be_no_value_yet() -> None:
    with pytest.raises(NotationError, match="a plan is no value yet"):
        fate_reroll([6], "@plan.toml")


def test_a_pool_and_a_change_are_as_written() -> None:
    assert pool("6, 5 5,1") == (1, 5, 5, 6)
    assert change("2x6").words == "up to 2 dice changed to 6 when used"
    assert change(change("+1")).words == "one die raised by 1 when used"
    assert [change("+1").of(face) for face in range(1, 7)] == [2, 3, 4, 5, 6, 6]
    assert [change("4").of(face) for face in range(1, 7)] == [4, 4, 4, 4, 5, 6]
