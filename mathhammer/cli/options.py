"""Options that several commands share, and which value holds: the nearest one given."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args

import typer

from ..config import default_edition, folder, settings
from ..editions import EDITIONS, Edition, edition
from ..errors import MathhammerError, SituationError
from ..report.numbers import Figures
from ..situation import ORDERS, Situation

Format = Literal["table", "json", "csv", "markdown", "html"]
FORMATS: tuple[str, ...] = get_args(Format)
_LONGEST = 60  # characters of a fraction in a table when it was not asked for in this command


def _one_of(*words: str) -> Callable[[], list[str]]:
    return lambda: list(words)


OrderOption = Annotated[
    list[str] | None,
    typer.Option(
        "--order", help=f"The Order on the unit: {', '.join(ORDERS)}.", metavar="NAME", autocompletion=_one_of(*ORDERS)
    ),
]

EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        help=f"One of {', '.join(EDITIONS)}, or several with commas, side by side.",
        metavar="NAME",
        autocompletion=_one_of(*EDITIONS, "10e,11e"),
    ),
]
FormatOption = Annotated[
    str | None,
    typer.Option("--format", help=f"One of {', '.join(FORMATS)}.", metavar="NAME", autocompletion=_one_of(*FORMATS)),
]
PlotOption = Annotated[
    str | None, typer.Option("--plot", metavar="FILE", help="Also draw a picture into this file, .png or .svg.")
]
PictureOption = Annotated[
    str | None, typer.Option("--picture", metavar="NAME", help="Which picture --plot draws; a wrong name lists them.")
]
ExactOption = Annotated[bool | None, typer.Option("--exact/--no-exact", help="Fractions in the table instead of decimals.")]


@dataclass(frozen=True)
class Chosen:
    """What the command line says about the answer; None is nothing."""

    edition: str | None = None
    format: str | None = None
    exact: bool | None = None
    plot: str | None = None
    picture: str | None = None


@dataclass(frozen=True)
class Settled:
    """How an answer is to be given, once all that may be said about it has been weighed."""

    editions: tuple[Edition, ...]
    format: Format
    figures: Figures
    plot: Path | None = None
    picture: str | None = None


def settled(context: typer.Context, here: Chosen) -> Settled:
    """The edition, the format and the figures: the command's, those before it, the variable's, the file's, the usual.

    Raises `MathhammerError` for a value that does not exist.
    """
    before = context.obj if isinstance(context.obj, Chosen) else Chosen()
    names = here.edition if here.edition is not None else before.edition
    exact = here.exact if here.exact is not None else before.exact
    return Settled(
        editions=(default_edition(),) if names is None else _editions(names),
        format=_format(here.format or before.format),
        figures=Figures(exact) if exact is not None else Figures(_saved_exact(), _LONGEST),
        plot=_plot(here),
        picture=here.picture,
    )


def answer_options(
    context: typer.Context,
    edition: EditionOption = None,
    format: FormatOption = None,
    exact: ExactOption = None,
    plot: PlotOption = None,
    picture: PictureOption = None,
) -> Settled:
    """How the answer is to be given: the options of every command that answers in numbers."""
    return settled(context, Chosen(edition, format, exact, plot, picture))


def _plot(here: Chosen) -> Path | None:
    """The file to draw into, if any, refused before any work."""
    if here.plot is None:
        if here.picture is not None:
            raise MathhammerError(f"--picture {here.picture!r} without --plot", "write for example --plot picture.png")
        return None
    from ..report.plots.file import checked

    return checked(here.plot)


def asked_editions(context: typer.Context, here: str | None) -> tuple[Edition, ...] | None:
    """The editions named on the command line, None if it names none."""
    before = context.obj.edition if isinstance(context.obj, Chosen) else None
    names = here if here is not None else before
    return None if names is None else _editions(names)


def _editions(names: str) -> tuple[Edition, ...]:
    return tuple(dict.fromkeys(edition(name) for name in names.split(",")))


def _format(given: str | None) -> Format:
    found, where = given, "--format"
    if found is None:
        found, where = settings().get("format", "table"), str(folder() / "config.toml")
    if found not in FORMATS:
        raise MathhammerError(f"no format is called {found!r} ({where})", f"write one of {', '.join(FORMATS)}")
    return cast(Format, found)


def _saved_exact() -> bool:
    found = settings().get("exact", False)
    if not isinstance(found, bool):
        raise MathhammerError(f"exact is {found!r} ({folder() / 'config.toml'})", "write true or false")
    return found


def whole(text: str | None, option: str) -> int | None:
    """The whole number that an option got, an inch mark aside; None if it got nothing.

    Raises `MathhammerError` for anything else.

    >>> whole('12"', "--distance")
    12
    """
    if text is None:
        return None
    match = re.fullmatch(r"\s*(-?[0-9]{1,9})\s*(?:\"|''|in)?\s*", text)
    if match is None:
        raise MathhammerError(f"{option} {text!r} is no whole number", f"write for example {option} 12")
    return int(match[1])


def one_order(given: list[str] | None) -> str | None:
    """The Order that was named; None if there was none.

    Raises `SituationError` for several: a unit is affected by one at a time.

    >>> one_order(["take-aim"]), one_order(None)
    ('take-aim', None)
    """
    names = ",".join(given or ()).split(",")
    if len(names) > 1:
        raise SituationError(f"two Orders on one unit ({', '.join(names)})", "a later one takes the place: write the last")
    return names[0] if given else None


_MEANING: dict[str, str] = {
    "half_range": "The target is within half range: rapid fire, melta.",
    "long_range": "The target is at long range: conversion.",
    "stationary": "The attackers did not move: heavy.",
    "spotted": "A friend sees the target of indirect fire (11e).",
    "charged": "The attackers charged this turn: lance.",
    "cover": "The target has the benefit of cover.",
    "not_visible": "The target cannot be seen: needs [indirect fire].",
    "overwatch": "The attack is made in overwatch.",
    "plunging": "The attack is plunging fire.",
    "engaged": "The shooter is an engaged MONSTER or VEHICLE.",
    "target_engaged": "The target is a MONSTER or VEHICLE engaged with others.",
    "attached": "The target is part of an attached unit: lifts Lone Operative.",
    "shocked": "The attackers are battle-shocked: Orders do not act.",
    "distance": "Inches to the target: decides range and half range.",
    "order": f"The Order on the attackers: {', '.join(ORDERS)}.",
    "lethal": "Whether an optional Lethal Hits is taken (11e): always, never, best, or by a policy.",
}
_VALUES: dict[str, tuple[Any, dict[str, Any]]] = {
    "distance": (str | None, {"metavar": "N"}),
    "order": (list[str] | None, {"metavar": "NAME", "autocompletion": _one_of(*ORDERS)}),
    "lethal": (str, {"metavar": "WHEN", "autocompletion": _one_of("always", "never", "best", "policy")}),
}


def situation_options(**given: Any) -> dict[str, Any]:
    """The fields of `Situation` that were given: an option for each."""
    return given | {"distance": whole(given["distance"], "--distance"), "order": one_order(given["order"])}


def _option(name: str, default: Any) -> inspect.Parameter:
    kind, more = _VALUES.get(name, (bool, {}))
    option = typer.Option(f"--{name.replace('_', '-')}", help=_MEANING.get(name), **more)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])


situation_options.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
    [_option(name, field.default) for name, field in Situation.__dataclass_fields__.items()]
)
