"""search-agent: state, retries, degradation, traces, the LangGraph graph, and the four intents."""

import asyncio
import builtins
import inspect
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from msgspec.structs import replace
from pydantic import ValidationError
from structlog.testing import capture_logs
from tenacity import wait_none

from search.agent.base_agent import BaseAgent
from search.agent.graph import build_graph, route_query, router_node
from search.agent.hybrid_search import HybridResult, HybridSearch, Scope
from search.agent.state import INTENTS, RetrievedContext, SearchMetadata, create_initial_state
from search.agent.vector_search_agent import BACK_OFF, MAX_RETRIES, TIMEOUT_S, TOP_K, Patience, VectorSearchAgent
from search.errors import BadInputError, IndexDamagedError, MissingExtraError, ModelError, VectorSearchError
from search.graph.dependency_graph import DependencyGraph
from search.retrieval.corpus import Corpus
from search.retrieval.index_backend import IndexBackend
from search.retrieval.index_graph import IndexGraphProvider
from search.retrieval.scorers import KeywordScorer, TextScorer
from search.tools.index_chunks import IndexChunks
from search.types.filters import RowFilter
from search.types.graph import EdgeType
from search.types.ids import NodeId
from tests.contracts.pipeline_parts import edge, node
from tests.contracts.samples import IndexOnDisk, chunk
from tests.fakes.encoder import BagOfWordsEncoder

AT_ONCE = Patience(wait_none())
TEXTS = {
    "a.py": "lease renew worker",
    "b.py": "renew retry backoff",
    "c.py": "retry lease token",
    "d.py": "invoice refund",
    "e.py": "session",
}
SCOPE = Scope("shop", "main")


def name(path: str) -> str:
    return f"shop@main:py:{path}:0"


def graph_of(*edges: tuple[str, str], secret: tuple[str, ...] = ()) -> DependencyGraph:
    rights = dict.fromkeys(secret, ("staff",))
    nodes = [node(name(path), groups=rights.get(path, ())) for path in TEXTS]
    return DependencyGraph(nodes, [edge(name(a), name(b), EdgeType.CALLS) for a, b in edges])


class Parts:
    """A real index, and agents on it."""

    def __init__(self, disk: IndexOnDisk) -> None:
        self.disk = disk
        chunks = [chunk(path, 0, text) for path, text in TEXTS.items()]
        disk.holding(chunks)
        nodes = [
            node(
                item.node_id,
            )
            for item in chunks
        ]
        disk.storage.graph.replace_scope(
            "root", [_at(item, path) for item, path in zip(nodes, TEXTS, strict=True)], []
        )
        self.corpus = Corpus(disk.storage)
        self.corpus.load()

    def search(
        self,
        *,
        graph: DependencyGraph | None = None,
        scope: Scope = SCOPE,
        encoder=BagOfWordsEncoder,
        reranker: TextScorer | None = None,
    ) -> HybridSearch:
        nodes = self.disk.storage.graph.nodes_by_id
        backend = IndexBackend(self.disk.storage, self.corpus, encoder, nodes)
        provider = IndexGraphProvider(self.disk.storage, lambda *_: graph or graph_of())
        return HybridSearch(backend, scope, reranker, provider)

    def agent(self, **how: object) -> VectorSearchAgent:
        parts = {"reranker": KeywordScorer()}
        parts |= {key: how.pop(key) for key in ("graph", "scope", "encoder", "reranker") if key in how}
        how = {"patience": AT_ONCE, **how}
        return VectorSearchAgent(self.search(**parts), self.source_of, **how)

    def source_of(self, item: str) -> tuple[str, str]:
        lookup = IndexChunks(self.disk.storage, BagOfWordsEncoder)
        parents = lookup.parents([item], RowFilter()).get(item)
        return (parents.path, parents.parent_file_id) if parents else ("", "")


def _at(item, path):
    return replace(item, path=path, file_id=f"shop@main:file:{path}", start_line=1, end_line=1)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    disk = IndexOnDisk(tmp_path_factory.mktemp("index"))
    yield Parts(disk)
    disk.storage.close()


class Failing:
    """A search that fails a few times before it answers."""

    def __init__(self, times: int, error: Exception | None = None) -> None:
        self.left = times
        self.calls = 0
        self.error = error or VectorSearchError("the index could not be searched")

    def hybrid_search(self, query: str, **how: object) -> HybridResult:
        self.calls += 1
        self.left -= 1
        if self.left >= 0:
            raise self.error
        return HybridResult((), 3, 2, reranking_applied=False)


def failing_agent(search: Failing, **how: object) -> VectorSearchAgent:
    return VectorSearchAgent(search, lambda item: ("", ""), **{"patience": AT_ONCE, **how})  # type: ignore[arg-type]


def processed(agent: VectorSearchAgent, query: str = "lease renew", intent: str = "hybrid"):
    return asyncio.run(agent.process(create_initial_state(query, intent)))


# State


def test_the_first_state_has_every_field_of_the_contract() -> None:
    made = create_initial_state("What is RAG?", now=datetime(2025, 10, 15, tzinfo=UTC))
    assert made == {
        "query": "What is RAG?",
        "intent": "",
        "messages": [],
        "retrieved_contexts": [],
        "metadata": {"timestamp": "2025-10-15T00:00:00+00:00", "agent_path": []},
    }


def test_an_unknown_intent_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(BadInputError, match="intent is 'mixed'") as caught:
        create_initial_state("x", "mixed")
    assert "vector, bm25, hybrid, graph" in str(caught.value.remedy)


@pytest.mark.parametrize("score", [-0.1, 1.1])
def test_a_context_refuses_a_score_outside_0_and_1(score: float) -> None:
    with pytest.raises(ValidationError, match="score"):
        RetrievedContext(id="a", text="", score=score, source="", document_id="", rank=1, search_type="hybrid")


@pytest.mark.parametrize(("field", "value"), [("id", ""), ("rank", 0), ("search_type", "other")])
def test_a_context_refuses_nonsense(field: str, value: object) -> None:
    good = {"id": "a", "text": "", "score": 1, "source": "", "document_id": "", "rank": 1, "search_type": "graph"}
    with pytest.raises(ValidationError, match=field):
        RetrievedContext(**{**good, field: value})


@pytest.mark.parametrize(("field", "value"), [("latency_ms", -1), ("result_count", -1), ("search_mode", "x")])
def test_search_metadata_refuses_nonsense(field: str, value: object) -> None:
    good = {
        "latency_ms": 1,
        "result_count": 0,
        "search_mode": "bm25",
        "vector_results_count": 0,
        "bm25_results_count": 0,
        "reranking_applied": False,
    }
    assert SearchMetadata(**good).error is None
    with pytest.raises(ValidationError, match=field):
        SearchMetadata(**{**good, field: value})


# Base agent


class Echo(BaseAgent):
    async def process(self, state):
        timing = self._measure_latency()
        self._add_trace(state, "started")
        self._log_success("echo", latency_ms=self._calculate_latency_ms(timing))
        error = VectorSearchError("no")
        self._log_error("echo", error, query_length=1)
        return self._set_error(state, error, "test")


def test_the_base_agent_cannot_be_made() -> None:
    assert inspect.isabstract(BaseAgent)
    with pytest.raises(TypeError, match="process"):
        BaseAgent("x")  # type: ignore[abstract]


def test_the_base_agent_traces_times_logs_and_keeps_errors_in_the_state() -> None:
    with capture_logs() as lines:
        state = asyncio.run(Echo("Echo").process(create_initial_state("x")))
    assert state["metadata"]["agent_path"] == ["Echo: started", "Echo: failed (test)"]
    assert state["metadata"]["error"] == {"agent": "Echo", "context": "test", "message": "no"}
    assert [line["log_level"] for line in lines] == ["info", "error"]
    assert lines[0]["latency_ms"] >= 0.0
    assert (lines[1]["kind"], lines[1]["error"], lines[1]["query_length"]) == ("VectorSearchError", "no", 1)


# Set-up


def test_the_defaults_are_those_of_the_contract() -> None:
    assert (TOP_K, MAX_RETRIES, TIMEOUT_S) == (5, 3, 30)
    parameters = inspect.signature(VectorSearchAgent.__init__).parameters
    assert (
        parameters["top_k"].default,
        parameters["use_reranking"].default,
        parameters["max_retries"].default,
    ) == (5, True, 3)


@pytest.mark.parametrize("wrong", [{"top_k": 0}, {"max_retries": 0}])
def test_nonsense_numbers_are_refused(wrong: dict) -> None:
    with pytest.raises(BadInputError, match=next(iter(wrong))):
        failing_agent(Failing(0), **wrong)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_timeout_that_is_not_above_0_is_refused(seconds: float) -> None:
    with pytest.raises(BadInputError, match="timeout_s"):
        Patience(timeout_s=seconds)


# Processing


def test_contexts_and_metadata_are_written(parts: Parts) -> None:
    state = processed(parts.agent(top_k=3, use_reranking=False))
    contexts = state["retrieved_contexts"]
    assert [context["rank"] for context in contexts] == [1, 2, 3]
    assert contexts[0]["id"] == "shop@main:chunk:a.py#part/0"
    assert (contexts[0]["source"], contexts[0]["document_id"]) == ("a.py", "shop@main:file:a.py")
    assert contexts[0]["text"] == TEXTS["a.py"]
    assert contexts[0]["search_type"] == "hybrid"
    metadata = state["metadata"]["search"]
    assert (metadata["result_count"], metadata["search_mode"], metadata["error"]) == (3, "hybrid", None)
    assert (metadata["vector_results_count"], metadata["bm25_results_count"]) == (3, 3)
    assert metadata["reranking_applied"] is False
    assert metadata["latency_ms"] > 0.0


def test_a_context_carries_its_score_and_rank_of_the_fusion(parts: Parts) -> None:
    first = processed(parts.agent(top_k=3, use_reranking=False))["retrieved_contexts"][0]
    assert first["metadata"] == {"rrf_score": pytest.approx(2 / 61), "rrf_rank": 1}
    assert first["score"] == pytest.approx(1.0)


def test_reranking_orders_again_and_says_where_each_stood(parts: Parts) -> None:
    state = processed(parts.agent(top_k=3), "retry token")
    contexts = state["retrieved_contexts"]
    assert state["metadata"]["search"]["reranking_applied"] is True
    assert contexts[0]["source"] == "c.py"
    assert [context["score"] for context in contexts] == sorted(
        (context["score"] for context in contexts), reverse=True
    )
    fused = {context["id"]: context["score"] for context in _fused(parts, "retry token")}
    for context in contexts:
        metadata = context["metadata"]
        assert context["score"] == pytest.approx(0.7 * fused[context["id"]] + 0.3 * metadata["rerank_score"])
        assert metadata["original_rrf_rank"] == metadata["rrf_rank"]


class LastFirst:
    """Prefers what comes last, and keeps what it read."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        self.texts = list(texts)
        return [index / len(texts) for index in range(len(texts))]


def _fused(parts: Parts, query: str) -> list[RetrievedContext]:
    return processed(parts.agent(top_k=10, use_reranking=False), query)["retrieved_contexts"]


def test_reranking_does_not_overturn_a_clear_order(parts: Parts) -> None:
    fused = _fused(parts, "session")
    assert fused[0]["score"] > fused[1]["score"] + 0.4
    contexts = processed(parts.agent(reranker=LastFirst()), "session")["retrieved_contexts"]
    assert contexts[0]["id"] == fused[0]["id"]
    assert [context["id"] for context in contexts] != [context["id"] for context in fused]


def test_a_reranker_reads_the_path_and_the_name_of_a_chunk(parts: Parts) -> None:
    scorer = LastFirst()
    processed(parts.agent(reranker=scorer), "retry token")
    assert f"c.py\npart\n{TEXTS['c.py']}" in scorer.texts


def test_the_original_rank_is_the_one_before_reranking(parts: Parts) -> None:
    ranks = {context["id"]: context["rank"] for context in _fused(parts, "lease session")}
    contexts = processed(parts.agent(reranker=LastFirst()), "lease session")["retrieved_contexts"]
    originals = [context["metadata"]["original_rrf_rank"] for context in contexts]
    assert originals == [ranks[context["id"]] for context in contexts]
    assert originals != [context["rank"] for context in contexts]


def test_reranking_sees_twice_as_many_candidates(parts: Parts) -> None:
    metadata = processed(parts.agent(top_k=2))["metadata"]["search"]
    assert (metadata["vector_results_count"], metadata["result_count"]) == (4, 2)


def test_without_a_model_nothing_is_reranked_and_the_state_says_so(parts: Parts) -> None:
    plain = processed(parts.agent(use_reranking=False))
    state = processed(parts.agent(reranker=None))
    assert state["retrieved_contexts"] == plain["retrieved_contexts"]
    assert state["metadata"]["search"]["reranking_applied"] is False
    assert state["metadata"]["search"]["vector_results_count"] == 5


class Unreadable:
    """A model whose files are damaged."""

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        raise ModelError("reader.no_weights")


def test_a_model_that_cannot_be_loaded_changes_no_order_and_the_state_says_so(parts: Parts) -> None:
    fused = processed(parts.agent(reranker=None, top_k=4))
    state = processed(parts.agent(reranker=Unreadable(), top_k=2))
    assert state["retrieved_contexts"] == fused["retrieved_contexts"][:2]
    assert state["metadata"]["search"]["reranking_applied"] is False
    assert state["metadata"]["search"]["error"] is None


@pytest.mark.parametrize("intent", ["hybrid", "graph"])
def test_while_meaning_is_not_ready_the_agent_answers_by_word(parts: Parts, intent: str) -> None:
    by_word = processed(parts.agent(use_reranking=False), "lease session", intent="bm25")["retrieved_contexts"]
    state = processed(parts.agent(encoder=lambda: None, use_reranking=False), "lease session", intent=intent)
    search = state["metadata"]["search"]
    first, best = state["retrieved_contexts"][0], by_word[0]
    assert (first["id"], first["score"]) == (best["id"], best["score"])
    assert (search["vector_results_count"], search["error"]) == (0, None)
    assert search["bm25_results_count"] > 0


def test_a_search_by_meaning_alone_needs_it(parts: Parts) -> None:
    state = processed(parts.agent(encoder=lambda: None), "lease session", intent="vector")
    assert state["retrieved_contexts"] == []
    assert "not ready" in state["metadata"]["search"]["error"]


@pytest.mark.parametrize("query", ["", "   "])
def test_an_empty_query_is_not_searched(query: str) -> None:
    search = Failing(0)
    state = processed(failing_agent(search), query)
    assert search.calls == 0
    assert state["retrieved_contexts"] == []
    assert state["metadata"]["search"]["result_count"] == 0
    assert "error" not in state["metadata"]


def test_no_result_is_no_error(parts: Parts) -> None:
    state = processed(parts.agent(use_reranking=False), "zebra", "bm25")
    assert state["retrieved_contexts"] == []
    assert state["metadata"]["search"]["error"] is None


def test_a_very_long_query_is_answered(parts: Parts) -> None:
    state = processed(parts.agent(top_k=1), "lease renew " * 10_000)
    assert state["retrieved_contexts"][0]["source"] == "a.py"


@pytest.mark.parametrize(
    ("intent", "counts"), [("vector", (3, 0)), ("bm25", (0, 3)), ("hybrid", (3, 3)), ("graph", (3, 3))]
)
def test_an_intent_decides_which_sources_are_asked(parts: Parts, intent: str, counts: tuple[int, int]) -> None:
    state = processed(parts.agent(top_k=3, use_reranking=False), "lease renew", intent)
    metadata = state["metadata"]["search"]
    assert (metadata["vector_results_count"], metadata["bm25_results_count"]) == counts
    assert metadata["search_mode"] == intent
    assert {retrieved_context["search_type"] for retrieved_context in state["retrieved_contexts"]} == {intent}
    assert state["retrieved_contexts"][0]["score"] == pytest.approx(1.0)


def test_the_trace_reads_as_the_contract_shows_it(parts: Parts) -> None:
    first, second = processed(parts.agent(top_k=3))["metadata"]["agent_path"]
    assert first == "VectorSearchAgent: started"
    assert re.fullmatch(r"VectorSearchAgent: completed \(3 results, \d+ms\)", second)


def test_the_log_has_the_fields_of_the_contract_and_not_the_query(parts: Parts) -> None:
    agent = parts.agent(top_k=2)
    with capture_logs() as lines:
        processed(agent, "lease of Mrs Smith")
    line = next(line for line in lines if line["event"] == "vector_search")
    assert (line["query_length"], line["result_count"], line["agent"]) == (18, 2, "VectorSearchAgent")
    assert line["reranking_applied"] is True
    assert line["latency_ms"] > 0.0
    assert "Smith" not in repr(lines)


# Retries


@pytest.mark.parametrize("failures", [0, 1, 2])
def test_a_search_that_fails_is_tried_three_times_in_all(failures: int) -> None:
    search = Failing(failures)
    state = processed(failing_agent(search))
    assert search.calls == failures + 1
    assert state["metadata"]["search"]["error"] is None


def test_a_search_that_keeps_failing_degrades_into_the_state() -> None:
    search = Failing(99)
    with capture_logs() as lines:
        state = processed(failing_agent(search))
    assert search.calls == 3
    assert state["retrieved_contexts"] == []
    assert state["metadata"]["error"]["message"] == "the index could not be searched"
    assert state["metadata"]["search"]["error"] == "the index could not be searched"
    assert state["metadata"]["search"]["result_count"] == 0
    assert state["metadata"]["agent_path"] == [
        "VectorSearchAgent: started",
        "VectorSearchAgent: failed (vector search)",
    ]
    assert lines[-1]["log_level"] == "error"


@pytest.mark.parametrize("error", [ValueError("bug"), BadInputError("wrong"), IndexDamagedError("broken")])
def test_no_other_error_is_tried_again_or_hidden(error: Exception) -> None:
    search = Failing(99, error)
    with pytest.raises(type(error)):
        processed(failing_agent(search))
    assert search.calls == 1


def test_the_number_of_attempts_can_be_set() -> None:
    search = Failing(99)
    processed(failing_agent(search, max_retries=5))
    assert search.calls == 5


def test_the_pauses_are_1_second_and_then_2() -> None:
    from tenacity import RetryCallState, Retrying

    state = RetryCallState(Retrying(), None, (), {})
    pauses = []
    for attempt in range(1, 8):
        state.attempt_number = attempt
        pauses.append(BACK_OFF(state))
    assert pauses == [1, 2, 4, 8, 10, 10, 10]


def test_an_answer_that_does_not_come_in_time_degrades() -> None:
    let_go = threading.Event()

    class Hanging:
        def hybrid_search(self, query: str, **how: object) -> HybridResult:
            let_go.wait(20)
            return HybridResult((), 0, 0, reranking_applied=False)

    async def run():
        agent = failing_agent(Hanging(), patience=Patience(wait_none(), timeout_s=0.02))  # type: ignore[arg-type]
        try:
            return await agent.process(create_initial_state("x"))
        finally:
            let_go.set()

    state = asyncio.run(run())
    assert state["metadata"]["search"]["error"] == "no answer within 0.02 s"


def test_meaning_that_is_not_ready_is_tried_again(parts: Parts) -> None:
    arguments = iter([None, None, BagOfWordsEncoder()])
    state = processed(parts.agent(top_k=1, use_reranking=False, encoder=lambda: next(arguments)), intent="vector")
    assert state["retrieved_contexts"][0]["source"] == "a.py"


def test_the_event_loop_goes_on_while_the_search_runs() -> None:
    started, let_go = threading.Event(), threading.Event()

    class Waiting:
        def hybrid_search(self, query: str, **how: object) -> HybridResult:
            started.set()
            assert let_go.wait(20)
            return HybridResult((), 0, 0, reranking_applied=False)

    async def run() -> bool:
        task = asyncio.create_task(failing_agent(Waiting()).process(create_initial_state("x")))  # type: ignore[arg-type]
        await asyncio.to_thread(started.wait, 20)
        went_on = not task.done()
        let_go.set()
        await task
        return went_on

    assert asyncio.run(run())


def test_searches_side_by_side_answer_as_one_after_the_other(parts: Parts) -> None:
    agent = parts.agent(top_k=3)
    queries = list(TEXTS.values()) * 3

    async def run():
        return await asyncio.gather(*(agent.process(create_initial_state(query)) for query in queries))

    together = [state["retrieved_contexts"] for state in asyncio.run(run())]
    assert together == [processed(agent, query)["retrieved_contexts"] for query in queries]


# The intent ``graph``

CALLS = (("a.py", "d.py"), ("d.py", "e.py"))


def test_the_intent_graph_shows_hits_and_what_they_depend_on_by_turns(parts: Parts) -> None:
    agent = parts.agent(top_k=3, use_reranking=False, graph=graph_of(*CALLS))
    contexts = processed(agent, "lease renew worker", "graph")["retrieved_contexts"]
    ids = [context["id"] for context in contexts]
    assert ids[:2] == ["shop@main:chunk:a.py#part/0", name("d.py")]
    assert contexts[1]["metadata"]["graph_depth"] == 1
    assert contexts[1]["metadata"]["graph_parent"] == name("a.py")
    assert (contexts[1]["source"], contexts[1]["text"]) == ("d.py", TEXTS["d.py"])
    assert [context["rank"] for context in contexts] == list(range(1, len(contexts) + 1))


@pytest.mark.parametrize(
    ("between", "reached"),
    [((), [(1, 0.5)]), (("x.py",), [(2, 0.25)]), (("x.py", "y.py"), [])],
)
def test_the_intent_graph_goes_two_steps_and_no_further(
    parts: Parts, between: tuple[str, ...], reached: list
) -> None:
    """The nodes on the way have no text of their own and are only walked through."""
    way = ("a.py", *between, "e.py")
    edges = [edge(name(a), name(b), EdgeType.CALLS) for a, b in pairwise(way)]
    graph = DependencyGraph([node(name(path)) for path in (*TEXTS, *between)], edges)
    agent = parts.agent(top_k=4, use_reranking=False, graph=graph)
    contexts = processed(agent, "lease renew retry invoice", "graph")["retrieved_contexts"]
    dependencies = [context for context in contexts if "graph_depth" in context["metadata"]]
    depths_and_scores = [
        (item["metadata"]["graph_depth"], item["score"] / contexts[0]["score"]) for item in dependencies
    ]
    assert depths_and_scores == reached


def test_a_dependency_has_the_best_score_halved_with_every_step(parts: Parts) -> None:
    agent = parts.agent(top_k=1, use_reranking=False, graph=graph_of(*CALLS))
    both = processed(
        parts.agent(top_k=2, use_reranking=False, graph=graph_of(*CALLS)), "lease renew worker", "graph"
    )
    assert len(processed(agent, "lease renew worker", "graph")["retrieved_contexts"]) == 1
    assert [retrieved_context["score"] for retrieved_context in both["retrieved_contexts"]] == pytest.approx(
        [1.0, 0.5]
    )


def test_without_edges_the_intent_graph_answers_as_hybrid_does(parts: Parts) -> None:
    agent = parts.agent(top_k=4, use_reranking=False)
    graph, hybrid = (processed(agent, "lease retry", intent) for intent in ("graph", "hybrid"))
    assert [retrieved_context["id"] for retrieved_context in graph["retrieved_contexts"]] == [
        retrieved_context["id"] for retrieved_context in hybrid["retrieved_contexts"]
    ]


def test_a_node_that_may_not_be_seen_is_neither_shown_nor_walked_through(parts: Parts) -> None:
    secret = graph_of(*CALLS, secret=("d.py",))
    scope = Scope("shop", "main", {"groups": []})
    agent = parts.agent(top_k=3, use_reranking=False, graph=secret, scope=scope)
    contexts = processed(agent, "lease renew worker", "graph")["retrieved_contexts"]
    assert not any("graph_depth" in context["metadata"] for context in contexts)


def test_the_intent_graph_without_a_graph_is_an_error_that_says_what_to_do(parts: Parts) -> None:
    bare = HybridSearch(parts.search()._backend, SCOPE, KeywordScorer())
    with pytest.raises(BadInputError, match="no graph"):
        processed(VectorSearchAgent(bare, lambda item: ("", ""), patience=AT_ONCE), "x", "graph")


# LangGraph


@pytest.mark.parametrize("intent", INTENTS)
def test_the_compiled_graph_routes_and_searches(parts: Parts, intent: str) -> None:
    compiled = build_graph(parts.agent(top_k=2))
    state = asyncio.run(compiled.ainvoke(create_initial_state("lease renew", intent)))
    assert state["route_decision"] == intent
    assert state["metadata"]["agent_path"][:2] == ["router", "VectorSearchAgent: started"]
    assert re.fullmatch(r"VectorSearchAgent: completed \(2 results, \d+ms\)", state["metadata"]["agent_path"][2])
    assert len(state["retrieved_contexts"]) == 2
    assert state["query"] == "lease renew"


def test_the_graph_degrades_as_the_agent_does() -> None:
    compiled = build_graph(failing_agent(Failing(99)))
    state = asyncio.run(compiled.ainvoke(create_initial_state("x")))
    assert state["metadata"]["search"]["error"]


def test_the_graph_has_a_router_a_conditional_edge_and_the_search_node(parts: Parts) -> None:
    drawn = build_graph(parts.agent()).get_graph()
    assert set(drawn.nodes) == {"__start__", "router", "vector_search", "__end__"}
    assert [edge.conditional for edge in drawn.edges if edge.source == "router"] == [True]


@pytest.mark.parametrize(
    ("query", "intent"),
    [
        ("who calls renew_lease?", "graph"),
        ("what depends on the table of orders", "graph"),
        ("LeaseManager.renew", "bm25"),
        ("ERR_LEASE_42", "bm25"),
        ('"lease expired" message', "bm25"),
        ("something similar to a circuit breaker", "vector"),
        ("where is the lease of a worker renewed?", "hybrid"),
        ("What is RAG?", "hybrid"),
        ("", "hybrid"),
    ],
)
def test_the_router_detects_the_intent_of_a_query_without_one(query: str, intent: str) -> None:
    assert router_node(create_initial_state(query))["route_decision"] == intent


@pytest.mark.parametrize("intent", INTENTS)
def test_the_router_keeps_an_intent_that_is_given(intent: str) -> None:
    assert router_node(create_initial_state("who calls renew_lease?", intent))["route_decision"] == intent


def test_messages_of_further_nodes_are_added_to_those_of_the_state(parts: Parts) -> None:
    from langchain_core.messages import AIMessage, HumanMessage

    state = create_initial_state("lease renew")
    state["messages"] = [HumanMessage("lease renew")]
    result = asyncio.run(build_graph(parts.agent(top_k=1)).ainvoke(state))
    assert [message.content for message in result["messages"]] == ["lease renew"]
    channel = build_graph(parts.agent(top_k=1)).channels["messages"]
    channel.update([[HumanMessage("lease renew", id="1")]])
    channel.update([[AIMessage("renewed", id="2")]])
    assert [message.content for message in channel.get()] == ["lease renew", "renewed"]


def test_the_router_sends_an_unknown_intent_to_hybrid() -> None:
    state = create_initial_state("x")
    state["intent"] = "summary"
    assert router_node(state)["route_decision"] == "hybrid"
    assert route_query(state) == "vector_search"


def test_a_missing_langgraph_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(wanted: str, *args: object, **more: object):
        if wanted.startswith("langgraph"):
            raise ImportError(wanted)
        return real(wanted, *args, **more)

    for loaded in [module for module in sys.modules if module.startswith("langgraph")]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match="langgraph") as caught:
        build_graph(failing_agent(Failing(0)))
    assert 'pip install "dowse[agent]"' in str(caught.value.remedy)


def test_the_source_of_something_unknown_is_empty(parts: Parts) -> None:
    assert parts.source_of("nothing") == ("", "")
    assert parts.source_of(NodeId(name("a.py"))) == ("a.py", "shop@main:file:a.py")
