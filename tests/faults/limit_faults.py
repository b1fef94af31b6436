"""A mount that does not answer any more, and a group of processes that the system gives little memory."""

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery
from tests.faults.engine_faults import ANY, SOON_S, Scene
from tests.faults.outcome import Outcome, not_run

MEMORY_LIMITS_MB = (20, 60, 120, 200)
"""Beyond what the engine has when it starts."""

_MEMORY_GROUPS = (Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup"))
_LIMIT_FILES = ("memory.limit_in_bytes", "memory.max")


def mount_without_answer(scene: Scene) -> Outcome:
    """Let the mount of a root stand still, as a network folder whose server is gone; ask, and change another root.

    Then the mount answers again.
    """
    fault = "mount of a root does not answer"
    if shutil.which("bindfs") is None or not Path("/dev/fuse").exists():
        return not_run(fault, "there is no bindfs, or no FUSE")
    source, other = scene.folder / "source", scene.folder / "other"
    scene.tree.folder.rename(source)
    scene.tree.folder.mkdir()
    other.mkdir()
    (other / "first.md").write_text("# First\n", "utf-8")
    with _mounted(source, scene.tree.folder) as server:
        core = scene.started().core
        core.index([str(other)])
        server.send_signal(signal.SIGSTOP)
        begun = time.monotonic()
        wrong = _answers_late(core)
        (other / "second.md").write_text("# Estuary\n", "utf-8")
        if not _is_found_soon(core, "estuary"):
            wrong.append(f"what was written to another root is not found after {SOON_S:.0f} s")
        server.send_signal(signal.SIGCONT)
        recovered = time.monotonic() - begun
        scene.tree.alter(20)
        core.index([str(scene.tree.folder)])
        core.forget(str(other))
        return scene.outcome(fault, 1, [recovered], *wrong)


@contextlib.contextmanager
def _mounted(source: Path, target: Path) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen(["bindfs", "-f", str(source), str(target)], stderr=subprocess.DEVNULL)
    try:
        give_up = time.monotonic() + SOON_S
        while not target.is_mount() and time.monotonic() < give_up:
            time.sleep(0.05)
        yield server
    finally:
        server.send_signal(signal.SIGCONT)
        subprocess.run(["umount", "-l", str(target)], check=False, stderr=subprocess.DEVNULL)
        server.kill()
        server.wait()


def _answers_late(core: SearchCore) -> list[str]:
    """Return which questions are not answered soon; a client without an answer is left waiting."""
    questions = {
        "a search": lambda: core.search(ANY),
        "the state": lambda: core.status(OWNER),
        "the list of roots": lambda: core.roots(OWNER),
    }
    late = []
    for name, ask in questions.items():
        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(SOON_S)
        if asking.is_alive():
            late.append(f"{name} is not answered after {SOON_S:.0f} s")
    return late


def _is_found_soon(core: SearchCore, word: str) -> bool:
    give_up = time.monotonic() + SOON_S
    while time.monotonic() < give_up:
        if core.search(SearchQuery(word, RankSettings(mode=Mode.KEYWORD))).files:
            return True
        time.sleep(0.1)
    return False


def little_memory(scene: Scene) -> Outcome:
    """Index in a control group with little memory, where the system kills what takes more; then without one."""
    fault = "control group with little memory"
    killed = 0
    for limit in MEMORY_LIMITS_MB:
        engine = scene.engines.start(scene.index)
        with _control_group(limit) as group:
            if group is None:
                engine.kill()
                return not_run(fault, "no control group can be made")
            (group / "cgroup.procs").write_text(str(engine.process.pid))
            scene.tree.alter(10)
            indexing = threading.Thread(target=_index, args=(scene, engine.core), daemon=True)
            indexing.start()
            indexing.join(2 * SOON_S)
            killed += not engine.process.is_running()
            engine.kill()
            indexing.join(SOON_S)
    begun = time.monotonic()
    scene.started()
    outcome = scene.outcome(fault, len(MEMORY_LIMITS_MB), [time.monotonic() - begun])
    return replace(outcome, noted=(f"the system killed the engine {killed} times",))


def _index(scene: Scene, core: SearchCore) -> None:
    with contextlib.suppress(KnownError, OSError, EOFError):
        core.index([str(scene.tree.folder)])


@contextlib.contextmanager
def _control_group(limit_mb: int) -> Iterator[Path | None]:
    """Make a control group with a limit of memory; None where that cannot be done."""
    made = None
    for parent, limit_file in zip(_MEMORY_GROUPS, _LIMIT_FILES, strict=True):
        group = parent / f"dowse-{os.getpid()}-{limit_mb}"
        if not (parent / "cgroup.procs").exists():
            continue
        with contextlib.suppress(OSError):
            group.mkdir()
            (group / limit_file).write_text(str(limit_mb * 1_000_000))
            made = group
            break
    try:
        yield made
    finally:
        if made is not None:
            give_up = time.monotonic() + SOON_S
            while made.exists() and time.monotonic() < give_up:
                with contextlib.suppress(OSError):
                    made.rmdir()
                time.sleep(0.1)
