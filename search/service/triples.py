"""Hashes of the word triples of files, by which near-identical files are recognised."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from search.storage.numbering import numbered_words

Triples = npt.NDArray[np.uint32]

_WORDS = 3
_PARTS_BITS = 8
"""Number of leading bits of a hash that select its bucket."""
_COMPARED_AT_ONCE = 1_024
"""Pairs compared in one step; bounds memory to 1 MB for each side."""
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)
"""Odd multipliers with many bits, one for each position in a triple, so that word order matters."""


def triples_of(files: Sequence[Sequence[bytes]]) -> list[Triples]:
    """Return for each file the distinct hashes of every three consecutive words in a chunk, ascending.

    A chunk with fewer words is one triple. Each distinct word of all files is hashed once and the hashes are
    combined, which takes a fifth of the time of joining every three words. Hashes are valid in this process only.

    Args:
        files: the encoded chunks of each file, words separated by spaces.
    """
    chunks = list(chain.from_iterable(files))
    if not chunks:
        return [np.zeros(0, np.uint32) for _ in files]
    numbers, counts, vocabulary = numbered_words(chunks)
    hashes = np.array(list(map(hash, vocabulary)), np.int64).view(np.uint64)
    words = np.zeros(len(numbers) + _WORDS * len(chunks), np.uint64)  # each chunk is padded with zeros
    words[np.arange(len(numbers)) + np.repeat(np.arange(len(chunks)) * _WORDS, counts)] = hashes[numbers]
    room = counts + _WORDS
    within = np.arange(len(words)) - np.repeat(np.cumsum(room) - room, room)
    triples = np.maximum(1, counts - _WORDS + 1)
    begins = np.flatnonzero(within < np.repeat(triples, room))
    sums = np.zeros(len(begins), np.uint64)
    for at, factor in enumerate(_FACTORS):
        sums += words[begins + at] * factor
    ends = np.concatenate([[0], np.cumsum(triples)])[np.cumsum([0, *map(len, files)])].tolist()
    combined = (sums >> np.uint64(32)).astype(np.uint32)
    return [_distinct(combined[start:end]) for start, end in pairwise(ends)]


def _distinct(hashes: Triples) -> Triples:
    """Return the distinct hashes in ascending order; `numpy.unique` takes ten times as long."""
    rising = np.sort(hashes)
    return np.asarray(rising[np.diff(rising, prepend=~rising[:1]) != 0])


@dataclass(frozen=True, slots=True, eq=False)
class FileText:
    """The part of a file's text that is compared.

    Attributes:
        triples: see `triples_of`.
        spread: (256,) number of hashes in each bucket of the hash range.
    """

    triples: Triples
    spread: npt.NDArray[np.int32]

    @staticmethod
    def of(triples: Triples) -> "FileText":
        """Return the triples with their distribution over the buckets."""
        parts = np.bincount(triples >> np.uint32(32 - _PARTS_BITS), minlength=1 << _PARTS_BITS)
        return FileText(triples, parts.astype(np.int32))


def nearly_equal(pairs: Sequence[tuple[FileText, FileText]], least: float) -> list[bool]:
    """Return for each pair whether the Jaccard similarity of its triples is at least ``least``.

    Two files share at most the smaller count in each bucket; this bound rules out most pairs that differ.
    """
    equal: list[bool] = []
    for start in range(0, len(pairs), _COMPARED_AT_ONCE):
        some = pairs[start : start + _COMPARED_AT_ONCE]
        first, second = (np.stack([pair[side].spread for pair in some]) for side in (0, 1))
        most = np.minimum(first, second).sum(axis=1)
        together = first.sum(axis=1) + second.sum(axis=1)
        may_be = (most / np.maximum(1, together - most) >= least).tolist()
        equal += [
            may and _share(first_text.triples, second_text.triples) >= least
            for may, (first_text, second_text) in zip(may_be, some, strict=True)
        ]
    return equal


def _share(first: Triples, second: Triples) -> float:
    """Return the Jaccard similarity of two sets of triples."""
    if not len(first) or not len(second):
        return 0.0
    indices = np.minimum(np.searchsorted(first, second), len(first) - 1)
    common = int(np.count_nonzero(first[indices] == second))
    return common / (len(first) + len(second) - common)
