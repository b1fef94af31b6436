"""Events where one watch covers a whole tree: macOS and Windows, by watchdog's own observer."""

import time

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from indexer.watching.sources import GIT, Changed, Entering, Enters, Short, relative
from search.types.files import Root
from search.types.ids import RootId

REMEMBERED_S = 1.0
"""Seconds for which it is remembered whether a folder is of interest. Finding out takes milliseconds; installing
packages or changing a branch causes tens of thousands of events in a few folders."""

_CONTENT_EVENTS = frozenset({"created", "modified", "moved", "deleted", "closed"})


class RecursiveSource:
    """`EventSource` on watchdog's observer of this platform."""

    def __init__(self, changed: Changed, entering: Entering, _short: Short) -> None:
        self._changed = changed
        self._entering = entering
        self._watches: dict[RootId, ObservedWatch] = {}
        self._observer: BaseObserver = Observer()
        self._observer.start()

    def watch(self, root: Root, /) -> None:
        """Begin to report changes below this root.

        Raises:
            OSError: the folder cannot be watched.
        """
        handler = _Handler(root, self._changed, self._entering)
        self._watches[root.id] = self._observer.schedule(handler, root.path, recursive=True)

    def unwatch(self, root: RootId, /) -> None:
        """Stop reporting changes of this root."""
        watch = self._watches.pop(root, None)
        if watch is not None:
            self._observer.unschedule(watch)

    def close(self) -> None:
        """Stop reporting changes of all roots and end all threads."""
        self._observer.stop()
        self._observer.join()
        self._watches.clear()


class _Handler(FileSystemEventHandler):
    def __init__(self, root: Root, changed: Changed, entering: Entering) -> None:
        self._root = root
        self._changed = changed
        self._entering = entering
        self._enters: Enters = entering(root)
        self._until = time.monotonic() + REMEMBERED_S

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in _CONTENT_EVENTS or (event.is_directory and event.event_type == "modified"):
            return
        for path in (event.src_path, event.dest_path):
            if path:
                self._tell(
                    relative(self._root, path if isinstance(path, str) else path.decode("utf-8", "replace"))
                )

    def _tell(self, path: str) -> None:
        *folders, name = path.split("/")
        if GIT in folders:
            if path == f"{GIT}/HEAD":
                self._changed(self._root.id, "")
            return
        if name == GIT and folders:
            self._changed(self._root.id, "/".join(folders))  # a repository begins or ends there
            return
        if not folders or self._is_of_interest("/".join(folders)):
            self._changed(self._root.id, path)

    def _is_of_interest(self, folder: str) -> bool:
        now = time.monotonic()
        if now >= self._until:
            self._enters = self._entering(self._root)
            self._until = now + REMEMBERED_S
        return self._enters(folder)
