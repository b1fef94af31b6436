"""The scores that ranking needs, as arrays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Candidates:
    """n candidate chunks of m files.

    Attributes:
        file_ids: m ids, ascending.
        chunk_ids: n ids, ascending within a file.
        chunk_file: (n,) index into ``file_ids``.
        keyword: (n,) BM25 divided by the best candidate's, 0..1.
        semantic: (n,) cosine clipped to 0..1.
        keyword_rank, semantic_rank: (n,) rank from 1 in the source list, 0 if the chunk is not in it.
        bonus: (n,) added to the blend when chunks of one file are ordered.
        structure: (m,) sum of the structural signals.
        names: (m,) additional score of names, references and commits if words alone decide.
        card: (m,) cosine with the file's card, rescaled to 0..1 over the candidates.
        demotion: (m,) factor 0..1.
        pinned: (m,) whether the file ranks before all that are not pinned.
        unembedded: (m,) whether the file still lacks its vectors, or its folder is not embedded.
    """

    file_ids: tuple[str, ...]
    chunk_ids: tuple[str, ...]
    chunk_file: Integers
    keyword: Floats
    semantic: Floats
    keyword_rank: Integers
    semantic_rank: Integers
    bonus: Floats
    structure: Floats
    names: Floats
    card: Floats
    demotion: Floats
    pinned: npt.NDArray[np.bool_]
    unembedded: npt.NDArray[np.bool_]
