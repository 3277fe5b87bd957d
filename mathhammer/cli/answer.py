"""An answer in every form: the one that is wanted is made and printed, and its picture drawn if one is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..report.blocks import Block
from ..report.markdown import markdown_of
from ..report.pictures import Gallery, picked
from ..report.text import text
from .options import Settled
from .output import put, put_data, put_page, say


@dataclass(frozen=True)
class Forms:
    """The forms of an answer, each made when it is asked for.

    ``blocks`` give Markdown and HTML, and the table unless ``table`` gives it; ``data`` is for JSON.
    ``said`` is what CSV has no room for: it goes to standard error. ``gallery`` holds the pictures, ``title``
    is that of a page whose blocks have none.
    """

    data: Callable[[], Any]
    csv: Callable[[], str]
    blocks: Callable[[], Sequence[Block]]
    table: Callable[[], str] | None = None
    said: Callable[[], Iterable[str]] = tuple
    gallery: Callable[[], Gallery] = dict
    title: str = ""


def give(forms: Forms, chosen: Settled) -> None:
    """Draw the picture that is wanted, and print the answer in the format that is wanted.

    Raises `MathhammerError` for a picture that the answer does not have, or that cannot be drawn.
    """
    if chosen.plot is not None:
        from ..report.plots import save

        save(picked(forms.gallery(), chosen.picture), chosen.plot)
    if chosen.format == "json":
        put_data(forms.data())
    elif chosen.format == "csv":
        put(forms.csv())
        for line in dict.fromkeys(forms.said()):
            say(line)
    elif chosen.format == "markdown":
        put(markdown_of(forms.blocks()))
    elif chosen.format == "html":
        from ..report.html import page

        put_page(page(forms.blocks(), forms.title))
    else:
        put(text(forms.blocks(), bars=not chosen.figures.exact) if forms.table is None else forms.table())
