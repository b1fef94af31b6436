"""A thin progress bar, and the line that moves while an answer is awaited."""

from PySide6.QtCore import QRectF, QSize, Qt, QTimerEvent
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from ui.theme.motion import is_reduced
from ui.theme.tokens import c

PERCENT = 100

_BUSY_STEP_MS = 30
_BUSY_SHARE = 0.25
"""Length of the moving part, as a share of the line."""
_BUSY_SPEED = 0.02
"""Share of the line by which the moving part advances in one step."""


class PaintedBar(QProgressBar):
    """A progress bar to assistive technology that reads its value; a subclass paints it and gives it a size."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextVisible(False)
        self.setValue(0)

    def sizeHint(self) -> QSize:
        """Return no size: the style's bar is higher and wider than those of this window."""
        return QSize()

    def minimumSizeHint(self) -> QSize:
        """Return no size, as `sizeHint` does."""
        return QSize()


class ProgressBar(PaintedBar):
    """Shows a share of 0..1; its value is that share in percent."""

    def __init__(self, name: str, *, width: int | None = None, height: int = 6) -> None:
        super().__init__()
        self._share = 0.0
        self.setRange(0, PERCENT)
        self.setFixedHeight(height)
        if width is not None:
            self.setFixedWidth(width)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def share(self) -> float:
        """The filled part, 0..1."""
        return self._share

    def set_share(self, share: float) -> None:
        """Fill up to ``share``; values outside 0..1 are moved to the nearest end."""
        self._share = max(0.0, min(1.0, share))
        self.setValue(round(self._share * PERCENT))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the empty track and the filled part."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            radius = self.height() / 2
            painter.setBrush(c("track"))
            painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
            if self._share > 0:
                filled = max(self.height(), self.width() * self._share)
                painter.setBrush(c("accent"))
                painter.drawRoundedRect(QRectF(0, 0, filled, self.height()), radius, radius)


class BusyLine(QWidget):
    """A line of 2 pixels that moves while an answer is awaited; with reduced motion it is still."""

    def __init__(self) -> None:
        super().__init__()
        self._position = 0.0
        self._timer = 0
        self.setFixedHeight(2)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def showEvent(self, event: QShowEvent) -> None:
        """Start the animation."""
        super().showEvent(event)
        if not is_reduced() and not self._timer:
            self._timer = self.startTimer(_BUSY_STEP_MS)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the animation."""
        super().hideEvent(event)
        if self._timer:
            self.killTimer(self._timer)
            self._timer = 0

    def timerEvent(self, event: QTimerEvent) -> None:  # noqa: ARG002 -- there is one timer
        """Advance by one step."""
        self._position = (self._position + _BUSY_SPEED) % (1.0 + _BUSY_SHARE)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the moving part, or the whole line."""
        width = self.width()
        part = QRectF((self._position - _BUSY_SHARE) * width, 0, _BUSY_SHARE * width, 2)
        QPainter(self).fillRect(part if self._timer else QRectF(self.rect()), c("accent"))
