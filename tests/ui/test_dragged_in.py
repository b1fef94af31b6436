"""Folders that are dragged into the window from another program, and what is no such folder."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.fakes.window_core import WindowCore
from ui.window.main_window import MainWindow

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
MOVE, COPY = Qt.DropAction.MoveAction, Qt.DropAction.CopyAction


class ProgramDrop(QDropEvent):
    """A drop that began in a widget of this program."""

    def __init__(self, data: QMimeData, source: QObject | None) -> None:
        super().__init__(QPointF(5, 5), COPY | MOVE, data, LEFT, NONE)
        self._source = source

    def source(self) -> QObject | None:
        return self._source


class ProgramDrag(QDragEnterEvent):
    """The same, while it enters a widget."""

    def __init__(self, data: QMimeData, source: QObject | None) -> None:
        super().__init__(QPoint(5, 5), COPY | MOVE, data, LEFT, NONE)
        self._source = source

    def source(self) -> QObject | None:
        return self._source


@pytest.fixture
def folder(tmp_path: Path) -> QMimeData:
    """What a file manager drags: the address of a folder, and its path as a text."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    data.setText(str(tmp_path))
    return data


def enters(widget: QWidget, data: QMimeData) -> bool:
    """Return whether a widget, or what it is in, takes what is dragged over it."""
    event = QDragEnterEvent(QPoint(5, 5), COPY | MOVE, data, LEFT, NONE)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def test_a_folder_that_is_dropped_on_the_search_field_is_added(
    window: MainWindow, core: WindowCore, folder: QMimeData, tmp_path: Path, qtbot: QtBot
):
    """Its address was typed into the query."""
    field = window.workbench.layout.top.field.edit
    assert enters(field.viewport(), folder)
    QApplication.sendEvent(field.viewport(), QDropEvent(QPointF(5, 5), COPY | MOVE, folder, LEFT, NONE))
    qtbot.waitUntil(lambda: core.added == [(str(tmp_path),)])
    assert field.text() == ""


def test_a_text_over_the_search_field_is_taken_and_stays_where_it_was(window: MainWindow):
    field = window.workbench.layout.top.field.edit
    data = QMimeData()
    data.setText("lease")
    assert enters(field.viewport(), data)
    drop = QDropEvent(QPointF(5, 5), COPY | MOVE, data, LEFT, NONE)
    QApplication.sendEvent(field.viewport(), drop)
    assert field.text() == "lease"
    assert drop.isAccepted()
    assert drop.dropAction() is COPY


def test_a_row_that_is_dragged_out_and_let_go_over_the_window_adds_no_folder(
    window: MainWindow, core: WindowCore, folder: QMimeData
):
    before = list(core.added)
    drag = ProgramDrag(folder, window.workbench.results.widget.view)
    drag.ignore()
    window.dragEnterEvent(drag)
    assert not drag.isAccepted()
    drop = ProgramDrop(folder, window.workbench.results.widget.view)
    drop.ignore()
    window.dropEvent(drop)
    assert not drop.isAccepted()
    assert core.added == before
