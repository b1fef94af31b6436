"""Files whose text is indexed on another branch or work tree of the repository: carried over, not cut again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from indexer.parsing.content_hash import hash_of
from indexer.pipeline.context import READABLE, IndexingContext, with_contents
from indexer.pipeline.planning import same_labels
from indexer.pipeline.ports import Labelled, Wanted
from indexer.pipeline.siblings import sibling_rows
from indexer.types import FoundFile
from search.types.files import FileRecord, Root
from search.types.ids import ChunkId, FileId, RootId

CARRIED_AT_ONCE = 1_000
"""Files of one commit, those written again beside them counted; their rows are in memory, about 15 MB of them."""


@dataclass(frozen=True, slots=True)
class ReusableFile:
    """A file to read, and a row elsewhere that has its text or may have it.

    Attributes:
        beside: rows of the same content that other roots have: they share its room.
    """

    one: Labelled
    row: FileRecord
    beside: tuple[FileRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What other branches and work trees have at the paths of files to read.

    Attributes:
        rows: those that may have the text, by path; the own folder's first.
        sure: those that have it, as size and time, or the object in git, tell.
    """

    rows: Mapping[str, Sequence[FileRecord]] = field(default_factory=dict)
    sure: Mapping[str, FileRecord] = field(default_factory=dict)

    def untouched(self, files: Iterable[Labelled]) -> list[ReusableFile]:
        """Return those of the files whose text is known without reading them."""
        found = ((one, self.sure.get(one.row.path)) for one in files)
        return [self._alike(one, row) for one, row in found if row is not None]

    def with_content(self, one: Labelled, content_hash: str) -> ReusableFile | None:
        """Return the file with a row that has this content; None where there is none."""
        rows = self.rows.get(one.row.path, ())
        row = next((row for row in rows if row.content_hash == content_hash), None)
        return None if row is None else self._alike(one, row)

    def _alike(self, one: Labelled, row: FileRecord) -> ReusableFile:
        rows = (other for other in self.rows[row.path] if other.content_hash == row.content_hash)
        return ReusableFile(one, row, tuple(other for other in rows if other.id != row.id))


@dataclass(frozen=True, slots=True)
class Carried:
    """What one commit carried over.

    Attributes:
        rows: of the files on this branch now.
        left: their identifiers on the other branch, where it is checked out no more.
        terms: identifier and terms of each of their chunks but the cards.
    """

    rows: tuple[FileRecord, ...]
    left: tuple[FileId, ...]
    terms: tuple[tuple[ChunkId, str], ...]


NOTHING_CARRIED = Carried((), (), ())


class ContentReuse:
    """Finds what other branches and work trees know, and carries it over."""

    def __init__(self, place: IndexingContext) -> None:
        self._place = place

    def elsewhere(self, root: Root, read: Sequence[Labelled], known: Mapping[str, FileRecord]) -> Elsewhere:
        """Return rows with the text that files may have, of those of ``read`` whose own is not known."""
        lacking = {one.row.path: one for one in read if not _has_text(known.get(one.row.path))}
        if not lacking:
            return Elsewhere()
        beside = sibling_rows(self._place.storage, root, list(lacking))
        rows = {path: _fitting(lacking[path], found, root.id) for path, found in beside.items() if path in lacking}
        from_git = {one.id for one in self._place.storage.roots.all() if one.from_git}
        sure = {path: _untouched(lacking[path], found, from_git) for path, found in rows.items()}
        return Elsewhere(rows, {path: row for path, row in sure.items() if row is not None})

    def of_equal_content(self, root: Root, files: Sequence[Wanted], elsewhere: Elsewhere) -> list[ReusableFile]:
        """Return the files whose bytes are those of a row elsewhere; one that cannot be read is none of them.

        Raises:
            BadInputError: git refuses to give its objects.
            MissingExtraError: there is no git.
        """
        contents = ((wanted.labelled, _bytes_of(wanted.labelled.found)) for wanted in with_contents(root, files))
        hashes = ((one, hash_of(data)) for one, data in contents if data is not None)
        found = (elsewhere.with_content(one, content_hash) for one, content_hash in hashes)
        return [alike for alike in found if alike is not None]

    def carry(self, found: Sequence[ReusableFile]) -> Carried:
        """Carry files whose content is that of their rows elsewhere, in one commit.

        A file whose rows are others by now, or not all there, is left as it is.

        Args:
            found: one of `parts`.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        storage = self._place.storage
        before = found[0].row
        moves = before.path_hash == found[0].one.row.path_hash
        with self._place.writing:
            now = storage.files.by_id([alike.row.id for alike in found])
            still = [alike for alike in found if now.get(alike.row.id) == alike.row]
            new = {alike.row.id: _on_this_branch(alike.one.row, alike.row) for alike in still}
            beside = [row.id for alike in still for row in alike.beside]
            terms = storage.branch_rows.carry(new, before, beside, copy=not moves) if still else {}
            rows = tuple(row for row in new.values() if row.id in terms)
            left = tuple(old for old, row in new.items() if row.id in terms) if moves else ()
            storage.files.upsert(rows)
            storage.files.remove(left)
        return Carried(rows, left, tuple(pair for found in terms.values() for pair in found))


def parts(found: Sequence[ReusableFile]) -> Iterator[list[ReusableFile]]:
    """Yield the files in runs that one commit carries, each from one branch."""
    for _, group in groupby(sorted(found, key=_source), key=_source):
        part: list[ReusableFile] = []
        size = 0
        for alike in group:
            part.append(alike)
            size += 1 + len(alike.beside)
            if size >= CARRIED_AT_ONCE:
                yield part
                part, size = [], 0
        if part:
            yield part


def _has_text(known: FileRecord | None) -> bool:
    return known is not None and known.state in READABLE and bool(known.content_hash)


def _fitting(one: Labelled, rows: Iterable[FileRecord], mine: RootId) -> list[FileRecord]:
    """Return the rows that may have the text; those of the own folder first, since they need not be copied.

    A branch in git that is checked out now has the name of the folder's.
    """
    named = one.row
    fitting = [
        row
        for row in rows
        if row.content_hash
        and row.id != named.id
        and row.size_bytes == named.size_bytes
        and same_labels(named, row)
    ]
    return sorted(fitting, key=lambda row: (row.path_hash != mine, row.id))


def _untouched(one: Labelled, rows: Iterable[FileRecord], from_git: set[RootId]) -> FileRecord | None:
    """Return a row whose size and time, or object in git, are those of the file: nobody has to look into it.

    Times of two folders tell nothing: a program may give all files the same one.
    """
    named = one.row
    in_git = named.path_hash in from_git
    return next(
        (
            row
            for row in rows
            if row.mtime_ns == named.mtime_ns
            and (row.path_hash == named.path_hash or (in_git and row.path_hash in from_git))
        ),
        None,
    )


def _bytes_of(found: FoundFile) -> bytes | None:
    if found.blob:
        return found.data
    try:
        return found.absolute.read_bytes()
    except OSError:
        return None


def _source(alike: ReusableFile) -> tuple[str, str]:
    return alike.row.path_hash, alike.row.branch


def _on_this_branch(named: FileRecord, row: FileRecord) -> FileRecord:
    return replace(
        row,
        id=named.id,
        path_hash=named.path_hash,
        repository=named.repository,
        branch=named.branch,
        size_bytes=named.size_bytes,
        mtime_ns=named.mtime_ns,
    )
