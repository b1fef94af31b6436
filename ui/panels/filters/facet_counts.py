"""Counts of the filters: how many files the list shows once a value is chosen.

Those of a group are counted without its own choice, so that another value can be taken. Files below the minimum
confidence are left out, as in the list. A value that is chosen has the count of the answer that is shown: a search
with it can find more than one without.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from search.query.edit import without_filter
from search.types.filters import Access
from search.types.query import Mode, SearchQuery
from search.types.results import Facet
from ui.controllers.jobs import Jobs
from ui.controllers.lines_controller import Toggles
from ui.controllers.search_controller import SearchController
from ui.panels.filters.facets import GROUPS, Choice, Group, choices

_CountKey = tuple[str, Access, Mode, float, Toggles]
"""What counts depend on: the query without the filters of a group, rights, mode, minimum confidence, toggles."""

RECOUNT_MS = 200
"""Pause after the last change of the minimum confidence until the files are counted again."""


class FacetCounts(QObject):
    """Asks separately for each group with a chosen value; ``changed`` delivers all facets of a query."""

    changed = Signal(object)

    def __init__(self, search: SearchController, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._search, self._jobs = search, jobs
        self._facets: dict[str, Facet] = {}
        self._freed: dict[str, tuple[_CountKey, Facet]] = {}
        """For a column: the query without its filters, and the counts of that query."""
        self._shows = 0
        self._answered: tuple[Facet, ...] = ()
        self._recount = QTimer(self)
        self._recount.setSingleShot(True)
        self._recount.setInterval(RECOUNT_MS)
        self._recount.timeout.connect(lambda: self.show(self._answered))
        self._included: dict[str, frozenset[str]] = {}
        """Of a column: the values that the query asks for."""

    def show(self, facets: Sequence[Facet], *, complete: bool = True) -> None:
        """Take the facets of a new answer; those of groups with a choice follow when they are counted.

        Args:
            facets: counts of the files that the list shows.
            complete: all files of the answer are counted; until then no further count is asked for.
        """
        text = self._search.text
        self._recount.stop()
        self._shows, self._answered = self._shows + 1, tuple(facets)
        self._facets = {facet.column: facet for facet in facets}
        chosen = [group for group in GROUPS if choices(text, group)]
        self._included = {
            group.column: frozenset(
                value for value, choice in choices(text, group).items() if choice is Choice.INCLUDED
            )
            for group in chosen
        }
        self._freed = {
            group.column: self._freed[group.column]
            for group in chosen
            if self._freed.get(group.column, (None,))[0] == self._count_key(text, group)
        }
        self._tell()
        if not complete:
            return
        if self._search.settings.min_score > 0 and text.strip() and not self._search.lines.takes(text):
            self._ask(text, self._take_passing)
        for group in chosen:
            self._count(text, group)

    def recount(self) -> None:
        """Count again soon: the minimum confidence changed, the answer did not."""
        self._recount.start()

    def _count_key(self, text: str, group: Group) -> _CountKey:
        settings = self._search.settings
        without = without_filter(text, group.key)
        return without, self._search.access, settings.mode, settings.min_score, self._search.lines.toggles

    def _count(self, text: str, group: Group) -> None:
        key = self._count_key(text, group)

        def take(facets: tuple[Facet, ...]) -> None:
            for facet in facets:
                if facet.column == group.column:
                    self._freed[group.column] = (key, facet)
                    self._tell()

        if key[0].strip():
            self._ask(key[0], take)

    def _take_passing(self, facets: tuple[Facet, ...]) -> None:
        self._facets = {facet.column: facet for facet in facets}
        self._tell()

    def _ask(self, text: str, take: Callable[[tuple[Facet, ...]], None]) -> None:
        """Count the files of a query; the answer is dropped once others are shown."""
        search, shows = self._search, self._shows
        lines = search.lines if search.lines.takes(text) else None
        query = SearchQuery(text, ranking=search.settings, top=1, access=search.access, facets=True, explain=False)

        def count() -> tuple[Facet, ...]:
            if lines is not None:
                return lines.facets(text)
            result = search.count(query)
            return result.facets if result is not None else ()

        def take_newest(counted: tuple[Facet, ...]) -> None:
            if counted and shows == self._shows:
                take(counted)

        self._jobs.run(count, take_newest)

    def _tell(self) -> None:
        freed = {column: self._with_shown(facet) for column, (_, facet) in self._freed.items()}
        self.changed.emit(tuple({**self._facets, **freed}.values()))

    def _with_shown(self, facet: Facet) -> Facet:
        """Return counts without the group's own choice, but of the answer for the values that it asks for."""
        included = self._included.get(facet.column, frozenset())
        shown = self._facets.get(facet.column, Facet(facet.column, ()))
        counts = dict(facet.values) | {value: count for value, count in shown.values if value in included}
        return replace(facet, values=tuple(counts.items()))
