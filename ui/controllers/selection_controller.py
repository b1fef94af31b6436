"""The selected result, which each panel shows in its own way."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.results import ChunkHit, FileHit
from ui.controllers.jobs import Jobs
from ui.controllers.spot import Spot

REST_MS = 60
"""A held arrow key passes rows faster than this; only the row it rests on is loaded."""


class SelectionController(QObject):
    """Owns the selection, and the words marked in its views.

    Attributes:
        terms: index terms of the query, to be marked in texts.
        marks: exact matches in the selected file, see `Spot`; they are marked in place of the terms.

    Signals:
        moved: `FileHit` and `ChunkHit` or None; the selection moved there and may move on at once.
        rested: the same, once the selection has stayed there for `REST_MS`; texts and trees are loaded now.
        renewed: the same; another answer to the same question has them too, and the file may have changed.
        cleared: nothing is selected any more.
        spotWanted: a `Spot` that is to be shown although it is not a result.
        textLoaded: `FileHit` and the text of its file.
    """

    moved = Signal(object, object)
    rested = Signal(object, object)
    renewed = Signal(object, object)
    cleared = Signal()
    spotWanted = Signal(object)
    textLoaded = Signal(object, str)

    def __init__(self, jobs: Jobs, parent: QObject | None = None, *, access: Access = OWNER) -> None:
        super().__init__(parent)
        self._jobs, self._access = jobs, access
        self._core: SearchCore | None = None
        self.terms: tuple[str, ...] = ()
        self.marks: tuple[tuple[int, int, int], ...] = ()
        self._current: tuple[FileHit, ChunkHit | None] | None = None
        self._before: tuple[FileHit, ChunkHit | None] | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._emit_rested)

    @property
    def current(self) -> tuple[FileHit, ChunkHit | None] | None:
        """The selected file and chunk; None while nothing has been selected since the last answer."""
        return self._current

    @property
    def is_settled(self) -> bool:
        """Whether the selection has rested, or nothing is selected."""
        return not self._rest.isActive()

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def set_terms(self, terms: tuple[str, ...], *, again: bool = False) -> None:
        """Set the words to mark; the next selection is loaded even if it is the same.

        Where the question is answered ``again``, the same selection is renewed, once it has been loaded.
        """
        self.terms = terms
        self.marks = ()
        self._before = self._current or self._before if again and not self._rest.isActive() else None
        self._current = None

    def select(self, file: FileHit, chunk: ChunkHit | None = None) -> None:
        """Move the selection to a file or one of its chunks."""
        before, self._current = self._current, (file, chunk)
        earlier, self._before = self._before, None
        if before is None and earlier is not None and _key(*earlier) == _key(file, chunk):
            self.renewed.emit(file, chunk)
        elif before is None or _key(*before) != _key(file, chunk):  # a step of the slider keeps the selection
            self.moved.emit(file, chunk)
            self._rest.start()

    def select_match(self, file: FileHit, chunk: ChunkHit, marks: tuple[tuple[int, int, int], ...]) -> None:
        """Move the selection to a line of a file, with the exact matches of the file."""
        self.marks = marks
        self.select(file, chunk)

    def select_place(self, file: FileHit, chunk: ChunkHit | None) -> None:
        """Move the selection to a place that is marked by its lines alone."""
        self.marks = ()
        self.select(file, chunk)

    def ensure(self, file: FileHit) -> None:
        """Select a file, or its chunk as before, unless the list has selected something since the last answer."""
        if self._current is None:
            before, chunk = self._before, None
            if before is not None and before[0].file_id == file.file_id:
                chunk = _same_chunk(file, before[1])
            self.select(file, chunk)

    def clear(self) -> None:
        """Select nothing."""
        self._rest.stop()
        self._current = self._before = None
        self.cleared.emit()

    def show_spot(self, spot: Spot) -> None:
        """Show a place in a file that is not one of the results, after the selection that has not rested yet."""
        if self._rest.isActive():
            self._rest.stop()
            self._emit_rested()
        self.spotWanted.emit(spot)

    def ask_texts(self, ids: tuple[str, ...], take: Callable[[Mapping[str, str]], None]) -> None:
        """Ask for the texts of chunks and give them to ``take``."""
        core = self._core
        if core is not None:
            self._jobs.run(lambda: core.texts(ids, self._access), take)

    def _emit_rested(self) -> None:
        if self._current is not None:
            self.rested.emit(*self._current)


def _same_chunk(file: FileHit, chunk: ChunkHit | None) -> ChunkHit | None:
    """Return a chunk as it is among those of a newer hit; the chunk itself where it is not among them."""
    return next((each for each in file.chunks if chunk is not None and each.id == chunk.id), chunk)


def _key(file: FileHit, chunk: ChunkHit | None) -> tuple[str, str]:
    return file.file_id, chunk.id if chunk is not None else ""
