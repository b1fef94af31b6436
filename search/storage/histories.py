"""``histories/``: the commit messages of each root, one file for each, written by the indexer."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from search.atomic_write import atomic_write
from search.storage.git.log import Commit
from search.storage.layout import Layout
from search.types.ids import RootId

FORMAT = 2
"""Version of the file format; after a change every history is read again."""


@dataclass(frozen=True, slots=True)
class History:
    """The commits of a root up to ``head``, newest first."""

    head: str
    commits: Sequence[Commit]
    format: int = FORMAT


_decoder = msgspec.json.Decoder(History)


class Histories:
    """The histories of one index; they can be read from the repositories again at any time."""

    def __init__(self, layout: Layout) -> None:
        self._folder = layout.histories

    def get(self, root: RootId) -> History | None:
        """Return the history of a root; None if there is none or it cannot be decoded."""
        try:
            history = _decoder.decode(self._file(root).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None
        return history if history.format == FORMAT else None

    def version(self, root: RootId) -> str:
        """Return a text that changes whenever the history is written; empty if there is none."""
        try:
            status = self._file(root).stat()
        except OSError:
            return ""
        return f"{FORMAT} {status.st_mtime_ns} {status.st_size}"

    def size_bytes(self, root: RootId) -> int:
        """Return the size of the history of a root; 0 if there is none."""
        try:
            return self._file(root).stat().st_size
        except OSError:
            return 0

    def put(self, root: RootId, history: History) -> None:
        """Write the history of a root atomically.

        Raises:
            OSError: the file cannot be written.
        """
        atomic_write(self._file(root), msgspec.json.encode(history))

    def drop(self, root: RootId) -> None:
        """Delete the history of a root, if there is one.

        Raises:
            OSError: it cannot be deleted.
        """
        self._file(root).unlink(missing_ok=True)
        shutil.rmtree(self.postings(root), ignore_errors=True)  # open files of a reader are not read again

    def postings(self, root: RootId) -> Path:
        """Return the folder for data that search derives from a root's history."""
        return self._folder / root

    def _file(self, root: RootId) -> Path:
        return self._folder / f"{root}.json"
