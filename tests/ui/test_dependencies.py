"""The dependency tree: model, words, keys."""

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.names_so_far import names_so_far
from search.errors import NotFoundError
from search.graph.notes import SHOWN_BELOW, in_group, more
from search.graph.svg import COLOURS
from search.messages import Message
from search.types.filters import Access
from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, TreeDebug, TreeRequest
from search.types.ids import NodeId
from tests.fakes.window_core import READY, WindowCore
from tests.ui.pane_samples import lease_tree, tree_node
from tests.ui.window_fixture import DEPENDENCIES, search
from ui.panels.dependencies.controls import LOW_BELOW
from ui.panels.dependencies.edges import GROUPS, edge_words, edges_of, location_of, name_of
from ui.panels.dependencies.model import DependencyModel
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.dependencies.panel import DependenciesPanel
from ui.theme.tokens import DARK, LIGHT
from ui.widgets.text import Text
from ui.window.main_window import MainWindow

DOWN, USED_BY = Direction.DEPENDS_ON, Direction.USED_BY


def tree_of(*nodes, direction=DOWN):
    return DependencyTree(NodeId("r"), direction, nodes, (), TreeDebug(1, len(nodes), 0, False, "ok"))


def deeper_store():
    """What lies below pool.py, with a ring back to store.py."""
    return tree_of(
        tree_node("pool.py", None, 0, DOWN, NodeState.EXPANDED, edge_types=()),
        tree_node("driver.py", "pool.py", 1, DOWN, NodeState.EXPANDED),
        tree_node("store.py", "driver.py", 2, DOWN, NodeState.EXPANDED),
        tree_node("job.py", "store.py", 3, DOWN),
        tree_node("log.py", "pool.py", 1, DOWN),
    )


def row_texts(model, parent=None):
    parent = parent if parent is not None else QModelIndex()
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield model.data(index, Qt.ItemDataRole.AccessibleTextRole)
        yield from row_texts(model, index)


def find(model, words):
    def search(parent):
        for row in range(model.rowCount(parent)):
            index = model.index(row, 0, parent)
            if model.data(index, Qt.ItemDataRole.AccessibleTextRole).startswith(words):
                return index
            below = search(index)
            if below.isValid():
                return below
        return QModelIndex()

    return search(QModelIndex())


def test_a_model_keeps_qts_rules_while_trees_come_grow_and_go(qtmodeltester, qapp):
    model = DependencyModel()
    qtmodeltester.check(model)
    model.set_tree(lease_tree())
    model.graft(model.item_at(find(model, "11 more")), deeper_store())
    model.set_external(shown=False)
    model.set_tree(None)
    model.set_tree(lease_tree())
    qtmodeltester.check(model)


def test_rows_tell_name_edge_level_and_state(qapp):
    model = DependencyModel()
    model.set_tree(lease_tree())
    assert list(row_texts(model)) == [
        "Depends on, 7, level 1, expanded",
        "backoff.py, imports, level 2, expanded",
        "settings.py, imports, level 3",
        "random, external, level 3",
        "store.py, imports, level 2, expanded",
        "lease.py, imports, level 3, cycle",
        "settings.py, calls, level 3, shown above",
        "pool.py, imports, level 3, expanded",
        "11 more below depth 3, load",
        "Used by, 1, level 1, expanded",
        "runner.py, imports, level 2",
    ]


def test_counts_tell_what_is_shown_and_what_was_cut(qapp):
    model = DependencyModel()
    model.set_tree(lease_tree())
    assert model.counts() == (8, 19)
    assert model.summary() == "1 cycle cut, 11 nodes below depth 3"


def test_nodes_outside_every_root_can_be_hidden(qapp):
    model = DependencyModel()
    model.set_tree(lease_tree())
    model.set_external(shown=False)
    assert not find(model, "random").isValid()
    model.set_external(shown=True)
    assert find(model, "random").isValid()


def test_a_cut_branch_is_replaced_by_its_nodes_and_rings_are_cut(qapp):
    model = DependencyModel()
    model.set_tree(lease_tree())
    model.graft(model.item_at(find(model, "11 more")), deeper_store())
    below = list(row_texts(model, find(model, "pool.py")))
    assert below == [
        "driver.py, imports, level 4, expanded",
        "store.py, imports, level 5, cycle",
        "log.py, imports, level 4",
    ]
    node = model.item_at(find(model, "driver.py")).children[0].node
    assert node.note == "store.py → pool.py → store.py"


def test_the_tree_as_text_is_indented_by_two_blanks(qapp):
    model = DependencyModel()
    model.set_tree(lease_tree())
    lines = model.as_text().splitlines()
    assert lines[:5] == [
        "lease.py (relay/queue)",
        "  Depends on (7)",
        "    backoff.py (relay/queue) [imports]",
        "      settings.py (relay/queue) [imports]",
        "      random (random) [external]" if location_of(lease_tree().nodes[3]) else "      random [external]",
    ]
    assert "      lease.py (relay/queue) [imports, cycle]" in lines
    assert "        ... 11 more below depth 3" in lines


def test_what_a_root_lacks_is_told_under_each_half(qapp):
    notes = (
        in_group(Direction.DEPENDS_ON, more(5, Message("tree.over_limit", most=64))),
        in_group(Direction.USED_BY, more(2, Message("tree.below_depth", depth=1))),
    )
    root = tree_node("r.py", None, 0, Direction.BOTH, NodeState.TRUNCATED, hidden=7, notes=notes, edge_types=())
    model = DependencyModel()
    model.set_tree(tree_of(root, tree_node("a.py", "r.py", 1, DOWN), direction=Direction.BOTH))
    assert list(row_texts(model))[2] == "5 more over the limit of 64 nodes, load"
    assert list(row_texts(model))[4] == "2 more below depth 1, load"


def test_the_default_choice_of_edges_lets_the_tree_choose():
    on = [group.name for group in GROUPS if group.on]
    assert edges_of(on) == ()
    assert edges_of([name for name in on if name != "External"]) == ()
    assert edges_of(["Calls", "References"]) == (
        EdgeType.CALLS,
        EdgeType.INSTANTIATES,
        EdgeType.REFERENCES,
        EdgeType.ANNOTATED_BY,
    )


def test_nodes_are_named_by_what_tells_most():
    package = tree_node("init", "x", 1, DOWN, path="relay/telemetry/__init__.py")
    assert (name_of(package), location_of(package)) == ("telemetry/__init__.py", "relay/telemetry")
    table = tree_node(
        "orders", "x", 1, DOWN, kind="table", path="db/orders.sql", edge_types=(EdgeType.READS_TABLE,)
    )
    assert (name_of(table), location_of(table), edge_words(table)) == ("orders", "db/orders.sql", "reads")
    outside = tree_node("Dapper", "x", 1, DOWN, NodeState.EXTERNAL, id="ext:nuget:Dapper", path="", kind="package")
    assert (location_of(outside), edge_words(outside)) == ("NuGet", "external")


def test_who_inherits_or_implements_is_not_said_to_be_inherited():
    below = tree_node("b", "a", 1, USED_BY, edge_types=(EdgeType.IMPLEMENTS,), incoming=(EdgeType.IMPLEMENTS,))
    above = tree_node("b", "a", 1, USED_BY, edge_types=(EdgeType.IMPLEMENTS,))
    heir = tree_node("c", "a", 1, USED_BY, edge_types=(EdgeType.INHERITS,), incoming=(EdgeType.INHERITS,))
    reader = tree_node("d", "a", 1, USED_BY, edge_types=(EdgeType.READS_TABLE,), incoming=(EdgeType.READS_TABLE,))
    words = [edge_words(node) for node in (below, above, heir, reader)]
    assert words == ["implemented by", "implements", "inherited by", "reads"]


def test_a_drawn_tree_has_the_colours_of_the_window():
    tokens = {"ground": "surface", "text": "text", "quiet": "text3", "guide": "border_strong", "calls": "ok"}
    tokens |= {"inherits": "sem_text", "database": "c_bi", "imports": "accent", "names": "warn", "cycle": "danger"}
    assert {name: (LIGHT[token], DARK[token]) for name, token in tokens.items()} == COLOURS


@pytest.fixture
def pane(themed, qtbot):
    pane = DependenciesPane()
    qtbot.addWidget(pane)
    pane.resize(644, 640)
    pane.show()
    pane.set_target("lease.py", "lease.py")
    pane.show_tree(lease_tree())
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    return pane


def choose(pane, words):
    index = find(pane.model, words)
    assert index.isValid()
    pane.view.setCurrentIndex(index)
    return index


def test_a_new_target_asks_for_its_tree(pane, qtbot):
    with qtbot.waitSignal(pane.treeRequested) as message:
        pane.set_target("other", "other.py")
    assert message.args == [TreeRequest("other")]
    with qtbot.assertNotEmitted(pane.treeRequested, wait=10):
        pane.set_target("other", "other.py")


def test_the_root_of_the_shown_tree_is_named_with_its_kind_and_place(pane, qtbot):
    assert pane.root_bar.isVisible()
    assert pane.root_bar.words == "lease.py, file, relay/queue/lease.py"
    assert not pane.root_bar.back.isVisible()
    pane.set_target("edit", "Compaction.edit")
    assert pane.root_bar.words == "lease.py, file, relay/queue/lease.py"  # as long as that tree is shown
    root = tree_node("edit.cc", None, 0, DOWN, NodeState.EXPANDED, edge_types=())
    root = structs.replace(root, name="Compaction.edit", kind="method", path="db/version_set.h", start_line=331)
    pane.show_tree(tree_of(root, tree_node("b.cc", "edit.cc", 1, DOWN)))
    assert pane.root_bar.words == "Compaction.edit, method, db/version_set.h:331"
    assert pane.root_bar.accessibleName() == pane.root_bar.words
    assert pane.view.accessibleName() == "Dependencies of Compaction.edit, method, db/version_set.h:331"
    assert pane.graph.canvas.accessibleName().endswith("of Compaction.edit, method, db/version_set.h:331")


def test_a_root_is_named_while_its_tree_is_awaited_and_where_there_is_none(pane, qtbot):
    pane.set_target("other", "other.py")
    qtbot.waitUntil(lambda: pane.root_bar.words == "other.py")
    pane.show_failure("Gone", "")
    assert pane.root_bar.words == "other.py"
    pane.clear()
    assert pane.root_bar.isHidden()
    assert pane.view.accessibleName() == "Dependencies"


def test_the_ways_to_earlier_roots_stand_before_the_name(pane, qtbot):
    choose(pane, "backoff.py")
    QTest.keyClick(pane.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert pane.root_bar.back.isVisible()
    assert pane.root_bar.back.isEnabled()
    assert not pane.root_bar.forward.isEnabled()


def test_the_tree_is_asked_for_again_when_files_change_and_the_same_answer_leaves_it_as_it_is(pane, qtbot):
    resets = []
    pane.model.modelReset.connect(lambda: resets.append(1))
    with qtbot.waitSignal(pane.treeRequested) as message:
        pane.ask_again()
    assert message.args == [TreeRequest("lease.py")]
    pane.show_tree(lease_tree())
    assert not resets
    pane.ask_again()
    pane.show_tree(replace(lease_tree(), nodes=lease_tree().nodes[:3]))
    assert resets
    pane.hide()
    with qtbot.assertNotEmitted(pane.treeRequested, wait=10):
        pane.ask_again()
    with qtbot.waitSignal(pane.treeRequested):
        pane.show()


def test_a_target_is_asked_for_with_its_file_and_other_roots_without(pane, qtbot):
    with qtbot.waitSignal(pane.treeRequested) as message:
        pane.set_target("other", "other", "jobs/other.py")
    assert message.args == [TreeRequest("other", path="jobs/other.py")]
    with qtbot.waitSignal(pane.treeRequested) as message:
        pane.set_target("other", "other", "api/other.py")
    assert message.args == [TreeRequest("other", path="api/other.py")]
    with qtbot.waitSignal(pane.treeRequested) as message:
        pane._make_root(lease_tree().nodes[1])
    assert message.args[0].path == ""


def test_another_depth_or_direction_asks_again_once(pane, qtbot):
    requests = []
    pane.treeRequested.connect(requests.append)
    with qtbot.waitSignal(pane.treeRequested):
        pane.controls.depth_box.setValue(5)
        pane.controls.nodes_box.setValue(200)
        QTest.mouseClick(pane.controls.direction.button(Direction.USED_BY), Qt.MouseButton.LeftButton)
    assert requests == [TreeRequest("lease.py", Direction.USED_BY, 5, 200)]


def test_an_edge_chip_asks_again_but_external_only_hides(pane, qtbot):
    chips = {chip.edges.name: chip for chip in pane.controls.chips.chips}
    with qtbot.waitSignal(pane.treeRequested) as message:
        chips["Imports"].click()
    assert EdgeType.IMPORTS not in message.args[0].edges
    with qtbot.assertNotEmitted(pane.treeRequested, wait=10):
        chips["External"].click()
    assert not find(pane.model, "random").isValid()


def test_enter_previews_and_ctrl_enter_makes_the_root_with_a_way_back(pane, qtbot):
    choose(pane, "store.py")
    with qtbot.waitSignal(pane.previewRequested) as message:
        QTest.keyClick(pane.view, Qt.Key.Key_Return)
    assert message.args[0].name == "store.py"
    with qtbot.waitSignal(pane.treeRequested) as message:
        QTest.keyClick(pane.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert message.args[0].target == "store.py"
    with qtbot.waitSignal(pane.treeRequested) as message:
        QTest.keyClick(pane.view, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert message.args[0].target == "lease.py"


def test_load_asks_for_the_branch_and_its_answer_is_grafted(pane, qtbot):
    choose(pane, "11 more")
    with qtbot.waitSignal(pane.loadRequested) as message:
        QTest.keyClick(pane.view, Qt.Key.Key_Return)
    assert message.args == [TreeRequest("pool.py", DOWN)]
    pane.graft(message.args[0], deeper_store())
    assert pane.view.isExpanded(find(pane.model, "driver.py"))
    assert pane._counts.text() == "11 nodes"


def test_a_branch_that_comes_after_another_tree_is_dropped(pane, qtbot):
    choose(pane, "11 more")
    with qtbot.waitSignal(pane.loadRequested) as message:
        QTest.keyClick(pane.view, Qt.Key.Key_Return)
    pane.show_tree(lease_tree())
    pane.graft(message.args[0], deeper_store())
    assert not find(pane.model, "driver.py").isValid()


def test_a_branch_is_not_hung_where_another_one_was_asked_for_meanwhile(pane, qtbot):
    choose(pane, "11 more")
    with qtbot.waitSignal(pane.loadRequested) as message:
        QTest.keyClick(pane.view, Qt.Key.Key_Return)
    pane.graft(replace(message.args[0], target="store.py"), deeper_store())
    assert not find(pane.model, "driver.py").isValid()


def test_a_node_shown_above_leads_to_its_first_place(pane, qtbot):
    choose(pane, "settings.py, calls")
    with qtbot.waitSignal(pane.previewRequested):
        QTest.keyClick(pane.view, Qt.Key.Key_Return)
    assert pane.view.currentIndex() == find(pane.model, "settings.py, imports")


def test_a_node_that_is_expanded_further_down_says_so(qapp):
    model = DependencyModel()
    model.set_tree(
        tree_of(
            tree_node("r.py", None, 0, DOWN, NodeState.EXPANDED, edge_types=()),
            tree_node("a.py", "r.py", 1, DOWN, NodeState.EXPANDED),
            tree_node("b.py", "a.py", 2, DOWN, NodeState.SHOWN_ABOVE, notes=(SHOWN_BELOW,)),
            tree_node("b.py", "r.py", 1, DOWN, NodeState.EXPANDED),
            tree_node("c.py", "b.py", 2, DOWN),
        )
    )
    above = find(model, "b.py, imports, level 3")
    assert model.data(above, Qt.ItemDataRole.AccessibleTextRole) == "b.py, imports, level 3, shown below"
    assert model.expanded_index_of(model.item_at(above)) == find(model, "b.py, imports, level 2")


def test_a_click_on_the_chevron_folds_and_on_load_loads(pane, qtbot):
    from ui.panels.dependencies.delegate import chevron_x, load_span

    index = find(pane.model, "backoff.py")
    rect = pane.view.visualRect(index).center()
    rect.setX(chevron_x(pane.model.item_at(index)))
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=rect)
    assert not pane.view.isExpanded(index)
    cut = find(pane.model, "11 more")
    rect = pane.view.visualRect(cut).center()
    rect.setX(int(load_span(pane.model.item_at(cut))[0]) + 4)
    with qtbot.waitSignal(pane.loadRequested):
        QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=rect)


def test_a_selected_row_a_cycle_and_a_load_have_their_colours(pane):
    index = choose(pane, "lease.py, imports, level 3")
    row = pane.view.visualRect(index)
    picture = pane.view.viewport().grab().toImage()
    assert picture.pixelColor(1, row.center().y()) == QColor(LIGHT["accent"])
    assert picture.pixelColor(8, row.center().y()) == QColor(LIGHT["sel"])
    colours = {picture.pixelColor(x, row.center().y()).name() for x in range(picture.width())}
    assert QColor(LIGHT["danger_soft"]).name() in colours


def test_a_tree_without_nodes_says_so(pane):
    pane.show_tree(tree_of(tree_node("r.py", None, 0, Direction.BOTH, edge_types=()), direction=Direction.BOTH))
    assert "No dependencies" in pane._message.accessibleName()
    assert pane._counts.text() == "0 nodes"


def root_of(path):
    return structs.replace(tree_node("r", None, 0, Direction.BOTH, edge_types=()), path=path)


def empty_tree_of(path, language):
    return replace(tree_of(root_of(path), direction=Direction.BOTH), language=language)


def test_a_tree_with_definitions_says_in_a_row_that_its_language_is_not_read(pane):
    tree = tree_of(root_of("init.zig"), tree_node("open", "r", 1, DOWN), direction=Direction.BOTH)
    pane.show_tree(replace(tree, language="zig"))
    assert (pane._unread.words, pane._unread.isHidden()) == ("What Zig files depend on is not read.", False)
    pane.show_tree(replace(tree, language="ruby"))
    assert (pane._unread.words, pane._unread.isHidden()) == ("", True)


def test_a_cut_branch_says_where_its_limit_was_in_its_tooltip_alone(qapp):
    model = DependencyModel()
    model.set_tree(lease_tree())
    cut = find(model, "11 more below depth 3, load")
    assert model.data(cut, Qt.ItemDataRole.DisplayRole) == "11 more"
    assert model.data(cut, Qt.ItemDataRole.ToolTipRole) == "11 more below depth 3"


def test_an_empty_tree_says_that_its_language_is_not_read(pane):
    pane.show_tree(empty_tree_of("init.zig", "zig"))
    assert "What Zig files depend on is not read." in pane._message.accessibleName()
    pane.show_tree(empty_tree_of("init", "perl"))
    assert "What Perl files depend on is not read." in pane._message.accessibleName()
    pane.show_tree(empty_tree_of("pages/cart.html", "html"))
    assert "What templates load, and which code shows them, is not read." in pane._message.accessibleName()
    pane.show_tree(empty_tree_of("init.rb", "ruby"))
    assert "depends on nothing that is indexed" in pane._message.accessibleName()


def test_an_empty_tree_says_that_dependencies_are_still_being_read(pane):
    pane.show_readiness(0.5)
    pane.show_tree(empty_tree_of("init.rb", "ruby"))
    assert "Dependencies are being read" in pane._message.accessibleName()
    pane.show_readiness(1.0)
    assert "No dependencies" in pane._message.accessibleName()


def known_so_far(window: MainWindow, core: WindowCore, qtbot: QtBot, share: float) -> None:
    """Have the window hear that the dependencies of this share of the files are known."""
    core.ready = replace(READY, graph=share)
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        window.workbench.index.ask_status()


def test_a_file_whose_dependencies_are_still_being_read_is_not_called_unknown(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    """The pane said that nothing was called by the identifier of the file, as commands say of a mistyped name."""

    def tree(request: TreeRequest, access: Access) -> DependencyTree:
        with names_so_far(lambda: core.ready.graph):
            raise NotFoundError("graph.unknown_name", name=request.target)

    core.tree = tree
    page = window.workbench.panel(DependenciesPanel).widget._message
    window.workbench.show_panel("dependencies")
    known_so_far(window, core, qtbot, 0.4)
    search(qtbot, window, "renew lease")
    qtbot.waitUntil(lambda: page.accessibleName().startswith("Dependencies are being read"))
    known_so_far(window, core, qtbot, 1.0)
    qtbot.waitUntil(lambda: "is called" in page.accessibleName())


def test_a_tree_that_was_awaited_comes_once_its_folder_has_been_read(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    """It came when everything was indexed, which can be an hour later."""
    read: list[bool] = []

    def tree(request: TreeRequest, access: Access) -> DependencyTree:
        with names_so_far(lambda: core.ready.graph):
            if not read:
                raise NotFoundError("graph.unknown_name", name=request.target)
        return lease_tree()

    core.tree = tree
    pane = window.workbench.panel(DependenciesPanel).widget
    window.workbench.show_panel("dependencies")
    known_so_far(window, core, qtbot, 0.0)
    search(qtbot, window, "renew lease")
    qtbot.waitUntil(lambda: pane._message.accessibleName().startswith("Dependencies are being read"))
    read.append(True)
    known_so_far(window, core, qtbot, 0.5)
    qtbot.waitUntil(lambda: pane.count > 0)


def test_a_tree_that_takes_its_time_says_what_is_awaited(pane, qtbot):
    pane.set_target("other", "other.py")
    qtbot.waitUntil(lambda: pane._message.accessibleName() == "Looking for dependencies. of other.py")
    pane.show_tree(lease_tree())
    assert pane._pages.currentWidget() is pane.body


def test_a_failure_shows_message_and_remedy(pane):
    pane.show_failure("No such node", "Index the folder first.")
    assert pane._message.accessibleName() == "No such node. Index the folder first."


def test_narrow_and_compact_panes_show_one_button_for_the_edges(pane):
    assert pane.controls.chips.isVisible()
    pane.set_compact(on=True)
    assert pane.controls.chips.button.isVisible()
    assert pane.controls.chips.button.text() == "6 of 7 edges"
    pane.set_compact(on=False)
    pane.resize(430, 600)
    assert pane.controls.chips.button.isVisible()
    assert pane.width() == 430


def test_in_a_low_pane_one_button_for_the_edges_leaves_the_tree_a_row(pane):
    """On 1280x800 at 160 % no row of the tree was in sight."""
    pane.resize(800, LOW_BELOW - 1)
    assert pane.controls.chips.button.isVisible()
    low = pane.controls.height()
    pane.resize(800, LOW_BELOW)
    assert not pane.controls.chips.button.isVisible()
    assert low < pane.controls.height()


@pytest.mark.parametrize("width", [500, 589, 621, 643, 900])
@pytest.mark.parametrize("compact", [False, True])
def test_the_number_fields_keep_their_labels_where_a_row_has_room_for_them(pane, width: int, compact: bool):
    pane.resize(width, 700)
    pane.set_compact(on=compact)
    controls = pane.controls
    assert [label.text() for label in controls.findChildren(Text) if label.isVisible()] == ["Depth", "Max nodes"]
    row = (controls.direction, controls._labels[0], controls.depth_box, controls._labels[1], controls.nodes_box)
    edges = [edge for part in row for edge in (part.geometry().left(), part.geometry().right())]
    assert edges == sorted(edges)
    assert edges[-1] <= controls.rect().right()


def test_a_number_field_without_room_for_its_label_says_what_it_is_under_the_mouse(pane):
    pane.resize(360, 700)
    controls = pane.controls
    assert [label.text() for label in controls.findChildren(Text) if label.isVisible()] == []
    boxes = (controls.depth_box, controls.nodes_box)
    assert [box.toolTip() for box in boxes] == [box.accessibleName() for box in boxes] == ["Depth", "Max nodes"]


def test_the_tree_is_copied_as_text(pane, qtbot):
    with qtbot.waitSignal(pane.copyRequested) as message:
        pane._copy.click()
    assert message.args[0].startswith("lease.py (relay/queue)\n  Depends on (7)\n")


def test_tests_are_a_group_only_where_there_are_some(qapp):
    model = DependencyModel()
    user = tree_node("shop.py", "r", 1, USED_BY)
    test = tree_node("test_shop.py", "r", 1, Direction.TESTED_BY)
    model.set_tree(tree_of(tree_node("r", None, 0, Direction.BOTH), user, test, direction=Direction.BOTH))
    assert [row for row in row_texts(model) if "level 1" in row] == [
        "Depends on, 0, level 1, collapsed",
        "Used by, 1, level 1, expanded",
        "Tests, 1, level 1, expanded",
    ]
    model.set_tree(tree_of(tree_node("r", None, 0, USED_BY), user, direction=USED_BY))
    assert [row for row in row_texts(model) if "level 1" in row] == ["Used by, 1, level 1, expanded"]


def tab_name(window: MainWindow) -> str:
    return window.workbench.right.upper_tabs.tabs[DEPENDENCIES].accessibleName()


def test_the_tab_counts_the_tree_of_the_selection_and_nothing_before_it_is_known(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    core.files["relay/worker/again.py"] = "from relay.worker import lease, backoff\n"
    workbench = window.workbench
    pane = workbench.panel(DependenciesPanel).widget
    search(qtbot, window, "renew lease")
    workbench.show_panel("dependencies")
    qtbot.waitUntil(lambda: pane.model.counts()[0] > 0 and workbench.is_idle)
    counted = tab_name(window)
    assert counted == f"Dependencies, {pane.model.counts()[0]}"
    workbench.show_panel("preview")
    assert tab_name(window) == counted
    first = workbench.selection.current
    with qtbot.waitSignal(workbench.selection.rested):
        search(qtbot, window, "worker tells that it lives")
    assert workbench.selection.current != first
    assert tab_name(window) == "Dependencies"
    workbench.show_panel("dependencies")
    qtbot.waitUntil(lambda: "heartbeat" in pane.root_bar.words)
    users = pane.model.counts()[0]
    assert tab_name(window) == (f"Dependencies, {users}" if users else "Dependencies")


def test_the_tab_counts_a_tree_that_was_asked_for_until_the_selection_changes(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    panel = window.workbench.panel(DependenciesPanel)
    pane = panel.widget
    with qtbot.waitSignal(window.workbench.selection.rested):
        search(qtbot, window, "the worker tells")
    panel.show_name("relay@main:file:queue/backoff.py", "backoff.py")
    qtbot.waitUntil(lambda: "backoff" in pane.root_bar.words and pane.model.counts()[0] > 0)
    assert tab_name(window) == f"Dependencies, {pane.model.counts()[0]}"
    counted = tab_name(window)
    window.workbench.show_panel("preview")
    assert tab_name(window) == counted
    window.workbench.show_panel("dependencies")
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert "backoff" in pane.root_bar.words
    window.workbench.show_panel("preview")
    with qtbot.waitSignal(window.workbench.selection.rested):
        search(qtbot, window, "retry with backoff while it lives")
    assert tab_name(window) == "Dependencies"
