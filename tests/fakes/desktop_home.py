"""The folders of a desktop of its own, so that a test writes nothing into that of whoever runs it."""

from pathlib import Path

import pytest


def use_desktop_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let settings, data and what is installed for all users stand below ``folder``, and return it."""
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
    monkeypatch.setenv("XDG_DATA_DIRS", str(folder / "usr"))
    return folder
