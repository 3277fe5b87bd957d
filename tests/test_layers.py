"""The shape of the package: who may import whom, and one door for each library."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "mathhammer"
# Lowest first; a module imports only from lower layers or from its own folder.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "orders", "version"),
    ("chances", "editions", "situation"),
    ("config", "dice"),
    ("check", "distribution", "exact"),
    ("stages",),
    ("rules.rule",),
    ("profiles",),
    ("rules",),
    ("notation", "sequence"),
    ("decisions", "movement", "symbolic"),
    ("report",),
    ("report.plots",),
    ("result",),
    ("questions",),
    ("cli",),
    ("__init__", "__main__"),
)
DOORS = {
    "icepool": ("dice", "result.attack"),  # result names icepool's type of a pair in an annotation
    "typer": ("cli",),
    "sympy": ("symbolic",),
    "rich": ("report",),
    "matplotlib": ("report",),
    "pandas": ("report",),
    "polars": ("report",),
    "ipywidgets": ("report",),
    "IPython": ("report",),
    "click": (),
    "random": (),
}
MODULES = sorted(".".join(p.relative_to(PACKAGE).with_suffix("").parts) for p in PACKAGE.rglob("*.py"))


def layer(module: str) -> int:
    """The layer of the longest prefix of the module's name."""
    name = module.removesuffix(".__init__") if module != "__init__" else module
    while name:
        for height, names in enumerate(LAYERS):
            if name in names:
                return height
        name = name.rpartition(".")[0]
    raise AssertionError(f"{module} stands in no layer")


def imports(module: str) -> Iterator[tuple[str, bool]]:
    """What a module imports: dotted names below the package (True), or other libraries (False)."""
    path = PACKAGE / (module.replace(".", "/") + ".py")
    folder = module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, False
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = folder[: len(folder) - node.level + 1]
            target = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            for name in node.names:
                inner = f"{target}.{name.name}".strip(".")
                yield (inner if inner in MODULES or f"{inner}.__init__" in MODULES else target or "__init__"), True
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", False


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_below_or_its_own_folder(module: str) -> None:
    folder = module.rpartition(".")[0]
    for name, ours in imports(module):
        if ours and not (folder and (name == folder or name.startswith(f"{folder}."))):
            assert layer(name) < layer(module), f"{module} imports {name}"


@pytest.mark.parametrize("module", MODULES)
def test_each_library_has_one_door(module: str) -> None:
    for name, ours in imports(module):
        doors = DOORS.get(name.split(".")[0])
        if not ours and doors is not None:
            assert any(module == door or module.startswith(f"{door}.") for door in doors), f"{module} imports {name}"


@pytest.mark.parametrize("module", [m for m in MODULES if not m.startswith("report.")])
def test_no_float_outside_the_report_layer(module: str) -> None:
    tree = ast.parse((PACKAGE / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{module}: {node.value}"
        assert not (isinstance(node, ast.Name) and node.id == "float"), f"{module}: float"
