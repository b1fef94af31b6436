"""The rows that the files of a root had at an earlier commit."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.core.git_changes import SinceCommit
from indexer.discovery.labels import record_of
from indexer.discovery.root_settings import read_settings
from indexer.parsing.content_hash import hash_of
from indexer.types import FoundFile
from search.file_names import file_at, stored_name
from search.storage.git.objects import EntryKind, contents, stamp_of, tree_of
from search.types.files import FileRecord, Root


def records_at(root: Root, records: Sequence[FileRecord], since: SinceCommit) -> tuple[Root, list[FileRecord]]:
    """Return a root whose files are read from a commit, and their rows there.

    Args:
        root: a folder, or a branch in git.
        records: the rows of today; those of files that the commit lacks are left out.
        since: the commit, and what differs from it.

    Raises:
        BadInputError: git refuses.
        MissingExtraError: there is no git.
    """
    folder = Path(root.path)
    entries = {
        stored_name(entry.path): entry for entry in tree_of(folder, since.commit) if entry.kind is EntryKind.FILE
    }
    rows = {row.path: row for row in records if row.path in entries}
    settings = read_settings(folder)
    for path in since.removed & entries.keys():
        entry = entries[path]
        file = FoundFile(
            path, str(file_at(folder, path)), entry.size_bytes, stamp_of(entry.blob), None, blob=entry.blob
        )
        rows[path] = record_of(root, file, settings)
    differing = {path: entries[path].blob for path in rows if path in since.changed | since.removed}
    data_of = contents(folder, list(differing.values()))
    return replace(root, from_git=since.commit), [
        _at_commit(row, entries[path].blob, data_of.get(differing.get(path, "")))
        for path, row in sorted(rows.items())
    ]


def _at_commit(row: FileRecord, blob: str, data: bytes | None) -> FileRecord:
    row = replace(row, mtime_ns=stamp_of(blob))
    return row if data is None else replace(row, content_hash=hash_of(data), size_bytes=len(data))
