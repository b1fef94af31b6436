"""What all stages share: the index, its collaborators, and questions about rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import RLock

from indexer.facts.extract import EXTRACTED_LANGUAGES
from indexer.facts.versions import extractor_version
from indexer.pipeline.ports import Depth, Discovery, Emit, FileReader, IndexListener, LabelledFile, ReadRequest
from indexer.pipeline.progress import ProgressReporter
from indexer.pipeline.readiness import Readiness
from indexer.types import FoundFile
from search.file_names import file_at
from search.storage.git.objects import blob_of, contents
from search.storage.keys import facts_key
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState, FileSummary, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import RootId

READABLE = (FileState.INDEXED, FileState.TRUNCATED)
"""States of files whose text is searchable."""


@dataclass(frozen=True, slots=True)
class IndexingContext:
    """The index and the collaborators of the stages.

    Attributes:
        writing: lock held while the rows of a batch are written, so that two runs never mix their commits.
    """

    storage: Storage
    discovery: Discovery
    reader: FileReader
    listener: IndexListener
    emit: Emit
    progress: ProgressReporter
    readiness: Readiness
    writing: RLock = field(default_factory=RLock)

    def readable(self, *roots: Root) -> list[FileRecord]:
        """Return the searchable files of roots on their branches, those of a root by id."""
        files = self.storage.files
        return [row for scope in scope_filters(roots) for row in files.matching(scope, READABLE)]


def linkable(storage: Storage, root: Root) -> list[FileRecord]:
    """Return the files that the graph of a root contains: the searchable ones and empty sources, by id."""
    rows = storage.files.matching(scope_filter(root), (*READABLE, FileState.SKIPPED))
    return [row for row in rows if is_linkable(row)]


def is_linkable(row: FileRecord) -> bool:
    """Return whether the graph of a root contains this file of it."""
    return row.state in READABLE or is_empty_source(row)


def with_contents(root: Root, files: Sequence[ReadRequest]) -> Sequence[ReadRequest]:
    """Return the files with their content from git's objects. Files on disk are returned unchanged.

    Raises:
        BadInputError: git refuses.
        MissingExtraError: there is no git.
    """
    if not root.from_git:
        return files
    data_of = contents(Path(root.path), [wanted.labelled.file.blob for wanted in files])
    return [_with_content(wanted, data_of.get(wanted.labelled.file.blob)) for wanted in files]


def _with_content(wanted: ReadRequest, data: bytes | None) -> ReadRequest:
    return replace(wanted, labelled=replace(wanted.labelled, file=replace(wanted.labelled.file, data=data)))


def is_empty_source(row: FileRecord) -> bool:
    """Return whether a file is empty but part of the graph: an empty ``__init__.py`` is a package."""
    return row.state is FileState.SKIPPED and row.reason == "empty" and row.language in EXTRACTED_LANGUAGES


def wanted_of(root: Root, row: FileRecord, depth: Depth) -> ReadRequest:
    """Return the request to read an indexed file again."""
    blob = blob_of(row.mtime_ns) if root.from_git else ""
    file = FoundFile(row.path, str(file_at(Path(root.path), row.path)), row.size_bytes, row.mtime_ns, blob=blob)
    return ReadRequest(LabelledFile(file, row), depth=depth)


def scope_filter(root: Root) -> RowFilter:
    """Return the filter for rows of this root on its current branch."""
    (only,) = scope_filters([root])
    return only


def scope_filters(roots: Sequence[Root]) -> list[RowFilter]:
    """Return filters that each row of one of these roots on its current branch passes once, and no other row.

    Roots on branches of the same name, which are most, share a filter.
    """
    by_branch: dict[str, list[RootId]] = {}
    for root in roots:
        by_branch.setdefault(root.branch, []).append(root.id)
    return [
        RowFilter((Condition("path_hash", Operator.IN, tuple(ids)), Condition("branch", Operator.IN, (branch,))))
        for branch, ids in by_branch.items()
    ]


def key_of(row: FileRecord | FileSummary) -> str:
    """Return the key of a file's facts in the cache."""
    return facts_key(row.content_hash, row.path, extractor_version(row.language))
