"""Merges the parts of a keyword index that updates made small or left full of removed chunks."""

from collections.abc import Sequence

import numpy as np

from search.retrieval.bm25_postings import Mask, Postings, merged

MERGE_RATIO = 2
"""A part is merged with the previous one if that is at most this many times larger: O(log n) parts remain."""

MOST_MERGED_POSTINGS = 20_000_000
"""Two parts with more postings together, about 400,000 chunks, stay apart: merging takes 12 bytes a posting."""

DEAD_SHARE = 0.3
"""A part with a larger share of removed documents is rewritten."""


def compacted(parts: Sequence[tuple[Postings, Mask]]) -> tuple[list[Postings], Mask]:
    """Return fewer parts with the same documents in the same order, and the mask of live documents."""
    tidied: list[tuple[Postings, Mask]] = []
    for postings, mask in parts:
        alive = int(np.count_nonzero(mask))
        if not alive:
            continue
        worn = alive < (1 - DEAD_SHARE) * len(postings)
        tidied.append((merged([(postings, mask)]), np.ones(alive, np.bool_)) if worn else (postings, mask))
    for at in range(len(tidied) - 1, 0, -1):
        before, last = _size(tidied[at - 1]), _size(tidied[at])
        if before <= MERGE_RATIO * last and before + last <= MOST_MERGED_POSTINGS:
            joined = merged(tidied[at - 1 : at + 1])
            tidied[at - 1 : at + 1] = [(joined, np.ones(len(joined), np.bool_))]
    live = [np.zeros(0, np.bool_), *(mask for _, mask in tidied)]
    return [postings for postings, _ in tidied], np.concatenate(live)


def _size(part: tuple[Postings, Mask]) -> int:
    return len(part[0].documents)
