import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from indexer.discovery.finder import FileFinder
from indexer.pipeline import read_answers, reading_process
from indexer.pipeline.planning import CRASHED, HANGS, TOO_MUCH_MEMORY
from indexer.pipeline.ports import FileReader, LabelledFile, ReadFile, ReadRequest
from indexer.pipeline.reading import Reader
from indexer.pipeline.reading_process import CannotStartError, ReadingProcess
from search.types.files import FileState, Root
from tests.fakes.readers import (
    CrashingReader,
    GreedyReader,
    HangingReader,
    NamingReader,
    NeverEndingReader,
    OrderingReader,
    ReachingReader,
    StarvedReader,
    TellingReader,
    UnopenableReader,
)

NICENESS = 7
SOON_S = 0.3


@pytest.fixture
def wanted(root: Root) -> Callable[..., list[ReadRequest]]:
    def of(*names: str) -> list[ReadRequest]:
        finder = FileFinder()
        for name in names:
            (Path(root.path) / name).write_text(f"lease = {name!r}\n")
        results = {item.path: item for item in finder.everything(root)}
        return [ReadRequest(LabelledFile(results[name], finder.label(root, results[name]))) for name in names]

    return of


@pytest.fixture
def make(root: Root) -> Iterator[Callable[[FileReader], ReadingProcess]]:
    made: list[ReadingProcess] = []

    def process(reader: FileReader) -> ReadingProcess:
        made.append(ReadingProcess(reader, root, NICENESS))
        return made[-1]

    yield process
    for item in made:
        item.close()


def children() -> list[psutil.Process]:
    """Return the processes that read for this one; what Python itself starts beside them is none."""
    return [item for item in psutil.Process().children() if "spawn_main" in " ".join(item.cmdline())]


def outcomes(reads: list[ReadFile | None]) -> list[tuple[str, str] | None]:
    return [None if read is None else (read.record.state.value, read.record.reason) for read in reads]


def test_each_file_has_its_answer_in_the_order_that_was_asked_for_none_where_it_vanished(make, wanted, root):
    files = wanted("a.py", "b.py", "c.py")
    (Path(root.path) / "b.py").unlink()
    first, removed, last = make(Reader()).read(files)
    assert removed is None
    assert [(read.record.path, read.chunks[0].text) for read in (first, last)] == [
        ("a.py", "lease = 'a.py'"),
        ("c.py", "lease = 'c.py'"),
    ]


def test_one_process_that_gives_way_reads_all_of_it_and_no_other_is_started(make, wanted):
    process = make(TellingReader())
    listed = [read.record.reason.split() for _ in range(2) for read in process.read(wanted("a.py", "b.py"))]
    (reader,) = children()
    before = os.nice(0)
    assert listed == [[str(reader.pid), str(min(19, before + NICENESS))]] * 4


def test_a_file_that_crashes_the_process_is_named_and_all_others_are_read(make, wanted):
    reads = make(CrashingReader()).read(wanted("39.py", "40.py", "41.py", "42.py"))
    indexed = (FileState.INDEXED.value, "")
    assert outcomes(reads) == [indexed, (FileState.FAILED.value, CRASHED), indexed, indexed]


def test_a_file_that_hangs_is_named_and_the_rest_is_read(make, wanted, monkeypatch):
    process = make(HangingReader())
    process.read(wanted("a.py"))  # it runs: its start is not counted
    monkeypatch.setattr(reading_process, "HANG_SECONDS", SOON_S)
    (hangs,) = outcomes(process.read(wanted("b.pdf")))
    monkeypatch.undo()
    assert hangs == (FileState.FAILED.value, HANGS)
    assert outcomes(process.read(wanted("c.py"))) == [(FileState.INDEXED.value, "")]


def test_a_file_that_waits_for_a_busy_processor_does_not_hang(make, wanted, monkeypatch):
    process = make(StarvedReader())
    process.read(wanted("a.py"))
    monkeypatch.setattr(reading_process, "HANG_SECONDS", 1.0)
    assert outcomes(process.read(wanted("b.py"))) == [(FileState.INDEXED.value, "")]


def test_one_that_hangs_in_c_is_ended_too(make, wanted, monkeypatch):
    process = make(NeverEndingReader())
    process.start()
    assert process._ready().greets()
    (reader,) = children()
    monkeypatch.setattr(reading_process, "HANG_SECONDS", SOON_S)
    assert outcomes(process.read(wanted("a.py"))) == [(FileState.FAILED.value, HANGS)]
    assert not reader.is_running()


def test_closing_ends_the_process_in_the_midst_of_a_file_and_nothing_is_read_after_that(make, wanted):
    process = make(NeverEndingReader())
    files = wanted("a.py", "b.py")
    refused = threading.Event()

    def read() -> None:
        try:
            process.read(files)
        except CannotStartError:
            refused.set()

    reading = threading.Thread(target=read)
    process.start()
    assert process._ready().greets()
    reading.start()
    process.close()
    reading.join(20)
    assert refused.is_set()
    assert not children()
    with pytest.raises(CannotStartError):
        process.read(files)


def test_a_process_that_ends_before_it_works_is_told_from_a_file_that_ends_it(make, wanted):
    with pytest.raises(CannotStartError):
        make(UnopenableReader()).read(wanted("a.py"))
    assert not children()


def test_a_process_that_was_killed_between_two_tasks_is_started_anew(make, wanted):
    process = make(Reader())
    process.read(wanted("a.py"))
    (reader,) = children()
    reader.kill()
    reader.wait(20)
    reads = outcomes(process.read(wanted("b.py", "c.py")))
    assert reads == [(FileState.INDEXED.value, "")] * 2


def test_ctrl_c_is_for_whoever_asks_and_not_for_the_process(make, wanted):
    process = make(Reader())
    process.read(wanted("a.py"))
    (reader,) = children()
    reader.send_signal(signal.SIGINT)
    assert outcomes(process.read(wanted("b.py"))) == [(FileState.INDEXED.value, "")]
    assert children() == [reader]


@pytest.mark.skipif(sys.platform != "linux", reason="only its kernel filters what a process asks of it")
def test_a_reading_process_can_reach_write_change_start_and_end_nothing(make, wanted, root):
    files = wanted("a.py")
    before = sorted(Path(root.path).iterdir())
    assert outcomes(make(ReachingReader()).read(files)) == [("indexed", "")]
    assert sorted(Path(root.path).iterdir()) == before


def test_a_file_that_takes_too_much_memory_fails_alone(make, wanted):
    reads = make(GreedyReader()).read(wanted("39.py", "40.py", "41.py"))
    assert outcomes(reads) == [("indexed", ""), ("failed", TOO_MUCH_MEMORY), ("indexed", "")]


def test_an_answer_that_is_no_row_runs_nothing_and_ends_its_process(make, wanted, root):
    reads = make(OrderingReader()).read(wanted("39.py", "40.py", "41.py"))
    assert [read.record.state for read in reads] == [FileState.INDEXED, FileState.FAILED, FileState.INDEXED]
    assert not (Path(root.path) / "made").exists()


def test_enumerations_that_are_pickled_by_name_are_rows_too(make, wanted):
    reads = make(NamingReader()).read(wanted("39.py", "40.py"))
    assert outcomes(reads) == [(FileState.INDEXED.value, "")] * 2
    assert all(read is not None and isinstance(read.record.state, FileState) for read in reads)


@pytest.mark.parametrize(
    ("kind", "name"),
    [(FileState, "__init__"), (FileState, "_member_map_"), (FileState, "lost"), (Root, "id"), (FileState, [])],
)
def test_an_answer_names_nothing_but_members_of_enumerations(kind: object, name: object):
    with pytest.raises(pickle.UnpicklingError):
        read_answers.received(_Answered(_Named(kind, name)))  # type: ignore[arg-type] -- it has the method


class _Named:
    """Is pickled as a call of ``getattr``."""

    def __init__(self, kind: object, name: object) -> None:
        self._kind, self._name = kind, name

    def __reduce__(self) -> tuple[object, ...]:
        return getattr, (self._kind, self._name)


class _Answered:
    """A connection on which one answer has arrived."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def recv_bytes(self) -> bytes:
        return pickle.dumps(self._answer)
