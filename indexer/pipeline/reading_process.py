"""A child process that reads files for the engine. A file that crashes or hangs it ends only this process.

It may compute, read and answer, and nothing else; see `confinement.py` and `read_answers.py`.
"""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from threading import Lock

import psutil
import structlog

from indexer.pipeline.confinement import confine
from indexer.pipeline.low_priority import ChildContext, begin_child
from indexer.pipeline.planning import CRASHED, HANGS
from indexer.pipeline.ports import FileReader, ReadFile, ReadRequest
from indexer.pipeline.read_answers import received
from indexer.pipeline.reading import attempt
from search.types.files import FileState, Root

HANG_SECONDS = 60.0
"""Processor time after which a file counts as hanging; reading the largest file allowed takes a few seconds."""

IDLE_SHARE = 0.001
"""Share of the processor below which a process hangs after that time by the clock: it waits for something.
One that gives way to ten others on each core still gets several times as much."""

MOST_WAITS = 10
"""How many times `HANG_SECONDS` by the clock a file may take, however little of the processor its process gets."""

START_SECONDS = 60.0
"""Time for a process to start; it imports its parsers in about a second, on a very busy machine in ten."""

_GREETING = "ready"

_log = structlog.get_logger(__name__)


class CannotStartError(Exception):
    """No process can be started in this environment."""


class ReadingProcess:
    """Reads files of one root in a child process, which is restarted after a file that ended it.

    Args:
        reader: is sent to the process, so it must be picklable.
        niceness: of the process.
    """

    def __init__(self, reader: FileReader, root: Root, niceness: int) -> None:
        self._reader = reader
        self._root = root
        self._niceness = niceness
        self._guard = Lock()
        self._running: _Running | None = None
        self._closed = False

    def start(self) -> None:
        """Start the process without waiting for it."""
        with self._guard:
            self._running = self._running or _Running(self._reader, self._root, self._niceness)

    def read(self, files: Sequence[ReadRequest]) -> list[ReadFile | None]:
        """Return the result of each file, None for one that was deleted meanwhile.

        Raises:
            CannotStartError: no process starts, or this one was closed.
        """
        reads: list[ReadFile | None] = []
        while len(reads) < len(files):
            running = self._ready()
            reads += running.read(files[len(reads) :])
            if len(reads) < len(files):
                reads.append(self._ended(running, files[len(reads)]))
        return reads

    def close(self) -> None:
        """Kill the process."""
        self._closed = True
        self._end()

    def _ready(self) -> "_Running":
        before = self._running
        if before is not None and before.is_lost():
            self._end()  # it ended between two tasks: no file caused it
        try:
            self.start()
            running = self._running
            if running is not None and not self._closed and running.greets():
                return running
        except OSError as error:
            raise CannotStartError from error
        self._end()
        raise CannotStartError

    def _end(self) -> None:
        with self._guard:
            running, self._running = self._running, None
        if running is not None:
            running.end()

    def _ended(self, running: "_Running", wanted: ReadRequest) -> ReadFile:
        """Return the row of the file that ended the process."""
        reason = CRASHED if running.is_over() else HANGS
        self._end()
        row = wanted.labelled.row
        if not self._closed:
            _log.warning("reader_ended", path=row.path, reason=reason)
        return ReadFile(replace(row, state=FileState.FAILED, reason=reason))


class _Running:
    """A started process and the connection to it."""

    def __init__(self, reader: FileReader, root: Root, niceness: int) -> None:
        context = ChildContext()
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, reader, root, niceness), daemon=True)
        self._process.start()
        theirs.close()
        self._greeted = False

    def greets(self) -> bool:
        """Wait until the process is ready; return False if it is not."""
        if not self._greeted:
            self._greeted = self._has_message(START_SECONDS) and self._message() == _GREETING
        return self._greeted

    def read(self, files: Sequence[ReadRequest]) -> list[ReadFile | None]:
        """Return the results of the files, up to the first one for which none arrives."""
        reads: list[ReadFile | None] = []
        try:
            self._connection.send(files)
            while len(reads) < len(files) and self._answers():
                read = received(self._connection)
                if not isinstance(read, ReadFile | None):
                    return reads
                reads.append(read)
        except pickle.UnpicklingError as error:
            _log.warning("answer_refused", reason=str(error))
            self._process.kill()  # nothing more is believed; `is_over` then names it as a crash
            self._process.join()
        except (EOFError, OSError):
            pass
        return reads

    def _answers(self) -> bool:
        """Wait for the next message, long where other programs have the processors; False if the file hangs."""
        begun = used = self._processor_s()
        for _ in range(MOST_WAITS):
            if self._connection.poll(HANG_SECONDS):
                return True
            before, used = used, self._processor_s()
            if used - begun >= HANG_SECONDS or used - before < IDLE_SHARE * HANG_SECONDS:
                return False
        return False

    def _processor_s(self) -> float:
        """Return the processor time of the process; 0 once it has ended."""
        try:
            times = psutil.Process(self._process.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system)

    def is_lost(self) -> bool:
        """Return whether a process that was ready has ended while idle."""
        return self._greeted and self.is_over()

    def is_over(self) -> bool:
        """Return whether the process has ended: its end of the connection is closed."""
        return self._has_message(0)

    def end(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.join()
        self._connection.close()

    def _has_message(self, seconds: float) -> bool:
        try:
            return self._connection.poll(seconds)
        except OSError:
            return True

    def _message(self) -> object:
        try:
            return received(self._connection)
        except (EOFError, OSError, pickle.UnpicklingError):
            return None


def _serve(connection: Connection, reader: FileReader, root: Root, niceness: int) -> None:
    """Run in the child process: read the requested files until the connection closes."""
    begin_child(niceness)
    confine()
    try:
        connection.send(_GREETING)
        while True:
            for wanted in connection.recv():
                connection.send(read_one(reader, root, wanted))
    except (EOFError, OSError):
        return


def read_one(reader: FileReader, root: Root, wanted: ReadRequest) -> ReadFile | None:
    """Return the result of a file, None if it was deleted meanwhile."""
    try:
        return attempt(reader, root, wanted)
    except FileNotFoundError:
        return None
