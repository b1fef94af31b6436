"""The palette: everything that a person can go to, matched strictly, and what was chosen before first."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from tests.fakes.window_core import WindowCore
from tests.ui.test_late_answers import HeldBack, let_in
from tests.ui.window_fixture import core, empty_window, search, window  # noqa: F401 -- fixtures
from ui.panels.settings.access_page import AccessPage
from ui.panels.settings.appearance_page import AppearancePage
from ui.panels.settings.device_page import DevicePage
from ui.panels.settings.dialog import SettingsDialog
from ui.panels.settings.folders_page import FoldersPage
from ui.panels.settings.ignore_page import IgnorePage
from ui.panels.settings.limits_page import LimitsPage
from ui.panels.settings.model_page import ModelPage
from ui.panels.settings.rows import SettingRow, SettingsPage
from ui.panels.settings.titles import SETTING_TITLES
from ui.popups.palette import CommandPalette
from ui.popups.palette_items import PaletteItem
from ui.user_data.chosen import HALF_LIFE_S, ChoiceStore
from ui.widgets.popup import open_popup
from ui.window.go_anywhere import open_palette
from ui.window.main_window import MainWindow
from ui.window.synonyms import SYNONYMS

PAGES: dict[str, type[SettingsPage]] = {
    "folders": FoldersPage,
    "ignore": IgnorePage,
    "model": ModelPage,
    "device": DevicePage,
    "limits": LimitsPage,
    "access": AccessPage,
    "appearance": AppearancePage,
}


def texts(palette: CommandPalette) -> list[str]:
    return [item.text for item in palette.rows.items]


def row(palette: CommandPalette, text: str) -> PaletteItem:
    return next(item for item in palette.rows.items if item.text == text)


def typed(qtbot: QtBot, window: MainWindow, text: str, wanted: str) -> CommandPalette:  # noqa: F811
    """Open the palette, type, and wait for a row."""
    palette = open_palette(window.workbench)
    qtbot.keyClicks(palette.field, text)
    qtbot.waitUntil(lambda: wanted in texts(palette))
    return palette


def test_a_name_that_is_in_no_result_is_gone_to_at_its_definition(window: MainWindow, qtbot: QtBot):  # noqa: F811
    workbench = window.workbench
    assert workbench.answers.shown is None
    palette = typed(qtbot, window, "backof", "backoff")
    palette.rows.chosen.emit(row(palette, "backoff"))
    pane = workbench.preview.widget
    qtbot.waitUntil(lambda: pane.spot is not None and pane.spot.symbol == "backoff" and workbench.is_idle)
    assert (pane.spot.path, pane.spot.line) == ("queue/backoff.py", 1)
    assert "def backoff" in pane.code.toPlainText()
    assert not pane.visibleRegion().isEmpty()


def test_a_file_is_found_by_words_of_its_path(window: MainWindow, qtbot: QtBot):  # noqa: F811
    palette = typed(qtbot, window, "wor/hea", "heartbeat.py")
    palette.rows.chosen.emit(row(palette, "heartbeat.py"))
    pane = window.workbench.preview.widget
    qtbot.waitUntil(lambda: pane.spot is not None and pane.spot.path == "worker/heartbeat.py")


def test_a_question_that_fits_no_row_is_searched_for(window: MainWindow, qtbot: QtBot):  # noqa: F811
    workbench = window.workbench
    palette = typed(qtbot, window, "where is the lease renewed", "Search for “where is the lease renewed”")
    assert len(texts(palette)) == 1
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: workbench.results.answer is not None)
    assert workbench.layout.top.field.edit.text() == "where is the lease renewed"
    assert workbench.results.answer.files
    workbench.filters.save_search()
    again = typed(qtbot, window, "where is the lease renewed", "where is the lease renewed")
    assert not any(text.startswith("Search for") for text in texts(again))


def test_a_search_for_the_typed_text_is_offered_behind_all_that_fits(window: MainWindow, qtbot: QtBot):  # noqa: F811
    palette = typed(qtbot, window, "backof", "backoff")
    assert texts(palette)[-1] == "Search for “backof”"
    palette.field.setText(">backof")
    assert "Search for “>backof”" not in texts(palette)


def test_a_long_name_ends_inside_its_row(window: MainWindow, qtbot: QtBot):  # noqa: F811 -- the fixture
    question = "which worker is given the next users when one of them has gone away " * 3
    palette = typed(qtbot, window, question, f"Search for “{question.strip()}”")
    image = palette.rows.grab().toImage()
    beside = {image.pixel(image.width() - 3, y) for y in range(image.height())}
    assert len(beside) == 1


def test_headings_and_tables_are_found_by_the_sign_of_symbols(window: MainWindow, qtbot: QtBot):  # noqa: F811
    palette = typed(qtbot, window, "@lease", "Lost leases")
    assert texts(palette) == ["lease", "Lost leases", "test_lease_is_renewed"]


def test_the_newest_letters_hold_when_an_older_answer_comes_late(window: MainWindow, qtbot: QtBot):  # noqa: F811
    workbench = window.workbench
    palette = open_palette(workbench)
    palette.field.setText("backoff")
    palette.field.setText("heartbeat")
    qtbot.waitUntil(lambda: "heartbeat.py" in texts(palette) and workbench.is_idle)
    assert "backoff" not in texts(palette)


def chosen_text(palette: CommandPalette) -> str:
    return palette.rows.spoken().partition(", ")[0]


def test_names_that_come_late_leave_the_selected_row_selected(
    window: MainWindow,  # noqa: F811
    core: WindowCore,  # noqa: F811
    qtbot: QtBot,
):
    core.files["relay/themes/dark-high.css"] = "body { color: white; }\n"
    core.symbols = late = HeldBack(core.symbols, lambda request: request.text == "dark")
    palette = typed(qtbot, window, "dark", "Switch light and dark")
    assert chosen_text(palette) == "Switch light and dark"
    qtbot.waitUntil(late.began.is_set)
    let_in(window, qtbot, late)
    qtbot.waitUntil(lambda: "dark-high.css" in texts(palette))
    assert texts(palette).index("dark-high.css") < texts(palette).index("Switch light and dark")
    assert chosen_text(palette) == "Switch light and dark"
    with qtbot.waitSignal(palette.chosen) as ran:
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert ran.args[0].text == "Switch light and dark"


@pytest.mark.parametrize("leaves", [False, True])
def test_a_late_answer_moves_no_row_under_the_mouse(
    window: MainWindow,  # noqa: F811
    core: WindowCore,  # noqa: F811
    qtbot: QtBot,
    leaves: bool,
):
    core.files["relay/themes/dark-high.css"] = "body { color: white; }\n"
    core.symbols = late = HeldBack(core.symbols, lambda request: request.text == "dark")
    palette = typed(qtbot, window, "dark", "Theme")
    before, rows, wanted = texts(palette), palette.rows, "Theme"
    middle = dict(rows._boxes())[rows._entries.index(row(palette, wanted))].center()
    qtbot.waitUntil(late.began.is_set)
    for point in (middle - QPoint(9, 0), middle):  # a mouse that is there already does not move
        qtbot.mouseMove(rows, point)
    assert chosen_text(palette) == wanted
    if leaves:
        QApplication.sendEvent(rows, QEvent(QEvent.Type.Leave))
    let_in(window, qtbot, late)
    qtbot.waitUntil(lambda: "dark-high.css" in texts(palette))
    assert (texts(palette)[: len(before)] == before) is not leaves
    assert len(set(texts(palette))) == len(texts(palette))
    assert chosen_text(palette) == wanted
    with qtbot.waitSignal(palette.chosen) as ran:
        qtbot.mouseClick(rows, Qt.MouseButton.LeftButton, pos=middle)
    assert (ran.args[0].text == wanted) is not leaves


def test_a_selected_row_that_the_late_answer_lacks_stays_until_the_next_letter(
    window: MainWindow,  # noqa: F811
    core: WindowCore,  # noqa: F811
    qtbot: QtBot,
):
    palette = typed(qtbot, window, "backof", "backoff")
    core.symbols = late = HeldBack(lambda _request, _access: (), lambda request: request.text == "backoff")
    palette.field.setText("backoff")
    palette.rows.move_choice(1)
    assert chosen_text(palette) == "backoff"
    qtbot.waitUntil(late.began.is_set)
    let_in(window, qtbot, late)
    qtbot.waitUntil(lambda: "Search for “backoff”" in texts(palette))
    assert chosen_text(palette) == "backoff"
    core.symbols = lambda _request, _access: ()
    palette.field.setText("backoff q")
    qtbot.waitUntil(lambda: texts(palette) == ["Search for “backoff q”"])


def test_commands_and_settings_are_found_by_other_words(window: MainWindow, qtbot: QtBot):  # noqa: F811
    palette = typed(qtbot, window, "dark mode", "Switch light and dark")
    assert texts(palette)[0] == "Switch light and dark"
    palette.rows.chosen.emit(row(palette, "Theme"))
    dialog = open_popup(window.workbench.layout)
    assert isinstance(dialog, SettingsDialog)
    assert dialog.isAncestorOf(QApplication.focusWidget())
    assert dialog.stack.currentWidget() is dialog.page("appearance")


def test_every_synonym_belongs_to_a_command(window: MainWindow):  # noqa: F811
    commands = {command.id for command, _ in window.workbench.actions.commands()}
    assert set(SYNONYMS) <= commands


@pytest.mark.parametrize("key", PAGES)
def test_the_palette_knows_every_setting_of_a_page(key: str, themed: object, qtbot: QtBot):
    page = PAGES[key]()
    qtbot.addWidget(page)
    rows = {row.title for row in page.findChildren(SettingRow)}
    boxes = {box.text() for box in page.findChildren(QCheckBox)}
    assert {title.title for title in SETTING_TITLES if title.page == key} == rows | boxes


def test_what_was_chosen_before_comes_first_after_a_restart(window: MainWindow, qtbot: QtBot):  # noqa: F811
    first = typed(qtbot, window, "backoff", "backoff")
    first.rows.chosen.emit(row(first, "backoff"))
    again = open_palette(window.workbench)
    assert texts(again)[0] == "backoff"
    qtbot.keyClick(again.field, Qt.Key.Key_Return)
    pane = window.workbench.preview.widget
    qtbot.waitUntil(lambda: pane.spot is not None and pane.spot.symbol == "backoff")
    search(qtbot, window, "lease")
    last = typed(qtbot, window, "ba", "backoff.py")
    assert texts(last)[0] == "backoff"
    assert texts(last).count("backoff") == 1


def test_a_choice_counts_half_after_its_half_life(tmp_path):
    now = [1_000.0]
    store = ChoiceStore(tmp_path / "chosen.json", lambda: now[0])
    for _ in range(3):
        store.note("old", {})
    now[0] += 2 * HALF_LIFE_S
    store.note("new", {})
    assert [choice.key for choice in ChoiceStore(tmp_path / "chosen.json", lambda: now[0]).load()] == [
        "new",
        "old",
    ]
    store.note("old", {})
    assert store.load()[0].score == pytest.approx(1.75)
