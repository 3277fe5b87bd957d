"""Blocks as HTML: a piece for a notebook, or a page of its own that opens from disk, on a phone as well.

Nothing here is a script, nothing is fetched, and every text is escaped. The same blocks give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..version import __version__
from .blocks import Block, Cell, Code, Facts, Fixed, Grid, Heading, Maths, Notes, Section, Strong, title
from .numbers import Figures
from .pictures import COLOURS, Bars, Choices, Curves, Heat, Laws, Picture
from .svg import DASHES, bar, safe, svg

_STYLE = """
.mathhammer{line-height:1.45}
.mathhammer h2{font-size:1.15em;margin:1.6em 0 .6em}
.mathhammer h3{font-size:1em;margin:1.6em 0 .6em}
.mathhammer p{margin:.6em 0;white-space:pre-wrap}
.mathhammer pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.6em 0;background:none;color:inherit}
.mathhammer .fixed{white-space:pre;overflow-x:auto}
.mathhammer code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.95em;background:none;color:inherit;padding:0}
.mathhammer .scroll{overflow-x:auto;margin:.8em 0}
.mathhammer table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:inherit;margin:0;color:inherit}
.mathhammer th,.mathhammer td{padding:.2em .7em;vertical-align:top;text-align:left;background:none;color:inherit;
 border:0 solid #8886;border-bottom-width:1px;max-width:34em}
.mathhammer th{font-weight:600;white-space:nowrap}
.mathhammer .r{text-align:right;white-space:nowrap}
.mathhammer .over{padding-top:.8em;font-weight:600}
.mathhammer .b{width:12em;min-width:6em}
.mathhammer .c{text-align:center;border:1px solid #8886}
.mathhammer svg.bar{width:100%;height:.8em;display:block;margin-top:.35em}
.mathhammer dl{display:grid;grid-template-columns:max-content 1fr;gap:.2em 1em;margin:.8em 0}
.mathhammer dt{font-weight:600}.mathhammer dd{margin:0;white-space:pre-wrap}
.mathhammer ul{padding-left:1.2em;opacity:.85}
.mathhammer figure{margin:1em 0;max-width:30em}
.mathhammer figure.wide{max-width:none}
.mathhammer figure tbody th{white-space:normal;min-width:8em}
.mathhammer figure svg.picture{width:100%;height:auto;display:block}
.mathhammer figcaption{font-weight:600;margin-bottom:.4em}
.mathhammer .key{font-size:.9em}.mathhammer .key span{margin-right:1.2em;display:inline-block}
.mathhammer .key svg{width:2em;height:.8em;vertical-align:middle;margin-right:.4em}
@media (max-width:32em){.mathhammer th,.mathhammer td{padding:.2em .4em}.mathhammer .b{width:5em;min-width:3em}
 .mathhammer figure tbody th{min-width:4em}.mathhammer dl{gap:.2em .7em}}
""".strip()
_PAGE_STYLE = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1b1b}
@media (prefers-color-scheme:dark){:root{--paper:#161616;--ink:#e6e6e6}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
main{max-width:60em;margin:0 auto;padding:1em}
h1{font-size:1.2em;margin:.4em 0 1em;overflow-wrap:anywhere;white-space:pre-line}
footer{margin-top:2em;opacity:.7;font-size:.85em}
""".strip()
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LIGHT, _DARK = (222, 235, 247), (8, 48, 107)  # the shades of the least and of the most
_HIGH = Fraction(9, 20)  # from this share on, words on a shade are white


def html(blocks: Sequence[Block]) -> str:
    """The blocks as a piece of HTML, as a notebook shows it: tables with bars, no pictures.

    >>> html([Code("<A2>")]).endswith('<pre><code>&lt;A2&gt;</code></pre></div>')
    True
    """
    drawn = "".join(_drawn(block) for block in blocks if not isinstance(block, Picture))
    return f'<div class="mathhammer"><style>{_STYLE}</style>{drawn}</div>'


def page(blocks: Sequence[Block], name: str = "") -> str:
    """The blocks as a page of its own, with their pictures; ``name`` is its title if they have none.

    >>> page(["one < two"]).count("<script"), "one &lt; two" in page(["one < two"])
    (0, True)
    """
    first = blocks[0] if blocks and isinstance(blocks[0], Heading | Code) else name
    rest = blocks if first is name else blocks[1:]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{safe(' '.join((name or title(blocks)).split()))}</title>",
            f"<style>{_PAGE_STYLE}\n{_STYLE}</style>",
            "</head>",
            "<body>",
            f'<main class="mathhammer">{f"<h1>{_named(first)}</h1>" if first else ""}',
            *map(_drawn, rest),
            f"<footer>mathhammer {safe(__version__)}: exact figures, rounded where they are shown</footer>",
            "</main>",
            "</body>",
            "</html>",
        ]
    )


def _named(first: Heading | Code | str) -> str:
    match first:
        case Code(said):
            return f"<code>{safe(said)}</code>"
        case Heading(parts):
            return safe(", ".join(parts))
        case str(said):
            return safe(said)


def _drawn(block: Block) -> str:
    match block:
        case Heading():
            return f"<h2>{_named(block)}</h2>"
        case Section(said):
            return f"<h3>{safe(said)}</h3>"
        case Code(said) | Maths(said):
            return f"<pre><code>{safe(said)}</code></pre>"
        case Fixed(said):
            return f'<pre class="fixed"><code>{safe(said)}</code></pre>'
        case str(said):
            return f"<p>{safe(said)}</p>"
        case Facts(rows):
            return f"<dl>{''.join(f'<dt>{safe(name)}</dt><dd>{_cell(said)}</dd>' for name, said in rows)}</dl>"
        case Notes(lines):
            return f"<ul>{''.join(f'<li>{safe(line)}</li>' for line in lines)}</ul>" if lines else ""
        case Grid():
            return _grid(block)
        case Heat():
            return _figure(block, _table(block, _said(block)))
        case Choices():
            return _figure(block, _table(block, (_on_shades(block, at, row) for at, row in enumerate(block.cells))))
        case Laws() | Curves() | Bars():
            return _figure(block, svg(block).replace("<svg ", '<svg class="picture" ', 1), key=_key(block))


def _grid(grid: Grid) -> str:
    right = ' class="r"' if grid.shades is None else ' class="c"'
    sides = ["" if side == "<" else right for side in grid.align]
    more = '<th class="b"></th>' if grid.bars else ""
    head = "".join(f"<th{side}>{safe(said)}</th>" for said, side in zip(grid.head, sides, strict=True)) + more
    longest = max(grid.bars, default=Fraction(1)) or Fraction(1)
    body = []
    for at, row in enumerate(grid.rows):
        if row[0] and not any(row[1:]) and len(row) > 1:  # a title over the rows below it
            cells = f'<td class="over" colspan="{len(row)}">{_cell(row[0])}</td>'
        elif grid.shades is not None:
            cells = f"<th>{_cell(row[0])}</th>" + "".join(_on_shades(grid.shades, at, row[1:]))
        else:
            cells = "".join(f"<td{side}>{_cell(cell)}</td>" for cell, side in zip(row, sides, strict=True))
        body.append(f"<tr>{cells}{f'<td>{bar(grid.bars[at] / longest)}</td>' if grid.bars else ''}</tr>")
    return _scrolled(f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody>")


def _scrolled(table: str) -> str:
    """A table that moves under a finger where the screen is narrower."""
    return f'<div class="scroll"><table>{table}</table></div>'


def _cell(cell: Cell) -> str:
    match cell:
        case Code(said):
            return f"<code>{safe(said)}</code>"
        case Maths():
            return f"<code>{safe(cell.text)}</code>"
        case Strong(said):
            return f"<strong>{safe(said)}</strong>"
        case str(said):
            return safe(said)


def _figure(picture: Picture, drawn: str, key: str = "") -> str:
    below = f'<div class="key">{key}</div>' if key else ""
    wide = ' class="wide"' if isinstance(picture, Heat | Choices) else ""
    return f"<figure{wide}><figcaption>{safe(picture.title)}</figcaption>{drawn}{below}</figure>"


def _key(picture: Laws | Curves | Bars) -> str:
    """What the colours stand for."""
    match picture:
        case Laws(laws=[(_, law)]):
            mean = f"{_stroke('currentColor', '4 3')}mean {safe(Figures().mean(law.mean))}"
            return f"<span>{_patch(0)}exactly</span><span>{_stroke(COLOURS[1])}at least</span><span>{mean}</span>"
        case Laws(laws=lines) | Curves(lines=lines):
            named = [(_stroke(COLOURS[n % 6], DASHES[n % 6]), name) for n, (name, _) in enumerate(lines)]
            named += [(_stroke("currentColor", "4 3"), said) for _, said in getattr(picture, "marks", ()) if said]
        case Bars(series=series):
            named = [(_patch(n), name) for n, (name, _) in enumerate(series)]
    return "".join(f"<span>{mark}{safe(name)}</span>" for mark, name in named if name)


def _patch(number: int) -> str:
    return f'<svg viewBox="0 0 20 8" aria-hidden="true"><rect width="20" height="8" fill="{COLOURS[number % 6]}"/></svg>'


def _stroke(colour: str, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    line = f'<line x1="0" y1="4" x2="20" y2="4" stroke="{colour}" stroke-width="2"{dashed}/>'
    return f'<svg viewBox="0 0 20 8" aria-hidden="true">{line}</svg>'


def _table(picture: Heat | Choices, cells: Iterable[Iterable[str]]) -> str:
    """A table with coloured cells: what the columns are stands above them, what the rows are in the corner."""
    above = f'<tr><th></th><th class="c" colspan="{len(picture.columns)}">{safe(picture.x)}</th></tr>' if picture.x else ""
    head = "".join(f'<th class="c">{safe(column)}</th>' for column in picture.columns)
    body = [f"<tr><th>{safe(row)}</th>{''.join(found)}</tr>" for row, found in zip(picture.rows, cells, strict=True)]
    return _scrolled(f"<thead>{above}<tr><th>{safe(picture.y)}</th>{head}</tr></thead><tbody>{''.join(body)}</tbody>")


def _said(picture: Heat) -> Iterable[list[str]]:
    """The numbers of a heat map on their shades."""
    say = Figures().chance if picture.chance else Figures().mean
    for at, row in enumerate(picture.values):
        yield _on_shades(picture, at, ["" if value is None else say(Fraction(value)) for value in row])


def _on_shades(picture: Heat | Choices, at: int, cells: Sequence[Cell]) -> list[str]:
    """These cells on the shades of a row of the picture."""
    if isinstance(picture, Heat):
        return [_shade(share, cell) for share, cell in zip(picture.shares[at], cells, strict=True)]
    colours = {kind: COLOURS[number % 6] for number, kind in enumerate(picture.kinds)}
    return [_tinted(colours.get(kind), cell) for kind, cell in zip(picture.cells[at], cells, strict=True)]


def _shade(share: Fraction | None, cell: Cell) -> str:
    if share is None:
        return f'<td class="c">{_cell(cell)}</td>'
    colour = ",".join(str(round(a + float(share) * (b - a))) for a, b in zip(_LIGHT, _DARK, strict=True))
    ink = "#fff" if share >= _HIGH else "#000"
    return f'<td class="c" style="background:rgb({colour});color:{ink}">{_cell(cell)}</td>'


def _tint(colour: str) -> str:
    """A colour half way to white, on which black words can be read."""
    return "#" + "".join(f"{(int(colour[at : at + 2], 16) + 255) // 2:02x}" for at in (1, 3, 5))


def _tinted(colour: str | None, cell: Cell) -> str:
    style = f' style="background:{_tint(colour)};color:#000"' if colour else ""
    return f'<td class="c"{style}>{_cell(cell)}</td>'
