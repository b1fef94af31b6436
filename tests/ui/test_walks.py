"""Walks through the dependencies: kept, opened again, with what is new, gone or moved since; exports and ways."""

import json
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from search.types.graph import (
    DependencyPath,
    DependencyTree,
    Direction,
    EdgeType,
    Node,
    NodeState,
    PathStep,
    TreeDebug,
    TreeEdge,
    TreeNode,
    TreeRequest,
)
from search.types.ids import FileId, NodeId, RootId
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.panels.dependencies.chips import EdgeChips
from ui.panels.dependencies.edges import counts_by_group, groups_of_edges
from ui.panels.dependencies.export import FORMS, form_of
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.dependencies.saved_walks import path_section
from ui.user_data.saved_trees import SavedTreeStore
from ui.window.main_window import MainWindow

REQUEST = TreeRequest("a", Direction.DEPENDS_ON, 3, 64, (EdgeType.CALLS,))


def node(
    name: str, depth: int, parent: str | None, *, path: str = "", kinds: tuple[EdgeType, ...] = ()
) -> TreeNode:
    kinds = kinds or (EdgeType.CALLS,)
    return TreeNode(
        NodeId(name),
        name,
        "function",
        path or f"{name}.py",
        1,
        depth,
        NodeId(parent) if parent else None,
        kinds,
        NodeState.LEAF,
        direction=Direction.DEPENDS_ON,
    )


def tree(*nodes: TreeNode) -> DependencyTree:
    debug = TreeDebug(1, len(nodes), len(nodes) - 1, truncated=False, reason="")
    return DependencyTree(NodeId("a"), Direction.DEPENDS_ON, nodes, (), debug)


BEFORE = tree(node("a", 0, None), node("b", 1, "a"), node("c", 2, "b"), node("d", 1, "a"))


@pytest.fixture
def store(tmp_path: Path) -> SavedTreeStore:
    times = count(1)
    return SavedTreeStore(tmp_path / "person" / "walks.json", lambda: float(next(times)))


def test_a_walk_is_kept_and_asks_for_the_same_tree(store: SavedTreeStore):
    store.save("lease", (("x", "X"), ("a", "A")), REQUEST, BEFORE)
    (saved,) = store.load()
    assert saved.roots == (("x", "X"), ("a", "A"))
    assert saved.walk.request == REQUEST
    assert saved.walk.nodes == BEFORE.nodes


def test_a_walk_of_the_same_name_takes_its_place(store: SavedTreeStore):
    store.save("lease", (("a", "A"),), REQUEST, BEFORE)
    store.save("other", (("a", "A"),), REQUEST, BEFORE)
    store.save("lease", (("a", "A"),), REQUEST, tree(node("a", 0, None)))
    assert [(saved.name, len(saved.walk.nodes)) for saved in store.load()] == [("lease", 1), ("other", 4)]
    assert [walk.name for walk in store.remove("lease")] == ["other"]


@pytest.mark.parametrize("content", ["{", '{"walks": 1}', '{"walks": [{"name": "x"}]}'])
def test_a_file_of_walks_that_cannot_be_understood_is_set_aside(
    store: SavedTreeStore, tmp_path: Path, content: str
):
    file = tmp_path / "person" / "walks.json"
    file.parent.mkdir()
    file.write_text(content)
    assert store.load() == ()
    assert store.file.set_aside == file.with_name("walks.json.broken")


def test_the_pane_marks_what_changed_since_the_walk(qtbot: QtBot, themed: object, store: SavedTreeStore):
    pane = DependenciesPane()
    qtbot.addWidget(pane)
    walk = store.save("lease", (("x", "X"), ("a", "A")), REQUEST, BEFORE)
    with qtbot.waitSignal(pane.treeRequested) as request:
        pane.open_walk(walk)
    assert request.args[0].target == "a"
    assert request.args[0].edges == (EdgeType.CALLS,)
    pane.show_tree(tree(node("a", 0, None), node("b", 1, "a"), node("new", 1, "a")))
    items = [item for group in pane.model.groups for item in group.walk() if item.node is not None]
    assert [(item.node.name, pane.model.change_of(item)) for item in items] == [("b", ""), ("new", "new")]
    assert "2 gone: c, d" in pane._cut.text()


def test_back_and_forward_go_through_the_roots(qtbot: QtBot, themed: object):
    pane = DependenciesPane()
    qtbot.addWidget(pane)
    pane.set_target("a", "A")
    pane._make_root(node("b", 1, "a"))
    pane._make_root(node("c", 1, "b"))
    pane.back()
    pane.back()
    assert pane.target == "a"
    pane.forward()
    assert pane.target == "b"
    QTest.keyClick(pane.view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert pane.target == "c"
    pane.back()
    pane._make_root(node("d", 1, "b"))
    pane.forward()
    assert pane.target == "d"


def test_a_person_who_went_on_in_the_tree_stays_there_after_another_answer(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "lease")
    window.workbench.show_panel("dependencies")
    pane = window.workbench.panel(DependenciesPanel).widget
    qtbot.waitUntil(lambda: bool(pane.target))
    own = pane.target
    pane._make_root(node("b", 1, "a"))
    with qtbot.waitSignal(window.workbench.selection.rested):
        search(qtbot, window, "lease ")
    window.workbench.show_panel("preview")
    window.workbench.show_panel("dependencies")
    assert pane.walked == ((own, pane.walked[0][1]), ("b", "b"))
    window.workbench.actions.action("selected-dependencies").trigger()
    assert [target for target, _name in pane.walked] == [own]


def test_chips_count_the_nodes_of_their_edges():
    nodes = [node("b", 1, "a"), node("c", 1, "a", kinds=(EdgeType.READS_TABLE, EdgeType.CALLS))]
    external = replace(node("e", 1, "a", kinds=(EdgeType.IMPORTS,)), state=NodeState.EXTERNAL)
    assert counts_by_group([*nodes, external]) == {"Calls": 2, "Database": 1, "Imports": 1, "External": 1}


def test_a_chip_shows_its_count(qtbot: QtBot, themed: object):
    chips = EdgeChips()
    qtbot.addWidget(chips)
    chips.set_counts({"Calls": 12})
    assert [chip.label for chip in chips.chips][:2] == ["Imports", "Calls 12"]
    chips.number(on=False)
    assert chips.chips[1].label == "Calls"
    assert "12 nodes" in chips.chips[1].accessibleName()


def test_edges_name_their_groups_again():
    assert groups_of_edges((EdgeType.CALLS,), external=False) == ("Calls",)
    assert "References" not in groups_of_edges((), external=True)
    assert groups_of_edges((), external=True)[-1] == "External"


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.suffix)
def test_every_form_of_export_holds_every_node(form):
    text = form.write(BEFORE)
    assert all(name in text for name in ("b", "c", "d"))
    if form.suffix == "json":
        assert len(json.loads(text)["nodes"]) == 4
    assert form_of(f"tree.{form.suffix}") == form


def test_the_way_from_a_selection_is_asked_for_before_its_tree_was_looked_at(window: MainWindow, qtbot: QtBot):
    assert window.workbench.panel(DependenciesPanel).ask_path() is None
    window.workbench.show_panel("preview")
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.query.run("retry")
    popup = window.workbench.panel(DependenciesPanel).ask_path()
    assert popup is not None
    file = window.workbench.results.widget.current_file
    assert file is not None
    assert popup.title == f"Path from {file.path.rpartition('/')[2]}"


def test_a_file_that_cannot_be_written_is_said(window: MainWindow, tmp_path: Path):
    window.workbench.panel(DependenciesPanel).walks.export(tmp_path / "nowhere" / "tree.txt", lambda: "")
    assert "cannot be written" in window.workbench.banners.warning.accessibleName()


def test_the_window_saves_and_opens_a_walk(window: MainWindow, core: WindowCore, qtbot: QtBot):
    pane = window.workbench.panel(DependenciesPanel).widget
    search(qtbot, window, "backoff")
    window.workbench.show_panel("dependencies")
    qtbot.waitUntil(lambda: pane.model.tree is not None)
    window.workbench.panel(DependenciesPanel).walks.save("retries")
    core.files["relay/new/user.py"] = "lease backoff retry heartbeat test_lease\n"
    with qtbot.waitSignal(pane.treeRequested):
        pane.walkChosen.emit("retries")
    qtbot.waitUntil(
        lambda: any(pane.model.change_of(item) == "new" for group in pane.model.groups for item in group.walk())
    )
    assert "retries" in [action.text() for action in pane.tools.walk_menu().actions()]


def graph_node(name: str) -> Node:
    return Node(
        NodeId(name), "function", name, name, "python", "r", "main", RootId("h"), FileId("f"), f"{name}.py", 1, 2
    )


def test_the_steps_of_a_way_name_edge_and_evidence():
    edge = TreeEdge(NodeId("a"), NodeId("b"), EdgeType.READS_TABLE, "a.py", 7)
    path = DependencyPath(graph_node("a"), graph_node("b"), (PathStep(graph_node("a"), graph_node("b"), (edge,)),))
    assert path_section(path) == ("1 step", ("1. a reads table b  a.py:7",))
