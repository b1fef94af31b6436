"""Item model of the results list; answers every role from memory."""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from msgspec import structs
from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from search.types.ids import ChunkId, FileId
from search.types.query import RankSettings
from search.types.results import FileHit
from ui.code.names import name_path
from ui.controllers.excerpt import Excerpt, dragged
from ui.i18n.language import counted, translate
from ui.panels.results.menu import excerpt_of
from ui.panels.results.rows import CARDS_AT_FIRST, ChunkRow, FileRow, MoreRow, Row, rows_of, rows_of_chunks
from ui.panels.results.sentences import badges, lines_of, name_and_folder, score_tip, spoken, title_of
from ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex


class ResultRole(IntEnum):
    """Roles in addition to those of Qt."""

    ROW = Qt.ItemDataRole.UserRole + 1
    """The `FileRow`, `ChunkRow` or `MoreRow` itself."""
    OPENED = Qt.ItemDataRole.UserRole + 2
    """Whether a file shows its chunks."""
    RANK_CHANGE = Qt.ItemDataRole.UserRole + 3
    """How many ranks a file gained since `ResultsModel.remember_ranks`; 0 if no ranks are remembered."""
    TEXT = Qt.ItemDataRole.UserRole + 4
    """Text of a chunk; empty until it is loaded."""
    BADGES = Qt.ItemDataRole.UserRole + 5
    IN_CONTEXT = Qt.ItemDataRole.UserRole + 6
    REPOSITORY = Qt.ItemDataRole.UserRole + 7
    """The name that the user gave the repository of a file."""


class ResultsModel(QAbstractListModel):
    """Files in rank order; an expanded file is followed by its chunks."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: tuple[FileHit, ...] = ()
        self._weight = RankSettings().effective_weight
        self._names: Mapping[str, str] = {}
        self._rows: list[Row] = []
        self._further, self._raisable = 0, False
        self._row_numbers: dict[FileId, int] = {}
        self._opened: set[FileId] = set()
        self._all_opened = False
        self._shown: dict[FileId, int] = {}
        self._texts: dict[ChunkId, str] = {}
        self._ranks_before: dict[FileId, int] = {}
        self._deleted: frozenset[FileId] = frozenset()
        self._in_context: frozenset[str] = frozenset()
        self._offline: frozenset[str] = frozenset()
        self._favourites: frozenset[str] = frozenset()
        self._notes: Mapping[str, str] = {}

    @property
    def files(self) -> tuple[FileHit, ...]:
        """Files in rank order."""
        return self._files

    @property
    def weight(self) -> float:
        """Share of the semantic signal that the score bars show, 0..1."""
        return self._weight

    @property
    def deleted(self) -> frozenset[FileId]:
        """Files that were deleted from disk."""
        return self._deleted

    def set_files(self, files: Sequence[FileHit], settings: RankSettings, *, keep: bool = False) -> None:
        """Show ``files``; with ``keep`` they are the same candidates in a new order, and stay expanded."""
        self.beginResetModel()
        if not keep:
            self._opened.clear()
            self._shown.clear()
            self._texts.clear()
            self._ranks_before.clear()
            self._deleted = frozenset()
        self._files = tuple(files)
        self._weight = settings.effective_weight
        for file in files:
            self._texts.update({chunk.id: chunk.text for chunk in file.chunks if chunk.text})
        self._rebuild()
        self.endResetModel()

    def set_further(self, count: int, *, raisable: bool) -> None:
        """Say in a last row how many files are not listed; ``raisable`` if a higher Top lists more of them."""
        before, end = bool(self._further), len(self._rows)
        if count and not before:
            self.beginInsertRows(QModelIndex(), end, end)
        elif before and not count:
            self.beginRemoveRows(QModelIndex(), end, end)
        self._further, self._raisable = count, raisable
        if count and not before:
            self.endInsertRows()
        elif before and not count:
            self.endRemoveRows()
        elif count:
            self.dataChanged.emit(self.index(end, 0), self.index(end, 0))

    def further_at(self, index: Index) -> str:
        """Return what the row at the end of a cut list says; empty for every other row."""
        if not self._further or index.row() != len(self._rows):
            return ""
        if self._raisable:
            return counted(self._further, "{n} further file: raise Top", "{n} further files: raise Top")
        return counted(
            self._further, "{n} further file: narrow the search", "{n} further files: narrow the search"
        )

    @property
    def raisable(self) -> bool:
        """Whether a higher Top lists more files."""
        return self._raisable

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Set chunk texts that a view requested."""
        self._texts.update({ChunkId(chunk): text for chunk, text in texts.items()})
        self._repaint_all()

    def set_deleted(self, files: frozenset[FileId]) -> None:
        """Mark files that were deleted from disk."""
        self._deleted = files
        self._repaint_all()

    def set_offline(self, roots: frozenset[str]) -> None:
        """Set the paths of unreachable roots, whose files are listed as they were indexed."""
        if roots != self._offline:
            self._offline = roots
            self._repaint_all()

    def set_names(self, names: Mapping[str, str]) -> None:
        """Set the names that the user gave repositories, by their labels."""
        self._names = names
        self._repaint_all()

    def set_marks(self, favourites: frozenset[str], notes: Mapping[str, str]) -> None:
        """Set favourite files, and notes by file."""
        self._favourites, self._notes = favourites, notes
        self._repaint_all()

    def set_in_context(self, chunks: frozenset[str]) -> None:
        """Mark the chunks that are in the context."""
        self._in_context = chunks
        self._repaint_all()

    def remember_ranks(self) -> None:
        """Remember the current ranks, and show rank changes from now on."""
        self._ranks_before = {file.file_id: file.rank for file in self._files}

    def forget_ranks(self) -> None:
        """Stop showing rank changes."""
        self._ranks_before = {}
        self._repaint_all()

    def rank_before(self, file: FileId) -> int | None:
        """Return the remembered rank of a file."""
        return self._ranks_before.get(file)

    def is_opened(self, file: FileId) -> bool:
        """Return whether a file shows its chunks."""
        return self._all_opened or file in self._opened

    def open_only(self, file: FileId | None) -> None:
        """Show the chunks of this file only (of every file while all are expanded)."""
        if self._all_opened:
            return
        for other in [opened for opened in self._opened if opened != file]:
            self._close(other)
        if file is not None and file not in self._opened:
            self._open(file)

    def open_all(self, *, opened: bool) -> None:
        """Show the chunks of all files, or only of the file that was expanded before."""
        if opened is self._all_opened:
            return
        self.beginResetModel()
        self._all_opened = opened
        self._rebuild()
        self.endResetModel()

    def show_more(self, file: FileId) -> None:
        """Show all chunks of an expanded file."""
        number = self._row_numbers.get(file)
        if number is None or not self.is_opened(file):
            return
        hit = self._file_in_row(number)
        old = number + min(len(hit.chunks), CARDS_AT_FIRST) + 1
        if old >= len(self._rows) or not isinstance(self._rows[old], MoreRow):
            return
        self._shown[file] = len(hit.chunks)
        self._remove(old, 1)
        self._insert(old, list(rows_of_chunks(hit, len(hit.chunks)))[CARDS_AT_FIRST:])

    def index_of(self, file: FileId) -> QModelIndex:
        """Return the index of the row of a file; invalid if the file is not in the list."""
        number = self._row_numbers.get(file)
        return QModelIndex() if number is None else self.index(number, 0)

    def find(self, row: Row) -> QModelIndex:
        """Return the index of the row of the same file or chunk; that of the file if it is collapsed."""
        file = self.index_of(row.file.file_id)
        if not file.isValid() or isinstance(row, FileRow):
            return file
        number = file.row() + 1
        while number < len(self._rows) and not isinstance(self._rows[number], FileRow):
            other = self._rows[number]
            if isinstance(row, ChunkRow) and isinstance(other, ChunkRow) and other.chunk.id == row.chunk.id:
                return self.index(number, 0)
            if isinstance(row, MoreRow) and isinstance(other, MoreRow):
                return self.index(number, 0)
            number += 1
        return file

    def row_at(self, index: Index) -> Row | None:
        """Return the row at an index; None outside the list."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def text_of(self, chunk: ChunkId) -> str | None:
        """Return the text of a chunk, or None until it is loaded."""
        return self._texts.get(chunk)

    def is_favourite(self, file_id: str) -> bool:
        """Return whether a file is a favourite."""
        return file_id in self._favourites

    def is_in_context(self, chunk: ChunkId) -> bool:
        """Return whether a chunk is in the context."""
        return chunk in self._in_context

    def missing_texts(self, rows: range) -> tuple[ChunkId, ...]:
        """Return the chunks in these rows whose text is not loaded."""
        shown = (self._rows[row] for row in rows if row < len(self._rows))
        return tuple(
            row.chunk.id for row in shown if isinstance(row, ChunkRow) and row.chunk.id not in self._texts
        )

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows) + bool(self._further)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the value of a role for a row."""
        row = self.row_at(index)
        if row is None:
            words = role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}
            return self.further_at(index) or None if words else None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._display(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            file = row.file
            named = self._names.get(file.repository, file.repository)
            return spoken(row, self._notes.get(file.file_id, ""), named)
        if role == ResultRole.ROW:
            return row
        if isinstance(row, FileRow):
            return self._of_file(row.file, role)
        return self._of_chunk(row, role) if isinstance(row, ChunkRow) else None

    def mimeTypes(self) -> list[str]:
        """Return the MIME types of dragged rows, which are files."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the files of rows as URLs, and as text their paths; for a chunk its text."""
        rows = [row for row in map(self.row_at, indexes) if row is not None]
        return dragged([self._excerpt(row) for row in rows])

    def _excerpt(self, row: Row) -> Excerpt:
        if not isinstance(row, ChunkRow):
            return excerpt_of(row.file, None)
        return excerpt_of(row.file, structs.replace(row.chunk, text=self.text_of(row.chunk.id) or ""))

    def supportedDragActions(self) -> Qt.DropAction:
        """Allow to copy and link dragged files, but not to move them."""
        return Qt.DropAction.CopyAction | Qt.DropAction.LinkAction

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags for a row that can be selected and dragged and has no children; the end is no such row."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags if self.row_at(index) is not None else Qt.ItemFlag.NoItemFlags

    @staticmethod
    def _display(row: Row) -> str:
        if isinstance(row, FileRow):
            return name_and_folder(row.file.path)[0]
        return title_of(row.chunk) if isinstance(row, ChunkRow) else translate("{n} more").format(n=row.hidden)

    def _of_file(self, file: FileHit, role: int) -> object:
        if role == ResultRole.OPENED:
            return self.is_opened(file.file_id)
        if role == ResultRole.RANK_CHANGE:
            return self._ranks_before.get(file.file_id, file.rank) - file.rank
        if role == ResultRole.REPOSITORY:
            return self._names.get(file.repository, file.repository)
        if role == ResultRole.BADGES:
            marks = (("favourite",) if file.file_id in self._favourites else ()) + self._note_badge(file)
            deleted, offline = file.file_id in self._deleted, file.root_path in self._offline
            return badges(file, marks=marks, deleted=deleted, offline=offline)
        return score_tip(file, self._weight) if role == Qt.ItemDataRole.ToolTipRole else None

    def _note_badge(self, file: FileHit) -> tuple[str, ...]:
        return ("note",) if file.file_id in self._notes else ()

    def _of_chunk(self, row: ChunkRow, role: int) -> object:
        if role == ResultRole.TEXT:
            return self._texts.get(row.chunk.id, "")
        if role == ResultRole.IN_CONTEXT:
            return self.is_in_context(row.chunk.id)
        if role == Qt.ItemDataRole.ToolTipRole:
            name = name_path(row.chunk) or title_of(row.chunk)
            return plain_tip(f"{name}\n{row.file.path}:{lines_of(row.chunk)}")
        return None

    def _file_in_row(self, number: int) -> FileHit:
        return self._rows[number].file

    def _open(self, file: FileId) -> None:
        self._opened.add(file)
        number = self._row_numbers.get(file)
        if number is not None:
            shown = self._shown.get(file, CARDS_AT_FIRST)
            self._insert(number + 1, list(rows_of_chunks(self._file_in_row(number), shown)))

    def _close(self, file: FileId) -> None:
        self._opened.discard(file)
        number = self._row_numbers.get(file)
        if number is None:
            return
        end = number + 1
        while end < len(self._rows) and not isinstance(self._rows[end], FileRow):
            end += 1
        self._remove(number + 1, end - number - 1)

    def _insert(self, first: int, rows: list[Row]) -> None:
        if rows:
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows[first:first] = rows
            self._index_files()
            self.endInsertRows()

    def _remove(self, first: int, count: int) -> None:
        if count:
            self.beginRemoveRows(QModelIndex(), first, first + count - 1)
            del self._rows[first : first + count]
            self._index_files()
            self.endRemoveRows()

    def _rebuild(self) -> None:
        opened = {file.file_id for file in self._files} if self._all_opened else self._opened
        self._rows = rows_of(self._files, opened, self._shown)
        self._index_files()

    def _index_files(self) -> None:
        self._row_numbers = {
            row.file.file_id: number for number, row in enumerate(self._rows) if isinstance(row, FileRow)
        }

    def _repaint_all(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))
