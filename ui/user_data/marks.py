"""Favourites and notes on files, kept in one small file of an index."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ui.user_data.document import PersonFile

_VERSION = 1
MOST_NOTE_CHARS = 20_000


@dataclass(frozen=True, slots=True)
class Mark:
    """A file that a person marked.

    Attributes:
        file_id: identifier in the index.
        root_path: where its root lies; with ``path`` its place on the disk.
        line: where the selection stood, from 1.
        favourite: whether it is one.
        note: what the person wrote about it; empty for nothing.
        at: seconds since the epoch of the last change.
    """

    file_id: str
    repository: str
    path: str
    root_path: str = ""
    line: int = 1
    favourite: bool = False
    note: str = ""
    at: float = 0.0


class MarkStore:
    """Reads and writes the marks; every change reads the file again first, so that two windows lose nothing."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = PersonFile(path, _VERSION)
        self._clock = clock

    def load(self) -> tuple[Mark, ...]:
        """Return all marks, newest first."""
        return self.file.read(_decoded, ())

    def set_favourite(self, mark: Mark, *, on: bool) -> tuple[Mark, ...]:
        """Make a file a favourite, or not any more."""
        return self._change(mark, lambda known: replace(known, favourite=on))

    def set_note(self, mark: Mark, note: str) -> tuple[Mark, ...]:
        """Write a note on a file; an empty one removes it."""
        return self._change(
            mark, lambda known: replace(known, note=note.strip()[:MOST_NOTE_CHARS], line=mark.line)
        )

    def _change(self, mark: Mark, change: Callable[[Mark], Mark]) -> tuple[Mark, ...]:
        now = self.load()
        known = next((other for other in now if other.file_id == mark.file_id), mark)
        changed = replace(change(known), at=self._clock())
        others = tuple(other for other in now if other.file_id != mark.file_id)
        marks = (changed, *others) if changed.favourite or changed.note else others
        self.file.write({"marks": [asdict(each) for each in marks]})
        return marks


def _decoded(raw: dict[str, object]) -> tuple[Mark, ...]:
    listed = raw["marks"]
    if not isinstance(listed, list):
        raise TypeError
    return tuple(
        Mark(
            file_id=str(mark["file_id"]),
            repository=str(mark["repository"]),
            path=str(mark["path"]),
            root_path=str(mark.get("root_path", "")),
            line=int(mark.get("line", 1)),
            favourite=bool(mark.get("favourite", False)),
            note=str(mark.get("note", "")),
            at=float(mark.get("at", 0.0)),
        )
        for mark in listed
    )
