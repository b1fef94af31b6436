"""The stage after fusion: scores the first files again by reading the query together with their best chunks."""

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
"""Chunks of a file that are scored; the best score counts. The answer of a file is seldom in a later chunk."""

Texts = Callable[[Sequence[str], RowFilter], Mapping[ChunkId, str]]


def no_model() -> TextScorer:
    """Refuse, because there is no model.

    Raises:
        ModelError: always.
    """
    raise ModelError("rerank.no_model")


class RerankStage:
    """Scores the first files of an order again.

    Args:
        texts: returns the texts of visible chunks.
        model: returns the scorer of ``cross-encoder``, or raises `ModelError` naming the setting.
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
        """Return at least the first ``most`` files, best first, and the total number.

        Raises:
            ModelError: the settings require a model that is not available.
        """
        if settings.rerank is Rerank.NONE:
            return order.first(most), len(order)
        return best_hits(self.scored(candidates.hits(), words, settings, visible), settings, most)

    def scored(
        self, hits: Sequence[FileHit], words: str, settings: RankSettings, visible: RowFilter
    ) -> list[FileHit]:
        """Return the hits, the first ``rerank_first`` of their fused order with ``reranked`` set.

        Raises:
            ModelError: the settings require a model that is not available.
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
