"""Chooses the terms of a long text that say what it is about."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from search.analysis.terms import joined_terms
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_postings import Mask

_TERMS_WEIGHED = 300
"""Most frequent terms of a text among which the rarest are chosen."""
_NOTHING: Mapping[str, int] = {}


def characteristic_terms(
    texts: Sequence[str], lexical: LexicalIndex, mask: Mask | None, most: int, own: Mapping[str, int] = _NOTHING
) -> list[str]:
    """Return the most characteristic terms, best first: frequent in the texts, rare elsewhere, but not absent.

    Args:
        texts: what to choose from.
        lexical: the keyword index.
        mask: which chunks of it the client may see; None for all.
        most: how many terms to return.
        own: in how many chunks of the text itself each term is, if the index holds the text.
    """
    counts = Counter(term for text in texts for term in joined_terms(text).split())
    total = lexical.okapi(mask).corpus_size
    weights: dict[str, float] = {}
    for term, count in counts.most_common(_TERMS_WEIGHED):
        frequency = lexical.document_frequency(term, mask)
        if frequency > own.get(term, 0):
            weights[term] = (1.0 + math.log(count)) * math.log(1.0 + total / frequency)
    return sorted(weights, key=lambda term: (-weights[term], term))[:most]
