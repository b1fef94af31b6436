"""Where a person reads in the preview stays when the answer is renewed, as after a file was saved."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from search.events import FilesChanged
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.controllers.spot import Spot
from ui.panels.preview.pane import PreviewPane
from ui.window.main_window import MainWindow

LINES = [f"step_{number} = {number}" for number in range(300)]
LONG = "\n".join([*LINES[:90], "def okapi(step): pass", *LINES[90:], ""])
FILES = {
    "relay/worker/deep.py": LONG,
    "relay/worker/other.py": "def okapi_too(): okapi(1)\n",
    "relay-docs/long.md": "# Okapi\n\n" + "A paragraph of words.\n\n" * 200,
    "gateway/README.md": "Nothing of it.\n",
}


@pytest.fixture
def core():
    made = WindowCore(FILES)
    yield made
    made.close()


def read_down(window: MainWindow, qtbot: QtBot, text: str, path: str) -> PreviewPane:
    """Search, choose a file, and scroll down in its text by hand."""
    search(qtbot, window, text)
    results, preview = window.workbench.results.widget, window.workbench.preview.widget
    file = next(file for file in results.model.files if file.path == path)
    results.view.setFocus()
    results.view.select_file(file.file_id)
    qtbot.waitUntil(lambda: shown_file(preview) == file.file_id)
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    qtbot.waitUntil(lambda: preview.shows_rendered is path.endswith(".md"))  # it is rendered in a thread
    view = preview.rendered.text if preview.shows_rendered else preview.code
    qtbot.waitUntil(lambda: bool(preview._walk.matches.all))  # they are marked once the text is complete
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert view.verticalScrollBar().value() > 0
    return preview


def shown_file(preview: PreviewPane) -> str:
    return preview._text.file_id if preview._text is not None else ""


def top_line(preview: PreviewPane) -> str:
    return preview.code.firstVisibleBlock().text()


def visible_lines(preview: PreviewPane) -> list[str]:
    return [block.text() for block, _ in preview.code.visible_blocks()]


def save(window: MainWindow, core: WindowCore, qtbot: QtBot, name: str, text: str) -> None:
    """Save a file, and return when the window shows the answer that it then asked for."""
    core.files[name] = text
    with qtbot.waitSignal(window.workbench.search.answered):
        core.tell(FilesChanged((name.partition("/")[2],)))
    qtbot.wait(150)  # longer than a selection rests before its text is loaded
    qtbot.waitUntil(lambda: window.workbench.is_idle)


def test_saving_another_file_leaves_the_preview_where_it_is(window: MainWindow, core: WindowCore, qtbot: QtBot):
    preview = read_down(window, qtbot, "okapi", "worker/deep.py")
    before = top_line(preview)
    assert before != "def okapi(step): pass"
    save(window, core, qtbot, "gateway/README.md", "Something else.\n")
    assert top_line(preview) == before
    save(window, core, qtbot, "relay/worker/other.py", "def okapi_too(): okapi(2)\n")
    assert top_line(preview) == before


def test_saving_the_shown_file_shows_it_anew_at_the_same_position(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    preview = read_down(window, qtbot, "okapi", "worker/deep.py")
    scrolled = preview.code.verticalScrollBar().value()
    save(window, core, qtbot, "relay/worker/deep.py", LONG + "last = True\n")
    assert "last = True" in preview.code.toPlainText()
    assert preview.code.verticalScrollBar().value() == scrolled
    save(window, core, qtbot, "relay/worker/deep.py", "def okapi(step): pass\n")
    assert preview.code.toPlainText() == "def okapi(step): pass\n"


def test_a_person_who_has_not_scrolled_stays_at_the_match(window: MainWindow, core: WindowCore, qtbot: QtBot):
    preview = window.workbench.preview.widget
    with qtbot.waitSignal(preview.textShown):
        search(qtbot, window, "okapi step pass")
    qtbot.waitUntil(lambda: bool(preview.code.matches.all))
    save(window, core, qtbot, "relay/worker/deep.py", "above = True\n" * 48 + LONG)
    qtbot.waitUntil(lambda: bool(preview.code.matches.all))
    assert "def okapi(step): pass" in visible_lines(preview)


def test_a_rendered_text_stays_where_it_is(window: MainWindow, core: WindowCore, qtbot: QtBot):
    preview = read_down(window, qtbot, "okapi", "long.md")
    assert preview.shows_rendered
    scroll = preview.rendered.text.verticalScrollBar()
    scrolled = scroll.value()
    save(window, core, qtbot, "gateway/README.md", "Something else.\n")
    assert scroll.value() == scrolled
    with qtbot.waitSignal(preview.rendered.ready):
        save(window, core, qtbot, "relay-docs/long.md", FILES["relay-docs/long.md"] + "The end.\n")
    assert "The end." in preview.rendered.text.toPlainText()
    assert scroll.value() == scrolled


@pytest.mark.parametrize(
    ("query", "name", "wanted", "counts"),
    [
        ("okapi", "relay/worker/deep.py", "step_29", ("4 of 11", "4 of 12")),
        ("okapi", "relay-docs/long.md", "paragraph", ("3 of 200", "3 of 201")),
        ("/okapi/", "relay/worker/deep.py", "step_29", ("4 of 11", "4 of 12")),
    ],
)
def test_the_find_bar_stays_open_and_counts_again(
    window: MainWindow, core: WindowCore, qtbot: QtBot, query: str, name: str, wanted: str, counts: tuple[str, str]
):
    preview = window.workbench.preview.widget
    with qtbot.waitSignal(preview.textShown):
        window.workbench.query.run(f"{query} path:{name.partition('/')[2]}")
    qtbot.waitUntil(lambda: window.workbench.is_idle and bool(preview._walk.matches.all))
    qtbot.waitUntil(lambda: preview.shows_rendered is name.endswith(".md"))
    window.workbench.trigger("find")
    qtbot.keyClicks(preview.finding.field, wanted)
    for _ in range(2):
        qtbot.keyClick(preview.finding.field, Qt.Key.Key_Return)
    assert preview.finding._count.text() == counts[0]
    view = preview.rendered.text if preview.shows_rendered else preview.code
    scrolled = view.verticalScrollBar().value()
    core.files[name] = FILES[name] + f"\n{wanted} at the end\n"
    core.tell(FilesChanged((name.partition("/")[2],)))
    qtbot.waitUntil(lambda: preview.finding._count.text() == counts[1])
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert preview.finding._count.text() == counts[1]
    assert preview.finding.isVisible()
    assert preview.finding.field.hasFocus()
    assert preview.finding.field.text() == wanted
    assert len(preview._walk.matches.all) == int(counts[1].rpartition(" ")[2])
    assert view.verticalScrollBar().value() == scrolled
    qtbot.keyClick(preview.finding.field, Qt.Key.Key_Escape)
    assert preview.finding.isHidden()
    assert len(preview._walk.matches.all) < 4


def test_another_file_closes_the_find_bar(window: MainWindow, core: WindowCore, qtbot: QtBot):
    preview = read_down(window, qtbot, "okapi", "worker/deep.py")
    window.workbench.trigger("find")
    qtbot.keyClicks(preview.finding.field, "step_29")
    with qtbot.waitSignal(preview.textShown):
        window.workbench.selection.show_spot(Spot("relay@main:file:worker/other.py", "relay", "worker/other.py"))
    assert preview.finding.isHidden()


def test_a_chosen_chunk_stays_chosen(window: MainWindow, core: WindowCore, qtbot: QtBot):
    read_down(window, qtbot, "okapi", "worker/deep.py")
    view, selection = window.workbench.results.widget.view, window.workbench.selection
    view.setFocus()
    qtbot.waitUntil(lambda: view.model().rowCount() > len(view.model().files))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert selection.current is not None
    chunk = selection.current[1]
    assert chunk is not None
    qtbot.wait(150)
    save(window, core, qtbot, "gateway/README.md", "Something else.\n")
    assert selection.current is not None
    assert selection.current[1] is not None
    assert selection.current[1].id == chunk.id


def test_a_definition_that_was_gone_to_stays_in_view(window: MainWindow, core: WindowCore, qtbot: QtBot):
    preview = read_down(window, qtbot, "okapi", "worker/deep.py")
    other = Spot("relay@main:file:worker/other.py", "relay", "worker/other.py")
    with qtbot.waitSignal(preview.textShown):
        window.workbench.selection.show_spot(other)
    save(window, core, qtbot, "gateway/README.md", "Something else.\n")
    assert shown_file(preview) == other.file
    save(window, core, qtbot, "relay/worker/other.py", "def okapi_too(): okapi(3)\n")
    assert "okapi(3)" in preview.code.toPlainText()


def test_a_line_that_matches_exactly_stays_where_it_was_scrolled_to(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    preview = window.workbench.preview.widget
    with qtbot.waitSignal(preview.textShown):
        window.workbench.query.run("/def okapi.step/")
    qtbot.waitUntil(lambda: bool(preview.code.matches.all))
    for _ in range(3):
        qtbot.keyClick(preview.code, Qt.Key.Key_PageDown)
    before = top_line(preview)
    core.files["gateway/README.md"] = "Something else.\n"
    with qtbot.waitSignal(window.workbench.search.lines.paged, check_params_cb=lambda _page, sums: sums.complete):
        core.tell(FilesChanged(("README.md",)))
    qtbot.wait(150)
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert top_line(preview) == before != LINES[0]


@pytest.mark.parametrize("scrolls", [True, False])
def test_a_file_that_is_read_stays_selected_when_another_one_wins(
    window: MainWindow, core: WindowCore, qtbot: QtBot, scrolls: bool
):
    preview, view = window.workbench.preview.widget, window.workbench.results.widget.view
    with qtbot.waitSignal(preview.textShown):
        search(qtbot, window, "okapi step pass")
    qtbot.waitUntil(lambda: bool(preview._walk.matches.all))
    for _ in range(3 if scrolls else 0):
        qtbot.keyClick(preview.code, Qt.Key.Key_PageDown)
    first, before = view.current_file, top_line(preview)
    save(window, core, qtbot, "gateway/a.py", "okapi step pass\n")
    winner = window.workbench.results.widget.model.files[0]
    assert first is not None
    assert winner.file_id != first.file_id
    assert view.current_file is not None
    assert view.current_file.file_id == (first if scrolls else winner).file_id
    assert (top_line(preview) == before) is scrolls


def test_another_question_goes_to_its_own_match(window: MainWindow, core: WindowCore, qtbot: QtBot):
    preview = read_down(window, qtbot, "okapi", "worker/deep.py")
    with qtbot.waitSignal(preview.textShown):
        search(qtbot, window, "okapi step pass")
    qtbot.waitUntil(lambda: bool(preview.code.matches.all))
    assert "def okapi(step): pass" in visible_lines(preview)
