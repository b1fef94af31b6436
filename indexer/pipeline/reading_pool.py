"""Reading many files in other processes.

The engine keeps its time for questions, and a parser that crashes or hangs ends nothing but its own process.
"""

import contextlib
import os
import sys
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue
from typing import Self

import structlog

from indexer.pipeline.control import Pace
from indexer.pipeline.ports import FileReader, ReadFile, Wanted
from indexer.pipeline.reading_process import CannotStartError, ReadingProcess, read_one
from search.types.files import Root

POOL_ABOVE_BYTES = 400_000
"""Less text is read here about as soon as a process starts; of more, questions would wait for the interpreter."""

SAFE_TEXT_BYTES = 200_000
"""The slowest text of this size that fuzzing found is read in seconds; hardly any source is larger."""

NONE_HERE, FIRST_HERE, ALL_HERE = 0, 1, sys.maxsize

TASK_FILES = 16
"""Files of one task; a batch is divided so that all processes are busy until its end."""

_log = structlog.get_logger(__name__)

Reads = list[ReadFile | None]
"""One for each file that was wanted; None for one that vanished."""


def read_all(
    reader: FileReader,
    root: Root,
    batches: Iterable[Sequence[Wanted]],
    *,
    size_bytes: int,
    pace: Pace,
    apart: bool = False,
) -> Generator[Reads]:
    """Yield what was read of each batch, in order, in other processes where that is sooner or safer.

    Args:
        reader: can be pickled.
        root: whose files they are.
        batches: asked for one by one, a few ahead.
        size_bytes: of all files.
        pace: how many processes, and how much they give way.
        apart: read nothing in this process, since a file may have ended the one before.
    """
    if apart or size_bytes > POOL_ABOVE_BYTES:
        here = NONE_HERE if apart else FIRST_HERE
        return read_apart(reader, root, batches, replace(pace, processes=process_count(pace)), here=here)
    return read_apart(reader, root, batches, replace(pace, processes=1), here=ALL_HERE)


def is_risky(wanted: Wanted) -> bool:
    """Return whether a file may hold up or end the process that reads it.

    A library for its format may crash or hang at a damaged one, and a large text may be written to be slow.
    """
    from indexer.parsing.parse import has_own_parser  # its libraries are for whoever reads a file

    return has_own_parser(wanted.labelled.row.path) or wanted.labelled.found.size_bytes > SAFE_TEXT_BYTES


def read_apart(
    reader: FileReader,
    root: Root,
    batches: Iterable[Sequence[Wanted]],
    pace: Pace,
    *,
    here: int,
) -> Generator[Reads]:
    """Yield what was read of each batch, in order, reading in other processes, which work ahead meanwhile.

    Args:
        reader: is sent to the processes, so it can be pickled.
        root: whose files they are.
        batches: asked for one by one, a few ahead.
        pace: how many processes, and how much they give way.
        here: so many batches have their plain files read here; the first may be, while the processes start.
    """
    rest = iter(batches)
    with _Pool(reader, root, pace) as pool:
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
    """Return how many processes may read at once on this machine."""
    return max(1, min(pace.processes, os.cpu_count() or 1))


class _Pool:
    """Threads that each have a process read, and the processes, which start with the first task."""

    def __init__(self, reader: FileReader, root: Root, pace: Pace) -> None:
        self.reader = reader
        self.root = root
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
        """Begin to start all processes."""
        with contextlib.suppress(OSError):  # the first task that finds none running reads here
            for process in self._all:
                process.start()

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
