"""Files that vanish, lead in circles, are many, large, oddly named, or end what reads them."""

import os
import shutil
import threading
import time
from pathlib import Path
from unittest.mock import patch

from indexer.discovery.rules import Rules
from indexer.pipeline import reading_pool, reading_process
from indexer.pipeline.planning import CRASHED, HANGS
from search.types.files import FileState
from tests.fakes.readers import CrashingReader, DocumentsEndReader, HangingReader
from tests.faults.outcome import Outcome
from tests.faults.trees import Tree
from tests.faults.workshop import Workshop, indexed

DAY_S = 86_400.0


def vanishing(folder: Path, seed: int) -> Outcome:
    """Delete files while they are read."""
    Tree(folder / "tree", 120, seed)
    with Workshop(folder) as shop:
        files = sorted(shop.tree.rglob("*.*"))[::3]
        remover = threading.Thread(target=_remove_all, args=(files,))
        remover.start()
        shop.index()
        remover.join()
        return shop.compared("file vanishes while it is read", len(files), shop.timed())


def _remove_all(files: list[Path]) -> None:
    for file in files:
        file.unlink()
        time.sleep(0.002)


def clock_set_back(folder: Path, seed: int) -> Outcome:
    """Index, set the clock back by a day, save files with older times than before, and index again."""
    tree = Tree(folder / "tree", 40, seed)
    with Workshop(folder) as shop:
        shop.index()
        true_time = time.time
        with patch("time.time", lambda: true_time() - DAY_S):
            for path in tree.alter(20):
                os.utime(shop.tree / path, (time.time(), time.time()))
            recovered = shop.timed()
        return shop.compared("clock set back by a day", 1, recovered)


def circles(folder: Path, seed: int) -> Outcome:
    """Index a tree whose links lead to itself, with and without following them."""
    Tree(folder / "tree", 30, seed)
    (folder / "tree" / "part0" / "up").symlink_to(folder / "tree")
    (folder / "tree" / "here").symlink_to(".")
    (folder / "tree" / "a").symlink_to("b")
    (folder / "tree" / "b").symlink_to("a")
    with Workshop(folder, rules=Rules(follow_links=True)) as following:
        following.index()
        once = indexed(following.rows())
    shutil.rmtree(folder / "index")
    with Workshop(folder) as shop:
        recovered = shop.timed()
        wrong = [] if indexed(shop.rows()) == once else ["following links finds other files"]
        return shop.compared("links that lead in circles", 4, recovered, *wrong)


def large_log(folder: Path, size_bytes: int) -> Outcome:
    """Index a log far above the limit beside a small file, then with the limit raised."""
    with Workshop(folder) as shop:
        line = b"2024-01-01 12:00:00 INFO lease renewed by worker 17 after 9 ms\n"
        with (shop.tree / "server.log").open("wb") as log:
            for _ in range(size_bytes // (len(line) * 10_000)):
                log.write(line * 10_000)
        (shop.tree / "a.py").write_text("lease = 1\n")
        recovered = shop.timed()
        row = shop.rows()["server.log"]
        well = (row.state, row.reason) == (FileState.SKIPPED, "size") and "a.py" in indexed(shop.rows())
    with Workshop(folder, rules=Rules(max_bytes=2 * size_bytes)) as shop:
        recovered += shop.timed()
        well &= shop.rows()["server.log"].state is FileState.TRUNCATED
    wrong = () if well else ("the log is neither skipped by its size nor truncated",)
    return Outcome(f"one log of {size_bytes // 1_000_000} MB", 2, 0, 0, recovered, wrong)


def odd_names(folder: Path) -> Outcome:
    """Index, change and delete files whose names hold line breaks, pictures, and bytes that are no text."""
    names = [
        "new\nline.py",
        "\U0001f680 rocket.py",
        os.fsdecode(b"caf\xe9.py"),
        "-rf.py",
        "a:b@c.py",
        "tab\there.py",
    ]
    with Workshop(folder) as shop:
        for number, name in enumerate(names):
            (shop.tree / name).write_text(f"class Odd{number}:\n    pass\n")
        shop.index()
        first = len(indexed(shop.rows()))
        (shop.tree / names[0]).unlink()
        (shop.tree / names[1]).write_text("class Other:\n    pass\n")
        (shop.tree / names[2]).rename(shop.tree / "plain.py")
        recovered = shop.timed()
        wrong = [] if first == len(names) else [f"{len(names) - first} odd names are not indexed"]
        return shop.compared("odd file names", len(names), recovered, *wrong)


def parsers(folder: Path) -> Outcome:
    """Read files that crash or hang their parser, in large and in small roots."""
    wrong = [
        text for position in (_crash, _hang, _document) for text in position(folder / position.__name__.strip("_"))
    ]
    return Outcome("parser crashes, hangs, or ends at a document", 3, 0, 0, (), tuple(wrong))


def _crash(folder: Path) -> list[str]:
    (folder / "tree").mkdir(parents=True)
    for number in range(80):
        file = folder / "tree" / f"{number}.py"
        file.write_text(f"lease = {number}\n")
        os.utime(file, (2_000_000_000 - number, 2_000_000_000 - number))  # the newest 32 are read in this process
    with Workshop(folder, reader=CrashingReader()) as shop, patch.object(reading_pool, "POOL_ABOVE_BYTES", 0):
        shop.index()
        return _only("40.py", CRASHED, shop)


def _hang(folder: Path) -> list[str]:
    (folder / "tree").mkdir(parents=True)
    for name in ("a.py", "b.pdf", "c.py"):
        (folder / "tree" / name).write_text("lease = 1\n")
    with Workshop(folder, reader=HangingReader()) as shop, patch.object(reading_process, "HANG_SECONDS", 1.0):
        shop.index()
        return _only("b.pdf", HANGS, shop)


def _document(folder: Path) -> list[str]:
    (folder / "tree").mkdir(parents=True)
    (folder / "tree" / "a.py").write_text("lease = 1\n")
    (folder / "tree" / "report.docx").write_bytes(b"broken")
    with Workshop(folder, reader=DocumentsEndReader()) as shop:
        shop.index()
        return _only("report.docx", CRASHED, shop)


def _only(path: str, reason: str, shop: Workshop) -> list[str]:
    failed = {row.path: row.reason for row in shop.rows().values() if row.state is FileState.FAILED}
    waiting = [row.path for row in shop.rows().values() if row.state is FileState.WAITING]
    return [] if failed == {path: reason} and not waiting else [f"failed {failed}, waiting {waiting}"]


def mount_vanishes(folder: Path, seed: int) -> Outcome:
    """Take a root away as an unmounted drive: an empty folder is left; then bring it back."""
    Tree(folder / "tree", 60, seed)
    with Workshop(folder) as shop:
        shop.index()
        count = shop.storage.chunks.count()
        shop.tree.rename(folder / "drive")
        shop.tree.mkdir()
        shop.index()
        wrong = [] if set(shop.states()) == {"offline"} else [f"states are {shop.states()}"]
        wrong += [] if shop.storage.chunks.count() == count else ["chunks of an offline root are gone"]
        shop.tree.rmdir()
        (folder / "drive").rename(shop.tree)
        return shop.compared("drive of a root vanishes and comes back", 1, shop.timed(), *wrong)
