"""Which of two rules is better, against all targets: the difference of the mean damage, in factors.

Each side is a weapon with some rules of its own, and no other. What the rules do is taken from the
engine: the steps of its attack, for every hit, wound and save roll. The chances of these steps are
written in the letters of the plain attack, so the difference of two sides is a polynomial; its sign
is judged in fractions for every roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import gcd, lcm
from typing import Any, TypeAlias

from ..dice import Dice
from ..editions import Edition
from ..errors import MathhammerError
from ..exact import mean
from ..notation.keywords import read_weapon_rules
from ..notation.tokens import Piece, quoted
from ..profiles import Group, Unit, Weapon
from ..rules.rule import Rule
from ..rules.wounds import AntiKeyword
from ..sequence.steps import Steps, steps
from ..situation import Situation
from .attack import NAMES, shape_of, stages
from .polynomial import Element, Polynomial, element_of, letters, number, plain, polynomial
from .roll import roll_in_letters

Triple: TypeAlias = tuple[int, int, int]  # the hit, wound and save roll that succeeds; a save of 7 is none

HITS, WOUNDS, SAVES = range(2, 7), range(2, 7), range(2, 8)
TRIPLES: tuple[Triple, ...] = tuple(product(HITS, WOUNDS, SAVES))
MOST_RULES = 6  # of one side
# Where a rule asks for a circumstance, it is taken to be there.
ASSUMED = Situation(half_range=True, long_range=True, stationary=True, charged=True, lethal="always")
_TOUGHNESS = 4
_STRENGTHS = {2: 8, 3: 5, 4: 4, 5: 3, 6: 2}  # that need so much to wound
_PLAIN = 100  # attacks and damage of the plain weapon, so large that no rule meets their least value


@dataclass(frozen=True)
class Side:
    """The rules of one side, and the mean damage of an attack with them, roll by roll."""

    rules: tuple[Rule, ...]
    damage: dict[Triple, Polynomial]

    def __str__(self) -> str:
        return ", ".join(map(str, self.rules))


def side_of(text: str, edition: Edition) -> Side:
    """The side with these rules, one or several with commas between them.

    Raises `NotationError` for a keyword that is not the weapon's, `MathhammerError` where its effect
    cannot be stated for all targets.

    >>> from mathhammer.editions import edition
    >>> side_of("sustained hits 2", edition("10e")).damage[3, 4, 5].text()
    'D f n s w (h + 2 c)'
    """
    pieces = [piece for piece in Piece.of(text.strip().removeprefix("[").removesuffix("]")).split(",") if piece.text.strip()]
    if not 1 <= len(pieces) <= MOST_RULES:
        raise MathhammerError(f"{len(pieces)} rules stand on one side", f"write 1 to {MOST_RULES}, with commas")
    rules = tuple(read_weapon_rules(pieces).values())
    if len({str(rule) for rule in rules}) < len(pieces):
        raise MathhammerError(f"a rule stands twice in {quoted(text)}", "write each once")
    return Side(rules, _damages(rules, edition))


def _damages(rules: tuple[Rule, ...], edition: Edition) -> dict[Triple, Polynomial]:
    """The mean damage, roll by roll; no rule on one roll looks at the need of another, so each varies alone."""
    known = letters(*NAMES)
    hits = {need: roll_in_letters(_checked(rules, (need, 4, 4), edition).hit, known["h"], known["c"]) for need in HITS}
    wounds = {need: _checked(rules, (4, need, 4), edition).wounds[0][2] for need in WOUNDS}
    wounded = {need: roll_in_letters(check, known["w"], known["k"]) for need, check in wounds.items()}
    saves = {need: _unsaved(_checked(rules, (4, 4, need), edition), known["s"]) for need in SAVES}
    rest = _checked(rules, (4, 4, 4), edition)
    found: dict[Any, Polynomial] = {}
    damage = {}
    for hit, wound, save in TRIPLES:
        case = (hits[hit], wounded[wound], saves[save])
        if case not in found:
            found[case] = plain(_in_letters(rest, known, case))
        damage[hit, wound, save] = found[case]
    if set(damage.values()) == {plain(_in_letters(_steps((), (4, 4, 4), edition), known, _plain_rolls(known)))}:
        names = ", ".join(map(str, rules))
        raise MathhammerError(f"[{names}] changes no mean damage that holds for all targets", "compare other rules")
    return damage


def _plain_rolls(known: Mapping[str, Element]) -> tuple[Any, Any, Any]:
    return (known["h"], known["c"]), (known["w"], known["k"]), known["s"]


def _checked(rules: tuple[Rule, ...], triple: Triple, edition: Edition) -> Steps:
    """The steps of the attack with these rules, if they say all that can be said of it."""
    before, after = (_steps(several, triple, edition) for several in ((), rules))
    _check_stated(rules, before, after)
    return after


def _steps(rules: tuple[Rule, ...], triple: Triple, edition: Edition) -> Steps:
    """The steps of the attack with these rules that needs these rolls without them."""
    hit, wound, save = triple
    weapon = Weapon(
        attacks=Dice(plus=_PLAIN),
        skill=hit,
        strength=Dice(plus=_STRENGTHS[wound]),
        ap=save - 2,
        damage=Dice(plus=_PLAIN),
        rules=rules,
    )
    group = Group(_TOUGHNESS, save=2, keywords=_keywords(rules))
    found = steps(weapon, Unit((group,)), ASSUMED, edition)
    assert isinstance(found, Steps)
    return found


def _keywords(rules: Iterable[Rule]) -> tuple[str, ...]:
    """The KEYWORDS that a target needs for these rules to act."""
    wanted = [rule.keyword for rule in rules if isinstance(rule, AntiKeyword)]
    for rule in rules:
        if rule.condition is not None:
            wanted += [keyword for keyword, there in rule.condition.terms if there][:1]
    found = tuple(dict.fromkeys(wanted))
    for rule in rules:
        if rule.condition is not None and not rule.condition.holds(frozenset(found)):
            raise MathhammerError(f"[{rule}] acts on no target that the others need", "leave out its condition")
    return found


def _check_stated(rules: tuple[Rule, ...], before: Steps, after: Steps) -> None:
    """Refuse what depends on more than the rolls: Strength, the printed AP, the law of the damage."""
    names = ", ".join(map(str, rules))
    if [strength for strength, _, _ in after.wounds] != [strength for strength, _, _ in before.wounds]:
        raise MathhammerError(f"[{names}] depends on Strength and Toughness", "compare it with sweep, or against a target")
    if after.save.modified_ap < before.save.ap:
        raise MathhammerError(f"[{names}] depends on the printed AP", "compare it against a target")
    if mean(after.attacks) < _PLAIN or mean(after.damage) < _PLAIN:
        raise MathhammerError(f"[{names}] depends on the printed A or D, for both are at least 1", "compare it with attack")
    if len(after.damage) > 1 and not after.damage_roll.weapon.add:
        raise MathhammerError(f"[{names}] depends on the dice of the damage", "compare it against a target")


def _in_letters(after: Steps, known: Mapping[str, Element], case: tuple[Any, Any, Any]) -> Element:
    """The mean damage of one side in the letters of the plain attack."""
    (h, c), (w, k), s = case
    attacks = mean(after.attacks) - _PLAIN
    damage = mean(after.damage) - _PLAIN
    changed = dict(known) | {"h": h, "c": c, "w": w, "k": k, "s": s}
    changed |= {"n": known["n"] + number(attacks), "D": known["D"] + number(damage)}
    changed |= {"M": known["s"] * 0 + number(mean(after.mortal_damage)), "m": known["f"]}
    return stages(replace(shape_of(after), apart=False), changed, number)["lost"]


def _unsaved(after: Steps, letter: Element) -> Element:
    plain_chance = Fraction(after.save.ap + 1, 6)  # against a Save of 2+
    better = Fraction(after.save.modified_ap - after.save.ap, 6)
    found = 1 - after.save.chance()
    if found == plain_chance + better:
        return letter + number(better) if better else letter
    return letter * 0 + number(found)


@dataclass(frozen=True)
class Part:
    """Rolls for which one pair of formulas holds: the mean damage of both sides, and how much more the first does."""

    hits: tuple[int, ...]
    wounds: tuple[int, ...]
    saves: tuple[int, ...]
    first: Polynomial
    second: Polynomial
    difference: Polynomial


@dataclass(frozen=True)
class Contest:
    """Two sides, what they do, and which is better for every hit, wound and save roll.

    ``outcomes`` say for each triple of rolls ``first``, ``second``, ``equal``, or on which condition
    (on the attacks n, the damage D) the first is better.
    """

    edition: Edition
    first: str
    second: str
    parts: tuple[Part, ...]
    outcomes: dict[Triple, str]
    limits: tuple[str, ...]


def contest(first: str, second: str, edition: Edition) -> Contest:
    """Which of two sides does more mean damage, against all targets.

    Raises a `MathhammerError` for sides that cannot be compared so.

    >>> from mathhammer.editions import edition
    >>> found = contest("lethal hits", "sustained hits 1", edition("10e"))
    >>> found.parts[0].difference.text(), found.outcomes[3, 5, 4], found.outcomes[3, 4, 4]
    ('D c f n s (1 - 2 w)', 'first', 'equal')
    """
    one, other = side_of(first, edition), side_of(second, edition)
    if str(one) == str(other):
        raise MathhammerError(f"both sides are [{one}]", "write two different rules")
    grouped: dict[tuple[Polynomial, Polynomial], list[Triple]] = {}
    for triple in TRIPLES:
        grouped.setdefault((one.damage[triple], other.damage[triple]), []).append(triple)
    parts: list[Part] = []
    outcomes: dict[Triple, str] = {}
    for (more, less), triples in grouped.items():
        difference = plain(element_of(more) - element_of(less))
        hits, wounds, saves = (tuple(sorted({triple[at] for triple in triples})) for at in range(3))
        parts.append(Part(hits, wounds, saves, more, less, difference))
        outcomes |= {triple: outcome(difference, triple) for triple in triples}
    return Contest(
        edition, str(one), str(other), tuple(parts), outcomes, tuple(_limits([*one.rules, *other.rules], edition))
    )


def outcome(difference: Polynomial, triple: Triple) -> str:
    """Which side is better for these rolls: the sign of the difference, or the condition on which it is above 0.

    >>> from mathhammer.symbolic.polynomial import polynomial
    >>> outcome(polynomial(("n", "D"), {(1, 1): Fraction(3), (0, 1): Fraction(-4)}), (3, 4, 4))
    'n > 4/3'
    """
    hit, wound, save = triple
    rolls = {"h": Fraction(7 - hit, 6), "w": Fraction(7 - wound, 6), "s": Fraction(save - 1, 6)}
    chances = rolls | {"c": Fraction(1, 6), "k": Fraction(1, 6), "f": Fraction(1)}
    rest = difference.put(**chances)
    shared = [min((e[at] for e, _ in rest.terms), default=0) for at in range(len(rest.names))]
    terms = {tuple(a - b for a, b in zip(e, shared, strict=True)): c for e, c in rest.terms}
    left = polynomial(rest.names, terms)
    if not left.unknowns:
        amount = left.at()
        return "equal" if not amount else "first" if amount > 0 else "second"
    if len(left.unknowns) > 1:
        return _compared(left)
    (name,) = left.unknowns
    constant, slope = left.at(**{name: 0}), left.at(**{name: 1}) - left.at(**{name: 0})
    root = -constant / slope
    if root < 1:  # there is at least 1 attack, and 1 damage
        return "first" if slope > 0 else "second"
    return f"{name} {'>' if slope > 0 else '<'} {root}"


def _compared(left: Polynomial) -> str:
    """The condition that a polynomial in several letters is above 0, in whole numbers without a common factor."""
    unit = lcm(*(c.denominator for _, c in left.terms))
    shared = gcd(*(int(c * unit) for _, c in left.terms))
    whole = {e: c * unit / shared for e, c in left.terms}
    more, less = (polynomial(left.names, {e: abs(c) for e, c in whole.items() if (c > 0) is side}) for side in (True, False))
    return f"{more.text()} > {less.text()}"


def _limits(rules: list[Rule], edition: Edition) -> Iterator[str]:
    """What the statement takes for granted."""
    titles = {rule.title() for rule in rules}
    yield "mean damage as if nothing were lost to overkill, of a weapon with no other rules"
    yield "judged for each of the 150 hit, wound and save rolls: 2+ to 6+, critical on a 6; saves of 2+ to 6+ or none"
    yield "h, c, w, k, s are the chances of these rolls themselves, before the rules of either side"
    if "+N AP" in titles:
        yield "where an invulnerable save is used, more AP does nothing"
    if titles & {"heavy", "lance", "rapid fire", "melta", "conversion"}:
        yield "taken to act: within half range, stationary, after a charge, at long range, as each rule needs"
    if keywords := _keywords(rules):
        yield f"against {' and '.join(keyword.upper() for keyword in keywords)}"
    if "lethal hits" in titles and edition.lethal_optional:
        yield "lethal hits are always taken"
    if titles & {"devastating wounds", "mortals on crit wound"}:
        yield "f is the same for every kind of wound; no rule of the target changes the damage"
