"""What all steps of the worker share."""

from dataclasses import dataclass, field
from threading import RLock

from indexer.facts.extract import EXTRACTORS
from indexer.worker.ports import Discovery, Emit, FileReader, IndexListener, Labelled, ReadFile
from indexer.worker.progress import ProgressReporter, Readiness
from indexer.worker.reading import attempt
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState, Root
from search.types.filters import Condition, Operator, RowFilter

READABLE = (FileState.INDEXED, FileState.TRUNCATED)
"""States of files whose text is searchable."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """The index and its surroundings.

    Attributes:
        writing: held while the rows of a batch are written, so that two runs never mix their commits.
    """

    storage: Storage
    discovery: Discovery
    reader: FileReader
    listener: IndexListener
    emit: Emit
    progress: ProgressReporter
    readiness: Readiness
    writing: RLock = field(default_factory=RLock)

    def readable(self, root: Root) -> list[FileRecord]:
        """Return the searchable files of a root on its branch, by id."""
        return self.storage.files.matching(scope_filter(root), READABLE)

    def linkable(self, root: Root) -> list[FileRecord]:
        """Return the files that the graph of a root knows: the searchable ones and empty sources, by id."""
        states = (*READABLE, FileState.SKIPPED)
        rows = self.storage.files.matching(scope_filter(root), states)
        return [row for row in rows if row.state in READABLE or is_empty_source(row)]

    def read_again(self, root: Root, row: FileRecord) -> ReadFile | None:
        """Return an indexed file as it is on disk now, or None when it is gone or excluded meanwhile."""
        found = next(iter(self.discovery.below(root, row.path)), None)
        if found is None or found.skip is not None:
            return None
        try:
            return attempt(self.reader, root, Labelled(found, row))
        except FileNotFoundError:
            return None


def is_empty_source(row: FileRecord) -> bool:
    """Return whether a file is empty and yet something to the graph: an empty ``__init__.py`` is a package."""
    return row.state is FileState.SKIPPED and row.reason == "empty" and row.language in EXTRACTORS


def scope_filter(root: Root) -> RowFilter:
    """Return the condition that a row is of this root on the branch that is checked out."""
    conditions = (
        Condition("path_hash", Operator.IN, (root.id,)),
        Condition("branch", Operator.IN, (root.branch,)),
    )
    return RowFilter(conditions)
