"""Counts of the filters beside the list that a choice leaves."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from search.ports import SearchCore
from search.types.query import SearchQuery
from search.types.results import Facet, SearchResult
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import core, empty_window, search, window  # noqa: F401 -- fixtures
from ui.controllers.jobs import Jobs
from ui.controllers.search_controller import SearchController
from ui.panels.filters.facet_counts import FacetCounts
from ui.panels.filters.facets import Value
from ui.panels.filters.model import FacetsModel, GroupNode
from ui.panels.filters.pane import Tab
from ui.window.main_window import MainWindow


class FewCandidates(WindowCore):
    """Looks, without a filter, at the files of one repository only, as an index does that holds too many alike."""

    def search(self, query: SearchQuery, /) -> SearchResult:
        result = super().search(query)
        if "repo:" in query.text:
            return result
        return replace(result, facets=(Facet("repository", (("gateway", 2), ("relay", 1))),))


def test_a_value_that_is_chosen_has_as_many_files_as_are_shown(qtbot: QtBot):
    few: SearchCore = FewCandidates({f"relay/a{n}.py": "lease\n" for n in range(5)} | {"gateway/b.py": "lease\n"})
    jobs = Jobs(1)
    asking = SearchController(jobs, bool)
    asking.attach(few)
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


def test_files_below_the_minimum_confidence_are_not_counted(window: MainWindow, qtbot: QtBot):  # noqa: F811
    search(qtbot, window, "lease retry")
    workbench = window.workbench
    model = workbench.filters.widget.facets
    everything = counts_of(model, "language")
    workbench.layout.tuning.relevance.setValue(0.5)
    qtbot.waitUntil(lambda: counts_of(model, "language") != everything)
    passing = counts_of(model, "language")
    assert sum(passing.values()) == workbench.answers.shown.total_files
    for language, count in passing.items():
        search(qtbot, window, f"lease retry lang:{language}")
        assert workbench.answers.shown.total_files == count


def test_exact_search_counts_the_files_that_have_lines(window: MainWindow, qtbot: QtBot):  # noqa: F811
    search(qtbot, window, "lease retry")
    workbench = window.workbench
    model = workbench.filters.widget.facets
    workbench.query.run("/def backoff/")
    qtbot.waitUntil(lambda: counts_of(model, "language") == {"python": 1})
    assert counts_of(model, "repository") == {"relay": 1}


def test_exact_search_counts_a_group_without_its_own_choice(window: MainWindow, qtbot: QtBot):  # noqa: F811
    model = window.workbench.filters.widget.facets
    window.workbench.query.run("/backoff/ repo:gateway")
    qtbot.waitUntil(lambda: counts_of(model, "repository") == {"gateway": 1, "relay": 2})
    assert counts_of(model, "language") == {"rust": 1}


def test_exact_search_that_finds_nothing_leaves_no_counts(window: MainWindow, qtbot: QtBot):  # noqa: F811
    search(qtbot, window, "lease retry")
    model = window.workbench.filters.widget.facets
    window.workbench.query.run("/nothing at all/")
    qtbot.waitUntil(lambda: counts_of(model, "language") == {})


def counts_of(model: FacetsModel, column: str) -> dict[str, int]:
    """Return the counts that the column shows, without those of 0."""
    groups = [model.index(row, 0) for row in range(model.rowCount())]
    for index in groups:
        node = model.node_at(index)
        if isinstance(node, GroupNode) and node.group.column == column:
            values = (model.node_at(model.index(row, 0, index)) for row in range(model.rowCount(index)))
            return {value.value: value.count for value in values if isinstance(value, Value) and value.count}
    return {}


def test_where_more_files_match_than_are_counted_the_filters_say_so(
    window: MainWindow,  # noqa: F811 -- the fixture
    core: WindowCore,  # noqa: F811 -- the fixture
    qtbot: QtBot,
):
    pane = window.workbench.filters.widget
    core.further = 4_000
    paths = search(qtbot, window, "retry lease worker")
    assert pane.counted.isVisible()
    assert pane.counted.text() == f"Counts of the first {len(paths)} files"
    pane.show_tab(Tab.HISTORY)
    assert not pane.counted.isVisible()
    pane.show_tab(Tab.FILTERS)
    assert pane.counted.isVisible()
    search(qtbot, window, "lang:python")
    assert not pane.counted.isVisible()
    search(qtbot, window, "retry lease worker")
    assert pane.counted.isVisible()
    with qtbot.waitSignal(window.workbench.search.emptied):
        window.workbench.query.run("")
    assert not pane.counted.isVisible()
    core.further = 0
    search(qtbot, window, "retry lease")
    assert not pane.counted.isVisible()
