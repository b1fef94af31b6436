"""The stage after fusion: the first files are scored again by reading the query beside their best chunks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from search.errors import ModelError
from search.ranking.rerank import Order, best_hits, order_hits
from search.retrieval.scorers import KeywordScorer, TextScorer
from search.service.candidate_files import CandidateFiles
from search.types.filters import RowFilter
from search.types.ids import ChunkId
from search.types.query import RankSettings, Rerank
from search.types.results import FileHit

CHUNKS_READ = 3
"""Best chunks of a file that are scored; the best of them counts. A file's answer is seldom further down."""

Texts = Callable[[Sequence[str], RowFilter], Mapping[ChunkId, str]]


def no_model() -> TextScorer:
    """Refuse, for want of a model.

    Raises:
        ModelError: always.
    """
    raise ModelError("rerank.no_model")


class RerankStage:
    """Gives the first files of an order a score of their own.

    Args:
        texts: of visible chunks.
        model: gives the scorer of ``cross-encoder``, or raises `ModelError` saying what to set.
    """

    def __init__(self, texts: Texts, model: Callable[[], TextScorer] = no_model) -> None:
        self._texts = texts
        self._model = model
        self._keyword = KeywordScorer()

    def first(
        self,
        candidates: CandidateFiles,
        order: Order,
        words: str,
        settings: RankSettings,
        visible: RowFilter,
        most: int | None,
    ) -> tuple[tuple[FileHit, ...], int]:
        """Return the first ``most`` files best first, or more of them, and how many there are in all.

        Raises:
            ModelError: a model is asked for and cannot be had.
        """
        if settings.rerank is Rerank.NONE:
            return order.first(most), len(order)
        return best_hits(self.scored(candidates.hits(), words, settings, visible), settings, most)

    def scored(
        self, hits: Sequence[FileHit], words: str, settings: RankSettings, visible: RowFilter
    ) -> list[FileHit]:
        """Return the hits, the first ``rerank_first`` of their fused order with ``reranked`` set.

        Raises:
            ModelError: a model is asked for and cannot be had.
        """
        if settings.rerank is Rerank.NONE:
            return list(hits)
        scorer = self._keyword if settings.rerank is Rerank.KEYWORD else self._model()
        fused = order_hits(hits, replace(settings, rerank=Rerank.NONE))[: settings.rerank_first]
        chunks = {file.file_id: [chunk.id for chunk in file.chunks[:CHUNKS_READ]] for file in fused}
        texts = self._texts([chunk for ids in chunks.values() for chunk in ids], visible)
        known = [chunk for ids in chunks.values() for chunk in ids if chunk in texts]
        scores = dict(zip(known, scorer.scores(words, [texts[chunk] for chunk in known]), strict=True))
        best = {file: max((scores.get(chunk, 0.0) for chunk in ids), default=0.0) for file, ids in chunks.items()}
        return [structs.replace(hit, reranked=best.get(hit.file_id)) for hit in hits]
