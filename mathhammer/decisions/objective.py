"""What a choice is made for: a number for every end of an attack, to be as high as possible on average."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import SituationError

Worth = Callable[[int, int], Any]  # models slain, wounds lost -> int or Fraction


@dataclass(frozen=True)
class Objective:
    """A number for each end of an attack: by models slain and wounds lost, ``models`` and ``wounds`` being all."""

    name: str
    worth: Callable[[int, int, int], int | Fraction]  # slain, lost, models of the target


def objective(given: str | Worth) -> Objective:
    """The objective of that name: ``damage``, ``kills``, ``wipe``, ``kills>=k``, ``damage>=k``; or any function.

    A function takes models slain and wounds lost and returns an int or a Fraction.
    Raises `SituationError` for anything else.

    >>> objective("kills>=2").worth(3, 6, 5)
    1
    """
    if callable(given):
        return Objective("function", lambda *ends: _exact(given(ends[0], ends[1])))
    match = re.fullmatch(r"\s*(damage|kills)\s*(?:>=\s*(\d{1,4}))?\s*|\s*(wipe)\s*", str(given))
    if match is None:
        raise SituationError(f"no objective is called {given!r}", "write damage, kills, wipe, kills>=2 or damage>=5")
    if match[3]:
        return Objective("wipe", lambda *ends: int(ends[0] == ends[2]))
    least = None if match[2] is None else int(match[2])
    name = match[1] if least is None else f"{match[1]}>={least}"
    at = 0 if match[1] == "kills" else 1
    if least is None:
        return Objective(name, lambda *ends: ends[at])
    return Objective(name, lambda *ends: int(ends[at] >= least))


def _exact(value: object) -> int | Fraction:
    if isinstance(value, bool | int | Fraction):
        return value
    raise SituationError(f"the objective returned {value!r}", "return an int or a Fraction")
