"""Finds chunks that hold phrases: first by their words, then in the text itself."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from search.analysis.names import SOFT_HYPHEN
from search.analysis.terms import query_terms
from search.retrieval.bm25 import LexicalIndex
from search.types.ids import ChunkId

_BLANKS = re.compile(r"\s+")


def chunks_with_phrases(
    lexical: LexicalIndex,
    wanted: npt.NDArray[np.bool_] | None,
    phrases: Sequence[str],
    texts: Callable[[Sequence[str]], Mapping[ChunkId, str]],
    limit: int,
) -> frozenset[ChunkId]:
    """Return the chunks that hold every phrase, whatever its case, white space, soft hyphens and normal form.

    At most ``limit`` chunks are read: of the slots in ``wanted`` (None for all), the best that hold all words.
    """
    terms = list(dict.fromkeys(term for phrase in phrases for term in query_terms(phrase)))
    slots, _ = lexical.top(terms, _with_all(lexical, wanted, terms), None, limit)
    ids = [ChunkId(lexical.slots[slot]) for slot in slots]
    patterns = [_normal(phrase) for phrase in phrases]
    return frozenset(
        chunk for chunk, text in texts(ids).items() if all(pattern in _normal(text) for pattern in patterns)
    )


def _normal(text: str) -> str:
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", text.replace(SOFT_HYPHEN, ""))).strip().casefold()


def _with_all(
    lexical: LexicalIndex, wanted: npt.NDArray[np.bool_] | None, terms: Iterable[str]
) -> npt.NDArray[np.bool_]:
    mask = lexical.live.copy() if wanted is None else wanted.copy()
    for term in terms:
        mask &= lexical.scores([term]) > 0
    return mask
