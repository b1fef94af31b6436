"""Which of the files that a query found are near-identical: generated, vendored or copied from each other."""

import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from search.analysis.terms import chunk_terms
from search.service.candidate_files import CandidateFiles
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ChunkKind
from search.types.files import FileRecord
from search.types.ids import FileId

SAME = 0.9
"""Least share of common word triples: a licence year or a renamed type apart, not a function."""
LEAST_CHARACTERS = 200
"""Shorter files are near-identical only when they are equal."""
_SIZE = 0.9
"""Least ratio of the sizes of near-identical files."""
_NAMES = 0.7
"""Least share of common defined names, by which most pairs are told apart without reading anything."""
_COSINE = 0.1
"""Largest difference of two files' best cosines: what answers a question differently is no duplicate."""
_BM25 = 0.75
"""Least ratio of two files' best BM25 scores, for the same reason."""
_TRIPLE = 3
_REMEMBERED = 2_000
"""Files whose word triples are kept in memory, about 10 MB."""

_COMPARED_AT_ONCE = 256
"""Files that are compared with all others in one go, which bounds memory."""

Triples = npt.NDArray[np.uint32]


class Likeness:
    """Compares the files of an answer; remembers what it read of them."""

    def __init__(self, chunks: ChunksTable) -> None:
        self._chunks = chunks
        self._known: OrderedDict[tuple[FileId, str], Triples] = OrderedDict()

    def of(self, files: CandidateFiles) -> dict[FileId, FileId]:
        """Return for each file that is near-identical with others the least of their ids."""
        records = [file.record for file in files.files]
        pairs = [*_equal(records), *self._near(files, records)]
        leader = {file: file for pair in pairs for file in pair}
        for first, second in pairs:
            joined = min(_leader(leader, first), _leader(leader, second))
            leader[_leader(leader, first)] = leader[_leader(leader, second)] = joined
        return {file: _leader(leader, file) for file in leader}

    def _near(self, files: CandidateFiles, records: Sequence[FileRecord]) -> Iterator[tuple[FileId, FileId]]:
        """Yield pairs of files that read nearly the same; most are told apart by numbers alone."""
        found = ((records[one], records[other]) for one, other in _numbered_alike(files, records))
        pairs = [pair for pair in found if _made_alike(*pair)]
        triples = self._triples({record.id: record for pair in pairs for record in pair})
        for first, second in pairs:
            if _share(triples[first.id], triples[second.id]) >= SAME:
                yield first.id, second.id

    def _triples(self, records: Mapping[FileId, FileRecord]) -> dict[FileId, Triples]:
        """Return the word triples of each file, as hashes; read at most once for each content."""
        missing = [record for record in records.values() if (record.id, record.content_hash) not in self._known]
        terms: dict[FileId, list[list[str]]] = {record.id: [] for record in missing}
        for batch in self._chunks.batches([record.id for record in missing]) if missing else ():
            columns = (batch.file_ids, batch.kinds, batch.terms, batch.symbols)
            for file, kind, words, symbols in zip(*columns, strict=True):
                if kind != ChunkKind.CARD:
                    terms[file].append(_of_text(words, records[file].path, symbols))
        for record in missing:
            self._known[record.id, record.content_hash] = _hashed(terms[record.id])
        found = {file: self._known[file, record.content_hash] for file, record in records.items()}
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found


def _equal(records: Iterable[FileRecord]) -> Iterator[tuple[FileId, FileId]]:
    first: dict[str, FileId] = {}
    for record in records:
        if record.content_hash and first.setdefault(record.content_hash, record.id) != record.id:
            yield first[record.content_hash], record.id


def _numbered_alike(files: CandidateFiles, records: Sequence[FileRecord]) -> Iterator[tuple[int, int]]:
    """Yield pairs of files of nearly one size that answer the question nearly alike, by words and by meaning."""
    sizes = np.array([record.char_count for record in records], np.float64)
    order = np.argsort(sizes, kind="stable")
    order = order[sizes[order] >= LEAST_CHARACTERS]
    sizes, cosine, bm25 = sizes[order], files.cosine[order], files.bm25[order]
    for start in range(0, len(order), _COMPARED_AT_ONCE):
        first, others = slice(start, start + _COMPARED_AT_ONCE), slice(start, None)
        alike = sizes[first, None] >= _SIZE * sizes[None, others]
        alike &= np.abs(cosine[first, None] - cosine[None, others]) <= _COSINE
        low = np.minimum(bm25[first, None], bm25[None, others])
        alike &= low >= _BM25 * np.maximum(bm25[first, None], bm25[None, others])
        for one, other in np.argwhere(np.triu(alike, 1)).tolist():
            yield int(order[start + one]), int(order[start + other])


def _made_alike(first: FileRecord, second: FileRecord) -> bool:
    """Tell whether two files of one extension differ and define nearly the same names.

    Without any names they have to be called the same.
    """
    if first.ext != second.ext or first.content_hash == second.content_hash:
        return False
    mine, others = frozenset(first.definitions), frozenset(second.definitions)
    if not mine and not others:
        return first.path.rpartition("/")[2] == second.path.rpartition("/")[2]
    return len(mine & others) >= _NAMES * len(mine | others)


def _of_text(terms: str, path: str, symbols: Iterable[str]) -> list[str]:
    """Return the terms of a chunk without those that its path and its names add at the end."""
    words = terms.split()
    return words[: len(words) - len(chunk_terms("", path, symbols).split())]


def _hashed(chunks: Iterable[Sequence[str]]) -> Triples:
    hashes = set[int]()
    for words in chunks:
        last = max(1, len(words) - _TRIPLE + 1)
        hashes.update(zlib.crc32(" ".join(words[at : at + _TRIPLE]).encode()) for at in range(last))
    return np.array(sorted(hashes), np.uint32)


def _share(first: Triples, second: Triples) -> float:
    common = len(np.intersect1d(first, second, assume_unique=True))
    return common / max(1, len(first) + len(second) - common)


def _leader(leader: dict[FileId, FileId], file: FileId) -> FileId:
    while leader[file] != file:
        file = leader[file]
    return file
