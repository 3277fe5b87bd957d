"""Exact probabilities for Warhammer 40,000: every figure is a fraction, nothing is sampled.

>>> from mathhammer import attack
>>> attack("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1").kills.mean()
Fraction(1, 3)
"""

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
from .questions.fate import fate_pool, fate_value
from .questions.fate import reroll as fate_reroll
from .questions.moves import RollResult, advance, battle_shock, charge
from .result import AttackResult
from .situation import Situation
from .version import __version__ as __version__

__all__ = [
    "EDITIONS",
    "AttackResult",
    "Dice",
    "Distribution",
    "Edition",
    "EditionError",
    "Group",
    "LimitError",
    "MathhammerError",
    "Mortals",
    "NotationError",
    "ProfileError",
    "RollResult",
    "Situation",
    "SituationError",
    "Unit",
    "Weapon",
    "advance",
    "attack",
    "battle_shock",
    "charge",
    "edition",
    "fate_pool",
    "fate_reroll",
    "fate_value",
    "unit",
    "weapon",
]
