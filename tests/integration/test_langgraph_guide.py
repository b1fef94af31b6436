"""The code of docs/guide/langgraph.md runs as it stands there, on a real index."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.cli.engine import stopped_engine
from app.cli.open_core import ENGINE_VARIABLE, Opening, opened_core
from app.engine.client import RemoteCore
from app.installation.locations import READER_VARIABLE
from search.agent.core_agent import agent_on
from search.agent.graph import build_graph
from search.agent.hybrid_search import Scope
from search.agent.langchain_retriever import DowseRetriever
from search.agent.state import create_initial_state
from search.config.settings import Agent
from search.errors import NotFoundError
from search.types.filters import Access
from tests.integration.mcp_parts import SECRET, make_index, write_shop

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "langgraph.md"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guide")
    write_shop(folder / "shop")
    make_index(folder / "index", folder / "shop")
    return folder / "index"


@pytest.fixture(scope="module")
def split(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an index of a folder that holds nothing but a repository, which became a root of its own."""
    folder = tmp_path_factory.mktemp("split")
    write_shop(folder / "code" / "shop")
    subprocess.run(["git", "init", "-qb", "main", folder / "code" / "shop"], check=True)
    make_index(folder / "index", folder / "code")
    return folder / "index"


@pytest.mark.parametrize("made", ["index", "split"])
def test_every_block_of_the_guide_runs(
    made: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    index = request.getfixturevalue(made)
    monkeypatch.setenv("DOWSE_INDEX", str(index))
    monkeypatch.setenv("LANGSMITH_TRACING", "false")
    monkeypatch.delenv(READER_VARIABLE)
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": "guide"}
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
    printed = capsys.readouterr().out
    assert "src/price.py:1 " in printed
    assert names["answer"]["metadata"]["search"]["reranking_applied"]
    assert names["everywhere"]["contexts"][0]["source"] == "src/price.py"
    assert names["state"]["answer"] == "total"
    assert "total" in names["state"]["dependencies"]


def test_the_retriever_gives_chunks_of_the_best_files_with_their_places(index: Path) -> None:
    with opened_core(index, Opening()) as core:
        result = DowseRetriever(core=core, top=2, chunks_of_file=1).invoke("checkout")
    assert 0 < len(result) <= 2
    best = result[0]
    assert best.metadata["source"] == f"src/cart.py:{best.metadata['start_line']}"
    assert "def checkout" in best.page_content
    assert best.id is not None
    assert best.id.startswith("shop@-:chunk:src/cart.py")
    assert [document.metadata["rank"] for document in result] == sorted(item.metadata["rank"] for item in result)


def test_the_retriever_keeps_to_its_access(index: Path) -> None:
    with opened_core(index, Opening()) as core:
        owner = DowseRetriever(core=core).invoke("authenticate")
        guest = DowseRetriever(core=core, access=Access(tenant="local", groups=())).invoke("authenticate")
    assert any(SECRET in document.page_content for document in owner)
    assert {document.metadata["path"] for document in guest} == {"guide/install/setup.md"}


def test_the_graph_can_be_asked_without_waiting_also_where_an_event_loop_runs(index: Path) -> None:
    with opened_core(index, Opening()) as core:
        graph = build_graph(agent_on(core, Scope("shop", "-"), Agent()))
        outside = graph.invoke(create_initial_state("total", "bm25"))

        async def inside() -> Any:
            return graph.invoke(create_initial_state("total", "bm25"))  # as in a notebook

        assert asyncio.run(inside())["retrieved_contexts"] == outside["retrieved_contexts"] != []


@pytest.mark.parametrize("scope", [Scope("till", "-"), Scope("shop", "main")])
def test_a_repository_or_branch_that_is_not_there_is_said(index: Path, scope: Scope) -> None:
    with opened_core(index, Opening()) as core:
        graph = build_graph(agent_on(core, scope, Agent()))
        with pytest.raises(NotFoundError, match=f"{scope.repository}@.* is not in the index") as refused:
            asyncio.run(graph.ainvoke(create_initial_state("total")))
    assert "shop@-" in str(refused.value.remedy)


def test_words_that_are_nowhere_in_a_repository_are_no_error(index: Path) -> None:
    with opened_core(index, Opening()) as core:
        graph = build_graph(agent_on(core, Scope("shop", "-"), Agent()))
        state = asyncio.run(graph.ainvoke(create_initial_state("zebra", "bm25")))
    assert state["retrieved_contexts"] == []
    assert "error" not in state["metadata"]


def test_an_agent_prints_nothing(index: Path) -> None:
    program = """
import asyncio, sys
from pathlib import Path
from app.cli.engine import stopped_engine
from app.cli.open_core import ENGINE_VARIABLE, Opening, opened_core
from app.engine.client import RemoteCore
from app.core.agents import search_agent
from search.agent.hybrid_search import Scope
from search.agent.state import create_initial_state
with opened_core(Path(sys.argv[1]), Opening()) as core:
    agent = search_agent(core, Scope("shop", "-"))
    assert asyncio.run(agent.process(create_initial_state("total", "bm25")))["retrieved_contexts"]
"""
    command = [sys.executable, "-P", "-c", program, str(index)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_a_search_that_fails_is_in_the_state_and_prints_nothing(index: Path) -> None:
    program = """
import asyncio, sys
from pathlib import Path
from app.cli.open_core import Opening, opened_core
from app.core.agents import search_agent
from search.agent.core_agent import agent_on
from search.agent.graph import build_graph
from search.agent.hybrid_search import Scope
from search.agent.state import create_initial_state
from search.config.settings import Agent
with opened_core(Path(sys.argv[1]), Opening()) as core:
    search_agent(core, Scope("shop", "-"))
    agent = agent_on(core, Scope("shop", "-"), Agent(timeout_seconds=1e-9))
    state = asyncio.run(build_graph(agent).ainvoke(create_initial_state("total", "bm25")))
    assert "no answer within" in str(state["metadata"]["error"]), state["metadata"]
"""
    command = [sys.executable, "-P", "-c", program, str(index)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_an_agent_outlives_the_engine_that_it_asks(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with opened_core(index, Opening()) as core:
        assert isinstance(core, RemoteCore)
        graph = build_graph(agent_on(core, Scope("shop", "-"), Agent()))
        retriever = DowseRetriever(core=core)
        stopped_engine(index)
        assert retriever.invoke("total")
        killed = psutil.Process(core.engine_pid)
        killed.kill()
        killed.wait(60)
        state = graph.invoke(create_initial_state("total", "bm25"))
        assert state["retrieved_contexts"]
        stopped_engine(index)
