"""Names that the whole index defines, for the command palette."""

from PySide6.QtCore import QObject, Signal

from ui.controllers.search_controller import SearchController

LEAST_LETTERS = 2
"""Letters from which names are asked for: one letter begins thousands."""


class IndexNames(QObject):
    """Answers from memory what begins with the newest letters, and asks the core for it once.

    Signals:
        changed: the names for the newest letters are here.
    """

    changed = Signal()

    def __init__(self, search: SearchController, parent: QObject) -> None:
        super().__init__(parent)
        self._search = search
        self._prefix = ""
        self._names: tuple[tuple[str, int], ...] = ()

    def beginning_with(self, prefix: str) -> tuple[tuple[str, int], ...]:
        """Return names with the number of files that define each; none until they are here."""
        prefix = prefix.strip()
        if len(prefix) < LEAST_LETTERS:
            return ()
        if prefix != self._prefix:
            self._prefix, self._names = prefix, ()
            self._search.ask_names(prefix, self._take)
        return self._names

    def _take(self, prefix: str, names: tuple[tuple[str, int], ...]) -> None:
        if prefix == self._prefix:
            self._names = names
            self.changed.emit()
