"""Counts of the filters: those of a group without its own choice, so that another value can be taken."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from search.query.edit import without_filter
from search.types.query import SearchQuery
from search.types.results import Facet, SearchResult
from ui.controllers.jobs import Jobs
from ui.controllers.search_controller import SearchController
from ui.filters.facets import GROUPS, Group, choices


class FacetCounts(QObject):
    """Asks once more for each group in which something is chosen; ``changed`` brings all facets of a query."""

    changed = Signal(object)

    def __init__(self, search: SearchController, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._search, self._jobs = search, jobs
        self._facets: dict[str, Facet] = {}
        self._freed: dict[str, tuple[str, Facet]] = {}
        """Of a column: the query without its filters, and what that found."""

    def show(self, facets: Sequence[Facet]) -> None:
        """Take the facets of a new answer; those of groups with a choice follow when they are counted."""
        text = self._search.text
        self._facets = {facet.column: facet for facet in facets}
        chosen = [group for group in GROUPS if choices(text, group)]
        self._freed = {
            group.column: self._freed[group.column]
            for group in chosen
            if self._freed.get(group.column, (None,))[0] == without_filter(text, group.key)
        }
        self._tell()
        for group in chosen:
            self._count(text, group)

    def _count(self, text: str, group: Group) -> None:
        other, search = without_filter(text, group.key), self._search
        if not other.strip():
            return
        ranking = replace(search.settings, min_score=0.0)
        query = SearchQuery(other, ranking=ranking, top=1, access=search.access, facets=True, explain=False)

        def take(result: SearchResult | None) -> None:
            facet = next((one for one in result.facets if one.column == group.column), None) if result else None
            if facet is not None and search.text == text:
                self._freed[group.column] = (other, facet)
                self._tell()

        self._jobs.run(lambda: search.count(query), take)

    def _tell(self) -> None:
        freed = {column: facet for column, (_, facet) in self._freed.items()}
        self.changed.emit(tuple({**self._facets, **freed}.values()))
