"""Paints rows from right to left: parts change sides, but text and pictures are not mirrored."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QLayout


class _Sides:
    """Whether the current row is mirrored; reading it from the painter would create an object for each word."""

    changed = False


_AS_IT_IS = nullcontext()


def mirrored(painter: QPainter, row: QRectF, direction: Qt.LayoutDirection) -> AbstractContextManager[None]:
    """Mirror what is drawn inside within ``row``, if the window has a right-to-left layout."""
    if direction is Qt.LayoutDirection.RightToLeft:
        return _turned(painter, row.left(), row.right(), changed=True)
    return _AS_IT_IS


def is_mirrored() -> bool:
    """Return whether the current row is mirrored."""
    return _Sides.changed


def upright(painter: QPainter, left: float, right: float) -> AbstractContextManager[None]:
    """Draw what is between ``left`` and ``right`` without mirroring it, at its mirrored position."""
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
    """Set margins by start and end of a row, because Qt does not swap left and right."""
    left, right = (end, start) if QGuiApplication.isRightToLeft() else (start, end)
    layout.setContentsMargins(left, top, right, bottom)


def from_start(x: float, width: float, direction: Qt.LayoutDirection) -> float:
    """Return the distance of ``x`` from the start of a row of ``width``."""
    return width - x if direction is Qt.LayoutDirection.RightToLeft else x
