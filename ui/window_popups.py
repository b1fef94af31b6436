"""Opening the popups of the main window with what they show."""

from collections.abc import Sequence
from functools import partial

from search.types.status import IndexStatus
from ui.controllers.opening import reveal
from ui.main_window import MainWindow
from ui.popups.key_sheet import KeySheet
from ui.popups.palette import CommandPalette, Group
from ui.popups.palette_items import MAX_GROUP, PaletteItem, command_items, fitting, search_items
from ui.popups.settings import SettingsDialog
from ui.theme.scheme import ThemeChoice
from ui.theme.sizes import scale_percent

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


def open_settings(window: MainWindow) -> SettingsDialog:
    """Show the settings."""
    dialog = SettingsDialog(window.parts, window.actions_)
    _fill(window, dialog)
    dialog.addRequested.connect(window.browse)
    dialog.forgetRequested.connect(window.index.forget_folder)
    dialog.reindexRequested.connect(lambda path: window.index.add_folders((path,)))
    dialog.revealRequested.connect(reveal)
    dialog.themeChosen.connect(window.choose_theme)
    dialog.scaleChosen.connect(window.choose_scale)
    dialog.systemFontsChosen.connect(lambda system: window.choose_fonts(system=system))
    dialog.reducedMotionChosen.connect(lambda reduced: window.choose_motion(reduced=reduced))

    def refresh(status: IndexStatus) -> None:
        dialog.show_folders(status.roots)

    window.index.statusChanged.connect(refresh)
    dialog.closed.connect(lambda: window.index.statusChanged.disconnect(refresh))
    dialog.open()
    return dialog


def _fill(window: MainWindow, dialog: SettingsDialog) -> None:
    state, status = window.state, window.index.status
    dialog.show_folders(status.roots if status is not None else ())
    dialog.show_appearance(
        ThemeChoice(window.appearance.choice),
        scale_percent(),
        system_fonts=state.system_fonts,
        reduced_motion=state.reduced_motion,
    )


def _groups(window: MainWindow, typed: str) -> Sequence[Group]:
    commands = command_items(window.actions_)
    saved = search_items(window.parts.filters.saved_texts(), "Saved search", "bookmark", window.run_query)
    if typed.startswith(">"):
        return (("Commands", fitting(typed[1:], commands, _ALL)),)
    if typed.startswith("#"):
        return (("Saved searches", fitting(typed[1:], saved, _ALL)),)
    texts = [past.text for past in window.parts.filters.recent(_RECENT)]
    recent = search_items(texts, "", "history", window.run_query)
    return (
        ("Commands", fitting(typed, commands, MAX_GROUP if typed else _ALL)),
        ("Files", fitting(typed, _files(window), MAX_GROUP)),
        ("Recent searches", fitting(typed, recent, MAX_GROUP)),
    )


def _files(window: MainWindow) -> list[PaletteItem]:
    shown = window.shown
    found = []
    for file in shown.files if shown is not None else ():
        folder, _, name = file.path.rpartition("/")
        hint = " \u00b7 ".join(part for part in (file.repository, folder) if part)
        found.append(PaletteItem(name, hint, "file-text", partial(window.selection.select, file)))
    return found
