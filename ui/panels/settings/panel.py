"""The settings: a dialog that is made when it is opened."""

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from search.errors import KnownError
from ui.i18n.language import message_text, translate
from ui.panels.panel import VIEW, Panel, PanelContext
from ui.panels.settings.choices import Choices
from ui.panels.settings.controller import SettingsController
from ui.panels.settings.dialog import NamedPage, SettingsDialog
from ui.panels.settings.pages import Pages
from ui.user_data.window_state import WindowState
from ui.widgets.actions import Binding


class SettingsPanel(Panel[QWidget]):
    """Opens the settings; it has no place of its own in the window.

    Attributes:
        choices: carries out what is chosen for the window.
        controller: reads and changes the settings file; None where the window belongs to no program.
    """

    name = "settings"

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.choices = Choices(context)
        program = context.services.program
        self.controller = (
            SettingsController(context.long_jobs, program, context.owner) if program is not None else None
        )

    def commands(self) -> Iterable[Binding]:
        """Return the command that opens the settings."""
        return (VIEW.bind("settings", translate("Settings"), self.open, "Ctrl+,", icon="settings"),)

    def restore(self, state: WindowState) -> None:
        """Show animations, or leave them out."""
        self.choices.set_motion(reduced=state.reduced_motion)

    def open(self, page: str = "") -> SettingsDialog:
        """Show the settings at a page, else at the first one."""
        pages = Pages(self._context, self.choices, self.controller)
        dialog = SettingsDialog(self._context.overlay, _named(pages))
        pages.parent = dialog
        dialog.closed.connect(pages.close)
        dialog.closed.connect(self._context.host.keep_state)
        if (controller := self.controller) is not None:

            def failed(error: KnownError) -> None:
                dialog.say(f"{message_text(error.message)}. {message_text(error.remedy)}", failed=True)

            pages.follow(controller.failed, failed)
            pages.follow(
                controller.applied, lambda: dialog.say(translate("The engine works with these settings now"))
            )
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
