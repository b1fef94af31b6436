"""Laws of the reader in the order: parts add up, scores never rise, and the slider blends from memory."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from search.ranking.constants import GRID
from search.ranking.explain import explanation
from search.ranking.rerank import rerank
from search.types.query import Mode, RankSettings, Rerank
from search.types.results import FileHit, Ready, SearchResult
from tests.unit.search.ranking.test_order import chunk, file

READER = RankSettings(collapse=False)
NONE = RankSettings(rerank=Rerank.NONE, collapse=False)
UNIT = st.floats(0, 1, allow_subnormal=False)
READS = st.lists(st.tuples(UNIT, UNIT, UNIT, st.none() | UNIT), min_size=1, max_size=8)
SHARES = st.sampled_from([0.05, 0.1, 0.3, 0.5, 0.9])


def answer(files: list[FileHit], share: float, settings: RankSettings = READER) -> SearchResult:
    return SearchResult("q", "q", settings, 1.0, Ready(), tuple(files), len(files), len(files), reader_share=share)


def hits(reads: list[tuple[float, float, float, float | None]]) -> list[FileHit]:
    return [
        structs.replace(file(f"f{n}", chunk(f"c{n}", words, meaning), structure=more / 2), reranked=score)
        for n, (words, meaning, more, score) in enumerate(reads)
    ]


@given(READS, SHARES, st.floats(0.05, 0.95))
def test_parts_add_up_and_scores_never_rise(reads, share, weight) -> None:
    settings = replace(READER, weight=weight)
    ordered = rerank(answer(hits(reads), share), settings)
    scores = [hit.rank_score for hit in ordered]
    assert scores == sorted(scores, reverse=True)
    for hit in ordered:
        assert hit.rank_score == hit.parts.total
        assert all(part >= 0.0 and (part * GRID).is_integer() for part in structs.astuple(hit.parts))
        lines = explanation(hit, settings)
        assert sum(line.share for line in lines.parts) == pytest.approx(hit.rank_score, abs=1e-6)


@given(READS, SHARES)
def test_files_that_were_read_come_first_by_the_blend_of_both_scores(reads, share) -> None:
    files = hits(reads)
    before = {hit.file_id: hit.rank_score for hit in rerank(answer(files, share), NONE)}
    ordered = rerank(answer(files, share), READER)
    read = [hit for hit in ordered if hit.reranked is not None]
    assert list(ordered[: len(read)]) == read
    for hit in read:
        assert hit.parts.reader == pytest.approx(share * hit.reranked, abs=1e-9)
        assert hit.rank_score == pytest.approx((1 - share) * before[hit.file_id] + share * hit.reranked, abs=1e-9)
    if read:
        for hit in ordered[len(read) :]:
            assert hit.rank_score == pytest.approx(min(before[hit.file_id], read[-1].rank_score), abs=1e-9)
            assert hit.parts.reader == 0.0


@given(READS, SHARES)
def test_files_that_were_not_read_keep_their_order(reads, share) -> None:
    files = hits(reads)
    before = [hit.file_id for hit in rerank(answer(files, share), NONE) if hit.reranked is None]
    after = [hit.file_id for hit in rerank(answer(files, share), READER) if hit.reranked is None]
    assert after == before


@pytest.mark.parametrize(
    "settings",
    [
        NONE,
        RankSettings(mode=Mode.KEYWORD, collapse=False),
        RankSettings(mode=Mode.SEMANTIC, collapse=False),
        RankSettings(structure=False, collapse=False),
        RankSettings(weight=0.0, collapse=False),
        RankSettings(weight=1.0, collapse=False),
    ],
)
def test_other_orders_know_no_reader(settings) -> None:
    files = hits([(0.9, 0.1, 0.0, 0.1), (0.1, 0.9, 0.2, 0.9), (0.5, 0.5, 0.0, None)])
    unread = [structs.replace(hit, reranked=None) for hit in files]
    with_scores = [structs.replace(hit, reranked=None) for hit in rerank(answer(files, 0.5), settings)]
    assert with_scores == list(rerank(answer(unread, 0.0), settings))


def test_without_a_share_nothing_is_blended() -> None:
    files = hits([(0.9, 0.1, 0.0, 0.1), (0.1, 0.9, 0.2, 0.9)])
    assert rerank(answer(files, 0.0), READER) == rerank(answer(files, 0.0), NONE)


def test_scores_of_another_stage_are_not_blended() -> None:
    files = hits([(0.9, 0.1, 0.0, 0.1), (0.1, 0.9, 0.2, 0.9)])
    other = answer(files, 0.5, RankSettings(rerank=Rerank.CROSS_ENCODER, collapse=False))
    assert rerank(other, READER) == rerank(answer(files, 0.5), NONE)


def test_an_exact_definition_stays_first() -> None:
    files = hits([(0.2, 0.1, 0.0, 0.0), (0.9, 0.9, 0.5, 1.0)])
    files[0] = structs.replace(files[0], pinned=True)
    assert [hit.file_id for hit in rerank(answer(files, 0.9), READER)] == ["f0", "f1"]


def test_near_identical_files_move_together() -> None:
    first, second, third = hits([(0.9, 0.5, 0.0, 0.1), (0.8, 0.5, 0.0, 0.1), (0.3, 0.3, 0.0, 1.0)])
    first, second = (structs.replace(hit, duplicate_group="f0") for hit in (first, second))
    ordered = rerank(answer([first, second, third], 0.9), RankSettings())
    assert [(hit.file_id, len(hit.duplicates)) for hit in ordered] == [("f2", 0), ("f0", 1)]
    assert ordered[1].rank_score == ordered[1].parts.total


def test_a_score_that_is_no_number_counts_as_not_read() -> None:
    files = hits([(0.9, 0.5, 0.0, float(np.nan)), (0.3, 0.3, 0.0, 0.2)])
    assert [hit.file_id for hit in rerank(answer(files, 0.5), READER)] == ["f1", "f0"]
