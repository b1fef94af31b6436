"""A checkout between two distant commits below a running engine: how often it compares, and what is wrong then.

``python -P tests/faults/checkout.py GIT_DIRECTORY OLD NEW [--on-branch]``

The repository is cloned, OLD is indexed by an engine without meaning, then git checks out NEW. Once the engine has
settled its files, chunks, nodes and edges are compared with those of an index that was made of NEW. With
``--on-branch`` both commits are on one branch, so that only the difference has to be read; else each is a detached
head of its own, as a checkout of tags gives it. Seconds are given beside those of the fresh index in the same run.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import psutil

from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from search.events import Event, FilesChanged
from search.storage.git.head import branch_of
from search.storage.storage import Storage
from search.types.filters import OWNER
from search.types.status import IndexStatus
from tests.faults.contents import difference, duplicates, rows_of
from tests.faults.killing import VERSIONS

SETTINGS = "[embeddings]\nsemantic = false\n"
SETTLED_S = 8.0
"""An engine that had nothing to do for so long is not about to begin."""

PATIENCE_S = 3_600.0
LOOKED_AT = ("files", "chunks", "nodes", "edges")


@dataclass(slots=True)
class Watching:
    """What an engine told while it was watched."""

    events: Counter[str] = field(default_factory=Counter)
    last: float = field(default_factory=time.monotonic)

    def hear(self, event: Event) -> None:
        """Count how often each path was told to be new."""
        self.last = time.monotonic()
        if isinstance(event, FilesChanged):
            self.events.update(event.paths)


@dataclass(frozen=True, slots=True)
class Taken:
    """What an engine took for something."""

    seconds: float
    processor_s: float


class Measured:
    """An engine of this index whose time is taken."""

    def __init__(self, index: Path, core: RemoteCore) -> None:
        self.index = index
        self.core = core
        self._process = psutil.Process(core.engine_pid)

    def processor_s(self) -> float:
        """Return what the engine and all that it started have worked."""
        times = self._process.cpu_times()
        living = sum(sum(child.cpu_times()[:2]) for child in self._process.children(recursive=True))
        return float(times.user + times.system + times.children_user + times.children_system + living)

    def compared(self) -> list[str]:
        """Return the lines of its log about what it read again."""
        log = (self.index / "logs" / "dowse.log").read_text("utf-8")
        return re.findall(r"event=(?:root_compared|paths_updated) .*", log)


@contextmanager
def engine(index: Path) -> Iterator[Measured]:
    """Yield an engine that follows its folders by words and graph alone."""
    index.mkdir(parents=True)
    config = index.with_suffix(".toml")
    config.write_text(SETTINGS)
    start_engine(index, keep=True, config=config)
    core = RemoteCore.to(index)
    if core is None:
        raise SystemExit("the engine does not answer")
    process = psutil.Process(core.engine_pid)
    try:
        yield Measured(index, core)
    finally:
        core.stop_engine()
        core.close()
        process.wait(120)


def indexed(made: Measured, tree: Path) -> Taken:
    """Have a folder indexed."""
    begun, before = time.monotonic(), made.processor_s()
    made.core.index([str(tree)], semantic=False)
    return Taken(time.monotonic() - begun, made.processor_s() - before)


def checked_out(made: Measured, tree: Path, commit: str, *, on_branch: bool) -> tuple[Taken, Watching]:
    """Check a commit out and wait until the engine has nothing to do any more; the wait itself does not count."""
    watching = Watching()
    stop = made.core.subscribe(watching.hear)
    before, told_before = made.processor_s(), len(made.compared())
    git(tree, *(("reset", "-q", "--hard") if on_branch else ("checkout", "-q", "--detach")), commit)
    begun = watching.last = time.monotonic()
    while (
        len(made.compared()) == told_before
        or not _is_settled(made.core.status(OWNER), branch_of(tree))
        or time.monotonic() < watching.last + SETTLED_S
    ):
        if time.monotonic() > begun + PATIENCE_S:
            raise SystemExit("the engine does not settle")
        time.sleep(0.5)
    stop()
    return Taken(watching.last - begun, made.processor_s() - before), watching


def _is_settled(status: IndexStatus, branch: str) -> bool:
    idle = not status.activity.step and dict(status.states).get("waiting", 0) == 0
    return idle and status.ready.graph == 1.0 and status.roots[0].root.branch == branch


def git(tree: Path, *arguments: str) -> str:
    """Return what git says."""
    return subprocess.run(["git", "-C", tree, *arguments], check=True, capture_output=True, text=True).stdout


def run(scratch: Path, options: argparse.Namespace) -> bool:
    """Print what became of the index; return whether it is as it should be."""
    tree = scratch / "tree"
    old, new = (git(options.repository, "rev-parse", f"{name}^{{commit}}").strip() for name in options.commits)
    subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", options.repository, tree], check=True)
    git(tree, "checkout", "-q", *(("-B", "work") if options.on_branch else ("--detach",)), old)
    with engine(scratch / "followed") as made:
        first = indexed(made, tree)
        print(
            f"{options.commits[0]} indexed in {first.seconds:.0f} s, {first.processor_s:.0f} s of processor time",
            flush=True,
        )
        run_time, watching = checked_out(made, tree, new, on_branch=options.on_branch)
        lines = made.compared()
    with engine(scratch / "fresh") as anew:
        fresh = indexed(anew, tree)
    result, expected = Storage(scratch / "followed", VERSIONS), Storage(scratch / "fresh", VERSIONS)
    have, want = rows_of(result), rows_of(expected)
    differs = difference(*({name: rows[name] for name in LOOKED_AT} for rows in (have, want)))
    twice = duplicates(result.database)
    changed = len(git(tree, "diff", "--name-only", old, new).splitlines())
    again = sum(times > 1 for times in watching.events.values())
    print(
        f"git checkout {' -> '.join(options.commits)}: {changed:,} files differ, "
        f"{', '.join(f'{len(want[name]):,} {name}' for name in LOOKED_AT)} then. "
        f"{sum('root_compared' in line for line in lines)} comparisons and "
        f"{sum('paths_updated' in line for line in lines)} lists of files; {len(watching.events):,} files "
        f"reported, {again} of them more than once. Settled in {run_time.seconds:.0f} s and "
        f"{run_time.processor_s:.0f} s of processor time, {run_time.seconds / fresh.seconds:.2f} and "
        f"{run_time.processor_s / fresh.processor_s:.2f} of those of a fresh index. "
        f"Rows missing {len(differs.missing)}, surplus {len(differs.surplus)}, "
        f"twice {len(twice)}."
    )
    for line in (*lines, *differs.missing[:5], *differs.surplus[:5], *twice[:5]):
        print(f"  {line}")
    result.close()
    expected.close()
    return not (differs.missing or differs.surplus or twice)


def main() -> int:
    """Exit with 1 when the index is not as a fresh one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("commits", nargs=2, metavar=("OLD", "NEW"))
    parser.add_argument("--on-branch", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dowse-checkout-", ignore_cleanup_errors=True) as name:
        os.environ["XDG_RUNTIME_DIR"] = name
        return 0 if run(Path(name).resolve(), options) else 1


if __name__ == "__main__":
    sys.exit(main())
