"""What a commit changed is told while the next one is written, in their order, before a run is over."""

import threading
import time

import pytest

from indexer.pipeline import text_stage
from search.events import FilesChanged
from search.types.filters import RowFilter
from tests.unit.indexer.pipeline.conftest import Remembering

WAIT_S = 5.0
PATHS = [f"part{number}.py" for number in range(5)]


class Hearing(Remembering):
    """Does something at each commit that it is told of."""

    def __init__(self, receive):
        super().__init__()
        self.receive = receive

    def files_replaced(self, records, removed, terms, /) -> None:
        self.receive()
        super().files_replaced(records, removed, terms)


@pytest.fixture
def bench_that_hears(make_bench, monkeypatch):
    monkeypatch.setattr(text_stage, "FIRST_FILES", 1)
    monkeypatch.setattr(text_stage, "BATCH_FILES", 1)

    def make(receive):
        bench = make_bench(listener=Hearing(receive))
        for path in PATHS:
            bench.write(path, "def part(): return 1\n")
        return bench

    return make


def test_the_next_batch_is_written_while_a_batch_is_told_of(bench_that_hears):
    counts: list[int] = []

    def wait_for_the_next():
        ends = time.monotonic() + (0.0 if counts else WAIT_S)
        counts.append(0)
        while counts[0] < 2 and time.monotonic() < ends:
            counts[0] = sum(row.chunk_count > 0 for row in bench.storage.files.matching(RowFilter()))

    bench = bench_that_hears(wait_for_the_next)
    bench.index(semantic=False)
    assert counts[0] == 2


def test_all_is_told_in_the_order_of_the_commits_when_a_run_is_over(bench_that_hears):
    bench = bench_that_hears(lambda: time.sleep(0.02))
    bench.index(semantic=False)
    listed = [path for paths, _ in bench.listener.replaced for path in paths]
    assert sorted(listed) == PATHS
    assert [path for event in bench.events_of(FilesChanged) for path in event.paths] == listed


def test_a_saved_file_is_told_of_behind_the_batches_of_a_run_under_way(bench_that_hears):
    begun, saved = threading.Event(), threading.Event()

    def hold_the_first():
        if not begun.is_set():
            begun.set()
            saved.wait(0.5)

    bench = bench_that_hears(hold_the_first)
    indexing = threading.Thread(target=bench.index, kwargs={"semantic": False})
    indexing.start()
    assert begun.wait(WAIT_S)
    first = next(row.path for row in bench.storage.files.matching(RowFilter()) if row.chunk_count)
    bench.write(first, "def part(): return 2\n")
    bench.indexer.update_paths(bench.root().id, [first])
    saved.set()
    indexing.join(WAIT_S)
    listed = [path for paths, _ in bench.listener.replaced for path in paths]
    assert listed[0] == first
    assert first in listed[1:]


def test_what_goes_wrong_while_telling_ends_the_run(bench_that_hears):
    def fail():
        raise ValueError("no room")

    with pytest.raises(ValueError, match="no room"):
        bench_that_hears(fail).index(semantic=False)
