"""Names that the person gave to folders: shown in place of the labels, which stay part of every identifier."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ui.user_data.document import PersonFile

MOST_NAME_CHARS = 60
_VERSION = 1


class FolderNames(QObject):
    """Keeps the names of the folders of an index.

    Every change reads the file again first, so that two windows lose nothing.

    Signals:
        changed: label of a folder to its name.
        written: a person has named a folder in this window.
        damaged: path of a file that could not be understood and was set aside.
        unwritten: why a change could not be written; it lives as long as the window.
    """

    changed = Signal(dict)
    written = Signal()
    damaged = Signal(str)
    unwritten = Signal(str)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = PersonFile(path, _VERSION)
        self.names: Mapping[str, str] = {}

    def load(self) -> None:
        """Read the names, and say when their file had to be set aside."""
        self._take(self._read())

    def rename(self, label: str, name: str) -> None:
        """Name a folder; an empty name, or its label, takes the name away."""
        wanted = " ".join(name.split())[:MOST_NAME_CHARS]
        names = {known: name_of for known, name_of in self._read().items() if known != label}
        if wanted and wanted != label:
            names[label] = wanted
        self._file.write({"names": names})
        self._take(names)
        self.written.emit()

    def _read(self) -> dict[str, str]:
        empty: dict[str, str] = {}
        return self._file.read(_decoded, empty)

    def _take(self, names: dict[str, str]) -> None:
        self.names = names
        self.changed.emit(names)
        self._file.tell(self.damaged.emit, self.unwritten.emit)


def _decoded(raw: dict[str, object]) -> dict[str, str]:
    names = raw["names"]
    if not isinstance(names, dict):
        raise TypeError
    return {str(label): str(name) for label, name in names.items()}
