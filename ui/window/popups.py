"""Opening the popups of the main window with what they show."""

from collections.abc import Sequence
from functools import partial

from search.types.chunks import ChunkKind
from ui.i18n.language import translate
from ui.panels.results.chunk_row import KIND_ICONS
from ui.popups.key_sheet import KeySheet
from ui.popups.palette import CommandPalette, Group
from ui.popups.palette_items import MAX_GROUP, PaletteItem, command_items, fitting, search_items
from ui.popups.progress import ProgressPopup
from ui.window.main_window import MainWindow
from ui.window.settings import open_settings

_ALL = 60
_RECENT = 20


def open_palette(window: MainWindow) -> CommandPalette:
    """Show the command palette."""
    palette = CommandPalette(window.parts, lambda typed: _groups(window, typed))
    palette.open()
    return palette


def open_keys(window: MainWindow) -> KeySheet:
    """Show keys and query syntax."""
    sheet = KeySheet(window.parts, window.actions_)
    sheet.open()
    return sheet


def open_progress(window: MainWindow) -> ProgressPopup:
    """Show how far indexing is, and how each folder stands."""
    popup, index = ProgressPopup(window.parts, window.names.names), window.index
    popup.pauseRequested.connect(window.parts.status.pauseRequested)
    popup.foldersRequested.connect(lambda: open_settings(window, "folders"))
    index.activityChanged.connect(popup.show_activity)
    index.statusChanged.connect(popup.show_status)
    if index.status is not None:
        popup.show_status(index.status)
        popup.show_activity(index.status.activity)
    popup.open()
    return popup


def _groups(window: MainWindow, typed: str) -> Sequence[Group]:
    commands = command_items(window.actions_)
    saved = [
        PaletteItem(name, text, "bookmark", partial(window.run_query, text))
        for text, name in window.parts.filters.saved_names()
    ]
    if typed.startswith(">"):
        return ((translate("Commands"), fitting(typed[1:], commands, _ALL)),)
    if typed.startswith("@"):
        return ((translate("Symbols in the results"), fitting(typed[1:], _symbols(window), _ALL)),)
    if typed.startswith("#"):
        return ((translate("Saved searches"), fitting(typed[1:], saved, _ALL)),)
    texts = [past.text for past in window.parts.filters.recent(_RECENT)]
    recent = search_items(texts, "", "history", window.run_query)
    return (
        (translate("Commands"), fitting(typed, commands, MAX_GROUP if typed else _ALL)),
        (translate("Files"), fitting(typed, _files(window), MAX_GROUP)),
        (translate("Recent searches"), fitting(typed, recent, MAX_GROUP)),
    )


def _symbols(window: MainWindow) -> list[PaletteItem]:
    """Return what the chunks of the shown files define or are headed by."""
    shown, found = window.shown, []
    for file in shown.files if shown is not None else ():
        name = file.path.rpartition("/")[2]
        for chunk in file.chunks:
            if chunk.header_path:
                icon = KIND_ICONS.get(ChunkKind(chunk.kind), "text") if chunk.kind in set(ChunkKind) else "text"
                run = partial(window.selection.select, file, chunk)
                found.append(PaletteItem(chunk.header_path, f"{name}:{chunk.start_line}", icon, run))
    return found


def _files(window: MainWindow) -> list[PaletteItem]:
    shown = window.shown
    found = []
    for file in shown.files if shown is not None else ():
        folder, _, name = file.path.rpartition("/")
        hint = " \u00b7 ".join(part for part in (file.repository, folder) if part)
        found.append(PaletteItem(name, hint, "file-text", partial(window.selection.select, file)))
    return found
