"""The preview and the pinned files beside it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from ui.theme.sizes import scaled

SIDE_BY_SIDE_FROM = 760
"""Width from which on two files are beside each other; below it, one above the other."""


class Beside(QSplitter):
    """The preview, with pinned files beside it or, in a narrow pane, below it."""

    def __init__(self, shown: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setChildrenCollapsible(False)
        self.addWidget(shown)

    def add(self, pinned: QWidget) -> None:
        """Give one half to the pinned files."""
        self.addWidget(pinned)
        self._arrange()
        half = max(1, (self.width() if self.orientation() == Qt.Orientation.Horizontal else self.height()) // 2)
        self.setSizes([half, half])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the halves beside each other where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= scaled(SIDE_BY_SIDE_FROM)
        self.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
