"""Which files the commits changed together with others."""

import math
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from search.retrieval.commits import roots_by_scope
from search.storage.git.log import Commit
from search.storage.storage import Storage
from search.types.ids import FileId, RootId, file_id

ChangedTogether = Mapping[FileId, tuple[float, str]]
"""For each file its share in 0..1, the largest 1, and the path of the file that it was changed with most."""

_FEW = 2
"""Added to the number of a file's commits, so that two files that share their only commit prove little."""


@dataclass(frozen=True, slots=True)
class _Log:
    """The commits of a root by their number.

    Attributes:
        changed: paths of each.
        commits: numbers of those that changed a path.
    """

    version: str
    changed: Sequence[Sequence[str]]
    commits: Mapping[str, Sequence[int]]


class CoChangeIndex:
    """The histories of an index, file by file, as far as questions touched them; any number of threads may ask."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.Lock()
        self._known: dict[RootId, _Log] = {}

    def with_best(self, best: Mapping[FileId, float], files: Collection[FileId]) -> ChangedTogether:
        """Return those of the files that commits changed together with the best ones.

        A commit says more of two files the fewer it changed, and less of each the more often it is changed at all.

        Args:
            best: files that answer, with how well.
            files: candidates; others have no share.
        """
        gained: dict[FileId, dict[str, float]] = defaultdict(dict)
        roots = roots_by_scope(self._storage.roots.all())
        for best_file, weight in best.items():
            scope, _, path = best_file.partition(":file:")
            for root in roots.get(scope, ()):
                for other, share in _companions(self._log(root.id), path):
                    gained[file_id(root.repository, root.branch, other)][path] = weight * share
        sums = {file: math.fsum(by_path.values()) for file, by_path in gained.items() if file in files}
        most = max(sums.values(), default=0.0)
        return {
            file: (total / most, max(gained[file], key=gained[file].__getitem__)) for file, total in sums.items()
        }

    def _log(self, root: RootId) -> _Log:
        version = self._storage.histories.version(root)
        with self._lock:
            known = self._known.get(root)
            if known is None or known.version != version:
                history = self._storage.histories.get(root) if version else None
                known = _log_of(version, history.commits if history else ())
                self._known[root] = known
            return known


def _log_of(version: str, commits: Iterable[Commit]) -> _Log:
    changed = [commit.paths for commit in commits]
    by_path: dict[str, list[int]] = defaultdict(list)
    for number, paths in enumerate(changed):
        for path in paths:
            by_path[path].append(number)
    return _Log(version, changed, by_path)


def _companions(log: _Log, path: str) -> Iterable[tuple[str, float]]:
    """Yield the paths that commits changed together with one, and how much that says."""
    own = log.commits.get(path, ())
    weights: dict[str, float] = defaultdict(float)
    for number in own:
        paths = log.changed[number]
        for other in paths:
            if other != path:
                weights[other] += 1.0 / math.log2(1 + len(paths))
    for other, value in weights.items():
        yield other, value / math.sqrt((len(own) + _FEW) * (len(log.commits[other]) + _FEW))
