"""Vectors of the last queries: a slider or a filter asks the same words again and again."""

import threading
from collections import OrderedDict
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

REMEMBERED_QUERIES = 512
"""About 1 MB of vectors."""


class RecentQueries:
    """Least-recently-used memory of query vectors; any number of threads may ask."""

    def __init__(self, limit: int = REMEMBERED_QUERIES) -> None:
        self._limit = limit
        self._vectors: OrderedDict[str, npt.NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    def get_or(self, text: str, encode: Callable[[str], npt.NDArray[np.float32]]) -> npt.NDArray[np.float32]:
        """Return the vector of a text, read-only, encoding it when it is not remembered."""
        with self._lock:
            known = self._vectors.get(text)
            if known is not None:
                self._vectors.move_to_end(text)
                return known
        vector = encode(text)
        vector.flags.writeable = False
        with self._lock:
            self._vectors[text] = vector
            while len(self._vectors) > self._limit:
                self._vectors.popitem(last=False)
        return vector
