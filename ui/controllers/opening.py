"""Opening files in an editor and showing them in the file manager of the system."""

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from ui.panels.settings.editors import FIRST_FOUND, command_for, template_of


def open_at(file: str, line: int, editor: str = FIRST_FOUND, custom: str = "") -> bool:
    """Open a file in an editor at a line, else in what the system opens it with; return whether that was begun."""
    if not Path(file).is_file():
        return False
    command = command_for(template_of(editor, custom), file, line)
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
