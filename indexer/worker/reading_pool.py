"""Reading many files in other processes.

The engine keeps its time for questions, and a parser that crashes or hangs ends nothing but its own process.
"""

import contextlib
import os
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Self

import structlog

from indexer.parsing.parse import has_own_parser
from indexer.worker.ports import FileReader, ReadFile, Wanted
from indexer.worker.reading_process import CannotStartError, ReadingProcess, read_one
from search.types.files import Root

POOL_ABOVE_BYTES = 3_000_000
"""Less text is read sooner here than a process starts."""

MOST_PROCESSES = 4
"""Each takes about 150 MB while it reads."""

TASK_FILES = 16
"""Files of one task; a batch is divided so that all processes are busy until its end."""

_log = structlog.get_logger(__name__)

Reads = list[ReadFile | None]
"""One for each file that was wanted; None for one that vanished."""


def read_all(
    reader: FileReader, root: Root, files: Sequence[Wanted], batches: Iterable[Sequence[Wanted]], *, apart: bool
) -> Generator[Reads]:
    """Yield what was read of each batch, in order, in other processes where that is sooner or safer.

    Args:
        reader: can be pickled.
        root: whose files they are.
        files: all of them, to decide where they are read.
        batches: the files in pieces, asked for one by one.
        apart: read nothing in this process, since a file may have ended the one before.
    """
    size = sum(one.labelled.found.size_bytes for one in files)
    if apart or size > POOL_ABOVE_BYTES:
        return read_apart(reader, root, batches, process_count(), here_first=not apart)
    if any(is_risky(one) for one in files):
        return read_apart(reader, root, batches, 1)
    return read_here(reader, root, batches)


def is_risky(wanted: Wanted) -> bool:
    """Return whether a file is read by a library for its format, which may crash or hang at a damaged one."""
    return has_own_parser(wanted.labelled.row.path)


def read_here(reader: FileReader, root: Root, batches: Iterable[Sequence[Wanted]]) -> Generator[Reads]:
    """Yield what was read of each batch, in order, reading in this process."""
    for batch in batches:
        yield [read_one(reader, root, wanted) for wanted in batch]


def read_apart(
    reader: FileReader,
    root: Root,
    batches: Iterable[Sequence[Wanted]],
    processes: int,
    *,
    here_first: bool = True,
) -> Generator[Reads]:
    """Yield what was read of each batch, in order, reading in other processes, which work ahead meanwhile.

    Args:
        reader: is sent to the processes, so it can be pickled.
        root: whose files they are.
        batches: asked for one by one, a few ahead.
        processes: how many.
        here_first: read the plain files of the first batch here, while the processes start.
    """
    rest = iter(batches)
    with _Pool(reader, root, processes) as pool:
        ahead: deque[_Batch] = deque()
        for number, batch in enumerate(rest):
            ahead.append(_Batch(pool, batch, here=here_first and number == 0))
            if len(ahead) > processes or number == 0:
                yield ahead.popleft().reads()
        while ahead:
            yield ahead.popleft().reads()


def process_count() -> int:
    """Return how many processes may read at once on this machine."""
    return max(1, min(MOST_PROCESSES, os.cpu_count() or 1))


class _Pool:
    """Threads that each have a process read, and the processes."""

    def __init__(self, reader: FileReader, root: Root, processes: int) -> None:
        self.reader = reader
        self.root = root
        self._threads = ThreadPoolExecutor(processes, "reading")
        self._idle: SimpleQueue[ReadingProcess] = SimpleQueue()
        self._all = [ReadingProcess(reader, root) for _ in range(processes)]
        for process in self._all:
            self._idle.put(process)
        self._works = True
        self._closed = False

    def __enter__(self) -> Self:
        with contextlib.suppress(OSError):  # the first task that finds none running reads here
            for process in self._all:
                process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._all:
            process.close()
        self._threads.shutdown(wait=True)

    def begin(self, part: Sequence[Wanted]) -> "Future[Reads]":
        """Have some files read."""
        return self._threads.submit(self._read, part)

    def _read(self, part: Sequence[Wanted]) -> Reads:
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

    def _here(self, part: Sequence[Wanted]) -> Reads:
        return [read_one(self.reader, self.root, wanted) for wanted in part]


class _Batch:
    """A batch under way: in parts, each in some process; with ``here``, its plain files wait to be read here."""

    def __init__(self, pool: _Pool, batch: Sequence[Wanted], *, here: bool) -> None:
        self._pool = pool
        self._batch = batch
        self._apart = [place for place, wanted in enumerate(batch) if not here or is_risky(wanted)]
        parts = [self._apart[start : start + TASK_FILES] for start in range(0, len(self._apart), TASK_FILES)]
        self._futures = [pool.begin([batch[place] for place in part]) for part in parts]

    def reads(self) -> Reads:
        """Return what was read of each file, in order."""
        apart = set(self._apart)
        here = {
            place: read_one(self._pool.reader, self._pool.root, wanted)
            for place, wanted in enumerate(self._batch)
            if place not in apart
        }
        results = (read for future in self._futures for read in future.result())
        there = dict(zip(self._apart, results, strict=True))
        return [there[place] if place in apart else here[place] for place in range(len(self._batch))]
