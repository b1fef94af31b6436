"""Fills a window that was painted with its workbench, and connects everything in it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from ui.services import Services
from ui.theme.palette import unstyled
from ui.widgets.query_edit import QueryEdit
from ui.window.commands import bind_commands
from ui.window.main_window import MainWindow
from ui.window.memory import Memory, restore
from ui.window.wiring import connect_workbench
from ui.window.workbench import Frame, Workbench


def fill(app: QApplication, window: MainWindow, services: Services) -> None:
    """Give ``window`` everything but its core; the text in its field is its query."""
    top = window.front.top
    edit = top.field.edit
    edit.understand()
    focused = edit.hasFocus() or not window.isVisible()
    with unstyled(app, window):
        workbench = Workbench(Frame(window, window.area, top, window.state_file, window.appearance), services)
        window.setCentralWidget(workbench.layout)
    connect_workbench(workbench)
    bind_commands(workbench)
    restore(workbench, workbench.state)
    Memory(workbench)
    workbench.answers.show_empty()
    _search(workbench, edit)
    if focused:
        edit.setFocus(Qt.FocusReason.OtherFocusReason)
    window.set_workbench(workbench)


def _search(workbench: Workbench, edit: QueryEdit) -> None:
    """Search for the text in the field as soon as there is a core, and leave selection and cursor as they are."""
    if not edit.text().strip():
        return
    anchor, position = edit.textCursor().anchor(), edit.textCursor().position()
    workbench.query.run(edit.text())
    cursor = edit.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)
