"""Applies the user's choice of theme, text scale and fonts to the application."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from ui.theme.fonts import forget_fonts, load_fonts, use_system_fonts
from ui.theme.palette import apply
from ui.theme.scheme import (
    ContrastReader,
    SchemeReader,
    ThemeChoice,
    system_contrast,
    system_scheme,
    wants_contrast,
    wants_dark,
)
from ui.theme.sizes import set_scale_percent
from ui.theme.tokens import is_dark


class Appearance(QObject):
    """Applies choices at once; with System it follows the theme of the system while the program runs."""

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        read_system: SchemeReader = system_scheme,
        read_contrast: ContrastReader = system_contrast,
    ) -> None:
        super().__init__(parent)
        self._read_system, self._read_contrast = read_system, read_contrast
        self.choice = ThemeChoice.SYSTEM
        self._hints = QGuiApplication.styleHints()
        self._hints.colorSchemeChanged.connect(self._system_changed)
        if hasattr(self._hints, "accessibility"):  # from Qt 6.10
            self._hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.screenAdded.connect(lambda _screen: self._apply_anew())  # it may need sharper icons

    def start(self, choice: ThemeChoice, scale_percent: int, *, system_fonts: bool) -> None:
        """Load the fonts and apply all choices, before the first widget is created."""
        load_fonts()
        use_system_fonts(system=system_fonts)
        set_scale_percent(scale_percent)
        self.set_theme(choice)

    def set_theme(self, choice: ThemeChoice) -> None:
        """Use a theme, or that of the system."""
        self.choice = choice
        apply(dark=wants_dark(choice, self._read_system), contrast=wants_contrast(choice, self._read_contrast))

    def toggle(self) -> ThemeChoice:
        """Switch to the other theme, and return it as a choice."""
        self.set_theme(ThemeChoice.LIGHT if is_dark() else ThemeChoice.DARK)
        return self.choice

    def set_scale(self, percent: int) -> None:
        """Use another text scale."""
        set_scale_percent(percent)
        forget_fonts()
        self._apply_anew()

    def set_system_fonts(self, *, system: bool) -> None:
        """Use the fonts of the system, or the bundled ones."""
        use_system_fonts(system=system)
        self._apply_anew()

    def _apply_anew(self) -> None:
        apply(dark=is_dark(), contrast=wants_contrast(self.choice, self._read_contrast), anew=True)

    def _system_changed(self) -> None:
        if self.choice is ThemeChoice.SYSTEM:
            self.set_theme(self.choice)
