"""Counts of the filters beside the list that a choice leaves."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from search.ports import SearchCore
from search.types.query import SearchQuery
from search.types.results import Facet, SearchResult
from tests.fakes.window_core import WindowCore
from ui.controllers.jobs import Jobs
from ui.controllers.search_controller import SearchController
from ui.panels.filters.facet_counts import FacetCounts


class FewCandidates(WindowCore):
    """Looks, without a filter, at the files of one repository only, as an index does that holds too many alike."""

    def search(self, query: SearchQuery, /) -> SearchResult:
        result = super().search(query)
        if "repo:" in query.text:
            return result
        return replace(result, facets=(Facet("repository", (("gateway", 2), ("relay", 1))),))


def test_a_value_that_is_chosen_has_as_many_files_as_are_shown(qtbot: QtBot):
    core: SearchCore = FewCandidates({f"relay/a{n}.py": "lease\n" for n in range(5)} | {"gateway/b.py": "lease\n"})
    jobs = Jobs(1)
    asking = SearchController(jobs, bool)
    asking.attach(core)
    counts = FacetCounts(asking, jobs)
    messages: list[dict[str, int]] = []
    counts.changed.connect(
        lambda facets: messages.extend(dict(facet.values) for facet in facets if facet.column == "repository")
    )
    asking.answered.connect(lambda answer: counts.show(answer.facets))
    asking.search_for("lease repo:relay")
    qtbot.waitUntil(lambda: bool(messages) and "gateway" in messages[-1])
    assert messages[-1] == {"gateway": 2, "relay": 5}
    jobs.shutdown()
