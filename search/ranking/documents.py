"""Whether a question is one for documents: decided by its words and by how well they answer it beside the code."""

import numpy as np
import numpy.typing as npt

from search.ranking.candidates import Floats
from search.ranking.constants import (
    DOCUMENT_LEAD,
    DOCUMENT_LEAST,
    DOCUMENT_LEAST_FOR_CODE,
    WORDED_FOR_CODE,
)
from search.ranking.fusion import spread


def document_factor(
    keyword: Floats, semantic: Floats, of_document: npt.NDArray[np.bool_], *, query_wording: int = 0
) -> float:
    """Return what the score of documents is multiplied by, in 0..1.

    The arrays are of shape (n,), one value for each candidate chunk: its two signals in 0..1, and whether it is
    part of a document. A signal that is 0 throughout is not in use. ``query_wording`` says whether the question is
    worded for code (above 0) or for documents (below), see `search.query.wording`: with each step the other kind
    has to lead by `DOCUMENT_LEAD` more, and the furthest to code has a smaller least factor.
    """
    if not of_document.any() or of_document.all():
        return 1.0
    used = [signal for signal in (keyword, spread(semantic)) if signal.any()]
    if not used:
        return 1.0
    lead = float(np.mean([signal[of_document].max() - signal[~of_document].max() for signal in used]))
    share = min(1.0, max(0.0, (lead / DOCUMENT_LEAD - query_wording + 1.0) / 2.0))
    least = DOCUMENT_LEAST if query_wording < WORDED_FOR_CODE else DOCUMENT_LEAST_FOR_CODE
    return least + (1.0 - least) * share
