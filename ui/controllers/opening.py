"""Opening files in an editor and showing them in the file manager of the system."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from resources.languages import language_by_extension, languages
from search.file_names import file_at
from search.processes import NO_WINDOW, installed_program
from search.types.results import FileHit
from ui.controllers.editors import FIRST_FOUND, command_for, template_of
from ui.i18n.language import translate
from ui.user_data.window_state import WindowState

Say = Callable[[str, str, str, Callable[[], object] | None], object]
"""Shows a title, a sentence and, if it has a label, a button with an action."""


_TEXT_EDITORS = {"darwin": ("open", "-t"), "win32": ("notepad",)}
"""What shows source code on systems where the default program of a script runs it."""

_BATCH_FILES = (".bat", ".cmd")
"""Endings of programs that Windows has its shell read, as those that start many editors are."""

_MEANS_MORE = frozenset('&|<>^%!"\r\n')
"""Signs in an argument that this shell does not leave as they are."""


class FileOpener:
    """Opens results in the person's editor, and says where that is not possible."""

    def __init__(self, state: WindowState, say: Say, choose_editor: Callable[[], object]) -> None:
        self._state, self._say, self._choose_editor = state, say, choose_editor

    def open_hit(self, file: FileHit, line: int) -> None:
        """Open a result at a line."""
        if self._is_on_disk(file):
            self.open_path(path_on_disk(file), line)

    def reveal_hit(self, file: FileHit) -> None:
        """Show a result in the file manager."""
        if self._is_on_disk(file):
            reveal(path_on_disk(file))

    def reveal_path(self, path: str) -> None:
        """Show a file (an absolute path) in the file manager."""
        reveal(path)

    def open_path(self, path: str, line: int) -> None:
        """Open a file (an absolute path), or say that it no longer exists or that no program opens its kind."""
        if open_at(path, line, self._state.editor, self._state.editor_command):
            return
        if obstacle := _obstacle_to(path):
            self._say(translate("The file cannot be opened"), obstacle, "", None)
            return
        ending = Path(path).suffix or Path(path).name
        title = translate("No program opens {ending} files").format(ending=ending)
        words = translate("Install an editor, or say which program opens files.")
        self._say(title, words, translate("Choose an editor"), self._choose_editor)

    def _is_on_disk(self, file: FileHit) -> bool:
        """Return whether a result is on the disk, and say so where it is only in git."""
        if not file.only_in_git:
            return True
        self._say(
            translate("There is no file to open"),
            translate("Branch {branch} is not checked out. The preview shows the file as git has it.").format(
                branch=file.branch
            ),
            "",
            None,
        )
        return False


def path_on_disk(file: FileHit) -> str:
    """Return the path of a result on this machine."""
    return str(Path(file.root_path) / file.path)


def open_at(file: str, line: int, editor: str = FIRST_FOUND, custom: str = "") -> bool:
    """Open a file in an editor at a line, else in the default program; return whether a program was started."""
    path = file_at(Path(), file)
    if _obstacle_to(file):
        return False
    command = command_for(template_of(editor, custom), str(path), line)
    if command and _start(command):
        return True
    if sys.platform in _TEXT_EDITORS and not _is_document(path):
        return _start([*_TEXT_EDITORS[sys.platform], str(path)])
    return QDesktopServices.openUrl(_address_of(path))


def _is_document(path: Path) -> bool:
    language = languages().get(language_by_extension().get(path.suffix[1:].lower(), ""))
    return language is not None and bool(language.document)


def _obstacle_to(file: str) -> str:
    """Return why a file cannot be opened; nothing where it can."""
    try:
        is_there = file_at(Path(), file).is_file()
    except OSError as error:
        return translate("{path} cannot be read: {reason}.").format(path=file, reason=error.strerror)
    return "" if is_there else translate("{path} is not there any more.").format(path=file)


def reveal(file: str) -> bool:
    """Show a file in the system's file manager; return whether that was begun."""
    path = file_at(Path(), file)
    if sys.platform == "darwin" and _start(["open", "-R", str(path)]):
        return True
    if sys.platform == "win32" and _start(["explorer", "/select,", str(path)]):
        return True
    return QDesktopServices.openUrl(_address_of(path.parent))


def browse(address: str) -> bool:
    """Open a page of the web in the person's browser; return whether that was begun."""
    return QDesktopServices.openUrl(QUrl(address))


def _address_of(path: Path) -> QUrl:
    """Return the address of a file, whose name need not be valid Unicode."""
    return QUrl.fromEncoded(path.absolute().as_uri().encode())


def _start(command: list[str]) -> bool:
    """Start a program; return whether it was. None is started that would take a name for a command."""
    name, *arguments = command
    program, nothing = installed_program(name), subprocess.DEVNULL
    if program is None:
        return False
    by_shell = sys.platform == "win32" and program.lower().endswith(_BATCH_FILES)
    if by_shell and any(not _MEANS_MORE.isdisjoint(argument) for argument in arguments):
        return False
    flags = NO_WINDOW if by_shell else 0
    try:
        subprocess.Popen(
            [program, *arguments], stdout=nothing, stderr=nothing, start_new_session=True, creationflags=flags
        )
    except OSError:
        return False
    return True
