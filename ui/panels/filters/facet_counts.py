"""Counts of the filters: those of a group without its own choice, so that another value can be taken.

A value that is chosen has the count of the answer that is shown: a search with it can find more than one without.
"""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from search.query.edit import without_filter
from search.types.filters import Access
from search.types.query import Mode, SearchQuery
from search.types.results import Facet, SearchResult
from ui.controllers.jobs import Jobs
from ui.controllers.search_controller import SearchController
from ui.panels.filters.facets import GROUPS, Choice, Group, choices

_CountKey = tuple[str, Access, Mode]
"""What counts hang on: the query without the filters of a group, the rights, the mode."""


class FacetCounts(QObject):
    """Asks once more for each group in which something is chosen; ``changed`` brings all facets of a query."""

    changed = Signal(object)

    def __init__(self, search: SearchController, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._search, self._jobs = search, jobs
        self._facets: dict[str, Facet] = {}
        self._freed: dict[str, tuple[_CountKey, Facet]] = {}
        """Of a column: what was asked without its filters, and what that found."""
        self._shows = 0
        self._included: dict[str, frozenset[str]] = {}
        """Of a column: the values that the query asks for."""

    def show(self, facets: Sequence[Facet]) -> None:
        """Take the facets of a new answer; those of groups with a choice follow when they are counted."""
        text = self._search.text
        self._shows += 1
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
        for group in chosen:
            self._count(text, group)

    def _count_key(self, text: str, group: Group) -> _CountKey:
        return without_filter(text, group.key), self._search.access, self._search.settings.mode

    def _count(self, text: str, group: Group) -> None:
        key, search, shows = self._count_key(text, group), self._search, self._shows
        other, _, _ = key
        if not other.strip():
            return
        ranking = replace(search.settings, min_score=0.0)
        query = SearchQuery(other, ranking=ranking, top=1, access=search.access, facets=True, explain=False)

        def take(result: SearchResult | None) -> None:
            facet = (
                next((facet for facet in result.facets if facet.column == group.column), None) if result else None
            )
            if facet is not None and search.text == text and shows == self._shows:
                self._freed[group.column] = (key, facet)
                self._tell()

        self._jobs.run(lambda: search.count(query), take)

    def _tell(self) -> None:
        freed = {column: self._with_shown(facet) for column, (_, facet) in self._freed.items()}
        self.changed.emit(tuple({**self._facets, **freed}.values()))

    def _with_shown(self, facet: Facet) -> Facet:
        """Return counts without the group's own choice, but of the answer for the values that it asks for."""
        included = self._included.get(facet.column, frozenset())
        shown = self._facets.get(facet.column, Facet(facet.column, ()))
        counts = dict(facet.values) | {value: count for value, count in shown.values if value in included}
        return replace(facet, values=tuple(counts.items()))
