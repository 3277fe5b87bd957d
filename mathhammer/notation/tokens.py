"""A text that knows what was typed, and where each of its parts stands."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..errors import NotationError, ProfileError

LONGEST = 10_000  # characters; the longest real lines stay below 2,000
# One character for one, so that positions stay those of what was typed.
_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("\u2018\u2019\u2032", "'"),
        "\u00d7": "x",
    }
)
_DECORATION = "\u27a4"  # the arrow before one of several profiles of a weapon


def printable(text: str) -> str:
    """The text with a blank for every character that shows nothing but its width; tabs stay.

    >>> printable("\u27a4\u00a0gun\u200b:\\tA2")
    '  gun :\\tA2'
    """
    return "".join(c if c == "\t" or (c.isprintable() and c != _DECORATION) else " " for c in text)


def plain(text: str) -> str:
    """The text with typographic characters replaced one for one.

    >>> plain("AP\u22121 10\u00d7")
    'AP-1 10x'
    """
    return text.translate(_SAME)


@dataclass(frozen=True)
class Piece:
    """A part of a longer text, which knows where it stands.

    ``typed`` is the whole as errors show it, ``whole`` the same length as patterns match it:
    plain characters, and blanks in place of what has been read already.
    """

    typed: str
    whole: str
    start: int
    end: int

    @classmethod
    def of(cls, text: str) -> Piece:
        """The whole text, without blanks at its ends; raises `NotationError` if it is too long."""
        if len(text) > LONGEST:
            raise NotationError(
                f"the text has {len(text)} characters", f"at most {LONGEST} are read", text=printable(text[:60])
            )
        typed = printable(text)
        return cls(typed, plain(typed), 0, len(typed)).strip()

    @property
    def text(self) -> str:
        """The words of this part, in plain characters."""
        return self.whole[self.start : self.end]

    @property
    def shown(self) -> str:
        """The words of this part as typed."""
        return self.typed[self.start : self.end]

    @property
    def words(self) -> str:
        """The words of this part as typed, single blanks between them, without what has been read already."""
        pairs = zip(self.typed[self.start : self.end], self.text, strict=True)
        return " ".join("".join(" " if read == " " else typed for typed, read in pairs).split())

    def __bool__(self) -> bool:
        return self.end > self.start

    def strip(self, characters: str = " \t") -> Piece:
        """The part without these characters at its ends."""
        left = self.end - len(self.text.lstrip(characters))
        return replace(self, start=left, end=max(left, self.start + len(self.text.rstrip(characters))))

    def part(self, start: int, end: int | None = None) -> Piece:
        """A part of the part, stripped; positions count within it."""
        stop = self.end if end is None else self.start + end
        return replace(self, start=self.start + start, end=stop).strip()

    def split(self, pattern: str) -> list[Piece]:
        """The parts between matches of a pattern."""
        matches = list(re.finditer(pattern, self.text))
        starts = [0, *(match.end() for match in matches)]
        ends = [*(match.start() for match in matches), len(self.text)]
        return [self.part(start, end) for start, end in zip(starts, ends, strict=True)]

    def blanked(self, pattern: re.Pattern[str]) -> Piece:
        """The part with blanks in place of what the pattern matches."""
        text = pattern.sub(lambda match: " " * len(match[0]), self.text)
        return replace(self, whole=self.whole[: self.start] + text + self.whole[self.end :]).strip()

    def word(self, at: int) -> Piece:
        """The word that stands at a position, up to the next blank."""
        match = re.compile(r"\S+").match(self.text, at)
        return self.part(at, match.end() if match else None)

    def error(self, message: str, hint: str = "") -> NotationError:
        """An error whose caret stands under this part."""
        return NotationError(message, hint, text=self.typed, start=self.start, end=self.end)

    def refused(self, error: ProfileError) -> NotationError:
        """The same refusal with a caret under this part."""
        return self.error(error.message, error.hint)


def quoted(text: str) -> str:
    """The text in quotes, cut if it is long: what an error repeats.

    >>> quoted("A2"), quoted("1" * 100)
    ("'A2'", "'1111111111111111111111111111111111111...'")
    """
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def closest(word: str, known: Iterable[str], percent: int = 60) -> str:
    """The known word that is most like this one, or nothing if less than so much of their letters agrees.

    >>> closest("leathal hits", ["lethal hits", "torrent"])
    'lethal hits'
    """
    said = word.lower()[:100]
    for found in difflib.get_close_matches(said, list(known), n=1):
        blocks = difflib.SequenceMatcher(None, found, said).get_matching_blocks()
        if 200 * sum(block.size for block in blocks) >= percent * (len(said) + len(found)):
            return found
    return ""
