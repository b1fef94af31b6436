"""The version of the program and the commit it was built from, readable without the packaging metadata."""

import subprocess
from pathlib import Path

VERSION = "0.1.0"

_PROGRAM = Path(__file__).resolve().parents[2]

_COMMIT = Path("resources", "commit.txt")
"""Written when a wheel or an installer is built."""


def commit(folder: Path = _PROGRAM) -> str:
    """Return the commit that the program in a folder was built from, ``+`` behind it where files were changed.

    In a checkout it is what git says; empty if it is unknown.
    """
    built = folder / _COMMIT
    if built.is_file():
        return built.read_text("utf-8").strip()
    if not (folder / ".git").exists():
        return ""
    command = ["git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def version_line() -> str:
    """Return what ``dowse --version`` prints."""
    built_from = commit()
    return f"dowse {VERSION} ({built_from})" if built_from else f"dowse {VERSION}"


if __name__ == "__main__":
    print(VERSION)  # noqa: T201 - the Makefile reads it
