"""What is shown of chunks, kept from reading and from writing: it follows each commit of this process.

A query reads its best chunks before it ranks and shows them after that, and at the next key that is typed most of
them are found again. While a folder is indexed, what was just written is found soon, and reading it would wait for
the database, which writes the next.
"""

import threading
from collections.abc import Mapping, Sequence
from itertools import islice

from search.retrieval.catalogue import file_of
from search.storage.chunk_columns import ChunkChange
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ShownChunk
from search.types.ids import ChunkId

MOST_KEPT = 4_000
"""Chunks that are kept, about 10 MB; those that came first go first."""


class RowCache:
    """Chunks as they are in the table now; a write that is not told empties it.

    Nothing is kept of an index on object storage, which others write too.
    """

    def __init__(self, chunks: ChunksTable) -> None:
        self._chunks = chunks
        self._guard = threading.Lock()
        self._commits_seen = 0
        self._other_writes = chunks.writes()
        self._rows: dict[ChunkId, ShownChunk] = {}
        chunks.follow(self._changed)

    def of(self, chunks: Sequence[ChunkId]) -> tuple[dict[ChunkId, ShownChunk], int]:
        """Return those of the chunks that are kept, and after how many commits, to `keep` what is read then."""
        with self._guard:
            self._empty_after_other_write()
            return {
                chunk: row for chunk in chunks if (row := self._rows.get(chunk)) is not None
            }, self._commits_seen

    def keep(self, rows: Mapping[ChunkId, ShownChunk], commits: int) -> None:
        """Keep what was read since so many commits; after another one it may be of before that."""
        with self._guard:
            if commits == self._commits_seen and self._chunks.writes() is not None:
                self._add(rows)

    def _empty_after_other_write(self) -> None:
        writes = self._chunks.writes()
        if writes is None or self._chunks.is_writing():
            return
        if writes - self._commits_seen != self._other_writes:
            self._other_writes = writes - self._commits_seen
            self._rows.clear()

    def _add(self, rows: Mapping[ChunkId, ShownChunk]) -> None:
        self._rows |= rows
        for chunk in list(islice(self._rows, max(0, len(self._rows) - MOST_KEPT))):
            del self._rows[chunk]

    def _changed(self, change: ChunkChange) -> None:
        files = {*change.removed, *(file for _, file in change.came)}
        with self._guard:
            self._commits_seen += 1
            if files:
                for chunk in [chunk for chunk in self._rows if file_of(chunk, files) is not None]:
                    del self._rows[chunk]
            if self._chunks.writes() is not None:
                self._add({row.id: row for row in change.shown[-MOST_KEPT:]})
