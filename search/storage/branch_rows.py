"""Text that a file has on another branch or work tree of its repository: its rows, under the names of this one."""

from collections.abc import Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from search.storage.chunks_table import ChunksTable
from search.types.files import FileRecord
from search.types.ids import ChunkId, FileId, is_card, prefix

_NAMING = ("id", "file_id", "node_id")
"""Columns whose values begin with repository and branch."""

_SCOPE = ("path_hash", "repository", "branch")

Terms = list[tuple[ChunkId, str]]


class BranchRows:
    """Carries rows from one branch or work tree to another."""

    def __init__(self, chunks: ChunksTable) -> None:
        self._chunks = chunks

    def carry(
        self,
        files: Mapping[FileId, FileRecord],
        source: FileRecord,
        beside: Sequence[FileId] = (),
        /,
        *,
        copy: bool,
    ) -> dict[FileId, Terms]:
        """Give files the rows, vectors included, that they have on another branch, in one commit.

        Args:
            files: of one root: identifier on the other branch -> record on this one.
            source: any of the files on the other branch, perhaps of another root.
            beside: files with the same texts as some of these: written again beside them, they share their room.
            copy: leave the other branch its rows.

        Returns:
            By new identifier, what words find of each file whose rows are all there: its chunks with their terms,
            the card left out. The other files are as they were.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        found = self._chunks.stored_rows(list(files))
        whole = _whole(found, files)
        if not whole:
            return {}
        before = found.filter(pc.is_in(found.column("file_id"), pa.array(sorted(whole), pa.string())))
        rows = _on_branch(before, source, next(iter(files.values())))
        new = [files[file].id for file in sorted(whole)]
        alike = self._chunks.stored_rows(beside)
        if copy:
            self._chunks.replace_rows(rows, new, pa.concat_tables([before, alike]))
        else:
            self._chunks.replace_rows(rows, [*new, *sorted(whole)], alike)
        carried: dict[FileId, Terms] = {file: [] for file in new}
        columns = (rows.column(name).to_pylist() for name in ("id", "file_id", "terms"))
        for chunk, file, terms in zip(*columns, strict=True):
            if not is_card(chunk):
                carried[file].append((chunk, terms))
        return carried


def _whole(rows: pa.Table, files: Mapping[FileId, FileRecord]) -> set[FileId]:
    """Return the files that have as many rows as their record says, the card being one more."""
    counts = {one["values"]: one["counts"] for one in pc.value_counts(rows.column("file_id")).to_pylist()}
    return {file for file, record in files.items() if counts.get(file) == record.chunk_count + 1}


def _on_branch(rows: pa.Table, source: FileRecord, of: FileRecord) -> pa.Table:
    """Return rows of the root and branch of ``source`` as those of the one that the file ``of`` is in."""
    before, after = (f"{prefix(one.repository, one.branch)}:" for one in (source, of))
    for name in _NAMING:
        renamed = pc.binary_replace_slice(rows.column(name), 0, len(before.encode()), after)
        rows = _with(rows, name, renamed)
    for name in _SCOPE:
        value = pa.scalar(getattr(of, name), pa.string())
        rows = _with(rows, name, pa.repeat(value, rows.num_rows))
    return rows


def _with(rows: pa.Table, name: str, column: pa.Array | pa.ChunkedArray) -> pa.Table:
    place = rows.schema.get_field_index(name)
    return rows.set_column(place, rows.schema.field(place), column)
