"""Files that stay beside the preview while the selection moves on, each with a tab."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from search.types.status import FileText
from ui.controllers.spot import Spot
from ui.i18n.language import translate
from ui.panels.preview.pane import PreviewPane
from ui.theme.fonts import font


class FileTabs(QTabBar):
    """One tab for each file; Delete closes the current one."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(translate("Pinned files"))
        self.setTabsClosable(True)
        self.setMovable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        self.setFont(font(12, 500))

    def changeEvent(self, event: QEvent) -> None:
        """Use the font of the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFont(font(12, 500))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the current tab on Delete."""
        if event.key() == Qt.Key.Key_Delete:
            self.tabCloseRequested.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class PinnedFiles(QWidget):
    """The pinned files, of which one is shown.

    Signals:
        textWanted: the `Spot` whose file is to be given to `show_text`.
        emptied: the last file was closed.
    """

    textWanted = Signal(object)
    emptied = Signal()

    def __init__(self, pane: PreviewPane) -> None:
        super().__init__()
        self.pane = pane
        self.tabs = FileTabs()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(pane, 1)
        self.tabs.currentChanged.connect(self._show_tab)
        self.tabs.tabCloseRequested.connect(self.close_tab)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The pinned places, in the order of the tabs."""
        return tuple(self.tabs.tabData(number) for number in range(self.tabs.count()))

    def pin(self, spot: Spot) -> None:
        """Keep a file; one that is kept already is shown at its new place."""
        number = next((n for n, known in enumerate(self.spots) if known.file == spot.file), -1)
        if number < 0:
            number = self.tabs.addTab(spot.path.rpartition("/")[2])
            self.tabs.setTabToolTip(number, f"{spot.repository}/{spot.path}")
        self.tabs.setTabData(number, spot)
        self.tabs.setCurrentIndex(number)
        self._show_tab(number)

    def close_tab(self, number: int) -> None:
        """Close a file."""
        self.tabs.removeTab(number)
        if not self.tabs.count():
            self.emptied.emit()

    def show_text(self, spot: Spot, text: FileText, terms: tuple[str, ...]) -> None:
        """Show the text of a file, if its tab is still the current one."""
        if spot == self.tabs.tabData(self.tabs.currentIndex()):
            self.pane.show_text(text, spot, terms)

    def _show_tab(self, number: int) -> None:
        spot = self.tabs.tabData(number)
        if spot is not None:
            self.pane.show_waiting(spot)
            self.textWanted.emit(spot)
