"""Threat ranges: compared with every die thrown and every choice tried, in the order in which a player learns them."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mathhammer
from mathhammer import LimitError, MathhammerError, ProfileError, SituationError, charge, threat
from mathhammer.editions import EDITIONS
from mathhammer.movement.gap import Gap
from mathhammer.situation import ORDERS

CARDS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "reference" / "threat.toml").read_text(encoding="utf-8")
)["card"]
FACES = range(1, 7)
JUST = Fraction(1, 10**9)  # "just over": less than any difference that is asked about
Hand = tuple[int, ...]


# The oracle: inches as numbers, dice in order, no faces left out; it shares no code with the engine.


class Charge:
    """One charge roll, played by trying everything."""

    def __init__(self, edition: str, away: Fraction, options: dict[str, Any]) -> None:
        self.eleventh = edition == "11e"
        self.away, self.reroll = away, options.get("reroll")
        self.plus: int = options.get("plus", 0)
        self.three = options.get("drop_lowest") is not None
        self.after = cache(self._after)

    def reaches(self, dice: Hand) -> bool:
        counted = sorted(dice)[1:] if self.three else dice
        result = max(1, sum(counted) + self.plus)
        return min(result, 12) >= self.away if self.eleventh else result >= self.away - 1

    def _after(self, dice: Hand, held: Hand) -> Fraction:
        """The dice lie on the table: leave them, or roll some again, perhaps with a held die among those."""
        values = [Fraction(self.reaches(dice))]
        number = len(dice)
        sizes = {None: (), "both": (number,), "one": (1,), "any": range(1, number + 1)}[self.reroll]
        for size in sizes:
            for again in combinations(range(number), size):
                kept = tuple(dice[at] for at in range(number) if at not in again)
                values.append(self.mean((*kept, *new) for new in product(FACES, repeat=size)))
                for die in held:
                    values.append(self.mean((*kept, die, *new) for new in product(FACES, repeat=size - 1)))
        return max(values)

    def mean(self, results: Iterator[Hand]) -> Fraction:
        reached = [self.reaches(dice) for dice in results]
        return Fraction(sum(reached), len(reached))

    def value(self, held: Hand) -> Fraction:
        if self.away > 12:
            return Fraction(0)
        number = 3 if self.three else 2
        values = []
        for before in (None, *held):
            put, rest = ((), held) if before is None else ((before,), ())
            rolls = [(*put, *new) for new in product(FACES, repeat=number - len(put))]
            values.append(sum((self.after(tuple(sorted(dice)), rest) for dice in rolls), Fraction(0)) / len(rolls))
        return max(values)


def oracle(edition: str, distance: Fraction, held: Hand, *, advance_dice: bool, charge_dice: bool, **said: Any) -> Fraction:
    """The chance to get there if the dice held may be put where it says, one at most into each roll."""
    scouts = said.get("scouts") or 0
    if edition == "10e-launch":
        scouts = min(scouts, said["move"])
    limit = 8 if edition == "11e" else 9
    if distance > limit:
        distance = distance - scouts if distance - scouts > limit else limit + JUST
    engaged = 2 if edition == "11e" else 1
    move = said["move"] + 3 * (said.get("order") == "move-move-move" and not said.get("shocked"))
    reach = said.get("reach")
    advances = said.get("charge_after_advance") or (said.get("advance") and reach)

    def there(inches: int, left: Hand) -> Fraction:
        away = distance - inches
        if away <= engaged < distance:
            away = engaged + JUST
        elif away <= engaged:
            away = distance
        if reach:
            return Fraction(away <= reach)
        return Charge(edition, away, said).value(left if charge_dice else ())

    if not advances:
        return there(move, held)
    values = [sum((there(move + face, held) for face in FACES), Fraction(0)) / 6]
    for at, face in enumerate(held if advance_dice else ()):
        values.append(there(move + face, (*held[:at], *held[at + 1 :])))
    return max(values)


def compared(edition: str, distance: Fraction, held: Hand, **said: Any) -> None:
    result = threat(distance=distance, dice=held, edition=edition, **said)
    (row,) = result.rows
    uses = {"none": (False, False), "advance": (True, False), "charge": (False, True)}
    expected = {
        use: oracle(edition, distance, held, advance_dice=first, charge_dice=second, **said)
        for use, (first, second) in uses.items()
    }
    assert {use: row.by_use[use] for use in uses} == expected
    best = oracle(edition, distance, held, advance_dice=True, charge_dice=True, **said)
    assert result.success == row.success == best == max(row.by_use.values())
    assert row.by_use.get("both", best) == best


def quarters(most: int) -> st.SearchStrategy[Fraction]:
    return st.integers(1, 4 * most).map(lambda number: Fraction(number, 4))


HANDS = st.lists(st.integers(1, 6), max_size=3).map(tuple)
UNITS = {
    "move": st.integers(1, 14),
    "scouts": st.sampled_from([None, None, 5, 6, 9]),
    "order": st.sampled_from([None, None, "move-move-move", "take-aim"]),
    "shocked": st.booleans(),
}


@given(
    st.sampled_from(list(EDITIONS)),
    quarters(45),
    HANDS,
    st.fixed_dictionaries(
        {
            **UNITS,
            "advance": st.booleans(),
            "charge_after_advance": st.booleans(),
            "plus": st.sampled_from([0, 0, 1, 2, -1, -3]),
            "reroll": st.sampled_from([None, "both", "one", "any"]),
        }
    ),
)
@settings(max_examples=80, deadline=None)
def test_a_charge_from_afar_is_as_thrown_out_in_full(
    edition: str, distance: Fraction, held: Hand, said: dict[str, Any]
) -> None:
    compared(edition, distance, held, **said)


@given(
    st.sampled_from(["10e", "11e"]),
    st.integers(8, 22).map(Fraction),
    HANDS,
    st.sampled_from([None, "both", "one"]),
    st.booleans(),
)
@settings(max_examples=15, deadline=None)
def test_three_dice_without_the_lowest_are_as_thrown_out_in_full(
    edition: str, distance: Fraction, held: Hand, reroll: Any, advances: bool
) -> None:
    compared(edition, distance, held, move=6, drop_lowest=3, reroll=reroll, charge_after_advance=advances)


@given(
    st.sampled_from(list(EDITIONS)),
    quarters(70),
    HANDS,
    st.fixed_dictionaries({**UNITS, "advance": st.booleans(), "reach": st.integers(1, 36)}),
)
@settings(max_examples=80, deadline=None)
def test_the_reach_of_a_weapon_is_as_measured_in_full(
    edition: str, distance: Fraction, held: Hand, said: dict[str, Any]
) -> None:
    compared(edition, distance, held, **said)


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("held", [(), (6,), (3,), (6, 2)])
@pytest.mark.parametrize("advances", [False, True])
def test_every_distance_is_as_thrown_out_in_full(edition: str, held: Hand, advances: bool) -> None:
    for distance in range(1, 34):
        for scouts in (None, 6):
            compared(edition, Fraction(distance), held, move=7, scouts=scouts, charge_after_advance=advances)


def test_the_oracle_itself_gives_the_known_vectors() -> None:
    known = {(): Fraction(1, 24), (6,): Fraction(1, 6)}
    for held, chance in known.items():
        both = {"advance_dice": True, "charge_dice": True}
        assert oracle("10e", Fraction(24), held, **both, move=7, charge_after_advance=True) == chance
    late = oracle("10e", Fraction(24), (6,), advance_dice=False, charge_dice=True, move=7, charge_after_advance=True)
    assert late == Fraction(5, 36)


# Cards.


@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card["says"]))
def test_a_card_holds(card: dict[str, Any]) -> None:
    result = threat(**card["ask"])
    assert result.success == Fraction(card["success"])
    if "by_use" in card:
        assert result.rows[0].by_use == {use: Fraction(chance) for use, chance in card["by_use"].items()}
    if "farthest" in card:
        assert result.farthest == Fraction(card["farthest"])
    assert card["source"]


# Laws.

HELP: list[dict[str, Any]] = [
    {},
    {"charge_after_advance": True},
    {"charge_after_advance": True, "dice": (6, 4)},
    {"reroll": "one", "plus": -1},
    {"reach": 18, "advance": True, "dice": (3,)},
    {"order": "move-move-move", "drop_lowest": 3},
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scouts", [None, 7])
@pytest.mark.parametrize("options", HELP, ids=str)
def test_nearer_is_never_worse_and_what_holds_at_an_inch_holds_just_before(
    edition: str, scouts: int | None, options: dict[str, Any]
) -> None:
    distances = [Fraction(number, 4) for number in range(1, 181)]
    rows = threat(6, distance=distances, scouts=scouts, edition=edition, **options).rows
    chances = {row.distance: row.success for row in rows}
    found = list(chances.values())
    assert found == sorted(found, reverse=True)
    assert found[-1] == 0
    engaged = EDITIONS[edition].engagement_range
    assert all(chance == chances[Fraction(-(-d // 1))] for d, chance in chances.items() if d > engaged)


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("options", HELP, ids=str)
@pytest.mark.parametrize("least", ["1%", "1/12", "5/18", "50%", "75%", "35/36", "100%"])
def test_the_farthest_distance_is_the_last_that_is_good_enough(edition: str, options: dict[str, Any], least: str) -> None:
    result = threat(6, chance=least, edition=edition, **options)
    chances = {row.distance: row.success for row in threat(6, distance="3..60", edition=edition, **options).rows}
    enough = [distance for distance, chance in chances.items() if chance >= (result.chance or 2)]
    assert result.farthest == (max(enough) if enough else None)
    assert result.success == (chances[max(enough)] if enough else None)


def test_the_chance_asked_for_is_compared_exactly() -> None:
    found = threat(6, distance=17).success
    assert found is not None
    assert threat(6, chance=found).farthest is not None
    assert threat(6, chance=found).farthest == threat(6, chance=found - JUST).farthest
    assert (threat(6, chance=found + JUST).farthest or 0) < (threat(6, chance=found).farthest or 0)


def test_sure_in_the_11th_edition_is_no_distance() -> None:
    result = threat(6, chance="100%", edition="11e")
    assert (result.farthest, result.rows, result.success) == (None, (), None)


@given(quarters(30), HANDS, st.integers(1, 6), st.booleans())
@settings(max_examples=40, deadline=None)
def test_more_dice_are_never_worse(distance: Fraction, held: Hand, more: int, advances: bool) -> None:
    said: dict[str, Any] = {"distance": distance, "charge_after_advance": advances}
    few, many = threat(6, dice=held, **said).success, threat(6, dice=(*held, more), **said).success
    assert few is not None
    assert many is not None
    assert few <= many
    assert threat(6, die=more, **said).rows == threat(6, dice=(more,), **said).rows


HELPED: list[dict[str, Any]] = [{}, {"reroll": "one"}, {"dice": (5,), "plus": 1}]


def test_without_an_advance_it_is_the_charge_over_what_the_move_leaves() -> None:
    for edition in EDITIONS:
        for distance in range(9, 19):
            for options in HELPED:
                direct = charge(distance=distance - 6, edition=edition, **options)
                assert threat(6, distance=distance, edition=edition, **options).success == direct.success


def test_a_gap_that_is_just_over_lies_between_its_inches_and_all_larger_ones() -> None:
    assert Gap(Fraction(9)) < Gap(Fraction(9), over=True) < Gap(9 + JUST)
    assert Gap(Fraction(9), over=True).nearer(6, more_than=1) == Gap(Fraction(3), over=True)


# Words.


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"distance": 24, "charge_after_advance": True, "dice": (6,)}, "use the 6 on the Advance"),
        ({"distance": 20, "charge_after_advance": True, "dice": (6,)}, "keep the die for the charge"),
        (
            {"distance": 24, "charge_after_advance": True, "dice": (6, 5)},
            "use the 5 on the Advance, keep the other for the charge",
        ),
        (
            {"distance": 24, "charge_after_advance": True, "dice": (6, 5, 1)},
            "use the 5 on the Advance, keep the rest for the charge",
        ),
        ({"distance": 24, "charge_after_advance": True, "dice": (1,)}, "keep the die"),
        ({"distance": 24, "charge_after_advance": True}, "nothing to decide"),
        ({"distance": 30, "charge_after_advance": True, "dice": (6,)}, "out of reach"),
        ({"distance": 17, "dice": (6,)}, "use the 6 before the roll"),
        ({"distance": 17, "dice": (1,)}, "keep the die"),
        ({"distance": 17, "reroll": "both"}, "if the roll fails, re-roll both dice"),
        ({"distance": 34, "reach": 24, "advance": True, "dice": (6, 3)}, "use the 3 on the Advance"),
        ({"distance": 30, "reach": 24, "advance": True, "dice": (6, 3)}, "keep the dice"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_advice_in_words(options: dict[str, Any], words: str) -> None:
    result = threat(7, **options)
    assert result.advice(result.rows[0]) == words


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_acts_or_is_noted(order: str) -> None:
    plain, ordered = threat(6, distance=19), threat(6, distance=19, order=order)
    assert (ordered.success != plain.success) == (not ordered.notes) == (order == "move-move-move")
    assert threat(6, distance=19, order=order, shocked=True).notes == (
        f"{order}: a Battle-shocked unit is affected by no Order",
    )


def test_what_does_nothing_is_noted() -> None:
    assert threat(6, distance=14, advance=True).notes == ("a unit that Advances cannot charge: it makes a Normal move",)
    assert threat(6, distance=14, advance=True, charge_after_advance=True).notes == ()
    assert threat(6, distance=34, advance=True, reach=24).notes == ()
    assert threat(6, distance=2, edition="11e").notes == ('a unit within 2" of the enemy is engaged already',)
    assert threat(6, distance=25, scouts=9, edition="10e-launch").notes == ('a Scouts move is no longer than the Move, 6"',)


# Results.


def test_results_are_values() -> None:
    result = threat(7, distance=24, charge_after_advance=True, dice=(6, 5))
    again = pickle.loads(pickle.dumps(result))
    assert again == result == threat(move=7, distance="24", charge_after_advance=True, dice=[6, 5])
    assert hash(again) == hash(result)
    assert again.rows == result.rows
    assert result != threat(7, distance=24, charge_after_advance=True, dice=(6, 5), edition="11e")
    with pytest.raises(AttributeError):
        result.notes = ()  # type: ignore[misc]
    assert str(result).startswith("threat --move 7 --charge-after-advance --distance 24 --dice 6,5 (10th edition): ")
    assert repr(threat(6, distance="17..18")) == '<threat --move 6 --distance 17..18 (10th edition): 17": 1/6, 18": 1/12>'


def test_a_single_distance_has_a_success_and_several_have_none() -> None:
    assert threat(6, distance=14).success == Fraction(7, 12)
    assert threat(6, distance="14..16").success is None
    assert [row.distance for row in threat(6, distance="12.5..15").rows] == [
        Fraction(25, 2),
        Fraction(27, 2),
        Fraction(29, 2),
    ]
    assert [row.distance for row in threat(6, distance=[20, "14", Fraction(29, 2)]).rows] == [20, 14, Fraction(29, 2)]
    assert threat(6, distance=range(14, 17)).query == "threat --move 6 --distance 14..16"
    assert threat(6, distance=[14, 18]).query == "threat --move 6 --distance 14 --distance 18"


# Refusals.

REFUSED: list[tuple[type[MathhammerError], dict[str, Any], str]] = [
    (SituationError, {}, "no distance is given"),
    (SituationError, {"distance": []}, "no distance is given"),
    (SituationError, {"distance": "far"}, "no distance"),
    (SituationError, {"distance": "12..far"}, "no distance"),
    (SituationError, {"distance": "..24"}, "no distance"),
    (SituationError, {"distance": "24..18"}, "ends before it begins"),
    (SituationError, {"distance": -1}, "no distance"),
    (SituationError, {"distance": 10**5000}, "no distance"),
    (LimitError, {"distance": "1..999999"}, "more than 200"),
    (LimitError, {"distance": range(1, 10**9)}, "more than 200"),
    (ProfileError, {"move": 0, "distance": 9}, "Move"),
    (ProfileError, {"move": 10**5000, "distance": 9}, "Move"),
    (ProfileError, {"move": "6", "distance": 9}, "Move"),
    (ProfileError, {"distance": 9, "scouts": 0}, "Scouts"),
    (ProfileError, {"distance": 9, "scouts": True}, "Scouts"),
    (SituationError, {"distance": 9, "reach": 0}, "a reach is outside"),
    (SituationError, {"distance": 9, "reach": 10**5000}, "a reach is outside"),
    (SituationError, {"distance": 9, "reach": 24, "reroll": "one"}, "leave out one of them"),
    (SituationError, {"distance": 9, "reach": 24, "charge_after_advance": True}, "leave out one of them"),
    (SituationError, {"distance": 9, "reach": 24, "plus": 1}, "leave out one of them"),
    (SituationError, {"distance": 9, "advance": "yes"}, "True or False"),
    (SituationError, {"distance": 9, "charge_after_advance": 1}, "True or False"),
    (SituationError, {"distance": 9, "shocked": 1}, "True or False"),
    (SituationError, {"distance": 9, "order": "run"}, "no Order"),
    (SituationError, {"distance": 9, "reroll": "all"}, "both, one, any"),
    (SituationError, {"distance": 9, "drop_lowest": 2}, "write 3"),
    (LimitError, {"distance": 9, "plus": 10**6}, "1000"),
    (SituationError, {"distance": 9, "die": 7}, "1..6"),
    (SituationError, {"distance": 9, "die": 6, "dice": (5,)}, "not both"),
    (SituationError, {"distance": 9, "dice": "6"}, "dice=(6, 5)"),
    (SituationError, {"chance": "75"}, "for example 75%"),
    (SituationError, {"chance": "0%"}, "no chance"),
    (SituationError, {"chance": "101%"}, "no chance"),
    (SituationError, {"chance": Fraction(3, 2)}, "no chance"),
    (SituationError, {"chance": True}, "no chance"),
    (SituationError, {"chance": 10**5000}, "no chance"),
    (SituationError, {"chance": "often"}, "'often' is no chance"),
    (mathhammer.EditionError, {"distance": 9, "edition": "9e"}, "9e"),
]


@pytest.mark.parametrize(("kind", "options", "said"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_is_refused_with_a_way_out(kind: type[MathhammerError], options: dict[str, Any], said: str) -> None:
    with pytest.raises(kind) as refusal:
        threat(**{"move": 6, **options})
    assert said in str(refusal.value)
    assert refusal.value.hint
