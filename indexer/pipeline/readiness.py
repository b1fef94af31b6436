"""Which parts of the index can be searched."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from search.storage.files_table import FilesTable
from search.storage.predicate import EVERYTHING
from search.types.files import Root
from search.types.filters import RowFilter
from search.types.ids import RootId
from search.types.results import Ready
from search.types.status import StepCounts


class Readiness:
    """Which parts of the index can be searched; read from the manifest, so it is correct after a crash.

    Args:
        graphed: roots whose graph is up to date.
        older: roots whose graph another version of the program built; it is used until there is a new one.
        stored: returns the roots that have a graph, current or not.
    """

    def __init__(
        self,
        files: FilesTable,
        graphed: AbstractSet[RootId],
        older: AbstractSet[RootId] = frozenset(),
        roots: Callable[[], Sequence[Root]] = tuple,
        stored: Callable[[], AbstractSet[RootId]] = frozenset,
    ) -> None:
        self._stored = stored
        self._files = files
        self._graphed = graphed
        self._older = older
        self._roots = roots
        self._lags: dict[RootId, int] = {}

    def graph_is_current(self, root: RootId) -> None:
        """Record that the graph of a root was built."""
        self._graphed, self._older = self._graphed | {root}, self._older - {root}
        self._lags = {other: files for other, files in self._lags.items() if other != root}

    def graph_lags(self, root: RootId, *, files: int) -> None:
        """Record that ``files`` files of a root changed since its graph was built; it covers the others."""
        if root in self._graphed or root in self._lags:
            self._lags = {**self._lags, root: max(1, self._lags.get(root, 0) + files)}
        self._graphed = self._graphed - {root}

    def has_graph(self, root: RootId) -> bool:
        """Return whether the graph of a root is current."""
        return root in self._graphed

    def steps_of(self, root: RootId) -> StepCounts:
        """Return how far the files of a root are."""
        return self._files.step_counts().get(root, StepCounts())

    def texts_of(self, root: RootId) -> int:
        """Return how many texts the files of a root have in the index: their chunks, and a card of each."""
        counts = self._files.counts(EVERYTHING)
        return counts.files[root] + counts.chunks[root]

    def is_listed(self, root: RootId) -> bool:
        """Return whether a root has rows, and none that waits for its text."""
        counts = self._files.step_counts().get(root)
        return counts is not None and not counts.waiting

    def waiting(self) -> int:
        """Return how many files with text still lack the vectors that their root is to have."""
        counts = self._files.step_counts()
        mine = (counts[root.id] for root in self._roots() if root.semantic and root.id in counts)
        return sum(steps.indexed - steps.embedded for steps in mine)

    def ready(self, visible: RowFilter = EVERYTHING) -> Ready:
        """Return for each step its share of the visible files that are or will be indexed; 0.0 if there are none.

        The share of vectors counts only roots with semantic search. Which files changed since a graph was built is
        known of all of a root together: with a filter, any graph of a root covers its visible files.
        """
        by_word = {root.id for root in self._roots() if not root.semantic}
        total = with_text = to_embed = embedded = in_graph = 0
        for root, counts in self._files.step_counts(visible).items():
            files = counts.waiting + counts.indexed
            total += files
            with_text += counts.indexed
            to_embed += files if root not in by_word else 0
            embedded += counts.embedded if root not in by_word else 0
            in_graph += self._in_graph(root, counts.indexed, of_all=visible == EVERYTHING)
        if not total:
            return Ready()
        semantic = embedded / to_embed if to_embed else 0.0
        return Ready(names=1.0, keyword=with_text / total, graph=in_graph / total, semantic=semantic)

    def _in_graph(self, root: RootId, indexed: int, *, of_all: bool) -> int:
        if root in self._graphed or root in self._older or (not of_all and root in self._stored()):
            return indexed
        return max(0, indexed - self._lags[root]) if root in self._lags else 0
