"""Keywords that other rules ask about, that change no die, or that are known but not modelled."""

from __future__ import annotations

from dataclasses import dataclass

from ..dice import Dice
from .rule import Encounter, Rule

BEARER_UNKNOWN = "hazardous: what its own unit loses is told by attack --bearer UNIT"
NEAR = 12  # inches within which a lone operative can be chosen where its rule says no other number


class Pistol(Rule):
    """May be fired while engaged, without the penalty for it."""

    forms = ("pistol",)
    source = "10e core rules, Pistol"


class CloseQuarters(Rule):
    """May be fired while engaged, without the penalty for it."""

    forms = ("close-quarters", "cq")
    source = "11e 24.07"


class Assault(Rule):
    """May be fired after an Advance; no effect on one attack."""

    forms = ("assault",)
    source = "10e core rules, Assault; 11e 24.04"


class OneShot(Rule):
    """May be fired once a battle; no effect on one attack."""

    forms = ("one shot",)
    source = "10e core rules, One Shot; 11e 24.26"


@dataclass(frozen=True)
class Hunter(Rule):
    """The profile may only be used against units with that KEYWORD."""

    keyword: str

    forms = ("hunter {keyword}",)
    families = ("11th",)
    repeats = "other parameters"
    source = "11e 04.01.03"

    def forbids(self, encounter: Encounter) -> str:
        if self.keyword in encounter.target_keywords:
            return ""
        return f"[hunter {self.keyword}] may only be used against {self.keyword.upper()}; the target lacks it"


@dataclass(frozen=True)
class OtherAbility(Rule):
    """A one-off ability that is known by name only: accepted, and listed as not modelled."""

    name: str

    forms = (
        "{bubblechukka|linked fire|psychic assassin|overcharge|dead choppy|harpooned|snagged|impaled|hooked|"
        "plasma warhead|reverberating summons}",
    )
    repeats = "other parameters"
    modelled = False
    source = "single datasheets"

    @classmethod
    def title(cls) -> str:
        return "one-off abilities"


class NotYet(Rule):
    """A rule that is read but has no effect yet: listed as not modelled with every answer."""

    modelled = False


class Precision(Rule):
    """Its wounds may fall on a CHARACTER before the bodyguards are dead."""

    forms = ("precision",)
    source = "10e core rules, Precision; 11e 24.28"
    reading = (
        "All weapons of a unit alike: --precision none never, best the better of both; ties: all. "
        "10th: each successful wound on an attached unit, devastating and extra mortal wounds among them, is allocated to "
        "the CHARACTER who would be the next to die. 11th: that CHARACTER model is the current group for a whole batch, "
        "devastating wounds included, until it dies; then the ordinary order goes on."
    )


@dataclass(frozen=True)
class LoneOperative(Rule):
    """Cannot be chosen as the target of ranged attacks from more than N inches away (12 if not said), unless attached."""

    inches: int = 0  # 0: not said

    forms = ("lone operative", "lone operative {int}")
    owners = ("target",)
    of_unit = "if every group has it"
    source = "given text, Lone Operative (both wordings); 10e core rules; 11e 24.24"
    reading = "Checked when --distance is given and the weapon has a range; not for melee attacks."

    def __str__(self) -> str:
        text = f"lone operative {self.inches}" if self.inches else "lone operative"
        return text if self.condition is None else f"{text}: {self.condition}"

    @property
    def within(self) -> int:
        """The inches from which the target can be chosen."""
        return self.inches or NEAR

    def forbids(self, encounter: Encounter) -> str:
        distance = encounter.measured
        if encounter.melee or encounter.attached or distance is None or distance <= self.within:
            return ""
        near = f'write a distance of at most {self.within}", or attached'
        return f'[{self}]: the target cannot be chosen from {distance}" away; {near}'

    def note(self, encounter: Encounter) -> str:
        if encounter.melee or encounter.attached or encounter.measured is not None:
            return ""
        return f'{self}: whether the target is within {self.within}" is not checked without a distance and a range'


class Hazardous(Rule):
    """Using the weapon may cost its bearer wounds; nothing changes for the target."""

    forms = ("hazardous", "haz")
    source = "10e core rules, Hazardous, and their updates; 11e 06.03, 24.15"
    reading = (
        "One roll for each weapon of the line, after all attacks; --bearer names the unit that uses them, all of whose "
        "models are taken for bearers. 10th: a 1 is 3 mortal wounds (psychic ones with [psychic]) on a wounded bearer, else "
        "on one who is no CHARACTER; what is left when it dies is lost. Until 2024 a bearer was destroyed, but a CHARACTER, "
        "MONSTER or VEHICLE suffered 3 mortal wounds, which spill over; CHARACTERs last. 11th: on 1 or 2 the unit suffers "
        "a mortal wound, or 3 if all are MONSTERs or VEHICLEs."
    )

    def note(self, encounter: Encounter) -> str:
        return BEARER_UNKNOWN


class ZeroOnce(NotYet):
    """The Damage of one attack is changed to 0."""

    forms = ("damage 0 once",)
    owners = ("target",)
    source = "10e datasheets"


@dataclass(frozen=True)
class DeadlyDemise(NotYet):
    """Mortal wounds around the model when it is destroyed."""

    amount: Dice

    forms = ("deadly demise {dice}",)
    owners = ("target",)
    source = "10e core rules, Deadly Demise; 11e 24.08"


@dataclass(frozen=True)
class Scouts(Rule):
    """Moves before the battle; no effect on one attack."""

    inches: int

    forms = ("scouts {int}",)
    owners = ("target",)
    of_unit = "if every group has it"
    source = "given text, Scouts"


class DeepStrike(Rule):
    """Arrives from reserves; no effect on one attack."""

    forms = ("deep strike",)
    owners = ("target",)
    of_unit = "if every group has it"
    source = "given text, Deep Strike"
