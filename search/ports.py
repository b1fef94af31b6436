"""Protocols between the parts of the core."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from search.events import Event
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
        """Return cycles of dependencies, the largest first; without a repository, those of all.

        Raises:
            NotFoundError: no such repository; the remedy lists the nearest ones.
        """
        ...

    def unused(self, repository: str, access: Access, /) -> tuple[Node, ...]:
        """Return definitions that nothing uses, by path and line; without a repository, those of all.

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
        """Return the evidence for a question within a token budget: hits and what they depend on.

        Raises:
            QueryError: the text is empty, or a filter in it cannot be used here.
        """
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
            paths: folders.
            semantic: turns semantic search of these roots on or off from now on; None leaves it as it is, and on
                for a new root.
            branches: branches of each folder that are read from git's objects, without a checkout.

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
        """Return exactly what this access may see: counts, and at most ``limit`` files."""
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
