"""Many events, few batches: what changed is handed on when a root has been quiet for a moment."""

from dataclasses import dataclass, field

from search.types.ids import RootId

QUIET_MS = 300
"""A root is handed on when nothing happened in it for this long; an editor's save is over by then."""

LONGEST_MS = 2_000
"""A root that never gets quiet is handed on after this long."""

BURST_PATHS = 1_000
"""More paths than this are a checkout or a build: the whole root is compared instead."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What may have changed in one root.

    Attributes:
        paths: files or folders, relative to the root, with ``/``, sorted; empty when ``whole``.
        whole: anything may have changed.
    """

    root: RootId
    paths: tuple[str, ...] = ()
    whole: bool = False


@dataclass(slots=True)
class _Pending:
    first_ms: float
    last_ms: float
    paths: set[str] = field(default_factory=set)
    whole: bool = False


class Coalescer:
    """Collects paths by root. Times are milliseconds of a clock that never runs backwards; the caller locks."""

    def __init__(
        self, *, quiet_ms: float = QUIET_MS, longest_ms: float = LONGEST_MS, burst: int = BURST_PATHS
    ) -> None:
        self._quiet_ms = quiet_ms
        self._longest_ms = longest_ms
        self._burst = burst
        self._pending: dict[RootId, _Pending] = {}

    def add(self, root: RootId, path: str, now_ms: float) -> None:
        """Take in a changed path; an empty one is the root itself, so everything in it may have changed."""
        pending = self._pending.setdefault(root, _Pending(now_ms, now_ms))
        pending.last_ms = now_ms
        if not pending.whole:
            pending.paths.add(path)
            pending.whole = not path or len(pending.paths) > self._burst
        if pending.whole:
            pending.paths.clear()

    def put_back(self, changes: Changes, now_ms: float) -> None:
        """Take in again what could not be worked on yet."""
        for path in ("",) if changes.whole else changes.paths:
            self.add(changes.root, path, now_ms)

    def forget(self, root: RootId) -> None:
        """Drop the pending changes of a root."""
        self._pending.pop(root, None)

    def wait_ms(self, now_ms: float) -> float | None:
        """Return how long it is until something is due (0.0: now), or None when nothing is pending."""
        if not self._pending:
            return None
        return max(0.0, min(self._due_ms(pending) for pending in self._pending.values()) - now_ms)

    def _due_ms(self, pending: _Pending) -> float:
        return min(pending.last_ms + self._quiet_ms, pending.first_ms + self._longest_ms)

    def take(self, now_ms: float) -> list[Changes]:
        """Return and forget everything that is due, the longest waiting root first."""
        due = [
            (pending.first_ms, root) for root, pending in self._pending.items() if self._due_ms(pending) <= now_ms
        ]
        return [self._pop(root) for _, root in sorted(due)]

    def _pop(self, root: RootId) -> Changes:
        pending = self._pending.pop(root)
        return Changes(root, tuple(sorted(pending.paths)), pending.whole)
