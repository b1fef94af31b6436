"""Engines that are started to be hurt, and the clients that ask them."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import psutil

from app.engine.client import RemoteCore
from search.events import Event, FilesChanged, Notice

START_S = 120.0
EAGER = Path(__file__).with_name("eager_engine.py")


class Engines:
    """Starts engines; all of them end with it.

    Args:
        log: takes what the engines say.
        command: put before the command, such as what makes it another user.
    """

    def __init__(self, log: Path, *, command: tuple[str, ...] = ()) -> None:
        self.log = log
        with log.open("ab") as message:
            self._nursery = subprocess.Popen(
                [*command, sys.executable, "-P", str(EAGER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=message,
                text=True,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._nursery:
            self._nursery.stdin.close()

    def fork(self, index: Path) -> psutil.Process:
        """Return the process of a new engine, which may not listen yet."""
        self._nursery.stdin.write(f"{index}\n")
        self._nursery.stdin.flush()
        return psutil.Process(int(self._nursery.stdout.readline()))

    def start(self, index: Path) -> "HurtEngine":
        """Return a new engine that answers.

        Raises:
            RuntimeError: it ended, or does not answer.
        """
        try:
            return HurtEngine(index, self.fork(index))
        except RuntimeError as error:
            text = self.log.read_text("utf-8", "replace").splitlines()[-12:]
            raise RuntimeError("\n".join([str(error), *text])) from error


class HurtEngine:
    """An engine of this index with a client that listens; `kill` ends it as a power cut would.

    Attributes:
        acknowledged: paths that it said were searchable.
        notices: what it told the person.
        core: asks it.
    """

    def __init__(self, index: Path, process: psutil.Process) -> None:
        self.process = process
        self.acknowledged: set[str] = set()
        self.notices: list[str] = []
        self.core = _connected(index, process)
        self.core.subscribe(self._hear)

    def _hear(self, event: Event) -> None:
        if isinstance(event, FilesChanged):
            self.acknowledged -= set(event.removed)
            self.acknowledged |= set(event.paths)
        elif isinstance(event, Notice):
            self.notices.append(f"{event.message} {event.remedy}")

    def kill(self) -> list[int]:
        """Kill it with SIGKILL and return the children that outlive it; a second call does nothing."""
        orphans = killed(self.process)
        self.core.close()
        return orphans


def killed(process: psutil.Process) -> list[int]:
    """Kill a process with SIGKILL and return the children that outlive it; nothing happens to one that ended."""
    children: list[psutil.Process] = []
    with contextlib.suppress(psutil.NoSuchProcess):
        children = process.children(recursive=True)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(START_S)
    _, alive = psutil.wait_procs(children, timeout=30)
    for orphan in alive:
        orphan.kill()
    return [orphan.pid for orphan in alive]


def _connected(index: Path, process: psutil.Process) -> RemoteCore:
    give_up = time.monotonic() + START_S
    while time.monotonic() < give_up and process.is_running():
        core = RemoteCore.to(index)
        if core is not None:
            if core.engine_pid == process.pid:
                return core
            core.close()
        time.sleep(0.02)
    if not process.is_running():
        raise RuntimeError("the engine ended; its log says why")
    raise RuntimeError(f"the engine has not answered for {START_S:.0f} s")
