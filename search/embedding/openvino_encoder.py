"""Encoding on the processor: ``openvino`` and ``tokenizers``, nothing else."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from search.embedding.batching import by_length, unit_rows
from search.embedding.converted import TOKENIZER, XML, ConvertedInfo
from search.embedding.offline import enforce_offline
from search.embedding.recent import RecentQueries
from search.embedding.settings import Precision
from search.embedding.tokens import open_tokenizer, tokenized
from search.errors import ModelError

Vectors = npt.NDArray[np.float32]

_BATCH_TOKENS = {Precision.F32: 256, Precision.BF16: 512}
"""Tokens encoded at once: more is hardly faster, and a query that comes in between waits for a batch or two.

On a small CPU each takes some 20 ms; with 1,024 and 4,096 tokens queries waited 0.2 and 0.5 s."""

_LENGTH_STEP = 8
"""Batches are filled up to a multiple of this many tokens: the runtime spends 10 ms and more on a length that is
new to it."""

_WARM_LENGTHS = (8, 16, 24)
"""Tokens of usual queries, whose kernels are made ready when the model is loaded."""

COMPILED = "compiled"
"""Folder beside the model where the runtime keeps what it compiled, without the weights: 0.5 MB save two thirds of
the time that loading takes. The runtime makes anew what does not fit or is damaged."""

_TEXTS_AT_ONCE = 2048
"""Texts tokenized and sorted together, which bounds memory."""


class OpenVinoEncoder:
    """A converted model; any number of threads may encode.

    Args:
        folder: what `search.embedding.convert` wrote.
        info: what is kept there of the model.
        name: of the weights, for `model`.
        precision: ``f32`` or ``bf16``.
        threads: 0 for one on each physical core.
        batch_size: texts at once at most.

    Raises:
        ModelError: the files cannot be loaded.
    """

    def __init__(
        self,
        folder: Path,
        info: ConvertedInfo,
        *,
        name: str,
        precision: Precision,
        threads: int = 0,
        batch_size: int = 16,
    ) -> None:
        self._info = info
        self._precision = precision
        self._name = name
        self._batch_size = batch_size
        self._tokenizer = open_tokenizer(folder / TOKENIZER)
        self._tokenizer.enable_truncation(info.max_length)
        self._compiled = _compiled(folder / XML, precision, threads)
        self._threads = int(self._compiled.get_property("INFERENCE_NUM_THREADS"))
        self._recent = RecentQueries()
        self._warm_up()

    @property
    def model(self) -> str:
        """Name and hash of the weights, runtime and precision; vectors of equal names may be compared."""
        return f"{self._name}/openvino-{self._precision}"

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        return self._info.dimension

    @property
    def device(self) -> str:
        """For a person, such as ``CPU, 2 threads, bf16``."""
        threads = "1 thread" if self._threads == 1 else f"{self._threads} threads"
        return f"CPU, {threads}, {self._precision}"

    def encode(self, texts: Sequence[str], /) -> Vectors:
        """Return float32 of shape (len(texts), dimension); every row has norm 1; no texts give (0, dimension)."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            part = list(texts[start : start + _TEXTS_AT_ONCE])
            vectors[start : start + len(part)] = self._encode_part(part)
        return vectors

    def encode_query(self, text: str, /) -> Vectors:
        """Return float32 of shape (dimension,) with norm 1, read-only; recent queries are remembered."""
        return self._recent.get_or(text, self._encode_one)

    def _encode_one(self, text: str) -> Vectors:
        vector: Vectors = self.encode([text])[0].copy()
        return vector

    def _warm_up(self) -> None:
        request = self._compiled.create_infer_request()
        for length in _WARM_LENGTHS:
            request.infer([np.full((1, length), self._info.pad_id), np.ones((1, length), np.int64)])

    def _encode_part(self, texts: list[str]) -> Vectors:
        ids = tokenized(self._tokenizer, texts, self._info.max_length)
        request = self._compiled.create_infer_request()
        vectors = np.empty((len(texts), self.dimension), np.float32)
        lengths = [len(one) for one in ids]
        for batch in by_length(lengths, self._batch_size, _BATCH_TOKENS[self._precision]):
            width = -(-lengths[batch[0]] // _LENGTH_STEP) * _LENGTH_STEP
            tokens = np.full((len(batch), min(width, self._info.max_length)), self._info.pad_id, np.int64)
            mask = np.zeros_like(tokens)
            for row, index in enumerate(batch):
                tokens[row, : lengths[index]] = ids[index]
                mask[row, : lengths[index]] = 1
            vectors[batch] = request.infer([tokens, mask])[0]
        return unit_rows(vectors)


def _compiled(path: Path, precision: Precision, threads: int) -> Any:
    enforce_offline()
    import openvino as ov

    options: dict[str, Any] = {
        "INFERENCE_PRECISION_HINT": precision.value,
        "PERFORMANCE_HINT": "LATENCY",
        "NUM_STREAMS": 1,
        "ENABLE_CPU_PINNING": False,  # pinned threads wait for a busy core while another one is free
    }
    if threads:
        options["INFERENCE_NUM_THREADS"] = threads
    kept = {"CACHE_DIR": str(path.parent / COMPILED), "CACHE_MODE": "OPTIMIZE_SIZE"}
    core = ov.Core()
    try:
        return core.compile_model(path, "CPU", options | kept)
    except RuntimeError:  # nothing can be kept there, or what was kept cannot be read
        pass
    try:
        return core.compile_model(path, "CPU", options)
    except RuntimeError as error:
        raise ModelError(
            f"the converted model {path} cannot be loaded: {str(error).strip().splitlines()[-1]}",
            remedy=f"Remove {path.parent}; it is made again.",
        ) from error
