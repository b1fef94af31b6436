"""Painting rows from right to left: parts change sides, and what is read in one direction is drawn upright."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter


def mirror(painter: QPainter, row: QRectF, direction: Qt.LayoutDirection) -> None:
    """Have what is drawn from now on change sides within ``row`` where the window runs from the right."""
    if direction is Qt.LayoutDirection.RightToLeft:
        painter.translate(row.left() + row.right(), 0)
        painter.scale(-1, 1)


def is_mirrored(painter: QPainter) -> bool:
    """Return whether sides are changed."""
    return painter.worldTransform().m11() < 0


@contextmanager
def upright(painter: QPainter, left: float, right: float) -> Iterator[None]:
    """Draw what lies between ``left`` and ``right`` as it is read, at the place that it has from the right."""
    if not is_mirrored(painter):
        yield
        return
    painter.save()
    painter.translate(left + right, 0)
    painter.scale(-1, 1)
    yield
    painter.restore()


def from_start(x: float, width: float, direction: Qt.LayoutDirection) -> float:
    """Return how far a place is from where a row of ``width`` begins."""
    return width - x if direction is Qt.LayoutDirection.RightToLeft else x
