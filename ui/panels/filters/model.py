"""Item model of the facets: groups, their values, and a row that shows more of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from search.types.results import Facet
from ui.i18n.language import counted, translate
from ui.panels.filters.facets import GROUPS, VALUES_AT_FIRST, Choice, Group, Value, choices, values_of

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


class FacetRole(IntEnum):
    """Roles in addition to those of Qt."""

    NODE = Qt.ItemDataRole.UserRole + 1
    """The `GroupNode`, `Value` or `More` of a row."""


@dataclass(frozen=True, slots=True)
class More:
    """A row that stands for values that are not shown."""

    group: Group
    hidden: int


@dataclass(eq=False, slots=True)
class GroupNode:
    """A group with all of its values, and whether all are shown."""

    group: Group
    values: list[Value] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    whole: bool = False

    def rows(self) -> list[Value | More]:
        """Return the rows below the group: the first values and all chosen ones, then a row for the others."""
        if self.whole or len(self.values) <= VALUES_AT_FIRST + 1:
            return list(self.values)
        shown = [v for at, v in enumerate(self.values) if at < VALUES_AT_FIRST or v.choice is not Choice.NONE]
        hidden = len(self.values) - len(shown)
        return [*shown, *([More(self.group, hidden)] if hidden else [])]

    def chosen_words(self) -> str:
        """Return the labels of chosen values, excluded ones with a minus; empty if none is chosen."""
        signs = {Choice.INCLUDED: "", Choice.EXCLUDED: "\N{MINUS SIGN}"}
        return ", ".join(signs[value.choice] + value.label for value in self.values if value.choice in signs)


class FacetsModel(QAbstractItemModel):
    """Tree of groups and their values; answers every role from memory."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes = [GroupNode(group) for group in GROUPS]
        self._shown: list[GroupNode] = []
        self._rows: dict[str, list[Value | More]] = {}
        self._facets: dict[str, Facet] = {}
        self._counted = True
        self._query = ""
        self._names: Mapping[str, str] = {}

    @property
    def query(self) -> str:
        """The query text whose filters are shown."""
        return self._query

    def set_query(self, text: str) -> None:
        """Show which values this query includes and excludes."""
        before = [choices(self._query, group) for group in GROUPS]
        self._query = text
        if before != [choices(text, group) for group in GROUPS]:
            self._rebuild()

    def set_facets(self, facets: Sequence[Facet]) -> None:
        """Show new counts; values without files stay in the list with 0."""
        self._facets, self._counted = {facet.column: facet for facet in facets}, True
        for node in self._nodes:
            facet = self._facets.get(node.group.column)
            seen = [value for value, _ in facet.values] if facet is not None else []
            node.known = list(dict.fromkeys([*seen, *node.known]))
        self._rebuild()

    def forget_counts(self) -> None:
        """Show the known values without numbers: nothing is searched for, so that none of them is 0."""
        self._facets, self._counted = {}, False
        self._rebuild()

    def set_names(self, names: Mapping[str, str]) -> None:
        """Show repositories with the names that the user gave them."""
        self._names = names
        self._rebuild()

    def show_all(self, group: Group) -> None:
        """Show all values of a group."""
        for node in self._nodes:
            if node.group == group:
                node.whole = True
        self._rebuild()

    def node_at(self, index: Index) -> GroupNode | Value | More | None:
        """Return the node at an index."""
        if not index.isValid():
            return None
        if index.internalId() == 0:
            return self._shown[index.row()]
        return self._rows_of(self._shown[index.internalId() - 1])[index.row()]

    def index(self, row: int, column: int, parent: Index = _TOP) -> QModelIndex:
        """Return the index of a child; the internal id is 0 for groups, else the group's row plus 1."""
        if column != 0 or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, 0, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = _TOP) -> QModelIndex:  # type: ignore[override] # Qt overloads it with parent()
        """Return the group of a value."""
        if not index.isValid() or index.internalId() == 0:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = _TOP) -> int:
        """Return the number of children."""
        if not parent.isValid():
            return len(self._shown)
        return len(self._rows_of(self._shown[parent.row()])) if parent.internalId() == 0 else 0

    def columnCount(self, parent: Index = _TOP) -> int:  # noqa: ARG002 - Qt's signature
        """Return 1: the delegate paints everything into one cell."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the value of a role for a row."""
        node = self.node_at(index)
        if node is None:
            return None
        if role == FacetRole.NODE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return _label(node)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _spoken(node)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(node, Value):
            return translate("{value}\nClick to include, Alt+click to exclude").format(value=node.label)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags for a row that can be selected."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags if index.isValid() else Qt.ItemFlag.NoItemFlags

    def _rows_of(self, node: GroupNode) -> list[Value | More]:
        return self._rows[node.group.column]

    def _rebuild(self) -> None:
        """Compute the new values; rows are updated in place if only counts and choices differ."""
        for node in self._nodes:
            chosen_values = choices(self._query, node.group)
            facet = self._facets.get(node.group.column)
            values = values_of(node.group, facet, node.known, chosen_values, counted=self._counted)
            names = self._names if node.group.column == "repository" else {}
            node.values = [replace(value, named=names.get(value.value, "")) for value in values]
        shown = [node for node in self._nodes if node.values]
        rows = {node.group.column: node.rows() for node in shown}
        sizes = {column: len(listed) for column, listed in rows.items()}
        if sizes == {column: len(listed) for column, listed in self._rows.items()}:
            self._shown, self._rows = shown, rows
            self._repaint()
            return
        self.beginResetModel()
        self._shown, self._rows = shown, rows
        self.endResetModel()

    def _repaint(self) -> None:
        if not self._shown:
            return
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, 0))
        for row in range(len(self._shown)):
            group = self.index(row, 0)
            self.dataChanged.emit(self.index(0, 0, group), self.index(self.rowCount(group) - 1, 0, group))


def _label(node: GroupNode | Value | More) -> str:
    if isinstance(node, GroupNode):
        return node.group.title
    return node.label if isinstance(node, Value) else translate("Show {n} more").format(n=node.hidden)


def _spoken(node: GroupNode | Value | More) -> str:
    if isinstance(node, GroupNode):
        words = node.chosen_words() or counted(len(node.values), "{n} value", "{n} values")
        return f"{node.group.title}, {words}"
    if isinstance(node, More):
        return translate("Show {n} more of {group}").format(n=node.hidden, group=node.group.title)
    state = {Choice.NONE: "", Choice.INCLUDED: translate(", included"), Choice.EXCLUDED: translate(", excluded")}[
        node.choice
    ]
    files = f", {counted(node.count, '{n} file', '{n} files')}" if node.count is not None else ""
    return f"{node.label}{files}{state}"
