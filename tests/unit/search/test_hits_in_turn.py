"""Hits of evidence: the best chunks of the best files, those of different files by turns."""

import pytest
from msgspec import structs

from search.pipeline.ranked_retrieval import _in_turn, _near_best
from tests.ui.pane_samples import chunk_hit, file_hit

FILES = [
    structs.replace(
        file_hit(number, f"{number}.py"), chunks=tuple(chunk_hit(f"{number}.py", at, 1, 2) for at in range(4))
    )
    for number in range(1, 10)
]


SCORES = (0.8, 0.7, 0.61, 0.59, 0.3)


def order(*, third_of_first: bool) -> list[str]:
    """Return file and chunk of each hit, such as ``1/0``."""
    known = {chunk.id: f"{file.rank}/{nth}" for file in FILES for nth, chunk in enumerate(file.chunks)}
    return [known[chunk] for chunk, _ in _in_turn(FILES, third_of_first=third_of_first)]


def test_the_second_chunk_of_a_file_stands_with_a_later_file() -> None:
    hits = order(third_of_first=False)
    assert hits[:7] == ["1/0", "2/0", "3/0", "4/0", "1/1", "5/0", "2/1"]
    assert "1/2" not in hits[:12]


@pytest.mark.parametrize("most", [12])
def test_the_third_chunk_of_the_best_file_comes_earlier_where_it_is_wanted(most: int) -> None:
    hits = order(third_of_first=True)
    assert hits.index("1/2") < most
    assert [hit for hit in hits[:most] if hit.endswith("/2")] == ["1/2"]
    assert len(hits) == len(set(hits))


def test_files_that_rank_far_below_the_best_one_are_left_out() -> None:
    files = [structs.replace(file, rank_score=score) for file, score in zip(FILES, SCORES, strict=False)]
    assert [file.rank_score for file in _near_best(files, 0.0)] == [0.8, 0.7, 0.61]
    assert list(_near_best([], 0.0)) == []
