"""The reranking model of the settings."""

from collections.abc import Callable
from functools import cache

from search.config.settings import Settings
from search.embedding.choose import open_encoder
from search.embedding.settings import Device, EncoderSettings
from search.retrieval.scorers import TextScorer, open_scorer


def rerank_model(settings: Settings) -> Callable[[], TextScorer]:
    """Return a function that opens the reranking model at its first call.

    It raises `NoModelError` if the settings name none, and `ModelError` if it cannot be loaded.
    """
    device = Device(settings.embeddings.device)
    return cache(
        lambda: open_scorer(
            settings.search.rerank_model, lambda folder: open_encoder(EncoderSettings(model=folder, device=device))
        )
    )
