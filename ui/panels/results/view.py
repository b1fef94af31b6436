"""The results list with its key handling."""

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from ui.panels.results.cards import Cards
from ui.panels.results.keys import ResultKeys
from ui.panels.results.list_view import ResultsList
from ui.panels.results.model import ResultsModel


class ResultsView(ResultsList):
    """A `ResultsList` that can be used with the keyboard."""

    def __init__(self, model: ResultsModel, cards: Cards, parent: QWidget | None = None) -> None:
        super().__init__(model, cards, parent)
        self._keys = ResultKeys(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of the list, and pass all others to Qt."""
        if not self._keys.press(event):
            super().keyPressEvent(event)
