"""The stage after fusion: scores the first files again by reading the query together with their best chunks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from search.errors import NoModelError
from search.ranking.rerank import Order, best_hits, order_hits
from search.retrieval.scorers import KeywordScorer, TextScorer
from search.service.analyzed_query import AnalyzedQuery
from search.service.candidate_files import CandidateFiles
from search.types.filters import RowFilter
from search.types.ids import ChunkId
from search.types.query import RankSettings, Rerank
from search.types.results import FileHit

CHUNKS_READ = 3
"""Chunks of a file that are scored; the best score counts. The answer of a file is seldom in a later chunk."""

KEYWORD_SHARE = 0.05
"""Share of the candidates' own BM25 in a score that ``keyword`` makes; the rest is the score before it.

Mean reciprocal rank of 80 of our own questions on four checkouts: 0.607 without the stage, 0.606 with this share,
0.579 with 0.1, and 0.428 with BM25 alone, which the stage used before.
"""
MODEL_SHARE = 1.0
"""Share of a model's score: it has read question and text together."""

Texts = Callable[[Sequence[str], RowFilter], Mapping[ChunkId, str]]


def no_model() -> TextScorer:
    """Refuse, because there is no model.

    Raises:
        NoModelError: always.
    """
    raise NoModelError("rerank.no_model")


class RerankStage:
    """Scores the first files of an order again.

    Args:
        texts: returns the texts of visible chunks.
        model: returns the scorer of ``cross-encoder``, or raises `NoModelError` if none is set.
    """

    def __init__(self, texts: Texts, model: Callable[[], TextScorer] = no_model) -> None:
        self._texts = texts
        self._model = model
        self._keyword = KeywordScorer()

    def first(
        self, analyzed: AnalyzedQuery, candidates: CandidateFiles, order: Order, most: int | None
    ) -> tuple[tuple[FileHit, ...], int]:
        """Return at least the first ``most`` files, best first, and the total number.

        Raises:
            ModelError: the model that is set cannot be loaded.
        """
        settings = analyzed.query.ranking
        if not settings.rerank.replaces_scores:
            return order.first(most), len(order)
        scored = self.scored(candidates.hits(), analyzed.words, settings, analyzed.scope.visible)
        return best_hits(scored, settings, most)

    def scored(
        self, hits: Sequence[FileHit], words: str, settings: RankSettings, visible: RowFilter
    ) -> list[FileHit]:
        """Return the hits, the first ``rerank_first`` of their fused order with ``reranked`` set.

        Without a model none of them is set.

        Raises:
            ModelError: the model that is set cannot be loaded.
        """
        scorer, share = self._scorer(settings.rerank)
        if scorer is None:
            return list(hits)
        fused = order_hits(hits, replace(settings, rerank=Rerank.NONE))[: settings.rerank_first]
        chunks = {file.file_id: [chunk.id for chunk in file.chunks[:CHUNKS_READ]] for file in fused}
        texts = self._texts([chunk for ids in chunks.values() for chunk in ids], visible)
        known = [chunk for ids in chunks.values() for chunk in ids if chunk in texts]
        scores = dict(zip(known, scorer.scores(words, [texts[chunk] for chunk in known]), strict=True))
        best = {file: max((scores.get(chunk, 0.0) for chunk in ids), default=0.0) for file, ids in chunks.items()}
        first = {file.file_id: file.rank_score for file in fused}
        blended = {file: share * score + (1.0 - share) * first[file] for file, score in best.items()}
        return [structs.replace(hit, reranked=blended.get(hit.file_id)) for hit in hits]

    def _scorer(self, rerank: Rerank) -> tuple[TextScorer | None, float]:
        """Return what scores, and its share of the new score; None without a stage and without a model.

        Raises:
            ModelError: the model that is set cannot be loaded.
        """
        if rerank is Rerank.KEYWORD:
            return self._keyword, KEYWORD_SHARE
        if not rerank.replaces_scores:
            return None, 0.0
        try:
            return self._model(), MODEL_SHARE
        except NoModelError:
            return None, 0.0
