"""The rows of the results list: files, and under an opened file its chunks and a row that shows more of them."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from search.types.ids import FileId
from search.types.results import ChunkHit, FileHit

CARDS_AT_FIRST = 3
"""Chunks shown under an opened file before "Show n more chunks" is used."""

SNIPPET_LINES = 4
"""Code lines on a card."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """A ranked file."""

    file: FileHit


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A supporting chunk; ``last`` when nothing of its file stands below it."""

    file: FileHit
    chunk: ChunkHit
    last: bool = False

    @property
    def line_count(self) -> int:
        """Return how many code lines its card has; known before the text is, so that rows keep their height."""
        return max(1, min(SNIPPET_LINES, self.chunk.end_line - self.chunk.start_line + 1))


@dataclass(frozen=True, slots=True)
class MoreRow:
    """Stands for chunks that are not shown yet."""

    file: FileHit
    hidden: int


Row = FileRow | ChunkRow | MoreRow


def rows_of_chunks(file: FileHit, shown: int) -> Iterator[Row]:
    """Yield the rows under an opened file: the first ``shown`` chunks, then a `MoreRow` if some are left."""
    visible = file.chunks[:shown]
    hidden = len(file.chunks) - len(visible)
    for place, chunk in enumerate(visible):
        yield ChunkRow(file, chunk, last=not hidden and place == len(visible) - 1)
    if hidden:
        yield MoreRow(file, hidden)


def rows_of(files: Sequence[FileHit], opened: Container[FileId], shown: Mapping[FileId, int]) -> list[Row]:
    """Return all rows in display order; ``shown``: how many chunks a file shows, if not the first three."""
    rows: list[Row] = []
    for file in files:
        rows.append(FileRow(file))
        if file.file_id in opened:
            rows.extend(rows_of_chunks(file, shown.get(file.file_id, CARDS_AT_FIRST)))
    return rows
