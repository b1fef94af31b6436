"""The MCP server over HTTP: on this machine only, with a token, for named hosts and origins."""

import asyncio
import http.client
import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import psutil
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from app.cli.main import main
from tests.integration.mcp_parts import called, command, make_index, stop_engine, write_shop

HELLO = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
)


@dataclass(frozen=True)
class Running:
    """A server and how to reach it."""

    index: Path
    port: int
    process: subprocess.Popen[str]

    @property
    def token(self) -> str:
        return (self.index / "mcp.token").read_text().strip()

    def status(self, path: str = "/mcp", body: str = HELLO, **headers: str) -> int:
        """Return the status of a request that has the token and is well made, but for these headers."""
        sent = {
            "Host": f"127.0.0.1:{self.port}",
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            **headers,
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", path, body, {name: value for name, value in sent.items() if value})
        status = connection.getresponse().status
        connection.close()
        return status


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("http")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        settings = folder / "config" / "dowse" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text("[embeddings]\nsemantic = false\n")
        write_shop(folder / "shop")
        make_index(folder / "index", folder / "shop")
        with subprocess.Popen(
            command(folder / "index", "--http", "0", "--groups", ""), stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            message = process.stderr.readline()
            match = re.search(r"http://127\.0\.0\.1:(\d+)/mcp", message)
            assert match, message
            yield Running(folder / "index", int(match[1]), process)
            process.terminate()
            process.wait(30)
        stop_engine(folder / "index")


def test_a_client_with_the_token_is_answered_within_its_scope(running: Running) -> None:
    async def ask() -> set[str]:
        headers = {"Authorization": f"Bearer {running.token}"}
        address = f"http://127.0.0.1:{running.port}/mcp"
        async with (
            httpx2.AsyncClient(headers=headers, timeout=30) as over,
            Client(streamable_http_client(address, http_client=over)) as client,
        ):
            answer = await called(client, "search_documentation", query="authenticate")
            return {result["file_path"] for result in answer["results"]}

    assert asyncio.run(ask()) == {"other/secret.md", "guide/install/setup.md"}


def test_without_the_token_nothing_is_answered(running: Running) -> None:
    assert running.status() == 200
    assert running.status(Authorization="") == 401
    assert running.status(Authorization="Bearer wrong") == 401
    assert running.status(Authorization=running.token) == 401
    assert running.status(Authorization="Bearer " + running.token[:-1]) == 401
    assert running.status("/elsewhere", Authorization="") == 401


def test_another_host_or_origin_is_refused_even_with_the_token(running: Running) -> None:
    own = f"http://localhost:{running.port}"
    assert running.status(Host=f"localhost:{running.port}", Origin=own) == 200
    assert running.status(Host=f"evil.example:{running.port}") == 421
    assert running.status(Host=f"127.0.0.1:{running.port + 1}") == 421
    assert running.status(Origin="http://evil.example") == 403
    assert running.status(Origin="null") == 403
    assert running.status(Origin="http://127.0.0.1.evil.example") == 403


def test_a_huge_or_broken_request_is_refused_and_the_server_goes_on(running: Running) -> None:
    assert running.status(body="x" * 5_000_000) == 413
    assert running.status(body="{") == 400
    assert running.status() == 200


def test_it_listens_on_the_loopback_interface_only(running: Running) -> None:
    listening = [
        connection.laddr.ip
        for connection in psutil.Process(running.process.pid).net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert listening == ["127.0.0.1"]


def test_the_token_is_for_this_user_alone_and_stays(running: Running) -> None:
    path = running.index / "mcp.token"
    assert len(running.token) >= 32
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600


def test_a_token_that_others_may_read_or_a_port_in_use_ends_the_start_with_a_remedy(
    running: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", "--index", str(running.index), "--http", str(running.port)]) == 1
    assert f"port {running.port} cannot be used" in capsys.readouterr().err
    assert main(["mcp", "--index", str(running.index), "--http", "70000"]) == 2
    assert "--http is 70000" in capsys.readouterr().err
    index = tmp_path / "index"
    index.mkdir()
    assert main(["mcp", "--index", str(index), "--http", "0"]) == 2
    assert "there is no index" in capsys.readouterr().err
    (index / "index.json").write_text("{}")
    (index / "mcp.token").write_text("x" * 43)
    (index / "mcp.token").chmod(0o644)
    assert main(["mcp", "--index", str(index), "--http", "0"]) == 2
    assert "others may read" in capsys.readouterr().err
    (index / "mcp.token").chmod(0o600)
    (index / "mcp.token").write_text("")
    assert main(["mcp", "--index", str(index), "--http", "0"]) == 2
    assert "holds no token" in capsys.readouterr().err
