"""The steps of one weapon's attacks against one kind of model: hit, wound, save, damage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from ..check import Check
from ..dice import Law, added, mapped
from ..editions import Edition, PacketKind
from ..errors import ProfileError
from ..exact import Series, mean, mixture, one, packet
from ..profiles import Mortals, Unit, Weapon
from ..rules.rule import Encounter
from ..situation import Situation
from ..stages import Attacks, CriticalHit, CriticalWound, Damage, Save
from .active import Active, active
from .limits import check_hits
from .mortal import MortalSteps, feel_no_pain, mean_lost, mortal_steps
from .squad import Packet, damage_packet, squad_of


@dataclass(frozen=True)
class Steps:
    """What one weapon's attacks come to, step by step, judged once all rules have spoken.

    ``wounds`` holds a check for each Strength that may be rolled, with its weight.
    """

    count: int
    attacks: Law
    hit: Check
    critical_hit: CriticalHit
    wounds: tuple[tuple[int, int, Check], ...]  # Strength, weight, check
    critical_wound: CriticalWound
    save: Save
    damage_roll: Damage
    damage: Law
    devastating_damage: Law
    mortal_damage: Law
    feel_no_pain: int
    devastating_feel_no_pain: int
    mortal_feel_no_pain: int
    packets: Mapping[PacketKind, Packet]
    toughness: int
    notes: tuple[str, ...] = ()
    gathered: tuple[tuple[Attacks, int], ...] = ()  # how the numbers of attacks are rolled, and for how many copies

    def series(self, yields: Mapping[PacketKind, Series], limit: int | None) -> Series:
        """The generating function of all attacks when each kind of packet yields this."""
        nothing = one(yields["normal"].variables)
        passed = self.save.best().weights()
        unsaved = mixture([(passed[1], nothing), (passed[0], yields["normal"])])
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
        return (self.hit, self.critical_hit, self.wounds, self.critical_wound, self.save.best(), packets)

    @property
    def most_attacks(self) -> int:
        """The largest number of attacks of all copies of the weapon."""
        return self.attacks[-1][0] * self.count

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
    attack: Weapon | Mortals, unit: Unit, situation: Situation, edition: Edition, models: int | None = None
) -> Steps | MortalSteps:
    """The steps of this weapon's attacks against this unit of one kind of model.

    ``models`` are those left when the weapon's user counts them, all of them if not said.

    Raises `EditionError` and `SituationError` as `active` does.
    """
    return steps_against(attack, unit, situation, edition, unit.models if models is None else models)


@lru_cache(maxsize=1024)
def steps_against(
    attack: Weapon | Mortals, unit: Unit, situation: Situation, edition: Edition, models: int
) -> Steps | MortalSteps:
    """The steps of this weapon's attacks when the target has so many models; worked out once."""
    acting = active(attack, unit, situation, edition, models)
    if isinstance(attack, Mortals):
        return mortal_steps(attack, unit, acting)
    encounter, group = acting.encounter, unit.groups[0]
    attacks = Attacks(attack.attacks)
    for rule in acting.by_stage["attacks"]:
        attacks = rule.attacks(attacks, encounter)
    critical_hit, critical_wound = CriticalHit(), CriticalWound()
    for rule in acting.by_stage["critical_hit"]:
        critical_hit = rule.critical_hit(critical_hit, encounter)
    for rule in acting.by_stage["critical_wound"]:
        critical_wound = rule.critical_wound(critical_wound, encounter)
    save = Save(group.save, attack.ap, high=edition.save_bonus_cap)
    for rule in acting.by_stage["save"]:
        save = rule.save(save, encounter)
    damage = Damage(attack.damage)
    for rule in acting.by_stage["damage"]:
        damage = rule.damage(damage, encounter)
    zero = edition.zero_damage_is_final
    normal = damage.law(edition.damage_order, zero_is_final=zero)
    with_target = edition.devastating_takes_target_modifiers
    devastating = damage.law(edition.damage_order, zero_is_final=zero, from_target=with_target)
    mortal = added(*(dice.law() for dice in critical_wound.mortals))
    ignored = feel_no_pain(acting)
    psychic = "psychic" in encounter.weapon_rules
    needs = {
        "normal": ignored.need(mortal=False, psychic=psychic),
        "devastating": ignored.need(mortal=edition.devastating_is_mortal, psychic=psychic),
        "mortal": ignored.need(mortal=True, psychic=psychic),
    }
    squad = squad_of(unit)
    shielded = None
    if damage.first_is_zero:
        shielded = damage.set_to_zero().law(edition.damage_order, zero_is_final=zero)
    packets: dict[PacketKind, Packet] = {"normal": damage_packet(normal, needs["normal"], squad, shielded=shielded)}
    if critical_wound.devastating:
        packets["devastating"] = damage_packet(devastating, needs["devastating"], squad, spills=edition.devastating_spills)
    if critical_wound.mortals:
        packets["mortal"] = damage_packet(mortal, needs["mortal"], squad, spills=True)
    return Steps(
        count=attack.count,
        attacks=attacks.law(),
        hit=_hit(attack, acting),
        critical_hit=critical_hit,
        wounds=_wounds(attack, acting),
        critical_wound=critical_wound,
        save=save,
        damage_roll=damage,
        damage=normal,
        devastating_damage=devastating,
        mortal_damage=mortal,
        feel_no_pain=needs["normal"],
        devastating_feel_no_pain=needs["devastating"],
        mortal_feel_no_pain=needs["mortal"],
        packets=packets,
        toughness=encounter.toughness,
        notes=acting.notes,
        gathered=((attacks, attack.count),),
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
