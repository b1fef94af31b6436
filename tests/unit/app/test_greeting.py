"""The answer that is given before the protocol package is loaded, against the package's own to the same line."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mcp.server.stdio import stdio_server
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from app.mcp.boundary import Boundary
from app.mcp.disclosure_log import DisclosureLog
from app.mcp.engine_session import EngineSession
from app.mcp.failures import Failures
from app.mcp.greeting import VERSIONS, greeting
from app.mcp.scope import ClientScope
from app.mcp.server import DowseServer, make_server
from search.types.query import RankSettings

INDEX = Path("no index")
SERVER = make_server(
    EngineSession(INDEX, ClientScope()),
    RankSettings(),
    Boundary(DisclosureLog(INDEX, ClientScope()), Failures(INDEX)),
)
CLIENT = {"name": "some agent", "version": "2.1.0"}
RICH = {
    "roots": {"listChanged": True},
    "sampling": {"tools": {}, "context": {}},
    "elicitation": {"form": {}, "url": {}},
    "tasks": {"list": {}, "cancel": {}, "requests": {"sampling": {"createMessage": {}}}},
    "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html"]}},
    "experimental": {"own": {"level": 3, "listChanged": None}},
}


def hello(number: Any = 1, **changed: Any) -> dict[str, Any]:
    """Return a first message; changed parameters that are ``...`` are left out."""
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT, **changed}
    params = {name: value for name, value in params.items() if value is not ...}
    return {"jsonrpc": "2.0", "id": number, "method": "initialize", "params": params}


def of_the_package(line: bytes, server: DowseServer = SERVER) -> bytes:
    """Return what the package writes when a client says this line and leaves."""

    async def served() -> str:
        messages, events = io.StringIO(line.decode("utf-8", "replace")), io.StringIO()
        async with stdio_server(anyio.wrap_file(messages), anyio.wrap_file(events)) as (reading, writing):
            options = server._lowlevel_server.create_initialization_options()
            await server._lowlevel_server.run(reading, writing, options)
        return events.getvalue()

    return asyncio.run(served()).encode()


def test_the_versions_are_those_of_the_package() -> None:
    assert VERSIONS == HANDSHAKE_PROTOCOL_VERSIONS


PLAIN = [
    *(hello(protocolVersion=version) for version in (*VERSIONS, "2026-07-28", "1.0", "")),
    hello("a-b\u2028c\U0001f600"),
    hello(-7),
    hello(0, capabilities=RICH),
    hello(clientInfo={**CLIENT, "title": "Some Agent", "description": "", "websiteUrl": "https://agent.example"}),
]


@pytest.mark.parametrize("message", PLAIN, ids=str)
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("end", ["\n", " \n"])
def test_a_plain_hello_is_answered_byte_for_byte_as_the_package_answers(
    message: dict[str, Any], ascii_only: bool, end: str
) -> None:
    line = (json.dumps(message, ensure_ascii=ascii_only) + end).encode()
    assert greeting(line) == of_the_package(line)


OTHER = [
    *(hello(number) for number in (None, True, 1.0, [1], 2**63)),
    *(hello(protocolVersion=value) for value in (..., None, 3)),
    *(hello(capabilities=value) for value in (..., None, [], {"roots": {"listChanged": "yes"}}, {"sampling": 1})),
    *(hello(clientInfo=value) for value in (..., "me", {"name": "a"}, {**CLIENT, "icons": []})),
    hello(_meta={"progressToken": 1}),
    {**hello(), "method": "ping"},
    {**hello(), "jsonrpc": "1.0"},
    {**hello(), "more": 1},
    [hello()],
]
LINES = [
    *(json.dumps(message).encode() + b"\n" for message in OTHER),
    b"\n",
    b"not json\n",
    b"\xef\xbb\xbf" + json.dumps(hello()).encode() + b"\n",
    json.dumps(hello()).encode("utf-16") + b"\n",
    json.dumps(hello()).encode() + b"\r\n",
    json.dumps(hello("?")).replace("?", "\\ud800").encode() + b"\n",
    json.dumps(hello("?")).encode().replace(b"?", b"\xff") + b"\n",
    json.dumps(hello()).encode().replace(b'"id": 1', b'"id": 1, "id": 2') + b"\n",
    json.dumps(hello(capabilities={"experimental": {"a": {"b": float("nan")}}})).encode() + b"\n",
    b'{"a":' * 20_000 + b"\n",
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: repr(line[:60] + line[-60:]))
def test_any_other_line_is_left_to_the_package(line: bytes) -> None:
    assert greeting(line) is None


NAMES = st.sampled_from(["roots", "sampling", "elicitation", "tasks", "experimental", "extensions", "list"])
NAMES |= st.sampled_from(["listChanged", "tools", "form", "requests", "createMessage", "tenant"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.dictionaries(NAMES, inner, max_size=3) | st.lists(inner, max_size=2),
    max_leaves=6,
)


@settings(max_examples=40)
@given(
    st.integers() | st.text(max_size=4),
    st.sampled_from(VERSIONS) | st.text(max_size=8),
    st.dictionaries(NAMES, VALUES, max_size=3),
    st.fixed_dictionaries(
        {"name": st.text(), "version": st.text()}, optional={"title": VALUES, "websiteUrl": VALUES}
    ),
)
@example(1, "2024-11-05", {"tasks": {"requests": {"sampling": {"createMessage": {"tenant": {}}}}}}, CLIENT)
def test_whatever_is_answered_is_answered_as_the_package_does(
    number: Any, version: str, capabilities: dict[str, Any], client: dict[str, Any]
) -> None:
    message = hello(number, protocolVersion=version, capabilities=capabilities, clientInfo=client)
    line = json.dumps(message).encode() + b"\n"
    answer = greeting(line)
    assert answer is None or answer == of_the_package(line)
