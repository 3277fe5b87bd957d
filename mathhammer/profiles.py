"""What stands on a datasheet: weapons, groups of equal models, units. Frozen records, checked once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from .dice import Dice
from .errors import ProfileError
from .rules.rule import Rule

MOST = 1000  # the largest count, and the largest characteristic but for those with a range of their own
# A KEYWORD: words of letters, digits and apostrophes; it begins with a letter, no word is a number.
KEYWORD = re.compile(r"[^\W\d_](?:[^\W_]|')*(?: (?![0-9]+(?: |$))(?:[^\W_]|')+)*")
_NAME = re.compile(r"[^\[\]:@|;\u27a4]*")
_QUERY_WORDS = {"vs", "then"}  # they part a query, so a name cannot hold them
_ROLES = {"leader", "support", "bodyguard"}  # KEYWORDS by which a group says its place in an attached unit
_IN_LINE = ("Inv", "feel no pain")  # the rules of a group that stand among its stats, in this order


class Record:
    """A record whose text is its canonical line; how that is written is said by the notation."""

    line: ClassVar[Callable[[Any], str]] = repr

    def __str__(self) -> str:
        return type(self).line(self)


@dataclass(frozen=True)
class Weapon(Record):
    """One weapon profile, carried by ``count`` models.

    ``attacks``, ``strength`` and ``damage`` are dice expressions, ``skill`` is 2..6 or None for a
    weapon that hits without a roll, ``ap`` is 0 and up (2 is AP-2), ``range`` in inches or None.

    >>> Weapon(attacks=Dice(plus=2), skill=3, strength=Dice(plus=4), ap=1, damage=Dice(plus=1)).ap
    1
    """

    attacks: Dice
    skill: int | None
    strength: Dice
    damage: Dice
    ap: int = 0
    melee: bool = False
    range: int | None = None
    rules: tuple[Rule, ...] = ()
    name: str = ""
    count: int = 1
    points: int | None = None

    def __post_init__(self) -> None:
        _check_common(self.name, self.count, self.points)
        _within("A", self.attacks.highest, 1, MOST)
        _within("S", self.strength.highest, 1, MOST)
        _within("AP", self.ap, 0, 20)
        _within("D", self.damage.highest, 1 if self.damage.is_random else 0, MOST)
        if not self.attacks.is_random:
            _within("A", self.attacks.plus, 1, MOST)
        if self.skill is not None:
            _within("WS" if self.melee else "BS", self.skill, 2, 6, "+", about="skill")
        if self.range is not None:
            _within("range", self.range, 1, MOST)
        if self.range is not None and self.melee:
            raise ProfileError(
                "a melee weapon has no range", 'write WS for melee, BS with a range such as 24"', about="range"
            )
        if self.skill is None and not any(rule.title() == "torrent" for rule in self.rules):
            raise ProfileError("a weapon needs a skill", "write BS3+ (ranged) or WS3+ (melee), or [torrent]", about="skill")
        _check_repeats(self.rules)
        _check_owner(self.rules, "weapon")


@dataclass(frozen=True)
class Mortals(Record):
    """Mortal wounds as an attack: ``count`` times ``dice`` mortal wounds, each on a roll of ``need``+.

    ``need`` is None when no roll is made.
    """

    dice: Dice
    need: int | None = None
    rules: tuple[Rule, ...] = ()
    count: int = 1
    name: str = ""

    def __post_init__(self) -> None:
        _check_common(self.name, self.count, None)
        _within("mortal wounds", self.dice.highest, 1, MOST)
        if self.need is not None:
            _within("the roll", self.need, 2, 6, "+")
        _check_repeats(self.rules)
        _check_owner(self.rules, "weapon")


@dataclass(frozen=True)
class Group(Record):
    """Equal models of a unit.

    ``save`` is 2..7, 7 meaning none; ``rules`` hold invulnerable saves, Feel No Pain (these two come
    first) and the like, ``keywords`` plain KEYWORDS in lower case.
    """

    toughness: int
    save: int = 7
    wounds: int = 1
    count: int = 1
    rules: tuple[Rule, ...] = ()
    keywords: tuple[str, ...] = ()
    name: str = ""
    points: int | None = None

    def __post_init__(self) -> None:
        _check_common(self.name, self.count, self.points)
        _check_words(self.name, {"+"})
        _within("T", self.toughness, 1, MOST)
        _within("Sv", self.save, 2, 7, "+")
        _within("W", self.wounds, 1, MOST)
        object.__setattr__(self, "rules", tuple(sorted(self.rules, key=_place)))
        _check_in_line(self.rules)
        _check_keywords(self.keywords)
        _check_repeats(self.rules)
        _check_owner(self.rules, "target")
        if not 1 <= self.front_wounds <= self.wounds:
            raise ProfileError(
                f"wounded {self.front_wounds} does not fit W{self.wounds}",
                f"write 1 to {self.wounds} wounds left",
                about=f"wounded {self.front_wounds}",
            )

    @cached_property
    def front_wounds(self) -> int:
        """How many wounds the front model has left."""
        for rule in self.rules:
            if rule.title() == "wounded":
                left: int = rule.parameters[0]
                return left
        return self.wounds


@dataclass(frozen=True)
class Unit(Record):
    """A target: one or more groups of models, in the order written.

    With CHARACTER groups and others it is an attached unit, unless a group is ``single``; its
    characters then come last in ``groups``, whatever the order given: so it is echoed, and so every
    answer numbers its groups. The KEYWORDS ``leader``, ``support`` and ``bodyguard`` say outright who
    leads and who guards; a leader or support unit without a CHARACTER of its own is one.

    >>> unit = Unit((Group(5, name="boss", keywords=("character",)), Group(4, name="guard")))
    >>> [group.name for group in unit.groups], unit.toughness
    (['guard', 'boss'], 4)
    """

    groups: tuple[Group, ...]

    def __post_init__(self) -> None:
        if not self.groups:
            raise ProfileError("a unit needs a model", "write for example 5x T4 Sv3+ W2")
        if self.attached:
            last = sorted(zip(self.characters, self.groups, strict=True), key=lambda pair: pair[0])
            object.__setattr__(self, "groups", tuple(group for _, group in last))
            for name in ("characters", "attached"):  # worked out for the order written
                self.__dict__.pop(name, None)

    @cached_property
    def characters(self) -> tuple[bool, ...]:
        """For each group, whether it is a CHARACTER."""
        told = {role for role in ("leader", "support") for group in self.groups if {role, "character"} <= {*group.keywords}}
        led = {"leader", "support"} - told
        return tuple("character" in group.keywords or bool(led.intersection(group.keywords)) for group in self.groups)

    @cached_property
    def attached(self) -> bool:
        """Whether it is an attached unit: bodyguards with those who lead them."""
        if any("single" in group.keywords for group in self.groups):
            return False
        said = any(_ROLES.intersection(group.keywords) for group in self.groups)
        return len(self.groups) > 1 and (said or len(set(self.characters)) == 2)

    @cached_property
    def bodyguards(self) -> tuple[bool, ...]:
        """For each group, whether it is of the bodyguard unit of an attached unit."""
        others = {"leader", "support"}
        pairs = zip(self.groups, self.characters, strict=True)
        return tuple(
            self.attached and ("bodyguard" in group.keywords or not (leads or others.intersection(group.keywords)))
            for group, leads in pairs
        )

    @cached_property
    def toughness(self) -> int:
        """The Toughness that attacks meet: the highest among the bodyguards, or among all if there are none."""
        guards = [g.toughness for g, guards in zip(self.groups, self.bodyguards, strict=True) if guards]
        return max(guards or [group.toughness for group in self.groups])

    @cached_property
    def keywords(self) -> frozenset[str]:
        """Every KEYWORD that some model has."""
        said = frozenset(keyword for group in self.groups for keyword in group.keywords)
        return said | {"character"} if any(self.characters) else said

    @property
    def models(self) -> int:
        """The number of models."""
        return sum(group.count for group in self.groups)

    @property
    def points(self) -> int | None:
        """The points of all groups, or None if none are given."""
        given = [group.points for group in self.groups if group.points is not None]
        return sum(given) if given else None


@dataclass(frozen=True)
class UnitLeft(Unit):
    """What is left of a unit: some of its groups, each in the role that it has in the unit as written.

    ``leads`` says for each group whether it is a CHARACTER, ``joined`` whether they are an attached unit.
    """

    leads: tuple[bool, ...] = ()
    joined: bool = False

    @cached_property
    def characters(self) -> tuple[bool, ...]:
        """For each group, whether it is a CHARACTER."""
        return self.leads

    @cached_property
    def attached(self) -> bool:
        """Whether it is an attached unit: bodyguards with those who lead them."""
        return self.joined


def unit_left(unit: Unit, left: Sequence[bool], *, splits: bool) -> Unit:
    """The unit of the groups that are ``left``; an attached unit of which one side is dead may ``split``.

    >>> led = Unit((Group(4), Group(9, keywords=("leader",)), Group(4, keywords=("leader", "character"))))
    >>> unit_left(led, (True, True, False), splits=True).characters
    (False, False)
    """
    if all(left):
        return unit
    kept = [number for number, there in enumerate(left) if there]
    sides = {unit.bodyguards[number] for number in kept}
    joined = unit.attached and not (splits and len(sides) < len(set(unit.bodyguards)))
    return UnitLeft(tuple(unit.groups[n] for n in kept), tuple(unit.characters[n] for n in kept), joined)


def _check_common(name: str, count: int, points: int | None) -> None:
    _within("count", count, 1, MOST)
    if points is not None:
        _within("points", points, 0, 100_000)
    if len(name) > 200:
        raise ProfileError("the name is longer than 200 characters", "write a shorter one", about="name")
    if not name.isprintable() or _NAME.fullmatch(name) is None or name != " ".join(name.split()):
        hint = "leave out [ ] : @ | ; tabs and doubled blanks"
        raise ProfileError(f"the name {name!r} cannot be written", hint, about="name")
    _check_words(name, _QUERY_WORDS)


def _check_words(name: str, refused: set[str]) -> None:
    for word in sorted(refused.intersection(name.lower().split())):
        raise ProfileError(f"the name {name!r} has a word of the notation", f"leave out {word!r}", about="name")


def _within(what: str, value: int, low: int, high: int, suffix: str = "", about: str = "") -> None:
    if not low <= value <= high:
        raise ProfileError(
            f"{what} {value}{suffix} is outside {low}{suffix}..{high}{suffix}",
            f"write {what} from {low}{suffix} to {high}{suffix}",
            about=about or what,
        )


def _place(rule: Rule) -> int:
    """Where a group's rule stands: saves, then Feel No Pain, then what is written in brackets."""
    return _IN_LINE.index(rule.title()) if rule.title() in _IN_LINE else len(_IN_LINE)


def _check_in_line(rules: Iterable[Rule]) -> None:
    for rule in rules:
        if _place(rule) < len(_IN_LINE):
            _within("Inv" if _place(rule) == 0 else "FNP", rule.parameters[0], 2, 6, "+", about=str(rule))
            if rule.condition is not None:
                raise ProfileError(f"{rule} has a condition", "leave it out", about=str(rule))


def _check_keywords(keywords: tuple[str, ...]) -> None:
    for keyword in keywords:
        if KEYWORD.fullmatch(keyword) is None or keyword != keyword.lower() or len(keyword) > 100:
            raise ProfileError(f"the KEYWORD {keyword!r} cannot be written", "write letters, in lower case")
        if keywords.count(keyword) > 1:
            raise ProfileError(f"[{keyword}] stands twice", "write one", about=keyword)


def _check_repeats(rules: Iterable[Rule]) -> None:
    kinds: set[object] = set()
    for rule in rules:
        kind = _kind(rule)
        if rule.repeats is not True and kind in kinds:
            raise ProfileError(f"[{rule}] stands beside another {rule.title()}", "write one", about=str(rule))
        kinds.add(kind)


def _kind(rule: Rule) -> object:
    """What may not stand twice: the rule, with its parameters (but for the roll it needs) where those may differ."""
    if rule.repeats != "other parameters":
        return rule.title()
    told = {name: value for name, value in vars(rule).items() if name != "need"}
    return (rule.title(), *sorted(told.items(), key=lambda item: item[0]))


def _check_owner(rules: Iterable[Rule], owner: str) -> None:
    for rule in rules:
        if owner not in rule.owners:
            hint = f"write it on the {rule.owners[0]}" if rule.owners else "say it as a circumstance of the attack"
            raise ProfileError(f"[{rule}] is not a keyword of a {owner}", hint, about=str(rule))
