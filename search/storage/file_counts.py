"""How many files there are of each kind."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import pyarrow as pa

from search.types.files import OTHER_ROOT, FileState
from search.types.ids import RootId
from search.types.status import StepCounts

COUNTED = ("path_hash", "branch", "state", "meaning", "reason", "chunk_count")
"""Columns that are read."""

INDEXED = frozenset({FileState.INDEXED.value, FileState.TRUNCATED.value, FileState.OFFLINE.value})
"""States of files that have text in the index."""


@dataclass(frozen=True, slots=True)
class StoredKind:
    """What files have in common that are counted together.

    Attributes:
        unread: its text is that of another version of the program; False where that is not known.
    """

    root: str
    branch: str
    state: str
    meaning: bool
    reason: str
    unread: bool = False


@dataclass(frozen=True, slots=True)
class FileCounts:
    """Numbers of files that one client may see.

    A folder whose files are listed with another root is no file.

    Attributes:
        states, reasons: files in each state, and files left out for each reason; those with text are not left out.
        steps: how far the files of each root are.
        branches: on which the files of each root were indexed.
        files, chunks: of each root, without deleted files.
        unread: of each root, files whose text is that of another version of the program, if that was counted.
        offline: of each root, files that were there before its folder or branch went missing.
    """

    states: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    steps: dict[RootId, StepCounts] = field(default_factory=dict)
    branches: dict[RootId, set[str]] = field(default_factory=dict)
    files: Counter[RootId] = field(default_factory=Counter)
    chunks: Counter[RootId] = field(default_factory=Counter)
    unread: Counter[RootId] = field(default_factory=Counter)
    offline: Counter[RootId] = field(default_factory=Counter)


def counted(rows: pa.Table) -> FileCounts:
    """Return the numbers of these rows, which have the columns `COUNTED`."""
    sums = rows.group_by(list(COUNTED[:-1])).aggregate([([], "count_all"), ("chunk_count", "sum")]).to_pylist()
    kinds = (StoredKind(*(group[name] for name in COUNTED[:-1])) for group in sums)
    return counts_of(
        (kind, group["count_all"], group["chunk_count_sum"] or 0) for kind, group in zip(kinds, sums, strict=True)
    )


def counts_of(groups: Iterable[tuple[StoredKind, int, int]]) -> FileCounts:
    """Return the numbers of files of these kinds, each with its number of files and of their chunks."""
    counts = FileCounts()
    for kind, files, chunks in groups:
        if files:
            _add(counts, kind, files, chunks)
    return counts


def _add(counts: FileCounts, kind: StoredKind, files: int, chunks: int) -> None:
    root = RootId(kind.root)
    is_file = kind.reason != OTHER_ROOT
    if is_file:
        counts.states[kind.state] += files
    if is_file and kind.reason and kind.state not in INDEXED:
        counts.reasons[kind.reason] += files
    counts.branches.setdefault(root, set()).add(kind.branch)
    counts.steps[root] = _steps(counts.steps.get(root, StepCounts()), kind, files)
    if is_file and kind.state != FileState.GONE.value:
        counts.files[root] += files
        counts.chunks[root] += chunks
    if kind.unread:
        counts.unread[root] += files
    if kind.state == FileState.OFFLINE.value:
        counts.offline[root] += files


def _steps(counts: StepCounts, kind: StoredKind, files: int) -> StepCounts:
    if kind.state == FileState.WAITING.value:
        return StepCounts(counts.waiting + files, counts.indexed, counts.embedded)
    if kind.state not in INDEXED:
        return counts
    return StepCounts(counts.waiting, counts.indexed + files, counts.embedded + (files if kind.meaning else 0))
