"""The rows of the results list: files, and below an expanded file its chunks and a row that shows more."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from search.types.ids import FileId
from search.types.results import ChunkHit, FileHit

CARDS_AT_FIRST = 3
"""Chunks shown below an expanded file before "Show n more chunks" is used."""

SNIPPET_LINES = 4
"""Code lines on a card."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """A ranked file; ``by_meaning`` if the files before it hold what was typed, and it is only near in meaning."""

    file: FileHit
    by_meaning: bool = False


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A supporting chunk; ``last`` if no other row of its file is below it."""

    file: FileHit
    chunk: ChunkHit
    last: bool = False

    @property
    def line_count(self) -> int:
        """Return the number of code lines on the card; it is known before the text, so rows keep their height."""
        return max(1, min(SNIPPET_LINES, self.chunk.end_line - self.chunk.start_line + 1))


@dataclass(frozen=True, slots=True)
class MoreRow:
    """A row that stands for chunks that are not shown yet."""

    file: FileHit
    hidden: int


Row = FileRow | ChunkRow | MoreRow


def rows_of_chunks(file: FileHit, shown: int) -> Iterator[Row]:
    """Yield the rows below an expanded file: the first ``shown`` chunks, then a `MoreRow` if there are more."""
    visible = file.chunks[:shown]
    hidden = len(file.chunks) - len(visible)
    for index, chunk in enumerate(visible):
        yield ChunkRow(file, chunk, last=not hidden and index == len(visible) - 1)
    if hidden:
        yield MoreRow(file, hidden)


def first_by_meaning(files: Sequence[FileHit]) -> int:
    """Return the index of the first file that is only near in meaning, after files that hold what was typed.

    0 if there is no such border: nothing holds what was typed, everything does, or another order mixes them.
    """
    exact = sum(file.exact for file in files)
    leads = all(file.exact for file in files[:exact])
    return exact if leads and exact < len(files) else 0


def rows_of(files: Sequence[FileHit], opened: Container[FileId], shown: Mapping[FileId, int]) -> list[Row]:
    """Return all rows in display order; ``shown`` is the number of chunks by file, if not the first three."""
    rows: list[Row] = []
    border = first_by_meaning(files)
    for position, file in enumerate(files):
        rows.append(FileRow(file, by_meaning=0 < position == border))
        if file.file_id in opened:
            rows.extend(rows_of_chunks(file, shown.get(file.file_id, CARDS_AT_FIRST)))
    return rows
