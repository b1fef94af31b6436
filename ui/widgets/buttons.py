"""Buttons with an icon, a text, or both. All have an accessible name, a tooltip and a visible focus."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.icons import icon

_ICON = 16
_MAIN_PX = 13
"""Buttons with text of at least this size have the colour of the main text."""

_ICON_GAP = 6
"""Pixels between icon and text."""


class IconButton(QToolButton):
    """A square button with an icon; its tooltip is also its accessible name."""

    def __init__(
        self, icon_name: str, tip: str, *, size: int = 16, box: int = sizes.TOOL_BUTTON, token: str = "text2"
    ) -> None:
        super().__init__()
        self._icon_name, self._size, self._token, self._box = icon_name, size, token, box
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._keys = ""
        self.set_tip(tip)
        self._restyle()

    def set_icon(self, icon_name: str, token: str | None = None) -> None:
        """Show another icon."""
        self._icon_name, self._token = icon_name, token or self._token
        self._restyle()

    def set_tip(self, tip: str) -> None:
        """Set name and tooltip; the shortcut stays in the tooltip, and screen readers say it after the name."""
        self.setAccessibleName(tip)
        self.setToolTip(f"{tip}  {self._keys}" if self._keys else tip)
        self.setAccessibleDescription(self._keys)

    def set_keys(self, keys: str) -> None:
        """Set the shortcut in the tooltip, as this system writes it; empty for none."""
        self._keys = keys
        self.set_tip(self.accessibleName())

    def showEvent(self, event: QShowEvent) -> None:
        """Use the icon of the theme: Qt does not notify widgets that were never visible of a new theme."""
        super().showEvent(event)
        self._restyle()

    def changeEvent(self, event: QEvent) -> None:
        """Use the icon of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._restyle()

    def _restyle(self) -> None:
        size, box = sizes.scaled(self._size), sizes.scaled(self._box)
        self.setFixedSize(box, box)
        self.setIconSize(QSize(size, size))
        self.setIcon(icon(self._icon_name, self._token, size))


class WordButton(QPushButton):
    """A button with a text that always fits: with style sheets the size hint of Qt is too small.

    ``kind`` is ``outlined``, ``primary``, ``plain`` or ``link`` (ui/theme/stylesheet.py).
    """

    def __init__(
        self,
        text: str,
        *,
        kind: str = "outlined",
        icon_name: str = "",
        px: int = 12,
        weight: int = 500,
        min_width: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._kind, self._icon_name, self._px, self._weight = kind, icon_name, px, weight
        self._min_width = min_width
        self._token = {"primary": "on_accent", "link": "accent"}.get(kind, "text2")
        self.setAutoDefault(True)  # Enter presses it, too: outside of a QDialog Qt leaves that to the space bar
        self.setProperty("kind", kind)
        self.setProperty("quiet", px < _MAIN_PX and kind in {"outlined", "plain"})
        self.setCursor(Qt.CursorShape.PointingHandCursor if kind == "link" else Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._restyle()

    def setText(self, text: str) -> None:
        """Change the text and the width of the button."""
        super().setText(text)
        self._fit()

    def set_icon(self, icon_name: str, token: str | None = None) -> None:
        """Show another icon before the text."""
        self._icon_name, self._token = icon_name, token or self._token
        self._restyle()

    def sizeHint(self) -> QSize:
        """Return the size of icon, text and padding."""
        padding = {"plain": 8, "link": 4}.get(self._kind, 14)
        words = QFontMetricsF(self.font()).horizontalAdvance(self.text())
        mark = sizes.scaled(_ICON) + _ICON_GAP if self._icon_name else 0
        width = max(sizes.scaled(self._min_width), round(words) + 2 * padding + mark + 6)
        return QSize(width, sizes.scaled(sizes.BUTTON))

    def minimumSizeHint(self) -> QSize:
        """Return the size hint, because the text must not be cut."""
        return self.sizeHint()

    def showEvent(self, event: QShowEvent) -> None:
        """Use the icon of the theme: Qt does not notify widgets that were never visible of a new theme."""
        super().showEvent(event)
        self._restyle()

    def changeEvent(self, event: QEvent) -> None:
        """Use font and icon of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._restyle()

    def _restyle(self) -> None:
        self.setFont(font(self._px, self._weight))
        if self._icon_name:
            size = sizes.scaled(_ICON)
            self.setIconSize(QSize(size + _ICON_GAP, size))
            self.setIcon(icon(self._icon_name, self._token, size, pad_right=_ICON_GAP))
        self._fit()

    def _fit(self) -> None:
        self.setFixedSize(self.sizeHint())
