"""The settings: a dialog that is made when it is opened."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtWidgets import QWidget

from search.errors import KnownError
from search.messages import Message
from ui.i18n.language import message_text, translate
from ui.panels.panel import VIEW, Panel, PanelContext
from ui.panels.settings.choices import Choices
from ui.panels.settings.controller import SettingsController
from ui.panels.settings.dialog import NamedPage, SettingsDialog
from ui.panels.settings.pages import Pages
from ui.panels.settings.titles import OF_PROGRAM, SETTING_TITLES, SettingTitle
from ui.user_data.window_state import WindowState
from ui.widgets.actions import Binding


class SettingsPanel(Panel[QWidget]):
    """Opens the settings; it has no place of its own in the window.

    Attributes:
        choices: applies the choices for the window.
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
        bind = partial(VIEW.bind, over_popups=True)
        return (bind("settings", translate("Settings"), self.open, "Ctrl+,", icon="settings"),)

    def titles(self) -> list[tuple[SettingTitle, str]]:
        """Return the settings that this window has, each with the title of its page."""
        pages = {key: title for key, title, *_ in _pages(of_program=self.controller is not None)}
        return [(setting, pages[setting.page]) for setting in SETTING_TITLES if setting.page in pages]

    def open_setting(self, setting: SettingTitle) -> SettingsDialog:
        """Show the settings at one of them."""
        dialog = self.open(setting.page)
        dialog.focus_setting(setting.title)
        return dialog

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

        def failed(error: KnownError) -> None:
            dialog.say(_in_words(error.message, error.remedy), failed=True)

        index = self._context.index  # what it says in a banner of the window is behind the dialog
        pages.follow(index.failed, failed)
        pages.follow(index.noticed, lambda notice: dialog.say(_in_words(notice.message, notice.remedy)))
        if (controller := self.controller) is not None:
            pages.follow(controller.failed, failed)
            pages.follow(
                controller.applied, lambda: dialog.say(translate("The engine works with these settings now"))
            )
            controller.load()
        dialog.open(page)
        return dialog


def _in_words(message: Message, remedy: Message) -> str:
    """Return a message and what to do about it as sentences."""
    words = message_text(message)
    return f"{words.removesuffix('.')}. {message_text(remedy)}".strip()


def _named(pages: Pages) -> list[NamedPage]:
    return [
        NamedPage(key, title, icon, make(pages)) for key, title, icon, make in _pages(of_program=pages.of_program)
    ]


def _pages(*, of_program: bool) -> list[tuple[str, str, str, Callable[[Pages], Callable[[], QWidget]]]]:
    """Return key, title, icon and maker of each page."""
    pages: list[tuple[str, str, str, Callable[[Pages], Callable[[], QWidget]]]] = [
        ("folders", translate("Folders"), "folder", lambda pages: pages.folders),
        ("ignore", translate("Ignore patterns"), "eye", lambda pages: pages.ignore),
        ("model", translate("Model"), "sparkles", lambda pages: pages.model),
        ("device", translate("Device"), "cpu", lambda pages: pages.device),
        ("limits", translate("Limits"), "gauge", lambda pages: pages.limits),
        ("access", translate("Access"), "shield", lambda pages: pages.access),
        ("appearance", translate("Appearance"), "palette", lambda pages: pages.appearance),
        ("editor", translate("Editor"), "external-link", lambda pages: pages.editor),
        ("shortcuts", translate("Shortcuts"), "keyboard", lambda pages: pages.shortcuts),
    ]
    return [page for page in pages if of_program or page[0] not in OF_PROGRAM]
