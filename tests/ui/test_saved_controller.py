"""Saved searches are looked at again when files changed."""

import pytest
from PySide6.QtCore import Qt

from tests.fakes.core import EchoCore
from ui.controllers.jobs import Jobs
from ui.panels.filters.new_results import SavedController
from ui.panels.filters.pane import FiltersPane
from ui.panels.saved.store import SearchStore


@pytest.fixture
def store(tmp_path):
    return SearchStore(tmp_path / "searches.json")


def look(store, qtbot):
    """Run the saved searches of a store and return what the Saved tab says."""
    filters = FiltersPane(store)
    qtbot.addWidget(filters)
    jobs = Jobs(1)
    controller = SavedController(jobs, filters)
    controller.attach(EchoCore())
    controller.look_now()
    qtbot.waitUntil(lambda: not controller._waiting)
    jobs.shutdown()
    model = filters.saved.model()
    return [model.data(model.index(row, 0), Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]


def test_every_saved_search_tells_how_many_files_are_new(themed, store, qtbot):
    for name, text in (("words", "alpha beta"), ("one", "gamma")):
        store.save(name, text)
        store.remember_found(text, ["seen before"])
    assert look(store, qtbot) == ["words, alpha beta, 2 new", "one, gamma, 1 new"]


def test_a_search_that_was_never_looked_at_has_no_news(themed, store, qtbot):
    store.save("fresh", "alpha")
    assert look(store, qtbot) == ["fresh, alpha"]


def test_a_saved_search_that_fails_does_not_stop_the_others(themed, store, qtbot):
    for name, text in (("faulty", " "), ("last", "delta")):
        store.save(name, text)
        store.remember_found(text, ["seen before"])
    assert look(store, qtbot)[-1] == "last, delta, 1 new"
