"""A picture as a file: the same picture gives the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...errors import MathhammerError
from ..frames import library
from ..pictures import Picture
from .draw import fill, size

KINDS: tuple[str, ...] = ("png", "svg")
_DOTS = 150  # an inch, of a PNG
_UNDATED: dict[str, dict[str, Any]] = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}


def checked(file: str) -> Path:
    """The file to draw into.

    Raises `MathhammerError` for an ending that is no kind of picture.

    >>> checked("odds.svg").suffix
    '.svg'
    """
    path = Path(file)
    if "\0" in file:
        raise MathhammerError(f"--plot {file!r} is no name of a file", "write for example picture.png")
    if path.suffix.lower().removeprefix(".") not in KINDS:
        wanted = " or ".join(f"picture.{kind}" for kind in KINDS)
        raise MathhammerError(f"--plot {file!r} ends in no kind of picture", f"write for example {wanted}")
    return path


def save(picture: Picture, file: Path) -> None:
    """Draw the picture into the file.

    Raises `MathhammerError` if matplotlib is not installed or the file cannot be written.
    """
    matplotlib = library("matplotlib", "'mathhammer[plot]'")
    figures = library("matplotlib.figure", "'mathhammer[plot]'")
    kind = file.suffix.lower().removeprefix(".")
    with (
        library("matplotlib.style", "'mathhammer[plot]'").context("default"),
        matplotlib.rc_context({"svg.hashsalt": "mathhammer", "svg.fonttype": "path"}),
    ):
        figure = figures.Figure(figsize=size(picture), layout="constrained")
        fill(picture, figure)
        try:
            figure.savefig(file, format=kind, dpi=_DOTS, metadata=_UNDATED[kind])
        except OSError as error:
            raise MathhammerError(f"{file} cannot be written ({error.strerror})", "write another file name") from None
