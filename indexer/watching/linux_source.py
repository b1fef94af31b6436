"""Events on Linux: one watch for each folder of interest, all on one inotify instance.

watchdog's own recursive emitter would watch ignored trees too, and each watch counts against a pool that all
programs of a user share; so its inotify reader is used directly.
"""

import errno
import os
from pathlib import Path
from threading import RLock

from watchdog.observers.inotify_c import (
    CallbackId,
    InotifyConstants,
    InotifyEvent,
    InotifyFD,
    Mask,
    WatchDescriptor,
)

from indexer.watching.budget import subfolders, watch_limit
from indexer.watching.sources import GIT, Changed, Entering, Enters, Short, WatchLimitError, relative
from search.storage.git.head import git_folder, work_tree
from search.types.files import Root
from search.types.ids import RootId

_MASK = Mask(
    InotifyConstants.IN_CLOSE_WRITE
    | InotifyConstants.IN_MODIFY
    | InotifyConstants.IN_ATTRIB
    | InotifyConstants.IN_MOVED_FROM
    | InotifyConstants.IN_MOVED_TO
    | InotifyConstants.IN_CREATE
    | InotifyConstants.IN_DELETE
    | InotifyConstants.IN_DELETE_SELF
    | InotifyConstants.IN_DONT_FOLLOW
    | InotifyConstants.IN_ONLYDIR
    | InotifyConstants.IN_EXCL_UNLINK
)

_NO_WATCHES_LEFT = frozenset({errno.ENOSPC, errno.EMFILE})
_NOT_WATCHABLE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EACCES})
"""The folder vanished meanwhile or cannot be read: nothing in it can be indexed either."""


class LinuxSource:
    """`EventSource` on inotify.

    Args:
        changed: called on the reading thread.
        short: called on the reading thread.

    Raises:
        OSError: the system gives no more instances of inotify.
    """

    def __init__(self, changed: Changed, entering: Entering, short: Short) -> None:
        self._changed = changed
        self._entering = entering
        self.short = short
        self._limit = watch_limit()
        self._trees: dict[RootId, _Tree] = {}
        self._reader = InotifyFD()
        self._reader.start()

    def watch(self, root: Root, /) -> None:
        """Begin to report changes below this root.

        Raises:
            WatchLimitError: the system gives no more watches; nothing of this root is watched then.
        """
        self._limit = watch_limit()
        tree = _Tree(root, self._reader, self)
        self._trees[root.id] = tree
        try:
            tree.add_all()
        except WatchLimitError:
            self.unwatch(root.id)
            raise

    def unwatch(self, root: RootId, /) -> None:
        """Stop reporting changes of this root."""
        tree = self._trees.pop(root, None)
        if tree is not None:
            tree.drop_all()

    def close(self) -> None:
        """Stop reporting changes of all roots and end the reading thread."""
        self._reader.stop()
        self._reader.join()
        self._trees.clear()

    def require_room(self) -> None:
        """Refuse one more watch when the limit is reached.

        Raises:
            WatchLimitError: it is.
        """
        used = sum(len(tree) for tree in list(self._trees.values()))
        if self._limit is not None and used >= self._limit:
            raise WatchLimitError(used + 1)

    def entering(self, root: Root) -> Enters:
        """Return what says, for one pass, whether the content of a folder (absolute) can be of interest."""
        enters = self._entering(root)
        return lambda folder: not folder.endswith(f"/{GIT}") and enters(relative(root, folder))

    def changed(self, root: Root, path: str) -> None:
        """Pass on that ``path`` (absolute) changed."""
        self._changed(root.id, relative(root, path))


class _Tree:
    """The watches of one root; inotify's reading thread calls the ``on_`` methods."""

    def __init__(self, root: Root, reader: InotifyFD, source: LinuxSource) -> None:
        self.root = root
        self._reader = reader
        self._source = source
        self._id = CallbackId(id(self))
        self._lock = RLock()
        self._folders: dict[WatchDescriptor, str] = {}
        self._watches: dict[str, WatchDescriptor] = {}
        self._git: WatchDescriptor | None = None

    def __len__(self) -> int:
        return len(self._folders)

    def add_all(self) -> None:
        """Watch the root, and the folder of git that tells of another branch."""
        tree = work_tree(Path(self.root.path))
        git = git_folder(tree) if tree is not None else None
        if git is not None:
            self._git = self._add(str(git))
        self._add_below(self.root.path)

    def _add_below(self, top: str) -> None:
        pending, enters = [top], self._source.entering(self.root)
        while pending:
            folder = pending.pop()
            self._add(folder)
            pending += [sub.path for sub in subfolders(folder) if enters(sub.path)]

    def _add(self, folder: str) -> WatchDescriptor | None:
        self._source.require_room()
        with self._lock:
            if folder in self._watches:
                return None
            try:
                watch = self._reader.add_callback(os.fsencode(folder), _MASK, self, self._id)
            except OSError as exc:
                if exc.errno in _NO_WATCHES_LEFT:
                    raise WatchLimitError(len(self) + 1) from exc
                if exc.errno in _NOT_WATCHABLE:
                    return None
                raise
            self._folders[watch] = folder
            self._watches[folder] = watch
            return watch

    def drop_below(self, folder: str) -> None:
        """Give back the watches of a folder and of all below it; without its own there are none below."""
        below = folder + os.sep
        with self._lock:
            if folder not in self._watches:
                return
            dropped = [w for w, path in self._folders.items() if path == folder or path.startswith(below)]
            for watch in dropped:
                self._forget(watch)
        self._reader.remove_callbacks([(watch, self._id) for watch in dropped])

    def drop_all(self) -> None:
        """Give back all watches."""
        with self._lock:
            dropped = list(self._folders)
            self._folders.clear()
            self._watches.clear()
        self._reader.remove_callbacks([(watch, self._id) for watch in dropped])

    def _forget(self, watch: WatchDescriptor) -> str:
        """Return the root of a watch; empty if it was removed already."""
        folder = self._folders.pop(watch, "")
        if self._watches.get(folder) == watch:
            del self._watches[folder]
        return folder

    def on_event(self, event: InotifyEvent) -> None:
        """Pass an event on as a changed path."""
        folder = self._folders.get(event.wd)
        if folder is None or not event.name:
            return
        name = os.fsdecode(event.name)
        if event.wd == self._git:
            if name == "HEAD":
                self._source.changed(self.root, self.root.path)
            return
        path = f"{folder.rstrip('/')}/{name}"
        if name == GIT and folder != self.root.path:
            self._source.changed(self.root, folder)  # a repository begins or ends there
        elif not event.is_directory:
            self._source.changed(self.root, path)
        elif self._source.entering(self.root)(path):
            self._on_folder(path, event)
        elif (event.is_create or event.is_moved_to) and os.path.lexists(f"{path}/{GIT}"):
            self._source.changed(self.root, path)

    def _on_folder(self, path: str, event: InotifyEvent) -> None:
        if event.is_attrib:
            return
        if event.is_moved_from or event.is_delete:
            self.drop_below(path)
        else:
            try:
                self._add_below(path)
            except WatchLimitError as exc:
                self._source.short(exc.folders)
                path = self.root.path
        self._source.changed(self.root, path)

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:
        """Forget a watch whose folder is gone."""
        with self._lock:
            folder = self._forget(wd)
        if folder == self.root.path:
            self._source.changed(self.root, folder)

    def on_queue_overflow(self) -> None:
        """Have the root compared: the system lost events."""
        self._source.changed(self.root, self.root.path)
