"""Files for agents: only indexed and visible ones, found through the manifest, never by a path on the disk."""

import re
from typing import Annotated
from urllib.parse import quote

import msgspec
from pydantic import Field

from app.mcp.answers import FileAnswer
from app.mcp.engine_session import EngineSession
from app.mcp.queries import any_of
from search.errors import AmbiguousNameError, BadInputError, NotFoundError
from search.types.query import MAX_TOP, SearchQuery
from search.types.results import FileHit
from search.types.status import FileText

URI = "dowse://file/"
MOST_CHARS = 100_000
"""Text of one answer; the rest is asked for by line."""

_FILE_ID = re.compile(r"(?P<repository>[^:]+?)@(?P<branch>[^:]*):file:(?P<path>.+)", re.DOTALL)
_READABLE = "is:indexed,truncated"
"""Skipped files, such as those with secrets, are not returned."""


class FileTools:
    """Hands out files."""

    def __init__(self, asking: EngineSession) -> None:
        self._asking = asking

    def get_file(
        self,
        file: Annotated[
            str,
            Field(max_length=4000, description="A file_id, or a path: src/cart.py, shop/src/cart.py or absolute"),
        ],
        start_line: Annotated[int, Field(ge=1, description="First line")] = 1,
        end_line: Annotated[
            int | None, Field(ge=1, description="Last line, inclusive; default: to the end")
        ] = None,
    ) -> FileAnswer:
        """Return an indexed file, or some of its lines.

        A long text is cut at a line; next_line then says where to go on.
        """
        if end_line is not None and end_line < start_line:
            raise BadInputError("mcp.bad_end_line", value=end_line, start_line=start_line)
        return _answer(self._file(file), start_line, end_line)

    def file_resource(self, file_id: str) -> str:
        """An indexed file as text; the answer of get_file has the uri."""
        return self._file(file_id).text

    def _file(self, file: str) -> FileText:
        hit = self._hit_of(file)
        return self._asking.core.file_text(hit.file_id, self._asking.access)

    def _hit_of(self, file: str) -> FileHit:
        identifier = _FILE_ID.fullmatch(file)
        if identifier:
            path = _plain(identifier["path"], file)
            hits = [hit for hit in self._hits(path, identifier["repository"]) if hit.file_id == file]
        else:
            hits = self._hits_at(file)
        if not hits:
            raise NotFoundError("mcp.not_indexed", file=file)
        if len(hits) > 1:
            ids = tuple(str(hit.file_id) for hit in hits)
            raise AmbiguousNameError("mcp.several_folders", file=file, names=", ".join(ids))
        return hits[0]

    def _hits(self, path: str, repository: str = "") -> list[FileHit]:
        """Return the readable files at a path below their folder."""
        filters = [_READABLE, any_of("file", "path", path), any_of("file", "repo", repository or None)]
        query = SearchQuery(" ".join(filter(None, filters)), top=MAX_TOP, access=self._asking.access)
        return [hit for hit in self._asking.core.search(query).files if hit.path == path]

    def _hits_at(self, file: str) -> list[FileHit]:
        """Return the readable files at an absolute path, at one below a folder, or after the name of a repository.

        Raises:
            BadInputError: the path leads out of the folders that the agent may see.
        """
        if not _is_absolute(file):
            path = _plain(file, file)
            repository, _, below = path.partition("/")
            return self._hits(path) or (self._hits(below, repository) if below else [])
        typed = file.replace("\\", "/")
        roots = [status.root for status in self._asking.core.roots(self._asking.access) if status.root.folder]
        paths = {root.path: below_folder(typed, root.path.replace("\\", "/").rstrip("/") + "/") for root in roots}
        around = [root for root in roots if paths[root.path] is not None]
        if not around:
            raise BadInputError("mcp.path_outside", path=repr(file))
        root = max(around, key=lambda each: len(each.path))
        path = _plain(paths[root.path] or "", file)
        return [hit for hit in self._hits(path, root.repository) if hit.root_path == root.path]


def below_folder(path: str, folder: str) -> str | None:
    """Return the rest of an absolute path below a folder that ends with ``/``; None for one outside of it.

    On a drive of Windows the case of letters means nothing: some editors write ``c:`` where others write ``C:``.
    """
    head, rest = path[: len(folder)], path[len(folder) :]
    is_inside = head == folder or (_on_a_drive(folder) and head.casefold() == folder.casefold())
    return rest if is_inside else None


def _plain(path: str, typed: str) -> str:
    """Refuse what is no path below a root: the manifest has none of it, and the error says why."""
    if ".." in path.replace("\\", "/").split("/") or _is_absolute(path):
        raise BadInputError("mcp.path_outside", path=repr(typed))
    return path


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "\\", "~")) or _on_a_drive(path)


def _on_a_drive(path: str) -> bool:
    return re.match(r"[A-Za-z]:[\\/]", path) is not None


def _answer(text: FileText, start_line: int, end_line: int | None) -> FileAnswer:
    lines = _lines(text.text)
    if start_line > max(1, len(lines)):
        raise BadInputError("mcp.bad_start_line", value=start_line, path=text.path, count=len(lines))
    requested = lines[start_line - 1 : end_line]
    returned = _within(requested)
    after = start_line + len(returned)
    return FileAnswer(
        file_id=text.file_id,
        uri=uri_of(text.file_id),
        path=text.path,
        language=text.language,
        encoding=text.encoding,
        source=text.source,
        start_line=start_line,
        end_line=after - 1,
        line_count=len(lines),
        text="".join(returned),
        next_line=after if len(returned) < len(requested) else msgspec.UNSET,
    )


def _lines(text: str) -> list[str]:
    """Return the lines with their ends, counted as the index counts them: by line feeds only."""
    *ended, last = text.split("\n")
    return [line + "\n" for line in ended] + ([last] if last else [])


def _within(lines: list[str]) -> list[str]:
    """Return as many of the lines as `MOST_CHARS` hold; of a single longer line its beginning."""
    total = 0
    for number, line in enumerate(lines):
        total += len(line)
        if total > MOST_CHARS:
            return lines[:number] or [line[:MOST_CHARS]]
    return lines


def uri_of(file_id: str) -> str:
    """Return the address of a file's resource."""
    return URI + quote(file_id, safe="/@:")
