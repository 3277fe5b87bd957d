"""The editions of the game, as answers to the questions on which they differ.

Rules and the volley ask an `Edition`; nobody compares its name. A value that several editions share
is a default; an edition names only what it answers differently.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .errors import EditionError

PacketKind = Literal["normal", "devastating", "mortal"]
DamageStep = Literal["set", "divide", "multiply", "add", "subtract"]


@dataclass(frozen=True)
class Edition:
    """One edition's answers; the defaults are the final 10th edition's.

    >>> edition("11e").cover
    'skill'
    """

    name: str
    title: str
    family: Literal["10th", "11th"] = "10th"
    # Rolls and characteristics.
    skill_worst: int | None = None  # the worst WS or BS after modifiers; the best is 2 in all editions
    save_bonus_cap: int | None = 1  # the most that all modifiers to a save roll, AP included, can add
    damage_order: tuple[DamageStep, ...] = ("set", "divide", "multiply", "add", "subtract")
    zero_damage_is_final: bool = False  # a Damage set to 0 takes no further modifiers
    rapid_fire: Literal["characteristic", "attacks"] = "characteristic"
    extra_attacks_fixed: bool = True  # [extra attacks] weapons keep their printed Attacks
    # Cover and what stands between shooter and target.
    cover: Literal["save", "skill"] = "save"
    stealth_is_cover: bool = False
    plunging: Literal["ap", "skill"] = "ap"
    indirect_to_hit: int = -1
    indirect_gate: int = 3  # natural hit rolls up to this fail when the target is not visible
    indirect_gate_spotted: int = 3  # the same when stationary and spotted by a friend
    indirect_rerolls: bool = True
    indirect_torrent: bool = False
    overwatch_rerolls: bool = True
    heavy_blocked_by: frozenset[str] = frozenset()  # situations in which [heavy] does not act
    psychic_ignores_penalties: bool = False
    # Criticals and their consequences.
    lethal_optional: bool = False
    devastating_spills: bool = False
    devastating_is_mortal: bool = True  # Feel No Pain against mortal wounds works on them
    devastating_takes_target_modifiers: bool = True
    # Order of resolution: what is resolved after each weapon (or batch), and what once all are done.
    after_each: tuple[PacketKind, ...] = ("normal",)
    after_all: tuple[PacketKind, ...] = ("devastating", "mortal")
    merges_identical_attacks: bool = False
    # What a failed roll for a [hazardous] weapon costs its own unit: 3 mortal wounds on one bearer; a bearer (or 3
    # mortal wounds); a mortal wound (3 if all are MONSTERs or VEHICLEs).
    hazard: Literal["bearer", "destroyed", "unit"] = "bearer"
    hazard_fails: int = 1  # natural rolls up to this fail
    # Re-rolls that are bought.
    command_reroll: Literal["roll", "die"] = "roll"  # of a roll of several dice: all of them, or one
    # Units of several kinds of models.
    sorts_saves: bool = False  # all save dice of a batch are rolled, then met from the lowest to the highest
    groups_by_profile: bool = False  # models of one (W, Sv, Inv) die together, every CHARACTER after all others
    precision: Literal["wound", "batch"] = "wound"  # what is directed at a CHARACTER: each wound, or a whole batch
    attached_splits: bool = True  # what is left of an attached unit becomes units of their own
    half_is_low: bool = False  # a unit at half-strength counts as below it
    # Moves, charges and tests.
    engagement_range: int = 1  # inches from enemies within which no move but a charge may end
    scouts_distance: int = 9  # a Scouts move ends more than this many inches from enemies
    scouts_within_move: bool = False  # a Scouts move is a Normal move, no longer than the Move
    charge_reach: int = 1  # inches from the target at which a charge move may end short
    charge_highest: int | None = None  # the highest result of a charge roll
    deep_strike_distance: int = 9  # Deep Strike sets up more than this many inches from enemies
    reserves_distance: int = 9  # any other arrival from reserves does
    shock_lasts: bool = False  # a Battle-shocked unit recovers only by passing the test
    # Army rules.
    miracle_dice_a_round: int = 1  # two where each turn gives one
    miracle_dice_for_attached: int = 2  # for a destroyed attached unit, when both its units have the keyword

    def __str__(self) -> str:
        return self.title


_TENTH = Edition("10e", "10th edition")
_EDITIONS = (
    _TENTH,
    Edition(
        "10e-2023-09",
        "10th edition, September 2023",
        indirect_gate=1,
        indirect_gate_spotted=1,
        devastating_is_mortal=False,
        hazard="destroyed",
    ),
    Edition(
        "10e-launch",
        "10th edition, June 2023",
        indirect_gate=1,
        indirect_gate_spotted=1,
        devastating_spills=True,
        hazard="destroyed",
        scouts_within_move=True,
        miracle_dice_a_round=2,
    ),
    Edition(
        "11e",
        "11th edition",
        family="11th",
        skill_worst=6,
        save_bonus_cap=None,
        damage_order=("set", "multiply", "add", "divide", "subtract"),
        zero_damage_is_final=True,
        rapid_fire="attacks",
        extra_attacks_fixed=False,
        cover="skill",
        stealth_is_cover=True,
        plunging="skill",
        indirect_to_hit=0,
        indirect_gate=5,
        indirect_rerolls=False,
        indirect_torrent=True,
        overwatch_rerolls=False,
        heavy_blocked_by=frozenset({"overwatch", "engaged"}),
        psychic_ignores_penalties=True,
        lethal_optional=True,
        devastating_takes_target_modifiers=False,
        after_each=("normal", "devastating", "mortal"),
        after_all=(),
        merges_identical_attacks=True,
        hazard="unit",
        hazard_fails=2,
        command_reroll="die",
        engagement_range=2,
        scouts_distance=8,
        sorts_saves=True,
        groups_by_profile=True,
        precision="batch",
        attached_splits=False,
        half_is_low=True,
        charge_reach=0,
        charge_highest=12,
        deep_strike_distance=8,
        shock_lasts=True,
        miracle_dice_a_round=2,
        miracle_dice_for_attached=1,
    ),
)

EDITIONS: dict[str, Edition] = {e.name: e for e in _EDITIONS}
DEFAULT = _TENTH.name


def edition(name: str | Edition) -> Edition:
    """The edition of that name: ``10e``, ``10e-2023-09``, ``10e-launch`` or ``11e``.

    Raises `EditionError` for any other name.

    >>> edition("10e").title
    '10th edition'
    """
    if isinstance(name, Edition):
        return name
    found = EDITIONS.get(name.strip().lower())
    if found is None:
        raise EditionError(f"no edition is called {name!r}", f"write one of {', '.join(EDITIONS)}")
    return found
