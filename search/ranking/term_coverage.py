"""How much of a question's words a whole file holds, in whichever of its chunks."""

import numpy as np

from search.ranking.candidates import Floats, Integers


def term_coverage(owner: Integers, scores: Floats, files: int) -> Floats:
    """Return (files,) how much of the words each file holds, 0..1; all 0 where no file holds any.

    Each term counts by the file's best chunk for it, whatever the others hold; a file that has the best chunk for
    every term has 1. A rare term scores higher and so counts more.

    Args:
        owner: (n,) the file of each candidate chunk.
        scores: (n, t) what each of t terms adds to the chunk's score, not below 0.
        files: how many candidate files there are.
    """
    best = np.zeros((files, scores.shape[1]))
    np.maximum.at(best, owner, scores)
    most = float(best.max(axis=0, initial=0.0).sum())
    return best.sum(axis=1) / most if most > 0.0 else np.zeros(files)
