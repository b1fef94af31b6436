"""The answer of ``search --json`` to a search for lines, and of the tool ``find_lines``."""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Self

import msgspec

from search.messages import Message
from search.types.ids import FileId
from search.types.line_columns import LineRows
from search.types.lines import LinePage
from search.types.results import FileHit


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
        files: dict[FileId, FileHit] = {}
        lines: dict[FileId, list[Line]] = {}
        took_ms, total_files, total_lines = 0.0, 0, 0
        notes: tuple[Message, ...] = ()
        for page in pages:
            took_ms += page.took_ms
            notes = page.notes
            total_files += page.file_count
            total_lines += page.line_count
            for part in page.files:
                files[part.file.file_id] = part.file
                lines.setdefault(part.file.file_id, []).extend(_lines(part.lines))
        parts = (
            LinesOfFile(hit.file_id, hit.path, hit.repository, hit.branch, hit.stale, tuple(lines[file]))
            for file, hit in files.items()
        )
        sentences = tuple(map(str, notes)) or msgspec.UNSET
        return cls(query, round(took_ms, 3), total_files, total_lines, tuple(parts), sentences)

    def with_files(self, most: int | None) -> Self:
        """Return the answer with the first so many files, or with all; the totals stay."""
        return msgspec.structs.replace(self, files=self.files[:most])


def _lines(rows: LineRows) -> Iterator[Line]:
    cuts = [cut or msgspec.UNSET for cut in rows.cuts] or repeat(msgspec.UNSET, len(rows))
    return map(Line, rows.numbers, rows.columns, rows.texts, cuts)
