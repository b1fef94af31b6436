"""The streams of the runtime: several batches are computed at once, each by one thread."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from search.errors import ModelError

Vectors = npt.NDArray[np.float32]
Tokens = npt.NDArray[np.int64]

_Batch = TypeVar("_Batch")

_TRIES = 2
"""Attempts at a batch: a vector that is not finite would stay in the index and hide its text from search."""


class Lanes:
    """Computes with a compiled model, a batch on each of its streams; any number of threads may ask.

    The runtime gives each thread that computes one of its streams, in turn, and takes it back when the thread
    ends. So one thread, which stays, computes single texts, and the threads of batches end with their call; were
    others to compute, two batches could come to share a stream and wait for each other. Threads of batches have
    the niceness of the thread that asks.

    Args:
        compiled: of two inputs, tokens and mask, both int64 of shape (texts, tokens).
    """

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        self.streams = int(compiled.get_property("NUM_STREAMS"))
        """Most batches that are computed at the same time."""
        self._single = ThreadPoolExecutor(1, "encode-one")
        self._request = compiled.create_infer_request()
        self._one_call = threading.Lock()

    def single(self, tokens: Tokens, mask: Tokens) -> Vectors:
        """Return float32 of shape (texts, dimension), without waiting for more than a batch or two.

        Raises:
            ModelError: the model computes values that are not finite, twice in a row.
        """
        return self._single.submit(_computed, self._request, tokens, mask).result()

    def each(
        self,
        batches: Sequence[_Batch],
        inputs: Callable[[_Batch], tuple[Tokens, Tokens]],
        take: Callable[[_Batch, Vectors], None],
    ) -> None:
        """Compute batches side by side, in order.

        Args:
            batches: any number.
            inputs: gives tokens and mask of a batch, when its turn comes.
            take: receives the result of a batch, in any thread.

        Raises:
            ModelError: the model computes values that are not finite, twice in a row.
        """
        if not batches:
            return
        count = min(self.streams, len(batches))
        free = [self._compiled.create_infer_request() for _ in range(count)]

        def compute(batch: _Batch) -> None:
            request = free.pop()
            try:
                take(batch, _computed(request, *inputs(batch)))
            finally:
                free.append(request)

        with self._one_call, ThreadPoolExecutor(count, "encode-batches") as threads:
            for _ in threads.map(compute, batches):
                pass


def _computed(request: Any, tokens: Tokens, mask: Tokens) -> Vectors:
    for _ in range(_TRIES):
        vectors: Vectors = request.infer([tokens, mask])[0].copy()
        if np.isfinite(vectors).all():
            return vectors
    raise ModelError("model.no_numbers")
