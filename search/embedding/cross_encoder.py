"""A cross-encoder from a local folder: it reads query and text together, slower and truer than vectors."""

import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from search.embedding.offline import enforce_offline
from search.errors import ModelError

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

PAIRS_AT_ONCE = 16
"""Larger batches do not help on a CPU."""


class CrossEncoderScorer:
    """Scores texts against a query with a sequence-classification model of one output.

    The model is loaded when it is first asked, which imports torch; nothing is ever downloaded.

    Args:
        folder: what ``CrossEncoder.save_pretrained`` wrote.
        device: ``cpu`` or ``cuda``.

    Raises:
        ModelError: there is no such folder.
    """

    def __init__(self, folder: str | Path, *, device: str = "cpu") -> None:
        self._folder = Path(folder)
        self._device = device
        if not (self._folder / "config.json").is_file():
            raise ModelError("rerank.no_config", folder=folder)

    def scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        """Return one score in 0..1 for each text: the logistic function of the model's output.

        Raises:
            ModelError: the folder cannot be loaded.
        """
        if not texts:
            return []
        logits = self._model.predict(
            [(query, text) for text in texts], batch_size=PAIRS_AT_ONCE, activation_fn=_unchanged()
        )
        return [_squashed(float(logit)) for logit in logits]

    @cached_property
    def _model(self) -> "CrossEncoder":
        enforce_offline()
        try:
            from sentence_transformers import CrossEncoder
        except ImportError as error:
            raise ModelError("model.sentence_transformers_missing") from error
        try:
            model = CrossEncoder(str(self._folder), device=self._device, local_files_only=True)
        except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError) as error:
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise ModelError("rerank.not_loadable", folder=self._folder, reason=reason) from error
        if model.num_labels != 1:
            raise ModelError("rerank.several_numbers", folder=self._folder, count=model.num_labels)
        return model


def _unchanged() -> "object":
    import torch

    return torch.nn.Identity()


def _squashed(logit: float) -> float:
    """Return 1 / (1 + e^-logit) without overflow on either side."""
    if logit >= 0.0:
        return 1.0 / (1.0 + math.exp(-logit))
    power = math.exp(logit)
    return power / (1.0 + power)
