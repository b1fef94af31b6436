"""The application as a system sees it that hands addresses to the program that runs, as macOS does."""

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """Emits ``addressOpened(text)`` for each address that is handed over."""

    addressOpened = Signal(str)

    def event(self, event: QEvent) -> bool:
        """Take an address; leave the rest to Qt."""
        if not isinstance(event, QFileOpenEvent):
            return super().event(event)
        self.addressOpened.emit(event.url().toString(QUrl.ComponentFormattingOption.FullyEncoded))
        return True
