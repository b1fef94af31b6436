"""What screen readers say at once, wherever the focus is."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, sentence: str) -> None:
    """Have screen readers say a sentence on behalf of a widget, once they are done with what they say now."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))
