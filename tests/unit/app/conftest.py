"""An engine in this process, around a core that answers from its input."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.engine.client import RemoteCore
from app.engine.lock import WriterLock
from app.engine.process import Engine
from tests.fakes.core import EchoCore


@dataclass
class Running:
    """A running engine and how to reach it."""

    index: Path
    core: EchoCore
    engine: Engine

    def client(self) -> RemoteCore:
        client = RemoteCore.to(self.index)
        assert client is not None
        return client


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    index = tmp_path / "index"
    core = EchoCore()
    with WriterLock(index, program="test") as lock:
        engine = Engine(core, index, lock)
        engine.start()
        yield Running(index, core, engine)
        core.gate.set()
        engine.close()


@pytest.fixture
def client(running: Running) -> Iterator[RemoteCore]:
    client = running.client()
    yield client
    client.close()


def eventually(holds: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if holds():
            return
        threading.Event().wait(0.01)
    pytest.fail("it never came to pass")
