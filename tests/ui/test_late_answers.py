"""What was asked for before something else was asked for never shows, in whatever order answers come."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from pytestqt.qtbot import QtBot

from search.errors import QueryError
from search.types.filters import OWNER, Access
from search.types.graph import DependencyTree, TreeRequest
from search.types.query import SearchQuery
from search.types.results import SearchResult
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.panels.dependencies.panel import DependenciesPanel
from ui.window.main_window import MainWindow

T = TypeVar("T")
R = TypeVar("R")
LIMITED = Access(groups=())


class HeldBack:
    """Calls that are held back until `go`; of the others nothing is changed."""

    def __init__(self, call: Callable[[T], R], contents: Callable[[T], bool]) -> None:
        self._call, self._waiting = call, contents
        self._gate = threading.Event()
        self.began, self.ended = threading.Event(), threading.Event()

    def __call__(self, argument: T, *rest: object) -> R:
        if not self._waiting(argument):
            return self._call(argument, *rest)
        answer = self._call(argument, *rest)
        self.began.set()
        self._gate.wait(20)
        self.ended.set()
        return answer

    def go(self) -> None:
        self._gate.set()


def let_in(window: MainWindow, qtbot: QtBot, contents: HeldBack) -> None:
    """Let the answer come, and the window take it."""
    contents.go()
    qtbot.waitUntil(contents.ended.is_set)
    qtbot.waitUntil(lambda: window.workbench.is_idle)


def test_an_error_that_comes_late_never_shows(window: MainWindow, core: WindowCore, qtbot: QtBot):
    def broken(query: SearchQuery, /) -> SearchResult:
        if query.text == "broken":
            late.wait(20)
            raise QueryError("broken", remedy="Mend it.")
        return plain(query)

    late, plain, core.search = threading.Event(), core.search, broken
    window.workbench.query.run("broken")
    search(qtbot, window, "backoff")
    with qtbot.assertNotEmitted(window.workbench.search.failed, wait=150):
        late.set()
    assert window.workbench.banners.warning.isHidden()


def test_a_tree_of_another_depth_that_comes_late_never_shows(window: MainWindow, core: WindowCore, qtbot: QtBot):
    def answered(request: TreeRequest, _access: Access, /) -> DependencyTree:
        tree = plain(request, _access)
        return replace(tree, nodes=tree.nodes[:1] if request.depth == 1 else tree.nodes)

    plain = core.tree
    core.tree = late = HeldBack(answered, lambda request: request.depth == 5)
    search(qtbot, window, "lease lang:sql")
    window.workbench.show_panel("dependencies")
    pane = window.workbench.panel(DependenciesPanel).widget
    qtbot.waitUntil(lambda: pane.model.counts()[1] > 0)
    pane.controls.depth_box.setValue(5)
    qtbot.waitUntil(late.began.is_set)
    pane.controls.depth_box.setValue(1)
    qtbot.waitUntil(lambda: pane.model.tree is not None and len(pane.model.tree.nodes) == 1)
    let_in(window, qtbot, late)
    assert pane.model.tree is not None
    assert len(pane.model.tree.nodes) == 1


def test_the_text_of_a_file_that_comes_late_never_shows(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.file_text = late = HeldBack(core.file_text, lambda file: "lease.sql" in str(file))
    search(qtbot, window, "lease lang:sql")
    qtbot.waitUntil(late.began.is_set)
    search(qtbot, window, "backoff lang:rust")
    code = window.workbench.preview.widget.code
    qtbot.waitUntil(lambda: "fn retry" in code.toPlainText())
    let_in(window, qtbot, late)
    assert "fn retry" in code.toPlainText()


def counts(window: MainWindow) -> dict[str, int]:
    node = next(node for node in window.workbench.filters.widget.facets._nodes if node.group.column == "language")
    return {value.value: value.count for value in node.values}


def test_counts_of_a_group_with_a_choice_are_never_those_of_other_rights(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    hide_markdown(core)
    search(qtbot, window, "lease lang:sql")
    qtbot.waitUntil(lambda: counts(window).get("markdown") == 1)
    core.search = late = HeldBack(core.search, lambda query: query.text == "lease" and query.access == LIMITED)
    window.workbench.search.set_access(LIMITED)
    search(qtbot, window, "lease lang:sql")
    qtbot.waitUntil(late.began.is_set)
    assert not counts(window).get("markdown")
    let_in(window, qtbot, late)
    assert not counts(window).get("markdown")


def test_counts_that_come_late_are_never_those_of_other_rights(window: MainWindow, core: WindowCore, qtbot: QtBot):
    hide_markdown(core)
    core.search = late = HeldBack(core.search, lambda query: query.text == "lease" and query.access == OWNER)
    search(qtbot, window, "lease lang:sql")
    qtbot.waitUntil(late.began.is_set)
    window.workbench.search.set_access(LIMITED)
    search(qtbot, window, "lease lang:sql")
    let_in(window, qtbot, late)
    assert not counts(window).get("markdown")


def hide_markdown(core: WindowCore) -> None:
    """Let only the owner see documents."""
    plain = core.search

    def limited(query: SearchQuery, /) -> SearchResult:
        text = query.text if query.access == OWNER else f"{query.text} -lang:markdown"
        return replace(plain(replace(query, text=text)), query=query.text)

    core.search = limited


def test_suggestions_that_come_late_never_show(window: MainWindow, core: WindowCore, qtbot: QtBot):
    hide_markdown(core)
    core.search = late = HeldBack(core.search, lambda query: query.text == "lease" and query.access == OWNER)
    assert search(qtbot, window, "lease lang:cobol") == ()
    qtbot.waitUntil(late.began.is_set)
    window.workbench.search.set_access(LIMITED)
    search(qtbot, window, "lease lang:cobol")
    page = window.workbench.results.widget.empty

    def suggestion_counts() -> list[int]:
        return [card.suggestion.files for card in page._cards if card.suggestion.text == "lease"]

    qtbot.waitUntil(lambda: bool(suggestion_counts()))
    limited = suggestion_counts()
    let_in(window, qtbot, late)
    assert suggestion_counts() == limited
