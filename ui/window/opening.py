"""Opening files of the index in the person's editor and showing them in the file manager."""

from pathlib import Path

from search.types.results import FileHit
from ui.controllers import opening
from ui.i18n.language import translate
from ui.window.main_window import MainWindow


def open_hit(window: MainWindow, file: FileHit, line: int) -> None:
    """Open a result at a line."""
    if _has_file(window, file):
        open_at(window, absolute(file), line)


def reveal_hit(window: MainWindow, file: FileHit) -> None:
    """Show a result in the file manager."""
    if _has_file(window, file):
        opening.reveal(absolute(file))


def open_at(window: MainWindow, path: str, line: int) -> None:
    """Open a file (an absolute path) in the person's editor, or say that it is gone."""
    if not opening.open_at(path, line, window.state.editor, window.state.editor_command):
        window.parts.say(translate("The file cannot be opened"), f"{path} {translate('is not there any more.')}")


def absolute(file: FileHit) -> str:
    """Return where a result lies on this machine."""
    return str(Path(file.root_path) / file.path)


def _has_file(window: MainWindow, file: FileHit) -> bool:
    """Return whether a result lies on the disk, and say so where it does not."""
    if not file.only_in_git:
        return True
    window.parts.say(
        translate("There is no file to open"),
        translate("Branch {branch} is not checked out. The preview shows the file as git has it.").format(
            branch=file.branch
        ),
    )
    return False
