"""The exact vectors of rows, few of which are read at once: in memory, or of very many in a file without a name.

What is read of the file lies in the system's memory for files, which gives it up where others need it.
"""

import mmap
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float16]

IN_FILE_FROM = 150 << 20
"""Bytes, at 384 dimensions 200,000 rows; below that, memory is as fast whatever else the machine does."""


@dataclass(frozen=True, slots=True, eq=False)
class ExactRows:
    """Rows of float16, as the table has them; rows are added behind, and what was read before stays as it was.

    Attributes:
        matrix: of shape (room, dimension).
        mapping: of the file, None in memory.
        folder: where the file is made.
    """

    matrix: Matrix
    mapping: mmap.mmap | None
    folder: Path

    @classmethod
    def empty(cls, room: int, dimension: int, folder: Path) -> "ExactRows":
        """Return room for rows; in memory where the system or the disk cannot give a file."""
        size = room * dimension * np.dtype(np.float16).itemsize
        mapping = _mapped(size, folder) if size >= IN_FILE_FROM else None
        if mapping is None:
            return cls(np.empty((room, dimension), np.float16), None, folder)
        return cls(np.frombuffer(mapping, np.float16).reshape(room, dimension), mapping, folder)

    @property
    def room(self) -> int:
        """Return how many rows there is room for."""
        return len(self.matrix)

    def grown(self, count: int, room: int) -> "ExactRows":
        """Return the first ``count`` rows with room for so many."""
        made = ExactRows.empty(room, self.matrix.shape[1], self.folder)
        made.matrix[:count] = self.matrix[:count]
        self._let_go()
        return made

    def packed(self, rows: npt.NDArray[np.int64]) -> "ExactRows":
        """Return only these rows, in this order."""
        made = ExactRows.empty(len(rows), self.matrix.shape[1], self.folder)
        made.matrix[:] = self.matrix[rows]
        self._let_go()
        return made

    def put(self, start: int, rows: npt.NDArray[np.float32]) -> None:
        """Write rows at a place, for which there is room."""
        self.matrix[start : start + len(rows)] = rows
        self._let_go()

    def of(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Return these rows, float32 of shape (len(rows), dimension)."""
        import numkong  # numpy takes ten times as long

        vectors = np.empty((len(rows), self.matrix.shape[1]), np.float32)
        numkong.astype(self.matrix[rows], "float32", out=vectors)
        self._let_go()
        return vectors

    def _let_go(self) -> None:
        """Have the file's pages count as the system's again; 0.1 ms, and they stay in its memory."""
        if self.mapping is not None and sys.platform == "linux":
            self.mapping.madvise(mmap.MADV_DONTNEED)


def _mapped(size: int, folder: Path) -> mmap.mmap | None:
    """Return a mapped file that has its blocks already: with a disk that fills up, a mapping kills its process."""
    if sys.platform != "linux":  # others do not give pages back, or give a file no blocks before it is written
        return None
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, size)
            return mmap.mmap(file.fileno(), size)
    except OSError:
        return None
