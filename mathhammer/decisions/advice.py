"""When to use what is held, in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Advice:
    """When to use a die: this face, in this roll, while so many wounds of the target are missing.

    ``face`` is None for the Command Re-roll, and ``shown`` says on what it is then used; the roll ``lethal`` stands
    for Lethal Hits that are not taken. ``missing`` are the
    numbers of wounds left to take; ``always`` says whether it is used whenever one of them is met, or
    only sometimes (as the attacks to come and the damage that waits have it).
    """

    face: int | None
    roll: str
    missing: tuple[int, ...]
    always: bool
    everywhere: bool
    shown: tuple[str, ...] = ()

    def __str__(self) -> str:
        weapon, _, roll = self.roll.rpartition(" ")
        if roll == "lethal":
            said = f"roll to wound for a lethal hit{f' of weapon {weapon}' if weapon else ''}"
        else:
            said = f"a {self.face}: on {self._named()}" if self.face else f"the Command Re-roll: on {self._named()}"
        if not self.everywhere:
            high, low = max(self.missing), min(self.missing)
            together = len(self.missing) == high - low + 1
            shown = (
                f"{high} to {low}" if together and high > low else ", ".join(map(str, sorted(self.missing, reverse=True)))
            )
            said += f" while {shown} wound{' is' if high == 1 else 's are'} missing"
        return said if self.always else f"{said}, in some cases"

    def _named(self) -> str:
        """The roll, with what is seen of it if it is made again: a number, or whether it failed."""
        weapon, _, roll = self.roll.rpartition(" ")
        noun = {"save": "saving throw", "attacks": "roll for the number of attacks"}.get(roll, f"{roll} roll")
        if self.shown and not self.shown[0].isdigit():
            noun = f"{' or '.join(self.shown)} {noun}"
        elif self.shown:
            noun += f" of {', '.join(sorted(self.shown, key=int))}"
        return f"a {noun} of weapon {weapon}" if weapon else f"a {noun}"


def in_order(label: str) -> tuple[int, int]:
    """Where a roll stands in the order of an attack, weapon by weapon."""
    weapon, _, roll = label.rpartition(" ")
    return int(weapon or 0), ("attacks", "hit", "lethal", "wound", "save", "damage").index(roll)
