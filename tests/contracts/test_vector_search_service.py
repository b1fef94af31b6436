"""vector-search-service: the scope filter, thresholds, documents, chunks, external ones, retrieval for RAG."""

import inspect
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from search.errors import BadInputError, VectorSearchError
from search.service.scope_filter import LEVELS, ScopeFilter
from search.service.vector_search import (
    RAG_SOURCES,
    RAG_THRESHOLD,
    SEARCH_LIMIT,
    SEARCH_THRESHOLD,
    VectorSearchService,
)
from search.types.chunks import Chunk
from search.types.files import Root
from search.types.filters import Access, Condition, Operator
from search.types.ids import RootId
from tests.contracts.samples import IndexOnDisk, card, chunk, records, vectors_of
from tests.fakes.encoder import BagOfWordsEncoder

SCOPE = ScopeFilter("shop", "main", "root")
TITLES = {"pool.md": "Database connection pool", "big.md": "A long handbook"}


def corpus() -> list[Chunk]:
    """Return documents of every type and level, an external one, other branches and worktrees, and a long one."""
    long = [
        chunk("big.md", n, text, doc_type="guide") for n, text in enumerate(["alpha beta", "pool size database"])
    ]
    made = [
        chunk("pool.md", 0, "database connection pool", doc_type="problem", level="important"),
        chunk("leak.md", 0, "database connection leak", doc_type="problem"),
        chunk("insight.md", 0, "connection insight", doc_type="insight"),
        chunk("rules.md", 0, "office hours kitchen", doc_type="policy", level="critical"),
        chunk("safety.md", 0, "fire drill database", doc_type="policy", level="critical"),
        *long,
        chunk("vendor.md", 0, "database connection pool", doc_type="guide", level="critical", flags=("external",)),
        chunk("old.md", 0, "database connection pool", branch="old"),
        chunk("far.md", 0, "database connection pool", repository="else"),
        chunk("secret.md", 0, "database connection pool", groups=("staff",)),
    ]
    return [*made, *(card(item) for item in made if item.ordinal == 0)]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexOnDisk]:
    index = IndexOnDisk(tmp_path_factory.mktemp("index"))
    chunks = [
        *corpus(),
        replace(chunk("tree.md", 0, "database connection pool"), path_hash=RootId("other-worktree")),
    ]
    index.storage.chunks.replace_files([], chunks, vectors_of(chunks))
    index.storage.files.upsert(
        [
            replace(
                row,
                title=TITLES.get(row.path, row.path),
                summary=f"About {row.path}",
                date="2025-01-31" if row.path == "pool.md" else "",
                char_count=100,
                chunk_count=2 if row.path == "big.md" else 1,
            )
            for row in records(chunks)
        ]
    )
    yield index
    index.storage.close()


@pytest.fixture(scope="module")
def service(disk: IndexOnDisk) -> VectorSearchService:
    return VectorSearchService(BagOfWordsEncoder(), disk.storage.chunks, disk.storage.files)


def paths(match) -> list[str]:
    return [result.relative_path for result in match.results]


MEMBERS = ScopeFilter("shop", "main", "root", access=Access(groups=()))
QUERY = "database connection pool"

# The scope filter


@pytest.mark.parametrize("field", ["repository", "branch", "path_hash"])
@pytest.mark.parametrize("value", ["", " "])
def test_a_scope_needs_all_three_parts(field: str, value: str) -> None:
    with pytest.raises(BadInputError, match=field):
        ScopeFilter(**{"repository": "r", "branch": "b", "path_hash": "p", field: value})


def test_a_scope_of_a_root_is_its_repository_branch_and_path() -> None:
    root = Root(RootId("hash"), "/home/x/shop", "shop", "main")
    scope = ScopeFilter.of_root(root, Access(tenant="acme"))
    assert (scope.repository, scope.branch, scope.path_hash) == ("shop", "main", "hash")
    assert scope.access == Access(tenant="acme")
    assert (scope.doc_types, scope.promotion_levels) == ((), ())


@pytest.mark.parametrize(
    "narrow",
    [
        lambda scope: scope.with_doc_types("problem", "insight"),
        lambda scope: scope.with_promotion_levels("critical"),
        lambda scope: scope.with_min_promotion_level("important"),
    ],
)
def test_narrowing_gives_another_scope_and_leaves_this_one(narrow) -> None:
    original = ScopeFilter("r", "b", "p")
    narrowed = narrow(original)
    assert narrowed is not original
    assert original == ScopeFilter("r", "b", "p")
    assert (narrowed.repository, narrowed.branch, narrowed.path_hash) == ("r", "b", "p")


def test_a_scope_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        SCOPE.branch = "old"  # type: ignore[misc]


def test_document_types_are_kept_in_order_without_repeats() -> None:
    assert SCOPE.with_doc_types("b", "a", "b").doc_types == ("b", "a")
    assert SCOPE.with_doc_types("b").with_doc_types().doc_types == ()


@pytest.mark.parametrize(
    ("lowest", "levels"),
    [
        ("standard", ("standard", "important", "critical")),
        ("important", ("important", "critical")),
        ("critical", ("critical",)),
        ("IMPORTANT", ("important", "critical")),
    ],
)
def test_a_lowest_level_takes_the_levels_above_it_along(lowest: str, levels: tuple[str, ...]) -> None:
    assert SCOPE.with_min_promotion_level(lowest).promotion_levels == levels


def test_levels_are_read_in_any_case() -> None:
    assert SCOPE.with_promotion_levels("Critical", "critical").promotion_levels == ("critical",)


@pytest.mark.parametrize("level", ["", "invalid", "urgent"])
@pytest.mark.parametrize("method", ["with_promotion_levels", "with_min_promotion_level"])
def test_an_unknown_level_is_refused_and_the_known_ones_are_named(method: str, level: str) -> None:
    with pytest.raises(BadInputError, match="promotion level") as caught:
        getattr(SCOPE, method)(level)
    assert "standard, important, critical" in str(caught.value.remedy)


def test_there_are_three_levels_lowest_first() -> None:
    assert LEVELS == ("standard", "important", "critical")


# Validation and defaults


def test_the_defaults_are_those_of_the_contract() -> None:
    assert (SEARCH_THRESHOLD, RAG_THRESHOLD, SEARCH_LIMIT, RAG_SOURCES) == (0.5, 0.7, 10, 3)


@pytest.mark.parametrize(
    ("method", "limit", "threshold"),
    [
        ("search_documents", ("limit", 10), 0.5),
        ("search_chunks", ("limit", 10), 0.5),
        ("search_external_documents", ("limit", 10), 0.7),
        ("retrieve_for_rag", ("max_sources", 3), 0.7),
    ],
)
def test_each_operation_has_its_own_defaults(method: str, limit: tuple[str, int], threshold: float) -> None:
    parameters = inspect.signature(getattr(VectorSearchService, method)).parameters
    assert parameters[limit[0]].default == limit[1]
    assert parameters["min_relevance"].default == threshold


OPERATIONS = ("search_documents", "search_chunks", "search_external_documents", "retrieve_for_rag")


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("query", ["", " \n"])
def test_an_empty_query_is_refused(service, operation: str, query: str) -> None:
    with pytest.raises(BadInputError, match="query is empty"):
        getattr(service, operation)(query, SCOPE)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("limit", [0, -1, 1.5, True])
def test_a_limit_that_is_no_whole_number_from_1_is_refused(service, operation: str, limit: object) -> None:
    name = "max_sources" if operation == "retrieve_for_rag" else "limit"
    with pytest.raises(BadInputError, match="limit"):
        getattr(service, operation)("x", SCOPE, **{name: limit})


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("threshold", [-0.01, 1.01, float("nan")])
def test_a_threshold_outside_0_and_1_is_refused(service, operation: str, threshold: float) -> None:
    with pytest.raises(BadInputError, match="min_relevance"):
        getattr(service, operation)("x", SCOPE, min_relevance=threshold)


# Documents


def test_documents_come_by_falling_relevance_at_or_above_the_threshold(service) -> None:
    match = service.search_documents(QUERY, MEMBERS)
    scores = [result.relevance_score for result in match.results]
    assert paths(match)[0] == "pool.md"
    assert scores == sorted(scores, reverse=True)
    assert all(SEARCH_THRESHOLD <= score <= 1.0 for score in scores)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_answer_repeats_what_was_asked(service, operation: str) -> None:
    name = "max_sources" if operation == "retrieve_for_rag" else "limit"
    result = getattr(service, operation)(QUERY, SCOPE, **{name: 40}, min_relevance=0.25)
    assert (result.query, result.limit, result.min_relevance_score) == (QUERY, 40, 0.25)
    assert len(result.results) < 40


def test_relevance_is_the_cosine_of_the_best_chunk_clipped_to_0(service) -> None:
    match = service.search_documents("pool size database", MEMBERS, limit=50, min_relevance=0.0)
    by_path = {result.relative_path: result.relevance_score for result in match.results}
    encoder = BagOfWordsEncoder()
    for path, text in {"big.md": "pool size database", "rules.md": "office hours kitchen"}.items():
        cosine = float(encoder.encode_query("pool size database") @ encoder.encode_query(text))
        assert by_path[path] == pytest.approx(max(0.0, cosine), abs=2e-3)


def test_a_document_result_carries_what_the_file_says(service) -> None:
    item = service.search_documents(QUERY, MEMBERS).results[0]
    assert (item.id, item.title, item.summary) == ("shop@main:file:pool.md", TITLES["pool.md"], "About pool.md")
    assert (item.doc_type, item.promotion_level, item.char_count) == ("problem", "important", 100)
    assert item.date == "2025-01-31"
    assert (item.parent_document_id, item.chunk_index, item.header_path) == (None, None, None)


def test_the_total_counts_matches_before_the_limit(service) -> None:
    every = service.search_documents(QUERY, MEMBERS, limit=50, min_relevance=0.0)
    item = service.search_documents(QUERY, MEMBERS, limit=1, min_relevance=0.0)
    assert len(item.results) == 1
    assert item.total_matches == every.total_matches == len(every.results) == 6


def test_the_threshold_counts_as_found(service) -> None:
    exact = service.search_documents(QUERY, MEMBERS).results[1].relevance_score
    assert len(service.search_documents(QUERY, MEMBERS, min_relevance=exact).results) == 2


def test_the_limit_applies_after_filter_and_threshold(service) -> None:
    match = service.search_documents(QUERY, MEMBERS.with_doc_types("policy"), limit=2, min_relevance=0.0)
    assert len(match.results) == 2
    assert {result.doc_type for result in match.results} == {"policy"}


def test_several_document_types_mean_any_of_them(service) -> None:
    scope = MEMBERS.with_doc_types("problem", "insight")
    result = service.search_documents(QUERY, scope, min_relevance=0.0)
    assert sorted(paths(result)) == ["insight.md", "leak.md", "pool.md"]


def test_several_levels_mean_any_of_them(service) -> None:
    result = service.search_documents(QUERY, MEMBERS.with_min_promotion_level("important"), min_relevance=0.0)
    assert sorted(paths(result)) == ["pool.md", "rules.md", "safety.md"]


def test_no_types_and_no_levels_mean_all(service) -> None:
    scope = MEMBERS.with_doc_types().with_promotion_levels()
    assert len(service.search_documents(QUERY, scope, limit=50, min_relevance=0.0).results) == 6


@pytest.mark.parametrize("outside", ["old.md", "far.md", "tree.md", "vendor.md"])
def test_another_branch_repository_worktree_or_an_external_file_is_never_found(service, outside: str) -> None:
    for operation in ("search_documents", "search_chunks"):
        assert outside not in paths(getattr(service, operation)(QUERY, SCOPE, limit=50, min_relevance=0.0))


def test_access_rights_hold_on_top_of_the_scope(service) -> None:
    assert "secret.md" in paths(service.search_documents(QUERY, SCOPE))
    assert "secret.md" not in paths(service.search_documents(QUERY, MEMBERS, limit=50, min_relevance=0.0))


def test_equal_relevance_is_ordered_by_id(service) -> None:
    result = service.search_documents(QUERY, SCOPE, limit=2)
    assert paths(result) == ["pool.md", "secret.md"]
    assert result.results[0].relevance_score == result.results[1].relevance_score


def test_more_rows_than_are_read_at_once_are_all_found(tmp_path: Path) -> None:
    index = IndexOnDisk(tmp_path / "index")
    chunks = [chunk(f"{n:04}.md", 0, "database pool") for n in range(600)]
    index.holding(chunks)
    result = VectorSearchService(BagOfWordsEncoder(), index.storage.chunks, index.storage.files).search_documents(
        "database pool", SCOPE, limit=3
    )
    index.storage.close()
    assert (result.total_matches, paths(result)) == (600, ["0000.md", "0001.md", "0002.md"])


# Chunks


def test_a_chunk_result_carries_its_place_and_its_files_labels(service) -> None:
    item = service.search_chunks("pool size database", MEMBERS).results[0]
    assert item.id == "shop@main:chunk:big.md#part/1"
    assert (item.relative_path, item.title, item.doc_type) == ("big.md", TITLES["big.md"], "guide")
    assert (item.parent_document_id, item.chunk_index) == ("shop@main:file:big.md", 1)
    assert item.header_path == ""
    assert item.char_count == len("pool size database")


def test_a_card_is_no_chunk_and_makes_no_document_relevant(service) -> None:
    request = "lease renew retry backoff invoice refund session token"
    chunks = service.search_chunks(request, MEMBERS, limit=50, min_relevance=0.0)
    assert not any("card" in result.id for result in chunks.results)
    assert chunks.total_matches == 7
    assert service.search_documents(request, MEMBERS).results == ()


def test_chunks_of_one_document_may_stand_beside_each_other(service) -> None:
    result = service.search_chunks(QUERY, MEMBERS.with_doc_types("guide"), min_relevance=0.0)
    assert paths(result) == ["big.md", "big.md"]


def test_chunks_are_limited_after_the_filter_and_counted_before(service) -> None:
    result = service.search_chunks(QUERY, MEMBERS.with_doc_types("policy", "guide"), limit=1, min_relevance=0.0)
    assert (len(result.results), result.total_matches) == (1, 4)


# External documents


def test_external_documents_are_only_the_external_ones(service) -> None:
    result = service.search_external_documents(QUERY, SCOPE)
    assert paths(result) == ["vendor.md"]
    assert (result.results[0].doc_type, result.results[0].promotion_level) == ("external", "standard")


def test_types_and_levels_do_not_restrict_external_documents(service) -> None:
    scope = SCOPE.with_doc_types("problem").with_promotion_levels("important")
    assert paths(service.search_external_documents(QUERY, scope)) == ["vendor.md"]


@pytest.mark.parametrize("scope", [ScopeFilter("shop", "old", "root"), ScopeFilter("else", "main", "elsewhere")])
def test_external_documents_are_found_from_every_project(service, scope: ScopeFilter) -> None:
    assert paths(service.search_external_documents(QUERY, scope)) == ["vendor.md"]


def test_an_external_document_that_may_not_be_seen_is_not_found(service) -> None:
    nobody = ScopeFilter("shop", "main", "root", access=Access(tenant="nobody"))
    assert service.search_external_documents(QUERY, nobody, min_relevance=0.0).results == ()


def test_further_conditions_restrict_external_documents_too(service) -> None:
    scope = SCOPE.with_conditions(Condition("path", Operator.GLOB, ("*.pdf",)))
    assert service.search_external_documents(QUERY, scope, min_relevance=0.0).results == ()


def test_external_sources_are_the_documents_that_answer(service) -> None:
    assert [source.relative_path for source in service.external_sources(QUERY, SCOPE)] == ["vendor.md"]
    assert service.external_sources("zebra crossing", SCOPE) == ()


# Retrieval for RAG


def test_critical_documents_come_first_whatever_their_relevance(service) -> None:
    result = service.retrieve_for_rag(QUERY, MEMBERS)
    assert paths(result) == ["safety.md", "rules.md", "pool.md"]
    assert result.results[1].relevance_score < RAG_THRESHOLD
    assert result.results[2].relevance_score >= RAG_THRESHOLD


def test_critical_documents_have_their_true_relevance_and_come_by_it(service) -> None:
    first, second = service.retrieve_for_rag("fire drill office", MEMBERS, max_sources=2).results
    assert (first.relative_path, second.relative_path) == ("safety.md", "rules.md")
    encoder = BagOfWordsEncoder()
    for source, text in ((first, "fire drill database"), (second, "office hours kitchen")):
        cosine = float(encoder.encode_query("fire drill office") @ encoder.encode_query(text))
        assert source.relevance_score == pytest.approx(cosine, abs=2e-3)
        assert cosine > 0.0


def test_the_source_of_a_long_document_is_the_section_that_answers(service) -> None:
    source = service.retrieve_for_rag("pool size database", MEMBERS, include_critical=False).results[0]
    assert (source.id, source.parent_document_id) == ("shop@main:chunk:big.md#part/1", "shop@main:file:big.md")
    assert source.chunk_index == 1
    assert source.char_count == len("pool size database")


def test_a_critical_document_that_the_scope_excludes_is_no_source(service) -> None:
    for scope in (MEMBERS.with_promotion_levels("important"), MEMBERS.with_doc_types("problem")):
        assert service.critical_documents(QUERY, scope) == ()
        assert not {"rules.md", "safety.md"} & set(paths(service.retrieve_for_rag(QUERY, scope)))


def test_critical_documents_without_vectors_are_known_before_there_is_an_encoder(disk: IndexOnDisk) -> None:
    service = VectorSearchService(None, disk.storage.chunks, disk.storage.files)
    critical = service.critical_documents(QUERY, MEMBERS)
    assert [(item.relative_path, item.relevance_score) for item in critical] == [
        ("rules.md", 0.0),
        ("safety.md", 0.0),
    ]
    with pytest.raises(VectorSearchError, match="not ready"):
        service.retrieve_for_rag(QUERY, MEMBERS, include_critical=False)


def test_critical_documents_can_be_left_to_their_relevance(service) -> None:
    match = service.retrieve_for_rag(QUERY, MEMBERS, include_critical=False)
    assert paths(match)[0] == "pool.md"
    assert all(result.relevance_score >= RAG_THRESHOLD for result in match.results)
    assert not {"rules.md", "safety.md"} & set(paths(match))


def test_at_most_so_many_sources_come_back(service) -> None:
    for most in (1, 2, 3):
        result = service.retrieve_for_rag(QUERY, MEMBERS, max_sources=most, min_relevance=0.0)
        assert len(result.results) == most
        assert result.limit == most


def test_no_document_stands_twice(service) -> None:
    match = service.retrieve_for_rag(QUERY, MEMBERS, max_sources=20, min_relevance=0.0)
    documents = [result.parent_document_id or result.id for result in match.results]
    assert len(documents) == len(set(documents)) == 6


def test_after_the_critical_ones_sources_come_by_falling_relevance(service) -> None:
    match = service.retrieve_for_rag(QUERY, MEMBERS, max_sources=20, min_relevance=0.0)
    critical = [result.promotion_level == "critical" for result in match.results]
    scores = [result.relevance_score for result in match.results]
    assert critical == sorted(critical, reverse=True)
    assert scores[:2] == sorted(scores[:2], reverse=True)
    assert scores[2:] == sorted(scores[2:], reverse=True)


def test_what_is_out_of_reach_of_the_threshold_is_no_source(service) -> None:
    assert service.retrieve_for_rag("zebra crossing", MEMBERS, include_critical=False).results == ()


def test_a_critical_document_that_may_not_be_seen_is_no_source(service) -> None:
    nobody = ScopeFilter("shop", "main", "root", access=Access(tenant="nobody"))
    assert service.retrieve_for_rag(QUERY, nobody, min_relevance=0.0).results == ()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(["database", "connection", "pool", "leak", "fire", "office", "alpha"]),
        min_size=1,
        max_size=4,
    ),
    st.integers(1, 8),
    st.floats(0.0, 1.0),
    st.lists(st.sampled_from(["problem", "policy", "guide", "insight"]), max_size=3, unique=True),
    st.lists(st.sampled_from(LEVELS), max_size=3, unique=True),
)
def test_every_answer_keeps_order_limit_threshold_and_filters(
    service, words, limit, threshold, types, levels
) -> None:
    scope = MEMBERS.with_doc_types(*types).with_promotion_levels(*levels)
    for operation in ("search_documents", "search_chunks"):
        match = getattr(service, operation)(" ".join(words), scope, limit=limit, min_relevance=threshold)
        scores = [result.relevance_score for result in match.results]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) == min(limit, match.total_matches)
        assert all(threshold <= score <= 1.0 for score in scores)
        assert all(not types or result.doc_type in types for result in match.results)
        assert all(not levels or result.promotion_level in levels for result in match.results)


def test_the_logs_do_not_hold_the_query(service) -> None:
    with capture_logs() as lines:
        for operation in OPERATIONS:
            getattr(service, operation)("salary of Mrs Smith", SCOPE)
    assert lines
    assert "Smith" not in repr(lines)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(
    ("query", "reason"), [("", "search.empty_query"), ("salary of Mrs Smith", "search.meaning_not_ready")]
)
def test_a_refused_or_failed_search_is_logged_with_its_reason(
    disk: IndexOnDisk, operation: str, query: str, reason: str
) -> None:
    service = VectorSearchService(None, disk.storage.chunks, disk.storage.files)
    with capture_logs() as lines, pytest.raises((BadInputError, VectorSearchError)):
        getattr(service, operation)(query, SCOPE)
    assert (lines[-1]["log_level"], lines[-1]["reason"]) == ("error", reason)
    assert (lines[-1]["repository"], lines[-1]["branch"]) == ("shop", "main")
    assert "Smith" not in repr(lines)


def test_vectors_of_the_index_are_unit_vectors(disk: IndexOnDisk) -> None:
    row = BagOfWordsEncoder().encode_query(QUERY)
    assert float(np.linalg.norm(row)) == pytest.approx(1.0)
    _, cosines = disk.storage.chunks.nearest(row, SCOPE.row_filter(), 50)
    assert cosines.max() <= 1.0 + 1e-3
