"""Pages and pieces of HTML: self-contained, escaped, well-formed, the same every time; every command has one."""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from command_line import run
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from mathhammer import (
    attack,
    breakeven,
    charge,
    compare,
    contest,
    fate_curve,
    fate_interval,
    fate_pool,
    fate_reroll,
    fate_value,
    needed,
    sweep,
    threat,
    upgrades,
)
from mathhammer.cli.app import COMMANDS, app
from mathhammer.cli.fate import COMMANDS as FATE
from mathhammer.distribution import distribution
from mathhammer.report.blocks import Block, Code, Facts, Fixed, Grid, Heading, Notes, Section, Strong
from mathhammer.report.html import html, page
from mathhammer.report.pictures import Bars, Choices, Curves, Heat, Laws
from mathhammer.report.svg import safe, ticks

BOLT = "10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]"
HOSTILE = "<script>alert(\"1\")</script> & 'x' <img src=x onerror=y> </style> ]]> --> \x00 \u202e"
# Words of every command: a command without any is a command without a page.
WORDS: dict[str, list[list[str]]] = {
    "attack": [
        [BOLT, "vs", "meq", "--half-range", "--edition", "10e,11e", "--explain", "--at-least", "2"],
        [BOLT, "3x gun: A1 BS3+ S9 AP-4 D=D6", "mortals D3 on 4+", "vs", "meq", "--stat", "damage,hits", "--exact"],
        ["A4 BS3+ S8 AP-1 D=D6", "vs", "dread", "--dice", "6,5", "--uses", "2", "--objective", "wipe"],
        ["A4 BS3+ S8 AP-1 D=D6", "vs", "dread", "--defender-dice", "6"],
    ],
    "compare": [
        [BOLT, "2x Lance: A1 BS3+ S12 AP-3 D=D6+1", "--cell", "kills,wipe"],
        [BOLT, "A1 BS3+ S8 D1 [indirect fire]", "vs", "meq", "rhino", "--not-visible", "--edition", "10e,11e"],
    ],
    "sweep": [
        [BOLT, "vs", "meq", "--over", "T=3..6", "--at", "5%", "--edition", "10e,11e"],
        [BOLT, "vs", "meq", "--over", "cover=off,on", "--over", "Sv=2..4", "--at", "1%"],
        [BOLT, "vs", "meq", "--over", "cover=off,on", "--over", "Sv=2..4", "--cell", "kills,wipe"],
        [BOLT, "vs", "meq", "--over", "D=1,D3"],
    ],
    "needed": [
        ["A4 BS3+ S5 AP-1 D2 [lethal hits]", "vs", "5x T4 Sv3+ W2", "--chance", "4/5", "--edition", "10e,11e"],
        ["A1 BS3+ S9 AP-3 D=D6", "vs", "rhino", "--upto", "12"],
        ["A1 BS3+ S1 AP0 D1", "vs", "1x T4 Sv2+ W1 FNP2+", "--chance", "100%"],
    ],
    "upgrades": [[BOLT, "vs", "meq", "--edition", "10e,11e"], ["A1 BS3+ S9 AP-3 D=D6", "vs", "rhino", "--cover"]],
    "formula": [
        ["A4 BS3+ S5 AP-1 D2 [lethal hits]", "vs", "1x T4 Sv3+ W2", "--edition", "10e,11e"],
        ["A4 BS3+ S5 AP-1 D2", "vs", "1x T4 Sv3+ W2", "--unknown", "h", "--reach", "50%"],
        ["A4 BS3+ S5 AP-1 D2", "vs", "1x T4 Sv3+ W2", "--unknown", "n", "--reach", "3"],
    ],
    "breakeven": [
        ["3x A3 BS3+ S4 AP-1 D1", "vs", "A2 BS3+ S9 AP-3 D=3", "--over", "W=1,2"],
        ["A3 BS3+ S4 D1 @ 60", "vs", "A2 BS3+ S9 AP-3 D=3 @ 45", "--over", "W=2", "--per-points", "--edition", "10e,11e"],
    ],
    "batch": [["-"], ["-", "--edition", "10e,11e"]],
    "charge": [["9"], ["9", "--reroll", "one", "--dice", "6,4", "--edition", "10e,11e"], ["900"]],
    "advance": [[], ["10", "--move", "6"]],
    "battle-shock": [["7", "--shocked"]],
    "threat": [
        ["--move", "6", "--scouts", "6", "--distance", "20..24", "--edition", "10e,11e"],
        ["--move", "7", "--distance", "24.5", "--charge-after-advance", "--dice", "6,5"],
        ["--move", "6", "--chance", "100%", "--edition", "11e"],
        ["--move", "6", "--distance", "30"],
    ],
    "fate reroll": [["5", "5", "1", "--value", "5:a,6:1"], ["6", "5", "3", "2", "1", "1"], ["6"], ["6", "6", "--exact"]],
    "fate value": [
        [],
        ["--value", "5:a,6:1", "--number", "3"],
        ["--value", "2x6+"],
        ["--value", "5:1/2,6:1", "--keep-at", "1"],
        ["--number", "1"],
    ],
    "fate die": [[], ["9"]],
    "fate pool": [["--rounds", "3", "--edition", "10e,11e"], ["--gained", "60", "--at-least", "2"]],
    "targets": [[]],
    "rules": [
        ["lethal hits", "vs", "sustained hits 1", "--edition", "10e,11e"],
        ["twin-linked", "vs", "heavy"],
        [],
        ["sustained hits"],
    ],
}
INPUT = {
    "batch": '{"weapons": "A1 BS4+ S4 D1", "target": "T4 W1"}\n'
    '{"query": "<b>: A2 BS3+ S8 AP-1 D2 vs rhino", "edition": "11e"}\n'
}
EVERY = [name for name in COMMANDS if name != "fate"] + [f"fate {name}" for name in FATE]
ASKED = [(command, words) for command, several in WORDS.items() for words in several]
VOID = {"meta"}


class Reader(HTMLParser):
    """Reads HTML: which tags and attributes there are, what is said, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.said.append(data)


def checked(text: str) -> Reader:
    """The HTML, read: no script, nothing fetched, every SVG well-formed."""
    read = Reader(text)
    assert not {"script", "link", "img", "iframe", "object", "embed", "form", "base", "foreignobject"} & set(read.tags)
    for name, value in read.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "href", "srcdoc", "xlink:href")
        assert "url(" not in (value or "")
    assert "url(" not in text
    assert "@import" not in text
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ElementTree.fromstring(svg)
    return read


def asked(command: str, words: list[str], *more: str) -> str:
    return run(*command.split(), *words, *more, stdin=INPUT.get(command, ""))


def test_every_command_has_words_here() -> None:
    assert set(WORDS) == set(EVERY)


@pytest.mark.parametrize(("command", "words"), ASKED)
def test_every_command_gives_a_page(command: str, words: list[str]) -> None:
    text = asked(command, words, "--format", "html")
    read = checked(text)
    assert text == asked(command, words, "--format", "html")
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert ("name", "viewport") in read.attributes
    assert "prefers-color-scheme:dark" in text
    assert read.tags.count("h1") == 1
    said = " ".join(read.said)
    if command not in ("targets", "rules", "batch"):
        assert "edition" in said


@pytest.mark.parametrize(("command", "words"), ASKED)
def test_a_page_says_what_markdown_says(command: str, words: list[str]) -> None:
    """Every number of the Markdown stands on the page."""
    said = "".join(checked(asked(command, words, "--format", "html")).said)
    markdown = asked(command, words, "--format", "markdown")
    for number in set(re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?: %|/\d+)?", markdown)):
        assert number in said, number


def test_notes_and_query_stand_on_the_page() -> None:
    said = "".join(checked(asked("charge", ["13", "--edition", "11e"], "--format", "html")).said)
    assert "charge 13" in said
    assert "11th edition" in said
    assert "the result of a charge roll is at most 12" in said


def test_hostile_names_are_only_text() -> None:
    named = "<script>alert(1)</script> & \"q\" 'p' </style>"
    text = asked("attack", [f"{named}: A2 BS3+ S4 D1", "A1 BS3+ S4 D1", "vs", "meq"], "--format", "html")
    assert named in "".join(checked(text).said)
    piece = attack(f"{named}: A2 BS3+ S4 D1", "meq")._repr_html_()
    assert named in "".join(checked(piece).said)


def test_hostile_text_in_every_block_is_only_text() -> None:
    law = distribution({0: 1, 1: 2})
    heat = Heat(HOSTILE, HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE,), ((1,),), title=HOSTILE)
    blocks: list[Block] = [
        Code(HOSTILE), Heading((HOSTILE, HOSTILE)), Section(HOSTILE), HOSTILE, Fixed(HOSTILE), Notes((HOSTILE,)),
        Facts(((HOSTILE, HOSTILE),)), Grid((HOSTILE,), [(HOSTILE,), (Code(HOSTILE),)], "<", [Fraction(1), Fraction(1, 2)]),
        Grid((HOSTILE, HOSTILE), [(HOSTILE, Strong(HOSTILE))], "<>", shades=heat), Facts(((HOSTILE, Code(HOSTILE)),)),
        Laws(HOSTILE, ((HOSTILE, law),), title=HOSTILE), Laws(HOSTILE, ((HOSTILE, law), (HOSTILE, law)), 1, title=HOSTILE),
        Curves(HOSTILE, HOSTILE, ((HOSTILE, [(0, Fraction(1, 2))]),), marks=((0, HOSTILE),), title=HOSTILE),
        Bars(HOSTILE, (HOSTILE,), ((HOSTILE, (1,)),), title=HOSTILE),
        heat,
        Choices(HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE,), ((HOSTILE,),), title=HOSTILE),
    ]  # fmt: skip
    text = page(blocks)
    said = "".join(checked(text).said)
    assert said.count('<script>alert("1")</script>') >= 20
    assert "\x00" not in text
    assert "\u202e" not in text
    checked(html(blocks))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_only_text(text: str) -> None:
    shown = f'<svg a="{safe(text)}">{safe(text)}</svg>'
    element = ElementTree.fromstring(shown)
    kept = "".join(c if c in "\n\t" or c.isprintable() else "\ufffd" for c in text)
    assert (element.text or "") == kept
    assert list(element) == []


def test_a_bar_is_as_long_as_the_chance_is_large() -> None:
    text = html([Grid(("x",), [("a",), ("b",), ("c",)], "<", [Fraction(1, 2), Fraction(1, 4), Fraction(0)])])
    assert re.findall(r'<rect width="([\d.]+)"', text) == ["100", "50", "0"]


def test_the_columns_of_a_law_are_as_high_as_its_chances() -> None:
    """Read back from the picture, the heights are the exact chances, to the tenth of a pixel."""
    law = attack(BOLT, "meq", half_range=True).law("kills")
    text = page([Laws("slain", (("", law),))])
    heights = [float(found) for found in re.findall(r'<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="([\d.]+)"', text)]
    assert len(heights) == 6
    for height, (_, chance) in zip(heights, law, strict=True):
        assert abs(Fraction(str(height)) - chance * (230 - 12 - 42)) <= Fraction(1, 10)


def test_ticks_are_round_numbers_that_cover_the_axis() -> None:
    for top in (Fraction(1, 1000), Fraction(1, 7), 1, 3, 17, Fraction(199, 2), 12345):
        found = ticks(0, top)
        assert found[0] == 0
        assert found[-1] <= top
        assert 3 <= len(found) <= 7
        assert len({b - a for a, b in pairwise(found)}) == 1
    assert ticks(-2, 2) == [-2, -1, 0, 1, 2]


def test_a_stream_without_the_characters_gets_references() -> None:
    runner = CliRunner(charset="latin-1")
    done = runner.invoke(app, ["attack", "Brühl ⚙: A2 BS3+ S4 D1", "vs", "meq", "--format", "html"])
    assert done.exit_code == 0
    assert done.stdout_bytes.isascii()
    assert "Brühl ⚙" in "".join(checked(done.stdout_bytes.decode("ascii")).said)


@pytest.mark.parametrize(
    "answer",
    [
        attack(BOLT, "meq", edition="11e"),
        charge(9),
        threat(6, distance="9..12"),
        compare([BOLT]),
        breakeven("A3 BS3+ S4 D1", "A2 BS3+ S9 AP-3 D=3"),
        contest("twin-linked", "heavy"),
        fate_interval([5, 5, 1]),
        fate_curve(3),
        needed(BOLT, "meq"),
        upgrades(BOLT, "meq"),
        sweep(BOLT, "meq", {"T": "3..5"}),
        sweep(BOLT, "meq", {"T": "3..5", "cover": "off,on"}),
        fate_value(),
        fate_pool(gained=3),
        fate_reroll([6, 1]),
    ],
)
def test_answers_show_themselves_in_a_notebook(answer: object) -> None:
    piece = answer._repr_html_()  # type: ignore[attr-defined]
    read = checked(piece)
    assert piece == answer._repr_html_()  # type: ignore[attr-defined]
    assert "figure" not in read.tags
    assert "table" in read.tags or "svg" in read.tags or "p" in read.tags
    assert "color-scheme" not in piece  # the notebook's own colours hold
    assert checked(answer.to_html()).tags[0] == "html"  # type: ignore[attr-defined]
