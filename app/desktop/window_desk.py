"""Delivers calls of other programs in the thread of the window, and carries them out."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from app.desktop.window_calls import TO_THE_FRONT, WindowCall
from search.types.ids import FileId
from ui.application.windows import Windows
from ui.controllers.spot import Spot
from ui.window.main_window import MainWindow


class WindowDesk(QObject):
    """Shows the requested place in the last window; ``called`` may be emitted from any thread."""

    called = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.called.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def _take(self, call: WindowCall) -> None:
        app = QApplication.instance()
        windows = app.findChild(Windows) if app is not None else None
        if windows is None:
            return
        windows.show_last()
        window = windows.last
        if window is not None and call != TO_THE_FRONT:
            window.when_filled(lambda: _answer(window, call))


def _answer(window: MainWindow, call: WindowCall) -> None:
    """Show it now, or when the window knows its folders."""
    if window.workbench.index.status is not None:
        _show(window, call)
        return
    once = Qt.ConnectionType.SingleShotConnection
    window.workbench.index.statusChanged.connect(lambda _status: _show(window, call), once)


def _show(window: MainWindow, call: WindowCall) -> None:
    if call.file_id:
        spot = Spot(FileId(call.file_id), call.repository, call.path, call.root_path, line=call.line)
        once, selection = Qt.ConnectionType.SingleShotConnection, window.workbench.selection
        selection.rested.connect(lambda _file, _chunk: selection.show_spot(spot), once)
    window.workbench.query.run(call.query)
