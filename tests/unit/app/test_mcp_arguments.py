"""Arguments as language models write them, read by the schemas that the tools really have."""

from collections.abc import Mapping
from typing import Any

import pytest

from app.mcp.arguments import plain_arguments
from app.mcp.boundary import Boundary
from app.mcp.disclosure_log import DisclosureLog
from app.mcp.engine_session import EngineSession
from app.mcp.failures import Failures
from app.mcp.scope import ClientScope
from app.mcp.server import make_server
from search.types.query import RankSettings


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Mapping[str, Any]]:
    """Return the schema of each tool of the server; nothing is indexed, and no engine is started."""
    index = tmp_path_factory.mktemp("index")
    boundary = Boundary(DisclosureLog(index, ClientScope()), Failures(index))
    server = make_server(EngineSession(index, ClientScope()), RankSettings(), boundary)
    return {tool.name: tool.parameters for tool in server._tool_manager.list_tools()}


READ = (
    ("get_file", {"path": "a.py"}, {"file": "a.py"}),
    ("get_file", {"filePath": "a.py", "startLine": 2}, {"file": "a.py", "start_line": 2}),
    ("get_file", {"file": ["a.py"]}, {"file": "a.py"}),
    ("get_file", {"file": "a.py", "lines": "1-9"}, {"file": "a.py", "start_line": 1, "end_line": 9}),
    ("get_file", {"file": "a.py", "view_range": [3, 4]}, {"file": "a.py", "start_line": 3, "end_line": 4}),
    ("get_file", {"file": "a.py", "lines": "7"}, {"file": "a.py", "start_line": 7, "end_line": 7}),
    ("get_file", {"file": "a.py", "offset": 5, "limit": "2"}, {"file": "a.py", "start_line": 5, "end_line": 6}),
    ("get_file", {"file": "a.py", "start_line": 0, "end_line": -1}, {"file": "a.py"}),
    ("get_file", {"file": "a.py", "start_line": None, "end_line": "null"}, {"file": "a.py"}),
    ("find_lines", {"query": "x", "limit": 5}, {"pattern": "x", "max_lines": 5}),
    ("find_lines", {"pattern": "x", "max_lines": 5000}, {"pattern": "x", "max_lines": 1000}),
    ("find_lines", {"pattern": "x", "ignore_case": False}, {"pattern": "x", "match_case": True}),
    ("find_lines", {"pattern": "x(", "literal": True}, {"pattern": "x(", "regex": False}),
    ("find_lines", {"pattern": "x", "path": "", "language": None, "repository": []}, {"pattern": "x"}),
    ("search_code", {"query": "x", "search_mode": "Hybrid"}, {"query": "x", "search_mode": "hybrid"}),
    ("search_code", {"query": "x", "rerank": "none"}, {"query": "x", "rerank": "none"}),
    ("search_code", {"query": "x", "repo": "shop"}, {"query": "x", "repository": "shop"}),
    ("search_code", {"query": "x", "explanation": "I look for x"}, {"query": "x"}),
    ("search_code", {"query": "", "like": "a.py"}, {"query": "", "like": "a.py"}),
    ("dependency_tree", {"name": "x", "direction": "used_by"}, {"target": "x", "direction": "used-by"}),
    ("dependency_tree", {"target": "x", "direction": "callers"}, {"target": "x", "direction": "used-by"}),
    (
        "dependency_tree",
        {"target": "x", "edges": "calls, imports"},
        {"target": "x", "edges": ["calls", "imports"]},
    ),
    ("dependency_path", {"from": "a", "to": "b"}, {"source": "a", "target": "b"}),
    ("change_impact", {"target": "x", "since": ""}, {"targets": "x"}),
    ("dependency_cycles", {"repository": None}, {}),
    ("get_context", {"query": "x", "max_tokens": 600}, {"query": "x", "budget": 600}),
    ("list_products", {"random_string": "x"}, {}),
)


@pytest.mark.parametrize(("tool", "arguments", "expected"), READ)
def test_arguments_are_read_where_their_meaning_is_plain(
    tool: str, arguments: dict[str, Any], expected: dict[str, Any], schemas: Mapping[str, Mapping[str, Any]]
) -> None:
    assert plain_arguments(schemas[tool], arguments) == expected


UNREAD = (
    ("get_file", {"file": "a.py", "path": "b.py"}),
    ("get_file", {"file": "a.py", "lines": "the first ones"}),
    ("get_file", {"file": "a.py", "lines": "9" * 5000}),
    ("get_file", {"file": "a.py", "start_line": -5}),
    ("get_file", {"file": ["a.py", "b.py"]}),
    ("find_lines", {"pattern": "x", "context": 3}),
    ("find_lines", {"pattern": "x", "-n": True}),
    ("find_lines", {"pattern": "x", "count": True}),
    ("get_file", {"file": "a.py", "line": True}),
    ("search_code", {"query": None}),
    ("list_products", {"product": "shop"}),
    ("search_code", {"query": "x", "search_mode": "exact"}),
    ("search_code", {"query": "x", "max_results": 0}),
    ("dependency_tree", {"target": "x", "depth": 1000}),
    ("dependency_tree", {"target": "x", "direction": "sideways"}),
)


@pytest.mark.parametrize(("tool", "arguments"), UNREAD)
def test_what_is_not_plain_stays_for_the_tool_to_refuse(
    tool: str, arguments: dict[str, Any], schemas: Mapping[str, Mapping[str, Any]]
) -> None:
    assert plain_arguments(schemas[tool], arguments) == arguments


def test_a_value_that_nests_deeply_is_passed_on(schemas: Mapping[str, Mapping[str, Any]]) -> None:
    nested: list[Any] = []
    for _ in range(10_000):
        nested = [nested]
    assert "lines" in plain_arguments(schemas["get_file"], {"file": "a.py", "lines": nested})


def test_no_other_name_is_what_a_tool_calls_another_of_its_arguments(
    schemas: Mapping[str, Mapping[str, Any]],
) -> None:
    for tool, schema in schemas.items():
        own = dict.fromkeys(schema.get("properties", {}), "text")
        assert set(plain_arguments(schema, own)) == set(own), tool
