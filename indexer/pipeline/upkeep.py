"""When the tables of an index are compacted and cleaned: after idle time, and after many commits."""

import time
from collections import deque
from collections.abc import Callable

import structlog

from search.errors import KnownError
from search.storage.database import Database

UPKEEP_SECONDS = 30.0
"""Idle time after which the tables are compacted and cleaned."""

UPKEEP_AGAIN_SECONDS = 90.0
"""Wait before a second round of upkeep, which deletes table versions that readers still needed in the first."""

UPKEEP_COMMITS, UPKEEP_COMMITS_OF_READING = 500, 3_000
"""Commits after which upkeep runs although work is pending, and while words are read; each leaves about 70 KB.
Upkeep of 500,000 chunks takes half a minute, in which nothing is read."""

_log = structlog.get_logger(__name__)


class Upkeep:
    """Plans rounds of upkeep and runs them, for the one thread of background work.

    Args:
        maintain: compacts and cleans the tables.
        database: counts the commits.
        idle_seconds: idle time before the first round.
    """

    def __init__(self, maintain: Callable[[], object], database: Database, idle_seconds: float) -> None:
        self._maintain = maintain
        self._database = database
        self._idle_seconds = idle_seconds
        self._commits = database.commits
        self._times: deque[float] = deque()

    def plan(self) -> None:
        """Begin to count the idle time: one round after it, and a second one."""
        soon = time.monotonic() + self._idle_seconds
        self._times = deque((soon, soon + UPKEEP_AGAIN_SECONDS))

    def next_at(self) -> list[float]:
        """Return the monotonic time of the next planned round, or nothing."""
        return list(self._times)[:1]

    def is_due(self) -> bool:
        """Return whether the time of a planned round has come."""
        return bool(self._times) and self._times[0] <= time.monotonic()

    def is_urgent(self, *, reading: bool) -> bool:
        """Return whether there were so many commits that upkeep does not wait for idle time."""
        most = UPKEEP_COMMITS_OF_READING if reading else UPKEEP_COMMITS
        return self._database.commits - self._commits >= most

    def run_planned(self) -> None:
        """Run the round that is due."""
        self._times.popleft()
        self.run()

    def run(self) -> None:
        """Run a round; what goes wrong is logged, and the next round tries again."""
        try:
            self._maintain()
        except Exception as exc:  # noqa: BLE001 -- the thread's boundary
            _log.warning("upkeep_failed", error=str(exc), exc_info=not isinstance(exc, KnownError))
        self._commits = self._database.commits
