"""Standard output and standard error: data on one, messages on the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import typer

from ..errors import MathhammerError
from ..report.data import to_json

# Characters that would move the cursor or change the terminal; line breaks stay.
_CONTROL = {code: "\ufffd" for code in (*range(0x20), *range(0x7F, 0xA0)) if code != 0x0A}


def put(text: str) -> None:
    """Write an answer to standard output; a reader that has gone away ends the program quietly."""
    _write(sys.stdout, text.translate(_CONTROL))


def put_data(data: Any, indent: int | None = 1) -> None:
    """Write data as JSON to standard output; on one line if ``indent`` is None."""
    text = to_json(data, indent=indent)
    _write(sys.stdout, text if _fits(sys.stdout, text) else to_json(data, ascii_only=True, indent=indent))


def put_page(text: str) -> None:
    """Write a page to standard output; what the stream cannot take becomes a reference that a browser reads."""
    stream = sys.stdout
    if not _fits(stream, text) or not _encoding(stream).lower().replace("-", "").startswith(("utf8", "ascii", "usascii")):
        text = text.encode("ascii", "xmlcharrefreplace").decode("ascii")
    _write(stream, text.translate(_CONTROL))


def say(message: str) -> None:
    """Write a message to standard error."""
    stream = sys.stderr
    if stream is not None:
        with suppress(OSError):  # nobody listens: the exit code still tells
            stream.write(_encodable(stream, message.translate(_CONTROL)) + "\n")
            stream.flush()


@contextmanager
def patience() -> Iterator[None]:
    """Tell whoever waits at a terminal, after a second, that work is going on."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from threading import Timer  # only where somebody waits

    timer = Timer(1, say, ["computing ..."])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:  # closed by whoever started the program
        return
    try:
        stream.write(_encodable(stream, text) + "\n")
        stream.flush()
    except BrokenPipeError:
        _silence(stream)
        raise typer.Exit(0) from None
    except OSError as error:
        _silence(stream)
        raise MathhammerError(f"the answer cannot be written ({error.strerror})", "send it somewhere else") from None


def _silence(stream: TextIO) -> None:
    """Let what is still to be flushed at the end of the program go nowhere."""
    with suppress(OSError):  # a stream without a file needs none of this
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def _fits(stream: TextIO | None, text: str) -> bool:
    try:
        text.encode(_encoding(stream))
    except UnicodeEncodeError:
        return False
    return True


def _encodable(stream: TextIO, text: str) -> str:
    """The text, with escapes for what the stream cannot take."""
    encoding = _encoding(stream)
    return text if _fits(stream, text) else text.encode(encoding, "backslashreplace").decode(encoding)


def _encoding(stream: TextIO | None) -> str:
    return getattr(stream, "encoding", None) or "utf-8"
