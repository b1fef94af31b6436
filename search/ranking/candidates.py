"""The scores that an order is made from, as arrays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Candidates:
    """n candidate chunks of m files.

    Attributes:
        file_ids: m identifiers, rising.
        chunk_ids: n identifiers, rising within a file.
        chunk_file: (n,) index into ``file_ids``.
        keyword: (n,) BM25 divided by the best candidate's, 0..1.
        semantic: (n,) cosine clipped to 0..1.
        keyword_rank, semantic_rank: (n,) rank from 1 in the source list, 0 where it does not hold the chunk.
        bonus: (n,) added to the blend when chunks of one file are ordered.
        structure: (m,) sum of the structural signals.
        names: (m,) what names, references and commits add more where words alone decide.
        card: (m,) cosine with the file's card, stretched to 0..1 over the candidates.
        demotion: (m,) factor 0..1.
        pinned: (m,) whether the file stands before all that are not.
        unembedded: (m,) whether the file waits for its vectors, or its folder has none.
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
