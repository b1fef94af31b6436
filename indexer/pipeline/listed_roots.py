"""Roots whose names were compared with the disk, and which of them are read together."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from indexer.pipeline.manifest_stage import Comparison, ManifestResult
from indexer.pipeline.text_stage import BATCH_BYTES, fits_a_batch
from search.storage.file_systems import remote_file_system
from search.types.files import Root
from search.types.ids import RootId

SMALL_BYTES = 3_000_000
"""The words of a root with less to read are found within seconds. Larger ones are read later, the largest last."""

NETWORK_TIMES = 8
"""Factor for the size of a file on a network: local folders do not wait for slow ones."""

WRITTEN_AT_ONCE = 1_000
"""Rows from which on the names of compared roots are written."""

WRITTEN_AFTER_S = 1.0
"""Seconds after which they are written in any case, also while a root is listed, so that names can be searched."""


@dataclass(frozen=True, slots=True)
class Options:
    """How roots are compared.

    Attributes:
        semantic: fill vectors of roots with semantic search.
        report: send `Progress` from the beginning; otherwise only if many files have to be read.
        reread: treat every file as changed.
    """

    semantic: bool = True
    report: bool = True
    reread: bool = False


@dataclass(frozen=True, slots=True)
class ListedRoot:
    """A root whose names were compared.

    Attributes:
        age: of the root when the comparison began; see `RootAges`.
        again: it is read for the second time, because its branch changed during the first.
        is_written: its names are in the manifest; if not, they were out of date before.
    """

    root: Root
    comparison: Comparison
    age: tuple[int, int]
    again: bool = False
    is_written: bool = False

    @property
    def manifest(self) -> ManifestResult:
        """Return the result of the first stage."""
        return self.comparison.result

    @property
    def size_bytes(self) -> int:
        """Return the size of the files to read."""
        return sum(labelled.file.size_bytes for labelled in self.manifest.plan.read)

    @property
    def size_class(self) -> int:
        """Return 0 for an amount that is read within seconds, and 1 more for each doubling of the amount."""
        size_bytes = self.size_bytes
        if size_bytes and self.root.folder and remote_file_system(Path(self.root.path)):
            size_bytes = NETWORK_TIMES * max(size_bytes, SMALL_BYTES)
        return (size_bytes // SMALL_BYTES).bit_length()


class RootAges:
    """Counts what happens to roots, so that a comparison that is older than their rows is noticed."""

    def __init__(self) -> None:
        self._reads: Counter[RootId] = Counter()
        self._updates: Counter[RootId] = Counter()

    def of(self, root: RootId) -> tuple[int, int]:
        """Return how often a root was read or forgotten, and how often `updating` began or ended."""
        return self._reads[root], self._updates[root]

    def reads(self, root: RootId) -> int:
        """Return how often a root was read or forgotten."""
        return self._reads[root]

    def was_read(self, root: RootId) -> None:
        """Count that a root was read or forgotten."""
        self._reads[root] += 1

    @contextmanager
    def updating(self, root: RootId) -> Iterator[None]:
        """Bring the names of single files up to date; names from comparisons that began before are not written."""
        self._updates[root] += 1
        try:
            yield
        finally:
            self._updates[root] += 1

    def is_outdated(self, listed: ListedRoot) -> bool:
        """Return whether a root has to be compared again before it is read."""
        return not listed.is_written or self._reads[listed.root.id] != listed.age[0]


class Unwritten:
    """Roots that were compared, whose rows are written in one commit: one of few rows costs as much."""

    def __init__(self) -> None:
        self._roots: list[ListedRoot] = []
        self._rows = 0
        self._since = 0.0

    def add(self, listed: ListedRoot) -> None:
        """Add a root."""
        if not self._roots:
            self._since = time.monotonic()
        self._roots.append(listed)
        self._rows += len(listed.manifest.plan.write) + len(listed.manifest.plan.purge)

    @property
    def is_due(self) -> bool:
        """Return whether the rows are enough for a commit, or have waited for long."""
        waited = bool(self._roots) and time.monotonic() - self._since >= WRITTEN_AFTER_S
        return waited or self._rows >= WRITTEN_AT_ONCE

    def drain(self) -> list[ListedRoot]:
        """Return the roots, and have none any more."""
        roots, self._roots, self._rows = self._roots, [], 0
        return roots


def read_together(listed: Sequence[ListedRoot], most_files: int) -> list[ListedRoot]:
    """Return the first root and those after it whose files fit into the same batch.

    Hundreds of small roots are read in a few commits. A root on a network is read alone: the others do not wait.
    """
    files = size_bytes = 0
    together: list[ListedRoot] = []
    for each in listed:
        files += len(each.manifest.plan.read)
        size_bytes += each.size_bytes
        fits = files <= most_files and size_bytes <= BATCH_BYTES and _is_small(each)
        if together and not fits:
            break
        together.append(each)
        if not fits:
            break
    return together


def _is_small(listed: ListedRoot) -> bool:
    return not listed.root.from_git and fits_a_batch(listed.manifest) and not listed.size_class
