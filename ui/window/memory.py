"""Restoring the window as it was left, and writing down how it is left, also before a crash."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QTimer

from search.types.query import Mode, Rerank
from ui.user_data.window_state import WindowState
from ui.window.workbench import Workbench

SPLIT_FROM_HEIGHT = 1000
"""Window height from which the right pane starts split."""

KEEP_MS = 1500
"""Pause after the last change until the state is written."""

_COLUMNS = 3
_CHANGES = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.WindowDeactivate}


class Memory(QObject):
    """Has the window's state written soon after it changed: a program that is killed cannot write it.

    Attributes:
        soon: runs from a change until the state is written.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.soon = QTimer(self)
        self.soon.setSingleShot(True)
        self.soon.setInterval(KEEP_MS)
        self.soon.timeout.connect(workbench.keep_state)
        workbench.stateWanted.connect(lambda: save(workbench, workbench.state))
        workbench.search.answered.connect(self.soon.start)
        workbench.right.tabShown.connect(self.soon.start)
        workbench.filters.widget.tabs.chosen.connect(self.soon.start)
        workbench.layout.splitter.splitterMoved.connect(self.soon.start)
        workbench.frame.window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that the window was moved, got another size, or was left."""
        if event.type() in _CHANGES:
            self.soon.start()
        return super().eventFilter(watched, event)


def restore(workbench: Workbench, state: WindowState) -> None:
    """Arrange columns, panels and ranking as the state says; the window has its size already."""
    layout, search, query = workbench.layout, workbench.search, workbench.query
    if len(state.splitter) == _COLUMNS:
        layout.splitter.setSizes(state.splitter)
    split = state.height >= SPLIT_FROM_HEIGHT if state.right_split is None else state.right_split
    workbench.show_split(split=split)
    workbench.right.show_tab(state.right_tab if 0 <= state.right_tab < workbench.right.count else 0)
    layout.show_right(shown=state.right_shown)
    query.set_ranking(search.settings if state.weight is None else replace(search.settings, weight=state.weight))
    if not state.reads:
        query.set_ranking(replace(search.settings, rerank=Rerank.NONE))
    if state.mode in set(Mode):
        query.set_mode(Mode(state.mode))
    search.set_top(layout.tuning.top.value())
    for panel in workbench.panels:
        panel.restore(state)
    workbench.set_advanced(opened=state.advanced_open)
    workbench.fit()


def save(workbench: Workbench, state: WindowState) -> None:
    """Write into the state how the window is now."""
    window, settings = workbench.frame.window, workbench.search.settings
    state.maximized = window.isMaximized()
    if not state.maximized:
        state.width, state.height = window.width(), window.height()
        state.position = [window.pos().x(), window.pos().y()]
    if workbench.layout.splitter.count() == _COLUMNS:
        state.splitter = workbench.layout.splitter.sizes()
    state.right_tab = workbench.right.current
    state.weight = settings.weight
    state.mode = settings.mode.value
    state.reads = settings.rerank is not Rerank.NONE
    state.query = workbench.search.text
    state.query_index = workbench.context.services.person_folder.name
    for panel in workbench.panels:
        panel.save(state)
