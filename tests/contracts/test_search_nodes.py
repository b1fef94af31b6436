"""pipeline-contract, "search_nodes", "Hybrid" and "Reranking"."""

import json

import pytest

from search.errors import KnownError, PipelineError
from search.pipeline.search_nodes import search_nodes
from tests.contracts.pipeline_parts import Watched, chunks, runtime, state, step
from tests.contracts.samples import memory_backend

BM25 = {"search_type": "bm25", "top_k": 3}


def run(item, settings=None, arguments=None, **raw):
    arguments = arguments or runtime()
    search_nodes(item, step("search_nodes", **raw), settings or {}, arguments)
    return item, arguments.retrieval_backend


@pytest.mark.parametrize(
    ("field", "empty"),
    [
        ("retrieval_seed_nodes", []),
        ("retrieval_hits", []),
        ("graph_seed_nodes", []),
        ("graph_expanded_nodes", []),
        ("graph_edges", []),
        ("graph_node_texts", []),
        ("graph_debug", {}),
        ("graph_places", {}),
        ("node_texts", []),
        ("context_blocks", []),
    ],
)
@pytest.mark.parametrize("missing", ["last_model_response", "repository", "branch"])
def test_what_an_earlier_run_left_is_cleared_even_when_the_step_fails(
    field: str, empty: object, missing: str
) -> None:
    item = state(**{field: {"old": 1} if empty == {} else ["old"]})
    setattr(item, missing, "")
    with pytest.raises(PipelineError):
        run(item, **BM25)
    assert getattr(item, field) == empty


def test_seeds_are_canonical_ids_in_ranking_order() -> None:
    item, _ = run(state("retry token"), **BM25)
    assert item.retrieval_seed_nodes[0].endswith("a.py#part/2")
    assert item.retrieval_seed_nodes == [hit["id"] for hit in item.retrieval_hits]
    assert [hit["rank"] for hit in item.retrieval_hits] == list(range(1, len(item.retrieval_hits) + 1))
    assert item.retrieval_seed_nodes != sorted(item.retrieval_seed_nodes)
    assert all(seed.startswith("shop@main:chunk:") for seed in item.retrieval_seed_nodes)


def test_no_text_is_materialised() -> None:
    item, backend = run(state(), **BM25)
    assert (item.node_texts, item.context_blocks, backend.fetched) == ([], [], [])


@pytest.mark.parametrize("search_type", ["semantic", "bm25", "hybrid"])
def test_the_backend_is_asked_exactly_once(search_type: str) -> None:
    _, backend = run(state(), search_type=search_type, top_k=2)
    assert [request.search_type.value for request in backend.requests] == [search_type]


@pytest.mark.parametrize("field", ["repository", "branch"])
@pytest.mark.parametrize("empty", ["", "  "])
def test_repository_and_branch_are_required(field: str, empty: str) -> None:
    item = state()
    setattr(item, field, empty)
    with pytest.raises(PipelineError, match=field):
        run(item, **BM25)


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_an_empty_query_is_an_error(text: str) -> None:
    with pytest.raises(PipelineError, match="query is empty"):
        run(state(text), **BM25)


@pytest.mark.parametrize("search_type", [None, "semantic_rerank", "keyword", ""])
def test_an_unknown_or_missing_search_type_is_an_error(search_type: str | None) -> None:
    raw = {"top_k": 1} if search_type is None else {"top_k": 1, "search_type": search_type}
    with pytest.raises(PipelineError, match="search_type"):
        run(state(), **raw)


def test_top_k_comes_from_the_step_before_the_settings() -> None:
    assert len(run(state(), {"top_k": 3}, search_type="bm25", top_k=1)[0].retrieval_seed_nodes) == 1


def test_top_k_comes_from_the_settings_when_the_step_has_none() -> None:
    assert len(run(state(), {"top_k": 2}, search_type="bm25")[0].retrieval_seed_nodes) == 2


def test_top_k_nowhere_is_an_error() -> None:
    with pytest.raises(PipelineError, match="top_k is missing"):
        run(state(), search_type="bm25")


@pytest.mark.parametrize("top_k", [0, -1, "3", 2.0, True, None])
def test_a_top_k_that_is_no_whole_number_from_1_is_an_error(top_k: object) -> None:
    with pytest.raises(PipelineError, match="top_k"):
        run(state(), search_type="bm25", top_k=top_k)


def test_access_rights_hold_in_the_retrieval() -> None:
    allowed, _ = run(state("session token lease", retrieval_filters={"groups": ["staff"]}), **BM25)
    refused, _ = run(state("session token lease", retrieval_filters={"groups": []}), **BM25)
    assert any("secret.py" in seed for seed in allowed.retrieval_seed_nodes)
    assert not any("secret.py" in seed for seed in refused.retrieval_seed_nodes)


@pytest.mark.parametrize("key", ["tenant", "groups", "tags", "roots", "repository", "branch"])
def test_a_parsed_filter_never_touches_access_or_scope(key: str) -> None:
    payload = json.dumps({"query": "lease", "filters": {key: "other"}})
    item = state(payload, retrieval_filters={"groups": ["staff"]})
    _, backend = run(item, query_parser="JsonishQueryParser", **BM25)
    sent = backend.requests[0].retrieval_filters
    assert sent == {"groups": ["staff"], "repository": "shop", "branch": "main"}


def test_a_parsed_filter_may_narrow() -> None:
    payload = json.dumps({"query": "lease", "filters": {"data_type": "code"}})
    _, backend = run(state(payload, retrieval_filters={"tenant": "local"}), query_parser="jsonish", **BM25)
    assert backend.requests[0].retrieval_filters["data_type"] == "code"


def test_the_base_filter_wins_over_a_parsed_one() -> None:
    payload = json.dumps({"query": "lease", "filters": {"data_type": "guide"}})
    _, backend = run(state(payload, retrieval_filters={"data_type": "code"}), query_parser="jsonish", **BM25)
    assert backend.requests[0].retrieval_filters["data_type"] == "code"


def test_an_unknown_parsed_filter_is_an_error() -> None:
    with pytest.raises(PipelineError, match="colour"):
        run(state('{"query": "lease", "filters": {"colour": "red"}}'), query_parser="jsonish", **BM25)


def test_an_unknown_filter_of_the_state_is_an_error() -> None:
    with pytest.raises(KnownError, match="owner"):
        run(state(retrieval_filters={"owner": "me"}), **BM25)


def test_without_a_parser_a_payload_is_plain_text() -> None:
    _, backend = run(state('{"query": "lease"}'), **BM25)
    assert backend.requests[0].query == '{"query": "lease"}'


def test_an_unknown_parser_is_an_error() -> None:
    with pytest.raises(PipelineError, match="query_parser"):
        run(state(), query_parser="magic", **BM25)


def test_rrf_k_defaults_to_60() -> None:
    _, backend = run(state(), search_type="hybrid", top_k=2)
    assert backend.requests[0].rrf_k == 60


def test_rrf_k_is_taken_from_the_step() -> None:
    _, backend = run(state(), search_type="hybrid", top_k=2, rrf_k=7)
    assert backend.requests[0].rrf_k == 7


@pytest.mark.parametrize("rrf_k", [0, -5, 1.5, "60", None])
def test_a_wrong_rrf_k_is_an_error_in_a_hybrid_search(rrf_k: object) -> None:
    with pytest.raises(PipelineError, match="rrf_k"):
        run(state(), search_type="hybrid", top_k=2, rrf_k=rrf_k)


@pytest.mark.parametrize("search_type", ["semantic", "bm25"])
def test_rrf_k_is_ignored_outside_a_hybrid_search(search_type: str) -> None:
    item, _ = run(state(), search_type=search_type, top_k=2, rrf_k=0)
    assert len(item.retrieval_seed_nodes) == 2


@pytest.mark.parametrize("search_type", ["bm25", "hybrid"])
@pytest.mark.parametrize("rerank", ["keyword_rerank", "codebert_rerank"])
def test_reranking_goes_with_semantic_only(search_type: str, rerank: str) -> None:
    with pytest.raises(PipelineError, match="rerank"):
        run(state(), search_type=search_type, top_k=2, rerank=rerank)


def test_an_unknown_rerank_is_an_error() -> None:
    with pytest.raises(PipelineError, match="rerank"):
        run(state(), search_type="semantic", top_k=2, rerank="magic")


def test_rerank_none_may_be_written_out_with_any_search_type() -> None:
    item, _ = run(state(), search_type="bm25", top_k=2, rerank="none")
    assert len(item.retrieval_seed_nodes) == 2


def test_a_reranker_that_is_not_set_up_says_what_to_set() -> None:
    with pytest.raises(PipelineError, match="codebert_rerank") as caught:
        run(state(), search_type="semantic", top_k=2, rerank="codebert_rerank")
    assert "model folder" in str(caught.value.remedy)


def test_a_reranked_search_widens_by_six_and_trims_to_top_k() -> None:
    item, backend = run(state(), search_type="semantic", top_k=2, rerank="keyword_rerank")
    assert backend.requests[0].top_k == 12
    assert len(item.retrieval_seed_nodes) == 2


def test_a_reranker_brings_in_nothing_new() -> None:
    class Inventive:
        widen_factor = 2

        def rerank(self, query, candidates):
            return ["invented", *(item for item, _ in reversed(candidates))]

    arguments = runtime()
    arguments = type(arguments)(
        arguments.retrieval_backend,
        arguments.graph_provider,
        arguments.token_counter,
        {"keyword_rerank": Inventive()},
    )
    entry, _ = run(state(), arguments=arguments, search_type="semantic", top_k=3, rerank="keyword_rerank")
    assert set(entry.retrieval_seed_nodes) <= {hit["id"] for hit in entry.retrieval_hits}
    assert len(entry.retrieval_seed_nodes) == 3


def test_texts_for_reranking_come_from_the_very_scope_of_the_retrieval() -> None:
    item = state(retrieval_filters={"groups": []})
    _, backend = run(item, search_type="semantic", top_k=2, rerank="keyword_rerank")
    [request] = backend.fetched
    assert (request["repository"], request["branch"]) == ("shop", "main")
    assert request["retrieval_filters"]["groups"] == []


def test_keyword_reranking_puts_the_candidate_with_the_words_first() -> None:
    item, _ = run(state("refund"), search_type="semantic", top_k=1, rerank="keyword_rerank")
    assert item.retrieval_seed_nodes == ["shop@main:chunk:b.py#part/0"]


def test_three_runs_give_the_same_seeds() -> None:
    answers = {tuple(run(state(), search_type="hybrid", top_k=4)[0].retrieval_seed_nodes) for _ in range(3)}
    assert len(answers) == 1


def test_another_run_on_a_used_state_equals_a_first_one() -> None:
    used, _ = run(state("invoice refund"), **BM25)
    used.last_model_response = "lease"
    again, _ = run(used, **BM25)
    assert again == run(state("lease"), **BM25)[0]


def test_a_backend_of_one_repository_never_answers_for_another() -> None:
    item = state()
    item.repository = "else"
    run(item, arguments=runtime(backend=Watched(memory_backend(chunks()))), **BM25)
    assert item.retrieval_seed_nodes == []
