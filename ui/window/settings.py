"""The settings of the main window: which pages there are, and what lasts while they are open."""

from search.errors import KnownError
from ui.i18n.core_messages import core_words
from ui.i18n.language import translate
from ui.panels.settings.dialog import NamedPage, SettingsDialog
from ui.window.main_window import MainWindow
from ui.window.pages import Pages


def open_settings(window: MainWindow, page: str = "") -> SettingsDialog:
    """Show the settings at a page, else at the first one."""
    pages = Pages(window)
    dialog = SettingsDialog(window.parts, _named(pages))
    pages.parent = dialog
    dialog.closed.connect(pages.close)
    dialog.closed.connect(window.keep_state)
    if (controller := window.settings) is not None:

        def failed(error: KnownError) -> None:
            dialog.say(f"{core_words(str(error))}. {core_words(error.remedy)}", failed=True)

        pages.follow(controller.failed, failed)
        pages.follow(controller.applied, lambda: dialog.say(translate("The engine works with these settings now")))
        controller.load()
    dialog.open(page)
    return dialog


def _named(pages: Pages) -> list[NamedPage]:
    of_program = [
        NamedPage("ignore", translate("Ignore patterns"), "eye", pages.ignore),
        NamedPage("model", translate("Model"), "sparkles", pages.model),
        NamedPage("device", translate("Device"), "cpu", pages.device),
        NamedPage("limits", translate("Limits"), "gauge", pages.limits),
    ]
    return [
        NamedPage("folders", translate("Folders"), "folder", pages.folders),
        *(of_program if pages.of_program else ()),
        NamedPage("access", translate("Access"), "shield", pages.access),
        NamedPage("appearance", translate("Appearance"), "palette", pages.appearance),
        NamedPage("editor", translate("Editor"), "external-link", pages.editor),
        NamedPage("shortcuts", translate("Shortcuts"), "keyboard", pages.shortcuts),
    ]
