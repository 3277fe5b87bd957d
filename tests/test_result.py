"""What an answer shows: the table, Markdown, data, and the words for what acted."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from mathhammer import AttackResult, attack
from mathhammer.report.markdown import code, escaped
from mathhammer.report.numbers import Figures, fraction
from mathhammer.result.data import answers_csv, answers_data
from mathhammer.result.page import markdown_page
from mathhammer.result.reference import (
    SECTIONS,
    acts_on,
    aliases,
    editions,
    meaning,
    readings,
    section,
    written,
)
from mathhammer.result.rulebook import page, page_data, page_text
from mathhammer.result.table import table
from mathhammer.rules.catalogue import RULES
from mathhammer.rules.rule import Rule

BOLT = "10x A2 BS3+ S4 AP-1 D1"
MARINES = "5x T4 Sv3+ W2"


def funnel(*texts: str, **situation: Any) -> dict[str, str]:
    """The rows of a funnel of one weapon: label to what stands behind the mean."""
    *weapons, target = texts
    block = table(attack(list(weapons), target, **situation)).split("\n\n")[1]
    found = {}
    for line in block.split("\n"):
        label, value, *words = line.split(maxsplit=2)
        found[label] = " ".join(words[0].split()) if words else ""
        assert value
    return found


def test_the_table_of_the_contract() -> None:
    result = attack(f"{BOLT} [rapid fire 1]", MARINES, edition="10e", half_range=True)
    assert table(result) == str(result)
    assert table(result) == (
        "10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]  vs  5x T4 Sv3+ W2        10th edition, half range\n"
        "\n"
        "  attacks  30         10 x (2 + 1 rapid fire)\n"
        "  hits     20     3+\n"
        "  wounds   10     4+  S4 against T4\n"
        "  unsaved   5     4+  save 3+ after AP-1\n"
        "  lost      4.99      wounds; 0.01 wasted\n"
        "  slain     2.25\n"
        "\n"
        "  slain  2.25 on average, 2 most likely, 1 to 4 in the middle 80 %   at least one 97.05 %   all five 1.97 %\n"
        "\n"
        "  slain  exactly  at least\n"
        "      0     2.95    100.00  ##\n"
        "      1    21.01     97.05  #############\n"
        "      2    37.68     76.04  #######################\n"
        "      3    26.99     38.36  ################\n"
        "      4     9.40     11.37  ######\n"
        "      5     1.97      1.97  #"
    )


def test_fractions_stand_in_the_table_when_asked() -> None:
    result = attack("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1", edition="10e")
    assert table(result, figures=Figures(exact=True), at_least=1) == (
        "A2 BS3+ S4 AP-1 D1  vs  2x T4 Sv3+ W1        10th edition\n"
        "\n"
        "  attacks    2\n"
        "  hits     4/3  3+\n"
        "  wounds   2/3  4+  S4 against T4\n"
        "  unsaved  1/3  4+  save 3+ after AP-1\n"
        "  lost     1/3      wounds\n"
        "  slain    1/3\n"
        "\n"
        "  slain  1/3 on average, 0 most likely, 0 to 1 in the middle 80 %   at least one 11/36   all two 1/36\n"
        "\n"
        "  at least 1 slain  11/36\n"
        "\n"
        "  slain  exactly  at least\n"
        "      0    25/36         1  ##########################################\n"
        "      1     5/18     11/36  #################\n"
        "      2     1/36      1/36  ##"
    )


def test_editions_stand_side_by_side() -> None:
    results = [attack("3x A2 BS3+ S5 AP-1 D2", "rhino", edition=name, cover=True) for name in ("10e", "11e")]
    assert table(*results, stats=("unsaved",), at_least=1) == (
        "3x A2 BS3+ S5 AP-1 D2  vs  1x T9 Sv3+ W10 [vehicle]        cover\n"
        "\n"
        "             10th edition                               11th edition\n"
        "  attacks     6         3 x 2                            6         3 x 2\n"
        "  hits        4     3+                                   3     4+  BS3+, BS 1 worse (cover)\n"
        "  wounds      1.33  5+  S5 against T9                    1     5+  S5 against T9\n"
        "  unsaved     0.44  3+  save 3+ after AP-1, +1 cover     0.5   4+  save 3+ after AP-1\n"
        "  damage      2         each                             2         each\n"
        "  lost        0.89      wounds; <0.01 wasted             1         wounds; <0.01 wasted\n"
        "  slain      <0.01                                      <0.01\n"
        "\n"
        "  10th edition  lost  0.89 on average, 0 most likely, 0 to 2 in the middle 80 %  dead <0.01 %\n"
        "  11th edition  lost  1 on average, 0 most likely, 0 to 2 in the middle 80 %     dead <0.01 %\n"
        "\n"
        "  10th edition  at least 1 unsaved  36.98 %\n"
        "  11th edition  at least 1 unsaved  40.67 %\n"
        "\n"
        "             10th edition        11th edition\n"
        "  unsaved    within  at least    within  at least\n"
        "        0     63.02    100.00     59.33    100.00\n"
        "        1     30.25     36.98     32.36     40.67\n"
        "        2      6.05      6.73      7.35      8.31\n"
        "        3      0.65      0.69      0.89      0.95\n"
        "        4      0.04      0.04      0.06      0.06\n"
        "      5-6     <0.01     <0.01     <0.01     <0.01"
    )


def test_editions_whose_funnels_are_wide_stand_below_each_other() -> None:
    weapon = f"{BOLT} [heavy, sustained hits 1, lethal hits, reroll hits 1s, crit hit 5+]"
    results = [attack(weapon, MARINES, edition=name, cover=True, stationary=True) for name in ("10e", "11e")]
    lines = table(*results).split("\n")
    assert lines.count("  10th edition") == lines.count("  11th edition") == 1
    assert max(map(len, lines)) <= 150


def test_a_single_model_shows_the_wounds_it_loses() -> None:
    blocks = table(attack("2x A1 BS3+ S12 AP-3 D=D6+1", "rhino")).split("\n\n")
    assert blocks[2].startswith("  lost  ")
    assert blocks[3].startswith("  lost  exactly  at least\n")
    assert "slain  exactly" in table(attack("2x A1 BS3+ S12 AP-3 D=D6+1", "rhino"), stats=("kills",))


def test_several_weapons_bear_their_names() -> None:
    result = attack(
        ["2x lascannon: A1 BS3+ S12 AP-3 D=D6+1", "A3 BS3+ S4 AP0 D1", "mortals D3 on 4+"], "rhino", edition="10e"
    )
    lines = table(result).split("\n")
    assert lines[:4] == [
        "2x lascannon: A1 BS3+ S12 AP-3 D=D6+1 ;",
        "A3 BS3+ S4 AP0 D1 ;",
        "mortals D3 on 4+",
        "vs  1x T9 Sv3+ W10 [vehicle]",
    ]
    titles = [line for line in lines[6:] if re.match(r"  \S", line)]
    assert titles[:3] == ["  2x lascannon", "  A3 BS3+ S4 AP0 D1", "  mortals D3 on 4+"]
    assert "    succeed  0.5   4+" in lines


def test_a_further_unit_is_said_in_the_heading() -> None:
    result = attack(BOLT, MARINES, then=["A4 WS3+ S4 AP0 D1", "A1 WS4+ S4 AP0 D1"], edition="10e")
    lines = table(result).split("\n")
    assert lines[:5] == [
        BOLT,
        f"vs  {MARINES}",
        "then  A4 WS3+ S4 AP0 D1",
        "then  A1 WS4+ S4 AP0 D1",
        "10th edition",
    ]


def test_long_distributions_stay_readable() -> None:
    result = attack("100x A3 BS3+ S4 AP-1 D1", "knight")
    lines = table(result, stats=("hits", "damage")).split("\n")
    assert len(lines) < 100
    assert any(re.match(r" +0-\d+ +<0.01 +100.00", line) for line in lines)
    exact = table(result, stats=("damage",), figures=Figures(exact=True)).split("\n\n")[-1]
    assert len(exact.split("\n")) == 28


def test_very_long_fractions_give_way_to_decimals_unless_asked_for() -> None:
    result = attack("100x A3 BS3+ S4 AP-1 D1", "knight")
    chance = result.law("damage").at_least(26)
    assert len(fraction(chance)) > 60
    assert fraction(chance) in table(result, figures=Figures(exact=True))
    short = table(result, figures=Figures(exact=True, longest=60))
    assert fraction(chance) not in short
    assert max(map(len, short.split("\n")[4:])) < 200


def test_notes_and_what_is_not_modelled_close_the_table() -> None:
    result = attack("A2 WS3+ S4 AP-1 D1 [overcharge]", MARINES, cover=True)
    assert table(result).endswith("\n\n  note: cover: no effect on melee attacks\n  not modelled: overcharge")


def test_a_note_of_one_edition_names_it() -> None:
    weapon = "A3 BS3+ S4 AP0 D1 [lethal hits, devastating wounds]"
    text = table(*(attack(weapon, MARINES, edition=name) for name in ("10e", "11e")))
    assert "  11th edition: note: lethal hits" in text
    assert "10th edition: note" not in text


# The words for what acted.


@pytest.mark.parametrize(
    ("weapon", "target", "situation", "row", "words"),
    [
        ("3x AD6 BS3+ S4 D1 [rf 1, blast]", "10x T4", {"half_range": True}, "attacks", "3 x (D6 + 1 rapid fire + 2 blast)"),
        ("A4 WS3+ S4 D1 [-1 A]", MARINES, {}, "attacks", "4 - 1"),
        ("AD6 BS3+ S4 D1 [reroll attacks]", MARINES, {}, "attacks", "D6, re-roll low"),
        ("9x A1 BS4+ S3 D1 [rapid fire 1]", MARINES, {"order": "first-rank-fire"}, "attacks", "9 x (1 + 1 first rank fire)"),
        ("A1 BS4+ S3 D1", MARINES, {}, "attacks", ""),
        (f"{BOLT} [heavy]", MARINES, {"stationary": True}, "hits", "2+ BS3+, +1 heavy"),
        (BOLT, f"{MARINES} [stealth]", {}, "hits", "4+ BS3+, -1 stealth"),
        (f"{BOLT} [-1 to hit]", f"{MARINES} [stealth]", {}, "hits", "4+ BS3+, -1, -1 stealth, -1 in all"),
        (f"{BOLT} [heavy]", f"{MARINES} [stealth]", {"stationary": True}, "hits", "3+ BS3+, +1 heavy, -1 stealth"),
        (f"{BOLT} [+1 BS]", MARINES, {}, "hits", "2+ BS3+, BS 1 better"),
        (f"{BOLT} [reroll hits 1s, reroll hits non-crits]", MARINES, {}, "hits", "3+ re-roll 1s, re-roll non-crits"),
        (f"{BOLT} [crit hit 5+, sus 1, lh]", MARINES, {}, "hits", "3+ critical 5+, sustained hits 1, lethal hits"),
        (f"{BOLT} [sustained hits 1: infantry]", f"{MARINES} [infantry]", {}, "hits", "3+ sustained hits 1"),
        (f"{BOLT} [sustained hits 1: vehicle]", f"{MARINES} [infantry]", {}, "hits", "3+"),
        ("AD6 S4 D1 [torrent, +1 to hit]", MARINES, {}, "hits", "auto torrent"),
        ("A1 BS4+ S8 D1 [conversion]", MARINES, {"long_range": True}, "hits", "4+ critical 4+ if it succeeds (conversion)"),
        (BOLT, MARINES, {"overwatch": True}, "hits", "6+ BS3+, natural 1-5 fail (overwatch)"),
        (
            "A1 BS3+ S8 D1 [indirect fire]",
            MARINES,
            {"not_visible": True},
            "hits",
            "4+ BS3+, -1 indirect fire, natural 1-3 fail (indirect fire)",
        ),
        ("A2 BS3+ S8 AP-3 D2 [tl]", "dread", {}, "wounds", "5+ S8 against T10, re-roll fails (twin-linked)"),
        ("A2 BS3+ S2 D1 [anti-infantry 4+]", "meq", {}, "wounds", "4+ S2 against T4, critical 4+ (anti-infantry)"),
        ("A2 WS3+ S4 D1 [lance]", MARINES, {"charged": True}, "wounds", "3+ S4 against T4, +1 lance"),
        ("A2 BS3+ S=D6+2 D1", MARINES, {}, "wounds", "2+ to 5+ S3 to S8 against T4"),
        ("A2 BS3+ S5 D1", f"{MARINES} [-1 to wound if S>T]", {}, "wounds", "4+ S5 against T4, -1"),
        ("A2 BS3+ S8 D1", f"{MARINES} [wound rolls 1-3 fail]", {}, "wounds", "4+ S8 against T4, natural 1-3 fail"),
        ("A2 BS3+ S4 D1 [mortals 1 on crit wound]", "meq", {}, "wounds", "4+ S4 against T4, a critical also deals 1 mortal"),
        ("A2 BS3+ S4 D1 [+1 S]", MARINES, {}, "wounds", "3+ S5 against T4"),
        (BOLT, "5x T4 W2", {}, "unsaved", "never no save"),
        ("A1 BS3+ S4 AP-5 D1", MARINES, {}, "unsaved", "never no save"),
        (BOLT, "5x T4 Sv3+ Inv4+ W2", {}, "unsaved", "4+ save 3+ after AP-1"),
        ("A1 BS3+ S4 AP-3 D1", "5x T4 Sv3+ Inv4+ W2", {}, "unsaved", "4+ invulnerable 4+"),
        (BOLT, MARINES, {"cover": True}, "unsaved", "3+ save 3+ after AP-1, +1 cover"),
        ("A1 BS3+ S4 D1", MARINES, {"cover": True}, "unsaved", "3+ save 3+, no cover for Sv3+ or better against AP0"),
        (BOLT, MARINES, {"plunging": True}, "unsaved", "5+ save 3+ after AP-2, AP 1 better (plunging)"),
        (BOLT, f"{MARINES} [worsen AP 1]", {}, "unsaved", "3+ save 3+, AP 1 worse"),
        (BOLT, "5x T3 Sv5+ [take cover]", {}, "unsaved", "5+ save 4+ after AP-1, Save 1 better (take cover)"),
        (BOLT, f"{MARINES} [+1 to save, reroll saves 1s]", {}, "unsaved", "3+ save 3+ after AP-1, +1 to save, re-roll 1s"),
        ("A1 BS3+ S4 D1 [dw]", MARINES, {}, "unsaved", "3+ save 3+, devastating wounds are not saved"),
        ("A1 BS3+ S4 D2", MARINES, {}, "damage", "each"),
        ("A1 BS3+ S9 D=D6 [melta 2]", "dread [-1 damage]", {"half_range": True}, "damage", "each: D6, +2 melta, -1"),
        ("A1 BS3+ S9 D=D6 [reroll damage]", "dread [half damage]", {}, "damage", "each: D6, re-roll low, halved"),
        ("A1 BS3+ S9 D=D6", "dread [damage 1]", {}, "damage", "each: D6, set to 1"),
        (
            "A1 BS3+ S9 D1 [dw]",
            f"{MARINES} FNP5+ (mortal)",
            {},
            "damage",
            "each: 1, FNP5+ against devastating",
        ),
        ("A1 BS3+ S9 D1", f"{MARINES} FNP5+", {}, "damage", "each: 1, FNP5+"),
    ],
)  # fmt: skip
def test_the_funnel_says_what_acted(weapon: str, target: str, situation: dict[str, Any], row: str, words: str) -> None:
    assert funnel(weapon, target, edition="10e", **situation)[row] == words


@pytest.mark.parametrize(
    ("weapon", "target", "situation", "words"),
    [
        (BOLT, f"{MARINES} [stealth]", {}, "4+ BS3+, BS 1 worse (stealth)"),
        (f"{BOLT} [psychic]", MARINES, {"cover": True}, "3+ penalties ignored (psychic)"),
        (f"{BOLT} [psychic, -1 to hit]", MARINES, {}, "3+ penalties ignored (psychic)"),
        (
            "A1 BS3+ S8 D1 [indirect fire, reroll hits 1s]",
            MARINES,
            {"not_visible": True},
            "6+ BS3+, natural 1-5 fail (indirect fire), no re-rolls (indirect fire), BS 1 worse (indirect fire)",
        ),
    ],
)
def test_the_funnel_says_what_acted_in_the_11th_edition(
    weapon: str, target: str, situation: dict[str, Any], words: str
) -> None:
    assert funnel(weapon, target, edition="11e", **situation)["hits"] == words


# Data.


def small() -> AttackResult:
    return attack("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1", edition="10e")


def test_the_data_of_the_contract() -> None:
    law = {
        "mean": "1/3",
        "mean_decimal": 0.3333333333333333,
        "median": 0,
        "mode": 0,
        "standard_deviation": 0.5270462766947299,
        "band": [0, 1],
        "distribution": {"0": "25/36", "1": "5/18", "2": "1/36"},
        "decimals": {"0": 0.6944444444444444, "1": 0.2777777777777778, "2": 0.027777777777777776},
    }
    assert answers_data(small()) == {
        "schema": 1,
        "edition": "10e",
        "query": "A2 BS3+ S4 AP-1 D1 vs 2x T4 Sv3+ W1",
        "situation": [],
        "damage": law,
        "kills": law,
        "wipe": "1/36",
        "wipe_decimal": 0.027777777777777776,
        "nominal": "1/3",
        "wasted": "0",
        "stages": [
            {
                "weapon": "A2 BS3+ S4 AP-1 D1",
                "attacks": "2",
                "hits": "4/3",
                "critical_hits": "1/3",
                "wounds": "2/3",
                "critical_wounds": "2/9",
                "unsaved": "1/3",
            }
        ],
        "groups": [],
        "notes": [],
        "not_modelled": [],
    }


def test_data_holds_what_was_asked_for_besides() -> None:
    data = answers_data(small(), stats=("hits",), at_least=1)
    assert data["hits"]["mean"] == "4/3"
    assert data["at_least"] == [{"quantity": "hits", "value": 1, "chance": "8/9", "chance_decimal": 0.8888888888888888}]
    assert answers_data(small(), at_least=2)["at_least"][0]["chance"] == "1/36"


def test_several_answers_stand_in_a_list() -> None:
    data = answers_data(small(), small())
    assert set(data) == {"schema", "answers"}
    assert [answer["edition"] for answer in data["answers"]] == ["10e", "10e"]


def test_csv_is_a_row_a_value() -> None:
    assert answers_csv(small()) == (
        "quantity,value,exactly,at_least,exactly_decimal,at_least_decimal\n"
        "damage,0,25/36,1,0.6944444444444444,1.0\n"
        "damage,1,5/18,11/36,0.2777777777777778,0.3055555555555556\n"
        "damage,2,1/36,1/36,0.027777777777777776,0.027777777777777776\n"
        "kills,0,25/36,1,0.6944444444444444,1.0\n"
        "kills,1,5/18,11/36,0.2777777777777778,0.3055555555555556\n"
        "kills,2,1/36,1/36,0.027777777777777776,0.027777777777777776"
    )
    lines = answers_csv(small(), small(), stats=("kills",), at_least=3).split("\n")
    assert lines[0] == "edition,quantity,value,exactly,at_least,exactly_decimal,at_least_decimal"
    assert lines[4] == "10e,kills,3,0,0,0.0,0.0"
    assert len(lines) == 9


def test_markdown_can_be_pasted() -> None:
    assert markdown_page(small(), at_least=1) == (
        "`A2 BS3+ S4 AP-1 D1 vs 2x T4 Sv3+ W1`\n"
        "\n"
        "**10th edition**\n"
        "\n"
        "|  | mean | needs |  |\n"
        "|:--|--:|:--|:--|\n"
        "| attacks | 2 |  |  |\n"
        "| hits | 1.33 | 3+ |  |\n"
        "| wounds | 0.67 | 4+ | S4 against T4 |\n"
        "| unsaved | 0.33 | 4+ | save 3+ after AP-1 |\n"
        "| lost | 0.33 |  | wounds |\n"
        "| slain | 0.33 |  |  |\n"
        "\n"
        "slain  0.33 on average, 0 most likely, 0 to 1 in the middle 80 %   at least one 30.56 %   all two 2.78 %\n"
        "\n"
        "at least 1 slain: 30.56 %\n"
        "\n"
        "| slain | exactly | at least |\n"
        "|--:|--:|--:|\n"
        "| 0 | 69.44 % | 100 % |\n"
        "| 1 | 27.78 % | 30.56 % |\n"
        "| 2 | 2.78 % | 2.78 % |"
    )


def test_markdown_of_odd_names_stays_markdown() -> None:
    assert [code("a"), code("a`b"), code("a``b")] == ["`a`", "`` a`b ``", "``` a``b ```"]
    assert escaped("*a_[b]*<c") == "\\*a\\_\\[b\\]\\*&lt;c"


def test_the_explanation_follows_when_asked() -> None:
    assert table(small(), explained=True).startswith(table(small()) + "\n\n")
    assert markdown_page(small(), explained=True).startswith(markdown_page(small()) + "\n\n    ")
    assert "hit roll" in " ".join(answers_data(small(), explained=True)["explanation"])


def test_numbers_shown_are_rounded_from_the_exact_ones() -> None:
    result = attack("3x AD6 BS4+ S5 AP-2 D=D3 [dw, sus D3]", "5x T5 Sv2+ W3 Inv4+", edition="10e")
    shown = re.findall(r"^ +(\d+) +([\d.<>]+) +([\d.<>]+)", table(result).split("\n\n")[-1], re.MULTILINE)
    assert len(shown) == 6
    for value, exactly, at_least in shown:
        assert exactly == Figures().cell(result.law("kills").probability(int(value)))
        assert at_least == Figures().cell(Fraction(result.law("kills").at_least(int(value))))


# The reference of rules.


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_rule_has_a_page_with_its_source(rule: type[Rule]) -> None:
    found = page(rule)
    text = page_text(found)
    assert text.startswith(found.topic.name + "\n\n  ")
    assert found.topic.source.split(";")[0] in text
    assert meaning(rule).endswith(".")
    assert acts_on(rule)
    assert editions(rule)
    assert section(rule) in SECTIONS
    for alias in aliases(rule):
        assert alias in re.sub(r"\n +", " ", text)
    assert not set(aliases(rule)) & {written(rule)}
    assert page_data(found)["modelled"] is rule.modelled


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.reading], ids=lambda rule: rule.__name__)
def test_no_word_of_a_reading_is_lost(rule: type[Rule]) -> None:
    kept = " ".join(text for _, text in readings(rule.reading))
    for word in kept.split():
        assert word.rstrip(";") in rule.reading
    names = re.findall(r"(?:10e|11e|10th|11th)[a-z0-9 -]*:", rule.reading)
    assert len(kept.split()) >= len(rule.reading.split()) - 2 * len(names)


def test_readings_are_parted_by_edition() -> None:
    cover = next(rule for rule in RULES if rule.title() == "cover")
    assert [name for name, _ in readings(cover.reading)] == ["10th", "11th"]
