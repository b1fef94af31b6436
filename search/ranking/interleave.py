"""Documents and code in one list: neither hides the other. See docs/benchmarks/quality.md."""

import numpy as np
import numpy.typing as npt

from search.ranking.candidates import Floats
from search.ranking.constants import (
    DOCUMENT_PLACE,
    DOCUMENTS_IN_FULL,
    FURTHER_DOCUMENT,
    NEARLY_THERE,
)


def mixed(score: Floats, document: npt.NDArray[np.bool_]) -> tuple[list[int], Floats]:
    """Return the order of results in which documents and code are both near the top, and their new scores.

    Behind the first `DOCUMENTS_IN_FULL` documents each one counts less than the one before, so that a large manual
    does not take every place; and the best document has the place `DOCUMENT_PLACE` where it is nearly as good as
    what would have it. Documents among themselves and code among itself keep their order.

    Args:
        score: (n,) in 0..1, falling.
        document: (n,) whether the result is a document; the others are code.
    """
    if not document.any() or document.all():
        return list(range(len(score))), score
    further = np.maximum(0, np.cumsum(document) - DOCUMENTS_IN_FULL)
    settled = np.where(document, score * FURTHER_DOCUMENT**further, score)
    order: list[int] = np.argsort(-settled, kind="stable").tolist()
    best = int(np.argmax(document))
    place = DOCUMENT_PLACE - 1
    if order.index(best) > place and settled[best] >= NEARLY_THERE * settled[order[place]]:
        settled[best] = settled[order[place]]
        order.remove(best)
        order.insert(place, best)
    return order, settled
