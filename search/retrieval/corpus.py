"""The part of an index that is kept in memory: the keyword index and the catalogue, always of the same files."""

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt
import structlog

from search.analysis.names import split_identifier
from search.analysis.terms import query_terms
from search.errors import IndexWriteError
from search.retrieval import stored_catalogue
from search.retrieval.array_folder import BytesWriter
from search.retrieval.bm25 import BLOCK_CHARACTERS, LexicalIndex
from search.retrieval.bm25_postings import Integers, blocks, id_digest
from search.retrieval.catalogue import SEARCHABLE, Catalogue, chunks_by_file, file_of, name_words
from search.retrieval.slot_files import SlotFiles
from search.retrieval.stored_catalogue import (
    NO_FILES,
    CataloguedFile,
    Entry,
    StoredCatalogue,
    catalogue_of,
    entries_of,
    in_one_piece,
)
from search.storage.heap import trim_heap
from search.storage.storage import Storage
from search.types.files import FileRecord
from search.types.filters import RowFilter
from search.types.ids import ChunkId, FileId, RootId

Mask = npt.NDArray[np.bool_]

_log = structlog.get_logger(__name__)

_REMEMBERED_NAMES = 65_536
"""Size of a cache: names of definitions repeat, ``to_string`` and ``setUp`` are in hundreds of files."""

_MAPPED_AFTER = 200_000
"""New chunks, or chunks of files with new rows, after which keyword index and catalogue are written and mapped
from their folders. Until then they take 400 MB.
"""

_MAPPED_BETWEEN = 20_000
_MAPPED_SHARE = 0.1
"""The same, and the least share of all chunks, between two graphs: then nothing is read for a while."""

_UNFINISHED = ""
"""Version of a keyword index that is written while files are read: no table has it, so it is not loaded."""

_DIGEST_BYTES = np.dtype(np.uint64).itemsize

_SLOTS_AT_ONCE = 10_000

_REMEMBERED_MASKS = 32
"""Number of recent filters whose masks are cached until the index changes."""


@lru_cache(maxsize=_REMEMBERED_NAMES)
def name_stems(name: str) -> Sequence[str]:
    """Return the distinct stems of the words of a name."""
    return tuple(query_terms(" ".join(split_identifier(name))))


class Corpus:
    """The searchable files and their terms; updated by file, one writer at a time, while queries run.

    The keyword index is immutable: an update replaces it. A query holds `lock` while it reads the catalogue, an
    update while it changes the catalogue.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.lock = threading.RLock()
        self._updating = threading.Lock()
        self._stored = NO_FILES
        self._stored_version = ""
        self.catalogue = Catalogue(name_stems, NO_FILES)
        self._lexical = LexicalIndex()
        self._chunks_of: dict[FileId, bytes | int] = {}
        """Hashes of the chunks of each file, or its number in the saved catalogue."""
        self._unmapped = 0
        """Chunks of files that were added or got another row since the catalogue was mapped."""
        self._mapped: frozenset[str] = frozenset()
        """Names of the parts of the keyword index that are mapped, or could not be written."""
        self._masks: dict[RowFilter, Mask] = {}
        self._slot_files: SlotFiles | None = None
        self._loaded = False

    def load(self) -> None:
        """Load the saved keyword index and catalogue if they match the tables, else build them from the tables."""
        version, chunks_version = self._version(), str(self._storage.chunks.version())
        stored = stored_catalogue.read(self._storage.layout.catalogue, version)
        lexical = LexicalIndex.load(self._storage.layout.keyword)
        if lexical is None or lexical.version != chunks_version:
            lexical = self._saved_lexical(self._caught_up(lexical or LexicalIndex()), chunks_version)
        if stored is None:
            before = stored_catalogue.read(self._storage.layout.catalogue) or NO_FILES
            entries, owners = partial(self._entries_of_table, before), partial(_owners, lexical)
            stored = self._saved_catalogue(entries, owners, lexical, version, before)
        with self._updating, self.lock:
            self._stored, self._stored_version = stored, version
            self._mapped = frozenset(part.name for part in lexical.parts)
            self.catalogue = self.catalogue.mapped(stored)
            self._chunks_of = {file: number for number, file in enumerate(self.catalogue.ids())}
            self._slot_files = None
            self._set_lexical(lexical)
        self._loaded = True

    def save(self) -> None:
        """Save the keyword index and the catalogue for a quick start; do nothing if nothing was loaded."""
        if not self._loaded:
            return
        with self._updating, self.lock:
            self._set_lexical(self._saved_lexical(self._lexical, str(self._storage.chunks.version())))
            version = self._version()
            if version != self._stored_version:
                entries = partial(self._entries_of_table, self._stored)
                self._saved_catalogue(entries, self._owners_by, self._lexical, version, self._stored)

    def _caught_up(self, stored: LexicalIndex) -> LexicalIndex:
        """Return the keyword index of the table; of the stored one it keeps the chunks that have the same terms.

        What is done is mapped, so that it takes no memory.
        """
        lexical, in_memory = stored, 0
        outdated = stored.live.copy()
        for block in blocks(self._storage.chunks.terms(), BLOCK_CHARACTERS):
            same = stored.slots_of_same(block)
            came = [document for document, slot in zip(block, same.tolist(), strict=True) if slot < 0]
            replaced = stored.slots_of(chunk for chunk, _ in came)
            outdated[same[same >= 0]] = False
            outdated[replaced[replaced >= 0]] = False
            lexical = lexical.replace((), came)
            in_memory += len(came)
            if in_memory >= _MAPPED_AFTER:
                lexical, in_memory = self._saved_lexical(lexical, _UNFINISHED), 0
        return lexical.replace(stored.slots.many(np.flatnonzero(outdated)), ())

    def _entries_of_table(self, before: StoredCatalogue) -> Iterator[Entry]:
        return entries_of(self._storage.files.stream(SEARCHABLE), before, _catalogued)

    def _map_catalogue(self) -> None:
        """Write the catalogue and use it mapped from its folder, so that it takes no memory.

        Queries go on meanwhile; the caller prevents updates.
        """
        stored = self._saved_catalogue(
            self.catalogue.entries, self._owners_by, self._lexical, _UNFINISHED, self._stored
        )
        catalogue = self.catalogue.mapped(stored)
        self._unmapped = 0
        with self.lock:
            self._stored, self._stored_version = stored, _UNFINISHED
            self.catalogue = catalogue
            self._chunks_of = {file: number for number, file in enumerate(catalogue.ids())}
        trim_heap()

    def _owners_by(self, number_of: Mapping[FileId, int]) -> Integers:
        """Return the number of the file of the chunk in each slot, -1 for none."""
        with self.lock:
            slot_files = self._known_slot_files()
            renumbered = np.array([number_of.get(file, -1) for file in slot_files.number_of] + [-1], np.int64)
            return np.asarray(renumbered[slot_files.by_slot])

    def _saved_lexical(self, lexical: LexicalIndex, version: str) -> LexicalIndex:
        """Return the keyword index mapped from its folder, or the one in memory if it cannot be written."""
        try:
            lexical = lexical.save(self._storage.layout.keyword, version)
        except IndexWriteError as error:
            _log.warning("keyword_index_not_kept", error=str(error))  # it is built again at the next start
        self._mapped = frozenset(part.name for part in lexical.parts)
        return lexical

    def _version(self) -> str:
        """Return a text that is different for different tables."""
        files, chunks = self._storage.files, self._storage.chunks
        numbers = (files.version(), files.count(), chunks.version(), self._storage.database.versions.chunker)
        return " ".join(map(str, numbers))

    def _saved_catalogue(
        self,
        entries: Callable[[], Iterable[Entry]],
        owners: Callable[[Mapping[FileId, int]], Integers],
        lexical: LexicalIndex,
        version: str,
        before: StoredCatalogue,
    ) -> StoredCatalogue:
        """Save the catalogue of these files and return it, mapped from its folder if that can be written.

        Args:
            entries: returns its entries.
            owners: returns, for numbers of files, the number of the file of each slot, -1 for none.
            lexical: the keyword index.
            version: of the tables.
            before: the catalogue from which entries are copied.
        """

        def chunks(number_of: Mapping[FileId, int]) -> tuple[Integers, npt.NDArray[np.uint64]]:
            return np.where(lexical.live, owners(number_of), -1), lexical.digests()

        def made(blob: Callable[[str], BytesWriter] = in_one_piece) -> StoredCatalogue:
            return catalogue_of(entries(), chunks, before, name_stems, blob)

        folder = self._storage.layout.catalogue
        with contextlib.suppress(OSError):  # the next start then reads the tables
            stored_catalogue.write(folder, made, version)
        return stored_catalogue.read(folder, version) or made()

    def files_replaced(
        self, records: Sequence[FileRecord], removed: Sequence[FileId], terms: Sequence[tuple[ChunkId, str]], /
    ) -> None:
        """Add these files with the terms of their chunks, and drop the removed ones."""
        files = [record.id for record in records]
        searchable = {record.id for record in records if record.state in SEARCHABLE}
        added = chunks_by_file((chunk for chunk, _ in terms), searchable)
        digests = {file: _digests(chunks) for file, chunks in added.items()}
        with self._updating:
            outdated = [chunk for chunks in self.chunks_of_each([*files, *removed]).values() for chunk in chunks]
            lexical = self._lexical.replace(outdated, terms)  # queries still use the current one
            self._unmapped += len(terms)
            in_memory = sum(len(part) for part in lexical.parts if part.name not in self._mapped)
            if self._loaded and in_memory >= _MAPPED_AFTER:
                lexical = self._saved_lexical(lexical, _UNFINISHED)
            with self.lock:
                self.catalogue.update(records, removed)
                for file in (*files, *removed):
                    self._chunks_of.pop(file, None)
                self._chunks_of.update(digests)
                self._set_lexical(lexical, added)
            if self._loaded and self._unmapped >= _MAPPED_AFTER:
                self._map_catalogue()

    def records_changed(self, records: Sequence[FileRecord], /) -> None:
        """Update manifest rows of files with unchanged text."""
        with self._updating:
            self._unmapped += sum(record.chunk_count for record in records)
            with self.lock:
                self.catalogue.update(records)
                self._masks.clear()
            if self._loaded and self._unmapped >= _MAPPED_AFTER:
                self._map_catalogue()

    def graph_replaced(self, root: RootId, /) -> None:  # noqa: ARG002  # of every root the same
        """Map the new part of the index if it is large; of a graph, search reads the manifest rows alone."""
        with self._updating:
            least = max(_MAPPED_BETWEEN, _MAPPED_SHARE * self._lexical.slot_count)
            if self._loaded and self._unmapped >= least:
                lexical = self._saved_lexical(self._lexical, _UNFINISHED)
                with self.lock:
                    self._set_lexical(lexical)
                self._map_catalogue()

    def lexical(self) -> LexicalIndex:
        """Return the current keyword index."""
        return self._lexical

    def chunks_of(self, file: FileId) -> Sequence[ChunkId]:
        """Return the keyword-searchable chunks of a file, which exclude its card."""
        return self.chunks_of_each([file])[file]

    def chunks_of_each(self, files: Sequence[FileId]) -> dict[FileId, list[ChunkId]]:
        """Return `chunks_of` of each file, faster than one by one."""
        with self.lock:
            lexical, digests = self._lexical, [self._digests_of(file) for file in files]
        slots = lexical.slots_of_digests(np.concatenate([np.zeros(0, np.uint64), *digests]))
        of_file = np.repeat(np.arange(len(files)), list(map(len, digests)))[slots >= 0]
        slots = slots[slots >= 0]
        order = np.lexsort((slots, of_file))
        chunks: dict[FileId, list[ChunkId]] = {file: [] for file in files}
        names = lexical.slots.many(slots[order])
        for number, chunk in zip(of_file[order].tolist(), names, strict=True):
            chunks[files[number]].append(chunk)
        return chunks

    def _digests_of(self, file: FileId) -> npt.NDArray[np.uint64]:
        known = self._chunks_of.get(file, b"")
        return self._stored.digests_of(known) if isinstance(known, int) else np.frombuffer(known, np.uint64)

    def snapshot(self, *filters: RowFilter) -> tuple[LexicalIndex, tuple[Mask | None, ...]]:
        """Return the keyword index with a mask of slots for each filter, None for one without conditions."""
        with self.lock:
            return self._lexical, tuple(self._mask(row_filter) for row_filter in filters)

    def file_numbers(self, lexical: LexicalIndex) -> Integers | None:
        """Return a number for each slot that is equal for slots of one file, -1 for a slot without a file.

        None if the keyword index is not the current one any more.
        """
        with self.lock:
            return self._known_slot_files().by_slot if lexical is self._lexical else None

    def _mask(self, row_filter: RowFilter) -> Mask | None:
        if not row_filter.conditions:
            return None
        if row_filter not in self._masks:
            if len(self._masks) >= _REMEMBERED_MASKS:
                self._masks.clear()
            self._masks[row_filter] = self._mask_of(self._storage.files.visible_ids(row_filter))
        return self._masks[row_filter]

    def _mask_of(self, files: Iterable[FileId]) -> Mask:
        slot_files = self._known_slot_files()
        number_of = slot_files.number_of
        visible = np.zeros(len(number_of) + 1, np.bool_)  # -1, a slot without a file, is the last: never visible
        visible[[number_of[file] for file in files if file in number_of]] = True
        return np.asarray(visible[slot_files.by_slot])

    def _known_slot_files(self) -> SlotFiles:
        """Return the file of each slot, looked up at the first call by the hashes of the chunks."""
        if self._slot_files is None:
            owners = np.full(self._lexical.slot_count, -1, np.int64)
            stored = np.full(len(self._stored), -1, np.int64)
            new: list[tuple[int, bytes]] = []
            for number, known in enumerate(self._chunks_of.values()):
                if isinstance(known, int):
                    stored[known] = number
                else:
                    new.append((number, known))
            of_stored = np.repeat(stored, np.diff(self._stored.chunk_starts))
            numbers = np.array([number for number, _ in new], np.int64)
            of_new = np.repeat(numbers, [len(known) // _DIGEST_BYTES for _, known in new])
            for digests, files in (
                (self._stored.chunk_digests[of_stored >= 0], of_stored[of_stored >= 0]),
                (np.frombuffer(b"".join(known for _, known in new), np.uint64), of_new),
            ):
                slots = self._lexical.slots_of_digests(digests)
                owners[slots[slots >= 0]] = files[slots >= 0]
            self._slot_files = SlotFiles(self._lexical, self._chunks_of, owners)
        return self._slot_files

    def _set_lexical(self, lexical: LexicalIndex, added: Mapping[FileId, Sequence[ChunkId]] | None = None) -> None:
        self._lexical = lexical
        self._masks.clear()
        if self._slot_files is not None:
            self._slot_files.update(lexical, added or {})


def _digests(chunks: Sequence[ChunkId]) -> bytes:
    return np.fromiter(map(id_digest, chunks), np.uint64, len(chunks)).tobytes()


def _catalogued(record: FileRecord) -> CataloguedFile:
    return CataloguedFile(record, name_words(record.path, name_stems))


def _owners(lexical: LexicalIndex, number_of: Mapping[FileId, int]) -> Integers:
    """Return the number of the file of the chunk in each slot, -1 for none."""
    owners = np.full(lexical.slot_count, -1, np.int64)
    for first in range(0, len(owners), _SLOTS_AT_ONCE):
        slots = np.arange(first, min(first + _SLOTS_AT_ONCE, len(owners)))
        files = (file_of(chunk, number_of) for chunk in lexical.slots.many(slots))
        owners[slots] = [-1 if file is None else number_of[file] for file in files]
    return owners
