"""What can happen to an index folder as a whole: moved, copied while it is written, or used by a wrong clock."""

import os
import shutil
import threading
import time
from pathlib import Path
from unittest.mock import patch

from search.errors import EngineError
from tests.faults.engine_faults import Scene
from tests.faults.outcome import Outcome
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
