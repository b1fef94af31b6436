"""Replacing the query or the ranking from anywhere in the window: every control that shows them follows."""

from collections.abc import Collection
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from search.types.query import Mode, RankSettings
from ui.controllers.lines_controller import Toggles
from ui.controllers.search_controller import Example, SearchController


class QueryController(QObject):
    """Changes the query and the ranking for all widgets other than the search field.

    Signals:
        modeReplaced: names of the buttons of exact search that should be on.
        textReplaced: the query that the search field and the filters should show.
        rankingReplaced: the `RankSettings` that every ranking control should show.
    """

    modeReplaced = Signal(object)
    textReplaced = Signal(str)
    rankingReplaced = Signal(object)

    def __init__(self, search: SearchController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._search = search
        self._text_before_example = ""

    def run(self, text: str, mode: Collection[str] | None = None) -> None:
        """Put a query into the field and search immediately; an example is forgotten.

        ``mode`` has the names of the buttons of exact search that are to be on; None leaves them as they are.
        """
        self._search.forget_example()
        if mode is not None:
            self._search.lines.toggles = Toggles.of_mode(mode)
            self.modeReplaced.emit(mode)
        self.textReplaced.emit(text)
        self._search.search_for(text)

    def find_like(self, example: Example | None) -> None:
        """Search for files similar to an example; None returns to the words that were searched before."""
        if example is None:
            self.run(self._text_before_example)
            return
        if self._search.example is None:
            self._text_before_example = self._search.text
        self.textReplaced.emit("")
        self._search.set_text("")
        self._search.search_like(example)

    def set_ranking(self, settings: RankSettings) -> None:
        """Rank with these settings and show them in every control."""
        self.rankingReplaced.emit(settings)
        self._search.set_settings(settings)

    def set_mode(self, mode: Mode) -> None:
        """Search by word, by meaning, or by both."""
        self.set_ranking(replace(self._search.settings, mode=mode))
