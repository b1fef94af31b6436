"""How many files there are of each kind, of one read of the manifest."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from search.types.files import OTHER_ROOT, FileState
from search.types.ids import RootId
from search.types.status import StepCounts

COUNTED = ("path_hash", "state", "meaning", "reason", "chunk_count")
"""Columns that are read."""

INDEXED = frozenset({FileState.INDEXED.value, FileState.TRUNCATED.value, FileState.OFFLINE.value})
"""States of files that have text in the index."""


@dataclass(frozen=True, slots=True)
class FileCounts:
    """Numbers of files that one client may see.

    Attributes:
        states, reasons: of files in each state, and left out for each reason; offline files are found.
        steps: how far the files of each root are.
        files, chunks: of each root, without the files that are listed with another root.
    """

    states: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    steps: dict[RootId, StepCounts] = field(default_factory=dict)
    files: Counter[RootId] = field(default_factory=Counter)
    chunks: Counter[RootId] = field(default_factory=Counter)


def counted(rows: pa.Table) -> FileCounts:
    """Return the numbers of these rows, which have the columns `COUNTED`."""
    sums = rows.group_by(list(COUNTED[:-1])).aggregate([([], "count_all"), ("chunk_count", "sum")])
    counts = FileCounts()
    for group in sums.to_pylist():
        _add(counts, group, group["count_all"])
    return counts


def _add(counts: FileCounts, group: Mapping[str, Any], number: int) -> None:
    root, state, reason = RootId(group["path_hash"]), group["state"], group["reason"]
    counts.states[state] += number
    if reason and state != FileState.OFFLINE.value:
        counts.reasons[reason] += number
    counts.steps[root] = _steps(counts.steps.get(root, StepCounts()), state, number, group["meaning"])
    if reason != OTHER_ROOT:
        counts.files[root] += number
        counts.chunks[root] += group["chunk_count_sum"] or 0


def _steps(counts: StepCounts, state: str, number: int, embedded: bool) -> StepCounts:  # noqa: FBT001 - of the row
    if state == FileState.WAITING.value:
        return StepCounts(counts.waiting + number, counts.indexed, counts.embedded)
    if state not in INDEXED:
        return counts
    return StepCounts(counts.waiting, counts.indexed + number, counts.embedded + (number if embedded else 0))
