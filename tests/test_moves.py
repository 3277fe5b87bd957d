"""Charges, Advances and Battle-shock tests: compared with every die thrown and every choice tried."""

from __future__ import annotations

import pickle
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mathhammer
from mathhammer import LimitError, MathhammerError, ProfileError, RollResult, SituationError, attack
from mathhammer.editions import EDITIONS
from mathhammer.movement.roll import Roll, best, thrown
from mathhammer.questions.moves import advance, battle_shock, charge
from mathhammer.situation import ORDERS

CARDS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "reference" / "moves.toml").read_text(encoding="utf-8")
)["card"]
FACES = range(1, 7)
NEEDS = range(2, 14)
REROLLS = (None, "both", "one", "any")
LEAVE, AGAIN = -1, 0  # answers to a face, beside a die put in


# Every die thrown, every choice tried: dice in order, no faces left out.


class Table:
    """One roll as its words say it; it shares no code with the engine."""

    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self.best_after = cache(self._best_after)
        self.rolled = cache(self._rolled)
        self.worth = cache(lambda known, number: self.sought(self.rolled(known, number)))

    def total(self, dice: tuple[int, ...]) -> int:
        lowest = sorted(dice)[: self.roll.dropped]
        result = sum(dice) - sum(lowest) + self.roll.plus
        if result < 1:
            result = 1
        if self.roll.highest is not None and result > self.roll.highest:
            result = self.roll.highest
        return result + self.roll.added

    def sought(self, law: dict[int, Fraction]) -> Fraction:
        if self.roll.need is None:
            return sum((total * chance for total, chance in law.items()), Fraction(0))
        return sum((chance for total, chance in law.items() if total >= self.roll.need), Fraction(0))

    def after(self, dice: tuple[int, ...], held: tuple[int, ...]) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Every choice about the dice on the table: how it ranks among equals, and the dice that need no rolling."""
        places = range(len(dice))
        if self.roll.reroll is None:
            sizes: list[int] = []
        elif self.roll.reroll == "any":
            sizes = list(range(1, len(dice) + 1))
        else:
            sizes = [len(dice)] if self.roll.reroll == "both" else [1]
        yield (0, 0, 0, ()), dice
        for size in sizes:
            for again in combinations(places, size):
                kept = tuple(dice[at] for at in places if at not in again)
                for put in (None, *held):
                    known = kept if put is None else (*kept, put)
                    yield (int(put is not None), put or 0, size, tuple(-d for d in sorted(kept))), tuple(sorted(known))

    def _rolled(self, known: tuple[int, ...], number: int) -> dict[int, Fraction]:
        ways = Counter(self.total((*known, *dice)) for dice in product(FACES, repeat=number))
        return {total: Fraction(count, 6**number) for total, count in ways.items()}

    def _best_after(self, dice: tuple[int, ...], held: tuple[int, ...]) -> tuple[tuple[int, ...], int | None]:
        """The dice that need no rolling after the best choice, and the die that it spends."""
        found = [(-self.worth(known, len(dice) - len(known)), rank, known) for rank, known in self.after(dice, held)]
        _, (put, face, *_), known = min(found)
        return known, face if put else None

    def played(self, before: int | None, held: tuple[int, ...]) -> tuple[dict[int, Fraction], Fraction]:
        """The law of the result if this die is put in before the roll, and the chance that a die is spent."""
        put_in, number = ((), self.roll.number) if before is None else ((before,), self.roll.number - 1)
        rolls = product(FACES, repeat=number)
        then = Counter(self.best_after((*put_in, *dice), held if before is None else ()) for dice in rolls)
        law: dict[int, Fraction] = {}
        for (known, _), ways in then.items():
            for total, chance in self.rolled(known, self.roll.number - len(known)).items():
                law[total] = law.get(total, Fraction(0)) + chance * ways / 6**number
        spent = sum(ways for (_, put), ways in then.items() if put is not None)
        return law, Fraction(spent, 6**number) if before is None else Fraction(1)

    def answer(self) -> tuple[Fraction, dict[int, Fraction], Fraction]:
        """What is sought, the law of the result, and the chance that a die is spent, played in the best way."""
        options = [self.roll.die] if self.roll.die else [None, *sorted(set(self.roll.dice))]
        found = [self.played(before, self.roll.dice) for before in options]
        law, spent = max(found, key=lambda one: self.sought(one[0]))  # of equals the first
        return self.sought(law), law, spent


def compared(roll: Roll) -> None:
    value, law, spent = Table(roll).answer()
    policy = best(roll)
    assert policy.value == value
    assert dict(policy.law) == law
    put = 1 - spent if policy.before is None else Fraction(0)
    assert 1 - sum(policy.put_again.values(), Fraction(policy.before is not None)) == put
    if roll.need is not None:
        assert policy.law.at_least(roll.need) == value
    else:
        assert policy.law.mean == value


HANDS: list[dict[str, Any]] = [
    {},
    *({"die": face} for face in FACES),
    *({"dice": (face,)} for face in FACES),
    {"dice": (6, 5)},
    {"dice": (2, 4, 4)},
    {"dice": (3, 1)},
    {"dice": (1, 2, 3, 4, 5, 6)},
]


@pytest.mark.parametrize("reroll", REROLLS)
@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_two_dice_with_any_help_are_as_thrown_out_in_full(reroll: Any, hand: dict[str, Any]) -> None:
    for need in NEEDS:
        compared(Roll(need=need, reroll=reroll, **hand))


@pytest.mark.parametrize("reroll", REROLLS)
@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_one_die_with_any_help_is_as_thrown_out_in_full(reroll: Any, hand: dict[str, Any]) -> None:
    for need in (None, *range(8)):
        for plus in (-3, 1):
            for added in (0, 6):
                compared(
                    Roll(
                        number=1, need=need if need is None else need + added, plus=plus, added=added, reroll=reroll, **hand
                    )
                )


@pytest.mark.parametrize("reroll", REROLLS)
@pytest.mark.parametrize("plus", [-2, 1, 3])
@pytest.mark.parametrize("highest", [None, 12])
@pytest.mark.parametrize("hand", [{}, {"die": 4}, {"dice": (5, 3)}], ids=str)
def test_modified_and_bounded_rolls_are_as_thrown_out_in_full(
    reroll: Any, plus: int, highest: int | None, hand: dict[str, Any]
) -> None:
    for need in (1, 5, 8, 9, 11, 12, 13):
        compared(Roll(need=need, plus=plus, highest=highest, reroll=reroll, **hand))


@pytest.mark.parametrize("reroll", REROLLS)
@pytest.mark.parametrize("dropped", [0, 1])
@pytest.mark.parametrize("hand", [{}, {"die": 2}, {"die": 6}, {"dice": (6,)}, {"dice": (5, 3)}], ids=str)
def test_three_dice_are_as_thrown_out_in_full(reroll: Any, dropped: int, hand: dict[str, Any]) -> None:
    for need in (6, 9, 12) if dropped else (7, 11, 15):
        compared(Roll(number=3, dropped=dropped, need=need, reroll=reroll, **hand))


@pytest.mark.parametrize("reroll", REROLLS)
def test_a_mean_of_two_dice_is_as_thrown_out_in_full(reroll: Any) -> None:
    for hand in HANDS:
        compared(Roll(reroll=reroll, **hand))
        compared(Roll(reroll=reroll, plus=-4, highest=6, **hand))


@pytest.mark.parametrize("need", [None, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("dice", [(), (4,), (5, 2)])
def test_no_rule_for_one_die_beats_the_policy_and_no_equal_one_spends_less(need: int | None, dice: tuple[int, ...]) -> None:
    """All rules: a die put in, or an answer to each face that is rolled: leave it, roll again, put a die in."""

    def sought(face: int) -> Fraction:
        return Fraction(face) if need is None else Fraction(face >= need)

    again = sum(map(sought, FACES), Fraction(0)) / 6
    outcomes = [(sought(die), Fraction(1)) for die in dice]
    for rule in product((LEAVE, AGAIN, *dice), repeat=6):
        value = spent = Fraction(0)
        for face, answer in zip(FACES, rule, strict=True):
            value += {LEAVE: sought(face), AGAIN: again}.get(answer, sought(answer))
            spent += answer in dice
        outcomes.append((value / 6, spent / 6))
    policy = best(Roll(number=1, need=need, reroll="both", dice=dice))
    least = Fraction(1) if policy.before else sum(policy.put_again.values(), Fraction(0))
    assert max(value for value, _ in outcomes) == policy.value
    assert min(spent for value, spent in outcomes if value == policy.value) == least


def test_thrown_dice_are_all_there() -> None:
    assert thrown(0) == (((), 1),)
    for number in range(4):
        assert sum(weight for _, weight in thrown(number)) == 6**number
        assert len(thrown(number)) == comb(number + 5, 5)


# Closed forms.


def at_least(number: int, need: int) -> Fraction:
    """The chance that the sum of so many dice reaches a number, from the sum of signed binomials."""
    ways = sum(
        (-1) ** k * comb(number, k) * comb(total - 6 * k - 1, number - 1)
        for total in range(max(number, need), 6 * number + 1)
        for k in range((total - number) // 6 + 1)
    )
    return Fraction(ways, 6**number)


@pytest.mark.parametrize("need", NEEDS)
def test_one_die_put_in_gains_what_the_formula_says(need: int) -> None:
    for face in FACES:
        result = charge(need, die=face)
        assert result.base == at_least(2, need)
        assert result.gain == at_least(1, need - face) - at_least(2, need)
        assert result.by_face[face] == result.success
        assert charge(need).by_die[face] == max(0, result.gain)
        tested = Roll(number=3, need=need, die=face)
        assert best(tested).value == at_least(2, need - face)


def test_a_four_breaks_even_at_seven_and_a_three_loses_a_twelfth() -> None:
    assert charge(7, die=4).gain == Fraction(1, 12)
    assert charge(7, die=3).gain == Fraction(-1, 12)
    assert min(face for face in FACES if charge(7, die=face).gain > 0) == 4


def test_what_a_six_is_worth() -> None:
    six = {need: charge(need, die=6).gain for need in NEEDS}
    assert max(six.values()) == six[7] == six[8] == Fraction(5, 12)
    assert six[9] == Fraction(7, 18)
    assert charge(6, die=5).gain == six[6] == Fraction(5, 18)
    assert {charge(5, die=face).gain for face in (4, 5, 6)} == {Fraction(1, 6)}
    assert all(charge(need, die=6).success == 1 for need in range(2, 8))
    assert charge(8, die=6).success != 1


def test_a_low_die_never_helps_at_five_or_more() -> None:
    for need in range(5, 14):
        for face in (1, 2, 3):
            assert charge(need, die=face).gain <= 0


@pytest.mark.parametrize("need", NEEDS)
def test_a_whole_re_roll_is_taken_exactly_when_the_roll_fails(need: int) -> None:
    p = at_least(2, need)
    result = charge(need, reroll="both")
    assert result.success == 1 - (1 - p) ** 2
    for case in result.policy.cases:
        assert (case.choice.again == 2) == (sum(case.faces) < need <= 12)


@pytest.mark.parametrize("need", NEEDS)
def test_a_re_roll_of_one_die_is_as_good_as_dropping_the_lowest_of_three(need: int) -> None:
    assert charge(need, reroll="one").success == charge(need, drop_lowest=3).success


@pytest.mark.parametrize("face", FACES)
def test_re_rolling_all_dice_loses_the_die_put_in(face: int) -> None:
    for need in range(2, 13):
        first, again = at_least(1, need - face), at_least(2, need)
        assert charge(need, die=face, reroll="both").success == 1 - (1 - first) * (1 - again)


# Laws.


@pytest.mark.parametrize("reroll", REROLLS)
def test_a_higher_die_is_never_worse(reroll: Any) -> None:
    for number, dropped in ((1, 0), (2, 0), (3, 0), (3, 1)):
        for need in (None, *range(1, 19, 2)):
            values = [best(Roll(number=number, dropped=dropped, need=need, reroll=reroll, die=face)).value for face in FACES]
            assert values == sorted(values)


ROLLS: dict[str, Any] = {
    "number": st.integers(1, 3),
    "plus": st.integers(-4, 4),
    "need": st.one_of(st.none(), st.integers(0, 20)),
    "reroll": st.sampled_from(REROLLS),
    "highest": st.sampled_from([None, 6, 12]),
}


@given(st.fixed_dictionaries(ROLLS), st.lists(st.integers(1, 6), max_size=4), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_more_dice_are_never_worse_and_an_empty_hand_is_the_plain_roll(
    fields: dict[str, Any], dice: list[int], more: int
) -> None:
    plain, held = Roll(**fields), Roll(**fields, dice=tuple(dice))
    longer = Roll(**fields, dice=(*dice, more))
    assert best(plain).value <= best(held).value <= best(longer).value
    assert best(longer).value >= best(Roll(**fields, die=more)).value
    if not dice:
        assert best(held) == best(plain)
    assert sum(chance for _, chance in best(longer).law) == 1


@given(st.fixed_dictionaries(ROLLS))
@settings(max_examples=60, deadline=None)
def test_more_help_is_never_worse(fields: dict[str, Any]) -> None:
    values = {reroll: best(Roll(**{**fields, "reroll": reroll})).value for reroll in REROLLS}
    assert values[None] <= min(values["one"], values["both"])
    assert max(values["one"], values["both"]) <= values["any"]
    if fields["number"] == 1:
        assert values["one"] == values["both"] == values["any"]


@given(st.integers(2, 14), st.sampled_from(REROLLS), st.lists(st.integers(1, 6), max_size=3))
@settings(max_examples=60, deadline=None)
def test_the_parts_of_an_answer_fit_together(need: int, reroll: Any, dice: list[int]) -> None:
    result = charge(need, reroll=reroll, dice=dice)
    assert result.success == result.value == result.law.at_least(need)
    assert result.gain == result.value - result.base >= 0
    assert sum(result.spent.values()) == 1
    assert result.by_use["none"] == result.base == charge(need, reroll=reroll).success
    assert max(result.by_use.values()) == result.value
    assert result.gain == max((result.by_die[face] for face in dice), default=0)
    assert result.law.die.mean() == result.law.mean


def test_the_order_of_the_dice_held_does_not_matter() -> None:
    assert charge(9, dice=(5, 6), reroll="one").law == charge(9, dice=(6, 5, 5), reroll="one").law


def test_the_smallest_die_that_suffices_is_used_and_none_if_none_is_needed() -> None:
    assert charge(6, dice=(6, 5)).spent == {"roll 5": 1, "kept": 0}
    assert charge(2, dice=(6, 5)).spent == {"kept": 1}
    assert charge(14, dice=(6, 5), reroll="any").spent == {"kept": 1}
    assert charge(9, dice=(6, 4), reroll="one").spent == {
        "re-roll 4": Fraction(5, 18),
        "re-roll 6": Fraction(1, 3),
        "kept": Fraction(7, 18),
    }


def test_where_only_one_roll_is_made_the_die_waits_for_the_re_roll_at_no_cost() -> None:
    result = charge(9, dice=(6,), reroll="both")
    assert result.by_use == {"none": Fraction(155, 324), "roll": Fraction(41, 54), "re-roll": Fraction(41, 54)}
    assert result.spent == {"re-roll 6": Fraction(13, 18), "kept": Fraction(5, 18)}


# Words.


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (charge(9), "nothing to decide"),
        (charge(9, dice=(6, 5)), "use the 6 before the roll"),
        (charge(9, dice=(3,)), "keep the die"),
        (charge(9, dice=(3, 2)), "keep the dice"),
        (charge(9, die=6), "the 6 helps: put it in"),
        (charge(9, die=3), "the 3 makes it worse: keep it"),
        (charge(13, die=3), "the 3 changes nothing: keep it"),
        (charge(9, reroll="both"), "if the roll fails, re-roll both dice"),
        (charge(9, reroll="one"), "if the roll fails, re-roll the lower die when the higher die shows 3 or more"),
        (charge(2, reroll="one"), "the roll cannot fail"),
        (charge(13, reroll="one"), "no re-roll helps"),
        (
            charge(9, reroll="any"),
            "if the roll fails, re-roll the lower die when the higher die shows 4 or more, "
            "re-roll both dice when the higher die shows 3 or less",
        ),
        (
            charge(9, reroll="one", dice=(6, 4)),
            "keep the dice for the re-roll; if the roll fails, re-roll the lower die with the 4 "
            "when the higher die shows 5 or more, with the 6 when the higher die shows 3 or 4",
        ),
        (
            charge(9, reroll="both", dice=(6,)),
            "keep the die for the re-roll; if the roll fails, re-roll both dice with the 6",
        ),
        (
            charge(9, reroll="one", drop_lowest=3),
            "if the roll fails, re-roll the lowest die when the highest die shows 3 or more",
        ),
        (
            battle_shock(12, dice3=True, reroll="one"),
            "if the roll fails, re-roll the lowest die when the others add up to 6 or more",
        ),
        (advance(reroll="both"), "re-roll the die when it shows 3 or less"),
        (advance(5, reroll="both"), "if the roll fails, re-roll the die"),
    ],
    ids=lambda value: value.query if isinstance(value, RollResult) else "",
)
def test_advice_in_words(result: RollResult, words: str) -> None:
    assert result.advice == words


@given(st.fixed_dictionaries(ROLLS), st.lists(st.integers(1, 6), max_size=3))
@settings(max_examples=60, deadline=None)
def test_there_is_advice_for_everything(fields: dict[str, Any], dice: list[int]) -> None:
    result = RollResult("advance", "advance", EDITIONS["10e"], Roll(**fields, dice=tuple(dice)))
    assert result.advice
    spent = [face for face in set(dice) if any(use.endswith(f" {face}") and chance for use, chance in result.spent.items())]
    for face in spent:
        assert f"the {face}" in result.advice


# Cards.


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{card['of']}: {card['says']}")
def test_a_card_holds(card: dict[str, Any]) -> None:
    result = getattr(mathhammer, card["of"])(**card["ask"])
    assert "success" in card or "law" in card
    if "success" in card:
        assert result.success == Fraction(card["success"])
    if "need" in card:
        assert result.need == card["need"]
    if "law" in card:
        assert dict(result.law) == {int(total): Fraction(chance) for total, chance in card["law"].items()}
    if "published" in card:
        assert abs(result.success - Fraction(card["published"])) > Fraction(1, 1000)
        assert card["why"]
    assert card["source"]


def test_a_volley_that_leaves_a_unit_below_half_and_the_test_after_it() -> None:
    """Source: https://tablegameshub.com/warhammer-40k-battleshock-calculator/, two of its calculators joined."""
    slain = attack("A20 BS3+ S4 AP0 D1", "10x T3 Sv5+ W1").law("kills")
    below_half = sum((slain.probability(models) for models in range(6, 10)), Fraction(0))
    assert below_half == Fraction(22258814732596625144062935040, 42391158275216203514294433201)
    failed = 1 - (battle_shock(7).success or 0)
    assert below_half * failed == Fraction(27823518415745781430078668800, 127173474825648610542883299603)


# Editions.


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_need_of_a_distance_in_every_edition(edition: str) -> None:
    for quarters in range(1, 49):
        distance = Fraction(quarters, 4)
        reach = 0 if edition == "11e" else 1
        need = charge(distance=distance, edition=edition).need
        assert need is not None
        assert need >= distance - reach > need - 1
        assert charge(distance=str(distance), edition=edition).need == need


def test_what_a_battle_shocked_unit_must_do_is_noted() -> None:
    assert battle_shock(7, shocked=True, edition="11e").notes == ("a Battle-shocked unit recovers only by passing",)
    assert battle_shock(7, shocked=True).notes == ("a Battle-shocked unit recovers without a test",)
    assert battle_shock(7, edition="11e").notes == ()


def test_a_number_beyond_the_bound_is_noted() -> None:
    assert charge(13, edition="11e").notes == ("the result of a charge roll is at most 12",)
    assert charge(13).notes == ()


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_acts_or_is_noted(order: str) -> None:
    tested, moved = battle_shock(7, order=order), advance(10, move=6, order=order)
    assert (tested.need == 6) == (not tested.notes) == (order == "duty-and-honour")
    assert (moved.law.lowest == 10) == (not moved.notes) == (order == "move-move-move")
    assert advance(4, order=order).law == advance(4).law
    assert advance(4, order=order).notes
    shocked = f"{order}: a Battle-shocked unit is affected by no Order"
    assert advance(10, move=6, order=order, shocked=True).notes == (shocked,)
    assert battle_shock(7, order=order, shocked=True).notes[0] == shocked


def test_duty_and_honour_keeps_the_bounds_of_leadership() -> None:
    better = {printed: battle_shock(printed, order="duty-and-honour") for printed in range(2, 13)}
    assert [result.need for result in better.values()] == [2, 3, 4, 5, 5, 6, 7, 8, 8, 8, 8]
    assert better[5].notes == ("duty-and-honour: Leadership gets no better than 5+",)
    assert not better[6].notes


# Results.


def test_results_are_values() -> None:
    result = charge(9, dice=(6, 5), reroll="one")
    again = pickle.loads(pickle.dumps(result))
    assert again == result == charge(9, dice=[6, 5], reroll="one")
    assert hash(again) == hash(result)
    assert again.law == result.law
    assert result != charge(9, dice=(6, 5), reroll="one", edition="11e")
    with pytest.raises(AttributeError):
        result.notes = ()  # type: ignore[misc]


def test_a_result_says_what_it_is() -> None:
    assert str(charge(9, dice=(6, 5))) == "charge 9 --dice 6,5 (10th edition): 2/3; use the 6 before the roll"
    assert repr(advance()) == "<advance (10th edition): 7/2 on average; nothing to decide>"
    assert str(charge(distance=["8.5", 7], plus=-1, drop_lowest=3, die=2).query) == (
        "charge --distance 17/2 --distance 7 --drop-lowest 3 --plus -1 --die 2"
    )


def test_without_a_number_there_is_no_success() -> None:
    result = advance(dice=(5,))
    assert (result.need, result.success) == (None, None)
    assert (result.value, result.base, result.gain) == (Fraction(5), Fraction(7, 2), Fraction(3, 2))


# Refusals.

REFUSED: list[tuple[type[MathhammerError], Any, dict[str, Any], str]] = [
    (SituationError, charge, {}, "a number, a distance or an arrival"),
    (SituationError, charge, {"need": 9, "distance": 9}, "one of them only"),
    (SituationError, charge, {"need": 9, "from_": "reserves"}, "one of them only"),
    (SituationError, charge, {"need": "9"}, "no whole number"),
    (SituationError, charge, {"need": True}, "no whole number"),
    (SituationError, charge, {"need": Fraction(9)}, "no whole number"),
    (LimitError, charge, {"need": 10**6}, "1000"),
    (LimitError, charge, {"need": 10**5000}, "1000"),
    (LimitError, charge, {"need": 9, "plus": -(10**5000)}, "1000"),
    (SituationError, charge, {"need": 9, "plus": None}, "no whole number"),
    (SituationError, charge, {"need": 9, "die": 7}, "1..6"),
    (SituationError, charge, {"need": 9, "die": 0}, "1..6"),
    (SituationError, charge, {"need": 9, "die": 10**5000}, "1 to 6"),
    (SituationError, charge, {"need": 9, "die": "6"}, "no face"),
    (SituationError, charge, {"need": 9, "die": True}, "no face"),
    (SituationError, charge, {"need": 9, "die": (6, 5)}, "2 dice in one roll"),
    (SituationError, charge, {"need": 9, "dice": (6, 7)}, "1..6"),
    (SituationError, charge, {"need": 9, "dice": "6,5"}, "dice=(6, 5)"),
    (SituationError, charge, {"need": 9, "dice": 6}, "dice=(6, 5)"),
    (SituationError, charge, {"need": 9, "die": 6, "dice": (5,)}, "not both"),
    (LimitError, charge, {"need": 9, "dice": [6] * 101}, "at most 100"),
    (SituationError, charge, {"need": 9, "reroll": "all of them"}, "both, one, any"),
    (SituationError, charge, {"need": 9, "drop_lowest": 4}, "write 3 for it"),
    (SituationError, charge, {"distance": 13}, "within 12"),
    (SituationError, charge, {"distance": [7, "12.5"]}, '12 1/2" away cannot be charged'),
    (SituationError, charge, {"distance": "far"}, "no distance"),
    (SituationError, charge, {"distance": -3}, "no distance"),
    (SituationError, charge, {"distance": 0}, "no distance"),
    (SituationError, charge, {"distance": "1/0"}, "no distance"),
    (SituationError, charge, {"distance": "1e999999999"}, "no distance"),
    (SituationError, charge, {"distance": 10**5000}, "no distance"),
    (SituationError, charge, {"distance": True}, "no distance"),
    (LimitError, charge, {"distance": []}, "1 to 100"),
    (LimitError, charge, {"distance": [7] * 101}, "1 to 100"),
    (SituationError, charge, {"from_": "above"}, "deep-strike, reserves"),
    (mathhammer.EditionError, charge, {"need": 9, "edition": "9e"}, "9e"),
    (SituationError, advance, {"order": "run"}, "no Order"),
    (SituationError, advance, {"shocked": "yes"}, "True or False"),
    (ProfileError, advance, {"move": 0}, "Move"),
    (ProfileError, advance, {"move": 101}, "Move"),
    (ProfileError, advance, {"move": "6"}, "Move"),
    (ProfileError, battle_shock, {"leadership": 1}, "2+..12+"),
    (ProfileError, battle_shock, {"leadership": 13}, "2+..12+"),
    (ProfileError, battle_shock, {"leadership": "7+"}, "write for example 7"),
    (SituationError, battle_shock, {"leadership": 7, "order": ["take-aim", "duty-and-honour"]}, "no Order"),
]


@pytest.mark.parametrize(("kind", "ask", "options", "said"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_is_refused_with_a_way_out(
    kind: type[MathhammerError], ask: Any, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(kind) as refusal:
        ask(**options)
    assert said in str(refusal.value)
    assert refusal.value.hint


def test_out_of_reach_is_an_answer() -> None:
    assert charge(20).success == 0
    assert charge(13, dice=(6,), reroll="any").success == 0
    assert battle_shock(8, plus=-12).success == 0
    assert advance(30, move=6).success == 0
    assert charge(-5).success == 1
