"""Laws of word triples."""

from itertools import chain

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.service.triples import FileText, nearly_equal, triples_of

CHUNKS = st.lists(st.lists(st.sampled_from(["open", "close", "lease", "ü"]), max_size=6), max_size=4)


def plainly(chunks: list[list[str]]) -> set[tuple[str, ...]]:
    """Return the triples as words; what a chunk of fewer words is called is its own."""
    spans = [[words[at : at + 3] for at in range(max(1, len(words) - 2))] for words in chunks]
    return set(map(tuple, chain.from_iterable(spans)))


@given(st.lists(CHUNKS, max_size=4))
def test_files_share_as_many_hashes_as_they_share_triples(files: list[list[list[str]]]) -> None:
    triples = triples_of([[" ".join(words).encode() for words in chunks] for chunks in files])
    for mine, chunks in zip(triples, files, strict=True):
        for other, others in zip(triples, files, strict=True):
            assert len(set(mine.tolist()) & set(other.tolist())) == len(plainly(chunks) & plainly(others))
        assert mine.tolist() == sorted(set(mine.tolist()))


HASHES = st.lists(st.integers(0, 40).map(lambda number: number * 104_729_000), max_size=40).map(set)
"""Over the whole range, so that several lie in one part of it."""


@given(st.lists(st.tuples(HASHES, HASHES), max_size=4), st.sampled_from([0.1, 0.5, 0.9]))
def test_no_pair_that_has_so_much_in_common_is_missed(
    pairs: list[tuple[set[int], set[int]]], least: float
) -> None:
    equal = nearly_equal([(text(first), text(second)) for first, second in pairs], least)
    assert equal == [len(first & second) >= least * len(first | second) > 0 for first, second in pairs]


def text(hashes: set[int]) -> FileText:
    return FileText.of(np.array(sorted(hashes), np.uint32))
