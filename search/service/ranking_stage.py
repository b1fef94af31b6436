"""Ranks the files of candidate chunks: scores them, reads the first ones, and orders them."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from search.messages import Message
from search.ranking.rerank import Order
from search.retrieval.candidates import CandidateChunks
from search.retrieval.corpus import Corpus
from search.retrieval.scorers import TextScorer
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.candidate_files import CandidateFiles
from search.service.candidate_scoring import CandidateScoring
from search.service.file_list import IsStale
from search.service.reader_stage import Outcome, ReaderSource, ReaderStage, with_reading
from search.service.rerank_stage import RerankStage
from search.storage.storage import Storage
from search.types.ids import ChunkId
from search.types.query import RankSettings
from search.types.results import FileHit


@dataclass(frozen=True, slots=True, eq=False)
class RankedFiles:
    """The files of an answer, ordered.

    Attributes:
        hits: best first, at least the shown ones.
        total: number of results.
        candidates: all files with their scores, those below the threshold too.
        order: of these files, before a stage that replaces scores and before ``is:stale``.
        settings: that were applied; by word alone where the query could not be searched by meaning.
        read: the outcome of the reader.
        milliseconds: that it took.
    """

    hits: tuple[FileHit, ...]
    total: int
    candidates: CandidateFiles
    order: Order
    settings: RankSettings
    read: Outcome
    milliseconds: float


class RankingStage:
    """Ranks the files of candidate chunks.

    Args:
        rows: returns texts of chunks.
        model: returns the reranking model, see `RerankStage`.
        reader: gives the reader of the first files.
        is_stale: returns whether a file differs from its indexed version.
    """

    def __init__(
        self,
        storage: Storage,
        corpus: Corpus,
        rows: ShownRows,
        model: Callable[[], TextScorer],
        reader: ReaderSource,
        is_stale: IsStale,
    ) -> None:
        self._scoring = CandidateScoring(storage, corpus, rows)
        self._reader = ReaderStage(rows, reader)
        self._rerank = RerankStage(storage.chunks.texts, model)
        self._is_stale = is_stale

    def read_ahead(self, analyzed: AnalyzedQuery) -> Callable[[Sequence[ChunkId]], None] | None:
        """Return what reads texts of the best keyword matches while the query is encoded; None if it must not."""
        if analyzed.is_structured and not analyzed.scope.visible.conditions:
            return self._scoring.mentions.read_ahead
        return None

    def ranked(
        self, analyzed: AnalyzedQuery, chunks: CandidateChunks, outdated: Callable[[], bool]
    ) -> RankedFiles:
        """Return the files of the chunks, best first.

        Args:
            analyzed: what the query asks.
            chunks: the candidates.
            outdated: whether a newer query has made this one superfluous; asked while files are read.

        Raises:
            ModelError: the reranking model that is set cannot be loaded.
        """
        started = time.perf_counter()
        if not chunks.semantic_ready:
            analyzed = analyzed.without_meaning()
        settings = analyzed.query.ranking
        candidates = self._scoring.scored_files(chunks, analyzed)
        order = Order(candidates, settings)
        read = self._read(analyzed, chunks, candidates, order, outdated)
        if read.reading is not None:
            candidates = with_reading(candidates, read.reading)
            order = Order(candidates, settings)
        hits, total = self._first(analyzed, candidates, order)
        milliseconds = (time.perf_counter() - started) * 1000.0
        return RankedFiles(hits, total, candidates, order, settings, read, milliseconds)

    def _read(
        self,
        analyzed: AnalyzedQuery,
        chunks: CandidateChunks,
        candidates: CandidateFiles,
        order: Order,
        outdated: Callable[[], bool],
    ) -> Outcome:
        if analyzed.query.ranking.reads and not chunks.semantic_ready:
            return Outcome(message=Message("reader.by_word"))
        return self._reader.read(analyzed, candidates, order, outdated)

    def _first(
        self, analyzed: AnalyzedQuery, candidates: CandidateFiles, order: Order
    ) -> tuple[tuple[FileHit, ...], int]:
        """Return the first files and the total number; with ``is:stale`` only matching ones, ranked again."""
        query, stale = analyzed.query, analyzed.parsed.stale
        most = None if query.grouped or query.all_candidates or stale is not None else query.top
        hits, total = self._rerank.first(analyzed, candidates, order, most)
        if stale is None:
            return hits, total
        passing = [hit for hit in hits if self._is_stale(hit.root_path, hit.path, hit.mtime_ns) is stale]
        return tuple(replace(hit, rank=rank) for rank, hit in enumerate(passing, 1)), len(passing)
