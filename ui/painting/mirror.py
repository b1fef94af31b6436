"""Painting rows from right to left: parts change sides, and what is read in one direction is drawn upright."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QLayout


class _Sides:
    """Whether what is painted now changes sides; asking the painter makes an object for every word of a row."""

    changed = False


_AS_IT_IS = nullcontext()


def mirrored(painter: QPainter, row: QRectF, direction: Qt.LayoutDirection) -> AbstractContextManager[None]:
    """Have what is drawn inside change sides within ``row`` where the window runs from the right."""
    if direction is Qt.LayoutDirection.RightToLeft:
        return _turned(painter, row.left(), row.right(), changed=True)
    return _AS_IT_IS


def is_mirrored() -> bool:
    """Return whether sides are changed."""
    return _Sides.changed


def upright(painter: QPainter, left: float, right: float) -> AbstractContextManager[None]:
    """Draw what lies between ``left`` and ``right`` as it is read, at the place that it has from the right."""
    return _turned(painter, left, right, changed=False) if _Sides.changed else _AS_IT_IS


@contextmanager
def _turned(painter: QPainter, left: float, right: float, *, changed: bool) -> Iterator[None]:
    before = _Sides.changed
    painter.save()
    painter.translate(left + right, 0)
    painter.scale(-1, 1)
    _Sides.changed = changed
    try:
        yield
    finally:
        _Sides.changed = before
        painter.restore()


def set_margins(layout: QLayout, start: int, top: int, end: int, bottom: int) -> None:
    """Keep free what lies where rows begin and where they end: Qt takes left and right as they are."""
    left, right = (end, start) if QGuiApplication.isRightToLeft() else (start, end)
    layout.setContentsMargins(left, top, right, bottom)


def from_start(x: float, width: float, direction: Qt.LayoutDirection) -> float:
    """Return how far a place is from where a row of ``width`` begins."""
    return width - x if direction is Qt.LayoutDirection.RightToLeft else x
