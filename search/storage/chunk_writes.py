"""Replaces the rows of files in ``chunks``; those of new files are added without a look at the whole table."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from search.storage.expressions import one_of
from search.types.ids import FileId

MANY = 64
"""Files of one write from which on it is worth reading once which files have chunks."""


class ChunkWrites:
    """Remembers which files have chunks, from the first large write on; before, each write queries the table.

    It may take a file without chunks for one that has some, never the reverse.

    Args:
        shared: whether other processes write the table too; then every write queries it.
    """

    def __init__(self, *, shared: bool) -> None:
        self._shared = shared
        self._with_chunks: set[int] | None = None

    def replace(self, table: Any, rows: pa.Table, files: Sequence[FileId]) -> None:
        """Write the rows in one commit and delete all other rows of their files and of ``files``."""
        if self._may_have_chunks(table, {*files, *_files_of(rows)}):
            self.merge(table, rows, files)
        elif len(rows):
            self._add(rows)
            table.add(rows, on_bad_vectors="null")

    def merge(self, table: Any, rows: pa.Table, removed: Sequence[FileId]) -> None:
        """Replace rows with the same ids and delete the other rows of ``removed``, in one commit."""
        self._add(rows)
        merge = table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
        deleted = one_of("file_id", removed).to_sql()
        merge.when_not_matched_by_source_delete(deleted).execute(rows, on_bad_vectors="null")

    def _may_have_chunks(self, table: Any, files: set[FileId]) -> bool:
        if self._shared or (self._with_chunks is None and len(files) < MANY):
            return bool(table.count_rows(one_of("file_id", sorted(files)).to_sql()))
        if self._with_chunks is None:
            batches = table.search().select(["file_id"]).to_batches()
            self._with_chunks = {hash(file) for batch in batches for file in _files_of(batch)}
        return not self._with_chunks.isdisjoint(map(hash, files))

    def _add(self, rows: pa.Table) -> None:
        """Record the files before they are written: a write that fails may have been made all the same."""
        if self._with_chunks is not None:
            self._with_chunks.update(map(hash, _files_of(rows)))


def _files_of(rows: pa.Table | pa.RecordBatch) -> list[FileId]:
    return [FileId(file) for file in rows.column("file_id").unique().to_pylist()]
