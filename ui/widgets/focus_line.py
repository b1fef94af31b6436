"""A line along the top of the list or text that has the keyboard focus, so that a person sees where keys go."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from ui.theme.tokens import c

HEIGHT = 2


class FocusLine(QWidget):
    """Lies over ``area`` at the upper edge of a view inside ``panes`` while that has the focus.

    Controls draw their own focus; lists and texts fill their panes and have no frame that could be drawn.
    """

    def __init__(self, area: QWidget, panes: QWidget) -> None:
        super().__init__(area)
        self._panes = panes
        self._view: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the edge of the view."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide}:
            self._lay()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line."""
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), c("accent"))

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is self._view:
            return
        if self._view is not None:
            self._view.removeEventFilter(self)
        is_view = isinstance(now, QAbstractScrollArea) and self._panes.isAncestorOf(now)
        self._view = now if is_view else None
        if self._view is not None:
            self._view.installEventFilter(self)
            self._view.destroyed.connect(self._forget)
        self._lay()

    def _forget(self) -> None:
        self._view = None
        self.hide()

    def _lay(self) -> None:
        view, area = self._view, self.parentWidget()
        shown = view is not None and view.isVisible() and area is not None
        if shown and view is not None and area is not None:
            corner = view.mapTo(area, QPoint(0, 0))
            self.setGeometry(corner.x(), corner.y(), view.width(), HEIGHT)
            self.raise_()
        self.setVisible(shown)
