"""Reading many files in other processes.

The engine keeps its time for questions, and a parser that crashes ends nothing but its own process.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import islice
from typing import Self

import structlog

from indexer.worker.child_process import started
from indexer.worker.ports import FileReader, Labelled, ReadFile
from indexer.worker.reading import attempt
from search.types.files import FileState, Root

POOL_ABOVE_BYTES = 3_000_000
"""Less text is read sooner here than a process starts."""

MOST_PROCESSES = 4
"""Each takes about 150 MB while it reads."""

TASK_FILES = 16
"""Files of one task; a batch is divided so that all processes are busy until its end."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to read, and the content hash of its stored rows (empty: cut it anyway)."""

    labelled: Labelled
    known_hash: str


Reads = list[ReadFile | None]
"""One for each file that was wanted; None for one that vanished."""


def read_here(reader: FileReader, root: Root, batches: Iterable[Sequence[Wanted]]) -> Iterator[Reads]:
    """Yield what was read of each batch, in order, reading in this process."""
    for batch in batches:
        yield _read_some(reader, root, batch)


def read_apart(
    reader: FileReader, root: Root, batches: Iterable[Sequence[Wanted]], processes: int
) -> Iterator[Reads]:
    """Yield what was read of each batch, in order, reading in other processes, which work ahead meanwhile.

    Args:
        reader: is sent to the processes, so it can be pickled.
        root: whose files they are.
        batches: asked for one by one, a few ahead.
        processes: how many.
    """
    rest = iter(batches)
    with _Pool(reader, root, processes) as pool:
        probe = pool.probe()
        yield from read_here(reader, root, islice(rest, 1))  # the processes start meanwhile
        if not _has_started(probe):
            _log.warning("reading_processes_do_not_start")
            yield from read_here(reader, root, rest)
            return
        ahead: deque[tuple[Sequence[Wanted], list[Future[Reads]]]] = deque()
        for batch in rest:
            ahead.append((batch, pool.begin(batch)))
            if len(ahead) > processes:
                yield pool.finished(*ahead.popleft())
        while ahead:
            yield pool.finished(*ahead.popleft())


def _has_started(probe: Future[None]) -> bool:
    try:
        probe.result()
    except BrokenProcessPool:
        return False
    return True


def process_count() -> int:
    """Return how many processes may read at once on this machine."""
    return max(1, min(MOST_PROCESSES, os.cpu_count() or 1))


class _Pool:
    """Processes that read; a broken set of them is replaced by a new one."""

    def __init__(self, reader: FileReader, root: Root, processes: int) -> None:
        self._reader = reader
        self._root = root
        self._processes = processes
        self._executor = started(processes)
        self._alone: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for executor in (self._executor, self._alone):
            if executor is not None:
                executor.shutdown(wait=True, cancel_futures=True)

    def probe(self) -> Future[None]:
        """Return what is done when a process works; an environment that lets none start breaks it."""
        return self._executor.submit(_do_nothing)

    def begin(self, batch: Sequence[Wanted]) -> list[Future[Reads]]:
        """Have a batch read."""
        return [self._submit(part) for part in _parts(batch)]

    def _submit(self, part: Sequence[Wanted]) -> Future[Reads]:
        try:
            return self._executor.submit(_read_some, self._reader, self._root, part)
        except BrokenProcessPool:
            self._executor = started(self._processes)
            return self._executor.submit(_read_some, self._reader, self._root, part)

    def finished(self, batch: Sequence[Wanted], futures: Sequence[Future[Reads]]) -> Reads:
        """Return what was read of a batch."""
        reads: Reads = []
        for part, future in zip(_parts(batch), futures, strict=True):
            try:
                reads += future.result()
            except BrokenProcessPool:
                reads += self._again(part)
        return reads

    def _again(self, part: Sequence[Wanted]) -> Reads:
        """Read a part in a process of its own, halving it until only the file that ends processes is left out."""
        try:
            return self._spare().submit(_read_some, self._reader, self._root, part).result()
        except BrokenProcessPool:
            self._alone = None
        if len(part) == 1:
            return [_crashed(part[0])]
        middle = len(part) // 2
        return self._again(part[:middle]) + self._again(part[middle:])

    def _spare(self) -> ProcessPoolExecutor:
        if self._alone is None:
            self._alone = started(1)
        return self._alone


def _crashed(wanted: Wanted) -> ReadFile:
    row = wanted.labelled.row
    _log.warning("reader_crashed", path=row.path)
    return ReadFile(replace(row, state=FileState.FAILED, reason="reading it ended the process that reads files"))


def _parts(batch: Sequence[Wanted]) -> list[Sequence[Wanted]]:
    return [batch[start : start + TASK_FILES] for start in range(0, len(batch), TASK_FILES)]


def _read_some(reader: FileReader, root: Root, files: Sequence[Wanted]) -> Reads:
    reads: Reads = []
    for wanted in files:
        try:
            reads.append(attempt(reader, root, wanted.labelled, wanted.known_hash))
        except FileNotFoundError:
            reads.append(None)
    return reads


def _do_nothing() -> None:
    """Show that a process works."""
