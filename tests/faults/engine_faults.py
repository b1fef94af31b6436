"""What can happen to the engine's folder, disk and rights."""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from search.errors import EngineError, IndexDamagedError, IndexWriteError, KnownError, NotFoundError
from search.messages import Message
from search.storage.storage import Storage
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery
from tests.faults.contents import difference, duplicates, rows_of
from tests.faults.engines import Engines, HurtEngine
from tests.faults.killing import VERSIONS, Undisturbed
from tests.faults.outcome import Outcome, not_run
from tests.faults.trees import Tree

ANY = SearchQuery("lease", RankSettings(mode=Mode.KEYWORD))
SOON_S = 60.0


class Scene:
    """A tree, its index, and an index of it that nothing happens to.

    Args:
        index: its folder; may lie on another disk.
    """

    def __init__(self, folder: Path, seed: int, engines: Engines, *, index: Path | None = None) -> None:
        self.folder = folder
        self.index = index or folder / "index"
        self.tree = Tree(folder / "tree", 40, seed)
        self.engines = engines
        self.engine: HurtEngine | None = None

    def started(self) -> HurtEngine:
        """Return a new engine, with the tree indexed."""
        self.engine = self.engines.start(self.index)
        self.engine.core.index([str(self.tree.folder)])
        return self.engine

    def outcome(self, fault: str, times: int, recovered_s: list[float], *wrong: str) -> Outcome:
        """End the engine and compare."""
        if self.engine is not None:
            self.engine.kill()
        undisturbed = Undisturbed(self.folder / "undisturbed", self.tree)
        storage = Storage(self.index, VERSIONS)
        try:
            differs = difference(rows_of(storage), undisturbed.rows())
            twice = duplicates(storage.database)
        finally:
            storage.close()
            undisturbed.close()
        listed = (*wrong, *differs.missing[:2], *differs.surplus[:2])
        return Outcome(
            fault, times, len(differs.missing), len(differs.surplus) + len(twice), tuple(recovered_s), listed
        )


def two_at_once(scene: Scene, times: int) -> Outcome:
    """Start two engines for one index at the same moment."""
    wrong = []
    for _ in range(times):
        pair = [scene.engines.fork(scene.index) for _ in range(2)]
        give_up = time.monotonic() + SOON_S
        while all(item.is_running() for item in pair) and time.monotonic() < give_up:
            time.sleep(0.02)
        living = [item for item in pair if item.is_running()]
        wrong += [] if len(living) == 1 else [f"{len(living)} engines run"]
        for process in living:
            HurtEngine(scene.index, process).kill()
    scene.started()
    return scene.outcome("two engines started at once", times, [], *wrong)


def folder_deleted(scene: Scene) -> Outcome:
    """Delete the index folder below a running engine."""
    engine = scene.started()
    begun = time.monotonic()
    _delete(scene.index)
    wrong = [] if _ends(engine) else ["the engine goes on without its index"]
    engine.kill()
    wrong += ["something was written after the deletion"] if scene.index.exists() else []
    scene.started()
    return scene.outcome("index folder deleted below an engine", 1, [time.monotonic() - begun], *wrong)


def _delete(folder: Path) -> None:
    """Delete a folder in which a process may write meanwhile, so that what was just emptied is not empty."""
    give_up = time.monotonic() + SOON_S
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=time.monotonic() < give_up)


def _ends(engine: HurtEngine) -> bool:
    give_up = time.monotonic() + SOON_S
    while time.monotonic() < give_up:
        if not engine.process.is_running():
            return True
        time.sleep(0.05)
    return False


def file_damaged(scene: Scene) -> Outcome:
    """Overwrite the data files of three tables in turn, while no engine runs and while one does."""
    wrong, recovered = [], []
    scene.started()
    for table in ("chunks", "files", "nodes"):
        for running in (False, True):
            _stop_or_not(scene, running=running)
            aside = _set_aside(scene)
            _overwrite(scene.index / "lance" / f"{table}.lance" / "data")
            begun = time.monotonic()
            notices = _bring_back(scene, aside)
            recovered.append(time.monotonic() - begun)
            if not any(notice.code == "index.renewed" for notice in notices):
                wrong.append(f"{table}: nobody is told")
    return scene.outcome("data file corrupted", len(recovered), recovered, *wrong)


def _set_aside(scene: Scene) -> int:
    return len(list(scene.index.parent.glob("index.damaged-*")))


def _stop_or_not(scene: Scene, *, running: bool) -> None:
    if not running and scene.engine is not None:
        scene.engine.kill()


def _overwrite(folder: Path) -> None:
    for file in folder.glob("*.lance"):
        file.write_bytes(os.urandom(file.stat().st_size))


def _bring_back(scene: Scene, aside: int) -> tuple[Message, ...]:
    """Do what a person does: ask, index, and try again, until a new index is whole; return what was told."""
    give_up = time.monotonic() + 10 * SOON_S
    folder = str(scene.tree.folder)
    while time.monotonic() < give_up:
        try:
            if scene.engine is None or not scene.engine.process.is_running():
                scene.engine = scene.engines.start(scene.index)
            core = scene.engine.core
            core.search(ANY)
            if _set_aside(scene) > aside:
                core.index([folder])
                return core.status(OWNER).notices
            core.index([folder])
            core.forget(folder)
        except (EngineError, IndexDamagedError, NotFoundError):
            time.sleep(0.2)
    return ()


def disk_full(scene: Scene, fill: Callable[[], None], free: Callable[[], None]) -> Outcome:
    """Fill the disk of the index, change files, then free the disk."""
    engine = scene.started()
    wrong = []
    fill()
    scene.tree.alter(30)
    try:
        engine.core.index([str(scene.tree.folder)])
        wrong.append("nobody is told that the disk is full")
    except IndexWriteError as error:
        wrong += [] if ".rs" not in str(error) and error.remedy else [f"told: {error}"]
    try:
        engine.core.search(ANY)
    except KnownError as error:
        wrong.append(f"no answers while the disk is full: {error}")
    free()
    begun = time.monotonic()
    engine.core.index([str(scene.tree.folder)])
    return scene.outcome("disk full", 1, [time.monotonic() - begun], *wrong)


def on_small_disk(folder: Path, seed: int, engines: Engines) -> Outcome:
    """Run `disk_full` on a small file system in memory, where this user may mount one."""
    disk = folder / "disk"
    disk.mkdir(parents=True)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        return not_run("disk full", "no file system may be mounted here")
    try:
        filler = disk / "filler"
        scene = Scene(folder, seed, engines, index=disk / "index")
        return disk_full(scene, lambda: _fill(filler), filler.unlink)
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def _fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        for size in (1_000_000, 4_096, 1):
            with contextlib.suppress(OSError):
                while file.write(b"x" * size):
                    pass


def permission_lost(folder: Path, seed: int, engines: Engines) -> Outcome:
    """Take away the right to write the index and to read some files, then give both back; not as root."""
    scene = Scene(folder, seed, engines)
    _give(folder)
    engine = scene.started()
    wrong = []
    for file in sorted(scene.tree.folder.rglob("*.py"))[:10]:
        file.chmod(0)
    for position in [scene.index, *scene.index.rglob("*")]:
        position.chmod(position.stat().st_mode & ~0o222)
    scene.tree.alter(10)
    _give(scene.tree.folder)
    try:
        engine.core.index([str(scene.tree.folder)])
        wrong.append("nobody is told that the index may not be written")
    except IndexWriteError as error:
        wrong += [] if "permission denied" in str(error).lower() else [f"told: {error}"]
    for position in [scene.index, *scene.index.rglob("*"), *scene.tree.folder.rglob("*")]:
        position.chmod(position.stat().st_mode | 0o700)
    begun = time.monotonic()
    engine.core.index([str(scene.tree.folder)])
    return scene.outcome("permission lost and given back", 1, [time.monotonic() - begun], *wrong)


def _give(folder: Path) -> None:
    """Let the engines' user own a folder, where that is another user than this one."""
    if os.getuid() == 0:
        subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", folder], check=True)


NOBODY = 65_534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
