"""Why a file is found or not where the server that it lies on does not answer."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.arguments import as_the_core_reads_it
from app.core import why as why_module
from app.core.why import why
from indexer.discovery.finder import FileFinder
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from search.storage.file_systems import Answers
from search.storage.storage import Storage
from search.types.filters import OWNER
from tests.fakes.listener import NoListener

LATE_S = 30.0


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    folder = tmp_path / "far"
    folder.mkdir()
    folder.joinpath("lease.md").write_text("# Lease\n")
    storage = Storage(tmp_path / "index")
    indexer = Indexer(storage, FileFinder(), Reader(), lambda _: None, NoListener())
    indexer.index_roots([storage.roots.add(folder)], semantic=False)
    yield storage
    indexer.close()
    storage.close()


@pytest.fixture
def dead_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Nothing that is asked of a path comes back."""
    back = threading.Event()
    monkeypatch.setattr(why_module, "AWAY_S", 0.05)
    monkeypatch.setattr(why_module, "ANSWERS", Answers(lambda _folder: True))
    with monkeypatch.context() as patch:
        for position, name in ((os.path, "realpath"), (os, "stat"), (os, "lstat"), (os.path, "lexists")):
            real = getattr(position, name)
            patch.setattr(
                position,
                name,
                lambda *arguments, real=real, **more: back.wait(LATE_S) and real(*arguments, **more),
            )
        yield back
        back.set()


@pytest.mark.parametrize(("name", "state"), [("lease.md", "indexed"), ("other.md", "unknown")])
def test_what_is_known_of_a_file_is_told_while_its_server_is_silent(
    storage: Storage, dead_server: threading.Event, name: str, state: str
) -> None:
    (root,) = storage.roots.all()
    answer = why(storage, as_the_core_reads_it(f"{root.path}/{name}"), OWNER, FileFinder())
    assert not dead_server.is_set()
    assert answer.state == state
    assert answer.lines[0].startswith("In the watched folder")
    assert answer.lines[-1] == f"On disk: {root.path} does not answer"


def test_a_path_in_no_folder_that_leads_to_a_silent_server_is_told_too(
    storage: Storage, dead_server: threading.Event
) -> None:
    answer = why(storage, "/nowhere/link/lease.md", OWNER, FileFinder())
    assert not dead_server.is_set()
    assert "is in no watched folder" in answer.lines[0]
