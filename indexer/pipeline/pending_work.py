"""Background work that a root still needs, and what stopped it."""

from dataclasses import dataclass

from indexer.pipeline.control import Run
from search.messages import NOTHING, Message
from search.types.files import Root

AGAIN_SECONDS = 60.0
"""Seconds after which work that could not be written is tried again: a person may have freed space meanwhile."""


@dataclass(slots=True)
class PendingWork:
    """Background work that a root still needs.

    Attributes:
        awaited: number of callers that wait for it.
        newest_done: the vectors of its most recent files were filled.
        requests: number of times it was scheduled; tells a step whether files changed while it ran.
        graph_not_before: monotonic time before which the graph is not rebuilt.
        error: what stopped it; raised in the next caller that waits.
        obstacle: why the index cannot be written; the work is tried again.
        again_at: monotonic time of that.
    """

    root: Root
    run: Run
    graph: bool = False
    history: bool = False
    embedding: bool = False
    awaited: int = 0
    newest_done: bool = False
    requests: int = 0
    graph_not_before: float = 0.0
    error: Exception | None = None
    obstacle: Message = NOTHING
    again_at: float = 0.0
    _left: tuple[bool, bool, bool] = (False, False, False)

    def lacks(self, *, embedding: bool) -> bool:
        """Return whether anything is left to do; vectors count only with ``embedding``."""
        return self.graph or self.history or (embedding and self.embedding)

    def stop(self, obstacle: Message, now: float) -> None:
        """Postpone what is left, and what was postponed before, until `AGAIN_SECONDS` after ``now``."""
        self._resume()
        self._left = self.graph, self.history, self.embedding
        self.graph = self.history = self.embedding = False
        self.obstacle, self.again_at = obstacle, now + AGAIN_SECONDS

    def go_on(self, now: float) -> None:
        """Resume what was stopped, if it is time."""
        if self.again_at and self.again_at <= now:
            self._resume()
            self.again_at = 0.0

    def _resume(self) -> None:
        graph, history, embedding = self._left
        self.graph |= graph
        self.history |= history
        self.embedding |= embedding
        self._left = (False, False, False)
