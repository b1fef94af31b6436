"""A dashed frame onto which folders can be dropped."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame

from ui.theme import sizes
from ui.theme.tokens import c

_DASH = [5.0, 4.0]
"""Dash pattern in pen widths."""


def dropped_folders(data: QMimeData) -> tuple[str, ...]:
    """Return the dragged folders in order; a file counts as its folder."""
    paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return tuple(dict.fromkeys(str(path if path.is_dir() else path.parent) for path in paths))


def folders_from_elsewhere(event: QDropEvent) -> tuple[str, ...]:
    """Return the folders that another program drags in; none for a row that is dragged out of this program."""
    return () if event.source() is not None else dropped_folders(event.mimeData())


def take_to_look_at(event: QDropEvent) -> None:
    """Accept a drop as a copy, so that a file manager that moves files does not delete the source."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


class DropZone(QFrame):
    """Emits ``dropped(tuple of folder paths)``; dropped files count as their folders."""

    dropped = Signal(tuple)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._over = False
        self.setAcceptDrops(True)
        self.setAccessibleName(name)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Highlight the frame while folders are dragged over it."""
        if event.mimeData().hasUrls():
            take_to_look_at(event)
            self._show_over(over=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Remove the highlight."""
        super().dragLeaveEvent(event)
        self._show_over(over=False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit the dropped folders."""
        self._show_over(over=False)
        folders = dropped_folders(event.mimeData())
        if folders:
            take_to_look_at(event)
            self.dropped.emit(folders)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw background and dashes; a style sheet would break the dashes at the corners."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pen = QPen(c("accent" if self._over else "border_input"), 1.5)
            pen.setDashPattern(_DASH)
            painter.setPen(pen)
            painter.setBrush(c("accent_soft" if self._over else "sunken"))
            frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(frame, sizes.RADIUS_POPUP, sizes.RADIUS_POPUP)

    def _show_over(self, *, over: bool) -> None:
        self._over = over
        self.update()
