"""An attack to play with in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..config import default_edition
from ..editions import EDITIONS, Edition
from ..editions import edition as edition_of
from ..report.explorer import Field, Values, Widget, explorer
from ..situation import FLAGS
from .attack import attack

WEAPON, TARGET = "10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]", "meq"


def explore(weapon: str = WEAPON, target: str = TARGET, *, edition: str | Edition | None = None) -> Widget:
    """A form for a notebook: weapons, target, edition, dice held and the situation, with the answer below it.

    Several weapons are written with ``;`` between them, dice as faces (``6 5``). The answer is that of
    `attack`, given again whenever something changes. The form is an ``ipywidgets.VBox``: its ``inputs`` are
    the widgets by name, its ``answer`` the widget of the answer.

    Raises `MathhammerError` if ipywidgets is not installed, `EditionError` for an edition nobody knows.

    >>> form = explore("A2 BS3+ S4 AP-1 D1", "2x T4 Sv3+ W1")
    >>> form.inputs["edition"].value = "11e"
    >>> "11th edition" in form.answer.value
    True
    """
    rules = default_edition() if edition is None else edition_of(edition)
    return explorer(list(_fields(weapon, target, rules)), _answer)


def _fields(weapon: str, target: str, rules: Edition) -> Iterator[Field]:
    yield Field("weapons", "weapons", weapon)
    yield Field("target", "target", target)
    yield Field("edition", "edition", rules.name, tuple((each.title, each.name) for each in EDITIONS.values()))
    yield Field("dice", "dice held", "")
    for flag in FLAGS:
        yield Field(flag, flag.replace("_", " "), False)


def _answer(values: Values) -> str:
    asked: dict[str, Any] = dict(values)
    weapons = [weapon.strip() for weapon in asked.pop("weapons").split(";") if weapon.strip()]
    return attack(weapons, dice=asked.pop("dice").strip(), **asked)._repr_html_()
