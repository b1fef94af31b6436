"""Where windows may stand."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication

_TITLE = 40
"""Pixels at the top of a window by which it can be taken and moved."""

_GRASP = 120
"""Of its title so many pixels across are in sight at least."""


def is_on_a_screen(place: Sequence[int], size: QSize) -> bool:
    """Return whether a window that was left at this place can be reached there: screens come and go."""
    if len(place) != len(("x", "y")):
        return False
    title = QRect(QPoint(*place), QSize(size.width(), _TITLE))
    seen = (screen.availableGeometry() & title for screen in QGuiApplication.screens())
    return any(part.height() == _TITLE and part.width() >= _GRASP for part in seen)
