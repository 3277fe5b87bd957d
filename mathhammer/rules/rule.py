"""What a rule is: a value that names itself and transforms what flows through one stage.

A new rule is one class in the file of its stage and one line in the catalogue. The class says

- ``forms``: how it is written, the first form being canonical; ``{dice}``, ``{int}``, ``{number}``, ``{signed}``,
  ``{need}``, ``{keyword}`` and ``{a|b}`` stand for its fields, in order;
- one method of the stage where it acts, from the list `STAGES`, or `Rule.grants` when it stands for
  other rules;
- ``source`` and, where the sources leave room, ``reading``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal

from ..check import Check
from ..editions import Edition
from ..situation import Situation
from ..stages import Attacks, CriticalHit, CriticalWound, Damage, FeelNoPain, Save

STAGES = (
    "attacks",
    "strength",
    "hit",
    "critical_hit",
    "wound",
    "critical_wound",
    "save",
    "damage",
    "feel_no_pain",
)
PLACEHOLDER = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True)
class Condition:
    """On which targets a keyword acts: any of some KEYWORDS, each possibly negated.

    >>> Condition((("monster", True), ("vehicle", True))).holds(frozenset({"vehicle"}))
    True
    """

    terms: tuple[tuple[str, bool], ...]

    def holds(self, keywords: frozenset[str]) -> bool:
        """Whether a unit with these keywords meets the condition."""
        return any((keyword in keywords) is wanted for keyword, wanted in self.terms)

    def __str__(self) -> str:
        return "/".join(("" if wanted else "non-") + keyword for keyword, wanted in self.terms)


@dataclass(frozen=True)
class Encounter:
    """What a rule may ask: the edition, the situation, and plain facts about both sides.

    ``weapon_rules`` are the names of the weapon's rules that hold against this target; ``strength``
    is that of the wound roll at hand; ``measured`` the distance in inches where it can be judged.
    """

    edition: Edition
    situation: Situation
    melee: bool = False
    weapon_rules: frozenset[str] = frozenset()
    target_keywords: frozenset[str] = frozenset()
    target_models: int = 1
    toughness: int = 4
    strength: int = 4
    attached: bool = False  # the target is an attached unit
    measured: int | None = None


@dataclass(frozen=True)
class Rule:
    """A rule of the game, with its parameters as fields.

    A rule acts where its ``condition`` holds (on KEYWORDS of the target). A rule without parameters
    of its own needs no dataclass decorator: it is one by birth.
    """

    condition: Condition | None = field(default=None, kw_only=True)

    forms: ClassVar[tuple[str, ...]] = ()
    owners: ClassVar[tuple[str, ...]] = ("weapon",)  # whose keyword it is: weapon, target
    families: ClassVar[tuple[str, ...]] = ("10th", "11th")
    # Whether it may be written twice on one profile: never, when its parameters differ, or always.
    repeats: ClassVar[bool | Literal["other parameters"]] = False
    cumulative: ClassVar[bool] = True  # whether two equal ones count twice
    modelled: ClassVar[bool] = True
    counts_models: ClassVar[bool] = False  # whether it looks at the number of models in the target
    # Of a target's rule: whose it is in a unit of several groups, and when the unit has it.
    of_unit: ClassVar[Literal["", "if any group has it", "if every group has it"]] = ""
    is_keyword: ClassVar[bool] = False  # a plain KEYWORD of the target that the rules of allocation look at
    effects: ClassVar[str] = ""  # what it does, when the docstring's first sentence is not enough
    source: ClassVar[str] = ""
    reading: ClassVar[str] = ""
    stages: ClassVar[frozenset[str]] = frozenset()
    named: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.stages = frozenset(stage for stage in STAGES if getattr(cls, stage) is not getattr(Rule, stage))
        name = cls.forms[0] if cls.forms else ""
        bare = " ".join(PLACEHOLDER.sub("", name).replace("()", "").split()).rstrip("-")
        cls.named = cls.usage() if name.startswith(("{", "-{")) else bare

    @classmethod
    def title(cls) -> str:
        """The name of the rule, without its parameters unless it begins with one.

        >>> Rule.title()
        ''
        """
        return cls.named

    @classmethod
    def usage(cls, form: str = "") -> str:
        """How it is written, in its canonical form or another, with its parameters: ``anti-KEYWORD n+``."""
        words = {"{dice}": "X", "{int}": "N", "{number}": "N", "{signed}": "+N", "{need}": "n+", "{keyword}": "KEYWORD"}
        form = form or (cls.forms[0] if cls.forms else "")
        return PLACEHOLDER.sub(lambda m: words.get(m[0], m[0][1:-1]), form)

    @property
    def parameters(self) -> tuple[Any, ...]:
        """The parameters, in the order of the placeholders of the canonical form."""
        return tuple(getattr(self, f.name) for f in fields(self) if f.name != "condition")

    def __str__(self) -> str:
        values: Iterator[Any] = iter(self.parameters)
        text = PLACEHOLDER.sub(lambda m: _written(m[0], next(values)), self.forms[0])
        return text if self.condition is None else f"{text}: {self.condition}"

    # What a rule may do. Each stage hands on what it was given unless a rule says otherwise.

    def grants(self, encounter: Encounter) -> tuple[Rule, ...]:
        """The rules for which this one stands, in this encounter."""
        return ()

    def attacks(self, attacks: Attacks, encounter: Encounter) -> Attacks:
        """The number of attacks one weapon makes."""
        return attacks

    def strength(self, modifiers: tuple[int, ...], encounter: Encounter) -> tuple[int, ...]:
        """The modifiers of the weapon's Strength."""
        return modifiers

    def hit(self, check: Check, encounter: Encounter) -> Check:
        """The hit roll."""
        return check

    def critical_hit(self, critical: CriticalHit, encounter: Encounter) -> CriticalHit:
        """What a critical hit yields."""
        return critical

    def wound(self, check: Check, encounter: Encounter) -> Check:
        """The wound roll."""
        return check

    def critical_wound(self, critical: CriticalWound, encounter: Encounter) -> CriticalWound:
        """What a critical wound yields."""
        return critical

    def save(self, save: Save, encounter: Encounter) -> Save:
        """The saving throw."""
        return save

    def damage(self, damage: Damage, encounter: Encounter) -> Damage:
        """The damage of an attack that is not saved."""
        return damage

    def feel_no_pain(self, ignored: FeelNoPain, encounter: Encounter) -> FeelNoPain:
        """The rolls to ignore a wound that would be lost."""
        return ignored

    def forbids(self, encounter: Encounter) -> str:
        """Why this attack is not allowed, or nothing."""
        return ""

    def note(self, encounter: Encounter) -> str:
        """What the player should know, or nothing."""
        return ""


def _written(placeholder: str, value: Any) -> str:
    if placeholder == "{need}":
        return f"{value}+"
    if placeholder == "{signed}":
        return f"{value:+d}"
    return str(value)
