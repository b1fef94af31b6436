"""``histories/``: what the commits of each root say, one file a root, written by whoever indexes it."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from search.atomic_write import atomic_write
from search.storage.git_log import Commit
from search.storage.layout import Layout
from search.types.ids import RootId

FORMAT = 1
"""Raised when what is read of a commit changes: every history is then read again."""


@dataclass(frozen=True, slots=True)
class History:
    """The commits of a root up to ``head``, newest first."""

    head: str
    commits: Sequence[Commit]
    format: int = FORMAT


_decoder = msgspec.json.Decoder(History)


class Histories:
    """The histories of one index; all of it can be read from the repositories again."""

    def __init__(self, layout: Layout) -> None:
        self._folder = layout.histories

    def get(self, root: RootId) -> History | None:
        """Return the history of a root; None when there is none, or none that can be understood."""
        try:
            found = _decoder.decode(self._file(root).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None
        return found if found.format == FORMAT else None

    def version(self, root: RootId) -> str:
        """Return a text that differs once a history was written again; empty when there is none."""
        try:
            found = self._file(root).stat()
        except OSError:
            return ""
        return f"{FORMAT} {found.st_mtime_ns} {found.st_size}"

    def size_bytes(self, root: RootId) -> int:
        """Return the room that the history of a root takes; 0 where there is none."""
        try:
            return self._file(root).stat().st_size
        except OSError:
            return 0

    def put(self, root: RootId, history: History) -> None:
        """Write the history of a root, whole or not at all.

        Raises:
            OSError: the file cannot be written.
        """
        atomic_write(self._file(root), msgspec.json.encode(history))

    def drop(self, root: RootId) -> None:
        """Forget the history of a root; one that is not known is no error.

        Raises:
            OSError: it cannot be deleted.
        """
        self._file(root).unlink(missing_ok=True)
        shutil.rmtree(self.postings(root), ignore_errors=True)  # what a reader holds open is never read again

    def postings(self, root: RootId) -> Path:
        """Return the folder for what search derives of a root's history."""
        return self._folder / root

    def _file(self, root: RootId) -> Path:
        return self._folder / f"{root}.json"
