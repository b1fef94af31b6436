"""Finding candidates by word and by meaning, each with its true score from both sides."""

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from search.ports import Encoder
from search.retrieval.corpus import Corpus
from search.retrieval.found import Ask, CandidateChunk, Found
from search.retrieval.phrases import chunks_with_phrases
from search.retrieval.vector_memory import VectorMemory
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ChunkKind
from search.types.filters import Condition, Operator
from search.types.ids import ChunkId, FileId, card_id
from search.types.query import Mode

_NO_CARDS = Condition("kind", Operator.NOT_IN, (ChunkKind.CARD.value,))
_PHRASE_CHUNKS = 5_000
"""Chunks whose text is read to find a phrase; they are those that score best for its words."""


class Retriever:
    """Proposes chunks for a query.

    Args:
        encoder: gives the encoder, or None while it is not ready or switched off.
    """

    def __init__(self, corpus: Corpus, chunks: ChunksTable, encoder: Callable[[], Encoder | None]) -> None:
        self._corpus = corpus
        self._chunks = chunks
        self._encoder = encoder
        self._memory = VectorMemory(chunks)

    def find(self, ask: Ask) -> Found:
        """Return the best chunks of each signal in use, with the true scores of both and their files' cards."""
        started = time.perf_counter()
        meant = self._meaning(ask)
        only = self._phrase_chunks(ask)
        filtered = time.perf_counter()
        keyword = self._by_word(ask, only) if ask.mode is not Mode.SEMANTIC or meant is None else []
        worded = time.perf_counter()
        vector = None if meant is None else meant()
        semantic, cosines = self._by_meaning(ask, vector, only)
        also = [
            chunk for chunk in self._not_excluded(list(ask.also), ask.excluded) if only is None or chunk in only
        ]
        cosines = self._with_cosines(vector, [*keyword, *also], cosines)
        return Found(
            chunks=self._candidates(ask, keyword, semantic, also, cosines),
            cards=self._cards(vector, [*keyword, *semantic, *also]),
            semantic_ready=vector is not None,
            filter_ms=(filtered - started) * 1000.0,
            keyword_ms=(worded - filtered) * 1000.0,
            semantic_ms=(time.perf_counter() - worded) * 1000.0,
        )

    def _meaning(self, ask: Ask) -> Callable[[], npt.NDArray[np.float32]] | None:
        """Return what gives the vector that is searched for, or None when meaning is not asked or not ready."""
        if ask.mode is Mode.KEYWORD:
            return None
        given = ask.vector
        if given is not None:
            return lambda: given
        encoder = self._encoder() if ask.words else None
        return None if encoder is None else lambda: encoder.encode_query(ask.words)

    def _phrase_chunks(self, ask: Ask) -> frozenset[ChunkId] | None:
        """Return the chunks that hold every phrase, None when there is no phrase."""
        if not ask.phrases:
            return None
        lexical, (wanted,) = self._corpus.snapshot(ask.wanted)
        return chunks_with_phrases(lexical, wanted, ask.phrases, self._texts(ask), _PHRASE_CHUNKS)

    def _texts(self, ask: Ask) -> Callable[[Sequence[str]], Mapping[ChunkId, str]]:
        return lambda ids: self._chunks.texts(ids, ask.wanted)

    def _by_word(self, ask: Ask, only: frozenset[ChunkId] | None) -> list[ChunkId]:
        lexical, (wanted, visible) = self._corpus.snapshot(ask.wanted, ask.visible)
        where = lexical.live.copy() if wanted is None else wanted.copy()
        if only is not None:
            where &= lexical.mask_of(only)
        for term in ask.excluded:
            where &= lexical.scores([term]) <= 0
        slots, _ = lexical.top(list(ask.terms), where, visible, ask.depth)
        return [lexical.slots[slot] for slot in slots.tolist()]

    def _by_meaning(
        self, ask: Ask, vector: npt.NDArray[np.float32] | None, only: frozenset[ChunkId] | None
    ) -> tuple[list[ChunkId], dict[ChunkId, float]]:
        if vector is None:
            return [], {}
        if only is not None:
            exact = self._cosines(vector, sorted(only))
            ids = sorted(exact, key=lambda chunk: (-exact[chunk], chunk))
        else:
            ids, values = self._nearest(ask, vector)
            exact = dict(zip(ids, values.tolist(), strict=True))
        ids = self._not_excluded(ids, ask.excluded)[: ask.depth]
        return ids, {chunk: exact[chunk] for chunk in ids}

    def _nearest(self, ask: Ask, vector: npt.NDArray[np.float32]) -> tuple[list[ChunkId], npt.NDArray[np.float64]]:
        loaded = None if ask.wanted.conditions else self._memory.now()
        if loaded is not None:
            return loaded.nearest(vector, ask.depth)
        return self._chunks.nearest(vector, ask.wanted.and_(_NO_CARDS), ask.depth)

    def _cosines(self, vector: npt.NDArray[np.float32], ids: Sequence[str]) -> dict[ChunkId, float]:
        loaded = self._memory.now()
        return self._chunks.cosines(vector, ids) if loaded is None else loaded.cosines(vector, ids)

    def _not_excluded(self, ids: list[ChunkId], excluded: Sequence[str]) -> list[ChunkId]:
        lexical = self._corpus.lexical()
        slots = lexical.slots_of(ids)
        banned = np.zeros(len(ids), np.bool_)
        for term in excluded:
            banned |= (lexical.scores([term])[slots] > 0) & (slots >= 0)
        return [chunk for chunk, out in zip(ids, banned.tolist(), strict=True) if not out]

    def _with_cosines(
        self, vector: npt.NDArray[np.float32] | None, keyword: list[ChunkId], known: dict[ChunkId, float]
    ) -> dict[ChunkId, float]:
        missing = [chunk for chunk in keyword if chunk not in known]
        if vector is None or not missing:
            return known
        return {**known, **self._cosines(vector, missing)}

    def _candidates(
        self,
        ask: Ask,
        keyword: list[ChunkId],
        semantic: list[ChunkId],
        also: list[ChunkId],
        cosines: dict[ChunkId, float],
    ) -> tuple[CandidateChunk, ...]:
        keyword_ranks = {chunk: rank for rank, chunk in enumerate(keyword, start=1)}
        semantic_ranks = {chunk: rank for rank, chunk in enumerate(semantic, start=1)}
        bm25 = self._bm25(ask, [*keyword, *semantic, *also])
        with self._corpus.lock:
            owners = {chunk: self._corpus.catalogue.file_of(chunk) for chunk in bm25}
        found = [
            CandidateChunk(
                id=chunk,
                file_id=file,
                bm25=bm25[chunk],
                cosine=cosines.get(chunk, 0.0),
                keyword_rank=keyword_ranks.get(chunk, 0),
                semantic_rank=semantic_ranks.get(chunk, 0),
            )
            for chunk, file in owners.items()
            if file is not None and chunk not in ask.left_out
        ]
        return tuple(sorted(found, key=lambda chunk: (chunk.file_id, chunk.id)))

    def _bm25(self, ask: Ask, chunks: list[ChunkId]) -> dict[ChunkId, float]:
        """Return the score of every chunk, 0.0 for one that holds no term."""
        lexical, (visible,) = self._corpus.snapshot(ask.visible)
        slots = lexical.slots_of(chunks)
        scores = lexical.scores(list(ask.terms), visible) if ask.terms else np.zeros(lexical.slot_count)
        values = np.where(slots >= 0, scores[slots], 0.0) if len(scores) else np.zeros(len(slots))
        return dict(zip(chunks, values.tolist(), strict=True))

    def _cards(self, vector: npt.NDArray[np.float32] | None, chunks: list[ChunkId]) -> dict[FileId, float]:
        if vector is None:
            return {}
        with self._corpus.lock:
            files = sorted(self._corpus.catalogue.chunks_by_file(chunks))
        cosines = self._cosines(vector, [card_id(file) for file in files])
        return {file: cosines[card_id(file)] for file in files if card_id(file) in cosines}
