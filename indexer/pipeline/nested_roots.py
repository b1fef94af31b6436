"""Files that go from one root to another: their folder becomes a root of its own, or joins the root around it.

The rows of the former root answer until the new one has read each file, or has been read to its end.
"""

import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from indexer.discovery.git_rules import begins_repository
from indexer.pipeline.content_reuse import Moved, moved_away
from indexer.pipeline.context import READABLE, IndexingContext
from indexer.types import FoundFile, Skip
from search.errors import NotFoundError
from search.file_names import file_at, stored_name
from search.types.files import OTHER_ROOT, FileRecord, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import FileId, RootId, file_id, path_hash

DELETED_AT_ONCE = 2_000
"""Files whose rows are deleted in one commit."""


@dataclass(frozen=True, slots=True)
class FormerRows:
    """Rows that other roots have of the files of a root.

    Attributes:
        ids: by path in that root.
        roots: the roots around it, whose graphs change.
        moved: hashes of their embedded texts, for the files of the same content.
    """

    ids: Mapping[str, Sequence[FileId]] = field(default_factory=dict)
    roots: frozenset[RootId] = frozenset()
    moved: Moved = field(default_factory=dict)


class NestedRoots:
    """Decides how long the rows of one root answer for another, and deletes them afterwards.

    A repository that is noticed but is no root yet counts as a root that has not been read.
    """

    def __init__(self, context: IndexingContext) -> None:
        self._context = context

    def staying(self, outer: Root, rows: Sequence[FileRecord]) -> set[FileId]:
        """Return which of an outer root's rows must stay, although the root does not list their files any more."""
        readable = [row for row in rows if row.state in READABLE] if outer.folder else []
        owners = _Owners(self._context, outer) if readable else None
        return {row.id for row in readable if owners is not None and owners.is_awaited(row)}

    def former(self, root: Root) -> FormerRows:
        """Return the rows that outer roots still have of a root that has not been read, and inner roots of it."""
        ids: defaultdict[str, list[FileId]] = defaultdict(list)
        outer_rows: list[FileRecord] = []
        if not self._context.readiness.is_listed(root.id):
            for outer, below in self._outer_roots(root.folder):
                for row in self._rows_below(outer, below):
                    ids[row.path.removeprefix(f"{below}/")].append(row.id)
                    outer_rows.append(row)
        inner_rows: list[FileRecord] = []
        for inner, below in self._joining(root):
            for row in self._context.readable(inner):
                ids[f"{below}/{row.path}"].append(row.id)
                inner_rows.append(row)
        roots = frozenset(row.path_hash for row in outer_rows)
        return FormerRows(ids, roots, moved_away(self._context.storage, [*outer_rows, *inner_rows]))

    def was_read(self, root: Root) -> None:
        """Delete the rows that outer roots have of files below a root that was read to its end."""
        self._drop_below(root.folder)

    def was_forgotten(self, root: Root) -> None:
        """Delete the rows that outer roots have of a repository's files, and do not make it a root again.

        A single root around it takes the files over.
        """
        around = max(self._outer_roots(root.folder), key=lambda pair: len(pair[0].path), default=None)
        if around is None or not begins_repository(Path(root.folder)):
            return
        outer, below = around
        folder = FoundFile(f"{below}/", root.folder, 0, 0, Skip(OTHER_ROOT))
        self.record([self._context.discovery.label(outer, folder)])
        self._drop_below(root.folder)

    def _drop_below(self, folder: str) -> None:
        for outer, below in self._outer_roots(folder):
            owners = _Owners(self._context, outer, settled=folder)
            self.delete([row.id for row in self._rows_below(outer, below) if owners.is_left(row)])

    def delete(self, files: Sequence[FileId]) -> None:
        """Delete rows and texts of files, and notify the listener."""
        if not files:
            return
        storage = self._context.storage
        with self._context.writing:
            for start in range(0, len(files), DELETED_AT_ONCE):
                part = files[start : start + DELETED_AT_ONCE]
                storage.chunks.replace_files(part, [], {})
                storage.files.remove(part)
        self._context.listener.files_replaced([], files, ())

    def record(self, rows: Sequence[FileRecord]) -> None:
        """Write the rows of folders that belong to another root.

        They are written last: a folder without one is noticed again, also after a kill.
        """
        others = [row for row in rows if row.reason == OTHER_ROOT]
        if others:
            with self._context.writing:
                self._context.storage.files.upsert(others)

    def _outer_roots(self, folder: str) -> Iterator[tuple[Root, str]]:
        """Yield each root around a folder, with the path of the folder in it."""
        for outer in self._context.storage.roots.all():
            if not outer.single and (path := _path_in(outer.folder, folder)):
                yield outer, path

    def _joining(self, root: Root) -> Iterator[tuple[Root, str]]:
        """Yield each root inside one that has no roots inside it any more, with the path of its folder there."""
        for inner in self._context.storage.roots.all() if root.single else ():
            if path := _path_in(root.folder, inner.folder):
                yield inner, path

    def _rows_below(self, outer: Root, path: str) -> list[FileRecord]:
        if not self._context.readiness.steps_of(outer.id).indexed:
            return []
        where = (
            Condition("path_hash", Operator.IN, (outer.id,)),
            Condition("path", Operator.GLOB, (f"/{path}",)),
        )
        rows = self._context.storage.files.matching(RowFilter(where), READABLE)
        return [row for row in rows if row.path.startswith(f"{path}/")]


def _path_in(outer: str, folder: str) -> str:
    """Return the path of a folder in the folder of a root; empty where it is not inside."""
    top = f"{outer.rstrip(os.sep)}{os.sep}"
    inside = bool(outer) and folder.startswith(top)
    return stored_name(folder.removeprefix(top).replace(os.sep, "/")) if inside else ""


class _Owners:
    """The roots to which files below an outer root belong now.

    Args:
        settled: the folder of a root inside it that has just been read or forgotten.
    """

    def __init__(self, context: IndexingContext, outer: Root, settled: str = "") -> None:
        self._context = context
        self._outer = outer
        self._roots: Mapping[str, Root] = {
            root.folder: root for root in context.storage.roots.all() if root.folder
        }
        self._innermost: dict[str, str] = {outer.folder: ""}
        self._unread: dict[str, bool] = {settled: False}

    def is_awaited(self, row: FileRecord) -> bool:
        """Return whether a file that is there belongs to an inner root that has not been read and may show it."""
        file = str(file_at(Path(self._outer.path), row.path))
        owner = self._owner_of(os.path.dirname(file))  # noqa: PTH120 -- no Path for each of thousands
        return bool(owner) and self._is_unread(owner) and not _is_missing(file) and self._may_be_seen(row, owner)

    def is_left(self, row: FileRecord) -> bool:
        """Return whether a file belongs to an inner root, and its row here is of no more use."""
        folder = file_at(Path(self._outer.path), row.path).parent
        return bool(self._owner_of(str(folder))) and not self.is_awaited(row)

    def _owner_of(self, folder: str) -> str:
        """Return the folder of the innermost root or repository around a folder; empty for the outer root."""
        pending = []
        while folder not in self._innermost:
            if folder in self._roots or self._splits_at(folder):
                self._innermost[folder] = folder
                break
            pending.append(folder)
            folder = os.path.dirname(folder)  # noqa: PTH120 -- as above
        owner = self._innermost[folder]
        self._innermost |= dict.fromkeys(pending, owner)
        return owner

    def _splits_at(self, folder: str) -> bool:
        path = Path(folder)
        return begins_repository(path) and not path.is_symlink() and not self._around(folder).single

    def _around(self, folder: str) -> Root:
        """Return the innermost root that contains a folder."""
        above = map(str, Path(folder).parents)
        return next((self._roots[each] for each in above if each in self._roots), self._outer)

    def _is_unread(self, owner: str) -> bool:
        known = self._unread.get(owner)
        if known is None:
            root = self._roots.get(owner)
            is_read = self._context.readiness.is_listed(root.id) if root else self._is_recorded(owner)
            known = self._unread[owner] = not is_read and self._is_left_to_another_root(owner)
        return known

    def _is_left_to_another_root(self, folder: str) -> bool:
        """Return whether the outer root leaves a folder out because it belongs to another root, not by a rule."""
        path = stored_name(Path(folder).relative_to(self._outer.path).as_posix())
        try:
            skip = self._context.discovery.why_not(self._outer, path)
        except NotFoundError:
            return False
        return skip is not None and skip.reason == OTHER_ROOT

    def _is_recorded(self, repository: str) -> bool:
        """Return whether a repository that is no root was noticed before, so that it is not to become one."""
        around = self._around(repository)
        path = stored_name(Path(repository).relative_to(around.path).as_posix())
        row = file_id(around.repository, around.branch, f"{path}/")
        known = self._context.storage.files.by_id([row]).get(row)
        return known is not None and known.reason == OTHER_ROOT

    def _may_be_seen(self, row: FileRecord, owner: str) -> bool:
        """Return whether everybody who sees this row may see the file in the inner root, too."""
        root = self._roots.get(owner) or replace(self._outer, id=path_hash(owner), path=owner)
        inner = stored_name((Path(self._outer.path, row.path)).relative_to(owner).as_posix())
        now = self._context.discovery.label(root, FoundFile(inner, "", 0, 0))
        return (
            now.tenant == row.tenant
            and set(row.tags) <= set(now.tags)
            and (not now.groups or _is_within(row.groups, now.groups))
        )


def _is_within(groups: Collection[str], allowed: Collection[str]) -> bool:
    return bool(groups) and set(groups) <= set(allowed)


def _is_missing(file: str) -> bool:
    try:
        os.lstat(file)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False
