"""Finds the names that the best chunks of an answer mention."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np

from search.ranking.candidates import Floats, Integers
from search.ranking.constants import MENTIONING_CHUNKS
from search.ranking.fusion import spread
from search.ranking.mentions import Mentioned, mentioned, names_in
from search.retrieval.candidates import CandidateChunks
from search.retrieval.corpus import Corpus
from search.retrieval.shown_rows import ShownRows
from search.types.chunks import ShownChunk
from search.types.files import Flag
from search.types.filters import RowFilter
from search.types.ids import ChunkId, FileId

_GENERATED = Flag.GENERATED.value


class Mentions:
    """Finds the files that define what the best chunks name."""

    def __init__(self, corpus: Corpus, rows: ShownRows) -> None:
        self._corpus, self._rows = corpus, rows

    def read_ahead(self, by_word: Sequence[ChunkId]) -> None:
        """Read and cache what `of` needs about the best keyword matches, for an access that sees everything."""
        if by_word:
            self._defining(self._rows.of(by_word[:MENTIONING_CHUNKS], RowFilter()).values())

    def _defining(self, rows: Iterable[ShownChunk]) -> Mapping[str, Mapping[FileId, str]]:
        named = {name for row in rows for name in names_in(row.text)}
        with self._corpus.lock:
            return self._corpus.catalogue.definitions.defining_each(named)

    def of(self, chunks: CandidateChunks, visible: RowFilter) -> Mentioned:
        """Return what the best chunks of both signals mention.

        If the access does not see all files, only candidates count: how many other files define a name would
        reveal the number of hidden files.
        """
        generated = np.array([_GENERATED in file.record.flags for file in chunks.files], np.bool_)
        by_hand = ~generated[chunks.owner]
        by_word, by_meaning = (
            _first(np.where(by_hand, ranks, 0)) for ranks in (chunks.keyword_rank, chunks.semantic_rank)
        )
        ids = [chunks.ids[index] for index in dict.fromkeys((*by_word, *by_meaning))]
        rows = self._rows.of(ids, visible) if ids else {}
        allowed = None if chunks.visible is None else chunks.place_of.keys()
        best = float(chunks.bm25[by_hand].max(initial=0.0)) or 1.0
        semantic = np.zeros(len(chunks))
        semantic[by_hand] = spread(np.clip(chunks.cosine[by_hand], 0.0, 1.0))
        files = self._defining(rows.values())

        def defining(name: str) -> Collection[FileId]:
            spelled = [file for file, spelling in files[name].items() if spelling == name]
            return spelled if allowed is None else allowed & spelled

        return mentioned(
            _read(chunks, by_word, chunks.bm25 / best, rows),
            _read(chunks, by_meaning, semantic, rows),
            defining,
        )


def _first(ranks: Integers) -> list[int]:
    """Return the indices of the best chunks of a ranked list, best first."""
    indices = np.flatnonzero((ranks > 0) & (ranks <= MENTIONING_CHUNKS))
    return [int(index) for index in indices[np.argsort(ranks[indices])]]


def _read(
    chunks: CandidateChunks, indices: list[int], scores: Floats, rows: Mapping[ChunkId, ShownChunk]
) -> Iterator[tuple[FileId, float, str]]:
    for index in indices:
        if chunks.ids[index] in rows:
            yield chunks.file(index), float(scores[index]), rows[chunks.ids[index]].text
