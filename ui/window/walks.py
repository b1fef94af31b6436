"""Walks, ways and exports of the dependency tree in the main window."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from ui.i18n.language import translate
from ui.panels.dependencies.export import ExportForm, form_of
from ui.popups.why import WhyPopup
from ui.shell.right_pane import DEPENDENCIES
from ui.window.main_window import MainWindow


def connect_walks(window: MainWindow) -> None:
    """Connect the dependencies pane with walks, ways and exports, and read the walks."""
    pane, walks, parts = window.parts.dependencies, window.walks, window.parts
    pane.pathRequested.connect(lambda: open_path(window))
    pane.exportRequested.connect(lambda form: _export(window, form))
    walks.refused.connect(parts.say)
    walks.exported.connect(lambda path: parts.say(translate("Written: {path}").format(path=path), "", quiet=True))
    walks.damaged.connect(
        lambda path: parts.say(
            translate("A file of yours could not be read"),
            translate("It was set aside as {path}; a new one is begun.").format(path=path),
        )
    )
    walks.load()


def open_path(window: MainWindow) -> WhyPopup | None:
    """Ask for a name or path and show the way from the tree's root to it; None where nothing is selected."""
    if not window.parts.right.is_shown(DEPENDENCIES):
        window.show_tab(DEPENDENCIES)  # trees follow the selection only while they can be seen
    if not window.parts.dependencies.target:
        return None
    popup = WhyPopup(
        window.parts, translate("Path from {name}").format(name=window.parts.dependencies.name), asks=True
    )
    popup.field.setPlaceholderText(translate("Name, path or table that it may depend on"))
    popup.field.setAccessibleName(translate("Where the path leads"))
    popup.asked.connect(lambda target: window.walks.find_path(target, popup.show_sections))
    popup.copyRequested.connect(window.copy)
    popup.open()
    return popup


def _export(window: MainWindow, form: ExportForm) -> None:
    tree = window.parts.dependencies.model.tree
    if tree is None:
        return
    start = str(Path.home() / f"{_file_name(window.parts.dependencies.name)}.{form.suffix}")
    chosen, _filter = QFileDialog.getSaveFileName(
        window, translate("Export the tree"), start, f"{form.name} (*.{form.suffix})"
    )
    if chosen:
        file = Path(chosen)
        wanted = form_of(file.name) if file.suffix else form
        window.walks.export(
            file if file.suffix else file.with_suffix(f".{form.suffix}"), lambda: wanted.write(tree)
        )


def _file_name(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in name).strip(".-") or "tree"
