"""pipeline-contract, "Minimal happy path", on a real index: default pipeline, graph provider, evidence."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.agents import search_agent
from app.core.evidence import context_text
from app.core.local_core import LocalCore
from app.core.reader_slot import reader_of
from app.core.rerank_model import chosen_scorer, rerank_model
from app.core.retrieval_runtime import IndexParts, runtime_of
from app.installation.locations import READER_VARIABLE
from resources.locate import resource
from search.agent.core_agent import agent_on
from search.agent.hybrid_search import Scope
from search.agent.state import AgentState, create_initial_state
from search.agent.vector_search_agent import VectorSearchAgent
from search.analysis.names import split_identifier
from search.config.settings import Agent, Settings, parsed_settings
from search.embedding.tokens import PackagedTokenCounter
from search.errors import BadInputError, PipelineError, QueryError
from search.graph.dependency_graph import DependencyGraph
from search.pipeline.context import LEAST_SHARE
from search.pipeline.ranked_retrieval import LEAST_RANK_SHARE
from search.pipeline.runner import load_pipeline, parse_pipeline
from search.pipeline.state import PipelineState, Runtime
from search.retrieval.conditions import access_of, filters_of
from search.retrieval.index_graph import nodes_of
from search.types.context import ContextAnswer, ContextRequest, PieceLabel
from search.types.documents import DocumentRequest, DocumentSearch
from search.types.expansion import ExpansionLimits
from search.types.filters import Access, RowFilter
from search.types.ids import NodeId
from search.types.profiles import RELEVANCE_PROFILES
from search.types.query import SearchQuery
from search.types.retrieval import SearchRequest, SearchType
from tests.contracts.pipeline_parts import node
from tests.contracts.samples import chunk
from tests.contracts.service_parts import core_on, written

QUESTION = "where is the lease renewed?"


@pytest.fixture(scope="module")
def runtime(sample_core: LocalCore) -> Runtime:
    parts = sample_core._parts
    return runtime_of(IndexParts(parts.storage, parts.corpus, parts.branches, parts.encoder.wait))


def run(runtime: Runtime, text: str = QUESTION, **filters: object) -> PipelineState:
    state = PipelineState(text, "roastery", "-", filters)
    return load_pipeline(resource("pipelines", "default.yaml")).run(state, runtime)


def test_the_default_pipeline_goes_from_a_question_to_its_evidence(runtime: Runtime) -> None:
    state = run(runtime)
    assert any("LeaseKeeper" in seed for seed in state.retrieval_seed_nodes)
    assert state.graph_expanded_nodes[: len(state.graph_seed_nodes)] == state.graph_seed_nodes
    assert state.graph_debug["reason"] in {"ok", "depth_reached", "limit_reached"}
    assert state.node_texts
    assert len(state.context_blocks) == len(state.node_texts)


def test_a_chunk_is_expanded_from_its_node(runtime: Runtime, sample_core: LocalCore) -> None:
    state = run(runtime)
    storage = sample_core._parts.storage
    nodes = {row.node_id for row in storage.chunks.rows(state.retrieval_seed_nodes).values()}
    assert set(state.graph_seed_nodes) >= {
        node for node in nodes if storage.graph.nodes_by_id([NodeId(node)], Access().row_filter())
    }


def test_a_chunk_without_a_node_of_its_own_is_expanded_from_its_file() -> None:
    row = chunk("a.py", 0, "lease")
    graph = DependencyGraph([node(row.file_id)], [])
    assert nodes_of({row.id: row}, graph) == {row.id: (row.file_id,)}


def test_a_class_leads_to_its_methods_their_procedures_and_their_tables(runtime: Runtime) -> None:
    repository = "roastery@-:cs:Roastery.Data.Repositories.JobRepository"
    pipeline = load_pipeline(resource("pipelines", "default.yaml"))
    expanding = replace(pipeline, steps=(next(s for s in pipeline.steps if s.action == "expand_dependency_tree"),))
    state = expanding.run(PipelineState("", "roastery", "-", {}, [repository]), runtime)
    edges = {(edge["from_id"], edge["edge_type"], edge["to_id"]) for edge in state.graph_edges}
    procedure, table = "roastery@-:sql:dbo.job_renewlease", "roastery@-:sql:dbo.job"
    assert (repository, "defines", f"{repository}.RenewLeaseAsync") in edges
    assert (f"{repository}.RenewLeaseAsync", "calls", procedure) in edges
    assert (procedure, "writes_table", table) in edges


def test_a_chunk_stands_for_every_definition_in_it(runtime: Runtime, sample_core: LocalCore) -> None:
    storage, graph = sample_core._parts.storage, sample_core._parts.graph.graph()
    rows = {
        chunk.id: chunk
        for chunk in storage.chunks.of_files([file.id for file in storage.files.matching(RowFilter())])
        if chunk.kind != "card"
    }
    nodes = nodes_of(rows, graph)
    within = [
        (row, node)
        for row in rows.values()
        for node in graph.nodes
        for span in node.spans
        if node.kind not in {"file", "namespace"}
        and span.rpartition(":")[0] == row.path
        and row.start_line <= int(span.rpartition(":")[2].partition("-")[0])
        and int(span.rpartition("-")[2]) <= row.end_line
    ]
    assert within
    missing = [
        (row.id, node.id)
        for row, node in within
        if not any(node.id == other or _defines(graph, other, node.id) for other in nodes[row.id])
    ]
    assert missing == []


def _defines(graph, outer: str, inner: str) -> bool:
    position, target = graph.parent(graph.position(inner)), graph.position(outer)
    while position >= 0 and position != target:
        position = graph.parent(position)
    return position == target


def test_code_and_database_are_one_tree(runtime: Runtime) -> None:
    state = run(runtime, "JobRepository RenewLeaseAsync")
    crossing = [
        edge for edge in state.graph_edges if ":cs:" in str(edge["from_id"]) and ":sql:" in str(edge["to_id"])
    ]
    assert crossing
    assert set(crossing[0]) == {"from_id", "to_id", "edge_type"}


def test_every_edge_joins_two_expanded_nodes(runtime: Runtime) -> None:
    state = run(runtime)
    expanded = set(state.graph_expanded_nodes)
    assert all({edge["from_id"], edge["to_id"]} <= expanded for edge in state.graph_edges)


def test_a_graph_node_hangs_under_one_that_was_expanded_before_it(runtime: Runtime) -> None:
    state = run(runtime)
    for item in state.node_texts:
        if not item["is_seed"]:
            assert item["depth"] in {1, 2, 3}
            assert item["parent_id"] in state.graph_expanded_nodes


def test_the_texts_stay_within_70_percent_of_the_context(runtime: Runtime) -> None:
    counter = PackagedTokenCounter()
    assert sum(counter.count(str(item["text"])) for item in run(runtime).node_texts) <= 4200


def test_the_same_question_gives_the_same_state(runtime: Runtime) -> None:
    assert run(runtime) == run(runtime)


@pytest.mark.parametrize("filters", [{"tenant": "other"}, {"tags": ["none"]}, {"roots": []}])
def test_nothing_is_expanded_for_who_sees_nothing(runtime: Runtime, filters: dict) -> None:
    state = run(runtime, **filters)
    assert (state.retrieval_seed_nodes, state.graph_expanded_nodes, state.node_texts) == ([], [], [])
    assert state.graph_debug["reason"] == "no_seeds"


def test_a_seed_of_another_scope_is_not_expanded(runtime: Runtime) -> None:
    seeds = run(runtime).graph_seed_nodes
    limits = ExpansionLimits(1, 10, ())
    elsewhere = runtime.graph_provider.expand(
        seeds=seeds, repository="else", branch="-", retrieval_filters={}, limits=limits
    )
    assert elsewhere.nodes == ()


def test_a_payload_narrows_the_real_retrieval(runtime: Runtime) -> None:
    state = run(
        runtime, '{"query": "lease", "filters": {"language": "sql", "tenant": "other", "repository": "x"}}'
    )
    assert state.retrieval_seed_nodes
    assert all(".sql#" in seed for seed in state.retrieval_seed_nodes)


def test_a_model_reranker_that_is_not_set_up_is_an_error(runtime: Runtime) -> None:
    pipeline = parse_pipeline(
        "steps: [{action: search_nodes, search_type: semantic, top_k: 1, rerank: codebert_rerank}]", name="p"
    )
    with pytest.raises(PipelineError, match="codebert_rerank"):
        pipeline.run(PipelineState(QUESTION, "roastery", "-"), runtime)


def test_the_packaged_reader_reranks_in_a_pipeline_where_no_model_is_named(
    sample_core: LocalCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(READER_VARIABLE)
    parts, settings = sample_core._parts, Settings()
    scorer = chosen_scorer(settings, reader_of(settings), rerank_model(settings))
    runtime = runtime_of(IndexParts(parts.storage, parts.corpus, parts.branches, parts.encoder.wait, scorer))
    step = "{action: search_nodes, search_type: semantic, top_k: 3, rerank: %s}"
    seeds = {
        rerank: parse_pipeline(f"steps: [{step % rerank}]", name="p")
        .run(PipelineState("how long does a lease last", "roastery", "-"), runtime)
        .retrieval_seed_nodes
        for rerank in ("none", "codebert_rerank")
    }
    assert len(seeds["codebert_rerank"]) == 3
    assert seeds["codebert_rerank"] != seeds["none"]


@pytest.mark.parametrize("access", [Access(), Access("t", ("g",), ("x",), ("r",)), Access(groups=(), roots=())])
def test_access_rights_pass_through_the_filters_unchanged(access: Access) -> None:
    assert access_of(filters_of(access)) == access


# Evidence


def test_evidence_is_from_the_repository_with_the_best_file(sample_core: LocalCore) -> None:
    answer = sample_core.context(ContextRequest(QUESTION))
    assert (answer.repository, answer.branch) == ("roastery", "-")
    assert "service/Roastery.Services/Jobs/LeaseKeeper.cs" in {piece.path for piece in answer.pieces}
    assert any(piece.depth > 0 and piece.parent_id for piece in answer.pieces)


@pytest.mark.parametrize("budget", [1, 50, 300, 1500, 8000])
def test_evidence_holds_its_budget_and_tells_what_did_not_fit(sample_core: LocalCore, budget: int) -> None:
    answer = sample_core.context(ContextRequest(QUESTION, budget))
    assert answer.tokens == sum(piece.tokens for piece in answer.pieces) <= budget
    ids = {item.id for item in answer.left_out}
    assert not ids & {piece.id for piece in answer.pieces}
    assert answer.left_out if budget <= 1500 else answer.pieces
    assert all(item.tokens > 0 for item in answer.left_out)


@pytest.mark.parametrize("form", ["markdown", "xml", "plain"])
@pytest.mark.parametrize("budget", [40, 400, 2000])
def test_the_written_text_holds_the_budget_with_its_headings(
    sample_core: LocalCore, form: str, budget: int
) -> None:
    answer = sample_core.context(ContextRequest(QUESTION, budget))
    result = context_text(answer, form)
    assert result.tokens == PackagedTokenCounter().count(result.text) <= budget
    retained = set(result.chunks)
    assert {piece.id for piece in answer.pieces} - retained <= {item.id for item in result.left_out}
    assert bool(result.text) == bool(retained)


def test_no_line_of_a_file_stands_twice(sample_core: LocalCore) -> None:
    answer = sample_core.context(ContextRequest(QUESTION, 8000))
    positions = [(piece.path, piece.start_line, piece.end_line) for piece in answer.pieces]
    for path, start, end in positions:
        inside = [
            position
            for position in positions
            if position[0] == path and start <= position[1] and position[2] <= end
        ]
        assert inside == [(path, start, end)]


def test_a_hit_whose_class_is_too_large_stands_as_its_own_chunk(sample_core: LocalCore) -> None:
    answer = sample_core.context(ContextRequest("LeaseKeeper RenewAsync", 120))
    assert answer.pieces
    assert answer.left_out


def test_critical_documents_that_pass_the_filters_stand_first_with_their_label(sample_core: LocalCore) -> None:
    pieces = sample_core.context(ContextRequest("how is a webhook sent again?")).pieces
    labels = [piece.label for piece in pieces]
    critical = [piece.path for piece in pieces if piece.label is PieceLabel.CRITICAL]
    assert {"docs/guides/signing-in.md", "docs/runbooks/stuck-jobs.md"} <= set(critical)
    assert labels == sorted(labels, reverse=True)
    assert all(piece.depth == 0 and piece.parent_id is None for piece in pieces[: len(critical)])


def test_the_written_text_says_why_a_critical_document_is_in_it(sample_core: LocalCore) -> None:
    answer = sample_core.context(ContextRequest("how is a webhook sent again?"))
    for form in ("markdown", "xml", "plain"):
        result = context_text(answer, form)
        assert "critical document, always first" in result.text
        assert result.labels[result.chunks[0]] == "critical document, always first"


@pytest.mark.parametrize("filters", ["lang:sql", "-level:critical", "level:important", "path:database"])
def test_critical_documents_that_the_filters_exclude_are_not_added(sample_core: LocalCore, filters: str) -> None:
    pieces = sample_core.context(ContextRequest(f"lease {filters}")).pieces
    assert pieces
    assert not any(piece.label for piece in pieces)


def test_a_critical_document_that_does_not_fit_is_represented_by_the_section_that_answers(
    sample_core: LocalCore,
) -> None:
    whole = next(p for p in sample_core.context(ContextRequest("stuck jobs lease")).pieces if p.label)
    small = sample_core.context(ContextRequest("stuck jobs lease", whole.tokens - 1))
    assert small.pieces
    assert small.pieces[0].label is PieceLabel.CRITICAL
    assert small.tokens < whole.tokens


def test_evidence_begins_with_what_a_search_shows_first(sample_core: LocalCore) -> None:
    files = sample_core.search(SearchQuery(QUESTION, top=12)).files
    near_best = [file for file in files if file.rank_score >= LEAST_RANK_SHARE * files[0].rank_score]
    pieces = sample_core.context(ContextRequest(QUESTION)).pieces
    hits = [piece for piece in pieces if piece.depth == 0 and not piece.label]
    assert [piece.id for piece in hits[: len(near_best)]] == [file.chunks[0].id for file in near_best]
    assert {piece.path for piece in hits} == {file.path for file in near_best}, "none of files that rank far below"


@pytest.mark.parametrize("budget", [60, 120, 250, 900])
@pytest.mark.parametrize(
    "question",
    ["how long may a customer wait before the invoice is due", "which errors stop an order", "the price of a bag"],
)
def test_a_small_budget_is_not_filled_with_texts_about_something_else(
    sample_core: LocalCore, question: str, budget: int
) -> None:
    files = sample_core.search(SearchQuery(question, top=12)).files
    least = LEAST_SHARE * max(file.confidence for file in files)
    relevant = {file.path for file in files if file.confidence >= least}
    answer = sample_core.context(ContextRequest(question, budget))
    texts = [piece for piece in answer.pieces if piece.label is PieceLabel.NONE]
    assert {piece.path for piece in texts} <= relevant
    assert all(piece.depth == 0 for piece in texts), "what a hit depends on is no answer without the hit"


def test_evidence_holds_nothing_that_the_question_excludes(sample_core: LocalCore) -> None:
    assert any("renew" in piece.text.lower() for piece in sample_core.context(ContextRequest("lease")).pieces)
    without = sample_core.context(ContextRequest("lease -renew -renewed")).pieces
    assert without
    assert not any("renew" in split_identifier(word) for piece in without for word in piece.text.split())


def test_a_text_is_whole_and_starts_where_it_says(sample_core: LocalCore) -> None:
    root = Path(sample_core.roots(Access())[0].root.path)
    for piece in sample_core.context(ContextRequest(QUESTION, 3000)).pieces:
        if piece.path.endswith(".docx"):
            continue
        lines = (root / piece.path).read_text("utf-8-sig").splitlines()
        assert piece.text.splitlines()[0] == lines[piece.start_line - 1]
        assert piece.text.splitlines()[-1] == lines[piece.end_line - 1]


@pytest.mark.parametrize(
    ("filters", "holds"),
    [
        ("lang:sql", lambda piece: piece.path.endswith(".sql") or piece.depth),
        ("path:docs", lambda piece: piece.path.startswith("docs/") or piece.depth),
        ("repo:roastery ext:cs", lambda piece: piece.path.endswith(".cs") or piece.depth),
        ("-lang:csharp", lambda piece: not piece.path.endswith(".cs")),
        ("-path:service/ -path:docs/", lambda piece: not piece.path.startswith(("service/", "docs/"))),
        ("lang:csharp -is:test", lambda piece: "test" not in piece.path.lower()),
        ("-repo:elsewhere", lambda piece: True),
    ],
)
def test_a_filter_in_the_question_narrows_the_hits(sample_core: LocalCore, filters: str, holds) -> None:
    pieces = sample_core.context(ContextRequest(f"lease {filters}")).pieces
    assert pieces
    assert all(holds(piece) for piece in pieces)


REPORT = """Traceback (most recent call last):
  File "jobs.py", line 7, in renew_lease
    raise LeaseLost(job)
LeaseLost: the lease of job 7 was not renewed in time
"""


@pytest.mark.parametrize("question", [QUESTION, REPORT])
def test_filters_beside_the_question_narrow_its_hits_whatever_it_looks_like(
    sample_core: LocalCore, question: str
) -> None:
    pieces = sample_core.context(ContextRequest(question, filters='path:"docs/"')).pieces
    assert pieces
    assert all(piece.path.startswith("docs/") for piece in pieces if piece.depth == 0)
    assert not sample_core.context(ContextRequest(question, filters='repo:"elsewhere"')).pieces


def test_external_documents_are_in_the_evidence_of_every_project_that_may_see_them(tmp_path: Path) -> None:
    shop = written(tmp_path / "shop", {"basket.py": "def keep_basket(cache):\n    cache.put('basket', 2)\n"})
    manual = "# Expiry of keys\n\nA key of the cache server expires after its time to live.\n"
    written(tmp_path / "vendor", {".dowse.toml": "external = true\n", "cache.md": manual})
    with core_on(tmp_path, shop) as core:
        core.index([str(tmp_path / "vendor")])
        question = "how does a key of the cache expire?"
        answer = core.context(ContextRequest(question))
        hidden = core.context(ContextRequest(question, access=Access(roots=(core.roots(Access())[0].root.id,))))
        assert [status.root.external for status in core.roots(Access())] == [False, True]
    assert answer.repository == "shop"
    assert (answer.pieces[-1].label, answer.pieces[-1].path) == (PieceLabel.EXTERNAL, "cache.md")
    assert answer.pieces[-1].repository == "vendor"
    assert not any(piece.label for piece in hidden.pieces)


def test_documents_are_searched_by_scope_type_and_level(sample_core: LocalCore) -> None:
    request = DocumentRequest("job repo:roastery level:important,critical", min_relevance=0.0, limit=20)
    answer = sample_core.documents(request)
    assert answer.scopes == ("roastery@-",)
    assert answer.matches.results
    assert {result.promotion_level for result in answer.matches.results} == {"important", "critical"}
    assert sample_core.documents(DocumentRequest("job repo:nowhere", min_relevance=0.0)).matches.results == ()


def test_sources_begin_with_the_critical_documents_and_hold_the_section_that_answers(
    sample_core: LocalCore,
) -> None:
    request = DocumentRequest("how is a webhook sent again?", DocumentSearch.SOURCES, limit=5, min_relevance=0.1)
    levels = [result.promotion_level == "critical" for result in sample_core.documents(request).matches.results]
    assert levels == sorted(levels, reverse=True)
    assert any(levels)
    assert not all(levels)


def test_sections_of_documents_carry_their_heading(sample_core: LocalCore) -> None:
    request = DocumentRequest("webhook backlog", DocumentSearch.SECTIONS, min_relevance=0.2)
    results = sample_core.documents(request).matches.results
    assert results
    assert all(result.parent_document_id and result.header_path is not None for result in results)


def test_questions_are_answered_at_the_calibrated_thresholds(sample_core: LocalCore) -> None:
    for search in (DocumentSearch.DOCUMENTS, DocumentSearch.SECTIONS, DocumentSearch.SOURCES):
        matches = sample_core.documents(DocumentRequest("how is a webhook sent again?", search)).matches
        assert matches.results
        assert matches.min_relevance_score < RELEVANCE_PROFILES["seed"].search


def test_the_least_relevance_of_the_settings_is_that_of_each_operation(tmp_path: Path) -> None:
    root = written(tmp_path / "root", {"leases.md": "# Leases\n\nA lease is renewed a minute before it ends.\n"})
    wanted = {
        DocumentSearch.DOCUMENTS: 0.11,
        DocumentSearch.SECTIONS: 0.11,
        DocumentSearch.SOURCES: 0.12,
        DocumentSearch.EXTERNAL: 0.13,
    }
    settings = (
        "[search]\nmin_relevance_search = 0.11\nmin_relevance_sources = 0.12\nmin_relevance_external = 0.13\n"
    )
    with core_on(tmp_path / "index", root, settings=settings) as core:
        for search, least in wanted.items():
            assert core.documents(DocumentRequest("renew", search)).matches.min_relevance_score == least


def test_the_agent_searches_a_core(sample_core: LocalCore) -> None:
    agent = agent_on(sample_core, Scope("roastery", "-"), Agent(top_k=3), None)
    state = asyncio.run(agent.process(create_initial_state(QUESTION)))
    assert len(state["retrieved_contexts"]) == 3
    assert all(context["source"] and context["document_id"] for context in state["retrieved_contexts"])
    assert state["metadata"]["search"]["reranking_applied"] is False
    graph = asyncio.run(agent.process(create_initial_state("LeaseKeeper", "graph")))
    assert any(context["metadata"].get("graph_depth") for context in graph["retrieved_contexts"])


def test_the_agent_reranks_with_the_packaged_reader(
    sample_core: LocalCore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def state(text: str) -> AgentState:
        config = tmp_path / "config.toml"
        config.write_text(text)
        agent = search_agent(sample_core, Scope("roastery", "-"), config)
        return asyncio.run(agent.process(create_initial_state(QUESTION)))

    monkeypatch.delenv(READER_VARIABLE)
    read, off = state("[agent]\ntop_k = 3\n"), state('[agent]\ntop_k = 3\n[search]\nrerank = "none"\n')
    assert read["metadata"]["search"]["reranking_applied"] is True
    contexts = read["retrieved_contexts"]
    assert all(0.0 < context["metadata"]["rerank_score"] < 1.0 for context in contexts)
    scores = [context["score"] for context in contexts]
    assert scores == sorted(scores, reverse=True)
    assert [context["id"] for context in contexts] != [context["id"] for context in off["retrieved_contexts"]]
    assert off["metadata"]["search"]["reranking_applied"] is False
    assert not any("rerank_score" in context["metadata"] for context in off["retrieved_contexts"])


def test_the_agent_takes_its_numbers_from_the_settings(sample_core: LocalCore) -> None:
    def agent(text: str) -> VectorSearchAgent:
        return agent_on(sample_core, Scope("roastery", "-"), parsed_settings(f"[agent]\n{text}", "x").agent, None)

    state = asyncio.run(agent("top_k = 2").process(create_initial_state(QUESTION)))
    assert len(state["retrieved_contexts"]) == 2
    late = asyncio.run(agent("timeout_seconds = 0.000001").process(create_initial_state(QUESTION)))
    assert late["metadata"]["search"]["error"]
    assert late["retrieved_contexts"] == []
    assert agent("max_retries = 7")._max_retries == 7
    assert agent("")._use_reranking
    assert not agent("use_reranking = false")._use_reranking


def test_the_name_of_another_index_is_refused(sample_core: LocalCore) -> None:
    name = sample_core._parts.storage.location.name
    for known in (None, name, Path(name).name):
        request = SearchRequest(SearchType.BM25, "lease", 3, "roastery", "-", active_index=known)
        assert sample_core.retrieve(request).hits
    with pytest.raises(BadInputError, match="active_index is 'elsewhere'"):
        sample_core.retrieve(SearchRequest(SearchType.BM25, "lease", 3, "roastery", "-", active_index="elsewhere"))
    scope = {"repository": "roastery", "branch": "-", "retrieval_filters": {}, "active_index": "elsewhere"}
    with pytest.raises(BadInputError, match="active_index"):
        sample_core.fetch_texts(ids=[], **scope)
    with pytest.raises(BadInputError, match="active_index"):
        sample_core.expand(seeds=[], limits=ExpansionLimits(1, 1, ()), **scope)


def test_a_filter_that_finds_nothing_gives_no_evidence(sample_core: LocalCore) -> None:
    answer = sample_core.context(ContextRequest("lease repo:nowhere"))
    assert (answer.pieces, answer.repository) == ((), "")
    assert context_text(answer, "plain").text == ""


@pytest.mark.parametrize("text", ["", "lease lnag:go", "lease path:docs path:docs/adr"])
def test_a_question_that_cannot_be_asked_so_is_refused(sample_core: LocalCore, text: str) -> None:
    with pytest.raises(QueryError):
        sample_core.context(ContextRequest(text))


@pytest.mark.parametrize("budget", [0, -1, 1.5, True])
def test_a_budget_below_1_is_refused(budget: object) -> None:
    with pytest.raises(BadInputError, match="budget"):
        ContextRequest("x", budget)  # type: ignore[arg-type]


def test_a_question_that_looks_like_a_payload_is_only_a_question(sample_core: LocalCore) -> None:
    text = '{"query" "lease" "filters" {"tenant" "other"}}'
    answer = sample_core.context(ContextRequest(text))
    assert isinstance(answer, ContextAnswer)


@pytest.fixture(scope="module")
def by_word(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("words")
    (folder / "shop").mkdir()
    (folder / "shop" / "a.py").write_text("from b import take\n\n\ndef renew_lease():\n    return take()\n")
    (folder / "shop" / "b.py").write_text("def take():\n    return 1\n")
    with core_on(folder, folder / "shop", semantic=False) as core:
        yield core


def test_without_meaning_the_evidence_is_by_word_and_says_so(by_word: LocalCore) -> None:
    answer = by_word.context(ContextRequest("renew_lease"))
    assert [piece.depth for piece in answer.pieces] == [0, 1]
    assert any("by word" in str(note) for note in answer.notes)
