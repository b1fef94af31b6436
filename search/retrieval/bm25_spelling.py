"""Terms of the index that are spelled like a given word."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.retrieval.bm25_strings import StringTable, encoded

Distances = npt.NDArray[np.int16]

_BUCKETS = 64


@dataclass(frozen=True, slots=True)
class Signatures:
    """Features that exclude nearly all strings before a distance is computed: one edit changes them little.

    Attributes:
        lengths: characters of each string; an edit changes it by 1 at most.
        letters: one bit for each first byte of a character (modulo 64) in the string; an edit changes 2 at most.
        first, second: its first two bytes; 0 for the second of a single one.
    """

    lengths: npt.NDArray[np.int64]
    letters: npt.NDArray[np.uint64]
    first: npt.NDArray[np.uint8]
    second: npt.NDArray[np.uint8]


def signatures_of(table: StringTable) -> Signatures:
    """Return the signatures of all strings of a table; none of them may be empty."""
    if not len(table):
        none = np.zeros(0, np.uint8)
        return Signatures(np.zeros(0, np.int64), np.zeros(0, np.uint64), none, none)
    starts_character = (table.blob & 0xC0) != 0x80
    bits = np.left_shift(np.uint64(1), (table.blob % _BUCKETS).astype(np.uint64))
    lengths = np.add.reduceat(starts_character.astype(np.int64), table.ends[:-1])
    starts = table.ends[:-1]
    second = table.blob[np.minimum(starts + 1, len(table.blob) - 1)] * (np.diff(table.ends) > 1)
    letters = np.bitwise_or.reduceat(bits * starts_character, starts)
    return Signatures(lengths, letters, table.blob[starts], second.astype(np.uint8))


def near(table: StringTable, signatures: Signatures, term: str, max_distance: int) -> dict[str, int]:
    """Return the strings of a table within that many edits of ``term``, with their distance."""
    if not term or max_distance < 0:
        return {}
    own = signatures_of(StringTable.of([encoded(term)]))
    close = np.abs(signatures.lengths - own.lengths) <= max_distance
    close &= np.bitwise_count(signatures.letters ^ own.letters) <= 2 * max_distance
    others = [table[row] for row in np.flatnonzero(close).tolist()]
    distances = edit_distances(term, others).tolist()
    return {other: far for other, far in zip(others, distances, strict=True) if far <= max_distance}


def near_start(
    table: StringTable, signatures: Signatures, word: str, max_distance: int, tail: int
) -> dict[str, int]:
    """Return the strings within that many edits of a prefix of ``word``, with the distance of the nearest prefix.

    The prefix lacks at most ``tail`` characters, since a stem lacks the ending. One of the first two bytes has to
    be one of the first two of the word: typos there are rare, and few other tests exclude so many strings.
    """
    if not word or max_distance < 0:
        return {}
    own = signatures_of(StringTable.of([encoded(word)]))
    close = signatures.lengths <= len(word) + max_distance
    close &= signatures.lengths >= max(1, len(word) - tail - max_distance)
    close &= (
        (signatures.first == own.first)
        | (signatures.second == own.second)
        | ((signatures.first == own.second) | (signatures.second == own.first))
    )
    close &= np.bitwise_count(signatures.letters & ~own.letters) <= max_distance
    others = [table[row] for row in np.flatnonzero(close).tolist()]
    every = distances_by_start(word, others, max_distance)
    distances = every[max(1, len(word) - tail) :].min(axis=0).tolist()
    return {other: far for other, far in zip(others, distances, strict=True) if far <= max_distance}


def edit_distances(term: str, others: Sequence[str]) -> Distances:
    """Return the optimal string alignment distance of each string from ``term``.

    An edit inserts, removes or changes a character, or swaps two neighbours.
    """
    distances: Distances = _distances([term], others)[0]
    return distances


def distances_by_start(term: str, others: Sequence[str], most: int | None = None) -> Distances:
    """Return (len(term) + 1, len(others)): the distance of each string from the first 0, 1, 2 ... characters.

    With ``most``, larger distances are returned as ``most + 1``, which takes a fraction of the time.
    """
    return _distances([term[:end] for end in range(len(term) + 1)], others, most)


def _distances(terms: Sequence[str], others: Sequence[str], most: int | None = None) -> Distances:
    from rapidfuzz.distance import OSA  # imported late: only misspelled words need it
    from rapidfuzz.process import cdist

    distances: Distances = cdist(terms, others, scorer=OSA.distance, score_cutoff=most, dtype=np.int16)
    return distances
