"""Favourites and notes of the person."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from search.types.files import Root
from search.types.results import ChunkHit, FileHit
from ui.user_data.marks import Mark, MarkStore


class MarksController(QObject):
    """Owns the marks of an index.

    Signals:
        changed: all marks, newest first.
        written: a person has marked a file in this window, or taken a mark away.
        damaged: path of a file that could not be understood and was set aside.
        unwritten: why a change could not be written; it lives as long as the window.
    """

    changed = Signal(tuple)
    written = Signal()
    damaged = Signal(str)
    unwritten = Signal(str)

    def __init__(self, store: MarkStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._marks: dict[str, Mark] = {}
        self._scopes: tuple[tuple[str, str, str], ...] = ()
        self._roots: tuple[Root, ...] = ()

    def load(self) -> None:
        """Read the marks, and say when their file had to be set aside."""
        self._take(self._store.load())

    def follow(self, roots: Sequence[Root]) -> None:
        """Give marks the identifiers that their files have in these roots."""
        self._roots = tuple(roots)
        scopes = tuple((root.path, root.repository, root.branch) for root in roots)
        if self._marks and scopes != self._scopes:
            self._scopes = scopes
            self._take(self._store.follow(roots))

    def of(self, file_id: str) -> Mark | None:
        """Return the mark of a file."""
        return self._marks.get(file_id)

    def note_of(self, file_id: str) -> str:
        """Return the note on a file; empty without one."""
        mark = self._marks.get(file_id)
        return mark.note if mark is not None else ""

    def is_favourite(self, file_id: str) -> bool:
        """Return whether a file is a favourite."""
        mark = self._marks.get(file_id)
        return mark is not None and mark.favourite

    def toggle_favourite(self, file: FileHit) -> None:
        """Make a file a favourite, or not any more."""
        mark = mark_of(file)
        self._keep(self._store.set_favourite(mark, on=not self.is_favourite(mark.file_id)))

    def write_note(self, mark: Mark, note: str) -> None:
        """Write a note on a file; an empty one removes it."""
        self._keep(self._store.set_note(mark, note))

    def remove(self, file_id: str, *, note: bool) -> None:
        """Take a file out of the notes, or out of the favourites."""
        mark = self._marks.get(file_id)
        if mark is not None:
            self._keep(self._store.set_note(mark, "") if note else self._store.set_favourite(mark, on=False))

    def _keep(self, marks: tuple[Mark, ...]) -> None:
        """Take marks that were written; one may be on a result from before another branch was checked out."""
        self._take(self._store.follow(self._roots) if self._roots else marks)
        self.written.emit()

    def _take(self, marks: tuple[Mark, ...]) -> None:
        self._marks = {mark.file_id: mark for mark in marks}
        self.changed.emit(marks)
        self._store.file.tell(self.damaged.emit, self.unwritten.emit)


def mark_of(file: FileHit, chunk: ChunkHit | None = None) -> Mark:
    """Return a mark of a file, at a chunk where one is given."""
    line = chunk.start_line if chunk is not None else 1
    return Mark(file.file_id, file.repository, file.path, file.root_path, line)
