"""The tree of a query that is exactly a name: that of the definition, not of the file that has it."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from search.ports import SearchCore
from tests.ui.real_core import attached, core_of
from tests.ui.window_fixture import empty_window, search  # noqa: F401 -- fixtures
from ui.controllers.definitions import DefinitionFinder
from ui.controllers.spot import Spot
from ui.panels.dependencies.panel import DependenciesPanel
from ui.window.main_window import MainWindow

LONG = "".join(f"    step_{number} = {number} * attempt\n" for number in range(60))
FILES = {
    "backoff.py": "FIRST = 1\n\n\ndef delay(attempt):\n    return FIRST * attempt\n\n\n"
    "def next_delay(attempt):\n    return delay(attempt) + 1\n",
    "lease.py": "from backoff import next_delay\n\n\nclass Lease:\n"
    f"    def renew(self, attempt):\n{LONG}        return next_delay(attempt)\n\n"
    f"    def drop(self, attempt):\n{LONG}        return None\n".replace("    step", "        step"),
    "claim.py": "class Claim:\n    def drop(self):\n        return 'claim'\n",
    "retreat.py": "def drop():\n    return 0\n",
    "mixed.py": "import retreat\nfrom claim import Claim\n\n\ndef both(claim: Claim):\n    retreat.drop()\n"
    "    return claim.drop()\n",
    "worker.py": "from lease import Lease\n\n\ndef work():\n    return Lease().renew(1)\n",
    "Table.cs": "public class Table\n{\n    public int Measure(int column) { return column; }\n\n"
    "    public int Measure(string column) { return Measure(column.Length); }\n}\n",
    "shares.nim": "type\n  Fraction = object\n    whole: int\n",
}


@pytest.fixture(scope="module")
def real_core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchCore]:
    with core_of(tmp_path_factory, FILES) as opened:
        yield opened


@pytest.fixture
def window(empty_window: MainWindow, real_core: SearchCore, qtbot: QtBot) -> MainWindow:  # noqa: F811 -- the fixture
    return attached(empty_window, real_core, qtbot)


def root_of(window: MainWindow, qtbot: QtBot, query: str) -> tuple[str, str, str]:
    """Search and return kind and name of the root of the tree, and the name that the pane has of it."""
    pane = window.workbench.panel(DependenciesPanel).widget
    window.workbench.show_panel("dependencies")
    search(qtbot, window, query)
    before = pane.model.tree
    qtbot.waitUntil(lambda: pane.model.tree is not None and pane.model.tree is not before)
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert pane.model.tree is not None
    root = pane.model.tree.nodes[0]
    return root.kind, root.name, pane.name


@pytest.mark.parametrize(
    ("query", "kind", "name"),
    [
        ("renew", "method", "Lease.renew"),
        ("delay", "function", "delay"),
        ("next_delay()", "function", "next_delay"),
        ("Lease.drop", "method", "Lease.drop"),
        ("Claim.drop", "method", "Claim.drop"),
        ("Lease", "class", "Lease"),
        ("sym:delay", "function", "delay"),
        ("FIRST", "constant", "FIRST"),
        ("Measure", "method", "Table.Measure"),
        ("Fraction", "file", "shares.nim"),
    ],
)
def test_the_tree_of_an_exact_name_is_that_of_the_definition(
    window: MainWindow, qtbot: QtBot, query: str, kind: str, name: str
):
    assert root_of(window, qtbot, query) == (kind, name, name)


@pytest.mark.parametrize(
    ("line", "column", "names"),
    [(6, 12, {"drop"}), (7, 17, {"Claim.drop"}), (1, 0, {"drop", "Claim.drop"})],
)
def test_of_several_definitions_of_a_name_the_line_says_which_is_meant(
    window: MainWindow, real_core: SearchCore, qtbot: QtBot, line: int, column: int, names: set[str]
):
    """Go's `handler.RefreshFeed` was offered beside a method of the client that has the same name."""
    search(qtbot, window, "path:mixed.py")
    (file,) = window.workbench.answers.shown.files
    finder = DefinitionFinder(window.workbench.context.jobs)
    finder.attach(real_core)
    answers: list[set[str]] = []
    spot = Spot(file.file_id, file.repository, file.path, line=line)
    finder.find("drop", spot, lambda nodes: answers.append({node.name for node in nodes}), (line, column))
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == [names]


def test_words_that_are_no_name_show_the_tree_of_the_file(window: MainWindow, qtbot: QtBot):
    assert root_of(window, qtbot, "delay of the next attempt")[0] == "file"


def test_a_file_that_uses_the_name_shows_its_own_tree(window: MainWindow, qtbot: QtBot):
    root_of(window, qtbot, "renew")
    workbench = window.workbench
    pane = workbench.panel(DependenciesPanel).widget
    user = next(file for file in workbench.search.ranked() if file.path.endswith("worker.py"))
    workbench.selection.select(user)
    qtbot.waitUntil(lambda: pane.model.tree is not None and pane.model.tree.nodes[0].name == "worker.py")


def test_the_tree_stays_with_its_definition_when_it_is_asked_for_again(window: MainWindow, qtbot: QtBot):
    root_of(window, qtbot, "delay")
    pane = window.workbench.panel(DependenciesPanel).widget
    assert pane.model.tree is not None
    assert pane.target == pane.request.target == pane.model.tree.root
    window.workbench.show_panel("preview")
    window.workbench.show_panel("dependencies")
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert pane.name == "delay"
