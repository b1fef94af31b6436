"""Each state of the window shows its message, and what it offers is carried out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.cli.open_core import Opening, opened_core
from app.desktop.window_program import WindowProgram
from search.errors import IndexDamagedError, KnownError
from search.events import FilesChanged, Notice, Progress
from search.messages import Message
from search.types.filters import Access
from search.types.query import Mode
from search.types.results import Ready
from search.types.status import Activity
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search, shown_paths
from ui.application.builder import make_window
from ui.panels.preview.help_page import HelpPage
from ui.panels.results.empty import SuggestionCard
from ui.panels.results.model import ResultRole
from ui.panels.settings.dialog import SettingsDialog
from ui.panels.settings.folders_page import FoldersPage
from ui.panels.settings.model_page import ModelPage
from ui.services import Services
from ui.shell.git_folders import GitFolder
from ui.theme.tokens import LIGHT
from ui.widgets.progress import ProgressBar
from ui.widgets.text import Text
from ui.window import index_presenter
from ui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
DOWN, ENTER = Qt.Key.Key_Down, Qt.Key.Key_Return


def words_in(page: QWidget) -> set[str]:
    return {text.text() for text in page.findChildren(Text) if text.isVisible()}


def press(page: QWidget, words: str) -> None:
    """Click the visible button of a page that says this."""
    named = {button.text() or button.accessibleName(): button for button in _buttons(page)}
    assert words in named
    QTest.mouseClick(named[words], LEFT)


def _buttons(page: QWidget) -> Iterable[QAbstractButton]:
    return [button for button in page.findChildren(QAbstractButton) if button.isVisible()]


def settings_page(window: MainWindow) -> QWidget | None:
    dialog = window.workbench.layout.findChild(SettingsDialog)
    return dialog.stack.currentWidget() if dialog is not None else None


@pytest.fixture
def newcomer(
    empty_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> tuple[MainWindow, WindowCore]:
    """A window that has no folders yet, with the repositories that were found on the computer."""
    results = (GitFolder("/src/relay", 1_204), GitFolder("/src/gateway", 866))
    monkeypatch.setattr(index_presenter, "git_folders", lambda _home: results)
    core = WindowCore({})
    empty_window.workbench.attach(core)
    qtbot.waitUntil(lambda: "Found on this computer" in words_in(empty_window.workbench.layout.first_run))
    return empty_window, core


def test_the_first_run_comes_back_after_an_error(newcomer: tuple[MainWindow, WindowCore]):
    workbench = newcomer[0].workbench
    workbench.show_error(KnownError("roots.not_there", path="/docs"))
    press(workbench.layout.error, "Go on")
    assert workbench.layout.pages.currentWidget() is workbench.layout.first_run


def test_the_first_run_says_what_to_do_and_hides_what_is_for_results(newcomer: tuple[MainWindow, WindowCore]):
    workbench = newcomer[0].workbench
    assert {"Search your own code and documents", "Drop a folder here", "Found on this computer"} <= words_in(
        workbench.layout.first_run
    )
    assert not any(
        part.isVisible()
        for part in (workbench.layout.tuning, workbench.filters.widget, workbench.results.widget, workbench.right)
    )


@pytest.mark.parametrize(
    ("button", "added"),
    [("Add relay", ("/src/relay",)), ("Add all 2", ("/src/relay", "/src/gateway"))],
)
def test_repositories_that_were_found_are_added_by_one_button(
    newcomer: tuple[MainWindow, WindowCore], qtbot: QtBot, button: str, added: tuple[str, ...]
):
    window, core = newcomer
    buttons = {each.accessibleName() or each.text(): each for each in _buttons(window.workbench.layout.first_run)}
    qtbot.mouseClick(buttons[button], LEFT)
    qtbot.waitUntil(lambda: core.added == [added])
    assert window.workbench.layout.pages.currentWidget() is not window.workbench.layout.first_run


def _first_run_offering(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, names: Sequence[str]
) -> tuple[QWidget, WindowCore]:
    results = tuple(GitFolder(f"/src/{name}", 10) for name in names)
    monkeypatch.setattr(index_presenter, "git_folders", lambda _home: results)
    core = WindowCore({})
    window.workbench.attach(core)
    page = window.workbench.layout.first_run
    qtbot.waitUntil(lambda: "Found on this computer" in words_in(page))
    return page, core


def test_repositories_beyond_those_shown_are_named_and_added_with_all(
    empty_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    names = [f"shop{number}" for number in range(7)]
    page, core = _first_run_offering(empty_window, qtbot, monkeypatch, names)
    assert "2 more: shop5, shop6" in words_in(page)
    press(page, "Add all 7")
    qtbot.waitUntil(lambda: core.added == [tuple(f"/src/{name}" for name in names)])


def test_the_rest_of_many_repositories_is_counted_and_shown_on_request(
    empty_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    names = [f"shop{number:02}" for number in range(30)]
    page, core = _first_run_offering(empty_window, qtbot, monkeypatch, names)
    assert "25 more: shop05, shop06, shop07, shop08, shop09, shop10, shop11, shop12, \N{HORIZONTAL ELLIPSIS}" in (
        words_in(page)
    )
    press(page, "Show 25 more")
    qtbot.waitUntil(lambda: not any(words.startswith("25 more") for words in words_in(page)))
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "Add shop05"
    last = next(button for button in _buttons(page) if button.accessibleName() == "Add shop29")
    QTest.mouseClick(last, LEFT)
    qtbot.waitUntil(lambda: core.added == [("/src/shop29",)])


def test_add_folder_asks_for_one_and_adds_it(
    newcomer: tuple[MainWindow, WindowCore], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    window, core = newcomer
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    press(window.workbench.layout.first_run, "Add folder")
    qtbot.waitUntil(lambda: core.added == [(str(tmp_path),)])


def test_an_empty_query_offers_the_last_searches_and_saved_ones(window: MainWindow, qtbot: QtBot):
    page = window.workbench.layout.empty_query
    for text in ("retry", "delay", "worker", "backoff", "attempt", "owner", "lease"):
        search(qtbot, window, text)
        window.workbench.answers.note_search()
    window.workbench.filters.widget.save("backoff lang:python")
    window.workbench.query.run("")
    qtbot.waitUntil(lambda: window.workbench.layout.middle.currentWidget() is page)
    offered = [row.accessibleName().partition(",")[0] for row in page.rows]
    assert offered[:6] == ["lease", "owner", "attempt", "backoff", "worker", "delay"]
    assert "backoff lang:python" in offered[6:]
    edit = window.workbench.layout.top.field.edit
    qtbot.keyClick(edit, DOWN)
    assert page.rows[0].hasFocus()
    with qtbot.waitSignal(window.workbench.search.answered):
        qtbot.keyClick(page.rows[0], ENTER)
    assert "worker/lease.py" in shown_paths(window)


def test_no_results_say_why_offer_a_way_and_what_can_be_typed(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.tell(Progress(Activity("meaning", 300, 1_200), Ready()))
    qtbot.waitUntil(window.workbench.banners.progress.isVisible)
    search(qtbot, window, "lease")
    assert search(qtbot, window, "lease lang:cobol") == ()
    page = window.workbench.results.widget.empty
    qtbot.waitUntil(lambda: bool(page.findChildren(SuggestionCard)))
    message = words_in(page)
    assert {"No results", "Folders are still being indexed, so results may be incomplete."} <= message
    assert any(words.startswith("No file with lang:cobol") for words in message)
    assert "What you can type" in words_in(window.workbench.right)
    assert any(help_page.isVisible() for help_page in window.workbench.right.findChildren(HelpPage))
    repositories = window.workbench.filters.widget.facets._shown[0]
    assert {value.count for value in repositories.values} == {0}
    qtbot.keyClick(window.workbench.layout.top.field.edit, DOWN)
    card = page.findChildren(SuggestionCard)[0]
    assert card.hasFocus()
    with qtbot.waitSignal(window.workbench.search.answered):
        qtbot.keyClick(card, ENTER)
    assert len(shown_paths(window)) == card.suggestion.files


def test_the_first_indexing_is_told_above_results_that_can_be_used(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    meaning = Activity("meaning", 300, 1_200, 40.0, 240.0, folder="relay", folders=1, share=0.4)
    core.tell(Progress(meaning, Ready()))
    banner = window.workbench.banners.progress
    qtbot.waitUntil(banner.isVisible)
    bars = (window.workbench.layout.status.bar, *banner.findChildren(ProgressBar))
    assert [bar.share for bar in bars] == [0.4, 0.4]  # of all steps, not of this one
    qtbot.waitUntil(lambda: "You can search now. Results cover what is ready so far." in words_in(banner))
    assert any("300 of 1,200 files, about 4 min left" in words for words in words_in(banner))
    assert "worker/lease.py" in search(qtbot, window, "lease")
    assert banner.isVisible()
    assert (
        banner.mapTo(window, banner.rect().bottomLeft()).y()
        < window.workbench.results.widget.view.mapTo(
            window, window.workbench.results.widget.view.rect().topLeft()
        ).y()
    )


@pytest.fixture
def whole(core: WindowCore, qtbot: QtBot, themed: QApplication, tmp_path: Path) -> MainWindow:
    """A window with all pages of the settings."""
    program = WindowProgram(tmp_path / "index", tmp_path / "config.toml", lambda: core)
    made = make_window(themed, Services(tmp_path, tmp_path / "person", len, program))
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.workbench.index.statusChanged):
        made.workbench.attach(core)
    return made


def test_semantic_off_says_why_and_leads_to_the_model(whole: MainWindow, core: WindowCore, qtbot: QtBot):
    window = whole
    core.tell(Notice(Message("The model file is damaged"), Message("Install it again."), meaning_off=True))
    warning = window.workbench.banners.warning
    qtbot.waitUntil(warning.isVisible)
    assert words_in(warning) == {
        "Semantic search is off",
        "The model file is damaged. Install it again. Keyword search still works.",
    }
    assert window.workbench.layout.top.mode.current == Mode.KEYWORD.value
    assert not window.workbench.layout.tuning.slider.isEnabled()
    press(warning, "Choose a model")
    assert isinstance(settings_page(window), ModelPage)


def test_a_folder_that_cannot_be_reached_is_told_keeps_its_files_and_leads_to_the_folders(
    window: MainWindow, qtbot: QtBot
):
    search(qtbot, window, "lease")
    status = window.workbench.index.status
    assert status is not None
    removed = tuple(replace(root, offline=root.root.repository == "relay") for root in status.roots)
    window.workbench.index.statusChanged.emit(replace(status, roots=removed))
    folders = window.workbench.layout.status.folders
    assert folders.text() == "1 folder not reachable"
    picture = folders.grab().toImage()
    seen = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert QColor(LIGHT["danger"]).name() in seen
    model = window.workbench.results.widget.model
    badges = {file.path: model.data(model.index_of(file.file_id), ResultRole.BADGES) for file in model.files}
    assert "offline" in badges["worker/lease.py"]
    assert "offline" not in badges["src/lease.sql"]
    qtbot.mouseClick(folders, LEFT)
    assert isinstance(settings_page(window), FoldersPage)


def test_a_damaged_index_shows_and_copies_its_details(window: MainWindow, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(window.workbench, "_program", object())
    window.workbench.show_damaged(IndexDamagedError("The index is damaged", remedy="Rebuild it."), lambda: None)
    page = window.workbench.layout.error
    assert {"The index is damaged", "Rebuild it."} <= words_in(page)
    details = page.findChild(QPlainTextEdit)
    assert details is not None
    assert not details.isVisible()
    press(page, "Show details")
    assert details.isVisible()
    press(page, "Copy details")
    assert QGuiApplication.clipboard().text() == details.toPlainText() == "IndexDamagedError: The index is damaged"
    press(page, "Hide details")
    assert not details.isVisible()


def test_a_file_that_is_gone_is_drawn_dim(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "lease")
    view, model = window.workbench.results.widget.view, window.workbench.results.widget.model
    removed = next(file for file in model.files if file.path == "src/lease.sql")

    def darkest() -> int:
        row = view.visualRect(model.index_of(removed.file_id))
        picture = view.viewport().grab(row).toImage()
        ratio = picture.devicePixelRatio()
        return min(
            picture.pixelColor(x, y).lightness()
            for x in range(round(80 * ratio), round(140 * ratio))
            for y in range(round(10 * ratio), round(28 * ratio))
        )

    before = darkest()
    core.tell(FilesChanged((), ("src/lease.sql",)))
    qtbot.waitUntil(lambda: darkest() > before + 40)


POLICY = """
[[rules]]
glob = "board/**"
groups = ["board"]
"""


def test_what_a_person_may_not_see_is_in_no_row_no_count_and_no_suggestion(
    empty_window: MainWindow, qtbot: QtBot, tmp_path: Path
):
    for path, text in {
        "src/plan.md": "# Plan\n\nThe lease of the shop.\n",
        "board/plan.py": "def plan():\n    return 'the lease of the vault'\n",
        ".dowse.toml": POLICY,
    }.items():
        file = tmp_path / "shop" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    with opened_core(tmp_path / "index", Opening(make=True)) as core:
        core.index([str(tmp_path / "shop")], semantic=False)
        window = empty_window
        window.workbench.attach(core)
        assert set(search(qtbot, window, "lease")) == {"src/plan.md", "board/plan.py"}
        assert languages(window) == {"Markdown": 1, "Python": 1}
        window.workbench.search.set_access(Access(groups=()))
        assert search(qtbot, window, "the lease") == ("src/plan.md",)
        assert "1 file" in words_in(window.workbench.results.widget.header)
        qtbot.waitUntil(lambda: languages(window) == {"Markdown": 1})
        assert search(qtbot, window, "vault") == ()
        assert search(qtbot, window, "vault path:nowhere") == ()
        qtbot.waitUntil(lambda: window.workbench.is_idle)
        assert window.workbench.results.widget.empty.findChildren(SuggestionCard) == []
        window.close()


def languages(window: MainWindow) -> dict[str, int]:
    node = next(node for node in window.workbench.filters.widget.facets._nodes if node.group.column == "language")
    return {value.label: value.count for value in node.values if value.count}
