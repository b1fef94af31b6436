import os
import sys
import threading

import pytest

from indexer.worker.control import PACES
from indexer.worker.giving_way import LOWEST, GivingWay
from search.types.status import Speed
from tests.unit.indexer.worker.conftest import CountingEncoder


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


class NicenessEncoder(CountingEncoder):
    """Notes the niceness of the thread that encodes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[int] = []

    def encode(self, texts, /):
        self.seen.append(niceness())
        return super().encode(texts)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives threads a niceness of their own")
def test_embedding_gives_way_as_the_speed_says_and_takes_its_place_back(bench):
    usual = niceness()
    assert len({pace.niceness for pace in PACES.values()}) == len(Speed)
    encoder = NicenessEncoder()
    bench.indexer.use_encoder(encoder)
    for speed in (Speed.QUIET, Speed.FAST, Speed.NORMAL):
        bench.write(f"{speed}.md", f"# {speed.value}\n\nWritten at the speed {speed.value}.\n")
        bench.indexer.go_at(speed)
        before = len(encoder.seen)
        bench.index()
        assert set(encoder.seen[before:]) == {min(LOWEST, usual + PACES[speed].niceness)}
    assert niceness() == usual


def test_what_a_call_raises_is_raised_to_its_caller():
    lane = GivingWay()
    with pytest.raises(ZeroDivisionError):
        lane.call(lambda: 1 // 0, 5)
    assert lane.call(lambda: 4, 5) == 4
    lane.close()
