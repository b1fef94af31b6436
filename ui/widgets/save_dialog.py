"""The dialog that asks where a file should be written.

Where the desktop has none of its own, Qt's is shown. Its list of files has sizes and days in the language of the
system, which need not be that of the window.
"""

from pathlib import Path

from PySide6.QtCore import QFileInfo, QIdentityProxyModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QFileSystemModel, QHeaderView, QTreeView, QWidget

from ui.i18n.language import date_words
from ui.i18n.size_words import size_words

_SIZE, _DAY = 1, 3
"""Columns of the list of files."""


class _FilesInWords(QIdentityProxyModel):
    """The files of a folder, with sizes and days in the language of the window."""

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        if role == Qt.ItemDataRole.DisplayRole and index.column() in {_SIZE, _DAY}:
            file = QFileInfo(str(super().data(index, QFileSystemModel.Roles.FilePathRole.value)))
            if index.column() == _SIZE:
                return "" if file.isDir() else size_words(file.size())
            written = file.lastModified()
            return f"{date_words(written.date())} {written.toString('HH:mm')}"
        return super().data(index, role)


def save_dialog(parent: QWidget | None, title: str, start: str, kinds: str, *, native: bool = True) -> QFileDialog:
    """Return a dialog that asks where to write a file.

    Args:
        parent: the window that waits for it.
        title: of the dialog.
        start: the path that is offered.
        kinds: the kinds of files, as Qt has them: ``JSON (*.json)``.
        native: use the dialog of the desktop, where it has one.
    """
    path = Path(start)
    dialog = QFileDialog(parent, title, str(path.parent), kinds)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog, not native)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setProxyModel(_FilesInWords(dialog))  # a dialog of the desktop takes none
    dialog.selectFile(path.name)
    for view in dialog.findChildren(QTreeView):
        view.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        view.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    return dialog


def chosen_path(dialog: QFileDialog) -> str:
    """Return the path that is chosen in a dialog; empty for none."""
    return next(iter(dialog.selectedFiles()), "")


def ask_save_path(parent: QWidget | None, title: str, start: str, kinds: str) -> str:
    """Ask where to write a file; return an empty text where the person changed their mind."""
    dialog = save_dialog(parent, title, start, kinds)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    path = chosen_path(dialog) if accepted else ""
    dialog.deleteLater()
    return path
