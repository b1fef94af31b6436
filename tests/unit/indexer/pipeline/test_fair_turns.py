"""Large and small roots while their words are read: no small one waits for all words of a large one."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.pipeline import listed_roots
from indexer.pipeline.turns import Turns
from search.errors import NotFoundError
from search.events import Progress
from search.types.files import FileState, Root
from search.types.status import Step
from tests.unit.indexer.pipeline.conftest import Bench

WAIT_S = 20.0
MANY = 80
"""More files than the first batch of a root has."""


def root_of(bench: Bench, folder: Path, files: int) -> Root:
    folder.mkdir()
    for number in range(files):
        folder.joinpath(f"{folder.name}{number:02}.py").write_text(
            f"def {folder.name}_{number}():\n    return 1\n"
        )
    return bench.storage.roots.add(folder)


class NotedTurns(Turns):
    """Counts who asked for a turn."""

    def __init__(self) -> None:
        super().__init__()
        self.requests = threading.Semaphore(0)

    def take(self, timeout_s: float | None) -> bool:
        self.requests.release()
        return super().take(timeout_s)


def reading(bench: Bench, root: Root, meanwhile: Callable[[], None]) -> list[threading.Thread]:
    """Read a root, and after its first batch do something in another thread that asks for a turn."""
    turns = bench.indexer._reconciler._reading = NotedTurns()
    others: list[threading.Thread] = []
    emit = bench.emit

    def emit_and_start(event: object) -> None:
        emit(event)
        now = event.activity if isinstance(event, Progress) else None
        if now is not None and now.step == Step.WORDS and 0 < now.done < MANY and not others:
            assert turns.requests.acquire(timeout=WAIT_S)  # that of the root itself
            others.append(threading.Thread(target=meanwhile))
            others[0].start()
            assert turns.requests.acquire(timeout=WAIT_S)

    bench.indexer._context.progress._emit = emit_and_start
    bench.indexer._context.progress._clock = iter(range(1_000_000)).__next__  # each batch is reported
    bench.indexer.index_roots([root], semantic=False)
    return others


def test_a_small_root_that_is_added_gets_its_words_between_those_of_a_large_one(bench: Bench, tmp_path: Path):
    large, small = root_of(bench, tmp_path / "large", MANY), root_of(bench, tmp_path / "small", 3)
    [other] = reading(bench, large, lambda: bench.indexer.index_roots([small], semantic=False))
    other.join(WAIT_S)
    names = [
        sorted({Path(path).name[:5] for path in paths}) for paths, _removed in bench.listener.replaced if paths
    ]
    assert names == [["large"], ["small"], ["large"]]
    rows = [row for root in (large, small) for row in bench.storage.files.of_root(root.id).values()]
    assert {row.state for row in rows} == {FileState.INDEXED}
    assert len(rows) == MANY + 3


def test_a_large_root_is_forgotten_while_its_words_are_read(bench: Bench, tmp_path: Path):
    large = root_of(bench, tmp_path / "large", MANY)
    with pytest.raises(NotFoundError):
        reading(bench, large, lambda: bench.indexer.forget(large))
    assert max(len(paths) for paths, _removed in bench.listener.replaced) < MANY  # the rest was not read
    assert bench.storage.roots.all() == ()
    assert not bench.storage.files.of_root(large.id)
    assert bench.storage.chunks.count() == 0
    again = bench.storage.roots.add(tmp_path / "large")
    assert bench.indexer.index_roots([again], semantic=False).files == MANY


def test_of_roots_that_are_added_together_the_large_ones_are_read_last(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(listed_roots, "SMALL_BYTES", 1_000)
    roots = [root_of(bench, tmp_path / name, files) for name, files in (("huge", 70), ("some", 2), ("few", 3))]
    bench.indexer.index_roots(roots, semantic=False)
    shown = [event.activity for event in bench.events_of(Progress)]
    assert list(dict.fromkeys(now.folder for now in shown if now.step == Step.NAMES)) == ["huge", "some", "few"]
    words = [(now.folder, now.position) for now in shown if now.step == Step.WORDS]
    assert list(dict.fromkeys(words)) == [("some", 1), ("few", 2), ("huge", 3)]


def test_a_small_folder_over_a_network_is_read_after_local_ones_that_are_not_much_larger(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(listed_roots, "SMALL_BYTES", 1_000)
    monkeypatch.setattr(listed_roots, "remote_file_system", lambda path: "nfs4" if path.name == "share" else "")
    sizes = (("share", 2), ("some", 2), ("more", 8), ("huge", 2_000))
    bench.indexer.index_roots([root_of(bench, tmp_path / name, files) for name, files in sizes], semantic=False)
    shown = [event.activity for event in bench.events_of(Progress)]
    words = [now.folder for now in shown if now.step == Step.WORDS]
    assert list(dict.fromkeys(words)) == ["some", "more", "share", "huge"]
