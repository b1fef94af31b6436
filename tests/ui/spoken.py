"""The application of the pictures, and its language: made before any module of the window is imported."""

import os

from PySide6.QtWidgets import QApplication

from ui.i18n.language import ENGLISH, use_language

APP = QApplication([])
LANGUAGE = use_language(APP, os.environ.get("WINDOW_LANG", ENGLISH))
