"""The indexed files in memory, with the data that ranking, filters and facets need; updated by file."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

import numpy as np

from search.analysis.names import stem_of
from search.retrieval.definitions import DefinitionIndex
from search.retrieval.stored_catalogue import (
    CataloguedFile,
    Entry,
    StoredCatalogue,
    decode_file,
    encode_file,
)
from search.retrieval.stored_names import distinct
from search.types.files import FileRecord, FileState
from search.types.ids import ChunkId, FileId

MOST_DECODED = 20_000
"""Decoded files in the cache, about 4 kB each; any other file is decoded at each use, which takes 5 µs."""

SEARCHABLE = (FileState.INDEXED, FileState.TRUNCATED, FileState.OFFLINE)


class Catalogue:
    """Searchable files by id, the names they define, and the largest number of references to one file.

    Args:
        words_of: returns the stems of the words of a name, by the same analysis as for queries.
        stored: the catalogue on disk; a file of it is decoded on first use.

    Attributes:
        version: rises with each change.
    """

    def __init__(
        self, words_of: Callable[[str], Sequence[str]], stored: StoredCatalogue, version: int = 0
    ) -> None:
        self._words_of = words_of
        self.version = version
        self._stored = stored
        ids = [FileId(file) for file in stored.ids.many(np.arange(len(stored)))]
        self._files: dict[FileId, bytes | int] = {file: number for number, file in enumerate(ids)}
        self._decoded: dict[FileId, CataloguedFile] = {}
        self.definitions = DefinitionIndex(self._words_of, stored.names, ids)
        numbers, files = np.unique(stored.referred_by, return_counts=True)
        self._referred = Counter(dict(zip(numbers.tolist(), files.tolist(), strict=True)))

    def __len__(self) -> int:
        return len(self._files)

    @property
    def most_referred(self) -> int:
        """The largest number of files that refer to one file; 0 without files."""
        return max(self._referred, default=0)

    def update(self, records: Iterable[FileRecord], removed: Iterable[FileId] = ()) -> None:
        """Add new and changed files and drop removed ones; files in unsearchable states count as removed."""
        for record in records:
            if record.state in SEARCHABLE:
                known = self._files.get(record.id)
                if known is None or self._at(record.id, known).record.definitions != record.definitions:
                    self.definitions.replace(record.id, record.definitions)
                self._uncount(record.id)
                self._referred[record.referred_by] += 1
                entry = CataloguedFile(record, name_words(record.path, self._words_of))
                self._files[record.id] = encode_file(entry)
            else:
                self._forget(record.id)
        for file in removed:
            self._forget(file)
        self.version += 1

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of a catalogue of these files on disk, by identifier."""
        for file, known in sorted(self._files.items()):
            if isinstance(known, int):
                yield Entry(file, known, int(self._stored.referred_by[known]), known)
            else:
                record = decode_file(known).record
                names = self.definitions.stored_names_of(file)
                yield Entry(
                    file, known, record.referred_by, distinct(record.definitions) if names is None else names
                )

    def mapped(self, stored: StoredCatalogue) -> "Catalogue":
        """Return the files of a catalogue on disk, such as one that was made of `entries`, as the next version."""
        return Catalogue(self._words_of, stored, self.version + 1)

    def _uncount(self, file: FileId) -> None:
        known = self._files.get(file)
        if known is not None:
            referred = (
                self._stored.referred_by[known]
                if isinstance(known, int)
                else self._at(file, known).record.referred_by
            )
            self._referred[int(referred)] -= 1
            if not self._referred[int(referred)]:
                del self._referred[int(referred)]
        self._decoded.pop(file, None)

    def _forget(self, file: FileId) -> None:
        self._uncount(file)
        if self._files.pop(file, None) is not None:
            self.definitions.replace(file, ())

    def get(self, file: FileId) -> CataloguedFile | None:
        """Return the file, or None when it is not searchable."""
        known = self._files.get(file)
        if known is None:
            return None
        if len(self._decoded) >= MOST_DECODED and file not in self._decoded:
            del self._decoded[next(iter(self._decoded))]
        return self._at(file, known)

    def files(self) -> Iterator[CataloguedFile]:
        """Yield all searchable files."""
        return (self._at(file, known) for file, known in list(self._files.items()))

    def _at(self, file: FileId, known: bytes | int) -> CataloguedFile:
        entry = self._decoded.get(file)
        if entry is None:
            entry = self._stored.file(known) if isinstance(known, int) else decode_file(known)
            if len(self._decoded) < MOST_DECODED:
                self._decoded[file] = entry
        return entry

    def ids(self) -> Iterable[FileId]:
        """Return the identifiers of all searchable files."""
        return self._files.keys()

    def file_of(self, chunk: str) -> FileId | None:
        """Return the file of a chunk from its identifier, None when that file is not searchable."""
        return file_of(chunk, self._files)

    def chunks_by_file(self, chunks: Iterable[ChunkId]) -> dict[FileId, list[ChunkId]]:
        """Return the chunks of each searchable file, both in the order given."""
        return chunks_by_file(chunks, self._files)


def file_of(chunk: str, files: Container[FileId]) -> FileId | None:
    """Return the one of these files that a chunk belongs to, from its identifier; None if there is none.

    Paths and names may both contain ``#``; the shortest path that is a known file is taken.
    """
    scope, _, rest = chunk.partition(":chunk:")
    end = rest.find("#")
    while end >= 0:
        file = FileId(f"{scope}:file:{rest[:end]}")
        if file in files:
            return file
        end = rest.find("#", end + 1)
    return None


def chunks_by_file(chunks: Iterable[ChunkId], files: Container[FileId]) -> dict[FileId, list[ChunkId]]:
    """Return the chunks of each of these files that has any, in the order given."""
    grouped: dict[FileId, list[ChunkId]] = {}
    for chunk in chunks:
        if (file := file_of(chunk, files)) is not None:
            grouped.setdefault(file, []).append(chunk)
    return grouped


def name_words(path: str, words_of: Callable[[str], Sequence[str]]) -> frozenset[str]:
    """Return the stems of the words of a file name."""
    return frozenset(words_of(stem_of(path)))
