"""The settings: every page shows what holds, and what is changed there holds at once."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QKeySequenceEdit, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.window_program import WindowProgram
from search.config.settings import load_settings
from search.errors import KnownError
from search.events import Notice
from search.messages import Message
from search.types.files import Root
from search.types.filters import OWNER, Access
from search.types.ids import RootId
from search.types.status import Activity, RootStatus, Speed, StepCounts
from tests.fakes.window_core import WindowCore
from ui.application.builder import make_window
from ui.i18n.folder_words import state_words
from ui.panels.results.model import ResultRole
from ui.panels.settings.access_page import AccessPage
from ui.panels.settings.appearance_page import AppearancePage
from ui.panels.settings.device_page import DevicePage
from ui.panels.settings.dialog import SettingsDialog
from ui.panels.settings.editor_page import EditorPage
from ui.panels.settings.folders_page import FoldersPage
from ui.panels.settings.ignore_page import IgnorePage
from ui.panels.settings.limits_page import LimitsPage
from ui.panels.settings.model_page import ModelPage
from ui.panels.settings.shortcuts_page import ShortcutsPage
from ui.popups.name_prompt import NamePrompt
from ui.services import Services
from ui.shell.tray import Tray
from ui.theme.curtain import Curtain
from ui.theme.tokens import LIGHT
from ui.user_data.names import FolderNames
from ui.widgets.text import Text
from ui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
PAGES = ("folders", "ignore", "model", "device", "limits", "access", "appearance", "editor", "shortcuts")


class RestartedCore(WindowCore):
    """Counts how often its engine was started anew."""

    def __init__(self, files: dict[str, str]) -> None:
        super().__init__(files)
        self.starts = 0

    def stop_engine(self) -> None:
        self.starts += 1

    def ping(self) -> None:
        pass


def colours_in(widget: QWidget) -> set[str]:
    """Return the colours of all pixels of a widget."""
    picture = widget.grab().toImage()
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}


@pytest.fixture
def core() -> Iterator[RestartedCore]:
    made = RestartedCore({"relay/src/lease.py": "def renew(): pass\n", "relay/build/out.js": "var lease;\n"})
    yield made
    made.close()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "config.toml"
    file.write_text("# mine\n[docs]\nignore = ['*.log']  # noise\n")
    return file


@pytest.fixture
def window(core: RestartedCore, config: Path, tmp_path: Path, qtbot: QtBot, themed: QApplication) -> MainWindow:
    program = WindowProgram(tmp_path / "index", config, lambda: core)
    made = make_window(themed, Services(tmp_path, tmp_path / "person", len, program))
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.workbench.index.statusChanged):
        made.workbench.attach(core)
    return made


def opened(qtbot: QtBot, window: MainWindow, page: str) -> SettingsDialog:
    assert window.workbench.settings.controller is not None
    with qtbot.waitSignals(
        [
            window.workbench.settings.controller.loaded,
            window.workbench.settings.controller.modelsFound,
            window.workbench.settings.controller.graphicsFound,
        ]
    ):
        return window.workbench.settings.open(page)


def page_of(dialog: SettingsDialog, name: str, kind: type) -> QWidget:
    page = dialog.page(name)
    assert isinstance(page, kind)
    return page


def applied(qtbot: QtBot, window: MainWindow):
    assert window.workbench.settings.controller is not None
    return qtbot.waitSignal(window.workbench.settings.controller.applied, timeout=5000)


def test_all_pages_are_there_and_can_be_gone_to(window: MainWindow, qtbot: QtBot):
    dialog = opened(qtbot, window, "")
    for key in PAGES:
        dialog.show_page(key)
        assert dialog.stack.currentWidget() is dialog.page(key)


def test_everything_that_takes_the_focus_in_the_settings_has_a_name(window: MainWindow, qtbot: QtBot):
    dialog = opened(qtbot, window, "")
    assert len(page_of(dialog, "shortcuts", ShortcutsPage).fields) > 30
    for key in PAGES:
        dialog.show_page(key)
        stops = [
            w for w in dialog.findChildren(QWidget) if w.isVisible() and w.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        nameless = [
            type(stop).__name__
            for stop in stops
            if not QAccessible.queryAccessibleInterface(stop).text(QAccessible.Text.Name)
        ]
        assert stops
        assert nameless == []


def test_a_folder_rule_is_written_and_the_engine_starts_anew(
    window: MainWindow, core: RestartedCore, config: Path, qtbot: QtBot
):
    dialog = opened(qtbot, window, "folders")
    page = page_of(dialog, "folders", FoldersPage)
    assert page.checks["watch_for_changes"].box.isChecked()
    with applied(qtbot, window):
        page.checks["watch_for_changes"].box.click()
    assert not load_settings(config).docs.watch_for_changes
    assert core.starts == 1


def test_a_folder_by_word_only_says_so_and_can_be_searched_by_meaning_too(qtbot: QtBot):
    page = FoldersPage()
    qtbot.addWidget(page)
    root = Root(RootId("r"), "/home/someone/relay", "relay", "-", semantic=False)
    status = RootStatus(root, files=3, chunks=5, disk_bytes=0, watching="events")
    assert state_words(status, Activity()) == ("3 files, by word only", "text2")
    offered = {action.text(): action for action in page._menu(status).actions()}
    with qtbot.waitSignal(page.meaningRequested) as request:
        offered["Search it by meaning too"].trigger()
    assert request.args == [root.path]
    intended = page._menu(replace(status, root=replace(root, semantic=True)))
    assert "Search it by meaning too" not in [action.text() for action in intended.actions()]


@pytest.mark.parametrize(
    ("steps", "graphed", "activity", "words"),
    [
        (StepCounts(), True, Activity("names"), "Looking for files"),
        (StepCounts(), True, Activity("names", folder="other"), "Waiting"),
        (StepCounts(waiting=7), False, Activity("words", 3, 900, folder="other"), "Waiting, 7 files"),
        (StepCounts(indexed=10, embedded=4), True, Activity(waiting=6), "10 files, 6 wait for meaning"),
        (StepCounts(waiting=7, indexed=3), False, Activity("words", 3, 900), "Words 3 of 10 files"),
        (StepCounts(waiting=7, indexed=3), False, Activity("words", 5, 10, folder="relay"), "Words 5 of 10 files"),
        (StepCounts(indexed=10), False, Activity("graph", 2, 90), "Dependencies"),
        (StepCounts(indexed=10), False, Activity("words", folder="other"), "By word, waits for dependencies"),
        (StepCounts(indexed=10), False, Activity("graph", folder="other"), "By word, waits for dependencies"),
        (StepCounts(), True, Activity("meaning", folder="other"), "10 files, up to date"),
        (StepCounts(indexed=10, embedded=4), True, Activity("meaning", 40, 900), "Meaning 4 of 10 files"),
        (StepCounts(indexed=10, embedded=4), True, Activity(paused=True), "Meaning 4 of 10 files, paused"),
        (StepCounts(indexed=10, embedded=10), True, Activity("meaning", 40, 900), "10 files, up to date"),
        (StepCounts(indexed=10, embedded=4), True, Activity(), "10 files, up to date by word"),
    ],
)
def test_a_folder_tells_its_own_progress(steps: StepCounts, graphed: bool, activity: Activity, words: str):
    root = Root(RootId("r"), "/home/someone/relay", "relay", "-")
    status = RootStatus(root, 10, 50, 0, watching="events", steps=steps, graphed=graphed)
    assert state_words(status, activity)[0] == words


@pytest.mark.parametrize(("graphed", "words"), [(False, "Waiting"), (True, "0 files, up to date")])
def test_a_folder_that_holds_only_repositories_waits_until_its_turn_is_over(graphed: bool, words: str):
    root = Root(RootId("r"), "/home/someone/code", "code", "-")
    status = RootStatus(root, 0, 0, 0, watching="events", steps=StepCounts(), graphed=graphed)
    assert state_words(status, Activity("meaning", 40, 900, folder="relay"))[0] == words


def test_a_folder_by_word_only_waits_for_no_meaning():
    root = Root(RootId("r"), "/home/someone/relay", "relay", "-", semantic=False)
    status = RootStatus(root, 10, 50, 0, watching="events", steps=StepCounts(indexed=10))
    assert state_words(status, Activity("meaning", 40, 900))[0] == "10 files, by word only"


def test_a_branch_that_is_read_from_git_has_a_card_of_its_own(qtbot: QtBot, themed: QApplication):
    page = FoldersPage()
    qtbot.addWidget(page)
    root = Root(RootId("a"), "/src/relay", "relay", "main")
    branch = replace(root, id=RootId("b"), branch="next", from_git="next")
    page.show_folders([RootStatus(root, 7, 9, 0, watching="events"), RootStatus(branch, 8, 9, 0)], Activity())
    words = [text.text() for text in page.findChildren(Text)]
    assert {"relay", "relay@next", "7 files, up to date", "8 files, not watched"} <= set(words)
    menu = page._menu(page._shown[1])
    with qtbot.waitSignal(page.forgetRequested) as blocker:
        menu.actions()[-1].trigger()
    assert blocker.args == ["relay@next"]


def test_another_branch_is_asked_for_where_a_folder_is_in_git(qtbot: QtBot, themed: QApplication):
    page = FoldersPage()
    qtbot.addWidget(page)
    root = Root(RootId("a"), "/src/relay", "relay", "main")
    others = (replace(root, id=RootId("b"), branch="next", from_git="next"), replace(root, branch="-"))
    menus = [page._menu(RootStatus(item, 7, 9, 0)) for item in (root, *others)]
    asking = [[item for item in menu.actions() if item.text() == "Index another branch"] for menu in menus]
    assert [len(result) for result in asking] == [1, 0, 0]
    with qtbot.waitSignal(page.branchRequested) as blocker:
        asking[0][0].trigger()
    assert blocker.args == ["/src/relay", "relay"]


def give(window: MainWindow, name: str) -> None:
    """Type a name into the prompt that is open, and take it."""
    prompt = window.popup and window.popup.topmost()
    assert isinstance(prompt, NamePrompt)
    prompt.field.setText(name)
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)


def test_a_branch_is_indexed_beside_its_folder(window: MainWindow, core: RestartedCore, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "folders"), "folders", FoldersPage)
    page.branchRequested.emit("/src/relay", "relay")
    with qtbot.waitSignal(window.workbench.index.indexed):
        give(window, " next ")
    assert core.added == [("/src/relay", "next")]


def test_a_change_leaves_the_rest_of_the_file_as_it_was_written(window: MainWindow, config: Path, qtbot: QtBot):
    dialog = opened(qtbot, window, "limits")
    page = page_of(dialog, "limits", LimitsPage)
    with applied(qtbot, window):
        page.file_size.setValue(25)
    text = config.read_text()
    assert text.startswith("# mine\n[docs]\nignore = ['*.log']  # noise\n")
    assert load_settings(config).docs.max_file_size_mb == 25


def test_ignore_patterns_tell_how_many_files_they_hide(window: MainWindow, config: Path, qtbot: QtBot):
    dialog = opened(qtbot, window, "ignore")
    page = page_of(dialog, "ignore", IgnorePage)
    assert page.lines == ("*.log",)
    page.editor.setPlainText("*.log\nbuild/\n")
    qtbot.waitUntil(lambda: page.count.text() == "This hides 1 file")
    dialog.dismiss()
    qtbot.waitUntil(lambda: load_settings(config).docs.ignore == ("*.log", "build/"))


def test_a_group_of_rules_is_switched_without_starting_the_engine_anew(
    window: MainWindow, core: RestartedCore, config: Path, qtbot: QtBot
):
    config.write_text("[docs]\nrules_off = ['relay:generated', 'relay:secret']\n")
    page = page_of(opened(qtbot, window, "ignore"), "ignore", IgnorePage)
    assert page.groups["generated"].box.isChecked()
    assert page.groups["generated"].box.toolTip() == "Not in relay"
    with applied(qtbot, window):
        page.groups["generated"].box.click()
    assert load_settings(config).docs.rules_off == core.rules_off == ("relay:secret", "generated")
    assert core.starts == 0


def test_the_packaged_model_says_what_it_is(window: MainWindow, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "model"), "model", ModelPage)
    (card,) = page.cards
    assert card.isChecked()
    assert "384 dimensions" in card.accessibleName()
    assert "Installed" in card.accessibleName()


def test_a_change_of_the_model_says_what_it_costs(window: MainWindow, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "model"), "model", ModelPage)
    page.show_cost(96_204, 178.0)
    assert page.cost.text() == "Re-embedding 96,204 chunks takes about 9 min."
    page.show_cost(96_204, 0.0)
    assert page.cost.text() == ""


def test_the_device_is_chosen_and_a_missing_gpu_is_said(window: MainWindow, config: Path, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "device"), "device", DevicePage)
    page.show_graphics(())
    assert not page.gpu.isEnabled()
    with applied(qtbot, window):
        qtbot.mouseClick(page.cards["cpu"], LEFT)
    assert load_settings(config).embeddings.device == "cpu"


def test_the_speed_of_indexing_is_chosen_and_shown(window: MainWindow, core: RestartedCore, qtbot: QtBot):
    limits = window.workbench.settings.open().page("limits")
    assert isinstance(limits, LimitsPage)
    assert limits.speed.current == Speed.NORMAL.value
    qtbot.mouseClick(limits.speed.button(Speed.QUIET.value), LEFT)
    qtbot.waitUntil(lambda: core.speed is Speed.QUIET)
    core.set_speed(Speed.FAST)
    window.workbench.index.ask_status()
    qtbot.waitUntil(lambda: limits.speed.current == Speed.FAST.value)


def test_a_faulty_settings_file_is_told_at_the_foot(
    window: MainWindow, core: RestartedCore, config: Path, qtbot: QtBot
):
    config.write_text("[docs]\nignore = 3\n")
    assert window.workbench.settings.controller is not None
    with qtbot.waitSignal(window.workbench.settings.controller.failed):
        dialog = window.workbench.settings.open("limits")
    assert "docs.ignore" in dialog.failure.text()
    assert core.starts == 0


def test_the_tray_is_offered_only_where_the_desktop_has_one(qtbot: QtBot, themed: QApplication):
    """The box looked like any other, and a click did nothing."""
    page = AppearancePage()
    qtbot.addWidget(page)
    has_tray = Tray.is_available()
    assert page.tray.isEnabled() is has_tray
    words = [text.text() for text in page.findChildren(Text)]
    assert ("This desktop has no tray" in words) is not has_tray
    assert page.tray.accessibleDescription() == ("" if has_tray else "This desktop has no tray")


def test_a_box_that_cannot_be_checked_is_grey(qtbot: QtBot, themed: QApplication):
    box = QCheckBox("Keep an icon in the tray")
    qtbot.addWidget(box)
    box.show()
    enabled = colours_in(box)
    box.setEnabled(False)
    assert LIGHT["text"].lower() in enabled
    assert LIGHT["text"].lower() not in colours_in(box)
    assert LIGHT["disabled"].lower() in colours_in(box)


def test_a_folder_that_cannot_be_added_is_told_at_the_foot(window: MainWindow, qtbot: QtBot):
    dialog = opened(qtbot, window, "folders")
    inside = Message("indexing.folder_inside", folder="/srv/shop/src", outer="/srv/shop")
    window.workbench.index.noticed.emit(Notice(inside))
    assert dialog.failure.text() == str(inside)
    window.workbench.index.failed.emit(KnownError("roots.not_watched", name="/"))
    assert dialog.failure.text().startswith("/ is not a watched folder. ")
    dialog.dismiss()


def test_looking_with_limited_rights_asks_with_them(window: MainWindow, core: RestartedCore, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "access"), "access", AccessPage)
    assert page.seen.text() == "You can see 1 of 1 folder"
    window.workbench.query.run("lease")
    page.limited.click()
    page.groups.setText("support, sales")
    page.groups.editingFinished.emit()
    wanted = ("lease", Access(groups=("support", "sales")))
    qtbot.waitUntil(lambda: wanted in [(item.text, item.access) for item in core.queries], timeout=30_000)
    page.limited.click()
    assert window.workbench.search.access == OWNER


def test_the_access_page_lists_exactly_what_a_client_with_these_limits_may_see(
    window: MainWindow, core: RestartedCore, qtbot: QtBot
):
    core.closed = frozenset({"relay/src/lease.py"})
    page = page_of(opened(qtbot, window, "access"), "access", AccessPage)
    qtbot.waitUntil(
        lambda: page.visible.counts.text() == f"{len(core.files)} files in sight, 0 out of sight", timeout=30_000
    )
    assert "lease.py" in page.visible.files.toPlainText()
    page.limited.click()
    qtbot.waitUntil(
        lambda: page.visible.counts.text() == "1 file in sight, 1 out of sight",
        timeout=30_000,
    )
    assert "lease.py" not in page.visible.files.toPlainText()


def test_the_limits_of_a_client_are_what_the_fields_say(themed):
    page = AccessPage()
    page.set_folders({"gateway": "hash-of-gateway"})
    access = Access("acme", ("support",), ("public", "final"), ("hash-of-gateway",))
    page.show_access(access)
    assert page.access == access
    assert page.folders.text() == "gateway"


def test_a_closed_dialog_leaves_no_widget_behind(empty_window: MainWindow, qtbot: QtBot):
    def opened_and_closed() -> int:
        dialog, removed = empty_window.workbench.settings.open(), []
        dialog.destroyed.connect(lambda: removed.append(True))
        dialog.dismiss()
        qtbot.waitUntil(lambda: bool(removed) and not empty_window.findChildren(Curtain))
        return len(QApplication.allWidgets())

    assert opened_and_closed() == opened_and_closed()


def test_the_chosen_editor_is_kept(window: MainWindow, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "editor"), "editor", EditorPage)
    qtbot.keyClicks(page.command, "no-such-editor {file}")
    assert page.cards["custom"].isChecked()
    assert "no-such-editor is not installed" in page.problem.text()
    assert (window.state.editor, window.state.editor_command) == ("custom", "no-such-editor {file}")


def test_a_shortcut_is_changed_kept_and_reset(window: MainWindow, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "shortcuts"), "shortcuts", ShortcutsPage)
    field = page.fields["split"]
    field.setKeySequence(QKeySequence("Ctrl+Shift+9"))
    field.editingFinished.emit()
    assert window.workbench.actions.action("split").shortcut() == QKeySequence("Ctrl+Shift+9")
    assert window.state.keys == {"split": "Ctrl+Shift+9"}
    page.resetWanted.emit()
    assert window.workbench.actions.action("split").shortcut() == QKeySequence("Ctrl+\\")
    assert window.state.keys == {}


def test_a_field_without_keys_says_what_to_do_in_our_own_words(window: MainWindow, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "shortcuts"), "shortcuts", ShortcutsPage)
    page.hotkey.setKeySequence(QKeySequence())
    assert page.hotkey.findChild(QLineEdit).placeholderText() == "Press keys"


def test_a_shortcut_that_is_taken_is_refused(window: MainWindow, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "shortcuts"), "shortcuts", ShortcutsPage)
    field = page.fields["split"]
    field.setKeySequence(QKeySequence("Ctrl+E"))
    field.editingFinished.emit()
    assert "Chunks of all files" in page.message.text()
    assert field.keySequence() == QKeySequence("Ctrl+\\")
    assert window.workbench.actions.action("split").shortcut() == QKeySequence("Ctrl+\\")


def test_a_folder_gets_a_name_that_is_shown_wherever_it_is(window: MainWindow, qtbot: QtBot, tmp_path: Path):
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.query.run("renew")
    page = page_of(opened(qtbot, window, "folders"), "folders", FoldersPage)
    page.renameRequested.emit("relay")
    give(window, "  Night  relay ")
    assert "Night relay" in [text.text() for text in page.findChildren(Text)]
    results, facets = window.workbench.results.widget.model, window.workbench.filters.widget.facets
    assert results.data(results.index(0, 0), ResultRole.REPOSITORY) == "Night relay"
    assert ", Night relay, " in str(results.data(results.index(0, 0), Qt.ItemDataRole.AccessibleTextRole))
    assert facets.data(facets.index(0, 0, facets.index(0, 0))) == "Night relay"
    [retained] = (tmp_path).rglob("names.json")
    assert "Night relay" in retained.read_text("utf-8")
    page.renameRequested.emit("relay")
    give(window, "relay")
    assert facets.data(facets.index(0, 0, facets.index(0, 0))) == "relay"


def test_names_that_cannot_be_understood_are_set_aside(tmp_path: Path, qtbot: QtBot):
    file = tmp_path / "names.json"
    file.write_text('{"names": [1]}', "utf-8")
    names = FolderNames(file)
    with qtbot.waitSignal(names.damaged):
        names.load()
    assert names.names == {}
    assert not file.exists()


def test_fields_for_keys_are_made_while_the_page_is_looked_at(window: MainWindow, qtbot: QtBot):
    dialog = opened(qtbot, window, "shortcuts")
    page = page_of(dialog, "shortcuts", ShortcutsPage)
    qtbot.waitUntil(lambda: not page._filling.isActive())
    commands = len(list(window.workbench.actions.commands()))
    assert len(page.findChildren(QKeySequenceEdit)) == commands + 1  # and the one for Dowse itself


def test_esc_closes_the_settings_and_never_becomes_the_key_from_anywhere(window: MainWindow, qtbot: QtBot):
    dialog = opened(qtbot, window, "shortcuts")
    page = page_of(dialog, "shortcuts", ShortcutsPage)
    page.hotkey.setEnabled(True)
    page.hotkey.setFocus()
    qtbot.keyClick(page.hotkey, Qt.Key.Key_F9, Qt.KeyboardModifier.ControlModifier)
    assert page.hotkey.keySequence() == QKeySequence("Ctrl+F9")
    qtbot.keyClick(page.hotkey, Qt.Key.Key_Escape)
    assert dialog.isHidden()
    assert window.state.hotkey == "Ctrl+F9"


def test_a_key_from_anywhere_that_types_or_cannot_be_had_is_refused(window: MainWindow, qtbot: QtBot):
    page = page_of(opened(qtbot, window, "shortcuts"), "shortcuts", ShortcutsPage)
    page.hotkey.setKeySequence(QKeySequence("Shift+D"))
    page.hotkey.editingFinished.emit()
    assert "add Ctrl or Alt" in page.message.text()
    window.workbench.settings.choices.hotkeyChosen.connect(lambda _keys: setattr(window.state, "hotkey", ""))
    page.hotkey.setKeySequence(QKeySequence("Ctrl+Alt+D"))
    page.hotkey.editingFinished.emit()
    assert "taken by another program" in page.message.text()
    assert page.hotkey.keySequence().isEmpty()
    assert window.state.hotkey == ""


def test_a_command_on_what_the_settings_cover_closes_them(window: MainWindow, qtbot: QtBot):
    dialog = opened(qtbot, window, "shortcuts")
    window.workbench.actions.action("search").trigger()
    assert dialog.isHidden()
    assert window.workbench.layout.top.field.edit.hasFocus()
