"""Protocols between the parts of the core."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from search.events import Event
from search.types.architecture import CheckedRule
from search.types.commits import CommitRequest, CommitText
from search.types.context import ContextAnswer, ContextRequest
from search.types.documents import DocumentAnswer, DocumentRequest
from search.types.expansion import Expansion, ExpansionLimits
from search.types.filters import OWNER, Access, RowFilter
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
from search.types.retrieval import ChunkParents, RetrievedChunk, SearchRequest, SearchResponse
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


class SearchCore(Protocol):
    """The search core of window, command line and agents; it answers in this process or in the engine, equally.

    A method that is also in the table of `app.engine.operations` is available over the engine's socket.
    """

    def search(self, query: SearchQuery, /) -> SearchResult:
        """Return ranked files.

        Raises:
            QueryError: the text is empty or a filter is unknown.
        """
        ...

    def find_lines(self, query: LineQuery, /) -> LinePage:
        """Return a page of the lines that match exactly; ask again with its ``next`` until that is None.

        Raises:
            QueryError: there is no text, the pattern is not valid, or a filter has an unknown value.
        """
        ...

    def locate_change(self, request: LocateRequest, /) -> ChangeLocations:
        """Return where a described change is to be made: files, definitions and tests, each with its evidence.

        Raises:
            QueryError: the text has no word, or a filter in its last line is unknown.
        """
        ...

    def defined_names(self, prefix: str, access: Access, /) -> tuple[tuple[str, int], ...]:
        """Return names that begin so, in any case, each with the number of files that define it, most first."""
        ...

    def symbols(self, request: SymbolRequest, access: Access, /) -> tuple[Symbol, ...]:
        """Return names with these letters, best first, or the local name at a place in a visible file."""
        ...

    def tree(self, request: TreeRequest, access: Access, /) -> DependencyTree:
        """Return the dependencies and the users of the target.

        Raises:
            NotFoundError: no such node; the remedy lists the nearest names.
            AmbiguousNameError: the name denotes several nodes.
        """
        ...

    def path(self, source: str, target: str, access: Access, /) -> DependencyPath | None:
        """Return how ``source`` depends on ``target`` (identifiers, paths or names), or None when it does not.

        Raises:
            NotFoundError: one of the two is not there.
            AmbiguousNameError: a name denotes several nodes.
        """
        ...

    def paths(self, request: PathRequest, access: Access, /) -> DependencyPaths:
        """Return the ways from one thing to what it depends on, the shortest first, between the nearest meanings.

        Raises:
            NotFoundError: something that is named is not there.
            AmbiguousNameError: a name denotes far too many nodes, or what ways have to pass several.
        """
        ...

    def impact(self, request: ImpactRequest, access: Access, /) -> Impact:
        """Return everything that depends on some nodes, or on the changes of a diff, directly or indirectly.

        Raises:
            NotFoundError: no such node; the remedy lists the nearest names.
            AmbiguousNameError: a name denotes several nodes.
        """
        ...

    def added(self, request: AddedRequest, /) -> Added:
        """Return the dependencies that a folder has in addition to an earlier commit; for the owner alone.

        Raises:
            BadInputError: git does not know the commit, or a settings file has mistakes.
            NotFoundError: the folder, or the branch that is named, is not indexed.
            MissingExtraError: there is no git.
        """
        ...

    def table(self, request: TableRequest, access: Access, /) -> TableUse:
        """Return who reads, writes, maps and refers to a table or view.

        Raises:
            NotFoundError: no such table; the remedy lists the nearest names.
            AmbiguousNameError: the name denotes several.
        """
        ...

    def cycles(self, repository: str, of: CycleScope, access: Access, /) -> tuple[Cycle, ...]:
        """Return cycles of dependencies, the largest first; without a repository, those of all.

        Raises:
            NotFoundError: no such repository; the remedy lists the nearest ones.
        """
        ...

    def architecture(self, repository: str, access: Access, /) -> tuple[CheckedRule, ...]:
        """Return the rules in ``.dowse.toml`` with what breaks each; without a repository, those of all.

        Raises:
            BadInputError: there is no rule, or a settings file has mistakes.
            NotFoundError: no such repository; the remedy lists the nearest ones.
        """
        ...

    def unused(self, repository: str, access: Access, /) -> tuple[UnusedDefinition, ...]:
        """Return definitions that nothing uses, the surest first; without a repository, those of all.

        Raises:
            NotFoundError: no such repository; the remedy lists the nearest ones.
        """
        ...

    def unreadable(self, repository: str, access: Access, /) -> tuple[UnreadFile, ...]:
        """Return the files that the graph knows only in part, by reason and path; without a repository, of all.

        Raises:
            NotFoundError: no such repository; the remedy lists the nearest ones.
        """
        ...

    def context(self, request: ContextRequest, /) -> ContextAnswer:
        """Return the evidence for a question within a token budget: hits and their dependencies.

        Raises:
            QueryError: the text is empty, or a filter in it cannot be used here.
        """
        ...

    def documents(self, request: DocumentRequest, /) -> DocumentAnswer:
        """Return documents or sections by meaning alone, of a scope or of external roots.

        Raises:
            QueryError: the text has no word, or a filter in it cannot be used here.
            VectorSearchError: search by meaning is not ready.
        """
        ...

    def retrieve(self, request: SearchRequest, /) -> SearchResponse:
        """Return the hits of one retrieval in one scope, as the retrieval contract says.

        Raises:
            BadInputError: a filter is not known, or the request names another index.
            VectorSearchError: search by meaning is not ready, or the index cannot be read now.
        """
        ...

    def fetch_texts(
        self,
        *,
        ids: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        active_index: str | None = None,
    ) -> dict[str, str]:
        """Return the texts of those chunks, nodes and files that are visible in this scope.

        Raises:
            BadInputError: a filter is not known, or ``active_index`` names another index.
        """
        ...

    def expand(
        self,
        *,
        seeds: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        limits: ExpansionLimits,
        active_index: str | None = None,
    ) -> Expansion:
        """Return chunks or nodes and their dependencies in this scope, nearest first.

        Raises:
            BadInputError: a filter is not known, or ``active_index`` names another index.
        """
        ...

    def nearest_chunks(self, text: str, filters: RowFilter, limit: int, /) -> list[RetrievedChunk]:
        """Return at most ``limit`` chunks best first, ties by identifier; scores are cosines clipped to 0..1.

        Raises:
            VectorSearchError: search by meaning is not ready.
        """
        ...

    def parents(self, ids: Sequence[str], filters: RowFilter, /) -> dict[str, ChunkParents]:
        """Return file, path and node of those chunks and nodes that exist and are visible."""
        ...

    def texts(self, ids: Sequence[str], access: Access, /) -> dict[str, str]:
        """Return the texts of those chunks and nodes that are visible."""
        ...

    def file_text(self, file: str, access: Access, /) -> FileText:
        """Return a file for preview, by identifier.

        Raises:
            NotFoundError: no such visible file.
        """
        ...

    def permalink(self, request: LinesRequest, access: Access, /) -> str:
        """Return the address of lines in the web pages of the repository's remote, at the commit that is indexed.

        Raises:
            NotFoundError: no such visible file.
            BadInputError: it is in no git repository, or that has no remote with web pages.
            MissingExtraError: there is no git.
        """
        ...

    def commit(self, request: CommitRequest, access: Access, /) -> CommitText:
        """Return a commit of the repository of a file.

        Raises:
            NotFoundError: no such visible file, no hash, or the access does not see whole roots.
            BadInputError: the repository has no such commit.
            MissingExtraError: there is no git.
        """
        ...

    def blame(self, request: LinesRequest, access: Access, /) -> tuple[BlamedLine, ...]:
        """Return which commits wrote lines of a file, as it is on disk or at the tip of its branch.

        Raises:
            NotFoundError: no such visible file.
            BadInputError: it is in no git repository, or git does not know it.
            MissingExtraError: there is no git.
        """
        ...

    def changed_lines(self, request: ChangedLinesRequest, access: Access, /) -> tuple[tuple[int, int], ...]:
        """Return the first and last lines of each part of a file that changed since a commit.

        Raises:
            NotFoundError: no such visible file.
            BadInputError: it is in no git repository, or there is no such commit in a branch or tag.
            MissingExtraError: there is no git.
        """
        ...

    def why(self, path: str, access: Access, /) -> WhyAnswer:
        """Return the chain of facts that says why this path is or is not found."""
        ...

    def status(self, access: Access, /) -> IndexStatus:
        """Return counts, states and readiness."""
        ...

    def keyword_check(self) -> KeywordCheck:
        """Return how the keyword index compares with ``rank_bm25`` on a sample; takes seconds on a large index."""
        ...

    def roots(self, access: Access, /) -> tuple[RootStatus, ...]:
        """Return the watched folders."""
        ...

    def repositories_in(self, folder: str, /) -> tuple[str, ...]:
        """Return the git repositories inside a folder, at any depth, as paths from it with ``/``, sorted.

        `index` makes a root of each, unless ``single`` keeps them in one.

        Raises:
            NotFoundError: there is no such folder.
            BadInputError: it is no folder, or cannot be read.
        """
        ...

    def index(
        self,
        paths: Sequence[str],
        /,
        *,
        semantic: bool | None = None,
        branches: Sequence[str] = (),
        single: bool | None = None,
    ) -> IndexReport:
        """Add roots where needed, bring their index up to date, and return when that is done.

        Args:
            paths: folders.
            semantic: turns semantic search of these roots on or off from now on; None leaves it as it is, and on
                for a new root.
            branches: branches of each folder that are read from git's objects, without a checkout.
            single: True keeps the git repositories inside a folder in its root, False makes each a root; None does
                that for a new root, and leaves a known one as it is.

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

    def move(self, root: str, folder: str, /) -> RootStatus:
        """Point a root, by its path or label, to the folder where its files are now, and bring it up to date.

        Its label, settings and indexed branches stay, and so do roots inside it that moved with it. Nothing is
        embedded again.

        Raises:
            NotFoundError: there is no such root, or no such folder.
            BadInputError: the folder cannot be read, or belongs to another root.
            IndexWriteError: the disk is full or a permission is missing.
        """
        ...

    def turn_rules_off(self, groups: Sequence[str], /) -> int:
        """Disable these ignore-rule groups until the settings are reloaded; all other groups apply.

        Each is ``GROUP`` for every root or ``LABEL:GROUP`` for one, as in ``docs.rules_off``. Returns how many
        files were read; files that a rule now excludes are removed on return.

        Raises:
            BadInputError: there is no such group.
        """
        ...

    def pause(self, *, paused: bool) -> None:
        """Stop or continue background indexing."""
        ...

    def visible(self, access: Access, limit: int, /) -> AccessView:
        """Return the files that this access may see: counts, and at most ``limit`` files."""
        ...

    def set_speed(self, speed: Speed) -> None:
        """Set how much of the machine background indexing takes, until the engine ends."""
        ...

    def subscribe(self, listener: Callable[[Event], None], access: Access = OWNER, /) -> Callable[[], None]:
        """Call ``listener`` for every event, from any thread, until the returned function is called.

        An access other than the owner's gets events of the files that it may see, and none about work under way.
        """
        ...

    def close(self) -> None:
        """Release everything; further calls are errors."""
        ...
