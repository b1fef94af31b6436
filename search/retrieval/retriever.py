"""Finds candidates by keyword and by semantic search, each with its true score in both."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.embedding.ports import Encoder
from search.ranking.constants import GENERATED_PER_SIDE
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_okapi import Scores
from search.retrieval.bm25_postings import Integers
from search.retrieval.candidates import CandidateChunks, RetrievalRequest
from search.retrieval.corpus import Corpus, Mask
from search.retrieval.further_files import FurtherFiles, further_files
from search.retrieval.phrases import chunks_with_phrases
from search.retrieval.stored_catalogue import CataloguedFile
from search.retrieval.vector_block import KnownRows
from search.retrieval.vector_memory import LoadedVectors, VectorMemory
from search.storage.chunks_table import ChunksTable
from search.storage.predicate import passes
from search.types.chunks import ChunkKind
from search.types.filters import FILE_NUMBERS, Condition, Operator
from search.types.ids import ChunkId, FileId, card_id
from search.types.query import Mode

_NO_CARDS = Condition("kind", Operator.NOT_IN, (ChunkKind.CARD.value,))
Vector = npt.NDArray[np.float32]

ENCODED_AT_ONCE = 4
"""Number of queries that are encoded in parallel, as many as an engine answers at once."""

_PHRASE_CHUNKS = 5_000
"""Number of chunks whose text is read to find a phrase: those that score best for its words."""


@dataclass(frozen=True, slots=True, eq=False)
class _KeywordMatches:
    """The best chunks by word, and the index that was searched for them.

    Attributes:
        wanted, visible: which of the index's slots pass the filters, and which the client may see; None for all.
        covered: which of them belong to the projects that the query asks.
        scores: of every slot.
        chunks: best first, those of further files last.
        slots: of these chunks.
        ranks: of these chunks among all that match, from 1.
        files: how many files match, chosen or not; 0 where all are chosen.
    """

    lexical: LexicalIndex
    wanted: Mask | None
    visible: Mask | None
    covered: Mask | None
    scores: Scores
    chunks: list[ChunkId]
    slots: Integers
    ranks: dict[ChunkId, int]
    files: int

    def scores_of(self, slots: Integers) -> npt.NDArray[np.float64]:
        """Return the score of each slot, 0.0 for -1."""
        return np.where(slots >= 0, self.scores[slots], 0.0) if len(self.scores) else np.zeros(len(slots))


class Retriever:
    """Proposes chunks for a query.

    Args:
        encoder: returns the encoder, or None while it is not ready or is switched off.
    """

    def __init__(self, corpus: Corpus, chunks: ChunksTable, encoder: Callable[[], Encoder | None]) -> None:
        self._corpus = corpus
        self._chunks = chunks
        self._encoder = encoder
        self._memory = VectorMemory(chunks)
        self._encoding = ThreadPoolExecutor(ENCODED_AT_ONCE, "encoding")

    def find(
        self, request: RetrievalRequest, meanwhile: Callable[[Sequence[ChunkId]], None] | None = None
    ) -> CandidateChunks:
        """Return the best chunks of each signal in use, with the true scores of both and the cards of their files.

        ``meanwhile`` is called with the best keyword matches while the query is encoded, if it is.
        """
        started = time.perf_counter()
        await_vector = self._meaning(request)
        with_phrases = self._phrase_chunks(request)
        filtered = time.perf_counter()
        searched = request.mode is not Mode.SEMANTIC or await_vector is None
        matches = self._by_word(request, with_phrases, searched=searched)
        loaded = None if await_vector is None else self._memory.now()
        by_name = [*matches.chunks, *self._also(request, with_phrases)]
        owners = self._owners(by_name)  # these and the rows are ready before the query is encoded
        rows = None if loaded is None else loaded.shown.rows_of(by_name)
        if meanwhile is not None and await_vector is not None:
            meanwhile(matches.chunks)
        worded = time.perf_counter()
        vector = None if await_vector is None else await_vector()
        view = (loaded, matches.lexical, matches.wanted)
        semantic, cosines = self._by_meaning(request, vector, with_phrases, view)
        cosines = self._with_cosines(vector, rows, by_name, cosines)
        owners |= self._owners([chunk for chunk in semantic if chunk not in owners])
        pairs, known = self._with_files(owners)
        cards = self._cards(vector, loaded, known)
        pairs = _wanted(pairs, known, request)
        ids = [chunk for _, chunk in pairs]
        place_of = {file: index for index, file in enumerate(dict.fromkeys(file for file, _ in pairs))}
        slots = _slots_of(matches, ids, loaded)
        return CandidateChunks(
            ids=tuple(ids),
            files=tuple(map(known.__getitem__, place_of)),
            place_of=place_of,
            owner=np.array([place_of[file] for file, _ in pairs], np.int32),
            lexical=matches.lexical,
            visible=matches.visible,
            covered=matches.covered,
            slots=slots,
            bm25=matches.scores_of(slots),
            cosine=np.array([cosines.get(chunk, 0.0) for chunk in ids], np.float64),
            keyword_rank=np.array([matches.ranks.get(chunk, 0) for chunk in ids], np.int32),
            semantic_rank=_ranks(ids, semantic),
            cards=cards,
            semantic_ready=vector is not None,
            matching_files=matches.files,
            filter_ms=(filtered - started) * 1000.0,
            keyword_ms=(worded - filtered) * 1000.0,
            semantic_ms=(time.perf_counter() - worded) * 1000.0,
        )

    def close(self) -> None:
        """Wait until nothing is read or encoded in the background."""
        self._memory.close()
        self._encoding.shutdown()

    def _meaning(self, request: RetrievalRequest) -> Callable[[], Vector] | None:
        """Return a function that waits for the query vector, or None without a semantic search.

        The query is encoded while the keyword search runs.
        """
        if request.mode is Mode.KEYWORD:
            return None
        vector = request.vector
        if vector is not None:
            return lambda: vector
        encoder = self._encoder() if request.words else None
        return None if encoder is None else self._encoding.submit(encoder.encode_query, request.words).result

    def _phrase_chunks(self, request: RetrievalRequest) -> frozenset[ChunkId] | None:
        """Return the chunks that hold every phrase, None if there is no phrase."""
        if not request.phrases:
            return None
        lexical, (wanted,) = self._corpus.snapshot(request.wanted)
        return chunks_with_phrases(lexical, wanted, request.phrases, self._texts(request), _PHRASE_CHUNKS)

    def _texts(self, request: RetrievalRequest) -> Callable[[Sequence[str]], Mapping[ChunkId, str]]:
        return lambda ids: self._chunks.texts(ids, request.wanted)

    def _by_word(
        self, request: RetrievalRequest, with_phrases: frozenset[ChunkId] | None, *, searched: bool
    ) -> _KeywordMatches:
        """Score every chunk by word, and return the best of them if the keyword search is ``searched``."""
        filters = (request.wanted, request.visible, request.covered)
        lexical, (wanted, visible, covered) = self._corpus.snapshot(*filters)
        if request.translated:
            scores = lexical.scores_of_words(request.translated, visible)
        else:
            scores = lexical.scores(list(request.terms), visible)
        where = (
            self._where(request, lexical, wanted, with_phrases)
            if searched
            else np.zeros(lexical.slot_count, np.bool_)
        )
        chunks, slots, ranks = _best_by_word(lexical, scores, where, request.depth)
        further = self._further_files(request, lexical, scores, where, slots)
        return _KeywordMatches(
            lexical=lexical,
            wanted=wanted,
            visible=visible,
            covered=covered,
            scores=scores,
            chunks=[*chunks, *further.chunks],
            slots=np.concatenate([slots, further.slots]),
            ranks=ranks | further.ranks,
            files=further.matching,
        )

    def _where(
        self,
        request: RetrievalRequest,
        lexical: LexicalIndex,
        wanted: Mask | None,
        with_phrases: frozenset[ChunkId] | None,
    ) -> Mask:
        """Return which slots of the keyword index may be candidates."""
        where = lexical.live.copy() if wanted is None else wanted.copy()
        if with_phrases is not None:
            where &= lexical.mask_of(with_phrases)
        for term in request.excluded:
            where &= lexical.scores([term]) <= 0
        return where

    def _further_files(
        self, request: RetrievalRequest, lexical: LexicalIndex, scores: Scores, where: Mask, slots: Integers
    ) -> FurtherFiles:
        """Return candidates of further files if the list of the best chunks was cut."""
        nothing = FurtherFiles([], np.zeros(0, np.int64), {}, 0)
        if len(slots) < min(request.depth, GENERATED_PER_SIDE):
            return nothing
        file_of = self._corpus.file_numbers(lexical)
        if file_of is None:
            return nothing
        return further_files(lexical, scores, where, file_of, slots, request.files)

    def _also(self, request: RetrievalRequest, with_phrases: frozenset[ChunkId] | None) -> list[ChunkId]:
        """Return the chunks that are candidates whatever their scores."""
        chunks = self._not_excluded(list(request.also), request.excluded)
        return chunks if with_phrases is None else [chunk for chunk in chunks if chunk in with_phrases]

    def _by_meaning(
        self,
        request: RetrievalRequest,
        vector: Vector | None,
        with_phrases: frozenset[ChunkId] | None,
        view: tuple[LoadedVectors | None, LexicalIndex, Mask | None],
    ) -> tuple[list[ChunkId], dict[ChunkId, float]]:
        if vector is None:
            return [], {}
        if with_phrases is not None:
            exact = self._cosines(vector, view[0], sorted(with_phrases))
            ids = sorted(exact, key=lambda chunk: (-exact[chunk], chunk))
        else:
            ids, values = self._nearest(request, vector, *view)
            exact = dict(zip(ids, values.tolist(), strict=True))
        ids = self._not_excluded(ids, request.excluded)[: request.depth]
        return ids, {chunk: exact[chunk] for chunk in ids}

    def _nearest(
        self,
        request: RetrievalRequest,
        vector: Vector,
        loaded: LoadedVectors | None,
        lexical: LexicalIndex,
        wanted: Mask | None,
    ) -> tuple[list[ChunkId], npt.NDArray[np.float64]]:
        if loaded is not None:
            among = None if wanted is None else self._memory.rows_of(loaded.shown, lexical, wanted)
            return loaded.shown.nearest(vector, request.depth, among)
        if request.wanted.conditions:
            return self._chunks.nearest(vector, request.wanted.and_(_NO_CARDS), request.depth)
        return self._chunks.nearest_shown(vector, request.depth)

    def _cosines(self, vector: Vector, loaded: LoadedVectors | None, ids: list[ChunkId]) -> dict[ChunkId, float]:
        return self._chunks.cosines(vector, ids) if loaded is None else loaded.shown.cosines(vector, ids)

    def _not_excluded(self, ids: list[ChunkId], excluded: Sequence[str]) -> list[ChunkId]:
        if not excluded:
            return ids
        lexical = self._corpus.lexical()
        slots = lexical.slots_of(ids)
        banned = np.zeros(len(ids), np.bool_)
        for term in excluded:
            banned |= (lexical.scores([term])[slots] > 0) & (slots >= 0)
        return [chunk for chunk, out in zip(ids, banned.tolist(), strict=True) if not out]

    def _with_cosines(
        self,
        vector: Vector | None,
        rows: KnownRows | None,
        chunks: list[ChunkId],
        known: dict[ChunkId, float],
    ) -> dict[ChunkId, float]:
        """Return ``known`` with the cosines of these chunks; ``rows`` are their vectors if a copy has them."""
        if vector is None:
            return known
        if rows is not None:
            return known | rows.cosines(vector)
        missing = [chunk for chunk in chunks if chunk not in known]
        return known | self._chunks.cosines(vector, missing) if missing else known

    def _owners(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, FileId | None]:
        """Return the file of each chunk, None for a chunk without one."""
        with self._corpus.lock:
            file_of = self._corpus.catalogue.file_of
            return {chunk: file_of(chunk) for chunk in chunks}

    def _with_files(
        self, owners: Mapping[ChunkId, FileId | None]
    ) -> tuple[list[tuple[FileId, ChunkId]], dict[FileId, CataloguedFile]]:
        """Return the chunks of files that still exist, sorted by file and id, and the files by id."""
        with self._corpus.lock:
            get = self._corpus.catalogue.get
            known = {file: get(file) for file in sorted({file for file in owners.values() if file is not None})}
        files = {file: entry for file, entry in known.items() if entry is not None}
        return sorted((file, chunk) for chunk, file in owners.items() if file in files), files

    def _cards(
        self, vector: Vector | None, loaded: LoadedVectors | None, files: Iterable[FileId]
    ) -> dict[FileId, float]:
        if vector is None:
            return {}
        cards = {card_id(file): file for file in files}
        cosines = (
            self._chunks.cosines(vector, list(cards)) if loaded is None else loaded.cards.cosines(vector, cards)
        )
        return {file: cosines[card] for card, file in cards.items() if card in cosines}


def _wanted(
    pairs: list[tuple[FileId, ChunkId]], known: Mapping[FileId, CataloguedFile], request: RetrievalRequest
) -> list[tuple[FileId, ChunkId]]:
    """Return the chunks that are not left out, of files whose numbers pass the filters.

    Chunks have no rows for these numbers, so those of every signal are checked here.
    """
    numbers = request.wanted.of_files()
    if numbers.conditions:
        passing = {file for file, entry in known.items() if passes(numbers, _numbers(entry))}
        pairs = [pair for pair in pairs if pair[0] in passing]
    return [pair for pair in pairs if pair[1] not in request.left_out] if request.left_out else pairs


def _numbers(entry: CataloguedFile) -> dict[str, object]:
    return {column: getattr(entry.record, column) for column in FILE_NUMBERS}


def _best_by_word(
    lexical: LexicalIndex, scores: Scores, where: Mask, depth: int
) -> tuple[list[ChunkId], npt.NDArray[np.int64], dict[ChunkId, int]]:
    """Return the best keyword matches with their slots, and the rank of each from 1.

    Generated chunks are added to the others and displace none of them: hundreds of chunks of a lock file may hold
    every word. The rank of a generated chunk is the one that it would have among the others.
    """
    written = lexical.written_by_programs
    by_hand, slots = lexical.best(scores, where & ~written, depth)
    most = GENERATED_PER_SIDE if by_hand else depth
    beside, slots_beside = lexical.best(scores, where & written, most)
    ranks = {chunk: rank for rank, chunk in enumerate(by_hand, start=1)}
    behind = np.searchsorted(-scores[slots], -scores[slots_beside], side="right") + 1
    ranks |= dict(zip(beside, behind.tolist(), strict=True))
    return [*by_hand, *beside], np.concatenate([slots, slots_beside]), ranks


def _slots_of(matches: _KeywordMatches, chunks: Sequence[ChunkId], loaded: LoadedVectors | None) -> Integers:
    """Return the slot of every chunk, -1 for an unknown one; a copy of the vectors has the hashes."""
    known = dict(zip(matches.chunks, matches.slots.tolist(), strict=True))
    others = [chunk for chunk in chunks if chunk not in known]
    digests = None if loaded is None or not others else loaded.shown.digests_of(others)
    lexical = matches.lexical
    slots = lexical.slots_of(others) if digests is None else lexical.slots_of_digests(digests)
    slot_of = known | dict(zip(others, slots.tolist(), strict=True))
    return np.array([slot_of[chunk] for chunk in chunks], np.int64)


def _ranks(chunks: Sequence[ChunkId], ranked: Sequence[ChunkId]) -> npt.NDArray[np.int32]:
    """Return the rank of each chunk in ``ranked``, 0 if it is not in it."""
    rank_of = {chunk: rank for rank, chunk in enumerate(ranked, start=1)}
    return np.array([rank_of.get(chunk, 0) for chunk in chunks], np.int32)
