"""What each group of a target does about a wound, and the packets that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd

from ..check import Verdict
from ..dice import FACES, Law
from ..editions import Edition
from ..profiles import Weapon
from ..stages import CriticalWound, Damage, FeelNoPain, Save
from .active import Active
from .blows import Blow, mixed_packet
from .squad import Packet, Squad, damage_packet, sorted_packet
from .standing import NOBODY, Standing

Saving = tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Defence:
    """What a model of one group does about a wound: its save, and the damage that it then suffers.

    ``shielded`` is the law of damage for the first failed save, if a one-use defence changes it.
    """

    save: Save
    damage_roll: Damage
    damage: Law
    devastating_damage: Law
    mortal_damage: Law
    feel_no_pain: int
    devastating_feel_no_pain: int
    mortal_feel_no_pain: int
    shielded: Law | None = None


def defence(weapon: Weapon, save: int, acting: Active, mortal: Law) -> Defence:
    """The defence of a group with this Save, by the rules that act on what is allocated to it."""
    encounter, edition = acting.encounter, acting.encounter.edition
    thrown = Save(save, weapon.ap, high=edition.save_bonus_cap)
    for rule in acting.by_stage["save"]:
        thrown = rule.save(thrown, encounter)
    damage = Damage(weapon.damage)
    for rule in acting.by_stage["damage"]:
        damage = rule.damage(damage, encounter)
    zero = edition.zero_damage_is_final
    with_target = edition.devastating_takes_target_modifiers
    ignored = feel_no_pain(acting)
    psychic = "psychic" in encounter.weapon_rules
    shielded = None
    if damage.first_is_zero:
        shielded = damage.set_to_zero().law(edition.damage_order, zero_is_final=zero)
    return Defence(
        save=thrown,
        damage_roll=damage,
        damage=damage.law(edition.damage_order, zero_is_final=zero),
        devastating_damage=damage.law(edition.damage_order, zero_is_final=zero, from_target=with_target),
        mortal_damage=mortal,
        feel_no_pain=ignored.need(mortal=False, psychic=psychic),
        devastating_feel_no_pain=ignored.need(mortal=edition.devastating_is_mortal, psychic=psychic),
        mortal_feel_no_pain=ignored.need(mortal=True, psychic=psychic),
        shielded=shielded,
    )


def feel_no_pain(acting: Active) -> FeelNoPain:
    """The rolls by which a model ignores wounds."""
    ignored = FeelNoPain()
    for rule in acting.by_stage["feel_no_pain"]:
        ignored = rule.feel_no_pain(ignored, acting.encounter)
    return ignored


def plain_packets(met: Defence, critical: CriticalWound, squad: Squad, edition: Edition) -> tuple[Saving, dict[str, Packet]]:
    """The packets of a weapon against one kind of model: every save is like every other."""
    packets = {"normal": damage_packet(met.damage, met.feel_no_pain, squad, shielded=met.shielded)}
    if critical.devastating:
        packets["devastating"] = damage_packet(
            met.devastating_damage, met.devastating_feel_no_pain, squad, spills=edition.devastating_spills
        )
    if critical.mortals:
        packets["mortal"] = damage_packet(met.mortal_damage, met.mortal_feel_no_pain, squad, spills=True)
    failed, saved, _ = met.save.best().weights()
    return ((saved, ""), (failed, "normal")), packets


def mixed_packets(
    defences: Sequence[Defence], critical: CriticalWound, standing: Standing, edition: Edition, precise: bool
) -> tuple[Saving, dict[str, Packet]]:
    """The packets of a weapon against several kinds of models, each group with a save of its own.

    Where saves are made one by one they are part of the packet. Where they are sorted, the faces that
    come to the same for every group are one packet, the lowest first.
    """
    squad = standing.squad
    aim = standing.aim if precise else NOBODY
    met = [defences[standing.seen(group)] for group in range(len(standing.left))]
    if edition.sorts_saves:
        weights = [_by_face(one.save) for one in met]
    else:
        weights = [[one.save.best().weights()[:2]] for one in met]
    kinds: list[tuple[int, Packet]] = []
    before: tuple[tuple[int, int], ...] = ()
    for by_group in zip(*weights, strict=True):
        if by_group == before:
            kinds[-1] = (kinds[-1][0] + 1, kinds[-1][1])
            continue
        before = by_group
        blows = tuple(
            Blow(saved, failed, one.damage, one.feel_no_pain, one.shielded, *standing.counters())
            for (failed, saved), one in zip(by_group, met, strict=True)
        )
        kinds.append((1, mixed_packet(squad, blows, aim)))
    packets = {"normal": sorted_packet(kinds)}
    if critical.devastating:
        blows = tuple(
            Blow(0, 1, one.devastating_damage, one.devastating_feel_no_pain, None, *standing.counters()) for one in met
        )
        packets["devastating"] = mixed_packet(squad, blows, aim, spills=edition.devastating_spills)
    if critical.mortals:
        blows = tuple(
            Blow(0, 1, one.mortal_damage, one.mortal_feel_no_pain, None, None, standing.damage_counter) for one in met
        )
        packets["mortal"] = mixed_packet(squad, blows, standing.mortal_aim(aim, edition), spills=True)
    return ((1, "normal"),), packets


def _by_face(save: Save) -> list[tuple[int, int]]:
    """For each face of a save die how often it fails and saves in the end, re-rolled if the group may."""
    check = save.best()
    anew = replace(check, rerolls=frozenset())
    failed, saved, _ = anew.weights()
    return [
        _reduced(failed, saved) if check.rerolled(face) else (1, 0) if check.judge(face) is Verdict.FAIL else (0, 1)
        for face in FACES
    ]


def _reduced(failed: int, saved: int) -> tuple[int, int]:
    common = gcd(failed, saved)
    return failed // common, saved // common
