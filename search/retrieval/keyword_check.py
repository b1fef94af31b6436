"""Compares the keyword index with ``rank_bm25.BM25Okapi`` on a sample of its own chunks."""

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from rank_bm25 import BM25Okapi

from search.retrieval.bm25 import LexicalIndex
from search.storage.chunks_table import ChunksTable
from search.types.status import KeywordCheck

MOST_CHUNKS = 2_000
"""BM25Okapi scores every chunk for every query; so many take it a second."""
MOST_QUERIES = 100


def checked_keywords(lexical: LexicalIndex, chunks: ChunksTable) -> KeywordCheck:
    """Return how the scores of the keyword index compare with those that BM25Okapi computes.

    A sample of the chunks is read from the table and given to BM25Okapi. The keyword index scores the same chunks
    from its postings, with the statistics of the sample. Scores must be equal to the last bit. Generated chunks
    are left out, because the keyword index leaves them out of its statistics.
    """
    sample = list(_sampled(lexical, chunks))
    slots = lexical.slots_of([chunk for chunk, _ in sample])
    missing = int(np.count_nonzero(slots < 0))
    counted = (slots >= 0) & ~lexical.written_by_programs[slots]
    order = np.flatnonzero(counted)[np.argsort(slots[counted], kind="stable")]
    texts = [sample[index][1].split() for index in order.tolist()]
    if not any(texts):
        return KeywordCheck(len(texts), 0, missing, 0)
    mask = np.zeros(lexical.slot_count, np.bool_)
    mask[slots[order]] = True
    ours, theirs = lexical.okapi(mask), BM25Okapi(texts)
    queries = list(_queries(texts))
    differing = sum(
        not np.array_equal(ours.get_scores(query)[slots[order]], theirs.get_scores(query)) for query in queries
    )
    return KeywordCheck(len(texts), len(queries), missing, differing)


def _sampled(lexical: LexicalIndex, chunks: ChunksTable) -> Iterator[tuple[str, str]]:
    """Yield chunks with their terms, spread evenly over the table; cards have no terms and are left out."""
    step = max(1, len(lexical) // MOST_CHUNKS)
    return islice(chunks.terms(), 0, None, step)


def _queries(texts: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Yield queries of one, two or three terms, spread evenly over the vocabulary, and one that is in no chunk."""
    vocabulary = sorted({term for text in texts for term in text})
    step = max(1, len(vocabulary) // MOST_QUERIES)
    for number, start in enumerate(range(0, len(vocabulary), step)):
        yield [vocabulary[(start + offset * step) % len(vocabulary)] for offset in range(1 + number % 3)]
    yield ["\0"]
