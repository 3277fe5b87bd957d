"""Small pictures for a page, drawn with the standard library alone: laws, curves and bars.

Lines and words take the colour of the text around them, so that they can be read on white and on black.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

from .numbers import Figures, decimal
from .pictures import COLOURS, Bars, Curves, Laws, Number

_WIDTH, _HEIGHT = 380, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 48, 12, 42
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 2", "10 4")
_LETTER = 7.6  # the width of a letter of the size used here, about
_MOST_LABELS = 13  # numbers below a picture


def svg(picture: Laws | Curves | Bars) -> str:
    """The picture as an SVG element.

    >>> from mathhammer.distribution import distribution
    >>> svg(Laws("slain", (("", distribution({0: 1, 1: 2})),))).startswith('<svg viewBox="0 0 380 230" role="img"')
    True
    """
    match picture:
        case Laws():
            return _laws(picture)
        case Curves():
            return _curves(picture)
        case Bars():
            return _bars(picture)


def safe(text: str) -> str:
    """Text for HTML or SVG: nothing in it is taken for a tag, an entity or the end of an attribute.

    >>> safe("<b> & \\"c\\"")
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return escape("".join(c if c in "\n\t" or c.isprintable() else "\ufffd" for c in text), quote=True)


def bar(share: Fraction, colour: str = COLOURS[0]) -> str:
    """A bar that fills this share (0..1) of a cell.

    >>> bar(Fraction(1, 3)).count("33.3")
    1
    """
    rect = f'<rect width="{_n(max(100 * float(share), 0.6 if share else 0))}" height="10" fill="{colour}"/>'
    return f'<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">{rect}</svg>'


def _n(value: float) -> str:
    """A number of pixels."""
    return f"{value:.1f}".removesuffix(".0")


def _element(title: str, parts: Iterable[str], height: float = _HEIGHT) -> str:
    head = (
        f'<svg viewBox="0 0 {_WIDTH} {_n(height)}" role="img" aria-label="{safe(title)}" font-size="13" fill="currentColor">'
    )
    return head + "".join(parts) + "</svg>"


def _line(x: float, y: float, to_x: float, to_y: float, opacity: float = 1, dash: str = "") -> str:
    more = (f' opacity="{opacity}"' if opacity < 1 else "") + (f' stroke-dasharray="{dash}"' if dash else "")
    return f'<line x1="{_n(x)}" y1="{_n(y)}" x2="{_n(to_x)}" y2="{_n(to_y)}" stroke="currentColor"{more}/>'


def _rect(x: float, y: float, width: float, height: float, colour: str, opacity: float = 1) -> str:
    faint = f' opacity="{opacity}"' if opacity < 1 else ""
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{colour}"{faint}/>'


def _words(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}">{safe(text)}</text>'


def _path(points: Sequence[tuple[float, float]], number: int, dots: bool, dash: str = "") -> str:
    colour = COLOURS[number % len(COLOURS)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    drawn = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    width = max(3.5 - number, 1.5) if dash or not number else 2  # a line below another one still shows
    line = f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"{dashed}/>'
    marks = [f'<circle cx="{_n(x)}" cy="{_n(y)}" r="3" fill="{colour}"/>' for x, y in points] if dots else []
    return line + "".join(marks)


class _Frame:
    """The axes of a picture: from numbers to places."""

    def __init__(self, low: Number, high: Number, top: Number, bottom: Number = 0, *, whole: bool = True) -> None:
        self.low, self.high = low, max(high, low + 1) if whole else high
        self.beside = Fraction(1, 2) if whole else Fraction(high - low, 16)  # room left and right of what is shown
        self.whole = whole
        self.bottom: Number = bottom
        self.top: Number = top if top > bottom else bottom + 1
        self.step = (_WIDTH - _LEFT - _RIGHT) / float(self.high - self.low + 2 * self.beside)

    def x(self, value: Number) -> float:
        return _LEFT + self.step * float(value - self.low + self.beside)

    def y(self, value: Number) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - float(Fraction(value - self.bottom) / (self.top - self.bottom)))

    def axes(self, x: str, chance: bool) -> Iterable[str]:
        """Lines across with their numbers, the numbers below, and what they are."""
        for value in ticks(self.bottom, self.top):
            yield _line(_LEFT, self.y(value), _WIDTH - _RIGHT, self.y(value), 0.2)
            yield _words(_LEFT - 6, self.y(value) + 4, shown(value, chance), "end")
        for at in self._below() if self.whole else ticks(self.low, self.high):
            yield _words(self.x(at), _HEIGHT - _BOTTOM + 16, shown(at, False))
        yield _line(_LEFT, _HEIGHT - _BOTTOM, _WIDTH - _RIGHT, _HEIGHT - _BOTTOM)
        yield _words((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, x)

    def _below(self) -> Iterable[int]:
        """Whole numbers to be written below."""
        every = -(-(int(self.high - self.low) + 1) // _MOST_LABELS)
        return range(-(-int(self.low) // every) * every, int(self.high) + 1, every)

    def upright(self, value: Number, dash: str = "4 3") -> str:
        return _line(self.x(value), _TOP, self.x(value), _HEIGHT - _BOTTOM, 0.8, dash)


def ticks(bottom: Number, top: Number) -> list[Fraction]:
    """About five round numbers from ``bottom`` to ``top``.

    >>> [str(tick) for tick in ticks(0, Fraction(7, 10))]
    ['0', '1/5', '2/5', '3/5']
    """
    span, step = Fraction(top - bottom), Fraction(1)
    while step * 4 > span:
        step /= 10
    while step * 40 <= span:
        step *= 10
    step *= next(size for size in (1, 2, 5, 10) if span / (step * size) <= 6)
    first = -(-Fraction(bottom) // step)
    return [tick * step for tick in range(int(first), int(Fraction(top) // step) + 1)]


def shown(value: Number, chance: bool) -> str:
    """A number beside an axis."""
    return f"{decimal(Fraction(100 * value), trim=True)} %" if chance else decimal(Fraction(value), 3, trim=True)


def _laws(picture: Laws) -> str:
    low, high = picture.span
    if len(picture.laws) > 1:
        return _curves(overlaid(picture))
    law = picture.laws[0][1]
    top = Fraction(1) if picture.together else picture.tallest
    frame, certain = _Frame(low, high, top), _Frame(low, high, 1)
    parts = list(frame.axes(picture.quantity, chance=True))
    if not picture.together:
        parts += [_words(_WIDTH - _RIGHT + 4, certain.y(v) + 4, shown(v, True), "start") for v in ticks(0, 1)]
    width = frame.step * 0.8
    for value, chance in law:
        if not low <= value <= high:
            continue
        faint = 0.45 if picture.need is not None and value < picture.need else 1
        y = frame.y(chance)
        parts.append(_rect(frame.x(value) - width / 2, y, width, _HEIGHT - _BOTTOM - y, COLOURS[0], faint))
    parts.append(
        _path([(certain.x(value), certain.y(chance)) for value, chance in picture.reached(law)], 1, high - low < 40)
    )
    parts.append(frame.upright(law.mean))
    return _element(picture.title, parts)


def overlaid(picture: Laws) -> Curves:
    """Several laws as lines: the chance of at least each value."""
    lines = tuple((name, picture.reached(law)) for name, law in picture.laws)
    marks = () if picture.need is None else ((picture.need, str(picture.need)),)
    return Curves(picture.quantity, "at least", lines, marks=marks, title=picture.title)


def _curves(picture: Curves) -> str:
    xs = [x for _, points in picture.lines for x, _ in points]
    bottom = min(0, *(y for _, points in picture.lines for _, y in points))
    frame = _Frame(min(xs), max(xs), picture.top, bottom, whole=picture.whole)
    parts = list(frame.axes(picture.x, picture.chance))
    for level in picture.levels:
        parts.append(_line(_LEFT, frame.y(level), _WIDTH - _RIGHT, frame.y(level), 0.8, "4 3"))
        parts.append(_words(_WIDTH - _RIGHT + 4, frame.y(level) + 4, shown(level, picture.chance), "start"))
    parts += [frame.upright(x) for x, _ in picture.marks]
    for number, (_, points) in enumerate(picture.lines):
        parts.append(_path([(frame.x(x), frame.y(y)) for x, y in points], number, len(points) <= 40, DASHES[number % 6]))
    return _element(picture.title, parts)


def _bars(picture: Bars) -> str:
    figures = Figures()
    say = figures.chance if picture.chance else figures.mean
    left = 14 + _LETTER * max(map(len, picture.labels))
    totals = picture.totals
    most = max([*totals, picture.base or 0])
    room = (_WIDTH - left - 68) / float(most or 1)
    thick = 18 if picture.stacked or len(picture.series) == 1 else 12
    parts, y = [], 4.0
    for at, label in enumerate(picture.labels):
        height = thick if picture.stacked else thick * len(picture.series)
        parts.append(_words(left - 8, y + height / 2 + 4, label, "end"))
        x, row = left, y
        for number, (_, values) in enumerate(picture.series):
            value = values[at]
            if value is not None:
                colour = COLOURS[number % len(COLOURS)]
                parts.append(_rect(x, row, max(float(value) * room, 0), thick - 1, colour))
                if not picture.stacked:
                    parts.append(
                        _words(x + max(float(value), 0) * room + 5, row + thick / 2 + 4, say(Fraction(value)), "start")
                    )
                x += float(value) * room if picture.stacked else 0
            row += 0 if picture.stacked else thick
        if picture.stacked:
            parts.append(_words(x + 5, y + thick / 2 + 4, say(Fraction(totals[at])), "start"))
        y += height + 8
    if picture.base is not None:
        x = left + float(picture.base) * room
        parts.append(_line(x, 0, x, y - 4, 0.8, "4 3"))
    parts.append(_words((left + _WIDTH - 68) / 2, y + 10, picture.quantity))
    return _element(picture.title, parts, y + 16)
