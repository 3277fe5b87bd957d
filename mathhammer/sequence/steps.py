"""The steps of one weapon's attacks: hit, wound, save, damage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from ..check import Check
from ..dice import Law, added, mapped
from ..editions import Edition
from ..errors import ProfileError
from ..exact import Series, mean, mixture, one, packet
from ..profiles import Mortals, Unit, Weapon, unit_left
from ..rules.rule import Encounter
from ..situation import Situation
from ..stages import Attacks, CriticalHit, CriticalWound, Damage, Save
from .active import Active, active
from .defence import Defence, defence, mixed_packets, plain_packets
from .limits import check_hits, terms_of
from .mortal import MortalSteps, mean_lost, mortal_steps
from .squad import Packet, squad_of
from .standing import Standing, as_written

NONE: Law = ((0, 1),)


@dataclass(frozen=True)
class Steps:
    """What one weapon's attacks come to, step by step, judged once all rules have spoken.

    ``wounds`` holds a check for each Strength that may be rolled, with its weight; ``defences`` one
    of each group of the target. ``saving`` says how often a wound that may be saved becomes which
    packet, an empty name being none.
    """

    count: int
    attacks: Law
    hit: Check
    critical_hit: CriticalHit
    wounds: tuple[tuple[int, int, Check], ...]  # Strength, weight, check
    critical_wound: CriticalWound
    defences: tuple[Defence, ...]
    saving: tuple[tuple[int, str], ...]
    packets: Mapping[str, Packet]
    toughness: int
    notes: tuple[str, ...] = ()
    gathered: tuple[tuple[Attacks, int], ...] = ()  # how the numbers of attacks are rolled, and for how many copies
    counter: int | None = None  # the counter of its packets, where they are counted

    @property
    def save(self) -> Save:
        """The save of the group in front."""
        return self.defences[0].save

    @property
    def damage_roll(self) -> Damage:
        """The Damage of an attack on the group in front."""
        return self.defences[0].damage_roll

    @property
    def damage(self) -> Law:
        """The law of that Damage."""
        return self.defences[0].damage

    @property
    def devastating_damage(self) -> Law:
        """The law of the Damage of a devastating wound."""
        return self.defences[0].devastating_damage

    @property
    def mortal_damage(self) -> Law:
        """The law of the mortal wounds that a critical wound deals besides."""
        return self.defences[0].mortal_damage

    @property
    def feel_no_pain(self) -> int:
        """The Feel No Pain of the group in front against normal damage, 7 if it has none."""
        return self.defences[0].feel_no_pain

    @property
    def devastating_feel_no_pain(self) -> int:
        """The same against devastating wounds."""
        return self.defences[0].devastating_feel_no_pain

    @property
    def mortal_feel_no_pain(self) -> int:
        """The same against mortal wounds."""
        return self.defences[0].mortal_feel_no_pain

    def series(self, yields: Mapping[str, Series], limit: int | None) -> Series:
        """The generating function of all attacks when each packet yields this."""
        nothing = one(next(iter(yields.values())).variables)
        unsaved = mixture([(weight, yields[key] if key else nothing) for weight, key in self.saving])
        critical = yields["devastating"] if self.critical_wound.devastating else unsaved
        if self.critical_wound.mortals:
            critical = critical.times(yields["mortal"])
        return self._attacks(self._wound_roll(unsaved, critical), unsaved, limit)

    def _wound_roll(self, wound: Series, critical: Series) -> Series:
        """What a hit that rolls to wound yields."""
        nothing = one(wound.variables)
        cases = []
        for _, weight, check in self.wounds:
            fail, success, crit = check.weights()
            cases.append((weight, mixture([(fail, nothing), (success, wound), (crit, critical)])))
        return mixture(cases)

    def _attacks(self, hit: Series, lethal: Series, limit: int | None, critical: Series | None = None) -> Series:
        """All attacks, when a hit that rolls on yields ``hit`` and a hit that wounds at once ``lethal``."""
        fail, success, crit = self.hit.weights()
        if critical is None:
            critical = lethal if self.critical_hit.lethal else hit
            if self.critical_hit.extra_hits:
                critical = critical.times(hit.of(self.critical_hit.extra()))
        attack = mixture([(fail, one(hit.variables)), (success, hit), (crit, critical)])
        if len(self.attacks) == 1:
            return attack.power(self.attacks[0][0] * self.count, limit)
        return attack.of(self.attacks, limit).power(self.count, limit)

    @property
    def identity(self) -> object:
        """What two weapons have in common when their attacks are identical against this target."""
        packets = tuple(sorted(self.packets.items(), key=lambda item: item[0]))
        saves = tuple(met.save.best() for met in self.defences)
        return (self.hit, self.critical_hit, self.wounds, self.critical_wound, saves, packets)

    @property
    def most_attacks(self) -> int:
        """The largest number of attacks of all copies of the weapon."""
        return self.attacks[-1][0] * self.count

    def products(self, kinds: int, limit: int) -> int:
        """The products of two numbers that the generating function takes: of an attack, a copy's attacks, all copies."""
        attack = terms_of(min(self.most_packets // max(self.most_attacks, 1), limit), kinds)
        copy = terms_of(min(self.most_packets // self.count, limit), kinds)
        whole = terms_of(min(self.most_packets, limit), kinds)
        if len(self.attacks) == 1:
            return whole * attack
        return copy * attack * self.attacks[-1][0] + (whole * copy if self.count > 1 else 0)

    @property
    def most_packets(self) -> int:
        """The largest number of packets of all copies of the weapon."""
        both = 2 if self.critical_wound.mortals else 1
        return self.most_attacks * (1 + self.critical_hit.extra()[-1][0]) * both

    def law_of(self, what: str) -> Law:
        """The law of the number of attacks, hits, critical_hits, wounds, critical_wounds or unsaved.

        Raises `LimitError` when extra hits make the number too large.
        """
        check_hits(self.most_attacks * (1 + self.critical_hit.extra()[-1][0]))
        nothing, mark = one(1), packet(1, 0, 0, 1)
        if what == "attacks":
            series = mark.of(self.attacks).power(self.count)
        elif what == "hits":
            series = self._attacks(mark, mark, None)
        elif what == "critical_hits":
            series = self._attacks(nothing, nothing, None, mark)
        elif what == "wounds":
            series = self._attacks(self._wound_roll(mark, mark), mark, None)
        elif what == "critical_wounds":
            series = self._attacks(self._wound_roll(nothing, mark), nothing, None)
        else:
            passed = self.save.best().weights()
            unsaved = mixture([(passed[1], nothing), (passed[0], mark)])
            devastating = mark if self.critical_wound.devastating else unsaved
            series = self._attacks(self._wound_roll(unsaved, devastating), unsaved, None)
        return tuple(sorted((count, weight) for (count,), weight in series.terms.items() if weight))

    @cached_property
    def means(self) -> dict[str, Fraction]:
        """The means of everything that `law_of` knows, as if the target never ran out."""
        attacks = mean(self.attacks) * self.count
        critical = self.hit.critical_chance
        extra = critical * mean(self.critical_hit.extra())
        lethal = critical if self.critical_hit.lethal else Fraction(0)
        rolling = self.hit.success + extra - lethal
        total = sum(weight for _, weight, _ in self.wounds)
        wounding = sum((check.success * weight for _, weight, check in self.wounds), Fraction(0)) / total
        critically = sum((check.critical_chance * weight for _, weight, check in self.wounds), Fraction(0)) / total
        devastating = critically if self.critical_wound.devastating else Fraction(0)
        saved = self.save.chance()
        normal = (rolling * (wounding - devastating) + lethal) * (1 - saved)
        return {
            "attacks": attacks,
            "hits": attacks * (self.hit.success + extra),
            "critical_hits": attacks * critical,
            "wounds": attacks * (rolling * wounding + lethal),
            "critical_wounds": attacks * rolling * critically,
            "unsaved": attacks * (normal + rolling * devastating),
            "devastating": attacks * rolling * devastating,
        }

    @property
    def nominal(self) -> Fraction:
        """The mean damage as if nothing were lost to overkill, Feel No Pain counted."""
        means = self.means
        normal = (means["unsaved"] - means["devastating"]) * mean_lost(self.damage, self.feel_no_pain)
        devastating = means["devastating"] * mean_lost(self.devastating_damage, self.devastating_feel_no_pain)
        mortal = Fraction(0)
        if self.critical_wound.mortals:
            mortal = means["critical_wounds"] * mean_lost(self.mortal_damage, self.mortal_feel_no_pain)
        return normal + devastating + mortal


def wound_need(strength: int, toughness: int) -> int:
    """The wound roll that succeeds: 2 to 6.

    >>> [wound_need(strength, 4) for strength in (8, 5, 4, 3, 2)]
    [2, 3, 4, 5, 6]
    """
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def steps(
    attack: Weapon | Mortals,
    unit: Unit,
    situation: Situation,
    edition: Edition,
    models: int | None = None,
    standing: Standing | None = None,
) -> Steps | MortalSteps:
    """The steps of this weapon's attacks against this unit.

    ``models`` are those left when the weapon's user counts them, all of them if not said;
    ``standing`` says how a unit of several groups stands, as written and whole if not said.

    Raises `EditionError` and `SituationError` as `active` does.
    """
    if standing is None and len(unit.groups) > 1:
        standing = as_written(unit, edition)
    return steps_against(attack, unit, situation, edition, unit.models if models is None else models, standing)


@lru_cache(maxsize=1024)
def steps_against(
    attack: Weapon | Mortals,
    unit: Unit,
    situation: Situation,
    edition: Edition,
    models: int,
    standing: Standing | None = None,
) -> Steps | MortalSteps:
    """The steps of this weapon's attacks when the target has so many models; worked out once."""
    met = unit_left(unit, standing.left, splits=edition.attached_splits) if standing else unit
    by_group = [active(attack, met, situation, edition, models, group) for group in range(len(met.groups))]
    acting = by_group[0]
    if isinstance(attack, Mortals):
        return mortal_steps(attack, unit, by_group, standing)
    encounter = acting.encounter
    attacks = Attacks(attack.attacks)
    for rule in acting.by_stage["attacks"]:
        attacks = rule.attacks(attacks, encounter)
    critical_hit, critical_wound = CriticalHit(), CriticalWound()
    for rule in acting.by_stage["critical_hit"]:
        critical_hit = rule.critical_hit(critical_hit, encounter)
    for rule in acting.by_stage["critical_wound"]:
        critical_wound = rule.critical_wound(critical_wound, encounter)
    mortal = added(*(dice.law() for dice in critical_wound.mortals)) if critical_wound.mortals else NONE
    defences = tuple(defence(attack, group.save, acts, mortal) for group, acts in zip(met.groups, by_group, strict=True))
    notes = acting.notes
    if standing is None:
        saving, packets = plain_packets(defences[0], critical_wound, squad_of(unit), edition)
    else:
        notes = tuple(dict.fromkeys(note for acts in by_group for note in acts.notes))
        saving, packets = mixed_packets(defences, critical_wound, standing, edition, "precision" in encounter.weapon_rules)
    return Steps(
        count=attack.count,
        attacks=attacks.law(),
        hit=_hit(attack, acting),
        critical_hit=critical_hit,
        wounds=_wounds(attack, acting),
        critical_wound=critical_wound,
        defences=defences,
        saving=saving,
        packets=packets,
        toughness=encounter.toughness,
        notes=notes,
        gathered=((attacks, attack.count),),
        counter=standing.counter if standing else None,
    )


def _hit(weapon: Weapon, acting: Active) -> Check:
    check = Check(weapon.skill or 2, worst=acting.encounter.edition.skill_worst)
    for rule in acting.by_stage["hit"]:
        check = rule.hit(check, acting.encounter)
    if weapon.skill is None and not check.automatic:
        raise ProfileError("this weapon has no skill, and [torrent] does not act here", "write its BS or WS")
    return check


def _wounds(weapon: Weapon, acting: Active) -> tuple[tuple[int, int, Check], ...]:
    """A wound check for each Strength that may be rolled."""
    modifiers: tuple[int, ...] = ()
    for rule in acting.by_stage["strength"]:
        modifiers = rule.strength(modifiers, acting.encounter)
    strengths = weapon.strength.law()
    if modifiers:
        strengths = mapped(strengths, lambda strength: max(1, strength + sum(modifiers)))
    return tuple((strength, weight, _wound(strength, acting)) for strength, weight in strengths)


def _wound(strength: int, acting: Active) -> Check:
    encounter: Encounter = acting.encounter
    check = Check(wound_need(strength, encounter.toughness))
    if acting.by_stage["wound"]:
        encounter = replace(encounter, strength=strength)
        for rule in acting.by_stage["wound"]:
            check = rule.wound(check, encounter)
    return check
