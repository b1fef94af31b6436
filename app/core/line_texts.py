"""The texts of files for a search of lines: from the disk or from git while unchanged, else from the index."""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from app.core.staleness import ANSWER_S
from indexer.discovery.opened_file import FilesBelow, is_in_the_cloud
from indexer.parsing.decoding import decode
from indexer.parsing.parse import has_own_parser
from search.errors import KnownError
from search.file_names import file_at, names_below
from search.retrieval.indexed_text import joined_lines
from search.service.file_lines import FileText
from search.storage.file_systems import ANSWERS
from search.storage.git.objects import blob_of, contents
from search.storage.storage import Storage
from search.types.files import FileRecord, Root
from search.types.ids import FileId, RootId

_CONVERTED = frozenset({"notebook", "mbox"})
"""Languages of plain text whose lines are not those of the file; a mailbox need not have an ending."""

_BOM = b"\xef\xbb\xbf"


class LineTexts:
    """Reads texts; `__call__` is a `search.service.file_lines.Texts`.

    Files with their own parser, such as PDFs, and files that changed or left the disk for a cloud drive since they
    were indexed are read from the index.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def __call__(self, records: Sequence[FileRecord]) -> Iterator[FileText]:
        """Yield the text of each of these files, in their order; files without any text are left out."""
        roots = {root.id: root for root in self._storage.roots.all()}
        read: dict[FileId, FileText] = {}
        for root_id, group in groupby(records, key=lambda record: record.path_hash):
            if (root := roots.get(root_id)) is not None:
                read |= {file.record.id: file for file in _unchanged(root, list(group))}
        others = [record for record in records if record.id not in read]
        read |= {file.record.id: file for file in self._from_index(others, roots)}
        return (read[record.id] for record in records if record.id in read)

    def _from_index(self, records: Sequence[FileRecord], roots: Mapping[RootId, Root]) -> Iterator[FileText]:
        """Yield the indexed texts of these files; an answer says where the file has changed since."""
        if not records:
            return
        chunks = self._storage.chunks.of_files([record.id for record in records])
        by_file = {file: list(group) for file, group in groupby(chunks, key=lambda chunk: chunk.file_id)}
        for record in records:
            if record.id in by_file:
                text = joined_lines(by_file[record.id]).encode("utf-8", "replace")
                root = roots.get(record.path_hash)
                on_disk = root is not None and not root.from_git and not _has_other_text(record)
                stale = root is not None and on_disk and not _is_as_indexed(root, record)
                yield FileText(record, text, stale=stale)


def _has_other_text(record: FileRecord) -> bool:
    """Return whether the text in the index is never that of the file."""
    return record.language in _CONVERTED or has_own_parser(record.path)


def _unchanged(root: Root, records: Iterable[FileRecord]) -> Iterator[FileText]:
    """Yield those of a root's files whose content is still the indexed one."""
    plain = [record for record in records if not _has_other_text(record)]
    if root.from_git:
        yield from _from_git(Path(root.path), plain)
        return
    folder = Path(root.folder)
    if not ANSWERS.of(root.folder, folder.is_dir, otherwise=False, within_s=ANSWER_S):
        return
    with FilesBelow(folder) as files:
        for record in plain:
            data = _on_disk(files, folder, record)
            if data is not None:
                yield FileText(record, unix_text(data, record.encoding))


def _on_disk(files: FilesBelow, folder: Path, record: FileRecord) -> bytes | None:
    """Return the content of a file, None if it cannot be read, is not the one that was indexed, or is a link.

    Nor is one read that only a cloud drive has: it would have to be fetched.
    """
    try:
        file = files.opened(names_below(folder, record.path))
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode) or _state(status) != (record.size_bytes, record.mtime_ns):
            return None
        if is_in_the_cloud(status):
            return None
        return _content(file, record.size_bytes)
    except OSError:
        return None
    finally:
        os.close(file)


def _content(file: int, size: int) -> bytes:
    """Return the bytes of a file up to a size; a buffering file object takes twice as long."""
    pieces = [os.read(file, size)]
    while pieces[-1] and (size := size - len(pieces[-1])):
        pieces.append(os.read(file, size))
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _state(status: os.stat_result) -> tuple[int, int]:
    return status.st_size, status.st_mtime_ns


def _is_as_indexed(root: Root, record: FileRecord) -> bool:
    """Return whether a file, which may be a link that the person has followed, is still as it was indexed."""

    def compare() -> bool:
        try:
            return _state(file_at(Path(root.folder), record.path).stat()) == (record.size_bytes, record.mtime_ns)
        except (OSError, ValueError):
            return False

    return ANSWERS.of(root.folder, compare, otherwise=False, within_s=ANSWER_S)


def _from_git(folder: Path, records: Sequence[FileRecord]) -> Iterator[FileText]:
    blobs = [blob_of(record.mtime_ns) for record in records]
    try:
        data_of = contents(folder, blobs)
    except (OSError, KnownError):
        return
    for record, blob in zip(records, blobs, strict=True):
        if blob in data_of:
            yield FileText(record, unix_text(data_of[blob], record.encoding))


def unix_text(data: bytes, encoding: str) -> bytes:
    r"""Return the content of a text file as UTF-8 with ``\n`` line ends and without a byte order mark.

    Bytes that are no valid UTF-8 stay as they are in a file of UTF-8.
    """
    if encoding not in {"utf-8", "utf-8-sig"}:
        decoded = decode(data, override=encoding)
        return decoded.text.encode("utf-8", "replace") if decoded is not None else b""
    text = data.removeprefix(_BOM)
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text
