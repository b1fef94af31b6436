"""The slider between keyword and semantic search: amber at the left, violet at the right."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider

from ui.i18n.language import translate
from ui.theme.tokens import c, is_dark

STEPS = 100
"""Number of steps of the slider: hundredths of the weight."""

CENTRE = 0.5
"""Position of the handle after a double click."""

_TRACK_WIDTH, _TRACK_HEIGHT = 198, 5
_HANDLE = 15
_DOT = 2.5
_DOT_Y = 9
"""Pixels from the middle of the track down to the dots."""
_SNAP = 1
"""Hundredths within which a dragged handle snaps to a preset."""


class BlendSlider(QSlider):
    """Weight of the semantic signal, 0.0 to 1.0.

    ``weightMoved(float)`` is emitted for each change by the user. ``grabbed`` and ``released`` are emitted before
    and after a change with the mouse or a key, so that the list can show how far each row has moved in between.
    """

    weightMoved = Signal(float)
    grabbed = Signal()
    released = Signal()

    def __init__(self, presets: tuple[float, ...], name: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._presets = tuple(round(preset * STEPS) for preset in presets)
        self._silent = False
        self.setRange(0, STEPS)
        self.setSingleStep(1)
        self.setPageStep(10)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(self.sizeHint())
        self.setAccessibleName(name)
        self._describe()
        self.valueChanged.connect(self._tell)

    @property
    def weight(self) -> float:
        """The current weight."""
        return self.value() / STEPS

    def set_weight(self, weight: float) -> None:
        """Show a weight without emitting a signal."""
        self._silent = True
        self.setValue(round(weight * STEPS))
        self._silent = False

    def sizeHint(self) -> QSize:
        """Return the size of the track and half a handle at each end."""
        return QSize(_TRACK_WIDTH + _HANDLE + 3, 30)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the handle to the mouse; Qt would move it by one page."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.setSliderDown(True)
        self.grabbed.emit()
        self.setValue(self._value_at(event.position().x()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse while it is pressed."""
        if self.isSliderDown():
            self.setValue(self._value_at(event.position().x()))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag."""
        if event.button() == Qt.MouseButton.LeftButton and self.isSliderDown():
            self.setSliderDown(False)
            self.released.emit()
            self.update()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Move the handle to the middle."""
        self.grabbed.emit()
        self.setValue(round(CENTRE * STEPS))
        self.released.emit()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by 0.01 on arrow keys, by 0.10 on Page Up and Down, to the ends on Home and End."""
        if not event.isAutoRepeat():
            self.grabbed.emit()
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End the change when the key is released, not at each automatic repeat."""
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self.released.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Treat each step of the wheel as one change."""
        self.grabbed.emit()
        super().wheelEvent(event)
        self.released.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Repaint when the slider is enabled or disabled."""
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw track, preset dots and handle."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_track(painter)
            self._paint_dots(painter)
            self._paint_handle(painter)

    def _paint_track(self, painter: QPainter) -> None:
        track = QRectF(self._left(), self._middle() - _TRACK_HEIGHT / 2, self._span(), _TRACK_HEIGHT)
        colours = QLinearGradient(track.topLeft(), track.topRight())
        for position, token in ((0.0, "kw"), (0.5, "border_strong"), (1.0, "sem")):
            colours.setColorAt(position, c(token))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(1.0 if self.isEnabled() else 0.3)
        painter.setBrush(colours)
        painter.drawRoundedRect(track, _TRACK_HEIGHT / 2, _TRACK_HEIGHT / 2)
        painter.setOpacity(1.0)

    def _paint_dots(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(c("text3" if self.isEnabled() else "disabled"))
        for preset in self._presets:
            middle = QPointF(self._x_of(preset), self._middle() + _DOT_Y)
            painter.drawEllipse(middle, _DOT / 2, _DOT / 2)

    def _paint_handle(self, painter: QPainter) -> None:
        focused = self.hasFocus() and self.isEnabled()
        radius = _HANDLE / 2
        painter.setPen(QPen(c("accent"), 2) if focused else QPen(c("border_input"), 1.25))
        painter.setBrush(c("text" if is_dark() else "surface"))
        painter.drawEllipse(QPointF(self._x_of(self.value()), self._middle()), radius, radius)

    def _left(self) -> float:
        return _HANDLE / 2 + 1.5

    def _span(self) -> float:
        return self.width() - 2 * self._left()

    def _middle(self) -> float:
        return self.height() / 2 - 1

    def _x_of(self, value: int) -> float:
        return self._left() + self._span() * value / STEPS

    def _value_at(self, x: float) -> int:
        value = round(max(0.0, min(1.0, (x - self._left()) / self._span())) * STEPS)
        return next((preset for preset in self._presets if abs(preset - value) <= _SNAP), value)

    def _describe(self) -> None:
        """Say both weights to assistive technology, which reads the value alone as a number."""
        words = translate("Meaning {meaning} %, words {words} %")
        self.setAccessibleDescription(words.format(meaning=self.value(), words=STEPS - self.value()))

    def _tell(self, value: int) -> None:
        self._describe()
        self.update()
        if not self._silent:
            self.weightMoved.emit(value / STEPS)
