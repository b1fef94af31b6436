"""Reading many files in other processes.

The engine stays free for queries, and a parser that crashes or hangs ends only its own process.
"""

import contextlib
import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue
from typing import Self

import structlog

from indexer.pipeline.control import Pace
from indexer.pipeline.ports import FileReader, ReadFile, ReadRequest
from indexer.pipeline.reading_process import CannotStartError, ReadingProcess, read_one
from indexer.pipeline.slow_files import SlowFiles
from search.types.files import Root

POOL_ABOVE_BYTES = 400_000
"""Less text is read in this process in about the time a child starts.

More would hold the interpreter lock too long.
"""

SAFE_TEXT_BYTES = 200_000
"""Larger files are read in a child process. The slowest text of this size that fuzzing found takes seconds."""

NONE_HERE, FIRST_HERE, ALL_HERE = 0, 1, sys.maxsize

TASK_FILES = 16
"""Files in one task; a batch is divided so that all processes stay busy until its end."""

_log = structlog.get_logger(__name__)

Reads = list[ReadFile | None]
"""One entry for each requested file; None for a file that was deleted meanwhile."""


def read_all(
    reader: FileReader,
    root: Root,
    batches: Iterable[Sequence[ReadRequest]],
    *,
    size_bytes: int,
    pace: Pace,
    isolated: bool = False,
    tell_of_slow: Callable[[str], None] | None = None,
) -> Generator[Reads]:
    """Yield the results of each batch in order, read in other processes where that is faster or safer.

    Args:
        reader: must be picklable.
        root: the root of the files.
        batches: consumed one by one, a few ahead of the results.
        size_bytes: total size of all files.
        pace: number and niceness of the processes.
        isolated: read nothing in this process, because a file may have crashed the previous one.
        tell_of_slow: called with the path of a file for which this process waits too long.
    """
    here, processes = ALL_HERE, 1
    if isolated or size_bytes > POOL_ABOVE_BYTES:
        here, processes = (NONE_HERE if isolated else FIRST_HERE), process_count(pace)
    slow = SlowFiles(tell_of_slow or _log_slow)
    return read_in_processes(reader, root, batches, replace(pace, processes=processes), here=here, slow=slow)


def _log_slow(path: str) -> None:
    _log.warning("reading_waits", path=path)


def is_risky(wanted: ReadRequest) -> bool:
    """Return whether a file may block or crash the process that reads it.

    The library for its format may crash or hang on a damaged file, as may that of a file attached to a mail, and a
    large text may be crafted to be slow.
    """
    from indexer.parsing.parse import has_own_parser  # imported late: only reading a file needs its libraries

    row, size_bytes = wanted.labelled.row, wanted.labelled.file.size_bytes
    may_be_mailbox = row.language == "text" and "." not in row.path.rpartition("/")[2]
    return may_be_mailbox or has_own_parser(row.path) or size_bytes > SAFE_TEXT_BYTES


def read_in_processes(
    reader: FileReader,
    root: Root,
    batches: Iterable[Sequence[ReadRequest]],
    pace: Pace,
    *,
    here: int,
    slow: SlowFiles,
) -> Generator[Reads]:
    """Yield the results of each batch in order. Child processes read ahead meanwhile.

    Args:
        reader: is sent to the processes, so it must be picklable.
        root: the root of the files.
        batches: consumed one by one, a few ahead of the results.
        pace: number and niceness of the processes.
        here: number of first batches whose plain files are read in this process, while the children start.
        slow: watches the files that this process reads.
    """
    rest = iter(batches)
    with slow, _Pool(reader, root, pace, slow) as pool:
        ahead: deque[_Batch] = deque()
        for number, batch in enumerate(rest):
            if not number and here < ALL_HERE:
                pool.start()
            ahead.append(_Batch(pool, batch, here=number < here))
            if len(ahead) > pace.processes or number == 0:
                yield ahead.popleft().reads()
        while ahead:
            yield ahead.popleft().reads()


def process_count(pace: Pace) -> int:
    """Return how many processes may read at the same time on this machine."""
    return max(1, min(pace.processes, os.cpu_count() or 1))


class _Pool:
    """Child processes and one thread for each of them. The processes start with the first task."""

    def __init__(self, reader: FileReader, root: Root, pace: Pace, slow: SlowFiles) -> None:
        self._reader = reader
        self._root = root
        self._slow = slow
        self._threads = ThreadPoolExecutor(pace.processes, "reading")
        self._idle: SimpleQueue[ReadingProcess] = SimpleQueue()
        self._all = [ReadingProcess(reader, root, pace.niceness) for _ in range(pace.processes)]
        for process in self._all:
            self._idle.put(process)
        self._works = True
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def start(self) -> None:
        """Start all processes without waiting for them."""
        with contextlib.suppress(OSError):  # a task that finds no process reads here
            for process in self._all:
                process.start()

    def __exit__(self, *_: object) -> None:
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._all:
            process.close()
        self._threads.shutdown(wait=True)

    def begin(self, part: Sequence[ReadRequest]) -> "Future[Reads]":
        """Start to read some files."""
        return self._threads.submit(self._read, part)

    def _read(self, part: Sequence[ReadRequest]) -> Reads:
        process = self._idle.get()
        try:
            return process.read(part) if self._works else self._here(part)
        except CannotStartError:
            if self._closed:
                return []
            if self._works:
                _log.warning("reading_processes_do_not_start")
            self._works = False
            return self._here(part)
        finally:
            self._idle.put(process)

    def _here(self, part: Sequence[ReadRequest]) -> Reads:
        return [self.read_here(wanted) for wanted in part]

    def read_here(self, wanted: ReadRequest) -> ReadFile | None:
        """Return the result of a file that this process reads, None if it was deleted meanwhile."""
        with self._slow.reading(wanted.labelled.row.path):
            return read_one(self._reader, self._root, wanted)


class _Batch:
    """A batch being read: parts of it by child processes and, with ``here``, its plain files by this process."""

    def __init__(self, pool: _Pool, batch: Sequence[ReadRequest], *, here: bool) -> None:
        self._pool = pool
        self._batch = batch
        self._in_children = [position for position, wanted in enumerate(batch) if not here or is_risky(wanted)]
        parts = [
            self._in_children[start : start + TASK_FILES] for start in range(0, len(self._in_children), TASK_FILES)
        ]
        self._futures = [pool.begin([batch[position] for position in part]) for part in parts]

    def reads(self) -> Reads:
        """Return the results in the order of the files."""
        in_children = set(self._in_children)
        here = {
            position: self._pool.read_here(wanted)
            for position, wanted in enumerate(self._batch)
            if position not in in_children
        }
        results = (read for future in self._futures for read in future.result())
        from_children = dict(zip(self._in_children, results, strict=True))
        return [
            from_children[position] if position in in_children else here[position]
            for position in range(len(self._batch))
        ]
