"""Hostile input to every argument of every tool, over both transports: refused in words, and nothing shown."""

import asyncio
import json
import re
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from tests.integration.mcp_parts import called, command, make_index, parameters, stop_engine, write_shop

SCOPE = ("--tenant", "local", "--groups", "")
PLAN = "shop@-:file:board/plan.md"
HIDDEN = ("board/plan", "board/vault", "open_vault", "4711", "other/secret", "hunter2", "root:x:")
MOST_WORDS = 1_000
"""Characters of an error: what was sent is not sent back."""

NO_TEXTS: tuple[Any, ...] = ({"a": [1]}, -1, 10**30)
TEXTS: tuple[Any, ...] = (
    [["x"]],
    "\0../../etc/passwd",
    PLAN,
    "shop@-:py:board.vault:open_vault",
    "/etc/passwd",
    "x" * 200_000,
    '" OR tenant:other',
)
USUAL: dict[str, Any] = {
    "query": "total",
    "pattern": "total",
    "report": "total",
    "target": "checkout",
    "source": "checkout",
    "file": "src/cart.py",
    "table": "orders",
    "targets": ["checkout"],
}
"""Values of required arguments, where another one is attacked."""


@dataclass(frozen=True)
class Served:
    """An index with what reaches it over each transport."""

    index: Path
    environment: dict[str, str]
    port: int
    token: str

    def run(self, transport: str, ask: Callable[[Client], Awaitable[None]]) -> None:
        async def over_http() -> None:
            headers = {"Authorization": f"Bearer {self.token}"}
            async with (
                httpx2.AsyncClient(headers=headers, timeout=60) as over,
                Client(streamable_http_client(f"http://127.0.0.1:{self.port}/mcp", http_client=over)) as client,
            ):
                await ask(client)

        async def over_stdio() -> None:
            async with Client(parameters(self.index, self.environment, *SCOPE)) as client:
                await ask(client)

        asyncio.run(over_http() if transport == "http" else over_stdio())


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("hostile")
    environment = {
        "XDG_RUNTIME_DIR": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "PYTHONPATH": str(Path.cwd()),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        settings = folder / "config" / "dowse" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text("[embeddings]\nsemantic = false\n")
        write_shop(folder / "shop")
        index = folder / "index"
        make_index(index, folder / "shop")
        with subprocess.Popen(command(index, "--http", "0", *SCOPE), stderr=subprocess.PIPE, text=True) as server:
            assert server.stderr is not None
            port = re.search(r":(\d+)/mcp", server.stderr.readline())
            assert port
            yield Served(index, environment, int(port[1]), (index / "mcp.token").read_text().strip())
            server.terminate()
            server.wait(30)
        stop_engine(index)


BOTH = pytest.mark.parametrize("transport", [pytest.param("stdio", marks=pytest.mark.heavy), "http"])


@BOTH
def test_no_value_of_any_argument_breaks_a_tool_or_shows_what_is_out_of_sight(
    served: Served, transport: str
) -> None:
    async def ask(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            required = tool.input_schema.get("required", [])
            usual = {name: USUAL[name] for name in required}
            for argument, kind in tool.input_schema.get("properties", {}).items():
                for value in NO_TEXTS + (TEXTS if "string" in json.dumps(kind) else ()):
                    await _attacked(client, tool.name, {**usual, argument: value}, value)
            await _attacked(client, tool.name, {**usual, "surplus": 1}, None, must_fail=True)
            for name in required:
                without = {key: value for key, value in usual.items() if key != name}
                await _attacked(client, tool.name, without, None, must_fail=True)
        assert (await called(client, "search_code", query="total"))["files"]

    served.run(transport, ask)


async def _attacked(
    client: Client, tool: str, arguments: dict[str, Any], value: object, *, must_fail: bool = False
) -> None:
    answer = await client.call_tool(tool, arguments)
    reply = json.dumps(answer.model_dump(mode="json"))
    where = (tool, str(arguments)[:200], reply[:300])
    assert "internal error" not in reply, where
    assert answer.is_error or not must_fail, where
    if answer.is_error:
        assert len(reply) < MOST_WORDS + 500, where
    assert not [word for word in HIDDEN if word in reply and word not in str(value)], where


@BOTH
def test_ten_megabytes_are_refused_and_the_server_goes_on(served: Served, transport: str) -> None:
    async def ask(client: Client) -> None:
        tools = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
        for tool, argument in (
            ("search_code", "query"),
            ("search_documentation", "query"),
            ("get_context", "query"),
            ("get_file", "file"),
            ("dependency_tree", "target"),
        ):
            assert argument in tools[tool]["properties"]
            if transport == "stdio":
                answer = await client.call_tool(tool, {argument: "x" * 10_000_000})
                assert answer.is_error
                assert len(str(answer.content)) < MOST_WORDS
            else:
                with pytest.raises((MCPError, httpx2.HTTPError)):
                    await client.call_tool(tool, {argument: "x" * 10_000_000})
        assert (await called(client, "search_code", query="total"))["files"]

    served.run(transport, ask)


@BOTH
def test_no_resource_or_prompt_leads_out_of_sight(served: Served, transport: str) -> None:
    async def ask(client: Client) -> None:
        for uri in (
            "dowse://file/..%2F..%2Fetc%2Fpasswd",
            f"dowse://file/{PLAN}",
            "dowse://file/shop@-:file:.env",
            "dowse://file/" + "x" * 100_000,
            "file:///etc/passwd",
        ):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        for arguments in (
            {"source": "open_vault"},
            {"source": PLAN, "target": "total"},
            {"source": "x" * 5000},
            {},
        ):
            with pytest.raises(MCPError):
                await client.get_prompt("explain_dependency", arguments)
        with pytest.raises(MCPError):
            await client.get_prompt("no_such_prompt", {})

    served.run(transport, ask)
