"""Several windows on one engine, the tray, what is kept between two runs, and files dragged out and in."""

import gc
import json
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from search.errors import EngineError, IndexDamagedError
from search.events import FilesChanged
from search.types.query import Mode, Rerank
from search.types.status import Activity
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import DEPENDENCIES, PREVIEW, search, shown_paths
from ui.application import windows as windows_module
from ui.application.windows import Windows
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.filters.pane import Tab
from ui.panels.results.model import ResultRole
from ui.popups.palette import CommandPalette
from ui.shell import tray as tray_module
from ui.shell.tray import Tray
from ui.user_data.window_state import WindowState, load_state, save_state
from ui.widgets.buttons import WordButton
from ui.widgets.popup import open_popup
from ui.window.main_window import MainWindow
from ui.window.memory import Memory

COPY = Qt.DropAction.CopyAction
FIRST_PAINT = """
import json, sys
from pathlib import Path
from ui.application.start import begin
state = Path(sys.argv[1])
app = begin(["dowse"], state)
from ui.application.builder import Builder
from ui.services import Services
window = Builder(app, Services(state, state, len)).front()
window.front.painted.connect(app.quit)
window.show()
app.exec()
import PySide6.QtWidgets
late = ("search.query", "search.types.query", "search.ranking", "ui.window.filling", "pygments")
print(json.dumps({"early": [name for name in late if name in sys.modules],
                  "style": "QStyle" in vars(PySide6.QtWidgets)}))
"""


def attached(qtbot: QtBot, window: MainWindow) -> MainWindow:
    qtbot.waitUntil(lambda: window.filled and window.workbench.index.status is not None)
    return window


class ByHand(QCloseEvent):
    """What comes when a person closes a window at its title bar."""

    def spontaneous(self) -> bool:
        return True


def close_by_hand(window: MainWindow) -> None:
    window.closeEvent(ByHand())


def test_what_is_typed_before_the_panes_are_there_is_asked_once_they_are(windows: Windows, qtbot: QtBot):
    window = windows.open()
    assert not window.filled
    edit = window.front.top.field.edit
    assert edit.hasFocus() or QApplication.focusWidget() is None
    qtbot.keyClicks(edit, "lease")
    qtbot.keyClick(edit, Qt.Key.Key_Left)
    attached(qtbot, window)
    qtbot.waitUntil(lambda: window.workbench.answers.shown is not None)
    assert window.workbench.layout.top.field.edit is edit
    assert (edit.text(), edit.textCursor().position()) == ("lease", 4)
    assert window.workbench.answers.shown.query == "lease"


def test_the_first_paint_waits_for_no_pane_and_no_array():
    listing = "import sys, ui.application.builder; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-P", "-c", listing], capture_output=True, text=True, check=True)
    late = {"ui.window.layout", "ui.window.workbench", "ui.window.commands", "search.ports", "numpy", "pydantic"}
    assert "ui.shell.front" in ran.stdout.split()
    assert not late & set(ran.stdout.split())


def test_a_window_that_is_closed_before_it_is_filled_leaves_nothing(windows: Windows, qtbot: QtBot):
    window = windows.open()
    ended: list[bool] = []
    window.destroyed.connect(lambda: ended.append(True))
    window.close()
    del window
    qtbot.waitUntil(lambda: ended == [True])
    assert windows.count == 0


def test_a_second_window_has_a_connection_and_a_query_of_its_own(windows: Windows, qtbot: QtBot):
    first = attached(qtbot, windows.open())
    search(qtbot, first, "lease")
    first.workbench.actions.action("new-window").trigger()
    assert windows.count == 2
    second = attached(qtbot, windows.last)
    search(qtbot, second, "backoff")
    assert first.workbench.search.text == "lease"
    second.close()
    assert windows.count == 1
    assert search(qtbot, first, "retry")


def test_keys_of_commands_that_come_before_the_panes_are_carried_out_then(windows: Windows, qtbot: QtBot):
    window = windows.open()
    edit = window.front.top.field.edit
    qtbot.keyClicks(edit, "lease")
    qtbot.keyClick(edit, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(edit, Qt.Key.Key_Backslash, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(edit, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert (edit.text(), edit.textCursor().selectedText()) == ("lease", "lease")
    attached(qtbot, window)
    assert isinstance(open_popup(window.workbench.layout), CommandPalette)
    assert window.workbench.right.split
    open_popup(window.workbench.layout).dismiss()
    qtbot.keyClick(edit, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert isinstance(open_popup(window.workbench.layout), CommandPalette)


def test_what_is_typed_after_the_key_of_the_field_is_not_selected_when_the_panes_come(
    windows: Windows, qtbot: QtBot
):
    window = windows.open()
    edit = window.front.top.field.edit
    qtbot.keyClicks(edit, "lease")
    qtbot.keyClick(edit, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(edit, "back")
    attached(qtbot, window)
    qtbot.keyClicks(edit, "off")
    assert edit.text() == "backoff"


def test_what_is_written_in_one_window_shows_in_the_other(windows: Windows, qtbot: QtBot):
    first = attached(qtbot, windows.open())
    search(qtbot, first, "lease")
    second = attached(qtbot, windows.open())
    first.workbench.context.names.rename("relay", "The relay")
    file = first.workbench.answers.shown.files[0]
    first.workbench.context.marks.toggle_favourite(file)
    first.workbench.filters.save_search()
    assert second.workbench.context.names.names == {"relay": "The relay"}
    assert second.workbench.context.marks.is_favourite(file.file_id)
    assert second.workbench.filters.widget.saved_texts() == ("lease",)
    assert second.workbench.filters.widget.tabs.current == Tab.FILTERS


def test_a_closed_window_is_destroyed_in_the_thread_of_the_windows(windows: Windows, qtbot: QtBot):
    attached(qtbot, windows.open())
    second = attached(qtbot, windows.open())
    ended: list[int] = []
    second.destroyed.connect(lambda: ended.append(threading.get_ident()), Qt.ConnectionType.DirectConnection)
    second.close()
    del second
    worker = threading.Thread(target=gc.collect)
    worker.start()
    worker.join()
    qtbot.waitUntil(lambda: bool(ended))
    assert ended == [threading.get_ident()]


def test_query_mode_and_folded_groups_are_there_at_the_next_start(windows: Windows, qtbot: QtBot):
    first = attached(qtbot, windows.open())
    search(qtbot, first, "lease lang:python")
    first.workbench.query.set_mode(Mode.KEYWORD)
    first.workbench.filters.widget.view.fold(("repository",))
    first.close()
    second = windows.open()
    qtbot.waitUntil(lambda: second.filled and second.workbench.answers.shown is not None)
    assert second.workbench.layout.top.field.edit.text() == "lease lang:python"
    assert second.workbench.search.settings.mode is Mode.KEYWORD
    assert second.workbench.filters.widget.view.folded == ("repository",)


def test_the_tray_says_what_is_done_and_pauses_it(qtbot: QtBot, themed: QApplication):
    tray = Tray()
    tray.show_activity(Activity("meaning", 3310, 4600, 412.0, 30.0, folder="relay", position=1, folders=2))
    assert tray.tip == "Dowse: relay (1 of 2): meaning 3,310 of 4,600 files, about 30 s left"
    with qtbot.waitSignal(tray.pauseWanted) as pending:
        tray.pause.trigger()
    assert pending.args == [True]
    tray.show_activity(Activity(paused=True))
    assert tray.tip == "Dowse: Indexing is paused"
    with qtbot.waitSignal(tray.pauseWanted) as pending:
        tray.pause.trigger()
    assert pending.args == [False]


def test_with_the_tray_the_window_comes_back_and_quitting_closes_it(
    windows: Windows, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Tray, "is_available", staticmethod(lambda: True))
    window = attached(qtbot, windows.open())
    window.workbench.settings.choices.set_tray(on=True)
    close_by_hand(window)
    assert window.isHidden()
    assert windows.tray is not None
    windows.tray.open.trigger()
    assert window.isVisible()
    windows.tray.quit.trigger()
    assert windows.count == 0


@pytest.fixture
def on_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (windows_module, tray_module):
        monkeypatch.setattr(module, "sys", SimpleNamespace(platform="darwin"))


@pytest.mark.usefixtures("on_macos")
def test_on_macos_the_icon_in_the_dock_brings_a_hidden_window_back(
    windows: Windows, qtbot: QtBot, themed: QApplication, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Tray, "is_available", staticmethod(lambda: True))
    window = attached(qtbot, windows.open())
    window.workbench.settings.choices.set_tray(on=True)
    close_by_hand(window)
    assert window.isHidden()
    themed.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert window.isHidden()
    themed.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert window.isVisible()


@pytest.mark.usefixtures("on_macos")
def test_on_macos_a_click_on_the_tray_opens_its_menu_alone(qtbot: QtBot, themed: QApplication):
    tray = Tray()
    with qtbot.assertNotEmitted(tray.showWanted):
        tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)


def test_without_a_tray_on_this_desktop_nothing_hides(
    windows: Windows, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Tray, "is_available", staticmethod(lambda: False))
    window = attached(qtbot, windows.open())
    window.workbench.settings.choices.set_tray(on=True)
    assert windows.tray is None
    close_by_hand(window)
    assert windows.count == 0


def test_with_the_tray_only_the_last_window_hides(windows: Windows, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Tray, "is_available", staticmethod(lambda: True))
    first, second = attached(qtbot, windows.open()), attached(qtbot, windows.open())
    first.workbench.settings.choices.set_tray(on=True)
    close_by_hand(second)
    assert windows.count == 1
    close_by_hand(first)
    assert (windows.count, first.isHidden()) == (1, True)


def test_a_row_is_dragged_out_as_its_file(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "renew lease")
    model = window.workbench.results.widget.model
    data = model.mimeData([model.index(0, 0)])
    assert [url.toLocalFile() for url in data.urls()] == ["/home/someone/relay/worker/lease.py"]
    assert model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsDragEnabled


def test_a_folder_that_is_dropped_anywhere_is_indexed(
    window: MainWindow, core: WindowCore, qtbot: QtBot, tmp_path: Path
):
    folder = tmp_path / "notes"
    folder.mkdir()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    action, buttons, keys = (
        COPY | Qt.DropAction.MoveAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    entering = QDragEnterEvent(QPoint(50, 50), action, data, buttons, keys)
    QApplication.sendEvent(window, entering)
    assert entering.isAccepted()
    dropping = QDropEvent(QPoint(50, 50), action, data, buttons, keys)
    QApplication.sendEvent(window, dropping)
    assert dropping.dropAction() is COPY  # a file manager must not move it away
    qtbot.waitUntil(lambda: (str(folder),) in core.added)


def test_an_engine_that_dies_is_asked_again_without_a_word(window: MainWindow, core: WindowCore, qtbot: QtBot):
    answers = iter([EngineError("the engine (process 7) has ended", remedy="Try again.")])
    search_before = core.search

    def once(query, /):
        error = next(answers, None)
        if error is not None:
            raise error
        return search_before(query)

    core.search = once
    assert "worker/lease.py" in search(qtbot, window, "lease")


def test_an_engine_that_does_not_come_back_is_told(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.failing["lease"] = EngineError("the engine (process 7) has ended", remedy="Try again.")
    with qtbot.waitSignal(window.workbench.search.failed):
        window.workbench.query.run("lease")
    assert "has ended" in window.workbench.banners.warning.accessibleName()
    assert window.workbench.layout.top.field.edit.text() == "lease"


def test_a_damaged_index_can_be_rebuilt_from_its_page(window: MainWindow, qtbot: QtBot, monkeypatch):
    class Rebuilder:
        rebuilt = 0

        def rebuild(self) -> None:
            self.rebuilt += 1

    program, again = Rebuilder(), []
    monkeypatch.setattr(window.workbench, "_program", program)
    window.workbench.show_damaged(
        IndexDamagedError("The index is damaged", remedy="Rebuild it."), lambda: again.append(1)
    )
    assert window.workbench.layout.pages.currentWidget() is window.workbench.layout.error
    assert window.workbench.layout.error.action.text() == "Rebuild the index"
    status = window.workbench.layout.status
    assert status.folders.text() == "The index is damaged"
    assert not any(part.isVisible() for part in (status.step, status.timing, status.device))
    window.workbench.layout.error.action.click()
    assert status.folders.text() == "Opening the index"
    qtbot.waitUntil(lambda: again == [1])
    assert program.rebuilt == 1


def badges_of(window: MainWindow, path: str) -> tuple[str, ...]:
    model = window.workbench.results.widget.model
    row = next(
        position
        for position in range(model.rowCount())
        if model.row_at(model.index(position, 0)).file.path == path
    )
    return model.data(model.index(row, 0), ResultRole.BADGES)


def test_a_file_that_vanishes_is_dimmed_at_once(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "lease")
    core.tell(FilesChanged((), ("worker/lease.py",)))
    qtbot.waitUntil(lambda: "deleted" in badges_of(window, "worker/lease.py"))
    del core.files["relay/worker/lease.py"]
    qtbot.waitUntil(lambda: "worker/lease.py" not in shown_paths(window))


def test_files_of_a_folder_that_cannot_be_reached_say_offline(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.workbench.results.widget.set_offline(frozenset({"/home/someone/relay"}))
    assert "offline" in badges_of(window, "worker/lease.py")
    assert "offline" not in badges_of(window, "src/lease.sql")


def test_results_stand_before_the_model_has_read_them_and_follow_its_order_then(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "lease")
    window.workbench.layout.advanced.rerank.chosen.emit(Rerank.CROSS_ENCODER.value)
    qtbot.waitUntil(lambda: core.queries[-1].ranking.rerank is Rerank.CROSS_ENCODER)
    core.model_reads.clear()
    other = search(qtbot, window, "lease retry")
    assert len(other) > 1
    assert window.workbench.search.reranking
    core.model_reads.set()
    qtbot.waitUntil(lambda: shown_paths(window) == other[::-1])
    assert not window.workbench.search.reranking


def test_reranking_that_takes_long_is_told_and_stopped_without_another_question(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    first = search(qtbot, window, "lease")
    core.model_reads.clear()
    window.workbench.layout.advanced.rerank.chosen.emit(Rerank.CROSS_ENCODER.value)
    qtbot.waitUntil(lambda: "Reranking the first 50 files" in window.workbench.banners.warning.accessibleName())
    request = len(core.queries)
    stop = window.workbench.banners.warning.findChild(WordButton)
    stop.setFocus()
    QTest.keyClick(stop, Qt.Key.Key_Space)
    assert window.workbench.results.widget.view.hasFocus(), "not what happens to come next"
    assert window.workbench.search.settings.rerank is Rerank.NONE
    assert window.workbench.layout.advanced.rerank.current == Rerank.NONE.value
    assert not window.workbench.banners.warning.isVisible()
    core.model_reads.set()
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert shown_paths(window) == first
    assert len(core.queries) == request


def test_what_can_be_typed_comes_to_the_front_and_goes_again(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.workbench.show_panel("dependencies")
    search(qtbot, window, "lease lang:cobol")
    right, header = window.workbench.right, window.workbench.results.widget.header
    assert right.current == PREVIEW
    assert [tab.isVisible() for tab in right.upper_tabs.tabs] == [False] * 3
    assert not header.expand.isVisible()
    window.workbench.show_panel("context")
    assert [tab.isVisible() for tab in right.upper_tabs.tabs] == [True] * 3
    search(qtbot, window, "lease")
    assert right.current == DEPENDENCIES
    assert header.expand.isVisible()


def test_the_first_paint_waits_for_nothing_that_the_field_does_not_need(tmp_path: Path):
    """Parsing queries, and classes with hundreds of enumerations, would take a fifth of the time until then."""
    process = subprocess.run(
        [sys.executable, "-P", "-c", FIRST_PAINT, str(tmp_path)], capture_output=True, check=True, text=True
    )
    assert json.loads(process.stdout.splitlines()[-1]) == {"early": [], "style": False}


def test_a_position_that_an_earlier_version_wrote_is_read(tmp_path: Path):
    (tmp_path / "window.json").write_text('{"place": [40, 30]}')
    assert load_state(tmp_path / "window.json").position == [40, 30]


def test_a_window_that_is_killed_opens_as_it_was(windows: Windows, qtbot: QtBot, tmp_path: Path):
    window = attached(qtbot, windows.open())
    window.move(40, 30)
    window.workbench.right.show_tab(DEPENDENCIES)
    search(qtbot, window, "lease")
    [memory] = window.findChildren(Memory)
    memory.soon.setInterval(0)
    memory.soon.start()
    qtbot.waitUntil(lambda: load_state(tmp_path / "window.json").query == "lease")
    retained = load_state(tmp_path / "window.json")
    assert (retained.position, retained.right_tab) == ([40, 30], DEPENDENCIES)


def test_a_window_opens_where_it_was_unless_that_screen_is_gone(windows: Windows, qtbot: QtBot, tmp_path: Path):
    save_state(WindowState(position=[60, 50], width=600), tmp_path / "window.json")
    first = windows.open()
    assert (first.pos().x(), first.pos().y()) == (60, 50)
    first.close()
    save_state(WindowState(position=[9000, 50], width=600), tmp_path / "window.json")
    assert windows.open().pos().x() < 9000


def test_the_window_that_is_closed_last_takes_no_setting_of_another_back(
    windows: Windows, qtbot: QtBot, tmp_path: Path
):
    first = attached(qtbot, windows.open())
    second = attached(qtbot, windows.open())
    second.workbench.settings.choices.set_editor("vim", "")
    second.close()
    search(qtbot, first, "lease")
    first.close()
    retained = load_state(tmp_path / "window.json")
    assert (retained.editor, retained.query) == ("vim", "lease")


def test_who_types_goes_on_when_the_window_is_asked_to_the_front(windows: Windows, qtbot: QtBot):
    window = attached(qtbot, windows.open())
    edit = window.front.top.field.edit
    qtbot.waitUntil(edit.hasFocus)
    qtbot.keyClicks(edit, "trigger ")
    windows.show_last()
    qtbot.keyClicks(edit, "listener")
    assert edit.text() == "trigger listener"


def test_the_window_that_was_used_last_comes_to_the_front(windows: Windows, qtbot: QtBot):
    first = attached(qtbot, windows.open())
    second = attached(qtbot, windows.open())
    qtbot.waitUntil(second.isActiveWindow)
    first.activateWindow()
    qtbot.waitUntil(first.isActiveWindow)
    first.showMinimized()
    windows.show_last()
    qtbot.waitUntil(first.isActiveWindow)
    assert windows.last is first


def test_a_window_brought_to_the_front_leaves_the_keys_to_what_lies_over_it(windows: Windows, qtbot: QtBot):
    window = attached(qtbot, windows.open())
    window.workbench.actions.action("palette").trigger()
    windows.show_last()
    assert window.popup is not None
    assert window.popup.isAncestorOf(window.focusWidget())


def test_menus_that_are_made_for_one_look_are_gone_when_they_close(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    view, tools = window.workbench.results.widget.view, window.workbench.panel(DependenciesPanel).widget.tools

    def menus() -> list[QMenu]:
        return [widget for widget in QApplication.allWidgets() if isinstance(widget, QMenu)]

    before = len(menus())
    for show in (lambda: view.ask_menu(QPoint(60, 20)), lambda: tools._open(tools.walks, tools.walk_menu())):
        show()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        menu.close()
        qtbot.waitUntil(lambda: len(menus()) == before)
    view.ask_menu(QPoint(60, 20))
    menu = QApplication.activePopupWidget()
    with qtbot.waitSignal(window.workbench.results.widget.copyRequested):
        for _ in range(3):
            qtbot.keyClick(menu, Qt.Key.Key_Down)
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(menus()) == before)
