"""Exact probabilities for Warhammer 40,000: every figure is a fraction, nothing is sampled.

>>> from mathhammer import attack
>>> attack("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1").kills.mean()
Fraction(1, 3)
"""

from typing import TYPE_CHECKING, Any

from .dice import Dice
from .distribution import Distribution
from .editions import EDITIONS, Edition, edition
from .errors import (
    EditionError,
    LimitError,
    MathhammerError,
    NotationError,
    ProfileError,
    SituationError,
)
from .notation import read_unit as unit
from .notation import read_weapon as weapon
from .profiles import Group, Mortals, Unit, Weapon
from .questions.attack import attack
from .result import AttackResult
from .situation import Situation
from .version import __version__ as __version__

if TYPE_CHECKING:
    from .questions.breakeven import breakeven
    from .questions.compare import Comparison, compare
    from .questions.contest import contest
    from .questions.dice_values import DicePolicy, DieValues, dice_policy, die_values
    from .questions.explore import explore
    from .questions.fate import fate_pool, fate_value
    from .questions.fate import reroll as fate_reroll
    from .questions.fate_open import fate_curve, fate_interval, fixed_die
    from .questions.formula import Formula, formula
    from .questions.moves import RollResult, advance, battle_shock, charge
    from .questions.needed import NeededResult, needed
    from .questions.overlay import overlay
    from .questions.sweep import Sweep, sweep
    from .questions.threat import ThreatResult, threat
    from .questions.upgrades import UpgradesResult, upgrades

__all__ = [
    "EDITIONS",
    "AttackResult",
    "Comparison",
    "Dice",
    "DicePolicy",
    "DieValues",
    "Distribution",
    "Edition",
    "EditionError",
    "Formula",
    "Group",
    "LimitError",
    "MathhammerError",
    "Mortals",
    "NeededResult",
    "NotationError",
    "ProfileError",
    "RollResult",
    "Situation",
    "SituationError",
    "Sweep",
    "ThreatResult",
    "Unit",
    "UpgradesResult",
    "Weapon",
    "advance",
    "attack",
    "battle_shock",
    "breakeven",
    "charge",
    "compare",
    "contest",
    "dice_policy",
    "die_values",
    "edition",
    "explore",
    "fate_curve",
    "fate_interval",
    "fate_pool",
    "fate_reroll",
    "fate_value",
    "fixed_die",
    "formula",
    "needed",
    "overlay",
    "sweep",
    "threat",
    "unit",
    "upgrades",
    "weapon",
]

# Questions that an attack does not need: imported when they are first used.
_LATER = {
    "Comparison": ("compare", "Comparison"),
    "DicePolicy": ("dice_values", "DicePolicy"),
    "DieValues": ("dice_values", "DieValues"),
    "Formula": ("formula", "Formula"),
    "NeededResult": ("needed", "NeededResult"),
    "RollResult": ("moves", "RollResult"),
    "Sweep": ("sweep", "Sweep"),
    "ThreatResult": ("threat", "ThreatResult"),
    "UpgradesResult": ("upgrades", "UpgradesResult"),
    "advance": ("moves", "advance"),
    "battle_shock": ("moves", "battle_shock"),
    "breakeven": ("breakeven", "breakeven"),
    "charge": ("moves", "charge"),
    "compare": ("compare", "compare"),
    "contest": ("contest", "contest"),
    "dice_policy": ("dice_values", "dice_policy"),
    "die_values": ("dice_values", "die_values"),
    "explore": ("explore", "explore"),
    "fate_curve": ("fate_open", "fate_curve"),
    "fate_interval": ("fate_open", "fate_interval"),
    "fate_pool": ("fate", "fate_pool"),
    "fate_reroll": ("fate", "reroll"),
    "fate_value": ("fate", "fate_value"),
    "fixed_die": ("fate_open", "fixed_die"),
    "formula": ("formula", "formula"),
    "needed": ("needed", "needed"),
    "overlay": ("overlay", "overlay"),
    "sweep": ("sweep", "sweep"),
    "threat": ("threat", "threat"),
    "upgrades": ("upgrades", "upgrades"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _LATER[name]
    value = getattr(import_module(f".questions.{module}", __name__), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
