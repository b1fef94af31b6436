"""Copies chunk rows between branches and work trees of a repository, for files with the same content."""

from collections.abc import Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from search.storage.chunks_table import ChunksTable
from search.types.files import FileRecord
from search.types.ids import ChunkId, FileId, is_card, prefix

_NAMING = ("id", "file_id", "node_id")
"""Columns with values that begin with repository and branch."""

_SCOPE = ("path_hash", "repository", "branch")

Terms = list[tuple[ChunkId, str]]


class BranchRows:
    """Writes rows of one branch or work tree under the ids of another."""

    def __init__(self, chunks: ChunksTable) -> None:
        self._chunks = chunks

    def copy_rows(
        self,
        files: Mapping[FileId, FileRecord],
        source: FileRecord,
        beside: Sequence[FileId] = (),
        /,
        *,
        copy: bool,
    ) -> dict[FileId, Terms]:
        """Write the rows of files, vectors included, from their rows on another branch, in one commit.

        Args:
            files: files of one root: id on the other branch -> record on this branch.
            source: any of the files on the other branch, possibly of another root.
            beside: files with the same texts; their rows are rewritten next to the new ones, so that they
                compress.
            copy: keep the rows of the other branch.

        Returns:
            By new id, the chunks and terms, without the card, of each file whose rows are complete. The other
            files are unchanged.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        stored = self._chunks.stored_rows(list(files))
        complete = _complete_files(stored, files)
        if not complete:
            return {}
        before = stored.filter(pc.is_in(stored.column("file_id"), pa.array(sorted(complete), pa.string())))
        rows = _on_branch(before, source, next(iter(files.values())))
        new = [files[file].id for file in sorted(complete)]
        shared = self._chunks.stored_rows(beside)
        if copy:
            self._chunks.replace_rows(rows, new, pa.concat_tables([before, shared]))
        else:
            self._chunks.replace_rows(rows, [*new, *sorted(complete)], shared)
        copied: dict[FileId, Terms] = {file: [] for file in new}
        columns = (rows.column(name).to_pylist() for name in ("id", "file_id", "terms"))
        for chunk, file, terms in zip(*columns, strict=True):
            if not is_card(chunk):
                copied[file].append((chunk, terms))
        return copied


def _complete_files(rows: pa.Table, files: Mapping[FileId, FileRecord]) -> set[FileId]:
    """Return the files with as many rows as their record says, plus one for the card."""
    counts = {count["values"]: count["counts"] for count in pc.value_counts(rows.column("file_id")).to_pylist()}
    return {file for file, record in files.items() if counts.get(file) == record.chunk_count + 1}


def _on_branch(rows: pa.Table, source: FileRecord, of: FileRecord) -> pa.Table:
    """Return rows of the root and branch of ``source`` with the names of the root and branch of ``of``."""
    before, after = (f"{prefix(record.repository, record.branch)}:" for record in (source, of))
    for name in _NAMING:
        renamed = pc.binary_replace_slice(rows.column(name), 0, len(before.encode()), after)
        rows = _with(rows, name, renamed)
    for name in _SCOPE:
        value = pa.scalar(getattr(of, name), pa.string())
        rows = _with(rows, name, pa.repeat(value, rows.num_rows))
    return rows


def _with(rows: pa.Table, name: str, column: pa.Array | pa.ChunkedArray) -> pa.Table:
    index = rows.schema.get_field_index(name)
    return rows.set_column(index, rows.schema.field(index), column)
