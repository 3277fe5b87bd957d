"""An example of every modelled rule: a question in which it changes something (labels apart)."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Example:
    """A question, as the command line and as `attack` take it."""

    weapons: tuple[str, ...]
    target: str
    situation: dict[str, Any] = field(default_factory=dict)
    edition: str = "10e"

    def words(self) -> list[str]:
        """The words of the command line after ``mathhammer``.

        >>> Example(("A2 BS3+ S4 D1",), "meq", {"cover": True}).words()
        ['attack', 'A2 BS3+ S4 D1', 'vs', 'meq', '--cover']
        """
        flags = []
        for name, value in self.situation.items():
            flags += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
        if self.edition != "10e":
            flags += ["--edition", self.edition]
        return ["attack", *self.weapons, "vs", self.target, *flags]

    def command(self) -> str:
        """The command to type in a shell.

        >>> Example(("A2 BS3+ S4 D1",), "meq").command()
        "mathhammer attack 'A2 BS3+ S4 D1' vs meq"
        """
        return shlex.join(["mathhammer", *self.words()])


def _example(weapon: str, target: str, edition: str = "10e", **situation: Any) -> Example:
    return Example((weapon,), target, situation, edition)


BOLT = "10x A2 BS3+ S4 AP-1 D1"
CHAIN = "5x A4 WS3+ S4 AP-1 D1"
CANNON = "2x A1 BS3+ S12 AP-3 D=D6+1"

EXAMPLES: dict[str, Example] = {
    # the number of attacks
    "rapid fire": _example(f"{BOLT} [rapid fire 1]", "meq", half_range=True),
    "blast": _example("AD6 BS3+ S5 AP-1 D1 [blast]", "geq"),
    "cleave": _example("5x A3 WS3+ S5 AP-2 D2 [cleave 1]", "geq", "11e"),
    "+N A": _example(f"{CHAIN} [+1 A]", "meq"),
    "reroll attacks": _example("2x AD6 BS3+ S5 AP-2 D1 [reroll attacks]", "meq"),
    "extra attacks": _example("A3 WS4+ S6 AP-1 D1 [extra attacks, +1 A]", "geq"),
    # the hit roll
    "torrent": _example("3x AD6 S4 AP0 D1 [torrent]", "geq"),
    "heavy": _example(f"{BOLT} [heavy]", "meq", stationary=True),
    "sustained hits": _example(f"{BOLT} [sustained hits 1]", "meq"),
    "lethal hits": _example(f"{BOLT} [lethal hits]", "rhino"),
    "conversion": _example("A3 BS4+ S7 AP-2 D1 [conversion, sustained hits 1]", "meq", long_range=True),
    "indirect fire": _example("AD6 BS4+ S8 AP-1 D2 [indirect fire]", "meq", not_visible=True),
    "psychic": _example("AD6 BS3+ S6 AP-1 D=D3 [psychic]", "5x T4 Sv3+ W2 FNP4+ (psychic)"),
    "stealth": _example(BOLT, "5x T4 Sv3+ W2 [stealth]"),
    "+N to hit": _example(f"{BOLT} [+1 to hit]", "meq"),
    "+N BS|WS": _example(f"{BOLT} [+1 BS]", "meq"),
    "crit hit": _example(f"{BOLT} [crit hit 5+, sustained hits 1]", "meq"),
    "crit hit (successful)": _example("A3 BS4+ S7 AP-2 D1 [crit hit 4+ (successful), sustained hits 1]", "meq"),
    "reroll hits": _example(f"{BOLT} [reroll hits 1s]", "meq"),
    "overwatch": _example(BOLT, "meq", overwatch=True),
    "engaged": _example("2x A1 BS3+ S9 AP-3 D=D6", "meq", engaged=True),
    "target engaged": _example("2x A1 BS3+ S9 AP-3 D=D6", "rhino", target_engaged=True),
    "plunging": _example(BOLT, "meq", plunging=True),
    # the wound roll
    "devastating wounds": _example("3x A2 BS3+ S4 AP0 D2 [devastating wounds]", "teq"),
    "anti": _example("5x A2 BS3+ S2 AP0 D1 [anti-infantry 4+]", "meq"),
    "twin-linked": _example("A2 BS3+ S8 AP-3 D2 [twin-linked]", "dread"),
    "lance": _example("5x A3 WS3+ S5 AP-2 D2 [lance]", "gravis", charged=True),
    "+N to wound": _example(f"{CHAIN} [+1 to wound]", "meq"),
    "+N to wound if S>T": _example("2x A1 BS3+ S12 AP-3 D=D6+1", "dread [-1 to wound if S>T]"),
    "+N S": _example(f"{CHAIN} [+1 S]", "meq"),
    "crit wound": _example(f"{BOLT} [crit wound 5+, devastating wounds]", "teq"),
    "crit wound (successful)": _example(f"{BOLT} [crit wound 5+ (successful), devastating wounds]", "meq"),
    "reroll wounds": _example(f"{BOLT} [reroll wounds 1s]", "meq"),
    "wound rolls 1-3 fail": _example("5x A2 BS3+ S8 AP-2 D2", "5x T4 Sv2+ W3 [wound rolls 1-3 fail]"),
    "mortals on crit wound": _example("4x A2 BS3+ S6 AP-1 D1 [mortals 1 on crit wound]", "meq"),
    # the saving throw
    "Inv": _example("2x A2 BS3+ S8 AP-4 D2", "3x T4 Sv3+ W3 Inv4+"),
    "cover": _example(BOLT, "meq", cover=True),
    "ignores cover": _example(f"{BOLT} [ignores cover]", "meq", cover=True),
    "+N AP": _example(f"{BOLT} [+1 AP]", "meq"),
    "worsen AP": _example(BOLT, "meq [worsen AP 1]"),
    "+N to save": _example(BOLT, "meq [+1 to save]"),
    "reroll saves": _example(BOLT, "meq [reroll saves 1s]"),
    # damage
    "melta": _example("3x A1 BS3+ S9 AP-4 D=D6 [melta 2]", "rhino", half_range=True),
    "+N D": _example("5x A3 WS3+ S5 AP-2 D1 [+1 D]", "meq"),
    "-N damage": _example("5x A3 BS3+ S5 AP-2 D2", "dread [-1 damage]"),
    "half damage": _example(CANNON, "dread [half damage]"),
    "damage": _example(CANNON, "dread [damage 1]"),
    "reroll damage": _example(f"{CANNON} [reroll damage]", "dread"),
    "damage 0 first failed save": _example(CANNON, "dread [damage 0 first failed save]"),
    "feel no pain": _example(BOLT, "5x T4 Sv3+ W2 FNP5+"),
    "wounded": _example(BOLT, "meq [wounded 1]"),
    # whom wounds fall on
    "precision": _example("3x A2 BS3+ S5 AP-2 D2 [precision]", "meq + 1x T4 Sv3+ W4 Inv4+ [character]"),
    "leader": _example("10x A2 BS3+ S5 AP-2 D2", "meq + 1x T5 Sv3+ W4 Inv4+ [leader]"),
    "support": _example("20x A2 BS3+ S5 AP-2 D2", "meq + 1x T5 Sv2+ W4 [leader] + 1x T4 W4 [support]", "11e"),
    "bodyguard": _example(BOLT, "4x T4 Sv3+ W2 + 1x T5 W3 [character, bodyguard] + 1x T4 W4 [leader]"),
    "single": _example("10x A2 BS3+ S4 AP-1 D1", "1x T5 Sv2+ W3 [character, single] + meq"),
    "lone operative": _example('24" A3 BS3+ S5 AP-1 D2', "1x T4 Sv3+ W4 [lone operative]", distance=12),
    # Orders
    "take aim": _example("9x A1 BS4+ S3 AP0 D1 [take aim]", "geq"),
    "fix bayonets": _example("9x A1 WS4+ S3 AP0 D1 [fix bayonets]", "geq"),
    "first rank fire": _example("9x A1 BS4+ S3 AP0 D1 [rapid fire 1, first rank fire]", "geq"),
    "take cover": _example(BOLT, "10x T3 Sv5+ W1 [take cover]"),
    # what changes no die by itself
    "pistol": _example("A1 BS3+ S4 AP0 D1 [pistol]", "geq", engaged=True),
    "close-quarters": _example("A1 BS3+ S4 AP0 D1 [close-quarters]", "geq", "11e", engaged=True),
    "assault": _example(f"{BOLT} [assault]", "meq"),
    "one shot": _example("A1 BS3+ S10 AP-3 D=D6 [one shot]", "rhino"),
    "hunter": _example("A1 BS3+ S10 AP-3 D=D6 [hunter vehicle]", "rhino", "11e"),
    "scouts": _example(BOLT, "geq [scouts 6]"),
    "deep strike": _example(BOLT, "teq [deep strike]"),
    "hazardous": _example("5x A1 BS3+ S8 AP-3 D2 [hazardous]", "meq", bearer="5x T4 Sv3+ W2"),
}
