"""The engine as people have it, on a large index: start, first answer, a command, milliseconds of a query, memory.

``python tests/benchmarks/engine_bench.py [INDEX]`` starts the engine of an index and asks it through its socket.
With no index named, one is made by `grown_index`: of this checkout's words (``ROWS=100000``; 5,000 with
``QUICK=1``), or of the indexes in ``INDEXES=DIR``. The last questions are asked while copies of this checkout's
sources are indexed by word, then while texts are embedded; both are forgotten again. The ratio is to a product
of as many vectors with one in numpy, the least that a script does for meaning alone; it is measured beside each
question: a busy machine is as bad for both. The command ``dowse search`` is measured as a whole process, beside a
Python that does nothing.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import psutil
from grown_index import grow
from results import Results
from source_chunks import quick

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.composition import hosted_core
from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from search.embedding.choose import open_encoder
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery

ROOT = Path(__file__).resolve().parents[2]
ROWS = int(os.environ.get("ROWS", "5000" if quick() else "100000"))
SUBJECTS = ("lease", "index", "request", "query", "file", "thread", "vector", "session", "filter", "token")
VERBS = ("where is the {} closed", "what happens when a {} is missing", "how do we {} twice")
BOTH, PLAIN = "both", "both, plain"
CASES = (
    ("words", RankSettings(mode=Mode.KEYWORD), ""),
    ("meaning", RankSettings(mode=Mode.SEMANTIC), ""),
    (BOTH, RankSettings(), ""),
    (PLAIN, RankSettings(structure=False), ""),
    ("both, one language", RankSettings(), "lang:python"),
    ("both, a folder", RankSettings(), "path:src/**"),
)

SETTINGS = "[docs]\nindex_on_startup = false\nwatch_for_changes = false\n"
"""The repositories of a grown index are not there: nothing may look for them."""

SOURCES = ("search", "app", "indexer", "ui")
"""Folders of this checkout that are indexed while questions are asked: 3 MB."""

EMBEDDED = ("search/retrieval", "search/ranking")
"""What is embedded while questions are asked, in a whole run and in a quick one: copies of 0.2 MB or 50 KB."""

MARKED = 8
"""One line in so many of it gets a word that no other copy has: what was embedded once is not embedded again."""

LEAST_ASKED = 40
"""Questions while indexing: the slowest twentieth of fewer is one of them."""

SCAN_RESTS_S = 0.5
"""The threads of a product go on turning for 30 to 70 ms: a question next to it has one processor less."""


def questions() -> list[str]:
    """Return questions that all differ."""
    made = [verb.format(subject) for verb in VERBS for subject in SUBJECTS]
    return made[:10] if quick() else made


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[round(share * (len(values) - 1))]


def of_this_checkout(folder: Path) -> Path:
    """Index a copy of this checkout's sources by word, as one folder, for an index to be made of."""
    sources = folder / "dowse"
    for name in SOURCES[: 1 if quick() else 3]:
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    with hosted_core(folder / "source", config=None, serves=False, follows=False) as core:
        core.index([str(sources)], semantic=False)
    return folder


def ask(core: RemoteCore, text: str, ranking: RankSettings) -> float:
    began = time.perf_counter()
    core.search(SearchQuery(text, ranking))
    return (time.perf_counter() - began) * 1000


def timed_questions(
    core: RemoteCore, case: tuple[str, RankSettings, str], scan: Callable[[], object], results: Results
) -> float:
    """Ask every question in one way, print, and return the median in milliseconds; scan as often after that."""
    name, ranking, words = case
    seconds, scans = [], []
    for number, text in enumerate(questions()):
        seconds.append(ask(core, f"{text} {name.replace(',', '')} {number} {words}", ranking))
    for _ in seconds:
        began = time.perf_counter()
        scan()
        scans.append((time.perf_counter() - began) * 1000)
    time.sleep(SCAN_RESTS_S)
    middle = percentile(seconds, 0.5)
    results.row(name, "p50, ms", middle, ratio=statistics.median(scans) / middle)
    results.row(name, "p95, ms", percentile(seconds, 0.95))
    return middle


def asked_during(core: RemoteCore, seconds: list[float], work: Callable[[], object]) -> None:
    """Ask without a rest until another thread has done the work, and add the milliseconds of each question."""
    working = threading.Thread(target=work)
    working.start()
    while working.is_alive():
        seconds.append(ask(core, f"{questions()[len(seconds) % 10]} meanwhile {len(seconds)}", RankSettings()))
    working.join()


def told_while(
    core: RemoteCore, case: str, begun: Callable[[Path], Callable[[], object]], folder: Path, results: Results
) -> None:
    """Ask while another client works on folders that are new, as many as it takes to ask often enough.

    ``begun`` makes a folder and returns the work on it.
    """
    seconds: list[float] = []
    folders: list[Path] = []
    while len(seconds) < LEAST_ASKED:
        folders.append(folder / f"new{len(folders)}")
        asked_during(core, seconds, begun(folders[-1]))
    late = percentile(seconds, 0.95)
    results.row(case, f"p50 of {len(seconds)}, ms", percentile(seconds, 0.5))
    results.row(case, "p95, ms", late, goal=150, met=late <= 150)
    for item in folders:
        core.forget(str(item))


def indexing(other: RemoteCore, folder: Path) -> Callable[[], object]:
    """Make a folder of sources and return what indexes its words."""
    for name in SOURCES[: 1 if quick() else None]:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return partial(other.index, [str(folder)], semantic=False)


def embedding(other: RemoteCore, folder: Path) -> Callable[[], object]:
    """Make a folder whose words are indexed and return what gives it its vectors."""
    never_seen(ROOT / EMBEDDED[1 if quick() else 0], folder)
    other.index([str(folder)], semantic=False)
    return partial(other.index, [str(folder)], semantic=True)


def never_seen(source: Path, target: Path) -> None:
    """Copy a folder's modules, with words of this copy alone in their lines."""
    target.mkdir(parents=True)
    word = f"copy{uuid.uuid4().hex}"
    for path in source.glob("*.py"):
        lines = path.read_text("utf-8").split("\n")
        marked = [f"{line}  # {word}" if number % MARKED == 0 else line for number, line in enumerate(lines)]
        (target / path.name).write_text("\n".join(marked), "utf-8")


def ran(*arguments: str) -> float:
    """Return the seconds that Python takes with these arguments, from its start to its end."""
    began = time.perf_counter()
    unheard = subprocess.DEVNULL
    subprocess.run([sys.executable, "-P", *arguments], check=True, cwd=ROOT, stdout=unheard, stderr=unheard)
    return time.perf_counter() - began


def as_command(index: Path, results: Results) -> None:
    """Ask through ``dowse search``, beside a Python that does nothing."""
    seconds, bare = [], []
    for text in questions()[:10]:
        seconds.append(ran("-m", "app", "search", text, "--index", str(index)))
        bare.append(ran("-c", "pass"))
    middle = percentile(seconds, 0.5)
    results.row(
        "dowse search", "p50, s", middle, ratio=percentile(bare, 0.5) / middle, goal=0.3, met=middle <= 0.3
    )


def processor_s(pid: int) -> float:
    """Return the seconds of the processor that a process has taken."""
    spent = psutil.Process(pid).cpu_times()
    return float(spent.user + spent.system)


def proportional_mb(pid: int) -> float:
    """Return what a process takes of memory, shared pages by their share where the system tells."""
    message = psutil.Process(pid).memory_full_info()
    return float(getattr(message, "pss", message.rss)) / 1e6


def measure(index: Path, scratch: Path, results: Results) -> None:
    """Start the engine of an index, and ask it."""
    config = scratch / "settings.toml"
    config.write_text(SETTINGS, "utf-8")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    ran("-c", "import app.composition, app.cli.engine, app.cli.search")
    began = time.perf_counter()
    start_engine(index, keep=True, config=config)
    core = RemoteCore.to(index)
    assert core is not None
    ask(core, "open the window", RankSettings(mode=Mode.KEYWORD))
    worded = time.perf_counter() - began
    results.row("start", "to the first answer by word, s", worded, goal=1, met=worded <= 1)
    try:
        state = core.engine_state()
        results.row("start", "processor seconds of the engine then", processor_s(state.pid))
        results.row("start", "memory then, MB", proportional_mb(state.pid))
        rows = core.status(OWNER).chunks
        while "not ready" in " ".join(map(str, core.search(SearchQuery("open the window")).notes)):
            time.sleep(0.2)
        intended = time.perf_counter() - began
        results.row("start", "to the first answer by meaning, s", intended, goal=2, met=intended <= 2)
        for _ in range(5):
            ask(core, "warm the copy of the vectors", RankSettings())
            time.sleep(1)
        matrix = np.random.default_rng(1).random((rows, 384), np.float32)
        vector = matrix[0].copy()
        medians = {case[0]: timed_questions(core, case, lambda: matrix @ vector, results) for case in CASES}
        times = medians[BOTH] / medians[PLAIN]
        results.row(BOTH, "times the plain weighted hybrid", times, goal=1.5, met=times <= 1.5)
        as_command(index, results)
        results.row(f"{rows:,} chunks", "memory of the engine, MB", proportional_mb(state.pid))
        other = RemoteCore.to(index)
        assert other is not None
        told_while(core, "both, while indexing", partial(indexing, other), scratch / "words", results)
        results.row(f"{rows:,} chunks", "the same after indexing, MB", proportional_mb(state.pid))
        told_while(core, "both, while embedding", partial(embedding, other), scratch / "meaning", results)
    finally:
        core.stop_engine()


def main() -> None:
    """Make the index where none is named, and measure."""
    results = Results("engine")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        scratch = Path(folder)
        index = Path(sys.argv[1]) if len(sys.argv) > 1 else scratch / "index"
        if len(sys.argv) == 1:
            sources = Path(os.environ.get("INDEXES", "") or of_this_checkout(scratch / "sources"))
            grow(index, ROWS, sources, open_encoder().model)
        measure(index, scratch, results)


if __name__ == "__main__":
    main()
