"""Sources of events: what the watcher needs from the operating system."""

import os
from collections.abc import Callable
from typing import Protocol

from search.types.files import Root
from search.types.ids import RootId

GIT = ".git"
"""Name of the folder, or of a file in its place, with which a repository begins."""

Changed = Callable[[RootId, str], None]
"""Called from any thread with a root and a path relative to it; an empty path means all of it."""

Enters = Callable[[str], bool]
"""Whether the content of this folder (relative to the root, with ``/``) can be of interest, as of those above."""

Entering = Callable[[Root], Enters]
"""Returns what says so of the folders of a root for one pass, in which a folder is looked at once."""

Short = Callable[[int], None]
"""Called from any thread when there was no watch for a new folder; the number is how many are wanted at least."""


class WatchLimitError(Exception):
    """The system gives no more watches; ``folders`` is how many are wanted at least."""

    def __init__(self, folders: int) -> None:
        super().__init__(f"no watches left for {folders} folders")
        self.folders = folders


class EventSource(Protocol):
    """Tells of changes below roots."""

    def watch(self, root: Root, /) -> None:
        """Begin to report changes below this root.

        Raises:
            WatchLimitError: the system gives no more watches; nothing of this root is watched then.
            OSError: the folder cannot be watched at all.
        """
        ...

    def unwatch(self, root: RootId, /) -> None:
        """Stop reporting changes of this root."""
        ...

    def close(self) -> None:
        """Stop reporting changes of all roots and end all threads."""
        ...


def relative(root: Root, absolute: str) -> str:
    """Return ``absolute`` relative to the root with ``/``; the root itself is an empty text."""
    path = os.path.relpath(absolute, root.path)
    return "" if path == "." else path.replace(os.sep, "/")
