"""Which files the commits of an index changed: for the words of a question, and together with other files."""

import math
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import structlog

from search.analysis.terms import query_terms
from search.errors import IndexWriteError
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_okapi import LEAST_WEIGHT, Scores
from search.retrieval.bm25_postings import Integers
from search.storage.git.log import Commit
from search.storage.storage import Storage
from search.types.files import Root
from search.types.ids import FileId, RootId, file_id, prefix

COMMITS = 100
"""Number of best commits of a root that count for one query."""

SUMMED = 2.0
"""Power in which the scores of several commits of a file are added for a report: 1 is their sum.

Over 776 subjects of commits to eleven repositories, pasted as reports, NDCG@10 of the changed code is 0.688 with
this and the half-life, and 0.681 for the best commit alone; for 247 subjects with their bodies 0.724 and 0.716.
For questions the best commit alone is better: 0.710 to 0.691 on `lobsters`, 0.591 to 0.586 on `jq`."""

HALF_LIFE_YEARS = 4.0
"""Age, counted from the newest commit, at which a commit counts half for a report."""

_YEAR_S = 365.25 * 86_400
_HASH = 8
"""Characters of the name of a commit that are shown."""

Changed = Mapping[FileId, tuple[float, str]]
"""For each file the score of its commits, and short hash and first line of the message of the best one."""

ChangedTogether = Mapping[FileId, tuple[float, str]]
"""For each file its share in 0..1 (the largest is 1), and the path of the file that it was changed with most."""

_FEW = 2
"""Added to the number of commits of a file, so that two files that share their only commit score low."""

_SEPARATOR = "\0"

_log = structlog.get_logger(__name__)


class Commits:
    """The commit histories of an index, read when a query first needs them; safe for any number of threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.Lock()
        self._known: dict[RootId, tuple[str, LexicalIndex]] = {}

    def changed(self, stems: Sequence[str], files: Collection[FileId], *, is_report: bool = False) -> Changed:
        """Return those of the files that were changed by commits whose messages match the query.

        The score of a commit is its BM25 score among the commits of its root, times the square root of the share
        of the query that it contains, divided by the logarithm of the number of files that it changed. A file has
        that of its best commit. For a report, a commit counts less the older it is, and a file has
        the root of the sum of the powers `SUMMED` of its commits.
        """
        roots = roots_by_scope(self._storage.roots.all())
        scopes = dict.fromkeys(file.partition(":file:")[0] for file in files)
        sums: dict[FileId, float] = defaultdict(float)
        best: dict[FileId, tuple[float, str]] = {}
        for root in (root for scope in scopes for root in roots.get(scope, ())):
            for score, age_years, name, paths in self._best(root, stems):
                value = score / math.log2(1 + len(paths))
                value *= 0.5 ** (age_years / HALF_LIFE_YEARS) if is_report else 1.0
                for path in paths:
                    file = file_id(root.repository, root.branch, path)
                    if file in files:
                        sums[file] += value**SUMMED
                        best[file] = max(best.get(file, (0.0, "")), (value, name), key=lambda each: each[0])
        if not is_report:
            return best
        return {file: (total ** (1 / SUMMED), best[file][1]) for file, total in sums.items()}

    def _best(self, root: Root, stems: Sequence[str]) -> Iterable[tuple[float, float, str, Sequence[str]]]:
        """Yield score, age in years, name and paths of the commits that hold a stem."""
        lexical = self._index(root.id)
        if lexical is None:
            return
        scores = lexical.scores(stems)
        identifiers, slots = lexical.best(scores, None, COMMITS)
        values = scores[slots] * _share_held(lexical, stems, slots)
        for identifier, score in zip(identifiers, values.tolist(), strict=True):
            _, age, name, *paths = identifier.split(_SEPARATOR)
            yield score, int(age) / _YEAR_S, name, paths

    def _index(self, root: RootId) -> LexicalIndex | None:
        histories = self._storage.histories
        version = histories.version(root)
        with self._lock:
            known, lexical = self._known.get(root, ("", None))
            if not version or known == version:
                return lexical if version else None
            folder = histories.postings(root)
            lexical = LexicalIndex.load(folder)
            if lexical is None or lexical.version != version:
                history = histories.get(root)
                lexical = LexicalIndex.build(_documents(history.commits if history else ()))
                try:
                    lexical = lexical.save(folder, version)
                except IndexWriteError as error:
                    _log.warning("history_not_kept", error=str(error))  # built again at the next start
            self._known[root] = version, lexical
            return lexical


def roots_by_scope(roots: Iterable[Root]) -> Mapping[str, Sequence[Root]]:
    """Return the roots that have commits, by the prefix of the identifiers of their files."""
    by_scope: dict[str, list[Root]] = defaultdict(list)
    for root in roots:
        if not root.from_git:
            by_scope[prefix(root.repository, root.branch)].append(root)
    return by_scope


def _share_held(lexical: LexicalIndex, stems: Sequence[str], slots: Integers) -> Scores:
    """Return (slots,) the square root of the share of the query in each commit, 0..1; rare words count more.

    Messages are short and BM25 favours the shortest: one word of the query would outweigh three among twenty.
    The plain share would outweigh everything else. Its square root raised public checkouts by 0.005 and lowered
    our own query set by 0.001.
    """
    rarity = np.array([lexical.okapi().idf_of(stem) for stem in stems])
    rarity = np.maximum(rarity, LEAST_WEIGHT)
    shares: Scores = (lexical.scores_by_term(stems, slots) > 0.0) @ rarity / rarity.sum()
    return np.sqrt(shares)


def _documents(commits: Sequence[Commit]) -> Iterable[tuple[str, str]]:
    """Yield an identifier and the terms of each commit; its number makes it unique and sorts newest first."""
    newest = max((commit.time for commit in commits), default=0)
    for number, commit in enumerate(commits):
        name = f"{commit.hash[:_HASH]} {commit.subject}".strip()
        fields = (f"{number:06}", f"{newest - commit.time}", name, *commit.paths)
        yield _SEPARATOR.join(fields), " ".join(query_terms(f"{commit.subject} {commit.text}"))


@dataclass(frozen=True, slots=True)
class _CommitsByPath:
    """The commits of a root by number, and their numbers by path.

    Attributes:
        changed: paths that each commit changed.
        commits: numbers of the commits that changed each path.
    """

    version: str
    changed: Sequence[Sequence[str]]
    commits: Mapping[str, Sequence[int]]


class CoChangeIndex:
    """The commit histories of an index by file, read when a query first needs them; safe for threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.Lock()
        self._known: dict[RootId, _CommitsByPath] = {}

    def with_best(self, best: Mapping[FileId, float], files: Collection[FileId]) -> ChangedTogether:
        """Return those of the files that commits changed together with the best files.

        A commit counts more the fewer files it changed; a file counts less the more commits changed it.

        Args:
            best: the best files of the query, with their weights.
            files: candidates; others have no share.
        """
        gained: dict[FileId, dict[str, float]] = defaultdict(dict)
        roots = roots_by_scope(self._storage.roots.all())
        for best_file, weight in best.items():
            scope, _, path = best_file.partition(":file:")
            for root in roots.get(scope, ()):
                for other, share in _companions(self._of_root(root.id), path):
                    gained[file_id(root.repository, root.branch, other)][path] = weight * share
        sums = {file: math.fsum(by_path.values()) for file, by_path in gained.items() if file in files}
        most = max(sums.values(), default=0.0)
        return {
            file: (total / most, max(gained[file], key=gained[file].__getitem__)) for file, total in sums.items()
        }

    def _of_root(self, root: RootId) -> _CommitsByPath:
        version = self._storage.histories.version(root)
        with self._lock:
            known = self._known.get(root)
            if known is None or known.version != version:
                history = self._storage.histories.get(root) if version else None
                known = _commits_by_path(version, history.commits if history else ())
                self._known[root] = known
            return known


def _commits_by_path(version: str, commits: Iterable[Commit]) -> _CommitsByPath:
    changed = [commit.paths for commit in commits]
    by_path: dict[str, list[int]] = defaultdict(list)
    for number, paths in enumerate(changed):
        for path in paths:
            by_path[path].append(number)
    return _CommitsByPath(version, changed, by_path)


def _companions(history: _CommitsByPath, path: str) -> Iterable[tuple[str, float]]:
    """Yield the paths that commits changed together with ``path``, each with its weight."""
    own = history.commits.get(path, ())
    weights: dict[str, float] = defaultdict(float)
    for number in own:
        paths = history.changed[number]
        for other in paths:
            if other != path:
                weights[other] += 1.0 / math.log2(1 + len(paths))
    for other, value in weights.items():
        yield other, value / math.sqrt((len(own) + _FEW) * (len(history.commits[other]) + _FEW))
