"""Menus that are made for one look."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu


def pop_up(menu: QMenu, position: QPoint) -> None:
    """Show a menu at a place of the screen; it is gone when it closes, with all that its actions hold."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(position)
