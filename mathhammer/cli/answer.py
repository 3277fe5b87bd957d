"""An answer in every form: the one that is wanted is made and printed, and its picture drawn if one is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .options import Settled
from .output import put, put_data, put_page, say

if TYPE_CHECKING:  # what draws an answer is imported when it is drawn
    from ..report.blocks import Block
    from ..report.pictures import Gallery


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
        from ..report.pictures import picked
        from ..report.plots import save

        save(picked(forms.gallery(), chosen.picture), chosen.plot)
    if chosen.format == "json":
        put_data(forms.data())
    elif chosen.format == "csv":
        put(forms.csv())
        for line in dict.fromkeys(forms.said()):
            say(line)
    elif chosen.format == "markdown":
        from ..report.markdown import markdown_of

        put(markdown_of(forms.blocks()))
    elif chosen.format == "html":
        from ..report.html import page

        put_page(page(forms.blocks(), forms.title))
    elif forms.table is not None:
        put(forms.table())
    else:
        from ..report.text import text

        put(text(forms.blocks(), bars=not chosen.figures.exact))
