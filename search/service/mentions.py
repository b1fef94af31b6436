"""Reading the best chunks of an answer for the names in them."""

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
        """Read what `of` will need of the best chunks by word, for an asker who sees all; what is read is kept."""
        if by_word:
            self._defining(self._rows.of(by_word[:MENTIONING_CHUNKS], RowFilter()).values())

    def _defining(self, rows: Iterable[ShownChunk]) -> Mapping[str, Mapping[FileId, str]]:
        named = {name for row in rows for name in names_in(row.text)}
        with self._corpus.lock:
            return self._corpus.catalogue.definitions.defining_each(named)

    def of(self, found: CandidateChunks, visible: RowFilter) -> Mentioned:
        """Return what the best chunks of both signals name.

        An asker who does not see all files is told of candidates alone: how many others define a name is a count
        of files out of sight.
        """
        written = np.array([_GENERATED in file.record.flags for file in found.files], np.bool_)
        by_hand = ~written[found.owner]
        by_word, by_meaning = (
            _first(np.where(by_hand, one, 0)) for one in (found.keyword_rank, found.semantic_rank)
        )
        read = [found.ids[place] for place in dict.fromkeys((*by_word, *by_meaning))]
        rows = self._rows.of(read, visible) if read else {}
        among = None if found.visible is None else found.place_of.keys()
        best = float(found.bm25[by_hand].max(initial=0.0)) or 1.0
        meant = np.zeros(len(found))
        meant[by_hand] = spread(np.clip(found.cosine[by_hand], 0.0, 1.0))
        files = self._defining(rows.values())

        def defining(name: str) -> Collection[FileId]:
            spelled = [file for file, like in files[name].items() if like == name]
            return spelled if among is None else among & spelled

        return mentioned(
            _read(found, by_word, found.bm25 / best, rows),
            _read(found, by_meaning, meant, rows),
            defining,
        )


def _first(ranks: Integers) -> list[int]:
    """Return where the first chunks of a list are, best first."""
    places = np.flatnonzero((ranks > 0) & (ranks <= MENTIONING_CHUNKS))
    return [int(place) for place in places[np.argsort(ranks[places])]]


def _read(
    found: CandidateChunks, places: list[int], scores: Floats, rows: Mapping[ChunkId, ShownChunk]
) -> Iterator[tuple[FileId, float, str]]:
    for place in places:
        if found.ids[place] in rows:
            yield found.file(place), float(scores[place]), rows[found.ids[place]].text
