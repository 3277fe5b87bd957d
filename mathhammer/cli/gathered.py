"""Groups of options that several commands share: a command gets what a group says as one value."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any


def with_options(**groups: Callable[..., Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command with the options of groups, each in place of the parameter with its name.

    A group is a function whose parameters are the options; the command gets what it returns. The groups are
    read in the order given.

    >>> from inspect import signature
    >>> def sides(left: str, right: str) -> str:
    ...     return f"{left}, then {right}"
    >>> @with_options(both=sides)
    ... def put(both: str, again: bool) -> None:
    ...     print(both)
    >>> list(signature(put).parameters), put(left="a", right="b", again=False)
    a, then b
    (['left', 'right', 'again'], None)
    """

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        own = _parameters(command)
        grouped = {name: _parameters(group) for name, group in groups.items()}
        shown: dict[str, inspect.Parameter] = {}
        for name, parameter in own.items():
            shown |= grouped.get(name, {name: parameter})

        @functools.wraps(command)
        def run(**given: Any) -> None:
            read = {name: group(**_taken(given, grouped[name])) for name, group in groups.items()}
            command(**_taken(given, own.keys() - groups.keys()), **read)

        run.__signature__ = inspect.Signature(list(shown.values()))  # type: ignore[attr-defined]
        run.__annotations__ = {name: parameter.annotation for name, parameter in shown.items()}
        return run

    return decorated


def _parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    found = inspect.signature(function, eval_str=True).parameters
    return {name: parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for name, parameter in found.items()}


def _taken(given: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: given[name] for name in names}
