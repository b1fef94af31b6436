"""What comes before the modules of the window: the application, and the language it speaks."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from ui.language import use_language
from ui.state import load_state


def begin(arguments: list[str], state_folder: Path, language: str = "") -> QApplication:
    """Make the application; it speaks the given language, else the one in the settings, else the system's."""
    app = QApplication(arguments)
    use_language(app, language or load_state(state_folder / "window.json").language)
    return app
