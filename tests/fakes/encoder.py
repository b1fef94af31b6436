"""An encoder without a model: a hashed bag of words, so that texts that share words lie near each other."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from search.analysis.terms import query_terms

DIMENSION = 384


class BagOfWordsEncoder:
    """Gives each term a direction of its own; a text is the sum of its terms, of length 1."""

    model = "bag-of-words"
    dimension = DIMENSION
    device = "test"

    def encode(self, texts: Sequence[str], /) -> npt.NDArray[np.float32]:
        rows = np.zeros((len(texts), DIMENSION), np.float32)
        for position, text in enumerate(texts):
            for term in query_terms(text) or ["-"]:
                rows[position] += _direction(term)
            rows[position] /= np.linalg.norm(rows[position])
        return rows

    def encode_query(self, text: str, /) -> npt.NDArray[np.float32]:
        return self.encode([text])[0]


@lru_cache(maxsize=10_000)
def _direction(term: str) -> npt.NDArray[np.float64]:
    digest = hashlib.blake2b(term.encode("utf-8", "replace"), digest_size=8).digest()
    return np.random.default_rng(int.from_bytes(digest, "little")).standard_normal(DIMENSION)


class WordCounter:
    """Counts blanks-separated words as tokens."""

    def count(self, text: str, /) -> int:
        return len(text.split())
