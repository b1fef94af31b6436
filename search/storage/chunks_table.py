"""The ``chunks`` table: text and vectors of the units of retrieval."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from search.storage.chunk_columns import (
    COLUMNS,
    SHOWN_COLUMNS,
    ChunkChange,
    ChunkColumns,
    DefinedNames,
    Follower,
    StoredVector,
    VectorRows,
    columns_of,
    shown_chunks,
    shown_part,
)
from search.storage.chunk_writes import ChunkWrites
from search.storage.database import Database
from search.storage.expressions import Paths, expression, one_of
from search.storage.lance import Expr, col, lit
from search.storage.predicate import EVERYTHING
from search.storage.row_addresses import RowAddresses
from search.storage.schema import CHUNKS, chunks_schema, rows_of
from search.storage.table_rows import IndexUse, select, select_nearest
from search.storage.vectors import cosines_of, matrix_of, vector_column
from search.types.chunks import Chunk, ChunkKind, ShownChunk
from search.types.filters import RowFilter
from search.types.ids import ChunkId, FileId, RootId, is_card

Vectors = Mapping[str, npt.NDArray[np.float32]]

READ_AT_ONCE = 2_000
"""Identifiers of one ``IN``; longer ones take the database longer to parse than to answer."""

BATCH_ROWS = 8_192
"""Rows that a streaming read holds in memory at once."""

_TIE_MARGIN = 32
"""Rows read beyond the limit, so that rows of equal distance at its edge can be ordered by id."""

_SAME_TOGETHER = [("path", "ascending"), ("ordinal", "ascending"), ("id", "ascending")]
"""Order that puts the chunks of one path on several branches next to each other."""

_REFINE, _PROBES = 10, 50
"""With an IVF_SQ index these settings find the same rows as a full scan (recall@10 1.00 at 500,000 rows)."""

_REFINE_MANY = 2
"""The same for lists of hundreds, of which the first tens count."""


class ChunksTable:
    """`ChunkStore` on LanceDB.

    Args:
        paths: gives every path of the index, for patterns with wildcards.
    """

    def __init__(self, database: Database, paths: Paths) -> None:
        self._database = database
        self._paths = paths
        self._writes = ChunkWrites(shared=database.is_remote)
        self._addresses = RowAddresses(database)

    def replace_files(self, files: Sequence[FileId], chunks: Sequence[Chunk], vectors: Vectors, /) -> None:
        """Replace all chunks of ``files`` by ``chunks`` in one commit.

        Args:
            files: their chunks that are not in ``chunks`` are deleted.
            chunks: with unique ids; of a repeated id the last counts.
            vectors: unit vectors by ``embed_hash``; a chunk without one is stored without a vector.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        if not files and not chunks:
            return
        unique = list({chunk.id: chunk for chunk in chunks}.values())
        rows = self._rows(unique, vectors)
        came = tuple((chunk.id, chunk.file_id) for chunk in chunks)
        shown = tuple(map(shown_part, _no_cards(unique)))
        self._write(lambda table: self._writes.replace(table, rows, files), rows, tuple(files), came, shown)

    def stored_rows(self, files: Sequence[FileId], /) -> pa.Table:
        """Return the rows of these files as they are stored, all columns, vectors included."""
        schema = chunks_schema(self._database.dimension)
        parts = self._tables_in_parts(files, schema.names, None, column="file_id")
        return pa.concat_tables([schema.empty_table(), *(part.cast(schema) for part in parts)])

    def replace_rows(self, rows: pa.Table, removed: Sequence[FileId], shared: pa.Table, /) -> None:
        """Write rows unchanged and delete all other rows of the files ``removed``, in one commit.

        Args:
            rows: rows of new files.
            removed: the files.
            shared: existing rows with the same texts, rewritten next to the new ones so that they compress.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        came = zip(rows.column("id").to_pylist(), rows.column("file_id").to_pylist(), strict=True)
        shown = tuple(row for row in shown_chunks(rows) if not is_card(row.id))
        written = pa.concat_tables([shared, rows]).sort_by(_SAME_TOGETHER)
        merge = partial(self._writes.merge, rows=written, removed=removed)
        self._write(merge, rows, tuple(removed), tuple(came), shown)

    def forget(self, root: RootId) -> None:
        """Delete all chunks of a root in one commit.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        mine = col("path_hash") == lit(root)
        files = set(self._select(["file_id"], mine).column("file_id").to_pylist())
        nothing = chunks_schema(self._database.dimension).empty_table()
        self._write(lambda table: table.delete(mine), nothing, tuple(files))

    def follow(self, follower: Follower) -> None:
        """Call a method after every commit of this process, in the writing thread, while its object lives."""
        self._database.follow_chunks(follower)

    def _write(
        self,
        action: Callable[[Any], None],
        rows: pa.Table,
        removed: tuple[FileId, ...] = (),
        came: tuple[tuple[ChunkId, FileId], ...] = (),
        shown: tuple[ShownChunk, ...] = (),
    ) -> None:
        embedded, matrix = self._with_vector(rows)

        def tell(before: int, after: int) -> None:
            self._database.tell_of_chunks(
                ChunkChange(before, after, removed, came, shown, tuple(embedded), matrix)
            )

        self._database.write(CHUNKS, action, tell)

    def _rows(self, chunks: Sequence[Chunk], vectors: Vectors) -> pa.Table:
        dimension = self._database.dimension
        column = vector_column([vectors.get(chunk.embed_hash) for chunk in chunks], dimension)
        return rows_of(chunks, chunks_schema(dimension), vector=column)

    def put_vectors(self, vectors: Mapping[ChunkId, npt.NDArray[np.float32]], /) -> None:
        """Write the vectors of chunks in one commit; chunks deleted meanwhile stay deleted."""
        if not vectors:
            return
        schema = chunks_schema(self._database.dimension)
        columns = [
            pa.array(list(vectors), pa.string()),
            vector_column(list(vectors.values()), self._database.dimension),
        ]
        rows = pa.Table.from_arrays(columns, schema=pa.schema([schema.field("id"), schema.field("vector")]))

        def fill(table: Any) -> None:
            table.merge_insert("id").when_matched_update_all().execute(rows, on_bad_vectors="null")

        self._write(fill, rows)

    def texts(self, ids: Sequence[str], row_filter: RowFilter, /) -> dict[ChunkId, str]:
        """Return the bare text of those chunks that exist and pass the filter, in the order of ``ids``."""
        texts = {
            row["id"]: row["text"]
            for row in self._in_parts(ids, ["id", "text"], expression(row_filter.of_chunks(), self._paths))
        }
        return {ChunkId(identifier): texts[identifier] for identifier in dict.fromkeys(ids) if identifier in texts}

    def rows(self, ids: Sequence[str], row_filter: RowFilter = EVERYTHING, /) -> dict[ChunkId, Chunk]:
        """Return the chunks that exist and pass, in the order of ``ids``; their ``embed_text`` is empty."""
        where = expression(row_filter.of_chunks(), self._paths)
        chunks = {row["id"]: _chunk(row) for row in self._in_parts(ids, _RECORD_COLUMNS, where)}
        return {
            ChunkId(identifier): chunks[identifier] for identifier in dict.fromkeys(ids) if identifier in chunks
        }

    def shown(self, ids: Sequence[str], row_filter: RowFilter = EVERYTHING, /) -> dict[ChunkId, ShownChunk]:
        """Return the displayed part of the chunks that exist and pass, in the order of ``ids``."""
        where = expression(row_filter.of_chunks(), self._paths)
        parts = self._tables_in_parts(ids, SHOWN_COLUMNS, where, column="id")
        chunks = {chunk.id: chunk for part in parts for chunk in shown_chunks(part)}
        return {chunk: chunks[chunk] for chunk in map(ChunkId, dict.fromkeys(ids)) if chunk in chunks}

    def defined_names(self, ids: Sequence[str], /) -> dict[ChunkId, DefinedNames]:
        """Return the names that each of these chunks defines, if it exists."""
        rows = self._in_parts(ids, ["id", "ordinal", "symbols"], None)
        return {ChunkId(row["id"]): DefinedNames(row["ordinal"], row["symbols"] or ()) for row in rows}

    def shown_batches(self) -> Iterator[tuple[list[ShownChunk], list[FileId]]]:
        """Yield the displayed part of all chunks except cards, each with its file, batch by batch."""
        for batch in self._database.stream(CHUNKS, [*SHOWN_COLUMNS, "file_id"], BATCH_ROWS):
            pairs = zip(shown_chunks(batch), batch.column("file_id").to_pylist(), strict=True)
            shown = [(row, file) for row, file in pairs if not is_card(row.id)]
            yield [row for row, _ in shown], [file for _, file in shown]

    def of_files(self, files: Sequence[FileId], row_filter: RowFilter = EVERYTHING, /) -> list[Chunk]:
        """Return the visible chunks of these files by (file, ordinal, id); their ``embed_text`` is empty."""
        where = expression(row_filter.of_chunks(), self._paths)
        rows = self._in_parts(files, _RECORD_COLUMNS, where, column="file_id")
        return sorted(map(_chunk, rows), key=lambda chunk: (chunk.file_id, chunk.ordinal, chunk.id))

    def nearest(
        self, vector: npt.NDArray[np.float32], row_filter: RowFilter, limit: int, /
    ) -> tuple[list[ChunkId], npt.NDArray[np.float64]]:
        """Return ids and cosines of the nearest chunks that pass, best first, ties by id; cards are included."""
        where = expression(row_filter.of_chunks(), self._paths)
        count = limit + _TIE_MARGIN
        while True:
            ids, cosines = self._nearest(vector, where, count)
            cut_in_tie = len(ids) == count and cosines[limit - 1] == cosines[-1]
            if not cut_in_tie or limit < 1:
                return ids[:limit], cosines[:limit]
            count *= 4

    def nearest_shown(
        self, vector: npt.NDArray[np.float32], limit: int, /
    ) -> tuple[list[ChunkId], npt.NDArray[np.float64]]:
        """Return what `nearest` does of all chunks that are no cards: more are asked for and cards are dropped.

        A condition on every row costs more than the search.
        """
        count = 2 * limit + _TIE_MARGIN
        while True:
            ids, cosines = self._nearest(vector, None, count, _REFINE_MANY)
            rows = [row for row, chunk in enumerate(ids) if not is_card(chunk)]
            if len(rows) >= limit + 1 or len(ids) < count:
                return [ids[row] for row in rows[:limit]], cosines[rows[:limit]]
            count *= 4

    def _nearest(
        self, vector: npt.NDArray[np.float32], where: Expr | None, limit: int, refine: int = _REFINE
    ) -> tuple[list[ChunkId], npt.NDArray[np.float64]]:
        def run(table: Any) -> pa.Table:
            columns, index = ["id", "vector", "_distance"], IndexUse(_PROBES, refine)
            nearest = select_nearest(table, columns, vector, limit, where, index)
            if where is None or len(nearest) >= limit:
                return nearest
            # The index looks where the nearest are of all rows; the few that pass may lie anywhere.
            return select_nearest(table, columns, vector, limit, where)

        nearest = self._database.read(CHUNKS, run)
        ids = nearest.column("id").to_pylist()
        cosines = cosines_of(matrix_of(nearest.column("vector"), self._database.dimension), vector)
        order = sorted(range(len(ids)), key=lambda index: (-cosines[index], ids[index]))
        return [ChunkId(ids[index]) for index in order], cosines[np.asarray(order, np.int64)]

    def cosines(self, vector: npt.NDArray[np.float32], ids: Sequence[str], /) -> dict[ChunkId, float]:
        """Return the exact cosine of each of these chunks that has a vector."""
        scores: dict[ChunkId, float] = {}
        for part in self._tables_in_parts(ids, ["id", "vector"], None, column="id"):
            embedded, matrix = self._with_vector(part)
            scores.update(zip(embedded, cosines_of(matrix, vector).tolist(), strict=True))
        return scores

    def vectors(self, ids: Sequence[str], /) -> dict[ChunkId, npt.NDArray[np.float32]]:
        """Return the unit vector of each of these chunks that has one."""
        vectors: dict[ChunkId, npt.NDArray[np.float32]] = {}
        for part in self._tables_in_parts(ids, ["id", "vector"], None, column="id"):
            vectors.update(zip(*self._with_vector(part), strict=True))
        return vectors

    def batches(self, files: Sequence[FileId] | None = None, /) -> Iterator[ChunkColumns]:
        """Yield all chunks, or those of ``files``, cards included, in the order of the table, piece by piece."""
        if files is not None:
            for part in self._tables_in_parts(files, COLUMNS, None, column="file_id"):
                yield columns_of(part)
            return
        for batch in self._database.stream(CHUNKS, COLUMNS, BATCH_ROWS):
            if batch.num_rows:
                yield columns_of(batch)

    def terms(self) -> Iterator[tuple[ChunkId, str]]:
        """Yield the terms of all chunks except cards, in the order of the table."""
        for batch in self._database.stream(CHUNKS, ["id", "terms"], BATCH_ROWS):
            pairs = zip(batch.column("id").to_pylist(), batch.column("terms").to_pylist(), strict=True)
            yield from (pair for pair in pairs if not is_card(pair[0]))

    def terms_of(self, ids: Sequence[ChunkId], /) -> Iterator[tuple[ChunkId, str, list[str]]]:
        """Yield of each of these chunks that exists, in any order, its id, terms and names."""
        for part in self._tables_in_parts(ids, _TERM_COLUMNS, None, column="id"):
            yield from zip(*(part.column(name).to_pylist() for name in _TERM_COLUMNS), strict=True)

    def files(self) -> set[FileId]:
        """Return the files that have chunks."""
        batches = self._database.stream(CHUNKS, ["file_id"], BATCH_ROWS)
        return {FileId(file) for batch in batches for file in batch.column("file_id").unique().to_pylist()}

    def stored_vectors(self, files: Sequence[FileId], /) -> list[StoredVector]:
        """Return the chunks of ``files`` with their vectors, by id; chunks searched by word only are left out."""
        chunks: list[StoredVector] = []
        names = ["id", "file_id", "ordinal", "embed_hash"]
        for part in self._tables_in_parts(files, [*names, "vector"], None, column="file_id"):
            vectors = dict(zip(*self._with_vector(part), strict=True))
            rows = part.select(names).to_pylist()
            chunks += [StoredVector(**row, vector=vectors.get(row["id"])) for row in rows if row["embed_hash"]]
        return sorted(chunks, key=lambda chunk: chunk.id)

    def embed_hashes(self, files: Sequence[FileId], /) -> dict[FileId, tuple[str, ...]]:
        """Return the hashes of the embedded texts of each file, in the order of its chunks."""
        hashes: dict[FileId, list[tuple[int, str]]] = {}
        for row in self._in_parts(files, ["file_id", "ordinal", "embed_hash"], None, column="file_id"):
            hashes.setdefault(FileId(row["file_id"]), []).append((row["ordinal"], row["embed_hash"]))
        return {file: tuple(name for _, name in sorted(rows)) for file, rows in hashes.items()}

    def vector_batches(self) -> Iterator[VectorRows]:
        """Yield all chunks with their vectors, cards included, in the order of the table, piece by piece."""
        for batch in self._database.stream(CHUNKS, ["id", "file_id", "vector"], BATCH_ROWS):
            vectors = batch.column("vector")
            has_vector = vectors.is_valid().to_numpy(zero_copy_only=False)
            ids = batch.column("id").to_pylist()
            embedded = list(compress(ids, has_vector))  # the same texts, not others like them
            files = batch.column("file_id").to_pylist()
            yield VectorRows(ids, files, embedded, matrix_of(vectors.drop_null(), self._database.dimension))

    def _with_vector(self, rows: pa.Table | pa.RecordBatch) -> tuple[list[ChunkId], npt.NDArray[np.float32]]:
        present = rows.filter(rows.column("vector").is_valid())
        return present.column("id").to_pylist(), matrix_of(present.column("vector"), self._database.dimension)

    def close(self) -> None:
        """End reads in the background."""
        self._addresses.close()

    def is_writing(self) -> bool:
        """Return whether this process is making a commit, or notifying followers of one."""
        return self._database.is_writing(CHUNKS)

    def writes(self) -> int | None:
        """Return how often this process has written; None on object storage, which others write too."""
        return None if self._database.is_remote else self._database.writes[CHUNKS]

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        return self._database.dimension

    @property
    def folder(self) -> Path:
        """Where files may lie that are of use only while this process lives: the folder of the index."""
        return self._database.layout.folder

    def count(self) -> int:
        """Return the number of chunks, cards included."""
        return self._database.count(CHUNKS)

    def count_embedded(self) -> int:
        """Return the number of chunks that have a vector, cards included; it takes 0.1 s for a million rows."""
        return self._database.count(CHUNKS, "vector IS NOT NULL")

    def version(self) -> int:
        """Return a number that rises with every change of the table."""
        return self._database.table_version(CHUNKS)

    def _in_parts(
        self, values: Sequence[str], columns: list[str], where: Expr | None, *, column: str = "id"
    ) -> Iterable[dict[str, Any]]:
        for part in self._tables_in_parts(values, columns, where, column=column):
            yield from part.to_pylist()

    def _tables_in_parts(
        self, values: Sequence[str], columns: list[str], where: Expr | None, *, column: str
    ) -> Iterator[pa.Table]:
        unique = list(dict.fromkeys(values))
        for start in range(0, len(unique), READ_AT_ONCE):
            part = unique[start : start + READ_AT_ONCE]
            if where is None:
                known, part = self._addresses.rows(part, columns, column)
                yield from known
            if part:
                condition = one_of(column, part)
                yield self._select(columns, condition if where is None else condition & where)

    def _select(self, columns: list[str], where: Expr) -> pa.Table:
        return self._database.read(CHUNKS, lambda table: select(table, columns, where))


_RECORD_COLUMNS = [name for name in Chunk.__dataclass_fields__ if name != "embed_text"]
_TERM_COLUMNS = ["id", "terms", "symbols"]


def _chunk(row: dict[str, Any]) -> Chunk:
    row["kind"] = ChunkKind(row["kind"])
    for name in ("symbols", "groups", "tags", "flags"):
        row[name] = tuple(row[name] or ())
    return Chunk(embed_text="", **row)


def _no_cards(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    return (chunk for chunk in chunks if chunk.kind is not ChunkKind.CARD)
