"""The names of folders in the main window: where they are shown, how one is given, and how one of a branch is."""

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


def add_branch(window: MainWindow, parent: QWidget, path: str, label: str) -> None:
    """Ask for a branch of a folder that is not checked out, to be indexed from git."""
    branch, given = QInputDialog.getText(
        parent,
        translate("Index another branch"),
        translate("Branch or tag of {label}, such as origin/next; it is read from git").format(label=label),
    )
    if given and branch.strip():
        window.index.add_branch(path, branch.strip())


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
