"""Choices for the window, which are applied at once and saved in its state."""

from PySide6.QtCore import QObject, Signal

from search.types.filters import Access
from ui.panels.panel import PanelContext
from ui.theme.motion import set_reduced
from ui.theme.scheme import ThemeChoice


class Choices(QObject):
    """The choices of one window; most of them come from the settings.

    Signals:
        trayChosen: whether an icon is kept in the tray.
        hotkeyChosen: keys that bring the window to the front from anywhere, empty for none.
    """

    trayChosen = Signal(bool)
    hotkeyChosen = Signal(str)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context.owner)
        self._host, self._actions = context.host, context.actions
        self._state, self._appearance = context.state, context.appearance

    def toggle_theme(self) -> None:
        """Switch between light and dark."""
        self._state.theme = self._appearance.toggle().value

    def set_theme(self, choice: ThemeChoice) -> None:
        """Use a theme from now on."""
        self._appearance.set_theme(choice)
        self._state.theme = choice.value

    def set_language(self, code: str) -> None:
        """Use another language from the next start on; empty for the system's."""
        self._state.language = code

    def set_scale(self, percent: int) -> None:
        """Use a text scale from now on."""
        self._appearance.set_scale(percent)
        self._state.scale_percent = percent
        self._host.fit()

    def set_fonts(self, *, system: bool) -> None:
        """Use the fonts of the system, or the bundled ones."""
        self._appearance.set_system_fonts(system=system)
        self._state.system_fonts = system

    def set_motion(self, *, reduced: bool) -> None:
        """Leave out animations, or show them."""
        self._state.reduced_motion = reduced
        set_reduced(reduced=reduced)

    def set_hotkey(self, keys: str) -> None:
        """Come to the front when these keys are pressed anywhere; empty for none."""
        self._state.hotkey = keys
        self.hotkeyChosen.emit(keys)

    def set_tray(self, *, on: bool) -> None:
        """Keep an icon in the tray; closed windows hide in it."""
        self._state.tray = on
        self.trayChosen.emit(on)

    def set_editor(self, editor: str, command: str) -> None:
        """Open results with this editor from now on; ``command`` is the person's own."""
        self._state.editor, self._state.editor_command = editor, command

    def set_access(self, access: Access) -> None:
        """Use these access rights from now on; they are not remembered."""
        self._host.set_access(access)

    def change_keys(self, name: str, keys: str) -> None:
        """Give a command another shortcut."""
        if self._actions.change_keys(name, keys):
            self._state.keys[name] = keys

    def reset_keys(self) -> None:
        """Give every command its default shortcuts."""
        self._actions.reset_keys()
        self._state.keys.clear()
