"""hybrid-search: the weighted sum, its extremes, its filters, the weight profiles, and the acceptance criteria."""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.local_core import LocalCore
from app.mcp.search_tools import SearchTools
from search.config.settings import Settings, parsed_settings
from search.embedding.generator import EmbeddingGenerator
from search.embedding.models import KNOWN_MODELS
from search.errors import BadInputError, ModelError, QueryError
from search.ranking.fusion import chunk_blend
from search.ranking.rerank import rerank
from search.service.rerank_stage import KEYWORD_SHARE
from search.service.search_service import SearchService
from search.types.filters import OWNER, Access
from search.types.profiles import WEIGHT_PROFILES, weight_of
from search.types.query import Aggregate, Fusion, Mode, RankSettings, Rerank, SearchQuery
from search.types.results import SearchResult
from tests.contracts.samples import WORDS, IndexOnDisk, chunk, corpora
from tests.contracts.service_parts import service_on
from tests.examples import examples

FEW = settings(
    max_examples=examples(8, 20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
QUERIES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
QUESTIONS = tomllib.loads((Path(__file__).parents[1] / "golden" / "sample_questions.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexOnDisk]:
    index = IndexOnDisk(tmp_path_factory.mktemp("index"))
    yield index
    index.storage.close()


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> EmbeddingGenerator:
    return EmbeddingGenerator(device="cpu", cache=tmp_path_factory.mktemp("models"))


def plain(**changed: object) -> RankSettings:
    """Return settings for the formulas of the contract."""
    return RankSettings(**{"structure": False, "weight": 0.5, **changed})  # type: ignore[arg-type]


def search_with(service: SearchService | LocalCore, text: str, top: int = 50, **changed: object) -> SearchResult:
    return service.search(SearchQuery(text, plain(**changed), top=top))


def order(result: SearchResult) -> list[tuple[str, float]]:
    return [(file.path, file.rank_score) for file in result.files]


# The weighted sum


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, st.floats(0.0, 1.0), st.booleans())
def test_every_chunk_scores_the_weighted_sum_of_its_two_signals(disk, chunks, query, weight, structure) -> None:
    result = service_on(disk, chunks).search(SearchQuery(query, plain(weight=weight, structure=structure), top=50))
    for file in result.files:
        for item in file.chunks:
            assert item.relevance == pytest.approx((1 - weight) * item.keyword + weight * item.semantic)
            assert 0.0 <= item.keyword <= 1.0
            assert 0.0 <= item.semantic <= 1.0


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, st.floats(0.0, 1.0))
def test_a_file_scores_as_its_best_chunk_and_files_come_by_falling_score(disk, chunks, query, weight) -> None:
    result = search_with(service_on(disk, chunks), query, weight=weight)
    scores = [file.rank_score for file in result.files]
    assert scores == sorted(scores, reverse=True)
    for file in result.files:
        assert 0.0 <= file.rank_score <= 1.0
        assert file.rank_score == pytest.approx(max(item.relevance for item in file.chunks))
        assert file.rank_score == pytest.approx((1 - weight) * file.keyword + weight * file.semantic)


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, st.sampled_from(Aggregate))
def test_weight_0_is_the_keyword_mode(disk, chunks, query, aggregate) -> None:
    service = service_on(disk, chunks)
    hybrid = search_with(service, query, weight=0.0, aggregate=aggregate)
    assert order(hybrid) == order(search_with(service, query, mode=Mode.KEYWORD, aggregate=aggregate))


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, st.sampled_from(Aggregate))
def test_weight_1_is_the_semantic_mode(disk, chunks, query, aggregate) -> None:
    service = service_on(disk, chunks)
    hybrid = search_with(service, query, weight=1.0, aggregate=aggregate)
    assert order(hybrid) == order(search_with(service, query, mode=Mode.SEMANTIC, aggregate=aggregate))


def test_a_side_that_did_not_propose_a_chunk_still_gives_its_true_score(disk: IndexOnDisk) -> None:
    service = service_on(disk, [chunk("a.py", 0, "lease renew"), chunk("b.py", 0, "renew retry backoff refund")])
    both = {file.path: file for file in search_with(service, "renew").files}
    semantic = {file.path: file.semantic for file in search_with(service, "renew", mode=Mode.SEMANTIC).files}
    assert {path: file.semantic for path, file in both.items()} == pytest.approx(semantic)


def test_the_two_extremes_differ(disk: IndexOnDisk) -> None:
    chunks = [chunk("a.py", 0, "lease"), chunk("b.py", 0, "lease lease lease renew retry backoff refund")]
    service = service_on(disk, chunks)
    assert order(search_with(service, "lease", weight=0.0)) != order(search_with(service, "lease", weight=1.0))


EXAMPLES = {
    "api-authentication.md": (0.85, 0.92),
    "oauth-spec.md": (0.45, 0.88),
    "database-schema.md": (0.10, 0.15),
}
"""Keyword and semantic score of the contract's three documents."""


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        (0.0, (0.85, 0.45, 0.10)),
        (0.2, (0.864, 0.536, 0.11)),
        (0.5, (0.885, 0.665, 0.125)),
        (0.8, (0.906, 0.794, 0.14)),
        (1.0, (0.92, 0.88, 0.15)),
    ],
)
def test_the_documented_example_is_met_to_the_digit(weight: float, expected: tuple[float, ...]) -> None:
    keyword, semantic = np.array(list(EXAMPLES.values())).T
    signals = SimpleNamespace(keyword=keyword, semantic=semantic)
    assert chunk_blend(signals, plain(weight=weight)) == pytest.approx(expected, abs=1e-12)  # type: ignore[arg-type]


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, st.integers(1, 3))
def test_the_limit_is_kept_and_the_total_is_told(disk, chunks, query, top) -> None:
    service = service_on(disk, chunks)
    every, few = search_with(service, query), search_with(service, query, top)
    assert order(few) == order(every)[:top]
    assert few.total_files == every.total_files == len(every.files)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("weight", -0.1),
        ("weight", 1.1),
        ("min_score", 2.0),
        ("rrf_k", 0),
        ("temperature", 0.0),
        ("rerank_first", 0),
    ],
)
def test_a_setting_outside_its_range_is_refused_by_name_and_value(field: str, value: float) -> None:
    with pytest.raises(BadInputError, match=re.escape(f"{field} is {value!r}")):
        RankSettings(**{field: value})


@pytest.mark.parametrize("top", [0, 1001])
def test_a_limit_outside_its_range_is_refused(top: int) -> None:
    with pytest.raises(BadInputError, match=f"top is {top}"):
        SearchQuery("x", top=top)


@pytest.mark.parametrize("mode", ["", "vector", "HYBRID"])
def test_there_are_three_modes_and_no_other(mode: str) -> None:
    assert {item.value for item in Mode} == {"keyword", "semantic", "hybrid"}
    with pytest.raises(ValueError, match=mode or "''"):
        Mode(mode)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_a_query_without_words_is_refused(disk: IndexOnDisk, text: str) -> None:
    with pytest.raises(QueryError):
        search_with(service_on(disk, [chunk("a.py", 0, "lease")]), text)


# Profiles


@pytest.mark.parametrize(
    ("name", "weight"),
    [
        ("keyword_focused", 0.2),
        ("balanced", 0.5),
        ("semantic_focused", 0.8),
        ("pure_semantic", 1.0),
    ],
)
def test_a_profile_has_the_weight_of_the_contract_and_says_what_it_is_for(name: str, weight: float) -> None:
    profile = WEIGHT_PROFILES[name]
    assert (profile.weight, RankSettings(weight=profile.weight).effective_weight) == (weight, weight)
    assert profile.use_case
    assert profile.example


def test_profiles_go_from_words_to_meaning_and_cannot_be_changed() -> None:
    weights = [profile.weight for profile in WEIGHT_PROFILES.values()]
    assert weights == sorted(weights)
    with pytest.raises(TypeError):
        WEIGHT_PROFILES["balanced"] = None  # type: ignore[index]


def test_settings_command_line_and_window_have_one_list_of_profiles_with_the_default_in_it() -> None:
    from ui.shell.tuning_strip import PRESETS

    weights = [profile.weight for profile in WEIGHT_PROFILES.values()]
    assert [preset.weight for preset in PRESETS] == weights
    assert {Settings().search.hybrid_weight, RankSettings().weight} <= set(weights)
    for name, profile in WEIGHT_PROFILES.items():
        assert parsed_settings(f'[search]\nhybrid_weight = "{name}"\n', "x").search.hybrid_weight == profile.weight
        assert weight_of(name) == profile.weight
    assert (weight_of("0.3"), weight_of("strong")) == (0.3, None)
    with pytest.raises(BadInputError, match="keyword_focused"):
        parsed_settings('[search]\nhybrid_weight = "strong"\n', "x")


# Filters


def labelled() -> list:
    made = []
    for path, product, component in [
        ("shop/pam/a.md", "shop", "pam"),
        ("shop/auth/b.py", "shop", "auth"),
        ("site/auth/c.sql", "site", "auth"),
        ("site/ui/d.md", "site", "ui"),
    ]:
        extension = path.rsplit(".", 1)[1]
        made.append(chunk(path, 0, "lease renew", product=product, component=component, ext=extension))
    return made


@pytest.mark.parametrize(
    ("filters", "match"),
    [
        ("", "abcd"),
        ("product:shop", "ab"),
        ("product:shop,site", "abcd"),
        ("component:auth", "bc"),
        ("product:site component:auth", "c"),
        ("ext:md", "ad"),
        ("ext:md,sql", "acd"),
        ("ext:.md", "ad"),
        ("product:shop ext:py,sql", "b"),
        ("product:none", ""),
        ("-ext:md", "bc"),
        ("-component:auth,ui", "a"),
        ("path:shop", "ab"),
    ],
)
@pytest.mark.parametrize("mode", Mode)
def test_a_filter_holds_in_every_mode_and_several_values_mean_any(
    disk, mode: Mode, filters: str, match: str
) -> None:
    result = search_with(service_on(disk, labelled()), f"lease {filters}", mode=mode)
    assert sorted(Path(file.path).stem for file in result.files) == list(match)


def test_a_filter_changes_no_score(disk: IndexOnDisk) -> None:
    service = service_on(disk, [*labelled(), chunk("x.py", 0, "renew lease token", product="else", ext="py")])
    every = {file.path: file.chunks[0].semantic for file in search_with(service, "renew lease token").files}
    some = {
        file.path: file.chunks[0].semantic for file in search_with(service, "renew lease token product:shop").files
    }
    assert some == {path: every[path] for path in some}


def test_an_unknown_filter_is_reported_and_not_searched(disk: IndexOnDisk) -> None:
    with pytest.raises(QueryError, match="lnag"):
        search_with(service_on(disk, labelled()), "lease lnag:go")


# Reciprocal ranks in the service


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, st.integers(1, 100))
def test_with_reciprocal_ranks_half_weight_is_the_plain_formula(disk, chunks, query, rrf_k) -> None:
    result = search_with(service_on(disk, chunks), query, fusion=Fusion.RRF, rrf_k=rrf_k)
    for file in result.files:
        for item in file.chunks:
            terms = [1 / (rrf_k + rank) for rank in (item.keyword_rank, item.semantic_rank) if rank]
            assert item.rank_score == pytest.approx(sum(terms) * (rrf_k + 1) / 2)


# Reranking


def test_a_keyword_stage_orders_the_first_files_by_their_own_words(disk: IndexOnDisk) -> None:
    chunks = [
        chunk("a.py", 0, "lease"),
        chunk("b.py", 0, "lease renew retry backoff"),
        *(chunk(f"n{n}.py", 0, "invoice refund session") for n in range(6)),
    ]
    service = service_on(disk, chunks)
    result = service.search(SearchQuery("lease renew retry", plain(rerank=Rerank.KEYWORD), top=20))
    fused = service.search(SearchQuery("lease renew retry", plain(), top=20)).files[0].rank_score
    assert result.files[0].path == "b.py"
    assert result.files[0].reranked == pytest.approx(KEYWORD_SHARE + (1.0 - KEYWORD_SHARE) * fused)
    assert result.reranking_applied


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES, st.integers(1, 4))
def test_a_stage_moves_only_the_first_files_and_scores_never_rise(disk, chunks, query, first) -> None:
    service = service_on(disk, chunks)
    fused = search_with(service, query)
    staged = search_with(service, query, rerank=Rerank.KEYWORD, rerank_first=first)
    assert {file.path for file in staged.files[:first]} == {file.path for file in fused.files[:first]}
    assert [file.path for file in staged.files[first:]] == [file.path for file in fused.files[first:]]
    assert [file.rank for file in staged.files] == list(range(1, len(staged.files) + 1))
    scores = [file.rank_score for file in staged.files]
    assert scores == sorted(scores, reverse=True)
    assert all((file.reranked is None) == (file.rank > first) for file in staged.files)


@pytest.mark.examples
@FEW
@given(corpora(), QUERIES)
def test_ranking_an_answer_again_with_its_own_settings_changes_nothing(disk, chunks, query) -> None:
    for stage in (Rerank.NONE, Rerank.KEYWORD):
        result = search_with(service_on(disk, chunks), query, rerank=stage)
        again = rerank(result, result.ranking)
        assert [(file.path, file.rank_score) for file in again] == order(result)


def test_without_a_model_nothing_is_reranked_and_the_answer_says_so(disk: IndexOnDisk) -> None:
    service = service_on(disk, labelled())
    plainly = search_with(service, "lease")
    result = search_with(service, "lease", rerank=Rerank.CROSS_ENCODER)
    assert order(result) == order(plainly)
    assert not result.reranking_applied
    assert any("search.rerank_model" in str(note) for note in result.notes)
    assert not any("reranked" in str(note) for note in plainly.notes)


def test_a_model_that_is_set_and_cannot_be_loaded_is_an_error(disk: IndexOnDisk) -> None:
    def broken():
        raise ModelError("rerank.not_there", folder="/nowhere")

    with pytest.raises(ModelError, match="/nowhere"):
        search_with(service_on(disk, labelled(), broken), "lease", rerank=Rerank.CROSS_ENCODER)


def test_a_model_stage_scores_with_the_model(disk: IndexOnDisk) -> None:
    class LongestFirst:
        def scores(self, query, texts):
            return [len(text) / 100 for text in texts]

    chunks = [chunk("a.py", 0, "lease"), chunk("b.py", 0, "lease renew retry")]
    result = search_with(service_on(disk, chunks, LongestFirst), "lease", rerank=Rerank.CROSS_ENCODER)
    assert order(result) == [("b.py", 0.17), ("a.py", 0.05)]


def test_a_stage_reads_no_text_that_may_not_be_seen(disk: IndexOnDisk) -> None:
    seen: list[str] = []

    class Noting:
        def scores(self, query, texts):
            seen.extend(texts)
            return [0.5] * len(texts)

    chunks = [chunk("a.py", 0, "lease mine"), chunk("b.py", 0, "lease theirs", groups=("staff",))]
    service = service_on(disk, chunks, Noting)
    service.search(SearchQuery("lease", plain(rerank=Rerank.CROSS_ENCODER), access=Access(groups=())))
    assert seen == ["lease mine"]


# Configuration


def test_all_mistakes_of_a_configuration_are_told_at_once() -> None:
    text = (
        '[search]\nmode = "fuzzy"\nhybrid_weight = 1.5\n\n[embeddings]\nbatch_size = 0\n\n[vector_db]\nsize = 1\n'
    )
    with pytest.raises(BadInputError) as caught:
        parsed_settings(text, "my.toml")
    message = str(caught.value)
    for position in (
        "my.toml:2: search.mode",
        "my.toml:3: search.hybrid_weight",
        "my.toml:6: embeddings.batch_size",
    ):
        assert position in message
    assert "vector_db" in message


def test_the_configuration_names_mode_weight_model_and_batch_size() -> None:
    text = '[search]\nmode = "semantic"\nhybrid_weight = 0.8\n[embeddings]\nmodel = "/m"\nbatch_size = 32\n'
    chosen = parsed_settings(text, "my.toml")
    assert (chosen.search.mode, chosen.search.hybrid_weight) == (Mode.SEMANTIC, 0.8)
    assert (chosen.embeddings.model, chosen.embeddings.batch_size) == ("/m", 32)
    assert Settings().search.mode is Mode.HYBRID


# AC1: embeddings


def test_ac1_a_text_becomes_a_unit_vector_of_384_float32(reference: EmbeddingGenerator) -> None:
    item = reference.encode_single("This is a test document about authentication.")
    assert (item.shape, item.dtype, reference.dimension) == ((384,), np.float32, 384)
    assert np.isfinite(item).all()
    assert float(np.linalg.norm(item)) == pytest.approx(1.0, abs=1e-5)


def test_ac1_a_batch_gives_what_single_texts_give(reference: EmbeddingGenerator) -> None:
    texts = ["Text 1", "a much longer text about leases and how they are renewed", "Text 3"]
    batch = reference.encode(texts, batch_size=2)
    assert batch.shape == (3, 384)
    for row, text in zip(batch, texts, strict=True):
        assert row @ reference.encode_single(text) == pytest.approx(1.0, abs=1e-4)
    assert reference.encode([]).shape == (0, 384)


def test_ac1_the_models_of_the_contract_are_known_with_their_sizes() -> None:
    known = {name: (model.dimension, model.max_length, model.size_mb) for name, model in KNOWN_MODELS.items()}
    assert known == {
        "all-MiniLM-L6-v2": (384, 256, 80),
        "all-mpnet-base-v2": (768, 384, 420),
        "multi-qa-MiniLM-L6-cos-v1": (384, 512, 80),
    }


def test_ac1_a_model_that_would_have_to_be_downloaded_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="all-mpnet-base-v2") as caught:
        EmbeddingGenerator("all-mpnet-base-v2", cache=tmp_path)
    assert "name its folder" in str(caught.value.remedy)


# AC2 and AC3: meaning, and both together, on the sample corpus with the real model


def quality(core: LocalCore, **changed: object) -> float:
    """Return the mean reciprocal rank of the first answer over all questions."""
    ranks = []
    for question in QUESTIONS["question"]:
        paths = [file.path for file in search_with(core, question["text"], 20, **changed).files]
        ranks.append(
            max((1 / (paths.index(path) + 1) for path in question["answers"] if path in paths), default=0.0)
        )
    return sum(ranks) / len(ranks)


def test_ac2_meaning_answers_questions_better_than_words(sample_core: LocalCore) -> None:
    assert quality(sample_core, mode=Mode.SEMANTIC) > quality(sample_core, mode=Mode.KEYWORD)


@pytest.mark.parametrize("both", [{"weight": RankSettings().weight}, {"fusion": Fusion.RRF}])
def test_ac3_both_together_answer_better_than_either(sample_core: LocalCore, both: dict) -> None:
    alone = max(quality(sample_core, mode=mode) for mode in (Mode.KEYWORD, Mode.SEMANTIC))
    assert quality(sample_core, **both) > alone


def test_ac3_the_default_weight_is_one_of_the_profiles() -> None:
    assert RankSettings().weight in {profile.weight for profile in WEIGHT_PROFILES.values()}


def test_ac2_a_filter_holds_for_meaning_on_a_real_index(sample_core: LocalCore) -> None:
    result = search_with(sample_core, "how do we authenticate users ext:md", mode=Mode.SEMANTIC)
    assert result.files
    assert all(file.path.endswith(".md") for file in result.files)


def test_ac5_keyword_search_needs_no_model(disk: IndexOnDisk) -> None:
    service = service_on(disk, [chunk("a.py", 0, "lease renew")])
    service._retriever._encoder = lambda: None
    result = search_with(service, "lease", mode=Mode.KEYWORD)
    assert order(result) == [("a.py", 1.0)]
    assert result.notes == ()


def test_ac5_hybrid_without_a_model_answers_by_word_and_says_so(disk: IndexOnDisk) -> None:
    service = service_on(disk, [chunk("a.py", 0, "lease renew")])
    service._retriever._encoder = lambda: None
    result = search_with(service, "lease")
    assert [file.path for file in result.files] == ["a.py"]
    assert result.notes


def test_ac6_the_default_is_hybrid() -> None:
    assert RankSettings().mode is Mode.HYBRID
    assert 0.0 < RankSettings().effective_weight < 1.0


def test_a_result_is_as_wide_as_the_settings_it_was_ranked_with(disk: IndexOnDisk) -> None:
    service = service_on(disk, labelled())
    result = search_with(service, "lease", weight=0.3)
    assert result.ranking == plain(weight=0.3)
    assert rerank(replace(result), plain(weight=0.9))[0].rank == 1


@pytest.mark.parametrize("weight", [0.0, 0.5, 0.8, 1.0])
def test_the_relevance_that_an_agent_receives_is_the_weighted_sum(sample_core: LocalCore, weight: float) -> None:
    connection = SimpleNamespace(core=sample_core, access=OWNER)
    tools = SearchTools(connection, RankSettings())  # type: ignore[arg-type]  # the tools need no more of it
    answer = tools.search_documentation("how is a webhook sent again?", hybrid_weight=weight)
    documents = json.loads(msgspec.json.encode(answer))["results"]
    assert len(documents) > 1
    for item in documents:
        blend = (1 - weight) * item["keyword_score"] + weight * item["semantic_score"]
        assert item["relevance_score"] == pytest.approx(blend, abs=0.001)
