"""What the person chooses for the window: carried out at once, and kept in its state."""

from search.types.filters import Access
from ui.main_window import MainWindow
from ui.theme.motion import set_reduced
from ui.theme.scheme import ThemeChoice


class Choices:
    """The choices of one window; most of them come from the settings."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._state = window.state

    def toggle_theme(self) -> None:
        """Switch between light and dark."""
        self._state.theme = self._window.appearance.toggle().value

    def set_theme(self, choice: ThemeChoice) -> None:
        """Use a theme from now on."""
        self._window.appearance.set_theme(choice)
        self._state.theme = choice.value

    def set_language(self, code: str) -> None:
        """Speak another language from the next start on; empty for the system's."""
        self._state.language = code

    def set_scale(self, percent: int) -> None:
        """Use a text scale from now on."""
        self._window.appearance.set_scale(percent)
        self._state.scale_percent = percent
        self._window.parts.fit(self._window.width())

    def set_fonts(self, *, system: bool) -> None:
        """Use the fonts of the system, or the bundled ones."""
        self._window.appearance.set_system_fonts(system=system)
        self._state.system_fonts = system

    def set_motion(self, *, reduced: bool) -> None:
        """Leave out what moves without need."""
        self._state.reduced_motion = reduced
        set_reduced(reduced=reduced)

    def set_hotkey(self, keys: str) -> None:
        """Come to the front when these keys are pressed anywhere; empty for none."""
        self._state.hotkey = keys
        self._window.hotkeyChosen.emit(keys)

    def set_tray(self, *, on: bool) -> None:
        """Keep an icon in the tray; closed windows hide in it."""
        self._state.tray = on
        self._window.trayChosen.emit(on)

    def set_editor(self, editor: str, command: str) -> None:
        """Open results with this editor from now on; ``command`` is the person's own."""
        self._state.editor, self._state.editor_command = editor, command

    def set_access(self, access: Access) -> None:
        """Look with these rights from now on; they are not kept."""
        window = self._window
        for controller in (window.search, window.index, window.saved, window.selection, window.walks):
            controller.set_access(access)
        window.search.search_now()
        window.index.ask_status()

    def change_keys(self, name: str, keys: str) -> None:
        """Give a command other keys."""
        if self._window.actions_.change_keys(name, keys):
            self._state.keys[name] = keys

    def reset_keys(self) -> None:
        """Give every command the keys it came with."""
        self._window.actions_.reset_keys()
        self._state.keys.clear()
