"""Keys of the keyboard, drawn as small caps."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui.painting.mirror import upright
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.tokens import c

_PADDING = 6


def paint_key_cap(painter: QPainter, right: float, middle: float, key: str) -> float:
    """Draw a cap that ends at ``right``, and return where it begins."""
    painter.setFont(font(11, 600))
    height = sizes.scaled(20)
    width = max(height, QFontMetricsF(painter.font()).horizontalAdvance(key) + 2 * _PADDING)
    cap = QRectF(right - width, middle - height / 2, width, height).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(c("border"), 1))
    painter.setBrush(c("hover"))
    with upright(painter, cap.left(), cap.right()):
        painter.drawRoundedRect(cap, sizes.RADIUS_BADGE, sizes.RADIUS_BADGE)
        painter.setPen(c("text2"))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, key)
    return right - width


def keys_of(sequence: QKeySequence) -> list[str]:
    """Return the keys of a shortcut one by one: ``Ctrl+Shift+P`` gives Ctrl, Shift, P."""
    text = sequence.toString(QKeySequence.SequenceFormat.NativeText)
    parts = text.replace("++", "+Plus").split("+") if "+" in text else [text]
    return ["+" if part == "Plus" else part for part in parts if part]


def native(keys: str) -> str:
    """Return a portable shortcut, such as ``Ctrl+0``, as this system writes it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


class KeyCap(QWidget):
    """One key."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self._key = key
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(key)

    def set_key(self, key: str) -> None:
        """Show another key."""
        self._key = key
        self.setAccessibleName(key)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the cap."""
        height = sizes.scaled(20)
        return QSize(
            max(height, round(QFontMetricsF(font(11, 600)).horizontalAdvance(self._key)) + 2 * _PADDING + 1),
            height,
        )

    def changeEvent(self, event: QEvent) -> None:
        """Adapt to the font of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the cap."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_key_cap(painter, self.width(), self.height() / 2, self._key)


class KeyCaps(QWidget):
    """All keys of a shortcut side by side."""

    def __init__(self, sequence: QKeySequence) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addStretch(1)
        for key in keys_of(sequence):
            row.addWidget(KeyCap(key))
