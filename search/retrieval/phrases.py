"""Finding chunks that hold phrases: their words first, then the text itself."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

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
    """Return the chunks that hold every phrase, whatever its case and white space.

    Of the slots in ``wanted`` (None: all) those that hold all words and score best are read, at most ``limit``.
    """
    terms = list(dict.fromkeys(term for phrase in phrases for term in query_terms(phrase)))
    slots, _ = lexical.top(terms, _with_all(lexical, wanted, terms), None, limit)
    ids = [ChunkId(lexical.slots[slot]) for slot in slots]
    patterns = [_normal(phrase) for phrase in phrases]
    return frozenset(
        chunk for chunk, text in texts(ids).items() if all(pattern in _normal(text) for pattern in patterns)
    )


def _normal(text: str) -> str:
    return _BLANKS.sub(" ", text).strip().casefold()


def _with_all(
    lexical: LexicalIndex, wanted: npt.NDArray[np.bool_] | None, terms: Iterable[str]
) -> npt.NDArray[np.bool_]:
    mask = lexical.live.copy() if wanted is None else wanted.copy()
    for term in terms:
        mask &= lexical.scores([term]) > 0
    return mask
