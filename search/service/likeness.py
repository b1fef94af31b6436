"""Which of the files that a query found are near-identical: generated, vendored or copied from each other."""

import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from search.analysis.terms import chunk_terms
from search.retrieval.corpus import Corpus
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ChunkKind
from search.types.files import FileRecord
from search.types.ids import FileId
from search.types.results import FileHit, Why

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

Triples = npt.NDArray[np.uint32]


class Likeness:
    """Compares the files of an answer; remembers what it read of them."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus = corpus
        self._chunks = chunks
        self._known: OrderedDict[tuple[FileId, str], Triples] = OrderedDict()

    def marked(self, hits: Sequence[FileHit]) -> list[FileHit]:
        """Return the hits; near-identical ones carry the same ``likeness``, the least of their file ids."""
        records = self._records(hits)
        leader = {file: file for file in records}
        for first, second in (*_equal(records.values()), *self._near(hits, records)):
            joined = min(_leader(leader, first), _leader(leader, second))
            leader[_leader(leader, first)] = leader[_leader(leader, second)] = joined
        groups: dict[FileId, list[FileId]] = {}
        for file in leader:
            groups.setdefault(_leader(leader, file), []).append(file)
        alike = {file: name for name, files in groups.items() if len(files) > 1 for file in files}
        return [replace(hit, likeness=alike[hit.file_id]) if hit.file_id in alike else hit for hit in hits]

    def _records(self, hits: Iterable[FileHit]) -> dict[FileId, FileRecord]:
        with self._corpus.lock:
            known = [self._corpus.catalogue.get(hit.file_id) for hit in hits]
        return {file.record.id: file.record for file in known if file is not None}

    def _near(
        self, hits: Iterable[FileHit], records: Mapping[FileId, FileRecord]
    ) -> Iterator[tuple[FileId, FileId]]:
        whys = {hit.file_id: hit.why for hit in hits}
        names = {file: frozenset(record.definitions) for file, record in records.items()}
        pairs = [
            (first.id, second.id)
            for first, second in _of_one_size(records.values())
            if _answers_alike(whys[first.id], whys[second.id])
            and _named_alike(names[first.id], names[second.id], first.path, second.path)
        ]
        triples = self._triples({file: records[file] for pair in pairs for file in pair})
        for first, second in pairs:
            if _share(triples[first], triples[second]) >= SAME:
                yield first, second

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


def _of_one_size(records: Iterable[FileRecord]) -> Iterator[tuple[FileRecord, FileRecord]]:
    """Yield pairs of one extension and nearly one size whose contents differ."""
    fitting = sorted(
        (one for one in records if one.char_count >= LEAST_CHARACTERS), key=lambda one: one.char_count
    )
    for at, first in enumerate(fitting):
        for second in fitting[at + 1 :]:
            if first.char_count < _SIZE * second.char_count:
                break
            if first.ext == second.ext and first.content_hash != second.content_hash:
                yield first, second


def _answers_alike(first: Why, second: Why) -> bool:
    low, high = sorted((first.bm25, second.bm25))
    return abs(first.cosine - second.cosine) <= _COSINE and low >= _BM25 * high


def _named_alike(mine: frozenset[str], others: frozenset[str], my_path: str, other_path: str) -> bool:
    """Tell whether two files define nearly the same names; without any, whether they are called the same."""
    if not mine and not others:
        return my_path.rpartition("/")[2] == other_path.rpartition("/")[2]
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
