"""The README is true: its commands run and print what it shows."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = README.splitlines()


def sessions() -> list[tuple[str, str]]:
    """Every command of a console block with what the README says it prints."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("mathhammer "):
                found.append((command, output.rstrip("\n")))
    return found


@pytest.mark.parametrize(("command", "output"), sessions(), ids=[command for command, _ in sessions()])
def test_a_command_of_the_readme_prints_what_it_shows(command: str, output: str) -> None:
    words = [sys.executable, "-m", "mathhammer", *shlex.split(command)[1:]]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stderr == ""
    assert "\n".join(line.rstrip() for line in done.stdout.rstrip("\n").splitlines()) == output


def test_the_first_thirty_lines_say_what_runs_what_it_prints_and_how_to_test() -> None:
    top = "\n".join(LINES[:30])
    assert sessions()[0][0] in top
    assert "from mathhammer import attack" in top
    assert len([line for line in LINES[:30] if re.match(r"\$ .*-m venv", line)]) == 2


def test_each_exact_answer_in_the_table_of_mistakes_stands_on_a_card() -> None:
    table = README.split("## What is often answered wrongly")[1].split("\n## ")[0]
    exact = [row.split("|")[-2].strip() for row in table.splitlines() if row.startswith("|")][2:]
    cards = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "reference").glob("*.toml"))
    assert len(exact) > 10
    for answer in exact:
        assert f'"{answer}"' in cards, answer


def test_each_dependency_earns_its_place_in_one_line() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r'^ {4}"([a-z-]+) [<>=]', project, re.MULTILINE)
    assert named
    for name in named:
        assert f"| {name} |" in README
