"""Favourites and notes on files, kept in one small file of an index."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from search.types.files import Root
from search.types.ids import file_id, prefix
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

    def follow(self, roots: Sequence[Root]) -> tuple[Mark, ...]:
        """Return the marks with the roots that their files are in now, and write them if one has changed.

        A mark stays as it is while no root has its file. Of two marks of one file the newer has what both say.
        """
        known, present = self.load(), _PresentRoots(roots)
        marks: dict[str, Mark] = {}
        for mark in known:
            now = _followed(mark, present)
            newer = marks.get(now.file_id)
            marks[now.file_id] = now if newer is None else _joined(newer, now)
        followed = tuple(marks.values())
        if followed != known:
            self._write(followed)
        return followed

    def _change(self, mark: Mark, change: Callable[[Mark], Mark]) -> tuple[Mark, ...]:
        now = self.load()
        known = next((other for other in now if other.file_id == mark.file_id), mark)
        changed = replace(change(known), at=self._clock())
        others = tuple(other for other in now if other.file_id != mark.file_id)
        marks = (changed, *others) if changed.favourite or changed.note else others
        self._write(marks)
        return marks

    def _write(self, marks: tuple[Mark, ...]) -> None:
        self.file.write({"marks": [asdict(each) for each in marks]})


class _PresentRoots:
    """Finds the root of a file without a look at every root: there can be hundreds, and thousands of marks."""

    def __init__(self, roots: Sequence[Root]) -> None:
        self._by_scope: dict[str, Root] = {}
        self._by_folder: dict[Path, Root] = {}
        self._around: dict[str, Root | None] = {}
        for root in roots:
            self._by_scope.setdefault(prefix(root.repository, root.branch), root)
            if root.folder:
                self._by_folder.setdefault(Path(root.folder), root)

    def owner(self, mark: Mark) -> Root | None:
        """Return the root that has the scope of the mark's identifier."""
        return self._by_scope.get(mark.file_id.partition(":file:")[0])

    def around(self, file: Path) -> Root | None:
        """Return the innermost root on the disk that has a file in it."""
        folder = str(file.parent)
        if folder not in self._around:
            above = (file.parent, *file.parent.parents)
            self._around[folder] = next((self._by_folder[each] for each in above if each in self._by_folder), None)
        return self._around[folder]


def _followed(mark: Mark, roots: _PresentRoots) -> Mark:
    """Return a mark with the identifier that its file has now.

    The identifier changes when another branch is checked out, and when a folder around the file becomes a
    repository of its own or stops being one. The folder of a root can be moved.
    """
    if not mark.root_path:
        return mark
    owner = roots.owner(mark)
    if owner is not None and owner.from_git:
        return mark
    absolute = Path(mark.root_path) / mark.path
    inner = roots.around(absolute)
    if inner is None:
        return mark if owner is None else replace(mark, root_path=owner.path)
    path = mark.path if inner.path == mark.root_path else absolute.relative_to(inner.path).as_posix()
    new_id = file_id(inner.repository, inner.branch, path)
    return replace(mark, file_id=new_id, repository=inner.repository, path=path, root_path=inner.path)


def _joined(newer: Mark, older: Mark) -> Mark:
    notes = dict.fromkeys(filter(None, (newer.note, older.note)))
    note = "\n\n".join(notes)[:MOST_NOTE_CHARS]
    return replace(newer, favourite=newer.favourite or older.favourite, note=note)


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
