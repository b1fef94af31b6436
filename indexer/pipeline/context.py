"""What all steps of the worker share."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import RLock

from indexer.discovery.names import file_at
from indexer.facts.extract import EXTRACTORS
from indexer.pipeline.ports import Depth, Discovery, Emit, FileReader, IndexListener, Labelled, Wanted
from indexer.pipeline.progress import ProgressReporter, Readiness
from indexer.types import FoundFile
from search.storage.git_objects import blob_of, contents
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState, Root
from search.types.filters import Condition, Operator, RowFilter

READABLE = (FileState.INDEXED, FileState.TRUNCATED)
"""States of files whose text is searchable."""


@dataclass(frozen=True, slots=True)
class IndexingContext:
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
        return linkable(self.storage, root)


def linkable(storage: Storage, root: Root) -> list[FileRecord]:
    """Return the files that the graph of a root knows: the searchable ones and empty sources, by id."""
    rows = storage.files.matching(scope_filter(root), (*READABLE, FileState.SKIPPED))
    return [row for row in rows if row.state in READABLE or is_empty_source(row)]


def with_contents(root: Root, files: Sequence[Wanted]) -> Sequence[Wanted]:
    """Return files with what git's objects hold of them; those on the disk as they are, to be read where they lie.

    Raises:
        BadInputError: git refuses.
        MissingExtraError: there is no git.
    """
    if not root.from_git:
        return files
    found = contents(Path(root.path), [one.labelled.found.blob for one in files])
    return [_with_content(one, found.get(one.labelled.found.blob)) for one in files]


def _with_content(wanted: Wanted, data: bytes | None) -> Wanted:
    return replace(wanted, labelled=replace(wanted.labelled, found=replace(wanted.labelled.found, data=data)))


def is_empty_source(row: FileRecord) -> bool:
    """Return whether a file is empty and yet something to the graph: an empty ``__init__.py`` is a package."""
    return row.state is FileState.SKIPPED and row.reason == "empty" and row.language in EXTRACTORS


def wanted_of(root: Root, row: FileRecord, depth: Depth) -> Wanted:
    """Return an indexed file as one to read again."""
    blob = blob_of(row.mtime_ns) if root.from_git else ""
    found = FoundFile(row.path, file_at(Path(root.path), row.path), row.size_bytes, row.mtime_ns, blob=blob)
    return Wanted(Labelled(found, row), depth=depth)


def scope_filter(root: Root) -> RowFilter:
    """Return the condition that a row is of this root on the branch that is checked out."""
    conditions = (
        Condition("path_hash", Operator.IN, (root.id,)),
        Condition("branch", Operator.IN, (root.branch,)),
    )
    return RowFilter(conditions)
