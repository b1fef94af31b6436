"""The ``nodes`` and ``edges`` tables: who depends on whom."""

import base64
import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from search.storage.database import Database
from search.storage.expressions import Paths, expression, one_of
from search.storage.keys import storable_text
from search.storage.lance import Expr, col, lit
from search.storage.schema import EDGES, EDGES_SCHEMA, NODES, NODES_SCHEMA, rows_of
from search.storage.table_rows import select
from search.types.filters import RowFilter
from search.types.graph import OVERLOAD, VALUE, Edge, EdgeType, Node, Origin
from search.types.ids import FileId, NodeId, RootId

READ_AT_ONCE = 2_000
"""Identifiers of one ``IN``."""

ROWS_AT_ONCE = 4_096
"""Most rows that are dictionaries at the same time while a table is streamed."""

COUNTED_AT_ONCE = 65_536
"""Rows that are in memory while they are counted."""

KEY_BYTES = 12
"""Of a row's key: of a hundred million rows two are alike once in ten trillion times."""

WHOLE_ABOVE = 4_000
"""When more rows than this disappear, the scope is written whole instead of naming them."""


class NamedNode(NamedTuple):
    """What tells whether a node is meant by a name.

    Attributes:
        id, name, kind, root, historic: as in `Node`.
        origin: value of its `Origin`.
    """

    id: str
    name: str
    kind: str
    root: RootId
    origin: str
    historic: bool


class GraphTables:
    """`GraphStore` on LanceDB.

    A row belongs to the root that was resolved, so that an external node of two roots stands twice and each root's
    rows can be replaced alone; reading gives each node and edge once.

    Args:
        paths: gives every path of the index, for patterns with wildcards.
    """

    def __init__(self, database: Database, paths: Paths) -> None:
        self._database = database
        self._paths = paths
        self._counts: tuple[tuple[int, int], Mapping[RootId, tuple[int, int]]] = (-1, -1), {}

    def replace_scope(self, root: RootId, nodes: Sequence[Node], edges: Sequence[Edge], /) -> None:
        """Make the graph of a root equal to these nodes and edges, writing only what differs.

        Nodes are unique by id (the last counts), edges by (source, target, type) (the first counts).

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        self.replace_scopes({root: (nodes, edges)})

    def replace_scopes(self, graphs: Mapping[RootId, tuple[Sequence[Node], Sequence[Edge]]], /) -> None:
        """Do what `replace_scope` does for several roots, in one commit of each table.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        nodes = {root: _node_keys(root, nodes) for root, (nodes, _) in graphs.items()}
        edges = {root: _edge_keys(root, edges) for root, (_, edges) in graphs.items()}
        self._replace(NODES, NODES_SCHEMA, nodes, None)
        self._replace(EDGES, EDGES_SCHEMA, edges, None)

    def replace_part(
        self, root: RootId, paths: Collection[str], nodes: Sequence[Node], edges: Sequence[Edge], /
    ) -> None:
        """Replace the part of a root's graph that belongs to some files by these nodes and edges.

        Args:
            root: the root of the graph.
            paths: of the files, also of those that are gone.
            nodes: that are defined in these files, and all that are defined in none.
            edges: edges with evidence in these files.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        self._replace(NODES, NODES_SCHEMA, {root: _node_keys(root, nodes)}, frozenset((*paths, "")))
        self._replace(EDGES, EDGES_SCHEMA, {root: _edge_keys(root, edges)}, frozenset(paths))

    def _replace(
        self,
        name: str,
        schema: pa.Schema,
        records: Mapping[RootId, Mapping[str, Any]],
        paths: frozenset[str] | None,
    ) -> None:
        keys = {storable_text(key): record for mine in records.values() for key, record in mine.items()}
        root_of = {storable_text(key): root for root, mine in records.items() for key in mine}
        digests = {key: _digest(record) for key, record in keys.items()}
        stored = self._digests(name, list(records), paths)
        changed = [key for key, digest in digests.items() if stored.get(key) != digest]
        removed = sorted(stored.keys() - digests.keys())
        if not changed and not removed:
            return
        if len(removed) > WHOLE_ABOVE and paths is None:
            changed, condition = list(keys), one_of("path_hash", list(records))
        else:
            condition = one_of("id", removed)
        columns: dict[str, Sequence[Any]] = {
            "digest": [digests[key] for key in changed],
            "path_hash": [root_of[key] for key in changed],
        }
        rows = _rows(name, schema, changed, [keys[key] for key in changed], columns)
        self._database.write(name, _merging(rows, condition.to_sql()))

    def _digests(self, name: str, roots: Sequence[RootId], paths: frozenset[str] | None) -> dict[str, int]:
        """Return the digests of the rows of roots by key, of all rows or of those of some files."""
        rows = self._select(name, ["id", "digest", "path"], one_of("path_hash", roots))
        if paths is not None:
            rows = rows.filter(pc.is_in(rows.column("path"), pa.array(sorted(paths), pa.string())))
        return dict(zip(rows.column("id").to_pylist(), rows.column("digest").to_pylist(), strict=True))

    def nodes(self, row_filter: RowFilter, /) -> list[Node]:
        """Return the visible nodes, by id."""
        rows = self._select(NODES, _NODE_COLUMNS, expression(row_filter, self._paths))
        return sorted({row["node_id"]: _node(row) for row in _by_key(rows)}.values(), key=lambda node: node.id)

    def edges(self, root: RootId | None = None, /) -> list[Edge]:
        """Return the edges of one root or of all, by (source, target, type)."""
        return _edges(self._select(EDGES, _EDGE_COLUMNS, None if root is None else col("path_hash") == lit(root)))

    def stream_nodes(self, roots: Sequence[RootId], /) -> Iterator[Node]:
        """Yield the nodes of roots, one that several of them use once for each; equal texts are one object."""
        texts: dict[str, str] = {}
        for row in self._stream(NODES, _NODE_COLUMNS, roots):
            for name in _REPEATED:
                row[name] = texts.setdefault(row[name], row[name])
            yield _node(row)

    def stream_edges(self, roots: Sequence[RootId], /) -> Iterator[Edge]:
        """Yield the edges of roots, one that several of them have once for each, in no order."""
        return map(_edge, self._stream(EDGES, _EDGE_COLUMNS, roots))

    def overload_edges(self, roots: Sequence[RootId], /) -> list[Edge]:
        """Return those edges of roots that lead from a name to its overloads."""
        return _edges(
            self._select(EDGES, _EDGE_COLUMNS, one_of("path_hash", roots) & (col("tier") == lit(OVERLOAD)))
        )

    def named(self, forms: Sequence[str], /) -> list[NamedNode]:
        """Return the nodes of all roots whose name, path or identifier is one of these texts or ends with it."""
        where = " OR ".join(map(_may_be_called, forms))
        columns = ["node_id", "name", "kind", "path_hash", "origin", "historic"]
        rows = self._database.read(NODES, lambda table: select(table, columns, where))
        return [
            NamedNode(*values) for values in zip(*(rows.column(each).to_pylist() for each in columns), strict=True)
        ]

    def with_letters(self, text: str, limit: int, /) -> list[Node]:
        """Return nodes of all roots whose name is this text, then those it begins, then those that have it."""
        quoted = _quoted(text)
        nodes: dict[NodeId, Node] = {}
        for pattern in (quoted, f"{quoted}%", f"%{quoted}%"):
            query = f"lower(name) LIKE '{pattern}'"
            rows = self._database.read(NODES, partial(_first_rows, where=query, limit=limit - len(nodes)))
            nodes |= {NodeId(row["node_id"]): _node(row) for row in rows.to_pylist()}
            if len(nodes) >= limit:
                break
        return list(nodes.values())

    def nodes_by_id(self, ids: Sequence[NodeId], row_filter: RowFilter, /) -> dict[NodeId, Node]:
        """Return those of the nodes that exist and pass, in the order of ``ids``."""
        more = expression(row_filter, self._paths)
        nodes: dict[NodeId, Node] = {}
        for part in _parts(ids):
            wanted = one_of("node_id", part)
            rows = self._select(NODES, _NODE_COLUMNS, wanted if more is None else wanted & more)
            nodes |= {NodeId(row["node_id"]): _node(row) for row in _by_key(rows)}
        return {identifier: nodes[identifier] for identifier in dict.fromkeys(ids) if identifier in nodes}

    def defined_in(self, files: Sequence[FileId], /) -> dict[FileId, list[Node]]:
        """Return the nodes that are defined in each of these files, as far as the graph has any."""
        nodes: dict[FileId, list[Node]] = {}
        for row in self._select(NODES, _NODE_COLUMNS, one_of("file_id", list(files))).to_pylist():
            nodes.setdefault(FileId(row["file_id"]), []).append(_node(row))
        return nodes

    def counts(self) -> tuple[int, int]:
        """Return the number of rows of nodes and of edges, of all roots."""
        return self._database.count(NODES), self._database.count(EDGES)

    def counts_by_root(self) -> Mapping[RootId, tuple[int, int]]:
        """Return the number of rows of nodes and of edges of each root; read once for each state of the tables."""
        version = self.version()
        if self._counts[0] != version:
            nodes, edges = (self._count_by_root(name) for name in (NODES, EDGES))
            self._counts = version, {root: (nodes[root], edges[root]) for root in nodes.keys() | edges.keys()}
        return self._counts[1]

    def _count_by_root(self, name: str) -> Counter[RootId]:
        counts: Counter[RootId] = Counter()
        for batch in self._database.stream(name, ["path_hash"], COUNTED_AT_ONCE):
            for group in batch.column("path_hash").value_counts().to_pylist():
                counts[RootId(group["values"])] += group["counts"]
        return counts

    def homes(self, root: RootId) -> dict[str, str]:
        """Return node -> file of the nodes of a root that are defined in one."""
        rows = self._select(NODES, ["node_id", "file_id"], col("path_hash") == lit(root))
        pairs = zip(rows.column("node_id").to_pylist(), rows.column("file_id").to_pylist(), strict=True)
        return {node: file for node, file in pairs if file}

    def ends(self, root: RootId) -> Iterator[tuple[str, str, str]]:
        """Yield source, target and file of the evidence of a root's edges but those of containment and to values.

        The weights of the ranking were chosen while the names of constants were no edges.
        """
        rows = self._select(EDGES, ["source", "target", "file_id", "type", "tier"], col("path_hash") == lit(root))
        rows = rows.filter(pc.not_equal(rows.column("type"), EdgeType.DEFINES.value))
        rows = rows.filter(pc.not_equal(rows.column("tier"), VALUE))
        yield from zip(*(rows.column(each).to_pylist() for each in ("source", "target", "file_id")), strict=True)

    def roots(self) -> set[RootId]:
        """Return the roots that have a graph."""
        return {
            RootId(root)
            for root in self._select(NODES, ["path_hash"], None).column("path_hash").unique().to_pylist()
        }

    def count_writes_of_child(self) -> None:
        """Take note that a child process has built a graph."""
        self._database.count_writes_of_child((NODES, EDGES))

    def version(self) -> tuple[int, int]:
        """Return numbers of which one rises with every change of the graph."""
        return self._database.table_version(NODES), self._database.table_version(EDGES)

    def _stream(self, name: str, columns: list[str], roots: Sequence[RootId]) -> Iterator[dict[str, Any]]:
        for root in roots:
            rows = self._select(name, columns, col("path_hash") == lit(root))
            for batch in rows.to_batches(ROWS_AT_ONCE):
                names, values = batch.schema.names, (column.to_pylist() for column in batch.columns)
                yield from (dict(zip(names, row, strict=True)) for row in zip(*values, strict=True))

    def _select(self, name: str, columns: list[str], where: Expr | None) -> pa.Table:
        return self._database.read(name, lambda table: select(table, _known(columns, table), where))


_NODE_COLUMNS = ["node_id", *(name for name in Node.__struct_fields__ if name != "id")]
_EDGE_COLUMNS = list(Edge.__struct_fields__)
_REPEATED = ("kind", "language", "repository", "branch", "path_hash", "file_id", "path", "tenant")
"""Columns of nodes whose values are those of many."""


def _quoted(text: str) -> str:
    """Return a text as it is compared with ``lower(...)``, inside of quotes."""
    return text.lower().replace("\\", "/").replace("'", "''")


def _first_rows(table: Any, *, where: str, limit: int) -> pa.Table:
    return select(table, _known(_NODE_COLUMNS, table), where, limit)


def _known(columns: list[str], table: Any) -> list[str]:
    """Return those columns that a table has: an older index that cannot be written lacks some of today's."""
    known = set(table.schema.names)
    return [each for each in columns if each in known]


def _may_be_called(form: str) -> str:
    """Return a condition that every node passes whose name, path or identifier is this text or ends with it."""
    quoted = _quoted(form)
    conditions = [
        f"lower(name) = '{quoted}'",
        " OR ".join(f"lower(qualname) LIKE '%{quoted}{more}'" for more in ("", "(%", "`%")),
        f"kind = 'file' AND (lower(path) LIKE '%{quoted}' OR lower(name) LIKE '{quoted}.%')",
    ]
    if ":" in form:
        conditions.append(f"lower(node_id) LIKE '%{quoted}%'")
    return " OR ".join(f"({condition})" for condition in conditions)


def _node_keys(root: RootId, nodes: Sequence[Node]) -> dict[str, Node]:
    return {_key(root, node.id): node for node in nodes}


def _edge_keys(root: RootId, edges: Sequence[Edge]) -> dict[str, Edge]:
    return {_key(root, edge.source, edge.type.value, edge.target): edge for edge in reversed(edges)}


def _key(*parts: str) -> str:
    """Return a short text that is unique for these parts; in full they would be in each row twice."""
    whole = "|".join(parts).encode("utf-8", "surrogatepass")
    return base64.b64encode(hashlib.blake2b(whole, digest_size=KEY_BYTES).digest()).decode("ascii")


def _rows(
    name: str, schema: pa.Schema, keys: list[str], records: list[Any], columns: Mapping[str, Sequence[Any]]
) -> pa.Table:
    of_nodes = {"node_id": [record.id for record in records]} if name == NODES else {}
    return rows_of(records, schema, id=keys, **columns, **of_nodes)


def _merging(rows: pa.Table, removed: str) -> Callable[[Any], None]:
    def run(table: Any) -> None:
        if not table.count_rows():
            table.add(rows)
            return
        merge = table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
        merge.when_not_matched_by_source_delete(removed).execute(rows)

    return run


def _digest(record: object) -> int:
    text = repr(record).encode("utf-8", "backslashreplace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little", signed=True)


def _by_key(rows: pa.Table) -> list[dict[str, Any]]:
    return sorted(rows.to_pylist(), key=lambda row: (row["node_id"], row["path_hash"]), reverse=True)


def _node(row: dict[str, Any]) -> Node:
    values = {name: row[name] for name in _NODE_COLUMNS if name in row and name != "node_id"}
    values["in_tests"] = bool(values.get("in_tests"))
    for name in ("spans", "groups", "tags"):
        values[name] = tuple(values[name] or ())
    values["origin"] = Origin(values["origin"])
    return Node(id=NodeId(row["node_id"]), **values)


def _edge(row: dict[str, Any]) -> Edge:
    return Edge(**{**row, "type": EdgeType(row["type"]), "columns": tuple(row.get("columns") or ())})


def _edges(rows: pa.Table) -> list[Edge]:
    edges = map(_edge, rows.to_pylist())
    unique = {(edge.source, edge.target, edge.type): edge for edge in sorted(edges, key=repr, reverse=True)}
    return sorted(unique.values(), key=_edge_order)


def _edge_order(edge: Edge) -> tuple[str, str, str]:
    return edge.source, edge.target, edge.type.value


def _parts(ids: Iterable[NodeId]) -> list[list[NodeId]]:
    unique = list(dict.fromkeys(ids))
    return [unique[start : start + READ_AT_ONCE] for start in range(0, len(unique), READ_AT_ONCE)]
