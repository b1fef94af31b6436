"""One writer for each index: an operating system lock, and a file that names its holder."""

import contextlib
import os
import sys
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from search.atomic_write import atomic_write
from search.errors import EngineError, IndexLockedError, IndexWriteError
from search.processes import is_running, start_time

LOCK_FILE = "engine.lock"
OWNER_FILE = "engine.json"

END_S = 30.0
"""Seconds to wait for a process to end: it finishes its current commit."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that writes an index.

    Attributes:
        started: start time of the process in seconds since the epoch; it exposes a reused pid.
        address: where its engine listens; empty while it serves no clients.
        program: version.
        keeps_running: whether a client made its engine stay without clients after it had started.
    """

    pid: int
    started: float
    program: str
    address: str = ""
    keeps_running: bool = False


def owner_of(index: Path) -> Owner | None:
    """Return the last process that wrote this index, or None; it may have died since."""
    try:
        return msgspec.json.decode((index / OWNER_FILE).read_bytes(), type=Owner)
    except (OSError, ValueError):
        return None


def end_owner(index: Path) -> int | None:
    """Ask the process that writes this index to end, as at the end of a session, and return its pid when it has.

    None where no process writes it. An engine that has not ended after `END_S` is killed: an index survives that.

    Raises:
        EngineError: it does not end.
    """
    import psutil

    owner = owner_of(index)
    if owner is None or not _is_alive(owner):
        return None
    try:
        process = psutil.Process(owner.pid)
        process.terminate()
        try:
            process.wait(END_S)
        except psutil.TimeoutExpired:
            if not _is_engine(owner):
                raise
            process.kill()
            process.wait(END_S)
    except psutil.NoSuchProcess:
        pass
    except psutil.Error as error:
        raise EngineError("engine.does_not_end", pid=owner.pid) from error
    return owner.pid


def may_be_older_engine(index: Path, program: str) -> bool:
    """Return whether the file of the last owner names an engine of an older version of the program."""
    owner = owner_of(index)
    return owner is not None and bool(owner.address) and _number(owner.program) < _number(program)


def end_older_engine(index: Path, program: str) -> tuple[str, ...]:
    """End the engine of an index if an older version of the program runs it, as after an update.

    A command that indexes is left alone, and so is a newer engine. Returns the command line of the engine
    that ended, empty where none did.

    Raises:
        EngineError: it does not end.
    """
    owner = owner_of(index)
    if owner is None or not may_be_older_engine(index, program):
        return ()
    command = _command_of(owner)
    if not _runs_engine(command):
        return ()
    end_owner(index)
    return tuple(command)


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def is_engine_of(index: Path) -> bool:
    """Return whether an engine writes this index, and not a command that indexes."""
    owner = owner_of(index)
    return owner is not None and _is_alive(owner) and _is_engine(owner)


def is_written(index: Path) -> bool:
    """Return whether a process has this index open for writing."""
    return _is_alive(owner_of(index))


def _is_engine(owner: Owner) -> bool:
    return _runs_engine(_command_of(owner))


def _runs_engine(command: list[str]) -> bool:
    return "engine" in command and "run" in command


def _command_of(owner: Owner) -> list[str]:
    """Return the command line of a process; empty where the system does not say."""
    import psutil

    try:
        command: list[str] = psutil.Process(owner.pid).cmdline()
    except psutil.Error:
        return []
    return command


class WriterLock:
    """The right to write an index, until `release` or the end of the process.

    The operating system's lock decides, so that neither a killed holder nor a reused pid blocks anybody. On file
    systems without such locks, the holder's pid and start time decide.

    Args:
        index: its folder.
        program: version.
        only_asks: the holder answers questions and ends. It gets the lock even if the disk is full or the folder
            read-only, without a file that names it.
    """

    def __init__(self, index: Path, *, program: str, only_asks: bool = False) -> None:
        self._index = index
        self._only_asks = only_asks
        self._owner = _this_process(program)
        self._publishing = threading.Lock()
        self._handle: int | None = None
        self.follows_a_crash = False
        """Whether the previous holder ended without releasing the lock."""

    def acquire(self) -> None:
        """Take the lock.

        Raises:
            IndexLockedError: another process holds it; the message names its pid.
            IndexWriteError: the index folder cannot be made or written.
        """
        handle = self._open()
        locked = _try_lock(handle)
        if locked is None:
            locked = not _is_alive(owner_of(self._index))
        if not locked:
            os.close(handle)
            raise self._locked()
        self._handle = handle
        self.follows_a_crash = owner_of(self._index) is not None
        try:
            self._write_owner()
        except IndexWriteError:
            if not self._only_asks:
                self.release()
                raise

    def holds(self) -> bool:
        """Return whether this process has the lock; it is lost when the index folder is deleted or moved away."""
        if self._handle is None:
            return False
        try:
            ours, named = os.fstat(self._handle), (self._index / LOCK_FILE).stat()
        except OSError:
            return False
        return (ours.st_dev, ours.st_ino) == (named.st_dev, named.st_ino)

    def announce(self, address: str) -> None:
        """Publish the address on which the holder listens; empty withdraws it. Does nothing without the lock."""
        self._publish(address=address)

    def announce_keeping(self) -> None:
        """Publish that the holder stays without clients from now on. Does nothing without the lock."""
        self._publish(keeps_running=True)

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        if self._handle is None:
            return
        if self.holds():
            try:
                (self._index / OWNER_FILE).unlink(missing_ok=True)
            except OSError:
                if not self._only_asks:
                    raise
        os.close(self._handle)
        self._handle = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _open(self) -> int:
        try:
            self._index.mkdir(mode=0o700, parents=True, exist_ok=True)
            return os.open(self._index / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            if self._only_asks:
                with contextlib.suppress(OSError):
                    return os.open(self._index / LOCK_FILE, os.O_RDONLY)
            raise self._unwritable(error) from error

    def _publish(self, **changes: Any) -> None:
        with self._publishing:
            if self.holds():
                self._owner = replace(self._owner, **changes)
                self._write_owner()

    def _write_owner(self) -> None:
        try:
            atomic_write(self._index / OWNER_FILE, msgspec.json.encode(self._owner), fsync=False)
        except OSError as error:
            raise self._unwritable(error) from error

    def _locked(self) -> IndexLockedError:
        owner = owner_of(self._index)
        who = f"process {owner.pid}" if owner else "another process"
        return IndexLockedError("index.locked", index=self._index, owner=who)

    def _unwritable(self, error: OSError) -> IndexWriteError:
        return IndexWriteError("index.folder_not_writable", index=self._index, reason=error.strerror)


def _this_process(program: str) -> Owner:
    return Owner(os.getpid(), start_time(), program)


def _is_alive(owner: Owner | None) -> bool:
    return owner is not None and owner.pid != os.getpid() and is_running(owner.pid, owner.started)


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30
    """Byte that is locked; it is beyond the end of the file, so that other processes can read the file."""

    def _try_lock(handle: int) -> bool | None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool | None:
        """Return whether the lock was free, or None where the file system has no locks."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return None
        return True
