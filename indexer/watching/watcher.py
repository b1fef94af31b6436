"""The watcher: from events to calls of the indexer, one root after the other, when git has settled."""

import errno
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread

import structlog

from indexer.watching.budget import instances_remedy, limit_remedy
from indexer.watching.coalescer import Changes, Coalescer
from indexer.watching.sources import Changed, Entering, EventSource, Short, WatchLimitError
from search.errors import IndexWriteError, KnownError
from search.events import Event, Notice
from search.messages import NOTHING, Message
from search.storage.file_systems import ANSWERS, remote_file_system
from search.storage.git.head import index_locks
from search.storage.git.objects import tip_stamp
from search.storage.roots import AWAY_S
from search.types.files import Root
from search.types.ids import RootId

POLL_SECONDS = 5.0
"""How often a root without events is compared with the disk, when comparing it is quick."""

ROOT_LOOK_SECONDS = 1.0
"""How often it is looked whether the folder of each root is there: one question to the system for each."""

POLL_SHARE = 0.05
"""Comparing may take this share of the time: a slow tree is compared less often."""

RECONCILE_SECONDS = 600.0
"""How often every root is compared with the disk: events can be lost, the disk is the truth."""

RECONCILE_SHARE = 0.02
"""That may take this share of the time: comparing 100,000 files takes minutes."""

AGAIN_SECONDS = 60.0
"""Seconds after which a root is compared whose changes could not be written: a person may have freed space."""

GIT_WAIT_MS = 100.0
GIT_LONGEST_SECONDS = 60.0
"""A lock older than this was left by a git that died."""

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Watched:
    root: Root
    by: str
    next_look: float
    identity: tuple[object, ...] | None
    """Device and inode of the root's folder, and where git says what its branch points to; None while away."""
    obstacle: Message = NOTHING
    """Why its last changes could not be written."""


SourceMaker = Callable[[Changed, Entering, Short], EventSource]


def platform_source(changed: Changed, entering: Entering, short: Short) -> EventSource:
    """Return the source of events of this platform."""
    if sys.platform.startswith("linux"):
        from indexer.watching.linux_source import LinuxSource

        return LinuxSource(changed, entering, short)
    from indexer.watching.recursive_source import RecursiveSource

    return RecursiveSource(changed, entering, short)


class Watcher:
    """Reports changes below roots; starts its thread with the first root.

    Args:
        on_changes: called on the watcher's thread, one call at a time; a `KnownError` becomes a notice.
        emit: takes the notice that roots have to be polled, once for each reason.
        entering: says whether the content of a folder can be of interest; ignored trees are not watched.
    """

    def __init__(
        self,
        on_changes: Callable[[Changes], None],
        emit: Callable[[Event], None],
        entering: Entering,
        *,
        make_source: SourceMaker = platform_source,
        poll_seconds: float = POLL_SECONDS,
        reconcile_seconds: float = RECONCILE_SECONDS,
    ) -> None:
        self._on_changes = on_changes
        self._emit = emit
        self._entering = entering
        self._make_source = make_source
        self._poll_seconds = poll_seconds
        self._reconcile_seconds = reconcile_seconds
        self._condition = Condition()
        self._coalescer = Coalescer()
        self._watched: dict[RootId, _Watched] = {}
        self._source: EventSource | None = None
        self._thread: Thread | None = None
        self._closed = False
        self._noticed: set[str] = set()
        self._short_of = 0
        self._polls_all = False
        self._next_try = 0.0
        self._next_root_look = 0.0

    def watch(self, root: Root) -> str:
        """Watch a root and return how: ``events`` or ``polling``; watching it again begins anew.

        Of a branch in git's objects only its tip can move, which a glance at a few files tells.
        """
        self.unwatch(root.id)
        identity = _identity(root)
        by = self._begin(root)
        every = self._reconcile_seconds if by == "events" else self._poll_seconds
        with self._condition:
            self._watched[root.id] = _Watched(root, by, time.monotonic() + every, identity)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="watcher", daemon=True)
                self._thread.start()
            self._condition.notify()
        return by

    def _begin(self, root: Root) -> str:
        kind = remote_file_system(Path(root.path))
        if root.from_git:
            return "events"
        if kind:
            self._notice(kind, Message("watching.no_reports", folder=root.path, kind=kind))
            return "polling"
        if self._polls_all:
            return "polling"
        try:
            self._events().watch(root)
        except WatchLimitError as exc:
            self._poll_all(exc.folders)
            return "polling"
        except OSError as exc:
            self._polls_all = self._source is None
            remedy = instances_remedy() if exc.errno == errno.EMFILE else NOTHING
            message = Message("watching.failed", folder=root.path, reason=exc.strerror or exc)
            self._notice("error", message, remedy)
            return "polling"
        return "events"

    def _events(self) -> EventSource:
        if self._source is None:
            self._source = self._make_source(self._changed, self._entering, self._short)
        return self._source

    def _short(self, folders: int) -> None:
        with self._condition:
            self._short_of = folders
            self._condition.notify()

    def _poll_all(self, wanted: int) -> None:
        """Give back all watches: half of the roots by events would hide that the others are slower."""
        self._notice("limit", Message("watching.limit_reached"), limit_remedy(wanted))
        self._next_try = time.monotonic() + self._reconcile_seconds
        with self._condition:
            self._polls_all = True
            self._short_of = 0
            watched = [entry for entry in self._watched.values() if entry.by == "events"]
            for entry in watched:
                entry.by = "polling"
                entry.next_look = min(entry.next_look, time.monotonic() + self._poll_seconds)
        for entry in watched:
            self._events().unwatch(entry.root.id)

    def _follow_again(self) -> list[RootId]:
        """Watch all roots again where the system has room for all of them by now; return which."""
        self._next_try = time.monotonic() + self._reconcile_seconds
        with self._condition:
            polled = [entry for entry in self._watched.values() if entry.by == "polling"]
        polled = [entry for entry in polled if not remote_file_system(Path(entry.root.path))]
        try:
            for entry in polled:
                self._events().watch(entry.root)
        except (WatchLimitError, OSError):
            if self._source is not None:
                for entry in polled:
                    self._source.unwatch(entry.root.id)
            return []
        with self._condition:
            self._polls_all = False
            for entry in polled:
                entry.by = "events"
        _log.info("followed_by_events_again", roots=len(polled))
        return [entry.root.id for entry in polled]

    def _notice(self, reason: str, message: Message, remedy: Message = NOTHING) -> None:
        if reason not in self._noticed:
            self._noticed.add(reason)
            self._emit(Notice(Message("watching.polling", reason=message), remedy))

    def unwatch(self, root: RootId) -> None:
        """Stop watching a root; one that is not watched is no error."""
        with self._condition:
            known = self._watched.pop(root, None)
            self._coalescer.forget(root)
        if known is not None and known.by == "events" and self._source is not None:
            self._source.unwatch(root)

    def state(self, root: RootId) -> str:
        """Return ``events``, ``polling`` or ``off``."""
        with self._condition:
            known = self._watched.get(root)
            return known.by if known is not None else "off"

    def close(self) -> None:
        """Stop watching, and wait until a call that is under way has returned."""
        with self._condition:
            self._closed = True
            self._condition.notify()
        if self._thread is not None:
            self._thread.join()
        if self._source is not None:
            self._source.close()

    def _changed(self, root: RootId, path: str) -> None:
        with self._condition:
            if root in self._watched or not path:
                self._coalescer.add(root, path, _now_ms())
                self._condition.notify()

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._closed and not self._short_of and not (due := self._due()):
                    if self._roots_are_due():
                        break
                    self._condition.wait(self._wait_seconds())
                if self._closed:
                    return
                wanted = self._short_of
            if wanted:
                self._poll_all(wanted)
                continue
            for changes in due or self._changed_roots():
                self._hand_on(changes)

    def _roots_are_due(self) -> bool:
        return bool(self._watched) and self._next_root_look <= time.monotonic()

    def _changed_roots(self) -> list[Changes]:
        """Return the roots whose folder disappeared, came back or was replaced, and branches that moved."""
        self._next_root_look = time.monotonic() + min(self._poll_seconds, ROOT_LOOK_SECONDS)
        with self._condition:
            changed = [entry for entry in self._watched.values() if _identity(entry.root) != entry.identity]
        for entry in changed:
            self.watch(entry.root)
        again = self._follow_again() if self._polls_all and self._next_try <= time.monotonic() else []
        return [
            Changes(root, whole=True) for root in dict.fromkeys([*(entry.root.id for entry in changed), *again])
        ]

    def _due(self) -> list[Changes]:
        now = time.monotonic()
        settled = [self._settled(changes) for changes in self._coalescer.take(_now_ms())]
        looks = [entry for entry in self._watched.values() if entry.next_look <= now]
        for entry in looks:
            entry.next_look = now + self._reconcile_seconds
        whole = [Changes(entry.root.id, whole=True) for entry in looks]
        return [changes for changes in settled if changes is not None] + whole

    def _settled(self, changes: Changes) -> Changes | None:
        """Return the changes, or keep them for later while git is rewriting the work tree."""
        known = self._watched.get(changes.root)
        if known is None:
            return None
        if any(_is_held(lock) for lock in index_locks(Path(known.root.path))):
            self._coalescer.put_back(changes, _now_ms())
            return None
        return changes

    def _wait_seconds(self) -> float | None:
        waits = [entry.next_look - time.monotonic() for entry in self._watched.values()]
        waits += [self._next_root_look - time.monotonic()] if waits else []
        pending = self._coalescer.wait_ms(_now_ms())
        if pending is not None:
            waits.append(max(pending, GIT_WAIT_MS if pending <= 0 else 0.0) / 1_000)
        return max(0.0, min(waits)) if waits else None

    def _hand_on(self, changes: Changes) -> None:
        begun = time.monotonic()
        try:
            self._on_changes(changes)
        except KnownError as exc:
            _log.warning("changes_not_indexed", root=changes.root, error=str(exc))
            if not isinstance(exc, IndexWriteError):
                self._emit(Notice(exc.message, exc.remedy))
            else:
                if self._look_again(changes.root, exc.message):
                    self._emit(Notice(exc.message, exc.remedy))
                return
        self._plan_next_look(changes, time.monotonic() - begun)

    def _look_again(self, root: RootId, obstacle: Message) -> bool:
        """Compare a root soon whose changes could not be written; return whether that has a new reason."""
        with self._condition:
            known = self._watched.get(root)
            before = known.obstacle if known is not None else NOTHING
            if known is not None:
                known.obstacle, known.next_look = obstacle, time.monotonic() + AGAIN_SECONDS
            return before != obstacle

    def _plan_next_look(self, changes: Changes, took_seconds: float) -> None:
        with self._condition:
            known = self._watched.get(changes.root)
            if known is None:
                return
            known.obstacle = NOTHING
            if not changes.whole:
                return
            polls = known.by == "polling"
            least = self._poll_seconds if polls else self._reconcile_seconds
            share = POLL_SHARE if polls else RECONCILE_SHARE
            known.next_look = time.monotonic() + max(least, took_seconds / share)


def _is_held(lock: Path) -> bool:
    try:
        return abs(time.time() - lock.stat().st_mtime) < GIT_LONGEST_SECONDS  # in the future: the clock went back
    except OSError:
        return False


def _identity(root: Root) -> tuple[object, ...] | None:
    try:
        status = ANSWERS.of(root.path, Path(root.path).stat, None, within_s=AWAY_S)
    except OSError:
        return None
    if status is None:
        return None
    tip = tip_stamp(Path(root.path), root.from_git) if root.from_git else ()
    return status.st_dev, status.st_ino, *tip


def _now_ms() -> float:
    return time.monotonic() * 1_000
