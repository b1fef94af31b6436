"""Item model of the collected chunks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from search.types.results import ChunkHit, FileHit
from ui.controllers.excerpt import Excerpt, dragged
from ui.i18n.language import counted, translate
from ui.painting.badge_words import badge_words
from ui.panels.context.evidence import Evidence, Format, block, ending, opening, rendered
from ui.panels.context.selection import Choice, Entry, Judged, judged, merged, missing
from ui.panels.results.sentences import title_of
from ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()

DEFAULT_BUDGET = 4000


MOST_TEXTS = 1_000
"""Texts whose token counts are cached; an answer has some dozens."""


class TokenCounts:
    """Caches the results of ``count``, because counting tokens is slow. Any thread may call it."""

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def __call__(self, text: str, /) -> int:
        """Return the number of tokens of a text."""
        known = self._known.get(text)
        if known is None:
            if len(self._known) >= MOST_TEXTS:
                self._known.clear()
            known = self._known[text] = self._count(text)
        return known

    def learn(self, texts: Iterable[str], /) -> None:
        """Count texts in advance, for example in a worker thread."""
        for text in texts:
            self(text)


class ContextRole(IntEnum):
    """Roles in addition to those of Qt."""

    JUDGED = Qt.ItemDataRole.UserRole + 1
    """The `Judged` entry."""


class ContextModel(QAbstractListModel):
    """Chunks in the order of the text.

    Signals:
        changed: entries, choices, budget or format changed.
    """

    changed = Signal()

    def __init__(self, count_tokens: Callable[[str], int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._count = TokenCounts(count_tokens)
        self._query = ""
        self._budget = DEFAULT_BUDGET
        self._format = Format.MARKDOWN
        self._rows: list[Judged] = []
        self._folders: Mapping[str, str] = {}

    @property
    def rows(self) -> tuple[Judged, ...]:
        """All entries, and whether they are included."""
        return tuple(self._rows)

    @property
    def budget(self) -> int:
        """Most tokens that the text may have."""
        return self._budget

    @property
    def tokens(self) -> int:
        """Number of tokens of the text."""
        used = sum(row.entry.tokens for row in self._rows if row.included)
        return used + self._overhead(self._rows) if used else 0

    def text(self) -> str:
        """Return the text to copy; empty without chunks."""
        pieces = [row.entry.evidence() for row in self._rows if row.included]
        return rendered(self._query, pieces, self._format)

    def added(self) -> frozenset[str]:
        """Return the chunks that the user added."""
        return frozenset(row.entry.chunk.id for row in self._rows if row.entry.pinned and row.included)

    def missing(self) -> tuple[str, ...]:
        """Return the chunks whose text is not loaded."""
        return missing(row.entry for row in self._rows)

    def learner(self) -> Callable[[Sequence[Evidence]], None]:
        """Return a function that counts the tokens of pieces before they are set; any thread may call it."""
        count, form = self._count, self._format
        return lambda pieces: count.learn(block(piece, form) for piece in pieces)

    def set_pieces(self, query: str, pieces: Sequence[Evidence]) -> None:
        """Set the evidence for a question, after the chunks that the user added."""
        same, self._query = query == self._query, query
        entries = [row.entry for row in self._rows]
        self._replace(merged(entries, pieces, self._tokens_of, same_question=same))

    def toggle(self, pairs: Sequence[tuple[FileHit, ChunkHit]]) -> None:
        """Add chunks for the user; if all of them were added before, remove them."""
        added = self.added()
        adding = any(chunk.id not in added for _, chunk in pairs)
        wanted = {chunk.id for _, chunk in pairs}
        choice = Choice.ON if adding else Choice.OFF
        entries = [
            replace(row.entry, choice=choice, pinned=adding) if row.entry.chunk.id in wanted else row.entry
            for row in self._rows
        ]
        known = {entry.chunk.id for entry in entries}
        for file, chunk in pairs:
            if adding and chunk.id not in known:
                text = chunk.text or None
                tokens = self._tokens_of(Evidence(file, chunk, text)) if text is not None else 0
                entries.append(Entry(file, chunk, text, tokens, Choice.ON, pinned=True))
        self._replace(entries)

    def toggle_row(self, row: int) -> None:
        """Include or exclude a row for the user."""
        if 0 <= row < len(self._rows):
            choice = Choice.OFF if self._rows[row].included else Choice.ON
            entries = [judgement.entry for judgement in self._rows]
            entries[row] = replace(entries[row], choice=choice)
            self._judge(entries)

    def move_row(self, row: int, step: int) -> bool:
        """Move a row up (-1) or down (1); return whether it moved."""
        target = row + step
        if not (0 <= row < len(self._rows) and 0 <= target < len(self._rows)):
            return False
        self.beginMoveRows(_TOP, row, row, _TOP, target + (1 if step > 0 else 0))
        self._rows.insert(target, self._rows.pop(row))
        self.endMoveRows()
        self._judge([judgement.entry for judgement in self._rows])
        return True

    def remove_row(self, row: int) -> None:
        """Remove a row from the list."""
        if 0 <= row < len(self._rows):
            self.beginRemoveRows(_TOP, row, row)
            del self._rows[row]
            self.endRemoveRows()
            self._judge([judgement.entry for judgement in self._rows])

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Set chunk texts that were requested."""
        entries = []
        for row in self._rows:
            entry = row.entry
            text = texts.get(entry.chunk.id)
            if text is not None and entry.text is None:
                loaded = replace(entry, text=text)
                entry = replace(loaded, tokens=self._tokens_of(loaded.evidence()))
            entries.append(entry)
        self._judge(entries)

    def set_budget(self, budget: int) -> None:
        """Set the most tokens that the text may have."""
        self._budget = budget
        self._judge([row.entry for row in self._rows])

    def set_format(self, form: Format) -> None:
        """Set the format of the text, which changes the number of tokens of each block."""
        self._format = form
        entries = [row.entry for row in self._rows]
        self._judge(
            [
                replace(entry, tokens=self._tokens_of(entry.evidence())) if entry.text is not None else entry
                for entry in entries
            ]
        )

    def set_roots(self, folders: Mapping[str, str]) -> None:
        """Take where the folders are, by ``repository@branch``."""
        self._folders = folders

    def excerpt(self, entry: Entry) -> Excerpt:
        """Return the lines of an entry."""
        file, chunk = entry.file, entry.chunk
        root = file.root_path or self._folders.get(file.file_id.partition(":file:")[0], "")
        lines = max(1, chunk.start_line), chunk.end_line
        return Excerpt(file.file_id, file.path, root, *lines, file.language, entry.text or "")

    def mimeTypes(self) -> list[str]:
        """Return the MIME types of dragged rows."""
        return ["text/uri-list", "text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the texts of rows, and their files as URLs."""
        return dragged([self.excerpt(self._rows[index.row()].entry) for index in indexes])

    def supportedDragActions(self) -> Qt.DropAction:
        """Allow to copy dragged rows."""
        return Qt.DropAction.CopyAction

    def rowCount(self, parent: Index = _TOP) -> int:
        """Return the number of entries."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the value of a role for a row."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ContextRole.JUDGED:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return title_of(row.entry.chunk)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _spoken(row)
        return plain_tip(row.entry.file.path) if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags for a row that can be selected and dragged."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags if index.isValid() else Qt.ItemFlag.NoItemFlags

    def _overhead(self, entries: Sequence[object]) -> int:
        """Return the tokens before and after the blocks; 0 without entries, so that no tokenizer is loaded."""
        if not entries:
            return 0
        return self._count(opening(self._query, self._format) + ending(self._format))

    def _tokens_of(self, piece: Evidence) -> int:
        return self._count(block(piece, self._format))

    def _replace(self, entries: Sequence[Entry]) -> None:
        self.beginResetModel()
        self._rows = judged(entries, self._budget, self._overhead(entries))
        self.endResetModel()
        self.changed.emit()

    def _judge(self, entries: Sequence[Entry]) -> None:
        self._rows = judged(entries, self._budget, self._overhead(entries))
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))
        self.changed.emit()


def _spoken(row: Judged) -> str:
    entry = row.entry
    state = "included" if row.included else (translate("not included") if row.fits else translate("does not fit"))
    lines = translate("lines {first} to {last}").format(first=entry.chunk.start_line, last=entry.chunk.end_line)
    name = entry.file.path.rpartition("/")[2]
    tokens = counted(entry.tokens, "{n} token", "{n} tokens")
    spoken = (title_of(entry.chunk), name, lines, tokens, badge_words(entry.label), state)
    return ", ".join(part for part in spoken if part)
