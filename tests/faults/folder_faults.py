"""An index folder that is moved, copied while it is written or used by a wrong clock; events of a folder lost."""

import os
import shutil
import signal
import threading
import time
from pathlib import Path
from unittest.mock import patch

from search.errors import EngineError
from search.ports import SearchCore
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery
from tests.faults.engine_faults import SOON_S, Scene
from tests.faults.outcome import Outcome, not_run
from tests.faults.trees import Tree
from tests.faults.workshop import Workshop

YEAR_S = 365 * 86_400.0


def moved(scene: Scene) -> Outcome:
    """Rename the index folder while no engine runs, change the tree, and start an engine on it."""
    scene.started().kill()
    target = scene.index.with_name("elsewhere")
    scene.index.rename(target)
    scene.index = target
    scene.tree.alter(10)
    begun = time.monotonic()
    scene.started()
    return scene.outcome("index folder moved", 1, [time.monotonic() - begun])


def copied(scene: Scene, times: int) -> Outcome:
    """Copy the index folder while an engine writes it, and start an engine on the copy."""
    lost, surplus = 0, 0
    recovered: list[float] = []
    wrong: list[str] = []
    original = scene.index
    engine = scene.started()
    for number in range(times):
        scene.tree.alter(20)
        writer = threading.Thread(target=engine.core.index, args=([str(scene.tree.folder)],))
        writer.start()
        time.sleep(0.15 * number)
        scene.index = original.with_name(f"copy-{number}")
        shutil.copytree(original, scene.index, ignore_dangling_symlinks=True, copy_function=_copy_if_there)
        writer.join()
        begun = time.monotonic()
        if not _opens(scene):
            wrong.append(f"copy {number} does not open")
            continue
        recovered.append(time.monotonic() - begun)
        outcome = scene.outcome("", 1, [])
        lost, surplus = lost + outcome.lost, surplus + outcome.duplicated
        wrong += outcome.wrong
        shutil.rmtree(scene.folder / "undisturbed")
    engine.kill()
    return Outcome("index folder copied while it is written", times, lost, surplus, tuple(recovered), tuple(wrong))


def _copy_if_there(source: str, target: str) -> str:
    """Copy a file, unless the engine has deleted it since the folder was listed."""
    try:
        return shutil.copy2(source, target)
    except FileNotFoundError:
        return target


def _opens(scene: Scene) -> bool:
    """Start an engine on the copy; one that cannot be read is set aside by the next engine, as anywhere."""
    for _ in range(3):
        try:
            scene.started()
        except (EngineError, RuntimeError):
            time.sleep(0.5)
        else:
            return True
    return False


def clock_of_another_year(folder: Path, seed: int) -> Outcome:
    """Index with the clock a year ahead, then a year behind, then right; files carry the time of the clock."""
    tree = Tree(folder / "tree", 40, seed)
    recovered: tuple[float, ...] = ()
    true_time = time.time
    with Workshop(folder) as shop:
        shop.index()
        for shift in (YEAR_S, -YEAR_S, 0.0):
            with patch("time.time", lambda shift=shift: true_time() + shift):
                for path in tree.alter(15):
                    os.utime(shop.tree / path, (time.time(), time.time()))
                recovered += shop.timed()
        return shop.compared("clock a year ahead, then a year behind", 2, recovered)


def events_lost(scene: Scene) -> Outcome:
    """Stop the engine, let the system's queue of events overflow, change files, and let the engine go on.

    No command indexes again: the engine has to notice by itself that it missed events.
    """
    limit = Path("/proc/sys/fs/inotify/max_queued_events")
    if not limit.exists():
        return not_run("events lost", "no queue of inotify")
    core = scene.started().core
    process = scene.engine.process
    os.kill(process.pid, signal.SIGSTOP)
    noise = scene.tree.folder / "part0" / "noise.md"
    for _ in range(int(limit.read_text())):  # two events and more each time
        noise.touch()
        noise.unlink()
    scene.tree.alter(20)
    (scene.tree.folder / "last.md").write_text("# Estuary\n", "utf-8")
    os.kill(process.pid, signal.SIGCONT)
    begun = time.monotonic()
    wrong = []
    while not core.search(SearchQuery("estuary", RankSettings(mode=Mode.KEYWORD))).files:
        if time.monotonic() - begun > SOON_S:
            wrong.append(f"what was written then is not found after {SOON_S:.0f} s")
            break
        time.sleep(0.1)
    taken_s = time.monotonic() - begun
    _settle(core)
    return scene.outcome("more changes than the system's queue of events holds", 1, [taken_s], *wrong)


def _settle(core: SearchCore) -> None:
    """Wait until the engine has had nothing to do for a second."""
    idle_since = time.monotonic()
    give_up = idle_since + SOON_S
    while time.monotonic() - idle_since < 1.0 and time.monotonic() < give_up:
        status = core.status(OWNER)
        if status.activity.step or dict(status.states).get("waiting", 0) or status.ready.graph < 1.0:
            idle_since = time.monotonic()
        time.sleep(0.05)
