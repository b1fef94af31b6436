"""The rows of the results list: files, and below an expanded file its chunks and a row that shows more."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from search.types.ids import FileId
from search.types.results import ChunkHit, FileHit, near_by_meaning

CARDS_AT_FIRST = 3
"""Chunks shown below an expanded file before "Show n more chunks" is used."""

SNIPPET_LINES = 4
"""Code lines on a card."""


class Nearness(StrEnum):
    """How files are near to what was typed that do not hold it."""

    MEANING = "meaning"
    WORDS = "words"
    """No file below has vectors, or words alone were searched for."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """A ranked file; with ``border`` the files before it hold what was typed, and those from here on are near."""

    file: FileHit
    border: Nearness | None = None


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


def first_near(files: Sequence[FileHit]) -> int:
    """Return the index of the first file that is only near, after files that hold what was typed.

    0 if there is no such border: nothing holds what was typed, everything does, or another order mixes them.
    """
    exact = sum(file.exact for file in files)
    leads = all(file.exact for file in files[:exact])
    return exact if leads and exact < len(files) else 0


def nearness(files: Sequence[FileHit]) -> Nearness:
    """Return how the files are near that do not hold what was typed; by meaning if none of them is listed."""
    return Nearness.MEANING if near_by_meaning(files) else Nearness.WORDS


def rows_of(files: Sequence[FileHit], opened: Container[FileId], shown: Mapping[FileId, int]) -> list[Row]:
    """Return all rows in display order; ``shown`` is the number of chunks by file, if not the first three."""
    rows: list[Row] = []
    border = first_near(files)
    for position, file in enumerate(files):
        rows.append(FileRow(file, nearness(files) if 0 < position == border else None))
        if file.file_id in opened:
            rows.extend(rows_of_chunks(file, shown.get(file.file_id, CARDS_AT_FIRST)))
    return rows
