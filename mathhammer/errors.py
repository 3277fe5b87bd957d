"""Everything that mathhammer refuses, and why.

    MathhammerError
    +-- NotationError     a line of text that cannot be read
    +-- ProfileError      a characteristic outside its domain
    +-- EditionError      an edition nobody knows, or a rule that the edition does not have
    +-- SituationError    an attack that the rules do not allow as described
    +-- LimitError        a question larger than the stated bounds

Each message says what was seen and what to write instead.
"""

from __future__ import annotations


class MathhammerError(Exception):
    """What mathhammer refuses; the message says what was seen, ``hint`` what to write instead.

    >>> str(MathhammerError("BS7+ is outside 2+..6+", "write BS6+"))
    'BS7+ is outside 2+..6+: write BS6+'
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}: {self.hint}" if self.hint else self.message


class NotationError(MathhammerError):
    """Text that cannot be read; ``text[start:end]`` is the part at fault.

    >>> print(NotationError("unknown stat", "write S4", text="A2 Q4", start=3, end=5))
    unknown stat: write S4
      A2 Q4
         ^^
    """

    def __init__(self, message: str, hint: str = "", *, text: str = "", start: int = 0, end: int | None = None) -> None:
        super().__init__(message, hint)
        self.text = text
        self.start = start
        self.end = len(text) if end is None else end

    def __reduce__(self) -> tuple[object, ...]:
        return (_notation_error, (self.message, self.hint, self.text, self.start, self.end))

    def __str__(self) -> str:
        said = super().__str__()
        return f"{said}\n{self.caret()}" if self.text.strip() else said

    def caret(self) -> str:
        """The text with carets under the part at fault; a long text is cut around it."""
        shown = "".join(" " if c.isspace() else c for c in self.text)
        start = min(max(self.start, 0), len(shown))
        width = max(1, min(self.end, len(shown)) - start)
        if len(shown) > 150:
            low = max(0, start - 60)
            shown, start = shown[low : low + 140], start - low
            width = max(1, min(width, len(shown) - start))
        return f"  {shown}\n  {' ' * start}{'^' * width}"


def _notation_error(message: str, hint: str, text: str, start: int, end: int) -> NotationError:
    return NotationError(message, hint, text=text, start=start, end=end)


class ProfileError(MathhammerError):
    """A characteristic outside its domain; ``about`` names it: ``A``, ``Sv``, ``name``, or a rule as it is written.

    >>> raise ProfileError("T0 is below 1", about="T")
    Traceback (most recent call last):
    mathhammer.errors.ProfileError: T0 is below 1
    """

    def __init__(self, message: str, hint: str = "", *, about: str = "") -> None:
        super().__init__(message, hint)
        self.about = about


class EditionError(MathhammerError):
    """An edition nobody knows, or a rule that the edition does not have.

    >>> raise EditionError("11th edition has no such rule")
    Traceback (most recent call last):
    mathhammer.errors.EditionError: 11th edition has no such rule
    """


class SituationError(MathhammerError):
    """An attack that the rules do not allow as described.

    >>> raise SituationError("overwatch is shooting", "use a ranged weapon")
    Traceback (most recent call last):
    mathhammer.errors.SituationError: overwatch is shooting: use a ranged weapon
    """


class LimitError(MathhammerError):
    """A question larger than the stated bounds; nothing was computed.

    >>> raise LimitError("2000 models", "at most 1000")
    Traceback (most recent call last):
    mathhammer.errors.LimitError: 2000 models: at most 1000
    """
