"""The answer of ``search --json`` to a search for lines, and of the tool ``find_lines``."""

from collections.abc import Iterable
from typing import Self

import msgspec

from search.messages import Message
from search.types.ids import FileId
from search.types.lines import LinePage, MatchingLine


class Line(msgspec.Struct, frozen=True):
    """A matching line; line and column of its first match count from 1.

    ``cut`` is the number of characters before ``text``, of which a very long line has more than is shown.
    """

    line: int
    column: int
    text: str
    cut: int | msgspec.UnsetType = msgspec.UNSET


class LinesOfFile(msgspec.Struct, frozen=True):
    """The matching lines of a file; ``stale``: they are those of its indexed text, which changed since."""

    file_id: FileId
    path: str
    repository: str
    branch: str
    stale: bool
    lines: tuple[Line, ...]


class LinesAnswer(msgspec.Struct, frozen=True):
    """Lines that match exactly, by repository, branch and path; the totals count all that there are.

    ``notes`` says what may be mistyped where no file passes the filters.
    """

    query: str
    took_ms: float
    total_files: int
    total_lines: int
    files: tuple[LinesOfFile, ...]
    notes: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def of(cls, query: str, pages: Iterable[LinePage]) -> Self:
        """Return the answer of several pages that follow each other."""
        files: dict[FileId, LinesOfFile] = {}
        took_ms, total_files, total_lines = 0.0, 0, 0
        notes: tuple[Message, ...] = ()
        for page in pages:
            took_ms += page.took_ms
            notes = page.notes
            total_files += page.file_count
            total_lines += page.line_count
            for part in page.files:
                before = files.get(part.file.file_id)
                lines = (*(before.lines if before else ()), *map(_line, part.lines))
                hit = part.file
                files[hit.file_id] = LinesOfFile(
                    hit.file_id, hit.path, hit.repository, hit.branch, hit.stale, lines
                )
        sentences = tuple(map(str, notes)) or msgspec.UNSET
        return cls(query, round(took_ms, 3), total_files, total_lines, tuple(files.values()), sentences)


def _line(line: MatchingLine) -> Line:
    return Line(line.line, line.column, line.text, line.cut or msgspec.UNSET)
