"""Switching the whole application between the light and the dark theme."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from ui.theme import tokens
from ui.theme.fonts import font
from ui.theme.icons import forget_icons
from ui.theme.stylesheet import style_sheet

_ROLES: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (QPalette.ColorRole.Window, "window"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "surface"),
    (QPalette.ColorRole.AlternateBase, "sunken"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.Button, "surface"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.BrightText, "danger"),
    (QPalette.ColorRole.Highlight, "accent"),
    (QPalette.ColorRole.HighlightedText, "on_accent"),
    (QPalette.ColorRole.Link, "accent"),
    (QPalette.ColorRole.LinkVisited, "accent"),
    (QPalette.ColorRole.ToolTipBase, "raised"),
    (QPalette.ColorRole.ToolTipText, "text"),
    (QPalette.ColorRole.PlaceholderText, "text3"),
    (QPalette.ColorRole.Light, "surface"),
    (QPalette.ColorRole.Midlight, "hover"),
    (QPalette.ColorRole.Mid, "border"),
    (QPalette.ColorRole.Dark, "border_strong"),
    (QPalette.ColorRole.Shadow, "border_strong"),
    (QPalette.ColorRole.Accent, "accent"),
)
_DISABLED = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def qt_palette() -> QPalette:
    """Return the palette of the active theme."""
    made = QPalette()
    for role, token in _ROLES:
        made.setColor(role, QColor(tokens.c(token)))
    for role in _DISABLED:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.c("disabled")))
    return made


@contextmanager
def unstyled(app: QApplication, window: QWidget | None = None) -> Iterator[None]:
    """Leave out the style sheet while the first window is built: Qt styles a widget anew for every parent.

    That is a third of the time that building takes. Where others are seen beside the ``window`` that is built,
    theirs would have to be styled again.
    """
    others = [one for one in app.topLevelWidgets() if one.isVisible() and one is not window]
    sheet = "" if others else app.styleSheet()
    if sheet:
        app.setStyleSheet("")
    try:
        yield
    finally:
        if sheet:
            app.setStyleSheet(sheet)


def apply(*, dark: bool, contrast: bool = False, anew: bool = False) -> None:
    """Give the running application a theme and repaint it.

    Every widget that was shown receives ``StyleChange``; those that keep icons or fonts make them anew there.
    With ``anew`` that happens even when the theme is the same, since the fonts are not.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        message = "a theme can be applied only while an application runs"
        raise TypeError(message)
    tokens.activate(dark=dark, contrast=contrast)
    sheet = style_sheet()
    if sheet == app.styleSheet() and not anew:
        return  # styling a window again costs as much as building it
    forget_icons()
    app.setFont(font(13))
    app.setPalette(qt_palette())
    app.setStyleSheet(sheet)
