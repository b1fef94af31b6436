"""The text of a file for a preview: from the disk or from git's objects, or else from the index."""

from dataclasses import replace
from pathlib import Path

from indexer.types import FoundFile, Skip
from search.errors import KnownError, NotFoundError
from search.file_names import file_at
from search.retrieval.indexed_text import joined_lines
from search.storage.git.objects import blob_of, contents
from search.storage.storage import Storage
from search.types.files import ONLINE_ONLY, FileRecord, FileState, Root
from search.types.filters import Access
from search.types.ids import FileId
from search.types.status import FileText

MOST_BYTES = 20_000_000
"""Of a larger file, only the indexed part is returned: the window would wait for the rest."""


_PAGE = "html"
"""The language whose text is without the tags of its source."""

_NOT_OPENED = {"link": None, "special": None, "size": None, ONLINE_ONLY: ONLINE_ONLY}
"""Why a file is shown from the index, and what is said: it is not the one that was indexed, or is not here."""


def file_text(storage: Storage, file: str, access: Access) -> FileText:
    """Return a file of the manifest, by identifier.

    Raises:
        NotFoundError: no such visible file.
    """
    record = storage.files.by_id([FileId(file)], access.row_filter()).get(FileId(file))
    if record is None:
        raise NotFoundError("files.not_in_index", file=file)
    root = next((root for root in storage.roots.all() if root.id == record.path_hash), None)
    root_path = root.folder if root is not None else ""
    shown = _from_git(record, root) if root is not None and root.from_git else _from_disk(record, root_path)
    return shown if isinstance(shown, FileText) else _from_index(storage, record, root_path, access, shown or "")


def _from_git(record: FileRecord, root: Root) -> FileText | None:
    """Return the text in the branch; None when it cannot be read."""
    from indexer.parsing.parse import parse  # imports libraries that only a preview needs

    if record.size_bytes > MOST_BYTES or not record.mtime_ns:
        return None
    folder, blob = Path(root.path), blob_of(record.mtime_ns)
    try:
        data = contents(folder, [blob]).get(blob)
        if data is None:
            return None
        read = parse(record.path, data)
    except (OSError, ValueError, RuntimeError, KnownError):
        return None
    if isinstance(read, Skip):
        return _shown(record, "", "", "git", len(data))
    return _with_markup(_shown(record, "", read.text, "git", len(data), truncated=bool(read.truncated)), data)


def _from_disk(record: FileRecord, root_path: str) -> FileText | str | None:
    """Return the text on disk, or why the file that is there cannot be read.

    None when it is gone or too large, or when a link would have to be followed below the root: it leads to another
    file, which this client may not be allowed to see.
    """
    from indexer.discovery.opened_file import content_of
    from indexer.parsing.parse import parse

    if not root_path or ".." in record.path.split("/"):
        return None
    absolute = file_at(Path(root_path), record.path)
    try:
        status = absolute.stat(follow_symlinks=False)
        if status.st_size > MOST_BYTES:
            return None
        data = content_of(FoundFile(record.path, str(absolute), status.st_size, status.st_mtime_ns))
        read = data if isinstance(data, Skip) else parse(record.path, data)
    except OSError:
        return None
    except (ValueError, RuntimeError, KnownError) as exc:
        return (str(exc) or type(exc).__name__).removeprefix(f"{record.path} ")  # the path is shown already
    if isinstance(data, Skip) or isinstance(read, Skip):
        reason = read.reason if isinstance(read, Skip) else ""
        no_text = _shown(record, root_path, "", "disk", status.st_size)
        return _NOT_OPENED.get(reason, no_text)
    text = _shown(record, root_path, read.text, "disk", status.st_size, truncated=bool(read.truncated))
    return _with_markup(text, data)


def _from_index(storage: Storage, record: FileRecord, root_path: str, access: Access, unreadable: str) -> FileText:
    text = joined_lines(storage.chunks.of_files([record.id], access.row_filter()))
    large = record.size_bytes > MOST_BYTES
    return _shown(record, root_path, text, "index", record.size_bytes, truncated=large, unreadable=unreadable)


def _with_markup(text: FileText, data: bytes) -> FileText:
    """Return a web page with its markup, where this has the lines of the text."""
    from indexer.parsing.decoding import decode

    decoded = decode(data) if text.language == _PAGE else None
    if decoded is None or decoded.text == text.text or decoded.text.count("\n") != text.text.count("\n"):
        return text
    return replace(text, markup=decoded.text)


def _shown(
    record: FileRecord,
    root_path: str,
    text: str,
    source: str,
    size_bytes: int,
    *,
    truncated: bool = False,
    unreadable: str = "",
) -> FileText:
    return FileText(
        file_id=record.id,
        path=record.path,
        root_path=root_path,
        language=record.language,
        encoding=record.encoding,
        text=text,
        line_count=text.count("\n") + bool(text and not text.endswith("\n")),
        source=source,
        size_bytes=size_bytes,
        truncated=truncated,
        failure=record.reason if record.state is FileState.FAILED and not text else unreadable,
    )
