"""Tells screen readers what came of a search: they hear nothing of a list that changes beside the search field."""

from PySide6.QtCore import QObject, QTimer, Signal

from ui.controllers.search_controller import SearchController
from ui.panels.results.pane import ResultsPane
from ui.shell.banners import Banners
from ui.widgets.announcement import announce

REST_MS = 700
"""Pause after the last answer: while a person types, a screen reader says the letters."""


class Announcer(QObject):
    """Announces how much the newest search found, and the message above the results.

    An answer that says the same of the same query is not announced again, however often the index changes.

    Attributes:
        rest: runs from an answer until it is announced.

    Signals:
        announced: a sentence was handed to screen readers.
    """

    announced = Signal(str)

    def __init__(self, search: SearchController, results: ResultsPane, banners: Banners, parent: QObject) -> None:
        super().__init__(parent)
        self._search, self._results = search, results
        self._message, self._is_new = "", False
        self._last = ("", "")
        self.rest = QTimer(self)
        self.rest.setSingleShot(True)
        self.rest.setInterval(REST_MS)
        self.rest.timeout.connect(self._announce)
        search.answered.connect(self._expect)
        search.reranked.connect(self._expect)
        search.lines.paged.connect(self._expect)
        search.emptied.connect(self._forget)
        banners.shownText.connect(self._take_message)

    def _expect(self) -> None:
        self._is_new = True
        self.rest.start()

    def _take_message(self, words: str) -> None:
        self._message = words
        self.rest.start()

    def _forget(self) -> None:
        self._is_new, self._last = False, ("", "")
        if not self._message:
            self.rest.stop()

    def _announce(self) -> None:
        counts = self._results.header.spoken if self._is_new else ""
        answer = (self._search.text, counts)
        sentences = [counts if answer != self._last else "", self._message]
        if self._is_new:
            self._last = answer
        self._message, self._is_new = "", False
        sentence = ". ".join(words.rstrip(".") for words in sentences if words)
        if sentence:
            announce(self._results, sentence)
            self.announced.emit(sentence)
