"""What reranks in a pipeline and in the agent: the model of the settings, or the packaged reader."""

from collections.abc import Callable, Sequence
from functools import cache

from app.core.reader_slot import ReaderSlot
from search.config.settings import Settings
from search.embedding.choose import open_encoder
from search.embedding.reader import Reader
from search.embedding.reader_input import passage_text
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


def chosen_scorer(
    settings: Settings, reader: ReaderSlot, model: Callable[[], TextScorer]
) -> Callable[[], TextScorer] | None:
    """Return what opens the model of the settings if they name one, else the packaged reader; None without both.

    Args:
        settings: name the model, in ``search.rerank_model``.
        reader: is not loaded before it first reads.
        model: what `rerank_model` returned.
    """
    if settings.search.rerank_model:
        return model
    return (lambda: ReaderScorer(reader.opened)) if reader.is_there() else None


class ReaderScorer:
    """Scores texts with the packaged reader.

    Args:
        reader: loads it at the first call; raises `ModelError` where it cannot.
    """

    def __init__(self, reader: Callable[[], Reader]) -> None:
        self._reader = reader

    def scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        """Return one score in 0..1 for each text, as calibrated for a passage.

        Raises:
            ModelError: the reader cannot be loaded.
        """
        return self._reader().scores(query, [passage_text("", "", text) for text in texts])
