"""Names of the whole index for the command palette: files, definitions, tables and headings."""

from PySide6.QtCore import QObject, Signal

from search.types.symbols import Symbol, SymbolRequest
from ui.controllers.search_controller import SearchController

LEAST_LETTERS = 2
"""Letters from which names are asked for: one letter begins thousands."""


class IndexSymbols(QObject):
    """Answers from memory what has the newest letters, and asks the core for it once.

    Signals:
        changed: the names for the newest letters are here.

    Attributes:
        complete: whether the names are those for the newest letters, not for letters typed before.
    """

    changed = Signal()

    def __init__(self, search: SearchController, parent: QObject) -> None:
        super().__init__(parent)
        self._search = search
        self._text = ""
        self._symbols: tuple[Symbol, ...] = ()
        self.complete = True

    def matching(self, text: str) -> tuple[Symbol, ...]:
        """Return names that match; until the core has answered, those that matched the letters before."""
        text = " ".join(text.split())
        if len(text) < LEAST_LETTERS:
            self._text, self._symbols, self.complete = text, (), True
        elif text != self._text:
            self._text, self.complete = text, False
            self._search.ask_symbols(SymbolRequest(text), self._take)
        return self._symbols

    def _take(self, request: SymbolRequest, symbols: tuple[Symbol, ...]) -> None:
        if request.text == self._text:
            self._symbols, self.complete = symbols, True
            self.changed.emit()
