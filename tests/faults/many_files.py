"""Very many very small files: indexed, searched, changed, watched, and a tenth of them deleted at once."""

import os
import shutil
import time
from pathlib import Path

import psutil

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from indexer.watching.budget import INOTIFY_LIMIT
from search.config.settings import Embeddings, Settings
from search.events import Event, Progress
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery
from tests.faults.outcome import Outcome

WORDS_ONLY = Settings(embeddings=Embeddings(semantic=False))
FOLDERS = 331
FOUND_WITHIN_S = 300.0
CHANGES = 5
DELETED = "tenth"
"""The folder of every tenth file, which is deleted as a whole."""


class _Steps:
    """When each step of indexing was over: seconds by the clock and of processor time since the start."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._before = processor_s()
        self._step = ""
        self.lines: list[str] = []

    def hear(self, event: Event) -> None:
        """Note the end of a step."""
        if isinstance(event, Progress) and event.activity.step != self._step:
            if self._step:
                self.lines.append(f"{self._step} ready after {self.elapsed()}")
            self._step = event.activity.step

    def elapsed(self) -> str:
        """Return what was taken until now."""
        return f"{time.monotonic() - self._begun:.1f} s, {processor_s() - self._before:.1f} s of processor time"


def processor_s() -> float:
    """Return the processor time of this process and of those that it started and that ended."""
    return sum(os.times()[:4])


def many_tiny(folder: Path, count: int) -> Outcome:
    """Index them as an engine does, ask for one, change a few and wait until that is found."""
    for number in range(count):
        top = folder / "tree" / DELETED if number % 10 == 0 else folder / "tree"
        path = top / str(number % FOLDERS)
        path.mkdir(parents=True, exist_ok=True)
        (path / f"{number}.txt").write_text(f"note {number}\n")
    core = make_core(folder / "index", WORDS_ONLY, Role(follows=True))
    try:
        return _outcome(core, folder / "tree", count)
    finally:
        core.close()


def _outcome(core: LocalCore, tree: Path, count: int) -> Outcome:
    steps = _Steps()
    stop = core.subscribe(steps.hear)
    begun = time.monotonic()
    core.index([str(tree)], semantic=False)
    recovered_s = time.monotonic() - begun
    stop()
    counts = [len(_paths_for(core, f"note {number}")) for number in (0, count // 2, count - 1)]
    wrong = () if all(counts) else ("a file is not found by its number",)
    asked_s = _seconds_of_a_query(core, count)
    before = processor_s()
    saved_s = [_saved_until_found(core, tree, f"changed{number}") for number in range(CHANGES)]
    saving_s = (processor_s() - before) / CHANGES
    before = processor_s()
    core.index([str(tree)], semantic=False)
    again_s = processor_s() - before
    lost = count - _indexed(core) + CHANGES
    before = processor_s()
    forgotten_s = _deleted_until_gone(core, tree)
    forgetting_s = processor_s() - before
    left = count - len(range(0, count, 10)) + CHANGES
    lost += left - _indexed(core)
    if f"{DELETED}/0/0.txt" in _paths_for(core, "note 0") or not _paths_for(core, f"note {count - 1}"):
        wrong = (*wrong, "a deleted file is found, or one that is there is not")
    memory = psutil.Process().memory_info().rss / 1e6
    median_s = sorted(saved_s)[CHANGES // 2]
    saving = f"{median_s:.2f} s (median of {CHANGES}), {saving_s:.2f} s of processor time with the waiting for it"
    forgetting = f"{forgotten_s:.1f} s after it was deleted, {forgetting_s:.1f} s of processor time"
    noted = (
        *steps.lines,
        f"a query took {asked_s * 1_000:.0f} ms; a saved file was found after {saving}",
        f"comparing all with the disk again took {again_s:.1f} s of processor time",
        f"a folder with a tenth of them was gone {forgetting}",
        f"memory {memory:.0f} MB; {_budget(core)}; the index takes {core.status(OWNER).disk_bytes / 1e6:.0f} MB",
    )
    return Outcome(f"{count:,} tiny files", 1, lost, 0, (recovered_s,), wrong, noted)


def _indexed(core: LocalCore) -> int:
    return dict(core.status(OWNER).states).get("indexed", 0)


def _deleted_until_gone(core: LocalCore, tree: Path) -> float:
    """Delete a folder; return the seconds until none of its files counts as indexed, by events alone."""
    retained = _indexed(core) - sum(1 for path in (tree / DELETED).rglob("*.txt"))
    shutil.rmtree(tree / DELETED)
    begun = time.monotonic()
    while _indexed(core) > retained:
        if time.monotonic() - begun > FOUND_WITHIN_S:
            raise RuntimeError(f"deleted files still count as indexed after {FOUND_WITHIN_S:.0f} s")
        time.sleep(0.2)
    return time.monotonic() - begun


def _paths_for(core: LocalCore, words: str) -> set[str]:
    query = SearchQuery(f'"{words}"', RankSettings(mode=Mode.KEYWORD))
    return {file.path for file in core.search(query).files}


def _seconds_of_a_query(core: LocalCore, count: int) -> float:
    begun = time.monotonic()
    _paths_for(core, f"note {count // 3}")
    return time.monotonic() - begun


def _saved_until_found(core: LocalCore, tree: Path, word: str) -> float:
    (tree / "7" / f"{word}.txt").write_text(f"{word}\n")
    begun = time.monotonic()
    while not _paths_for(core, word):
        if time.monotonic() - begun > FOUND_WITHIN_S:
            raise RuntimeError(f"{word} is not found after {FOUND_WITHIN_S:.0f} s")
        time.sleep(0.02)
    return time.monotonic() - begun


def _budget(core: LocalCore) -> str:
    how = ", ".join(status.watching for status in core.roots(OWNER))
    limit = int(INOTIFY_LIMIT.read_text("ascii")) if INOTIFY_LIMIT.exists() else 0
    return f"followed by {how}, {2 * FOLDERS + 2} folders of {limit:,} that the system lets be watched"
