"""Item model of the results list; answers every role from memory."""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, QUrl

from search.types.ids import ChunkId, FileId
from search.types.query import RankSettings
from search.types.results import FileHit
from ui.i18n.language import translate
from ui.panels.results.menu import absolute_path
from ui.panels.results.rows import CARDS_AT_FIRST, ChunkRow, FileRow, MoreRow, Row, rows_of, rows_of_chunks
from ui.panels.results.sentences import badges, name_and_folder, score_tip, spoken, title_of

Index = QModelIndex | QPersistentModelIndex


class ResultRole(IntEnum):
    """Roles beyond Qt's own."""

    ROW = Qt.ItemDataRole.UserRole + 1
    """The `FileRow`, `ChunkRow` or `MoreRow` itself."""
    OPENED = Qt.ItemDataRole.UserRole + 2
    """Whether a file shows its chunks."""
    RANK_CHANGE = Qt.ItemDataRole.UserRole + 3
    """How many ranks a file gained since `ResultsModel.remember_ranks`; 0 when none are kept."""
    TEXT = Qt.ItemDataRole.UserRole + 4
    """Text of a chunk; empty while it is not here yet."""
    BADGES = Qt.ItemDataRole.UserRole + 5
    IN_CONTEXT = Qt.ItemDataRole.UserRole + 6
    REPOSITORY = Qt.ItemDataRole.UserRole + 7
    """What the person calls the repository of a file."""


class ResultsModel(QAbstractListModel):
    """Files in rank order; an opened file is followed by its chunks."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: tuple[FileHit, ...] = ()
        self._weight = RankSettings().effective_weight
        self._names: Mapping[str, str] = {}
        self._rows: list[Row] = []
        self._place: dict[FileId, int] = {}
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
        """Files that are gone from the disk."""
        return self._deleted

    @property
    def all_opened(self) -> bool:
        """Whether every file shows its chunks."""
        return self._all_opened

    def set_files(self, files: Sequence[FileHit], settings: RankSettings, *, keep: bool = False) -> None:
        """Show ``files``; ``keep``: they are the same candidates in a new order, and what is open stays open."""
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

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Take chunk texts that a view asked for."""
        self._texts.update({ChunkId(chunk): text for chunk, text in texts.items()})
        self._repaint_all()

    def set_deleted(self, files: frozenset[FileId]) -> None:
        """Mark files that are gone from the disk."""
        self._deleted = files
        self._repaint_all()

    def set_offline(self, roots: frozenset[str]) -> None:
        """Take the paths of roots that cannot be reached: their files stay, as they were indexed."""
        if roots != self._offline:
            self._offline = roots
            self._repaint_all()

    def set_names(self, names: Mapping[str, str]) -> None:
        """Take what the person calls repositories, by their labels."""
        self._names = names
        self._repaint_all()

    def set_marks(self, favourites: frozenset[str], notes: Mapping[str, str]) -> None:
        """Take the files that the person marked: favourites, and notes by file."""
        self._favourites, self._notes = favourites, notes
        self._repaint_all()

    def set_in_context(self, chunks: frozenset[str]) -> None:
        """Mark the chunks that are collected for copying."""
        self._in_context = chunks
        self._repaint_all()

    def remember_ranks(self) -> None:
        """Keep the present ranks: from now on rows tell how far they moved."""
        self._ranks_before = {file.file_id: file.rank for file in self._files}

    def forget_ranks(self) -> None:
        """Stop telling rank changes."""
        self._ranks_before = {}
        self._repaint_all()

    def rank_before(self, file: FileId) -> int | None:
        """Return the remembered rank of a file."""
        return self._ranks_before.get(file)

    def is_opened(self, file: FileId) -> bool:
        """Return whether a file shows its chunks."""
        return self._all_opened or file in self._opened

    def open_only(self, file: FileId | None) -> None:
        """Show the chunks of this file and of no other (of every file while all are opened)."""
        if self._all_opened:
            return
        for other in [opened for opened in self._opened if opened != file]:
            self._close(other)
        if file is not None and file not in self._opened:
            self._open(file)

    def open_all(self, *, opened: bool) -> None:
        """Show the chunks of all files, or only of the one that was open before."""
        if opened is self._all_opened:
            return
        self.beginResetModel()
        self._all_opened = opened
        self._rebuild()
        self.endResetModel()

    def show_more(self, file: FileId) -> None:
        """Show all chunks of an opened file."""
        place = self._place.get(file)
        if place is None or not self.is_opened(file):
            return
        hit = self._files_by_place(place)
        old = place + min(len(hit.chunks), CARDS_AT_FIRST) + 1
        if old >= len(self._rows) or not isinstance(self._rows[old], MoreRow):
            return
        self._shown[file] = len(hit.chunks)
        self._remove(old, 1)
        self._insert(old, list(rows_of_chunks(hit, len(hit.chunks)))[CARDS_AT_FIRST:])

    def index_of(self, file: FileId) -> QModelIndex:
        """Return the index of a file's row; invalid when it is not shown."""
        place = self._place.get(file)
        return QModelIndex() if place is None else self.index(place, 0)

    def find(self, row: Row) -> QModelIndex:
        """Return the index of the row that shows the same file or chunk; of its file when that is folded."""
        file = self.index_of(row.file.file_id)
        if not file.isValid() or isinstance(row, FileRow):
            return file
        place = file.row() + 1
        while place < len(self._rows) and not isinstance(self._rows[place], FileRow):
            other = self._rows[place]
            if isinstance(row, ChunkRow) and isinstance(other, ChunkRow) and other.chunk.id == row.chunk.id:
                return self.index(place, 0)
            if isinstance(row, MoreRow) and isinstance(other, MoreRow):
                return self.index(place, 0)
            place += 1
        return file

    def row_at(self, index: Index) -> Row | None:
        """Return the row behind an index; None outside the list."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def text_of(self, chunk: ChunkId) -> str | None:
        """Return the text of a chunk, or None while it is not here."""
        return self._texts.get(chunk)

    def is_in_context(self, chunk: ChunkId) -> bool:
        """Return whether a chunk is collected for copying."""
        return chunk in self._in_context

    def missing_texts(self, rows: range) -> tuple[ChunkId, ...]:
        """Return the chunks in these rows whose text is not here."""
        shown = (self._rows[row] for row in rows if row < len(self._rows))
        return tuple(
            row.chunk.id for row in shown if isinstance(row, ChunkRow) and row.chunk.id not in self._texts
        )

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Answer a role of a row."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._display(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            file = row.file
            named = self._names.get(file.repository, file.repository)
            return spoken(row, self._weight, self._notes.get(file.file_id, ""), named)
        if role == ResultRole.ROW:
            return row
        if isinstance(row, FileRow):
            return self._of_file(row.file, role)
        return self._of_chunk(row, role) if isinstance(row, ChunkRow) else None

    def mimeTypes(self) -> list[str]:
        """Rows are dragged out as files."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the files of rows as they lie on the disk; of those in git alone there is only the path."""
        data = QMimeData()
        rows = [row for row in map(self.row_at, indexes) if row is not None]
        on_disk = {absolute_path(row.file): not row.file.only_in_git for row in rows}
        data.setUrls([QUrl.fromLocalFile(path) for path, there in on_disk.items() if there])
        data.setText("\n".join(on_disk))
        return data

    def supportedDragActions(self) -> Qt.DropAction:
        """A file is copied or linked, never moved."""
        return Qt.DropAction.CopyAction | Qt.DropAction.LinkAction

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every row can be selected and dragged out; none has children."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags if index.isValid() else Qt.ItemFlag.NoItemFlags

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
            gone, offline = file.file_id in self._deleted, file.root_path in self._offline
            return badges(file, marks=marks, deleted=gone, offline=offline)
        return score_tip(file, self._weight) if role == Qt.ItemDataRole.ToolTipRole else None

    def _note_badge(self, file: FileHit) -> tuple[str, ...]:
        return ("note",) if file.file_id in self._notes else ()

    def _of_chunk(self, row: ChunkRow, role: int) -> object:
        if role == ResultRole.TEXT:
            return self._texts.get(row.chunk.id, "")
        if role == ResultRole.IN_CONTEXT:
            return self.is_in_context(row.chunk.id)
        return None

    def _files_by_place(self, place: int) -> FileHit:
        return self._rows[place].file

    def _open(self, file: FileId) -> None:
        self._opened.add(file)
        place = self._place.get(file)
        if place is not None:
            shown = self._shown.get(file, CARDS_AT_FIRST)
            self._insert(place + 1, list(rows_of_chunks(self._files_by_place(place), shown)))

    def _close(self, file: FileId) -> None:
        self._opened.discard(file)
        place = self._place.get(file)
        if place is None:
            return
        end = place + 1
        while end < len(self._rows) and not isinstance(self._rows[end], FileRow):
            end += 1
        self._remove(place + 1, end - place - 1)

    def _insert(self, place: int, rows: list[Row]) -> None:
        if rows:
            self.beginInsertRows(QModelIndex(), place, place + len(rows) - 1)
            self._rows[place:place] = rows
            self._index_files()
            self.endInsertRows()

    def _remove(self, place: int, count: int) -> None:
        if count:
            self.beginRemoveRows(QModelIndex(), place, place + count - 1)
            del self._rows[place : place + count]
            self._index_files()
            self.endRemoveRows()

    def _rebuild(self) -> None:
        opened = {file.file_id for file in self._files} if self._all_opened else self._opened
        self._rows = rows_of(self._files, opened, self._shown)
        self._index_files()

    def _index_files(self) -> None:
        self._place = {row.file.file_id: place for place, row in enumerate(self._rows) if isinstance(row, FileRow)}

    def _repaint_all(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))
