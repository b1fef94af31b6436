"""Switches the application between the light and the dark theme."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from ui.theme import tokens
from ui.theme.fonts import font
from ui.theme.icons import forget_icons
from ui.theme.restyling import restyle
from ui.theme.stylesheet import ROLES, style_sheet

_TOKENS: dict[QPalette.ColorRole, str] = {role: token for token, role in ROLES.items()} | {
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.Accent: "accent",
}
_DISABLED = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def qt_palette() -> QPalette:
    """Return the palette of the active theme."""
    made = QPalette()
    for role, token in _TOKENS.items():
        made.setColor(role, QColor(tokens.c(token)))
    for role in _DISABLED:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.c("disabled")))
    return made


@contextmanager
def unstyled(app: QApplication, window: QWidget | None = None) -> Iterator[None]:
    """Remove the style sheet while the first window is built: Qt styles a widget again for each new parent.

    That is a third of the time of building. If other windows than ``window`` are visible, the style sheet stays,
    because they would have to be styled again.
    """
    others = [widget for widget in app.topLevelWidgets() if widget.isVisible() and widget is not window]
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

    Each widget receives ``StyleChange``, hidden ones a moment later; widgets that cache icons or fonts create them
    again there. With ``anew`` that also happens for the same theme, because the fonts have changed.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        message = "a theme can be applied only while an application runs"
        raise TypeError(message)
    tokens.activate(dark=dark, contrast=contrast)
    first = not app.styleSheet()
    if not (anew or first) and _is_current(app):
        return
    forget_icons()
    app.setPalette(qt_palette())
    app.setFont(font(13))
    if first:
        app.setStyleSheet(style_sheet())
    else:
        restyle(app)


def _is_current(app: QApplication) -> bool:
    """Return whether the application has the colours of the active theme and its font."""
    palette = app.palette()
    return app.font() == font(13) and all(
        palette.color(role) == tokens.c(token) for role, token in _TOKENS.items()
    )
