"""Putting the main window as it was left, and noting how it is left, also before a sudden end."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QTimer

from search.types.query import Mode
from ui.panels.filters.pane import Tab
from ui.shell.right_pane import CONTEXT, PREVIEW
from ui.window.main_window import MainWindow

SPLIT_FROM_HEIGHT = 1000
"""Window height from which the right pane starts split."""

KEEP_MS = 1500
"""Pause after the last change until the state is written."""

_COLUMNS = 3
_CHANGES = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.WindowDeactivate}


class Memory(QObject):
    """Has the window's state written soon after it changed: a program that is killed is told nothing.

    Attributes:
        soon: runs from a change until the state is written.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.soon = QTimer(self)
        self.soon.setSingleShot(True)
        self.soon.setInterval(KEEP_MS)
        self.soon.timeout.connect(window.keep_state)
        window.noting.connect(lambda: note(window))
        window.search.answered.connect(self.soon.start)
        window.parts.right.tabShown.connect(self.soon.start)
        window.parts.filters.tabs.chosen.connect(self.soon.start)
        window.parts.splitter.splitterMoved.connect(self.soon.start)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that the window was moved, got another size, or was left."""
        if event.type() in _CHANGES:
            self.soon.start()
        return super().eventFilter(watched, event)


def restore(window: MainWindow) -> None:
    """Put columns, panes and weight as the state says; the window has its size already."""
    state, parts = window.state, window.parts
    if len(state.splitter) == _COLUMNS:
        parts.splitter.setSizes(state.splitter)
    split = state.height >= SPLIT_FROM_HEIGHT if state.right_split is None else state.right_split
    parts.right.set_split(split=split)
    parts.dependencies.set_compact(on=split)
    parts.right.show_tab(state.right_tab if PREVIEW <= state.right_tab <= CONTEXT else PREVIEW)
    parts.show_right(shown=state.right_shown)
    settings = window.search.settings
    window.set_ranking(settings if state.weight is None else replace(settings, weight=state.weight))
    if state.mode in set(Mode):
        window.set_mode(Mode(state.mode))
    window.search.set_top(parts.tuning.top.value())
    if state.folded is not None:
        parts.filters.view.fold(tuple(state.folded))
    if state.left_tab in set(Tab):
        parts.filters.show_tab(Tab(state.left_tab))
    window.set_advanced(opened=state.advanced_open)
    window.choices.set_motion(reduced=state.reduced_motion)
    parts.fit(state.width)


def note(window: MainWindow) -> None:
    """Write into the state how the window is now."""
    state, parts = window.state, window.parts
    state.maximized = window.isMaximized()
    if not state.maximized:
        state.width, state.height = window.width(), window.height()
        state.place = [window.pos().x(), window.pos().y()]
    if parts.splitter.count() == _COLUMNS:
        state.splitter = parts.splitter.sizes()
    state.right_tab = parts.right.current
    state.weight = window.search.settings.weight
    state.mode = window.search.settings.mode.value
    state.query = window.search.text
    state.folded = list(parts.filters.view.folded)
    state.left_tab = parts.filters.tabs.current
