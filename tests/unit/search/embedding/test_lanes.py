import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from search.embedding.compiled import compiled_model
from search.embedding.converted import XML, read
from search.embedding.lanes import Lanes
from search.embedding.settings import Precision
from search.errors import ModelError

LONGEST_WAIT_S = 60.0

RESIDENT = """
import sys
from pathlib import Path
from search.embedding.choose import open_encoder
from search.embedding.settings import Device, EncoderSettings, Precision

def resident_kb():
    inside, found = False, 0
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if "-" in line.split()[0]:
            inside = line.endswith("/model.bin")
        elif inside and line.startswith("Rss:"):
            found += int(line.split()[1])
    return found

encoder = open_encoder(
    EncoderSettings(cache_folder=Path(sys.argv[1]), device=Device.CPU, precision=Precision.F32)
)
opened = resident_kb()
encoder.encode(["the lease is renewed", "a longer text " * 100] * 4)
print(opened, resident_kb())
encoder.encode_query("where is the lease renewed")
"""


@pytest.fixture(scope="module")
def lanes(model_cache):
    folder = next(path.parent for path in model_cache.glob(f"*/{XML}"))
    return Lanes(compiled_model(read(folder), Precision.F32, threads=0))


def row(tokens):
    ids = np.array([tokens], np.int64)
    return ids, np.ones_like(ids)


def test_a_batch_is_computed_on_each_stream_at_once(lanes):
    together = threading.Barrier(lanes.streams)

    def inputs(tokens):
        together.wait(LONGEST_WAIT_S)
        return row(tokens)

    results = {}
    batches = [(101, 1000 + number, 102) for number in range(lanes.streams * 2)]
    lanes.each(batches, inputs, results.__setitem__)
    assert set(results) == set(batches)
    for tokens, vectors in results.items():
        assert np.allclose(vectors, lanes.single(*row(tokens)), atol=1e-5)


def test_what_fails_in_a_batch_is_raised_and_the_next_call_computes(lanes):
    def inputs(tokens):
        return row(tokens) if tokens else pytest.fail("no tokens")

    with pytest.raises(pytest.fail.Exception, match="no tokens"):
        lanes.each([(101, 102), ()], inputs, lambda *_: None)
    results = []
    lanes.each([(101, 102)], inputs, lambda _, vectors: results.append(vectors.shape))
    assert results == [(1, 384)]


class Compiled:
    """A compiled model that gives these results, one after another, as the runtime does."""

    def __init__(self, *results):
        self._results = list(results)

    def get_property(self, _name):
        return 1

    def create_infer_request(self):
        return self

    def infer(self, _inputs):
        return [np.array([self._results.pop(0)], np.float32)]


def test_a_result_that_is_no_number_is_computed_again():
    assert Lanes(Compiled([np.nan, 1.0], [0.5, 1.0])).single(*row([101])).tolist() == [[0.5, 1.0]]


def test_results_that_are_never_numbers_are_an_error_instead_of_vectors():
    with pytest.raises(ModelError, match="no numbers"):
        Lanes(Compiled([np.nan, 1.0], [np.inf, 1.0])).each([(101,)], row, lambda *_: None)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives threads a niceness of their own")
def test_all_batches_give_way_as_their_caller_does(lanes):
    def niceness():
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def nice_call():
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(19, usual + 3))
        lanes.each([(101, 102)] * lanes.streams * 3, inputs, lambda *_: None)

    def inputs(tokens):
        seen.add(niceness())
        return row(tokens)

    usual, seen = niceness(), set()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(nice_call).result()
    assert seen == {min(19, usual + 3)}
    seen.clear()
    lanes.each([(101, 102)] * lanes.streams * 3, inputs, lambda *_: None)
    assert seen == {usual}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which pages are resident")
def test_the_weights_in_the_file_are_not_kept_in_memory_beside_the_processors_own(model_cache):
    command = [sys.executable, "-c", RESIDENT, str(model_cache)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    opened, encoded = map(int, done.stdout.split())
    assert opened < 1_000
    assert encoded < 1_000
