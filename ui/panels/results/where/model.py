"""Item model of located files; answers every role from memory."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from search.types.locations import ChangeLocations
from ui.i18n.language import translate, with_hundredths
from ui.panels.results.where.rows import DefinitionRow, LocatedFileRow, Row, TestRow, TextRow, is_stop, rows_of
from ui.panels.results.where.words import evidence_text, kind_name, kind_names, test_text

Index = QModelIndex | QPersistentModelIndex

_SHARE_SHOWN = 0.005
"""Smaller shares would be shown as nothing."""

_TEXT_ROLES = frozenset(
    {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}
)


def shown_share(share: float) -> str:
    """Return the share of a reason in the score, with its sign; empty for zero."""
    return f"+{with_hundredths(share)}" if share >= _SHARE_SHOWN else ""


class WhereModel(QAbstractListModel):
    """Files with their definitions and evidence, then tests and notes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show_locations(self, locations: ChangeLocations | None) -> None:
        """Show another answer; None shows nothing."""
        self.beginResetModel()
        self._rows = list(rows_of(locations)) if locations is not None else []
        self.endResetModel()

    def row_at(self, index: Index) -> Row | None:
        """Return the row at an index; None outside the list."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def stop_from(self, row: int, step: int) -> QModelIndex:
        """Return the nearest row with lines from a row on, in steps of 1 or -1; invalid if there is none."""
        while 0 <= row < len(self._rows) and not is_stop(self._rows[row]):
            row += step
        return self.index(row, 0) if 0 <= row < len(self._rows) else QModelIndex()

    def last_place(self) -> QModelIndex:
        """Return the last selectable row; Qt does not skip the notes at the end by itself."""
        rows = (row for row in reversed(range(len(self._rows))) if not isinstance(self._rows[row], TextRow))
        return self.index(next(rows, -1), 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make every row selectable that has a place."""
        return Qt.ItemFlag.NoItemFlags if isinstance(self.row_at(index), TextRow) else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the whole text of a row; the painted one may be cut."""
        row = self.row_at(index)
        return spoken(row) if row is not None and role in _TEXT_ROLES else None


def spoken(row: Row) -> str:
    """Return the accessible text of a row."""
    if isinstance(row, TextRow):
        return row.text
    if isinstance(row, LocatedFileRow):
        return f"{row.located.rank}. {row.located.path}"
    if isinstance(row, DefinitionRow):
        return translate("{name}, line {line}: {evidence}").format(
            name=row.definition.name,
            line=row.definition.start_line,
            evidence=kind_names(row.definition.evidence),
        )
    if isinstance(row, TestRow):
        return "  ".join(part for part in (row.test.path, test_text(row.test)) if part)
    evidence = row.evidence
    parts = (kind_name(evidence.kind), evidence_text(evidence), shown_share(evidence.share))
    return "  ".join(part for part in parts if part)
