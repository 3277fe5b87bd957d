"""The command line inside a test: what it prints, and what it says when it refuses."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner, Result

from mathhammer.cli.app import app


def invoked(*words: str, stdin: str | bytes = "") -> Result:
    """All that comes of these words."""
    return CliRunner().invoke(app, list(words), input=stdin)


def run(*words: str, stdin: str | bytes = "", stderr: str = "", code: int = 0) -> str:
    """What is written to standard output; to standard error goes exactly ``stderr``, unless something fails."""
    done = invoked(*words, stdin=stdin)
    assert done.exit_code == code, done.output
    assert code or done.stderr == stderr
    return done.stdout


def refused(*words: str, stdin: str | bytes = "", code: int = 2) -> str:
    """What is written to standard error, and nothing to standard output."""
    done = invoked(*words, stdin=stdin)
    assert (done.exit_code, done.stdout) == (code, ""), done.output
    assert done.stderr.startswith("error: ")
    return done.stderr


def data(*words: str, stdin: str | bytes = "") -> Any:
    """The answer as data."""
    return json.loads(run(*words, "--format", "json", stdin=stdin))
