"""Places files that wait for vectors among files that have them."""

import numpy as np
import numpy.typing as npt

from search.ranking.candidates import Floats
from search.ranking.constants import MEANT_LIKE_WORDS


def awaited_meaning(words: Floats, meaning: Floats, waiting: npt.NDArray[np.bool_]) -> Floats:
    """Return (m,) the addition to the semantic score of files with missing vectors.

    A file that waits gets the meaning that the other files have at its place by words: the best by words gets as
    much as the best by meaning. A folder whose vectors are filled first gains nothing over one that waits. Where
    no file has vectors, meaning is a share of the words. Files that have their vectors get 0.

    Args:
        words: (m,) keyword score of each file, 0..1.
        meaning: (m,) semantic score from the present vectors of each file.
        waiting: (m,) whether vectors of the file are missing.
    """
    known = ~waiting & (words > 0.0)
    if known.any():
        by_words, by_meaning = np.sort(words[known]), np.sort(meaning[known])
        below = by_words < 1.0
        best = meaning[~waiting].max()
        expected = np.interp(words, [0.0, *by_words[below], 1.0], [0.0, *by_meaning[below], best])
    else:
        expected = MEANT_LIKE_WORDS * words
    return np.where(waiting & (words > 0.0), np.maximum(0.0, expected - meaning), 0.0)
