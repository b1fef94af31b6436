"""Files for agents: only indexed and visible ones, found through the manifest, never by a path on the disk."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote, unquote

import msgspec
from pydantic import Field

from app.mcp.answers import FileAnswer
from app.mcp.engine_session import EngineSession
from app.mcp.narrowing import is_absolute, relative_path, split_path, without_scheme
from app.mcp.queries import any_of
from search.errors import AmbiguousNameError, BadInputError, NotFoundError
from search.messages import Message
from search.types.files import Root
from search.types.graph import Direction, TreeRequest
from search.types.query import MAX_TOP, SearchQuery
from search.types.results import FileHit
from search.types.status import FileText

URI = "dowse://file/"
MOST_CHARS = 100_000
"""Text of one answer; the rest is asked for by line."""

MOST_NAME_CHARS = 300
"""Of a name that an error repeats."""

MOST_SUGGESTED = 5
"""Paths that an error names."""

_QUOTES = " \t\r\n`'\"<>"
"""Around a path in the text that a model copies it from."""

MOST_MARKS = 3
"""Of ``#`` in the identifier of a definition that are tried as the end of its path."""

_ID = re.compile(r"(?P<repository>[^:@]+)@(?P<branch>[^:]*):(?P<kind>[\w+#-]+):(?P<path>.+)", re.DOTALL)
_CHUNK = "chunk"
_LINES = re.compile(r"(?P<file>.+?)(?::|#L)(?P<start>[1-9]\d{0,8})(?:[-:]L?(?P<end>\d{1,9}))?:?", re.DOTALL)
"""A path with a line or lines after it, as compilers, traces and addresses have it."""

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
            Field(
                max_length=4000,
                description="An id, or a path: src/cart.py, shop/src/cart.py, src/cart.py:12-40 or absolute",
            ),
        ],
        start_line: Annotated[int, Field(ge=1, description="First line")] = 1,
        end_line: Annotated[
            int | None, Field(ge=1, description="Last line, inclusive; default: to the end")
        ] = None,
    ) -> FileAnswer:
        """Return an indexed file, some of its lines, or the lines of a definition or chunk whose id is given.

        A long text is cut at a line; next_line then says where to go on.
        """
        if end_line is not None and end_line < start_line:
            raise BadInputError("mcp.bad_end_line", value=end_line, start_line=start_line)
        named = self._named(without_scheme(file.strip(_QUOTES)))
        start = named.start_line if start_line == 1 else start_line
        end = named.end_line if end_line is None and start_line == 1 else end_line
        return _answer(self._text(named.hit), start, end)

    def file_resource(self, file_id: str) -> str:
        """An indexed file as text; the answer of get_file has the uri."""
        return self._text(self._named(file_id).hit).text

    def _text(self, hit: FileHit) -> FileText:
        return self._asking.core.file_text(hit.file_id, self._asking.access)

    def _named(self, file: str) -> "_Named":
        """Return the file that is meant, with the lines that its name has.

        Raises:
            NotFoundError: there is no such file.
            AmbiguousNameError: there are several.
            BadInputError: the path leads out of the folders.
        """
        typed = unquote(file.removeprefix(URI)) if file.startswith(URI) else file
        identifier = _ID.fullmatch(typed)
        if identifier is not None and identifier["kind"] != "file":
            return self._lines_of(typed, identifier)
        hits = self._hits_of(typed)
        lines = None if hits else _LINES.fullmatch(typed)
        if lines is not None:
            hits = self._hits_of(lines["file"])
        if not hits:
            raise self._missing(file, lines["file"] if lines else typed)
        hit = _only(hits, file)
        if lines is None:
            return _Named(hit)
        start = int(lines["start"])
        return _Named(hit, start, max(start, int(lines["end"])) if lines["end"] else None)

    def _lines_of(self, typed: str, identifier: "re.Match[str]") -> "_Named":
        """Return where a definition or a chunk stands.

        Raises:
            NotFoundError: there is none of this id.
        """
        text = self._asking.core.texts([typed], self._asking.access).get(typed, "").rstrip("\n")
        folder = f"{identifier['repository']}@{identifier['branch']}:file:"
        if text and identifier["kind"] == _CHUNK:
            for path in _paths_before_marks(identifier["path"]):
                for hit in self._hits_of(folder + path):
                    before, there, _ = self._text(hit).text.partition(text)
                    start = before.count("\n") + 1
                    return _Named(hit, start, start + text.count("\n")) if there else _Named(hit)
        elif text:
            request = TreeRequest(typed, Direction.DEPENDS_ON, depth=1, max_nodes=2)
            node = self._asking.core.tree(request, self._asking.access).nodes[0]
            hit = _only(self._hits_of(folder + node.path), typed)
            return _Named(hit, node.start_line, node.start_line + text.count("\n"))
        raise NotFoundError("mcp.not_indexed", file=typed[:MOST_NAME_CHARS])

    def _hits_of(self, file: str) -> list[FileHit]:
        identifier = _ID.fullmatch(file)
        if identifier is not None and identifier["kind"] == "file":
            hits = self._hits(relative_path(identifier["path"], ()), identifier["repository"])
            exact = [hit for hit in hits if hit.file_id == file]
            return exact if exact or self._has_branch(identifier) else self._current(hits)
        return self._current(self._hits_at(file))

    def _has_branch(self, identifier: "re.Match[str]") -> bool:
        """Return whether the branch of an identifier is indexed; another may be checked out by now."""
        roots = [status.root for status in self._asking.core.roots(self._asking.access)]
        return (identifier["repository"], identifier["branch"]) in {
            (each.repository, each.branch) for each in roots
        }

    def _current(self, hits: list[FileHit]) -> list[FileHit]:
        """Return, of one file in several hits, the one of the branch that is checked out.

        While another branch is being read, a file may be there for both.
        """
        if len({(hit.root_path, hit.path) for hit in hits}) == len(hits):
            return hits
        roots = [status.root for status in self._asking.core.roots(self._asking.access)]
        branches = {(root.repository, root.branch) for root in roots}
        return [hit for hit in hits if (hit.repository, hit.branch) in branches] or hits[:1]

    def _hits(self, path: str, repository: str = "") -> list[FileHit]:
        """Return the readable files at a path below their folder."""
        return [hit for hit in self._below(path, repository) if hit.path == path]

    def _below(self, pattern: str, repository: str = "") -> list[FileHit]:
        filters = [_READABLE, any_of("file", "path", pattern or None), any_of("file", "repo", repository or None)]
        query = SearchQuery(" ".join(filter(None, filters)), top=MAX_TOP, access=self._asking.access)
        return list(self._asking.core.search(query).files)

    def _hits_at(self, file: str) -> list[FileHit]:
        """Return the readable files at an absolute path, at one below a folder, or after the name of a repository.

        If there is none, those whose path ends so.

        Raises:
            BadInputError: the path leads out of the folders that the agent may see.
        """
        if is_absolute(file):
            roots = [status.root for status in self._asking.core.roots(self._asking.access)]
            try:
                root, path = split_path(file, roots)
            except BadInputError:
                if hits := self._below_label(file, roots):
                    return hits
                raise
            return [hit for hit in self._hits(path, root.repository) if hit.root_path == root.path] if path else []
        path = relative_path(file.replace("\\", "/"), ())
        repository, _, below = path.partition("/")
        hits = self._hits(path) or (self._hits(below, repository) if below else [])
        if hits:
            return hits
        ends = {hit.file_id: hit for hit in (*self._below(path), *self._below(f"**/{path}"))}.values()
        exact = [hit for hit in ends if hit.path.endswith(f"/{path}")]
        return exact or [hit for hit in ends if f"/{hit.path}".casefold().endswith(f"/{path}".casefold())]

    def _below_label(self, file: str, roots: Sequence[Root]) -> list[FileHit]:
        """Return the files at a path of another machine or a container that ends as ``LABEL/src/cart.py``."""
        parts = file.replace("\\", "/").split("/")
        labels = {root.repository for root in roots}
        for position, part in enumerate(parts[:-1], start=1):
            below = "/".join(parts[position:])
            if part in labels and ".." not in parts and (hits := self._hits(below, part)):
                return hits
        return []

    def _missing(self, file: str, typed: str) -> NotFoundError:
        """Return that there is no such file, with what is in a folder of this name or has the same file name."""
        identifier = _ID.fullmatch(typed)
        path, repository = identifier["path"] if identifier else typed.replace("\\", "/"), ""
        if is_absolute(typed):
            roots = [status.root for status in self._asking.core.roots(self._asking.access)]
            root, path = split_path(typed, roots)
            repository = root.repository
        path = path.strip("/")
        shown = file[:MOST_NAME_CHARS]
        if inside := self._below(f"{path}/" if path else "", repository):
            remedy = Message("mcp.folder_with_files", names=_listed(inside))
        elif similar := self._similar(path.rpartition("/")[2]):
            remedy = Message("mcp.similar_files", names=_listed(similar))
        else:
            return NotFoundError("mcp.not_indexed", file=shown)
        return NotFoundError("mcp.not_indexed", file=shown, remedy=remedy)

    def _similar(self, name: str) -> list[FileHit]:
        """Return the files of this name in any folder, or those with another ending."""
        stem = name.partition(".")[0]
        return (self._below(f"**/{name}") if name else []) or (self._below(f"**/{stem}.*") if stem else [])


@dataclass(frozen=True, slots=True)
class _Named:
    """A file, and the lines that its name has; ``end_line`` is None where it goes to the end."""

    hit: FileHit
    start_line: int = 1
    end_line: int | None = None


def _only(hits: list[FileHit], file: str) -> FileHit:
    if not hits:
        raise NotFoundError("mcp.not_indexed", file=file[:MOST_NAME_CHARS])
    if len(hits) > 1:
        ids = tuple(str(hit.file_id) for hit in hits)
        raise AmbiguousNameError("mcp.several_folders", file=file, names=", ".join(ids[:5]), candidates=ids)
    return hits[0]


def _listed(hits: Sequence[FileHit]) -> str:
    return ", ".join(hit.path for hit in hits[:MOST_SUGGESTED])


def _paths_before_marks(path: str) -> list[str]:
    """Return what stands before each ``#``, shortest first: a path may contain one, and so may a name."""
    ends = [match.start() for match in re.finditer("#", path)]
    return [path[:end] for end in ends[:MOST_MARKS]]


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
