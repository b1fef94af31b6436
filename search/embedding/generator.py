"""Encoding through sentence-transformers: on a GPU, and for models that OpenVINO cannot express."""

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from search.embedding.batching import CHARACTERS_FIRST, clean, unit_rows
from search.embedding.cache import Remembered, cache_folder
from search.embedding.models import find_model
from search.embedding.offline import enforce_offline
from search.embedding.recent import RecentQueries
from search.embedding.settings import PACKAGED_MODEL
from search.errors import BadInputError, ModelError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vectors = npt.NDArray[np.float32]

DEVICES = ("auto", "cpu", "cuda")

NO_CHANGES: Mapping[str, Vectors] = MappingProxyType({})

GPU_BATCH = 256
"""Texts at once on a GPU, which needs many to be busy."""


class EmbeddingGenerator:
    """A sentence-transformers model from the packaged weights or a local folder; nothing is ever downloaded.

    Args:
        model_name: `PACKAGED_MODEL` or a folder.
        device: ``auto`` takes a CUDA GPU where torch can use one; a GPU computes in bf16.
        cache: the folder for data remembered about models; None for the user's.
        question_changes: what is added to the weights of linear layers for queries, by the name of the layer.

    Raises:
        BadInputError: the device is none of `DEVICES`.
        ModelError: the model is missing or wrong, or ``cuda`` is asked for and there is none.
    """

    def __init__(
        self,
        model_name: str = PACKAGED_MODEL,
        *,
        device: str = "auto",
        cache: Path | None = None,
        question_changes: Mapping[str, Vectors] = NO_CHANGES,
    ) -> None:
        if device not in DEVICES:
            raise BadInputError("model.unknown_device", device=repr(device), known=", ".join(DEVICES))
        self.model_name = model_name
        self._folder = find_model(model_name, Remembered(cache_folder(cache)))
        self._cuda = device != "cpu" and cuda_available()
        if device == "cuda" and not self._cuda:
            raise ModelError("model.no_cuda")
        self._transformer = _loaded(str(self._folder.path), cuda=self._cuda)
        self._questions = _changed(self._transformer, question_changes) if question_changes else self._transformer
        self._recent, self._recent_queries = RecentQueries(), RecentQueries()
        self._dimension = int(self._encoded([""], 1).shape[1])

    @property
    def model(self) -> str:
        """Name and hash of the weights, runtime and precision; vectors of equal names may be compared."""
        return f"{self._folder.key}/torch-{'bf16' if self._cuda else 'f32'}"

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        return self._dimension

    @property
    def max_length(self) -> int:
        """Tokens of a text that are read, special ones included."""
        return int(self._transformer.max_seq_length)

    @property
    def device(self) -> str:
        """For a person."""
        return "GPU, bf16" if self._cuda else "CPU, sentence-transformers, f32"

    def encode(self, texts: Sequence[str], /, batch_size: int = 32) -> Vectors:
        """Return float32 of shape (len(texts), dimension); every row has norm 1; no texts give (0, dimension)."""
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return self._encoded(texts, max(batch_size, GPU_BATCH) if self._cuda else batch_size)

    def encode_single(self, text: str, /) -> Vectors:
        """Return the vector of one text: float32 of shape (dimension,), read-only; recent texts are remembered."""
        return self._recent.get_or(text, self._encode_one)

    def encode_query(self, text: str, /) -> Vectors:
        """Return the vector of a question, as `encode_single` does, with the changes for queries."""
        if self._questions is self._transformer:
            return self.encode_single(text)
        return self._recent_queries.get_or(text, self._encode_query)

    def _encode_query(self, text: str) -> Vectors:
        vector: Vectors = self._encoded([text], 1, self._questions)[0].copy()
        return vector

    def _encode_one(self, text: str) -> Vectors:
        vector: Vectors = self.encode([text])[0].copy()
        return vector

    def _encoded(
        self, texts: Sequence[str], batch_size: int, transformer: "SentenceTransformer | None" = None
    ) -> Vectors:
        # sentence-transformers sorts by length itself
        vectors: Vectors = (transformer or self._transformer).encode(
            [self._start(text) for text in texts],
            batch_size=batch_size,
            normalize_embeddings=True,
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        # 16-bit floats leave the norm a little beside 1
        return unit_rows(vectors.astype(np.float32))

    def _start(self, text: str) -> str:
        """Return as much of a text as can matter, unless that start is mostly white space."""
        limit = self.max_length * CHARACTERS_FIRST
        start = text[:limit]
        return clean(text if len(text) > limit and len(start.split()) < self.max_length else start)


def cuda_available() -> bool:
    """Return whether torch can use a CUDA GPU; imports torch."""
    enforce_offline()
    try:
        import torch
    except ImportError:
        return False
    return bool(torch.cuda.is_available())


def _loaded(folder: str, *, cuda: bool) -> "SentenceTransformer":
    enforce_offline()
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelError("model.sentence_transformers_missing") from error
    try:
        model = SentenceTransformer(folder, device="cuda" if cuda else "cpu", local_files_only=True)
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError) as error:
        raise ModelError("model.not_loadable", folder=folder, reason=str(error).strip().splitlines()[0]) from error
    return model.bfloat16() if cuda else model


def _changed(transformer: "SentenceTransformer", changes: Mapping[str, Vectors]) -> "SentenceTransformer":
    """Return a copy of a model with something added to the weights of its linear layers."""
    import torch

    changed = copy.deepcopy(transformer)
    with torch.no_grad():
        for name, module in changed.named_modules():
            for layer, change in changes.items():
                if name.endswith(layer):
                    module.weight += torch.from_numpy(change).to(module.weight)
    return changed
