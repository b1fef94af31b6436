"""Hundreds of small folders: what each of them costs, beside what each of a tenth as many costs.

Run: ``python tests/benchmarks/many_roots_bench.py [--roots 300]``. Each folder is a git repository of one to five
small files. Words and dependencies are indexed, without vectors. Prints processor time and commits, and the ratio
of the processor time of a folder among many to that of a folder among few: 1 if no folder costs more because there
are others. The same is printed of a comparison of folders that have not changed, of the size of each folder as
``dowse status`` shows it, and of one file that is added to one folder.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.core.root_status import with_sizes
from indexer.discovery.finder import FileFinder
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from search.storage.storage import Storage
from search.types.files import Root
from search.types.status import RootStatus
from tests.benchmarks.results import Results
from tests.fakes.listener import NoListener

MOST_FILES = 5
FEWER = 10
"""The smaller collection has so many times fewer folders."""


@dataclass(frozen=True)
class Costs:
    """Of a number of folders, processor time in seconds and commits.

    Attributes:
        first: of indexing them.
        again: of comparing them once nothing has changed.
        sizes: of computing how much room each takes.
        added: of a new file in a single folder.
    """

    roots: int
    first: float
    commits: int
    again: float
    sizes: float
    added: float


def make_repositories(folder: Path, count: int) -> list[Path]:
    """Return new repositories, of which each has a commit with one to five files."""
    made = []
    for number in range(count):
        tree = folder / f"project{number:03}"
        tree.mkdir(parents=True)
        for name in range(1 + number % MOST_FILES):
            called = f'def part{name}():\n    """Count the parts of order {number}."""\n    return {name}\n'
            text = f"from part{name - 1} import part{name - 1}\n\n\n{called}" if name else called
            (tree / f"part{name}.py").write_text(text * 3)
        _git(tree, "init", "--quiet")
        _git(tree, "add", ".")
        _git(tree, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "Begin")
        made.append(tree)
    return made


def _git(tree: Path, *command: str) -> None:
    subprocess.run(["git", *command], cwd=tree, check=True, capture_output=True)


def measure(folder: Path, count: int) -> Costs:
    """Return what so many folders cost."""
    trees = make_repositories(folder / "trees", count)
    storage = Storage(folder / "index")
    indexer = Indexer(storage, FileFinder(), Reader(), lambda _event: None, NoListener())
    with storage.roots.written_once():
        roots = [storage.roots.add(tree) for tree in trees]
    try:
        first = _processor_time(lambda: indexer.index_roots(roots, semantic=False))
        commits = storage.database.commits
        again = _processor_time(lambda: indexer.index_roots(roots, semantic=False))
        sizes = _processor_time(lambda: with_sizes(storage, [_status(root) for root in roots], {"edges": 1_000}))
        (trees[0] / "added.py").write_text("def added():\n    return 1\n")
        added = _processor_time(lambda: _add(indexer, roots[0]))
        return Costs(count, first, commits, again, sizes, added)
    finally:
        indexer.close()
        storage.close()


def _status(root: Root) -> RootStatus:
    return RootStatus(root, files=1, chunks=1, disk_bytes=0)


def _add(indexer: Indexer, root: Root) -> None:
    indexer.update_paths(root.id, ["added.py"])
    indexer.index_roots([root], semantic=False)


def _processor_time(action: Callable[[], object]) -> float:
    """Return the processor time of all threads of this process."""
    begun = time.process_time()
    action()
    return time.process_time() - begun


def main() -> None:
    """Measure a few folders, then many, and print the ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--roots", type=int, default=300)
    roots = parser.parse_args().roots
    results = Results("many_roots")
    with tempfile.TemporaryDirectory() as top:
        measure(Path(top) / "first", FEWER)  # libraries are imported, grammars compiled
        few = measure(Path(top) / "few", max(1, roots // FEWER))
        many = measure(Path(top) / "many", roots)
    for costs in (few, many):
        case = f"{costs.roots} folders"
        results.row(case, "indexed, processor ms a folder", 1_000 * costs.first / costs.roots)
        results.row(case, "indexed, commits", costs.commits)
        results.row(case, "compared, processor ms a folder", 1_000 * costs.again / costs.roots)
        results.row(case, "sizes, processor ms a folder", 1_000 * costs.sizes / costs.roots)
        results.row(case, "a file added, processor ms", 1_000 * costs.added)
    for name in ("first", "again", "sizes"):
        ratio = (getattr(many, name) / many.roots) / (getattr(few, name) / few.roots)
        results.row("many beside few", f"{name}, a folder", ratio)
    results.row("many beside few", "a file added", many.added / few.added)


if __name__ == "__main__":
    main()
