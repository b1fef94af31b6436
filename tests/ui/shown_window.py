"""A real window on the sample corpus that tells its state as JSON lines; the Xvfb test drives it from outside."""

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.cli.open_core import Opening, opened_core
from resources.locate import resource
from ui.application.builder import make_window
from ui.controllers import opening
from ui.panels.context.panel import ContextPanel
from ui.panels.dependencies.panel import DependenciesPanel
from ui.services import Services
from ui.widgets.popup import open_popup
from ui.window.main_window import MainWindow

EVERY_MS = 100
OPENED: list[dict[str, object]] = []
"""What was to be opened or shown elsewhere, in place of which nothing is started."""


def middle(widget: QWidget) -> list[int]:
    point = widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() // 2))
    return [point.x(), point.y()]


def colours(app: QApplication) -> int:
    """Return how many colours a coarse net of points on the screen has."""
    picture = app.primaryScreen().grabWindow(0).toImage()
    across, down = range(0, picture.width(), 40), range(0, picture.height(), 40)
    return len({picture.pixel(x, y) for x in across for y in down})


def note_opening() -> None:
    """Take down what is to be opened, and open nothing."""

    def opened(file: str, line: int, *_editor: str) -> bool:
        OPENED.append({"file": file, "line": line})
        return True

    opening.open_at = opened
    opening.reveal = lambda file: opened(file, 0)


def keyed(app: QApplication, window: MainWindow) -> dict[str, object]:
    """Return what keys can change."""
    workbench, focus, popup = window.workbench, app.focusWidget(), open_popup(window.workbench.layout)
    file, edit = workbench.results.widget.current_file, workbench.layout.top.field.edit
    tree = workbench.panel(DependenciesPanel).widget
    canvas = tree.graph.canvas
    return {
        "drawn": len(canvas.drawing.cells) if canvas.isVisible() and tree.graph.is_settled else 0,
        "cell": canvas.currentIndex().data() or "",
        "lit": len(canvas.way),
        "moved": len(tree.graph.moved_boxes),
        "menu": len(menu.actions()) if isinstance(menu := app.activePopupWidget(), QMenu) else 0,
        "pinned": pins.tabs.count() if (pins := workbench.preview.pins.files) is not None else 0,
        "focus": focus.accessibleName() if focus is not None else "",
        "popup": popup.accessibleName() if popup is not None else "",
        "listed": workbench.layout.choices.isVisible(),
        "typed": edit.text(),
        "picked": edit.textCursor().selectedText(),
        "selected": file.path if file is not None else "",
        "chunk": workbench.results.widget.chosen_chunk is not None,
        "rows": workbench.results.widget.model.rowCount(),
        "context": sorted(workbench.panel(ContextPanel).widget.model.added()),
        "match": workbench.preview.widget.footer._matches.text(),
        "advanced": workbench.layout.advanced.isVisible(),
        "split": workbench.right.split,
        "right": workbench.right.isVisible(),
        "saved": workbench.filters.widget.saved_texts(),
        "opened": [item for item in OPENED if item["line"]],
        "revealed": [item for item in OPENED if not item["line"]],
    }


def state(app: QApplication, window: MainWindow) -> dict[str, object]:
    workbench = window.workbench
    shown = window.workbench.answers.shown
    return {
        "settled": window.workbench.is_idle,
        **keyed(app, window),
        "query": window.workbench.search.text,
        "files": [file.path for file in shown.files] if shown is not None else [],
        "weight": window.workbench.search.settings.weight,
        "slider": middle(workbench.layout.tuning.slider),
        "width": workbench.layout.tuning.slider.width(),
        "tab": workbench.right.current,
        "nodes": workbench.panel(DependenciesPanel).widget.view.model().rowCount(),
        "clipboard": app.clipboard().text()[:200],
        "colours": colours(app),
    }


def main() -> int:
    app = QApplication([])
    note_opening()
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary)
        with opened_core(path / "index", Opening(make=True)) as core:
            core.index([str(resource("sample", folder)) for folder in ("docs", "worker")])
            window = make_window(app, Services(path, path, lambda text: len(text.split())))
            window.show()
            window.workbench.attach(core)
            window.move(0, 0)
            timer = QTimer()
            timer.timeout.connect(lambda: print(json.dumps(state(app, window)), flush=True))
            timer.start(EVERY_MS)
            return app.exec()


if __name__ == "__main__":
    sys.exit(main())
