"""Fixtures for several files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


@pytest.fixture
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No configuration file is found, and no variable names an edition."""
    for name in ("XDG_CONFIG_HOME", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("MATHHAMMER_EDITION", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
