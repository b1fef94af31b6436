"""``make faults``: brings every fault about and prints what became of the index.

``python -P tests/faults/run.py [--seed N] [--moments 500] [--points N] [--tiny-files 100000] [--only GROUP]``

By default every change of the small run is reached; ``--points`` takes about so many of them for each fault.
"""

import argparse
import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import structlog

from tests.faults import engine_faults, file_faults, folder_faults, limit_faults, many_files
from tests.faults.branch_kills import Switching
from tests.faults.engines import Engines
from tests.faults.killing import Killing
from tests.faults.outcome import Outcome, not_run, table
from tests.faults.points import point_outcomes

TINY_FILES = 100_000
LOG_BYTES = 200_000_000
ALL_POINTS = 1_000_000
KINDS = 8
"""Kinds of work at which an engine is killed."""


def killed(folder: Path, seed: int, moments: int) -> Iterator[Outcome]:
    """Yield what SIGKILL at random moments did."""
    each = max(1, moments // KINDS)
    with Engines(folder / "engines.log") as engines:
        yield from Killing(folder / "one", seed, engines).run(each)
        yield from Switching(folder / "branches", seed, engines).run(each)


def engine_outcomes(folder: Path, seed: int) -> Iterator[Outcome]:
    """Yield what became of engines whose folder, disk or rights were taken away."""
    with Engines(folder / "engines.log") as engines:

        def scene(name: str) -> engine_faults.Scene:
            return engine_faults.Scene(folder / name, seed, engines)

        yield engine_faults.two_at_once(scene("two"), 5)
        yield engine_faults.folder_deleted(scene("deleted"))
        yield folder_faults.moved(scene("moved"))
        yield folder_faults.copied(scene("copied"), 6)
        yield folder_faults.events_lost(scene("events"))
        yield limit_faults.mount_without_answer(scene("mount"))
        yield limit_faults.little_memory(scene("memory"))
        yield engine_faults.file_damaged(scene("damaged"))
        yield engine_faults.on_small_disk(folder / "full", seed, engines)
    yield _permission(folder / "rights", seed)


def _permission(folder: Path, seed: int) -> Outcome:
    as_other = os.getuid() == 0
    if as_other and shutil.which("setpriv") is None:
        return not_run("permission lost and given back", "root may do everything, and there is no setpriv")
    folder.mkdir()
    command = ("env", f"HOME={folder}", *engine_faults.AS_NOBODY) if as_other else ()
    with Engines(folder / "engines.log", command=command) as engines:
        return engine_faults.permission_lost(folder / "scene", seed, engines)


def file_outcomes(folder: Path, seed: int) -> Iterator[Outcome]:
    """Yield what became of indexes of odd files."""
    yield file_faults.vanishing(folder / "vanishing", seed)
    yield file_faults.clock_set_back(folder / "clock", seed)
    yield folder_faults.clock_of_another_year(folder / "year", seed)
    yield file_faults.circles(folder / "circles", seed)
    yield file_faults.odd_names(folder / "names")
    yield file_faults.parsers(folder / "parsers")
    yield file_faults.mount_vanishes(folder / "drive", seed)


def large_outcomes(folder: Path, tiny_files: int) -> Iterator[Outcome]:
    """Yield what became of indexes of much."""
    yield file_faults.large_log(folder / "log", LOG_BYTES)
    yield many_files.many_tiny(folder / "tiny", tiny_files)


def main() -> int:
    """Print the table; exit status 1 when a promise was broken."""
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--moments", type=int, default=500)
    options.add_argument("--tiny-files", type=int, default=TINY_FILES)
    options.add_argument("--points", type=int, default=ALL_POINTS)
    options.add_argument("--only", choices=("files", "large", "engine", "kill", "points"), action="append")
    query = options.parse_args()
    groups: dict[str, Callable[[Path], Iterator[Outcome]]] = {
        "files": lambda folder: file_outcomes(folder, query.seed),
        "large": lambda folder: large_outcomes(folder, query.tiny_files),
        "engine": lambda folder: engine_outcomes(folder, query.seed),
        "kill": lambda folder: killed(folder, query.seed, query.moments),
        "points": lambda folder: point_outcomes(folder, query.seed, query.points),
    }
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    print(f"seed {query.seed}", flush=True)
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="dowse-faults-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        os.environ["XDG_RUNTIME_DIR"] = name
        os.environ.setdefault("DOWSE_READER", "off")  # a model that only explains answers, read at each search
        for group in query.only or groups:
            (Path(name).resolve() / group).mkdir()
            for outcome in groups[group](Path(name).resolve() / group):
                print(outcome, file=sys.stderr, flush=True)
                outcomes.append(outcome)
    print(table(outcomes))
    return 0 if all(item.is_well for item in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
