"""Back and forward over queries and places, and from a name in a text to its definition and uses."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from search.ports import SearchCore
from search.types.graph import Direction
from search.types.ids import NodeId
from tests.ui.pane_samples import tree_node
from tests.ui.real_core import attached, core_of
from tests.ui.window_fixture import empty_window, search  # noqa: F401 -- fixtures
from ui.code.languages import definable_in
from ui.code.lexing import lex
from ui.code.names import short_name
from ui.code.outline import levels, outline, outline_of
from ui.controllers.trail import Stop, Trail
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.preview.peek import Peek
from ui.popups.palette import CommandPalette
from ui.widgets.popup import open_popup
from ui.window.main_window import MainWindow

FILES = {
    "store.py": "class Store:\n    def put(self):\n        raise NotImplementedError\n\n\n"
    "class DiskStore(Store):\n    def put(self):\n        return 'disk'\n\n\n"
    "class MemoryStore(Store):\n    def put(self):\n        return 'memory'\n",
    "lease.py": 'class Lease:\n    """A lease."""\n\n    def renew(self):\n        return backoff(1)\n\n\n'
    "def backoff(attempt):\n    return attempt * 2\n",
    "worker.py": "from lease import Lease\n\n\ndef work():\n    lease = Lease()\n    return lease.renew()\n",
    "TableMeasurer.cs": "using System.Collections.Generic;\n\nnamespace Console\n{\n"
    "    public class TableMeasurer\n    {\n"
    "        public List<int> Widths(int most)\n        {\n            var widths = new List<int>();\n"
    "            if (most > 0) { widths.Add(most); }\n            return new List<int>(widths);\n        }\n\n"
    "        public int Measure(int column)\n        {\n            return column;\n        }\n\n"
    "        public int Measure(string column)\n        {\n            return column.Length;\n        }\n"
    "    }\n}\n",
    "march.py": "from lease import backoff\n\n\ndef march():\n"
    + "".join(f"    step_{number} = {number}\n" for number in range(300))
    + "    return backoff(step_7)\n"
    + "".join(f"    stop_{number} = {number}\n" for number in range(100)),
    "guide.md": "# Marching\n\n" + "".join(f"Paragraph {number} of the guide.\n\n" for number in range(200)),
    "stats.rb": "class Stats\n  def cache_key\n    1\n  end\n\n"
    "  def entry\n    2\n  end\n\n  def zebra\n    3\n  end\nend\n",
    "okapi.py": "def okapi(entry, names):\n    cache_key = (entry, names)\n"
    "    print('\N{GRINNING FACE}', entry.zebra, cache_key)\n    return cache_key\n",
    "other.py": "def work():\n    return 'quagga'\n",
}


@pytest.fixture(scope="module")
def real_core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchCore]:
    """A core on an index of a few files, with their graph."""
    with core_of(tmp_path_factory, FILES) as opened:
        yield opened


@pytest.fixture
def window(empty_window: MainWindow, real_core: SearchCore, qtbot: QtBot) -> MainWindow:  # noqa: F811 -- the fixture
    return attached(empty_window, real_core, qtbot)


def shown_file(window: MainWindow) -> str:
    spot = window.workbench.preview.widget.spot
    return Path(spot.path).name if spot is not None else ""


def show(qtbot: QtBot, window: MainWindow, query: str, name: str) -> None:
    """Search, choose a file as a person does and wait for its text."""
    search(qtbot, window, query)
    workbench = window.workbench
    results = workbench.results.widget
    results.view.chosen = True
    shown = {file.path: file.file_id for file in workbench.answers.shown.files}
    results.view.select_file(shown[name])
    text = FILES[name].rstrip("\n")
    qtbot.waitUntil(lambda: workbench.preview.widget.code.toPlainText().rstrip("\n") == text)
    qtbot.waitUntil(lambda: shown_file(window) == name and workbench.is_idle)


def shown_list(qtbot: QtBot, window: MainWindow, command: str) -> CommandPalette:
    """Give a command and wait for the list that it opens."""
    window.workbench.trigger(command)
    qtbot.waitUntil(lambda: isinstance(open_popup(window.workbench.layout), CommandPalette))
    palette = open_popup(window.workbench.layout)
    assert isinstance(palette, CommandPalette)
    return palette


def put_cursor_on(window: MainWindow, word: str) -> None:
    code = window.workbench.preview.widget.code
    cursor = QTextCursor(code.document())
    cursor.setPosition(code.toPlainText().index(word) + 1)
    code.setTextCursor(cursor)


def test_back_and_forward_go_over_places_and_queries(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "Lease", "worker.py")
    show(qtbot, window, "Lease", "lease.py")
    show(qtbot, window, "quagga", "other.py")
    edit = window.front.top.field.edit
    for key, query, name in (
        ("back", "Lease", "lease.py"),
        ("back", "Lease", "worker.py"),
        ("forward", "Lease", "lease.py"),
        ("forward", "quagga", "other.py"),
    ):
        window.workbench.trigger(key)
        qtbot.waitUntil(lambda query=query, name=name: edit.text() == query and shown_file(window) == name)


def test_the_buttons_at_the_side_of_the_mouse_do_the_same(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "Lease", "worker.py")
    show(qtbot, window, "Lease", "lease.py")
    viewport = window.workbench.results.widget.view.viewport()
    buttons = Qt.MouseButton
    for button, name in ((buttons.BackButton, "worker.py"), (buttons.ForwardButton, "lease.py")):
        point = QPointF(20, 20)
        press = QMouseEvent(
            QEvent.Type.MouseButtonPress,
            point,
            viewport.mapToGlobal(point),
            button,
            button,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(viewport, press)
        qtbot.waitUntil(lambda name=name: shown_file(window) == name)


def test_a_name_leads_to_its_definition_in_another_file_and_back(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "Lease", "worker.py")
    put_cursor_on(window, "Lease()")
    window.workbench.trigger("definition")
    qtbot.waitUntil(lambda: shown_file(window) == "lease.py")
    assert window.workbench.preview.widget.spot.line == 1
    window.workbench.trigger("back")
    qtbot.waitUntil(lambda: shown_file(window) == "worker.py")


def scrolled(window: MainWindow) -> tuple[int, int, int, int]:
    """Return the line and the column of the cursor, and how far the text is scrolled."""
    code = window.workbench.preview.widget.code
    cursor = code.textCursor()
    line, column = code.first_line + cursor.blockNumber(), cursor.positionInBlock()
    return line, column, code.verticalScrollBar().value(), code.horizontalScrollBar().value()


def test_back_and_forward_lead_to_the_line_that_was_left(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "march", "march.py")
    put_cursor_on(window, "backoff(step_7)")
    window.workbench.preview.widget.code.verticalScrollBar().setValue(290)
    left = scrolled(window)
    assert left[:3] == (305, 12, 290)
    window.workbench.trigger("definition")
    qtbot.waitUntil(lambda: shown_file(window) == "lease.py" and window.workbench.is_idle)
    put_cursor_on(window, "attempt * 2")
    ahead = scrolled(window)
    for _ in range(2):
        window.workbench.trigger("back")
        qtbot.waitUntil(lambda: shown_file(window) == "march.py" and window.workbench.is_idle)
        assert scrolled(window) == left
        window.workbench.trigger("forward")
        qtbot.waitUntil(lambda: shown_file(window) == "lease.py" and window.workbench.is_idle)
        assert scrolled(window) == ahead


def test_back_leads_to_the_line_that_was_left_also_after_the_answer_was_renewed(window: MainWindow, qtbot: QtBot):
    """The order of the reader comes as a second answer to the same question."""
    show(qtbot, window, "march", "march.py")
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.search.search_now()
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    put_cursor_on(window, "backoff(step_7)")
    left = scrolled(window)
    window.workbench.trigger("definition")
    qtbot.waitUntil(lambda: shown_file(window) == "lease.py" and window.workbench.is_idle)
    window.workbench.trigger("back")
    qtbot.waitUntil(lambda: shown_file(window) == "march.py" and window.workbench.is_idle)
    assert scrolled(window) == left


def test_the_outline_leads_on_from_a_line_that_was_gone_back_to(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "march", "march.py")
    put_cursor_on(window, "backoff(step_7)")
    window.workbench.trigger("definition")
    qtbot.waitUntil(lambda: shown_file(window) == "lease.py" and window.workbench.is_idle)
    window.workbench.trigger("back")
    qtbot.waitUntil(lambda: shown_file(window) == "march.py" and window.workbench.is_idle)
    assert scrolled(window)[0] == 305
    shown_list(qtbot, window, "outline").rows.items[0].run()
    qtbot.waitUntil(lambda: scrolled(window)[0] == 4)


def test_back_leads_to_the_line_that_was_left_for_another_search(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "march", "march.py")
    put_cursor_on(window, "step_250")
    window.workbench.preview.widget.code.verticalScrollBar().setValue(240)
    left = scrolled(window)
    show(qtbot, window, "quagga", "other.py")
    window.workbench.trigger("back")
    qtbot.waitUntil(lambda: shown_file(window) == "march.py" and window.workbench.is_idle)
    assert scrolled(window) == left


def test_back_leads_to_the_paragraph_that_was_left(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "Marching")
    workbench = window.workbench
    view, rendered = workbench.results.widget.view, workbench.preview.widget.rendered.text
    view.chosen = True
    view.select_file(next(f.file_id for f in workbench.answers.shown.files if f.path.endswith("guide.md")))
    qtbot.waitUntil(lambda: "Paragraph 199" in rendered.toPlainText() and workbench.is_idle)
    bar = rendered.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
    bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
    left = bar.value()
    assert left > rendered.viewport().height()
    show(qtbot, window, "quagga", "other.py")
    with qtbot.waitSignal(rendered.written):
        workbench.trigger("back")
    qtbot.waitUntil(lambda: shown_file(window) == "guide.md" and workbench.is_idle)
    assert abs(bar.value() - left) < rendered.viewport().height() // 10


def test_a_click_with_ctrl_on_a_name_leads_to_its_definition(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "Lease", "lease.py")
    code = window.workbench.preview.widget.code
    cursor = QTextCursor(code.document())
    cursor.setPosition(code.toPlainText().index("backoff(1)") + 3)
    code.setTextCursor(cursor)
    point = code.cursorRect(cursor).center()
    qtbot.mouseClick(code.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, point)
    qtbot.waitUntil(lambda: window.workbench.preview.widget.spot.symbol == "backoff")
    line = window.workbench.preview.widget.spot.line
    assert FILES["lease.py"].split("\n")[line - 1] == "def backoff(attempt):"


@pytest.mark.parametrize("command", ["definition", "peek", "uses", "implementations"])
def test_a_name_that_is_not_defined_is_said_in_the_status_bar(window: MainWindow, qtbot: QtBot, command: str):
    show(qtbot, window, "Store", "store.py")
    put_cursor_on(window, "NotImplementedError")
    window.workbench.trigger(command)
    qtbot.waitUntil(lambda: "NotImplementedError" in window.workbench.layout.status.note.text())
    assert window.workbench.layout.status.note.isVisible()
    assert not window.workbench.layout.status.counts.isVisible()


def test_a_note_in_the_status_bar_gives_way_to_the_counts(window: MainWindow, qtbot: QtBot):
    status = window.workbench.layout.status
    status.say("quagga " * 100)
    assert status.note.isVisible()
    assert status.note.width() < status.width()
    status._note_stays.timeout.emit()
    qtbot.waitUntil(lambda: status.note.text() == "")


def test_a_place_without_a_name_is_said_in_the_status_bar(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "Store", "store.py")
    cursor = QTextCursor(window.workbench.preview.widget.code.document())
    cursor.setPosition(FILES["store.py"].index("\n\n\n") + 1)
    window.workbench.preview.widget.code.setTextCursor(cursor)
    window.workbench.trigger("definition")
    assert window.workbench.layout.status.note.text() == "There is no name at the cursor of the preview."


def test_a_peek_shows_the_definition_and_leaves_the_text_where_it_is(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "Lease", "worker.py")
    put_cursor_on(window, "Lease()")
    window.workbench.trigger("peek")
    qtbot.waitUntil(lambda: isinstance(open_popup(window.workbench.layout), Peek))
    peek = open_popup(window.workbench.layout)
    qtbot.waitUntil(lambda: "class Lease:" in peek.code.toPlainText())
    assert shown_file(window) == "worker.py"
    qtbot.keyClick(peek.code, Qt.Key.Key_Escape)
    assert open_popup(window.workbench.layout) is None
    assert shown_file(window) == "worker.py"


def test_enter_in_a_peek_goes_there_and_f12_to_the_next_definition(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "work", "worker.py")
    put_cursor_on(window, "work()")
    nodes = tuple(
        tree_node(
            "work",
            None,
            0,
            Direction.BOTH,
            kind="function",
            path=name,
            start_line=line,
            id=NodeId(f"x@y:py:{name}"),
        )
        for name, line in (("worker.py", 4), ("other.py", 1))
    )
    window.workbench.preview.names._open_peek(nodes, "work")
    peek = open_popup(window.workbench.layout)
    qtbot.keyClick(peek.code, Qt.Key.Key_F12)
    assert peek.node.path == "other.py"
    with qtbot.waitSignal(peek.goWanted) as left:
        qtbot.keyClick(peek.code, Qt.Key.Key_Return)
    assert left.args[0].path == "other.py"


def test_what_implements_a_class_is_listed(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "Store", "store.py")
    put_cursor_on(window, "Store:")
    palette = shown_list(qtbot, window, "implementations")
    assert {item.text for item in palette.rows.items} == {"DiskStore", "MemoryStore"}
    palette.rows.items[0].run()
    qtbot.waitUntil(lambda: window.workbench.preview.widget.spot.symbol in {"DiskStore", "MemoryStore"})


def test_the_uses_of_a_name_are_shown_as_a_tree(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "backoff", "lease.py")
    put_cursor_on(window, "backoff(attempt)")
    window.workbench.trigger("uses")
    tree = window.workbench.panel(DependenciesPanel).widget
    qtbot.waitUntil(lambda: tree.model.tree is not None and tree.name == "backoff")
    assert any(node.name == "Lease.renew" for node in tree.model.tree.nodes)


def test_the_tree_of_uses_stays_until_the_selection_changes(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "renew", "lease.py")
    workbench = window.workbench
    put_cursor_on(window, "backoff(attempt)")
    workbench.trigger("uses")
    tree = workbench.panel(DependenciesPanel).widget
    qtbot.waitUntil(lambda: tree.model.tree is not None and tree.name == "backoff")
    for panel in ("preview", "dependencies"):
        workbench.go_to_panel(panel)
        qtbot.waitUntil(lambda: workbench.is_idle)
        assert tree.name == "backoff"
    workbench.go_to_panel("preview")
    for name in ("worker.py", "lease.py"):
        show(qtbot, window, "renew", name)
    workbench.go_to_panel("dependencies")
    qtbot.waitUntil(lambda: tree.name == "Lease.renew")
    show(qtbot, window, "renew", "worker.py")
    qtbot.waitUntil(lambda: tree.name == "worker.py")
    workbench.trigger("selected-dependencies")
    put_cursor_on(window, "work()")
    workbench.trigger("uses")
    qtbot.waitUntil(lambda: tree.name == "work")
    workbench.trigger("selected-dependencies")
    qtbot.waitUntil(lambda: tree.name == "worker.py")


def test_the_outline_lists_what_a_file_defines_by_line(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "Lease", "lease.py")
    palette = shown_list(qtbot, window, "outline")
    assert [item.text for item in palette.rows.items] == ["Lease", "    renew", "backoff"]
    palette.rows.items[2].run()
    qtbot.waitUntil(lambda: window.workbench.preview.widget.spot.symbol == "backoff")


def test_the_outline_is_that_of_the_graph_where_colours_do_not_tell(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "TableMeasurer", "TableMeasurer.cs")
    palette = shown_list(qtbot, window, "outline")
    assert [item.text.strip() for item in palette.rows.items] == [
        *("TableMeasurer", "Widths", "Measure(int)", "Measure(string)"),
    ]
    assert [item.hint for item in palette.rows.items] == ["5", "7", "14", "19"]


def test_a_variable_is_not_taken_for_a_definition_in_other_case(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "TableMeasurer", "TableMeasurer.cs")
    put_cursor_on(window, "widths)")
    window.workbench.trigger("definition")
    qtbot.waitUntil(lambda: window.workbench.preview.widget.spot.symbol == "widths")
    assert window.workbench.preview.widget.spot.line == 9
    assert open_popup(window.workbench.layout) is None


@pytest.mark.parametrize(
    ("word", "name", "line"),
    [("cache_key)", "cache_key", 2), ("names)", "names", 1), ("entry.zebra", "entry", 1)],
)
def test_a_local_name_leads_to_its_binding_and_not_to_another_language(
    window: MainWindow, qtbot: QtBot, word: str, name: str, line: int
):
    show(qtbot, window, "okapi", "okapi.py")
    put_cursor_on(window, word)
    window.workbench.trigger("definition")
    qtbot.waitUntil(lambda: window.workbench.preview.widget.spot.symbol == name)
    assert shown_file(window) == "okapi.py"
    assert window.workbench.preview.widget.spot.line == line


def test_a_peek_at_a_parameter_shows_its_function(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "okapi", "okapi.py")
    put_cursor_on(window, "entry.zebra")
    window.workbench.trigger("peek")
    qtbot.waitUntil(lambda: isinstance(open_popup(window.workbench.layout), Peek))
    assert (
        open_popup(window.workbench.layout).node.path,
        open_popup(window.workbench.layout).node.start_line,
    ) == (
        "okapi.py",
        1,
    )


def test_a_member_does_not_lead_to_one_of_another_language(window: MainWindow, qtbot: QtBot):
    show(qtbot, window, "okapi", "okapi.py")
    put_cursor_on(window, "zebra")
    window.workbench.trigger("definition")
    sentence = "No definition of zebra is known."
    qtbot.waitUntil(lambda: window.workbench.layout.status.note.text() == sentence)


@pytest.mark.parametrize(
    ("path", "node", "can_mean"),
    [
        ("a.py", "x@y:py:a.b", True),
        ("a.py", "x@y:rb:A.b", False),
        ("a.py", "x@y:doc:README#b", False),
        ("a.py", "x@y:sql:dbo.orders", True),
        ("a.py", "x@y:file:b.py", True),
        ("a.py", "x@y:file:b.html", False),
        ("a.cc", "x@y:c:A::b", True),
        ("a.tsx", "x@y:js:a.b", True),
        ("a.kt", "x@y:java:a.b", True),
        ("a.md", "x@y:rb:A.b", True),
        ("Makefile", "x@y:rb:A.b", True),
    ],
)
def test_code_can_mean_definitions_of_its_family_and_those_that_all_refer_to(path: str, node: str, can_mean: bool):
    assert definable_in(path, node) == can_mean


def test_an_outline_is_indented_by_what_stands_in_what():
    text = "class A:\n  def b(self):\n    class C: ...\n  def d(self): ...\n"
    entries = outline_of([("A", 1), ("b", 2), ("C", 3), ("d", 4), ("gone", 9)], text)
    assert [entry.name for entry in entries] == ["A", "b", "C", "d"]
    assert levels(entries) == (0, 1, 2, 1)
    headings = outline_of([("One", 1), ("Two", 2), ("Three", 3)], "# One\n## Two\n# Three\n")
    assert levels(headings) == (0, 1, 0)


@pytest.mark.parametrize(
    ("path", "language", "text", "names"),
    [
        (
            "Cart.cs",
            "csharp",
            "class Cart {\n    int Add(int n) {\n        return new Sum(n);\n    }\n}\n",
            ["Cart", "Add"],
        ),
        ("a.cs", "csharp", "class A {\n    void Go() {\n        else if (Ready(1)) { }\n    }\n}\n", ["A", "Go"]),
        ("Cart.cs", "csharp", "class Cart {\n    public int Add(int n) { return Sum(n); }\n}\n", ["Cart", "Add"]),
        ("a.md", "markdown", "# Leases\n\ntext\n\n## Lost ones\n", ["Leases", "Lost ones"]),
        ("a.py", "python", "x = call(1)\ndef work():\n    call(2)\n", ["work"]),
    ],
)
def test_an_outline_has_definitions_and_headings_and_no_calls(path, language, text, names):
    assert [entry.name for entry in outline(text, lex(text, path, language))] == names


def test_a_new_place_drops_what_lay_ahead_and_the_same_place_is_one_stop():
    trail, wanted = Trail(), []
    trail.wanted.connect(lambda stop: wanted.append(stop.query))
    for query in ("one", "one", "two", "three"):
        trail.visit(Stop(query))
    trail.back()
    trail.visit(Stop("four"))
    trail.forward()
    trail.back()
    trail.back()
    trail.back()
    assert wanted == ["two", "two", "one"]


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("Shop.Orders.Services.Cart.Add", "function", "Cart.Add"),
        ("Shop.Orders.Cart", "class", "Cart"),
        ("Cart.Add", "function", "Cart.Add"),
        ("ns::inner::Cart::add", "function", "Cart::add"),
        ("Guide > Install.On.Linux", "section", "Guide > Install.On.Linux"),
        ("Outer.Inner", "class", "Outer.Inner"),
    ],
)
def test_a_qualified_name_is_shown_as_the_member_with_its_type(name, kind, expected):
    assert short_name(name, kind) == expected


@pytest.mark.parametrize(
    ("typed", "heading", "line"),
    [
        ("worker", "In the index", "worker.py"),
        ("er", "Which file is meant", "other.py"),
        ("quagga", "In the index", "quagga"),
    ],
)
def test_a_file_is_known_by_its_name_without_ending(window: MainWindow, qtbot: QtBot, typed, heading, line):
    answers = []
    window.workbench.results._why.why_not(typed, None, lambda sections, _text: answers.append(sections))
    qtbot.waitUntil(lambda: bool(answers))
    title, lines = answers[0][0]
    assert title == heading
    assert any(line in text for text in lines)
    assert (typed == "quagga") == any("none in the index" in text for text in lines)
