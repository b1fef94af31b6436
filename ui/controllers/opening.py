"""Opening files in an editor and showing them in the file manager of the system."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

EDITORS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("code", ("--goto", "{file}:{line}")),
    ("codium", ("--goto", "{file}:{line}")),
    ("cursor", ("--goto", "{file}:{line}")),
    ("zed", ("{file}:{line}",)),
    ("subl", ("{file}:{line}",)),
    ("idea", ("--line", "{line}", "{file}")),
    ("pycharm", ("--line", "{line}", "{file}")),
    ("rider", ("--line", "{line}", "{file}")),
    ("kate", ("--line", "{line}", "{file}")),
    ("gedit", ("+{line}", "{file}")),
)
"""Editors that can go to a line, in the order in which they are looked for, with their arguments."""


def editor_command(file: str, line: int, which: Callable[[str], str | None] = shutil.which) -> list[str]:
    """Return the command that opens a file at a line; empty when no known editor is installed."""
    for name, arguments in EDITORS:
        program = which(name)
        if program:
            return [program, *(part.replace("{file}", file).replace("{line}", str(line)) for part in arguments)]
    return []


def open_at(file: str, line: int) -> bool:
    """Open a file in an editor at a line, else in what the system opens it with; return whether that was begun."""
    if not Path(file).is_file():
        return False
    command = editor_command(file, line)
    if command and _start(command):
        return True
    return QDesktopServices.openUrl(QUrl.fromLocalFile(file))


def reveal(file: str) -> bool:
    """Show a file in the system's file manager; return whether that was begun."""
    if sys.platform == "darwin" and _start(["open", "-R", file]):
        return True
    if sys.platform == "win32" and _start(["explorer", "/select,", str(Path(file))]):
        return True
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(file).parent)))


def browse(address: str) -> bool:
    """Open a page of the web in the person's browser; return whether that was begun."""
    return QDesktopServices.openUrl(QUrl(address))


def _start(command: list[str]) -> bool:
    try:
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    except OSError:
        return False
    return True
