"""Weighs documents by the wording of the question and by how well documents and code answer it."""

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
    """Return the factor for the score of documents, in 0..1.

    The arrays have shape (n,), one value for each candidate chunk: its two signals in 0..1, and whether it is
    part of a document. A signal that is 0 throughout is not in use. ``query_wording`` is above 0 for a question
    worded for code and below 0 for one worded for documents, see `search.query.wording`. With each step the other
    kind must lead by `DOCUMENT_LEAD` more; questions worded most for code have a smaller least factor.
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
