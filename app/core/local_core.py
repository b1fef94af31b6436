"""`LocalCore`: the search core answered in this process."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.access_view import access_view
from app.core.branch_graphs import BranchGraphs
from app.core.change_locator import ChangeLocator
from app.core.commit_texts import commit_text
from app.core.encoder_slot import EncoderSlot
from app.core.event_hub import EventHub, filtered
from app.core.file_view import file_text
from app.core.folder_roots import readable_folders
from app.core.graph_cache import AccessVisibility, GraphCache
from app.core.graph_queries import GraphAnswers
from app.core.index_status import StatusAnswers
from app.core.indexing import Indexing
from app.core.line_history import blame_of, changed_lines
from app.core.local_names import local_name
from app.core.name_mentions import with_mentions
from app.core.names_so_far import names_so_far
from app.core.own_code import OwnCodeFirst
from app.core.permalinks import permalink_of
from app.core.retrieval_answers import RetrievalAnswers
from app.core.test_code import is_test
from app.core.unread_files import unread_files
from app.core.why import why
from indexer.discovery.finder import FileFinder
from search.errors import IndexDamagedError
from search.events import Event
from search.file_names import real_path
from search.graph.paths import dependency_path, dependency_paths
from search.graph.symbols import matching_symbols, symbols_of_file
from search.graph.tree import dependency_tree
from search.retrieval.corpus import Corpus
from search.retrieval.indexed_text import visible_texts
from search.retrieval.keyword_check import checked_keywords
from search.service.line_search import LineSearch
from search.service.search_service import SearchService
from search.service.visible_files import VisibleFiles
from search.storage.recovery import mark_damaged
from search.storage.storage import Storage
from search.types.architecture import CheckedRule
from search.types.commits import CommitRequest, CommitText
from search.types.filters import OWNER, Access
from search.types.graph import DependencyPath, DependencyPaths, DependencyTree, TreeRequest
from search.types.graph_queries import (
    Added,
    AddedRequest,
    Cycle,
    CycleScope,
    Impact,
    ImpactRequest,
    PathRequest,
    TableRequest,
    TableUse,
    UnreadFile,
    UnusedDefinition,
)
from search.types.line_history import BlamedLine, ChangedLinesRequest
from search.types.lines import LinePage, LineQuery, LinesRequest
from search.types.locations import ChangeLocations, LocateRequest
from search.types.query import SearchQuery
from search.types.results import SearchResult
from search.types.status import (
    AccessView,
    FileText,
    IndexReport,
    IndexStatus,
    KeywordCheck,
    RootStatus,
    Speed,
    WhyAnswer,
)
from search.types.symbols import Symbol, SymbolRequest

if TYPE_CHECKING:
    from app.core.retrieval_runtime import Retrieval

MOST_NAMES = 50
"""Most names that are suggested for a typed text."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a core in the order of start; `LocalCore.close` stops them in reverse."""

    events: EventHub
    storage: Storage
    finder: FileFinder
    corpus: Corpus
    encoder: EncoderSlot
    service: SearchService
    lines: LineSearch
    visible_files: VisibleFiles
    graph: GraphCache
    branches: BranchGraphs
    indexing: Indexing
    answering: Callable[[], AbstractContextManager[None]]
    """A context in which each question is answered."""
    retrieval: "Callable[[], Retrieval]"


class LocalCore(RetrievalAnswers):
    """A `SearchCore` that answers from the parts of one index; `app.composition` builds it."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.retrieval, parts.answering)
        self._parts = parts
        self._status = StatusAnswers(
            parts.storage, parts.finder, parts.encoder, parts.graph, parts.branches, parts.indexing
        )
        self._graph_answers = GraphAnswers(parts.storage, parts.branches)
        self._own_code = OwnCodeFirst(parts.storage)
        self._locator = ChangeLocator(
            parts.service.search,
            parts.visible_files,
            parts.branches,
            parts.storage.roots.folders,
        )
        self._closed = False

    def search(self, query: SearchQuery, /) -> SearchResult:
        """Return ranked files; see `SearchCore.search`."""
        with self._parts.answering():
            result = self._parts.service.search(query)
        self._parts.indexing.prefer([file.file_id for file in result.files if file.unembedded])
        return result

    def find_lines(self, query: LineQuery, /) -> LinePage:
        """Return a page of the lines that match exactly; see `SearchCore.find_lines`."""
        with self._parts.answering():
            return self._parts.lines.page(query)

    def locate_change(self, request: LocateRequest, /) -> ChangeLocations:
        """Return where a described change is to be made; see `SearchCore.locate_change`."""
        with self._parts.answering():
            return self._locator.locate(request)

    def defined_names(self, prefix: str, access: Access, /) -> tuple[tuple[str, int], ...]:
        """Return defined names that begin so; see `SearchCore.defined_names`."""
        return self._parts.visible_files.names(prefix, access.row_filter(), MOST_NAMES)

    def symbols(self, request: SymbolRequest, access: Access, /) -> tuple[Symbol, ...]:
        """Return names that have these letters, or those of a file; see `SearchCore.symbols`."""
        if request.file and request.line:
            return local_name(self._parts.storage, request, access)
        if request.file:
            graph, (file,) = self._parts.branches.about(request.file, rights=access.row_filter(), overloads=True)
            return symbols_of_file(graph, file, request.most, AccessVisibility(access))
        graph = self._parts.branches.with_letters(request.text, access.row_filter())
        return matching_symbols(graph, request, AccessVisibility(access))

    def tree(self, request: TreeRequest, access: Access, /) -> DependencyTree:
        """Return a dependency tree; see `SearchCore.tree`."""
        graph, (target,) = self._parts.branches.about(
            request.target, rights=access.row_filter(), overloads=request.overloads
        )
        request = replace(request, target=target)
        with self._naming(access):
            return dependency_tree(graph, request, AccessVisibility(access), is_test)

    @contextmanager
    def _naming(self, access: Access) -> Iterator[None]:
        """List one's own code first where a name is ambiguous, and say of an unknown one what is not read yet."""
        known = names_so_far(lambda: self.status(access).known_dependencies)
        with self._own_code.listed_first(access.row_filter()), known:
            yield

    def path(self, source: str, target: str, access: Access, /) -> DependencyPath | None:
        """Return how one node depends on another; see `SearchCore.path`."""
        graph, ends = self._parts.branches.about(source, target, rights=access.row_filter())
        with self._naming(access):
            return dependency_path(graph, *ends, visible=AccessVisibility(access))

    def paths(self, request: PathRequest, access: Access, /) -> DependencyPaths:
        """Return the ways by which one node depends on another; see `SearchCore.paths`."""
        graph, (source, target, via) = self._parts.branches.about(
            *(request.source, request.target, request.via),
            rights=access.row_filter(),
            overloads=request.overloads,
        )
        request = replace(request, source=source, target=target, via=via)
        visible = AccessVisibility(access)
        order = partial(self._own_code.ordered, rows=access.row_filter())
        with self._naming(access):
            return dependency_paths(graph, request, visible=visible, order=order)

    def impact(self, request: ImpactRequest, access: Access, /) -> Impact:
        """Return what depends on some things; see `SearchCore.impact`."""
        with self._naming(access):
            impact = self._graph_answers.impact(request, access)
        return with_mentions(impact, self._parts.lines, access)

    def added(self, request: AddedRequest, /) -> Added:
        """Return the additions of a folder since an earlier commit; see `SearchCore.added`."""
        return self._graph_answers.added(request)

    def table(self, request: TableRequest, access: Access, /) -> TableUse:
        """Return who uses a table; see `SearchCore.table`."""
        with self._naming(access):
            return self._graph_answers.table(request, access)

    def cycles(self, repository: str, of: CycleScope, access: Access, /) -> tuple[Cycle, ...]:
        """Return the cycles of dependencies; see `SearchCore.cycles`."""
        return self._graph_answers.cycles(repository, of, access)

    def architecture(self, repository: str, access: Access, /) -> tuple[CheckedRule, ...]:
        """Return the rules of repositories and what breaks them; see `SearchCore.architecture`."""
        return self._graph_answers.architecture(repository, access)

    def unused(self, repository: str, access: Access, /) -> tuple[UnusedDefinition, ...]:
        """Return definitions that nothing uses; see `SearchCore.unused`."""
        return self._graph_answers.unused(repository, access)

    def unreadable(self, repository: str, access: Access, /) -> tuple[UnreadFile, ...]:
        """Return files that the graph knows only in part; see `SearchCore.unreadable`."""
        return unread_files(self._parts.storage, repository, access)

    def texts(self, ids: Sequence[str], access: Access, /) -> dict[str, str]:
        """Return texts of visible chunks, nodes and files; see `SearchCore.texts`."""
        parts = self._parts
        return visible_texts(parts.storage, ids, access.row_filter(), parts.branches.nodes_by_id)

    def file_text(self, file: str, access: Access, /) -> FileText:
        """Return a file for preview; see `SearchCore.file_text`."""
        return file_text(self._parts.storage, file, access)

    def permalink(self, request: LinesRequest, access: Access, /) -> str:
        """Return the web address of lines; see `SearchCore.permalink`."""
        return permalink_of(self._parts.storage, request, access)

    def commit(self, request: CommitRequest, access: Access, /) -> CommitText:
        """Return a commit; see `SearchCore.commit`."""
        return commit_text(self._parts.storage, request, access)

    def blame(self, request: LinesRequest, access: Access, /) -> tuple[BlamedLine, ...]:
        """Return who wrote lines; see `SearchCore.blame`."""
        return blame_of(self._parts.storage, request, access)

    def changed_lines(self, request: ChangedLinesRequest, access: Access, /) -> tuple[tuple[int, int], ...]:
        """Return what changed in a file since a commit; see `SearchCore.changed_lines`."""
        return changed_lines(self._parts.storage, request, access)

    def why(self, path: str, access: Access, /) -> WhyAnswer:
        """Return why a path is or is not found; see `SearchCore.why`."""
        return why(self._parts.storage, path, access, self._parts.finder)

    def status(self, access: Access, /) -> IndexStatus:
        """Return counts, states and readiness; see `SearchCore.status`."""
        return self._status.of(access)

    def is_working(self) -> bool:
        """Return whether files are indexed or compared now, without access to disks that may not answer."""
        return bool(self._parts.indexing.activity().step)

    def keyword_check(self) -> KeywordCheck:
        """Return how the keyword index compares with rank_bm25; see `SearchCore.keyword_check`."""
        return checked_keywords(self._parts.corpus.lexical(), self._parts.storage.chunks)

    def roots(self, access: Access, /) -> tuple[RootStatus, ...]:
        """Return the watched folders; see `SearchCore.roots`."""
        return self._status.roots(access)

    def repositories_in(self, folder: str, /) -> tuple[str, ...]:
        """Return the git repositories inside a folder; see `SearchCore.repositories_in`."""
        (readable,), _refused = readable_folders((folder,), self._parts.events.emit)
        return self._parts.finder.nested_repositories(Path(real_path(readable))).paths

    def index(
        self,
        paths: Sequence[str],
        /,
        *,
        semantic: bool | None = None,
        branches: Sequence[str] = (),
        single: bool | None = None,
    ) -> IndexReport:
        """Add roots, bring their index up to date and return when that is done; see `SearchCore.index`."""
        return self._parts.indexing.index(paths, semantic=semantic, branches=branches, single=single)

    def forget(self, root: str, /) -> RootStatus:
        """Remove a root and everything indexed of it; see `SearchCore.forget`."""
        removed = self._parts.storage.roots.find(root)
        status = next(known for known in self.roots(OWNER) if known.root.id == removed.id)
        self._parts.indexing.forget(removed)
        return status

    def move(self, root: str, folder: str, /) -> RootStatus:
        """Point a root to the folder where its files are now; see `SearchCore.move`."""
        moved = self._parts.indexing.move(self._parts.storage.roots.find(root), folder)
        return next(known for known in self.roots(OWNER) if known.root.id == moved.id)

    def turn_rules_off(self, groups: Sequence[str], /) -> int:
        """Disable these groups of ignore rules; see `SearchCore.turn_rules_off`."""
        return self._parts.indexing.turn_rules_off(groups)

    def pause(self, *, paused: bool) -> None:
        """Stop or continue background indexing."""
        self._parts.indexing.pause(paused=paused)

    def visible(self, access: Access, limit: int, /) -> AccessView:
        """Return the files visible with an access; see `SearchCore.visible`."""
        return access_view(self._parts.storage, access, limit)

    def set_speed(self, speed: Speed) -> None:
        """Let background indexing take more or less of the machine."""
        self._parts.indexing.set_speed(speed)

    def subscribe(self, listener: Callable[[Event], None], access: Access = OWNER, /) -> Callable[[], None]:
        """Call ``listener`` for every event that the access allows; see `SearchCore.subscribe`."""
        return self._parts.events.subscribe(
            filtered(self._parts.storage, access, listener, self._parts.indexing.ready), notices=access == OWNER
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
