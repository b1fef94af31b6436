"""Who changed a line of the visible file, and what changed since a commit."""

from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from tests.ui.window_fixture import search
from ui.controllers.line_history import commits_of
from ui.popups.palette import CommandPalette
from ui.theme.tokens import c
from ui.widgets.popup import open_popup
from ui.window.main_window import MainWindow


def shown(qtbot: QtBot, window: MainWindow, query: str = "renew", lines: int = 3):
    search(qtbot, window, query)
    workbench = window.workbench
    qtbot.waitUntil(lambda: workbench.preview.widget.code.blockCount() >= lines and workbench.is_idle)
    return workbench.preview.widget


def test_the_commit_of_the_line_is_named_and_can_be_copied(window: MainWindow, qtbot: QtBot):
    pane = shown(qtbot, window)
    window.workbench.trigger("blame")
    qtbot.waitUntil(lambda: not pane.notice.isHidden())
    words = pane.notice._words.text()
    assert "Ada" in words
    assert "Change line 1" in words
    pane.notice._take_action()
    assert QGuiApplication.clipboard().text() == f"{1:040x}"


def test_selected_lines_are_listed_by_their_commits(window: MainWindow, qtbot: QtBot):
    pane = shown(qtbot, window)
    cursor = pane.code.textCursor()
    cursor.setPosition(0)
    cursor.movePosition(QTextCursor.MoveOperation.Down, QTextCursor.MoveMode.KeepAnchor, 1)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfLine, QTextCursor.MoveMode.KeepAnchor)
    pane.code.setTextCursor(cursor)
    window.workbench.trigger("blame")
    qtbot.waitUntil(lambda: isinstance(open_popup(window.workbench.layout), CommandPalette))
    palette = open_popup(window.workbench.layout)
    assert [item.hint for item in palette.rows.items] == ["1", "2"]


def test_lines_that_changed_since_a_commit_have_a_rule_and_are_gone_through(window: MainWindow, qtbot: QtBot):
    pane = shown(qtbot, window)
    prompt = window.workbench.preview.lines.ask_commit()
    prompt.field.setText("main")
    prompt.take.click()
    qtbot.waitUntil(lambda: pane.code.gutter.changed == {1, 3})
    assert "2 lines changed since main" in pane.notice._words.text()
    picture = pane.code.gutter.grab().toImage()
    ratio = picture.devicePixelRatio()
    box = next(box for block, box in pane.code.visible_blocks() if block.blockNumber() == 0)
    assert picture.pixelColor(round(ratio), round(box.center().y() * ratio)) == c("ok")
    for line in (3, 1):
        window.workbench.trigger("next-change")
        assert pane.code.textCursor().blockNumber() + pane.code.first_line == line


def test_another_file_has_no_marks_of_the_last_one(window: MainWindow, qtbot: QtBot):
    pane = shown(qtbot, window)
    window.workbench.preview.lines.mark_changes("main")
    qtbot.waitUntil(lambda: bool(pane.code.gutter.changed))
    shown(qtbot, window, "delay doubles")
    qtbot.waitUntil(lambda: not pane.code.gutter.changed)


def test_what_is_no_commit_is_said(window: MainWindow, qtbot: QtBot):
    shown(qtbot, window)
    window.workbench.preview.lines.mark_changes("nonsense")
    qtbot.waitUntil(window.workbench.banners.warning.isVisible)


def test_no_lines_have_no_commits():
    assert tuple(commits_of(())) == ()
