"""What the engine keeps in memory of an index: the keyword index and the catalogue, always of the same files."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from search.analysis.names import split_identifier
from search.analysis.terms import query_terms
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.catalogue import Catalogue
from search.retrieval.known_words import KnownWords
from search.storage.chunks_table import ChunkColumns
from search.storage.storage import Storage
from search.types.chunks import ChunkKind
from search.types.files import FileRecord, FileState
from search.types.filters import RowFilter
from search.types.ids import ChunkId, FileId, RootId

Mask = npt.NDArray[np.bool_]

_SEARCHABLE = (FileState.INDEXED, FileState.TRUNCATED, FileState.OFFLINE)
_REMEMBERED_NAMES = 65_536
"""Names of definitions repeat: ``to_string`` and ``setUp`` stand in hundreds of files."""

_REMEMBERED_MASKS = 32
"""Masks of recent filters that are kept while the index stays as it is."""


@lru_cache(maxsize=_REMEMBERED_NAMES)
def name_stems(name: str) -> Sequence[str]:
    """Return the stems of a name's words, each once."""
    return tuple(query_terms(" ".join(split_identifier(name))))


class Corpus:
    """The searchable files and their terms; updated by file, one writer at a time, while queries go on.

    The keyword index never changes: an update puts another in its place. A query holds `lock` while it reads the
    catalogue, an update while it changes it.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.lock = threading.RLock()
        self._updating = threading.Lock()
        self._words = KnownWords(storage.layout.names, str(storage.database.versions.chunker), name_stems)
        self.catalogue = Catalogue(self._words)
        self._lexical = LexicalIndex()
        self._chunks_of: dict[FileId, list[ChunkId]] = {}
        self._masks: dict[RowFilter, Mask] = {}
        self._owners: npt.NDArray[np.int32] | None = None
        self._loaded = False
        self._numbers: dict[FileId, int] = {}

    def load(self) -> None:
        """Read everything from the tables, the keyword index from its folder where that fits them."""
        version = str(self._storage.chunks.version())
        records = self._storage.files.matching(RowFilter(), _SEARCHABLE)
        folder = self._storage.layout.keyword
        lexical = LexicalIndex.load(folder)
        if lexical is None or lexical.version != version:
            lexical = LexicalIndex.build(_terms(self._storage.chunks.batches())).save(folder, version)
        there = {record.id for record in records}
        with self._updating, self.lock:
            gone = [known.record.id for known in self.catalogue.files() if known.record.id not in there]
            self._words.open()
            self.catalogue.update(records, gone)
            self._words.close(name for record in records for name in record.definitions if name)
            self._chunks_of = self.catalogue.chunks_by_file(lexical.slots.many(np.flatnonzero(lexical.live)))
            self._become(lexical)
        self._loaded = True

    def save(self) -> None:
        """Write the keyword index, so that the next start need not build it; nothing where none was loaded."""
        if not self._loaded:
            return
        with self._updating, self.lock:
            self._become(self._lexical.save(self._storage.layout.keyword, str(self._storage.chunks.version())))

    def files_replaced(
        self, records: Sequence[FileRecord], removed: Sequence[FileId], terms: Sequence[tuple[ChunkId, str]], /
    ) -> None:
        """Take in these files with the terms of their chunks, and forget those that were removed."""
        files = [record.id for record in records]
        with self._updating:
            gone = [chunk for file in (*files, *removed) for chunk in self._chunks_of.get(file, ())]
            lexical = self._lexical.replace(gone, terms)  # queries go on with the one there is
            with self.lock:
                self.catalogue.update(records, removed)
                for file in (*files, *removed):
                    self._chunks_of.pop(file, None)
                self._chunks_of.update(self.catalogue.chunks_by_file(chunk for chunk, _ in terms))
                self._become(lexical)

    def records_changed(self, records: Sequence[FileRecord], /) -> None:
        """Take in manifest rows whose text stayed as it was."""
        with self.lock:
            self.catalogue.update(records)
            self._masks.clear()

    def graph_replaced(self, root: RootId, /) -> None:
        """Note that the graph of a root changed; what search needs of it comes with the manifest rows."""

    def lexical(self) -> LexicalIndex:
        """Return the keyword index as it is now."""
        return self._lexical

    def chunks_of(self, file: FileId) -> Sequence[ChunkId]:
        """Return the keyword-searchable chunks of a file; its card is none of them."""
        return self._chunks_of.get(file, ())

    def snapshot(self, *filters: RowFilter) -> tuple[LexicalIndex, tuple[Mask | None, ...]]:
        """Return the keyword index with a mask over its slots for each filter, None for one that lets all pass."""
        with self.lock:
            return self._lexical, tuple(self._mask(row_filter) for row_filter in filters)

    def _mask(self, row_filter: RowFilter) -> Mask | None:
        if not row_filter.conditions:
            return None
        if row_filter not in self._masks:
            if len(self._masks) >= _REMEMBERED_MASKS:
                self._masks.clear()
            self._masks[row_filter] = self._mask_of(self._storage.files.visible_ids(row_filter))
        return self._masks[row_filter]

    def _mask_of(self, files: Iterable[FileId]) -> Mask:
        owners = self._owners_by_slot()
        visible = np.zeros(len(self._numbers) + 1, np.bool_)
        visible[[self._numbers[file] for file in files if file in self._numbers]] = True
        return np.asarray(
            visible[owners]
        )  # a slot without a file points at the last place, which is never visible

    def _owners_by_slot(self) -> npt.NDArray[np.int32]:
        if self._owners is None:
            self._numbers = {file: number for number, file in enumerate(self._chunks_of)}
            self._owners = np.full(self._lexical.slot_count, -1, np.int32)
            for file, number in self._numbers.items():
                slots = self._lexical.slots_of(self._chunks_of[file])
                self._owners[slots[slots >= 0]] = number
        return self._owners

    def _become(self, lexical: LexicalIndex) -> None:
        self._lexical = lexical
        self._masks.clear()
        self._owners = None


def _terms(batches: Iterator[ChunkColumns]) -> Iterator[tuple[ChunkId, str]]:
    for batch in batches:
        for chunk, kind, terms in zip(batch.ids, batch.kinds, batch.terms, strict=True):
            if kind != ChunkKind.CARD:
                yield chunk, terms
