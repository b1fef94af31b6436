"""Starts the engine of an index as a separate process, and waits until it answers."""

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO

from app.engine.channel import connect
from app.engine.lock import end_older_engine, owner_of
from app.installation.program import program
from app.installation.version import VERSION
from search.errors import EngineError, IndexDamagedError

START_S = 60.0
"""Seconds to wait until an engine answers; it listens before it loads a model."""

LOOK_AGAIN_S = 0.02

KEEP, CONFIG = "--keep", "--config"
"""Options of an engine that its successor gets as well."""

LOCKED = 75
"""Exit status of an engine whose index is locked: a temporary failure, as in sysexits.h."""

DAMAGED = 65
"""Exit status of an engine that cannot read its index: a data error, as in sysexits.h."""


def start_engine(
    index: Path, *, keep: bool = False, grace_s: float | None = None, config: Path | None = None
) -> int:
    """Start an engine for this index unless one answers already; return the process id of the engine.

    If two are started at once, one gets the writer lock and the other ends; both callers get the first.

    Raises:
        EngineError: the engine ended before it answered; the message is its output.
        IndexDamagedError: it ended because it cannot read the index.
    """
    command = _command(index, keep=keep, grace_s=grace_s, config=config)
    deadline = time.monotonic() + START_S
    while (pid := _answering(index)) is None:
        if time.monotonic() > deadline:
            raise EngineError("engine.not_started", seconds=START_S, folder=index / "logs")
        with tempfile.TemporaryFile() as output:
            _run_until_it_answers(index, _launch(command, index, output), output, deadline)
    return pid


def replace_older_engine(index: Path) -> None:
    """End the engine of this index if an older version of the program runs it, as after an update.

    An engine that stays without clients would otherwise go on until the next login. Its successor is started at
    once, with the same settings file, and stays as well.

    Raises:
        EngineError: the older engine does not end, or the new one does not start.
        IndexDamagedError: the new engine cannot read the index.
    """
    owner = owner_of(index)
    arguments = end_older_engine(index, VERSION)
    was_made_to_stay = bool(arguments) and owner is not None and owner.keeps_running
    if KEEP in arguments or was_made_to_stay:
        config = arguments[arguments.index(CONFIG) + 1] if CONFIG in arguments else None
        start_engine(index, keep=True, config=None if config is None else Path(config))
        _make_it_stay(index)


def _make_it_stay(index: Path) -> None:
    """Have the engine of this index stay without clients: an open window may have started it before."""
    from app.engine.link import Link
    from app.engine.operations import EngineOperations

    link = Link.to(index)
    if link is not None:
        with contextlib.closing(link):
            link.call(EngineOperations.keep_running.name, (), START_S)


def _run_until_it_answers(
    index: Path, process: subprocess.Popen[bytes], output: IO[bytes], deadline: float
) -> None:
    """Return when an engine answers, when this one lost the race for the lock, or at the deadline."""
    while time.monotonic() < deadline:
        ended = process.poll()
        if _answering(index) is not None:
            return
        if ended == LOCKED:
            time.sleep(LOOK_AGAIN_S * 10)  # the holder is about to listen, or is a command that ends soon
            return
        if ended == DAMAGED:
            raise IndexDamagedError("engine.index_unreadable", reason=_reason(output))
        if ended is not None:
            raise EngineError("engine.start_failed", reason=_reason(output))
        time.sleep(LOOK_AGAIN_S)


def _answering(index: Path) -> int | None:
    connected = connect(index)
    if connected is None:
        return None
    connection, welcome = connected
    connection.close()
    return welcome.pid


def _command(index: Path, *, keep: bool, grace_s: float | None, config: Path | None) -> list[str]:
    command = [*program(), "engine", "run", "--index", str(index)]
    command += [KEEP] if keep else []
    command += [] if grace_s is None else ["--grace", str(grace_s)]
    return command + ([] if config is None else [CONFIG, str(config)])


def _launch(command: list[str], index: Path, output: IO[bytes]) -> subprocess.Popen[bytes]:
    flags = 0
    if sys.platform == "win32":
        # an invisible console: without one, each process that reads files would open its own
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=output,
        start_new_session=os.name != "nt",
        creationflags=flags,
        cwd=index if index.is_dir() else None,
    )
    threading.Thread(target=process.wait, name="engine-reaper", daemon=True).start()
    return process


def _reason(output: IO[bytes]) -> str:
    output.seek(0)
    lines = output.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("error: ") if lines else "the engine ended before it answered"
