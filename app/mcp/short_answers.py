"""Answers as short as an agent needs them: it pays for each token, and asks again where it wants more.

Scores have three digits, what is usual is left out, and the texts of files far down the list are cut. With
``detail`` the tools return instead what ``dowse search --json`` and ``dowse tree --json`` print.
"""

from typing import Self

import msgspec

from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, TreeEdge, TreeNode
from search.types.ids import FileId, NodeId
from search.types.query import Mode
from search.types.results import ChunkHit, Correction, Duplicate, FileHit, Ready, SearchResult

WHOLE_FILES = 3
"""Files whose chunks have their whole text: a model reads the first, and glances at the rest."""

GLANCE_LINES = 6
"""Lines of a chunk further down: its signature and what its docstring says first."""

MOST_DUPLICATES = 5
"""Copies of a file that are named: translations of one text may have dozens."""

DIGITS = 3
_DEFAULT_STATES = (NodeState.EXPANDED, NodeState.LEAF)


class ShortChunk(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a file that supports the result; ``cut`` lines of its text are left out at the end.

    ``node_id`` is the definition that it stands in; it is left out where that is the file.
    """

    start_line: int
    end_line: int
    text: str
    cut: int = 0
    node_id: NodeId = NodeId("")


class ShortFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file, best first; its id names repository and branch.

    ``duplicates`` are the first files with the same text, ``more_duplicates`` counts the others; one of another
    repository is ``REPOSITORY/PATH``.
    """

    file_id: FileId
    path: str
    relevance: float
    keyword: float
    semantic: float
    rank_score: float
    confidence: float
    chunks: tuple[ShortChunk, ...] = ()
    duplicates: tuple[str, ...] = ()
    more_duplicates: int = 0
    stale: bool = False
    offline: bool = False


class ShortSearch(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Ranked files, the first ``exact_files`` of them by name or by place; notes on all of them come first.

    ``searched`` and ``corrections`` are there where words of the query were replaced. With ``nothing_here`` the
    files are only the nearest, without chunks.
    """

    query: str
    notes: tuple[str, ...] = ()
    nothing_here: bool = False
    confidence: float = 1.0
    mode: Mode
    ready: Ready
    searched: str = ""
    corrections: tuple[Correction, ...] = ()
    total_files: int = 0
    exact_files: int = 0
    files: tuple[ShortFile, ...]

    @classmethod
    def of(cls, result: SearchResult) -> Self:
        """Return the short answer for a result."""
        return cls(
            query=result.query,
            mode=result.ranking.mode,
            ready=result.ready,
            files=tuple(
                _file(file, () if result.nothing_here else _chunks(file, whole=at < WHOLE_FILES))
                for at, file in enumerate(result.files)
            ),
            total_files=result.total_files,
            exact_files=result.exact_files,
            searched=result.searched if result.searched != result.query else "",
            corrections=result.corrections,
            notes=tuple(map(str, result.notes)),
            confidence=round(result.confidence, DIGITS),
            nothing_here=result.nothing_here,
        )


class ShortNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the tree, in display order: its parent is the last line above with a smaller ``depth``.

    ``edge_types`` is how it and its parent are connected, ``evidence`` is ``path:line`` of that, ``sure`` how
    certain. ``used-by`` lines use their parent, all others are used by it.
    """

    id: NodeId
    name: str
    kind: str
    depth: int
    path: str = ""
    start_line: int = 0
    direction: Direction = Direction.DEPENDS_ON
    edge_types: tuple[EdgeType, ...] = ()
    evidence: str = ""
    sure: float = 1.0
    state: NodeState = NodeState.EXPANDED
    hidden: int = 0
    note: str = ""


class ShortTree(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dependency tree; ``truncated`` with the reason where it is not whole.

    ``note`` says where what the root depends on is not read at all. ``namesakes`` are what the name of the target
    stands for besides.
    """

    root: NodeId
    direction: Direction
    nodes: tuple[ShortNode, ...]
    truncated: str = ""
    namesakes: tuple[NodeId, ...] = ()
    note: str = ""

    @classmethod
    def of(cls, tree: DependencyTree, note: str = "") -> Self:
        """Return the short answer for a tree, with a note on it."""
        edges = {frozenset((edge.from_id, edge.to_id)): edge for edge in reversed(tree.edges)}
        nodes = tuple(_node(node, edges) for node in tree.nodes)
        truncated = tree.debug.reason if tree.debug.truncated else ""
        return cls(tree.root, tree.direction, nodes, truncated, tree.namesakes, note)


def _file(file: FileHit, chunks: tuple[ShortChunk, ...]) -> ShortFile:
    return ShortFile(
        file_id=file.file_id,
        path=file.path,
        relevance=round(file.relevance, DIGITS),
        keyword=round(file.keyword, DIGITS),
        semantic=round(file.semantic, DIGITS),
        rank_score=round(file.rank_score, DIGITS),
        confidence=round(file.confidence, DIGITS),
        chunks=chunks,
        duplicates=tuple(_duplicate(each, file) for each in file.duplicates[:MOST_DUPLICATES]),
        more_duplicates=max(0, len(file.duplicates) - MOST_DUPLICATES),
        stale=file.stale,
        offline=file.offline,
    )


def _duplicate(duplicate: Duplicate, file: FileHit) -> str:
    is_beside = duplicate.repository == file.repository
    return duplicate.path if is_beside else f"{duplicate.repository}/{duplicate.path}"


def _chunks(file: FileHit, *, whole: bool) -> tuple[ShortChunk, ...]:
    return tuple(_chunk(chunk, len(chunk.text) if whole else GLANCE_LINES, file.file_id) for chunk in file.chunks)


def _chunk(chunk: ChunkHit, most_lines: int, file: FileId) -> ShortChunk:
    lines = chunk.text.splitlines(keepends=True)
    text = "".join(lines[:most_lines])
    cut = max(0, len(lines) - most_lines)
    node = NodeId("") if str(chunk.node_id) == file else chunk.node_id
    return ShortChunk(chunk.start_line, chunk.end_line, text, cut, node)


def _node(node: TreeNode, edges: dict[frozenset[NodeId], TreeEdge]) -> ShortNode:
    edge = edges.get(frozenset((node.id, node.parent_id))) if node.parent_id is not None else None
    return ShortNode(
        id=node.id,
        name=node.name,
        kind=node.kind,
        depth=node.depth,
        path=node.path,
        start_line=node.start_line,
        direction=Direction.DEPENDS_ON if node.direction is Direction.BOTH else node.direction,
        edge_types=node.edge_types,
        evidence=f"{edge.path}:{edge.line}" if edge is not None and edge.path else "",
        sure=round(edge.confidence, DIGITS) if edge is not None else 1.0,
        state=NodeState.EXPANDED if node.state in _DEFAULT_STATES else node.state,
        hidden=node.hidden,
        note=node.note,
    )
