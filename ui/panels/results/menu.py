"""Context menu of a file in the results."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QMenu, QWidget

from search.types.results import ChunkHit, FileHit
from ui.controllers.excerpt import Excerpt
from ui.controllers.opening import path_on_disk
from ui.i18n.language import translate
from ui.panels.results.sentences import name_and_folder


@dataclass(frozen=True, slots=True)
class FileActions:
    """Callbacks of the menu entries.

    Attributes:
        copies: called with whether near-identical files are listed one by one.
        folder: called with a folder and whether to exclude it.
        link: called with the lines for a permanent link.
        chunk: the selected chunk, or the best one; None for a file without chunks.
        collected: ``context`` removes the file from the context, in which it is.
        favoured: ``favourite`` removes the file from the favourites.
    """

    open: Callable[[], None]
    reveal: Callable[[], None]
    copy: Callable[[str], None]
    link: Callable[[Excerpt], None]
    dependencies: Callable[[], None]
    why: Callable[[], None]
    like: Callable[[], None]
    copies: Callable[[bool], None]
    favourite: Callable[[], None]
    note: Callable[[], None]
    context: Callable[[], None]
    folder: Callable[[str, bool], None]
    chunk: ChunkHit | None = None
    collected: bool = False
    favoured: bool = False


def file_menu(file: FileHit, actions: FileActions, parent: QWidget) -> QMenu:
    """Return the menu for ``file``; the caller shows it."""
    menu = QMenu(parent)
    _, folder = name_and_folder(file.path)
    excerpt = excerpt_of(file, actions.chunk)
    menu.addAction(translate("Open"), actions.open)
    menu.addAction(translate("Show in folder"), actions.reveal)
    menu.addSeparator()
    menu.addAction(translate("Copy path"), lambda: actions.copy(absolute_path(file)))
    menu.addAction(translate("Copy relative path"), lambda: actions.copy(file.path))
    menu.addAction(translate("Copy as path:line"), lambda: actions.copy(excerpt.location))
    menu.addAction(translate("Copy as Markdown"), lambda: actions.copy(excerpt.markdown))
    menu.addAction(translate("Copy web link"), lambda: actions.link(excerpt))
    menu.addSeparator()
    menu.addAction(translate("Show dependencies"), actions.dependencies)
    menu.addAction(
        translate("Remove from context") if actions.collected else translate("Add to context"), actions.context
    )
    favourite = translate("Remove from favourites") if actions.favoured else translate("Add to favourites")
    menu.addAction(favourite, actions.favourite)
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


def excerpt_of(file: FileHit, chunk: ChunkHit | None) -> Excerpt:
    """Return the lines of a chunk; without one, the first line."""
    root = "" if file.only_in_git else file.root_path
    if chunk is None:
        return Excerpt(file.file_id, file.path, root, language=file.language)
    lines = max(1, chunk.start_line), chunk.end_line
    return Excerpt(file.file_id, file.path, root, *lines, file.language, chunk.text)


def absolute_path(file: FileHit) -> str:
    """Return the path of a file on this machine."""
    return path_on_disk(file) if file.root_path else file.path
