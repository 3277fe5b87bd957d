"""How an answer shows itself: in a notebook, as a page, as rows for other programs, as a picture.

An answer says what it is in three ways, and gets the rest from `Shown`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # every start would pay for them
    from collections.abc import Sequence

    from ..editions import Edition
    from ..report.blocks import Block
    from ..report.numbers import Figures
    from ..report.pictures import Gallery


class Asked(Protocol):
    """An answer that knows its question and its edition."""

    @property
    def query(self) -> str: ...
    @property
    def edition(self) -> Edition: ...


def about(answers: Sequence[Asked]) -> str:
    """What a picture of these answers is about: the question, and the edition if there is only one.

    >>> from mathhammer import charge
    >>> about([charge(9)]), about([charge(9), charge(9, edition="11e")])
    ('charge 9, 10th edition', 'charge 9')
    """
    return ", ".join([answers[0].query, *([answers[0].edition.title] if len(answers) == 1 else [])])


class Shown:
    """An answer that shows itself."""

    def blocks(self, figures: Figures | None = None) -> Sequence[Block]:
        """The answer as neutral blocks, from which Markdown and HTML are drawn; ``figures`` says how numbers are written."""
        raise TypeError(f"{type(self).__name__} is no answer of its own")

    def to_rows(self) -> list[dict[str, Any]]:
        """The answer as rows, each by name of column: text, whole numbers, yes or no, and `Fraction`."""
        raise TypeError(f"{type(self).__name__} is no answer of its own")

    def gallery(self) -> Gallery:
        """The pictures of the answer by name, the best first, each made when it is asked for."""
        return {}

    def to_pandas(self) -> Any:
        """The rows as a `pandas.DataFrame`: exact numbers as text, beside each column of them one of decimals.

        Raises `MathhammerError` if pandas is not installed.
        """
        from ..report.frames import to_pandas

        return to_pandas(self.to_rows())

    def to_polars(self) -> Any:
        """The same rows as a `polars.DataFrame`.

        Raises `MathhammerError` if polars is not installed.
        """
        from ..report.frames import to_polars

        return to_polars(self.to_rows())

    def to_html(self) -> str:
        """The answer as a page of its own, with its pictures: no scripts, nothing fetched."""
        from ..report.html import page

        return page(self.blocks())

    def plot(self, picture: str | None = None, ax: Any = None) -> Any:
        """The picture of that name (the first without one), drawn on these Axes or on new ones; returns the Axes.

        Raises `MathhammerError` for a name that is none of `gallery`, and if matplotlib is not installed.
        """
        from ..report.pictures import picked
        from ..report.plots import draw

        return draw(picked(self.gallery(), picture), ax)

    def _repr_html_(self) -> str:
        from ..report.html import html

        return html(self.blocks())

    def _repr_markdown_(self) -> str:
        from ..report.markdown import markdown_of

        return markdown_of(self.blocks())

    def _repr_latex_(self) -> str | None:
        from ..report.latex import latex

        return latex(self.to_rows())
