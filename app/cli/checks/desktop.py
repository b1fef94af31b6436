"""What ``dowse doctor`` says of the entries that start Dowse: in the menu and at login."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from app.cli.checks.result import Finding
from app.desktop.autostart import entry_of
from app.desktop.menu_entry import MenuEntry, program_of
from app.installation.program import program


def entries() -> tuple[Finding, ...]:
    """Return whether the entries of this user start a program that is there; none where systems write others."""
    return tuple(_entries()) if sys.platform == "linux" else ()


def _entries() -> Iterator[Finding]:
    entry = MenuEntry(program())
    in_menu, foreign = entry.effective(), entry.foreign()
    if foreign is not None:
        yield Finding("menu", True, f"no entry in the menu of applications: {foreign} is of another program")
    elif in_menu is None:
        yield Finding("menu", True, "no entry in the menu of applications; make one: dowse menu on")
    else:
        yield _finding("menu", in_menu, "dowse menu on")
    login = entry_of()
    if login.is_there():
        yield _finding("login", Path(login.location), "dowse engine autostart on")


def _finding(name: str, file: Path, remedy: str) -> Finding:
    started = program_of(file)
    if shutil.which(started) is None:
        return Finding(name, False, f"{file} starts {started}, which is not there; write it again: {remedy}")
    return Finding(name, True, f"{file} starts {started}")
