"""The best use of what is held in an attack: what it is worth, and when to use what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ..sequence.volley import Outcome
from .advice import Advice, in_order
from .attack import Game
from .hands import Stock


@dataclass(frozen=True)
class Decision:
    """The best use of the dice, and of the Command Re-roll, held in an attack.

    ``base`` is what the objective comes to when nobody holds anything, ``best`` when both sides use what
    they hold (prices paid), ``gain`` the improvement for the side that holds it (against the other's best use
    of its own, if both do); ``by_die`` the gain if the pool were that one die, ``marginal`` the loss if one die
    of that face were taken away, ``reroll`` the loss if the Command Re-roll were; ``spent`` the expected number of
    dice spent, by roll and face (``"hit 6"``, ``"hit re-roll"`` for the Command Re-roll), ``kept`` the chance that
    the attacker spends no die; ``advice`` says when which die is used.
    """

    objective: str
    rolls: str
    base: Fraction
    best: Fraction
    gain: Fraction
    by_die: Mapping[int, Fraction] = field(default_factory=dict)
    marginal: Mapping[int, Fraction] = field(default_factory=dict)
    reroll: Fraction | None = None
    spent: Mapping[str, Fraction] = field(default_factory=dict)
    advice: tuple[Advice, ...] = ()

    @property
    def policy(self) -> tuple[str, ...]:
        """When which die is used, in words; whatever is not named keeps the dice."""
        rest = "keep the dice" if self.by_die else "take Lethal Hits"
        if self.reroll is not None and not self.by_die:
            rest = "keep the Command Re-roll"
        return (*map(str, self.advice), f"otherwise {rest}" if self.advice else rest)


def decide(game: Game, attacker: Stock, defender: Stock) -> tuple[Decision, Outcome]:
    """The best use of what both sides hold, and the law of the squad's states that comes of it.

    What it is worth is said of the attacker's, or of the defender's if only the defender holds something.
    """
    ours, sign = (attacker, 1) if attacker else (defender, -1)
    best = game.solve(attacker, defender)
    known = {(attacker.counted, defender.counted): best.value}

    def value_of(one: Stock, other: Stock) -> Fraction:
        found = known.get((one.counted, other.counted))
        if found is None:
            found = known[one.counted, other.counted] = game.value(one, other)
        return found

    def value(stock: Stock) -> Fraction:
        """The value when that side holds something else, its rival what it holds."""
        return value_of(stock, defender) if attacker else value_of(Stock(), stock)

    base = value_of(Stock(), Stock())
    against = value(Stock()) if attacker and defender else base
    by_die, marginal = {}, {}
    for face in sorted(set(ours.dice)):
        left = list(ours.dice)
        left.remove(face)
        undiced = value(replace(ours, dice=())) if ours.reroll else against
        by_die[face] = sign * (value(replace(ours, dice=(face,), uses=1)) - undiced)
        marginal[face] = sign * (best.value - value(replace(ours, dice=tuple(left))))
    reroll = sign * (best.value - value(replace(ours, reroll=False))) if ours.reroll else None
    in_turn = sorted(best.spent.items(), key=lambda item: (in_order(item[0][0]), -item[0][1]))
    spent = {f"{label} {face or 're-roll'}": chance for (label, face), chance in in_turn}
    spent["kept"] = best.kept
    decision = Decision(
        objective=game.objective.name,
        rolls=game.rolls,
        base=base,
        best=best.value,
        gain=sign * (best.value - against),
        by_die=by_die,
        marginal=marginal,
        reroll=reroll,
        spent=spent,
        advice=best.advice,
    )
    return decision, best.outcome
