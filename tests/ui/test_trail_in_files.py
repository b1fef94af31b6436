"""Back returns to where a person read before an outline, a link or a mark led them elsewhere."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QUrl
from pytestqt.qtbot import QtBot

from search.ports import SearchCore
from tests.ui.real_core import attached, core_of
from tests.ui.test_trail import shown_list
from tests.ui.window_fixture import empty_window, search  # noqa: F401 -- fixtures
from ui.panels.preview.panel import PreviewPanel
from ui.user_data.marks import Mark
from ui.window.main_window import MainWindow

STEPS = "".join(f"    step_{number} = {number}\n" for number in range(200))
FILLER = "".join(f"Paragraph {number} of the tour.\n\n" for number in range(200))
FILES = {
    "march.py": f"def numbat():\n{STEPS}\n\ndef quokka():\n{STEPS}",
    "tour.md": f"# Bilby\n\n[far](#far-away) and [next](next.md#second)\n\n{FILLER}# Far away\n\n{FILLER}",
    "next.md": f"# First\n\n{FILLER}# Second\n\n{FILLER}",
}


@pytest.fixture(scope="module")
def real_core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchCore]:
    """A core on an index of a few files."""
    with core_of(tmp_path_factory, FILES) as opened:
        yield opened


@pytest.fixture
def window(empty_window: MainWindow, real_core: SearchCore, qtbot: QtBot) -> MainWindow:  # noqa: F811 -- the fixture
    return attached(empty_window, real_core, qtbot)


def scrolled(preview: PreviewPanel) -> tuple[str, int]:
    """Return the shown file, and the line at its top."""
    pane = preview.widget
    view = pane.rendered if pane.shows_rendered else pane.source
    return (view.shown_spot.path if view.shown_spot is not None else ""), view.scrolled().top


def read(qtbot: QtBot, window: MainWindow, query: str, name: str) -> tuple[str, int]:
    """Show a file, scroll down in it, and return where it is."""
    search(qtbot, window, query)
    workbench, preview = window.workbench, window.workbench.preview
    results = workbench.results.widget
    results.view.setFocus()
    results.view.select_file(next(file for file in results.model.files if file.path == name).file_id)
    qtbot.waitUntil(lambda: scrolled(preview)[0] == name and preview.widget.shows_rendered is name.endswith(".md"))
    qtbot.waitUntil(lambda: workbench.is_idle)
    view = preview.widget.rendered.text if preview.widget.shows_rendered else preview.widget.code
    for _ in range(2):
        qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert scrolled(preview)[1] > 10
    return scrolled(preview)


def back_to(qtbot: QtBot, window: MainWindow, before: tuple[str, int]) -> None:
    """Go back, and forward and back again."""
    preview = window.workbench.preview
    after = scrolled(preview)
    assert after != before
    for command, goal in (("back", before), ("forward", after), ("back", before)):
        window.workbench.trigger(command)
        qtbot.waitUntil(lambda goal=goal: scrolled(preview) == goal)
        qtbot.waitUntil(lambda: window.workbench.is_idle)
        assert scrolled(preview) == goal


def test_back_returns_from_a_definition_of_the_outline(window: MainWindow, qtbot: QtBot):
    before = read(qtbot, window, "numbat", "march.py")
    palette = shown_list(qtbot, window, "outline")
    next(item for item in palette.rows.items if item.text.strip() == "quokka").run()
    palette.dismiss()
    qtbot.waitUntil(lambda: scrolled(window.workbench.preview)[1] > 190)
    back_to(qtbot, window, before)


def test_back_returns_from_a_heading_that_a_link_leads_to(window: MainWindow, qtbot: QtBot):
    before = read(qtbot, window, "bilby", "tour.md")
    window.workbench.preview.widget.rendered.text.anchorClicked.emit(QUrl("#far-away"))
    qtbot.waitUntil(lambda: scrolled(window.workbench.preview)[1] > 390)
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert window.workbench.preview.widget.spot.line == 405
    back_to(qtbot, window, before)


def test_a_link_followed_at_once_is_not_undone_by_the_selection(window: MainWindow, qtbot: QtBot):
    read(qtbot, window, "bilby", "tour.md")
    selection, preview = window.workbench.selection, window.workbench.preview
    file, chunk = selection.current
    selection.select(file, next(each for each in file.chunks if each is not chunk))
    preview.widget.rendered.text.anchorClicked.emit(QUrl("#far-away"))
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert preview.widget.spot.line == 405


def test_back_returns_from_a_file_that_a_link_leads_to(window: MainWindow, qtbot: QtBot):
    before = read(qtbot, window, "bilby", "tour.md")
    window.workbench.preview.widget.rendered.text.anchorClicked.emit(QUrl("next.md#second"))
    qtbot.waitUntil(lambda: scrolled(window.workbench.preview)[0] == "next.md")
    qtbot.waitUntil(lambda: scrolled(window.workbench.preview)[1] > 390)
    back_to(qtbot, window, before)


def test_back_returns_from_a_marked_file(window: MainWindow, qtbot: QtBot):
    before = read(qtbot, window, "numbat", "march.py")
    file = next(file for file in window.workbench.answers.shown.files if file.path == "march.py")
    mark = Mark(file.file_id.replace("march.py", "next.md"), file.repository, "next.md", file.root_path, line=3)
    window.workbench.preview.show_mark(mark)
    qtbot.waitUntil(lambda: scrolled(window.workbench.preview)[0] == "next.md")
    back_to(qtbot, window, before)
