"""A file that this process waits for is named, while everything else waits with it."""

import os
import threading
from pathlib import Path

import pytest

from indexer.pipeline import slow_files
from indexer.pipeline.reading import Reader
from indexer.pipeline.slow_files import SlowFiles
from search.events import Notice
from search.types.files import FileState


class WaitingReader(Reader):
    """Waits at one file until somebody writes to a pipe."""

    def read(self, root, labelled, known_hash, depth, /):
        if labelled.row.path == "b.md":
            (Path(root.path).parent / "pipe").read_text()
        return super().read(root, labelled, known_hash, depth)


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_files, "SLOW_S", 0.0)
    monkeypatch.setattr(slow_files, "LOOK_S", 0.01)


def test_a_file_is_named_once() -> None:
    named, again = [], threading.Event()

    def tell(path: str) -> None:
        named.append(path)
        again.set()

    with SlowFiles(tell) as slow:
        for path in ("a.md", "b.md"):
            with slow.reading(path):
                assert again.wait(30)
            again.clear()
    assert named == ["a.md", "b.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_an_index_that_waits_for_a_file_says_so(make_bench) -> None:
    bench = make_bench(reader=WaitingReader())
    os.mkfifo(bench.folder / "pipe")
    for name in ("a.md", "b.md", "c.md"):
        bench.write(name, "# A lease\n")
    running = threading.Thread(target=lambda: bench.index(semantic=False))
    running.start()
    with bench.changed:
        assert bench.changed.wait_for(
            lambda: any("b.md" in str(notice.message) for notice in bench.events_of(Notice)), 60
        )
    (bench.folder / "pipe").write_text("go on")
    running.join(60)
    states = {path: row.state for path, row in bench.rows().items()}
    assert states == dict.fromkeys(("a.md", "b.md", "c.md"), FileState.INDEXED)
