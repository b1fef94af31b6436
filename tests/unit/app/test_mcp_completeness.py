"""What an agent learns about an index that does not cover every file yet."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from app.mcp.boundary import Boundary
from app.mcp.completeness import Completeness
from app.mcp.disclosure_log import DisclosureLog
from app.mcp.failures import Failures
from app.mcp.graph_tools import GraphTools
from app.mcp.scope import ClientScope
from app.mcp.server import make_server
from search.errors import EngineError, NotFoundError
from search.types.filters import OWNER, Access
from search.types.query import RankSettings
from search.types.results import Ready
from search.types.status import IndexStatus
from tests.fakes.core import EchoCore


class IndexingCore(EchoCore):
    """Covers so much of its files as `covered` says."""

    covered = Ready(names=1.0, keyword=1.0, graph=1.0)

    def status(self, access: Access, /) -> IndexStatus:
        return replace(super().status(access), files=8, ready=self.covered)


@dataclass
class Connection:
    """Stands for the connection of a client: a core and what the client may see."""

    core: IndexingCore
    access: Access = OWNER


@pytest.fixture
def core() -> IndexingCore:
    return IndexingCore()


@pytest.fixture
def boundary(tmp_path: Path) -> Boundary:
    (tmp_path / "index.json").write_text("{}")
    return Boundary(DisclosureLog(tmp_path, ClientScope()), Failures(tmp_path))


def answered(core: IndexingCore, boundary: Boundary, tool: str, **arguments: object) -> dict[str, Any]:
    server = make_server(Connection(core), RankSettings(), boundary)  # type: ignore[arg-type]
    result = asyncio.run(server.call_tool(tool, dict(arguments)))
    return result.structured_content  # type: ignore[return-value, union-attr]


def test_an_answer_from_a_whole_graph_has_no_note(core: IndexingCore, boundary: Boundary) -> None:
    assert "notes" not in answered(core, boundary, "dependency_cycles")


def test_an_answer_from_a_part_of_the_graph_begins_with_how_much_it_covers(
    core: IndexingCore, boundary: Boundary
) -> None:
    core.covered = Ready(names=1.0, keyword=1.0, graph=0.257)
    for tool in ("dependency_cycles", "unused_definitions", "broken_rules"):
        answer = answered(core, boundary, tool)
        (note,) = answer["notes"]
        assert next(iter(answer)) == "notes"
        assert "25 %" in note
        assert "index_status" in note


def test_a_search_says_that_not_all_words_have_been_read(core: IndexingCore, boundary: Boundary) -> None:
    core.covered = Ready(names=1.0, keyword=0.04, graph=0.0)
    notes = answered(core, boundary, "search_code", query="total")["notes"]
    assert any("4 %" in note for note in notes)


def test_a_name_that_is_not_known_yet_is_refused_with_the_reason(core: IndexingCore, boundary: Boundary) -> None:
    core.covered = Ready(names=1.0, keyword=1.0, graph=0.0)
    with pytest.raises(ToolError, match=r'is called "none".*0 %'):
        answered(core, boundary, "table_use", table="none")


def test_an_unknown_name_of_a_whole_graph_is_only_unknown(core: IndexingCore, boundary: Boundary) -> None:
    with pytest.raises(ToolError) as error:
        answered(core, boundary, "table_use", table="none")
    assert "%" not in str(error.value)


def test_an_index_without_files_is_not_called_incomplete(core: IndexingCore) -> None:
    core.covered = Ready()
    empty = Completeness(Connection(core))  # type: ignore[arg-type]
    assert empty.graph()
    core.status = lambda access: replace(EchoCore.status(core, access), files=0, ready=Ready())  # type: ignore[method-assign]
    assert (empty.words(), empty.graph()) == ("", "")


def test_a_file_that_may_not_have_been_read_yet_is_refused_with_the_reason(
    core: IndexingCore, boundary: Boundary
) -> None:
    core.covered = Ready(names=1.0, keyword=0.5, graph=0.0)

    def missing() -> None:
        raise NotFoundError("mcp.not_indexed", file="a.py")

    def lost() -> None:
        raise EngineError("mcp.no_engine")

    words = Completeness(Connection(core)).words  # type: ignore[arg-type]
    with pytest.raises(ToolError, match="50 %"):
        asyncio.run(boundary.tool(missing, words)())
    with pytest.raises(ToolError) as error:
        asyncio.run(boundary.tool(lost, words)())
    assert "%" not in str(error.value)


def test_tools_of_the_graph_name_the_notes_in_their_schema(core: IndexingCore, boundary: Boundary) -> None:
    server = make_server(Connection(core), RankSettings(), boundary)  # type: ignore[arg-type]
    schemas = {tool.name: tool.output_schema for tool in asyncio.run(server.list_tools())}
    assert all(
        "notes" in schemas[name]["properties"]  # type: ignore[index]
        for name in ("change_impact", "dependency_tree", "find_lines", "get_context")
    )
    assert hasattr(GraphTools, "change_impact")
