"""The drawn graph beside the tree: things, boxes, placement, keys, pictures."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QImage, QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, TreeDebug, TreeRequest
from search.types.ids import NodeId
from tests.fakes.window_core import WindowCore
from tests.ui.pane_samples import lease_tree, tree_node
from tests.ui.window_fixture import DEPENDENCIES, FILES, search
from ui.application.builder import make_window
from ui.panels.dependencies.edges import name_of
from ui.panels.dependencies.graph.boxes import HUB, MOST_BOXES, MOST_ROWS, boxes_of
from ui.panels.dependencies.graph.canvas import KEY_STEP
from ui.panels.dependencies.graph.drawing import PADDING, drawing_of, plan_of
from ui.panels.dependencies.graph.lit import way_between
from ui.panels.dependencies.graph.neighbourhood import Link, neighbourhood
from ui.panels.dependencies.graph.painter import pill_rect
from ui.panels.dependencies.graph.picture import drawing_svg
from ui.panels.dependencies.graph.placing import placed
from ui.panels.dependencies.items import groups_of
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.dependencies.panel import DependenciesPanel
from ui.services import Services
from ui.theme.sizes import set_scale_percent
from ui.user_data.box_positions import MOST_GRAPHS, MOST_MOVED, BoxPositionStore

DOWN, UP = Direction.DEPENDS_ON, Direction.USED_BY


def tree_of(*nodes, root="lease.py"):
    top = tree_node(root, None, 0, Direction.BOTH, NodeState.EXPANDED, edge_types=())
    return DependencyTree(NodeId(root), Direction.BOTH, (top, *nodes), (), TreeDebug(1, len(nodes), 0, False, ""))


def hood_of(tree):
    return neighbourhood(tree, groups_of(tree, external=True))


def methods(count, path="relay/queue/store.py", parent="lease.py"):
    return [tree_node(f"Store.m{n}", parent, 1, DOWN, kind="method", path=path) for n in range(count)]


def files(count, parent="lease.py", depth=1):
    return [tree_node(f"user{n:03}.py", parent, depth, UP) for n in range(count)]


@pytest.fixture
def pane(themed, qtbot: QtBot):
    made = DependenciesPane()
    qtbot.addWidget(made)
    made.resize(1300, 800)
    made.graph.placementWanted.connect(lambda plan: made.graph.show_placed(plan, placed(plan)))
    made.set_drawn(drawn=True)
    with qtbot.waitExposed(made):
        made.show()
    return made


def show(qtbot, pane, tree):
    pane.set_target(tree.root, "lease.py")
    pane.show_tree(tree)
    qtbot.waitUntil(lambda: pane.graph.is_settled and bool(pane.graph.drawing.cells))
    return pane.graph.canvas


def current(canvas):
    return canvas.model().cell_at(canvas.currentIndex()).text


def click(canvas, name, dx=0):
    cell = next(cell for cell in canvas.drawing.cells if cell.text == name)
    point = canvas.visualRect(canvas.model().index(canvas.drawing.cells.index(cell))).center() + QPoint(dx, 0)
    QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)


def test_a_thing_that_the_tree_repeats_is_drawn_once_at_its_nearest_column():
    hood = hood_of(lease_tree())
    ranks = {thing.id: thing.rank for thing in hood.things}
    assert ranks == {
        "lease.py": 0,
        "backoff.py": 1,
        "store.py": 1,
        "runner.py": -1,
        "settings.py": 2,
        "random": 2,
        "pool.py": 2,
    }
    ends = {(link.source, link.target) for link in hood.links}
    assert {("store.py", "lease.py"), ("store.py", "settings.py"), ("backoff.py", "settings.py")} <= ends


def test_an_edge_that_runs_to_the_row_above_points_there():
    tree = tree_of(tree_node("runner.py", "lease.py", 1, UP, incoming=(EdgeType.IMPORTS,)))
    assert [(link.source, link.target) for link in hood_of(tree).links] == [("runner.py", "lease.py")]


def test_things_of_one_file_are_in_one_box_and_those_of_one_database_too():
    table = [
        tree_node(
            name, "lease.py", 1, DOWN, kind="table", path=f"sql/{name}.sql", id=NodeId(f"r@b:sql:shop/dbo.{name}")
        )
        for name in ("orders", "lines")
    ]
    boxes = boxes_of(hood_of(tree_of(*methods(3), *table)), ())
    titles = {box.title: len(box.everything) for box in boxes}
    assert titles == {"lease.py": 1, "store.py": 3, "shop/dbo": 2}


def test_packages_are_in_a_box_of_their_repository_and_the_root_folder_is_called_like_it():
    packages = [
        tree_node(name, "lease.py", 1, DOWN, kind="package", path="", id=NodeId(f"relay@main:go:{name}"))
        for name in (".", "modules/worker")
    ]
    box = next(box for box in boxes_of(hood_of(tree_of(*packages)), ()) if box.rank == 1)
    assert box.title == "relay"
    assert [name_of(thing.node) for thing in box.things] == ["relay", "modules/worker"]


def test_a_box_of_many_things_is_folded_until_it_is_opened():
    hood = hood_of(tree_of(*methods(20)))
    box = boxes_of(hood, ())[1]
    assert (len(box.things), len(box.folded)) == (MOST_ROWS - 1, 20 - MOST_ROWS + 1)
    opened = boxes_of(hood, (box.key,))[1]
    assert (len(opened.things), len(opened.folded)) == (20, 0)


def test_what_only_a_hub_leads_to_is_folded_into_one_box():
    hood = hood_of(tree_of(*files(40)))
    boxes = boxes_of(hood, ())
    fold = next(box for box in boxes if not box.title)
    assert len(boxes) == 1 + HUB
    assert len(fold.folded) == 40 - HUB + 1
    assert len(boxes_of(hood, (fold.key,))) == 41


def test_three_hundred_files_stay_within_the_boxes_that_are_placed_at_once():
    hood = hood_of(tree_of(*files(300)))
    everything = boxes_of(hood, [f"-1:fold:{hood.things[0].id}"])
    assert len(everything) <= MOST_BOXES
    assert len({thing.id for box in everything for thing in box.everything}) == 301


def test_columns_stand_from_left_to_right_and_boxes_apart(themed):
    hood = hood_of(lease_tree())
    boxes = boxes_of(hood, ())
    plan = plan_of(boxes, hood, {}, {})
    drawing = drawing_of(boxes, hood, placed(plan))
    rects = [rect for _, rect in drawing.boxes]
    assert not any(first.intersects(second) for number, first in enumerate(rects) for second in rects[:number])
    columns = sorted({(box.rank, round(rect.center().x())) for box, rect in drawing.boxes})
    assert [rank for rank, _ in columns] == [-1, 0, 1, 2]
    assert all(left < right for (_, left), (_, right) in pairwise(columns))


def test_a_box_that_a_person_moved_stays_there_and_the_others_keep_their_order(themed):
    hood = hood_of(tree_of(*files(6)))
    boxes = boxes_of(hood, ())
    plan = plan_of(boxes, hood, {}, {})
    before = placed(plan)
    key = boxes[1].key
    after = placed(replace(plan, former=before, moved={key: (10.0, 999.0)}))
    assert after[key] == (10.0, 999.0)
    rest = [box.key for box in boxes if box.rank < 0 and box.key != key]
    assert sorted(rest, key=lambda name: before[name][1]) == sorted(rest, key=lambda name: after[name][1])


def test_a_way_follows_the_dependencies_before_it_turns_round():
    links = [Link(first, second, ()) for first, second in ("ab", "bc", "cd", "xa", "xd")]
    assert way_between(links, "a", "d") == ("a", "b", "c", "d")
    assert way_between(links, "d", "a") == ("d", "c", "b", "a")
    assert way_between(links, "b", "x") == ("b", "a", "x")
    assert way_between(links, "a", "nowhere") == ()


def test_the_keys_follow_the_edges_and_light_the_way_from_the_root(pane, qtbot):
    canvas = show(qtbot, pane, lease_tree())
    canvas.setFocus()
    assert current(canvas) == "lease.py"
    for key, name in (
        (Qt.Key.Key_Right, ("backoff.py", "store.py")),
        (Qt.Key.Key_Right, ("settings.py", "random", "pool.py")),
        (Qt.Key.Key_Home, ("lease.py",)),
        (Qt.Key.Key_Left, ("runner.py",)),
    ):
        QTest.keyClick(canvas, key)
        assert current(canvas) in name
    assert canvas.way == ("lease.py", "runner.py")


def test_tree_and_graph_are_on_the_same_thing(pane, qtbot):
    canvas = show(qtbot, pane, lease_tree())
    click(canvas, "pool.py")
    assert pane.model.item_at(pane.view.currentIndex()).node.name == "pool.py"
    item = next(
        item for group in pane.model.groups for item in group.walk() if item.node and item.node.name == "runner.py"
    )
    pane.view.setCurrentIndex(pane.model.index_of(item))
    assert current(canvas) == "runner.py"


def test_another_row_of_a_repeated_thing_stays_chosen(pane, qtbot):
    show(qtbot, pane, lease_tree())
    rows = [
        item
        for group in pane.model.groups
        for item in group.walk()
        if item.node and item.node.name == "settings.py"
    ]
    pane.view.setCurrentIndex(pane.model.index_of(rows[1]))
    assert current(pane.graph.canvas) == "settings.py"
    assert pane.model.item_at(pane.view.currentIndex()) is rows[1]


def test_the_way_between_any_two_things_is_lit(pane, qtbot):
    canvas = show(qtbot, pane, lease_tree())
    click(canvas, "runner.py")
    QTest.keyClick(canvas, Qt.Key.Key_W)
    pane.graph.light_way_to(("pool.py",))
    assert canvas.way == ("runner.py", "lease.py", "store.py", "pool.py")


def test_the_start_that_was_chosen_for_a_way_stands_out(pane, qtbot):
    """W seemed to do nothing but to put out the way to the root."""
    canvas = show(qtbot, pane, lease_tree())
    click(canvas, "runner.py")
    canvas.set_way(("runner.py",))
    plain = canvas.viewport().grab().toImage()
    QTest.keyClick(canvas, Qt.Key.Key_W)
    assert canvas.way == ("runner.py",)
    assert canvas.viewport().grab().toImage() != plain
    QTest.keyClick(canvas, Qt.Key.Key_W)
    assert len(canvas.way) > 1


def test_enter_previews_and_ctrl_enter_makes_the_root(pane, qtbot):
    canvas = show(qtbot, pane, lease_tree())
    pane.graph.light_way_to(("store.py",))
    with qtbot.waitSignal(pane.previewRequested) as preview:
        QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert preview.args[0].name == "store.py"
    with qtbot.waitSignal(pane.treeRequested) as request:
        QTest.keyClick(canvas, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert request.args[0].target == "store.py"


def test_a_click_on_the_number_loads_what_is_below_and_leaves_the_rest_where_it_was(pane, qtbot):
    canvas = show(qtbot, pane, lease_tree())
    cell = next(cell for cell in canvas.drawing.cells if cell.text == "pool.py")
    pill = pill_rect(cell.pill, cell.rect.right() - PADDING, cell.rect.center().y())
    click(canvas, "pool.py")
    before = canvas.visualRect(canvas.currentIndex()).topLeft()
    with qtbot.waitSignal(pane.loadRequested) as request:
        click(canvas, "pool.py", round((pill.center().x() - cell.rect.center().x()) * canvas.zoom))
    wanted: TreeRequest = request.args[0]
    assert (wanted.target, wanted.direction) == ("pool.py", DOWN)
    pool = tree_node("pool.py", None, 0, DOWN, NodeState.EXPANDED, edge_types=())
    pane.graft(wanted, tree_of(pool, tree_node("driver.py", "pool.py", 1, DOWN), root="pool.py"))
    qtbot.waitUntil(lambda: any(cell.text == "driver.py" for cell in canvas.drawing.cells))
    assert current(canvas) == "pool.py"
    moved = canvas.visualRect(canvas.currentIndex()).topLeft() - before
    assert abs(moved.y()) <= 40


def test_a_fold_opens_by_click_and_by_space(pane, qtbot):
    canvas = show(qtbot, pane, tree_of(*methods(20), *files(40)))
    for press in (lambda: click(canvas, "13 more"), lambda: QTest.keyClick(canvas, Qt.Key.Key_Space)):
        before = len(canvas.drawing.cells)
        press()
        qtbot.waitUntil(lambda before=before: len(canvas.drawing.cells) > before)
        fold = next((cell for cell in canvas.drawing.cells if cell.thing is None), None)
        if fold is not None:
            canvas.setCurrentIndex(canvas.model().index(canvas.drawing.cells.index(fold)))
    assert all(cell.thing is not None for cell in canvas.drawing.cells)


def test_a_box_is_dragged_and_stays(pane, qtbot):
    canvas = show(qtbot, pane, lease_tree())
    at = canvas.visualRect(canvas.model().index(canvas.drawing.row_by_thing["runner.py"])).center()
    port = canvas.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    for step in range(1, 6):
        move = at + QPoint(0, 20 * step)
        drag = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(move),
            port.mapToGlobal(QPointF(move)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QCoreApplication.sendEvent(port, drag)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at + QPoint(0, 100))
    qtbot.waitUntil(lambda: pane.graph.is_settled)
    key = next(box.key for box, _ in canvas.drawing.boxes if box.title == "runner.py")
    root = next(box.key for box, _ in canvas.drawing.boxes if box.title == "lease.py")
    assert canvas.drawing.points[key][1] - canvas.drawing.points[root][1] >= 60


def centre(stage, title):
    return next((rect.center().x(), rect.center().y()) for box, rect in stage.drawing.boxes if box.title == title)


def test_a_box_is_moved_by_keys_and_put_back(pane, qtbot):
    canvas = show(qtbot, pane, lease_tree())
    placed_at = centre(pane.graph, "runner.py")
    pane.graph.light_way_to(("runner.py",))
    with qtbot.waitSignal(pane.graph.boxesMoved) as moved:
        for _ in range(3):
            QTest.keyClick(canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert current(canvas) == "runner.py"
    assert len(moved.args[1]) == 1
    qtbot.waitUntil(lambda: pane.graph.is_settled)
    assert centre(pane.graph, "runner.py")[1] - placed_at[1] == pytest.approx(3 * KEY_STEP)
    pane.graph.put_back()
    qtbot.waitUntil(lambda: pane.graph.is_settled)
    assert centre(pane.graph, "runner.py") == pytest.approx(placed_at)
    assert not pane.graph.moved_boxes


def test_moved_boxes_follow_the_size_of_the_text(pane, qtbot):
    show(qtbot, pane, lease_tree())
    key = next(box.key for box, _ in pane.graph.drawing.boxes if box.title == "runner.py")
    pane.graph.set_moved({"lease.py": {key: (-300.0, 200.0)}})
    set_scale_percent(150)
    try:
        pane.graph.draw()
        qtbot.waitUntil(lambda: pane.graph.is_settled)
        assert centre(pane.graph, "runner.py") == pytest.approx((-450.0, 300.0))
    finally:
        set_scale_percent(100)


def test_only_so_many_moved_boxes_and_graphs_are_remembered(tmp_path):
    store = BoxPositionStore(tmp_path / "boxes.json")
    for root in range(MOST_GRAPHS + 1):
        store.keep(f"root{root}", {f"box{number}": (1.5, number) for number in range(MOST_MOVED + 1)})
    graphs = BoxPositionStore(tmp_path / "boxes.json").load()
    assert (len(graphs), "root0" in graphs) == (MOST_GRAPHS, False)
    assert len(graphs["root1"]) == MOST_MOVED
    assert graphs["root1"]["box60"] == (1.5, 60.0)
    store.keep("root1", {})
    assert "root1" not in store.load()


def test_a_moved_box_is_where_it_was_after_a_restart(themed, qtbot: QtBot, tmp_path):
    positions = []
    for run in range(2):
        window = make_window(themed, Services(tmp_path, tmp_path / "person", len))
        qtbot.addWidget(window)
        window.resize(1440, 900)
        with qtbot.waitExposed(window):
            window.show()
        core = WindowCore(FILES)
        window.workbench.attach(core)
        search(qtbot, window, "lease")
        panel = window.workbench.panel(DependenciesPanel)
        if run == 0:
            window.workbench.trigger("graph")
        stage = panel.widget.graph
        qtbot.waitUntil(lambda stage=stage: stage.is_settled and len(stage.drawing.boxes) > 1)
        if run == 0:
            QTest.keyClick(stage.canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
            qtbot.waitUntil(lambda stage=stage: stage.is_settled)
        key = next(iter(stage.moved_boxes))
        positions.append((key, stage.drawing.points[key]))
        window.close()
        core.close()
    assert positions[0] == positions[1]


def test_cells_tell_an_assistive_program_where_they_are(pane, qtbot):
    canvas = show(qtbot, pane, lease_tree())
    rows = {canvas.model().index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(7)}
    assert "lease.py, the middle of the graph" in rows
    assert "runner.py, imports, 1 step to the left of lease.py" in rows
    assert "pool.py, imports, 2 steps to the right of lease.py, 11 more can be loaded" in rows
    interface = QAccessible.queryAccessibleInterface(canvas)
    root = "lease.py, file, relay/queue/lease.py"
    assert interface.text(QAccessible.Text.Name) == f"Graph of the dependencies of {root}"
    assert interface.childCount() >= 7


def test_the_picture_has_the_names_as_words(pane, qtbot, tmp_path):
    show(qtbot, pane, lease_tree())
    svg = drawing_svg(pane.graph.drawing, (), "lease.py").decode()
    assert svg.count("<path") > 6
    assert all(name in svg for name in ("backoff.py", "runner.py", "pool.py"))


def test_a_narrow_pane_shows_the_graph_alone_and_a_wide_one_both(pane, qtbot):
    show(qtbot, pane, lease_tree())
    assert pane.view.isVisible()
    assert pane.graph.isVisible()
    pane.resize(600, 700)
    qtbot.waitUntil(lambda: not pane.view.isVisible())
    pane.set_drawn(drawn=False)
    assert pane.view.isVisible()
    assert not pane.graph.isVisible()


def test_the_command_draws_what_is_selected_and_writes_both_pictures(window, qtbot: QtBot, tmp_path):
    search(qtbot, window, "lease")
    workbench = window.workbench
    panel = workbench.panel(DependenciesPanel)
    workbench.trigger("graph")
    stage = panel.widget.graph
    assert workbench.right.current == DEPENDENCIES
    qtbot.waitUntil(lambda: stage.is_settled and bool(stage.drawing.cells))
    assert workbench.state.graph_drawn
    for suffix in ("svg", "png"):
        panel.drawing.write_picture(tmp_path / f"graph.{suffix}")
    qtbot.waitUntil(lambda: (tmp_path / "graph.png").exists() and workbench.is_idle)
    assert QImage(str(tmp_path / "graph.png")).width() > 100
    assert (tmp_path / "graph.svg").read_text("utf-8").startswith("<?xml")
    workbench.trigger("graph")
    assert not panel.widget.body.drawn


def test_a_picture_that_cannot_be_written_is_reported(window, qtbot: QtBot, tmp_path):
    panel = window.workbench.panel(DependenciesPanel)
    panel.drawing.write_picture(tmp_path / "missing" / "graph.svg")
    qtbot.waitUntil(window.workbench.banners.warning.isVisible)


def test_the_model_of_the_graph_keeps_qts_rules(pane, qtbot, qtmodeltester):
    show(qtbot, pane, lease_tree())
    qtmodeltester.check(pane.graph.model)
