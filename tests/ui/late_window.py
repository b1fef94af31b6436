"""A real window that gets its panes after it was shown, as at a start; prints how it is laid out as JSON lines.

The first argument is its folder, with the ``window.json`` of the last run if there is one. A line on standard
input is a text size in percent or the name of a page of the settings.
"""

import json
import sys
import threading
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QObject, QRect, QTimer, Signal
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from ui.application.builder import Builder
from ui.services import Services
from ui.widgets.popup import open_popup
from ui.window.main_window import MainWindow

EVERY_MS = 100


class Orders(QObject):
    """Lines from standard input, in the window's thread."""

    received = Signal(str)

    def read(self) -> None:
        for line in sys.stdin:
            self.received.emit(line.strip())


def obey(window: MainWindow, order: str) -> None:
    if order.isdigit():
        window.workbench.settings.choices.set_scale(int(order))
    else:
        window.workbench.settings.open(order)


def rect(area: QRect) -> list[int]:
    return list(area.getRect())


def clipped(popup: QWidget) -> list[str]:
    """Return the names of the buttons of a popup of which a part lies outside of it."""
    buttons = [button for button in popup.findChildren(QPushButton) if button.isVisible()]
    return [
        button.text()
        for button in buttons
        if not popup.rect().contains(QRect(button.mapTo(popup, button.rect().topLeft()), button.size()))
    ]


def state(window: MainWindow) -> dict[str, object]:
    if not window.filled:
        return {}
    layout = window.workbench.layout
    tuning, popup = layout.tuning, open_popup(layout)
    words = [tuning._keyword, tuning.slider, tuning._semantic]
    return {
        "frame": rect(window.frameGeometry()),
        "width": window.width(),
        "area": rect(window.screen().availableGeometry()),
        "maximized": window.isMaximized(),
        "filters": window.workbench.filters.widget.isVisible(),
        "presets": tuning.presets.isVisible() or tuning.preset_menu.isVisible(),
        "limits": tuning.limits.isVisible(),
        "overlaps": any(first.geometry().intersects(second.geometry()) for first, second in pairwise(words)),
        "popup": popup.accessibleName() if popup is not None else "",
        "popup_inside": popup is not None and layout.rect().contains(popup.geometry()),
        "clipped": clipped(popup) if popup is not None else [],
        "percent": window.state.scale_percent,
    }


def main() -> int:
    app, path = QApplication([]), Path(sys.argv[1])
    builder = Builder(app, Services(path, path, len))
    window = builder.front()
    window.front.painted.connect(lambda: QTimer.singleShot(500, lambda: builder.fill(window)))
    window.show()
    orders = Orders()
    orders.received.connect(lambda order: obey(window, order))
    threading.Thread(target=orders.read, daemon=True).start()
    timer = QTimer()
    timer.timeout.connect(lambda: print(json.dumps(state(window)), flush=True))
    timer.start(EVERY_MS)
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
