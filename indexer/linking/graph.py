"""The graph of one root while it is built: places, nodes and edges, each once and in a fixed order."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from indexer.facts.model import NO_OWNER, FileFacts
from indexer.linking.overloads import MOST_CANDIDATES, Overloads
from indexer.linking.tiers import CONFIDENCE
from indexer.types import FileScope
from search.types.files import DEFAULT_TENANT
from search.types.graph import OVERLOAD, UNDECIDED, Edge, EdgeType, Node, Origin
from search.types.ids import FileId, NodeId, RootId, file_id, prefix

_RANKS = {tier: -value for tier, value in CONFIDENCE.items()}
"""The surest first; each number once, for a graph has 200,000 edges."""


USES = frozenset(
    (
        EdgeType.READS_TABLE,
        EdgeType.WRITES_TABLE,
        EdgeType.READS_VIEW,
        EdgeType.CALLS,
        EdgeType.INSTANTIATES,
        EdgeType.REFERENCES,
    )
)
"""Edges from what runs."""

LEADING = frozenset((EdgeType.CALLS, EdgeType.IMPLEMENTS, EdgeType.REFERENCES))
"""Edges that lead to one overload of a method; the others lead to its name."""


@dataclass(frozen=True, slots=True)
class RepositoryScope:
    """The repository that the files belong to; ``files`` overrides the rights of single paths."""

    repository: str
    branch: str
    path_hash: RootId
    tenant: str = DEFAULT_TENANT
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    files: Mapping[str, FileScope] = field(default_factory=dict)

    def rights(self, path: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """Return tenant, groups and tags of a path."""
        own = self.files.get(path)
        return (own.tenant, own.groups, own.tags) if own else (self.tenant, self.groups, self.tags)


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by id and edges by (source, target, type)."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


class Location(msgspec.Struct, frozen=True, gc=False):
    """Where a node is defined; parts of one node sort by path and line, those that add to it come last."""

    path: str
    start_line: int
    end_line: int
    is_added: bool = False

    def __lt__(self, other: "Location") -> bool:
        own = (self.is_added, self.path, self.start_line, self.end_line)
        return own < (other.is_added, other.path, other.start_line, other.end_line)


class Draft(msgspec.Struct, gc=False):
    """A node that is being put together."""

    kind: str
    name: str
    qualname: str
    language: str
    locations: list[Location] = msgspec.field(default_factory=list)
    origin: Origin = Origin.SOURCE
    ambiguous: int = 0
    historic: bool = False
    in_tests: bool = False


EDGES_A_REPORT = 250
"""New edges between two reports of their number: some hundredths of a second of work."""

EdgeCountReport = Callable[[int], None]
"""Gets the number of edges found so far."""


def unreported(_edges: int, /) -> None:
    """Report nothing."""


class GraphBuilder:
    """Collects nodes and edges by local id (``cs:A.B``, ``file:a.py``, ``ext:pypi:x``), in any order.

    Args:
        scope: the repository that the files belong to.
        only: paths of the files whose part of the graph is wanted; None for all files.
        report_edges: called now and then while edges are added.

    Attributes:
        overloads: methods of one name, which get the edges of that name.
    """

    def __init__(
        self,
        scope: RepositoryScope,
        only: frozenset[str] | None = None,
        report_edges: EdgeCountReport = unreported,
    ) -> None:
        self._scope = scope
        self._only = only
        self._report_edges = report_edges
        self._drafts: dict[str, Draft] = {}
        self._first_locations: dict[str, Location] = {}
        self._edges: dict[tuple[str, str, EdgeType], tuple[float, str, int, str]] = {}
        self._columns: dict[tuple[str, str, EdgeType], dict[str, str]] = defaultdict(dict)
        self._file_ids: dict[str, FileId] = {}
        self.overloads = Overloads()
        self._regions: dict[str, list[tuple[int, int, str]]] = defaultdict(list)

    def wants(self, path: str) -> bool:
        """Return whether the edges of a file are wanted."""
        return self._only is None or path in self._only

    def has(self, local_id: str) -> bool:
        """Return whether this node is known."""
        return local_id in self._drafts

    def is_defined(self, local_id: str) -> bool:
        """Return whether a file defines this node."""
        return local_id in self._drafts and bool(self._drafts[local_id].locations)

    def kind(self, local_id: str) -> str:
        """Return a known node's kind."""
        return self._drafts[local_id].kind

    def draft(self, local_id: str) -> Draft:
        """Return a known node as it is so far."""
        return self._drafts[local_id]

    def add(self, local_id: str, draft: Draft) -> None:
        """Add a node, or another place of it; of several descriptions the first in sort order of places counts."""
        known = self._drafts.get(local_id)
        if known is not None:
            draft.in_tests = known.in_tests = draft.in_tests and known.in_tests
        location, first = min(draft.locations, default=None), self._first_locations.get(local_id)
        comes_first = location is not None and (first is None or location < first)
        if location is not None and comes_first:
            self._first_locations[local_id] = location
        if known is None:
            self._drafts[local_id] = draft
        elif comes_first:
            known.locations += draft.locations
            draft.locations, known.locations = known.locations, []
            draft.ambiguous += known.ambiguous
            self._drafts[local_id] = draft
        else:
            known.locations += draft.locations

    def external(self, ecosystem: str, name: str, *, kind: str = "package") -> str:
        """Return the id of a package outside the root, or of a class in one, adding its node."""
        local_id = f"ext:{ecosystem}:{name}"
        if local_id not in self._drafts:
            shown = name if kind == "package" else name.rpartition(".")[2]
            self._drafts[local_id] = Draft(kind, shown, name, ecosystem, origin=Origin.EXTERNAL)
        return local_id

    def inferred(self, local_id: str, kind: str, name: str, language: str) -> None:
        """Add a node that no file defines but that something refers to by a mapping."""
        if local_id not in self._drafts:
            qualname = local_id.partition(":")[2]
            self._drafts[local_id] = Draft(kind, name, qualname, language, origin=Origin.INFERRED)

    def ambiguous(self, local_id: str) -> None:
        """Count a reference that had several candidates."""
        if local_id in self._drafts:
            self._drafts[local_id].ambiguous += 1

    def historic(self, local_id: str) -> None:
        """Mark a node that only past migration scripts define."""
        self._drafts[local_id].historic = True

    def living(self, local_id: str) -> None:
        """Remove the mark for history: current code refers to the node, wherever it is defined."""
        self._drafts[local_id].historic = False

    def region(self, path: str, first: int, last: int, local_id: str) -> None:
        """Give a node the edges found in these lines, in addition to the definition around it.

        For an anonymous function that is a separate node, such as the handler of a route.
        """
        self._regions[path].append((first, last, local_id))

    def edge(
        self,
        source: str,
        target: str,
        type_: EdgeType,
        tier: str,
        evidence: tuple[str, int],
        among: Sequence[str] = (),
    ) -> None:
        """Add an edge with its evidence ``(path, line)``; the most certain one, then the first place is kept.

        Args:
            source: the dependent node; of a method with overloads, the one whose lines contain the evidence.
            target: the node that it depends on.
            type_: of the dependency.
            tier: how it was found.
            evidence: where.
            among: the overloads of the target that may be meant; without any all are.
        """
        if tier != OVERLOAD and (source in self.overloads or target in self.overloads):
            source = self.overloads.around(source, *evidence)
            if target in self.overloads and type_ in LEADING:
                targets = self._candidates(target, evidence, among)
                tier = tier if len(targets) == 1 else f"{tier}{UNDECIDED}"
                for each in targets[:MOST_CANDIDATES]:
                    self._edge_between(source, each, type_, tier, evidence)
                return
        self._edge_between(source, target, type_, tier, evidence)

    def columns(
        self, source: str, target: str, type_: EdgeType, evidence: tuple[str, int], names: Iterable[str]
    ) -> None:
        """Note the columns that an edge to a table reads or writes."""
        known = self._columns[self.overloads.around(source, *evidence), target, type_]
        for each in names:
            known.setdefault(each.lower(), each)

    def _candidates(self, target: str, evidence: tuple[str, int], among: Sequence[str]) -> Sequence[str]:
        if among:
            return among
        around = self.overloads.around(target, *evidence)
        return [around] if around != target else [each.local_id for each in self.overloads.of(target)]

    def _edge_between(
        self, source: str, target: str, type_: EdgeType, tier: str, evidence: tuple[str, int]
    ) -> None:
        if source == target:
            return
        if evidence[0] in self._regions and type_ in USES:
            for first, last, local_id in self._regions[evidence[0]]:
                if first <= evidence[1] <= last and local_id not in (source, target):
                    self._put(local_id, target, type_, tier, evidence)
        self._put(source, target, type_, tier, evidence)

    def _put(self, source: str, target: str, type_: EdgeType, tier: str, evidence: tuple[str, int]) -> None:
        key = (source, target, type_)
        value = (_RANKS[tier], *evidence, tier)
        known = self._edges.get(key)
        if known is None or value < known:
            self._edges[key] = value
        if known is None and not len(self._edges) % EDGES_A_REPORT:
            self._report_edges(len(self._edges))

    def finish(self) -> Graph:
        """Return the graph; edges whose ends are no nodes are left out. To be called once: edges are given away.

        Of a part that is wanted: its nodes with all nodes that stand in no file, and the edges found in its files.
        """
        drafts, only = self._drafts, self._only
        nodes_wanted = [
            each for each, draft in drafts.items() if only is None or _stands_in(draft.locations, only)
        ]
        edges_wanted = [
            key
            for key, value in self._edges.items()
            if key[0] in drafts and key[1] in drafts and (only is None or value[1] in only)
        ]
        full = self._full_ids({*nodes_wanted, *(end for key in edges_wanted for end in key[:2])})
        # Places in the order of identifiers: sorting by these compares no long texts that begin alike.
        rank = {each: position for position, each in enumerate(sorted(full, key=full.__getitem__))}
        nodes_wanted.sort(key=rank.__getitem__)
        edges_wanted.sort(key=lambda key: (rank[key[0]], rank[key[1]], key[2]))
        nodes = tuple(self._node(full[each], drafts[each]) for each in nodes_wanted)
        return Graph(nodes, tuple(self._edge(key, full, self._edges.pop(key)) for key in edges_wanted))

    def _full_ids(self, local_ids: Iterable[str]) -> dict[str, NodeId]:
        start = prefix(self._scope.repository, self._scope.branch)
        return {each: NodeId(each if each.startswith("ext:") else f"{start}:{each}") for each in local_ids}

    def _edge(
        self, key: tuple[str, str, EdgeType], full: Mapping[str, NodeId], value: tuple[float, str, int, str]
    ) -> Edge:
        confidence, path, line, tier = value
        columns = tuple(self._columns[key].values()) if key in self._columns else ()
        ends = (full[key[0]], full[key[1]])
        return Edge(*ends, key[2], tier, -confidence, self._file(path), path, line, columns)

    def _file(self, path: str) -> FileId:
        """Return a file's id, made once: the edges of a file share one text."""
        known = self._file_ids.get(path)
        if known is None:
            known = self._file_ids[path] = file_id(self._scope.repository, self._scope.branch, path)
        return known

    def _node(self, full: NodeId, draft: Draft) -> Node:
        scope = self._scope
        locations = sorted(set(draft.locations)) if len(draft.locations) > 1 else draft.locations
        first = locations[0] if locations else None
        tenant, groups, tags = scope.rights(first.path if first else "")
        # Places under other rights are not told: a node must not show that a hidden file exists.
        spans = [location for location in locations if scope.rights(location.path) == (tenant, groups, tags)]
        return Node(
            id=full,
            kind=draft.kind,
            name=draft.name,
            qualname=draft.qualname,
            language=draft.language,
            repository=scope.repository,
            branch=scope.branch,
            path_hash=scope.path_hash,
            file_id=self._file(first.path) if first else FileId(""),
            path=first.path if first else "",
            start_line=first.start_line if first else 0,
            end_line=first.end_line if first else 0,
            origin=draft.origin,
            spans=tuple(f"{location.path}:{location.start_line}-{location.end_line}" for location in spans),
            ambiguous=draft.ambiguous,
            historic=draft.historic,
            in_tests=draft.in_tests,
            tenant=tenant,
            groups=groups,
            tags=tags,
        )


def _stands_in(spans: Sequence[Location], paths: frozenset[str]) -> bool:
    """Return whether one of the places is in these files, or there is none at all."""
    for span in spans:
        if span.path in paths:
            return True
    return not spans


def referred_by(graph: Graph) -> dict[FileId, int]:
    """Return for each file how many other files refer to it or to something in it; files without are left out."""
    home = {node.id: node.file_id for node in graph.nodes if node.file_id}
    referring: dict[FileId, set[FileId]] = {}
    for edge in graph.edges:
        target = home.get(edge.target)
        if target is not None and edge.type is not EdgeType.DEFINES and edge.file_id != target:
            referring.setdefault(target, set()).add(edge.file_id)
    return {file: len(referring[file]) for file in sorted(referring)}


def source_of(facts: FileFacts, owner: int) -> str:
    """Return the local id of the definition around a place, else the file's."""
    return facts.definitions[owner].local_id if owner != NO_OWNER else f"file:{facts.path}"


def place_of(facts: FileFacts, owner: int) -> str:
    """Return the local id of the definition around a place; empty where it is the file."""
    return facts.definitions[owner].local_id if owner != NO_OWNER else ""
