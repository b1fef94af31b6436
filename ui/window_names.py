"""The names of folders in the main window: where they are shown, and how one is given."""

from PySide6.QtWidgets import QInputDialog, QWidget

from ui.language import translate
from ui.main_window import MainWindow


def connect_names(window: MainWindow) -> None:
    """Show the names wherever folders are, and read them."""
    names, parts = window.names, window.parts
    for pane in (parts.filters.facets, parts.results.model, parts.preview):
        names.changed.connect(pane.set_names)
    names.unwritten.connect(lambda reason: parts.say(translate("The change is not kept"), reason))
    names.damaged.connect(
        lambda path: parts.say(
            translate("A file of yours could not be read"),
            translate("It was set aside as {path}; a new one is begun.").format(path=path),
        )
    )
    names.load()


def rename_folder(window: MainWindow, parent: QWidget, label: str) -> None:
    """Ask for the name of a folder."""
    name, given = QInputDialog.getText(
        parent,
        translate("Rename"),
        translate("Name of {label}; queries go on saying repo:{label}").format(label=label),
        text=window.names.names.get(label, label),
    )
    if given:
        window.names.rename(label, name)
