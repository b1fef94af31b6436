"""Searches again once meaning covers more of the files than it did for the answer that is shown."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from search.types.results import SearchResult
from ui.controllers.index_controller import IndexController
from ui.controllers.search_controller import SearchController

PAUSE_MS = 3_000
"""Time between two searches while vectors are made: each of them may reorder what a person reads."""
_BY_WORD = "search.without_meaning"
_IN_PART = "search.meaning_covers"
"""Codes of the notes of an answer that a later one to the same question surpasses."""


class AwaitedMeaning(QObject):
    """Compares the readiness of the index with that of the shown answer.

    An answer that comes while the model is loaded may be shown before or after the status that says so. The status
    is therefore asked for after each answer that lacks meaning, and the search is repeated once for each share.
    """

    def __init__(
        self,
        search: SearchController,
        index: IndexController,
        search_again: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._search, self._index, self._search_again = search, index, search_again
        self._query = ""
        self._covered: float | None = None
        self._searched_at = 0.0
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._compare)
        search.answered.connect(self._take)
        search.emptied.connect(self._forget)
        search.lines.begun.connect(lambda _text: self._forget())
        index.statusChanged.connect(lambda _status: self._compare())

    def _take(self, answer: SearchResult) -> None:
        self._query, self._covered = answer.query, _covered(answer)
        self._searched_at = min(self._searched_at, answer.ready.semantic)
        if self._covered is not None:
            self._index.ask_status()

    def _forget(self) -> None:
        self._covered = None

    def _compare(self) -> None:
        """Search again if more is covered now; a query that is being typed and a reading are not disturbed."""
        status, covered = self._index.status, self._covered
        if status is None:
            return
        share = status.ready.semantic
        self._searched_at = min(self._searched_at, share)
        if covered is None or self._pause.isActive() or self._search.reranking or self._search.text != self._query:
            return
        if share > max(covered, self._searched_at):
            self._searched_at = share
            self._pause.start(PAUSE_MS)
            self._search_again()


def _covered(answer: SearchResult) -> float | None:
    """Return which share of the files an answer covers by meaning; None where it lacks no meaning to come."""
    codes = {note.code for note in answer.notes}
    if _BY_WORD in codes:
        return 0.0
    return answer.ready.semantic if _IN_PART in codes else None
