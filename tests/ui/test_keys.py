"""Every key does what it says with the focus in the search field, in the list and in the preview."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.fakes.window_core import WindowCore
from tests.ui.shown_window import keyed
from tests.ui.window_fixture import CONTEXT, DEPENDENCIES, PREVIEW, search
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.filters.pane import Tab
from ui.popups.palette import CommandPalette
from ui.popups.palette_items import PaletteItem
from ui.widgets import actions
from ui.window.main_window import MainWindow

State = dict[str, object]
Step = tuple[str, Callable[[State, State], object], str]
"""A key, what must be true of the state before and after it, and the key that takes it back."""

SHIFT = Qt.KeyboardModifier.ShiftModifier
PLACES = ("field", "list", "preview")
BEHIND = (
    *("Alt+Left", "Alt+Right", "Ctrl+[", "Ctrl+]", "Ctrl+1", "Ctrl+E", "Ctrl+S", "Ctrl+B", "Ctrl+\\"),
    *("Ctrl+Alt+B", "Ctrl+Shift+A", "Ctrl+Shift+C", "Alt+X", "Alt+R", "Alt+P", "F3", "F4", "F12", "Shift+F12"),
)
"""Keys of commands that change the window behind a popup."""
WEIGHTS = {"Ctrl+1": 0.2, "Ctrl+2": 0.5, "Ctrl+3": 0.8, "Ctrl+4": 1.0}
POPUPS = {
    "Ctrl+K": "Command palette",
    "Ctrl+Shift+P": "Command palette",
    "Ctrl+,": "Settings",
    "F1": "Keys and query syntax",
}

STEPS: tuple[Step, ...] = (
    ("Ctrl+L", lambda _, now: now["focus"] == "Search query" and now["picked"] == now["typed"], ""),
    ("Ctrl+I", lambda _, now: now["focus"] == "Search query" and now["listed"], "Esc"),
    ("Ctrl+E", lambda before, now: now["rows"] > before["rows"], "Ctrl+E"),
    ("Ctrl+Shift+C", lambda _, now: "return lease" in str(now["clipboard"]), ""),
    *((key, lambda _, now, weight=weight: now["weight"] == weight, "") for key, weight in WEIGHTS.items()),
    ("Ctrl+[", lambda before, now: now["weight"] == before["weight"] - 0.05, "Ctrl+2"),
    ("Ctrl+]", lambda before, now: now["weight"] == before["weight"] + 0.05, "Ctrl+2"),
    ("Ctrl+Shift+A", lambda _, now: now["advanced"], "Ctrl+Shift+A"),
    *((key, lambda _, now, name=name: now["popup"] == name, "Esc") for key, name in POPUPS.items()),
    ("Ctrl+\\", lambda _, now: now["split"], "Ctrl+\\"),
    ("Ctrl+Alt+B", lambda _, now: not now["right"], "Ctrl+Alt+B"),
    ("Ctrl+D", lambda _, now: now["tab"] == DEPENDENCIES and now["focus"].startswith("Dependencies"), "Alt+3"),
    ("Ctrl+F", lambda _, now: now["focus"] == "Find in this file", "Esc"),
    ("F3", lambda before, now: now["match"] != before["match"], ""),
    ("Shift+F3", lambda before, now: now["match"] != before["match"], ""),
    ("F6", lambda before, now: now["focus"] != before["focus"], ""),
    ("Shift+F6", lambda before, now: now["focus"] != before["focus"], ""),
    ("Alt+1", lambda _, now: now["focus"] == "Filters", ""),
    ("Alt+2", lambda _, now: now["focus"] == "Results", ""),
    ("Alt+3", lambda _, now: now["tab"] == PREVIEW and "review" in str(now["focus"]), ""),
    ("Alt+4", lambda _, now: now["tab"] == DEPENDENCIES and now["focus"].startswith("Dependencies"), "Alt+3"),
    ("Alt+5", lambda _, now: now["tab"] == CONTEXT, "Alt+3"),
    ("Ctrl+S", lambda before, now: now["saved"] != before["saved"], ""),
)


def widget_at(window: MainWindow, position: str) -> QWidget:
    workbench = window.workbench
    return {
        "field": workbench.layout.top.field.edit,
        "list": workbench.results.widget.view,
        "preview": workbench.preview.widget.code,
    }[position]


def press(window: MainWindow, keys: str) -> None:
    QTest.keySequence(window.focusWidget(), QKeySequence(keys))


def state(window: MainWindow) -> State:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return keyed(app, window) | {
        "weight": window.workbench.search.settings.weight,
        "tab": window.workbench.right.current,
        "clipboard": QGuiApplication.clipboard().text(),
    }


def settled(window: MainWindow, qtbot: QtBot) -> State:
    """Return the state once nothing runs and the list no longer opens or closes files."""
    states: list[State] = []

    def is_settled() -> bool:
        qtbot.wait(200)
        states.append(state(window))
        return window.workbench.is_idle and states[-2:-1] == states[-1:]

    qtbot.waitUntil(is_settled)
    return states[-1]


@pytest.mark.parametrize("position", PLACES)
def test_every_key_does_what_it_says_wherever_the_focus_is(window: MainWindow, qtbot: QtBot, position: str):
    search(qtbot, window, "retry backoff lease lang:python")
    window.workbench.results.widget.select_first()
    qtbot.waitUntil(lambda: window.workbench.is_idle and window.workbench.preview.widget.code.toPlainText() != "")
    window.activateWindow()
    for keys, done, back in STEPS:
        QGuiApplication.clipboard().clear()
        widget_at(window, position).setFocus()
        before = state(window)
        press(window, keys)
        try:
            qtbot.waitUntil(lambda before=before, done=done: bool(done(before, state(window))))
        except qtbot.TimeoutError:
            pytest.fail(f"{keys} from the {position}: {state(window)}")
        if back:
            press(window, back)
        qtbot.waitUntil(lambda: window.workbench.is_idle)


@pytest.mark.parametrize("position", PLACES)
def test_every_shortcut_of_the_registry_reaches_its_command_and_no_other(
    window: MainWindow, core: WindowCore, qtbot: QtBot, position: str
):
    search(qtbot, window, "lease retry")
    fired: list[str] = []
    for command, action in window.workbench.actions.commands():
        action.triggered.disconnect()
        action.triggered.connect(lambda _checked=False, name=command.id: fired.append(name))
    pressed = [
        (command.id, key) for command, action in window.workbench.actions.commands() for key in action.shortcuts()
    ]
    assert len(pressed) > 30
    for name, key in pressed:
        fired.clear()
        widget_at(window, position).setFocus()
        QTest.keySequence(widget_at(window, position), key)
        assert fired == [name], key.toString()


@pytest.mark.parametrize("command", ["palette", "definitions", "keys", "peek"])
def test_no_key_changes_the_window_behind_a_popup(window: MainWindow, qtbot: QtBot, command: str):
    for query in ("backoff", "renew"):
        search(qtbot, window, query)
        window.workbench.answers.note_search()
    workbench = window.workbench
    qtbot.waitUntil(lambda: workbench.is_idle and "renew" in workbench.preview.widget.code.toPlainText())
    window.activateWindow()
    if command == "definitions":
        item = PaletteItem("renew", "lease.py:1", "at-sign", lambda: None)
        workbench.preview.names._open_list("Definitions", [item])
    else:
        cursor = workbench.preview.widget.code.textCursor()
        cursor.setPosition(workbench.preview.widget.code.toPlainText().index("renew") + 1)
        workbench.preview.widget.code.setTextCursor(cursor)
        workbench.trigger(command)
    qtbot.waitUntil(lambda: window.popup is not None and window.popup.isAncestorOf(QApplication.focusWidget()))
    before = settled(window, qtbot)
    for keys in BEHIND:
        press(window, keys)
        assert state(window) | {"exact": workbench.search.lines.toggles.any} == before | {"exact": False}, keys
    assert settled(window, qtbot) == before


def test_a_key_that_opens_or_closes_a_popup_works_over_another(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.activateWindow()
    press(window, "Ctrl+K")
    for keys, name in (("F1", "Keys and query syntax"), ("Ctrl+,", "Settings"), ("Ctrl+K", "Command palette")):
        press(window, keys)
        assert state(window)["popup"] == name
    press(window, "Ctrl+L")
    assert state(window)["popup"] == ""
    assert state(window)["focus"] == "Search query"


def test_a_command_of_the_palette_acts_on_the_window(window: MainWindow, qtbot: QtBot):
    before = window.workbench.search.settings.weight
    window.workbench.trigger("palette")
    palette = window.popup
    assert isinstance(palette, CommandPalette)
    qtbot.keyClicks(palette.field, ">Weight +")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.workbench.search.settings.weight > before


def test_on_macos_no_key_that_types_a_sign_is_taken_and_none_is_taken_twice(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(actions, "sys", SimpleNamespace(platform="darwin"))
    keys = [key for command, _ in window.workbench.actions.commands() for key in command.shortcuts()]
    alt_alone = [key[0] for key in keys if key[0].keyboardModifiers() & ~SHIFT == Qt.KeyboardModifier.AltModifier]
    assert [key.key() for key in alt_alone if key.key().value < Qt.Key.Key_Escape.value] == []
    assert len({key.toString() for key in keys}) == len(keys)


def test_tooltips_name_the_keys_that_a_command_has_now(window: MainWindow):
    """Also where a person, or macOS, gives it others than the guide says."""
    workbench = window.workbench
    footer, tools = workbench.preview.widget.footer, workbench.panel(DependenciesPanel).widget.tools
    assert footer.wrap.toolTip() == "Wrap long lines  Alt+Z"
    assert footer.forward.toolTip() == "Next match  F3"
    assert tools.draw.toolTip().endswith("Ctrl+Shift+G")
    assert workbench.right.split_button.toolTip().endswith("  Ctrl+\\")
    assert workbench.actions.change_keys("wrap", "Ctrl+Alt+Z")
    assert workbench.actions.change_keys("graph", "")
    exact = workbench.layout.top.field.toggles.buttons["exact"]
    assert (exact.toolTip(), exact.accessibleDescription()) == ("Find the text exactly  Alt+X", "Alt+X")
    assert workbench.actions.change_keys("toggle-exact", "Ctrl+Alt+X")
    assert exact.toolTip() == "Find the text exactly  Ctrl+Alt+X"
    assert workbench.actions.change_keys("keys", "Ctrl+Alt+K")
    assert workbench.right._help_key.accessibleName() == "Ctrl+Alt+K"
    workbench.filters.widget.show_tab(Tab.SAVED)
    empty = workbench.filters.widget._message
    assert "Ctrl+S saves the search you see. Ctrl+B makes" in empty.accessibleName()
    assert workbench.actions.change_keys("save-search", "")
    assert empty.accessibleName().startswith("Nothing saved. Ctrl+B makes")
    footer.set_wrapped(on=True)
    assert footer.wrap.toolTip() == "Let long lines run on  Ctrl+Alt+Z"
    assert tools.draw.toolTip() == tools.draw.accessibleName() == "Draw the graph"
