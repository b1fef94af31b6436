"""The rows that results show, on disk: a row is read from its offset in a file; the database takes milliseconds.

The file is not mapped: with each row the system would map the pages around it, 150 MB after some hundred queries.

::

    shown/manifest.json    format, version of the table, files that changed since, checksums; written last
    shown/<name>.rows      one row after the other, never changed once written
    shown/<name>-*.npy     where each row begins, by chunk, and which files have rows; written again by each save
"""

import contextlib
import os
import struct
import sys
import threading
import uuid
import weakref
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from search.retrieval.array_folder import (
    MANIFEST,
    read_array,
    read_manifest,
    write_array,
    write_manifest,
)
from search.retrieval.bm25_postings import id_digest
from search.types.chunks import ShownChunk
from search.types.ids import ChunkId, FileId

FORMAT = 2
"""Raised when rows or arrays change their meaning: an older folder is then rebuilt."""

_SUFFIX = ".rows"
_HEADER = struct.Struct("<IIQ")
"""The header of each row: length, checksum, and the hash of its file."""

_FIRST_READ = 4_096
"""Bytes that are read at once; most rows are shorter, a longer one is read in two parts."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(ShownChunk)
Digests = npt.NDArray[np.uint64]
Outdated = Mapping[int, int]
"""Hashes of files, each with the offset from which on its rows are current."""


class RowFile:
    """A file that one thread appends to while any number of threads read it; open as long as this object exists.

    Raises:
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        weakref.finalize(self, os.close, self._file)
        self._size = os.fstat(self._file).st_size
        self._seeking = threading.Lock()

    def __len__(self) -> int:
        """Return the number of bytes."""
        return self._size

    @cached_property
    def _appended(self) -> int:
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        weakref.finalize(self, os.close, file)
        return file

    def append(self, raw: bytes) -> None:
        """Write bytes at the end.

        Raises:
            OSError: they cannot be written.
        """
        rest = memoryview(raw)
        while rest:
            written = os.write(self._appended, rest)
            self._size += written
            rest = rest[written:]

    def between(self, start: int, end: int) -> bytes:
        """Return the bytes from ``start`` up to ``end``; fewer if they cannot be read."""
        try:
            if sys.platform != "win32":
                return os.pread(self._file, end - start, start)
            with self._seeking:
                os.lseek(self._file, start, os.SEEK_SET)
                return os.read(self._file, end - start)
        except OSError:
            return b""


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """Where some of the rows begin.

    Attributes:
        digests: distinct hashes of chunks, sorted.
        starts: the offset of the newest row of each.
        files: the distinct hashes of their files, sorted.
    """

    digests: Digests
    starts: npt.NDArray[np.int64]
    files: Digests

    def starts_of(self, wanted: Digests) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
        """Return which of these chunks are here, and an offset for each."""
        at = np.minimum(np.searchsorted(self.digests, wanted), len(self.digests) - 1)
        return self.digests[at] == wanted, self.starts[at]


class StoredShown:
    """Rows by chunk, in a file that grows. One thread at a time adds rows, any number of threads read them.

    Args:
        path: the file.
        pieces: where its rows begin.
        count: how many rows it has, outdated ones included.

    Raises:
        OSError: the file cannot be read.
    """

    def __init__(self, path: Path, pieces: Sequence[_Piece] = (), count: int = 0) -> None:
        self._path = path
        self._count = count
        self._rows = RowFile(path)
        self._pieces = tuple(pieces)

    def __len__(self) -> int:
        """Return the number of rows, outdated ones included."""
        return self._count

    @property
    def end(self) -> int:
        """The offset of the next row."""
        return len(self._rows)

    def of(self, chunks: Sequence[ChunkId], outdated: Outdated) -> dict[ChunkId, ShownChunk]:
        """Return the current rows of these chunks, as far as they are here."""
        wanted = np.fromiter(map(id_digest, chunks), np.uint64, len(chunks))
        shown: dict[ChunkId, ShownChunk] = {}
        for piece in self._pieces:
            here, starts = piece.starts_of(wanted)
            for index in np.flatnonzero(here).tolist():
                row = self._row(int(starts[index]), outdated)
                if row is not None and row.id == chunks[index]:  # another chunk may have the same hash
                    shown[row.id] = row
        return shown

    def _row(self, start: int, outdated: Outdated) -> ShownChunk | None:
        """Return the row at an offset, None if it is outdated or damaged."""
        raw = self._rows.between(start, start + _FIRST_READ)
        if len(raw) < _HEADER.size:
            return None
        length, checksum, owner = _HEADER.unpack_from(raw)
        if start < outdated.get(owner, 0):
            return None
        end = _HEADER.size + length
        if len(raw) < end:
            raw += self._rows.between(start + len(raw), start + end)
        body = raw[_HEADER.size : end]
        return _decoder.decode(body) if zlib.crc32(body) == checksum else None

    def among(self, files: Iterable[int]) -> list[int]:
        """Return those of these hashes of files that have rows here."""
        wanted = np.fromiter(files, np.uint64)
        here = np.zeros(len(wanted), np.bool_)
        for piece in self._pieces:
            at = np.minimum(np.searchsorted(piece.files, wanted), len(piece.files) - 1)
            here |= piece.files[at] == wanted
        known: list[int] = wanted[here].tolist()
        return known

    def append(self, rows: Sequence[ShownChunk], files: Sequence[FileId]) -> None:
        """Add rows, each with its file.

        Raises:
            OSError: they cannot be written; none of them is here then.
        """
        if not rows:
            return
        start = self.end
        owners = list(map(id_digest, files))
        raws = [_encoded(row, owner) for row, owner in zip(rows, owners, strict=True)]
        self._rows.append(b"".join(raws))
        self._count += len(raws)
        digests = np.fromiter((id_digest(row.id) for row in rows), np.uint64, len(rows))
        starts = np.fromiter(accumulate(map(len, raws[:-1]), initial=start), np.int64, len(rows))
        self._pieces = _with(self._pieces, _piece(digests, starts, np.array(owners, np.uint64)))

    def save(self, version: str, outdated: Outdated) -> None:
        """Write for which version of the table these rows are current, so that the next start reads them.

        Raises:
            OSError: it cannot be written.
        """
        piece, folder = _joined(self._pieces), self._path.parent
        arrays: dict[str, npt.NDArray[Any]] = {
            "digests": piece.digests,
            "starts": piece.starts,
            "files": piece.files,
        }
        name = uuid.uuid4().hex  # the arrays of before may be mapped
        stored = {key: write_array(folder / f"{name}-{key}.npy", array) for key, array in arrays.items()}
        manifest = {
            "rows": self._path.name,
            "arrays": stored,
            "size": self.end,
            "count": len(self),
            "format": FORMAT,
            "version": version,
            "outdated": sorted(outdated.items()),
        }
        write_manifest(folder, manifest, {self._path.name, *(array["file"] for array in stored.values())})

    def remove(self) -> None:
        """Remove the file; rows that are being read are still read."""
        with contextlib.suppress(OSError):  # Windows refuses to remove open files; the next start does
            self._path.unlink()


def new(folder: Path) -> StoredShown:
    """Return an empty file for rows in this folder; `StoredShown.save` removes earlier ones.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{uuid.uuid4().hex}{_SUFFIX}"
    path.touch()
    return StoredShown(path)


def forget(folder: Path) -> None:
    """Remove the manifest, so that none of the rows that were saved in the folder is read again.

    Raises:
        OSError: it cannot be removed.
    """
    (folder / MANIFEST).unlink(missing_ok=True)


def read(folder: Path, version: str) -> tuple[StoredShown, dict[int, int]] | None:
    """Return the rows of this version of the table, and which of them are outdated.

    None if they are of another version, or anything is missing or damaged.
    """
    body = read_manifest(folder, FORMAT)
    if body is None or body.get("version") != version:
        return None
    try:
        piece = _Piece(**{key: read_array(folder, stored) for key, stored in body["arrays"].items()})
        pieces = [piece] if len(piece.digests) else []
        shown = StoredShown(folder / body["rows"], pieces, body["count"])
        return (shown, dict(body["outdated"])) if shown.end == body["size"] else None
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None


def _encoded(row: ShownChunk, owner: int) -> bytes:
    raw = _encoder.encode(row)
    return _HEADER.pack(len(raw), zlib.crc32(raw), owner) + raw


def _piece(digests: Digests, starts: npt.NDArray[np.int64], files: Digests) -> _Piece:
    order = np.lexsort((starts, digests))
    digests, starts = digests[order], starts[order]
    newest = np.append(digests[1:] != digests[:-1], np.ones(min(1, len(digests)), np.bool_))
    return _Piece(digests[newest], starts[newest], np.unique(files))


def _joined(pieces: Sequence[_Piece]) -> _Piece:
    nothing = np.zeros(0, np.uint64), np.zeros(0, np.int64), np.zeros(0, np.uint64)
    columns = zip(nothing, *((piece.digests, piece.starts, piece.files) for piece in pieces), strict=True)
    return _piece(*map(np.concatenate, columns))


def _with(pieces: tuple[_Piece, ...], piece: _Piece) -> tuple[_Piece, ...]:
    """Return the pieces with one more; it is joined with those that are not twice as large."""
    while pieces and len(pieces[-1].digests) < 2 * len(piece.digests):
        piece = _joined([pieces[-1], piece])
        pieces = pieces[:-1]
    return (*pieces, piece)
