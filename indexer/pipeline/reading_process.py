"""One process that reads files for the engine; a file that crashes it or hangs in it ends only this process."""

import multiprocessing
import signal
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from threading import Lock

import structlog

from indexer.pipeline.child_process import begin_child
from indexer.pipeline.planning import CRASHED, HANGS
from indexer.pipeline.ports import FileReader, ReadFile, Wanted
from indexer.pipeline.reading import attempt
from search.types.files import FileState, Root

HANG_SECONDS = 60.0
"""Reading the largest file that is read at all takes a few seconds."""

START_SECONDS = 60.0
"""A process imports its parsers in about a second, on a very busy machine in ten."""

_GREETING = "ready"

_log = structlog.get_logger(__name__)


class CannotStartError(Exception):
    """This environment lets no process start."""


class ReadingProcess:
    """Reads files of one root; started anew after a file that ended it.

    Args:
        reader: is sent to the process, so it can be pickled.
        niceness: how much it gives way to others.
    """

    def __init__(self, reader: FileReader, root: Root, niceness: int) -> None:
        self._reader = reader
        self._root = root
        self._niceness = niceness
        self._guard = Lock()
        self._running: _Running | None = None
        self._closed = False

    def start(self) -> None:
        """Begin to start it, without waiting for it."""
        with self._guard:
            self._running = self._running or _Running(self._reader, self._root, self._niceness)

    def read(self, files: Sequence[Wanted]) -> list[ReadFile | None]:
        """Return what was read of each file, None for one that vanished.

        Raises:
            CannotStartError: no process starts here, or it was closed.
        """
        reads: list[ReadFile | None] = []
        while len(reads) < len(files):
            running = self._ready()
            reads += running.read(files[len(reads) :])
            if len(reads) < len(files):
                reads.append(self._ended(running, files[len(reads)]))
        return reads

    def close(self) -> None:
        """End the process, whatever it does."""
        self._closed = True
        self._end()

    def _ready(self) -> "_Running":
        before = self._running
        if before is not None and before.is_lost():
            self._end()  # between two tasks: no file is to blame for it
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

    def _ended(self, running: "_Running", wanted: Wanted) -> ReadFile:
        """Return the row of the file that ended the process."""
        reason = CRASHED if running.is_over() else HANGS
        self._end()
        row = wanted.labelled.row
        if not self._closed:
            _log.warning("reader_ended", path=row.path, reason=reason)
        return ReadFile(replace(row, state=FileState.FAILED, reason=reason))


class _Running:
    """A process that was started, and the connection to it."""

    def __init__(self, reader: FileReader, root: Root, niceness: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, reader, root, niceness), daemon=True)
        self._process.start()
        theirs.close()
        self._greeted = False

    def greets(self) -> bool:
        """Wait until it works; return False when it does not."""
        if not self._greeted:
            self._greeted = self._has_message(START_SECONDS) and self._message() == _GREETING
        return self._greeted

    def read(self, files: Sequence[Wanted]) -> list[ReadFile | None]:
        """Return what was read until all are there, or one is not coming."""
        reads: list[ReadFile | None] = []
        try:
            self._connection.send(files)
            while len(reads) < len(files) and self._connection.poll(HANG_SECONDS):
                reads.append(self._connection.recv())
        except (EOFError, OSError):
            return reads
        return reads

    def is_lost(self) -> bool:
        """Return whether a process that worked ended while nothing was asked of it."""
        return self._greeted and self.is_over()

    def is_over(self) -> bool:
        """Return whether the process ended by itself: its end of the connection is closed."""
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
            return self._connection.recv()
        except (EOFError, OSError):
            return None


def _serve(connection: Connection, reader: FileReader, root: Root, niceness: int) -> None:
    """Be the process: read what is asked for until nobody asks any more."""
    begin_child(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks decides when it ends
    try:
        connection.send(_GREETING)
        while True:
            for wanted in connection.recv():
                connection.send(read_one(reader, root, wanted))
    except (EOFError, OSError):
        return


def read_one(reader: FileReader, root: Root, wanted: Wanted) -> ReadFile | None:
    """Return what was read of a file, None when it vanished."""
    try:
        return attempt(reader, root, wanted)
    except FileNotFoundError:
        return None
