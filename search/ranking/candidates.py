"""The scores that ranking needs, as arrays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Reading:
    """The reader's scores of the first of m files.

    Attributes:
        scores: (m,) 0..1; NaN for a file that was not read.
        weight: share of the reader in the rank score of a file that was read, 0..1.
    """

    scores: Floats
    weight: float


@dataclass(frozen=True, slots=True)
class Candidates:
    """n candidate chunks of m files.

    Attributes:
        file_ids: m ids, ascending.
        chunk_ids: n ids, ascending within a file.
        chunk_file: (n,) index into ``file_ids``.
        keyword: (n,) BM25 divided by the best candidate's, 0..1.
        semantic: (n,) cosine clipped to 0..1; 0 for a chunk without a vector.
        words: (n,) the keyword score as the order uses it: hand-written chunks relative to the best of these.
        meaning: (n,) the semantic score as the order uses it: rescaled to 0..1 over the candidates, because the
            cosines of one query are close together.
        keyword_rank, semantic_rank: (n,) rank from 1 in the source list, 0 if the chunk is not in it.
        bonus: (n,) added to the blend when chunks of one file are ordered.
        structure: (m,) sum of the structural signals without commits.
        names: (m,) additional score of names and references if words alone decide.
        history, history_names: (m,) the same two sums for commits.
        card: (m,) cosine with the file's card, rescaled to 0..1 over the candidates.
        demotion: (m,) factor 0..1.
        pinned: (m,) whether the file ranks before all that are not pinned.
        uses: (m,) whether the file follows the pinned ones, before all others.
        confidence: (m,) probability that the file answers, 0..1; the threshold applies to it.
        unembedded: (m,) whether chunks of the file still lack vectors, or its folder is not embedded.
        reading: the reader's scores; None if nothing was read.
        spelt: (m,) whether the query spells the name of something that the file defines with blanks, so that it is
            among the first; None if no file does.
    """

    file_ids: tuple[str, ...]
    chunk_ids: tuple[str, ...]
    chunk_file: Integers
    keyword: Floats
    semantic: Floats
    words: Floats
    meaning: Floats
    keyword_rank: Integers
    semantic_rank: Integers
    bonus: Floats
    structure: Floats
    names: Floats
    history: Floats
    history_names: Floats
    card: Floats
    demotion: Floats
    pinned: npt.NDArray[np.bool_]
    uses: npt.NDArray[np.bool_]
    unembedded: npt.NDArray[np.bool_]
    confidence: Floats
    reading: Reading | None = None
    spelt: npt.NDArray[np.bool_] | None = None

    @property
    def exact(self) -> npt.NDArray[np.bool_]:
        """Return (m,) which files are pinned or use what the query names."""
        return self.pinned | self.uses
