"""What a user sets once: the variable MATHHAMMER_EDITION and ``config.toml`` in the user's configuration folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from .editions import DEFAULT, Edition, edition
from .errors import MathhammerError

KEYS = ("edition", "format", "exact")


def folder() -> Path:
    """The user's configuration folder for mathhammer."""
    if sys.platform == "win32":
        base = os.environ.get("APPDATA") or str(Path.home())
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "mathhammer"


def settings() -> dict[str, Any]:
    """What ``config.toml`` says: any of edition, format and exact.

    Raises `MathhammerError` when the file cannot be read or says something else.
    """
    path = folder() / "config.toml"
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise MathhammerError(f"{path} cannot be read ({error})", "mend it or remove it") from None
    import tomllib  # few have the file

    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MathhammerError(f"{path} is no TOML file ({error})", "mend it or remove it") from None
    for key in found:
        if key not in KEYS:
            raise MathhammerError(f"{path} sets {key!r}", f"it may set {', '.join(KEYS)}")
    return found


def default_edition() -> Edition:
    """The edition to use when none is asked for: the variable's, the file's, or the final 10th.

    Raises `EditionError` when it names no edition.
    """
    name = os.environ.get("MATHHAMMER_EDITION") or settings().get("edition") or DEFAULT
    return edition(str(name))
