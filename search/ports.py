"""Seams of the core: what one part needs of another, as protocols."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from search.events import Event
from search.types.chunks import Chunk
from search.types.context import ContextAnswer, ContextRequest
from search.types.files import FileRecord, Root
from search.types.filters import OWNER, Access, RowFilter
from search.types.graph import DependencyPath, DependencyTree, Edge, Node, TreeRequest
from search.types.graph_queries import (
    Cycle,
    CycleScope,
    Impact,
    ImpactRequest,
    TableRequest,
    TableUse,
    UnreadFile,
)
from search.types.ids import ChunkId, FileId, NodeId, RootId
from search.types.query import SearchQuery
from search.types.results import SearchResult
from search.types.status import AccessView, FileText, IndexReport, IndexStatus, RootStatus, Speed, WhyAnswer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Encoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def model(self) -> str:
        """Name and version of weights and runtime precision; vectors of equal names may be compared."""
        ...

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        ...

    @property
    def device(self) -> str:
        """For a person, such as ``CPU, 2 threads, bf16``."""
        ...

    def encode(self, texts: Sequence[str], /) -> "npt.NDArray[np.float32]":
        """Return float32 of shape (len(texts), dimension); every row has norm 1; no texts give (0, dimension)."""
        ...

    def encode_query(self, text: str, /) -> "npt.NDArray[np.float32]":
        """Return float32 of shape (dimension,) with norm 1; recent queries are remembered."""
        ...


class TokenCounter(Protocol):
    """Counts tokens of the packaged model; the one counter of the whole system."""

    def count(self, text: str, /) -> int:
        """Return the number of tokens without special ones; the same text always gives the same number."""
        ...


class ChunkStore(Protocol):
    """The ``chunks`` table."""

    def replace_files(
        self,
        files: Sequence[FileId],
        chunks: Sequence[Chunk],
        vectors: "Mapping[str, npt.NDArray[np.float32]]",
        /,
    ) -> None:
        """Replace all chunks of ``files`` by ``chunks`` in one commit.

        ``vectors`` maps ``embed_hash`` to a unit vector; a chunk without one is stored without a vector.
        """
        ...

    def texts(self, ids: Sequence[str], row_filter: RowFilter, /) -> dict[ChunkId, str]:
        """Return the bare text of those chunks that exist and pass the filter."""
        ...

    def nearest(
        self, vector: "npt.NDArray[np.float32]", row_filter: RowFilter, limit: int, /
    ) -> "tuple[list[ChunkId], npt.NDArray[np.float64]]":
        """Return ids and cosines of the nearest chunks that pass, best first, ties by id; cards are included."""
        ...

    def cosines(self, vector: "npt.NDArray[np.float32]", ids: Sequence[str], /) -> dict[ChunkId, float]:
        """Return the exact cosine of each of these chunks that has a vector."""
        ...


class SearchCore(Protocol):
    """What every surface asks; answered in this process or by the engine, with equal results."""

    def search(self, query: SearchQuery, /) -> SearchResult:
        """Return ranked files.

        Raises:
            QueryError: the text is empty or a filter is unknown.
        """
        ...

    def tree(self, request: TreeRequest, access: Access, /) -> DependencyTree:
        """Return what the target depends on and what depends on it.

        Raises:
            NotFoundError: no such node; the remedy lists the nearest names.
            AmbiguousNameError: the name stands for several nodes.
        """
        ...

    def path(self, source: str, target: str, access: Access, /) -> DependencyPath | None:
        """Return how ``source`` depends on ``target`` (identifiers, paths or names), or None when it does not.

        Raises:
            NotFoundError: one of the two is not there.
            AmbiguousNameError: a name stands for several nodes.
        """
        ...

    def impact(self, request: ImpactRequest, access: Access, /) -> Impact:
        """Return what depends on some things, or on what a diff changed, directly or through others.

        Raises:
            NotFoundError: no such node; the remedy lists the nearest names.
            AmbiguousNameError: a name stands for several nodes.
        """
        ...

    def table(self, request: TableRequest, access: Access, /) -> TableUse:
        """Return who reads, writes, maps and refers to a table or view.

        Raises:
            NotFoundError: no such table; the remedy lists the nearest names.
            AmbiguousNameError: the name stands for several.
        """
        ...

    def cycles(self, repository: str, of: CycleScope, access: Access, /) -> tuple[Cycle, ...]:
        """Return what depends on itself through others, the largest ring first; without a repository in all.

        Raises:
            NotFoundError: no such repository; the remedy lists the nearest ones.
        """
        ...

    def unused(self, repository: str, access: Access, /) -> tuple[Node, ...]:
        """Return definitions that nothing uses, by path and line; without a repository of all.

        Raises:
            NotFoundError: no such repository; the remedy lists the nearest ones.
        """
        ...

    def unreadable(self, repository: str, access: Access, /) -> tuple[UnreadFile, ...]:
        """Return the files that the graph does not know whole, by reason and path; without a repository of all.

        Raises:
            NotFoundError: no such repository; the remedy lists the nearest ones.
        """
        ...

    def context(self, request: ContextRequest, /) -> ContextAnswer:
        """Return the evidence for a question within a token budget: hits and what they depend on.

        Raises:
            QueryError: the text is empty, or a filter in it cannot be used here.
        """
        ...

    def texts(self, ids: Sequence[str], access: Access, /) -> dict[str, str]:
        """Return the texts of chunks and nodes that are visible."""
        ...

    def file_text(self, file: str, access: Access, /) -> FileText:
        """Return a file for preview, by identifier.

        Raises:
            NotFoundError: no such visible file.
        """
        ...

    def why(self, path: str, access: Access, /) -> WhyAnswer:
        """Return the chain of facts that says why this path is or is not found."""
        ...

    def status(self, access: Access, /) -> IndexStatus:
        """Return counts, states and readiness."""
        ...

    def roots(self, access: Access, /) -> tuple[RootStatus, ...]:
        """Return the watched folders."""
        ...

    def index(
        self, paths: Sequence[str], /, *, semantic: bool | None = None, branches: Sequence[str] = ()
    ) -> IndexReport:
        """Add roots where needed, bring their index up to date, and return when that is done.

        Args:
            paths: of folders.
            semantic: by meaning too, or by word only, from now on; None leaves each as it was chosen, a new one
                has meaning.
            branches: of each of them, to be read from git's objects and not from the folder.

        Raises:
            NotFoundError: a path is not there, or a branch.
        """
        ...

    def forget(self, root: str, /) -> RootStatus:
        """Remove a root, by path or label, and everything indexed of it.

        Raises:
            NotFoundError: no such root.
        """
        ...

    def turn_rules_off(self, groups: Sequence[str], /) -> int:
        """Mind all groups of ignore rules but these, until the settings are read again.

        Each is ``GROUP`` for every root or ``LABEL:GROUP`` for one, as in ``docs.rules_off``. Returns how many
        files were read for it; what is forbidden now is gone on return.

        Raises:
            BadInputError: there is no such group.
        """
        ...

    def pause(self, *, paused: bool) -> None:
        """Stop or continue background indexing."""
        ...

    def visible(self, access: Access, limit: int, /) -> AccessView:
        """Return exactly what an asker with this access may see: counts, and at most ``limit`` files."""
        ...

    def set_speed(self, speed: Speed) -> None:
        """Let background indexing take more or less of the machine, until the engine ends."""
        ...

    def subscribe(self, listener: Callable[[Event], None], access: Access = OWNER, /) -> Callable[[], None]:
        """Call ``listener`` for every event, from any thread, until the returned function is called.

        Whoever is not the owner hears of the files it sees only, and of no work under way.
        """
        ...

    def close(self) -> None:
        """Release everything; further calls are errors."""
        ...


class FileManifest(Protocol):
    """The ``files`` table."""

    def upsert(self, records: Sequence[FileRecord], /) -> None:
        """Write rows in one commit; the last step of indexing a file."""
        ...

    def remove(self, ids: Sequence[FileId], /) -> None:
        """Delete rows."""
        ...

    def of_root(self, root: RootId, /) -> dict[str, FileRecord]:
        """Return all rows of a root by relative path."""
        ...


class GraphStore(Protocol):
    """The ``nodes`` and ``edges`` tables."""

    def replace_scope(self, root: RootId, nodes: Sequence[Node], edges: Sequence[Edge], /) -> None:
        """Make the graph of a root equal to these nodes and edges, writing only what differs."""
        ...

    def nodes(self, row_filter: RowFilter, /) -> list[Node]:
        """Return the visible nodes, by id."""
        ...

    def edges(self, /) -> list[Edge]:
        """Return all edges, by (source, target, type)."""
        ...

    def nodes_by_id(self, ids: Sequence[NodeId], row_filter: RowFilter, /) -> dict[NodeId, Node]:
        """Return those of the nodes that exist and pass."""
        ...


class RootRegistry(Protocol):
    """The roots of an index."""

    def all(self) -> tuple[Root, ...]:
        """Return the roots in the order they were added."""
        ...

    def add(self, path: Path, *, external: bool = False, repository: str = "") -> Root:
        """Add a folder (or return it when it is there) with a repository label that is unique in the index.

        ``repository`` is what the folder calls itself; empty where it says nothing.
        """
        ...

    def remove(self, root: RootId) -> None:
        """Forget a root."""
        ...
