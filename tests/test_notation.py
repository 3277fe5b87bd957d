"""Reading and writing the one-line notation: what is accepted, what is refused and where the caret stands."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import permutations, product
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, example, given, reject, settings
from hypothesis import strategies as st

from mathhammer.dice import Dice
from mathhammer.errors import MathhammerError, NotationError, ProfileError
from mathhammer.notation import (
    Query,
    read_attack,
    read_unit,
    read_weapon,
    split_query,
    write,
    write_query,
)
from mathhammer.notation.presets import ALIASES, PRESETS
from mathhammer.profiles import Group, Mortals, Unit, Weapon
from mathhammer.rules.attacks import Blast, RapidFire
from mathhammer.rules.catalogue import RULES
from mathhammer.rules.damage import FeelNoPainRule, Melta
from mathhammer.rules.hits import Stealth
from mathhammer.rules.labels import OtherAbility
from mathhammer.rules.rule import PLACEHOLDER, Condition, Rule
from mathhammer.rules.saves import InvulnerableSave
from mathhammer.rules.wounds import AntiKeyword

Read = Callable[[str], Any]
Record = TypeVar("Record")
untimed = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def echo(text: str) -> str:
    """The canonical line of a weapon or of mortal wounds."""
    return write(read_attack(text))


def unit_echo(text: str) -> str:
    """The canonical line of a unit."""
    return write(read_unit(text))


def refusal(read: Read, text: str) -> tuple[str, str]:
    """What the error says in its first line, and the part of the text under its carets."""
    with pytest.raises(NotationError) as caught:
        read(text)
    return str(caught.value).split("\n")[0], caught.value.text[caught.value.start : caught.value.end]


# Weapons in stat form.


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("A2 BS3+ S4 AP-1 D1", "A2 BS3+ S4 AP-1 D1"),
        ("a2 bs3+ s4 ap-1 d1", "A2 BS3+ S4 AP-1 D1"),
        ("A2BS3+S4AP-1D1", "A2 BS3+ S4 AP-1 D1"),
        ("a2bs3s4ap1d1[heavy]", "A2 BS3+ S4 AP-1 D1 [heavy]"),
        ("A2 BS3 S4 D1", "A2 BS3+ S4 AP0 D1"),
        ("A2, BS3+, S4, AP1, D1", "A2 BS3+ S4 AP-1 D1"),
        ("A 2\tBS 3+   S 4 AP 1 D 1", "A2 BS3+ S4 AP-1 D1"),
        ("A = 2 BS = 3+ S = 4 AP = - 1 D = 1", "A2 BS3+ S4 AP-1 D1"),
        ("A:2 BS:3+ S:4 AP:-1 D:1", "A2 BS3+ S4 AP-1 D1"),
        ("1x A=10 BS3+ S=4 AP-0 D=D6+3", "A10 BS3+ S4 AP0 D=D6+3"),
        ("AD6 BS3+ SD6+6 D1", "AD6 BS3+ SD6+6 AP0 D1"),
        ("A=2D6+6 BS3+ S2D6 D0", "A2D6+6 BS3+ S2D6 AP0 D0"),
        ("A4D6 BS3+ S4 D12", "A4D6 BS3+ S4 AP0 D12"),
        ("A3D3 BS3+ S4 D30", "A3D3 BS3+ S4 AP0 D=30"),
        ("A2 WS3+ S4 D1", "A2 WS3+ S4 AP0 D1"),
        ("melee A2 WS3+ S4 D1", "A2 WS3+ S4 AP0 D1"),
        ("A2 S4 D1 MELEE [torrent]", "melee A2 S4 AP0 D1 [torrent]"),
        ('24" A2 BS3+ S4 D1', '24" A2 BS3+ S4 AP0 D1'),
        ("A2 BS3+ S4 D1 24in", '24" A2 BS3+ S4 AP0 D1'),
        ("A2 BS3+ S4 D1 24 inches", '24" A2 BS3+ S4 AP0 D1'),
        ('24"A2BS3+S4AP0D1', '24" A2 BS3+ S4 AP0 D1'),
        ("AD6 S5 AP-1 D1 [torrent]", "AD6 S5 AP-1 D1 [torrent]"),
        ("AD6 BS N/A S5 D1 [torrent]", "AD6 S5 AP0 D1 [torrent]"),
        ("AD6 BS- S5 D1 [torrent]", "AD6 S5 AP0 D1 [torrent]"),
        ("AD6 WSauto S5 D1 [torrent]", "melee AD6 S5 AP0 D1 [torrent]"),
        ("A2 BS3+ S4 D1 [torrent]", "A2 BS3+ S4 AP0 D1 [torrent]"),
        ("[heavy] A2 BS3+ S4 D1 [lance]", "A2 BS3+ S4 AP0 D1 [heavy, lance]"),
        ("A2 BS3+ S4 D1 []", "A2 BS3+ S4 AP0 D1"),
        ("A2 BS3+ S4 D1 [-]", "A2 BS3+ S4 AP0 D1"),
        ("A2 BS3+ S4 D1 @ 90", "A2 BS3+ S4 AP0 D1 @ 90"),
        ("A2 BS3+ S4 D1 [heavy] @90 pts", "A2 BS3+ S4 AP0 D1 [heavy] @ 90"),
        ("A2 BS3+ S4 D1 @ 0 [heavy]", "A2 BS3+ S4 AP0 D1 [heavy] @ 0"),
    ],
)
def test_a_weapon_in_stat_form_is_echoed_in_canonical_form(text: str, canonical: str) -> None:
    assert echo(text) == canonical
    assert echo(canonical) == canonical


def test_the_order_of_the_stats_is_free() -> None:
    stats = ('24"', "A2", "BS3+", "S4", "AP-1", "D1")
    assert {echo(" ".join(order)) for order in permutations(stats)} == {'24" A2 BS3+ S4 AP-1 D1'}


def test_the_separator_of_a_stat_is_free() -> None:
    lines = (f"A{a}2D6+1 BS{b}3+ S{c}4 AP{d}-1 D{e}2" for a, b, c, d, e in product(("", "=", ": ", " "), repeat=5))
    assert {echo(line) for line in lines} == {"A2D6+1 BS3+ S4 AP-1 D2"}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("A2 BS3+ S4 D=6", "A2 BS3+ S4 AP0 D=6"),
        ("A2 BS3+ S4 D:3", "A2 BS3+ S4 AP0 D=3"),
        ("A2 BS3+ S4 D=D6", "A2 BS3+ S4 AP0 D=D6"),
        ("A2 BS3+ S4 D: D3", "A2 BS3+ S4 AP0 D=D3"),
        ("A2 BS3+ S4 DD6", "A2 BS3+ S4 AP0 D=D6"),
        ("A2 BS3+ S4 DD3", "A2 BS3+ S4 AP0 D=D3"),
        ("A2 BS3+ S4 D D6", "A2 BS3+ S4 AP0 D=D6"),
        ("A2 BS3+ S4 D6+1", "A2 BS3+ S4 AP0 D=D6+1"),
        ("A2 BS3+ S4 D3+3", "A2 BS3+ S4 AP0 D=D3+3"),
        ("A2 BS3+ S4 D6+D3", "A2 BS3+ S4 AP0 D=D6+D3"),
        ("A2 BS3+ S4 D3-1", "A2 BS3+ S4 AP0 D=D3-1"),
        ("A2 BS3+ S4 D2D6", "A2 BS3+ S4 AP0 D=2D6"),
        ("A2 BS3+ S4 D2D3", "A2 BS3+ S4 AP0 D=2D3"),
        ("A2 BS3+ S4 D=2D6-1", "A2 BS3+ S4 AP0 D=2D6-1"),
        ("A2 BS3+ S4 D16", "A2 BS3+ S4 AP0 D16"),
    ],
)
def test_a_damage_is_flat_or_a_die_as_it_says(text: str, canonical: str) -> None:
    assert echo(text) == canonical


@pytest.mark.parametrize(("sep", "face"), list(product(("", " ", "  "), ("3", "6"))))
def test_a_damage_that_can_mean_two_things_is_refused(sep: str, face: str) -> None:
    assert refusal(read_attack, f"A2 BS3+ S4 D{sep}{face}") == (
        f"D{face} can mean {face} damage or a die: write D={face} for {face} damage, D=D{face} (or DD{face}) for a die",
        f"D{sep}{face}",
    )


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("10x A2 BS3+ S4 D1", "10x A2 BS3+ S4 AP0 D1"),
        ("10xA2 BS3+ S4 D1", "10x A2 BS3+ S4 AP0 D1"),
        ("10 X A2 BS3+ S4 D1", "10x A2 BS3+ S4 AP0 D1"),
        ("1x A2 BS3+ S4 D1", "A2 BS3+ S4 AP0 D1"),
        ("10x Bolt rifle: A2 BS3+ S4 D1", "10x Bolt rifle: A2 BS3+ S4 AP0 D1"),
        ("Bolt rifle: 10x A2 BS3+ S4 D1", "10x Bolt rifle: A2 BS3+ S4 AP0 D1"),
        ("Bolt  rifle :A2 BS3+ S4 D1", "Bolt rifle: A2 BS3+ S4 AP0 D1"),
        ("gun (two-handed), old: A2 BS3+ S4 D1", "gun (two-handed), old: A2 BS3+ S4 AP0 D1"),
        ("A: A2 BS3+ S4 D1", "A: A2 BS3+ S4 AP0 D1"),
        ('A: 24" A2 BS3+ S4 D1', 'A: 24" A2 BS3+ S4 AP0 D1'),
        ('A2 D: 24" A2 BS3+ S4 D1', 'A2 D: 24" A2 BS3+ S4 AP0 D1'),
        ("melee: A2 WS3+ S4 D1", "melee: A2 WS3+ S4 AP0 D1"),
        ("mortals 3: A2 BS3+ S4 D1", "mortals 3: A2 BS3+ S4 AP0 D1"),
        ("5 xenos: A2 BS3+ S4 D1", "5 xenos: A2 BS3+ S4 AP0 D1"),
        ("1x 2x thing: A2 BS3+ S4 D1", "1x 2x thing: A2 BS3+ S4 AP0 D1"),
        ("meq: A2 BS3+ S4 D1", "meq: A2 BS3+ S4 AP0 D1"),
        ('24" 2 3+ 4 -1 1: A2 BS3+ S4 D1', '24" 2 3+ 4 -1 1: A2 BS3+ S4 AP0 D1'),
    ],
)
def test_a_count_and_a_name_stand_before_the_stats(text: str, canonical: str) -> None:
    assert echo(text) == canonical
    assert echo(canonical) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("A2 BS3+ S4 AP\u22121 D1", "A2 BS3+ S4 AP-1 D1"),
        ("A2 BS3+ S4 AP\u20131 D1", "A2 BS3+ S4 AP-1 D1"),
        ("A2 BS3+ S4 AP\u20111 D1", "A2 BS3+ S4 AP-1 D1"),
        ("10\u00d7 A2\u00a0BS3+\u202fS4 D1", "10x A2 BS3+ S4 AP0 D1"),
        ("24\u201d A2 BS3+ S4 D1", '24" A2 BS3+ S4 AP0 D1'),
        ("24\u2033 A2 BS3+ S4 D1", '24" A2 BS3+ S4 AP0 D1'),
        ("24\u2019\u2019 A2 BS3+ S4 D1", '24" A2 BS3+ S4 AP0 D1'),
        ("\u27a4 gun: A2 BS3+ S4 D1", "gun: A2 BS3+ S4 AP0 D1"),
        ("2x \u27a4 gun: A2 BS3+ S4 D1", "2x gun: A2 BS3+ S4 AP0 D1"),
        ("\ufeffA2 BS3+ S4 D1\r\n", "A2 BS3+ S4 AP0 D1"),
        ("A2 BS3+\nS4 D1", "A2 BS3+ S4 AP0 D1"),
        ("Ogre\u2019s fist \u2013 sweep: A2 WS3+ S4 D1", "Ogre\u2019s fist \u2013 sweep: A2 WS3+ S4 AP0 D1"),
        ("A2 BS3+ S4 D1 [anti\u2011infantry 4+, twin\u2011linked]", "A2 BS3+ S4 AP0 D1 [anti-infantry 4+, twin-linked]"),
        ("A2 BS3+ S4 D1 [\u22121 to hit]", "A2 BS3+ S4 AP0 D1 [-1 to hit]"),
        ("A2 BS3+ S4 D1 [anti-t\u2019au empire 4+]", "A2 BS3+ S4 AP0 D1 [anti-t'au empire 4+]"),
    ],
)
def test_typographic_characters_are_read(text: str, canonical: str) -> None:
    assert echo(text) == canonical
    assert echo(canonical) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("mortals D3", "mortals D3"),
        ("Mortal wounds D3", "mortals D3"),
        ("mortals 2D6+1", "mortals 2D6+1"),
        ("6x mortals 1 on 4+", "6x mortals 1 on 4+"),
        ("6x mortals 1 on 4", "6x mortals 1 on 4+"),
        ("smite: mortals D3 on 2+ [psychic]", "smite: mortals D3 on 2+ [psychic]"),
        ("mortals 3: mortals 4", "mortals 3: mortals 4"),
        ("smite: 2x mortals D3", "2x smite: mortals D3"),
    ],
)
def test_mortal_wounds_are_an_attack(text: str, canonical: str) -> None:
    assert echo(text) == canonical
    assert isinstance(read_attack(text), Mortals)


def test_mortal_wounds_are_no_weapon() -> None:
    assert refusal(read_weapon, "mortals D3") == (
        "a weapon is expected here, not mortal wounds: write A, BS or WS, S, AP and D",
        "mortals D3",
    )


# Pasted datasheet rows.

ROWS = [
    # tabs, as a page or a spreadsheet gives them
    ('Volley rifle\t24"\t2\t3+\t4\t-1\t1', 'Volley rifle: 24" A2 BS3+ S4 AP-1 D1'),
    (
        'Volley rifle [ASSAULT, HEAVY]\t24"\t2\t3+\t4\t-1\t1',
        'Volley rifle: 24" A2 BS3+ S4 AP-1 D1 [assault, heavy]',
    ),
    (
        'Volley rifle\t24"\t2\t3+\t4\t-1\t1\tAssault, Rapid Fire 1',
        'Volley rifle: 24" A2 BS3+ S4 AP-1 D1 [assault, rapid fire 1]',
    ),
    ('Volley rifle\t24"\t2\t3+\t4\t-1\t1\t\t', 'Volley rifle: 24" A2 BS3+ S4 AP-1 D1'),
    ('\tVolley rifle\t24"\t2\t3+\t4\t-1\t1\t-\t', 'Volley rifle: 24" A2 BS3+ S4 AP-1 D1'),
    ("Chain hook\tMelee\t4\t3+\t4\t0\t1\t-", "Chain hook: A4 WS3+ S4 AP0 D1"),
    (
        "Ember spear\t12\tD6\tN/A\t5\t-1\t1\tIgnores Cover, Torrent",
        'Ember spear: 12" AD6 S5 AP-1 D1 [ignores cover, torrent]',
    ),
    # bars
    (
        'Sun lance|48"|1|3+|12|-3|D6+1|Heavy, Twin-linked',
        'Sun lance: 48" A1 BS3+ S12 AP-3 D=D6+1 [heavy, twin-linked]',
    ),
    ('|Sun lance|48"|1|3+|12|-3|D6+1|Heavy|', 'Sun lance: 48" A1 BS3+ S12 AP-3 D=D6+1 [heavy]'),
    ('| Sun lance | 48" | 1 | 3+ | 12 | -3 | D6+1 | - |', 'Sun lance: 48" A1 BS3+ S12 AP-3 D=D6+1'),
    ("Sun lance|48|1|3|12|-3|D6+1|", 'Sun lance: 48" A1 BS3+ S12 AP-3 D=D6+1'),
    ("Sun lance | 48 | 1 | 3 | 12 | 3 | D6+1", 'Sun lance: 48" A1 BS3+ S12 AP-3 D=D6+1'),
    ("48|1|3+|12|-3|6", '48" A1 BS3+ S12 AP-3 D=6'),
    (
        'Barrel organ|48"|4D6|4+|5|0|1|BLAST, Sustained Hits D3',
        'Barrel organ: 48" A4D6 BS4+ S5 AP0 D1 [blast, sustained hits D3]',
    ),
    (
        'Moon breaker|36"|D3|4+|10|-3|3|Devastating Wounds: Monster/Vehicle',
        'Moon breaker: 36" AD3 BS4+ S10 AP-3 D=3 [devastating wounds: monster/vehicle]',
    ),
    # blanks
    ('Hand cannon 12" 1 3+ 4 0 1', 'Hand cannon: 12" A1 BS3+ S4 AP0 D1'),
    ('Hand cannon    12"   1   3+   4   0   1', 'Hand cannon: 12" A1 BS3+ S4 AP0 D1'),
    ('Hand cannon [PISTOL] 12" 1 3+ 4 0 1', 'Hand cannon: 12" A1 BS3+ S4 AP0 D1 [pistol]'),
    ('Hand cannon 12" 1 3+ 4 0 1 [PISTOL]', 'Hand cannon: 12" A1 BS3+ S4 AP0 D1 [pistol]'),
    (
        'Hand cannon 12" 1 3+ 4 0 1 Pistol, Close\u2011quarters',
        'Hand cannon: 12" A1 BS3+ S4 AP0 D1 [pistol, close-quarters]',
    ),
    ('12" 1 3+ 4 0 1', '12" A1 BS3+ S4 AP0 D1'),
    ("Maul Melee 3 4+ 8 -2 2", "Maul: A3 WS4+ S8 AP-2 D2"),
    ("Horn of ruin Melee 5 2+ D6+6 -2 3", "Horn of ruin: A5 WS2+ SD6+6 AP-2 D=3"),
    ("Twin maul [twin linked] melee D6+3 3+ 8 -2 D3+3", "Twin maul: AD6+3 WS3+ S8 AP-2 D=D3+3 [twin-linked]"),
    ('Whirl pod 36" 2D6+6 3+ 4 0 1 [blast 2]', 'Whirl pod: 36" A2D6+6 BS3+ S4 AP0 D1 [blast 2]'),
    # slashes between blanks
    ('Frost gun / 18" / 2 / 3+ / 9 / -4 / D6 / Melta 2', 'Frost gun: 18" A2 BS3+ S9 AP-4 D=D6 [melta 2]'),
    # the last column: D6 is a die, 6 is six
    ('Ram 18" 1 4+ 16 -4 D6', 'Ram: 18" A1 BS4+ S16 AP-4 D=D6'),
    ('Ram 18" 1 4+ 16 -4 6', 'Ram: 18" A1 BS4+ S16 AP-4 D=6'),
    ('Ram 18" 1 4+ 16 -4 D3', 'Ram: 18" A1 BS4+ S16 AP-4 D=D3'),
    ('Ram 18" 1 4+ 16 -4 3', 'Ram: 18" A1 BS4+ S16 AP-4 D=3'),
    ('Ram 18" 1 4+ 32 -6 12', 'Ram: 18" A1 BS4+ S32 AP-6 D12'),
    ('Ram 18" 3D3 4+ 2D6 0 2D3', 'Ram: 18" A3D3 BS4+ S2D6 AP0 D=2D3'),
    # what copying does to them
    (
        '\u27a4 Sear gun \u2013 standard\t24"\t1\t3+\t7\t\u22122\t1',
        'Sear gun \u2013 standard: 24" A1 BS3+ S7 AP-2 D1',
    ),
    (
        "\u27a4 Sear gun \u2013 supercharge | 24\u201d | 1 | 3+ | 8 | \u20133 | 2 | Hazardous",
        'Sear gun \u2013 supercharge: 24" A1 BS3+ S8 AP-3 D2 [hazardous]',
    ),
    ('Sear gun: standard 24" 1 3+ 7 -2 1', 'Sear gun - standard: 24" A1 BS3+ S7 AP-2 D1'),
    ('Sear gun: 24" 1 3+ 7 -2 1', 'Sear gun: 24" A1 BS3+ S7 AP-2 D1'),
    ("Sear\u00a0gun\u00a024\u2033\u00a01\u00a03+\u00a07\u00a0\u20112\u00a01", 'Sear gun: 24" A1 BS3+ S7 AP-2 D1'),
    # counts and points
    ('10x Volley rifle\t24"\t2\t3+\t4\t-1\t1', '10x Volley rifle: 24" A2 BS3+ S4 AP-1 D1'),
    ('10x 24" 2 3+ 4 -1 1', '10x 24" A2 BS3+ S4 AP-1 D1'),
    ('|10\u00d7 Volley rifle|24"|2|3+|4|-1|1|', '10x Volley rifle: 24" A2 BS3+ S4 AP-1 D1'),
    ('Volley rifle: 10x 24" 2 3+ 4 -1 1', '10x Volley rifle: 24" A2 BS3+ S4 AP-1 D1'),
    ('Volley rifle 24" 2 3+ 4 -1 1 [heavy] @ 20', 'Volley rifle: 24" A2 BS3+ S4 AP-1 D1 [heavy] @ 20'),
    # both ways of having no skill, and no AP
    ('Spray 9" D6 - 4 - 1 [torrent]', 'Spray: 9" AD6 S4 AP0 D1 [torrent]'),
    ("Spray Melee D6 n/a 4 0 1 [torrent]", "Spray: melee AD6 S4 AP0 D1 [torrent]"),
    # older and newer sheets
    ('Long gun 36" 1 3 5 2 2', 'Long gun: 36" A1 BS3+ S5 AP-2 D2'),
    (
        'Hunter pod|48"|1|2+|9|-3|D6|One Shot, Hunter Fly, Anti-fly 2+',
        'Hunter pod: 48" A1 BS2+ S9 AP-3 D=D6 [one shot, hunter fly, anti-fly 2+]',
    ),
    (
        "Great scythe|Melee|6|3+|7|-2|2|Cleave 1, Lethal Hits: Infantry",
        "Great scythe: A6 WS3+ S7 AP-2 D2 [cleave 1, lethal hits: infantry]",
    ),
    # names with digits, letters of stats, marks
    ('Mk 2 gun A 24" 2 3+ 4 -1 1', 'Mk 2 gun A: 24" A2 BS3+ S4 AP-1 D1'),
    ('Gun (2-barrel), old/new 24" 2 3+ 4 -1 1', 'Gun (2-barrel), old/new: 24" A2 BS3+ S4 AP-1 D1'),
    ('Gun - 24" 2 3+ 4 -1 1', 'Gun -: 24" A2 BS3+ S4 AP-1 D1'),
]


@pytest.mark.parametrize(("row", "canonical"), ROWS)
def test_a_pasted_row_is_echoed_in_canonical_form(row: str, canonical: str) -> None:
    assert echo(row) == canonical
    assert echo(canonical) == canonical


@pytest.mark.parametrize(
    ("row", "says", "fault"),
    [
        ('gun|24"|2|7+|4|-1|1', "BS 7+ is outside 2+..6+: write BS from 2+ to 6+", "7+"),
        ("gun Melee 2 1+ 4 -1 1", "WS 1+ is outside 2+..6+: write WS from 2+ to 6+", "1+"),
        ('gun|24"|0|3+|4|-1|1', "A 0 is outside 1..1000: write A from 1 to 1000", "0"),
        ('gun|24"|2|3+|0|-1|1', "S 0 is outside 1..1000: write S from 1 to 1000", "0"),
        ('gun|24"|2|3+|4|-21|1', "AP 21 is outside 0..20: write AP from 0 to 20", "-21"),
        ('gun|0"|2|3+|4|-1|1', "range 0 is outside 1..1000: write range from 1 to 1000", '0"'),
        ('gun|24"|0d6|3+|4|-1|1', "bad dice expression '0d6': write a number, D6, D3, 2D6 or D6+1", "0d6"),
        ("gun|N/A|2|3+|4|-1|1", 'a row needs a range: write inches such as 24", or Melee', "N/A"),
        ("gun\t-\t2\t3+\t4\t-1\t1", 'a row needs a range: write inches such as 24", or Melee', "-"),
        (
            'spray 9" D6 N/A 4 0 1',
            "a weapon needs a skill: write BS3+ (ranged) or WS3+ (melee), or [torrent]",
            "N/A",
        ),
        ('gun|24"|2|3+|4|-1|1|Heavy, Hevy', "unknown keyword 'Hevy': did you mean heavy?", "Hevy"),
        ('gun|24"|2|3+|4|-1|1|Heavy, Heavy', "[heavy] stands beside another heavy: write one", "Heavy"),
        ('gun [heavy]|24"|2|3+|4|-1|1|Heavy', "[heavy] stands beside another heavy: write one", "Heavy"),
        (
            'gun|24"|2|3+|4|-1|1|Stealth',
            "[stealth] is a keyword of the target: write it after the target's stats",
            "Stealth",
        ),
        (
            'gun|24"|2|3+|4|-1',
            'this row cannot be read: a row has a name, a range such as 24" or Melee, A, BS or WS, S, AP and D',
            'gun|24"|2|3+|4|-1',
        ),
        (
            'now vs then 24" 2 3+ 4 -1 1',
            "the name 'now vs then' has a word of the notation: leave out 'then'",
            "now vs then",
        ),
    ],
)
def test_a_row_that_does_not_fit_is_refused(row: str, says: str, fault: str) -> None:
    assert refusal(read_attack, row) == (says, fault)


# Keywords of weapons.

KEYWORDS = [
    ("rapid fire 1", "rapid fire 1"),
    ("rf 2", "rapid fire 2"),
    ("RAPID FIRE D6+3", "rapid fire D6+3"),
    ("sustained hits 1", "sustained hits 1"),
    ("sustained d3", "sustained hits D3"),
    ("sus 2", "sustained hits 2"),
    ("SH 1", "sustained hits 1"),
    ("lethal hits", "lethal hits"),
    ("Lethal", "lethal hits"),
    ("lethals", "lethal hits"),
    ("lh", "lethal hits"),
    ("devastating wounds", "devastating wounds"),
    ("dev wounds", "devastating wounds"),
    ("devs", "devastating wounds"),
    ("dw", "devastating wounds"),
    ("DEVASTATING WOUNDS: MONSTER/VEHICLE", "devastating wounds: monster/vehicle"),
    ("anti-infantry 4+", "anti-infantry 4+"),
    ("Anti-INFANTRY 4+", "anti-infantry 4+"),
    ("Anti Vehicle 3+", "anti-vehicle 3+"),
    ("anti-fly 2", "anti-fly 2+"),
    ("anti-adeptus astartes 4+", "anti-adeptus astartes 4+"),
    ("Anti-Epic-Hero 5+", "anti-epic hero 5+"),
    ("melta 2", "melta 2"),
    ("Melta D3", "melta D3"),
    ("blast", "blast"),
    ("blast 1", "blast"),
    ("Blast 3", "blast 3"),
    ("cleave 2", "cleave 2"),
    ("torrent", "torrent"),
    ("twin-linked", "twin-linked"),
    ("Twin-Linked", "twin-linked"),
    ("Twin Linked", "twin-linked"),
    ("TL", "twin-linked"),
    ("heavy", "heavy"),
    ("lance", "lance"),
    ("ignores cover", "ignores cover"),
    ("Ignores-Cover", "ignores cover"),
    ("ic", "ignores cover"),
    ("indirect fire", "indirect fire"),
    ("indirect", "indirect fire"),
    ("precision", "precision"),
    ("hazardous", "hazardous"),
    ("haz", "hazardous"),
    ("psychic", "psychic"),
    ("conversion", "conversion"),
    ("hunter vehicle", "hunter vehicle"),
    ("Hunter Epic Hero", "hunter epic hero"),
    ("pistol", "pistol"),
    ("close-quarters", "close-quarters"),
    ("close quarters", "close-quarters"),
    ("cq", "close-quarters"),
    ("extra attacks", "extra attacks"),
    ("EA", "extra attacks"),
    ("assault", "assault"),
    ("one shot", "one shot"),
    ("One-Shot", "one shot"),
    ("bubblechukka", "bubblechukka"),
    ("Linked Fire", "linked fire"),
    ("overcharge", "overcharge"),
    ("psychic assassin", "psychic assassin"),
    ("plasma warhead", "plasma warhead"),
    # what abilities, stratagems and orders do
    ("reroll hits", "reroll hits fails"),
    ("reroll hits 1s", "reroll hits 1s"),
    ("re-roll hits fails", "reroll hits fails"),
    ("reroll hits non-crits", "reroll hits non-crits"),
    ("Re-roll Wounds", "reroll wounds fails"),
    ("reroll wounds 1s", "reroll wounds 1s"),
    ("reroll wounds non crits", "reroll wounds non-crits"),
    ("reroll damage", "reroll damage low"),
    ("reroll damage 1s", "reroll damage 1s"),
    ("reroll attacks low", "reroll attacks low"),
    ("reroll attacks 1s", "reroll attacks 1s"),
    ("+1 to hit", "+1 to hit"),
    ("+ 1 to hit", "+1 to hit"),
    ("-6 to hit", "-6 to hit"),
    ("+6 to wound", "+6 to wound"),
    ("+1 S", "+1 S"),
    ("+1s", "+1 S"),
    ("-1 A", "-1 A"),
    ("+2 D", "+2 D"),
    ("+1 ap", "+1 AP"),
    ("+1 bs", "+1 BS"),
    ("-1 WS", "-1 WS"),
    ("crit hit 5+", "crit hit 5+"),
    ("critical hits 5", "crit hit 5+"),
    ("crits 5+", "crit hit 5+"),
    ("crit hit 5+ (successful)", "crit hit 5+ (successful)"),
    ("crit wound 4+", "crit wound 4+"),
    ("critical wound 4+ (successful)", "crit wound 4+ (successful)"),
    ("wound rolls 1-3 fail", "wound rolls 1-3 fail"),
    ("wound rolls of 1-3 fail", "wound rolls 1-3 fail"),
    ("take aim", "take aim"),
    ("fix bayonets", "fix bayonets"),
    ("First Rank Fire", "first rank fire"),
    ("mortals 1 on crit wound", "mortals 1 on crit wound"),
    ("mortals D3 on critical wound", "mortals D3 on crit wound"),
    # conditions stand on any of them
    ("sustained hits 1: infantry", "sustained hits 1: infantry"),
    ("reroll wounds: non-vehicle", "reroll wounds fails: non-vehicle"),
    ("+1 to wound: Epic Hero / non monster", "+1 to wound: epic hero/non-monster"),
    ("blast:infantry", "blast: infantry"),
    ("take aim: monster", "take aim: monster"),
    ("torrent: non-fly", "torrent: non-fly"),
]


@pytest.mark.parametrize(("written", "canonical"), KEYWORDS)
def test_a_keyword_of_a_weapon_is_read_by_all_its_names(written: str, canonical: str) -> None:
    assert echo(f"A2 BS3+ S4 D1 [{written}]") == f"A2 BS3+ S4 AP0 D1 [{canonical}]"
    assert echo(f"A2 BS3+ S4 D1 [{canonical}]") == f"A2 BS3+ S4 AP0 D1 [{canonical}]"


@pytest.mark.parametrize("written", [written for written, canonical in KEYWORDS])
def test_a_keyword_of_a_weapon_is_read_in_capitals(written: str) -> None:
    assert echo(f"A2 BS3+ S4 D1 [{written.upper()}]") == echo(f"A2 BS3+ S4 D1 [{written}]")


def test_keywords_are_parted_by_commas_or_semicolons() -> None:
    assert echo("A2 BS3+ S4 D1 [rf 1;tl , Devs: monster; melta 2]") == (
        "A2 BS3+ S4 AP0 D1 [rapid fire 1, twin-linked, devastating wounds: monster, melta 2]"
    )


def test_every_form_of_every_rule_is_read_as_that_rule() -> None:
    values = {"{dice}": "D3", "{int}": "2", "{number}": "2", "{signed}": "+1", "{need}": "5+", "{keyword}": "fly"}
    for rule in RULES:
        for form in rule.forms if rule.owners else ():
            text = PLACEHOLDER.sub(lambda m: values.get(m[0], m[0][1:-1].split("|")[0]), form)
            if "weapon" in rule.owners:
                assert type(read_weapon(f"A2 BS3+ S4 D1 [{text}]").rules[0]) is rule, text
            if "target" in rule.owners:
                assert type(read_unit(f"T4 W9 [{text}]").groups[0].rules[0]) is rule, text


def test_one_off_abilities_are_accepted_as_not_modelled() -> None:
    assert read_weapon("A2 BS3+ S4 D1 [Linked Fire]").rules == (OtherAbility("linked fire"),)
    assert not OtherAbility.modelled


def test_repeated_modifiers_and_different_anti_keywords_stand_side_by_side() -> None:
    line = "A2 BS3+ S4 AP0 D1 [+1 to hit, +1 to hit, anti-fly 2+, anti-vehicle 4+, reroll hits 1s, reroll hits fails]"
    assert echo(line) == line


@pytest.mark.parametrize(
    ("keyword", "says"),
    [
        ("leathal hits", "unknown keyword 'leathal hits': did you mean lethal hits?"),
        ("sustaned hits 1", "unknown keyword 'sustaned hits 1': did you mean sustained hits X?"),
        ("twin linkd", "unknown keyword 'twin linkd': did you mean twin-linked?"),
        ("antinfantry 4+", "unknown keyword 'antinfantry 4+': see: mathhammer rules"),
        ("qqqq", "unknown keyword 'qqqq': see: mathhammer rules"),
        ("infantry", "unknown keyword 'infantry': see: mathhammer rules"),
        ("sustained hits", "'sustained hits' is not complete: write sustained hits X"),
        ("rapid fire", "'rapid fire' is not complete: write rapid fire X"),
        ("melta", "'melta' is not complete: write melta X"),
        ("anti-infantry", "'anti-infantry' is not complete: write anti-KEYWORD n+"),
        ("melta 0", "0 is outside 1..100: write a number or dice, such as 1, D3 or D6+1"),
        ("melta d", "bad dice expression 'd': write a number, D6, D3, 2D6 or D6+1"),
        ("sustained hits 2dd6", "bad dice expression '2dd6': write a number, D6, D3, 2D6 or D6+1"),
        ("blast 0", "0 is outside 1..100: write a whole number"),
        ("anti-fly 1+", "1+ is outside 2+..6+: write 2+ to 6+"),
        ("anti-fly 7+", "7+ is outside 2+..6+: write 2+ to 6+"),
        ("anti 4 4+", "'4' is no KEYWORD: write one such as infantry or epic hero"),
        ("crit hit 1+", "1+ is outside 2+..6+: write 2+ to 6+"),
        ("+7 to hit", "a modifier of +7 is outside 1..6: write +1 or -1"),
        ("-0 to wound", "a modifier of -0 is outside 1..6: write +1 or -1"),
        ("stealth", "[stealth] is a keyword of the target: write it after the target's stats"),
        ("-1 damage", "[-1 damage] is a keyword of the target: write it after the target's stats"),
        (": monster", "an empty keyword: leave it out"),
    ],
)
def test_a_keyword_that_no_weapon_has_is_refused(keyword: str, says: str) -> None:
    assert refusal(read_attack, f"A2 BS3+ S4 D1 [heavy, {keyword}]") == (says, keyword)


@pytest.mark.parametrize(
    ("line", "says", "fault"),
    [
        ("A2 BS3+ S4 D1 [heavy", "a [ without its partner: write [keyword, keyword]", "["),
        ("A2 BS3+ S4 D1 heavy]", "a ] without its partner: write [keyword, keyword]", "]"),
        ("A2 BS3+ S4 D1 [[heavy]]", "a [ without its partner: write [keyword, keyword]", "["),
        ("A2 BS3+ S4 D1 [heavy,, lance]", "an empty keyword: write one keyword between commas", "heavy,, lance"),
        ("A2 BS3+ S4 D1 [heavy, lance, HEAVY]", "[heavy] stands beside another heavy: write one", "HEAVY"),
        ("A2 BS3+ S4 D1 [melta 2, melta 4]", "[melta 4] stands beside another melta: write one", "melta 4"),
        (
            "A2 BS3+ S4 D1 [anti-fly 2+, anti fly 4+]",
            "[anti-fly 4+] stands beside another anti: write one",
            "anti fly 4+",
        ),
        (
            "A2 BS3+ S4 D1 [devs: monster, devs: vehicle]",
            "[devastating wounds: vehicle] stands beside another devastating wounds: write one",
            "devs: vehicle",
        ),
        (
            "A2 BS3+ S4 D1 [devs: 4+]",
            "a condition names KEYWORDS: write for example: monster/vehicle, or non-vehicle",
            "4+",
        ),
        (
            "A2 BS3+ S4 D1 [devs: ]",
            "a condition names KEYWORDS: write for example: monster/vehicle, or non-vehicle",
            "",
        ),
    ],
)
def test_brackets_that_do_not_fit_are_refused(line: str, says: str, fault: str) -> None:
    assert refusal(read_attack, line) == (says, fault)


# What is refused in a weapon's line.


@pytest.mark.parametrize(
    ("stat", "value"),
    [
        ("A2dd6", "2dd6"),
        ("A2DD6", "2DD6"),
        ("A1.5", "1.5"),
        ("A2d", "2d"),
        ("Ad", "d"),
        ("A0d6", "0d6"),
        ("A-2", "-2"),
        ("A -2", "-2"),
        ("A=-2", "-2"),
        ("Aabc", "abc"),
        ("A=abc", "abc"),
        ("A", ""),
        ("A=", ""),
        ("A2d6d6", "2d6d6"),
        ("A2d4", "2d4"),
        ("AD10", "D10"),
        ("A2+", "2+"),
        ("A2D1", "2D1"),
        ("A2D1S4", "2D1S4"),
        ("AD6+", "D6+"),
        ("AD6*2", "D6*2"),
        ("A1/2", "1/2"),
    ],
)
def test_a_bad_dice_expression_is_named(stat: str, value: str) -> None:
    says, fault = refusal(read_attack, f"BS3+ {stat} S4 D1")
    assert f"bad dice expression {value!r}" in says
    assert fault == stat


@pytest.mark.parametrize("value", ["2dd6", "1.5", "2d", "d", "0d6", "-2", "abc", ""])
@pytest.mark.parametrize("letter", ["S", "D"])
def test_a_bad_dice_expression_is_named_for_strength_and_damage(letter: str, value: str) -> None:
    other = "D1" if letter == "S" else "S4"
    says, fault = refusal(read_attack, f"A2 BS3+ {letter}={value} {other}")
    assert f"bad dice expression {value!r}" in says
    assert fault == f"{letter}={value}"


@pytest.mark.parametrize(
    ("line", "says", "fault"),
    [
        ("", "no weapon is written: write for example A2 BS3+ S4 AP-1 D1", ""),
        (" \t ", "no weapon is written: write for example A2 BS3+ S4 AP-1 D1", ""),
        ("gun:", "the stats are missing: write A, BS or WS, S, AP and D", ""),
        ("10x", "the stats are missing: write A, BS or WS, S, AP and D", ""),
        ("[heavy]", "the stats are missing: write A, BS or WS, S, AP and D", ""),
        ("BS3+ S4 D1", "a weapon needs A: write for example A2 or AD6", "BS3+ S4 D1"),
        ("A2 BS3+ D1", "a weapon needs S: write for example S4", "A2 BS3+ D1"),
        ("A2 BS3+ S4 AP-1", "a weapon needs D: write for example D1 or DD6", "A2 BS3+ S4 AP-1"),
        ("A2 S4 D1", "a weapon needs a skill: write BS3+ (ranged) or WS3+ (melee), or [torrent]", "A2 S4 D1"),
        ("A2 BSN/A S4 D1", "a weapon needs a skill: write BS3+ (ranged) or WS3+ (melee), or [torrent]", "BSN/A"),
        ("A0 BS3+ S4 D1", "A 0 is outside 1..1000: write A from 1 to 1000", "A0"),
        ("A1000000000 BS3+ S4 D1", "A 1000000000 is outside 1..1000: write A from 1 to 1000", "A1000000000"),
        ("A2 BS3+ S0 D1", "S 0 is outside 1..1000: write S from 1 to 1000", "S0"),
        ("A2 BS3+ S4 D1001", "D 1001 is outside 0..1000: write D from 0 to 1000", "D1001"),
        ("A2 BS7+ S4 D1", "BS 7+ is outside 2+..6+: write BS from 2+ to 6+", "BS7+"),
        ("A2 BS1+ S4 D1", "BS 1+ is outside 2+..6+: write BS from 2+ to 6+", "BS1+"),
        ("A2 WS7 S4 D1", "WS 7+ is outside 2+..6+: write WS from 2+ to 6+", "WS7"),
        ("A2 BS33333333+ S4 D1", "the number '33333333' is too large: write at most 1000", "BS33333333+"),
        ("A2 BS S4 D1", "'BS' is no BS: write for example BS3+", "BS"),
        ("A2 BS+3 S4 D1", "'BS+3' is no BS: write for example BS3+", "BS+3"),
        ("A2 BS3.5+ S4 D1", "'BS3.5+' is no BS: write for example BS3+", "BS3.5+"),
        ("A2 BS3++ S4 D1", "'BS3++' is no BS: write for example BS3+", "BS3++"),
        ("A2 WSx S4 D1", "'WSx' is no stat of a weapon: write A, BS or WS, S, AP, D; a name ends with a colon", "WSx"),
        ("A2 BS3+ S4 AP+1 D1", "'AP+1' is no AP: write for example AP-1", "AP+1"),
        ("A2 BS3+ S4 AP-1.5 D1", "'AP-1.5' is no AP: write for example AP-1", "AP-1.5"),
        ("A2 BS3+ S4 AP21 D1", "AP 21 is outside 0..20: write AP from 0 to 20", "AP21"),
        ('0" A2 BS3+ S4 D1', "range 0 is outside 1..1000: write range from 1 to 1000", '0"'),
        ('24" A2 WS3+ S4 D1', 'a melee weapon has no range: write WS for melee, BS with a range such as 24"', '24"'),
        ("melee A2 BS3+ S4 D1", "a melee weapon has a WS: write WS instead of BS", "BS3+"),
        ("BS3+ A2 S4 D1 melee", "a melee weapon has a WS: write WS instead of BS", "BS3+"),
        ("A2 BS3+ WS3+ S4 D1", "WS3+ stands beside BS3+: write one", "WS3+"),
        ("A2 A3 BS3+ S4 D1", "A3 stands beside A2: write one", "A3"),
        ("A2 BS3+ S4 D1 T4", "'T4' is a stat of a target: write it after vs", "T4"),
        ("A2 BS3+ S4 D1 Sv3+", "'Sv3+' is a stat of a target: write it after vs", "Sv3+"),
        ("A2 BS3+ S4 D1 4++", "'4++' is a stat of a target: write it after vs", "4++"),
        (
            "A2 BS3+ S4 D1 foo",
            "'foo' is no stat of a weapon: write A, BS or WS, S, AP, D; a name ends with a colon",
            "foo",
        ),
        (
            "Volley rifle A2 BS3+ S4 D1",
            "'Volley' is no stat of a weapon: write A, BS or WS, S, AP, D; a name ends with a colon",
            "Volley",
        ),
        (
            "Sunlance A2 BS3+ S4 D1",
            "'Sunlance' is no stat of a weapon: write A, BS or WS, S, AP, D; a name ends with a colon",
            "Sunlance",
        ),
        ("0x A2 BS3+ S4 D1", "the count 0x is outside 1x..1000x: write 1x to 1000x", "0x"),
        ("-1x A2 BS3+ S4 D1", "the count -1x is outside 1x..1000x: write 1x to 1000x", "-1x"),
        ("1001x A2 BS3+ S4 D1", "the count 1001x is outside 1x..1000x: write 1x to 1000x", "1001x"),
        ("2x gun: 3x A2 BS3+ S4 D1", "a second count: write one count, before the name", "3x"),
        ("A2 BS3+ S4 D1 @", "points are a whole number at the end: write for example @ 90", "@"),
        ("A2 BS3+ S4 D1 @ 9.5", "points are a whole number at the end: write for example @ 90", "@ 9.5"),
        ("A2 BS3+ S4 D1 @ -9", "points are a whole number at the end: write for example @ 90", "@ -9"),
        ("A2 BS3+ S4 D1 @ 200000", "points 200000 is outside 0..100000: write points from 0 to 100000", "@ 200000"),
        (
            "gun | x: A2 BS3+ S4 D1",
            "the name 'gun | x' cannot be written: leave out [ ] : @ | ; tabs and doubled blanks",
            "gun | x",
        ),
        ("gun vs x: A2 BS3+ S4 D1", "the name 'gun vs x' has a word of the notation: leave out 'vs'", "gun vs x"),
        ("mortals", "mortal wounds need a number: write for example mortals D3, or mortals 1 on 4+", "mortals"),
        (
            "mortals 3 at 4+",
            "mortal wounds need a number: write for example mortals D3, or mortals 1 on 4+",
            "mortals 3 at 4+",
        ),
        ("mortals x", "bad dice expression 'x': write a number, D6, D3, 2D6 or D6+1", "x"),
        ("mortals 0", "mortal wounds 0 is outside 1..1000: write mortal wounds from 1 to 1000", "0"),
        ("mortals 1 on 7+", "the roll 7+ is outside 2+..6+: write the roll from 2+ to 6+", "7"),
        ("mortals 1 @ 90", "mortal wounds have no points: leave them out", "@ 90"),
    ],
)
def test_a_weapon_that_does_not_fit_is_refused(line: str, says: str, fault: str) -> None:
    assert refusal(read_attack, line) == (says, fault)


def test_a_name_of_more_than_200_characters_is_refused() -> None:
    says = "the name is longer than 200 characters: write a shorter one"
    assert refusal(read_attack, f"{'x' * 201}: A2 BS3+ S4 D1") == (says, "x" * 201)
    assert read_weapon(f"{'x' * 200}: A2 BS3+ S4 D1").name == "x" * 200


@pytest.mark.parametrize("read", [read_attack, read_weapon, read_unit])
def test_an_absurdly_long_line_is_refused(read: Read) -> None:
    says, _ = refusal(read, "A2 BS3+ S4 D1 " * 1000)
    assert says == "the text has 14000 characters: at most 10000 are read"


# Carets.


def test_carets_stand_under_the_text_as_typed() -> None:
    with pytest.raises(NotationError) as caught:
        read_attack("2\u00d7 \u27a4 gun [Rapid Fire 1]: A2 BS9+ S4 AP\u22121 D1")
    assert str(caught.value) == (
        "BS 9+ is outside 2+..6+: write BS from 2+ to 6+\n"
        "  2\u00d7   gun [Rapid Fire 1]: A2 BS9+ S4 AP\u22121 D1\n"
        "                              ^^^^"
    )


def test_the_shown_text_keeps_its_brackets() -> None:
    with pytest.raises(NotationError) as caught:
        read_unit("5x T4 W2 [infantry] + 1x T0 [character]")
    assert str(caught.value) == (
        "T 0 is outside 1..1000: write T from 1 to 1000\n"
        "  5x T4 W2 [infantry] + 1x T0 [character]\n"
        "                           ^^"
    )


def test_a_tab_is_shown_as_a_blank() -> None:
    with pytest.raises(NotationError) as caught:
        read_attack('gun\t24"\t2\t9+\t4\t-1\t1')
    assert str(caught.value) == ('BS 9+ is outside 2+..6+: write BS from 2+ to 6+\n  gun 24" 2 9+ 4 -1 1\n            ^^')


def test_errors_survive_pickling() -> None:
    with pytest.raises(NotationError) as caught:
        read_attack("A2 BS9+ S4 D1")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    error = pickle.loads(pickle.dumps(ProfileError("T0 is below 1", "write T1", about="T")))
    assert (str(error), error.about) == ("T0 is below 1: write T1", "T")


# Units.


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("T4", "1x T4 Sv7+ W1"),
        ("5x T4 Sv3+ W2", "5x T4 Sv3+ W2"),
        ("5xT4 Sv3+ W2", "5x T4 Sv3+ W2"),
        ("T4Sv3+W2", "1x T4 Sv3+ W2"),
        ("t4 sv3+ w2", "1x T4 Sv3+ W2"),
        ("T4, 3+, 2W", "1x T4 Sv3+ W2"),
        ("T=4 Sv=3+ W=2 Inv=4+ FNP=5+", "1x T4 Sv3+ W2 Inv4+ FNP5+"),
        ("T: 4 Sv: 3+ W: 2 Inv: 4+ FNP: 5+", "1x T4 Sv3+ W2 Inv4+ FNP5+"),
        ("T 4 Sv 3+ W 2 Inv 4+ FNP 5+", "1x T4 Sv3+ W2 Inv4+ FNP5+"),
        ("5+++ 4++ 3+ 2W T4", "1x T4 Sv3+ W2 Inv4+ FNP5+"),
        ("T4 InvSv 4+", "1x T4 Sv7+ W1 Inv4+"),
        ("T4 Invulnerable Save 4+ Feel No Pain 5+", "1x T4 Sv7+ W1 Inv4+ FNP5+"),
        ("T4 Inv5+ (ranged)", "1x T4 Sv7+ W1 Inv5+ (ranged)"),
        ("T4 5++(Melee) 4++ (ranged)", "1x T4 Sv7+ W1 Inv5+ (melee) Inv4+ (ranged)"),
        ("T4 FNP5+ FNP4+ (mortal)", "1x T4 Sv7+ W1 FNP5+ FNP4+ (mortal)"),
        ("T4 5+++ (psychic) 4+++(mortals)", "1x T4 Sv7+ W1 FNP5+ (psychic) FNP4+ (mortal)"),
        ("T4 FNP4+ (mortal wounds)", "1x T4 Sv7+ W1 FNP4+ (mortal)"),
        ("T4 [feel no pain 5+, 4++ (ranged), fly]", "1x T4 Sv7+ W1 Inv4+ (ranged) FNP5+ [fly]"),
        ("T4 [Infantry; FLY , Epic-Hero]", "1x T4 Sv7+ W1 [infantry, fly, epic hero]"),
        ("T4 [stealth, infantry]", "1x T4 Sv7+ W1 [infantry, stealth]"),
        ("T4 Sv7+", "1x T4 Sv7+ W1"),
        ("Guard (old): T4 @ 90", "1x Guard (old): T4 Sv7+ W1 @ 90"),
        ("3x Guard: T4 [fly] @ 90 points", "3x Guard: T4 Sv7+ W1 [fly] @ 90"),
        ("Guard: 3x T4", "3x Guard: T4 Sv7+ W1"),
        ("T 4: T5", "1x T 4: T5 Sv7+ W1"),
        ("W: T4", "1x W: T4 Sv7+ W1"),
        ("1x 2x thing: T4", "1x 2x thing: T4 Sv7+ W1"),
        ("meq: T9", "1x meq: T9 Sv7+ W1"),
        ("body: 10x T3 + leader: 1x T4 W4 [character]", "10x body: T3 Sv7+ W1 + 1x leader: T4 Sv7+ W4 [character]"),
        ("10x T3 @ 60 + T4 @ 40", "10x T3 Sv7+ W1 @ 60 + 1x T4 Sv7+ W1 @ 40"),
        ("C+: T4 + +5: T3", "1x C+: T4 Sv7+ W1 + 1x +5: T3 Sv7+ W1"),
        ("T4 [take cover] + T4 [single]", "1x T4 Sv7+ W1 [take cover] + 1x T4 Sv7+ W1 [single]"),
    ],
)
def test_a_unit_is_echoed_in_canonical_form(text: str, canonical: str) -> None:
    assert unit_echo(text) == canonical
    assert unit_echo(canonical) == canonical


def test_the_order_of_a_units_stats_is_free() -> None:
    stats = ("T4", "3+", "2W", "4++", "FNP5+ (mortal)", "[infantry]")
    assert {unit_echo(" ".join(order)) for order in permutations(stats)} == {
        "1x T4 Sv3+ W2 Inv4+ FNP5+ (mortal) [infantry]",
    }


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Stealth", "stealth"),
        ("lone operative", "lone operative"),
        ('Lone Operative 12"', "lone operative 12"),
        ("-1 damage", "-1 damage"),
        ("\u22122 Damage", "-2 damage"),
        ("half damage", "half damage"),
        ("halve damage", "half damage"),
        ("damage 1", "damage 1"),
        ("damage 0", "damage 0"),
        ("damage 0 first failed save", "damage 0 first failed save"),
        ("damage 0 once", "damage 0 once"),
        ("-1 to hit", "-1 to hit"),
        ("-1 to wound", "-1 to wound"),
        ("-1 to wound if S>T", "-1 to wound if S>T"),
        ("-1 to wound if s > t", "-1 to wound if S>T"),
        ("worsen AP 1", "worsen AP 1"),
        ("worsen ap by 1", "worsen AP 1"),
        ("+1 to save", "+1 to save"),
        ("-1 to saves", "-1 to save"),
        ("reroll saves", "reroll saves fails"),
        ("re-roll saves 1s", "reroll saves 1s"),
        ("take cover", "take cover"),
        ("wounded 3", "wounded 3"),
        ("wound rolls 1-3 fail", "wound rolls 1-3 fail"),
        ("deadly demise D6+2", "deadly demise D6+2"),
        ('scouts 6"', "scouts 6"),
        ("Deep Strike", "deep strike"),
        ("stealth: infantry", "stealth: infantry"),
        ("-1 damage: non-infantry/monster", "-1 damage: non-infantry/monster"),
    ],
)
def test_a_rule_of_the_target_is_read_by_all_its_names(written: str, canonical: str) -> None:
    group = read_unit(f"T4 W4 [{written}]").groups[0]
    assert (len(group.rules), group.keywords) == (1, ())
    assert write(group) == f"1x T4 Sv7+ W4 [{canonical}]"


@pytest.mark.parametrize(
    "keyword",
    """infantry, mounted, vehicle, monster, beasts, swarm, fly, psyker, character, walker, titanic, towering, aircraft,
    transport, dedicated transport, grenades, smoke, battleline, epic hero, officer, commissar, daemon, daemon prince,
    drone, jump pack, terminator, tacticus, gravis, phobos, dreadnought, artillery, fortification, frame, imperium, chaos,
    aeldari, drukhari, orks, tyranids, necrons, t'au empire, leagues of votann, genestealer cults, adepta sororitas,
    adeptus astartes, astra militarum, adeptus custodes, adeptus mechanicus, adeptus titanicus, imperial knights,
    chaos knights, heretic astartes, world eaters, death guard, thousand sons, emperor's children, khorne, nurgle,
    tzeentch, slaanesh, undivided, synapse, vanguard invader, great devourer, harvester, endless multitude, burrowers,
    canoptek, destroyer cult, triarch, noble, c'tan shard, lord of war, kroot, vespid stingwings, battlesuit, crisis,
    stealth battlesuits, ghostkeel, stormsurge, wraith construct, asuryani, harlequins, ynnari, wych cult, kabal,
    haemonculus coven, gretchin, grot, warboss, nob,
    mega armour, speed freeks, squig, squad, regiment, platoon, kasrkin, ogryn, ratlings,
    abhuman, command squad, scout sentinels, militarum tempestus, crusade, penitent engine, canoness, celestians,
    gladiator lancer, hunter, stalker, whirlwind, lancer, land raider, rhino, repulsor, bike, outriders, pistoleers,
    assault intercessors, heavy intercessors, devastator squad, blade champion, caladius, armiger, war dog, abominable,
    exalted hero, possessed, obliterators, cultists, plague marines, poxwalkers, rubric marines, tzaangor, sorcerer,
    eightbound, berzerkers, kakophoni, lictor, ripper swarms, termagants, hive tyrant, winged, von ryan's leapers,
    brôkhyr, kâhl, ûthar, einhyr, cthonian beserks, hearthkyn, grimnyr, leader, support, bodyguard, single""".replace(
        "\n", " "
    ).split(", "),
)
def test_common_keywords_are_plain(keyword: str) -> None:
    group = read_unit(f"T4 [{keyword.strip().upper()}]").groups[0]
    assert (group.rules, group.keywords) == ((), (keyword.strip(),))


OF_BOTH = ("+1 to hit", "-6 to hit", "+6 to wound", "+1 to wound: epic hero/non-monster", "wound rolls 1-3 fail")


@pytest.mark.parametrize(("written", "canonical"), [pair for pair in KEYWORDS if pair[1] not in OF_BOTH])
def test_a_keyword_of_a_weapon_is_no_keyword_of_a_target(written: str, canonical: str) -> None:
    says = f"[{canonical}] is a keyword of a weapon: write it before vs"
    assert refusal(read_unit, f"T4 [fly, {written}]") == (says, written)


@pytest.mark.parametrize("canonical", OF_BOTH)
def test_some_rules_are_keywords_of_both(canonical: str) -> None:
    assert unit_echo(f"T4 [{canonical}]") == f"1x T4 Sv7+ W1 [{canonical}]"


@pytest.mark.parametrize(
    ("keyword", "says"),
    [
        ("stelth", "'stelth' is neither a rule nor clearly a KEYWORD: did you mean stealth?"),
        ("lone operativ", "'lone operativ' is neither a rule nor clearly a KEYWORD: did you mean lone operative?"),
        ("scout", "'scout' is neither a rule nor clearly a KEYWORD: did you mean scouts N?"),
        ("haf damage", "'haf damage' is neither a rule nor clearly a KEYWORD: did you mean half damage?"),
        ("take-covr", "'take-covr' is neither a rule nor clearly a KEYWORD: did you mean take cover?"),
        ("letal hits", "'letal hits' is neither a rule nor clearly a KEYWORD: did you mean lethal hits?"),
        ("scoots 6", "unknown keyword 'scoots 6': did you mean scouts N?"),
        ("deadly demis D3", "'deadly demis D3' is neither a rule nor clearly a KEYWORD: did you mean deadly demise X?"),
        ("deadly demise", "'deadly demise' is not complete: write deadly demise X"),
        ("wounded", "'wounded' is not complete: write wounded N"),
        ("sustained hits", "'sustained hits' is not complete: write sustained hits X"),
        ("anti-infantry", "'anti-infantry' is not complete: write anti-KEYWORD n+"),
        ("4+", "unknown keyword '4+': see: mathhammer rules"),
        ("5", "unknown keyword '5': see: mathhammer rules"),
        ("fly!", "unknown keyword 'fly!': see: mathhammer rules"),
        ("fly: infantry", "unknown keyword 'fly: infantry': see: mathhammer rules"),
        ("wounded 0", "0 is outside 1..100: write a whole number"),
        ("-7 to hit", "a modifier of -7 is outside 1..6: write +1 or -1"),
        ("FNP7+", "FNP 7+ is outside 2+..6+: write FNP from 2+ to 6+"),
        ("FNP5+: infantry", "FNP5+ has a condition: leave it out"),
        ("Inv1+", "Inv 1+ is outside 2+..6+: write Inv from 2+ to 6+"),
    ],
)
def test_a_keyword_that_looks_like_a_rule_is_refused(keyword: str, says: str) -> None:
    said, fault = refusal(read_unit, f"T4 W4 [infantry, {keyword}]")
    assert said.startswith(says)
    assert fault == keyword


@pytest.mark.parametrize(
    ("line", "says", "fault"),
    [
        ("", "no target is written: write for example 5x T4 Sv3+ W2, or a preset such as meq", ""),
        ("5x", "a unit needs T, or a preset: write for example 5x T4 Sv3+ W2, or meq", ""),
        ("Sv3+ W2", "a unit needs T, or a preset: write for example 5x T4 Sv3+ W2, or meq", "Sv3+ W2"),
        ("T0", "T 0 is outside 1..1000: write T from 1 to 1000", "T0"),
        ("T4 W0", "W 0 is outside 1..1000: write W from 1 to 1000", "W0"),
        ("T4 0W", "W 0 is outside 1..1000: write W from 1 to 1000", "0W"),
        ("T4 W1001", "W 1001 is outside 1..1000: write W from 1 to 1000", "W1001"),
        ("T99999999", "the number '99999999' is too large: write at most 1000", "T99999999"),
        ("T4 Sv1+", "Sv 1+ is outside 2+..7+: write Sv from 2+ to 7+", "Sv1+"),
        ("T4 8+", "Sv 8+ is outside 2+..7+: write Sv from 2+ to 7+", "8+"),
        ("T4 Inv1+", "Inv 1+ is outside 2+..6+: write Inv from 2+ to 6+", "Inv1+"),
        ("T4 7++", "Inv 7+ is outside 2+..6+: write Inv from 2+ to 6+", "7++"),
        ("T4 FNP1+", "FNP 1+ is outside 2+..6+: write FNP from 2+ to 6+", "FNP1+"),
        ("T4 FNP8+ (mortal)", "FNP 8+ is outside 2+..6+: write FNP from 2+ to 6+", "FNP8+ (mortal)"),
        ("T4 1+++", "FNP 1+ is outside 2+..6+: write FNP from 2+ to 6+", "1+++"),
        ("T4 W2 [fly, wounded 3]", "wounded 3 does not fit W2: write 1 to 2 wounds left", "wounded 3"),
        ("T4 [fly, infantry, FLY]", "[fly] stands twice: write one", "FLY"),
        ("T4 [stealth, fly, Stealth]", "[stealth] stands beside another stealth: write one", "Stealth"),
        ("T4 T5", "T5 stands beside T4: write one", "T5"),
        ("T4 3+ Sv2+", "Sv2+ stands beside 3+: write one", "Sv2+"),
        ("T4 4++ Inv5+", "[Inv5+] stands beside another Inv: write one", "Inv5+"),
        ("T4 FNP5+ 4+++", "[FNP4+] stands beside another feel no pain: write one", "4+++"),
        (
            "T4 FNP5+ (mortal) FNP4+ (mortal)",
            "[FNP4+ (mortal)] stands beside another feel no pain: write one",
            "FNP4+ (mortal)",
        ),
        ("T4 FNP5+ [FNP 4+]", "[FNP4+] stands beside another feel no pain: write one", "FNP 4+"),
        (
            "T4 Inv4+ (shooting)",
            "'(shooting)' is no scope: write (ranged) or (melee) after Inv, (mortal) or (psychic) after FNP",
            "(shooting)",
        ),
        ("T4 Sv3", "'Sv3' is no Sv: write for example T4, Sv3+, W2, Inv4+ or FNP5+", "Sv3"),
        ("T4.5", "'T4.5' is no T: write for example T4, Sv3+, W2, Inv4+ or FNP5+", "T4.5"),
        ("T-1", "'T-1' is no T: write for example T4, Sv3+, W2, Inv4+ or FNP5+", "T-1"),
        (
            "T4 5++++",
            "'5++++' is no stat of a unit and no preset: write T, Sv, W, Inv, FNP; a name ends with a colon",
            "5++++",
        ),
        ("T4 A2", "'A2' is a stat of a weapon: write it before vs", "A2"),
        ("A2 BS3+ S4 D1", "'A2' is a stat of a weapon: write it before vs", "A2"),
        ("land-raidr", "'land-raidr' is no stat of a unit and no preset: did you mean land-raider?", "land-raidr"),
        ("Redemtor", "'Redemtor' is no stat of a unit and no preset: did you mean redemptor?", "Redemtor"),
        (
            "Guard T4",
            "'Guard' is no stat of a unit and no preset: write T, Sv, W, Inv, FNP; a name ends with a colon",
            "Guard",
        ),
        ("0x T4", "the count 0x is outside 1x..1000x: write 1x to 1000x", "0x"),
        ("-1x T4", "the count -1x is outside 1x..1000x: write 1x to 1000x", "-1x"),
        ("1001x T4", "the count 1001x is outside 1x..1000x: write 1x to 1000x", "1001x"),
        ("2x Guard: 3x T4", "a second count: write one count, before the name", "3x"),
        ("T4 W2 +", "a group of models is missing after +: write for example meq + 1x T4 W4", "+"),
        ("+ T4", "a group of models is missing before +: write for example meq + 1x T4 W4", "+"),
        ("T4 + + T5", "a group of models is missing after +: write for example meq + 1x T4 W4", "+"),
        ("T4 @ x", "points are a whole number at the end: write for example @ 90", "@ x"),
        ("T4 [fly", "a [ without its partner: write [keyword, keyword]", "["),
        ("a then b: T4", "the name 'a then b' has a word of the notation: leave out 'then'", "a then b"),
    ],
)
def test_a_unit_that_does_not_fit_is_refused(line: str, says: str, fault: str) -> None:
    said, where = refusal(read_unit, line)
    assert said.startswith(says)
    assert where == fault


# Presets: the table of the notation page.

PRESET_TABLE = """
geq (guardsman) | 10x T3 Sv5+ W1 [infantry]
meq (marine) | 5x T4 Sv3+ W2 [infantry]
teq (terminator) | 5x T5 Sv2+ W3 Inv4+ [infantry]
gravis | 3x T6 Sv3+ W3 [infantry]
bladeguard | 3x T4 Sv3+ W3 Inv4+ [infantry]
custodes | 4x T6 Sv2+ W3 Inv4+ [infantry]
ork (boyz) | 10x T5 Sv5+ W1 [infantry]
grot | 10x T2 Sv7+ W1 [infantry]
gaunt | 10x T3 Sv5+ W1 [infantry]
genestealer | 5x T4 Sv5+ W2 Inv5+ [infantry]
cultist | 10x T3 Sv6+ W1 [infantry]
sister | 10x T3 Sv3+ W1 Inv6+ [infantry]
seraphim | 5x T3 Sv3+ W1 Inv5+ [infantry, fly]
necron | 10x T4 Sv4+ W1 [infantry]
immortal | 5x T5 Sv3+ W1 [infantry]
plague-marine | 5x T6 Sv3+ W2 [infantry]
poxwalker | 10x T4 Sv7+ W1 FNP5+ [infantry]
meganob | 3x T6 Sv2+ W3 [infantry]
wraithguard | 5x T6 Sv2+ W3 [infantry]
bike (outrider) | 3x T5 Sv3+ W4 [mounted]
rhino | 1x T9 Sv3+ W10 [vehicle]
dread (redemptor) | 1x T10 Sv2+ W12 [vehicle, walker]
predator | 1x T10 Sv3+ W11 [vehicle]
leman-russ | 1x T11 Sv2+ W13 [vehicle]
land-raider | 1x T12 Sv2+ W16 [vehicle]
repulsor | 1x T12 Sv3+ W16 [vehicle]
rogal-dorn | 1x T12 Sv2+ W18 [vehicle]
baneblade | 1x T13 Sv2+ W24 [vehicle, titanic]
monolith | 1x T13 Sv2+ W22 [vehicle]
armiger | 1x T9 Sv3+ W14 Inv5+ (ranged) [vehicle, walker]
knight | 1x T11 Sv3+ W26 Inv5+ (ranged) [vehicle, walker, titanic]
carnifex | 1x T9 Sv2+ W8 [monster]
hive-tyrant | 1x T10 Sv2+ W10 Inv4+ [monster]
ctan | 1x T11 Sv3+ W16 Inv4+ FNP5+ [monster]
daemon-primarch | 1x T12 Sv2+ W16 Inv4+ FNP5+ [monster, character]
guo | 1x T12 Sv5+ W20 Inv4+ FNP6+ [monster, character]
"""
PRESET_ROWS = [line.split(" | ") for line in PRESET_TABLE.strip().splitlines()]


@pytest.mark.parametrize(("names", "profile"), PRESET_ROWS)
def test_a_preset_is_the_profile_of_the_table(names: str, profile: str) -> None:
    for name in names.rstrip(")").split(" ("):
        assert unit_echo(name) == profile
        assert unit_echo(name.upper()) == profile
        assert unit_echo(name.replace("-", " ").title()) == profile


def test_the_presets_are_those_of_the_table() -> None:
    names = [row[0].rstrip(")").split(" (") for row in PRESET_ROWS]
    assert list(PRESETS) == [name for name, *_ in names]
    assert {alias: name for name, *aliases in names for alias in aliases} == ALIASES


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_one_type_keyword(name: str) -> None:
    types = {"infantry", "mounted", "vehicle", "monster", "beasts", "swarm"}
    assert len(read_unit(name).keywords & types) == 1


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("10x meq", "10x T4 Sv3+ W2 [infantry]"),
        ("meq T5 W3", "5x T5 Sv3+ W3 [infantry]"),
        ("meq 2+ 4++", "5x T4 Sv2+ W2 Inv4+ [infantry]"),
        ("meq Sv7+", "5x T4 Sv7+ W2 [infantry]"),
        ("meq [fly, stealth]", "5x T4 Sv3+ W2 [infantry, fly, stealth]"),
        ("meq [infantry]", "5x T4 Sv3+ W2 [infantry]"),
        ("meq @ 90", "5x T4 Sv3+ W2 [infantry] @ 90"),
        ("Old guard: meq", "5x Old guard: T4 Sv3+ W2 [infantry]"),
        ("3x Old guard: meq W3", "3x Old guard: T4 Sv3+ W3 [infantry]"),
        ("Old guard: 3x meq", "3x Old guard: T4 Sv3+ W2 [infantry]"),
        ("1x meq", "1x T4 Sv3+ W2 [infantry]"),
        ("teq Inv3+", "5x T5 Sv2+ W3 Inv3+ [infantry]"),
        ("teq Inv5+ (ranged)", "5x T5 Sv2+ W3 Inv5+ (ranged) [infantry]"),
        ("knight 4++", "1x T11 Sv3+ W26 Inv4+ [vehicle, walker, titanic]"),
        ("ctan FNP4+", "1x T11 Sv3+ W16 Inv4+ FNP4+ [monster]"),
        ("C'tan FNP4+ (mortal)", "1x T11 Sv3+ W16 Inv4+ FNP5+ FNP4+ (mortal) [monster]"),
        ("Land   Raider W10", "1x T12 Sv2+ W10 [vehicle]"),
        ("10x boyz + 1x meganob [leader]", "10x T5 Sv5+ W1 [infantry] + 1x T6 Sv2+ W3 [infantry, leader]"),
    ],
)
def test_what_follows_a_preset_replaces_or_adds(text: str, canonical: str) -> None:
    assert unit_echo(text) == canonical


# Records and their canonical lines.

AWKWARD_NAMES = [
    *("A", "S", "D", "T", "W", "AP", "BS", "WS", "Sv", "Inv", "FNP", "A 3", "T 4", "A2 D", "S4 A", "A2BS3+S4AP-1D"),
    *("2x thing", "2 x thing", "2x", "-2x thing", "0x thing", "\u22122\u00d7 thing", "5 xenos", "5xenos", "2\u00d7thing"),
    *("mortals 3", "mortals", "melee", '24"', '24" 2 3+ 4 -1 1', "24\u201d", "Melee 2 3+ 4 -1 1", "1", "24", "3+", "4++"),
    *("+5", "C+", "a/b", "/", "-", "\u2013", "(ranged)", "FNP5+ (mortal)", "gun, old", ",", "non-x", "N/A", "auto"),
    *("vs.", "versus", "thenceforth", "meq", "land raider", "it's", "\u201cgun\u201d"),
    *("\u00cel\u00e9", "\u00df", "\u65e5\u672c", "\u00b2", "\u0663"),
]
NAMES = st.one_of(
    st.just(""),
    st.sampled_from(AWKWARD_NAMES),
    st.lists(st.sampled_from(AWKWARD_NAMES), min_size=2, max_size=3).map(" ".join),
    st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=12),
    st.text(" ASDTW236x+-\"/()'avs", min_size=1, max_size=12).map(lambda text: " ".join(text.split())),
)
KEYWORD = st.sampled_from(["infantry", "epic hero", "t'au empire", "fly", "monster", "k\u00e2hl", "hunter", "leader", "x"])
SMALL_DICE = st.builds(Dice, st.integers(0, 4), st.integers(-1, 3), st.integers(-6, 9)).filter(lambda d: d.highest >= 1)
DICE = st.one_of(st.integers(1, 1000).map(lambda n: Dice(plus=n)), SMALL_DICE)
CONDITIONS = st.lists(st.tuples(KEYWORD, st.booleans()), min_size=1, max_size=3, unique_by=lambda t: t[0]).map(
    lambda terms: Condition(tuple(terms))
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "{dice}": SMALL_DICE,
    "{int}": st.integers(1, 100),
    "{number}": st.integers(0, 100),
    "{signed}": st.integers(-6, 6).filter(bool),
    "{need}": st.integers(2, 6),
    "{keyword}": KEYWORD,
}


def _rules_of(rule: type[Rule]) -> st.SearchStrategy[Rule]:
    """Rules of one class, with parameters that its form allows."""
    marks = PLACEHOLDER.findall(rule.forms[0])
    values = [VALUES[mark] if mark in VALUES else st.sampled_from(mark[1:-1].split("|")) for mark in marks]
    return st.builds(
        lambda parameters, condition: rule(*parameters, condition=condition),
        st.tuples(*values),
        st.none() if rule in (InvulnerableSave, FeelNoPainRule) else st.none() | CONDITIONS,
    )


def _rules(owner: str) -> st.SearchStrategy[tuple[Rule, ...]]:
    """Some rules of a weapon or of a target."""
    one = st.one_of([_rules_of(rule) for rule in RULES if owner in rule.owners])
    if owner == "target":
        one |= st.builds(InvulnerableSave, st.integers(2, 6), st.sampled_from(["ranged", "melee"]))
        one |= st.builds(FeelNoPainRule, st.integers(2, 6), st.sampled_from(["mortal", "psychic"]))
    return st.lists(one, max_size=3, unique_by=lambda rule: rule.title()).map(tuple)


WEAPON_RULES, TARGET_RULES = _rules("weapon"), _rules("target")
TORRENT = read_weapon("A1 S1 D1 [torrent]").rules


@st.composite
def weapons(draw: st.DrawFn) -> Weapon:
    melee = draw(st.booleans())
    return _valid(
        lambda: Weapon(
            attacks=draw(DICE),
            skill=draw(st.none() | st.integers(2, 6)),
            strength=draw(DICE),
            damage=draw(DICE | st.just(Dice())),
            ap=draw(st.integers(0, 20)),
            melee=melee,
            range=None if melee else draw(st.none() | st.integers(1, 1000)),
            rules=draw(WEAPON_RULES) + draw(st.sampled_from([(), TORRENT])),
            name=draw(NAMES),
            count=draw(st.integers(1, 1000)),
            points=draw(st.none() | st.integers(0, 100_000)),
        )
    )


@st.composite
def mortals(draw: st.DrawFn) -> Mortals:
    return _valid(
        lambda: Mortals(
            dice=draw(DICE),
            need=draw(st.none() | st.integers(2, 6)),
            rules=draw(WEAPON_RULES),
            count=draw(st.integers(1, 1000)),
            name=draw(NAMES),
        )
    )


@st.composite
def groups(draw: st.DrawFn) -> Group:
    return _valid(
        lambda: Group(
            toughness=draw(st.integers(1, 1000)),
            save=draw(st.integers(2, 7)),
            wounds=draw(st.integers(1, 1000)),
            count=draw(st.integers(1, 1000)),
            rules=draw(TARGET_RULES),
            keywords=tuple(draw(st.lists(KEYWORD, max_size=3, unique=True))),
            name=draw(NAMES),
            points=draw(st.none() | st.integers(0, 100_000)),
        )
    )


def units() -> st.SearchStrategy[Unit]:
    return st.lists(groups(), min_size=1, max_size=3).map(lambda found: Unit(tuple(found)))


def _valid(record: Callable[[], Record]) -> Record:
    """The record, if its constructor accepts it."""
    try:
        return record()
    except ProfileError:
        reject()


@untimed
@given(weapons() | mortals())
def test_an_attack_reads_back_from_its_canonical_line(attack: Weapon | Mortals) -> None:
    line = write(attack)
    assert read_attack(line) == attack
    assert write(read_attack(line)) == line


@untimed
@given(units())
def test_a_unit_reads_back_from_its_canonical_line(target: Unit) -> None:
    line = write(target)
    assert read_unit(line) == target
    assert write(read_unit(line)) == line


@pytest.mark.parametrize("name", AWKWARD_NAMES)
def test_an_awkward_name_reads_back(name: str) -> None:
    lines = ("A2 BS3+ S4 D1", '24" A2 BS3+ S4 D1', "melee A2 S4 D1 [torrent]", "mortals 3", "2x A2 WS3+ S4 DD6 [heavy] @ 9")
    for line in lines:
        attack = _renamed(read_attack(line), name)
        assert read_attack(write(attack)) == attack
    group = Group(4, name=name)
    assert read_unit(write(Unit((group, group)))) == Unit((group, group))


def _renamed(record: Weapon | Mortals, name: str) -> Weapon | Mortals:
    return type(record)(**{**vars(record), "name": name})


@untimed
@given(st.lists(st.lists(weapons() | mortals(), min_size=1, max_size=2), min_size=1, max_size=2), units())
def test_a_query_reads_back_from_its_canonical_line(volleys: list[list[Weapon | Mortals]], target: Unit) -> None:
    line = write_query(volleys, target)
    query = split_query([line])
    assert [[read_attack(text) for text in texts] for texts in query.volleys] == volleys
    assert read_unit(query.target) == target


@pytest.mark.parametrize(
    "name",
    [
        "a:b",
        "a[b",
        "a]b",
        "a@b",
        "a|b",
        "a;b",
        " a",
        "a ",
        "a  b",
        "a\tb",
        "a\nb",
        "a\u00a0b",
        "\u27a4 a",
        "a\u200bb",
        "\ufeffa",
        "\ud800",
    ],
)
def test_a_name_that_cannot_be_written_is_refused(name: str) -> None:
    message = f"the name {name!r} cannot be written: leave out [ ] : @ | ; tabs and doubled blanks"
    for record in (lambda: _renamed(read_attack("A2 BS3+ S4 D1"), name), lambda: Group(4, name=name)):
        with pytest.raises(ProfileError) as caught:
            record()
        assert str(caught.value) == message


@pytest.mark.parametrize("name", ["a vs b", "VS", "now and then", "Then"])
def test_a_name_with_a_word_of_a_query_is_refused(name: str) -> None:
    with pytest.raises(ProfileError, match=r"has a word of the notation: leave out '(vs|then)'"):
        _renamed(read_attack("A2 BS3+ S4 D1"), name)
    with pytest.raises(ProfileError, match=r"has a word of the notation: leave out '(vs|then)'"):
        Group(4, name=name)


def test_a_plus_between_blanks_is_refused_in_the_name_of_a_group_alone() -> None:
    assert echo("axe + shield: A2 WS3+ S4 D1") == "axe + shield: A2 WS3+ S4 AP0 D1"
    with pytest.raises(ProfileError, match=r"the name 'axe \+ shield' has a word of the notation: leave out '\+'"):
        Group(4, name="axe + shield")


@pytest.mark.parametrize(
    "keyword", ["Infantry", "a-b", "a, b", "a]", "", " a", "a  b", "4", "a 4", "+1", "t\u2019au", "x" * 101]
)
def test_a_keyword_of_a_record_is_written_as_in_the_notation(keyword: str) -> None:
    with pytest.raises(ProfileError, match="cannot be written"):
        Group(4, keywords=(keyword,))


@pytest.mark.parametrize("keyword", ["stealth", "lethal hits", "devs", "stelth", "wounded", "anti", "anti fly"])
def test_a_keyword_that_would_read_as_a_rule_is_not_written(keyword: str) -> None:
    with pytest.raises(ProfileError, match=f"the KEYWORD '{keyword}' reads as a rule"):
        write(Group(4, keywords=(keyword,)))


@pytest.mark.parametrize(
    "rule", [Melta(Dice(plus=101)), RapidFire(Dice()), Blast(0), AntiKeyword("fly", 7), AntiKeyword("a, b", 4)]
)
def test_a_rule_outside_the_notation_is_not_written(rule: Rule) -> None:
    weapon = Weapon(Dice(plus=2), 3, Dice(plus=4), Dice(plus=1), rules=(rule,))
    with pytest.raises(ProfileError, match="cannot be written"):
        write(weapon)


def test_the_saves_of_a_group_come_first_among_its_rules() -> None:
    rules = (Stealth(), FeelNoPainRule(5), InvulnerableSave(4))
    assert Group(4, rules=rules) == Group(4, rules=(InvulnerableSave(4), FeelNoPainRule(5), Stealth()))


# Whatever is typed, the answer is a record or one readable error.

TYPED = st.one_of(
    st.text(max_size=60),
    st.text("AaBbSsDdWwTtPpxX0123469+-=:;,.@|/[]()'\" \t\u2212\u00d7\u201dvsmeqinfaortlh", max_size=60),
    st.lists(
        st.sampled_from(
            [
                *(
                    "A2",
                    "BS3+",
                    "S4",
                    "AP-1",
                    "D1",
                    "DD6",
                    "D6",
                    '24"',
                    "melee",
                    "mortals",
                    "on",
                    "4+",
                    "10x",
                    "gun:",
                    "a:",
                    "A:",
                ),
                *(
                    "T4",
                    "Sv3+",
                    "W2",
                    "Inv4+",
                    "FNP5+",
                    "(mortal)",
                    "(ranged)",
                    "4++",
                    "5+++",
                    "3+",
                    "2W",
                    "meq",
                    "land",
                    "raider",
                ),
                *("+", "@", "90", "[", "]", "[heavy]", "[infantry]", "[anti-fly 2+]", "[devs: non-fly]", "vs", "then", ";"),
                *("|", "\t", "/", "2", "3", "-1", "-", "N/A"),
            ]
        ),
        max_size=14,
    ).map(" ".join),
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid line with a few characters changed, added or left out."""
    line = draw(
        st.sampled_from([*(row for row, _ in ROWS), *PRESETS.values(), "2x gun: AD6 WS3+ S4 D=D6 [sus D3: non-fly] @ 90"])
    )
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(line)))
        line = line[:at] + draw(st.text(max_size=2)) + line[at + draw(st.integers(0, 2)) :]
    return line


@untimed
@given(TYPED | mutated())
@example("A2 BS3+ S4 D" + "1" * 5000)
@example("1" * 5000 + "x T4")
@example("T" + "9" * 5000)
@example("T4 W4 [wounded " + "9" * 5000 + "]")
@example("\ud800: A2 BS3+ S4 D1")
@example("A\u0662 BS3+ S4 D1")
@example("A\u00b2 BS\u00b3+ S4 D1")
@example("\u017f4 A2 B\u017f3+ D1")
@example("T4 [\u0130]")
@example("A2 BS3+ S4 D1 [:]")
@example("[\u0000]")
@example(":")
@example("@")
@example("x")
def test_no_text_does_more_than_read_or_be_refused(text: str) -> None:
    for read in (read_attack, read_weapon, read_unit):
        found = _outcome(read, text)
        if isinstance(found, NotationError):
            assert 0 <= found.start <= found.end <= len(found.text)
        else:
            assert read(write(found)) == found
    for words in ([text], text.split()):
        assert isinstance(_outcome(lambda _, words=words: split_query(words), ""), Query | NotationError)


def _outcome(read: Callable[..., Any], text: str) -> Any:
    """The record, or the error, which can be shown."""
    try:
        return read(text)
    except NotationError as error:
        return error if str(error).isprintable() or "\n" in str(error) else None


@untimed
@given(st.text())
def test_a_name_is_accepted_if_and_only_if_it_reads_back(name: str) -> None:
    try:
        group = Group(4, name=name)
    except MathhammerError:
        return
    assert read_unit(write(group)) == Unit((group,))


# Queries.

W1, W2, W3 = "A2 BS3+ S4 AP-1 D1", "gun: A1 BS3+ S9 AP-3 D=D6 [melta 2; heavy]", "A3 WS3+ S4 D1"


@pytest.mark.parametrize(
    ("words", "volleys", "target"),
    [
        ([W1, "vs", "meq"], [[W1]], "meq"),
        ([W1, W2, "vs", "10x meq"], [[W1, W2]], "10x meq"),
        ([W1, W2, "vs", "meq", "then", W3], [[W1, W2], [W3]], "meq"),
        ([W1, "vs", "meq", "then", W2, W3, "then", W1], [[W1], [W2, W3], [W1]], "meq"),
        ([W1, "then", W2, "vs", "meq"], [[W1], [W2]], "meq"),
        ([W1, "VS", "meq", "Then", W3], [[W1], [W3]], "meq"),
        ([f"{W1} vs meq"], [[W1]], "meq"),
        ([f"{W1}; {W2} vs meq + 1x T4 W4 [character]"], [[W1, W2]], "meq + 1x T4 W4 [character]"),
        ([f"  {W1} ;{W2}  vs  meq  then {W3} "], [[W1, W2], [W3]], "meq"),
        ([f"{W1}; {W2}", "vs", "meq"], [[W1, W2]], "meq"),
        ([W1, f"{W2} vs meq"], [[W1, W2]], "meq"),
        ([f"{W1}\tvs\nmeq"], [[W1]], "meq"),
        ([f"{W1};", W2, "vs", "meq"], [[W1, W2]], "meq"),
        ([W1, "", "vs", "meq"], [[W1]], "meq"),
        (["gun [heavy; lance]: A2 BS3+ S4 D1", "vs", "meq"], [["gun [heavy; lance]: A2 BS3+ S4 D1"]], "meq"),
        (['gun\t24"\t2\t3+\t4\t-1\t1', "vs", "meq"], [['gun\t24"\t2\t3+\t4\t-1\t1']], "meq"),
        (["@volley", "-", "vs", "@target"], [["@volley", "-"]], "@target"),
        (["versus: A2 BS3+ S4 D1", "vs", "meq"], [["versus: A2 BS3+ S4 D1"]], "meq"),
        (["nonsense", "vs", "nonsense"], [["nonsense"]], "nonsense"),
    ],
)
def test_the_words_of_a_question_are_weapons_and_a_target(words: list[str], volleys: list[list[str]], target: str) -> None:
    assert split_query(words) == Query(tuple(map(tuple, volleys)), target)


@pytest.mark.parametrize(
    ("words", "says", "fault"),
    [
        ([], "no vs is written: write WEAPON vs TARGET", ""),
        ([""], "no vs is written: write WEAPON vs TARGET", ""),
        ([W1], "no vs is written: write WEAPON vs TARGET", W1),
        ([f"{W1} [a vs b]"], "no vs is written: write WEAPON vs TARGET", f"{W1} [a vs b]"),
        (["vs", "meq"], "nothing is written before vs: write WEAPON vs TARGET", "vs"),
        (["vs"], "nothing is written before vs: write WEAPON vs TARGET", "vs"),
        ([W1, "vs"], "nothing is written after vs: write WEAPON vs TARGET", "vs"),
        ([W1, "vs", "meq", "then"], "nothing is written after then: write WEAPON vs TARGET", "then"),
        (["then", W1, "vs", "meq"], "nothing is written before then: write WEAPON vs TARGET", "then"),
        ([W1, "vs", "meq", "vs", "teq"], "a second vs: write one target, or join groups with ' + '", "vs"),
        ([f"{W1} vs meq vs teq"], "a second vs: write one target, or join groups with ' + '", "vs"),
        ([W1, "vs", "meq", "teq"], "several targets: write one target, or join groups with ' + '", "meq teq"),
        ([W1, "vs", "meq; teq"], "several targets: write one target, or join groups with ' + '", "meq; teq"),
        ([W1, "vs", "5x T4 W2", "5x T5"], "several targets: write one target, or join groups with ' + '", "5x T4 W2 5x T5"),
        ([*W1.split(), "vs", "meq"], f"these words are one weapon: put it in quotes: '{W1}'", W1),
        (["10x", W1, "vs", "meq"], f"these words are one weapon: put it in quotes: '10x {W1}'", f"10x {W1}"),
        ([W2, *W3.split(), "vs", "meq"], f"these words are one weapon: put it in quotes: '{W3}'", W3),
        (
            [*f"{W1} [rapid fire 1]".split(), "vs", "meq"],
            f"these words are one weapon: put it in quotes: '{W1} [rapid fire 1]'",
            f"{W1} [rapid fire 1]",
        ),
        ([W1, "vs", "meq", "then", *W3.split()], f"these words are one weapon: put it in quotes: '{W3}'", W3),
        ([W1, "vs", "land", "raider"], "these words are one target: put it in quotes: 'land raider'", "land raider"),
        ([W1, "vs", "5x", "T4", "Sv3+"], "these words are one target: put it in quotes: '5x T4 Sv3+'", "5x T4 Sv3+"),
        ([W1, "vs", "meq", "+", "teq"], "these words are one target: put it in quotes: 'meq + teq'", "meq + teq"),
        (
            ["ogre's", "fist:", "A2", "WS3+", "S4", "D1", "vs", "meq"],
            "these words are one weapon: put it in quotes: 'ogre'\"'\"'s fist: A2 WS3+ S4 D1'",
            "ogre's fist: A2 WS3+ S4 D1",
        ),
        (
            ["A2", "BS3+", "S4", "vs", "meq"],
            "these words are no weapon, alone or together: put each weapon in quotes: 'A2 BS3+ S4 AP-1 D1'",
            "A2 BS3+ S4",
        ),
        (
            [W1, "vs", "big", "box"],
            "these words are no target, alone or together: put each target in quotes: '5x T4 Sv3+ W2'",
            "big box",
        ),
    ],
)
def test_a_question_that_does_not_fit_is_refused(words: list[str], says: str, fault: str) -> None:
    assert refusal(lambda _: split_query(words), "") == (says, fault)
