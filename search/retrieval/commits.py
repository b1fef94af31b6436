"""Which files the commits changed whose messages hold the words of a question."""

import math
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

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
"""Commits of a root that are looked at for one question, the best ones."""

Changed = Mapping[FileId, tuple[float, str]]
"""For each file the score of the commit that speaks best for it, and the first line of its message."""

_SEPARATOR = "\0"

_log = structlog.get_logger(__name__)


class Commits:
    """The histories of an index, as far as questions touched them; any number of threads may ask."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.Lock()
        self._known: dict[RootId, tuple[str, LexicalIndex]] = {}

    def changed(self, stems: Sequence[str], files: Collection[FileId]) -> Changed:
        """Return those of the files that commits changed which speak of the question.

        The score is the commit's BM25 among the commits of its root, times the root of the share of the
        question that it holds, less for each further file that it changed.
        """
        roots = roots_by_scope(self._storage.roots.all())
        scopes = dict.fromkeys(file.partition(":file:")[0] for file in files)
        best_by_file: dict[FileId, tuple[float, str]] = {}
        for root in (root for scope in scopes for root in roots.get(scope, ())):
            for score, subject, paths in self._best(root, stems):
                value = score / math.log2(1 + len(paths))
                for path in paths:
                    file = file_id(root.repository, root.branch, path)
                    if file in files and value > best_by_file.get(file, (0.0, ""))[0]:
                        best_by_file[file] = value, subject
        return best_by_file

    def _best(self, root: Root, stems: Sequence[str]) -> Iterable[tuple[float, str, Sequence[str]]]:
        """Yield score, subject and paths of the commits that hold a stem."""
        lexical = self._index(root.id)
        if lexical is None:
            return
        scores = lexical.scores(stems)
        names, slots = lexical.best(scores, None, COMMITS)
        values = scores[slots] * _share_held(lexical, stems, slots)
        for name, score in zip(names, values.tolist(), strict=True):
            _, subject, *paths = name.split(_SEPARATOR)
            yield score, subject, paths

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
                    _log.warning("history_not_kept", error=str(error))  # the next start makes it again
            self._known[root] = version, lexical
            return lexical


def roots_by_scope(roots: Iterable[Root]) -> Mapping[str, Sequence[Root]]:
    """Return the roots that have commits by what the identifiers of their files begin with."""
    by_scope: dict[str, list[Root]] = defaultdict(list)
    for root in roots:
        if not root.from_git:
            by_scope[prefix(root.repository, root.branch)].append(root)
    return by_scope


def _share_held(lexical: LexicalIndex, stems: Sequence[str], slots: Integers) -> Scores:
    """Return (slots,) the root of how much of the question each commit speaks of, 0..1; a rare word is more of it.

    Messages are short and BM25 favours the shortest: one word of the question would outweigh three among twenty.
    The share itself outweighs the rest: the root gave public checkouts 0.005 and cost our own questions 0.001.
    """
    rarity = np.array([lexical.okapi().idf_of(stem) for stem in stems])
    rarity = np.maximum(rarity, LEAST_WEIGHT)
    shares: Scores = (lexical.scores_by_term(stems, slots) > 0.0) @ rarity / rarity.sum()
    return np.sqrt(shares)


def _documents(commits: Iterable[Commit]) -> Iterable[tuple[str, str]]:
    """Yield what is kept of each commit and its terms; the number makes it unique, and the newest first."""
    for number, commit in enumerate(commits):
        fields = (f"{number:06}", commit.subject, *commit.paths)
        yield _SEPARATOR.join(fields), " ".join(query_terms(f"{commit.subject} {commit.text}"))
