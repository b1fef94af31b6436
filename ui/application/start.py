"""Steps before the modules of the window are imported: the application and its language."""

import builtins
import gc
from pathlib import Path

from ui.application.addressed import Application
from ui.i18n.language import use_language
from ui.user_data.window_state import load_state

STYLE = "fusion"
"""The same on every system, so that measured geometry holds."""

STYLED = "styled"
"""Property of the application: it has that style."""


def begin(arguments: list[str], state_folder: Path, language: str = "") -> Application:
    """Make the application; it speaks the given language, else the one in the settings, else the system's."""
    gc.disable()  # `ui.application.garbage` takes over once there is something to collect
    _import_plainly()
    app = Application(
        [*arguments, "-style", STYLE]
    )  # to ask for the style later costs a class with many enumerations
    app.setProperty(STYLED, True)
    use_language(app, language or load_state(state_folder / "window.json").language)
    return app


def _import_plainly() -> None:
    """Take back the hook of PySide that reads the source of every imported module, to see who asks for features.

    Nobody here does, and the reading is a tenth of the time until the first paint.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
