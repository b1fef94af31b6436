"""Several folders added at once: when each step of each one is done, the memory by then, and questions meanwhile.

``COLLECTION=DIR`` names a folder whose subfolders are indexed; without it they are parts of this repository.
``VECTORS=0`` ends with the graphs of all folders. ``LIMIT_S`` is the longest time in seconds.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import psutil
from results import Results
from source_chunks import quick

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.composition import SWITCH_S, Role, make_core
from search.config.settings import Settings
from search.ports import SearchCore
from search.storage.heap import limit_heap
from search.types.filters import OWNER
from search.types.query import RankSettings, Rerank, SearchQuery
from search.types.status import RootStatus, Step, StepCounts

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("indexer/pipeline", "search/storage", "search/graph", "ui/widgets", "app/engine")
"""Folders of this repository that stand for repositories where none are given."""

QUESTIONS = (
    "parse the header",
    "timeout of a request",
    "who closes the connection",
    "error",
    "read the settings file",
)
FIRST_LIST = RankSettings(rerank=Rerank.NONE)
"""What the window shows at once; the reader comes after it."""

LOOK_EVERY_S = 0.25
ASK_EVERY_S = 1.0
COUNT_EVERY_S = 300.0
STEPS = ("names", "words", "graph", "vectors")
MEBI = 2**20
GOAL_MIB = 2e9 / MEBI
"""The goal for memory that is not mapped: 2 GB, in MiB."""


class Watch:
    """Notes when each step of each root was done, and the memory of this process then."""

    def __init__(self) -> None:
        self._begun = time.perf_counter()
        self._all_listed = False
        self.times: dict[str, dict[str, float]] = {}
        self.memory: dict[str, float] = {}
        self.processor_s: dict[str, float] = {}
        self.most_memory = self.most_own_memory = self.above_goal_s = 0.0
        self._looked_at = self._begun
        self.answers: list[tuple[float, float]] = []
        """Seconds since the call, and milliseconds, of each question."""
        self.counts: list[tuple[float, int, float, float]] = []
        """Every `COUNT_EVERY_S` seconds: seconds since the call, chunks by then, and `_memory`."""

    def look(self, core: SearchCore) -> None:
        """Note what is done by now."""
        status = core.status(OWNER)
        self._all_listed |= status.activity.step not in {"", Step.NAMES}
        now = time.perf_counter() - self._begun
        if now >= COUNT_EVERY_S * (len(self.counts) + 1):
            self.counts.append((now, status.chunks, *_memory()))
        for root in filter(_has_files, core.roots(OWNER)):
            done = self.times.setdefault(root.root.name, {})
            for step, reached in zip(STEPS, _reached(root), strict=True):
                if reached and step not in done:
                    done[step] = now
        memory, own = _memory()
        self.most_memory = max(memory, self.most_memory)
        self.most_own_memory = max(own, self.most_own_memory)
        looked_at, self._looked_at = self._looked_at, time.perf_counter()
        self.above_goal_s += self._looked_at - looked_at if own > GOAL_MIB else 0.0
        for step in STEPS:
            if step not in self.memory and self.all_done(step):
                self.memory[step] = memory
                self.processor_s[step] = _processor_seconds()

    def all_done(self, step: str) -> bool:
        """Return whether every root that has files has done the step."""
        return self._all_listed and all(step in done for done in self.times.values())

    def ask(self, core: SearchCore, number: int) -> None:
        """Note how long one question takes."""
        begun = time.perf_counter()
        core.search(SearchQuery(QUESTIONS[number % len(QUESTIONS)], FIRST_LIST))
        ended = time.perf_counter()
        self.answers.append((ended - self._begun, (ended - begun) * 1_000))


def _memory() -> tuple[float, float]:
    """Return MiB of this process, and without the files that it maps, which give way when there is no room."""
    info = psutil.Process().memory_info()
    return info.rss / MEBI, (info.rss - getattr(info, "shared", 0)) / MEBI


def _processor_seconds() -> float:
    """Return the processor time of this process and of those that it started, ended ones included."""
    process = psutil.Process()
    times = [process.cpu_times()]
    for child in process.children(recursive=True):
        with suppress(psutil.Error):
            times.append(child.cpu_times())
    return sum(each.user + each.system + each.children_user + each.children_system for each in times)


def _has_files(root: RootStatus) -> bool:
    return root.steps is not None and bool(root.steps.waiting + root.steps.indexed)


def _reached(root: RootStatus) -> tuple[bool, bool, bool, bool]:
    steps = root.steps or StepCounts()
    words = not steps.waiting
    return True, words, words and root.graphed, words and steps.embedded >= steps.indexed


def folders(temporary: Path) -> list[Path]:
    """Return the folders to index."""
    if parent := os.environ.get("COLLECTION"):
        return sorted(path for path in Path(parent).iterdir() if path.is_dir())
    copies = [temporary / part.replace("/", "-") for part in (PARTS[:3] if quick() else PARTS)]
    for part, copy in zip(PARTS, copies, strict=False):
        shutil.copytree(ROOT / part, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copies


def watched(core: SearchCore, paths: list[Path], last: str, limit_s: float) -> Watch:
    """Add the folders in one call and watch until ``last`` is done for all roots.

    A repository inside a folder becomes a root too. What ends indexing is raised here.
    """
    watch = Watch()
    adding = ThreadPoolExecutor(1)  # ends when the core is closed
    added = adding.submit(core.index, [str(path) for path in paths])
    adding.shutdown(wait=False)
    _watch_until(lambda: added.done() or watch.all_done(last), watch, core, limit_s)
    if added.done():
        added.result()
    return watch


def _watch_until(is_over: Callable[[], bool], watch: Watch, core: SearchCore, limit_s: float) -> None:
    end, number = time.perf_counter() + limit_s, 0
    while True:
        over = is_over() or time.perf_counter() > end
        watch.look(core)
        if over:
            return
        if number * ASK_EVERY_S < time.perf_counter() - end + limit_s:
            watch.ask(core, number)
            number += 1
        time.sleep(LOOK_EVERY_S)


def main() -> None:
    """Index the folders and print what was noted."""
    sys.setswitchinterval(SWITCH_S)  # as the engine does
    limit_heap()
    results = Results("collection")
    last = STEPS[-1] if os.environ.get("VECTORS", "1") == "1" else STEPS[-2]
    with tempfile.TemporaryDirectory() as name:
        paths = folders(Path(name))
        with closing(make_core(Path(name) / "index", Settings(), Role(follows=True))) as core:
            watch = watched(core, paths, last, float(os.environ.get("LIMIT_S", "600")))
            files, chunks = core.status(OWNER).files, core.status(OWNER).chunks
    results.row(f"{len(paths)} folders", "files", files)
    results.row(f"{len(paths)} folders", "chunks", chunks)
    for seconds, count, memory, own in watch.counts:
        results.row(f"{len(paths)} folders", f"chunks after {seconds:.0f} s", count)
        results.row(f"{len(paths)} folders", f"memory after {seconds:.0f} s, MiB", memory)
        results.row(f"{len(paths)} folders", f"of it not mapped after {seconds:.0f} s, MiB", own)
    for folder, times in watch.times.items():
        for step, seconds in times.items():
            results.row(folder, f"{step} done after, s", seconds)
    for step in STEPS:
        if step in watch.memory:
            results.row("all folders", f"{step} done after, s", max(done[step] for done in watch.times.values()))
            results.row("all folders", f"processor time by {step}, s", watch.processor_s[step])
            results.row("all folders", f"memory with {step}, MiB", watch.memory[step])
    results.row("all folders", "most memory, MiB", watch.most_memory)
    results.row("all folders", "most that is not mapped, MiB", watch.most_own_memory)
    results.row("all folders", "time with more than 2 GB that is not mapped, s", watch.above_goal_s)
    words_s = max((done.get("words", 0.0) for done in watch.times.values()), default=0.0)
    by_step = {
        "questions meanwhile": [ms for _, ms in watch.answers],
        "questions until the words of all": [ms for at, ms in watch.answers if at <= words_s],
    }
    for name, answers_ms in by_step.items():
        if len(answers_ms) > 1:
            results.row(name, "p50, ms", statistics.median(answers_ms))
            results.row(name, "p95, ms", statistics.quantiles(answers_ms, n=20)[-1])


if __name__ == "__main__":
    main()
