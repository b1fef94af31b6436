"""Laws of the order of files."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from search.errors import BadInputError
from search.ranking.aggregate import softmax_attention
from search.ranking.constants import WORDS_ALONE
from search.ranking.fusion import reciprocal_rank_fusion
from search.ranking.rank_weight import rank_weight, rescaled
from search.ranking.rerank import order_hits
from search.types.query import Aggregate, Fusion, Mode, RankSettings, Threshold
from search.types.results import ChunkHit, FileHit

UNIT = st.floats(0, 1, allow_subnormal=False)
HUNDREDTHS = st.integers(1, 100).map(lambda number: number / 100)
PLAIN = RankSettings(structure=False)
MEANING_COUNTS = next(number / 100 for number in range(101) if rescaled(number / 100) >= WORDS_ALONE)
"""Least weight from which words alone decide nothing."""


def chunk(name: str, keyword: float, semantic: float, ranks: tuple[int, int] = (1, 1)) -> ChunkHit:
    return ChunkHit(  # type: ignore[call-arg]
        name, name, "text", 1, 2, "", keyword, semantic, *ranks, 0.0, words=keyword, meaning=semantic
    )


def file(
    name: str,
    *chunks: ChunkHit,
    structure: float = 0.0,
    names: float = 0.0,
    demotion: float = 1.0,
    pinned: bool = False,
    history: float = 0.0,
    confidence: float = 0.0,
) -> FileHit:
    return FileHit(
        rank=0,
        file_id=name,  # type: ignore[arg-type]
        path=name,
        repository="r",
        branch="-",
        root_path="/r",
        language="text",
        doc_type="code",
        level="standard",
        flags=(),
        rank_score=0.0,
        relevance=0.0,
        keyword=0.0,
        semantic=0.0,
        structure=structure,
        demotion=demotion,
        chunk_count=len(chunks),
        chunks=chunks,
        pinned=pinned,
        names=names,
        history=history,
        confidence=confidence,
    )


@st.composite
def hits(draw: st.DrawFn) -> list[FileHit]:
    names = draw(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6, unique=True))
    made = []
    for name in names:
        chunks = [
            chunk(f"{name}{n}", draw(UNIT), draw(UNIT), (draw(st.integers(0, 9)), draw(st.integers(0, 9))))
            for n in range(draw(st.integers(1, 4)))
        ]
        structure = {
            "structure": draw(UNIT),
            "names": draw(UNIT),
            "demotion": draw(UNIT),
            "history": draw(UNIT),
            "confidence": draw(UNIT),
        }
        made.append(file(name, *chunks, **structure, pinned=draw(st.booleans())))
    return made


def test_the_file_that_is_least_like_the_question_is_found_by_meaning_too() -> None:
    files = [
        file("a", chunk("a0", 0.0, 0.7)),
        file("b", chunk("b0", 0.0, 0.4)),
        file("c", chunk("c0", 0.9, 0.0, (1, 0))),
    ]
    ordered = order_hits(files, RankSettings(mode=Mode.SEMANTIC))
    assert [hit.path for hit in ordered] == ["a", "b"]


SETTINGS = st.builds(
    RankSettings,
    mode=st.sampled_from(Mode),
    weight=UNIT,
    fusion=st.sampled_from(Fusion),
    aggregate=st.sampled_from(Aggregate),
    temperature=st.floats(1e-6, 5),
    structure=st.booleans(),
)


@given(hits(), SETTINGS, st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_of_the_hits(
    files: list[FileHit], settings: RankSettings, dice
) -> None:
    shuffled = dice.sample(files, len(files))
    assert order_hits(files, settings) == order_hits(shuffled, settings)


@given(hits(), SETTINGS)
def test_scores_of_an_earlier_order_do_not_show_in_a_later_one(
    files: list[FileHit], settings: RankSettings
) -> None:
    scored = [
        structs.replace(
            hit, rank_score=0.5, rank=9, chunks=tuple(structs.replace(c, relevance=0.1) for c in hit.chunks)
        )
        for hit in files
    ]
    assert order_hits(files, settings) == order_hits(scored, settings)


@given(hits(), SETTINGS)
def test_scores_lie_between_0_and_1_and_never_rise_down_the_list(
    files: list[FileHit], settings: RankSettings
) -> None:
    ordered = order_hits(files, settings)
    scores = [hit.rank_score for hit in ordered]
    assert all(0.0 <= score <= 1.0 + 1e-12 for score in scores)
    assert scores == sorted(scores, reverse=True)
    assert [hit.rank for hit in ordered] == list(range(1, len(ordered) + 1))


@given(hits(), SETTINGS)
def test_the_parts_of_a_score_add_up_to_it_to_the_last_digit(files: list[FileHit], settings: RankSettings) -> None:
    for hit in order_hits(files, settings):
        parts = structs.astuple(hit.parts)
        assert math.fsum(parts) == sum(parts) == hit.rank_score
        assert all(part >= 0.0 for part in parts)


@given(hits(), SETTINGS)
def test_relevance_is_the_weighted_sum_to_the_last_digit(files: list[FileHit], settings: RankSettings) -> None:
    weight = settings.effective_weight
    for hit in order_hits(files, settings):
        assert hit.relevance == weight * hit.semantic + (1.0 - weight) * hit.keyword
        for item in hit.chunks:
            assert item.relevance == weight * item.semantic + (1.0 - weight) * item.keyword


@given(hits(), UNIT)
def test_a_file_and_the_chunk_that_is_shown_first_have_one_relevance(files: list[FileHit], weight: float) -> None:
    for hit in order_hits(files, RankSettings(weight=0.01 + 0.98 * weight)):
        assert hit.relevance == pytest.approx(hit.chunks[0].relevance)


def test_a_file_that_answers_by_name_has_a_better_score_than_the_next() -> None:
    named, better = file("a", chunk("a", 0.2, 0.2), pinned=True), file("b", chunk("b", 1.0, 1.0))
    first, second = order_hits([named, better], RankSettings())
    assert first.file_id == "a"
    assert round(first.rank_score, 2) > round(second.rank_score, 2)


def test_what_places_a_file_belongs_to_its_structure() -> None:
    named, better = file("a", chunk("a", 0.2, 0.2), pinned=True), file("b", chunk("b", 1.0, 1.0))
    [first, _] = order_hits([named, better], RankSettings(weight=0.5))
    assert first.parts.structure > first.parts.words + first.parts.meaning


@given(hits(), st.sampled_from([(0.0, Mode.KEYWORD), (1.0, Mode.SEMANTIC)]), st.sampled_from(Aggregate))
def test_the_ends_of_the_slider_are_exactly_the_single_modes(
    files: list[FileHit], end: tuple[float, Mode], aggregate: Aggregate
) -> None:
    hybrid = RankSettings(weight=end[0], aggregate=aggregate)
    assert order_hits(files, hybrid) == order_hits(files, replace(hybrid, mode=end[1]))


@given(hits())
def test_weight_0_without_structure_is_the_order_of_the_best_keyword_score(files: list[FileHit]) -> None:
    ordered = order_hits(files, replace(PLAIN, weight=0.0))
    results = [hit for hit in files if any(c.keyword > 0 for c in hit.chunks)]
    expected = sorted(results, key=lambda hit: (-max(c.keyword for c in hit.chunks), hit.file_id))
    assert [hit.file_id for hit in ordered] == [hit.file_id for hit in expected]


@given(hits(), UNIT)
def test_what_names_add_by_words_alone_is_gone_where_meaning_counts(files: list[FileHit], weight: float) -> None:
    settings = RankSettings(weight=max(MEANING_COUNTS, weight))
    assert ids(files, settings) == ids([structs.replace(hit, names=0.0) for hit in files], settings)


def test_where_words_alone_decide_names_add_all_they_can() -> None:
    plain, named = file("a", chunk("a", 0.6, 0.5)), file("b", chunk("b", 0.5, 0.5), names=0.2)
    by_weight = [ids([plain, named], RankSettings(weight=weight)) for weight in (0.0, MEANING_COUNTS)]
    assert by_weight == [["b", "a"], ["a", "b"]]


def ids(files: list[FileHit], settings: RankSettings) -> list[str]:
    return [hit.file_id for hit in order_hits(files, settings)]


@given(hits(), UNIT)
def test_a_threshold_only_takes_files_away(files: list[FileHit], threshold: float) -> None:
    everything = order_hits(files, RankSettings())
    retained = order_hits(files, RankSettings(min_score=threshold))
    passing = [hit for hit in everything if hit.confidence >= threshold]
    assert retained == tuple(structs.replace(hit, rank=rank) for rank, hit in enumerate(passing, start=1))


@given(hits(), UNIT)
def test_the_threshold_of_the_profile_seed_goes_by_relevance(files: list[FileHit], threshold: float) -> None:
    by_relevance = RankSettings(min_score=threshold, threshold=Threshold.RELEVANCE)
    assert all(hit.relevance >= threshold for hit in order_hits(files, by_relevance))


@given(hits())
def test_a_pinned_file_stands_before_every_other(files: list[FileHit]) -> None:
    pinned = [hit.pinned for hit in order_hits(files, RankSettings())]
    assert pinned == sorted(pinned, reverse=True)


@given(hits())
def test_of_those_that_define_a_name_the_one_that_is_no_copy_and_no_test_stands_first(
    files: list[FileHit],
) -> None:
    ordered = order_hits(files, RankSettings())
    demoted = [hit.demotion < 1.0 for hit in ordered if hit.pinned]
    assert demoted == sorted(demoted)
    assert [hit.rank_score for hit in ordered] == sorted((hit.rank_score for hit in ordered), reverse=True)


@pytest.mark.parametrize(
    ("aggregate", "score"),
    [
        (Aggregate.MAX, 0.8),
        (Aggregate.MEAN, 0.5),
        (Aggregate.SOFTMAX_ATTN, (0.8 + 0.2 * math.exp(-6)) / (1 + math.exp(-6))),
    ],
)
def test_plain_file_scores_follow_the_contract(aggregate: Aggregate, score: float) -> None:
    settings = replace(PLAIN, weight=0.5, aggregate=aggregate)
    [hit] = order_hits([file("a", chunk("x", 1.0, 0.6), chunk("y", 0.2, 0.2))], settings)
    assert hit.rank_score == pytest.approx(score)
    assert 0.5 * hit.keyword + 0.5 * hit.semantic == pytest.approx(score)


def test_softmax_attention_survives_the_smallest_temperature() -> None:
    assert softmax_attention([0.1, 0.9, 0.9], 1e-300) == [0.0, 0.5, 0.5]


@given(st.lists(st.sampled_from("abcdef")), st.lists(st.sampled_from("abcdef")), st.integers(1, 100))
def test_reciprocal_rank_fusion_sums_the_reciprocal_ranks(semantic: list[str], keyword: list[str], k: int) -> None:
    unique_semantic, unique_keyword = list(dict.fromkeys(semantic)), list(dict.fromkeys(keyword))
    for item, score in reciprocal_rank_fusion(semantic, keyword, 10, rrf_k=k):
        expected = sum(1 / (k + ids.index(item) + 1) for ids in (unique_semantic, unique_keyword) if item in ids)
        assert score == pytest.approx(expected)


@pytest.mark.parametrize(
    ("semantic", "keyword", "order"),
    [
        (["a", "b"], ["b", "a"], ["a", "b"]),  # equal scores: the lower semantic rank
        (["a"], ["b"], ["a", "b"]),  # absent from a list stands behind every rank of it
        ([], ["b", "a"], ["b", "a"]),
        (["a", "c"], ["b", "c"], ["c", "a", "b"]),
    ],
)
def test_reciprocal_rank_fusion_breaks_ties_as_the_contract_says(
    semantic: list[str], keyword: list[str], order: list[str]
) -> None:
    assert [item for item, _ in reciprocal_rank_fusion(semantic, keyword, 10)] == order


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "60"])
def test_reciprocal_rank_fusion_refuses_a_k_below_1(k: object) -> None:
    with pytest.raises(BadInputError, match="rrf_k"):
        reciprocal_rank_fusion(["a"], ["b"], 1, rrf_k=k)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "value"),
    [("weight", 1.5), ("weight", float("nan")), ("min_score", -0.1), ("rrf_k", 0), ("temperature", 0.0)],
)
def test_settings_outside_their_range_are_refused_by_name(field: str, value: float) -> None:
    with pytest.raises(BadInputError, match=field):
        RankSettings(**{field: value})


@given(UNIT, UNIT)
def test_a_larger_weight_is_a_larger_weight_of_the_rank_score_and_the_ends_stay(
    first: float, other: float
) -> None:
    low, high = sorted((rescaled(first), rescaled(other)))
    assert (low, high) == tuple(rescaled(weight) for weight in sorted((first, other)))
    assert (rescaled(0.0), rescaled(1.0)) == (0.0, 1.0)
    assert 0.0 <= low <= high <= 1.0


def test_the_balance_of_the_default_weight_is_kept_where_cosines_are_rescaled() -> None:
    assert rank_weight(RankSettings()) == pytest.approx(0.6)
    for true_cosines in (PLAIN, RankSettings(fusion=Fusion.RRF), RankSettings(aggregate=Aggregate.MEAN)):
        assert rank_weight(true_cosines) == RankSettings().weight


@pytest.mark.parametrize("aggregate", [Aggregate.MEAN, Aggregate.SOFTMAX_ATTN])
def test_at_weight_1_a_chunk_that_only_words_found_does_not_count(aggregate: Aggregate) -> None:
    by_meaning = chunk("meaning", 0.0, 0.6, (0, 1))
    files = [file("a", by_meaning, chunk("words", 0.9, 0.0, (1, 0)))]
    settings = RankSettings(structure=False, weight=1.0, aggregate=aggregate)
    assert order_hits(files, settings)[0].rank_score == pytest.approx(0.6)


@pytest.mark.parametrize("aggregate", [Aggregate.MEAN, Aggregate.SOFTMAX_ATTN])
def test_at_weight_0_a_chunk_that_only_meaning_found_does_not_count(aggregate: Aggregate) -> None:
    by_word = chunk("words", 0.6, 0.0, (1, 0))
    files = [file("a", by_word, chunk("meaning", 0.0, 0.9, (0, 1)))]
    settings = RankSettings(structure=False, weight=0.0, aggregate=aggregate)
    assert order_hits(files, settings)[0].rank_score == pytest.approx(0.6)


def test_of_equal_reciprocal_ranks_the_one_that_meaning_found_comes_first() -> None:
    assert [item for item, _ in reciprocal_rank_fusion(["z"], ["a"], 2)] == ["z", "a"]
    assert [item for item, _ in reciprocal_rank_fusion(["m", "b"], ["b", "m"], 2)] == ["m", "b"]


@given(HUNDREDTHS, HUNDREDTHS, st.sampled_from([0.1, 0.25, 0.6, 0.8]))
def test_a_plain_file_scores_the_weighted_sum_of_its_chunk(keyword: float, semantic: float, weight: float) -> None:
    settings = RankSettings(structure=False, weight=weight)
    hit = order_hits([file("a", chunk("c", keyword, semantic))], settings)[0]
    assert hit.rank_score == pytest.approx((1 - weight) * keyword + weight * semantic)


def test_the_best_chunk_of_a_file_is_that_of_the_weighted_sum() -> None:
    chunks = chunk("meaning", 0.1, 0.8), chunk("words", 0.9, 0.1)
    for weight, best in ((0.8, "meaning"), (0.2, "words")):
        hit = order_hits([file("a", *chunks)], RankSettings(structure=False, weight=weight))[0]
        assert hit.chunks[0].id == best


def test_files_with_equal_scores_come_by_id() -> None:
    files = [file(name, chunk(name, 0.5, 0.5)) for name in "hgfedcba"]
    assert "".join(hit.file_id for hit in order_hits(files, PLAIN)) == "abcdefgh"
