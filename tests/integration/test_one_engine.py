"""Agents, a window and the command line at once on one index: one engine, one model, the same JSON from each."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
from mcp import Client

from app.cli.main import main
from app.core.answers.search import SearchAnswer
from app.engine.client import RemoteCore
from app.engine.lock import owner_of
from app.engine.spawn import start_engine
from search.types.filters import OWNER
from search.types.graph import TreeRequest
from search.types.query import SearchQuery
from tests.integration.mcp_parts import called, parameters, stop_engine, write_shop

QUESTION = "how is the total of a cart computed"
AGENTS = 3


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Path]:
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    write_shop(tmp_path / "shop")
    index = tmp_path / "index"
    assert main(["index", str(tmp_path / "shop"), "--json", "--index", str(index)]) == 0
    capsys.readouterr()
    yield index
    stop_engine(index)


def _answers_by_meaning(status: Any) -> bool:
    """Return whether meaning covers the files that are there; of no files it covers all."""
    return bool(status["files"] > 0 and status["ready"]["semantic"] >= 1)


@pytest.mark.heavy
def test_everyone_at_once_gets_the_same_answer_from_one_engine(index: Path) -> None:
    environment = {name: str(index.parent) for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME")}
    server = parameters(index, {**environment, "PYTHONPATH": str(Path.cwd())})
    window = RemoteCore.starting(index, partial(start_engine, index))
    listed: dict[str, Any] = {}
    failed: list[BaseException] = []

    def in_thread(name: str, ask: Any) -> threading.Thread:
        def run() -> None:
            try:
                listed[name] = ask()
            except BaseException as error:  # noqa: BLE001 - every failure of a thread fails the test
                failed.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    async def agents() -> list[tuple[Any, Any]]:
        async def one_agent() -> tuple[Any, Any]:
            async with Client(server) as client:
                wait = {"wait_seconds": 60, "meaning": True}
                while not _answers_by_meaning(await called(client, "index_status", **wait)):  # noqa: ASYNC110 - the model tells of no end
                    await asyncio.sleep(0.1)
                code = await called(
                    client, "search_code", query=QUESTION, documents=True, max_chunks=50, detail=True
                )
                return code, await called(client, "dependency_tree", target="checkout", detail=True)

        return list(await asyncio.gather(*(one_agent() for _ in range(AGENTS))))

    threads = [
        in_thread("window", lambda: (window.index([str(index.parent / "shop")]), window.status(OWNER))),
        in_thread("commands", lambda: (_printed(index, "search", QUESTION), _printed(index, "tree", "checkout"))),
        in_thread("agents", lambda: asyncio.run(agents())),
    ]
    for thread in threads:
        thread.join(100)
    assert failed == []

    owner = owner_of(index)
    assert owner is not None
    assert window.engine_pid == owner.pid
    codes = [_timeless(code) for code, _ in listed["agents"]]
    trees = [tree for _, tree in listed["agents"]]
    result = _timeless(_as_json(SearchAnswer.of(window.search(SearchQuery(QUESTION)))))
    assert result["ready"]["semantic"] == 1.0
    assert _timeless(_printed(index, "search", QUESTION)) == result
    assert [_untimed(code) for code in codes] == [_untimed(result)] * AGENTS
    tree = replace(window.tree(TreeRequest("checkout"), OWNER), language="")  # others get a note in its place
    shown = [*trees, _printed(index, "tree", "checkout")]  # agents are given no empty values
    assert [msgspec.convert(each, type(tree)) for each in shown] == [tree] * (AGENTS + 1)
    assert {file["path"] for file in listed["commands"][0]["files"]} <= {file["path"] for file in result["files"]}
    assert _holders_of_the_model() == {owner.pid}
    window.close()


def _printed(index: Path, *arguments: str) -> Any:
    command = [sys.executable, "-P", "-m", "app", *arguments, "--json", "--index", str(index)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _as_json(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def _timeless(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in {"took_ms", "notes", "reading"}}


def _untimed(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the text that was searched: agents add filters to it."""
    return {key: value for key, value in answer.items() if key not in {"query", "searched"}}


def _holders_of_the_model() -> set[int]:
    """Return the processes started here that have the library that runs the model in memory."""
    family = psutil.Process().children(recursive=True)
    return {item.pid for item in family if any("libopenvino.so" in part.path for part in item.memory_maps())}
