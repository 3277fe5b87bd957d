"""Keywords that other rules ask about, that change no die, or that are known but not modelled."""

from __future__ import annotations

from dataclasses import dataclass

from ..dice import Dice
from .rule import Encounter, Rule


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


class Precision(NotYet):
    """Attacks may be directed at a CHARACTER; against a unit without one it changes nothing."""

    forms = ("precision",)
    source = "10e core rules, Precision; 11e 24.28"


class Hazardous(NotYet):
    """Using the weapon may cost its bearer wounds; nothing changes for the target."""

    forms = ("hazardous", "haz")
    source = "10e core rules updates, Hazardous; 11e 24.15"


class LoneOperative(NotYet):
    """Cannot be chosen as a target from afar."""

    forms = ("lone operative",)
    owners = ("target",)
    source = "given text, Lone Operative; 10e core rules; 11e 24.24"


@dataclass(frozen=True)
class LoneOperativeWithin(NotYet):
    """Cannot be chosen as a target from more than N inches away."""

    inches: int

    forms = ("lone operative {int}",)
    owners = ("target",)
    source = "given text, Lone Operative"


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
    source = "given text, Scouts"


class DeepStrike(Rule):
    """Arrives from reserves; no effect on one attack."""

    forms = ("deep strike",)
    owners = ("target",)
    source = "given text, Deep Strike"
