"""Menus that are created each time they are shown."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu


def pop_up(menu: QMenu, position: QPoint) -> None:
    """Show a menu at a position on the screen, and delete it with all its actions when it closes."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(position)
