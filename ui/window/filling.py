"""Fills a window that was painted with its panes, and connects everything in it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from ui.services import Services
from ui.theme.palette import unstyled
from ui.widgets.actions import ActionRegistry
from ui.widgets.query_edit import QueryEdit
from ui.window.choices import Choices
from ui.window.commands import bind_commands
from ui.window.controllers import WindowControllers
from ui.window.main_window import MainWindow
from ui.window.marks import connect_marks
from ui.window.memory import Memory, restore
from ui.window.names import connect_names
from ui.window.parts import WindowParts
from ui.window.signals import connect_window
from ui.window.walks import connect_walks


def fill(app: QApplication, window: MainWindow, services: Services) -> None:
    """Give ``window`` everything but its core; what stands in its field is its query."""
    front = window.front
    edit = front.top.field.edit
    edit.understand()
    focused = edit.hasFocus() or not window.isVisible()
    with unstyled(app, window):
        parts, actions = WindowParts(services, front.top), ActionRegistry(window)
        made = WindowControllers(window, parts, services)
        choices = Choices(window.state, window.appearance, parts, made, actions)
        choices.trayChosen.connect(window.trayChosen)
        choices.hotkeyChosen.connect(window.hotkeyChosen)
        window.take(parts, made, actions, choices)
    connect_window(window)
    connect_marks(window)
    connect_walks(window)
    connect_names(window)
    bind_commands(window)
    restore(window)
    Memory(window)
    window.answers.show_empty()
    _ask(window, edit)
    if focused:
        edit.setFocus(Qt.FocusReason.OtherFocusReason)
    window.end_filling()


def _ask(window: MainWindow, edit: QueryEdit) -> None:
    """Ask what stands in the field as soon as there is a core, and leave selection and cursor as they are."""
    if not edit.text().strip():
        return
    anchor, position = edit.textCursor().anchor(), edit.textCursor().position()
    window.run_query(edit.text())
    cursor = edit.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)
