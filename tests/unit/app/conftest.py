"""An engine around a core that answers from its input, and cores on an index of a prepared folder."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from app.engine.client import RemoteCore
from app.engine.lock import WriterLock
from app.engine.process import Engine
from search.config.settings import Docs, Embeddings, Settings
from tests.fakes.core import EchoCore
from tests.fakes.prepared import Prepared


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


def core_of(index: Path) -> LocalCore:
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    return make_core(index, settings, Role(follows=False))


@pytest.fixture
def home(prepared: Prepared) -> Path:
    """Return the folder that the fixture ``prepared`` of a test file makes, as it was."""
    return prepared.restored()


@pytest.fixture
def folder(home: Path) -> Path:
    return home / "shop"


@pytest.fixture
def core(home: Path) -> Iterator[LocalCore]:
    with closing(core_of(home / "index")) as made:
        yield made


def eventually(holds: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if holds():
            return
        threading.Event().wait(0.01)
    pytest.fail("it never came to pass")
