"""What users import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mathhammer

ROOT = Path(__file__).parent.parent


def test_the_public_names_are_exactly_those_of_all() -> None:
    found = {name: getattr(mathhammer, name) for name in dir(mathhammer) if not name.startswith("_")}
    public = {name for name, value in found.items() if type(value).__name__ != "module"} - {"TYPE_CHECKING", "Any"}
    assert public == set(mathhammer.__all__)


def test_names_in_all_are_sorted_and_documented() -> None:
    assert mathhammer.__all__ == sorted(mathhammer.__all__, key=lambda name: (name.upper() != name, name[0].islower(), name))
    for name in mathhammer.__all__:
        assert name.isupper() or getattr(mathhammer, name).__doc__


def test_importing_the_package_imports_no_slow_library() -> None:
    code = (
        "import sys, mathhammer; "
        "print(sorted({'sympy', 'matplotlib', 'pandas', 'rich', 'typer', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_the_version_is_that_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {mathhammer.__version__}" in changelog


def test_the_text_of_a_record_is_its_canonical_line() -> None:
    gun, squad = mathhammer.weapon("2x gun: S=8 A=D3 BS 3+ AP3 DD6 [tl]"), mathhammer.unit("geq + T5 W4 [character]")
    assert str(gun) == "2x gun: AD3 BS3+ S8 AP-3 D=D6 [twin-linked]"
    assert str(squad) == "10x T3 Sv5+ W1 [infantry] + 1x T5 Sv7+ W4 [character]"
    assert (mathhammer.weapon(str(gun)), mathhammer.unit(str(squad))) == (gun, squad)
