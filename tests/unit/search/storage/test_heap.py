"""What is freed goes back to the system, and pages of mapped files too."""

import mmap
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from search.retrieval.array_folder import read_array, write_array
from search.storage.heap import HeapTrimming, release_mapped_pages, remember_mapping

_FREED = """
import psutil
import pyarrow as pa

from search.storage.heap import limit_heap

limit_heap()
texts = [f"{number}" * 20 for number in range(200_000)]
before = psutil.Process().memory_info().rss
column = pa.array(texts)
columns = [column.take(pa.array(range(len(texts)))) for _ in range(3)]
made = psutil.Process().memory_info().rss
del column, columns
print(made - before, psutil.Process().memory_info().rss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the heap of other systems is not limited")
def test_memory_of_columns_is_given_back_when_they_are_freed() -> None:
    done = subprocess.run([sys.executable, "-c", _FREED], capture_output=True, text=True, check=True, timeout=60)
    made, left = map(int, done.stdout.split())
    assert made > 60_000_000
    assert left < made / 4


def _mapped_bytes() -> int:
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("RssFile:")[2].split()[0]) * 1_024


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux releases pages of mapped files")
def test_pages_of_mapped_arrays_are_released_and_read_again_when_they_are_needed(tmp_path: Path) -> None:
    array = np.arange(5_000_000)
    mapped = read_array(tmp_path, write_array(tmp_path / "numbers.npy", array))
    before = _mapped_bytes()
    total = int(mapped.sum())
    assert _mapped_bytes() > before + 30_000_000
    release_mapped_pages()
    assert _mapped_bytes() < before + 10_000_000
    assert int(mapped.sum()) == total == int(array.sum())


def test_a_file_may_be_mapped_while_the_pages_of_others_are_released() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    ending = threading.Event()
    rounds: list[int] = []

    def map_files() -> None:
        while not ending.is_set():
            rounds.append(len(rounds))
            mappings = [mmap.mmap(-1, mmap.PAGESIZE) for _ in range(100)]
            for mapping in mappings:
                remember_mapping(mapping)

    mapper = threading.Thread(target=map_files)
    mapper.start()
    try:
        releases = 0
        while mapper.is_alive() and (releases < 1_000 or len(rounds) < 2):  # the mapper may get its turn late
            release_mapped_pages()
            releases += 1
    finally:
        sys.setswitchinterval(before)
        ending.set()
        mapper.join()
    assert len(rounds) > 1


def test_the_heap_is_trimmed_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    trims: list[str] = []
    monkeypatch.setattr("search.storage.heap.trim_heap", lambda: trims.append("trimmed"))
    monkeypatch.setattr("search.storage.heap.TRIM_EVERY_S", 0.0)
    trimming = HeapTrimming()
    trimming.trim_if_due()
    monkeypatch.setattr("search.storage.heap.TRIM_EVERY_S", 60.0)
    trimming.trim_if_due()
    trimming.trim_if_due()
    assert len(trims) == 2
