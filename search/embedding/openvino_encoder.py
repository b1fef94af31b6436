"""Encoding on the processor: ``openvino`` and ``tokenizers``, nothing else."""

from collections.abc import Sequence

import numpy as np

from search.embedding.batching import by_length, unit_rows
from search.embedding.compiled import compiled_model
from search.embedding.converted import TOKENIZER, WEIGHTS, Converted
from search.embedding.lanes import Lanes, Tokens, Vectors
from search.embedding.mapped_pages import let_go, read_only_ranges
from search.embedding.question_encoder import WARM_LENGTHS, QuestionNetwork
from search.embedding.recent import RecentQueries
from search.embedding.settings import Precision
from search.embedding.tokens import open_tokenizer, tokenized

_BATCH_TOKENS = 256
"""Tokens of a batch: more is not faster, and a query that comes in between waits for a batch or two."""

_LENGTH_STEP = 8
"""Batches are filled up to a multiple of this many tokens: the runtime spends 10 ms and more on a length that is
new to it."""

_TEXTS_AT_ONCE = 2048
"""Texts tokenized and sorted together, which bounds memory."""


_RUNTIME = "/openvino-"
"""Before the precision in the name of an encoder of this runtime."""


def precision_in(name: str) -> Precision:
    """Return the precision that the name of an encoder has; ``auto`` for the name of another runtime."""
    runtime = name.rpartition(_RUNTIME)
    return Precision(runtime[2]) if runtime[1] and runtime[2] in set(Precision) else Precision.AUTO


class OpenVinoEncoder:
    """A converted model; any number of threads may encode.

    Args:
        model: what `search.embedding.convert` wrote.
        name: of the weights, for `model`.
        precision: ``f32`` or ``bf16``.
        threads: 0 for one on each physical core.
        batch_size: most texts in a batch.
        questions: encodes queries; None for the model itself.

    Raises:
        ModelError: the files cannot be loaded.
    """

    def __init__(
        self,
        model: Converted,
        *,
        name: str,
        precision: Precision,
        threads: int = 0,
        batch_size: int = 16,
        questions: QuestionNetwork | None = None,
    ) -> None:
        self._info = model.info
        self._precision = precision
        self._name = name
        self._batch_size = batch_size
        self._tokenizer = open_tokenizer(model.folder / TOKENIZER)
        self._tokenizer.enable_truncation(model.info.max_length)
        self._weights = model.folder / WEIGHTS
        before = read_only_ranges(self._weights)
        compiled = compiled_model(model, precision, threads)
        self._mapped = read_only_ranges(self._weights) - before
        self._threads = int(compiled.get_property("INFERENCE_NUM_THREADS"))
        self._lanes = Lanes(compiled)
        self._query_lane = self._lanes.single if questions is None else questions.encoded
        self._recent = RecentQueries()
        if questions is None:
            self._warm_up()
        let_go(self._weights, self._mapped)

    @property
    def model(self) -> str:
        """Name and hash of the weights, runtime and precision; vectors of equal names may be compared."""
        return f"{self._name}{_RUNTIME}{self._precision}"

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
        let_go(self._weights, self._mapped)
        return vectors

    def encode_query(self, text: str, /) -> Vectors:
        """Return float32 of shape (dimension,) with norm 1, read-only; recent queries are remembered."""
        return self._recent.get_or(text, self._encode_one)

    def _encode_one(self, text: str) -> Vectors:
        tokens, mask = self._filled(tokenized(self._tokenizer, [text], self._info.max_length))
        vector: Vectors = unit_rows(self._query_lane(tokens, mask))[0].copy()
        return vector

    def _warm_up(self) -> None:
        for length in WARM_LENGTHS:
            self._lanes.single(np.full((1, length), self._info.pad_id), np.ones((1, length), np.int64))

    def _encode_part(self, texts: list[str]) -> Vectors:
        ids = tokenized(self._tokenizer, texts, self._info.max_length)
        vectors = np.empty((len(texts), self.dimension), np.float32)

        def inputs(batch: list[int]) -> tuple[Tokens, Tokens]:
            return self._filled([ids[index] for index in batch])

        def take(batch: list[int], computed: Vectors) -> None:
            vectors[batch] = computed

        lengths = [len(token_ids) for token_ids in ids]
        self._lanes.each(list(by_length(lengths, self._batch_size, _BATCH_TOKENS)), inputs, take)
        return unit_rows(vectors)

    def _filled(self, ids: list[list[int]]) -> tuple[Tokens, Tokens]:
        """Return tokens and mask of texts, each filled up to the length of the longest."""
        width = -(-max(map(len, ids)) // _LENGTH_STEP) * _LENGTH_STEP
        tokens = np.full((len(ids), min(width, self._info.max_length)), self._info.pad_id, np.int64)
        mask = np.zeros_like(tokens)
        for row, token_ids in enumerate(ids):
            tokens[row, : len(token_ids)] = token_ids
            mask[row, : len(token_ids)] = 1
        return tokens, mask
