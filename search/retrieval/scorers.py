"""Scorers of the rerank stage: BM25 over the candidates alone, or a model from a folder."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from search.analysis.terms import joined_terms, query_terms
from search.embedding.cross_encoder import CrossEncoderScorer
from search.embedding.ports import Encoder
from search.errors import ModelError, NoModelError
from search.retrieval.bm25 import LexicalIndex

_CLASSIFIES = "ForSequenceClassification"
"""Part of the architecture name of a cross-encoder in its ``config.json``."""


class TextScorer(Protocol):
    """Scores texts against a query."""

    def scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        """Return one score in 0..1 for each text, in order."""
        ...


class KeywordScorer:
    """BM25 whose statistics are those of the candidates, as a share of the best score."""

    def scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        """Return one score in 0..1 for each text; 0 if no text holds a word of the query."""
        scores = candidate_bm25(query, texts)
        best = max(scores, default=0.0)
        return [max(0.0, score) / best if best > 0.0 else 0.0 for score in scores]


def candidate_bm25(query: str, texts: Sequence[str]) -> list[float]:
    """Return BM25 of each text over these texts alone, above 0 if it holds a word of the query."""
    ids = [str(number) for number in range(len(texts))]
    lexical = LexicalIndex.build(zip(ids, map(joined_terms, texts), strict=True))
    scores = lexical.scores(query_terms(query)).tolist()
    return [scores[slot] for slot in lexical.slots_of(ids).tolist()]


class BiEncoderScorer:
    """Cosine of query and text, clipped to 0..1."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        """Return one score in 0..1 for each text."""
        if not texts:
            return []
        cosines = self._encoder.encode(texts) @ self._encoder.encode_query(query)
        return [float(cosine) for cosine in np.clip(cosines, 0.0, 1.0)]


def open_scorer(folder: str, open_encoder: Callable[[str], Encoder]) -> TextScorer:
    """Return the scorer of a model folder: a cross-encoder, or a sentence-transformers model by cosine.

    Args:
        folder: set by the user.
        open_encoder: opens a folder that holds an embedding model.

    Raises:
        NoModelError: no folder is named.
        ModelError: it holds neither kind of model.
    """
    if not folder:
        raise NoModelError("rerank.no_model")
    path = Path(folder)
    if not path.is_dir():
        raise ModelError("rerank.not_there", folder=folder)
    if (path / "modules.json").is_file() and not _classifies(path):
        return BiEncoderScorer(open_encoder(folder))
    if _classifies(path):
        return CrossEncoderScorer(path)
    raise ModelError("rerank.unknown_model", folder=folder)


def _classifies(folder: Path) -> bool:
    try:
        config = json.loads((folder / "config.json").read_text("utf-8"))
    except (OSError, ValueError):
        return False
    architectures = config.get("architectures") if isinstance(config, dict) else None
    return any(_CLASSIFIES in str(name) for name in architectures or ())
