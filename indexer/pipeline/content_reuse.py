"""Reuse of rows and vectors for content that is already indexed, on another branch or under another path."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np
import numpy.typing as npt

from indexer.discovery.opened_file import content_of
from indexer.parsing.content_hash import hash_of
from indexer.pipeline.context import READABLE, IndexingContext, with_contents
from indexer.pipeline.planning import same_labels
from indexer.pipeline.ports import LabelledFile, ReadFile, ReadRequest
from indexer.pipeline.siblings import sibling_rows
from indexer.types import FoundFile, Skip
from search.storage.storage import Storage
from search.types.files import FileRecord, Root
from search.types.ids import ChunkId, FileId, RootId

REUSED_AT_ONCE = 1_000
"""Files of one commit, including those rewritten because they share a fragment.

Their rows take about 15 MB of memory.
"""


@dataclass(frozen=True, slots=True)
class ReusableFile:
    """A file to read, and a row of another branch or work tree that has its text or may have it.

    Attributes:
        shared: rows of other roots with the same content; the stored chunks serve them too.
    """

    labelled: LabelledFile
    row: FileRecord
    shared: tuple[FileRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Rows that other branches and work trees have at the paths of files to read.

    Attributes:
        rows: those that may have the text, by path; rows of the same folder come first.
        sure: those that have the text, judged by size and time or by the git object.
    """

    rows: Mapping[str, Sequence[FileRecord]] = field(default_factory=dict)
    sure: Mapping[str, FileRecord] = field(default_factory=dict)

    def untouched(self, files: Iterable[LabelledFile]) -> list[ReusableFile]:
        """Return the files whose text is known without reading them."""
        with_rows = ((labelled, self.sure.get(labelled.row.path)) for labelled in files)
        return [self._reusable(labelled, row) for labelled, row in with_rows if row is not None]

    def with_content(self, labelled: LabelledFile, content_hash: str) -> ReusableFile | None:
        """Return the file with a row that has this content, or None."""
        rows = self.rows.get(labelled.row.path, ())
        row = next((row for row in rows if row.content_hash == content_hash), None)
        return None if row is None else self._reusable(labelled, row)

    def _reusable(self, labelled: LabelledFile, row: FileRecord) -> ReusableFile:
        rows = (other for other in self.rows[row.path] if other.content_hash == row.content_hash)
        return ReusableFile(labelled, row, tuple(other for other in rows if other.id != row.id))


@dataclass(frozen=True, slots=True)
class ReuseResult:
    """Result of one commit.

    Attributes:
        rows: rows of the files on this branch now.
        left: their ids on the other branch, if that is no longer checked out.
        terms: id and terms of each of their chunks except cards.
    """

    rows: tuple[FileRecord, ...]
    left: tuple[FileId, ...]
    terms: tuple[tuple[ChunkId, str], ...]


NOTHING_REUSED = ReuseResult((), (), ())


class ContentReuse:
    """Finds text that other branches and work trees have, and writes its rows for this branch."""

    def __init__(self, context: IndexingContext) -> None:
        self._context = context

    def elsewhere(self, root: Root, read: Sequence[LabelledFile], known: Mapping[str, FileRecord]) -> Elsewhere:
        """Return rows that may hold the text of those files in ``read`` whose own text is not known."""
        lacking = {labelled.row.path: labelled for labelled in read if not _has_text(known.get(labelled.row.path))}
        if not lacking:
            return Elsewhere()
        beside = sibling_rows(self._context.storage, root, list(lacking))
        rows = {
            path: _fitting(lacking[path], candidates, root.id)
            for path, candidates in beside.items()
            if path in lacking
        }
        from_git = {labelled.id for labelled in self._context.storage.roots.all() if labelled.from_git}
        sure = {path: _untouched(lacking[path], candidates, from_git) for path, candidates in rows.items()}
        return Elsewhere(rows, {path: row for path, row in sure.items() if row is not None})

    def of_equal_content(
        self, root: Root, files: Sequence[ReadRequest], elsewhere: Elsewhere
    ) -> list[ReusableFile]:
        """Return the files whose bytes are those of another row; unreadable files are left out.

        Raises:
            BadInputError: git refuses to return its objects.
            MissingExtraError: there is no git.
        """
        contents = ((wanted.labelled, _bytes_of(wanted.labelled.file)) for wanted in with_contents(root, files))
        hashes = ((labelled, hash_of(data)) for labelled, data in contents if data is not None)
        matches = (elsewhere.with_content(labelled, content_hash) for labelled, content_hash in hashes)
        return [match for match in matches if match is not None]

    def write(self, reusable: Sequence[ReusableFile]) -> ReuseResult:
        """Write the rows of files from rows with the same content, in one commit.

        A file is left as it is when the other row has changed or some of its chunks are missing.

        Args:
            reusable: one of `parts`.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        storage = self._context.storage
        before = reusable[0].row
        moves = before.path_hash == reusable[0].labelled.row.path_hash
        with self._context.writing:
            now = storage.files.by_id([file.row.id for file in reusable])
            still = [file for file in reusable if now.get(file.row.id) == file.row]
            new = {file.row.id: _on_this_branch(file.labelled.row, file.row) for file in still}
            shared = [row.id for file in still for row in file.shared]
            terms = storage.branch_rows.copy_rows(new, before, shared, copy=not moves) if still else {}
            rows = tuple(row for row in new.values() if row.id in terms)
            left = tuple(old for old, row in new.items() if row.id in terms) if moves else ()
            storage.files.upsert(rows)
            storage.files.remove(left)
        return ReuseResult(rows, left, tuple(pair for reusable in terms.values() for pair in reusable))


def parts(reusable: Sequence[ReusableFile]) -> Iterator[list[ReusableFile]]:
    """Yield the files in groups that are committed together, each group from one branch."""
    for _, group in groupby(sorted(reusable, key=_source), key=_source):
        part: list[ReusableFile] = []
        size = 0
        for file in group:
            part.append(file)
            size += 1 + len(file.shared)
            if size >= REUSED_AT_ONCE:
                yield part
                part, size = [], 0
        if part:
            yield part


def _has_text(known: FileRecord | None) -> bool:
    return known is not None and known.state in READABLE and bool(known.content_hash)


def _fitting(labelled: LabelledFile, rows: Iterable[FileRecord], mine: RootId) -> list[FileRecord]:
    """Return the rows that may have the text. Rows of the same folder come first: they need not be copied.

    A branch in git that is checked out has the same name as the branch of its folder.
    """
    named = labelled.row
    fitting = [
        row
        for row in rows
        if row.content_hash
        and row.id != named.id
        and row.size_bytes == named.size_bytes
        and same_labels(named, row)
    ]
    return sorted(fitting, key=lambda row: (row.path_hash != mine, row.id))


def _untouched(labelled: LabelledFile, rows: Iterable[FileRecord], from_git: set[RootId]) -> FileRecord | None:
    """Return a row with the size and time, or the git object, of the file, so that the file need not be read.

    Times of different folders are not compared: a program may give all files the same time.
    """
    named = labelled.row
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


def _bytes_of(file: FoundFile) -> bytes | None:
    if file.blob:
        return file.data
    try:
        content = content_of(file)
    except OSError:
        return None
    return None if isinstance(content, Skip) else content


def _source(reusable: ReusableFile) -> tuple[str, str]:
    return reusable.row.path_hash, reusable.row.branch


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


Moved = Mapping[str, tuple[str, ...]]
"""Content hash of a deleted file -> hashes of its embedded texts, in the order of its chunks."""

Vectors = dict[str, npt.NDArray[np.float32]]


def moved_away(storage: Storage, purged: Sequence[FileRecord]) -> Moved:
    """Return the embed hashes of files about to be purged, for files that have the same content."""
    with_content = {row.id: row.content_hash for row in purged if row.content_hash and row.meaning}
    hashes = storage.chunks.embed_hashes(list(with_content))
    return {with_content[file]: names for file, names in sorted(hashes.items())}


def inherited(storage: Storage, model: str, reads: Iterable[ReadFile], moved: Moved, have: Vectors) -> Vectors:
    """Return the vectors of chunks of moved files by their new hashes, and store them in the cache.

    An embedded text begins with the path, so a moved file has new hashes although its content is the same.
    """
    old_of: dict[str, str] = {}
    for read in reads:
        before = moved.get(read.record.content_hash, ())
        chunks = sorted(read.chunks, key=lambda chunk: chunk.ordinal)
        if len(before) == len(chunks):
            pairs = zip(chunks, before, strict=True)
            old_of |= {
                chunk.embed_hash: old for chunk, old in pairs if chunk.embed_hash and chunk.embed_hash not in have
            }
    cached = storage.vectors.get_many(model, list(old_of.values()))
    vectors = {new: cached[old] for new, old in old_of.items() if old in cached}
    storage.vectors.put_many(model, vectors)
    return vectors
