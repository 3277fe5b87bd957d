"""The notebooks run from top to bottom, answer each question they ask, and are kept without outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = [pytest.param(path, id=path.stem) for path in sorted(FOLDER.glob("*.ipynb"))]
GENERIC = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
SLUG = re.compile(r"[a-z][a-z0-9-]{2,40}")
ELSEWHERE = re.compile(r"(?<![\w.\"'])(/(home|root|tmp|usr|mnt|Users|opt)/|[A-Z]:\\)")
SECONDS = 60  # for one cell; the whole notebook takes a tenth of it


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def questions(book: Any) -> Iterator[tuple[str, list[Any]]]:
    """The cells below each heading of the second rank."""
    title, cells = "", list[Any]()
    for cell in book.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            if title:
                yield title, cells
            title, cells = cell.source.splitlines()[0][3:], []
        cells.append(cell)
    yield title, cells


def code(cells: list[Any]) -> list[Any]:
    return [cell for cell in cells if cell.cell_type == "code"]


@pytest.fixture
def own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of whoever runs the tests; the first one keeps old jupyter_core from warning of a move of its folders."""
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.delenv("MATHHAMMER_EDITION", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("MPLBACKEND", raising=False)


@pytest.mark.usefixtures("own_settings")
@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_runs_and_answers_each_question_with_a_number_and_a_figure(path: Path) -> None:
    book = read(path)
    resources = {"metadata": {"path": str(FOLDER)}}
    nbclient.NotebookClient(book, timeout=SECONDS, kernel_name="python3", resources=resources).execute()
    told = [output for cell in code(book.cells) for output in cell.outputs if output.output_type == "stream"]
    assert [output.text for output in told if output.name == "stderr"] == []
    for title, cells in questions(book):
        shown = [output for cell in code(cells) for output in cell.outputs if "data" in output]
        assert any("image/png" in output.data for output in shown), f"{title}: no figure"
        assert any(re.search(r"^ *assert ", cell.source, re.MULTILINE) for cell in code(cells)), f"{title}: no number"


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    book = read(path)
    assert book.metadata == GENERIC
    for cell in book.cells:
        assert cell.metadata == {}
        assert cell.source.strip() == cell.source != ""
    for cell in code(book.cells):
        assert cell.outputs == []
        assert cell.execution_count is None


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_the_cells_of_a_notebook_have_names_that_stay(path: Path) -> None:
    names = [cell.id for cell in read(path).cells]
    assert len(set(names)) == len(names)
    assert [name for name in names if not SLUG.fullmatch(name)] == []


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_is_written_as_jupyter_writes_it_and_names_no_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == nbformat.writes(read(path)) + "\n"
    assert not ELSEWHERE.search(text)


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_the_numbers_of_a_notebook_are_exact(path: Path) -> None:
    source = "\n".join(cell.source for cell in code(read(path).cells))
    assert re.findall(r"\bfloat\b|\brandom|approx|isclose|\bnumpy\b", source) == []


def test_the_notebooks_are_read_in_the_order_of_their_numbers() -> None:
    numbers = [path.stem[:2] for path in sorted(FOLDER.glob("*.ipynb"))]
    assert numbers == ["01", "02", "03", "04", "05", "06"]
