"""``compare``, ``sweep`` and ``batch`` on the command line."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from command_line import data, invoked, refused, run
from hypothesis import given, settings
from hypothesis import strategies as st

from mathhammer import attack, compare, sweep
from mathhammer.cli.batch import MOST_BYTES
from mathhammer.questions.batch import FIELDS, csv_questions, json_questions
from mathhammer.result.data import answers_data
from mathhammer.situation import Situation

RIFLES = "10x Rifle: A2 BS3+ S4 AP-1 D1 [rapid fire 1] @ 90"
LANCES = "2x Lance: A1 BS3+ S12 AP-3 D=D6+1 @ 80"
TABLE = """\
wounds lost on average        10th edition, half range

               geq    meq  rhino
  10x Rifle  9.42*  4.99*  1.67
  2x Lance   1.11   1.85   3.26*

chance that all are dead, in %        10th edition, half range

                geq     meq   rhino
  10x Rifle  72.49*   1.97*  <0.01
  2x Lance   0       0        5.72*

  10x Rifle  10x Rifle: A2 BS3+ S4 AP-1 D1 [rapid fire 1] @ 90
  2x Lance   2x Lance: A1 BS3+ S12 AP-3 D=D6+1 @ 80
  geq        10x T3 Sv5+ W1 [infantry]
  meq        5x T4 Sv3+ W2 [infantry]
  rhino      1x T9 Sv3+ W10 [vehicle]
"""
SWEPT = """\
5x A1 BS3+ S9 AP-4 D=D6+3 vs 1x T10 Sv2+ W12        10th edition

   T  slain  lost  all dead %
   8   0.51  9.02       51.49
   9   0.34  7.4        34.49
  10   0.18  5.34       18.12

  all dead falls below 50 % at T 9: 34.49 %, after 51.49 % at 8
"""
GRID = """\
4x A2 BS3+ S4 AP-1 D1 vs 5x T4 Sv3+ W2 [infantry]

  slain, T down, cover across
  10th edition     11th edition
  T   off    on    T   off    on
  3  0.64  0.36    3  0.64  0.43
  4  0.43  0.23    4  0.43  0.28
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(no_settings: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def records(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


# compare


def test_the_table_of_a_comparison() -> None:
    assert run("compare", LANCES, RIFLES, "vs", "geq", "meq", "rhino", "--cell", "damage,wipe", "--half-range") == TABLE


def test_json_has_what_scripts_depend_on() -> None:
    found = data("compare", LANCES, RIFLES, "vs", "meq", "rhino", "--cell", "wipe", "--edition", "11e")
    expected = compare([LANCES, RIFLES], ["meq", "rhino"], cell="wipe", edition="11e")
    assert (found["rows"], found["columns"], found["cell"]) == ([LANCES, RIFLES], list(expected.columns), "wipe")
    assert [[Fraction(value) for value in row] for row in found["values"]] == [list(row) for row in expected.values]
    assert (found["edition"], found["row_labels"], found["best"]) == ("11e", ["2x Lance", "10x Rifle"], [[1], [0]])


def test_rows_and_columns_of_json_read_back() -> None:
    found = data("compare", LANCES, f"{RIFLES}; A2 BS3+ S4 D1", "vs", "meq", "rhino")
    again = data("compare", *found["rows"], "vs", *found["columns"])
    assert again == found


def test_several_cells_and_editions_stand_in_a_list() -> None:
    found = data("compare", RIFLES, "vs", "meq", "--cell", "kills,damage", "--edition", "10e,11e")
    assert [(answer["edition"], answer["cell"]) for answer in found["answers"]] == [
        (edition, cell) for edition in ("10e", "11e") for cell in ("kills", "damage")
    ]


def test_csv_has_a_row_a_pair() -> None:
    rows = records(run("compare", LANCES, RIFLES, "vs", "meq", "rhino", "--format", "csv"))
    expected = compare([LANCES, RIFLES], ["meq", "rhino"])
    assert [Fraction(row["value"]) for row in rows] == [value for values in expected.values for value in values]
    assert [row["best"] for row in rows] == ["0", "1", "1", "0"]
    assert {row["cell"] for row in rows} == {"kills"}
    assert [row["target"] for row in rows[:2]] == list(expected.columns)
    both = records(run("compare", RIFLES, "vs", "meq", "--format", "csv", "--edition", "10e,11e"))
    assert [row["edition"] for row in both] == ["10e", "11e"]


def test_markdown_marks_the_best() -> None:
    text = run("compare", LANCES, RIFLES, "vs", "meq", "rhino", "--cell", "damage", "--format", "markdown")
    assert "| 2x Lance | 1.85 | **3.26** |" in text
    assert "- meq: `5x T4 Sv3+ W2 [infantry]`" in text


def test_rows_are_sorted_for_people_and_as_given_for_scripts() -> None:
    asked = ("compare", LANCES, RIFLES, "vs", "geq", "meq", "rhino", "--cell", "damage")
    assert run(*asked).index("10x Rifle") < run(*asked).index("2x Lance")
    by_rhino = run(*asked, "--sort", "rhino")
    assert by_rhino.index("2x Lance") < by_rhino.index("10x Rifle")
    assert data(*asked)["rows"] == [LANCES, RIFLES]
    assert data(*asked, "--sort", "rank")["rows"] == [RIFLES, LANCES]
    assert "no target is called 'rino': did you mean rhino?" in refused(*asked, "--sort", "rino")


def test_exact_figures_in_the_matrix() -> None:
    text = run("compare", "A2 BS3+ S4 AP-1 D1", "vs", "2x T4 Sv3+ W1", "--cell", "kills,wipe", "--exact")
    assert "1/3*" in text
    assert "1/36*" in text
    assert "%" not in text


def test_weapons_and_targets_come_from_files_and_standard_input(tmp_path: Path) -> None:
    (tmp_path / "guns.txt").write_text(f"# guns\n{LANCES}\n\n{RIFLES}\n", encoding="utf-8")
    (tmp_path / "targets.txt").write_text("meq\nrhino\n", encoding="utf-8")
    written = data("compare", LANCES, RIFLES, "vs", "meq", "rhino")
    assert data("compare", "@guns.txt", "vs", "@targets.txt") == written
    assert data("compare", "-", "vs", "meq", "rhino", stdin=f"{LANCES}\n{RIFLES}\n") == written
    assert data("compare", f"{LANCES}; {RIFLES}", "vs", "meq; rhino")["rows"] == [f"{LANCES}; {RIFLES}"]


def test_a_long_list_is_no_long_line(tmp_path: Path) -> None:
    guns = [f"gun {number}: A{1 + number % 5} BS3+ S{1 + number % 12} AP-1 D1" for number in range(400)]
    (tmp_path / "guns.txt").write_text("\n".join(guns), encoding="utf-8")
    assert len(data("compare", "@guns.txt", "vs", "meq", "geq")["values"]) == 400


def test_a_wide_matrix_is_put_in_parts() -> None:
    targets = [f"T4 W{wounds}" for wounds in range(1, 21)]
    text = run("compare", RIFLES, "vs", *targets)
    assert max(map(len, text.splitlines())) <= 142
    assert text.count("10x Rifle  ") > 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "nothing is written before vs: write WEAPON WEAPON vs TARGET TARGET"),
        (["vs", "meq"], "nothing is written before vs"),
        ([RIFLES, "vs"], "nothing is written after vs"),
        ([RIFLES, "vs", "meq", "vs", "geq"], "vs does not belong here"),
        ([RIFLES, "vs", "meq", "then", RIFLES], "then does not belong here"),
        (["A2", "BS3+", "S4", "D1", "vs", "meq"], "put it in quotes: 'A2 BS3+ S4 D1'"),
        ([RIFLES, "vs", "5x", "T4"], "put it in quotes: '5x T4'"),
        ([RIFLES, "--cell", "dead"], "no cell is called 'dead'"),
        ([RIFLES, "--cell", "per-100-points"], "geq has no points: write for example geq @ 90, for all models"),
        ([RIFLES, "vs", "meqq"], "did you mean meq?"),
    ],
)
def test_what_cannot_be_compared_is_refused(words: list[str], said: str) -> None:
    assert said in refused("compare", *words)


# sweep


def test_the_table_of_a_sweep() -> None:
    asked = ("sweep", "5x A1 BS3+ S9 AP-4 D=D6+3", "vs", "1x T10 Sv2+ W12", "--over", "T=8..10")
    assert run(*asked, "--at", "50%") == SWEPT
    assert run(*asked, "--at", "1/2") == run(*asked, "--at", "0.5") == SWEPT


def test_the_grids_of_two_editions_stand_side_by_side() -> None:
    gun = "4x A2 BS3+ S4 AP-1 D1"
    text = run("sweep", gun, "vs", "meq", "--over", "T=3,4", "--over", "cover=off,on", "--edition", "10e,11e")
    assert text == GRID


def test_json_of_a_sweep_has_a_row_a_value() -> None:
    found = data(
        "sweep", RIFLES, "vs", "meq", "--over", "T=3..5", "--over", "cover=off,on", "--cell", "kills", "--at", "1.2"
    )
    assert found["over"] == ["T", "cover"]
    expected = sweep(RIFLES, "meq", {"T": "3..5", "cover": "off,on"})
    for row, swept in zip(found["rows"], expected.to_rows(), strict=True):
        assert {name: row[name] for name in ("T", "cover")} == {name: swept[name] for name in ("T", "cover")}
        assert {cell: Fraction(row[cell]) for cell in ("kills", "damage", "wipe")} == {
            cell: swept[cell] for cell in ("kills", "damage", "wipe")
        }
    assert [(c["before"], c["after"], c["reached"]) for c in found["crossings"]] == [
        (
            dict(zip(expected.over, c.before.settings, strict=True)),
            dict(zip(expected.over, c.after.settings, strict=True)),
            c.reached,
        )
        for c in expected.crossings("kills", Fraction(6, 5))
    ]
    assert found["crossings"]


def test_csv_of_a_sweep_has_a_row_a_value() -> None:
    rows = records(run("sweep", RIFLES, "vs", "meq", "--over", "D=1,D3", "--format", "csv"))
    assert [row["D"] for row in rows] == ["1", "D3"]
    assert [Fraction(row["wipe"]) for row in rows] == [row.wipe for row in sweep(RIFLES, "meq", {"D": "1,D3"}).rows]


def test_a_bound_that_is_not_passed_is_said() -> None:
    asked = ("sweep", RIFLES, "vs", "meq", "--over", "T=3..5")
    assert "slain is 0.5 or more at every T" in run(*asked, "--cell", "kills", "--at", "0.5")
    assert "all dead is below 99 % at every T" in run(*asked, "--at", "99%", "--format", "markdown")
    assert data(*asked, "--at", "99%")["crossings"] == []


def test_what_is_not_allowed_is_a_dash() -> None:
    text = run("sweep", '12" A2 BS3+ S4 D1', "vs", "meq", "--over", "distance=12,13")
    assert any(line.split() == ["13", "-", "-", "-"] for line in text.splitlines())
    assert "at distance 13" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "nothing is swept"),
        (["--over", "T"], "--over 'T' cannot be read"),
        (["--over", "=3"], "--over '=3' cannot be read"),
        (["--over", "T=3", "--over", "T=4"], "--over T stands twice"),
        (["--over", "T=3", "--over", "W=4", "--over", "S=4"], "3 numbers are swept"),
        (["--over", "T=3", "--cell", "dead"], "no cell is called 'dead'"),
        (["--over", "T=3", "--at", "much"], "--at 'much' cannot be read: write for example --at 50%"),
        (["--over", "T=3", "--at", "50"], "--at 50 is more than certain"),
        (["--over", "T=3", "--at", "5%", "--cell", "kills"], "--at '5%' cannot be read: write for example --at 2.5"),
        (["--over", "T=3", "--at", "5%", "--cell", "kills,wipe"], "--at 5% with several cells"),
        (["--over", "cover=off,on", "--cover"], "cover is swept and said to be True"),
    ],
)
def test_what_cannot_be_swept_is_refused(words: list[str], said: str) -> None:
    assert said in refused("sweep", RIFLES, "vs", "meq", *words)
    assert "leave out then" in refused("sweep", RIFLES, "vs", "meq", "then", RIFLES, "--over", "T=3")


# batch

GOOD = '{"weapons": "A2 BS3+ S4 AP-1 D1", "target": "2x T4 Sv3+ W1"}'


def answers(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_each_line_gets_the_answer_of_attack() -> None:
    lines = [
        {"weapons": "A2 BS3+ S4 AP-1 D1", "target": "meq"},
        {"weapons": [RIFLES, LANCES], "target": "meq", "edition": "11e", "half_range": True, "separate": True},
        {"query": f"{RIFLES} vs meq then {LANCES}"},
        {"weapons": RIFLES, "target": "meq", "then": [f"{LANCES}; {RIFLES}"], "distance": 12, "order": "take-aim"},
        {"weapons": RIFLES, "target": "meq", "dice": [6], "objective": "wipe", "rolls": "one"},
        {"weapons": RIFLES, "target": "meq", "dice": "6,5", "price": {"6": "1/4"}, "uses": 2},
        {"weapons": RIFLES, "target": "meq", "dice": "6,5", "price": "6=1/4,5=0.1"},
        {"weapons": RIFLES, "target": "meq", "edition": "10e,11e", "cover": "on"},
    ]
    expected = [
        [attack("A2 BS3+ S4 AP-1 D1", "meq")],
        [attack([RIFLES, LANCES], "meq", edition="11e", half_range=True, separate=True)],
        [attack(RIFLES, "meq", then=[LANCES])],
        [attack(RIFLES, "meq", then=[[LANCES, RIFLES]], distance=12, order="take-aim")],
        [attack(RIFLES, "meq", dice=(6,), objective="wipe", rolls="one")],
        [attack(RIFLES, "meq", dice=(6, 5), price={6: Fraction(1, 4)}, uses=2)],
        [attack(RIFLES, "meq", dice=(6, 5), price={6: Fraction(1, 4), 5: Fraction(1, 10)})],
        [attack(RIFLES, "meq", edition=edition, cover=True) for edition in ("10e", "11e")],
    ]
    found = answers(run("batch", "-", stdin="\n".join(map(json.dumps, lines))))
    assert [answer["line"] for answer in found] == list(range(1, 9))
    assert [answer["result"] for answer in found] == [json.loads(json.dumps(answers_data(*each))) for each in expected]


def test_lines_that_fail_stand_in_order_and_the_exit_code_is_1() -> None:
    bad = ["nonsense", "[1]", '{"weapons": "A2"}', '{"weapon": "A2 BS3+", "target": "meq"}', "1e999", '{"a":' * 9999]
    done = invoked("batch", "-", stdin="\n".join([GOOD, "", *bad, GOOD]))
    assert done.exit_code == 1
    found = answers(done.stdout)
    assert [answer["line"] for answer in found] == [1, *range(3, 3 + len(bad)), 3 + len(bad)]
    assert ["error" in answer for answer in found] == [False, *[True] * len(bad), False]
    assert done.stderr == f"{len(bad)} of {len(bad) + 2} questions could not be answered\n"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"covr": True}, "no field is called 'covr': did you mean cover?"),
        ({"cover": "perhaps"}, "cover is '\"perhaps\"': write true or false"),
        ({"cover": 1}, "cover is '1': write true or false"),
        ({"distance": 1.5}, "distance is '1.5': write a whole number"),
        ({"distance": True}, "distance is 'true': write a whole number"),
        ({"distance": "far"}, "distance is '\"far\"': write a whole number"),
        ({"dice": [6, "5"]}, "dice is '[6, \"5\"]': write faces such as 6,5"),
        ({"dice": 6}, "dice is '6': write faces"),
        ({"dice": [7]}, "7"),
        ({"weapons": []}, "weapons is '[]': write text, or a list of texts"),
        ({"weapons": [3]}, "weapons is '[3]'"),
        ({"weapons": "A2 BS3+ S4 AP-1 D6"}, "D6 can mean 6 damage or a die"),
        ({"target": "meq; geq"}, "several targets"),
        ({"target": ""}, "nothing is written after vs"),
        ({"target": 4}, "target is '4': write text"),
        ({"query": f"{RIFLES} vs meq"}, "a query and its parts are given"),
        ({"edition": "9e"}, "no edition is called"),
        ({"order": "fix-it"}, "no Order is called"),
        ({"lethal": "often"}, "lethal 'often'"),
        ({"objective": "fun"}, "no objective is called"),
        ({"weapon_order": "fast"}, "weapon order 'fast'"),
        ({"overwatch": True, "weapons": "A1 WS3+ S4 D1"}, "overwatch"),
        ({"uses": 10**30, "dice": [6]}, "uses"),
        ({"uses": 1.0}, "uses is '1.0': write a whole number"),
        ({"price": "6=1e9"}, "price is '\"6=1e9\"': write faces and prices such as 6=1/4"),
        ({"price": {"7": 1}}, "price is"),
        ({"price": [6]}, "price is '[6]'"),
    ],
)
def test_a_line_that_does_not_fit_says_why(fields: dict[str, Any], said: str) -> None:
    line = json.dumps({"weapons": RIFLES, "target": "meq", **fields})
    (answer,) = answers(run("batch", "-", stdin=line, code=1 if said else 0))
    assert said in answer.get("error", "")


def test_what_is_null_or_empty_says_nothing() -> None:
    line = json.dumps({"weapons": RIFLES, "target": "meq", "distance": None, "cover": None, "edition": None})
    assert answers(run("batch", "-", stdin=line)) == answers(
        run("batch", "-", stdin=json.dumps({"query": f"{RIFLES} vs meq"}))
    )


def test_a_name_that_stands_twice_is_refused() -> None:
    for line in ('{"target": "meq", "target": "geq"}', '{"weapon": "A1", "weapons": "A1"}'):
        (answer,) = answers(run("batch", "-", stdin=line, code=1))
        assert "stands twice: write one" in answer["error"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_comma_separated_values_ask_the_same(separator: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    writer.writerow(["Weapons", "target", "half-range", "edition", "distance"])
    writer.writerow([f"{RIFLES}; {LANCES}", "meq", "yes", "", ""])
    writer.writerow([RIFLES, "geq", "", "11e", "6"])
    writer.writerow([])
    writer.writerow(["broken", "geq"])
    found = answers(run("batch", "-", "--means", stdin=out.getvalue(), code=1))
    assert [answer["line"] for answer in found] == [2, 3, 5]
    assert Fraction(found[0]["result"]["kills"]) == attack([RIFLES, LANCES], "meq", half_range=True).law("kills").mean
    assert Fraction(found[1]["result"]["wipe"]) == attack(RIFLES, "geq", edition="11e", distance=6).wipe
    assert "error" in found[2]


def test_a_cell_of_several_lines_counts_its_lines() -> None:
    text = f'weapons,target\n"{RIFLES};\n{LANCES}",meq\n{RIFLES},meq\n'
    assert [question.line for question in csv_questions(enumerate(text.splitlines(keepends=True), start=1))] == [2, 4]


def test_csv_and_table_give_the_means(tmp_path: Path) -> None:
    (tmp_path / "queries.jsonl").write_text(f"{GOOD}\nnonsense\n", encoding="utf-8")
    rows = records(run("batch", "queries.jsonl", "--format", "csv", code=1))
    assert [row["line"] for row in rows] == ["1", "2"]
    assert (rows[0]["kills"], rows[0]["wipe"], rows[0]["error"]) == ("1/3", "1/36", "")
    assert rows[1]["error"].startswith("this line is no JSON")
    table = run("batch", "queries.jsonl", "--format", "table", code=1).splitlines()
    assert table[1].split()[:5] == ["1", "10e", "0.33", "0.33", "2.78"]
    assert "| 1 | 10e | 1/3 | 1/3 | 1/36 |" in run("batch", "queries.jsonl", "--format", "markdown", "--exact", code=1)


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes("\ufeffquery\nA2 BS3+ S4 D1 vs meq\n".encode())
    (tmp_path / "a.jsonl").write_bytes(("\ufeff" + GOOD).encode())
    assert answers(run("batch", "a.csv"))[0]["line"] == 2
    assert answers(run("batch", "a.jsonl"))[0]["result"]["wipe"] == "1/36"


def test_lines_that_are_too_long_or_no_text_fail_alone() -> None:
    long = GOOD.encode() + b" " * MOST_BYTES
    found = answers(run("batch", "-", stdin=b"\n".join([GOOD.encode(), long, b'{"\xff": 1}', GOOD.encode()]), code=1))
    assert ["error" in answer for answer in found] == [False, True, True, False]
    assert all("too long, or no text" in answer["error"] for answer in found[1:3])
    cells = b"query\nA2 BS3+ S4 D1 vs meq\n\xff vs meq\n" + b"x" * (3 * MOST_BYTES) + b"\nA2 BS3+ S4 D1 vs meq\n"
    found = answers(run("batch", "-", stdin=cells, code=1))
    assert [(answer["line"], "error" in answer) for answer in found] == [(2, False), (3, True), (4, True), (5, False)]


@pytest.mark.parametrize(
    ("words", "stdin", "said"),
    [
        ([], "", "no file of questions is named"),
        (["-"], "", "standard input holds no question"),
        (["-"], " \n\n", "standard input holds no question"),
        (["nowhere.jsonl"], "", "nowhere.jsonl cannot be read"),
        (["a\0b"], "", "cannot be read"),
        (["-"], "weapons,aim\n", "no field is called 'aim'"),
        (["-"], "weapons,cover\n", "the first line names no weapons and target"),
        (["-"], "weapons,target,weapon\n", "the column weapons stands twice"),
        (["-", "--format", "pdf"], GOOD, "no format is called 'pdf'"),
    ],
)
def test_a_batch_without_questions_is_refused(words: list[str], stdin: str, said: str) -> None:
    assert said in refused("batch", *words, stdin=stdin)


def test_a_file_with_a_head_alone_holds_no_question() -> None:
    assert "holds no question" in refused("batch", "-", stdin="weapons,target\n")


def test_every_circumstance_and_every_option_of_attack_is_a_field() -> None:
    options = {*signature(attack).parameters, "query"} - {"situation"}
    assert {*FIELDS} == {*Situation.__dataclass_fields__, *options}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["meq", RIFLES, "on", "6,5", "11e"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@settings(deadline=None, max_examples=150)
@given(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5), st.booleans())
def test_no_line_is_a_fault(fields: dict[str, Any], whole: bool) -> None:
    line = json.dumps({**fields, "weapons": RIFLES, "target": "meq"} if whole else fields)
    done = invoked("batch", "-", "--means", stdin=line)
    assert done.exit_code in (0, 1), done.output
    (answer,) = answers(done.stdout)
    assert ("error" in answer) is (done.exit_code == 1)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=200))
def test_no_input_is_a_fault(content: bytes) -> None:
    for start in (b"{", b"query\n", b""):
        done = invoked("batch", "-", stdin=start + content)
        assert done.exit_code in (0, 1, 2), done.output
        assert "internal fault" not in done.output


def test_questions_are_read_one_by_one() -> None:
    taken = []

    def lines() -> Any:
        for number in range(1, 4):
            taken.append(number)
            yield number, GOOD

    questions = json_questions(lines())
    next(questions)
    assert taken == [1]
