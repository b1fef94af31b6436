"""Context menu of a file in the results."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QMenu, QWidget

from search.types.results import ChunkHit, FileHit
from ui.i18n.language import translate
from ui.panels.results.sentences import name_and_folder


@dataclass(frozen=True, slots=True)
class FileActions:
    """Callbacks of the menu entries.

    Attributes:
        copies: called with whether near-identical files are listed one by one.
        folder: called with a folder and whether to exclude it.
        chunk: the selected chunk, or the best one; None for a file without chunks.
    """

    open: Callable[[], None]
    reveal: Callable[[], None]
    copy: Callable[[str], None]
    dependencies: Callable[[], None]
    why: Callable[[], None]
    like: Callable[[], None]
    copies: Callable[[bool], None]
    favourite: Callable[[], None]
    note: Callable[[], None]
    context: Callable[[], None]
    folder: Callable[[str, bool], None]
    chunk: ChunkHit | None = None


def file_menu(file: FileHit, actions: FileActions, parent: QWidget) -> QMenu:
    """Return the menu for ``file``; the caller shows it."""
    menu = QMenu(parent)
    _, folder = name_and_folder(file.path)
    menu.addAction(translate("Open"), actions.open)
    menu.addAction(translate("Show in folder"), actions.reveal)
    menu.addSeparator()
    menu.addAction(translate("Copy path"), lambda: actions.copy(absolute_path(file)))
    menu.addAction(translate("Copy relative path"), lambda: actions.copy(file.path))
    menu.addAction(translate("Copy as path:line"), lambda: actions.copy(location(file, actions.chunk)))
    menu.addAction(translate("Copy as Markdown"), lambda: actions.copy(as_markdown(file, actions.chunk)))
    menu.addSeparator()
    menu.addAction(translate("Show dependencies"), actions.dependencies)
    menu.addAction(translate("Add to context"), actions.context)
    menu.addAction(translate("Add to or remove from favourites"), actions.favourite)
    menu.addAction(translate("Write a note"), actions.note)
    menu.addSeparator()
    menu.addAction(translate("Find files like this"), actions.like)
    menu.addAction(translate("Why is this here"), actions.why)
    if file.duplicates:
        menu.addAction(translate("Show its copies one by one"), lambda: actions.copies(True))
    elif file.duplicate_group:
        menu.addAction(translate("Show copies as one"), lambda: actions.copies(False))
    if folder:
        menu.addSeparator()
        menu.addAction(translate("Search in this folder"), lambda: actions.folder(folder, False))
        menu.addAction(translate("Exclude this folder"), lambda: actions.folder(folder, True))
    return menu


def location(file: FileHit, chunk: ChunkHit | None) -> str:
    """Return ``relay/worker/lease.py:63``: editors and terminals open such a text."""
    return f"{file.path}:{chunk.start_line if chunk is not None else 1}"


def as_markdown(file: FileHit, chunk: ChunkHit | None) -> str:
    """Return the location of a chunk and its text in a fence; for a file without text, its location alone."""
    position = f"`{location(file, chunk)}`"
    text = chunk.text.rstrip("\n") if chunk is not None else ""
    if not text:
        return f"{position}\n"
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{position}\n\n{fence}{file.language}\n{text}\n{fence}\n"


def absolute_path(file: FileHit) -> str:
    """Return the path of a file on this machine."""
    return f"{file.root_path}/{file.path}" if file.root_path else file.path
