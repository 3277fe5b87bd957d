"""Which of two rules is better: every statement against the engine, for every hit, wound and save roll."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from mathhammer import MathhammerError, contest
from mathhammer.editions import EDITIONS, edition
from mathhammer.notation import read_unit, read_weapon
from mathhammer.result.contest import depends, grids, statement, that_is
from mathhammer.sequence.steps import Steps, steps
from mathhammer.situation import Situation
from mathhammer.symbolic.contest import HITS, SAVES, TRIPLES, WOUNDS, Triple, outcome, side_of
from mathhammer.symbolic.polynomial import Polynomial, element_of, plain

RULES = (
    "lethal hits",
    "sustained hits 1",
    "sustained hits 2",
    "sustained hits D3",
    "devastating wounds",
    "twin-linked",
    "reroll hits 1s",
    "reroll hits",
    "reroll hits non-crits",
    "reroll wounds 1s",
    "reroll wounds non-crits",
    "+1 to hit",
    "-1 to hit",
    "+1 to wound",
    "+1 BS",
    "crit hit 5+",
    "crit wound 5+",
    "anti-vehicle 4+",
    "wound rolls 1-3 fail",
    "mortals 1 on crit wound",
    "+1 AP",
    "+2 AP",
    "+1 A",
    "+1 D",
    "rapid fire 1",
    "melta 2",
    "heavy",
    "lance",
    "torrent",
    "crit hit 5+, lethal hits",
    "crit hit 5+ (successful), sustained hits 1",
    "conversion, lethal hits",
    "lethal hits, sustained hits 1, devastating wounds",
    "crit hit 5+, reroll hits non-crits, sustained hits 1, devastating wounds, twin-linked",
)
PAIRED = (*RULES[:6], *RULES[6::3])
STRENGTH = {2: 10, 3: 6, 4: 5, 5: 4, 6: 2}  # against Toughness 5
ASKED = Situation(half_range=True, long_range=True, stationary=True, charged=True, lethal="always")
ATTACKS, DAMAGE = 3, 2


@cache
def nominal(rules: str, triple: Triple, name: str) -> Fraction:
    """The engine's mean damage of a written weapon that needs these rolls."""
    hit, wound, save = triple
    brackets = f" [{rules}]" if rules else ""
    weapon = read_weapon(f"A{ATTACKS} BS{hit}+ S{STRENGTH[wound]} AP0 D{DAMAGE}{brackets}")
    found = steps(weapon, read_unit(f"3x T5 Sv{save}+ W2 FNP5+ [vehicle]"), ASKED, edition(name))
    assert isinstance(found, Steps)
    return found.nominal


def values(triple: Triple) -> dict[str, Fraction]:
    hit, wound, save = triple
    sixth = Fraction(1, 6)
    chances = {"h": (7 - hit) * sixth, "c": sixth, "w": (7 - wound) * sixth, "k": sixth, "s": (save - 1) * sixth}
    return chances | {"f": Fraction(2, 3), "n": Fraction(ATTACKS), "D": Fraction(DAMAGE)}


@pytest.mark.parametrize("rules", RULES)
def test_the_mean_damage_of_a_side_is_the_engine_s_on_every_triple(rules: str) -> None:
    for name in ("10e", "11e"):
        side = side_of(rules, edition(name))
        assert len(side.damage) == len(HITS) * len(WOUNDS) * len(SAVES) == 150
        for triple, damage in side.damage.items():
            assert damage.at(**values(triple)) == nominal(rules, triple, name), triple


@cache
def side(rules: str) -> dict[Triple, Polynomial]:
    return dict(side_of(rules, edition("10e")).damage)


def holds(said: str) -> Iterator[str]:
    """What an outcome says for this many attacks and this damage."""
    if said in ("first", "second", "equal"):
        yield said
        return
    left, sign, right = said.partition(" > ") if ">" in said else said.partition(" < ")
    sides = [evaluated(text) for text in (left, right)]
    difference = (sides[0] - sides[1]) * (1 if sign == " > " else -1)
    yield "equal" if not difference else "first" if difference > 0 else "second"


def evaluated(text: str) -> Fraction:
    """The value of ``2 n`` or ``5/2`` or ``3 + D``."""
    total = Fraction(0)
    for term in text.replace(" - ", " + -").split(" + "):
        product = Fraction(1)
        for factor in term.split():
            letter, _, below = factor.partition("/")
            number = {"n": Fraction(ATTACKS), "D": Fraction(DAMAGE), "-D": Fraction(-DAMAGE)}.get(letter)
            product *= Fraction(factor) if number is None else number / int(below or 1)
        total += product
    return total


def test_pairs_are_judged_as_the_engine_does_on_every_triple() -> None:
    judged = 0
    for first, second in combinations(PAIRED, 2):
        for triple in TRIPLES:
            one, other = nominal(first, triple, "10e"), nominal(second, triple, "10e")
            expected = "equal" if one == other else "first" if one > other else "second"
            difference = difference_of(first, second, triple)
            (found,) = holds(outcome(difference, triple))
            assert found == expected, (first, second, triple)
            judged += 1
    assert judged == 150 * len(PAIRED) * (len(PAIRED) - 1) // 2


@cache
def _difference(one: Polynomial, other: Polynomial) -> Polynomial:
    return plain(element_of(one) - element_of(other))


def difference_of(first: str, second: str, triple: Triple) -> Polynomial:
    return _difference(side(first)[triple], side(second)[triple])


def test_lethal_hits_against_sustained_hits() -> None:
    found = contest("lethal hits", "sustained hits 1", edition="10e")
    (part,) = found.parts
    assert part.difference.text() == "D c f n s (1 - 2 w)"
    assert that_is(part.difference) == "w < 1/2"
    assert depends(found) == (1,)
    assert statement(found) == [
        "sustained hits 1 is better when the wound roll is 3+ or better",
        "equal when the wound roll is 4+",
        "lethal hits is better when the wound roll is worse than 4+",
    ]


def test_a_statement_in_two_rolls_is_a_grid() -> None:
    found = contest("+1 to hit", "+1 to wound", edition="10e")
    assert statement(found) == []
    ((title, (head, *rows)),) = list(grids(found))
    assert title == ""
    assert head == ("hit, wound", "2+", "3+", "4+", "5+", "6+")
    assert [row[1:].index("=") for row in rows] == [0, 1, 2, 3, 4]


def test_a_statement_may_depend_on_the_attacks_or_the_damage() -> None:
    assert statement(contest("+1 D", "+1 A")) == ["+1 D is better if n > D, +1 A if the other way round"]
    found = contest("+1 A", "lethal hits")
    assert found.outcomes[3, 4, 4] == "n < 4"
    assert nominal("+1 A", (3, 4, 4), "10e") > nominal("lethal hits", (3, 4, 4), "10e")


def test_the_sides_in_the_other_order_say_the_opposite() -> None:
    turned = {"first": "second", "second": "first", "equal": "equal"}
    one, other = contest("twin-linked", "devastating wounds"), contest("devastating wounds", "twin-linked")
    assert {triple: turned[said] for triple, said in one.outcomes.items()} == other.outcomes


def test_limits_are_stated() -> None:
    assert any("VEHICLE" in limit for limit in contest("anti-vehicle 4+", "twin-linked").limits)
    assert any("invulnerable" in limit for limit in contest("+1 AP", "twin-linked").limits)
    assert any("half range" in limit for limit in contest("melta 2", "heavy").limits)
    assert any("always taken" in limit for limit in contest("lethal hits", "heavy", edition="11e").limits)
    assert any("overkill" in limit for limit in contest("lethal hits", "heavy").limits)


REFUSED = {
    "Strength": ("+1 S", "twin-linked", "Strength and Toughness"),
    "worse AP": ("twin-linked", "-1 AP", "printed AP"),
    "fewer attacks": ("-1 A", "twin-linked", "printed A or D"),
    "dice of the damage": ("reroll damage", "twin-linked", "changes no mean damage"),
    "number of models": ("blast", "twin-linked", "changes no mean damage"),
    "a label": ("precision", "twin-linked", "changes no mean damage"),
    "the same": ("sustained 1", "sustained hits 1", "both sides"),
    "twice on one side": ("lethal hits, lethal hits", "twin-linked", "lethal hits"),
    "nothing": ("", "twin-linked", "0 rules"),
    "the target's": ("stealth", "twin-linked", "keyword of the target"),
    "nobody's": ("lethal hitz", "twin-linked", "did you mean"),
    "a condition that fails": ("lethal hits: non-vehicle, anti-vehicle 4+", "twin-linked", "acts on no target"),
}


@pytest.mark.parametrize(("first", "second", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_stated_is_refused(first: str, second: str, message: str) -> None:
    with pytest.raises(MathhammerError, match=message):
        contest(first, second)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_keyword_s_rule_is_stated_against_that_keyword(name: str) -> None:
    found = contest("sustained hits 1: vehicle", "lethal hits", edition=name)
    assert any("VEHICLE" in limit for limit in found.limits)
    assert found.outcomes == {
        triple: {"first": "second", "second": "first"}.get(said, said)
        for triple, said in contest("lethal hits", "sustained hits 1", edition=name).outcomes.items()
    }
