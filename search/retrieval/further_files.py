"""Keyword candidates of further files, where a few repetitive files fill the list of the best chunks."""

from dataclasses import dataclass

import numpy as np

from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_okapi import Scores
from search.retrieval.bm25_postings import Integers
from search.retrieval.corpus import Mask
from search.types.ids import ChunkId


@dataclass(frozen=True, slots=True)
class FurtherFiles:
    """The best chunk of each further file, best first.

    Attributes:
        ranks: of each chunk among all that match, from 1.
        matching: how many files match in all, from the postings.
    """

    chunks: list[ChunkId]
    slots: Integers
    ranks: dict[ChunkId, int]
    matching: int


def further_files(
    lexical: LexicalIndex, scores: Scores, where: Mask, file_of: Integers, chosen: Integers, wanted: int
) -> FurtherFiles:
    """Return the best chunks of further files, up to ``wanted`` files together with those of the chosen chunks.

    Args:
        lexical: the keyword index.
        scores: of each of its slots; above 0 where the chunk matches.
        where: slots that may be candidates.
        file_of: number of the file of each slot, -1 for none.
        chosen: slots of the best chunks.
        wanted: how many files are wanted at least.
    """
    matching = np.flatnonzero((scores > 0) & where & (file_of >= 0))
    files = file_of[matching]
    count = int(np.count_nonzero(np.bincount(files))) if len(files) else 0
    known = np.unique(file_of[chosen])
    lacking = min(wanted, count) - len(known)
    if lacking <= 0:
        return FurtherFiles([], np.zeros(0, np.int64), {}, count)
    others = matching[~np.isin(files, known)]
    order = others[np.lexsort((others, -scores[others]))]
    _, first = np.unique(file_of[order], return_index=True)
    best = np.zeros(len(where), np.bool_)
    best[order[first]] = True
    chunks, slots = lexical.best(scores, best, lacking)
    behind = len(matching) - np.searchsorted(np.sort(scores[matching]), scores[slots], side="right") + 1
    return FurtherFiles(chunks, slots, dict(zip(chunks, behind.tolist(), strict=True)), count)
