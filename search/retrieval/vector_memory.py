"""The vectors of an index in memory: a scan of all of them is exact and much faster than a query of the database.

A copy is used only while it matches the newest commit of the table, or while the next commit is being written. It
is updated with each commit of this process. After any other commit the database is used until a new copy is made,
in the background if there is much to read.
"""

import threading
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import structlog

from search.errors import KnownError
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_postings import id_digest
from search.retrieval.quantized import Integers, Mask
from search.retrieval.vector_block import VectorBlock
from search.storage.chunk_columns import ChunkChange
from search.storage.chunks_table import ChunksTable
from search.storage.heap import trim_heap
from search.types.ids import ChunkId, FileId, is_card

MOST_VECTORS = 1_000_000
"""Most vectors that are copied: at 384 dimensions 390 MB in memory and 770 MB in a file without a name.

For more, the index of the database finds the nearest. Rows without a vector do not count: the database takes a
second to search a million of them, and finds none."""
READ_AT_ONCE = 5_000
"""Rows that the first query waits for, about 20 ms. More are read in the background."""
_TRIES = 3
"""Attempts to read the table without a commit in between."""

_log = structlog.get_logger(__name__)

_Digests: TypeAlias = "array[int]"
"""Hashes of identifiers of chunks, as in the keyword index: the identifiers of a million chunks take 200 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class LoadedVectors:
    """A copy of all vectors.

    Attributes:
        version: number of the commit that was copied.
        shown: vectors of the searched chunks.
        cards: vectors of the cards of files.
    """

    version: int
    shown: VectorBlock
    cards: VectorBlock


class _ClosedError(Exception):
    """The index is being closed while it is read."""


class VectorMemory:
    """Keeps a copy of the vectors of an index."""

    def __init__(self, chunks: ChunksTable) -> None:
        self._chunks = chunks
        self._loaded: LoadedVectors | None = None
        self._chunks_of: dict[FileId, _Digests] = {}
        self._slots: tuple[LexicalIndex, VectorBlock, Integers] | None = None
        self._missed: list[ChunkChange] | None = None
        self._changing = threading.Lock()
        self._loading = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()
        self._too_many = False
        chunks.follow(self._changed)

    def now(self) -> LoadedVectors | None:
        """Return the copy if it is up to date, else start to make one unless there are too many vectors.

        A small copy is made at once. Return None while there is none.
        """
        version = self._chunks.version()
        loaded = self._loaded
        if loaded is not None and (loaded.version == version or self._chunks.is_writing()):
            return loaded
        count = self._chunks.count()
        if self._closed.is_set() or (self._too_many and count > MOST_VECTORS):
            return None
        if not self._loading.acquire(blocking=False):
            return None
        if count > READ_AT_ONCE:
            self._thread = threading.Thread(target=self._load, name="vectors-loading", daemon=True)
            self._thread.start()
            return None
        self._load()
        return self._loaded

    def load(self) -> None:
        """Make a copy now, of any size."""
        with self._loading:
            self._copy()

    def close(self) -> None:
        """Stop reading in the background and wait until it has ended."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def rows_of(self, block: VectorBlock, lexical: LexicalIndex, mask: Mask) -> Mask:
        """Return which rows of a block are of chunks in a mask over the slots of the keyword index."""
        known = self._slots
        if known is None or known[0] is not lexical or known[1] is not block:
            slots = lexical.slots_of_digests(block.digests[: len(block)])
            known = self._slots = (lexical, block, slots)
        return np.asarray((known[2] >= 0) & mask[known[2]]) if len(mask) else np.zeros(len(block), np.bool_)

    def _load(self) -> None:
        try:
            self._too_many = self._chunks.count() > MOST_VECTORS < self._chunks.count_embedded()
            if not self._too_many:
                self._copy()
        except _ClosedError:
            pass
        except KnownError as error:
            _log.warning("vectors not loaded", error=str(error))
        finally:
            self._loading.release()

    def _copy(self) -> None:
        for _ in range(_TRIES):
            with self._changing:
                self._loaded, self._missed, self._chunks_of = None, [], {}
            loaded, chunks_of = self._read()
            with self._changing:
                missed, self._missed = self._missed or [], None
                if loaded is None:
                    continue
                self._loaded, self._chunks_of = loaded, chunks_of
                for change in missed:
                    self._apply(change)
            count = len(loaded.shown) + len(loaded.cards)
            if count > READ_AT_ONCE:
                trim_heap()  # 180 MB after half a million rows
            _log.info("vectors loaded", rows=count)
            return

    def _read(self) -> tuple[LoadedVectors | None, dict[FileId, _Digests]]:
        """Return the rows of the table, and hashes of the chunks of each file; None after a commit meanwhile."""
        version, count, dimension = self._chunks.version(), self._chunks.count(), self._chunks.dimension
        shown = VectorBlock.empty(count, dimension, self._chunks.folder, scanned=True)
        cards = VectorBlock.empty(0, dimension, self._chunks.folder, scanned=False)
        chunks_of: dict[FileId, _Digests] = {}
        begun = False
        for batch in self._chunks.vector_batches():
            if self._closed.is_set():
                raise _ClosedError
            if not begun and self._chunks.version() != version:
                return None, {}
            begun = True
            for chunk, file in zip(batch.ids, batch.file_ids, strict=True):
                chunks_of.setdefault(file, array("Q")).append(id_digest(chunk))
            shown, cards = _grown((shown, cards), array("Q"), batch.embedded, batch.matrix)
        if not begun and self._chunks.version() != version:
            return None, {}
        return LoadedVectors(version, shown, cards), chunks_of

    def _changed(self, change: ChunkChange) -> None:
        with self._changing:
            if self._missed is not None:
                self._missed.append(change)
            else:
                self._apply(change)

    def _apply(self, change: ChunkChange) -> None:
        loaded = self._loaded
        if loaded is None or loaded.version != change.before:
            return
        outdated = array("Q")
        for file in change.removed:
            outdated += self._chunks_of.pop(file, outdated[:0])
        for chunk, file in change.came:
            outdated.append(id_digest(chunk))
            self._chunks_of.setdefault(file, array("Q")).append(outdated[-1])
        blocks = loaded.shown, loaded.cards
        if outdated or change.embedded:
            present = np.array([self._is_there(chunk) for chunk in change.embedded], np.bool_)
            embedded = [chunk for chunk, here in zip(change.embedded, present.tolist(), strict=True) if here]
            blocks = _grown(blocks, outdated, embedded, change.matrix[present])
        self._loaded = LoadedVectors(change.after, *blocks)

    def _is_there(self, chunk: ChunkId) -> bool:
        scope, _, rest = chunk.partition(":chunk:")
        ends = (at for at, sign in enumerate(rest) if sign == "#")  # paths may also contain "#"
        digest = id_digest(chunk)
        return any(digest in self._chunks_of.get(FileId(f"{scope}:file:{rest[:end]}"), ()) for end in ends)


def _grown(
    blocks: tuple[VectorBlock, VectorBlock],
    removed: _Digests,
    ids: Sequence[ChunkId],
    matrix: npt.NDArray[np.float32],
) -> tuple[VectorBlock, VectorBlock]:
    """Return the blocks of chunks and of cards without ``removed`` and with new vectors for ``ids``."""
    digests = np.frombuffer(removed, np.uint64)
    cards = np.array([is_card(chunk) for chunk in ids], np.bool_)
    of_shown, of_cards = np.flatnonzero(~cards).tolist(), np.flatnonzero(cards).tolist()
    return (
        blocks[0].grown(digests, [ids[row] for row in of_shown], matrix[of_shown]),
        blocks[1].grown(digests, [ids[row] for row in of_cards], matrix[of_cards]),
    )
