"""Many agents at once on one index: errors, latencies beside those of a single agent, and what stays behind.

Run: ``python tests/benchmarks/clients_bench.py [--transport http|stdio] [--clients 50] [--seconds 60]``, with
``--folder DIR`` on something else than the sample corpus. Over stdio every agent starts a server of its own, as
agents do; over HTTP they share one. All of them share one engine. With ``--hostile N`` the same agents are
measured again beside N clients that send questions without a pause and read no answer: half of them hold the
token of the HTTP server, half the key of the engine.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import httpx2
import psutil
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from app.engine import wire
from app.engine.channel import connect
from app.engine.client import RemoteCore
from app.engine.operations import CoreOperations
from app.engine.spawn import start_engine
from resources.locate import resource
from search.errors import KnownError
from search.types.query import SearchQuery

ROOT = Path(__file__).resolve().parents[2]
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search_code", {"query": "renew the lease"}),
    ("search_documentation", {"query": "how is a refund paid"}),
    ("search_code", {"query": "invoice total lang:csharp"}),
    ("dependency_tree", {"target": "README.md", "depth": 1}),
    ("list_products", {}),
    ("get_context", {"query": "invoice", "budget": 500}),
    ("index_status", {}),
)


@dataclass
class Seen:
    """What a group of agents met; latencies in seconds."""

    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Return the latency that this share of the calls did not exceed."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@dataclass(frozen=True)
class ServedIndex:
    """An index with a running engine, and an HTTP server in front of it."""

    index: Path
    port: int
    token: str

    def command(self, *options: str) -> list[str]:
        """Return the command line of a server."""
        return [sys.executable, "-P", "-m", "app", "mcp", "--index", str(self.index), *options]

    def engine(self) -> tuple[int, float, int]:
        """Return the process, the resident MiB and the clients (without this one) of the engine."""
        core = RemoteCore.to(self.index)
        assert core is not None
        state = core.engine_state()
        core.close()
        return state.pid, state.memory_mb, state.clients - 1


@contextlib.contextmanager
def served(index: Path) -> Iterator[ServedIndex]:
    """Serve an index over HTTP, with an engine that stays until the end."""
    start_engine(index, keep=True)
    command = [sys.executable, "-P", "-m", "app", "mcp", "--index", str(index), "--http", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stderr is not None
        port = re.search(r":(\d+)/mcp", server.stderr.readline())
        assert port
        try:
            yield ServedIndex(index, int(port[1]), (index / "mcp.token").read_text().strip())
        finally:
            server.terminate()
            server.wait(30)
            core = RemoteCore.to(index)
            if core is not None:
                core.stop_engine()
                core.close()


@contextlib.asynccontextmanager
async def connected(served_index: ServedIndex, transport: str) -> AsyncIterator[Client]:
    """Connect an agent."""
    if transport == "http":
        headers = {"Authorization": f"Bearer {served_index.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=120) as over,
            Client(
                streamable_http_client(f"http://127.0.0.1:{served_index.port}/mcp", http_client=over)
            ) as client,
        ):
            yield client
        return
    program, *arguments = served_index.command()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parameters = StdioServerParameters(command=program, args=arguments, env=environment)
    async with Client(parameters) as client:
        yield client


async def agents(served_index: ServedIndex, transport: str, count: int, seconds: float) -> Seen:
    """Let so many agents call tools, one after the other each, from when all are connected."""
    seen = Seen()
    ready = asyncio.Barrier(count)

    async def one_agent(number: int) -> None:
        async with connected(served_index, transport) as client:
            await client.call_tool("index_status", {})
            await ready.wait()
            until = time.perf_counter() + seconds
            turn = number
            while time.perf_counter() < until:
                await _call(client, *CALLS[turn % len(CALLS)], seen)
                turn += 1

    await asyncio.gather(*(one_agent(number) for number in range(count)))
    return seen


async def _call(client: Client, tool: str, arguments: dict[str, Any], seen: Seen) -> None:
    began = time.perf_counter()
    try:
        answer = await client.call_tool(tool, arguments)
    except Exception as error:  # noqa: BLE001 - every failure of a call is what is counted here
        seen.errors.append(f"{tool}: {error!r}")
        return
    seen.latencies.append(time.perf_counter() - began)
    if answer.is_error:
        seen.errors.append(f"{tool}: {answer.content}")


class Flood:
    """Clients that send without a pause and never read.

    Args:
        count: half send requests to the HTTP server, half questions to the engine.
    """

    def __init__(self, served_index: ServedIndex, count: int) -> None:
        self._served = served_index
        self._ended = threading.Event()
        floods = [self._over_http, self._at_the_engine]
        self._threads = [threading.Thread(target=floods[each % 2], daemon=True) for each in range(count)]
        self.sent = 0

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(10)

    def _over_http(self) -> None:
        question = {"name": "search_code", "arguments": {"query": "renew the lease"}}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": question}).encode()
        head = (
            f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{self._served.port}\r\n"
            "Accept: application/json, text/event-stream\r\n"
            f"Authorization: Bearer {self._served.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._send(lambda: socket.create_connection(("127.0.0.1", self._served.port)), head.encode() + body)

    def _at_the_engine(self) -> None:
        arguments = CoreOperations.search.in_order(SearchQuery("renew the lease"))
        request = wire.request(1, CoreOperations.search.name, arguments)

        def connected_socket() -> socket.socket:
            answer = connect(self._served.index)
            if answer is None:
                raise ConnectionError
            with answer[0] as connection:
                return socket.socket(fileno=os.dup(connection.fileno()))

        self._send(connected_socket, struct.pack("!i", len(request)) + request)

    def _send(self, connect: Callable[[], socket.socket], request: bytes) -> None:
        while not self._ended.is_set():
            try:
                with connect() as connection:
                    connection.settimeout(0.5)
                    while not self._ended.is_set():
                        with contextlib.suppress(TimeoutError):
                            connection.sendall(request)
                            self.sent += 1
            except (OSError, KnownError):
                time.sleep(0.1)


def left_behind(served_index: ServedIndex) -> tuple[int, int]:
    """Return how many server processes on this index and how many clients of the engine are still there."""
    own = [
        child
        for child in psutil.Process().children(recursive=True)
        if " ".join(child.cmdline()).endswith(f"mcp --index {served_index.index}")
    ]
    _pid, _memory, clients = served_index.engine()
    return len(own), clients


def _print_latencies(name: str, seen: Seen, seconds: float) -> None:
    p50, p95 = (seen.percentile(share) * 1000 for share in (0.5, 0.95))
    mean = statistics.fmean(seen.latencies) * 1000 if seen.latencies else 0.0
    rate = len(seen.latencies) / seconds
    print(f"{name:12} {len(seen.latencies):6} calls, {len(seen.errors)} errors, {rate:6.1f} a second; ", end="")
    print(f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, mean {mean:.0f} ms")


def main() -> None:
    """Print what one agent and what many met."""
    quick = bool(os.environ.get("QUICK"))
    parser = argparse.ArgumentParser()
    parser.add_argument("--transport", choices=("http", "stdio"), default="http")
    parser.add_argument("--clients", type=int, default=8 if quick else 50)
    parser.add_argument("--hostile", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=5.0 if quick else 60.0)
    parser.add_argument("--folder", type=Path, default=resource("sample"))
    parser.add_argument("--index", type=Path, help="an index that is there, instead of a new one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:  # an engine may still be ending
        index = options.index.resolve() if options.index else Path(temporary).resolve() / "index"
        if options.index is None:
            made = [sys.executable, "-P", "-m", "app", "index", str(options.folder), "--index", str(index)]
            subprocess.run(made, check=True, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with served(index) as position:
            alone = asyncio.run(agents(position, options.transport, 1, min(10.0, options.seconds)))
            before = position.engine()
            many = asyncio.run(agents(position, options.transport, options.clients, options.seconds))
            if options.hostile:
                with Flood(position, options.hostile) as flood:
                    beside = asyncio.run(agents(position, options.transport, options.clients, options.seconds))
                _print_latencies(f"beside {options.hostile}", beside, options.seconds)
                ratio = beside.percentile(0.95) / max(many.percentile(0.95), 1e-9)
                print(f"p95 beside {options.hostile} that flood, {flood.sent:,} requests sent: {ratio:.2f} times")
            after = position.engine()
            _print_latencies("1 agent", alone, min(10.0, options.seconds))
            _print_latencies(f"{options.clients} agents", many, options.seconds)
            ratio = many.percentile(0.95) / max(alone.percentile(0.95), 1e-9)
            print(f"p95 of many against one: {ratio:.1f}; over {options.transport}")
            same = before[0] == after[0]
            print(f"engine: {before[1]:.0f} MiB before, {after[1]:.0f} MiB after, the same process: {same}")
            servers, clients = left_behind(position)
            print(f"left behind: {servers} servers, {clients} clients of the engine (the HTTP server is one)")
            for error in many.errors[:5]:
                print("error:", error)


if __name__ == "__main__":
    main()
