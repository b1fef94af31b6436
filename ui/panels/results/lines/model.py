"""Item model of the matching lines; answers every role from memory and grows page by page."""

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from search.types.chunks import ChunkKind
from search.types.ids import ChunkId, FileId, NodeId
from search.types.line_columns import MatchingLine
from search.types.lines import FileLines, LinePage
from search.types.results import ChunkHit, FileHit
from ui.i18n.language import counted, translate

Index = QModelIndex | QPersistentModelIndex

Marks = tuple[tuple[int, int, int], ...]
"""Matches in a file: line from 1, first character, end character."""


@dataclass(frozen=True, slots=True)
class FileLineRow:
    """The file of the lines below it."""

    file: FileHit


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line that matches, made from the columns of its page when it is looked at."""

    part: FileLines
    index: int

    @property
    def file(self) -> FileHit:
        """Return the file of the line."""
        return self.part.file

    @property
    def number(self) -> int:
        """Return the number of the line."""
        return self.part.lines.numbers[self.index]

    @property
    def line(self) -> MatchingLine:
        """Return the line."""
        return self.part.lines[self.index]

    @property
    def chunk(self) -> ChunkHit:
        """Return the line in the form in which parts of files are selected."""
        line = self.line
        number = line.line
        return ChunkHit(
            id=ChunkId(f"{self.file.file_id}:{number}"),
            node_id=NodeId(self.file.file_id),
            kind=ChunkKind.TEXT.value,
            start_line=number,
            end_line=number,
            header_path="",
            keyword=0.0,
            semantic=0.0,
            keyword_rank=0,
            semantic_rank=0,
            relevance=0.0,
            text=line.text,
        )


Row = FileLineRow | LineRow


class LinesModel(QAbstractListModel):
    """Files with their matching lines, in the order of the pages."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._counts: dict[FileId, int] = {}
        self._parts: dict[FileId, list[FileLines]] = {}

    def clear(self) -> None:
        """Remove all rows."""
        self.beginResetModel()
        self._rows, self._counts, self._parts = [], {}, {}
        self.endResetModel()

    def append(self, page: LinePage) -> None:
        """Add the lines of the next page; those of a file that is there already go on below it."""
        rows: list[Row] = []
        for part in page.files:
            file = part.file
            rows += [] if file.file_id in self._counts else [FileLineRow(file)]
            rows += [LineRow(part, index) for index in range(len(part.lines))]
            self._counts[file.file_id] = self._counts.get(file.file_id, 0) + len(part.lines)
            self._parts.setdefault(file.file_id, []).append(part)
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def row_at(self, index: Index) -> Row | None:
        """Return the row at an index; None outside the list."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def count_of(self, file: FileId) -> int:
        """Return how many lines of a file are listed."""
        return self._counts.get(file, 0)

    def marks_of(self, file: FileId) -> Marks:
        """Return the matches in a file that are known so far."""
        return tuple(mark for part in self._parts.get(file, ()) for line in part.lines for mark in _marks_in(line))

    def line_from(self, row: int, step: int) -> QModelIndex:
        """Return the nearest line from a row on, in steps of 1 or -1; invalid if there is none."""
        while 0 <= row < len(self._rows) and not isinstance(self._rows[row], LineRow):
            row += step
        return self.index(row, 0) if 0 <= row < len(self._rows) else QModelIndex()

    def find(self, file: FileId, line: int) -> QModelIndex:
        """Return the row of a line; invalid if it is not listed."""
        for number, row in enumerate(self._rows):
            if isinstance(row, LineRow) and row.file.file_id == file and row.number == line:
                return self.index(number, 0)
        return QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text and the accessible text of a row."""
        row = self.row_at(index)
        if row is None or role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        if isinstance(row, FileLineRow):
            lines = counted(self.count_of(row.file.file_id), "{n} line", "{n} lines")
            return f"{row.file.path}, {lines}"
        line = row.line
        text = line.text.strip()
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        return translate("Line {number}: {text}").format(number=line.line, text=text)


def _marks_in(line: MatchingLine) -> Marks:
    spans = line.spans or ((line.column - 1 - line.cut,) * 2,)
    return tuple((line.line, line.cut + start, line.cut + end) for start, end in spans)
