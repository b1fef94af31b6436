"""The surfaces above a core, each asked as a limited client: agents of three kinds, vectors, saved searches."""

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
import uvicorn
from hypothesis import strategies as st
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from PySide6.QtCore import QCoreApplication

from app.core.local_core import LocalCore
from app.mcp.boundary import Boundary
from app.mcp.disclosure_log import DisclosureLog
from app.mcp.failures import Failures
from app.mcp.guarded_protocol import GuardedProtocol
from app.mcp.http import BearerGate, listen
from app.mcp.scope import ClientScope
from app.mcp.server import DowseServer, make_server
from search.agent.core_agent import agent_on
from search.agent.hybrid_search import Scope
from search.agent.langchain_retriever import DowseRetriever
from search.agent.state import INTENTS, create_initial_state
from search.config.settings import Agent
from search.errors import KnownError
from search.retrieval.conditions import filters_of
from search.service.scope_filter import ScopeFilter
from search.service.vector_search import VectorSearchService
from search.types.filters import Access
from search.types.graph import Direction, EdgeType
from search.types.query import RankSettings
from tests.contracts.differential import ACCESSES, NAMES, PATHS, QUERIES, REPOSITORIES, SCOPES
from tests.contracts.differential_command_line import limits_of
from tests.fakes.encoder import BagOfWordsEncoder
from ui.controllers.jobs import Jobs
from ui.panels.filters.new_results import SavedController
from ui.panels.filters.pane import FiltersPane
from ui.panels.saved.store import SearchStore

Call = tuple[str, dict[str, Any]]

_EDGES = st.none() | st.lists(st.sampled_from([edge.value for edge in EdgeType]), max_size=3)
_TEXT = QUERIES.filter(str.strip)
_REPOSITORIES = st.none() | st.lists(REPOSITORIES.filter(bool), max_size=2)
_FILES = st.one_of(
    NAMES, st.sampled_from(PATHS), st.sampled_from(["shop@-:file:pub/lease.py", "../x", "/etc/passwd"])
)

TOOLS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "search_documentation": {"query": _TEXT, "max_results": st.sampled_from([1, 50])},
    "search_code": {
        "query": _TEXT,
        "repository": _REPOSITORIES,
        "documents": st.booleans(),
        "detail": st.booleans(),
        "max_results": st.sampled_from([1, 50]),
    },
    "find_lines": {"pattern": _TEXT, "regex": st.booleans(), "max_lines": st.sampled_from([1, 100])},
    "dependency_tree": {
        "target": NAMES,
        "direction": st.sampled_from([each.value for each in Direction]),
        "depth": st.integers(1, 4),
        "max_nodes": st.sampled_from([2, 64]),
        "edges": _EDGES,
        "overloads": st.booleans(),
        "detail": st.booleans(),
    },
    "dependency_path": {
        "source": NAMES,
        "target": NAMES,
        "ways": st.sampled_from([1, 5]),
        "overloads": st.booleans(),
    },
    "broken_rules": {"repository": REPOSITORIES, "top": st.sampled_from([1, 20])},
    "locate_change": {
        "report": _TEXT,
        "max_files": st.sampled_from([1, 10]),
        "max_tests": st.sampled_from([0, 10]),
    },
    "change_impact": {
        "targets": st.lists(NAMES, min_size=1, max_size=2),
        "max_nodes": st.sampled_from([1, 64]),
        "overloads": st.booleans(),
    },
    "table_use": {"table": NAMES, "max_nodes": st.sampled_from([1, 64])},
    "dependency_cycles": {"repository": REPOSITORIES, "of": st.sampled_from(["files", "definitions"])},
    "unused_definitions": {
        "repository": REPOSITORIES,
        "top": st.sampled_from([1, 20]),
        "doubtful": st.booleans(),
    },
    "get_context": {"query": _TEXT, "budget": st.sampled_from([60, 500, 4_000])},
    "get_file": {"file": _FILES, "start_line": st.sampled_from([1, 3])},
    "list_products": {},
    "list_components": {"product": st.none() | st.sampled_from(["pub", "hidden", "shop"])},
    "index_status": {},
}
"""For each tool its arguments. A `since` reads git, whose state both indexes share; test_git_changes.py has it."""

RESOURCE, PROMPT = "a resource", "a prompt"
_URIS = st.sampled_from([f"dowse://file/shop@-:file:{path}" for path in PATHS if path])


def agent_calls() -> st.SearchStrategy[Call]:
    """Return a strategy of calls of tools, resources and the prompt."""
    tools = [
        st.fixed_dictionaries(arguments).map(lambda values, tool=tool: (tool, values))
        for tool, arguments in TOOLS.items()
    ]
    resource = _URIS.map(lambda uri: (RESOURCE, {"uri": uri}))
    prompt = st.fixed_dictionaries({"source": NAMES, "target": NAMES}).map(lambda values: (PROMPT, values))
    return st.one_of(*tools, resource, prompt)


def server_of(core: LocalCore, access: Access, logs: Path) -> DowseServer:
    """Return the server of an agent with this access."""
    session: Any = SimpleNamespace(core=core, access=access)
    (logs / "logs").mkdir(parents=True, exist_ok=True)
    boundary = Boundary(DisclosureLog(logs, ClientScope()), Failures(logs))
    return make_server(session, RankSettings(), boundary)


def in_memory(core: LocalCore, index: Path, access: Access, calls: Sequence[Call]) -> list[object]:
    """Return what a client that is connected in memory receives."""
    return asyncio.run(_asked_over(server_of(core, access, index), calls))


def over_stdio(_core: LocalCore, index: Path, access: Access, calls: Sequence[Call]) -> list[object]:
    """Return what a client receives from ``dowse mcp``, a process that asks the engine of an index."""
    program = ["-P", "-m", "app", "mcp", "--index", str(index), *limits_of(access)]
    parameters = StdioServerParameters(
        command=sys.executable, args=program, env={**os.environ, "PYTHONPATH": str(Path.cwd())}
    )
    return asyncio.run(_asked_over(parameters, calls))


async def _asked_over(server: DowseServer | StdioServerParameters, calls: Sequence[Call]) -> list[object]:
    async with Client(server) as client:
        return [await _answer(client, *call) for call in calls]


def over_http(core: LocalCore, index: Path, access: Access, calls: Sequence[Call]) -> list[object]:
    """Return what a client receives from a server on the loopback interface."""

    async def run(address: str) -> list[object]:
        async with (
            httpx2.AsyncClient(headers={"Authorization": "Bearer right"}, timeout=60) as over,
            Client(streamable_http_client(address, http_client=over)) as client,
        ):
            return [await _answer(client, *call) for call in calls]

    with _served(server_of(core, access, index)) as address:
        return asyncio.run(run(address))


@contextmanager
def _served(server: DowseServer) -> Iterator[str]:
    with listen(0) as listening:
        gate = BearerGate(server.streamable_http_app(), "right")
        config = uvicorn.Config(
            gate, http=GuardedProtocol, ws="none", log_config=None, timeout_graceful_shutdown=1
        )
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        finally:
            running.should_exit = True
            thread.join(30)


async def _answer(client: Client, name: str, arguments: dict[str, Any]) -> object:
    try:
        if name == RESOURCE:
            return (await client.read_resource(arguments["uri"])).model_dump(mode="json")
        if name == PROMPT:
            return (await client.get_prompt("explain_dependency", arguments)).model_dump(mode="json")
        answer = await client.call_tool(name, arguments)
    except MCPError as error:
        return str(error)
    return _without_times(answer.model_dump(mode="json"))


def _without_times(value: Any) -> Any:
    """Return an answer without the milliseconds that it took, in texts of JSON too."""
    if isinstance(value, dict):
        return {key: _without_times(item) for key, item in value.items() if key not in {"took_ms", "timings"}}
    if isinstance(value, list):
        return [_without_times(item) for item in value]
    if isinstance(value, str) and value.startswith("{"):
        return json.dumps(_without_times(json.loads(value)))
    return value


def asked_agent(core: LocalCore, query: str, intent: str, scope: tuple[str, str], access: Access) -> object:
    """Return the contexts that the LangGraph agent retrieves, and what it says of the search; or its refusal."""
    agent = agent_on(core, Scope(*scope, filters_of(access)), Agent(use_reranking=False, max_retries=1))
    state = create_initial_state(query, intent)

    def ask() -> object:
        answered = asyncio.run(agent.process(state))
        contexts = [_without(context, "timestamp") for context in answered["retrieved_contexts"]]
        return contexts, _without(answered["metadata"]["search"], "latency_ms")

    return or_error(ask)


def asked_retriever(core: LocalCore, query: str, access: Access) -> object:
    """Return the documents that the retriever of LangChain gives."""
    retriever = DowseRetriever(core=core, access=access)
    return or_error(lambda: [document.model_dump() for document in retriever.invoke(query)])


def _without(value: Any, name: str) -> dict[str, object]:
    """Return the fields of a value but for one that holds a time."""
    fields = value.model_dump() if hasattr(value, "model_dump") else dict(value)
    return {key: item for key, item in fields.items() if key != name}


AGENT_QUESTIONS = st.tuples(QUERIES, st.sampled_from(sorted(INTENTS)), SCOPES, ACCESSES)


def vector_search(core: LocalCore, query: str, scope: tuple[str, str], access: Access, limit: int) -> object:
    """Return what every search of the vector search service gives in one scope."""
    storage = core._parts.storage
    service = VectorSearchService(BagOfWordsEncoder(), storage.chunks, storage.files)
    roots = {(root.repository, root.branch): root.id for root in storage.roots.all()}
    within = ScopeFilter(*scope, roots.get(scope, "nothing"), access=access)
    return [
        or_error(partial(getattr(service, name), query, within, **limits(limit)))
        for name, limits in VECTOR_SEARCHES.items()
    ]


def or_error(search: Callable[[], object]) -> object:
    """Return what a search gives, or the sentence with which it fails."""
    try:
        return search()
    except KnownError as error:
        return str(error)


VECTOR_SEARCHES: dict[str, Callable[[int], dict[str, Any]]] = {
    **dict.fromkeys(
        ("search_documents", "search_chunks", "search_external_documents", "external_sources"),
        lambda limit: {"limit": limit, "min_relevance": 0.0},
    ),
    "retrieve_for_rag": lambda limit: {"max_sources": limit, "min_relevance": 0.0},
    "critical_documents": lambda _limit: {},
}
"""For each search of the service what it is given beside the query and the scope."""

VECTOR_QUESTIONS = st.tuples(_TEXT, SCOPES, ACCESSES, st.sampled_from([1, 5, 50]))


def saved_searches(core: LocalCore, texts: Sequence[str], access: Access, file: Path) -> dict[str, list[str]]:
    """Return what the Saved tab of the window finds for each of some saved searches."""
    store, jobs, matches = SearchStore(file), Jobs(1), {}
    for text in texts:
        store.save(text, text)
    pane = FiltersPane(store)
    controller = SavedController(jobs, pane, access=access)
    controller.attach(core)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pane, "note_background", matches.__setitem__)
        controller.look_now()
        while controller._waiting:
            QCoreApplication.processEvents()
    jobs.shutdown()
    pane.deleteLater()
    return matches
