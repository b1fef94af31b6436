"""`LocalCore`: the search core answered in this process."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.access_view import access_view
from app.core.branch_graphs import BranchGraphs
from app.core.encoder_slot import EncoderSlot
from app.core.event_hub import EventHub, filtered
from app.core.file_view import file_text
from app.core.graph_cache import AccessVisibility, GraphCache
from app.core.graph_queries import GraphAnswers
from app.core.indexing import Indexing
from app.core.root_status import root_statuses, with_sizes
from app.core.unread_files import unread_files
from app.core.why import why
from app.installation.version import VERSION
from indexer.discovery.finder import FileFinder
from indexer.discovery.root_settings import SETTINGS_FILE, read_settings
from search.errors import IndexDamagedError
from search.events import Event
from search.graph.paths import dependency_path
from search.graph.tree import dependency_tree
from search.messages import Message
from search.retrieval.corpus import Corpus
from search.retrieval.indexed_text import visible_texts
from search.service.search_service import SearchService
from search.storage.recovery import mark_damaged
from search.storage.storage import Storage
from search.types.context import ContextAnswer, ContextRequest
from search.types.filters import OWNER, Access
from search.types.graph import DependencyPath, DependencyTree, Node, TreeRequest
from search.types.graph_queries import (
    Cycle,
    CycleScope,
    Impact,
    ImpactRequest,
    TableRequest,
    TableUse,
    UnreadFile,
)
from search.types.query import SearchQuery
from search.types.results import SearchResult
from search.types.status import (
    AccessView,
    Activity,
    FileText,
    IndexReport,
    IndexStatus,
    RootStatus,
    Speed,
    WhyAnswer,
)

if TYPE_CHECKING:
    from search.pipeline.context import ContextFinder


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a core in the order of start; `LocalCore.close` stops them in reverse."""

    events: EventHub
    storage: Storage
    finder: FileFinder
    corpus: Corpus
    encoder: EncoderSlot
    service: SearchService
    graph: GraphCache
    branches: BranchGraphs
    indexing: Indexing
    answering: Callable[[], AbstractContextManager[None]]
    """A context in which each question is answered."""
    context: "Callable[[], ContextFinder]"


class LocalCore:
    """A `SearchCore` that answers from the parts of one index; `app.composition` builds it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._graph_answers = GraphAnswers(parts.storage, parts.branches)
        self._closed = False

    def search(self, query: SearchQuery, /) -> SearchResult:
        """Return ranked files; see `SearchCore.search`."""
        with self._parts.answering():
            return self._parts.service.search(query)

    def tree(self, request: TreeRequest, access: Access, /) -> DependencyTree:
        """Return a dependency tree; see `SearchCore.tree`."""
        graph, (target,) = self._parts.branches.about(request.target)
        return dependency_tree(graph, replace(request, target=target), AccessVisibility(access))

    def path(self, source: str, target: str, access: Access, /) -> DependencyPath | None:
        """Return how one node depends on another; see `SearchCore.path`."""
        graph, ends = self._parts.branches.about(source, target)
        return dependency_path(graph, *ends, visible=AccessVisibility(access))

    def impact(self, request: ImpactRequest, access: Access, /) -> Impact:
        """Return what depends on some things; see `SearchCore.impact`."""
        return self._graph_answers.impact(request, access)

    def table(self, request: TableRequest, access: Access, /) -> TableUse:
        """Return who uses a table; see `SearchCore.table`."""
        return self._graph_answers.table(request, access)

    def cycles(self, repository: str, of: CycleScope, access: Access, /) -> tuple[Cycle, ...]:
        """Return the cycles of dependencies; see `SearchCore.cycles`."""
        return self._graph_answers.cycles(repository, of, access)

    def unused(self, repository: str, access: Access, /) -> tuple[Node, ...]:
        """Return definitions that nothing uses; see `SearchCore.unused`."""
        return self._graph_answers.unused(repository, access)

    def unreadable(self, repository: str, access: Access, /) -> tuple[UnreadFile, ...]:
        """Return files that the graph knows only in part; see `SearchCore.unreadable`."""
        return unread_files(self._parts.storage, repository, access)

    def context(self, request: ContextRequest, /) -> ContextAnswer:
        """Return the evidence for a question; see `SearchCore.context`."""
        with self._parts.answering():
            return self._parts.context().find(request)

    def texts(self, ids: Sequence[str], access: Access, /) -> dict[str, str]:
        """Return texts of visible chunks, nodes and files; see `SearchCore.texts`."""
        parts = self._parts
        return visible_texts(parts.storage, ids, access.row_filter(), parts.branches.nodes_by_id)

    def file_text(self, file: str, access: Access, /) -> FileText:
        """Return a file for preview; see `SearchCore.file_text`."""
        return file_text(self._parts.storage, file, access)

    def why(self, path: str, access: Access, /) -> WhyAnswer:
        """Return why a path is or is not found; see `SearchCore.why`."""
        return why(self._parts.storage, path, access, self._parts.finder)

    def status(self, access: Access, /) -> IndexStatus:
        """Return counts, states and readiness; see `SearchCore.status`."""
        storage, indexing = self._parts.storage, self._parts.indexing
        roots = self.roots(access)
        visible = access.row_filter()
        nodes, edges = self._parts.graph.counts(access)
        encoder = self._parts.encoder.now()
        owner = access == OWNER  # size, work under way and notices speak of every file
        disk_bytes = storage.disk_bytes() if owner else 0
        return IndexStatus(
            index=storage.location.name,
            files=sum(root.files for root in roots),
            chunks=sum(root.chunks for root in roots),
            nodes=nodes,
            edges=edges,
            states=tuple(storage.files.state_counts(visible)),
            reasons=tuple(storage.files.reason_counts(visible)),
            roots=with_sizes(storage, roots, disk_bytes),
            versions=self._versions(),
            disk_bytes=disk_bytes,
            ready=indexing.ready(),
            activity=indexing.activity() if owner else Activity(),
            device=encoder.device if encoder is not None else "",
            notices=(*storage.notices, *indexing.behind(), *_problems(roots)) if owner else (),
        )

    def is_working(self) -> bool:
        """Return whether files are indexed or compared now, without access to disks that may not answer."""
        return bool(self._parts.indexing.activity().step)

    def roots(self, access: Access, /) -> tuple[RootStatus, ...]:
        """Return the watched folders; see `SearchCore.roots`."""
        indexing = self._parts.indexing
        return root_statuses(self._parts.storage, access, indexing.watching(), indexing.has_graph)

    def index(
        self, paths: Sequence[str], /, *, semantic: bool | None = None, branches: Sequence[str] = ()
    ) -> IndexReport:
        """Add roots, bring their index up to date and return when that is done; see `SearchCore.index`."""
        return self._parts.indexing.index(paths, semantic=semantic, branches=branches)

    def forget(self, root: str, /) -> RootStatus:
        """Remove a root and everything indexed of it; see `SearchCore.forget`."""
        removed = self._parts.storage.roots.find(root)
        status = next(known for known in self.roots(OWNER) if known.root.id == removed.id)
        self._parts.indexing.forget(removed)
        return status

    def turn_rules_off(self, groups: Sequence[str], /) -> int:
        """Disable these groups of ignore rules; see `SearchCore.turn_rules_off`."""
        return self._parts.indexing.turn_rules_off(groups)

    def pause(self, *, paused: bool) -> None:
        """Stop or continue background indexing."""
        self._parts.indexing.pause(paused=paused)

    def visible(self, access: Access, limit: int, /) -> AccessView:
        """Return what an access may see; see `SearchCore.visible`."""
        return access_view(self._parts.storage, access, limit)

    def set_speed(self, speed: Speed) -> None:
        """Let background indexing take more or less of the machine."""
        self._parts.indexing.set_speed(speed)

    def subscribe(self, listener: Callable[[Event], None], access: Access = OWNER, /) -> Callable[[], None]:
        """Call ``listener`` for every event that the access allows; see `SearchCore.subscribe`."""
        return self._parts.events.subscribe(
            filtered(self._parts.storage, access, listener), notices=access == OWNER
        )

    def confirms_damage(self) -> bool:
        """Return whether the index cannot be read; the next engine then makes a new one."""
        try:
            self._parts.storage.verify()
        except IndexDamagedError as error:
            mark_damaged(self._parts.storage.layout, str(error))
            return True
        return False

    def close(self, *, save: bool = True) -> None:
        """Stop what runs, newest first, and release the index; a second call does nothing.

        ``save`` writes the files that make the next start quick; pass False if the index was deleted.
        """
        if self._closed:
            return
        self._closed = True
        self._parts.indexing.close()
        self._parts.service.close(save=save)
        if save:
            self._parts.corpus.save()
        self._parts.storage.close()

    def _versions(self) -> tuple[tuple[str, str], ...]:
        written = self._parts.storage.database.written_with
        return (
            ("program", VERSION),
            ("schema", str(written.schema)),
            ("chunker", str(written.chunker)),
            ("model", written.model),
        )


def _problems(roots: Sequence[RootStatus]) -> list[Message]:
    """Return the problems in the settings files of the roots that can be reached, one line each."""
    paths = [Path(status.root.path) for status in roots if status.root.folder and not status.offline]
    return [
        Message("roots.settings_problem", file=path / SETTINGS_FILE, problem=problem)
        for path in paths
        for problem in read_settings(path).problems
    ]
