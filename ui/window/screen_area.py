"""Keeps a window, with the frame that the system draws around it, on its screen."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow, QWidget

from ui.theme import sizes

TITLE_BAR = 40
"""Pixels at the top of a window by which it can be moved; what its frame is taken for until it is known."""

SETTLED_MS = 120
"""Pause after a change until the window is measured: window managers tell the size of the frame late."""

_GRIP = 120
"""Width of the title bar that has to be on a screen."""

_EDGE = 4
"""Assumed size of the frame of a window until it is known."""


class ScreenArea(QObject):
    """Watches on which screen a window is, and how large that is.

    Signals:
        changed: another screen, or another size, resolution or work area of it.
    """

    changed = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._screen: QScreen | None = None
        self._watched = False
        self._frame = frame_of(window)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SETTLED_MS)
        self._soon.timeout.connect(self.keep_inside)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that the window is shown for the first time."""
        if event.type() == QEvent.Type.Show and not self._watched:
            self._watched = True
            handle = self._window.windowHandle()
            handle.screenChanged.connect(self._follow)
            self._follow(handle.screen())
        return super().eventFilter(watched, event)

    def check_soon(self) -> None:
        """Measure the window once its frame is known."""
        self._soon.start()

    def keep_inside(self) -> None:
        """Make a window smaller that is larger than its screen with its frame, and move it inside."""
        window = self._window
        if not window.isVisible() or window.windowState() & _WHOLE:
            return
        area = window.screen().availableGeometry()
        least = QSize(*sizes.LOW_WINDOW)
        if least.boundedTo(area.size()) != least:
            return  # no window fits on this screen
        frame = frame_of(window)
        if frame != self._frame:  # how small the window may get depends on it
            self._frame = frame
            self.changed.emit()
        inner = QRect(window.geometry())
        wanted = inside(inner.marginsAdded(frame), area).marginsRemoved(frame)
        if wanted != inner:
            window.setGeometry(wanted)

    def _follow(self, screen: QScreen) -> None:
        if self._screen is not None:
            self._screen.availableGeometryChanged.disconnect(self._notice)
            self._screen.logicalDotsPerInchChanged.disconnect(self._notice)
        self._screen = screen
        screen.availableGeometryChanged.connect(self._notice)
        screen.logicalDotsPerInchChanged.connect(self._notice)
        self._notice()

    def _notice(self) -> None:
        self.changed.emit()
        self._soon.start()


def frame_of(window: QWidget) -> QMargins:
    """Return the width of the frame that the system draws around a window; a usual one while it is not known."""
    handle = window.windowHandle()
    margins = handle.frameMargins() if handle is not None else QMargins()
    return QMargins(_EDGE, TITLE_BAR, _EDGE, _EDGE) if margins.isNull() and not window.isVisible() else margins


def inside(frame: QRect, area: QRect) -> QRect:
    """Return the rectangle of a frame that is no larger than ``area``, moved as little as is needed."""
    size = frame.size().boundedTo(area.size())
    left = min(max(frame.left(), area.left()), area.right() + 1 - size.width())
    top = min(max(frame.top(), area.top()), area.bottom() + 1 - size.height())
    return QRect(QPoint(left, top), size)


def size_within(size: QSize, screen: QSize) -> QSize:
    """Return the size at which a window and its frame fit on a screen, if it has room for any window."""
    room = QSize(screen.width() - 2 * _EDGE, screen.height() - TITLE_BAR - _EDGE)
    least = QSize(*sizes.LOW_WINDOW)
    return size.boundedTo(room) if least.boundedTo(room) == least else size


def is_on_a_screen(position: Sequence[int], size: QSize) -> bool:
    """Return whether a window that was left at this position can be reached: screens are plugged in and out."""
    if len(position) != len(("x", "y")):
        return False
    title_bar = QRect(QPoint(*position), QSize(size.width(), TITLE_BAR))
    visible = (screen.availableGeometry() & title_bar for screen in QGuiApplication.screens())
    return any(part.height() == TITLE_BAR and part.width() >= _GRIP for part in visible)


_WHOLE = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen | Qt.WindowState.WindowMinimized
"""States in which the system decides on the size of a window."""
