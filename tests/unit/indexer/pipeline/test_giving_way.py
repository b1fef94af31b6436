import os
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.pipeline.control import PACES, RECENT_S, Control, Run
from indexer.pipeline.embedding_stage import ANSWERING_CHARACTERS, ENCODE_AT_ONCE, READ_CHARACTERS, pieces
from indexer.pipeline.low_priority import LOWEST, LowPriorityThread
from search.types.filters import RowFilter
from search.types.status import Speed
from tests.unit.indexer.pipeline.conftest import CountingEncoder


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
        bench.indexer.set_speed(speed)
        before = len(encoder.seen)
        bench.index()
        assert set(encoder.seen[before:]) == {min(LOWEST, usual + PACES[speed].niceness)}
    assert niceness() == usual


def test_what_a_call_raises_is_raised_to_its_caller():
    lane = LowPriorityThread()
    with pytest.raises(ZeroDivisionError):
        lane.call(lambda: 1 // 0, 5)
    assert lane.call(lambda: 4, 5) == 4
    lane.close()


def test_work_waits_until_all_questions_are_answered():
    control, gone_on = Control(), threading.Event()
    thread = threading.Thread(target=waiting, args=(control.begin(), gone_on))
    with control.answering():
        with control.answering():
            thread.start()
        assert not gone_on.wait(0.05)
    assert gone_on.wait(60.0)
    thread.join()


def test_work_waits_for_questions_no_longer_than_it_took_and_not_when_it_is_cancelled():
    control, gone_on = Control(), threading.Event()
    thread = threading.Thread(target=waiting, args=(control.begin(), gone_on))
    with control.answering():
        control.begin().give_way_after(0.01)
        thread.start()
        control.cancel()
        assert gone_on.wait(60.0)
    thread.join()


def waiting(run: Run, gone_on: threading.Event) -> None:
    run.give_way_after(3_600.0)
    gone_on.set()


def test_a_folder_is_embedded_while_questions_never_end(bench):
    encoder = CountingEncoder()
    bench.indexer.use_encoder(encoder)
    bench.write("lease.md", "# Lease\n\nThe worker renews its lease.\n")
    with bench.indexer.answering():
        bench.index()
    assert all(row.meaning for row in bench.storage.files.matching(RowFilter()))


@given(st.lists(st.tuples(st.integers(0, 3 * READ_CHARACTERS), st.booleans()), max_size=200))
def test_pieces_hold_all_texts_in_order_and_are_small_while_questions_come(drawn):
    texts = [(str(number), "x" * length) for number, (length, _) in enumerate(drawn)]
    requests = [each for _, each in drawn]
    cut = list(pieces(texts, iter(requests).__next__))
    assert [text for piece in cut for text in piece] == texts
    left = len(texts)
    for piece, is_answering in zip(cut, requests, strict=False):
        if is_answering:
            assert sum(min(len(text), READ_CHARACTERS) for _, text in piece) <= ANSWERING_CHARACTERS
            assert 1 <= len(piece) <= ENCODE_AT_ONCE
        else:
            assert len(piece) == min(left, ENCODE_AT_ONCE)
        left -= len(piece)


def test_questions_are_expected_after_one_and_not_before():
    control = Control()
    assert not control.is_answering()
    with control.answering():
        assert control.is_answering()
    assert control.is_answering()
    control._answered_at -= RECENT_S
    assert not control.is_answering()
