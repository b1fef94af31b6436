"""Context menu of a file in the results."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QMenu, QWidget

from search.types.results import FileHit
from ui.results.sentences import name_and_folder


@dataclass(frozen=True, slots=True)
class FileActions:
    """What the entries do with the file; ``folder`` takes a folder and whether it is excluded."""

    open: Callable[[], None]
    reveal: Callable[[], None]
    copy: Callable[[str], None]
    dependencies: Callable[[], None]
    context: Callable[[], None]
    folder: Callable[[str, bool], None]


def file_menu(file: FileHit, actions: FileActions, parent: QWidget) -> QMenu:
    """Return the menu for ``file``; the caller shows it."""
    menu = QMenu(parent)
    _, folder = name_and_folder(file.path)
    menu.addAction("Open", actions.open)
    menu.addAction("Show in folder", actions.reveal)
    menu.addSeparator()
    menu.addAction("Copy path", lambda: actions.copy(absolute_path(file)))
    menu.addAction("Copy relative path", lambda: actions.copy(file.path))
    menu.addSeparator()
    menu.addAction("Show dependencies", actions.dependencies)
    menu.addAction("Add to context", actions.context)
    if folder:
        menu.addSeparator()
        menu.addAction("Search in this folder", lambda: actions.folder(folder, False))
        menu.addAction("Exclude this folder", lambda: actions.folder(folder, True))
    return menu


def absolute_path(file: FileHit) -> str:
    """Return where a file lies on this machine."""
    return f"{file.root_path}/{file.path}" if file.root_path else file.path
